//! The table of schemes, one row each. Parser, scanner, profiles and `--help` use it; no other list of schemes exists. So the file is
//! long.

use super::normalized::PathRule;
use super::{Check, Components, Details, Step, registry, shape, split_login};
use super::{
    afs, file, ftp, generic, gopher, http, identifier, mailto, news, nntp, prospero, telnet, wais,
};
use crate::flaw::{Flaw, Flaws};
use crate::grammar::host::HostKind;

/// A row of the table of schemes.
///
/// ```
/// let (url, _) = urlgrep::url::parse(b"Gopher://a.org/");
/// let scheme: &urlgrep::url::Scheme = url.scheme_info();
/// assert_eq!((scheme.name(), scheme.default_port()), ("gopher", Some(70)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Scheme {
    /// In lower case; empty for unknown schemes.
    pub(crate) name: &'static str,
    /// A URL that is found without a wrapper; empty for schemes that only the registry has.
    pub(crate) example: &'static str,
    pub(crate) section: &'static str,
    pub(crate) port: Option<u16>,
    /// Which of its URLs without slashes are found without a `<URL:…>` wrapper; it excludes prose, and is asked of the complete URL. Without
    /// a shape none are.
    pub(crate) shape: Option<fn(&shape::OpaqueUrl<'_>) -> bool>,
    /// The form of the text after a colon without `//`.
    pub(crate) opaque: Opaque,
    /// Whether it is of the web: `http`, `https`, `ftp`. These are also found where they are glued to a word or broken over two lines.
    pub(crate) web: bool,
    pub(crate) host: HostKind,
    /// Whether a `?` ends the authority; in the other schemes it may stand in a user's name.
    pub(crate) has_query: bool,
    /// Whether `*` after a slash or the colon stands for all that is there: `gs://bucket/*`, `news:*`.
    pub(crate) has_globs: bool,
    /// Whether `scheme:///` names a server, the one that the program knows (RFC 4516 section 2). Of other schemes this is
    /// only a prefix that programs compare URLs with.
    pub(crate) has_default_host: bool,
    /// The flaws that section 5 of RFC 1738 excludes in a URL of this scheme.
    pub(crate) excludes: Flaws,
    /// Which paths are equal.
    pub(super) path: PathRule,
    pub(super) parse_authority: Step,
    pub(super) validate: Check,
    pub(super) details: for<'u> fn(&Components<'u>) -> Details<'u>,
}

/// The kind of thing that a URL without `//` names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opaque {
    /// Nothing that extraction knows.
    Other,
    /// An address of mail.
    Address,
    /// A newsgroup, or an article by its identifier.
    Article,
    /// A message or a part of one by its identifier.
    Identifier,
    /// `joe@a.com`, the address of a person for calls and messages.
    Contact,
    /// The bytes themselves, which may take any number of lines.
    Data,
}

/// The special schemes of the URL Standard but `file`: browsers read a host after any number of slashes.
#[cfg(feature = "mail")]
pub(crate) const SPECIAL: [&str; 5] = ["http", "https", "ftp", "ws", "wss"];

impl Opaque {
    /// Whether it may be an identifier with an `@`.
    pub(crate) fn has_identifier(self) -> bool {
        matches!(self, Opaque::Article | Opaque::Identifier)
    }

    /// Whether it may be an address or an identifier whose `@` archives write as ` at `.
    pub(crate) fn has_at(self) -> bool {
        matches!(self, Opaque::Address | Opaque::Article | Opaque::Contact)
    }
}

