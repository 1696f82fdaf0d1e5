//! Folds: URLs with white space put into them, and taking it out again (tests/spec/wrapper.md, bounds.md).
//!
//! [`walk`] goes from a delimiter's opening to its close and notes the runs of bytes between white space; what rule 6.4 makes
//! of a blank and 6.5 of a hyphen is decided later, on the runs. The work per candidate is bounded.

use std::ops::Range;

use super::quote_prefix::{Prefix, blanks};
use crate::class::Class;
use crate::text::{Map, Rewrite};

/// How far a wrapper's close may be.
const MAX_LINES: usize = 8;
const MAX_BYTES: usize = 4096;

/// What stands before a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gap {
    /// Nothing: the first run, or one from which something was cut.
    None,
    /// Blanks within a line.
    Blank,
    /// White space with a line break in it, and the next line's prefix.
    Break,
}

/// Bytes that belong to a URL as they lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Run {
    pub(super) at: Range<usize>,
    pub(super) gap: Gap,
    /// What it stands for, if not its own bytes.
    pub(super) instead: Option<Instead>,
    /// What the URL has before it and the text has not: `http://`. It comes from the run's first byte.
    front: &'static [u8],
}

/// What a run stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Instead {
    /// `@`, for ` at `.
    At,
    /// These bytes: `.`, for `[.]`.
    These(&'static [u8]),
}

impl Instead {
    fn bytes(self) -> &'static [u8] {
        match self {
            Instead::At => b"@",
            Instead::These(bytes) => bytes,
        }
    }
}

impl Run {
    pub(super) fn new(at: Range<usize>, gap: Gap, instead: Option<Instead>) -> Run {
        Run {
            at,
            gap,
            instead,
            front: b"",
        }
    }

    /// How many bytes of the URL it makes.
    fn len(&self) -> usize {
        let own = self
            .instead
            .map_or(self.at.len(), |instead| instead.bytes().len());
        self.front.len() + own
    }

    /// Cuts it to so many bytes of the URL; what stands for something else stays or goes as a whole.
    fn truncate(&mut self, len: usize) {
        if self.instead.is_none() {
            self.at.end = self.at.start + len.saturating_sub(self.front.len());
        } else if len < self.len() {
            self.at.end = self.at.start;
        }
    }

    fn write(&self, text: &[u8], rewrite: &mut Rewrite<'_>) {
        let Range { start, end } = self.at;
        match self.instead {
            Some(instead) => rewrite.put(&[self.front, instead.bytes()].concat(), start..end),
            None if self.front.is_empty() => rewrite.copy(text, start..end),
            None => {
                let first = &text[start..start + 1];
                rewrite.put(&[self.front, first].concat(), start..start + 1);
                rewrite.copy(text, start + 1..end);
            }
        }
    }
}

/// The runs of a folded URL, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Fold {
    pub(super) runs: Vec<Run>,
}

impl Fold {
    /// One run as it lies.
    pub(super) fn of(at: Range<usize>) -> Fold {
        let mut fold = Fold::default();
        fold.push(at, Gap::None);
        fold
    }

    /// Puts `front` before its first byte.
    pub(super) fn put_front(&mut self, front: &'static [u8]) {
        if let Some(run) = self.runs.first_mut() {
            run.front = front;
        }
    }

    pub(super) fn push(&mut self, at: Range<usize>, gap: Gap) {
        if !at.is_empty() {
            self.runs.push(Run::new(at, gap, None));
        }
    }

    /// Adds a run that stands for `bytes`.
    pub(super) fn push_instead(&mut self, at: Range<usize>, bytes: &'static [u8]) {
        self.runs
            .push(Run::new(at, Gap::None, Some(Instead::These(bytes))));
    }

    /// The URL's bytes, and the map from them to the text.
    pub(crate) fn unfold(&self, text: &[u8]) -> (Vec<u8>, Map) {
        let text_map = Map::shift(0);
        let mut rewrite = Rewrite::of(&text_map);
        for run in &self.runs {
            run.write(text, &mut rewrite);
        }
        rewrite.finish()
    }

    /// Where its last run ends.
    pub(super) fn end(&self) -> Option<usize> {
        self.runs.last().map(|run| run.at.end)
    }

    /// Where it lies, if in one piece.
    pub(super) fn one_piece(&self) -> Option<Range<usize>> {
        match &self.runs[..] {
            [run] if run.instead.is_none() && run.front.is_empty() => Some(run.at.clone()),
            _ => None,
        }
    }

    /// Whether an `@` was written as a word.
    pub(super) fn has_at(&self) -> bool {
        let at = |run: &Run| run.instead == Some(Instead::At);
        self.runs.iter().any(at)
    }

    /// Whether any run stands for other bytes than its own.
    pub(super) fn is_rewritten(&self) -> bool {
        self.runs.iter().any(|run| run.instead.is_some())
    }

    /// Whether it is made of more than one run.
    pub(super) fn is_joined(&self) -> bool {
        self.runs.len() > 1
    }

    /// Whether blanks of this kind were dropped.
    pub(super) fn has(&self, gap: Gap) -> bool {
        self.runs.iter().any(|run| run.gap == gap)
    }

    /// The runs up to the one at `i`, and those from it on.
    pub(super) fn split(&self, i: usize) -> (Fold, Fold) {
        let (front, back) = self.runs.split_at(i);
        (
            Fold {
                runs: front.to_vec(),
            },
            Fold {
                runs: back.to_vec(),
            },
        )
    }

