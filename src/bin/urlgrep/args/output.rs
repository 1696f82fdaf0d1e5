//! Options for the output.

use clap::ValueEnum;

use super::{LIST, OUTPUT, names};

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = LIST)]
pub(crate) struct List {
    /// Print only the number of URLs in each file; files without URLs are omitted
    #[arg(short, long, overrides_with_all = ["json", "files_with_matches", "files_without_match", "count_by", "format"])]
    pub(crate) count: bool,

    /// With -c, also print files without URLs
    #[arg(long)]
    pub(crate) include_zero: bool,

    /// Print only the paths of files with URLs
    #[arg(short = 'l', long, overrides_with_all = ["json", "files_without_match", "count_by", "format"])]
    pub(crate) files_with_matches: bool,

    /// Print only the paths of files without URLs
    #[arg(long, overrides_with_all = ["json", "count_by", "format"])]
    pub(crate) files_without_match: bool,

    /// Print how often each URL, host, scheme, file or month occurs, most frequent first
    ///
    /// Each line is a number, a tab and a name; `-` means no host or no date. All names are kept in memory.
    #[arg(long, value_name = "WHAT", value_enum, overrides_with_all = ["json", "format"])]
    pub(crate) count_by: Option<By>,

    /// With --count-by, print only the first N lines
    #[arg(long, value_name = "N", requires = "count_by")]
    pub(crate) top: Option<usize>,

    /// Print nothing and exit at the first URL; errors before it are ignored
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Print statistics at the end
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
    /// By path
    File,
    /// By the message's Date field, in UTC: 1994-07
    Month,
}

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = OUTPUT)]
pub(crate) struct Output {
    /// Show line numbers (default on a terminal)
    #[arg(short = 'n', long, overrides_with = "no_line_number")]
    pub(crate) line_number: bool,

    /// Do not show line numbers
    #[arg(short = 'N', long, overrides_with = "line_number")]
    pub(crate) no_line_number: bool,

    /// Show line and column; columns are bytes, from 1
    #[arg(long)]
    pub(crate) column: bool,

    /// Show the byte offset of each URL in its file, from 0
    #[arg(short, long)]
    pub(crate) byte_offset: bool,

    /// Show the path with each URL (default for several files or a directory)
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub(crate) with_filename: bool,

    /// Do not show paths
    #[arg(short = 'I', long, overrides_with = "with_filename")]
    pub(crate) no_filename: bool,

    /// Show each path once, above its URLs (default on a terminal)
    #[arg(long, overrides_with = "no_heading")]
    pub(crate) heading: bool,

    /// Show the path before each URL, even on a terminal
    #[arg(long, overrides_with = "heading")]
    pub(crate) no_heading: bool,

    /// Same as --heading --line-number --color always
    #[arg(short, long)]
    pub(crate) pretty: bool,

    /// When to use colours
    ///
    /// `auto` uses them on a terminal, unless NO_COLOR is set or TERM is `dumb`.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) color: When,

    /// Print NUL after each path, instead of `:` or a line feed
    #[arg(short = '0', long)]
    pub(crate) null: bool,

    /// Print each URL in this format
    ///
    /// `{url} {normalized} {path} {line} {column} {start} {end} {scheme} {host} {domain} {form} {message.number} {message.id} {part}` are
    /// replaced by their values, or by nothing. `{{` and `}}` are braces; `\t \n \0 \\` are tab, line feed, NUL and `\`. A line
    /// feed is added unless the template ends with `\n` or `\0`.
    #[arg(long, value_name = "TEMPLATE", overrides_with = "json")]
    pub(crate) format: Option<String>,

    /// Flush the output after each line
    #[arg(long)]
    pub(crate) line_buffered: bool,

    /// Accepted for compatibility with ripgrep; does nothing
    #[arg(short, long)]
    pub(crate) only_matching: bool,

    /// Print a completion script for this shell
    #[arg(long, value_name = "SHELL", value_parser = names(SHELLS))]
    pub(crate) completion: Option<String>,
}

/// The values of `--completion`.
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