impl Scheme {
    /// All schemes of the table, then those that only the registry of IANA has.
    ///
    /// ```
    /// assert!(urlgrep::url::Scheme::all().any(|scheme| scheme.name() == "gopher"));
    /// ```
    pub fn all() -> impl Iterator<Item = &'static Scheme> {
        SCHEMES.iter()
    }

    /// The name in lower case; empty for a scheme that is neither registered nor experimental.
    ///
    /// ```
    /// assert_eq!(urlgrep::url::parse(b"HTTP://h/").0.scheme_info().name(), "http");
    /// ```
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// A URL of the scheme that is found without a wrapper; empty for a scheme that only the registry of IANA has.
    ///
    /// ```
    /// let (url, _) = urlgrep::url::parse(b"sip:ann@b.org");
    /// assert_eq!(url.scheme_info().example(), "sip:joe@a.org");
    /// ```
    pub fn example(&self) -> &'static str {
        self.example
    }

    /// The document and section that define it; for other registered schemes, the registry.
    ///
    /// ```
    /// assert_eq!(urlgrep::url::parse(b"http://h/").0.scheme_info().section(), "RFC 1738, 3.3");
    /// ```
    pub fn section(&self) -> &'static str {
        self.section
    }

    /// The port of a URL that does not name one.
    ///
    /// ```
    /// assert_eq!(urlgrep::url::parse(b"telnet://h/").0.scheme_info().default_port(), Some(23));
    /// ```
    pub fn default_port(&self) -> Option<u16> {
        self.port
    }

    /// Whether `host` is one of a network: a name or an address. A default port means a network; but a socket (`%2Fvar%2Frun`) is a file,
    /// and a comma separates hosts.
    pub(super) fn is_network_host(&self, host: &[u8]) -> bool {
        let is_one = || memchr::memchr2(b'%', b',', host).is_none();
        self.host == HostKind::Dns || self.port.is_some() && is_one()
    }

    /// Whether the scheme is experimental: `x-…`.
    pub(crate) fn is_experimental(&self) -> bool {
        self.name == "x-"
    }

    /// Whether the scheme is in the table, registered, experimental, or a compound of such a scheme.
    pub(crate) fn is_known(&self) -> bool {
        !self.name.is_empty()
    }
}

/// The flaws that `*xchar` excludes. For schemes that section 5 does not name, these are all.
const XCHAR: Flaws = Flaws::new(&[
    Flaw::UnsafeCharacter,
    Flaw::NationalCharacter,
    Flaw::InvalidEscape,
    Flaw::MissingScheme,
]);

/// The flaws that section 5 excludes for the schemes that it names. The grammar says nothing about a port's size,
/// passwords, encoded characters and the case of the scheme; a fragment is not part of the URL.
#[rustfmt::skip]
const SECTION_5: Flaws = XCHAR.with(Flaws::new(&[
    Flaw::ReservedCharacter, Flaw::MissingHost, Flaw::InvalidHost, Flaw::InvalidPort, Flaw::EmptyPort,
    Flaw::HostNotAllowed, Flaw::UserinfoNotAllowed, Flaw::MissingPath, Flaw::InvalidType, Flaw::InvalidGroup,
    Flaw::InvalidArticle, Flaw::MissingGroup, Flaw::MissingDatabase, Flaw::InvalidField,
]));

/// `mailto` is `1*xchar`: any address, but not an empty one.
const ADDRESS: Flaws = XCHAR.with(Flaws::invalid(&[Flaw::InvalidAddress]));

const fn generic(
    name: &'static str,
    example: &'static str,
    section: &'static str,
    host: HostKind,
    port: Option<u16>,
) -> Scheme {
    Scheme {
        name,
        example,
        section,
        port,
        shape: None,
        opaque: Opaque::Other,
        web: false,
        host,
        has_query: true,
        has_globs: false,
        has_default_host: false,
        excludes: XCHAR,
        path: PathRule::Segments,
        parse_authority: generic::parse_authority,
        validate: generic::validate,
        details: generic::details,
    }
}

