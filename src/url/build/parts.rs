//! The parts of a scheme's own, as they are written: each encodes what the scheme reserves.

use std::borrow::Cow;

use crate::url::encode::put;
use crate::url::{Address, Details, Fields, News, Wais, mailto};

/// Characters that RFC 1738 and RFC 3986 both take as data in a segment of http, ftp, file and prospero, and in a search of wais.
const SEGMENT: &[u8] = b"!$&'()*+,=:@";
/// The same for wais, whose parts are `*uchar`.
const UCHAR: &[u8] = b"!$'()*+,";
/// In a selector of gopher nothing is reserved (section 3.4.1). `?` is encoded all the same: in RFC 3986 it begins a query.
const SELECTOR: &[u8] = b"!$&'()*+,;=:@/";
/// Characters that the local part of an address may have as they are (RFC 6068 section 2), without the characters that separate addresses and fields.
const LOCAL: &[u8] = b"!$'*+:";
const ARTICLE: &[u8] = b"!$&'()*+,;=:";
/// A value of a field of prospero.
const FIELD: &[u8] = b"!$&'()*+,:@";

/// Writes what follows the login. `slash` is written before it if there is a login.
pub(super) fn put_details(details: &Details<'_>, slash: &str, out: &mut String) {
    let put_joined = |segments: &[Cow<'_, [u8]>], kept: &[u8], out: &mut String| {
        for segment in segments {
            out.push('/');
            put(segment, kept, out);
        }
    };
    match details {
        Details::None => {}
        Details::Http { segments } => put_joined(segments, SEGMENT, out),
        Details::File { segments } => put_joined(segments, SEGMENT, out),
        Details::Ftp {
            cwd,
            name,
            transfer_type,
        } => {
            put_joined(cwd, SEGMENT, out);
            out.push('/');
            put(name, SEGMENT, out);
            if let Some(code) = transfer_type {
                out.push_str(";type=");
                put(&[*code], b"", out);
            }
        }
        Details::Gopher {
            item_type,
            selector,
            search,
            plus,
        } => put_gopher(*item_type, selector, [search, plus], out),
        Details::Mailto { addresses, headers } => put_mailto(addresses, headers, out),
        Details::News(News::Article(id)) => {
            out.push_str(slash);
            put_identifier(id, ARTICLE, out);
        }
        Details::News(News::Group(name) | News::Wildmat(name)) => {
            out.push_str(slash);
            put(name, UCHAR, out);
        }
        Details::Nntp { group, article } => {
            out.push_str(slash);
            put(group, b"+", out);
            if let Some(article) = article {
                out.push('/');
                put(article, b"", out);
            }
        }
        Details::Wais(wais) => put_wais(wais, out),
        Details::Prospero {
            hsoname,
            version,
            fields,
        } => put_prospero(hsoname, version.as_deref(), fields, out),
        Details::Identifier { id, part } => {
            out.push_str(slash);
            put_identifier(id, UCHAR, out);
            if let Some(part) = part {
                out.push('/');
                put_identifier(part, UCHAR, out);
            }
        }
        Details::Afs { path, .. } => {
            out.push('/');
            put(path, SELECTOR, out);
        }
    }
}

/// Writes an identifier with its last `@`.
fn put_identifier(id: &[u8], kept: &[u8], out: &mut String) {
    let at = memchr::memrchr(b'@', id);
    put(&id[..at.unwrap_or(id.len())], kept, out);
    if let Some(at) = at {
        out.push('@');
        put(&id[at + 1..], b"", out);
    }
}

fn put_gopher(item_type: u8, selector: &[u8], rest: [&Option<Cow<'_, [u8]>>; 2], out: &mut String) {
    out.push('/');
    let is_default = item_type == b'1' && selector.is_empty() && rest[0].is_none();
    if !is_default {
        put(&[item_type], b"", out);
    }
    put(selector, SELECTOR, out);
    for part in rest.into_iter().flatten() {
        out.push_str("%09");
        put(part, SELECTOR, out);
    }
}

fn put_prospero(hsoname: &[u8], version: Option<&[u8]>, fields: &Fields<'_>, out: &mut String) {
    out.push('/');
    put(hsoname, b"!$&'()*+,=:@/", out);
    if let Some(version) = version {
        out.push_str("%00");
        put(version, SEGMENT, out);
    }
    for (name, value) in fields {
        out.push(';');
        put(name, FIELD, out);
        out.push('=');
        put(value, FIELD, out);
    }
}

fn put_wais(wais: &Wais<'_>, out: &mut String) {
    let (database, rest) = match wais {
        Wais::Database { database, .. } => (database, [None, None]),
        Wais::Document {
            database,
            wtype,
            wpath,
        } => (database, [Some(wtype), Some(wpath)]),
    };
    for part in [Some(database)].into_iter().chain(rest).flatten() {
        out.push('/');
        put(part, UCHAR, out);
    }
    if let Wais::Database {
        search: Some(search),
        ..
    } = wais
    {
        out.push('?');
        put(search, SEGMENT, out);
    }
}

fn put_mailto(addresses: &[Address<'_>], headers: &Fields<'_>, out: &mut String) {
    for (i, address) in path_addresses(addresses, headers).iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        put(&address.local, LOCAL, out);
        if let Some(domain) = &address.domain {
            out.push('@');
            put(domain, b"!$'*+:", out);
        }
    }
    for (i, (name, value)) in headers.iter().enumerate() {
        out.push(if i == 0 { '?' } else { '&' });
        put(name, b"!$'()*,:@", out);
        out.push('=');
        put(value, b"!$'()*,:@", out);
    }
}

/// The addresses of the path: without those of the `to` fields, which the details of a URL list too.
pub(super) fn path_addresses<'a, 'p>(
    addresses: &'a [Address<'p>],
    headers: &Fields<'p>,
) -> &'a [Address<'p>] {
    let others = to_addresses(headers);
    addresses.strip_suffix(&others[..]).unwrap_or(addresses)
}

pub(super) fn to_addresses<'p>(headers: &Fields<'p>) -> Vec<Address<'p>> {
    mailto::to_fields(headers).collect()
}
