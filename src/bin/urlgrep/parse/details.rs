//! The parts that only a URL's scheme has, decoded, as JSON.

use std::str;

use serde_json::Value;
use urlgrep::url::{Address, Details, News, Url, Wais, decode};

use crate::print::JsonObject;

/// Empty for schemes without such parts.
pub(super) fn details(url: &Url<'_, [u8]>) -> JsonObject {
    let mut out = JsonObject::default();
    out.if_present("user", url.user().map(decode).as_deref());
    out.if_present("password", url.password().map(decode).as_deref());
    match url.details() {
        Details::Http { segments } | Details::File { segments } => out.list("segments", &segments),
        Details::Ftp {
            cwd,
            name,
            transfer_type,
        } => {
            out.list("cwd", &cwd);
            out.text("name", &name);
            out.put("type", transfer_type.map(char::from).map(String::from));
        }
        Details::Gopher {
            item_type,
            selector,
            search,
            plus,
        } => {
            out.text("type", &[item_type]);
            out.text("selector", &selector);
            out.optional("search", search.as_deref());
            out.optional("plus", plus.as_deref());
        }
        Details::Mailto { addresses, headers } => {
            out.put(
                "addresses",
                addresses.iter().map(address).collect::<Value>(),
            );
            out.pairs("headers", &headers);
        }
        Details::News(kind) => news(&mut out, url, &kind),
        Details::Nntp { group, article } => {
            out.text("group", &group);
            out.optional("article", article.as_deref());
        }
        Details::Wais(kind) => wais(&mut out, &kind),
        Details::Prospero {
            hsoname,
            version,
            fields,
        } => {
            out.text("hsoname", &hsoname);
            out.if_present("version", version.as_deref());
            out.pairs("fields", &fields);
        }
        Details::Identifier { id, part } => {
            out.text("id", &id);
            out.if_present("part", part.as_deref());
        }
        Details::Afs { cell, path } => {
            out.text("cell", &cell);
            out.text("path", &path);
        }
        _ => {}
    }
    out
}

fn news(out: &mut JsonObject, url: &Url<'_, [u8]>, kind: &News<'_>) {
    out.if_present("host", url.host());
    if let Some(port) = number(url) {
        out.put("port", port);
    }
    match kind {
        News::Group(name) => out.text("group", name),
        News::Article(id) => out.text("article", id),
        News::Wildmat(pattern) => out.text("wildmat", pattern),
        _ => {}
    }
}

fn wais(out: &mut JsonObject, kind: &Wais<'_>) {
    match kind {
        Wais::Database { database, search } => {
            out.text("database", database);
            out.optional("search", search.as_deref());
        }
        Wais::Document {
            database,
            wtype,
            wpath,
        } => {
            out.text("database", database);
            out.text("wtype", wtype);
            out.text("wpath", wpath);
        }
        _ => {}
    }
}

fn address(address: &Address<'_>) -> Value {
    let mut out = JsonObject::default();
    out.text("local", &address.local);
    out.optional("domain", address.domain.as_deref());
    out.into()
}

/// The port, if it is present and a number. `parse` alone would take `+80`.
pub(super) fn number(url: &Url<'_, [u8]>) -> Option<u64> {
    let port = url.port()?;
    if !port.iter().all(u8::is_ascii_digit) {
        return None;
    }
    str::from_utf8(port).ok()?.parse().ok()
}