const fn shaped(
    name: &'static str,
    example: &'static str,
    section: &'static str,
    shape: fn(&shape::OpaqueUrl<'_>) -> bool,
) -> Scheme {
    Scheme {
        shape: Some(shape),
        ..generic(name, example, section, HostKind::Optional, None)
    }
}

const RFC: &str = "RFC 1738, 4";
const DRAFT: &str = "draft of March 1994";
/// Of schemes without a standard. Drivers of databases stand before or after these (`mysql+pymysql`).
const USE: &str = "in use";

#[rustfmt::skip]
const ROWS: &[Scheme] = &[
    // RFC 1738 section 3.
    Scheme { has_query: false, web: true, excludes: SECTION_5, path: PathRule::Ftp, parse_authority: split_login, validate: ftp::validate, details: ftp::details, ..generic("ftp", "ftp://joe@ftp.a.org/pub/notes.txt;type=a", "RFC 1738, 3.2", HostKind::Dns, Some(21)) },
    Scheme { web: true, excludes: SECTION_5, path: PathRule::Http, parse_authority: split_login, validate: http::validate, details: http::details, ..generic("http", "http://www.a.org:8080/notes?term", "RFC 1738, 3.3", HostKind::Dns, Some(80)) },
    Scheme { has_query: false, excludes: SECTION_5, path: PathRule::Gopher, parse_authority: split_login, validate: gopher::validate, details: gopher::details, ..generic("gopher", "gopher://gopher.a.org/11/notes", "RFC 1738, 3.4", HostKind::Dns, Some(70)) },
    Scheme { opaque: Opaque::Address, excludes: ADDRESS, path: PathRule::Kept, parse_authority: mailto::parse_authority, validate: mailto::validate, details: mailto::details, ..shaped("mailto", "mailto:joe@a.org", "RFC 1738, 3.5", shape::mailto) },
    Scheme { opaque: Opaque::Article, has_globs: true, has_query: false, excludes: SECTION_5, path: PathRule::Kept, parse_authority: news::parse_authority, validate: news::validate, details: news::details, port: Some(119), ..shaped("news", "news:comp.infosystems.misc", "RFC 1738, 3.6", shape::news) },
    Scheme { has_query: false, excludes: SECTION_5, path: PathRule::Kept, parse_authority: nntp::parse_authority, validate: nntp::validate, details: nntp::details, shape: Some(shape::nntp), ..generic("nntp", "nntp://news.a.org/comp.infosystems.misc/1738", "RFC 1738, 3.7", HostKind::Dns, Some(119)) },
    Scheme { has_query: false, excludes: SECTION_5, path: PathRule::Telnet, parse_authority: split_login, validate: telnet::validate, ..generic("telnet", "telnet://joe@a.org:2323/", "RFC 1738, 3.8", HostKind::Dns, Some(23)) },
    Scheme { excludes: SECTION_5, path: PathRule::Kept, parse_authority: split_login, validate: wais::validate, details: wais::details, ..generic("wais", "wais://wais.a.org/notes?term", "RFC 1738, 3.9", HostKind::Dns, Some(210)) },
    Scheme { has_query: false, excludes: SECTION_5, path: PathRule::File, parse_authority: file::parse_authority, validate: file::validate, details: file::details, ..shaped("file", "file:///home/joe/notes.txt", "RFC 1738, 3.10", shape::file) },
    Scheme { has_query: false, excludes: SECTION_5, path: PathRule::Kept, parse_authority: split_login, validate: prospero::validate, details: prospero::details, ..generic("prospero", "prospero://a.org/notes;version=2", "RFC 1738, 3.11", HostKind::Dns, Some(1525)) },
    // The draft of March 1994.
    Scheme { opaque: Opaque::Identifier, validate: identifier::validate, details: identifier::details, ..shaped("mid", "mid:960830.1639@a.org", DRAFT, shape::address) },
    Scheme { opaque: Opaque::Identifier, validate: identifier::validate, details: identifier::details, ..shaped("cid", "cid:part1.960830@a.org", DRAFT, shape::address) },
    Scheme { details: afs::details, ..generic("afs", "afs://cell.a.org/home/joe", DRAFT, HostKind::Name, None) },
    Scheme { has_query: false, path: PathRule::Telnet, parse_authority: split_login, validate: telnet::validate, ..generic("rlogin", "rlogin://joe@a.org", DRAFT, HostKind::Dns, Some(513)) },
    Scheme { has_query: false, path: PathRule::Telnet, parse_authority: split_login, validate: telnet::validate, ..generic("tn3270", "tn3270://host.a.org/", DRAFT, HostKind::Dns, Some(23)) },
    // Names that RFC 1738 section 4 reserves.
    generic("nfs", "nfs://a.org/export/notes", RFC, HostKind::Optional, Some(2049)),
    generic("mailserver", "mailserver://a.org/notes", RFC, HostKind::Optional, None),
    generic("z39.50", "z39.50://a.org:210/notes", RFC, HostKind::Dns, Some(210)),
    // The same syntax as a scheme of section 3.
    Scheme { web: true, path: PathRule::Http, parse_authority: split_login, validate: http::validate, details: http::details, ..generic("https", "https://www.a.org/notes#top", "RFC 9110, 4.2.2", HostKind::Dns, Some(443)) },
    Scheme { opaque: Opaque::Article, has_globs: true, has_query: false, path: PathRule::Kept, parse_authority: news::parse_authority, validate: news::validate, details: news::details, port: Some(563), ..shaped("snews", "snews://news.a.org/comp.infosystems.misc", "RFC 5538, 5.2", shape::news) },
    Scheme { has_query: false, path: PathRule::Kept, parse_authority: nntp::parse_authority, validate: nntp::validate, details: nntp::details, ..generic("nntps", "nntps://news.a.org/comp.infosystems.misc/1738", USE, HostKind::Dns, Some(563)) },
    Scheme { has_query: false, path: PathRule::Ftp, parse_authority: split_login, validate: ftp::validate, details: ftp::details, ..generic("ftps", "ftps://ftp.a.org/pub/notes.txt", USE, HostKind::Dns, Some(990)) },
    Scheme { has_query: false, path: PathRule::Ftp, parse_authority: split_login, validate: ftp::validate, details: ftp::details, ..generic("sftp", "sftp://joe@a.org/home/joe/notes.txt", USE, HostKind::Dns, Some(22)) },
    // Schemes whose host is a domain name.
    generic("git", "git://a.org/notes.git", USE, HostKind::Dns, Some(9418)),
    generic("svn", "svn://a.org/notes/trunk", USE, HostKind::Dns, Some(3690)),
    generic("rsync", "rsync://a.org/notes/", USE, HostKind::Dns, Some(873)),
    generic("rwhois", "rwhois://whois.a.org:4321/auth-area", USE, HostKind::Dns, Some(4321)),
    generic("irc", "irc://irc.a.org/notes", USE, HostKind::Dns, None),
    generic("ircs", "ircs://irc.a.org:6697/notes", USE, HostKind::Dns, None),
    generic("imap", "imap://joe@mail.a.org/INBOX", USE, HostKind::Dns, Some(143)),
    generic("imaps", "imaps://mail.a.org/INBOX", USE, HostKind::Dns, Some(993)),
    generic("pop", "pop://joe@mail.a.org", USE, HostKind::Dns, Some(110)),
    generic("pop3", "pop3://joe@mail.a.org", USE, HostKind::Dns, Some(110)),
    generic("pop3s", "pop3s://joe@mail.a.org", USE, HostKind::Dns, Some(995)),
    generic("pops", "pops://joe@mail.a.org", USE, HostKind::Dns, Some(995)),
    generic("smtp", "smtp://mail.a.org:25", USE, HostKind::Dns, Some(25)),
    generic("smtps", "smtps://mail.a.org:465", USE, HostKind::Dns, Some(465)),
    generic("shttp", "shttp://www.a.org/notes.html", "RFC 2660, 2.2", HostKind::Dns, Some(80)),
    Scheme { path: PathRule::Http, ..generic("ws", "ws://a.org/talk", USE, HostKind::Dns, Some(80)) },
    Scheme { path: PathRule::Http, ..generic("wss", "wss://a.org/talk?room=2", USE, HostKind::Dns, Some(443)) },
    generic("rtsp", "rtsp://a.org:554/film", USE, HostKind::Dns, Some(554)),
    generic("rtmp", "rtmp://a.org/live/film", USE, HostKind::Dns, Some(1935)),
    generic("mms", "mms://a.org/film.asf", USE, HostKind::Dns, None),
    generic("hkp", "hkp://keys.a.org", USE, HostKind::Dns, Some(11371)),
    generic("hkps", "hkps://keys.a.org", USE, HostKind::Dns, Some(443)),
    generic("gemini", "gemini://a.org/notes.gmi", USE, HostKind::Dns, Some(1965)),
    // Schemes whose host is any name: buckets, sockets, images, lists of hosts, `host:path`.
    generic("ssh", "ssh://joe@a.org:22/notes.git", USE, HostKind::Name, Some(22)),
    Scheme { has_globs: true, ..generic("s3", "s3://my_bucket/notes.txt", USE, HostKind::Name, None) },
    Scheme { has_globs: true, ..generic("gs", "gs://my_bucket/notes.txt", USE, HostKind::Name, None) },
    generic("tcp", "tcp://localhost:2375", USE, HostKind::Name, None),
    generic("udp", "udp://127.0.0.1:53", USE, HostKind::Name, None),
    generic("amqp", "amqp://joe@a.org:5672/notes", USE, HostKind::Name, Some(5672)),
    generic("amqps", "amqps://a.org/notes", USE, HostKind::Name, Some(5671)),
    generic("mongodb", "mongodb://a.org:27017/notes", USE, HostKind::Name, Some(27017)),
    generic("docker", "docker://alpine:3.19", USE, HostKind::Name, None),
    generic("oci", "oci://a.org/notes:1.2", USE, HostKind::Name, None),
    generic("ipfs", "ipfs://bafybeigdyrzt5sfp7/notes.txt", USE, HostKind::Name, None),
    generic("ipns", "ipns://a.org/notes", USE, HostKind::Name, None),
    generic("bzr", "bzr://a.org/notes/trunk", USE, HostKind::Name, None),
    generic("hg", "hg://a.org/notes", USE, HostKind::Name, None),
    generic("cvs", "cvs://a.org/notes", USE, HostKind::Name, Some(2401)),
    generic("moz-extension", "moz-extension://7f3c2a10-55d1/page.html", USE, HostKind::Name, None),
    generic("zoommtg", "zoommtg://a.org/join?confno=123456789", USE, HostKind::Name, None),
    generic("zoomus", "zoomus://a.org/join?confno=123456789", USE, HostKind::Name, None),
    generic("mongodb+srv", "mongodb+srv://joe@cluster.a.org/notes", USE, HostKind::Name, None),
    generic("neo4j", "neo4j://a.org:7687", USE, HostKind::Name, Some(7687)),
    generic("bolt", "bolt://localhost:7687", USE, HostKind::Name, Some(7687)),
    generic("kafka", "kafka://a.org:9092/notes", USE, HostKind::Name, Some(9092)),
    generic("nats", "nats://a.org:4222", USE, HostKind::Name, Some(4222)),
    generic("grpc", "grpc://a.org:50051", USE, HostKind::Name, None),
    generic("spark", "spark://a.org:7077", USE, HostKind::Name, Some(7077)),
    Scheme { has_globs: true, ..generic("s3a", "s3a://my_bucket/notes.csv", USE, HostKind::Name, None) },
    Scheme { has_globs: true, ..generic("abfs", "abfs://notes@a.org/2024/notes.csv", USE, HostKind::Name, None) },
    Scheme { has_globs: true, ..generic("abfss", "abfss://notes@a.org/2024/notes.csv", USE, HostKind::Name, None) },
    Scheme { has_globs: true, ..generic("wasbs", "wasbs://notes@a.org/2024/notes.csv", USE, HostKind::Name, None) },
    generic("socks4", "socks4://localhost:1080", USE, HostKind::Name, Some(1080)),
    generic("socks4a", "socks4a://localhost:1080", USE, HostKind::Name, Some(1080)),
    generic("socks5", "socks5://localhost:1080", USE, HostKind::Name, Some(1080)),
    generic("socks5h", "socks5h://localhost:1080", USE, HostKind::Name, Some(1080)),
    generic("scp", "scp://joe@a.org/home/joe/notes.txt", USE, HostKind::Name, Some(22)),
    // Schemes whose host is any name and may be missing.
    Scheme { has_default_host: true, ..generic("ldap", "ldap:///o=notes", USE, HostKind::Optional, Some(389)) },
    Scheme { has_default_host: true, ..generic("ldapi", "ldapi://run-slapd.sock/", USE, HostKind::Optional, None) },
    Scheme { has_default_host: true, ..generic("ldaps", "ldaps://ldap.a.org/o=notes", USE, HostKind::Optional, Some(636)) },
    generic("hdfs", "hdfs:///user/joe/notes.csv", USE, HostKind::Optional, None),
    generic("unix", "unix:///run/notes.sock", USE, HostKind::Optional, None),
    generic("slack", "slack://open?team=T0172", USE, HostKind::Optional, None),
    generic("mysql", "mysql://joe@localhost:3306/notes", USE, HostKind::Optional, Some(3306)),
    generic("postgres", "postgres:///notes", USE, HostKind::Optional, Some(5432)),
    generic("postgresql", "postgresql://joe@a.org/notes", USE, HostKind::Optional, Some(5432)),
    generic("redis", "redis://localhost:6379/0", USE, HostKind::Optional, Some(6379)),
    generic("rediss", "rediss://a.org:6380/0", USE, HostKind::Optional, None),
    generic("sqlite", "sqlite:///home/joe/notes.db", USE, HostKind::Optional, None),
    generic("tg", "tg://resolve?domain=joe", USE, HostKind::Optional, None),
    generic("whatsapp", "whatsapp://send?phone=12015550123", USE, HostKind::Optional, None),
    generic("obsidian", "obsidian://open?vault=notes", USE, HostKind::Optional, None),
    generic("notion", "notion://www.a.org/notes", USE, HostKind::Optional, None),
    generic("zotero", "zotero://select/items/1_AB23CD45", USE, HostKind::Optional, None),
    generic("cursor", "cursor://file/home/joe/notes.txt", USE, HostKind::Optional, None),
    generic("jetbrains", "jetbrains://idea/navigate/reference?project=notes", USE, HostKind::Optional, None),
    generic("msteams", "msteams://a.org/l/chat/0", USE, HostKind::Optional, None),
    generic("txmt", "txmt://open?url=file:///home/joe/notes.txt", USE, HostKind::Optional, None),
    // Opaque schemes with a shape.
    Scheme { opaque: Opaque::Contact, ..shaped("sip", "sip:joe@a.org", "RFC 3261, 19.1", shape::address) },
    Scheme { opaque: Opaque::Contact, ..shaped("sips", "sips:joe@a.org:5061", "RFC 3261, 19.1", shape::address) },
    Scheme { opaque: Opaque::Contact, ..shaped("xmpp", "xmpp:joe@a.org/desk", "RFC 5122, 2.2", shape::address) },
    Scheme { opaque: Opaque::Contact, ..shaped("im", "im:joe@a.org", "RFC 3860, 3", shape::address) },
    shaped("urn", "urn:isbn:0451450523", "RFC 8141, 2", shape::urn),
    shaped("tel", "tel:+1-201-555-0123", "RFC 3966, 3", shape::number),
    shaped("sms", "sms:+12015550123", "RFC 5724, 2.2", shape::number),
    shaped("doi", "doi:10.1000/182", USE, shape::doi),
    shaped("geo", "geo:48.2010,16.3695", "RFC 5870, 3.3", shape::geo),
    Scheme { opaque: Opaque::Data, ..shaped("data", "data:text/plain,notes", "RFC 2397, 3", shape::data) },
    shaped("magnet", "magnet:?xt=urn:sha1:YNCKHTQCWBTRNJIV4WNAE52SJUQCZO5C", USE, shape::magnet),
    shaped("pkg", "pkg:npm/notes@1.2.0", USE, shape::package),
    shaped("did", "did:example:123456789abcdef", USE, shape::did),
    shaped("bitcoin", "bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=0.5", USE, shape::bitcoin),
    shaped("spotify", "spotify:track:6rqhFgbbKwnb9MLmUQDhG6", USE, shape::spotify),
    shaped("matrix", "matrix:r/notes:a.org", USE, shape::matrix),
    shaped("view-source", "view-source:http://www.a.org/notes", USE, shape::nested),
    shaped("feed", "feed:https://www.a.org/notes.xml", USE, shape::nested),
    shaped("jar", "jar:file:///home/joe/notes.jar!/notes.txt", USE, shape::nested),
    shaped("jdbc", "jdbc:postgresql://a.org/notes", USE, shape::nested),
];

/// For schemes that are neither known nor experimental, and for strings without a scheme.
pub(super) static UNKNOWN: Scheme = UNKNOWN_ROW;
/// `x-…`: experimental schemes (RFC 1738 section 4).
static EXPERIMENTAL: Scheme = generic("x-", "x-notes://a.org/1", RFC, HostKind::Optional, None);
/// `mysql+pymysql`: a scheme and the driver for it, whose port may be another.
static DRIVER: Scheme = generic(
    "+",
    "mysql+pymysql://a.org/notes",
    USE,
    HostKind::Optional,
    None,
);

/// The rows above, then a generic one for each name of the registry.
static SCHEMES: [Scheme; ROWS.len() + registry::NAMES.len()] = {
    let mut all = [UNKNOWN_ROW; ROWS.len() + registry::NAMES.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = if i < ROWS.len() {
            ROWS[i]
        } else {
            generic(
                registry::NAMES[i - ROWS.len()],
                "",
                "IANA's registry",
                HostKind::Optional,
                None,
            )
        };
        i += 1;
    }
    all
};

const UNKNOWN_ROW: Scheme = generic("", "", RFC, HostKind::Optional, None);

pub(crate) const HTTP: &Scheme = &SCHEMES[row_index("http")];
pub(crate) const HTTPS: &Scheme = &SCHEMES[row_index("https")];
pub(crate) const FTP: &Scheme = &SCHEMES[row_index("ftp")];
pub(crate) const MAILTO: &Scheme = &SCHEMES[row_index("mailto")];

/// The schemes of the web.
pub(crate) const WEB: [&Scheme; 3] = [HTTP, HTTPS, FTP];

/// The index of a row in [`ROWS`] and [`SCHEMES`].
const fn row_index(name: &str) -> usize {
    let mut i = 0;
    loop {
        let row = ROWS[i].name.as_bytes();
        let mut same = 0;
        while same < row.len() && same < name.len() && row[same] == name.as_bytes()[same] {
            same += 1;
        }
        if same == row.len() && same == name.len() {
            return i;
        }
        i += 1;
    }
}

/// Slots of the hash table below: a power of two, at most a quarter of them used.
const SLOTS: usize = 2048;

/// Maps the hash of a lower-case name to its index in [`SCHEMES`] plus one. A collision takes the next free slot.
static INDEX: [u16; SLOTS] = {
    let mut index = [0; SLOTS];
    let mut i = 0;
    while i < SCHEMES.len() {
        let mut slot = hash(SCHEMES[i].name.as_bytes());
        // If two rows have the same name, lookup finds the first one.
        while index[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        index[slot] = i as u16 + 1;
        i += 1;
    }
    index
};

/// Hashes the length and four letters, ignoring case.
const fn hash(name: &[u8]) -> usize {
    let (len, mut hash) = (name.len(), name.len());
    if len == 0 {
        return 0;
    }
    // The low five bits of a letter do not depend on its case.
    hash = hash << 5 | (name[0] & 31) as usize;
    hash = hash << 5 ^ (name[len - 1] & 31) as usize;
    hash = hash << 5 ^ (name[len * 3 / 4] & 31) as usize;
    hash = hash << 5 ^ (name[len / 2] & 31) as usize;
    (hash as u32).wrapping_mul(0x9e37_79b1) as usize >> (32 - SLOTS.trailing_zeros())
}

/// The row of a scheme, in any case, that is in the table or registered.
pub(crate) fn find(name: &[u8]) -> Option<&'static Scheme> {
    // Most URLs have these schemes.
    match name {
        b"http" => return Some(HTTP),
        b"https" => return Some(HTTPS),
        b"ftp" => return Some(FTP),
        _ => {}
    }
    let mut slot = hash(name);
    loop {
        let row = SCHEMES.get((INDEX[slot] as usize).checked_sub(1)?)?;
        let known = row.name.as_bytes();
        if known == name || known.eq_ignore_ascii_case(name) {
            return Some(row);
        }
        slot = (slot + 1) % SLOTS;
    }
}

/// The row used to parse URLs of the scheme `name`: its own row, the experimental one, the row of the last part of a compound
/// (`svn+ssh`), one for a driver (`mysql+pymysql`), or the unknown one.
pub(crate) fn lookup(name: &[u8]) -> &'static Scheme {
    find(name).unwrap_or_else(|| unlisted(name))
}

