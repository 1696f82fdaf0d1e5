//! The surroundings of a URL: the lines of its text (`-A`, `-B`, `-C`), and the label of its link (`--link-text`).
//!
//! Lines of a file that stand in another chunk are added where the results are in order: each chunk passes on its first and last lines.

use std::ops::Range;

use urlgrep::{Match, Text, explain_place, link_label};

use crate::defang::Defang;
use crate::newlines::Newlines;

/// The most bytes of a line that are shown; of a URL's own line, on each side of the URL.
pub(crate) const LONGEST: usize = 500;

/// No word of fewer bytes is cut there.
const WORD: usize = 100;

/// How many lines the URLs of a chunk may have that wait in memory: for lines of other chunks, or for a hyphen to be resolved.
pub(crate) const MOST_LINES: usize = 100_000;

/// The surroundings that the output shows.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct AroundOptions {
    /// The lines that are shown, if any.
    pub(crate) lines: Option<LineCounts>,
    pub(crate) label: bool,
    /// Whether to say why it is a match.
    pub(crate) explain: bool,
    /// For the URLs in the lines and in the label.
    pub(crate) defang: Defang,
}

/// How many lines are shown before and after the URL's own.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct LineCounts {
    pub(crate) before: usize,
    pub(crate) after: usize,
}

/// The surroundings of one URL.
#[derive(Clone, Default, Debug)]
pub(crate) struct Around {
    pub(crate) lines: Vec<AroundLine>,
    /// How many lines more are to be shown, if the file has them outside the chunk.
    pub(crate) missing: LineCounts,
    pub(crate) label: Option<String>,
    /// Where it starts and ends, and why.
    pub(crate) explanation: Vec<String>,
}

/// A line of the text.
#[derive(Clone, Debug)]
pub(crate) struct AroundLine {
    /// How many lines of the file it is after the URL's first one.
    pub(crate) distance: i64,
    pub(crate) text: String,
}

/// The first and the last lines of a chunk.
#[derive(Default, Debug)]
pub(crate) struct Edges {
    pub(crate) first: Vec<String>,
    pub(crate) last: Vec<String>,
}

impl AroundLine {
    fn new((distance, text): (i64, &String)) -> AroundLine {
        let text = text.clone();
        AroundLine { distance, text }
    }
}

impl AroundOptions {
    pub(crate) fn is_none(&self) -> bool {
        self.lines.is_none() && !self.label && !self.explain
    }

    /// The surroundings of a match. The file's bytes are `chunk`, from the offset `start` on; those of the text are `decoded`.
    pub(crate) fn find(
        &self,
        m: &Match<'_, [u8]>,
        text: &Text<'_>,
        decoded: &Newlines<'_>,
        chunk: &Newlines<'_>,
        start: u64,
    ) -> Around {
        let lines = self.lines.map(|counts| {
            let in_chunk = |at: u64| {
                let at = at.saturating_sub(start);
                usize::try_from(at)
                    .unwrap_or(usize::MAX)
                    .min(chunk.bytes.len())
            };
            let source = |at: usize| in_chunk(text.map.source_of(at).start);
            let (first, outer) = (source(m.span().start), m.outer_span());
            // The text of a message is decoded; other files are shown as they are, except UTF-16.
            let is_file = text.place.message.is_none() && !chunk.bytes[first..].starts_with(b"\0");
            let is_file = is_file && chunk.bytes.get(first + 1) != Some(&0);
            let (shown, own) = if is_file {
                let last = text.map.source_of(outer.end.saturating_sub(1)).end;
                (chunk, source(outer.start)..in_chunk(last))
            } else {
                (decoded, outer)
            };
            let line = |range: Range<usize>| {
                let at = if is_file {
                    range.start
                } else {
                    source(range.start)
                };
                AroundLine {
                    distance: chunk.before(at) as i64 - chunk.before(first) as i64,
                    text: self.shown(shown.bytes, range, own.clone()),
                }
            };
            let (ranges, missing) = lines_around(shown, own.clone(), counts);
            let missing = Some(missing).filter(|_| is_file).unwrap_or_default();
            (ranges.into_iter().map(line).collect(), missing)
        });
        let label = self.label.then(|| link_label(text, m)).flatten();
        let (lines, missing) = lines.unwrap_or_default();
        Around {
            lines,
            missing,
            label: label.map(|label| self.defang.text(&label).into_owned()),
            explanation: if self.explain {
                explain_place(m, &text.bytes)
            } else {
                Vec::new()
            },
        }
    }

