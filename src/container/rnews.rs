//! Batches of news: each article follows a line `#! rnews N`, where N is its length in bytes (RFC 1036 section 4.3).

use super::declared_length::{LengthFormat, length, next_marked_line};
use super::header::lines;
use super::message::Layout;
use super::{Container, OF_MESSAGES};
use crate::span::beginning;
use crate::text::line_len;

const MARK: &[u8] = b"#! rnews ";

const LENGTHS: LengthFormat = LengthFormat {
    end,
    next: |bytes, at| next_marked_line(bytes, at, MARK, |bytes| count(bytes).is_some()),
};

pub(super) const RNEWS: Container = Container {
    name: "rnews",
    matches_head: |head| count(head).is_some(),
    cut: |chunk| LENGTHS.cut(chunk),
    open_message: |chunk| LENGTHS.open_message(chunk),
    texts: |chunk, start, selection| {
        LENGTHS.texts(chunk, start, selection, |chunk, at, known| {
            let article = at.start + line_len(&chunk[at.clone()]);
            Layout::parse(chunk, article..at.end, known)
        })
    },
    ..OF_MESSAGES
};

/// The length that the first line of `bytes` declares.
fn count(bytes: &[u8]) -> Option<usize> {
    let line = lines(beginning(bytes, 64)).next()?;
    length(line.strip_prefix(MARK)?)
}

fn end(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = &bytes[at..];
    (at + line_len(bytes)).checked_add(count(bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_and_wrong_lengths() {
        let batch = |n: usize| {
            format!("#! rnews {n}\nPath: x\n\none\n#! rnews is\n#! rnews 13\nPath: y\n\ntwo\n")
        };
        assert!((RNEWS.matches_head)(batch(25).as_bytes()) && !(RNEWS.matches_head)(b"#! rnews\n"));
        let want = ["one\n#! rnews is", "two"];
        for n in [25, 24, 26, 0, 38, 1000, 99_999_999_999] {
            let bodies = RNEWS.bodies(batch(n).as_bytes());
            assert_eq!(
                bodies
                    .iter()
                    .map(|body| body.trim_end())
                    .collect::<Vec<_>>(),
                want,
                "{n}"
            );
        }
        assert_eq!(
            RNEWS
                .bodies(b"#! rnews 24\nPath: x\n\none\n#! rnews 8\n\nno")
                .len(),
            2
        );
    }

    #[test]
    fn an_article_may_contain_a_batch() {
        let inner = "Path: x\n\n#! rnews 5\nPath: no\n";
        let first = format!("#! rnews {}\n{inner}", inner.len());
        let batch = format!("{first}#! rnews 2009\nPath: y\n\n{:2000}", "two");
        assert_eq!(RNEWS.bodies(batch.as_bytes())[0], "#! rnews 5\nPath: no\n");
        assert_eq!(RNEWS.bodies(batch.as_bytes()).len(), 2);
        for len in 0..=batch.len() {
            let cut = (RNEWS.cut)(&batch.as_bytes()[..len]).filter(|&cut| cut > 0);
            assert!(cut.is_none() || cut == Some(first.len()), "{len}: {cut:?}");
        }
        assert_eq!((RNEWS.cut)(batch.as_bytes()), Some(first.len()));
    }
}