/// The row used for a scheme that has none.
pub(crate) fn unlisted(name: &[u8]) -> &'static Scheme {
    match name {
        [b'x' | b'X', b'-', _, ..] => &EXPERIMENTAL,
        _ => match memchr::memrchr(b'+', name) {
            Some(plus) if name[0].is_ascii_alphabetic() => {
                let is_driver = |scheme: &&Scheme| scheme.section == USE && plus + 1 < name.len();
                let driver = || find(&name[..plus]).filter(is_driver).map(|_| &DRIVER);
                find(&name[plus + 1..]).or_else(driver).unwrap_or(&UNKNOWN)
            }
            _ => &UNKNOWN,
        },
    }
}

/// Every name.
pub(crate) const NAMES: [&str; SCHEMES.len()] = {
    let mut names = [""; SCHEMES.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = SCHEMES[i].name;
        i += 1;
    }
    names
};

/// The names of schemes with a shape.
pub(crate) const SHAPED: [&str; count_shaped()] = {
    let mut names = [""; count_shaped()];
    let (mut i, mut n) = (0, 0);
    while i < ROWS.len() {
        if ROWS[i].shape.is_some() {
            names[n] = ROWS[i].name;
            n += 1;
        }
        i += 1;
    }
    names
};

const fn count_shaped() -> usize {
    let (mut i, mut n) = (0, 0);
    while i < ROWS.len() {
        n += ROWS[i].shape.is_some() as usize;
        i += 1;
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found() {
        for row in &SCHEMES {
            let found = find(row.name.as_bytes()).map(Scheme::name);
            assert_eq!(found, Some(row.name));
            assert_eq!(
                find(row.name.to_ascii_uppercase().as_bytes()).map(Scheme::name),
                found
            );
        }
        assert!(find(b"").is_none() && find(b"htt").is_none() && find(b"httpss").is_none());
    }

    #[test]
    fn rows_take_precedence_over_the_registry() {
        assert_eq!(find(b"news").map(Scheme::section), Some("RFC 1738, 3.6"));
        assert_eq!(lookup(b"svn+ssh").name(), "ssh");
        assert_eq!(lookup(b"X-foo").name(), "x-");
        assert!(
            !lookup(b"x-").is_known()
                && !lookup(b"nosuch").is_known()
                && !lookup(b"+ssh").is_known()
        );
        let web = SCHEMES.iter().filter(|scheme| scheme.web);
        assert!(web.count() == WEB.len() && WEB.iter().all(|scheme| scheme.web));
    }

    /// The URLs of a text, with their forms.
    fn found(text: &str) -> Vec<(String, &'static str)> {
        let found = crate::extract(text);
        found
            .map(|m| (m.as_str().to_string(), m.form().name()))
            .collect()
    }

    #[test]
    fn every_example_is_found() {
        for row in ROWS.iter().chain([&EXPERIMENTAL]) {
            let url = row.example;
            let scheme = url.split(':').next().unwrap_or_default();
            assert_eq!(lookup(scheme.as_bytes()).name, row.name, "{url}");
            let one = |form| vec![(url.to_string(), form)];
            for text in [
                url.to_string(),
                format!("It is at {url}, they say: ask."),
                format!("Notes: ({url}).\nMore to come."),
                format!("URL of Joe: {url}"),
                // The scanner looks at blocks of 64 bytes.
                format!("{}{url}\n", "word ".repeat(13)),
            ] {
                assert_eq!(found(&text), one("bare"), "{text}");
            }
            let text = format!("It is at <URL:{url}>, they say: ask.");
            assert_eq!(found(&text), one("wrapper"), "{text}");
            let text = format!("It is at <{url}>, they say: ask.");
            assert_eq!(found(&text), one("angle"), "{text}");
            let text = format!("It is at URL:{url}, they say: ask.");
            assert_eq!(found(&text), one("prefix"), "{text}");
        }
    }

    /// Names that only the registry has: with slashes bare, without them in a wrapper.
    #[test]
    fn every_registered_name_is_found() {
        for row in &SCHEMES[ROWS.len()..] {
            let name = row.name;
            let url = format!("{name}://a.org/notes");
            let text = format!("It is at {url}, they say: ask.");
            assert_eq!(found(&text), [(url, "bare")], "{text}");
            let url = match find(name.as_bytes()).map(Scheme::example) {
                Some("") | None => format!("{name}:notes"),
                Some(example) => example.to_string(),
            };
            let text = format!("It is at <URL:{url}>, they say: ask.");
            assert_eq!(found(&text), [(url, "wrapper")], "{text}");
        }
    }
}
