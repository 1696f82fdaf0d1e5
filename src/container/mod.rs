//! Containers: the type of a file, where it may be cut into chunks, and the texts in a chunk.
//!
//! A container is detected by content, never by name alone. If nothing matches, the file is plain text and is searched entirely.
//! A cut never splits a message, wrapper, fold or URL, so reading in chunks gives the same result as reading the whole file.
//!
//! ```
//! use urlgrep::{Extractor, mail};
//! let file = b"From joe@x.org Mon Jan  3 10:00:00 1994\nFrom: joe@x.org\nDate: 3 Jan 94\n\n<URL:http://a.org/>\n";
//! let container = mail::detect(file);
//! assert_eq!(container.name(), "mbox");
//! let text = container.texts(file, 0).next().unwrap();
//! let m = Extractor::default().extract_text(&text).next().unwrap();
//! assert_eq!(text.map.segments(m.span()), [file.len() as u64 - 15..file.len() as u64 - 2]);
//! ```

mod babyl;
mod coding;
mod content;
mod cut;
mod date;
mod declared_length;
mod emlx;
mod encoding;
mod extension;
mod field;
mod header;
mod line_ends;
mod mbox;
mod mboxcl;
mod message;
mod mime;
mod mmdf;
mod notated;
mod parameter;
mod part;
mod pipermail;
mod plain;
mod rnews;
mod selection;
mod warc;
mod wide;
mod wire;

pub use date::date;
pub use field::field;
pub use header::message_id;
pub use line_ends::with_line_feeds;
#[cfg(feature = "files")]
pub(crate) use line_ends::{end_lines, ends_lines_in_cr};
pub use part::Declared;
pub use selection::{AlternativePart, Selection};

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::path::Path;

use content::Content;
pub(crate) use extension::extension;

use crate::decode::Charset;
use crate::notation::{self, Notation};
use crate::span::beginning;
use crate::text::{Map, Text, rewrite};

/// The texts of a chunk, in order. Every message in it gives at least one.
///
/// ```
/// use urlgrep::mail::{self, Texts};
/// let texts: Texts<'_> = mail::detect(b"hello").texts(b"hello", 0);
/// assert_eq!(texts.count(), 1);
/// ```
pub type Texts<'a> = Box<dyn Iterator<Item = Text<'a>> + 'a>;

/// A type of container: one row of the table.
///
/// ```
/// let mbox = b"From joe@a.org Sun Jul  3 10:00:00 1994\nFrom: joe@a.org\nDate: now\n\nhello\n";
/// let container = urlgrep::mail::detect(mbox);
/// assert_eq!(container.name(), "mbox");
/// assert_eq!(&*container.texts(mbox, 0).next().unwrap().bytes, b"hello\n");
/// ```
pub struct Container {
    name: &'static str,
    /// Whether a file with this beginning has the type.
    matches_head: fn(&[u8]) -> bool,
    cut: fn(&[u8]) -> Option<usize>,
    texts: for<'a> fn(&'a [u8], u64, &'a Selection) -> Texts<'a>,
    max: usize,
    /// The bytes of a character or, in UTF-16, of half of one.
    width: usize,
    /// Whether a cut depends only on the lines around it.
    #[cfg_attr(not(feature = "files"), expect(dead_code))]
    pub(crate) is_cut_locally: bool,
    /// Where a message begins that more bytes may divide or join: it declares an end that is not reached.
    #[cfg_attr(not(feature = "files"), expect(dead_code))]
    pub(crate) open_message: fn(&[u8]) -> Option<usize>,
    /// Of a file that is a single text.
    pub(crate) notation: Option<&'static Notation>,
    /// Of a file that is a single text, unless it declares another one.
    charset: Charset,
}

/// The defaults of the rows of messages.
const OF_MESSAGES: Container = Container {
    name: "message",
    matches_head: |_| false,
    cut: |_| None,
    texts: |_, _, _| Box::new(std::iter::empty()),
    max: 64 << 20,
    width: 1,
    is_cut_locally: false,
    open_message: |_| None,
    notation: None,
    charset: Charset::Ascii,
};

/// In the order of detection; the last one accepts everything.
static CONTAINERS: [Container; 15] = [
    wide::UTF_32LE,
    wide::UTF_32BE,
    wide::UTF_16LE,
    wide::UTF_16BE,
    pipermail::PIPERMAIL,
    mboxcl::MBOXCL,
    mbox::STRICT,
    mbox::LOOSE,
    mmdf::MMDF,
    babyl::BABYL,
    rnews::RNEWS,
    warc::WARC,
    emlx::EMLX,
    wire::WIRE,
    message::MESSAGE,
    // Before plain text come the notations.
];

