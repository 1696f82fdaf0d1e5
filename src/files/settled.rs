//! Which matches of an unfinished text are final, so that a stream can be printed while it is read.
//!
//! The rules that end and continue URLs are many. Instead of repeating them, the text is searched again with each of a few endings
//! that would continue a URL if anything does. A match that none of them changes is final.

use std::collections::HashSet;
use std::ops::Range;

use crate::container::{Container, Selection};
use crate::extract::Extractor;
use crate::label::link_label;
use crate::matched::Match;
use crate::notation::paragraph;
use crate::span::{beginning, last_line, split_run};
use crate::text::Text;

/// In a longer text no match is known to be final. Messages with attachments are long.
const MAX: usize = 256 << 10;

/// A word that would not have fitted in a line, as the rules for broken URLs ask for.
const LONG: &str =
    "ab/c-d_e.html?f=1&g=2#hi/jk%20lmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz";

/// Texts that may come next, in the same line or the next one.
#[rustfmt::skip]
const ENDINGS: [&str; 16] = [
    "x", "0", "/x", ".", ". ", " ", "\n", ">", "x>", "/x> ", ".org/x/> ", " b/c-d.org> ", "b.org/x> ", "\" ",
    " x y\n\n", LONG,
];

/// Texts that continue a label if anything does, also after the beginning of a tag.
const LABEL_ENDINGS: [&str; 7] = [
    "x",
    "> x",
    "\"> x",
    "'> x",
    "--> x",
    "</style> x",
    "</script> x",
];

/// How matches are found, to say which ones are final.
///
/// ```
/// use urlgrep::files::Settled;
/// use urlgrep::{Extractor, mail::Selection};
/// let mut settled = Settled::new(Extractor::default(), Selection::default());
/// settled.label = true;
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Settled {
    /// The extractor of the search.
    pub extractor: Extractor,
    /// The parts of messages that are searched.
    pub selection: Selection,
    /// Whether the other readings of a match matter too.
    pub alternatives: bool,
    /// Whether the label of its link matters too.
    pub label: bool,
    /// Whether the header of its message matters too.
    pub header: bool,
    /// How many complete lines must follow.
    pub lines_after: usize,
}

/// The place of a match in the file.
#[derive(Debug)]
pub(super) struct PlacedMatch {
    /// Where its URL starts.
    pub(super) start: u64,
    /// Where it ends, with its wrapper.
    pub(super) end: u64,
    /// Whether no later byte can change it.
    pub(super) is_final: bool,
    /// Whether no later byte can change what stands around it: its label, and the lines after it.
    pub(super) has_context: bool,
    /// Whether it waits for the header of its message, which goes on.
    pub(super) awaits_header: bool,
}

/// Everything about a match that can change.
#[derive(PartialEq, Eq, Hash, Debug)]
struct Snapshot {
    place: Range<u64>,
    outer: usize,
    url: Vec<u8>,
    alternatives: Vec<Vec<u8>>,
}

/// What is known of that which stands around a match.
#[derive(Clone, Default)]
struct State {
    lacks_label: bool,
    awaits_header: bool,
}

impl Settled {
    /// A match is final if no later byte can change its URL and its place.
    ///
    /// ```
    /// use urlgrep::files::Settled;
    /// use urlgrep::{Extractor, mail::Selection};
    /// let settled = Settled::new(Extractor::default(), Selection::default());
    /// assert_eq!(settled.lines_after, 0);
    /// ```
    pub fn new(extractor: Extractor, selection: Selection) -> Settled {
        Settled {
            extractor,
            selection,
            alternatives: false,
            label: false,
            header: false,
            lines_after: 0,
        }
    }

