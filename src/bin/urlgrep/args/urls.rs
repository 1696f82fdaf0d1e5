//! Options for finding and filtering URLs.

use clap::ValueEnum;

use super::{FILTER, URLS, number};

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = URLS)]
pub(crate) struct UrlOptions {
    /// Accept any scheme before `://`, not only known ones
    ///
    /// Unknown schemes without `//` are not found: `foo:bar` is prose more often than a URL.
    #[arg(long)]
    pub(crate) any_scheme: bool,

    /// Also find host names without a scheme: `www.x.org/a`, `x.org/a`, `x.org`
    ///
    /// The top-level domain must exist, and the name must not look like a file, an object in source code or a newsgroup. In
    /// programs, only names in comments and strings are found. The URL is printed with `http://` or `ftp://` added; `written` in JSON is the original text.
    #[arg(long)]
    pub(crate) schemeless: bool,

    /// Also find mail addresses: `joe@x.org`, printed as `mailto:joe@x.org`
    ///
    /// Message-IDs and logins (`ssh joe@x.org`) are not mail addresses. Add `-s mailto` to find nothing else.
    #[arg(long)]
    pub(crate) email: bool,

    /// Also find defanged URLs: `hxxp://`, `h**p://`, `x[.]org`, `x(dot)org`, `[:]//`, `joe[at]x.org`
    ///
    /// They are printed as working URLs.
    #[arg(long)]
    pub(crate) refang: bool,

    /// Resolve relative URLs in the attributes of HTML against this URL, and print them too
    ///
    /// A `<base href>` in the page is resolved against it first. Implies --relative.
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<String>,

    /// Also find relative URLs in pages that have a `<base href>`, and in those of WARC files
    #[arg(long)]
    pub(crate) relative: bool,

    /// Replace rewritten links by their targets (SafeLinks, Proofpoint, Google and others)
    ///
    /// The target stands in the link itself; nothing is fetched. So a short link that holds only a key (`bit.ly`, `t.co`) stays. On any
    /// host, `/redirect?url=` and the like are also replaced. Filters, counts and -U use the target; `written` in JSON is the link, and
    /// `wrapped_by` its host.
    #[arg(long)]
    pub(crate) unwrap: bool,

    /// Print URLs in their normalized form
    ///
    /// Case, percent-encoding, default ports, `.` and `..` segments, as in RFC 3986 section 6.2.2. Filters, counts and -U use this form;
    /// `written` in JSON is the URL before.
    #[arg(long)]
    pub(crate) normalize: bool,

    /// Print URLs of a scheme as addresses of a gateway that shows them: `gopher=https://gopher.example/{url}`
    ///
    /// In the template, `{url}` is the percent-encoded URL, `{raw}` the URL as it is, `{host}` its host and port, and `{path}` what
    /// follows the host, without the first `/` (of `mid:` and its like, what follows the scheme). Nothing is fetched. Filters use the
    /// URL, counts and -U the address; `gateway_for` in JSON is the URL. Can be given several times, once for each scheme.
    #[arg(long, value_name = "SCHEME=TEMPLATE")]
    pub(crate) gateway: Vec<String>,

    /// Also print URLs that the profile refuses
    #[arg(long)]
    pub(crate) all: bool,

    /// Whether a hyphen before a line break belongs to the URL
    #[arg(long, value_name = "HOW", value_enum, default_value_t)]
    pub(crate) hyphen: Hyphen,

    /// When to join a bare URL that is broken at a line end
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) join: Join,
}

/// `--hyphen`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Hyphen {
    /// Keep it, unless the message also has the URL in one piece without it, or breaks words with hyphens
    #[default]
    Auto,
    /// Always keep it
    Keep,
    /// Always drop it
    Drop,
    /// Print both URLs
    Both,
}

/// `--join`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Join {
    Never,
    /// If all signs agree
    #[default]
    Sure,
    /// Like `sure`; where it is only likely, JSON has the joined URL as an alternative, and it is joined if it stands unbroken elsewhere in the
    /// message or file
    Plausible,
}

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = FILTER)]
pub(crate) struct Filter {
    /// Keep only URLs of these schemes, separated by commas
    ///
    /// A compound such as `git+ssh` also matches its last part.
    #[arg(short, long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) scheme: Vec<String>,

    /// Keep only URLs with one of these hosts, separated by commas: `x.org`, `*.x.org` for its subdomains, `@FILE` for those in a file
    ///
    /// `*` matches any characters including dots, `?` matches one; case is ignored. Can be given several times: one must match.
    /// A file has one host on each line; blank lines and lines that begin with `#` are left out.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) host: Vec<String>,

    /// Keep only URLs that match this regular expression
    ///
    /// It uses ripgrep's syntax and may match anywhere in the URL; use `^` and `$` for its beginning and end. Can be given several
    /// times: one must match.
    #[arg(short = 'e', long, value_name = "RE", allow_hyphen_values = true)]
    pub(crate) regexp: Vec<String>,

    /// Ignore case in -e
    #[arg(short, long)]
    pub(crate) ignore_case: bool,

    /// Invert -e and --host
    ///
    /// With both, URLs that match both are removed. -s is not inverted.
    #[arg(short = 'v', long)]
    pub(crate) invert_match: bool,

    /// Print each URL only once, even if it occurs in several files
    ///
    /// It is the URLs that are compared, not the lines: `-U --format '{host}'` prints a host once for each of its URLs. `--count-by host` prints
    /// each host once.
    ///
    /// With `=normalized`, URLs are equal if they differ only in the case of scheme and host, in percent-encoding, in a default port,
    /// in `.` and `..` segments (RFC 3986, section 6.2.2), or as two forms that an RFC calls equal (`http://h` and `http://h/`). All printed URLs are kept in memory.
    #[arg(short = 'U', long, value_name = "HOW", value_enum)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "exact")]
    pub(crate) unique: Option<Unique>,

    /// Stop after N URLs in each file
    #[arg(short, long, value_name = "N", value_parser = number, allow_negative_numbers = true)]
    pub(crate) max_count: Option<u64>,
}

/// `--unique`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unique {
    /// The bytes are equal
    Exact,
    /// The normalized URLs are equal
    Normalized,
    /// The same, without fragments
    NoFragment,
    /// The same, without parameters that track readers: `utm_source`, `fbclid`
    NoTracking,
}
