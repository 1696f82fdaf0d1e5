//! Arguments as they are typed. The doc comments are the help, the man page and the completions.

mod files;
mod lint;
mod mail;
mod output;
mod urls;

pub(crate) use files::{Input, Sort, Walk};
pub(crate) use lint::{FailOn, Format, Lint};
pub(crate) use mail::{Alternative, Mail};
pub(crate) use output::{By, List, Output, When};
pub(crate) use urls::{Filter, Found, Hyphen, Join, Unique};

use std::ffi::OsString;
use std::fmt::Display;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use urlgrep::Profile;

/// Takes URLs out of mail, news and documentation.
///
/// Finds URLs as RFC 1738 recommends to write them in text, `<URL:…>`, also broken over lines and quoted with `> `; and bare
/// URLs as a careful reader would take them. Prints one a line.
///
/// Exit status: 0 if something was found, 1 if nothing was, 2 if there was an error.
#[derive(Parser, Debug)]
#[command(name = "urlgrep", version, args_override_self = true)]
#[command(disable_help_subcommand = true)]
#[command(
    override_usage = "urlgrep [OPTIONS] [PATH]...\n       urlgrep parse [OPTIONS] [URL]...\n       urlgrep lint [OPTIONS] [PATH]...\n       urlgrep help [--man] [SUBCOMMAND]"
)]
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
    /// Say what is wrong with the URLs of documents, and put it right
    ///
    /// Reads text, Markdown, reStructuredText, AsciiDoc, HTML, man pages, mail, and the comments and strings of programs.
    /// `urlgrep.toml`, searched upward from each file, says which rules are asked; `urlgrep: allow RULE` in a comment allows
    /// what stands in its line or the next.
    ///
    /// Exit status: 0 if nothing was found, 1 if something was, 2 if there was an error.
    Lint(Box<Lint>),
    /// Print this help, or a subcommand's, or the man page
    Help(Help),
}

#[derive(clap::Args, Debug)]
pub(crate) struct Parse {
    /// URLs; without any, each line of standard input is one
    #[arg(value_name = "URL")]
    pub(crate) urls: Vec<OsString>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Help {
    /// Whose help
    #[arg(value_name = "SUBCOMMAND")]
    pub(crate) command: Option<String>,

    /// Print the man page, in roff
    #[arg(long)]
    pub(crate) man: bool,
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

// The groups of the help, in its order.
const WALK: &str = "Which files";
const INPUT: &str = "Input";
const FOUND: &str = "What is found";
const MAIL: &str = "Mail and news";
const FILTER: &str = "Which URLs are kept";
const LIST: &str = "Counts and lists, instead of URLs";
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
    pub(crate) walk: Walk,

    #[command(flatten)]
    pub(crate) input: Input,

    #[command(flatten)]
    pub(crate) found: Found,

    #[command(flatten)]
    pub(crate) mail: Mail,

    #[command(flatten)]
    pub(crate) filter: Filter,

    #[command(flatten)]
    pub(crate) list: List,

    #[command(flatten)]
    pub(crate) output: Output,
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
