//! `format=flowed` with `DelSp=yes` (RFC 3676): removes soft line breaks.
//!
//! A line that ends in a blank continues in the next line if both have the same number of quote marks and the next one is not a
//! signature separator. The blank, the line break, the quote marks and the stuffed blank after them are removed. With `DelSp=no`
//! a soft line break replaces a blank, so it ends a URL as a blank does, and the text is searched without decoding.

use std::ops::Range;

use crate::span::run;
use crate::text::{Rewrite, lines, without_break};

/// Decodes the text, which should end at the end of a paragraph.
pub(crate) fn decode(text: &[u8], out: &mut Rewrite<'_>) {
    let mut lines = lines(text, 0..text.len()).peekable();
    // Whether the previous line continues in this one.
    let mut continued = false;
    while let Some(line) = lines.next() {
        let this = FlowedLine::parse(text, line.clone());
        // A new paragraph keeps its quote marks; without quote marks, a stuffed blank is removed.
        let start = if continued || this.depth == 0 {
            this.body.start
        } else {
            line.start
        };
        if !this.is_flowed(text) {
            out.copy(text, start..line.end);
            continued = false;
            continue;
        }
        let end = (this.body.end - 1).max(start);
        out.copy(text, start..end);
        let next = lines
            .peek()
            .map(|next| FlowedLine::parse(text, next.clone()));
        continued = next.is_some_and(|next| next.depth == this.depth && !next.is_separator(text));
        if !continued {
            out.copy(text, this.body.end..line.end);
        }
    }
}

/// A line of a flowed text.
struct FlowedLine {
    /// The number of quote marks.
    depth: usize,
    /// The rest of the line without a stuffed blank and the line break.
    body: Range<usize>,
}

impl FlowedLine {
    fn parse(text: &[u8], line: Range<usize>) -> FlowedLine {
        let bytes = &text[line.clone()];
        let end = line.start + without_break(bytes).len();
        let depth = run(bytes, |b| b == b'>');
        let stuffed = usize::from(bytes.get(depth) == Some(&b' '));
        FlowedLine {
            depth,
            body: (line.start + depth + stuffed).min(end)..end,
        }
    }

    fn is_flowed(&self, text: &[u8]) -> bool {
        text[self.body.clone()].ends_with(b" ") && !self.is_separator(text)
    }

    /// Whether it is a signature separator, which ends in a blank but is not flowed (section 4.3).
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
        let (bytes, map) = super::super::decoded(text.as_bytes(), decode);
        (String::from_utf8(bytes).expect("no character is cut"), map)
    }

    #[test]
    fn rfc_rules() {
        for (text, want) in [
            ("http:// \nwww.a.org/ \nx\ny\n", "http://www.a.org/x\ny\n"),
            ("a  \nb\n", "a b\n"),
            ("> a  \n> b\n", "> a b\n"),
            // A change of quote depth ends the paragraph.
            ("> a \n>> b \n>> c\n", "> a\n>> bc\n"),
            ("> a \nb\n", "> a\nb\n"),
            // Stuffing does not matter.
            (">> a \n>>b\n", ">> ab\n"),
            // One quote mark, and content that begins with `>`.
            ("> > a \n> > b\n", "> > a> b\n"),
            // Stuffed lines.
            (" From me \n  you\n >x\n", "From me you\n>x\n"),
            // A signature separator ends a paragraph and is not flowed.
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
        fn every_byte_maps_to_itself(text in "([a>-]| |\n|\r\n){0,60}") {
            let (out, map) = decoded(&text);
            for (i, byte) in out.bytes().enumerate() {
                let source = map.source_of(i);
                prop_assert_eq!(&text.as_bytes()[source.start as usize..source.end as usize], &[byte]);
            }
        }
    }
}
