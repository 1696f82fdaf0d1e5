//! Plain output, a block per URL: a line with the verdict and the URL, its components one a line, then its flaws.

use serde_json::Value;

use super::ParsedUrl;
use super::details::details;
use super::judge::Reasons;
use crate::defang::Defang;
use crate::print::StdoutBuffer;
use crate::visible::visible;

pub(super) fn write(out: &mut StdoutBuffer, parsed: &ParsedUrl<'_>) {
    let url = &parsed.url;
    let verdict = match (parsed.verdict.valid, &parsed.flaws[..]) {
        (false, _) => "no",
        (true, []) => "ok",
        (true, _) => "flawed",
    };
    // Control characters are escaped, so a URL is always a single line.
    let shown = |url: &[u8]| visible(&parsed.defang.url(url));
    line(out, &format!("{verdict:<7} {}", shown(url.as_bytes())));
    write_components(out, parsed);
    component(out, "normalized", &shown(&url.normalized()));
    match &parsed.verdict.browser {
        Some(Ok(read)) => component(out, "browser", &shown(read.as_bytes())),
        Some(Err(why)) => component(out, "browser", &format!("- ({why})")),
        None => {}
    }
    for item in &parsed.flaws {
        let (flaw, at) = (item.flaw, &item.at);
        let text = format!(
            "{flaw} at {}..{}: {} ({})",
            at.start,
            at.end,
            flaw.message(),
            flaw.section()
        );
        component(out, item.severity, &text);
    }
    let host = |host: &[u8]| visible(&parsed.defang.host(host));
    for (verb, text) in &parsed.steps {
        let shown = match *verb {
            // A host need not have a top-level domain that text is searched for.
            "connect" => host(text),
            _ => parsed.defang.text(&visible(text)).into_owned(),
        };
        component(out, verb, &shown);
    }
    for Reasons { profile, why } in &parsed.profiles {
        let verdict = match &why[..] {
            [] => "yes".to_string(),
            why => format!("no: {}", why.join(", ")),
        };
        component(out, profile, &verdict);
    }
}

/// Writes the components that the URL has, and the parts of its scheme.
fn write_components(out: &mut StdoutBuffer, parsed: &ParsedUrl<'_>) {
    let url = &parsed.url;
    let host = |host: &[u8]| visible(&parsed.defang.host(host));
    if let Some(wrapper) = &parsed.wrapped_by {
        component(out, "wrapped by", &host(wrapper));
    }
    let scheme = url.scheme().map(<[u8]>::to_ascii_lowercase);
    let port = url.effective_port().map(|port| port.to_string());
    let port = url.port().or(port.as_deref().map(str::as_bytes));
    let components = [
        ("scheme", scheme.as_deref()),
        ("user", url.user()),
        ("password", url.password()),
        ("host", url.host()),
        // A URL without a host has no port.
        ("port", port.filter(|_| url.host().is_some())),
        ("path", url.path()),
        ("search", url.query()),
        ("fragment", url.fragment()),
    ];
    for (name, part) in components {
        if let Some(part) = part {
            let shown = if name == "host" {
                host(part)
            } else {
                parsed.defang.text(&visible(part)).into_owned()
            };
            component(out, name, &shown);
        }
    }
    for (name, part) in &details(url).0 {
        detail(out, parsed.defang, name, part);
    }
}

fn component(out: &mut StdoutBuffer, name: &str, text: &str) {
    line(out, &format!("        {name:<12} {text}"));
}

fn line(out: &mut StdoutBuffer, text: &str) {
    out.write(text.trim_end().as_bytes());
    out.write(b"\n");
}

/// A decoded part of the scheme's own. Absent ones are left out; a list has one line for each of its members.
fn detail(out: &mut StdoutBuffer, defang: Defang, name: &str, part: &Value) {
    let mut write = |part| component(out, &format!(".{name}"), &defang.text(&text(part)));
    match part {
        Value::Null => {}
        Value::Array(members) => members.iter().for_each(write),
        part => write(part),
    }
}

fn text(part: &Value) -> String {
    match part {
        Value::String(text) => visible(text.as_bytes()),
        // An address, or a pair of name and value.
        part => visible(part.to_string().as_bytes()),
    }
}
