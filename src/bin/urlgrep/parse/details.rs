//! The parts that only a URL's scheme has, decoded, as JSON. A part that is no UTF-8 stands in base64 beside, under its name and
//! `_bytes`.

use std::borrow::Cow;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value, json};
use urlgrep::url::{Address, Details, News, Url, Wais, decode};

use crate::print::lossy;

/// An object that is being written.
#[derive(Default)]
pub(super) struct Object(pub(super) Map<String, Value>);

impl Object {
    pub(super) fn put(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_string(), value);
    }

    /// `shape` makes a value of strings that it gets by its argument.
    fn put_text(&mut self, name: &str, utf8: bool, shape: impl Fn(fn(&[u8]) -> Value) -> Value) {
        self.put(name, shape(|bytes| lossy(bytes).into()));
        if !utf8 {
            let bytes = shape(|bytes| BASE64_STANDARD.encode(bytes).into());
            self.put(&format!("{name}_bytes"), bytes);
        }
    }

    pub(super) fn text(&mut self, name: &str, bytes: &[u8]) {
        self.put_text(name, is_utf8(bytes), |show| show(bytes));
    }

    /// A part that is left out if it is absent.
    pub(super) fn if_present(&mut self, name: &str, bytes: Option<&[u8]>) {
        if let Some(bytes) = bytes {
            self.text(name, bytes);
        }
    }

    /// A part that may be absent: `null` then.
    pub(super) fn optional(&mut self, name: &str, bytes: Option<&[u8]>) {
        match bytes {
            Some(bytes) => self.text(name, bytes),
            None => self.put(name, Value::Null),
        }
    }

    fn list(&mut self, name: &str, list: &[Cow<'_, [u8]>]) {
        let utf8 = list.iter().all(|part| is_utf8(part));
        self.put_text(name, utf8, |show| {
            list.iter().map(|part| show(part)).collect()
        });
    }

    fn pairs(&mut self, name: &str, pairs: &[Pair<'_>]) {
        let utf8 = pairs
            .iter()
            .all(|(name, value)| is_utf8(name) && is_utf8(value));
        self.put_text(name, utf8, |show| {
            let pairs = pairs.iter();
            pairs
                .map(|(name, value)| json!([show(name), show(value)]))
                .collect()
        });
    }
}

type Pair<'u> = (Cow<'u, [u8]>, Cow<'u, [u8]>);

fn is_utf8(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).is_ok()
}

/// Empty for schemes without such parts.
pub(super) fn details(url: &Url<'_, [u8]>) -> Value {
    let mut out = Object::default();
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
            out.put(
                "type",
                transfer_type.map(char::from).map(String::from).into(),
            );
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
            out.put("addresses", addresses.iter().map(address).collect());
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
    out.0.into()
}

fn news(out: &mut Object, url: &Url<'_, [u8]>, kind: &News<'_>) {
    out.if_present("host", url.host());
    if let Some(port) = super::json::number(url) {
        out.put("port", port.into());
    }
    match kind {
        News::Group(name) => out.text("group", name),
        News::Article(id) => out.text("article", id),
        News::Wildmat(pattern) => out.text("wildmat", pattern),
        _ => {}
    }
}

fn wais(out: &mut Object, kind: &Wais<'_>) {
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
    let mut out = Object::default();
    out.text("local", &address.local);
    out.optional("domain", address.domain.as_deref());
    out.0.into()
}
