//! `--format`: one line a match, as the user writes it. With `--csv` a line is a record.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use clap::ValueEnum;
use urlgrep::lint::nearest;

use super::plain::write_target;
use super::{Print, Rows, Shows, StdoutBuffer};
use crate::changes::Changed;
use crate::dates;
use crate::defang::Defang;
use crate::found::Found;
use crate::stats::Stats;
use crate::visible::one_line;

/// A parsed template.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pieces: Vec<Piece>,
    /// Whether it has a line end of its own.
    ends: bool,
    /// Whether it contains NUL.
    has_nul: bool,
    /// The separator of fields that are quoted as in CSV, below a header line with their names.
    csv: Option<char>,
    defang: Defang,
}

/// What else than a comma separates the fields of CSV.
const SEPARATORS: [char; 3] = [';', '\t', '|'];

/// The columns of `--csv` without `--format`.
pub(crate) const CSV_COLUMNS: &str = "{path},{line},{message.number},{message.date},{message.from},{message.subject},{scheme},{host},{url},{text}";

#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Text(String),
    Field(Field),
}

/// The placeholders, by their names.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Url,
    Normalized,
    Written,
    Path,
    Line,
    Column,
    Start,
    End,
    Scheme,
    Host,
    Domain,
    Form,
    Joined,
    Encoded,
    Attribute,
    #[value(name = "message.number")]
    MessageNumber,
    #[value(name = "message.id")]
    MessageId,
    #[value(name = "message.date")]
    MessageDate,
    #[value(name = "message.month")]
    MessageMonth,
    #[value(name = "message.year")]
    MessageYear,
    #[value(name = "message.from")]
    MessageFrom,
    #[value(name = "message.to")]
    MessageTo,
    #[value(name = "message.subject")]
    MessageSubject,
    Part,
    #[value(name = "field")]
    HeaderName,
    Text,
    Context,
    Target,
    Notation,
    #[value(name = "wrapped_by")]
    WrappedBy,
    #[value(name = "gateway_for")]
    GatewayFor,
    Flaws,
}

impl Template {
    /// Parses a template as typed, or says why it is wrong.
    pub(crate) fn parse(typed: &str, csv: bool, defang: Defang) -> Result<Template, String> {
        if typed.is_empty() {
            return Err("--format: expected a template: '{line}: {url}'".to_string());
        }
        if ["json", "csv"].contains(&typed) {
            return Err(format!(
                "--format takes a template; --{typed} prints {}",
                typed.to_uppercase()
            ));
        }
        let names: Vec<_> = typed.split(',').map(str::trim).collect();
        if names.iter().all(|name| field(name).is_ok()) {
            let names = names.join("},{");
            return Err(format!("--format: names stand in braces: '{{{names}}}'"));
        }
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
                    text.push(unescaped(behind.chars().next())?);
                    rest = &behind[1..];
                }
                _ => text.push(c),
            }
        }
        let ends = text.ends_with(['\n', '\0']);
        pieces.push(Piece::Text(text));
        pieces.retain(|piece| *piece != Piece::Text(String::new()));
        let has = |c| {
            pieces
                .iter()
                .any(|piece| matches!(piece, Piece::Text(text) if text.contains(c)))
        };
        let separator = SEPARATORS.into_iter().find(|&c| has(c)).unwrap_or(',');
        Ok(Template {
            ends,
            has_nul: has('\0'),
            pieces,
            csv: csv.then_some(separator),
            defang,
        })
    }

    pub(super) fn shows(&self) -> Shows {
        use Field::*;
        let has = |fields: &[Field]| {
            let is = |piece: &Piece| matches!(piece, Piece::Field(field) if fields.contains(field));
            self.pieces.iter().any(is)
        };
        Shows {
            urls: true,
            lines: has(&[Line, Column]),
            origin: has(&[MessageNumber, MessageId, Part, HeaderName]),
            dates: has(&[MessageDate, MessageMonth, MessageYear]),
            from: has(&[MessageFrom]),
            sender: false,
            to: has(&[MessageTo]),
            subject: has(&[MessageSubject]),
            threads: false,
            context: has(&[Context]),
            label: has(&[Text]),
            targets: has(&[Target]),
        }
    }

    pub(super) fn render(&self, rows: &mut Rows, path: &Path, found: &Found<'_>) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => rows.text.write(text.as_bytes()),
                // A path that ends with NUL can contain anything.
                Piece::Field(Field::Path) if self.has_nul && self.csv.is_none() => {
                    rows.text.write_text(path.as_os_str().as_encoded_bytes());
                }
                Piece::Field(field) => {
                    let from = rows.text.bytes.len();
                    write(rows, *field, path, found, self.defang);
                    if let Some(separator) = self.csv {
                        rows.text.quote_csv(from, separator);
                    }
                }
            }
        }
        if !self.ends {
            rows.text.write(b"\n");
        }
    }

    /// What prints its rows.
    pub(super) fn printer(&self) -> Header {
        let name = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Field(field) => name(*field),
        };
        let mut line: String = self.pieces.iter().map(name).collect();
        if !self.ends {
            line.push('\n');
        }
        Header(self.csv.map(|_| line))
    }
}

