//! A unified diff of a document and its fixed text. Fixes change lines and do not move them, so lines are compared one by one.

use std::ops::Range;

use crate::visible::visible;

/// How many lines of context stand around a change.
const CONTEXT: usize = 3;

/// The lines `old` of a document, which become the lines `new`.
#[derive(Debug)]
struct Change {
    old: Range<usize>,
    new: Range<usize>,
}

/// The diff of the file at `path`.
pub(super) fn diff(path: &str, old: &[u8], new: &[u8]) -> Vec<u8> {
    let name = header_name(path);
    let mut out = format!("--- {name}\n+++ {name}\n").into_bytes();
    let (old, new) = (lines(old), lines(new));
    let changes = changes(&old, &new);
    let near = |a: &Change, b: &Change| b.old.start - a.old.end <= 2 * CONTEXT;
    for hunk in changes.chunk_by(near) {
        write_hunk(hunk, &old, &new, &mut out);
    }
    out
}

/// What changes `old` into `new`: ranges of bytes, in order, and what replaces them.
pub(super) fn edits<'n>(old: &str, new: &'n str) -> Vec<(Range<usize>, &'n str)> {
    let (mut at, lines) = (0, old.split_inclusive('\n'));
    if lines.clone().count() != new.split_inclusive('\n').count() {
        return vec![trimmed(old, 0..old.len(), new)];
    }
    let lines = lines.zip(new.split_inclusive('\n'));
    let edits = lines.filter_map(|(line, new)| {
        let range = at..at + line.len();
        at = range.end;
        (line != new).then(|| trimmed(old, range, new))
    });
    edits.collect()
}

/// The replacement of `range` without what stays at its beginning and its end.
fn trimmed<'n>(old: &str, range: Range<usize>, new: &'n str) -> (Range<usize>, &'n str) {
    let same = |pair: &(char, char)| pair.0 == pair.1;
    let len = |(c, _): (char, char)| c.len_utf8();
    let (start, end) = (range.start, range.end);
    let old = &old[range];
    let front: usize = old.chars().zip(new.chars()).take_while(same).map(len).sum();
    let (old, new) = (&old[front..], &new[front..]);
    let ends = old.chars().rev().zip(new.chars().rev());
    let back: usize = ends.take_while(same).map(len).sum();
    (start + front..end - back, &new[..new.len() - back])
}

/// The line instead of a diff, for a file that `patch` cannot read.
pub(super) fn binary(path: &str) -> Vec<u8> {
    let name = header_name(path);
    let name = name.trim_end();
    format!("Binary files {name} and {name} differ\n").into_bytes()
}

/// The path as `patch` and `git apply` read it: after a name with blanks stands a tab, and one with quotes or backslashes is quoted.
fn header_name(path: &str) -> String {
    let path = visible(path.strip_prefix("./").unwrap_or(path).as_bytes());
    if path.contains(['"', '\\']) {
        let escaped = path.replace('\\', "\\\\").replace('"', "\\\"");
        format!("\"{escaped}\"")
    } else if path.contains(' ') {
        path + "\t"
    } else {
        path
    }
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|b| *b == b'\n').collect()
}

/// The changes in order. If the number of lines differs, everything from the first difference to the last is one.
fn changes(old: &[&[u8]], new: &[&[u8]]) -> Vec<Change> {
    let same = |pair: &(&&[u8], &&[u8])| pair.0 == pair.1;
    if old.len() != new.len() {
        let start = old.iter().zip(new).take_while(same).count();
        let ends = old[start..].iter().rev().zip(new[start..].iter().rev());
        let end = ends.take_while(same).count();
        return vec![Change {
            old: start..old.len() - end,
            new: start..new.len() - end,
        }];
    }
    let mut found: Vec<Change> = Vec::new();
    for at in (0..old.len()).filter(|&at| old[at] != new[at]) {
        match found.last_mut() {
            Some(last) if last.old.end == at => {
                last.old.end += 1;
                last.new.end += 1;
            }
            _ => found.push(Change {
                old: at..at + 1,
                new: at..at + 1,
            }),
        }
    }
    found
}

/// Writes changes that stand near each other, with the lines around them.
fn write_hunk(hunk: &[Change], old: &[&[u8]], new: &[&[u8]], out: &mut Vec<u8>) {
    let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else {
        return;
    };
    let before = first.old.start.min(CONTEXT);
    let after = (old.len() - last.old.end).min(CONTEXT);
    let old_range = range(&(first.old.start - before..last.old.end + after));
    let new_range = range(&(first.new.start - before..last.new.end + after));
    out.extend(format!("@@ -{old_range} +{new_range} @@\n").bytes());
    let mut at = first.old.start - before;
    for change in hunk {
        write_lines(b' ', &old[at..change.old.start], out);
        write_lines(b'-', &old[change.old.clone()], out);
        write_lines(b'+', &new[change.new.clone()], out);
        at = change.old.end;
    }
    write_lines(b' ', &old[at..at + after], out);
}

/// The number of the first line and how many there are. Without lines, the number is that of the line before.
fn range(lines: &Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => format!("{}", lines.start + 1),
        len => format!("{},{len}", lines.start + 1),
    }
}

fn write_lines(mark: u8, lines: &[&[u8]], out: &mut Vec<u8>) {
    for line in lines {
        out.push(mark);
        out.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            out.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(path: &str, old: &str, new: &str) -> String {
        String::from_utf8(diff(path, old.as_bytes(), new.as_bytes())).expect("text")
    }

    #[test]
    fn diffs_are_unified() {
        for (old, new, hunks) in [
            ("a\nb\n", "a\nc\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n"),
            (
                "a",
                "b",
                "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
            ),
            (
                "a\n1\n2\n3\n4\n5\n6\nb\nc\n1\n2\n3\n4\n",
                "A\n1\n2\n3\n4\n5\n6\nB\nC\n1\n2\n3\n4\n",
                "@@ -1,12 +1,12 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n-c\n+B\n+C\n 1\n 2\n 3\n",
            ),
            (
                "a\n1\n2\n3\n4\n5\n6\n7\nb\n",
                "A\n1\n2\n3\n4\n5\n6\n7\nB\n",
                "@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n",
            ),
            (
                "1\na\nb\n2\n",
                "1\nab\n2\n",
                "@@ -1,4 +1,3 @@\n 1\n-a\n-b\n+ab\n 2\n",
            ),
            ("1\n1\n", "1\n", "@@ -1,2 +1 @@\n 1\n-1\n"),
        ] {
            assert_eq!(shown("x", old, new), format!("--- x\n+++ x\n{hunks}"));
        }
    }

    #[test]
    fn files_of_utf_16_have_no_lines() {
        let line = String::from_utf8(binary("./a b")).expect("text");
        assert_eq!(line, "Binary files a b and a b differ\n");
    }

    #[test]
    fn names_can_be_read_by_patch() {
        for (path, name) in [
            ("./x", "x"),
            ("./a b/c", "a b/c\t"),
            ("../x", "../x"),
            ("a\"b c", "\"a\\\"b c\""),
            ("x\n--- y", "\"x\\\\u000a--- y\""),
        ] {
            let text = shown(path, "a\n", "b\n");
            assert!(
                text.starts_with(&format!("--- {name}\n+++ {name}\n@@")),
                "{text}"
            );
        }
    }
}