/// Files that are a single text in a notation.
static NOTATIONS: [Container; notation::TABLE.len()] = notated::rows();

/// The same in UTF-16 and UTF-32.
static WIDE_NOTATIONS: [[Container; notation::TABLE.len()]; 4] = [
    wide::rows(&CONTAINERS[0]),
    wide::rows(&CONTAINERS[1]),
    wide::rows(&CONTAINERS[2]),
    wide::rows(&CONTAINERS[3]),
];

/// The type of all other files.
pub(crate) static TEXT: Container = plain::TEXT;

/// The number of bytes at the beginning of a file that [`detect`] needs.
///
/// ```
/// use urlgrep::mail::{HEAD, detect};
/// let file = vec![b'x'; 2 * HEAD];
/// assert_eq!(detect(&file[..HEAD]).name(), "text");
/// ```
pub const HEAD: usize = 1 << 20;

/// Detects the type of a file that begins with `head`. The fallback is plain text; [`Unread::by_magic`](crate::unread::Unread::by_magic) knows files whose bytes are no text.
///
/// ```
/// use urlgrep::mail::detect;
/// assert_eq!(detect(b"From: joe@a.org\nDate: now\n\nhello\n").name(), "message");
/// assert_eq!(detect(b"hello\n").name(), "text");
/// ```
pub fn detect(head: &[u8]) -> &'static Container {
    match find(&CONTAINERS, head) {
        Some(container) => notated_wide(container, "", head),
        None => notation_of("", head).map_or(&TEXT, |i| &NOTATIONS[i]),
    }
}

/// The type of a file in UTF-16 or UTF-32 with this extension, if it is written in a notation; otherwise `container`.
fn notated_wide(container: &'static Container, extension: &str, head: &[u8]) -> &'static Container {
    /// How much of the file is decoded, in bytes.
    const NEAR: usize = 64 << 10;
    let rows = WIDE_NOTATIONS
        .iter()
        .find(|rows| rows[0].charset == container.charset);
    rows.map_or(container, |rows| {
        let head = container.narrow(beginning(head, NEAR));
        let notation = notation_of(extension, &head);
        notation.map_or(container, |i| &rows[i])
    })
}

/// The index of the notation of a file with this extension, by its name, then by its content.
fn notation_of(extension: &str, head: &[u8]) -> Option<usize> {
    let mut notations = notation::TABLE.iter();
    let named = notations.position(|notation| notation.matches_name(extension, head));
    named.or_else(|| NOTATIONS.iter().position(|row| (row.matches_head)(head)))
}

fn find(rows: &'static [Container], head: &[u8]) -> Option<&'static Container> {
    rows.iter().find(|row| (row.matches_head)(head))
}

/// Detects the type of the file at `path` that begins with `head`. A file that is neither mail nor news is detected by its name, then by its
/// content.
///
/// ```
/// use urlgrep::mail;
/// assert_eq!(mail::detect_file("x.json".as_ref(), b"{}").name(), "json");
/// assert_eq!(mail::detect_file("x.json.in".as_ref(), b"{}").name(), "json");
/// assert_eq!(mail::detect_file("x.rst.txt".as_ref(), b"hello").name(), "rst");
/// assert_eq!(mail::detect_file("x.log.1".as_ref(), b"hello").name(), "log");
/// assert_eq!(mail::detect_file("x.json".as_ref(), b"From: joe@x.org\nDate: now\n\nhi").name(), "message");
/// assert_eq!(mail::detect_file("x.eml".as_ref(), b"Content-Type: text/html\n\nhi").name(), "message");
/// ```
pub fn detect_file(path: &Path, head: &[u8]) -> &'static Container {
    let extension = extension(path);
    if let Some(container) = find(&CONTAINERS, head) {
        return notated_wide(container, &extension, head);
    }
    if extension == "eml" && message::has_header(head) {
        // The row before it has the same name and reads the wire format.
        let is_message = |row: &&Container| row.name == message::MESSAGE.name;
        return CONTAINERS.iter().rfind(is_message).unwrap_or(&TEXT);
    }
    notation_of(&extension, head).map_or(&TEXT, |i| &NOTATIONS[i])
}

/// The container with this [name](Container::name). If there are several, the one that matches `head`, the beginning of the file.
///
/// ```
/// use urlgrep::mail::by_name;
/// assert_eq!(by_name("mbox", b"").unwrap().name(), "mbox");
/// assert!(by_name("nonsense", b"").is_none());
/// ```
pub fn by_name(name: &str, head: &[u8]) -> Option<&'static Container> {
    let rows = || all().filter(|container| container.name == name);
    let is_named = |row: &&Container| row.notation.is_some_and(|n| n.matches_name(name, head));
    let first = rows().find(|container| (container.matches_head)(head));
    first.or(rows().find(is_named)).or(rows().next_back())
}

