//! Options for selecting and reading files.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::output::When;
use super::{INPUT, WALK, number, size};
use urlgrep::files;

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = WALK)]
pub(crate) struct Walk {
    /// Search only files in directories that match; with a leading `!`, only files that do not match
    ///
    /// The syntax is that of .gitignore: `*.mbox`, `lists/**`, `!*.html`. The last glob that matches a file decides. Can be given
    /// several times. Files named on the command line are always searched. As in ripgrep, a file that a glob without `!` matches is
    /// searched even if it is hidden or ignored by git.
    ///
    /// Members of an archive that is named on the command line are chosen in the same way, by their names in it. In directories a glob
    /// without `!` must match the archive itself; then all its members are searched that no glob with `!` excludes.
    #[arg(short, long, value_name = "GLOB")]
    pub(crate) glob: Vec<String>,

    /// The same as -g, but ignore case
    #[arg(long, value_name = "GLOB")]
    pub(crate) iglob: Vec<String>,

    /// Search only files of this type in directories: `mail`, `md`, `html`; --type-list shows all
    ///
    /// A type is a list of globs, as in ripgrep. Can be given several times. Messages in mail stores (Maildir, MH, news spools) have the
    /// type `mail`. Members of archives are not chosen by type; use -g.
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    pub(crate) types: Vec<String>,

    /// Do not search files of this type in directories
    #[arg(short = 'T', long, value_name = "TYPE")]
    pub(crate) type_not: Vec<String>,

    /// List the types of -t with their globs
    #[arg(long)]
    pub(crate) type_list: bool,

    /// Also search hidden files and directories
    #[arg(short = '.', long)]
    pub(crate) hidden: bool,

    /// Also search files excluded by .gitignore, .ignore and similar files
    #[arg(long)]
    pub(crate) no_ignore: bool,

    /// Follow symbolic links
    #[arg(short = 'L', long)]
    pub(crate) follow: bool,

    /// Also search binary files
    #[arg(short = 'a', long)]
    pub(crate) text: bool,

    /// Descend at most N levels below each directory
    ///
    /// 0 searches only the files that are named, 1 also those in the directories that are named.
    #[arg(short = 'd', long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub(crate) max_depth: Option<u64>,

    /// In directories, skip files larger than SIZE: 4096 (bytes), 64K, 2M or 1G
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) max_filesize: Option<u64>,

    /// Sort order of files
    #[arg(
        long,
        value_name = "ORDER",
        value_enum,
        default_value_t,
        overrides_with = "sortr"
    )]
    pub(crate) sort: Sort,

    /// Reverse sort order of files
    #[arg(long, value_name = "ORDER", value_enum)]
    pub(crate) sortr: Option<Sort>,
}

/// `--sort`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Sort {
    /// By name: numbers first, sorted by value, then other names, sorted by bytes
    #[default]
    Path,
    /// In the order of the file system, which may differ between runs
    None,
}

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = INPUT)]
pub(crate) struct Input {
    /// Treat all input as TYPE instead of detecting it
    ///
    /// Of compressed files and archives, the content has this type.
    #[arg(long = "as", value_name = "TYPE", value_parser = file_types(), ignore_case = true)]
    pub(crate) container: Option<String>,

    /// Stop when the decompressed content is more than N times as large as the file [default: 250]
    ///
    /// 0 means no limit. Content up to 64 MiB is always read. gzip, compress, bzip2, xz, zstd and lz4 are detected by their first
    /// bytes and decompressed; offsets, lines and columns refer to the content. Members of zip and tar archives and of messages of
    /// Outlook are searched as files, `mail.tgz!inbox`, up to 8 archives deep and 1,000,000 members; for N they count together.
    #[arg(long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub(crate) max_growth: Option<u64>,

    /// Number of threads [default: 0, the number of processors]
    ///
    /// At most 64 threads, or 4 per processor if that is more.
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        value_parser = number,
        allow_negative_numbers = true,
        default_value_t,
        hide_default_value = true
    )]
    pub(crate) threads: u64,

    /// Instruction set for searching: portable, ssse3, avx2, avx512 or neon
    ///
    /// All give the same results. The default is the fastest that the processor supports.
    #[arg(long, value_name = "NAME")]
    pub(crate) engine: Option<String>,

    /// Show progress on standard error
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) progress: When,

    /// Do not report files that cannot be read
    #[arg(long)]
    pub(crate) no_messages: bool,

    /// Do not read the configuration file
    ///
    /// The environment variable URLGREP_CONFIG_PATH names a file with options for searching, one argument a line; lines that begin with
    /// `#` are comments. Options of the command line override them: `--no-hidden` undoes `--hidden`, `--ignore` undoes `--no-ignore`, and
    /// so on for nearly every switch and list; the last one counts.
    #[arg(long)]
    pub(crate) no_config: bool,

    /// Accepted for compatibility with ripgrep; compressed files and archives are always searched
    #[arg(short = 'z', long)]
    pub(crate) search_zip: bool,
}

/// The extensions that people type for two of the types.
const EXTENSIONS: [(&str, &str); 2] = [("eml", "message"), ("md", "markdown")];

/// The types of files by their names, and some by an extension.
fn file_types() -> impl TypedValueParser<Value = String> {
    let typed = |name| {
        let extensions = EXTENSIONS.iter().filter(move |(_, of)| *of == name);
        PossibleValue::new(name).aliases(extensions.map(|(extension, _)| *extension))
    };
    let name = |typed: String| {
        let is = |(extension, _): &&(&str, &str)| typed.eq_ignore_ascii_case(extension);
        let found = EXTENSIONS.iter().find(is);
        found.map(|(_, name)| name.to_string()).unwrap_or(typed)
    };
    PossibleValuesParser::new(files::types().map(typed)).map(name)
}
