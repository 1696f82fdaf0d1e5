//! Findings with the data that is printed for them: path, lines and columns, the surrounding text.

use std::collections::HashMap;
use std::ops::Range;

use urlgrep::lint::{Finding, Severity};

use super::secrets::Secrets;
use crate::newlines::Newlines;
use crate::visible::{first, last, lossy};

/// How many characters are shown before and after the marked text of a line.
const MARGIN: usize = 60;

/// A finding in its file.
#[derive(Debug)]
pub(super) struct Diagnostic {
    pub(super) finding: Finding,
    /// The URL of the finding, without passwords.
    pub(super) url: Vec<u8>,
    /// The same URL as a message shows it.
    pub(super) shown_url: String,
    /// Whether it makes the run fail.
    pub(super) fails: bool,
    pub(super) region: Region,
    /// The column in bytes, 1-based.
    pub(super) byte_column: usize,
    /// The regions of the edits of its fix.
    pub(super) edits: Vec<Region>,
    /// Identifies the finding by rule, path, URL, and the number of equal findings before it.
    pub(super) fingerprint: String,
    pub(super) excerpt: Excerpt,
}

/// Lines and columns of a range, 1-based. Columns count characters; a byte that is not UTF-8 counts as one. The end is the position
/// after the last character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Region {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) end_line: usize,
    pub(super) end_column: usize,
}

/// The part of a line that is shown.
#[derive(Debug)]
pub(super) struct Excerpt {
    pub(super) text: String,
    /// The reported range; bytes of `text`.
    pub(super) mark: Range<usize>,
}

/// Locates the findings of a document, which are in order. Those of severity `least` or higher make the run fail.
pub(super) fn locate(
    path: &str,
    document: &[u8],
    findings: Vec<Finding>,
    least: Severity,
) -> Vec<Diagnostic> {
    let mut lines = LineIndex::new(document);
    let secrets = Secrets::new(document, &findings);
    let path = path.strip_prefix("./").unwrap_or(path);
    let mut seen: HashMap<u64, u64> = HashMap::new();
    let diagnostics = findings.into_iter().map(|mut finding| {
        let (start, end) = (finding.at.start as usize, finding.at.end as usize);
        let line_start = lines.seek(start);
        let region = lines.region(start..end);
        let edits = finding.fix.iter().flat_map(|fix| &fix.edits);
        let edits = edits.map(|edit| lines.region(edit.at.start as usize..edit.at.end as usize));
        let edits = edits.collect();
        let identity = hash(&[
            finding.rule.code().as_bytes(),
            path.as_bytes(),
            &finding.url,
        ]);
        let count = seen.entry(identity).or_default();
        *count += 1;
        let message = secrets.hide(finding.message.as_bytes());
        finding.message = String::from_utf8_lossy(&message).into_owned();
        let url = secrets.hide(&finding.url);
        Diagnostic {
            shown_url: lossy(&url).into_owned(),
            url,
            fails: finding.severity >= least,
            region,
            byte_column: start - line_start + 1,
            edits,
            fingerprint: format!(
                "{:016x}",
                hash(&[&identity.to_le_bytes(), &count.to_le_bytes()])
            ),
            excerpt: Excerpt::new(document, line_start, start..end, &secrets),
            finding,
        }
    });
    diagnostics.collect()
}

impl Excerpt {
    fn new(document: &[u8], line: usize, at: Range<usize>, secrets: &Secrets) -> Excerpt {
        // A character has at most four bytes.
        let from = line.max(at.start.saturating_sub(4 * MARGIN));
        // Bounded, because a line may be long and have many findings.
        let limit = document.len().min(at.start + 12 * MARGIN);
        let line_end = memchr::memchr(b'\n', &document[at.start..limit]).map(|i| at.start + i);
        let line_end = line_end.unwrap_or(limit);
        let end = at.end.min(line_end).min(at.start + 8 * MARGIN);
        let to = line_end.min(end + 4 * MARGIN);
        let before = last(&secrets.text(document, from..at.start), MARGIN);
        let marked = secrets.text(document, at.start..end);
        let after = secrets.text(document, end..to);
        let after = first(after.trim_end_matches('\r'), MARGIN);
        Excerpt {
            mark: before.len()..before.len() + marked.len(),
            text: before + &marked + &after,
        }
    }
}