    /// Without its first `n` bytes.
    pub(super) fn drop_front(&mut self, mut n: usize) {
        while let Some(run) = self.runs.first_mut() {
            if n < run.at.len() {
                run.at.start += n;
                run.gap = Gap::None;
                return;
            }
            n -= run.at.len();
            self.runs.remove(0);
        }
    }

    /// The first `n` bytes only.
    pub(super) fn truncate(&mut self, mut n: usize) {
        self.runs.retain_mut(|run| {
            let len = run.len().min(n);
            n -= len;
            run.truncate(len);
            !run.at.is_empty()
        });
    }
}

/// Where a walk ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The closing delimiter's place.
    Closed(usize),
    Unclosed,
}

/// Whether a `<` stands before the first `close`, or there is none: then a walk from `start` does not close.
pub(super) fn is_unclosed(text: &[u8], start: usize, close: u8) -> bool {
    let near = &text[start..text.len().min(start + MAX_BYTES)];
    memchr::memchr2(b'<', close, near).is_none_or(|i| near[i] == b'<')
}

/// The runs from `start` to the delimiter `close` (`>` or `"`), under the prefix of the line on which the wrapper opened.
pub(super) fn walk(text: &[u8], start: usize, close: u8, prefix: Prefix<'_>) -> (Fold, End) {
    let mut fold = Fold::default();
    let limit = text.len().min(start + MAX_BYTES);
    let text = &text[..limit];
    let (mut at, mut gap, mut lines) = (start, Gap::None, 1);
    loop {
        let len = text[at..]
            .iter()
            .take_while(|&&b| !Class::WHITE.has(b) && b != close && b != b'<');
        let run = at..at + len.count();
        at = run.end;
        if !run.is_empty() {
            fold.push(run, std::mem::replace(&mut gap, Gap::None));
        }
        match text.get(at) {
            Some(&b) if b == close => return (fold, End::Closed(at)),
            Some(&b) if Class::WHITE.has(b) => {}
            _ => return (fold, End::Unclosed),
        }
        // White space: over its line breaks, each with the next line's prefix.
        if gap == Gap::None {
            gap = Gap::Blank;
        }
        let in_line = text[at..]
            .iter()
            .take_while(|b| matches!(b, b' ' | b'\t' | 0x0b | 0x0c))
            .count();
        at += in_line;
        let Some(len) = line_break(&text[at..]) else {
            continue;
        };
        lines += 1;
        gap = Gap::Break;
        let (mut next, mut marks) = prefix.skip(text, at + len);
        if let Some(len) = line_break(&text[next..]) {
            (next, marks) = prefix.skip(text, next + len);
            if !is_double_spaced(text, start) || !begins_with_lone_word(text, next, close) {
                return (fold, End::Unclosed);
            }
        }
        if lines > MAX_LINES || next == limit {
            return (fold, End::Unclosed);
        }
        at = next;
        if close == b'>' && text[at] == b'>' {
            // One mark more than the opening line has, or the close.
            if prefix.marks() != marks || !gains(text, at, prefix, lines) {
                return (fold, End::Closed(at));
            }
            at += 1 + blanks(&text[at + 1..]);
        }
    }
}

/// Whether the `>` at `at`, first on its line but for the prefix, is a gained quote mark: what follows reads on as URL up to
/// another `>`. After an opening line without marks that must be so on the line itself, without any blank.
fn gains(text: &[u8], at: usize, prefix: Prefix<'_>, lines: usize) -> bool {
    if text[at..].starts_with(b">From ") {
        return false;
    }
    let mut at = at + 1;
    if prefix.marks() > 0 {
        at += blanks(&text[at..]);
    }
    for _ in lines..=MAX_LINES {
        let len = text[at..]
            .iter()
            .take_while(|&&b| !Class::STOP.has(b))
            .count();
        at += len;
        match text.get(at) {
            _ if len == 0 => return false,
            Some(b'>') => return true,
            Some(b'\n' | b'\r') if prefix.marks() > 0 => {}
            _ => return false,
        }
        let more = Prefix::Marks(prefix.marks() + 1);
        at = more.skip(text, at + line_break(&text[at..]).unwrap_or(0)).0;
    }
    false
}

/// Whether blank lines stand before the line of `at` and before and between the two above it: then they part lines and not
/// paragraphs, as in copies of web pages. A plain text is never cut in such a place.
fn is_double_spaced(text: &[u8], at: usize) -> bool {
    let window = &text[at.saturating_sub(MAX_BYTES)..at];
    let mut lines = window.rsplit(|&b| b == b'\n').skip(1).map(|line| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        blanks(line) == line.len()
    });
    // A single line behind blank ones, and before them another, with blank ones or the beginning above it.
    let mut single = || lines.next() == Some(true) && lines.any(|blank| !blank);
    single() && single() && lines.next().unwrap_or(true)
}

/// Whether one word stands at `at`, up to `close` or the end of the line.
fn begins_with_lone_word(text: &[u8], at: usize, close: u8) -> bool {
    let word = text[at..]
        .iter()
        .take_while(|&&b| !Class::STOP.has(b))
        .count();
    let end = at + word;
    word > 0
        && (text.get(end) == Some(&close)
            || line_break(&text[end + blanks(&text[end..])..]).is_some())
}

/// The length of the line break that `bytes` begins with.
pub(super) fn line_break(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [b'\r', b'\n', ..] => Some(2),
        [b'\r' | b'\n', ..] => Some(1),
        _ => None,
    }
}
