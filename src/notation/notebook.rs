//! Masks of Jupyter notebooks: their Markdown cells are Markdown, and all the rest is code.
//!
//! A cell is a string of JSON, or a list of strings, one a line. The parser of Markdown gets it with blanks in place of all that is not
//! its text, so that no position changes.

use std::ops::Range;

use super::markdown::MARKDOWN;
use super::mask::{Mask, Painter, Role};

/// Stands in a word for the backslash of an escape. Markdown takes it like a letter, and no text has it.
const FILLER: u8 = 0x7f;

pub(crate) fn mask(document: &[u8]) -> Mask {
    let mut painter = Painter::new(Role::Code);
    for strings in markdown_cells(document) {
        if let (Some(first), Some(last)) = (strings.first(), strings.last()) {
            let (start, end) = (first.start, last.end);
            let text = text_of_cell(document, &strings);
            let mask = MARKDOWN.mask(&text).without_in_targets(FILLER);
            painter.add(start..end, mask);
        }
    }
    painter.finish()
}

/// An object of JSON that is not closed yet.
#[derive(Default)]
struct Object<'d> {
    /// The key of the value that follows.
    key: &'d [u8],
    is_markdown: bool,
    /// The strings of its source.
    source: Vec<Range<usize>>,
    /// How many lists are open in it.
    lists: usize,
}

/// The strings of each cell of Markdown, without their quotes.
fn markdown_cells(document: &[u8]) -> Vec<Vec<Range<usize>>> {
    let mut cells = Vec::new();
    let mut open: Vec<Object<'_>> = Vec::new();
    let mut at = 0;
    while let Some(b) = document.get(at) {
        at += 1;
        match b {
            b'{' => {
                // An object is no part of a source. So no cell is in another one, and none is read twice.
                let outer = open.last_mut().filter(|outer| outer.key == b"source");
                if let Some(outer) = outer {
                    outer.key = b"";
                }
                open.push(Object::default());
            }
            b'}' => {
                let cell = open.pop().filter(|object| object.is_markdown);
                cells.extend(cell.map(|cell| cell.source));
            }
            b'[' | b']' => {
                if let Some(object) = open.last_mut() {
                    let closed = object.lists.saturating_sub(1);
                    object.lists = if *b == b'[' { object.lists + 1 } else { closed };
                }
            }
            b'"' => {
                let end = end_of_string(document, at);
                if let Some(object) = open.last_mut() {
                    object.take(document, at..end);
                }
                at = end + 1;
            }
            _ => {}
        }
    }
    cells
}

impl<'d> Object<'d> {
    /// Takes a string, which is a key or belongs to the value of the last one.
    fn take(&mut self, document: &'d [u8], string: Range<usize>) {
        let text = &document[string.clone()];
        let after = document.get(string.end + 1..).unwrap_or_default();
        if self.lists == 0 && after.trim_ascii_start().starts_with(b":") {
            self.key = text;
            if text == b"source" {
                self.source.clear();
            }
        } else if self.key == b"source" && self.lists < 2 {
            self.source.push(string);
        } else if self.key == b"cell_type" {
            self.is_markdown = text == b"markdown";
        }
    }
}

/// Where the string that begins at `at` ends.
fn end_of_string(document: &[u8], mut at: usize) -> usize {
    while let Some(found) = memchr::memchr2(b'"', b'\\', document.get(at..).unwrap_or_default()) {
        if document[at + found] == b'"' {
            return at + found;
        }
        at += found + 2;
    }
    document.len()
}

/// The text of a cell, as long as its place in the file.
fn text_of_cell(document: &[u8], strings: &[Range<usize>]) -> Vec<u8> {
    let (start, end) = (strings[0].start, strings[strings.len() - 1].end);
    let mut text = document[start..end].to_vec();
    let mut before = start;
    for string in strings {
        // A line begins directly before its text.
        if before < string.start {
            let between = &mut text[before - start..string.start - start];
            between.fill(b' ');
            between[between.len() - 1] = b'\n';
        }
        let mut at = string.start;
        while let Some(found) = memchr::memchr(b'\\', &document[at..string.end]) {
            at += found;
            let len = if document.get(at + 1) == Some(&b'u') {
                6
            } else {
                2
            };
            let escape = at..(at + len).min(string.end);
            let ends_line = escape.end == string.end && string.end < end;
            let (before, escaped) = text.split_at_mut(escape.start - start);
            write_escape(before, &mut escaped[..escape.len()], ends_line);
            at = escape.end;
        }
        before = string.end;
    }
    text
}