    /// The first and the last lines of a chunk, as many as matches in other chunks may need.
    pub(crate) fn edges(&self, chunk: &[u8]) -> Edges {
        let LineCounts { before, after } = self.lines_of_others();
        if chunk.is_empty() {
            return Edges::default();
        }
        let shown = |line: &[u8]| self.shown(line, 0..line.len(), 0..0);
        let lines = chunk.strip_suffix(b"\n").unwrap_or(chunk);
        let is_newline = |b: &u8| *b == b'\n';
        let mut last: Vec<_> = lines.rsplit(is_newline).take(before).map(shown).collect();
        last.reverse();
        Edges {
            first: lines.split(is_newline).take(after).map(shown).collect(),
            last,
        }
    }

    /// How many lines of other chunks are needed.
    pub(crate) fn lines_of_others(&self) -> LineCounts {
        let LineCounts { before, after } = self.lines.unwrap_or_default();
        LineCounts {
            before: before.min(MOST_LINES),
            after: after.min(MOST_LINES),
        }
    }

    /// A line as it is shown. A long one is cut.
    fn shown(&self, bytes: &[u8], line: Range<usize>, url: Range<usize>) -> String {
        let begins = url.start.clamp(line.start, line.end);
        let ends = url.end.clamp(line.start, line.end);
        let (from, kept, to) = if begins < ends {
            (begins.saturating_sub(LONGEST), begins..ends, ends + LONGEST)
        } else {
            (line.start, line.start..line.start, line.start + LONGEST)
        };
        let (mut from, mut to) = (from.max(line.start), to.min(line.end));
        // No short word is cut: it may be a URL.
        let is_blank = |b: &u8| b.is_ascii_whitespace();
        if from > line.start {
            let near = &bytes[from..kept.start.min(from + WORD)];
            from += near.iter().position(is_blank).unwrap_or(0);
        }
        if to < line.end {
            let near = &bytes[kept.end.max(to.saturating_sub(WORD))..to];
            to -= near.iter().rev().position(is_blank).unwrap_or(0);
        }
        // No character is cut.
        let goes_on = |at: usize| bytes.get(at).is_some_and(|b| b & 0xc0 == 0x80);
        while from > line.start && from < kept.start && goes_on(from) {
            from += 1;
        }
        while to < line.end && to > kept.end && goes_on(to) {
            to -= 1;
        }
        let shown = String::from_utf8_lossy(&bytes[from..to]);
        // Notations mark the ends of URLs with this character.
        let shown = shown.replace('\u{1f}', "");
        let shown = self.defang.text(&shown);
        let cut = |is_cut| if is_cut { "…" } else { "" };
        let shown = shown.trim_end_matches(['\r', '\n']);
        format!("{}{shown}{}", cut(from > line.start), cut(to < line.end))
    }
}

impl Around {
    /// Adds the last of these lines before the others.
    pub(crate) fn add_before(&mut self, lines: &[String]) {
        let missing = std::mem::take(&mut self.missing.before);
        let lines = &lines[lines.len().saturating_sub(missing)..];
        let first = self.lines.first().map_or(0, |line| line.distance) - lines.len() as i64;
        let lines = (first..).zip(lines).map(AroundLine::new);
        self.lines.splice(0..0, lines);
    }

