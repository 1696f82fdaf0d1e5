//! A match, as the report gets it.

/// A match: what the report shows of it. Names are in lower case. A missing one is empty.
pub(crate) struct Item<'r> {
    pub(crate) url: &'r [u8],
    /// The registered domain, or else the host.
    pub(crate) domain: &'r [u8],
    pub(crate) host: &'r [u8],
    pub(crate) scheme: &'r [u8],
    pub(crate) form: &'r [u8],
    pub(crate) traits: u8,
    /// Names, separated by commas.
    pub(crate) flaws: &'r [u8],
    /// The host of the service that rewrote the link.
    pub(crate) rewriter: &'r [u8],
    pub(crate) line: u64,
    pub(crate) column: u64,
    /// The number of the message in its file.
    pub(crate) message: Option<u64>,
    pub(crate) id: &'r [u8],
    /// In seconds since the beginning of 1970.
    pub(crate) date: Option<i64>,
    pub(crate) from: &'r [u8],
    /// The address in `from`, or else all of it.
    pub(crate) sender: &'r [u8],
    pub(crate) subject: &'r [u8],
    /// The identifier of the message that began its thread.
    pub(crate) thread: &'r [u8],
    pub(crate) part: &'r [u8],
    /// The header field.
    pub(crate) field: &'r [u8],
    /// The text around the URL.
    pub(crate) context: &'r [u8],
}
