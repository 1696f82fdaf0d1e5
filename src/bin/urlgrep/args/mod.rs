//! The command line arguments. The doc comments are the help, the man page and the completions.

mod config;
mod files;
mod foreign;
mod lint;
mod mail;
mod opposites;
mod output;
mod report;
mod urls;

pub(crate) use files::{Input, Sort, Walk};
pub(crate) use lint::{FailOn, Format, Lint};
pub(crate) use mail::{AlternativeChoice, Mail};
pub(crate) use output::{By, List, Output, When};
pub(crate) use report::Report;
pub(crate) use urls::{Filter, Hyphen, Join, Unique, UrlOptions};

use std::env;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, ErrorKind as IoErrorKind, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::LazyLock;
use std::thread;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use urlgrep::{Engine, Profile, url};

use crate::exit::Status;
use crate::stderr;
use crate::visible;

/// Finds URLs in mail, news and documentation.
///
/// It understands the `<URL:…>` form that RFC 1738 recommends, even if a URL is broken over several lines or quoted with `> `, and
/// it finds bare URLs. Prints one URL per line.
///
/// Exit status: 0 if a URL was found, 1 if none was found, 2 if an error occurred.
#[derive(Parser, Debug)]
#[command(name = "urlgrep", bin_name = "urlgrep", version, long_version = VERSION.as_str(), args_override_self = true)]
#[command(disable_help_subcommand = true)]
#[command(
    override_usage = "urlgrep [OPTIONS] [PATH]...\n       urlgrep parse [OPTIONS] [URL]...\n       urlgrep lint [OPTIONS] [PATH]...\n       urlgrep report [OPTIONS] -o FILE [PATH]...\n       urlgrep wrap [OPTIONS] [PATH]...\n       urlgrep help [--man] [SUBCOMMAND]"
)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) search: Search,

    #[command(flatten)]
    pub(crate) shared: Shared,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The first argument, if it is one of these words. Use `./parse` for a path.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Parse URLs: components and flaws, one block of output per URL
    ///
    /// A block begins with `ok`, with `flawed` if the profile accepts the URL in spite of flaws, or with `no` if it refuses the URL.
    /// `URL:` and `<URL:…>` around a URL are left out. The profile is `rfc3986` unless another one is named. `search` is the query. Rows that
    /// begin with a full stop are the parts that the scheme defines, decoded (`details` in JSON).
    ///
    /// Exit status: 0 if the profile accepts all URLs, 1 if not, 2 if an error occurred.
    Parse(Parse),
    /// Check the URLs in documents, and fix them
    ///
    /// Reads text, Markdown, reStructuredText, AsciiDoc, HTML, man pages, mail, and the comments and strings of source code.
    /// The configuration is `urlgrep.toml`, in the directory of each file or above. A comment with `urlgrep: allow RULE` suppresses
    /// findings in its line and in the next one.
    ///
    /// Exit status: 0 if no finding is an error or a warning, 1 if one is, 2 if urlgrep failed. Notes do not count; --fail-on changes
    /// that.
    #[command(
        override_usage = "urlgrep lint [OPTIONS] [PATH]...\n       urlgrep lint --lsp [OPTIONS]"
    )]
    Lint(Box<Lint>),
    /// Write a report about URLs: one HTML file with charts and a table
    ///
    /// The file needs no network and no other file. It shows how many URLs there are, when and where, who wrote them, what is wrong with them, and
    /// a table to search, sort, filter and download. It takes the options of a search.
    ///
    /// Exit status: 0 if a URL was found, 1 if none was found (the report is written all the same), 2 if an error occurred.
    Report(Box<Report>),
    /// Put long URLs in `<URL:…>`, broken over lines as RFC 1738 recommends
    ///
    /// Prints the text. Each URL that goes beyond the width is wrapped and broken so that readers can rejoin it, even in a quoted reply:
    /// never after a hyphen or within an escape. Other bytes are copied, also the header of a message,
    /// and, as a whole, a mailbox, a message that is encoded or not plain text, HTML, XML and JSON. Use it for plain text only, not for Markdown.
    ///
    /// Exit status: 0 if a URL was wrapped, 1 if none was, 2 if an error occurred.
    Wrap(Wrap),
    /// Print help or the man page
    Help(Help),
}

/// The names of all subcommands.
pub(crate) const SUBCOMMANDS: [&str; 5] = ["parse", "lint", "report", "wrap", "help"];

