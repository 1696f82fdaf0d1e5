//! `--json`: one object a line, its keys always in the same order.

use std::borrow::Cow;
use std::path::Path;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;
use urlgrep::url;

use super::Rows;
use crate::found::Found;
use crate::resolve::Target;
use crate::visible::lossy;

#[derive(Serialize)]
struct OtherReading<'a> {
    url: Cow<'a, str>,
    why: &'static str,
}

pub(super) fn render(rows: &mut Rows, path: &Path, found: &Found<'_>, normalize: bool) {
    let (m, origin, parsed) = (found.m, found.origin, found.url());
    let mut object = RowObject::new(rows);
    object.text("path", path.as_os_str().as_encoded_bytes());
    if let Some(number) = origin.number() {
        let mut message = RowObject::new(object.key("message"));
        message.key("number").write_message(number);
        message.if_present("id", origin.header.id.as_deref());
        message.end();
    }
    object.if_present("part", origin.part.as_deref());
    object.if_present("field", origin.field.as_deref());
    object.if_present("attribute", m.attribute());
    object.key("line").write_line(found.line);
    object.value("column", &found.column);
    let place = found.place();
    object.value("start", &place.start);
    object.value("end", &place.end);
    // The URL as written; `assumed` has its meaning. A changed URL replaces it.
    let shown = found.changed.map_or(m.as_bytes(), |changed| &changed.url);
    object.text("url", shown);
    object.if_present("assumed", m.assumed().filter(|_| found.changed.is_none()));
    object.if_present("written", found.written());
    object.value("form", &m.form().name());
    object.if_present("scheme", parsed.scheme().map(<[u8]>::to_ascii_lowercase));
    object.if_present("host", parsed.host());
    object.value("joined", &m.is_joined());
    let segments = found.segments();
    object.value("encoded", &segments.encoded);
    if !segments.runs.is_empty() {
        object.value("segments", &segments.runs);
    }
    let others = m.alternatives().iter().map(|other| OtherReading {
        url: if normalize {
            Cow::Owned(lossy(&url::parse(other.url()).0.normalized()).into_owned())
        } else {
            lossy(other.url())
        },
        why: other.why().name(),
    });
    object.value("alternatives", &others.collect::<Vec<_>>());
    object.if_present("text", found.around.label.as_deref());
    if !origin.notation.is_empty() {
        object.value("notation", &origin.notation);
    }
    if let Some(changed) = found.changed {
        object.if_present("wrapped_by", changed.wrapped_by.as_deref());
        object.if_present("gateway_for", changed.gateway_for.as_deref());
    }
    if let Some(target) = &found.target {
        let rows = object.key("resolved");
        match target {
            None => rows.text.write(b"null"),
            Some(target) => write_target(rows, target),
        }
    }
    let flaws = found.flaws().iter().map(|flaw| flaw.name());
    object.value("flaws", &flaws.collect::<Vec<_>>());
    object.end();
    rows.text.write(b"\n");
}

fn write_target(rows: &mut Rows, target: &Target<'_>) {
    let mut object = RowObject::new(rows);
    object.text("path", target.path);
    object.value("message", &target.message);
    object.value("offset", &target.offset);
    object.if_present("part", target.part);
    object.end();
}

/// An object that is written key by key, since some numbers are written later.
struct RowObject<'r> {
    rows: &'r mut Rows,
    any: bool,
}

impl<'r> RowObject<'r> {
    fn new(rows: &'r mut Rows) -> RowObject<'r> {
        rows.text.write(b"{");
        RowObject { rows, any: false }
    }

    /// Writes a key; its value follows.
    fn key(&mut self, key: &str) -> &mut Rows {
        let before: &[u8] = if self.any { b",\"" } else { b"\"" };
        self.any = true;
        self.rows.text.write(before);
        self.rows.text.write(key.as_bytes());
        self.rows.text.write(b"\":");
        self.rows
    }

    fn value(&mut self, key: &str, value: &impl Serialize) {
        self.key(key).text.write_json_value(value);
    }

    fn if_present(&mut self, key: &str, value: Option<impl AsRef<[u8]>>) {
        if let Some(value) = value {
            self.value(key, &lossy(value.as_ref()));
        }
    }

    /// A string, and its bytes in base64 if they are not valid UTF-8.
    fn text(&mut self, key: &str, value: &[u8]) {
        let text = lossy(value);
        self.value(key, &text);
        if matches!(text, Cow::Owned(_)) {
            self.value(&format!("{key}_bytes"), &BASE64_STANDARD.encode(value));
        }
    }

    fn end(self) {
        self.rows.text.write(b"}");
    }
}
