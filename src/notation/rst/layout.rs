//! Lines of reStructuredText whose length matters: tables, whose columns are aligned, and titles, which must not be longer than their
//! underline.

use std::ops::Range;

use crate::notation::lines::{self, DocumentLine};

/// The lines whose length matters, in order.
pub(super) fn lines(document: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut table = None;
    let mut lines = lines::lines(document).peekable();
    std::iter::from_fn(move || {
        loop {
            let line = lines.next()?;
            let next = lines.peek();
            let text = line.trimmed();
            let is_table = match table {
                Some(Table::Grid) => !line.is_blank(),
                Some(Table::Simple) => true,
                None => {
                    table = Table::opened_by(text);
                    table.is_some()
                }
            };
            // A border of a simple table closes it if a blank line follows.
            let is_end = match table {
                Some(Table::Grid) => line.is_blank(),
                _ => is_columns(text) && next.is_none_or(DocumentLine::is_blank),
            };
            if is_end {
                table = None;
            }
            if is_table || next.is_some_and(|next| is_underline(next.bytes)) {
                return Some(line.at);
            }
        }
    })
}

#[derive(Clone, Copy)]
enum Table {
    /// `+---+---+`
    Grid,
    /// `===  ===`
    Simple,
}

impl Table {
    /// The table that this line opens.
    fn opened_by(text: &[u8]) -> Option<Table> {
        if text.contains(&b' ') && is_columns(text) {
            return Some(Table::Simple);
        }
        let in_border = |b: &u8| matches!(b, b'+' | b'-' | b'=');
        let is_border = text.len() > 2 && text.starts_with(b"+-") && text.ends_with(b"+");
        (is_border && text.iter().all(in_border)).then_some(Table::Grid)
    }
}

/// Whether it is a border of a simple table.
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
