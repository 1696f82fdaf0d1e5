//! `--format`: a line as the user wants it.

use std::path::Path;

use super::{Print, StdoutBuffer};
use crate::found::{Facts, Found};

/// A template, taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pieces: Vec<Piece>,
    /// Whether it says itself how a line ends.
    ends: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Text(String),
    Field(Field),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Url,
    Path,
    Line,
    Column,
    Start,
    End,
    Scheme,
    Host,
    Form,
    MessageNumber,
    MessageId,
    Part,
}

const FIELDS: [(&str, Field); 12] = [
    ("url", Field::Url),
    ("path", Field::Path),
    ("line", Field::Line),
    ("column", Field::Column),
    ("start", Field::Start),
    ("end", Field::End),
    ("scheme", Field::Scheme),
    ("host", Field::Host),
    ("form", Field::Form),
    ("message.number", Field::MessageNumber),
    ("message.id", Field::MessageId),
    ("part", Field::Part),
];

impl Template {
    /// What is typed, or what is wrong with it.
    pub(crate) fn of(typed: &str) -> Result<Template, String> {
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut rest = typed;
        while let Some(c) = rest.chars().next() {
            let behind = &rest[c.len_utf8()..];
            rest = behind;
            match c {
                '{' | '}' if behind.starts_with(c) => {
                    text.push(c);
                    rest = &behind[1..];
                }
                '{' => {
                    let Some((name, behind)) = behind.split_once('}') else {
                        return Err(format!("--format: no '}}' after '{{{behind}'"));
                    };
                    pieces.push(Piece::Text(std::mem::take(&mut text)));
                    pieces.push(Piece::Field(field(name)?));
                    rest = behind;
                }
                '}' => return Err("--format: a '}' that stands alone is written '}}'".to_string()),
                '\\' => {
                    let escaped = behind.chars().next();
                    text.push(match escaped {
                        Some('t') => '\t',
                        Some('n') => '\n',
                        Some('0') => '\0',
                        Some('\\') => '\\',
                        _ => {
                            let what = escaped.map(String::from).unwrap_or_default();
                            return Err(format!(
                                "--format: '\\{what}' is none of \\t, \\n, \\0 and \\\\"
                            ));
                        }
                    });
                    rest = &behind[1..];
                }
                _ => text.push(c),
            }
        }
        let ends = text.ends_with(['\n', '\0']);
        pieces.push(Piece::Text(text));
        pieces.retain(|piece| *piece != Piece::Text(String::new()));
        Ok(Template { pieces, ends })
    }

    pub(crate) fn shows_lines(&self) -> bool {
        self.has(&[Field::Line, Field::Column])
    }

    /// Whether it names more than a URL and its place.
    pub(crate) fn shows_facts(&self) -> bool {
        let message = [Field::MessageNumber, Field::MessageId, Field::Part];
        self.has(&message) || self.has(&[Field::Scheme, Field::Host, Field::Form])
    }

    fn has(&self, fields: &[Field]) -> bool {
        let is = |piece: &Piece| matches!(piece, Piece::Field(field) if fields.contains(field));
        self.pieces.iter().any(is)
    }
}

fn field(name: &str) -> Result<Field, String> {
    let known = FIELDS.iter().find(|(known, _)| *known == name);
    known.map(|&(_, field)| field).ok_or_else(|| {
        // What it may be short for comes first.
        let far = |known: &str| (!known.starts_with(name), distance(name, known));
        let nearest = FIELDS.iter().min_by_key(|(known, _)| far(known));
        let nearest = nearest.map_or("", |(known, _)| known);
        format!("--format: nothing is called '{{{name}}}'; '{{{nearest}}}' is nearest")
    })
}

/// How many bytes to put in, take out or change to get from one to the other.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

impl Print for Template {
    fn found(&mut self, page: &mut StdoutBuffer, path: &Path, found: &Found) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => page.write(text.as_bytes()),
                Piece::Field(field) => write(page, *field, path, found),
            }
        }
        if !self.ends {
            page.write(b"\n");
        }
    }
}

/// What is not known is nothing.
fn write(page: &mut StdoutBuffer, field: Field, path: &Path, found: &Found) {
    match field {
        Field::Url => page.write_text(&found.url),
        Field::Path => page.write_text(path.as_os_str().as_encoded_bytes()),
        Field::Line => page.write_number(found.line),
        Field::Column => page.write_number(found.column),
        Field::Start => page.write_number(found.start),
        Field::End => page.write_number(found.end),
        _ => {
            if let Some(facts) = found.facts.as_deref() {
                write_fact(page, field, facts);
            }
        }
    }
}

fn write_fact(page: &mut StdoutBuffer, field: Field, facts: &Facts) {
    let origin = &facts.origin;
    let text = match field {
        Field::Scheme => facts.scheme.as_deref(),
        Field::Host => facts.host.as_deref(),
        Field::Form => Some(facts.form.as_bytes()),
        Field::MessageId => origin.id.as_deref(),
        Field::Part => origin.part.as_deref().map(str::as_bytes),
        _ => {
            if let Some(number) = origin.message {
                page.write_number(number);
            }
            None
        }
    };
    page.write_text(text.unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, wanted) in [
            ("", "url", 3),
            ("url", "url", 0),
            ("ulr", "url", 2),
            ("lines", "line", 1),
            ("col", "column", 3),
        ] {
            assert_eq!(distance(a, b), wanted, "{a} {b}");
        }
    }
}
