//! Options for mail and news.

use clap::ValueEnum;

use super::MAIL;

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = MAIL)]
pub(crate) struct Mail {
    /// Also search header fields
    #[arg(long)]
    pub(crate) headers: bool,

    /// Also search this header field; can be given several times
    #[arg(long, value_name = "NAME")]
    pub(crate) field: Vec<String>,

    /// Which parts of a multipart/alternative message to search
    #[arg(long, value_name = "WHICH", value_enum, default_value_t)]
    pub(crate) alternative: AlternativeChoice,

    /// Search only messages of this day, month or year, and later ones
    ///
    /// Uses the Date field, or else the `From ` line of an mbox, or the date of a record of WARC, in UTC: 1994-07-03, 1994-07, 1994, `today` or `yesterday`. `36h`, `7d`,
    /// `2weeks`, `6months` and `1year` count back from now. Messages without a date, and files that are not mail, are skipped.
    #[arg(long, value_name = "DATE")]
    pub(crate) since: Option<String>,

    /// Search only messages of this day, month or year, and earlier ones
    #[arg(long, value_name = "DATE")]
    pub(crate) until: Option<String>,

    /// Search only messages whose From field matches this regular expression; case is ignored
    ///
    /// Files that are not mail are skipped. Can be given several times: one must match. --from, --to and --subject must all match. Where an archive
    /// writes `joe at x.org`, `joe@x.org` matches too.
    #[arg(long, value_name = "RE", allow_hyphen_values = true)]
    pub(crate) from: Vec<String>,

    /// Search only messages whose To, Cc or Bcc field matches
    #[arg(long, value_name = "RE", allow_hyphen_values = true)]
    pub(crate) to: Vec<String>,

    /// Search only messages whose Subject field matches
    #[arg(long, value_name = "RE", allow_hyphen_values = true)]
    pub(crate) subject: Vec<String>,

    /// Also print where the message or part stands that a `mid:`, `cid:` or `news:` URL names, in the files that are searched
    ///
    /// After the URL: ` -> FILE:MESSAGE (byte N)`, also with the number of a part, or ` -> not found`; `resolved` in JSON, `{target}`
    /// in --format. Of messages with the same Message-ID, it is the first one. The files are read twice, so they cannot be standard
    /// input or a pipe; the identifiers need 40 bytes of memory each. `cid:` URLs in HTML need --all.
    #[arg(long)]
    pub(crate) resolve: bool,

    /// Treat a part that cannot be decoded as an error: exit status 2
    ///
    /// The default is a warning: at most five per file, for at most five files; the rest are counted. In both cases the part is
    /// searched without decoding.
    #[arg(long)]
    pub(crate) strict_decode: bool,
}

/// `--alternative`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum AlternativeChoice {
    /// All parts
    #[default]
    All,
    /// The plain text; if it is missing, all parts
    Text,
    /// The HTML; if it is missing, all parts
    Html,
}
