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
    /// The same as long as the rule, the path, the URL, and how many such there are before it.
    pub(super) fingerprint: String,
    pub(super) window: Window,
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
        let first = lines.at(start);
        let column_chars = characters(&document[first.start..start]) + 1;
        let (line, line_start) = (first.number, first.start);
        let last = lines.at(end.max(start + 1) - 1);
        let identity = hash(&[
            finding.rule.code().as_bytes(),
            path.as_bytes(),
            &finding.url,
        ]);
        let count = seen.entry(identity).or_default();
        *count += 1;
        Diagnostic {
            line,
            column: start - line_start + 1,
            column_chars,
            end_line: last.number,
            end_column_chars: characters(&document[last.start..end.max(last.start)]) + 1,
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
        let line_end = memchr::memchr(b'\n', &document[at.start..]).map(|i| at.start + i);
        let line_end = line_end.unwrap_or(document.len());
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
pub(super) fn characters(bytes: &[u8]) -> usize {
    let chunks = bytes.utf8_chunks();
    chunks
        .map(|chunk| chunk.valid().chars().count() + chunk.invalid().len())
        .sum()
}

/// Lines counted forward, and no byte twice.
struct Lines<'d> {
    document: &'d [u8],
    counted: usize,
    line: Line,
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
        }
    }

    /// The line of a byte.
    fn at(&mut self, at: usize) -> Line {
        if at < self.counted {
            if at >= self.line.start {
                return self.line;
            }
            *self = Lines::of(self.document);
        }
        let passed = &self.document[self.counted..at];
        for newline in memchr::memchr_iter(b'\n', passed) {
            self.line = Line {
                number: self.line.number + 1,
                start: self.counted + newline + 1,
            };
        }
        self.counted = at;
        self.line
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
    fn windows_are_narrow() {
        let line = format!("{}http://a.org/{}\n", "x ".repeat(5000), " y".repeat(5000));
        let window = Window::of(line.as_bytes(), 0, 10000..10013);
        assert_eq!(&window.text[window.mark.clone()], "http://a.org/");
        assert!(window.text.chars().count() < 140);
        let window = Window::of("ä http://a.org/\r\nx".as_bytes(), 0, 3..16);
        assert_eq!(window.text, "ä http://a.org/");
    }
}
