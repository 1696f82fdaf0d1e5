//! Texts: bytes to search, with a map that leads straight back to where they came from.
//!
//! A container or decoder makes texts; everything after it sees only [`Text::bytes`] and asks [`Text::map`] when a place in the
//! file is wanted. A URL that was folded over lines is made the same way, out of the text that it stands in
//! (see [`Rewrite`]), so that one kind of map serves from the file to the last byte of a URL.

mod map;
mod rewrite;

pub use map::Map;
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
    /// Message and header block.
    pub place: Place,
}

impl<'a> Text<'a> {
    /// A text that lies in its file as it is, from the offset `start` on.
    pub fn plain(bytes: &'a [u8], start: u64) -> Text<'a> {
        Text {
            bytes: Cow::Borrowed(bytes),
            map: Map::shift(start),
            markup: Markup::Plain,
            place: Place::default(),
        }
    }
}
