//! What is taken for a URL, and which URLs are kept.

use clap::ValueEnum;

use super::{FILTER, FOUND};

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = FOUND)]
pub(crate) struct Found {
    /// Take any scheme before `://`, not only those that are known
    #[arg(long)]
    pub(crate) any_scheme: bool,

    /// Also names of hosts without a scheme: `www.x.org/a`, `x.org/a`, `x.org`
    ///
    /// The top-level domain must be a real one, and the name must not look like that of a file, an object of a program or a
    /// newsgroup. What is meant is printed, with `http://` or `ftp://` before it; `written` in JSON is what stands in the text.
    #[arg(long)]
    pub(crate) schemeless: bool,

    /// Also addresses of mail: `joe@x.org`, as `mailto:joe@x.org`
    ///
    /// Message-IDs and logins (`ssh joe@x.org`) are none. `-s mailto` leaves everything else out.
    #[arg(long)]
    pub(crate) email: bool,

    /// Also URLs that were made harmless: `hxxp://`, `h**p://`, `x[.]org`, `x(dot)org`, `[:]//`, `joe[at]x.org`
    ///
    /// The URL is printed as it was before.
    #[arg(long)]
    pub(crate) refang: bool,

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

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = FILTER)]
pub(crate) struct Filter {
    /// Only URLs of these schemes, with commas between
    ///
    /// A compound such as `git+ssh` also counts for its last part.
    #[arg(short, long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) scheme: Vec<String>,

    /// Only URLs with this host: `x.org`, or `*.x.org` for all below it
    ///
    /// `*` is any number of characters, dots too, `?` is one; case does not matter. May be given several times: one must match.
    #[arg(long, value_name = "GLOB")]
    pub(crate) host: Vec<String>,

    /// Only URLs in which this regular expression matches
    ///
    /// In the syntax of ripgrep, anywhere in the URL; `^` is its begin and `$` its end. May be given several times: one must
    /// match.
    #[arg(short = 'e', long, value_name = "RE", allow_hyphen_values = true)]
    pub(crate) regexp: Vec<String>,

    /// Let -e match in upper and lower case
    #[arg(short, long)]
    pub(crate) ignore_case: bool,

    /// Keep the URLs that -e and --host leave out, and leave out those that they keep
    ///
    /// Where both are given: those that do not match both. -s stays as it is.
    #[arg(short = 'v', long)]
    pub(crate) invert_match: bool,

    /// Keep only the first of several equal URLs, from all files
    ///
    /// With `=normalized` those are equal that differ in the case of scheme and host, in how they are escaped, in a port that is
    /// the scheme's own, or in `.` and `..` (RFC 3986, section 6.2.2). Takes memory for each URL that is printed.
    #[arg(short = 'U', long, value_name = "HOW", value_enum)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "exact")]
    pub(crate) unique: Option<Unique>,

    /// Stop after so many URLs of a file
    #[arg(short, long, value_name = "N")]
    pub(crate) max_count: Option<u64>,
}

/// `--unique`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unique {
    /// The same bytes
    Exact,
    /// The same after normalization
    Normalized,
}
