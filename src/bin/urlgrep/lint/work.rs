//! The work: files are judged by all cores, block by block, and reported in order.

use std::path::Path;

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use similar::TextDiff;
use urlgrep::document::Kind;
use urlgrep::lint::{Finding, Linter, Severity, fix};

use super::baseline::Gathered;
use super::config::{Configs, Rules};
use super::diagnostic::{self, Diagnostic};
use super::options::{Mode, Options};
use super::print::Report;
use super::replace::replace;
use crate::exit::Status;
use crate::input::{self, Source};
use crate::print::lossy;
use crate::stderr;

/// How many files are judged before they are reported.
const BLOCK: usize = 512;

/// What came of a file.
#[derive(Default)]
struct Judged {
    path: String,
    found: Vec<Diagnostic>,
    /// How many findings were put right.
    fixed: usize,
    /// What fixes would change, or what standard input became.
    text: Vec<u8>,
    error: Option<String>,
    /// Whether its configuration is wrong.
    wrong: bool,
}

/// Judges all files and reports.
pub(super) fn run(options: &Options) -> Status {
    let pool = match ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
    {
        Ok(pool) => pool,
        Err(error) => {
            stderr::say("threads", error);
            return Status::Error;
        }
    };
    let configs = Configs::new(options);
    let mut sources = input::sources(options.paths.clone(), &options.walk);
    let mut total = Total::new(options);
    loop {
        let block: Vec<Source> = sources.by_ref().take(BLOCK).collect();
        if block.is_empty() {
            break;
        }
        let judge = |source: &Source| judge(source, options, &configs);
        let judged: Vec<Judged> = pool.install(|| block.par_iter().map(judge).collect());
        for file in judged {
            total.add(file);
        }
    }
    total.finish()
}

/// What has been reported.
struct Total<'o> {
    options: &'o Options,
    report: Report<'o>,
    gathered: Gathered,
    status: Status,
}

impl<'o> Total<'o> {
    fn new(options: &'o Options) -> Total<'o> {
        Total {
            options,
            report: Report::new(options),
            gathered: Gathered::default(),
            status: Status::Yes,
        }
    }

    fn add(&mut self, file: Judged) {
        if let Some(error) = &file.error {
            self.report.pause();
            stderr::say(&file.path, error);
        }
        if file.error.is_some() || file.wrong {
            self.status = Status::Error;
        }
        if self.options.write_baseline.is_some() {
            self.gathered.add(&file.path, &file.found);
            return;
        }
        let fails =
            |severity: Severity| self.options.fail_on.is_some_and(|least| severity >= least);
        let failed = match self.options.mode {
            Mode::Diff => !file.text.is_empty() && self.options.fail_on.is_some(),
            _ => file
                .found
                .iter()
                .any(|found| fails(found.finding.rule.severity())),
        };
        if failed && self.status == Status::Yes {
            self.status = Status::No;
        }
        match self.options.mode {
            Mode::Diff => self.report.text(&file.text),
            _ => {
                self.report.text(&file.text);
                self.report.file(&file.path, file.found, file.fixed);
            }
        }
    }

    fn finish(self) -> Status {
        self.report.finish();
        if let Some(path) = &self.options.write_baseline
            && let Err(why) = self.gathered.write(path)
        {
            stderr::say(path.display(), why);
            return Status::Error;
        }
        self.status
    }
}

fn judge(source: &Source, options: &Options, configs: &Configs<'_>) -> Judged {
    let named = options.stdin_path.as_deref().filter(|_| source.is_stdin());
    let path = named.unwrap_or(&source.path);
    let mut judged = Judged {
        path: lossy(path.as_os_str().as_encoded_bytes()).into_owned(),
        ..Judged::default()
    };
    let linter = match configs.rules(path) {
        Rules::Linter(linter) => linter,
        Rules::Excluded => return judged,
        Rules::Wrong => {
            judged.wrong = true;
            return judged;
        }
    };
    let document = match source.read() {
        Ok(Some(document)) => document,
        Ok(None) => return judged,
        Err(error) => {
            judged.error = Some(stderr::reason(&error));
            return judged;
        }
    };
    let kind = options
        .kind
        .unwrap_or_else(|| Kind::detect(path, &document));
    let (now, findings) = match options.mode {
        Mode::Check => {
            let findings = linter.lint(kind, &document);
            (document, findings)
        }
        Mode::Fix | Mode::Diff => judged.fix(source, options, &linter, kind, path, document),
    };
    let found = diagnostic::place(&judged.path, &now, findings);
    judged.found = match &options.baseline {
        Some(baseline) => baseline.new_ones(&judged.path, found),
        None => found,
    };
    judged
}

impl Judged {
    /// Puts right what is to be, and gives what the document is then with what is left.
    fn fix(
        &mut self,
        source: &Source,
        options: &Options,
        linter: &Linter,
        kind: Kind,
        path: &Path,
        document: Vec<u8>,
    ) -> (Vec<u8>, Vec<Finding>) {
        let fixed = fix(linter, kind, &document, options.all_fixes, |_| true);
        let changed = fixed.applied > 0;
        match options.mode {
            Mode::Diff if changed => self.text = diff(&self.path, &document, &fixed.document),
            Mode::Fix if source.is_stdin() => self.text = fixed.document.clone(),
            Mode::Fix if changed => {
                if let Err(why) = replace(path, &document, &fixed.document) {
                    self.error = Some(why);
                    let findings = linter.lint(kind, &document);
                    return (document, findings);
                }
            }
            _ => {}
        }
        self.fixed = fixed.applied;
        (fixed.document, fixed.findings)
    }
}

/// A unified diff.
fn diff(path: &str, old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    let diff = TextDiff::from_lines(old, new);
    // Writing to memory can't fail.
    let _ = diff.unified_diff().header(path, path).to_writer(&mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diffs_are_unified() {
        let text = diff("x", b"a\nb\n", b"a\nc\n");
        assert_eq!(text, b"--- x\n+++ x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n");
    }
}
