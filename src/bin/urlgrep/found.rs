//! A match with its place in the file: as workers render it, and as it waits where that is not possible yet.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use urlgrep::files::Lines;
use urlgrep::url::{self, Url};
use urlgrep::{Flaws, HyphenEvidence, Map, Match, mail};

use crate::address;
use crate::around::Around;
use crate::changes::Changed;
use crate::filter::Filter;
use crate::resolve::Target;
use crate::visible::first;

/// How many characters of a header field are kept where each match of the message has a copy of it.
pub(crate) const LONGEST_FIELD: usize = 1024;

/// A match that is rendered.
#[derive(Clone, Debug)]
pub(crate) struct Found<'m> {
    pub(crate) m: &'m Match<'m, [u8]>,
    /// Its URL, if an option changed it.
    pub(crate) changed: Option<&'m Changed>,
    /// From the match's text to the file.
    pub(crate) map: &'m Map,
    pub(crate) origin: &'m Origin,
    pub(crate) around: &'m Around,
    /// From 1, counted from the start of the chunk; 0 if the output does not show lines.
    pub(crate) line: u64,
    pub(crate) column: u64,
    /// With `--resolve`, what a URL of a message or part names; `None` in it if that is not found.
    pub(crate) target: Option<Option<Target<'m>>>,
}

/// The message and the part of it that a match stands in.
#[derive(Clone, Default, Debug)]
pub(crate) struct Origin {
    /// From 1, counted from the start of the chunk; 0 is a message that began in an earlier chunk.
    pub(crate) message: Option<u64>,
    pub(crate) header: Header,
    pub(crate) part: Option<Arc<str>>,
    pub(crate) field: Option<Arc<str>>,
    /// Empty for plain text.
    pub(crate) notation: &'static str,
}

impl Origin {
    /// The number of the message. A member of a message of Outlook is no message, but of one.
    pub(crate) fn number(&self) -> Option<u64> {
        self.message.or(self.header.id.as_ref().map(|_| 1))
    }
}

/// The fields of a message's header that the output needs.
#[derive(Clone, Default, Debug)]
pub(crate) struct Header {
    /// Where it begins in the file.
    pub(crate) at: Option<u64>,
    pub(crate) id: Option<Arc<[u8]>>,
    /// In seconds since the beginning of 1970.
    pub(crate) date: Option<i64>,
    /// Whether the options select the message.
    pub(crate) selected: bool,
    pub(crate) from: Option<Arc<str>>,
    /// Who that is, as messages are counted by it.
    pub(crate) sender: Option<Arc<str>>,
    pub(crate) to: Option<Arc<str>>,
    pub(crate) subject: Option<Arc<str>>,
    /// The identifier of the message that began its thread.
    pub(crate) thread: Option<Arc<str>>,
}

/// The bytes of the file that a URL was made of.
#[derive(Default, Debug)]
pub(crate) struct Segments {
    /// Empty if the file has the URL in one piece.
    pub(crate) runs: Vec<(u64, u64)>,
    /// Whether its text had to be decoded.
    pub(crate) encoded: bool,
}

impl Found<'_> {
    /// The URL as it is printed: what a text without a scheme means.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self.changed {
            Some(changed) => &changed.url,
            None => self.m.assumed().unwrap_or(self.m.as_bytes()),
        }
    }

    /// The same, parsed.
    pub(crate) fn url(&self) -> Url<'_, [u8]> {
        match self.changed {
            Some(changed) => url::parse(&changed.url).0,
            None => self.m.url(),
        }
    }

    /// The URL that is not replaced by the address of a gateway.
    pub(crate) fn meant(&self) -> &[u8] {
        self.changed
            .map_or_else(|| self.bytes(), |changed| changed.target())
    }

    /// The flaws of the URL. Of a rewritten link those of its target, and those of the text that it was made of.
    pub(crate) fn flaws(&self) -> Flaws {
        let flaws = self.m.flaws();
        match self.changed {
            Some(changed) if changed.wrapped_by.is_some() => {
                let flaws_of = |url| url::parse(url).1.iter().collect::<Flaws>();
                let of_link = flaws_of(self.m.as_bytes());
                let of_text = flaws.iter().filter(|flaw| !of_link.contains(*flaw));
                flaws_of(changed.target()) | of_text.collect()
            }
            _ => flaws,
        }
    }

    /// The text, where it differs from the URL.
    pub(crate) fn written(&self) -> Option<&[u8]> {
        let unchanged = || self.changed.map(|_| self.m.as_bytes());
        self.m.written().or_else(unchanged)
    }

    /// The offset in the file of the URL's first byte.
    pub(crate) fn start(&self) -> u64 {
        self.map.source_of(self.m.span().start).start
    }

    /// The bytes of the file from the URL's first to its last.
    pub(crate) fn place(&self) -> Range<u64> {
        self.map.source_range(self.m.span())
    }

    pub(crate) fn segments(&self) -> Segments {
        let mut segments = Segments::default();
        for run in self.m.segments() {
            segments.encoded |= self.map.is_encoded(run.clone());
            let pieces = self.map.segments(run).into_iter();
            let pieces = pieces.map(|piece| (piece.start, piece.end));
            segments.runs.extend(pieces);
        }
        if !segments.encoded && !self.m.is_joined() {
            segments.runs.clear();
        }
        segments
    }
}

