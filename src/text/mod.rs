//! Texts: bytes to search, with a map that leads straight back to where they came from.
//!
//! A container or decoder makes texts; everything after it sees only [`Text::bytes`] and asks [`Text::map`] when a place in the
//! file is wanted. A URL that was folded over lines is made the same way, out of the text that it stands in
//! (see [`Rewrite`]), so that one kind of map serves from the file to the last byte of a URL.

mod map;
mod rewrite;

pub use map::Map;
#[cfg(feature = "mail")]
pub(crate) use map::Unit;
pub(crate) use rewrite::Rewrite;

use std::borrow::Cow;
use std::ops::Range;

/// What a text's markup asks of the readings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Markup {
    /// Plain text.
    #[default]
    Plain,
    /// HTML or XML, its character references already decoded.
    Html,
}

/// Why a text is searched as it lies, although its part says that it is to be decoded.
///
/// ```
/// # #[cfg(feature = "mail")] {
/// use urlgrep::{Damage, mail};
/// let message = b"From: joe@x.org\nDate: now\nContent-Transfer-Encoding: rot13\n\nuggc://n.bet/\n";
/// let text = mail::named("message", message).unwrap().texts(message, 0).next().unwrap();
/// assert_eq!(text.damage, Some(Damage::UnknownEncoding));
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Damage {
    /// A content transfer encoding that RFC 2045 does not know.
    UnknownEncoding,
    /// A charset that nobody knows.
    UnknownCharset,
    /// A multipart without a boundary line.
    NoBoundary,
    /// Nested deeper than was asked for.
    TooDeep,
    /// More parts, or header fields, than a message may have.
    TooManyParts,
}

impl Damage {
    /// What is wrong, in one sentence without a final stop.
    ///
    /// ```
    /// assert_eq!(urlgrep::Damage::NoBoundary.message(), "no boundary line of this multipart was found");
    /// ```
    pub fn message(self) -> &'static str {
        match self {
            Damage::UnknownEncoding => "this content transfer encoding is not known",
            Damage::UnknownCharset => "this charset is not known",
            Damage::NoBoundary => "no boundary line of this multipart was found",
            Damage::TooDeep => "this part is nested too deep",
            Damage::TooManyParts => "this message has too many parts or fields",
        }
    }
}

/// Where a text stands in its container. Numbers count from the chunk's start; whoever puts chunks in order adds the sums of
/// those before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Place {
    /// The message, 1-based within the chunk; 0 is the message that began in a chunk before. None in a plain text.
    pub message: Option<u32>,
    /// The message's header block: bytes of the chunk, half-open. Read for a match only.
    pub head: Range<usize>,
    /// The MIME part, as IMAP numbers them (RFC 3501 section 6.4.5): `[1, 2]` is part 1.2. Empty in a message that is no
    /// multipart.
    pub part: Vec<u16>,
    /// The header field that the text is the value of, named as it is written.
    pub field: Option<String>,
}

/// Bytes to search, borrowed from the input where they lie as they are.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Text<'a> {
    /// What is searched.
    pub bytes: Cow<'a, [u8]>,
    /// From positions in `bytes` to offsets in the file.
    pub map: Map,
    /// The markup of `bytes`.
    pub markup: Markup,
    /// Message, part and header field.
    pub place: Place,
    /// What kept it from being decoded.
    pub damage: Option<Damage>,
}

impl<'a> Text<'a> {
    /// A text that lies in its file as it is, from the offset `start` on.
    pub fn plain(bytes: &'a [u8], start: u64) -> Text<'a> {
        Text {
            bytes: Cow::Borrowed(bytes),
            map: Map::shift(start),
            markup: Markup::Plain,
            place: Place::default(),
            damage: None,
        }
    }

    /// The same text without a bond to its file.
    #[cfg(feature = "mail")]
    pub(crate) fn into_owned(self) -> Text<'static> {
        Text {
            bytes: Cow::Owned(self.bytes.into_owned()),
            map: self.map,
            markup: self.markup,
            place: self.place,
            damage: self.damage,
        }
    }
}