    /// The matches of a chunk that begins at `start` and is not complete.
    pub(super) fn find(&self, container: &Container, bytes: &[u8], start: u64) -> Vec<PlacedMatch> {
        let found = self.snapshots(container, bytes, start);
        let mut finals = vec![bytes.len() <= MAX; found.len()];
        let mut more = bytes.to_vec();
        if bytes.len() <= MAX && !found.is_empty() {
            for ending in endings(bytes) {
                more.truncate(bytes.len());
                more.extend_from_slice(&ending);
                let others = self.snapshots(container, &more, start);
                let others: HashSet<Snapshot> = others.into_iter().collect();
                for (snapshot, is_final) in found.iter().zip(&mut finals) {
                    *is_final = *is_final && others.contains(snapshot);
                }
                if !finals.contains(&true) {
                    break;
                }
            }
        }
        let states = self.states(container, bytes, start, found.len());
        let places = found.into_iter().zip(finals).zip(states);
        let places = places.map(|((snapshot, is_final), state)| {
            let has_context =
                !state.lacks_label && self.has_lines(snapshot.place.end, bytes, start);
            PlacedMatch {
                start: snapshot.place.start,
                end: snapshot.place.end,
                is_final: is_final && has_context,
                has_context,
                awaits_header: state.awaits_header,
            }
        });
        places.collect()
    }

    /// The first match that starts at `from` or later and that too few lines follow, in a chunk of these bytes, which begins at `start`.
    pub(super) fn first_that_lacks_lines(
        &self,
        container: &Container,
        bytes: &[u8],
        start: u64,
        from: u64,
    ) -> Option<u64> {
        let found = self.snapshots(container, bytes, start);
        let places = found.iter().map(|snapshot| &snapshot.place);
        let mut new = places.filter(|at| at.start >= from);
        let lacks = |at: &&Range<u64>| !self.has_lines(at.end, bytes, start);
        new.find(lacks).map(|at| at.start)
    }

    /// Whether enough lines follow the place `end` in these bytes, which begin at `start`.
    fn has_lines(&self, end: u64, bytes: &[u8], start: u64) -> bool {
        let after = usize::try_from(end.saturating_sub(start)).unwrap_or(usize::MAX);
        let after = bytes.get(after..).unwrap_or_default();
        let ends = memchr::memchr_iter(b'\n', after).take(self.lines_after);
        ends.count() == self.lines_after
    }

    /// The states of these matches, of which there are so many.
    fn states(&self, container: &Container, bytes: &[u8], start: u64, count: usize) -> Vec<State> {
        if !self.label && !self.header {
            return vec![State::default(); count];
        }
        let texts = container.texts_selected(bytes, start, &self.selection);
        let read = |text: Text<'_>| {
            let awaits_header = self.header && is_open(&text.place.head, bytes);
            let matches: Vec<_> = self.extractor.extract_text(&text).collect();
            let state = State {
                awaits_header,
                ..State::default()
            };
            let mut states = vec![state; matches.len()];
            if self.label {
                check_labels(&text, &matches, &mut states);
            }
            states
        };
        texts.flat_map(read).collect()
    }

    fn snapshots(&self, container: &Container, bytes: &[u8], start: u64) -> Vec<Snapshot> {
        let texts = container.texts_selected(bytes, start, &self.selection);
        let read = |text: Text<'_>| {
            let matches = self.extractor.extract_text(&text);
            let snapshots: Vec<_> = matches.map(|m| self.snapshot(&m, &text)).collect();
            snapshots
        };
        texts.flat_map(read).collect()
    }

    fn snapshot(&self, m: &Match<'_, [u8]>, text: &Text<'_>) -> Snapshot {
        let alternatives = if self.alternatives {
            m.alternatives()
        } else {
            &[]
        };
        let outer = m.outer_span();
        Snapshot {
            place: text.map.source_range(m.span().start..outer.end),
            outer: outer.start,
            url: m.as_bytes().to_vec(),
            alternatives: alternatives.iter().map(|a| a.url().to_vec()).collect(),
        }
    }
}

/// Notes which matches of an unfinished text have their whole label. What is appended may be encoded in the file.
fn check_labels(text: &Text<'_>, matches: &[Match<'_, [u8]>], states: &mut [State]) {
    let labels: Vec<_> = matches.iter().map(|m| link_label(text, m)).collect();
    let mut longer = text.clone();
    for ending in LABEL_ENDINGS {
        let bytes = longer.bytes.to_mut();
        bytes.truncate(text.bytes.len());
        bytes.extend_from_slice(ending.as_bytes());
        for ((m, label), state) in matches.iter().zip(&labels).zip(&mut *states) {
            state.lacks_label = state.lacks_label || link_label(&longer, m) != *label;
        }
    }
}

