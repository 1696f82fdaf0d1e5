//! The man page, generated from the definition of the arguments, with sections that the help has elsewhere or not at all.

use std::io;

use clap::Command;
use clap_mangen::Man;

use crate::args::SUBCOMMANDS;

/// How the paragraph about the exit status begins in the help.
const EXIT: &str = "Exit status: ";

/// The subcommands that a row is about; `None` is the search.
type About = &'static [Option<&'static str>];

/// The variables that change what the command does.
#[rustfmt::skip]
const ENVIRONMENT: &[(About, &str, &str)] = &[
    (&[None], "URLGREP_CONFIG_PATH", "The configuration file of searches. Without it, or with --no-config, none is read."),
    (&[None, Some("lint")], "NO_COLOR", "If it is not empty, there are no colours, unless --color always is given."),
    (&[None, Some("lint")], "TERM", "If it is dumb or not set, there are no colours, unless --color always is given."),
    #[cfg(feature = "pick")]
    (&[None], "BROWSER", "The programs that open URLs in --pick, separated by colons. The first one that can be run is used."),
    (&[None, Some("report")], "TMPDIR", "The directory for temporary copies of archives that are read from a pipe or from another archive."),
];

/// The files that are read besides those that are searched.
#[rustfmt::skip]
const FILES: &[(About, &str, &str)] = &[
    (&[None], "$URLGREP_CONFIG_PATH", "Options of searches, one argument a line, as on the command line; lines that begin with # are comments."),
    (&[None, Some("lint"), Some("report")], ".gitignore, .ignore", "The files that are not searched in a directory. .gitignore counts inside a git work tree only."),
    (&[Some("lint")], "urlgrep.toml", "The configuration of the linter, in the directory of each file or above."),
];

/// The examples: what they do, and the command. The first word after the program may be a subcommand.
#[rustfmt::skip]
const EXAMPLES: [(&str, &str); 14] = [
    ("Print the URLs of a mailbox with their lines:", "urlgrep -n inbox.mbox"),
    ("Print each URL of the current directory once:", "urlgrep -U"),
    ("Print the 10 hosts that occur most often:", "urlgrep --count-by host --top 10 mail/"),
    ("Keep the URLs of one site, and of the sites below it:", "urlgrep --host example.org --host '*.example.org' mail/"),
    ("Search the messages that someone sent in 2025:", "urlgrep --from joe@ --since 2025 --until 2025 inbox.mbox"),
    ("Read suspicious mail: the real targets, safe to paste:", "urlgrep --unwrap --defang --link-text mail.eml"),
    ("Follow a log:", "tail -f access.log | urlgrep --line-buffered"),
    ("Give URLs to a program, one at a time:", "urlgrep -0 notes.md | xargs -0 -n 1 curl -sI"),
    ("Show the components and flaws of a URL:", "urlgrep parse 'http://joe@example.org:80/~x'"),
    ("Show where a rewritten link leads:", "urlgrep parse --unwrap --defang 'https://www.google.com/url?q=https://example.org/'"),
    ("Check documents:", "urlgrep lint docs/"),
    ("Write a report about the links of a mailing list:", "urlgrep report -o report.html lists/announce.mbox"),
    ("Show the fixes, then apply them:", "urlgrep lint --diff docs/; urlgrep lint --fix docs/"),
    ("Write a message whose long URLs survive the mail:", "urlgrep wrap draft.txt"),
];

/// The man page of the command or of a subcommand, in roff.
pub(crate) fn page(command: &Command, subcommand: Option<&str>) -> io::Result<String> {
    let about = command.get_long_about().or(command.get_about());
    let about = about.map(ToString::to_string).unwrap_or_default();
    let (exit, about): (Vec<_>, Vec<_>) = about
        .split("\n\n")
        .partition(|paragraph| paragraph.starts_with(EXIT));
    let mut page = Vec::new();
    // The long version is that of this program on this processor.
    let command = command.clone().long_version(None);
    Man::new(command.clone().long_about(about.join("\n\n")))
        .source(concat!("urlgrep ", env!("CARGO_PKG_VERSION")))
        .render(&mut page)?;
    let mut page = String::from_utf8_lossy(&page).into_owned();
    for heading in command
        .get_arguments()
        .filter_map(|arg| arg.get_help_heading())
    {
        // FILES is a section about something else.
        let title = heading.to_uppercase();
        for section in [format!(".SH {title}\n"), format!(".SH \"{title}\"\n")] {
            page = page.replace(&section, &format!(".SS \"{heading}\"\n"));
        }
    }
    let mut own = String::new();
    for paragraph in exit {
        own += &format!(
            ".SH \"EXIT STATUS\"\n{}\n",
            escaped(&paragraph[EXIT.len()..])
        );
    }
    own += &list("ENVIRONMENT", ENVIRONMENT, subcommand);
    own += &list("FILES", FILES, subcommand);
    own += &examples(subcommand);
    let end = page.find(".SH VERSION\n").unwrap_or(page.len());
    page.insert_str(end, &own);
    Ok(page)
}

/// A section with names and their meanings.
fn list(title: &str, rows: &[(About, &str, &str)], subcommand: Option<&str>) -> String {
    let rows = rows
        .iter()
        .filter(|(about, ..)| about.contains(&subcommand));
    section(
        title,
        rows.map(|(_, name, meaning)| {
            format!(".TP\n\\fB{}\\fR\n{}\n", escaped(name), escaped(meaning))
        }),
    )
}

/// The examples of the command or of a subcommand.
fn examples(subcommand: Option<&str>) -> String {
    let of = |command: &str| {
        let word = command.split(' ').nth(1);
        SUBCOMMANDS.into_iter().find(|name| word == Some(name))
    };
    let is_about = |(_, command): &&(&str, &str)| subcommand.is_none() || of(command) == subcommand;
    let rows = EXAMPLES.iter().filter(is_about);
    section(
        "EXAMPLES",
        rows.map(|(what, command)| {
            format!(".TP\n{what}\n.nf\n.RS 4\n{}\n.RE\n.fi\n", escaped(command))
        }),
    )
}

/// A section, if it has rows.
fn section(title: &str, rows: impl Iterator<Item = String>) -> String {
    let rows: String = rows.collect();
    if rows.is_empty() {
        rows
    } else {
        format!(".SH {title}\n{rows}")
    }
}

/// The text, escaped so that roff prints it as it is.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('-', "\\-");
    let text = text.replace('\'', "\\(aq").replace('~', "\\(ti");
    // A full stop at the beginning of a line is a request.
    if text.starts_with('.') {
        format!("\\&{text}")
    } else {
        text
    }
}