/// The container of files that are a single text in this notation.
#[cfg(feature = "lint")]
pub(crate) fn of_notation(notation: &Notation) -> &'static Container {
    let is = |row: &&Container| {
        row.notation
            .is_some_and(|known| std::ptr::eq(known, notation))
    };
    NOTATIONS.iter().find(is).unwrap_or(&TEXT)
}

/// The names of all containers, without duplicates.
///
/// ```
/// assert!(urlgrep::mail::names().any(|name| name == "babyl"));
/// ```
pub fn names() -> impl Iterator<Item = &'static str> {
    let is_first = |(i, row): &(usize, &Container)| all().take(*i).all(|r| r.name != row.name);
    all().enumerate().filter(is_first).map(|(_, row)| row.name)
}

fn all() -> impl DoubleEndedIterator<Item = &'static Container> + Clone {
    CONTAINERS.iter().chain(&NOTATIONS).chain([&TEXT])
}

impl fmt::Debug for Container {
    /// Its name: functions have none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Container").field(&self.name).finish()
    }
}

impl Container {
    /// Its name: `text`, `message`, `mbox`, `pipermail`, `mmdf`, `babyl`, `rnews`, `warc`, `emlx`, or that of a notation.
    ///
    /// ```
    /// assert_eq!(urlgrep::mail::detect(b"<!DOCTYPE html><p>").name(), "html");
    /// ```
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The last position in `chunk` where it may be cut. `None` if more bytes must be read first.
    ///
    /// ```
    /// let text = urlgrep::mail::by_name("text", b"").unwrap();
    /// assert_eq!(text.cut(b"some\nlines\n\nmore"), Some(12));
    /// assert_eq!(text.cut(b"one"), None);
    /// ```
    pub fn cut(&self, chunk: &[u8]) -> Option<usize> {
        let cut = match self.notation {
            Some(notation) => cut::wide_cut(chunk, self.width, |chunk| notation.cut(chunk)),
            None => (self.cut)(chunk),
        };
        cut.filter(|&at| at > 0)
    }

    /// The maximum chunk size in bytes. A larger chunk is cut even without such a position.
    ///
    /// ```
    /// let text = urlgrep::mail::by_name("text", b"").unwrap();
    /// assert_eq!(text.max(), 16 << 20);
    /// ```
    pub fn max(&self) -> usize {
        self.max
    }

    /// Where to cut a chunk that has no such position.
    #[cfg(any(feature = "files", feature = "lint"))]
    pub(crate) fn forced_cut(&self, chunk: &[u8]) -> usize {
        cut::forced_cut(chunk, self.width)
    }

    /// The texts of `chunk`, which begins at the offset `start` of its file: the complete body of every message.
    ///
    /// ```
    /// use urlgrep::{Extractor, mail};
    /// let message = b"From: joe@a.org\nDate: now\n\nsee http://a.org/\n";
    /// for text in mail::detect(message).texts(message, 0) {
    ///     let urls: Vec<_> = Extractor::default().extract_text(&text).map(|m| m.to_string()).collect();
    ///     assert_eq!(urls, ["http://a.org/"]);
    /// }
    /// ```
    pub fn texts<'a>(&self, chunk: &'a [u8], start: u64) -> Texts<'a> {
        self.texts_selected(chunk, start, Selection::DEFAULT)
    }

    /// The selected texts of `chunk`.
    ///
    /// ```
    /// use urlgrep::mail::{self, Selection};
    /// let mut selection = Selection::default();
    /// selection.headers = true;
    /// let message = b"From: joe@a.org\nDate: now\n\nhello\n";
    /// assert_eq!(mail::detect(message).texts_selected(message, 0, &selection).count(), 3);
    /// ```
    pub fn texts_selected<'a>(
        &self,
        chunk: &'a [u8],
        start: u64,
        selection: &'a Selection,
    ) -> Texts<'a> {
        self.texts_of(chunk, start, selection, None)
    }

    /// The declarations about a whole file that begins with `head`. Its later chunks need it.
    ///
    /// ```
    /// use urlgrep::mail::{self, Declared};
    /// assert_eq!(mail::detect(b"hello").declared(b"hello"), Declared::default());
    /// ```
    pub fn declared(&self, head: &[u8]) -> Declared {
        self.notation.map_or_else(Declared::default, |notation| {
            Declared::parse(notation, &self.narrow(head))
        })
    }

    /// The beginning of a text in UTF-16 or UTF-32 in UTF-8; another one as it is.
    fn narrow<'h>(&self, head: &'h [u8]) -> Cow<'h, [u8]> {
        match self.width {
            1 => Cow::Borrowed(head),
            _ => Cow::Owned(rewrite(&Map::shift(0), |out| self.charset.decode(head, out)).0),
        }
    }

    /// The selected texts of a chunk that is not the first one of its file, which declares this.
    ///
    /// ```
    /// use urlgrep::mail::{self, Declared, Selection};
    /// let (text, selection) = (mail::detect(b"hello"), Selection::default());
    /// assert_eq!(text.texts_continued(b"more", 100, &selection, &Declared::default()).count(), 1);
    /// ```
    pub fn texts_continued<'a>(
        &self,
        chunk: &'a [u8],
        start: u64,
        selection: &'a Selection,
        declared: &Declared,
    ) -> Texts<'a> {
        self.texts_of(chunk, start, selection, Some(declared))
    }

    /// The selected texts of a chunk. `declared` is given if it is not the first one.
    fn texts_of<'a>(
        &self,
        chunk: &'a [u8],
        start: u64,
        selection: &'a Selection,
        declared: Option<&Declared>,
    ) -> Texts<'a> {
        match self.notation {
            Some(notation) => {
                let content = Content {
                    charset: self.charset,
                    ..Content::new(notation)
                };
                Box::new(part::texts(chunk, start, content, selection, declared))
            }
            None => (self.texts)(chunk, start, selection),
        }
    }
}

