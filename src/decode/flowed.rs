//! `format=flowed` with `DelSp=yes` (RFC 3676): soft line breaks taken out.
//!
//! A line that ends in a blank goes on in the next, if that has as many quote marks and is no signature's separator; the blank,
//! the break, the marks and the blank that was stuffed behind them go. With `DelSp=no` a soft break stands where a blank was, so
//! it ends a URL as any blank does, and the text is searched where it lies.

use std::ops::Range;

use super::{content, lines};
use crate::text::Rewrite;

/// Decodes `range`, which should end with a paragraph.
pub(crate) fn decode(text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
    let mut lines = lines(text, range).peekable();
    // Whether the line before flows into this one.
    let mut flows = false;
    while let Some(line) = lines.next() {
        let this = Line::of(text, line.clone());
        // Quote marks stay before a paragraph; where there is none the stuffed blank goes.
        let start = if flows || this.depth == 0 {
            this.body.start
        } else {
            line.start
        };
        if !this.is_flowed(text) {
            out.copy(text, start..line.end);
            flows = false;
            continue;
        }
        let end = (this.body.end - 1).max(start);
        out.copy(text, start..end);
        let next = lines.peek().map(|next| Line::of(text, next.clone()));
        flows = next.is_some_and(|next| next.depth == this.depth && !next.is_separator(text));
        if !flows {
            out.copy(text, this.body.end..line.end);
        }
    }
}

struct Line {
    /// The number of quote marks.
    depth: usize,
    /// What stands behind them and a stuffed blank, without the line break.
    body: Range<usize>,
}

impl Line {
    fn of(text: &[u8], line: Range<usize>) -> Line {
        let bytes = &text[line.clone()];
        let end = line.start + content(bytes);
        let depth = bytes.iter().take_while(|&&b| b == b'>').count();
        let stuffed = usize::from(bytes.get(depth) == Some(&b' '));
        Line {
            depth,
            body: (line.start + depth + stuffed).min(end)..end,
        }
    }

    fn is_flowed(&self, text: &[u8]) -> bool {
        text[self.body.clone()].ends_with(b" ") && !self.is_separator(text)
    }

    /// The separator of a signature, which ends in a blank and is not flowed (section 4.3).
    fn is_separator(&self, text: &[u8]) -> bool {
        text[self.body.clone()] == *b"-- "
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::Map;

    fn decoded(text: &str) -> (String, Map) {
        let map = Map::shift(0);
        let mut out = Rewrite::new(&map);
        decode(text.as_bytes(), 0..text.len(), &mut out);
        let (bytes, map) = out.finish();
        (String::from_utf8(bytes).expect("no character is cut"), map)
    }

    #[test]
    fn as_the_rfc_says() {
        for (text, want) in [
            ("http:// \nwww.a.org/ \nx\ny\n", "http://www.a.org/x\ny\n"),
            ("a  \nb\n", "a b\n"),
            ("> a  \n> b\n", "> a b\n"),
            // Quote depth wins.
            ("> a \n>> b \n>> c\n", "> a\n>> bc\n"),
            ("> a \nb\n", "> a\nb\n"),
            // Equal however stuffed.
            (">> a \n>>b\n", ">> ab\n"),
            // One mark and a content that begins with one.
            ("> > a \n> > b\n", "> > a> b\n"),
            // Stuffed lines.
            (" From me \n  you\n >x\n", "From me you\n>x\n"),
            // The signature's separator ends a paragraph and is none.
            ("a \n-- \nme\n", "a\n-- \nme\n"),
            ("> -- \n> me\n", "> -- \n> me\n"),
            ("end \n", "end\n"),
            ("end ", "end"),
            ("\n \n\nx", "\n\n\nx"),
        ] {
            for crlf in [false, true] {
                let with = |s: &str| {
                    if crlf {
                        s.replace('\n', "\r\n")
                    } else {
                        s.to_string()
                    }
                };
                assert_eq!(decoded(&with(text)).0, with(want), "{text:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn every_byte_leads_to_itself(text in "([a>-]| |\n|\r\n){0,60}") {
            let (out, map) = decoded(&text);
            for (i, byte) in out.bytes().enumerate() {
                let source = map.source_of(i);
                prop_assert_eq!(&text.as_bytes()[source.start as usize..source.end as usize], &[byte]);
            }
        }
    }
}