/// Prints the header line before all rows, if the format has one.
pub(super) struct Header(Option<String>);

impl Print for Header {
    fn begin(&mut self, stdout: &mut StdoutBuffer, _: &Path) {
        if let Some(line) = self.0.take() {
            stdout.write(line.as_bytes());
        }
    }

    fn finish(&mut self, stdout: &mut StdoutBuffer, _: &Stats) {
        self.begin(stdout, Path::new(""));
    }
}

/// The character that a backslash before `escaped` stands for.
fn unescaped(escaped: Option<char>) -> Result<char, String> {
    Ok(match escaped {
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
    })
}

fn field(name: &str) -> Result<Field, String> {
    Field::from_str(name, false).map_err(|_| {
        let names = names();
        let known = || names.iter().map(String::as_str);
        // `{from}` and `{date}` are the message's.
        let of_message = format!("message.{name}");
        let longer = known()
            .find(|known| *known == of_message)
            .or_else(|| known().find(|known| known.starts_with(name)));
        let guess = meant(name)
            .or(longer)
            .or_else(|| nearest(name, known()))
            .map_or(String::new(), |known| {
                format!("; did you mean `{{{known}}}`?")
            });
        let guess = if COMPONENTS.contains(&name) {
            "; `| urlgrep parse --json` takes URLs apart".to_string()
        } else {
            guess
        };
        format!(
            "--format: unknown placeholder `{{{name}}}`{guess}\nKnown are: {{{}}}",
            names.join("} {")
        )
    })
}

/// Parts of a URL that have no placeholder.
const COMPONENTS: [&str; 7] = [
    "fragment", "password", "port", "query", "search", "user", "username",
];

/// The placeholder that a name of other programs means.
fn meant(name: &str) -> Option<&'static str> {
    Some(match name {
        "file" | "filename" => "path",
        "hostname" => "host",
        "registered_domain" | "tld" => "domain",
        "label" | "title" => "text",
        "line_number" | "lineno" => "line",
        "offset" => "start",
        "protocol" => "scheme",
        "author" | "message.sender" | "sender" => "message.from",
        _ => return None,
    })
}

/// The names of all placeholders.
fn names() -> Vec<String> {
    Field::value_variants().iter().copied().map(name).collect()
}

fn name(field: Field) -> String {
    let value = field.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_string())
}

