//! A match for JavaScript: the keys of `urlgrep --json` (docs/json.md) that apply.

use std::borrow::Cow;

use serde::Serialize;
use urlgrep::{Flaw, Match, Text, link_label};

use crate::points::Points;

#[derive(Serialize, Clone)]
pub(crate) struct Message {
    pub(crate) number: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
}

#[derive(Serialize)]
struct Alternative<'m> {
    url: Cow<'m, str>,
    why: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Row<'m> {
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attribute: Option<&'m str>,
    line: u64,
    start: usize,
    end: usize,
    /// Only of a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    start_byte: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_byte: Option<usize>,
    url: Cow<'m, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assumed: Option<Cow<'m, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<Cow<'m, str>>,
    form: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    scheme: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    joined: bool,
    encoded: bool,
    segments: Vec<(usize, usize)>,
    alternatives: Vec<Alternative<'m>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<&'static str>,
    flaws: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explain: Option<Vec<String>>,
}

/// Where in a file a match stands.
pub(crate) struct Standing {
    pub(crate) message: Option<Message>,
    pub(crate) line: u64,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

impl<'m> Row<'m> {
    pub(crate) fn new(
        m: &'m Match<'_, [u8]>,
        text: &'m Text<'_>,
        standing: Standing,
        points: &mut Points<'_>,
        utf16: bool,
        explain: Option<Vec<String>>,
    ) -> Row<'m> {
        let parsed = m.url();
        let mut encoded = false;
        let mut segments = Vec::new();
        for run in m.segments() {
            encoded |= text.map.is_encoded(run.clone());
            segments.extend(text.map.segments(run).iter().map(|piece| {
                let start = points.before(piece.start as usize);
                (start, points.before(piece.end as usize))
            }));
        }
        let other = |other: &'m urlgrep::Alternative<[u8]>| Alternative {
            url: lossy(other.url()),
            why: other.why().name(),
        };
        Row {
            message: standing.message,
            part: text.place.part_number(),
            field: text.place.field.as_deref(),
            attribute: m.attribute(),
            line: standing.line,
            start: points.before(standing.start),
            end: points.before(standing.end),
            start_byte: utf16.then_some(standing.start),
            end_byte: utf16.then_some(standing.end),
            url: lossy(m.as_bytes()),
            assumed: m.assumed().map(lossy),
            written: m.written().map(lossy),
            form: m.form().name(),
            scheme: parsed.scheme().map(|name| lossy(name).to_ascii_lowercase()),
            host: parsed.host().map(|host| lossy(host).into_owned()),
            joined: m.is_joined(),
            encoded,
            segments,
            alternatives: m.alternatives().iter().map(other).collect(),
            text: link_label(text, m),
            notation: Some(text.notation).filter(|name| *name != "text"),
            flaws: m.flaws().iter().map(Flaw::name).collect(),
            explain,
        }
    }
}