#[derive(clap::Args, Debug)]
pub(crate) struct Wrap {
    /// Files to print [default: standard input]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Characters in a line
    #[arg(long, value_name = "N", value_parser = positive::<usize>, allow_negative_numbers = true, default_value_t = 72)]
    pub(crate) width: usize,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Parse {
    /// URLs to parse; `-` is each line of standard input [default: -]
    #[arg(value_name = "URL")]
    pub(crate) urls: Vec<OsString>,

    /// Parse the targets of rewritten links (SafeLinks, Proofpoint, Google and others) in place of the links
    #[arg(long)]
    pub(crate) unwrap: bool,

    /// Print URLs so that no program makes them a link: `hxxps://evil[.]example/x`; not in JSON
    #[arg(long)]
    pub(crate) defang: bool,

    /// Also print what a client of 1994 would do for the URL: the commands of FTP, the line of Gopher. Nothing is sent
    #[arg(long)]
    pub(crate) steps: bool,

    /// Also print for each profile whether it accepts the URL, or why not
    #[arg(long)]
    pub(crate) all_profiles: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Help {
    /// Subcommand to describe
    #[arg(value_name = "SUBCOMMAND")]
    pub(crate) command: Option<String>,

    /// Print the man page in roff format
    #[arg(long)]
    pub(crate) man: bool,
}

/// Options that subcommands accept too.
#[derive(clap::Args, Debug)]
pub(crate) struct Shared {
    /// Print one JSON object per line
    #[arg(long, global = true, help_heading = OUTPUT)]
    pub(crate) json: bool,

    /// Which strings are valid URLs
    ///
    /// `default` accepts URLs as people write them; `rfc1738` is exactly what RFC 1738 section 5 allows. Of all subcommands only `parse` accepts
    /// `rfc3986` (its default), which is what RFC 3986 allows, and `whatwg`, which is what a browser would open.
    #[arg(long, global = true, overrides_with = "strict", help_heading = URLS, value_name = "NAME")]
    #[arg(value_enum)]
    profile: Option<ProfileName>,

    /// Same as --profile rfc1738
    #[arg(long, global = true, overrides_with = "profile", help_heading = URLS)]
    strict: bool,
}

impl Shared {
    /// The profile that was named.
    pub(crate) fn profile(&self) -> Option<ProfileName> {
        if self.strict {
            Some(ProfileName::Rfc1738)
        } else {
            self.profile
        }
    }

    /// The profile for finding URLs.
    pub(crate) fn search_profile(&self) -> Profile {
        match self.profile() {
            None | Some(ProfileName::Default) => Profile::DEFAULT,
            Some(ProfileName::Rfc1738) => Profile::RFC1738,
            Some(ProfileName::Rfc3986 | ProfileName::Whatwg) => {
                wrong("this --profile is only for `urlgrep parse`")
            }
        }
    }
}

/// `--profile`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProfileName {
    Default,
    Rfc1738,
    Rfc3986,
    Whatwg,
}

// The headings of the help, in order.
const WALK: &str = "Files";
const INPUT: &str = "Input";
const URLS: &str = "URLs";
const MAIL: &str = "Mail and news";
const FILTER: &str = "Filters";
const LIST: &str = "Counts and lists (instead of URLs)";
const OUTPUT: &str = "Output";

/// A number as typed. The error names the expected type; clap's own does not.
fn number(typed: &str) -> Result<u64, String> {
    let why = |_| "expected a number, 0 or more".to_string();
    typed.parse().map_err(why)
}

/// The same for a number that cannot be 0.
fn positive<N: FromStr + Default + PartialEq>(typed: &str) -> Result<N, String> {
    let number = typed.parse().ok().filter(|number| *number != N::default());
    number.ok_or_else(|| "expected a number, 1 or more".to_string())
}

/// The most threads of `-j N`, unless the machine has many processors. More do no work and wait for each other.
const MOST_THREADS: usize = 64;

/// How many threads `-j N` means.
pub(crate) fn threads(typed: u64) -> usize {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let most = MOST_THREADS.max(4 * processors);
    match typed {
        0 => processors,
        threads => usize::try_from(threads).map_or(most, |threads| threads.min(most)),
    }
}

/// A size in bytes: `4096`, `64K`, `2M`, `1G`.
fn size(typed: &str) -> Result<u64, String> {
    let (digits, shift) = match typed.as_bytes().last().map(u8::to_ascii_uppercase) {
        Some(b'K') => (&typed[..typed.len() - 1], 10),
        Some(b'M') => (&typed[..typed.len() - 1], 20),
        Some(b'G') => (&typed[..typed.len() - 1], 30),
        _ => (typed, 0),
    };
    let bytes = digits.parse::<u64>().ok();
    if bytes == Some(0) {
        return Err("0 skips all files; expected 4096 (bytes), 64K, 2M or 1G".to_string());
    }
    bytes
        .and_then(|bytes| bytes.checked_mul(1 << shift))
        .ok_or_else(|| "expected a number of bytes: 4096, 64K, 2M or 1G".to_string())
}

/// What `--version` prints: the release, what was compiled in, and the engine that this processor uses.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let features = [
        ("gzip", cfg!(feature = "gzip")),
        ("bzip2", cfg!(feature = "bzip2")),
        ("xz", cfg!(feature = "xz")),
        ("zstd", cfg!(feature = "zstd")),
        ("lz4", cfg!(feature = "lz4")),
        ("tar", cfg!(feature = "tar")),
        ("zip", cfg!(feature = "zip")),
        ("outlook", cfg!(feature = "outlook")),
        ("pdf", cfg!(feature = "pdf")),
        ("pick", cfg!(feature = "pick")),
    ];
    let features = features.map(|(name, is_on)| format!("{}{name}", if is_on { '+' } else { '-' }));
    format!(
        "{}\n\nfeatures: {}\nengine: {}\npublic suffix list: {}",
        env!("CARGO_PKG_VERSION"),
        features.join(" "),
        Engine::best().name(),
        url::PUBLIC_SUFFIX_LIST,
    )
});

