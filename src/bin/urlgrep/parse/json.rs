//! `parse --json`: one object per URL. The keys are always in this order.

use std::borrow::Cow;
use std::str;

use serde::Serialize;
use serde_json::{Value, json};
use urlgrep::url::{Address, Details, News, Url, Wais};

use super::ParsedUrl;
use crate::print::{StdoutBuffer, lossy};

/// The result for a URL. All keys are always present; absent values are null.
#[derive(Serialize)]
struct JsonUrl<'a> {
    url: Cow<'a, str>,
    valid: bool,
    profile: &'static str,
    /// In lower case.
    scheme: Option<String>,
    user: Option<Cow<'a, str>>,
    password: Option<Cow<'a, str>>,
    host: Option<Cow<'a, str>>,
    port: Option<u64>,
    default_port: Option<u16>,
    path: Option<Cow<'a, str>>,
    search: Option<Cow<'a, str>>,
    fragment: Option<Cow<'a, str>>,
    details: Value,
    flaws: Vec<JsonFlaw>,
}

#[derive(Serialize)]
struct JsonFlaw {
    name: &'static str,
    start: usize,
    end: usize,
    section: &'static str,
    message: &'static str,
}

pub(super) fn write(out: &mut StdoutBuffer, parsed: &ParsedUrl<'_>) {
    let url = &parsed.url;
    let flaws = parsed.flaws.iter().map(|(flaw, at)| JsonFlaw {
        name: flaw.name(),
        start: at.start,
        end: at.end,
        section: flaw.section(),
        message: flaw.message(),
    });
    out.write_json(&JsonUrl {
        url: lossy(url.as_bytes()),
        valid: parsed.valid,
        profile: parsed.profile,
        scheme: url.scheme().map(|name| lossy(name).to_ascii_lowercase()),
        user: url.user().map(lossy),
        password: url.password().map(lossy),
        host: url.host().map(lossy),
        port: number(url),
        default_port: url.default_port(),
        path: url.path().map(lossy),
        search: url.query().map(lossy),
        fragment: url.fragment().map(lossy),
        details: details(url),
        flaws: flaws.collect(),
    });
}

/// The port, if it is present and a number.
fn number(url: &Url<'_>) -> Option<u64> {
    str::from_utf8(url.port()?).ok()?.parse().ok()
}

/// The parts that only the URL's scheme has, decoded; empty for schemes without such parts.
fn details(url: &Url<'_>) -> Value {
    match url.details() {
        Details::Ftp {
            cwd,
            name,
            transfer_type,
        } => json!({
            "cwd": cwd.iter().map(|name| text(name)).collect::<Value>(),
            "name": text(&name),
            "type": transfer_type.map(char::from),
        }),
        Details::Gopher {
            item_type,
            selector,
            search,
            plus,
        } => json!({
            "type": char::from(item_type),
            "selector": text(&selector),
            "search": search.as_deref().map(text),
            "plus": plus.as_deref().map(text),
        }),
        Details::Mailto { addresses, headers } => json!({
            "addresses": addresses.iter().map(address).collect::<Value>(),
            "headers": pairs(&headers),
        }),
        Details::News(news) => {
            let (kind, name) = match &news {
                News::Group(name) => ("group", name),
                News::Article(id) => ("article", id),
                News::Wildmat(pattern) => ("wildmat", pattern),
                _ => return json!({}),
            };
            let host = url.host().map(|host| ("host", json!(lossy(host))));
            let port = number(url).map(|port| ("port", json!(port)));
            object([host, port, Some((kind, text(name)))])
        }
        Details::Nntp { group, article } => json!({
            "group": text(&group),
            "article": article.as_deref().map(text),
        }),
        Details::Wais(Wais::Database { database, search }) => json!({
            "database": text(&database),
            "search": search.as_deref().map(text),
        }),
        Details::Wais(Wais::Document {
            database,
            wtype,
            wpath,
        }) => json!({
            "database": text(&database),
            "wtype": text(&wtype),
            "wpath": text(&wpath),
        }),
        Details::Prospero {
            hsoname,
            version,
            fields,
        } => {
            let version = version.as_ref().map(|version| ("version", text(version)));
            let fields = Some(("fields", pairs(&fields)));
            object([Some(("hsoname", text(&hsoname))), version, fields])
        }
        Details::Identifier { id, part } => {
            let part = part.as_ref().map(|part| ("part", text(part)));
            object([Some(("id", text(&id))), part])
        }
        Details::Afs { cell, path } => json!({ "cell": text(&cell), "path": text(&path) }),
        _ => json!({}),
    }
}

fn address(address: &Address<'_>) -> Value {
    let domain = address.domain.as_deref().map(text);
    json!({ "local": text(&address.local), "domain": domain })
}

/// An object without the absent parts.
fn object<const N: usize>(parts: [Option<(&str, Value)>; N]) -> Value {
    let parts = parts.into_iter().flatten();
    parts
        .map(|(name, value)| (name.to_string(), value))
        .collect()
}

type Pair<'u> = (Cow<'u, [u8]>, Cow<'u, [u8]>);

fn pairs(pairs: &[Pair<'_>]) -> Value {
    pairs
        .iter()
        .map(|(name, value)| json!([text(name), text(value)]))
        .collect()
}

fn text(bytes: &[u8]) -> Value {
    lossy(bytes).into()
}