    /// Adds lines after the others.
    pub(crate) fn add_after(&mut self, lines: &[String]) {
        let lines = &lines[..lines.len().min(self.missing.after)];
        self.missing.after -= lines.len();
        let first = self.lines.last().map_or(0, |line| line.distance) + 1;
        self.lines.extend((first..).zip(lines).map(AroundLine::new));
    }

    /// All lines as one, with each run of white space as one blank.
    pub(crate) fn context(&self) -> String {
        let lines = self.lines.iter();
        let words = lines.flat_map(|line| line.text.split_whitespace());
        words.collect::<Vec<_>>().join(" ")
    }
}

/// The lines of a text around a match, without their ends, and how many the text does not have.
fn lines_around(
    text: &Newlines<'_>,
    of: Range<usize>,
    mut missing: LineCounts,
) -> (Vec<Range<usize>>, LineCounts) {
    let mut start = text.line_start(of.start);
    while start > 0 && missing.before > 0 {
        missing.before -= 1;
        start = text.line_start(start - 1);
    }
    let mut lines = Vec::new();
    while start < text.bytes.len() {
        if start >= of.end {
            if missing.after == 0 {
                break;
            }
            missing.after -= 1;
        }
        let end = text.line_end(start);
        lines.push(start..end);
        start = end + 1;
    }
    (lines, missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(text: &str, before: usize, after: usize) -> Vec<(i64, String)> {
        let options = AroundOptions {
            lines: Some(LineCounts { before, after }),
            ..AroundOptions::default()
        };
        let text = Text::plain(text.as_bytes(), 100);
        let m = urlgrep::Extractor::default()
            .extract_text(&text)
            .next()
            .expect("a match")
            .into_owned();
        let lines = Newlines::new(&text.bytes);
        let found = options.find(&m, &text, &lines, &lines, 100);
        found
            .lines
            .into_iter()
            .map(|line| (line.distance, line.text))
            .collect()
    }

    #[test]
    fn lines_before_and_after() {
        let text = "one\ntwo\r\nsee http://a.org/ x\nfour\nfive";
        let line = |distance, text: &str| (distance, text.to_string());
        let own = line(0, "see http://a.org/ x");
        assert_eq!(around(text, 0, 0), std::slice::from_ref(&own));
        assert_eq!(
            around(text, 1, 1),
            [line(-1, "two"), own.clone(), line(1, "four")]
        );
        assert_eq!(around(text, 9, 9).len(), 5);
        let folded = around("x\n<URL:http://a.org/\n y> z\nend", 0, 1);
        assert_eq!(
            folded,
            [
                line(0, "<URL:http://a.org/"),
                line(1, " y> z"),
                line(2, "end")
            ]
        );
        assert_eq!(around("http://a.org/", 2, 2), [line(0, "http://a.org/")]);
    }

    #[test]
    fn a_long_line_is_cut() {
        let text = format!("{} http://a.org/ {}", "x".repeat(9000), "y".repeat(9000));
        let lines = around(&text, 0, 0);
        assert!(lines[0].1.starts_with("…x") && lines[0].1.ends_with("y…"));
        assert!(lines[0].1.len() < 1100, "{}", lines[0].1.len());
        let words = "x://word.org/ ".repeat(50);
        let lines = around(&format!("{words} http://a.org/ {words}"), 0, 0);
        let words: Vec<_> = lines[0].1.trim_matches('…').split_whitespace().collect();
        assert!(words.len() > 50 && lines[0].1.len() > 900, "{lines:?}");
        assert!(
            words.iter().all(|word| word.ends_with("org/")
                && (word.starts_with("x:") || word.starts_with("http:")))
        );
        // Characters of two bytes; the cut is within one on each side.
        let text = format!("x{} http://a.org/ {}", "é".repeat(400), "é".repeat(400));
        let lines = around(&text, 0, 0);
        assert!(lines[0].1.starts_with("…é") && lines[0].1.ends_with("é…"));
        assert!(!lines[0].1.contains(char::REPLACEMENT_CHARACTER));
    }
}
