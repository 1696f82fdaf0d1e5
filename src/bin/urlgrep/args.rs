//! Arguments as they are typed. The doc comments are the help.

use std::ffi::OsString;
use std::fmt::Display;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use urlgrep::{Profile, mail};

/// Takes URLs out of mail, news and documentation.
///
/// Finds URLs as RFC 1738 recommends to write them in text, `<URL:…>`, also broken over lines and quoted with `> `; and bare
/// URLs as a careful reader would take them. Prints one a line.
///
/// Exit status: 0 if something was found, 1 if nothing was, 2 if there was an error.
#[derive(Parser, Debug)]
#[command(name = "urlgrep", version, args_override_self = true)]
#[command(override_usage = "urlgrep [OPTIONS] [PATH]...\n       urlgrep parse [OPTIONS] [URL]...")]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) search: Search,

    #[command(flatten)]
    pub(crate) shared: Shared,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The first bare word, if it is one of these; `./parse` is a path.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Take URLs apart and judge them: one line of output for each
    ///
    /// Exit status: 0 if the profile accepts all of them, 1 if not, 2 if there was an error.
    Parse(Parse),
}

#[derive(clap::Args, Debug)]
pub(crate) struct Parse {
    /// URLs; without any, each line of standard input is one
    #[arg(value_name = "URL")]
    pub(crate) urls: Vec<OsString>,
}

/// What subcommands understand too.
#[derive(clap::Args, Debug)]
pub(crate) struct Shared {
    /// Print JSON, one object a line
    #[arg(long, global = true, help_heading = OUTPUT)]
    pub(crate) json: bool,

    /// What counts as a URL
    ///
    /// `rfc1738` is what section 5 of RFC 1738 derives, to the letter; `default` is what is in use.
    #[arg(long, global = true, overrides_with = "strict", help_heading = FOUND, value_name = "NAME")]
    #[arg(default_value = "default", value_parser = names(Profile::ALL.map(|of| of.name())))]
    profile: String,

    /// The same as --profile rfc1738
    #[arg(long, global = true, overrides_with = "profile", help_heading = FOUND)]
    strict: bool,
}

impl Shared {
    pub(crate) fn profile(&self) -> Profile {
        let named = |profile: &Profile| profile.name() == self.profile;
        match self.strict {
            true => Profile::RFC1738,
            false => Profile::ALL
                .into_iter()
                .find(named)
                .unwrap_or(Profile::DEFAULT),
        }
    }
}

const INPUT: &str = "Input";
const FOUND: &str = "What is found";
const OUTPUT: &str = "Output";

fn names(names: impl IntoIterator<Item = &'static str>) -> PossibleValuesParser {
    PossibleValuesParser::new(names)
}

/// What is only for searching.
#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
pub(crate) struct Search {
    /// Files and directories; `-` is standard input
    ///
    /// Without any, standard input is searched if it is a pipe, a socket or a file, else the current directory. In
    /// directories hidden files are left out, binary files, and in git work trees what git ignores.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) input: Input,

    #[command(flatten)]
    pub(crate) found: Found,

    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = INPUT)]
pub(crate) struct Input {
    /// Take all input for this, whatever it looks like
    #[arg(long = "as", value_name = "TYPE", value_parser = names(mail::names()))]
    pub(crate) container: Option<String>,

    /// Use so many threads; 0 is as many as there are processors
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        default_value_t,
        hide_default_value = true
    )]
    pub(crate) threads: usize,

    /// Say nothing about files that cannot be read
    #[arg(long)]
    pub(crate) no_messages: bool,
}

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = FOUND)]
pub(crate) struct Found {
    /// Only URLs of these schemes, with commas between
    ///
    /// A compound such as `git+ssh` also counts for its last part.
    #[arg(short, long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) scheme: Vec<String>,

    /// Take any scheme before `://`, not only those that are known
    #[arg(long)]
    pub(crate) any_scheme: bool,

    /// Also what the profile refuses
    #[arg(long)]
    pub(crate) all: bool,

    /// Whether a hyphen before a line break belongs to the URL
    #[arg(long, value_name = "HOW", value_enum, default_value_t)]
    pub(crate) hyphen: Hyphen,

    /// When to join a bare URL that a line break cuts
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) join: Join,
}

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = OUTPUT)]
pub(crate) struct Output {
    /// Print the line that each URL begins on
    #[arg(short = 'n', long)]
    pub(crate) line_number: bool,

    /// Print line and column: bytes, from 1
    #[arg(long)]
    pub(crate) column: bool,

    /// Print the byte of the file that each URL begins at, from 0
    #[arg(short, long)]
    pub(crate) byte_offset: bool,

    /// Print only how many URLs there are in each file that has any
    #[arg(short, long, overrides_with = "json")]
    pub(crate) count: bool,

    /// Print the path with each URL; so with several files or a directory
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub(crate) with_filename: bool,

    /// Never print the path
    #[arg(short = 'I', long, overrides_with = "with_filename")]
    pub(crate) no_filename: bool,

    /// Print nothing, and end with the first URL; errors do not count then
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// `--hyphen`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Hyphen {
    /// Yes, unless the same message or text has the URL unbroken without it
    #[default]
    Auto,
    /// Yes
    Keep,
    /// No
    Drop,
    /// Print it both ways
    Both,
}

/// `--join`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Join {
    Never,
    /// If all signs say so
    #[default]
    Sure,
    /// As `sure`; where it is only likely, the joined form is an alternative in JSON
    Plausible,
}

/// The same without subcommands.
#[derive(Parser)]
#[command(name = "urlgrep", args_override_self = true)]
struct Paths {
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    shared: Shared,
}

impl Args {
    /// Those of this process; if they are wrong, or ask for help, it ends here.
    pub(crate) fn read() -> Args {
        let args = Args::parse();
        if args.command.is_none() || args.search == Search::default() {
            return args;
        }
        if args.search.paths.is_empty() {
            wrong("options for searching cannot stand before a subcommand");
        }
        // A subcommand's name behind a path is a path.
        let Paths { search, shared } = Paths::parse();
        let command = None;
        Args {
            search,
            shared,
            command,
        }
    }
}

/// Ends the process: what was typed has no meaning.
pub(crate) fn wrong(why: impl Display) -> ! {
    Args::command()
        .error(ErrorKind::ValueValidation, why)
        .exit()
}
