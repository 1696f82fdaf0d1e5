//! Configuration: YAML, TOML, and the many formats with a `name = value` on each line.

use super::{AS_TEXT, Notation, json, syntax, xml};
use crate::text::{DELIMITER, Rewrite, line};

/// YAML 1.2: the escapes of double quotes, and `''` in single ones.
pub(super) static YAML: Notation = Notation {
    name: "yaml",
    media_types: &[
        "application/yaml",
        "application/x-yaml",
        "text/yaml",
        "*+yaml",
    ],
    extensions: &["yaml", "yml"],
    syntax: Some(&syntax::YAML),
    ..AS_TEXT
};

/// TOML 1.0: the escapes of double quotes.
pub(super) static TOML: Notation = Notation {
    name: "toml",
    media_types: &["application/toml"],
    extensions: &["toml"],
    syntax: Some(&syntax::TOML),
    ..AS_TEXT
};

/// INI, property lists of Java, desktop entries, units of systemd: `https\://a.org/x`, `%%`, lines that end in a backslash.
pub(super) static INI: Notation = Notation {
    name: "ini",
    media_types: &["text/x-ini", "text/x-java-properties"],
    matches_name: |extension, head| EXTENSIONS.contains(&extension) && !is_data(head),
    is_readable: |text| syntax::INI.is_readable(text) && ends_of_values(text).next().is_none(),
    read,
    ..AS_TEXT
};

/// Some are property lists of Eclipse and Spring.
#[rustfmt::skip]
const EXTENSIONS: [&str; 14] = [
    "cfg", "cnf", "conf", "desktop", "editorconfig", "gitconfig", "handlers", "ini", "prefs", "properties",
    "schemas", "service", "socket", "url",
];

/// Undoes escapes, which INI has everywhere, and ends the keys that are URLs, the values, and the comments before a backslash.
fn read(text: &[u8], out: &mut Rewrite<'_>) {
    let mut undo = |from, end| {
        let rest = syntax::INI.outside.undo(text, from, from..end, out);
        out.copy(text, rest..end);
        if end < text.len() {
            out.put(&[DELIMITER], end..end + 1);
        }
        end + 1
    };
    let ends = ends_of_keys(text).chain(ends_of_comments(text));
    let mut ends: Vec<usize> = ends.chain(ends_of_values(text)).collect();
    ends.sort_unstable();
    let last = ends.into_iter().fold(0, &mut undo);
    undo(last, text.len());
}

/// The line breaks of comments that end in a backslash: a comment does not go on in the next line.
fn ends_of_comments(text: &[u8]) -> impl Iterator<Item = usize> {
    // Where a line begins that goes on a value.
    let mut value = usize::MAX;
    memchr::memchr_iter(b'\\', text).filter_map(move |backslash| {
        let end = backslash + 1;
        let next = end + line::line_break(&text[end..])?;
        let before = &text[..backslash];
        let line = &before[memchr::memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1)..];
        let first = line.trim_ascii_start().first();
        if value != backslash - line.len() && first.is_some_and(|b| b"#;!".contains(b)) {
            return Some(end);
        }
        value = next;
        None
    })
}

/// The line breaks of the values with a URL that may seem to go on in the next line. Comments do as any text.
fn ends_of_values(text: &[u8]) -> impl Iterator<Item = usize> {
    /// In a shorter line it ends in a sign that is followed by more.
    const SHORT: usize = 48;
    let mut seen = 0;
    memchr::memmem::find_iter(text, b"://").filter_map(move |colon| {
        if colon < seen {
            return None;
        }
        let start = memchr::memrchr(b'\n', &text[seen..colon]).map_or(seen, |at| seen + at + 1);
        let newline = memchr::memchr(b'\n', &text[colon..]);
        seen = newline.map_or(text.len(), |at| colon + at);
        let end = newline.map(|_| seen)?;
        let line = text[start..end].trim_ascii();
        let is_comment = line.first().is_some_and(|b| b"#;!".contains(b));
        let last = *line.last()?;
        let may_go_on = line.len() >= SHORT || !last.is_ascii_alphanumeric();
        let has_key = text[start..colon].contains(&b'=');
        (may_go_on && has_key && !is_comment && last != b'\\').then_some(end)
    })
}

/// Where the keys that are URLs end: `http\://a.org/x=value`.
fn ends_of_keys(text: &[u8]) -> impl Iterator<Item = usize> {
    /// No scheme is longer, with the white space before it.
    const MAX: usize = 32;
    memchr::memmem::find_iter(text, b"\\://").filter_map(|colon| {
        let near = &text[colon.saturating_sub(MAX)..colon];
        let line = match memchr::memrchr(b'\n', near) {
            Some(end) => &near[end + 1..],
            None => (near.len() == colon).then_some(near)?,
        };
        // A value may go on in the next line.
        let is_continued = matches!(
            text[..colon - line.len()],
            [.., b'\\', b'\n'] | [.., b'\\', b'\r', b'\n']
        );
        let mut scheme = line.trim_ascii_start().iter();
        if is_continued || !scheme.all(u8::is_ascii_alphabetic) {
            return None;
        }
        let rest = &text[colon..];
        let is_end = |&at: &usize| rest[at] == b'\n' || rest[at - 1] != b'\\';
        let end = memchr::memchr2_iter(b'=', b'\n', rest).find(is_end)?;
        (rest[end] == b'=').then_some(colon + end)
    })
}

/// Whether a file is XML or JSON, whatever its name says.
pub(super) fn is_data(head: &[u8]) -> bool {
    (xml::XML.matches_head)(head) || (json::JSON.matches_head)(head)
}
