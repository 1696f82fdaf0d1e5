//! Findings with what is printed of them: path, lines and columns, the line they stand in.

use std::collections::HashMap;
use std::ops::Range;

use urlgrep::lint::Finding;

/// How many characters of a line are shown on each side of what is wrong in it.
const MARGIN: usize = 60;

/// A finding in its file. Lines and columns are 1-based.
#[derive(Debug)]
pub(super) struct Diagnostic {
    pub(super) finding: Finding,
    pub(super) line: usize,
    /// In bytes.
    pub(super) column: usize,
    /// In characters; a byte that is no UTF-8 is one.
    pub(super) column_chars: usize,
    pub(super) end_line: usize,
    /// Of the first character behind it.
    pub(super) end_column_chars: usize,
    /// Where the edits of its fix stand.
    pub(super) edits: Vec<Region>,
    /// The same as long as the rule, the path, the URL, and how many such there are before it.
    pub(super) fingerprint: String,
    pub(super) window: Window,
}

/// Lines and columns, in characters, of a range; the end is that of the first character behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Region {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) end_line: usize,
    pub(super) end_column: usize,
}

/// What is shown of the line.
#[derive(Debug)]
pub(super) struct Window {
    pub(super) text: String,
    /// What is wrong; bytes of `text`.
    pub(super) mark: Range<usize>,
}

/// The findings of a document in order, placed.
pub(super) fn place(path: &str, document: &[u8], findings: Vec<Finding>) -> Vec<Diagnostic> {
    let mut lines = Lines::of(document);
    let path = path.strip_prefix("./").unwrap_or(path);
    let mut seen: HashMap<u64, u64> = HashMap::new();
    let placed = findings.into_iter().map(|finding| {
        let (start, end) = (finding.at.start as usize, finding.at.end as usize);
        let line_start = lines.at(start).start;
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
        Diagnostic {
            line: region.line,
            column: start - line_start + 1,
            column_chars: region.column,
            end_line: region.end_line,
            end_column_chars: region.end_column,
            edits,
            fingerprint: format!(
                "{:016x}",
                hash(&[&identity.to_le_bytes(), &count.to_le_bytes()])
            ),
            window: Window::of(document, line_start, start..end),
            finding,
        }
    });
    placed.collect()
}

impl Window {
    fn of(document: &[u8], line: usize, at: Range<usize>) -> Window {
        // Four bytes are the most that a character has.
        let from = line.max(at.start.saturating_sub(4 * MARGIN));
        // No more than that is looked at: a line may be long and have many findings.
        let limit = document.len().min(at.start + 12 * MARGIN);
        let line_end = memchr::memchr(b'\n', &document[at.start..limit]).map(|i| at.start + i);
        let line_end = line_end.unwrap_or(limit);
        let end = at.end.min(line_end).min(at.start + 8 * MARGIN);
        let to = line_end.min(end + 4 * MARGIN);
        let before = String::from_utf8_lossy(&document[from..at.start]);
        let before: String = match before.char_indices().rev().nth(MARGIN) {
            Some((cut, c)) => format!("…{}", &before[cut + c.len_utf8()..]),
            None => before.into_owned(),
        };
        let marked = String::from_utf8_lossy(&document[at.start..end]);
        let after = String::from_utf8_lossy(&document[end..to]);
        let after = after.trim_end_matches('\r');
        let after = match after.char_indices().nth(MARGIN) {
            Some((cut, _)) => format!("{}…", &after[..cut]),
            None => after.to_string(),
        };
        Window {
            mark: before.len()..before.len() + marked.len(),
            text: before + &marked + &after,
        }
    }
}

/// The number of characters; a byte that is no UTF-8 is one.
fn characters(bytes: &[u8]) -> usize {
    let chunks = bytes.utf8_chunks();
    chunks
        .map(|chunk| chunk.valid().chars().count() + chunk.invalid().len())
        .sum()
}

/// Lines and characters counted from the place that was asked for last, so that many findings in a long line cost no more than
/// the way between them.
struct Lines<'d> {
    document: &'d [u8],
    counted: usize,
    line: Line,
    /// Of the byte `counted`, in characters, from 0.
    column: usize,
}

#[derive(Clone, Copy)]
struct Line {
    /// 1-based.
    number: usize,
    start: usize,
}

impl<'d> Lines<'d> {
    fn of(document: &'d [u8]) -> Lines<'d> {
        Lines {
            document,
            counted: 0,
            line: Line {
                number: 1,
                start: 0,
            },
            column: 0,
        }
    }

    /// The line of a byte.
    fn at(&mut self, at: usize) -> Line {
        let (document, before) = (self.document, self.line);
        if at < self.line.start {
            let passed = &document[at..self.line.start];
            let start = memchr::memrchr(b'\n', &document[..at]).map_or(0, |i| i + 1);
            self.line = Line {
                number: self.line.number - memchr::memchr_iter(b'\n', passed).count(),
                start,
            };
        } else if at > self.counted {
            let passed = &document[self.counted..at];
            for newline in memchr::memchr_iter(b'\n', passed) {
                self.line = Line {
                    number: self.line.number + 1,
                    start: self.counted + newline + 1,
                };
            }
        }
        self.column = match self.line.start == before.start {
            false => characters(&document[self.line.start..at]),
            true if at < self.counted => {
                let back = characters(&document[at..self.counted]);
                self.column.saturating_sub(back)
            }
            true => self.column + characters(&document[self.counted..at]),
        };
        self.counted = at;
        self.line
    }

    fn region(&mut self, span: Range<usize>) -> Region {
        let first = self.at(span.start);
        let column = self.column + 1;
        // A line break belongs to the line that it ends.
        let is_break = self.document[span.clone()].ends_with(b"\n");
        let last = self.at(span.end - usize::from(is_break));
        Region {
            line: first.number,
            column,
            end_line: last.number,
            end_column: self.column + usize::from(is_break) + 1,
        }
    }
}

/// FNV-1a of the parts, each with an end.
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
        let mut lines = Lines::of(b"ab\ncd\n\ne");
        let places = [0, 2, 3, 7, 4, 6].map(|at| {
            let line = lines.at(at);
            (line.number, line.start)
        });
        assert_eq!(places, [(1, 0), (1, 0), (2, 3), (4, 7), (2, 3), (3, 6)]);
    }

    #[test]
    fn regions_count_characters() {
        let mut lines = Lines::of("äb\nüxyz\n".as_bytes());
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
    fn windows_are_narrow() {
        let line = format!("{}http://a.org/{}\n", "x ".repeat(5000), " y".repeat(5000));
        let window = Window::of(line.as_bytes(), 0, 10000..10013);
        assert_eq!(&window.text[window.mark.clone()], "http://a.org/");
        assert!(window.text.chars().count() < 140);
        let window = Window::of("ä http://a.org/\r\nx".as_bytes(), 0, 3..16);
        assert_eq!(window.text, "ä http://a.org/");
    }
}
