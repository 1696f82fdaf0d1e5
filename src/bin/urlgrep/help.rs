//! Help and man page, generated from the definition of the arguments.

use clap::CommandFactory;
use clap_mangen::Man;

use crate::args::SUBCOMMANDS;
use crate::args::{self, Args, Help};
use crate::exit::Status;
use crate::print::{Manner, StdoutBuffer};

/// `urlgrep help`
pub(crate) fn help(help: &Help) -> Status {
    let mut command = Args::command();
    command.build();
    let selected = match &help.command {
        None => &mut command,
        Some(name) => match command.find_subcommand_mut(name) {
            Some(subcommand) => subcommand,
            None => args::wrong(format!(
                "unknown subcommand '{name}'; known are {}",
                SUBCOMMANDS.join(", ")
            )),
        },
    };
    if !help.man {
        return print(selected.render_long_help().to_string().as_bytes());
    }
    let mut page = Vec::new();
    match Man::new(selected.clone()).render(&mut page) {
        Ok(()) => {
            page.extend(examples(help.command.as_deref()).bytes());
            print(&page)
        }
        // Writing to memory cannot fail.
        Err(_) => Status::Error,
    }
}

/// The examples of the man page: what they do, and the command. The first word behind the program may be a subcommand.
const EXAMPLES: [(&str, &str); 14] = [
    (
        "Print the URLs of a mailbox with their lines:",
        "urlgrep -n inbox.mbox",
    ),
    (
        "Print each URL of the current directory once:",
        "urlgrep -U",
    ),
    (
        "Print the 10 hosts that occur most often:",
        "urlgrep --count-by host --top 10 mail/",
    ),
    (
        "Keep the URLs of one site, and of the sites below it:",
        "urlgrep --host example.org --host '*.example.org' mail/",
    ),
    (
        "Search the messages that someone sent in 2025:",
        "urlgrep --from joe@ --since 2025 --until 2025 inbox.mbox",
    ),
    (
        "Read suspicious mail: the real targets, safe to paste:",
        "urlgrep --unwrap --defang --link-text mail.eml",
    ),
    (
        "Follow a log:",
        "tail -f access.log | urlgrep --line-buffered",
    ),
    (
        "Give URLs to a program, one at a time:",
        "urlgrep -0 notes.md | xargs -0 -n 1 curl -sI",
    ),
    (
        "Show the components and flaws of a URL:",
        "urlgrep parse 'http://joe@example.org:80/~x'",
    ),
    (
        "Show where a rewritten link leads:",
        "urlgrep parse --unwrap --defang 'https://www.google.com/url?q=https://example.org/'",
    ),
    ("Check documents:", "urlgrep lint docs/"),
    (
        "Write a report about the links of a mailing list:",
        "urlgrep report -o report.html lists/announce.mbox",
    ),
    (
        "Show the fixes, then apply them:",
        "urlgrep lint --diff docs/; urlgrep lint --fix docs/",
    ),
    (
        "Write a message whose long URLs survive the mail:",
        "urlgrep wrap draft.txt",
    ),
];

/// The examples of the command or of a subcommand, in roff.
fn examples(subcommand: Option<&str>) -> String {
    let of = |command: &str| {
        let words: Vec<_> = command.split(' ').collect();
        SUBCOMMANDS
            .into_iter()
            .find(|name| words.get(1) == Some(name))
    };
    let mut roff = String::from(".SH EXAMPLES\n");
    for (what, command) in EXAMPLES {
        if subcommand.is_none() || of(command) == subcommand {
            let command = command
                .replace('-', "\\-")
                .replace('\'', "\\(aq")
                .replace('~', "\\(ti");
            roff += &format!(".TP\n{what}\n.nf\n.RS 4\n{command}\n.RE\n.fi\n");
        }
    }
    match subcommand {
        Some("help") => String::new(),
        _ => roff,
    }
}

/// `--type-list`
pub(crate) fn type_list() -> Status {
    print(urlgrep::files::FileTypes::list().as_bytes())
}

pub(crate) fn print(text: &[u8]) -> Status {
    let mut out = StdoutBuffer::new(Manner::default());
    out.write(text);
    out.flush();
    Status::Yes
}
