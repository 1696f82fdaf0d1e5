//! What a scheme knows beyond login, path and search: its own parts, decoded.

use std::borrow::Cow;

/// Names and values: header fields of `mailto`, fields of `prospero`.
pub type Fields<'u> = Vec<(Cow<'u, [u8]>, Cow<'u, [u8]>)>;

/// The parts of one scheme; strings are percent-decoded, and borrowed where nothing was encoded.
///
/// ```
/// use urlgrep::url::{Details, parse};
/// let (url, _) = parse(b"ftp://h.org/%2Fetc/motd;type=a");
/// let Details::Ftp { cwd, name, transfer_type } = url.details() else { panic!() };
/// assert_eq!((&*cwd[0], &*name, transfer_type), (&b"/etc"[..], &b"motd"[..], Some(b'a')));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields' names are the RFC's")]
pub enum Details<'u> {
    /// Nothing beyond the common parts: http, telnet, generic schemes.
    None,
    /// RFC 1738 section 3.2.2: the arguments of CWD, empty ones too, that of RETR or NLST, and of TYPE.
    Ftp {
        cwd: Vec<Cow<'u, [u8]>>,
        name: Cow<'u, [u8]>,
        transfer_type: Option<u8>,
    },
    /// RFC 1738 section 3.4: the item's type (`1` if none is written), and what a client sends.
    Gopher {
        item_type: u8,
        selector: Cow<'u, [u8]>,
        search: Option<Cow<'u, [u8]>>,
        plus: Option<Cow<'u, [u8]>>,
    },
    /// RFC 1738 section 3.5 and RFC 6068.
    Mailto {
        addresses: Vec<Address<'u>>,
        headers: Fields<'u>,
    },
    /// RFC 1738 section 3.6 and RFC 5538.
    News(News<'u>),
    /// RFC 1738 section 3.7, RFC 5538 and the draft's `nntp:group/number`.
    Nntp {
        group: Cow<'u, [u8]>,
        article: Option<Cow<'u, [u8]>>,
    },
    /// RFC 1738 section 3.9.
    Wais(Wais<'u>),
    /// RFC 1738 section 3.10: the names of directories and of the file.
    File { segments: Vec<Cow<'u, [u8]>> },
    /// RFC 1738 section 3.11, and the draft's version behind `%00`.
    Prospero {
        hsoname: Cow<'u, [u8]>,
        version: Option<Cow<'u, [u8]>>,
        fields: Fields<'u>,
    },
    /// The identifier of a `mid:` or `cid:` URL (the draft, RFC 2392).
    Identifier { id: Cow<'u, [u8]> },
    /// The draft's `afs://cell/path`.
    Afs {
        cell: Cow<'u, [u8]>,
        path: Cow<'u, [u8]>,
    },
}

/// An address of a `mailto:` URL, decoded.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Address<'u> {
    /// What stands before the last `@`; all of it where there is none.
    pub local: Cow<'u, [u8]>,
    /// What stands after it.
    pub domain: Option<Cow<'u, [u8]>>,
}

/// The three things that a `news:` URL can name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum News<'u> {
    /// The name of a newsgroup.
    Group(Cow<'u, [u8]>),
    /// The identifier of an article, without `<` and `>`.
    Article(Cow<'u, [u8]>),
    /// A pattern of names; `*` is all groups.
    Wildmat(Cow<'u, [u8]>),
}

/// The three forms of a `wais:` URL; without a search the database itself.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields' names are the RFC's")]
pub enum Wais<'u> {
    /// A database, or a search in it.
    Database {
        database: Cow<'u, [u8]>,
        search: Option<Cow<'u, [u8]>>,
    },
    /// A document of a database.
    Document {
        database: Cow<'u, [u8]>,
        wtype: Cow<'u, [u8]>,
        wpath: Cow<'u, [u8]>,
    },
}
