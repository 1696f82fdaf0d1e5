//! `--json`: one object a line, its keys always in this order.

use std::borrow::Cow;
use std::path::Path;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;

use super::{Print, StdoutBuffer, lossy};
use crate::found::{Facts, Found};

pub(super) struct Json;

/// Borrowed; what is absent is left out.
#[derive(Serialize)]
struct Line<'a> {
    path: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_bytes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attribute: Option<&'a str>,
    line: u64,
    column: u64,
    start: u64,
    end: u64,
    url: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url_bytes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assumed: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<Cow<'a, str>>,
    form: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    scheme: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<Cow<'a, str>>,
    joined: bool,
    encoded: bool,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    segments: &'a [(u64, u64)],
    alternatives: Vec<Alternative<'a>>,
    flaws: Vec<&'static str>,
}

#[derive(Serialize)]
struct Message<'a> {
    number: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Cow<'a, str>>,
}

#[derive(Serialize)]
struct Alternative<'a> {
    url: Cow<'a, str>,
    why: &'static str,
}

impl Print for Json {
    fn found(&mut self, page: &mut StdoutBuffer, path: &Path, found: &Found) {
        if let Some(facts) = &found.facts {
            page.write_json(&Line::of(path, found, facts));
        }
    }
}

impl<'a> Line<'a> {
    fn of(path: &'a Path, found: &'a Found, facts: &'a Facts) -> Line<'a> {
        let path = path.as_os_str().as_encoded_bytes();
        let alternative = |(url, why): &'a (Vec<u8>, &'static str)| Alternative {
            url: lossy(url),
            why,
        };
        let message = facts.origin.message.map(|number| Message {
            number,
            id: facts.origin.id.as_deref().map(lossy),
        });
        Line {
            path: lossy(path),
            path_bytes: bytes(path),
            message,
            part: facts.origin.part.as_deref(),
            field: facts.origin.field.as_deref(),
            attribute: facts.attribute.as_deref(),
            line: found.line,
            column: found.column,
            start: found.start,
            end: found.end,
            url: lossy(&found.url),
            url_bytes: bytes(&found.url),
            assumed: facts.assumed.as_deref().map(lossy),
            written: facts.written.as_deref().map(lossy),
            form: facts.form,
            scheme: facts.scheme.as_deref().map(lossy),
            host: facts.host.as_deref().map(lossy),
            joined: facts.joined,
            encoded: facts.encoded,
            segments: &facts.segments,
            alternatives: facts.alternatives.iter().map(alternative).collect(),
            flaws: facts.flaws.iter().map(|flaw| flaw.name()).collect(),
        }
    }
}

/// In base64, where the string beside it is not what was there.
fn bytes(bytes: &[u8]) -> Option<String> {
    let differs = std::str::from_utf8(bytes).is_err();
    differs.then(|| BASE64_STANDARD.encode(bytes))
}