/// Whether the header goes on, of a message in these bytes: no line follows it, blank or not.
fn is_open(head: &Range<usize>, bytes: &[u8]) -> bool {
    let after = bytes.get(head.end..).unwrap_or_default();
    !head.is_empty() && memchr::memchr(b'\n', after).is_none()
}

/// The endings, each in the last line and in the next one, which may have the same quote prefix.
fn endings(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut before = vec![Vec::new(), b"\n".to_vec()];
    // The text may end after a line break.
    let line = last_line(bytes.strip_suffix(b"\n").unwrap_or(bytes));
    let is_mark = |b: u8| !b.is_ascii_alphanumeric() && !matches!(b, b'<' | b'/');
    let prefix = split_run(beginning(line, 80), is_mark).0;
    if !prefix.is_empty() {
        before.push([b"\n", prefix].concat());
        if bytes.ends_with(b"\n") {
            before.push(prefix.to_vec());
        }
    }
    let endings = before
        .iter()
        .flat_map(|before| ENDINGS.map(|ending| [before, ending.as_bytes()].concat()));
    endings.collect()
}

/// Where the last blank line ends.
pub(super) fn last_blank_line(bytes: &[u8]) -> Option<usize> {
    paragraph(bytes).or_else(|| bytes.starts_with(b"\n").then_some(1))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::container as mail;

    use super::*;

    fn settled() -> Settled {
        Settled::new(Extractor::default(), Selection::default())
    }

    /// The final matches of `text`.
    fn finals(text: &str) -> usize {
        let found = settled().find(mail::detect(b""), text.as_bytes(), 0);
        found.iter().filter(|m| m.is_final).count()
    }

    #[test]
    fn a_match_is_final_if_nothing_can_continue_it() {
        for (text, wanted) in [
            ("http://a.org/x", 0),
            ("http://a.org/x.", 0),
            ("http://a.org/x y", 1),
            ("http://a.org/x\n", 1),
            ("http://a.org/x\n\n", 1),
            ("<http://a.org/x>", 1),
            ("<URL:http://a.org/x", 0),
            ("<URL:http://a.org/x\n", 0),
            ("<URL:http://a.org/x\ny", 0),
            ("> <URL:http://a.org/x\n> y", 0),
            ("<URL:http://a.org/x>", 1),
            (
                "a line that is long enough http://a.org/with/a/path/that/is/long/and-\n",
                0,
            ),
            (
                "> a line that is long enough http://a.org/with/a/path/that/is/long/and-\n> ",
                0,
            ),
            (
                "a line that is long enough http://a.org/with/a/path/that/is/long/and-\n\n",
                1,
            ),
        ] {
            assert_eq!(finals(text), wanted, "{text:?}");
        }
    }

    /// Whatever really follows, no final match changes: prefixes of real texts against the texts.
    #[test]
    fn a_final_match_stays() {
        let settled = settled();
        let mut compared = 0;
        for (path, kind) in [
            ("corpora/mail/1994.mbox", "text"),
            ("corpora/mail/today.mbox", "text"),
            ("corpora/mail/1994.mbox", "mbox"),
            ("corpora/docs/guide.txt", "text"),
            ("corpora/docs/readme.md", "markdown"),
        ] {
            let text = fs::read(path).expect("a file");
            let container = mail::by_name(kind, &text).expect("a type");
            for start in (0..text.len()).step_by(4000) {
                let start = match start {
                    0 => 0,
                    _ if kind == "mbox" => break,
                    _ => {
                        memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |i| start + i + 1)
                    }
                };
                let whole = &text[start..text.len().min(start + 12_000)];
                let all = settled.snapshots(container, whole, 0);
                for end in (0..whole.len().min(4000)).step_by(7) {
                    let found = settled.find(container, &whole[..end], 0);
                    for m in found.iter().filter(|m| m.is_final) {
                        let is_same = |other: &Snapshot| other.place == (m.start..m.end);
                        let cut = String::from_utf8_lossy(&whole[end.saturating_sub(300)..end]);
                        assert!(
                            all.iter().any(is_same),
                            "{path} as {kind}: {m:?} of {cut:?}"
                        );
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 1000, "{compared}");
    }
}
