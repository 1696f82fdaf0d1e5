//! `parse --json`: one object a URL, its keys in the order of DESIGN 11; strings decoded where they are details.

use std::borrow::Cow;
use std::str;

use serde::Serialize;
use urlgrep::url::{Details, News, Url, Wais};

use super::Judged;
use crate::print::{Page, lossy};

/// What is absent is null: a URL always has the same keys.
#[derive(Serialize)]
struct Line<'a> {
    url: Cow<'a, str>,
    valid: bool,
    profile: &'static str,
    scheme: Option<String>,
    user: Option<Cow<'a, str>>,
    password: Option<Cow<'a, str>>,
    host: Option<Cow<'a, str>>,
    port: Option<u64>,
    default_port: Option<u16>,
    path: Option<Cow<'a, str>>,
    search: Option<Cow<'a, str>>,
    fragment: Option<Cow<'a, str>>,
    details: Parts<'a>,
    flaws: Vec<Flaw>,
}

#[derive(Serialize)]
struct Flaw {
    name: &'static str,
    start: usize,
    end: usize,
    section: &'static str,
    message: &'static str,
}

pub(super) fn write(page: &mut Page, judged: &Judged<'_>) {
    let url = &judged.url;
    let details = url.details();
    let flaw = |(flaw, at): &(urlgrep::Flaw, std::ops::Range<usize>)| Flaw {
        name: flaw.name(),
        start: at.start,
        end: at.end,
        section: flaw.section(),
        message: flaw.message(),
    };
    page.write_json(&Line {
        url: lossy(url.as_bytes()),
        valid: judged.valid,
        profile: judged.profile,
        scheme: url
            .scheme()
            .map(|scheme| lossy(scheme).to_ascii_lowercase()),
        user: url.user().map(lossy),
        password: url.password().map(lossy),
        host: url.host().map(lossy),
        port: number(url.port()),
        default_port: url.default_port(),
        path: url.path().map(lossy),
        search: url.search().map(lossy),
        fragment: url.fragment().map(lossy),
        details: Parts::of(url, &details),
        flaws: judged.flaws.iter().map(flaw).collect(),
    });
}

fn number(port: Option<&[u8]>) -> Option<u64> {
    port.and_then(|digits| str::from_utf8(digits).ok())
        .and_then(|digits| digits.parse().ok())
}

/// What a scheme knows beyond the common parts.
#[derive(Serialize)]
#[serde(untagged)]
enum Parts<'a> {
    None {},
    Ftp {
        cwd: Vec<Cow<'a, str>>,
        name: Cow<'a, str>,
        r#type: Option<char>,
    },
    Gopher {
        r#type: char,
        selector: Cow<'a, str>,
        search: Option<Cow<'a, str>>,
        plus: Option<Cow<'a, str>>,
    },
    Mailto {
        addresses: Vec<Address<'a>>,
        headers: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    },
    News {
        #[serde(skip_serializing_if = "Option::is_none")]
        host: Option<Cow<'a, str>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        port: Option<u64>,
        #[serde(flatten)]
        names: Names<'a>,
    },
    Nntp {
        group: Cow<'a, str>,
        article: Option<Cow<'a, str>>,
    },
    Search {
        database: Cow<'a, str>,
        search: Option<Cow<'a, str>>,
    },
    Document {
        database: Cow<'a, str>,
        wtype: Cow<'a, str>,
        wpath: Cow<'a, str>,
    },
    Prospero {
        hsoname: Cow<'a, str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        version: Option<Cow<'a, str>>,
        fields: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    },
    Identifier {
        id: Cow<'a, str>,
    },
    Afs {
        cell: Cow<'a, str>,
        path: Cow<'a, str>,
    },
}

#[derive(Serialize)]
struct Address<'a> {
    local: Cow<'a, str>,
    domain: Option<Cow<'a, str>>,
}

/// The three things that a `news:` URL can name.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Names<'a> {
    Group(Cow<'a, str>),
    Article(Cow<'a, str>),
    Wildmat(Cow<'a, str>),
}

impl<'a> Parts<'a> {
    fn of(url: &'a Url<'_>, details: &'a Details<'_>) -> Parts<'a> {
        match details {
            Details::Ftp {
                cwd,
                name,
                transfer_type,
            } => Parts::Ftp {
                cwd: cwd.iter().map(|name| lossy(name)).collect(),
                name: lossy(name),
                r#type: transfer_type.map(char::from),
            },
            Details::Gopher {
                item_type,
                selector,
                search,
                plus,
            } => Parts::Gopher {
                r#type: char::from(*item_type),
                selector: lossy(selector),
                search: search.as_deref().map(lossy),
                plus: plus.as_deref().map(lossy),
            },
            Details::Mailto { addresses, headers } => Parts::Mailto {
                addresses: addresses.iter().map(Address::of).collect(),
                headers: pairs(headers),
            },
            Details::News(names) => Parts::News {
                host: url.host().map(lossy),
                port: number(url.port()),
                names: match names {
                    News::Group(name) => Names::Group(lossy(name)),
                    News::Article(id) => Names::Article(lossy(id)),
                    News::Wildmat(pattern) => Names::Wildmat(lossy(pattern)),
                    _ => return Parts::None {},
                },
            },
            Details::Nntp { group, article } => Parts::Nntp {
                group: lossy(group),
                article: article.as_deref().map(lossy),
            },
            Details::Wais(Wais::Database { database, search }) => Parts::Search {
                database: lossy(database),
                search: search.as_deref().map(lossy),
            },
            Details::Wais(Wais::Document {
                database,
                wtype,
                wpath,
            }) => Parts::Document {
                database: lossy(database),
                wtype: lossy(wtype),
                wpath: lossy(wpath),
            },
            Details::Prospero {
                hsoname,
                version,
                fields,
            } => Parts::Prospero {
                hsoname: lossy(hsoname),
                version: version.as_deref().map(lossy),
                fields: pairs(fields),
            },
            Details::Identifier { id } => Parts::Identifier { id: lossy(id) },
            Details::Afs { cell, path } => Parts::Afs {
                cell: lossy(cell),
                path: lossy(path),
            },
            // DESIGN 11 names no parts of the others; those of `file` are its path.
            _ => Parts::None {},
        }
    }
}

impl<'a> Address<'a> {
    fn of(address: &'a urlgrep::url::Address<'_>) -> Address<'a> {
        Address {
            local: lossy(&address.local),
            domain: address.domain.as_deref().map(lossy),
        }
    }
}

fn pairs<'a>(pairs: &'a [(Cow<'_, [u8]>, Cow<'_, [u8]>)]) -> Vec<(Cow<'a, str>, Cow<'a, str>)> {
    pairs
        .iter()
        .map(|(name, value)| (lossy(name), lossy(value)))
        .collect()
}