fn names(names: impl IntoIterator<Item = &'static str>) -> PossibleValuesParser {
    PossibleValuesParser::new(names)
}

/// Options that only searching accepts.
#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
pub(crate) struct Search {
    /// Files and directories to search; `-` is standard input
    ///
    /// Without a path, standard input is searched if it is a pipe, a socket or a file; otherwise the current directory. In
    /// directories, hidden files, binary files and files ignored by git (in a git work tree) are skipped.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) walk: Walk,

    #[command(flatten)]
    pub(crate) input: Input,

    #[command(flatten)]
    pub(crate) found: UrlOptions,

    #[command(flatten)]
    pub(crate) mail: Mail,

    #[command(flatten)]
    pub(crate) filter: Filter,

    #[command(flatten)]
    pub(crate) list: List,

    #[command(flatten)]
    pub(crate) output: Output,
}

/// The same arguments without subcommands.
#[derive(Parser)]
#[command(name = "urlgrep", bin_name = "urlgrep", version, long_version = VERSION.as_str(), args_override_self = true)]
struct Paths {
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    shared: Shared,
}

/// The options of a search, or of all subcommands, that a subcommand accepts but does not use: its help leaves them out.
const UNUSED: [(&str, &[&str]); 3] = [
    ("report", &["json", "no_config", "type_list"]),
    ("wrap", &["json", "profile", "strict"]),
    ("help", &["json", "profile", "strict"]),
];

/// The definition of the arguments.
pub(crate) fn command() -> clap::Command {
    without_unused(Args::command())
}

/// Hides the options that a subcommand does not use.
fn without_unused(command: clap::Command) -> clap::Command {
    UNUSED.iter().fold(command, |command, (name, unused)| {
        if command.find_subcommand(name).is_none() {
            return command;
        }
        let global = command.get_arguments().filter(|arg| arg.is_global_set());
        let is_unused = |arg: &&Arg| unused.contains(&arg.get_id().as_str());
        let global: Vec<_> = global.filter(is_unused).cloned().collect();
        command.mut_subcommand(name, |subcommand| {
            subcommand.args(global).mut_args(|arg| {
                let hide = arg.is_hide_set() || is_unused(&&arg);
                arg.hide(hide)
            })
        })
    })
}

/// Parses arguments, among them the opposites of options.
fn parse<T: CommandFactory + FromArgMatches>(
    typed: impl Iterator<Item = OsString>,
) -> Result<T, clap::Error> {
    parse_with(T::command(), typed)
}

fn parse_with<T: FromArgMatches>(
    command: clap::Command,
    typed: impl Iterator<Item = OsString>,
) -> Result<T, clap::Error> {
    // Neither is dropped: that takes a tenth of a short run.
    let command = Box::leak(Box::new(without_unused(opposites::with_opposites(command))));
    let matches = Box::leak(Box::new(command.try_get_matches_from_mut(typed)?));
    T::from_arg_matches_mut(matches).map_err(|error| error.format(command))
}

