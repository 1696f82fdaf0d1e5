//! Runs the command: transcripts in `tests/cli/*.md`, and tests in code for streams, links, threads, and inputs that are too large to
//! commit.

#![cfg(feature = "cli")]
#![cfg_attr(
    not(unix),
    allow(
        unused_imports,
        dead_code,
        reason = "some tests need files or signals of Unix"
    )
)]

#[path = "cli/archives.rs"]
mod archives;
#[path = "cli/command.rs"]
mod command;
#[cfg(unix)]
#[path = "cli/completions.rs"]
mod completions;
#[path = "cli/compressed.rs"]
mod compressed;
#[path = "cli/damage.rs"]
mod damage;
#[path = "cli/definition.rs"]
mod definition;
#[cfg(target_os = "linux")]
#[path = "cli/faults.rs"]
mod faults;
#[path = "cli/files.rs"]
mod files;
#[path = "support/growth.rs"]
mod growth;
#[path = "cli/hard.rs"]
mod hard;
#[path = "cli/lint.rs"]
mod lint;
#[path = "cli/live.rs"]
mod live;
#[path = "cli/lsp.rs"]
mod lsp;
#[path = "cli/mail.rs"]
mod mail;
#[path = "cli/report.rs"]
mod report;
#[path = "cli/report_lists.rs"]
mod report_lists;
#[path = "cli/report_text.rs"]
mod report_text;
#[path = "cli/resolve.rs"]
mod resolve;
#[path = "cli/seams.rs"]
mod seams;
#[path = "cli/stores.rs"]
mod stores;
#[path = "cli/streams.rs"]
mod streams;
#[cfg(target_os = "linux")]
#[path = "cli/terminal.rs"]
mod terminal;

/// Runs each `$` line of the transcripts and of README, and compares the output and the exit status.
#[test]
fn transcripts() {
    let cases = trycmd::TestCases::new();
    cases.register_bin("urlgrep", std::path::Path::new(command::PATH));
    cases.case("tests/cli/*.md");
    cases.case("docs/guide.md");
    cases.case("README.md");
}
