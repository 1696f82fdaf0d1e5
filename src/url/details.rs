//! The parts of a URL that only its scheme has, decoded.

use std::borrow::Cow;

/// Pairs of name and value: header fields of `mailto`, fields of `prospero`.
///
/// ```
/// use urlgrep::url::{Details, Fields, parse};
/// let (url, _) = parse(b"mailto:joe@a.org?subject=hi%20there");
/// let Details::Mailto { headers, .. } = url.details() else { panic!() };
/// let headers: Fields<'_> = headers;
/// assert_eq!((&*headers[0].0, &*headers[0].1), (&b"subject"[..], &b"hi there"[..]));
/// ```
pub type Fields<'u> = Vec<(Cow<'u, [u8]>, Cow<'u, [u8]>)>;

/// The parts of one scheme. Strings are percent-decoded, and borrowed if they contain no escapes.
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
    /// No parts of its own: telnet, generic schemes.
    None,
    /// RFC 1738 section 3.3, and https: the path between its slashes.
    Http { segments: Vec<Cow<'u, [u8]>> },
    /// RFC 1738 section 3.2.2: the arguments of CWD (some may be empty), of RETR or NLST, and of TYPE.
    Ftp {
        cwd: Vec<Cow<'u, [u8]>>,
        name: Cow<'u, [u8]>,
        transfer_type: Option<u8>,
    },
    /// RFC 1738 section 3.4: the item type (`1` by default), and the strings that a client sends.
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
    /// RFC 1738 section 3.10: the names of the directories and of the file.
    File { segments: Vec<Cow<'u, [u8]>> },
    /// RFC 1738 section 3.11, and the draft's version after `%00`.
    Prospero {
        hsoname: Cow<'u, [u8]>,
        version: Option<Cow<'u, [u8]>>,
        fields: Fields<'u>,
    },
    /// The identifier of a `mid:` or `cid:` URL, and of the part of that message (the draft; RFC 2392 section 2).
    Identifier {
        id: Cow<'u, [u8]>,
        part: Option<Cow<'u, [u8]>>,
    },
    /// The draft's `afs://cell/path`.
    Afs {
        cell: Cow<'u, [u8]>,
        path: Cow<'u, [u8]>,
    },
}

/// A decoded address of a `mailto:` URL.
///
/// ```
/// use urlgrep::url::{Details, parse};
/// let (url, _) = parse(b"mailto:joe@a.org");
/// let Details::Mailto { addresses, .. } = url.details() else { panic!() };
/// assert_eq!((&*addresses[0].local, addresses[0].domain.as_deref()), (&b"joe"[..], Some(&b"a.org"[..])));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Address<'u> {
    /// The part before the last `@`; everything if there is no `@`.
    pub local: Cow<'u, [u8]>,
    /// The part after the last `@`.
    pub domain: Option<Cow<'u, [u8]>>,
}

impl<'u> Address<'u> {
    /// The address `local@domain`.
    ///
    /// ```
    /// use urlgrep::url::{Address, Details, parse};
    /// let (url, _) = parse(b"mailto:joe%40home@a.org");
    /// let Details::Mailto { addresses, .. } = url.details() else { panic!() };
    /// assert_eq!(addresses, [Address::new("joe@home", "a.org")]);
    /// ```
    pub fn new<P: AsRef<[u8]> + ?Sized>(local: &'u P, domain: &'u P) -> Address<'u> {
        Address {
            local: local.as_ref().into(),
            domain: Some(domain.as_ref().into()),
        }
    }
}

/// The object of a `news:` URL.
///
/// ```
/// use urlgrep::url::{Details, News, parse};
/// let (url, _) = parse(b"news:comp.lang.c");
/// assert_eq!(url.details(), Details::News(News::Group(b"comp.lang.c"[..].into())));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum News<'u> {
    /// A newsgroup name.
    Group(Cow<'u, [u8]>),
    /// An article's message identifier, without `<` and `>`.
    Article(Cow<'u, [u8]>),
    /// A pattern of group names; `*` matches all groups.
    Wildmat(Cow<'u, [u8]>),
}

/// The forms of a `wais:` URL.
///
/// ```
/// use urlgrep::url::{Details, Wais, parse};
/// let (url, _) = parse(b"wais://a.org/db?word");
/// let database = Wais::Database { database: b"db"[..].into(), search: Some(b"word"[..].into()) };
/// assert_eq!(url.details(), Details::Wais(database));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields' names are the RFC's")]
pub enum Wais<'u> {
    /// A database, or a search in a database.
    Database {
        database: Cow<'u, [u8]>,
        search: Option<Cow<'u, [u8]>>,
    },
    /// A document in a database.
    Document {
        database: Cow<'u, [u8]>,
        wtype: Cow<'u, [u8]>,
        wpath: Cow<'u, [u8]>,
    },
}
