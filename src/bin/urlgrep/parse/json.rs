//! `parse --json`: one object per URL. The keys are always in this order; absent values are null.

use serde_json::{Value, json};

use super::details::{details, number};
use super::{ParsedFlaw, ParsedUrl};
use crate::print::{JsonObject, StdoutBuffer};
use crate::visible::lossy;

pub(super) fn write(out: &mut StdoutBuffer, parsed: &ParsedUrl<'_>) {
    let url = &parsed.url;
    let mut object = JsonObject::default();
    object.text("url", url.as_bytes());
    object.put("valid", parsed.verdict.valid);
    object.put("profile", parsed.profile);
    object.if_present("wrapped_by", parsed.wrapped_by.as_deref());
    let scheme = url.scheme().map(|name| lossy(name).to_ascii_lowercase());
    object.put("scheme", scheme);
    object.optional("user", url.user());
    object.optional("password", url.password());
    object.optional("host", url.host());
    object.put("port", number(url));
    object.put("default_port", url.default_port());
    object.optional("path", url.path());
    object.optional("search", url.query());
    object.optional("fragment", url.fragment());
    object.put("details", details(url));
    object.text("normalized", &url.normalized());
    match &parsed.verdict.browser {
        Some(Ok(read)) => object.put("whatwg", read.as_str()),
        Some(Err(_)) => object.put("whatwg", Value::Null),
        None => {}
    }
    object.put("flaws", parsed.flaws.iter().map(flaw).collect::<Value>());
    if !parsed.steps.is_empty() {
        let steps = parsed.steps.iter().map(|(verb, text)| {
            let mut step = JsonObject::default();
            step.text(*verb, text);
            Value::from(step)
        });
        object.put("steps", steps.collect::<Value>());
    }
    if !parsed.profiles.is_empty() {
        let reasons = parsed.profiles.iter();
        let reasons = reasons.map(|of| (of.profile.to_string(), json!(of.why)));
        object.put("profiles", Value::Object(reasons.collect()));
    }
    out.write_json(&object);
}

fn flaw(item: &ParsedFlaw) -> Value {
    json!({
        "name": item.flaw.name(),
        "severity": item.severity,
        "start": item.at.start,
        "end": item.at.end,
        "section": item.flaw.section(),
        "message": item.flaw.message(),
    })
}