/// Writes a field; one that is not known is empty.
fn write(rows: &mut Rows, field: Field, path: &Path, found: &Found<'_>, defang: Defang) {
    let (m, origin) = (found.m, found.origin);
    let text = &mut rows.text;
    let url = || found.url();
    let changed =
        |part: fn(&Changed) -> Option<&[u8]>| found.changed.and_then(part).unwrap_or_default();
    let of_header = |field: &'_ Option<Arc<str>>, show: fn(Defang, &str) -> Cow<'_, str>| {
        show(defang, field.as_deref().unwrap_or_default())
            .into_owned()
            .into_bytes()
    };
    let date = |written: fn(i64) -> Option<String>| {
        origin.header.date.and_then(written).unwrap_or_default()
    };
    match field {
        Field::Url => text.write_text(&defang.url(found.bytes())),
        Field::Path => text.write_text(&one_line(path.as_os_str().as_encoded_bytes())),
        Field::Line => rows.write_line(found.line),
        Field::Column => text.write_number(found.column),
        Field::Start => text.write_number(found.start()),
        Field::End => text.write_number(found.place().end),
        Field::Normalized => text.write_text(&defang.url(&url().normalized())),
        Field::Written => text.write_text(&defang.url(found.written().unwrap_or_default())),
        Field::Scheme => {
            let url = url();
            let scheme = url.scheme().map(<[u8]>::to_ascii_lowercase);
            text.write_text(&scheme.unwrap_or_default());
        }
        Field::Host => text.write_text(&defang.host(url().host().unwrap_or_default())),
        Field::Domain => text.write_text(&defang.host(url().domain().unwrap_or_default())),
        Field::Form => text.write_text(m.form().name().as_bytes()),
        Field::Joined => text.write(m.is_joined().to_string().as_bytes()),
        Field::Encoded => text.write(found.segments().encoded.to_string().as_bytes()),
        Field::MessageNumber => {
            if let Some(number) = origin.number() {
                rows.write_message(number);
            }
        }
        Field::MessageId => {
            text.write_text(&defang.id(origin.header.id.as_deref().unwrap_or_default()));
        }
        Field::MessageDate => text.write_text(date(dates::timestamp).as_bytes()),
        Field::MessageMonth => text.write_text(date(dates::month).as_bytes()),
        Field::MessageYear => text.write_text(date(dates::year).as_bytes()),
        Field::MessageFrom => text.write_text(&of_header(&origin.header.from, Defang::addresses)),
        Field::MessageTo => text.write_text(&of_header(&origin.header.to, Defang::addresses)),
        Field::MessageSubject => text.write_text(&of_header(&origin.header.subject, Defang::text)),
        Field::HeaderName => text.write_text(bytes(origin.field.as_deref())),
        Field::Attribute => text.write_text(bytes(m.attribute())),
        Field::Text => text.write_text(bytes(found.around.label.as_deref())),
        Field::Context => text.write_text(found.around.context().as_bytes()),
        Field::Target => {
            if let Some(target) = &found.target {
                write_target(rows, target.as_ref());
            }
        }
        Field::Part => text.write_text(bytes(origin.part.as_deref())),
        Field::Notation => text.write_text(origin.notation.as_bytes()),
        Field::WrappedBy => {
            let host = changed(|changed| changed.wrapped_by.as_deref());
            text.write_text(&defang.host(host));
        }
        Field::GatewayFor => {
            let shown = changed(|changed| changed.gateway_for.as_deref());
            text.write_text(&defang.url(shown));
        }
        Field::Flaws => {
            let names: Vec<_> = found.flaws().iter().map(|flaw| flaw.name()).collect();
            text.write_text(names.join(" ").as_bytes());
        }
    }
}

fn bytes(text: Option<&str>) -> &[u8] {
    text.unwrap_or_default().as_bytes()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A mark of a template, a placeholder or any text.
    fn token() -> impl Strategy<Value = String> {
        let words = ["{", "}", "{{", "}}", "\\", "\\t", "\\n", "\\0", "\\é"];
        let fields = names().into_iter().map(|name| format!("{{{name}}}"));
        let words = words.into_iter().map(String::from).chain(fields);
        prop_oneof![3 => prop::sample::select(words.collect::<Vec<_>>()), 1 => ".{0,3}"]
    }

    /// A key of JSON has a placeholder, unless it is a list, or another one has its value.
    #[test]
    fn each_key_of_json_has_a_placeholder() {
        let table = include_str!("../../../../docs/json.md");
        let rows = table
            .lines()
            .skip_while(|line| !line.starts_with("| `path`"));
        let rows = rows.take_while(|line| line.starts_with("| `"));
        let keys: Vec<&str> = rows.filter_map(|row| row.split('`').nth(1)).collect();
        assert!(keys.len() > 30, "{keys:?}");
        for key in keys {
            let is_other = matches!(key, "message" | "assumed" | "segments" | "alternatives")
                || key.ends_with("_bytes")
                || key.starts_with("resolved");
            assert_ne!(field(key).is_ok(), is_other, "{key}");
        }
    }

    proptest! {
        /// Any template is parsed or has an error. Text that is escaped is printed as it is.
        #[test]
        fn any_text(tokens in prop::collection::vec(token(), 0..12)) {
            let text = tokens.concat();
            if let Err(error) = Template::parse(&text, false, Defang::default()) {
                prop_assert!(error.starts_with("--format: "), "{error}");
            }
            prop_assume!(!text.is_empty() && field(&text).is_err());
            let escaped = text.replace('\\', "\\\\").replace('{', "{{").replace('}', "}}");
            let template = Template::parse(&escaped, false, Defang::default()).expect("text without placeholders");
            prop_assert_eq!(template.pieces, [Piece::Text(text)]);
        }
    }
}