/// The number of characters; a byte that is not UTF-8 counts as one.
fn characters(bytes: &[u8]) -> usize {
    let chunks = bytes.utf8_chunks();
    chunks
        .map(|chunk| chunk.valid().chars().count() + chunk.invalid().len())
        .sum()
}

/// Finds lines and columns. It counts characters from the last position, so that many findings in a long line cost only the distance
/// between them.
struct LineIndex<'d> {
    newlines: Newlines<'d>,
    /// The length of the byte order mark, which is not a part of the first line.
    mark: usize,
    /// The last position.
    at: usize,
    /// Where its line begins.
    start: usize,
    /// Its column, in characters, 0-based.
    column: usize,
}

impl<'d> LineIndex<'d> {
    fn new(document: &'d [u8]) -> LineIndex<'d> {
        LineIndex {
            newlines: Newlines::new(document),
            mark: if document.starts_with(b"\xef\xbb\xbf") {
                3
            } else {
                0
            },
            at: 0,
            start: 0,
            column: 0,
        }
    }

    /// Moves to the byte `at` and returns where its line begins.
    fn seek(&mut self, at: usize) -> usize {
        let document = self.newlines.bytes;
        let start = match self.newlines.line_start(at) {
            0 => self.mark.min(at),
            start => start,
        };
        self.column = if start != self.start {
            characters(&document[start..at])
        } else if at < self.at {
            let passed = characters(&document[at..self.at]);
            self.column.saturating_sub(passed)
        } else {
            self.column + characters(&document[self.at..at])
        };
        (self.at, self.start) = (at, start);
        start
    }

    /// The line with the last position, 1-based.
    fn line(&self) -> usize {
        self.newlines.before(self.start) + 1
    }

    fn region(&mut self, span: Range<usize>) -> Region {
        self.seek(span.start);
        let (line, column) = (self.line(), self.column + 1);
        // A line break belongs to the line before it.
        let is_break = self.newlines.bytes[span.clone()].ends_with(b"\n");
        self.seek(span.end - usize::from(is_break));
        Region {
            line,
            column,
            end_line: self.line(),
            end_column: self.column + usize::from(is_break) + 1,
        }
    }
}

/// FNV-1a of the parts, each followed by a separator.
fn hash(parts: &[&[u8]]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.iter().chain(&[0xff]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_count_forward_and_back() {
        let mut lines = LineIndex::new(b"ab\ncd\n\ne");
        let places = [0, 2, 3, 7, 4, 6].map(|at| {
            let start = lines.seek(at);
            (lines.line(), start)
        });
        assert_eq!(places, [(1, 0), (1, 0), (2, 3), (4, 7), (2, 3), (3, 6)]);
    }

    #[test]
    fn regions_count_characters() {
        let mut lines = LineIndex::new("äb\nüxyz\n".as_bytes());
        let region = |line, column, end_line, end_column| Region {
            line,
            column,
            end_line,
            end_column,
        };
        assert_eq!(lines.region(6..8), region(2, 2, 2, 4));
        assert_eq!(lines.region(2..6), region(1, 2, 2, 2));
        assert_eq!(lines.region(8..9), region(2, 4, 2, 5));
        assert_eq!(lines.region(6..6), region(2, 2, 2, 2));
        assert_eq!(lines.region(0..2), region(1, 1, 1, 2));
        assert_eq!(lines.region(9..10), region(2, 5, 2, 6));
        assert_eq!(lines.region(10..10), region(3, 1, 3, 1));
    }

    #[test]
    fn a_byte_order_mark_has_no_column() {
        let mut lines = LineIndex::new("\u{feff}ab\nc\n".as_bytes());
        assert_eq!((lines.seek(4), lines.column), (3, 1));
        assert_eq!((lines.seek(6), lines.column), (6, 0));
    }

    #[test]
    fn excerpts_are_short() {
        let line = format!("{}http://a.org/{}\n", "x ".repeat(5000), " y".repeat(5000));
        let excerpt = Excerpt::new(line.as_bytes(), 0, 10000..10013, &Secrets::default());
        assert_eq!(&excerpt.text[excerpt.mark.clone()], "http://a.org/");
        assert!(excerpt.text.chars().count() < 140);
        let excerpt = Excerpt::new(
            "ä http://a.org/\r\nx".as_bytes(),
            0,
            3..16,
            &Secrets::default(),
        );
        assert_eq!(excerpt.text, "ä http://a.org/");
    }
}
