//! Which files are searched, and how they are read.

use clap::ValueEnum;

use super::output::When;
use super::{INPUT, WALK, names};
use crate::input;

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = WALK)]
pub(crate) struct Walk {
    /// In directories, only files that match; with `!` before it, only those that do not
    ///
    /// As in .gitignore: `*.mbox`, `lists/**`, `!*.html`. The last one that matches a file decides. May be given several times.
    /// Files that are named are searched whatever they are called.
    #[arg(short, long, value_name = "GLOB")]
    pub(crate) glob: Vec<String>,

    /// Also hidden files and directories
    #[arg(long)]
    pub(crate) hidden: bool,

    /// Also what .gitignore, .ignore and the like leave out
    #[arg(long)]
    pub(crate) no_ignore: bool,

    /// Follow symbolic links
    #[arg(short = 'L', long)]
    pub(crate) follow: bool,

    /// Also files that look binary
    #[arg(short = 'a', long)]
    pub(crate) text: bool,

    /// In what order
    #[arg(long, value_name = "ORDER", value_enum, default_value_t)]
    pub(crate) sort: Sort,
}

/// `--sort`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Sort {
    /// Names that are numbers by number, then others by their bytes
    #[default]
    Path,
    /// As the system gives them, which may differ from run to run
    None,
}

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = INPUT)]
pub(crate) struct Input {
    /// Take all input for this, whatever it looks like
    #[arg(long = "as", value_name = "TYPE", value_parser = names(input::TYPES))]
    pub(crate) container: Option<String>,

    /// Leave a compressed file that grows to more than N times its size: 250, unless given
    ///
    /// 0 is any number. Files that grow to less than 64 MiB are never left. gzip, compress, bzip2, xz, zstd and lz4 are told by their first bytes and
    /// decompressed; offsets, lines and columns are those of the content.
    #[arg(long, value_name = "N")]
    pub(crate) max_growth: Option<u64>,

    /// Use so many threads; 0 is as many as there are processors
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        default_value_t,
        hide_default_value = true
    )]
    pub(crate) threads: usize,

    /// Search with these instructions of the processor: portable, ssse3, avx2 or neon
    ///
    /// The results are the same; without it the fastest is taken.
    #[arg(long, value_name = "NAME")]
    pub(crate) engine: Option<String>,

    /// Show on standard error how far the work is
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) progress: When,

    /// Say nothing about files that cannot be read
    #[arg(long)]
    pub(crate) no_messages: bool,

    /// Does nothing; it is taken because ripgrep takes it
    #[arg(short = 'z', long)]
    pub(crate) search_zip: bool,

    /// An error, as what it means to others is two things here.
    #[arg(short = 'u', long = "unrestricted", hide = true, action = clap::ArgAction::Count)]
    pub(crate) unrestricted: u8,
}