/// A match that can't be rendered yet: its hyphen is open, its message began in an earlier chunk, or lines around it are in another one.
#[derive(Debug)]
pub(crate) struct Deferred {
    m: Match<'static, [u8]>,
    changed: Option<Changed>,
    map: Arc<Map>,
    pub(crate) origin: Origin,
    pub(crate) around: Around,
    line: u64,
    column: u64,
    /// The number of rows of the batch that come before it.
    pub(crate) after: usize,
    open: Option<Open>,
}

/// The place of a match whose hyphen is open.
#[derive(Debug)]
struct Open {
    start: u64,
    /// The bytes of the file from the URL's first to its last.
    bytes: Box<[u8]>,
}

impl Deferred {
    /// Defers a match that comes after this number of rows. The map is that of `found`, shared.
    pub(crate) fn new(found: &Found<'_>, map: Arc<Map>, after: usize) -> Deferred {
        Deferred {
            open: None,
            m: found.m.clone().into_owned(),
            changed: found.changed.cloned(),
            map,
            origin: found.origin.clone(),
            around: found.around.clone(),
            line: found.line,
            column: found.column,
            after,
        }
    }

    pub(crate) fn found(&self) -> Found<'_> {
        Found {
            m: &self.m,
            changed: self.changed.as_ref(),
            map: &self.map,
            origin: &self.origin,
            around: &self.around,
            line: self.line,
            column: self.column,
            target: None,
        }
    }

    /// Keeps the match until its hyphen is resolved. The chunk begins at the offset `start`.
    pub(crate) fn open(&mut self, chunk: &[u8], start: u64) {
        let place = self.found().place();
        self.open = Some(Open {
            start: place.start,
            bytes: chunk[(place.start - start) as usize..(place.end - start) as usize].into(),
        });
    }

    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Whether it waits for matches or lines of later chunks.
    pub(crate) fn waits(&self) -> bool {
        self.is_open() || self.around.missing.after > 0
    }

    /// About how many bytes of memory it takes.
    pub(crate) fn weight(&self) -> usize {
        // Each reading has a map of its own.
        let readings = 1 + self.m.alternatives().len();
        let lines = self.around.lines.iter();
        let lines: usize = lines.map(|line| size_of_val(line) + line.text.len()).sum();
        size_of::<Deferred>() + readings * (self.m.as_bytes().len() + size_of::<Map>()) + lines
    }

    /// Corrects the place after the hyphen was resolved.
    fn close(&mut self) {
        let Some(open) = self.open.take() else {
            return;
        };
        let start = self.found().start();
        if start > open.start && self.line > 0 {
            // The URL began with the hyphen that it has lost.
            let mut lines = Lines::new(&open.bytes, open.start, open.start + 1 - self.column);
            let (line, column) = lines.place(start);
            (self.line, self.column) = (self.line + line - 1, column);
        }
    }
}

/// Resolves all open hyphens, and removes those matches that the filter does not keep then. No match waits any more.
pub(crate) fn resolve<'d>(
    deferred: impl IntoIterator<Item = &'d mut VecDeque<Deferred>>,
    evidence: &mut HyphenEvidence,
    filter: &Filter,
) {
    let mut deferred: Vec<_> = deferred.into_iter().collect();
    let all = deferred.iter_mut().flat_map(|deferred| deferred.iter_mut());
    let open = all.filter(|deferred| deferred.is_open());
    evidence.resolve(open.map(|deferred| &mut deferred.m));
    for deferred in deferred {
        deferred.retain_mut(|deferred| {
            let was_open = deferred.is_open();
            deferred.close();
            deferred.around.missing.after = 0;
            if was_open {
                deferred.changed = filter.changes.apply(&deferred.m);
            }
            !was_open || filter.keeps(&deferred.m, deferred.changed.as_ref())
        });
    }
}

/// Who sent the message. A long name is cut, because each match of the message counts for it.
pub(crate) fn sender(head: &[u8]) -> Option<Arc<str>> {
    let sender = address::sender(&mail::field(head, "From")?)?;
    Some(first(&sender, LONGEST_FIELD).into())
}

/// The identifier of the message that began the thread of this one: the first in its References, or else in In-Reply-To (RFC 5322,
/// 3.6.4), or else its own.
pub(crate) fn thread(head: &[u8]) -> Option<Arc<str>> {
    let first = |name| {
        let value = mail::field(head, name)?;
        let (_, rest) = value.split_once('<')?;
        let (id, _) = rest.split_once('>')?;
        (!id.is_empty()).then(|| Arc::from(id))
    };
    ["References", "In-Reply-To", "Message-ID"]
        .into_iter()
        .find_map(first)
}
