//! `--format`: one line a match, as the user writes it.

use std::path::Path;

use super::Rows;
use crate::found::Found;

/// A parsed template.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pieces: Vec<Piece>,
    /// Whether it has a line end of its own.
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
    Normalized,
    Scheme,
    Host,
    Domain,
    Form,
    MessageNumber,
    MessageId,
    Part,
}

const FIELDS: [(&str, Field); 14] = [
    ("url", Field::Url),
    ("normalized", Field::Normalized),
    ("path", Field::Path),
    ("line", Field::Line),
    ("column", Field::Column),
    ("start", Field::Start),
    ("end", Field::End),
    ("scheme", Field::Scheme),
    ("host", Field::Host),
    ("domain", Field::Domain),
    ("form", Field::Form),
    ("message.number", Field::MessageNumber),
    ("message.id", Field::MessageId),
    ("part", Field::Part),
];

impl Template {
    /// Parses a template as typed, or says why it is wrong.
    pub(crate) fn parse(typed: &str) -> Result<Template, String> {
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
                '}' => return Err("--format: a single '}' must be written '}}'".to_string()),
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
                                "--format: unknown escape `\\{what}`; known are \\t, \\n, \\0 and \\\\"
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

    pub(crate) fn shows_origin(&self) -> bool {
        self.has(&[Field::MessageNumber, Field::MessageId, Field::Part])
    }

    pub(super) fn render(&self, rows: &mut Rows, path: &Path, found: &Found<'_>) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => rows.text.write(text.as_bytes()),
                Piece::Field(field) => write(rows, *field, path, found),
            }
        }
        if !self.ends {
            rows.text.write(b"\n");
        }
    }

    fn has(&self, fields: &[Field]) -> bool {
        let is = |piece: &Piece| matches!(piece, Piece::Field(field) if fields.contains(field));
        self.pieces.iter().any(is)
    }
}

fn field(name: &str) -> Result<Field, String> {
    let known = FIELDS.iter().find(|(known, _)| *known == name);
    known.map(|&(_, field)| field).ok_or_else(|| {
        // A field that begins with the name is the best guess.
        let far = |known: &str| (!known.starts_with(name), strsim::osa_distance(name, known));
        let nearest = FIELDS.iter().min_by_key(|(known, _)| far(known));
        let nearest = nearest.map_or("", |(known, _)| known);
        format!("--format: unknown placeholder `{{{name}}}`; did you mean `{{{nearest}}}`?")
    })
}

/// Writes a field; one that is not known is empty.
fn write(rows: &mut Rows, field: Field, path: &Path, found: &Found<'_>) {
    let (m, origin) = (found.m, found.origin);
    let text = &mut rows.text;
    match field {
        Field::Url => text.write_text(m.as_bytes()),
        Field::Path => text.write_text(path.as_os_str().as_encoded_bytes()),
        Field::Line => rows.write_line(found.line),
        Field::Column => text.write_number(found.column),
        Field::Start => text.write_number(found.start()),
        Field::End => text.write_number(found.end()),
        Field::Normalized => text.write_text(&m.url().normalized()),
        Field::Scheme => {
            let scheme = m.url().scheme().map(<[u8]>::to_ascii_lowercase);
            text.write_text(&scheme.unwrap_or_default());
        }
        Field::Host => text.write_text(m.url().host().unwrap_or_default()),
        Field::Domain => text.write_text(m.url().domain().unwrap_or_default()),
        Field::Form => text.write_text(m.form().name().as_bytes()),
        Field::MessageNumber => {
            if let Some(number) = origin.message {
                rows.write_message(number);
            }
        }
        Field::MessageId => text.write_text(origin.id.as_deref().unwrap_or_default()),
        Field::Part => text.write_text(origin.part.as_deref().unwrap_or_default().as_bytes()),
    }
}