/// The bytes of a text and their map.
type Decoded<'b> = (Cow<'b, [u8]>, Map);

/// The places from each of `starts` up to the next one, the last one up to `end`, and that before the first one.
fn places(
    starts: impl Iterator<Item = usize>,
    end: usize,
) -> (Range<usize>, impl Iterator<Item = Range<usize>>) {
    let mut starts = starts.peekable();
    let first = starts.peek().copied().unwrap_or(end);
    let places =
        std::iter::from_fn(move || Some(starts.next()?..starts.peek().copied().unwrap_or(end)));
    (0..first, places)
}

/// The positions of `needle` in `chunk`, from last to first.
fn backwards<'c>(chunk: &'c [u8], needle: &'c [u8]) -> impl Iterator<Item = usize> + 'c {
    const WINDOW: usize = 8 << 10;
    let mut end = chunk.len();
    // Each window is searched forwards, because that is faster.
    let windows = std::iter::from_fn(move || {
        let start = end.saturating_sub(WINDOW);
        let window = start..chunk.len().min(end + needle.len() - 1);
        (end > 0).then(|| {
            end = start;
            let found = memchr::memmem::find_iter(&chunk[window.clone()], needle);
            let found: Vec<usize> = found.map(|i| window.start + i).collect();
            found.into_iter().rev()
        })
    });
    windows.flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Container {
        /// The bodies in `chunk`.
        pub(super) fn bodies(&self, chunk: &[u8]) -> Vec<String> {
            self.texts(chunk, 0)
                .map(|text| String::from_utf8_lossy(&text.bytes).into_owned())
                .collect()
        }

        /// Checks that wherever reading `file` stops, its messages stay the same. Each has one text.
        pub(super) fn check_cuts(&self, file: &[u8]) {
            let heads = |chunk: &[u8]| -> Vec<_> {
                self.texts(chunk, 0)
                    .zip(1..)
                    .inspect(|(text, number)| assert_eq!(text.place.message, Some(*number)))
                    .map(|(text, _)| chunk[text.place.head].to_vec())
                    .collect()
            };
            for len in 0..=file.len() {
                if let Some(cut) = self.cut(&file[..len]) {
                    let parts = [&file[..cut], &file[cut..]];
                    let bodies = parts.map(|chunk| self.bodies(chunk));
                    assert_eq!(bodies.concat(), self.bodies(file), "{len}");
                    assert_eq!(parts.map(heads).concat(), heads(file), "{len}");
                }
            }
        }
    }

    #[cfg(any(feature = "files", feature = "lint"))]
    #[test]
    fn forced_cuts_stand_between_characters() {
        // U+0A05 has the byte of a line break.
        let texts = [("a\nb c\u{a05}d", 2), ("a b\u{a05}c", 2), ("ab\u{a05}", 3)];
        for (text, characters) in texts {
            let utf_16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            assert_eq!(wide::UTF_16LE.forced_cut(&utf_16), 2 * characters);
            let utf_32 = Vec::from_iter(text.chars().flat_map(|c| u32::from(c).to_be_bytes()));
            assert_eq!(wide::UTF_32BE.forced_cut(&utf_32), 4 * characters);
        }
        assert_eq!(TEXT.forced_cut(b"a\nb c"), 2);
    }
}
