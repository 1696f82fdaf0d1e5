//! What is printed, and how.

use clap::ValueEnum;

use super::{LIST, OUTPUT, names};

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = LIST)]
pub(crate) struct List {
    /// Print only how many URLs there are in each file that has any
    #[arg(short, long, overrides_with_all = ["json", "files_with_matches", "files_without_match", "count_by", "format"])]
    pub(crate) count: bool,

    /// With -c, also the files that have none
    #[arg(long)]
    pub(crate) include_zero: bool,

    /// Print only the paths of files with URLs
    #[arg(short = 'l', long, overrides_with_all = ["json", "files_without_match", "count_by", "format"])]
    pub(crate) files_with_matches: bool,

    /// Print only the paths of files without URLs
    #[arg(long, overrides_with_all = ["json", "count_by", "format"])]
    pub(crate) files_without_match: bool,

    /// Print how often each URL, host, scheme, file or month occurs, the most frequent first
    ///
    /// Each line is a number, a tab and a name; `-` stands for no host or no date. Takes memory for each name.
    #[arg(long, value_name = "WHAT", value_enum, overrides_with_all = ["json", "format"])]
    pub(crate) count_by: Option<By>,

    /// With --count-by, only the first N
    #[arg(long, value_name = "N", requires = "count_by")]
    pub(crate) top: Option<usize>,

    /// Print nothing, and end with the first URL; errors do not count then
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// At the end, print how much was searched and found
    #[arg(long, conflicts_with = "json")]
    pub(crate) stats: bool,
}

/// `--count-by`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    Url,
    /// In lower case
    Host,
    /// In lower case
    Scheme,
    /// Its path
    File,
    /// Of the message's Date field, in UTC: 1994-07
    Month,
}

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = OUTPUT)]
pub(crate) struct Output {
    /// Print the line that each URL begins on; so on a terminal
    #[arg(short = 'n', long, overrides_with = "no_line_number")]
    pub(crate) line_number: bool,

    /// Never print the line
    #[arg(short = 'N', long, overrides_with = "line_number")]
    pub(crate) no_line_number: bool,

    /// Print line and column: bytes, from 1
    #[arg(long)]
    pub(crate) column: bool,

    /// Print the byte of the file that each URL begins at, from 0
    #[arg(short, long)]
    pub(crate) byte_offset: bool,

    /// Print the path with each URL; so with several files or a directory
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub(crate) with_filename: bool,

    /// Never print the path
    #[arg(short = 'I', long, overrides_with = "with_filename")]
    pub(crate) no_filename: bool,

    /// Print each path once, above its URLs; so on a terminal
    #[arg(long, overrides_with = "no_heading")]
    pub(crate) heading: bool,

    /// Print the path before each URL, on a terminal too
    #[arg(long, overrides_with = "heading")]
    pub(crate) no_heading: bool,

    /// Print for people: --heading --line-number --color always
    #[arg(short, long)]
    pub(crate) pretty: bool,

    /// Whether to use colours
    ///
    /// `auto` is on a terminal, unless NO_COLOR is set or TERM is `dumb`.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) color: When,

    /// Print a NUL after each path, instead of `:` or the end of the line
    #[arg(short = '0', long)]
    pub(crate) null: bool,

    /// Print each URL in this form
    ///
    /// `{url} {path} {line} {column} {start} {end} {scheme} {host} {form} {message.number} {message.id} {part}` stand for what
    /// is known of it, or for nothing; `{{` and `}}` for braces; `\t \n \0 \\` for a tab, the end of a line, NUL and `\`. A line
    /// for each, unless it ends in `\n` or `\0` itself.
    #[arg(long, value_name = "TEMPLATE", overrides_with = "json")]
    pub(crate) format: Option<String>,

    /// Pass on each line at once
    #[arg(long)]
    pub(crate) line_buffered: bool,

    /// Does nothing: only URLs are ever printed
    #[arg(short, long)]
    pub(crate) only_matching: bool,

    /// Print what completes urlgrep's options in this shell
    #[arg(long, value_name = "SHELL", value_parser = names(SHELLS))]
    pub(crate) completion: Option<String>,
}

/// Those of `--completion`.
pub(super) const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "powershell"];

/// `--color`, `--progress`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum When {
    /// On a terminal
    #[default]
    Auto,
    Always,
    Never,
}
