//! Containers: what a file's bytes are, where they may be cut into chunks, and the texts in a chunk.
//!
//! A container is told by content, never by name alone; in doubt it is plain text and all of it is searched. No message,
//! wrapper, fold or URL crosses a place where a container lets itself be cut, so any cut gives what the whole gives.
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
mod content;
mod counted;
mod date;
mod header;
mod html;
mod mbox;
mod mboxcl;
mod message;
mod mime;
mod mmdf;
mod part;
mod pipermail;
mod plain;
mod rnews;
mod want;
mod wide;
mod wire;

pub use date::date;
pub use header::message_id;
pub use want::{Alternative, Selection};

use crate::text::Text;

/// The texts of a chunk, in order; every message of it gives at least one.
pub type Texts<'a> = Box<dyn Iterator<Item = Text<'a>> + 'a>;

/// A kind of container: one row each.
#[derive(Debug)]
pub struct Container {
    name: &'static str,
    /// Whether a file that begins so is one.
    looks: fn(&[u8]) -> bool,
    cut: fn(&[u8]) -> Option<usize>,
    texts: for<'a> fn(&'a [u8], u64, &'a Selection) -> Texts<'a>,
    max: usize,
}

/// In the order in which a file is asked; the last takes all.
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
    wire::WIRE,
    message::MESSAGE,
    html::HTML,
    plain::TEXT,
];

/// How much of a file [`detect`] asks for, in bytes.
pub const HEAD: usize = 1 << 20;

/// What a file that begins with `head` is; plain text if nothing else.
pub fn detect(head: &[u8]) -> &'static Container {
    let found = CONTAINERS.iter().find(|container| (container.looks)(head));
    found.unwrap_or(&CONTAINERS[CONTAINERS.len() - 1])
}

/// The container of this [name](Container::name), for a file that begins with `head`.
pub fn named(name: &str, head: &[u8]) -> Option<&'static Container> {
    let mut rows = CONTAINERS.iter().filter(|container| container.name == name);
    let first = rows.clone().find(|container| (container.looks)(head));
    first.or(rows.next_back())
}

/// The names of all containers, each once.
pub fn names() -> impl Iterator<Item = &'static str> {
    let rows = CONTAINERS.iter().enumerate();
    rows.filter(|(i, row)| {
        CONTAINERS[..*i]
            .iter()
            .all(|before| before.name != row.name)
    })
    .map(|(_, row)| row.name)
}

impl Container {
    /// The name by which it can be asked for: `text`, `message`, `mbox`, `pipermail`, `mmdf`, `babyl`, `rnews` or `html`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The last place in `chunk` where it may end; none: more must be read.
    pub fn cut(&self, chunk: &[u8]) -> Option<usize> {
        (self.cut)(chunk).filter(|&at| at > 0)
    }

    /// How many bytes may be read without finding such a place, before the chunk is cut anyhow.
    pub fn max(&self) -> usize {
        self.max
    }

    /// The texts of `chunk`, which begins at the offset `start` of its file: all of every message's body.
    pub fn texts<'a>(&self, chunk: &'a [u8], start: u64) -> Texts<'a> {
        self.texts_selected(chunk, start, Selection::DEFAULT)
    }

    /// The texts of `chunk` that are wanted.
    pub fn texts_selected<'a>(
        &self,
        chunk: &'a [u8],
        start: u64,
        want: &'a Selection,
    ) -> Texts<'a> {
        (self.texts)(chunk, start, want)
    }
}

/// Where `needle` stands in `chunk`, from the last place to the first.
fn backwards<'c>(chunk: &'c [u8], needle: &'c [u8]) -> impl Iterator<Item = usize> + 'c {
    const WINDOW: usize = 64 << 10;
    let mut end = chunk.len();
    // Forwards is what machines are fast at.
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