/// Writes an escape after `before` as text of the same length. At the end of a line, the next one brings the line break.
fn write_escape(before: &[u8], escape: &mut [u8], ends_line: bool) {
    // A blank before a quote would begin a title, and one before a backslash would end a target.
    let in_word = |opens: &[u8]| {
        let last = before.last();
        last.is_some_and(|b| !b.is_ascii_whitespace() && !opens.contains(b))
    };
    let (last, fills_word) = match escape.get(1) {
        Some(b'n') if !ends_line => (b'\n', false),
        Some(b't') => (b'\t', false),
        Some(b'\\') => (b'\\', in_word(b"")),
        // `<a href=\"x\">`
        Some(b'"') => (b'"', in_word(b"(=")),
        Some(b'u') => (b'x', false),
        // Markdown reads `\/` in the same way.
        Some(b'/') => return,
        _ => (b' ', false),
    };
    escape.fill(match last {
        b'x' => b'x',
        _ if fills_word => FILLER,
        _ => b' ',
    });
    if let Some(end) = escape.last_mut() {
        *end = last;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(document: &str) -> Vec<String> {
        let cells = markdown_cells(document.as_bytes());
        let cells = cells.iter().filter(|cell| !cell.is_empty());
        let texts = cells.map(|cell| text_of_cell(document.as_bytes(), cell));
        texts
            .map(|text| String::from_utf8_lossy(&text).into_owned())
            .collect()
    }

    #[test]
    fn cells_keep_their_positions() {
        let cell = |source: &str| {
            format!(r#"{{"cells": [{{"cell_type": "markdown", "source": {source}}}]}}"#)
        };
        for (source, want) in [
            (r#""a\n\nb""#, "a \n \nb"),
            (r#"["a\n", "b\"c\\"]"#, "a     \nb\x7f\"c\x7f\\"),
            (r#"["(\"b\"", " \"\\"]"#, "( \"b\x7f\"   \n  \"\x7f\\"),
            ("[\"a\\n\",\n    \"- b\"]", "a         \n- b"),
            (r#"["\tx \u00e9"]"#, " \tx xxxxxx"),
            (r#""\"#, ""),
        ] {
            let texts = text(&cell(source));
            assert_eq!(texts.first().map_or("", |text| text), want, "{source}");
        }
    }

    #[test]
    fn only_markdown_is_read() {
        let document = r#"{"cells": [
            {"cell_type": "code", "source": ["a"], "outputs": [{"text": ["b"]}]},
            {"source": ["c"], "metadata": {"source": "d", "x": ["e"]}, "cell_type": "markdown"},
            {"cell_type": "raw", "source": "f"}], "source": "g"}"#;
        assert_eq!(text(document), ["c"]);
        for broken in [
            "",
            "{",
            "\"",
            "{\"a",
            "}{]\"\\",
            "[{\"cell_type\":\"markdown\",\"source\":\"\\",
        ] {
            assert!(text(broken).is_empty(), "{broken}");
        }
    }

    #[test]
    fn no_cell_is_in_another_one() {
        for (open, close) in [
            (r#"{"cell_type":"markdown","source":["a","#, r#","b"]}"#),
            (
                r#"{"cell_type":"markdown","source":"a","x":"#,
                r#","source":"b"}"#,
            ),
        ] {
            let document = format!("{}1{}", open.repeat(9), close.repeat(9));
            let mut places: Vec<_> = markdown_cells(document.as_bytes())
                .iter()
                .map(|cell| cell[0].start..cell[cell.len() - 1].end)
                .collect();
            places.sort_by_key(|place| place.start);
            assert_eq!(places.len(), 9, "{document}");
            assert!(places.windows(2).all(|two| two[0].end < two[1].start));
        }
    }

    #[test]
    fn roles() {
        let document = r#"{"cells": [{"cell_type": "markdown", "source": ["See http://a.org/,\n",
            "[it](http://b.org/) and `http://c.org/`\n"]}, {"cell_type": "code", "source": "http://d.org/"}]}"#;
        let mask = mask(document.as_bytes());
        let at = |url: &str| document.find(url).expect("a URL");
        for (url, role) in [
            ("http://a", Role::Prose),
            ("http://b", Role::Target),
            ("http://c", Role::Code),
            ("http://d", Role::Code),
        ] {
            assert_eq!(mask.role(at(url)), role, "{url}");
        }
        let place = at("http://b.org/");
        assert_eq!(mask.target(place), Some(place..place + 13));
        assert_eq!(mask.links()[0].label, at("it]")..at("](http"));
    }

    #[test]
    fn escapes_of_json_break_no_link() {
        for (source, label, target) in [
            (r#"[x](http://a.org/ \"title\")"#, "x", "http://a.org/"),
            (r#"[x](http://a.org/ \"A title.\") y"#, "x", "http://a.org/"),
            (r"[x](http://a.org/b\\_c)", "x", "http://a.org/b_c"),
            (r"[x\\_y](c\\_d.md)", r"x\\_y", "c_d.md"),
            (
                r#"See <a href=\"http://a.org/\">x</a>."#,
                "x",
                "http://a.org/",
            ),
        ] {
            let cell = format!(r#"{{"cell_type": "markdown", "source": ["{source}\n", "y"]}}"#);
            let mask = mask(cell.as_bytes());
            let links = mask.links().iter();
            let links = links.map(|link| (&cell[link.label.clone()], &link.target[..]));
            let links: Vec<_> = links.collect();
            assert_eq!(links, [(label, target.as_bytes())], "{source}");
        }
    }
}
