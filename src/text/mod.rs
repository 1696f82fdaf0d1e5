//! Texts: bytes to search, with a map back to their source.
//!
//! Containers and decoders make texts. Everything after them sees only [`Text::bytes`], and uses [`Text::map`] to find a position
//! in the file. A URL that is folded over several lines is made from its text in the same way (see [`Rewrite`]). So the same kind
//! of map leads from any byte of a URL to the file.

pub(crate) mod colour;
pub(crate) mod columns;
mod edits;
pub(crate) mod line;
#[cfg(feature = "mail")]
mod lines;
mod map;
mod notes;
pub(crate) mod pieces;
pub(crate) mod quote;
mod rewrite;

pub(crate) use edits::Edits;
#[cfg(feature = "mail")]
pub(crate) use lines::{line_len, lines, without_break};
pub use map::Map;
pub(crate) use map::Unit;
pub(crate) use notes::{Notes, Value};
pub(crate) use rewrite::Rewrite;
#[cfg(feature = "mail")]
pub(crate) use rewrite::rewrite;

pub(crate) use crate::class::DELIMITER;

use std::borrow::Cow;
use std::ops::Range;

#[cfg(feature = "mail")]
use crate::unread::Unread;

/// The text after the byte order mark of UTF-8, if it begins with one.
#[cfg(feature = "mail")]
pub(crate) fn without_mark(text: &[u8]) -> &[u8] {
    &text[mark_len(text)..]
}

/// The length of the byte order mark that `text` begins with.
#[cfg(feature = "mail")]
pub(crate) fn mark_len(text: &[u8]) -> usize {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    if text.starts_with(MARK) {
        MARK.len()
    } else {
        0
    }
}

/// Whether `word` is one of these, in any case.
pub(crate) fn is_one_of(word: &[u8], known: &[impl AsRef<[u8]>]) -> bool {
    known
        .iter()
        .any(|known| word.eq_ignore_ascii_case(known.as_ref()))
}

/// The text after `prefix`, if it begins with it in upper or lower case.
#[inline]
pub(crate) fn strip_prefix_ignore_case<'t>(text: &'t [u8], prefix: &[u8]) -> Option<&'t [u8]> {
    let (start, rest) = text.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// How the markup of a text affects the readings.
///
/// ```
/// use urlgrep::{Markup, Text};
/// assert_eq!(Text::plain(b"", 0).markup, Markup::Plain);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Markup {
    /// Plain text.
    #[default]
    Plain,
    /// HTML or XML, with its character references decoded.
    Html,
}

/// Why an encoded text is searched without decoding it.
///
/// ```
/// # #[cfg(feature = "mail")] {
/// use urlgrep::{Damage, mail};
/// let message = b"From: joe@x.org\nDate: now\nContent-Transfer-Encoding: rot13\n\nuggc://n.bet/\n";
/// let text = mail::by_name("message", message).unwrap().texts(message, 0).next().unwrap();
/// assert_eq!(text.damage, Some(Damage::UnknownEncoding));
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Damage {
    /// A content transfer encoding that RFC 2045 does not define.
    UnknownEncoding,
    /// An unknown charset.
    UnknownCharset,
    /// A part that declares base64 and holds none.
    NotBase64,
    /// A multipart without a boundary line.
    NoBoundary,
    /// A part that is nested deeper than the limit.
    TooDeep,
    /// A message with more parts or header fields than the limit.
    TooManyParts,
}

impl Damage {
    /// The problem, as one sentence without a final full stop.
    ///
    /// ```
    /// assert_eq!(urlgrep::Damage::NoBoundary.message(), "this multipart has no boundary line");
    /// ```
    pub fn message(self) -> &'static str {
        match self {
            Damage::UnknownEncoding => "unknown encoding",
            Damage::UnknownCharset => "unknown charset",
            Damage::NotBase64 => "this part declares base64 but is plain text",
            Damage::NoBoundary => "this multipart has no boundary line",
            Damage::TooDeep => "this part is nested too deeply",
            Damage::TooManyParts => "this message has too many parts or header fields",
        }
    }
}

/// The location of a text in its container. Numbers count from the start of the chunk. To get numbers of the file, add the counts
/// of the chunks before.
///
/// ```
/// use urlgrep::Text;
/// assert_eq!(Text::plain(b"", 0).place.message, None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Place {
    /// The message, 1-based within the chunk; 0 is a message that began in an earlier chunk. `None` in a plain text.
    pub message: Option<u32>,
    /// The message's header block: bytes of the chunk, half-open. It is parsed only when there is a match.
    pub head: Range<usize>,
    /// The MIME part, in IMAP's numbering (RFC 3501 section 6.4.5): `[1, 2]` is part 1.2. Empty if the message is not a
    /// multipart.
    pub part: Vec<u16>,
    /// The name, as written, of the header field that contains the text.
    pub field: Option<String>,
}

impl Place {
    /// The number of the MIME part as it is written, such as `1.2`. `None` if the message is not a multipart.
    ///
    /// ```
    /// use urlgrep::mail;
    /// let message = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhi\n--b--\n";
    /// let container = mail::by_name("message", message).unwrap();
    /// let text = container.texts(message, 0).next().unwrap();
    /// assert_eq!(text.place.part_number().as_deref(), Some("1"));
    /// ```
    pub fn part_number(&self) -> Option<String> {
        let numbers: Vec<_> = self.part.iter().map(u16::to_string).collect();
        (!numbers.is_empty()).then(|| numbers.join("."))
    }
}

/// Bytes to search; borrowed from the input if they are unchanged.
///
/// ```
/// use urlgrep::Text;
/// let text = Text::plain(b"at http://a.org/", 0);
/// assert_eq!(urlgrep::Extractor::default().extract_text(&text).count(), 1);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Text<'a> {
    /// The bytes to search.
    pub bytes: Cow<'a, [u8]>,
    /// Maps positions in `bytes` to offsets in the file.
    pub map: Map,
    /// The markup of `bytes`.
    pub markup: Markup,
    /// The name of the notation that `bytes` were written in.
    pub notation: &'static str,
    /// Message, part and header field.
    pub place: Place,
    /// Why it could not be decoded.
    pub damage: Option<Damage>,
    /// The name of the unknown charset or encoding, as declared.
    pub unknown_name: Option<String>,
    /// The kind of an attachment that is not read, such as a PDF file. Then `bytes` is empty.
    #[cfg(feature = "mail")]
    pub unread: Option<&'static Unread>,
}

impl<'a> Text<'a> {
    /// An unchanged text that begins at the offset `start` of its file, in bytes.
    ///
    /// ```
    /// let text = urlgrep::Text::plain(b"abc", 100);
    /// assert_eq!((&*text.bytes, text.map.source_of(1)), (&b"abc"[..], 101..102));
    /// ```
    pub fn plain(bytes: &'a [u8], start: u64) -> Text<'a> {
        Text {
            bytes: Cow::Borrowed(bytes),
            map: Map::shift(start),
            markup: Markup::Plain,
            notation: "text",
            place: Place::default(),
            damage: None,
            unknown_name: None,
            #[cfg(feature = "mail")]
            unread: None,
        }
    }

    /// A copy that no longer borrows from the file.
    #[cfg(feature = "mail")]
    pub(crate) fn into_owned(self) -> Text<'static> {
        Text {
            bytes: Cow::Owned(self.bytes.into_owned()),
            map: self.map,
            markup: self.markup,
            notation: self.notation,
            place: self.place,
            damage: self.damage,
            unknown_name: self.unknown_name,
            unread: self.unread,
        }
    }
}