/// The reason alone in one line, without the usage.
fn reason(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let is_reason = |line: &&str| !line.starts_with("Usage:") && !line.starts_with("For more");
    let lines = text.lines().map(str::trim).take_while(is_reason);
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    lines.join(" ").trim_start_matches("error: ").to_string()
}

/// The arguments of a search.
pub(crate) fn search_command() -> clap::Command {
    Paths::command()
}

impl Args {
    /// Parses the arguments of this process. Exits if they are invalid or ask for help.
    pub(crate) fn read() -> Args {
        let mut args: Args = parse(env::args_os()).unwrap_or_else(|error| leave(error));
        if args.command.is_some() && args.search == Search::default() {
            if let Some(Command::Report(report)) = &mut args.command {
                args.search = report.take_search();
            }
            return args;
        }
        if args.command.is_some() && args.search.paths.is_empty() {
            wrong(
                "search options are not allowed before a subcommand; write the subcommand first: `urlgrep parse …`, `urlgrep lint …`, `urlgrep report …`, `urlgrep wrap …`; for a file of that name write `./lint`",
            );
        }
        let configured = if args.search.input.no_config {
            Vec::new()
        } else {
            config::arguments()
        };
        if args.command.is_none() && configured.is_empty() {
            return args.complete();
        }
        // After a path, the name of a subcommand is a path.
        let mut typed = env::args_os();
        let program = typed.next();
        let all = program.into_iter().chain(configured).chain(typed);
        let paths: Paths = parse(all).unwrap_or_else(|error| {
            if Args::without_config().is_none() {
                leave(error);
            }
            wrong(config::blame(&reason(&error)))
        });
        paths.into_args().complete()
    }

    /// Exits if `--top` was typed without `--count-by`. In the configuration file it is for searches that count.
    fn complete(self) -> Args {
        let list = &self.search.list;
        if list.top.is_some() && list.count_by.is_none() {
            let command = Args::command().mut_arg("top", |top| top.requires("count_by"));
            let typed: Result<Args, _> = parse_with(command, env::args_os());
            typed.map_err(leave).ok();
        }
        self
    }

    /// The arguments of a search without those of the configuration file, if they are valid.
    pub(crate) fn without_config() -> Option<Args> {
        parse(env::args_os()).ok().map(Paths::into_args)
    }

    /// Reports options that mean nothing. If they are right without the configuration file, the message names it.
    pub(crate) fn wrong(&self, why: &str, is_right: impl Fn(&Args) -> bool) -> ! {
        let alone = Args::without_config().filter(|_| self.command.is_none());
        if alone.is_some_and(|alone| is_right(&alone)) {
            wrong(config::blame(why))
        } else {
            wrong(why)
        }
    }
}

impl Paths {
    fn into_args(self) -> Args {
        Args {
            search: self.search,
            shared: self.shared,
            command: None,
        }
    }
}

/// Reports invalid arguments and exits.
pub(crate) fn wrong(why: impl Display) -> ! {
    leave(without_usage(ErrorKind::ValueValidation, why))
}

/// An error that says what to do, so it needs no usage.
fn without_usage(kind: ErrorKind, why: impl Display) -> clap::Error {
    clap::Error::raw(kind, format_args!("{why}\n")).with_cmd(&Args::command())
}

/// Prints the help, or why the arguments are wrong, and exits.
fn leave(error: clap::Error) -> ! {
    let error = match foreign::answer(&error) {
        Some(why) => without_usage(ErrorKind::UnknownArgument, why),
        None => error,
    };
    // Arguments may contain anything. Then the message has no colours, so that everything else can be escaped.
    let is_harmless = |arg: OsString| {
        let arg = arg.as_encoded_bytes();
        visible::visible(arg) == visible::lossy(arg)
    };
    let printed = if error.use_stderr() && !env::args_os().all(is_harmless) {
        let text = visible::lines(&error.render().to_string());
        io::stderr().write_all(text.as_bytes())
    } else {
        error.print().and_then(|()| io::stdout().flush())
    };
    match printed {
        Err(error) if error.kind() != IoErrorKind::BrokenPipe => {
            stderr::say("standard output", stderr::reason(&error));
            Status::Error.leave()
        }
        _ if error.use_stderr() => Status::Error.leave(),
        _ => Status::Yes.leave(),
    }
}
