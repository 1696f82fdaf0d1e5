//! Lines of reStructuredText whose length matters: tables, whose columns are aligned, and titles, which must not be longer than their
//! underline.

use std::ops::Range;

use crate::notation::lines::{self, DocumentLine};

/// The lines whose length matters, in order.
pub(super) fn lines(document: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let (mut in_grid, mut in_columns) = (false, false);
    let mut lines = lines::lines(document).peekable();
    std::iter::from_fn(move || {
        loop {
            let line = lines.next()?;
            let next = lines.peek();
            let text = line.trimmed();
            in_grid = (in_grid || is_grid(text)) && !text.is_empty();
            let is_border = is_columns(text);
            let is_row = in_columns || is_border && text.contains(&b' ');
            // A border of a simple table closes it if a blank line follows.
            in_columns = is_row && !(is_border && next.is_none_or(DocumentLine::is_blank));
            if in_grid || is_row || next.is_some_and(|next| is_underline(next.bytes)) {
                return Some(line.at);
            }
        }
    })
}

/// Whether it is a border of a table with a frame: `+---+---+`.
fn is_grid(text: &[u8]) -> bool {
    let in_border = |b: &u8| matches!(b, b'+' | b'-' | b'=');
    text.starts_with(b"+-") && text.ends_with(b"+") && text.iter().all(in_border)
}

/// Whether it may be a border of a simple table: `===  ===`.
fn is_columns(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(|b| matches!(b, b'=' | b' '))
}

/// Whether the line may underline a title.
fn is_underline(line: &[u8]) -> bool {
    match line.trim_ascii_end() {
        [first, rest @ ..] => {
            !rest.is_empty() && first.is_ascii_punctuation() && rest.iter().all(|b| b == first)
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of the document that are in such a line.
    fn aligned(document: &str) -> String {
        let lines = lines(document.as_bytes()).map(|at| document[at].to_string());
        let all = lines.collect::<Vec<_>>().join(" ");
        let words = all.split(|c: char| !c.is_alphabetic());
        words.filter(|word| !word.is_empty()).collect()
    }

    #[test]
    fn tables_and_titles() {
        let grid = "a\n\n  +---+---+\n  | b | c |\n  +===+===+\n  | d | e |\n  +---+---+\n\nf\n";
        assert_eq!(aligned(grid), "bcde");
        let simple = "a\n\n===  ===\nb    c\n===  ===\nd    e\n\nf    g\n===  ===\n\nh\n";
        assert_eq!(aligned(simple), "bcdefg");
        assert_eq!(aligned("a\n\nb\n---\n\n===\n c\n===\n\nd\n"), "bc");
        assert_eq!(aligned("a\nb\n\n| c\n| d\n"), "");
        assert_eq!(aligned("===  ===\nb"), "b");
    }
}
