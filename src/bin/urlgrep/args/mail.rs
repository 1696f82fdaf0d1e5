//! What of messages is searched.

use clap::ValueEnum;

use super::MAIL;

#[derive(clap::Args, PartialEq, Eq, Default, Debug)]
#[command(next_help_heading = MAIL)]
pub(crate) struct Mail {
    /// Also the fields of headers
    #[arg(long)]
    pub(crate) headers: bool,

    /// Also this field of headers; may be given several times
    #[arg(long, value_name = "NAME")]
    pub(crate) field: Vec<String>,

    /// Which form of a message that comes in several: multipart/alternative
    #[arg(long, value_name = "WHICH", value_enum, default_value_t)]
    pub(crate) alternative: Alternative,

    /// Only messages of this day, month or year, and later ones
    ///
    /// By their Date field, in UTC: 1994-07-03, 1994-07 or 1994. What is no message, or has no date, is left out.
    #[arg(long, value_name = "DATE")]
    pub(crate) since: Option<String>,

    /// Only messages of this day, month or year, and earlier ones
    #[arg(long, value_name = "DATE")]
    pub(crate) until: Option<String>,

    /// Count a part that cannot be decoded as an error: exit status 2
    ///
    /// Without it there is a warning, and the part is searched as it lies.
    #[arg(long)]
    pub(crate) strict_decode: bool,
}

/// `--alternative`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Alternative {
    /// All of them
    #[default]
    All,
    /// The plain text, if there is one
    Text,
    /// The HTML, if there is one
    Html,
}
