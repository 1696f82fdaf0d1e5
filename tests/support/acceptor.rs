//! The oracle of profile `rfc1738`: tells whether a string matches `url` of RFC 1738, section 5.
//!
//! Every constant below is one production of that section, with its name and in its order, so that the file can be compared with
//! the RFC line by line. It shares no code with the parser in `src/` and only answers yes or no. Where a constant differs from the
//! printed production, a comment gives the reason ("ruling").
//!
//! The grammar is data. [`Rule::ends`] evaluates it with sets: it maps all offsets where a rule may begin to all offsets where it
//! may end. No alternative is preferred, so the result does not depend on the order of alternatives, and ambiguous productions
//! are not slower than others.

#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(unreachable_pub, reason = "a test crate exports nothing")]

use Rule::{Fold, Lit, Many, Many1, Of, Opt, Or, Seq};

/// Whether `url` matches `url` of section 5, with an optional `#` and `*xchar` after it.
///
/// No production contains `#`, so the first `#` ends the URL. A fragment is not part of the URL; neither part allows a second `#`.
pub fn accepts(url: &[u8]) -> bool {
    let (url, fragment) = match url.iter().position(|&b| b == b'#') {
        Some(at) => (&url[..at], &url[at + 1..]),
        None => (url, &url[url.len()..]),
    };
    let whole = if is_named(url) { &URL } else { &OTHERURL };
    whole.derives(url) && FRAGMENT.derives(fragment)
}

/// Ruling: `otherurl` is only for schemes that section 5 does not name; otherwise `*xchar` would accept any malformed `http:`. So
/// the ten schemes, in any case, match only their own production.
fn is_named(url: &[u8]) -> bool {
    let scheme = url.split(|&b| b == b':').next().unwrap_or_default();
    let is_it = |name: &&str| scheme.eq_ignore_ascii_case(name.as_bytes());
    NAMED.iter().any(is_it)
}

const NAMED: [&str; 10] = [
    "ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero",
];

/// The notation of section 5.
pub enum Rule {
    /// `"literal"`, in the case printed.
    Lit(&'static str),
    /// `"literal"`, in any case. Ruling: only for the scheme.
    Fold(&'static str),
    /// One of these bytes: `"a" | "b" | …`.
    Of(&'static str),
    /// `a b c`
    Seq(&'static [Rule]),
    /// `a | b | c`
    Or(&'static [Rule]),
    /// `[ a b c ]`
    Opt(&'static [Rule]),
    /// `*a`. Ruling: a printed `*[ a | b ]` is `*( a | b )`.
    Many(&'static Rule),
    /// `1*a`
    Many1(&'static Rule),
}

/// Offsets in the text, from 0 to its length, sorted and without duplicates.
type Offsets = Vec<usize>;

impl Rule {
    /// Whether the rule matches all of `text`.
    pub fn derives(&self, text: &[u8]) -> bool {
        self.ends(text, &[0]).contains(&text.len())
    }

    /// Every offset at which the rule may end if it begins at any of `starts`.
    fn ends(&self, text: &[u8], starts: &[usize]) -> Offsets {
        if starts.is_empty() {
            return Offsets::new();
        }
        let each = |end: &dyn Fn(usize) -> Option<usize>| -> Offsets {
            starts.iter().filter_map(|&at| end(at)).collect()
        };
        match self {
            Lit(s) => each(&|at| text[at..].starts_with(s.as_bytes()).then_some(at + s.len())),
            Fold(s) => each(&|at| {
                let here = text.get(at..at + s.len())?;
                let is_it = here.eq_ignore_ascii_case(s.as_bytes());
                is_it.then_some(at + s.len())
            }),
            Of(s) => each(&|at| s.as_bytes().contains(text.get(at)?).then_some(at + 1)),
            Seq(rules) => {
                let each = rules.iter();
                each.fold(starts.to_vec(), |from, rule| rule.ends(text, &from))
            }
            Or(rules) => {
                let ends = rules.iter().flat_map(|rule| rule.ends(text, starts));
                sorted(ends.collect())
            }
            Opt(rules) => sorted([starts, &Seq(rules).ends(text, starts)].concat()),
            Many(rule) => {
                let mut seen = vec![false; text.len() + 1];
                let mut new = starts.to_vec();
                // Only new offsets are continued, so this ends even if the rule matches the empty string.
                while !new.is_empty() {
                    new.iter().for_each(|&at| seen[at] = true);
                    new = rule.ends(text, &new);
                    new.retain(|&at| !seen[at]);
                }
                (0..seen.len()).filter(|&at| seen[at]).collect()
            }
            Many1(rule) => Many(rule).ends(text, &rule.ends(text, starts)),
        }
    }
}

fn sorted(mut offsets: Offsets) -> Offsets {
    offsets.sort_unstable();
    offsets.dedup();
    offsets
}

/// The generic form of a URL.
const GENERICURL: Rule = Seq(&[SCHEME, Lit(":"), SCHEMEPART]);

/// The specific schemes. `otherurl`, the last alternative of the printed production, is handled in [`accepts`].
const URL: Rule = Or(&[
    HTTPURL,
    FTPURL,
    NEWSURL,
    NNTPURL,
    TELNETURL,
    GOPHERURL,
    WAISURL,
    MAILTOURL,
    FILEURL,
    PROSPEROURL,
]);

const OTHERURL: Rule = GENERICURL;

/// "Interpreters should use case-ignore", so `hialpha` is allowed. Ruling: any of these characters may be the first.
const SCHEME: Rule = Many1(&Or(&[LOWALPHA, HIALPHA, DIGIT, Of("+-.")]));

/// `*xchar` also matches every `ip-schemepart`, so `//` makes no difference.
const SCHEMEPART: Rule = Or(&[Many(&XCHAR), IP_SCHEMEPART]);

/// For IP based protocols.
const IP_SCHEMEPART: Rule = Seq(&[Lit("//"), LOGIN, Opt(&[Lit("/"), URLPATH])]);
const LOGIN: Rule = Seq(&[Opt(&[USER, Opt(&[Lit(":"), PASSWORD]), Lit("@")]), HOSTPORT]);
const HOSTPORT: Rule = Seq(&[HOST, Opt(&[Lit(":"), PORT])]);
const HOST: Rule = Or(&[HOSTNAME, HOSTNUMBER]);
const HOSTNAME: Rule = Seq(&[Many(&Seq(&[DOMAINLABEL, Lit(".")])), TOPLABEL]);
const DOMAINLABEL: Rule = Or(&[ALPHADIGIT, Seq(&[ALPHADIGIT, INNER, ALPHADIGIT])]);
const TOPLABEL: Rule = Or(&[ALPHA, Seq(&[ALPHA, INNER, ALPHADIGIT])]);
/// The middle of both labels: `*[ alphadigit | "-" ]`.
const INNER: Rule = Many(&Or(&[ALPHADIGIT, Lit("-")]));
const ALPHADIGIT: Rule = Or(&[ALPHA, DIGIT]);
const HOSTNUMBER: Rule = Seq(&[DIGITS, Lit("."), DIGITS, Lit("."), DIGITS, Lit("."), DIGITS]);
const PORT: Rule = DIGITS;
const USER: Rule = Many(&Or(&[UCHAR, Of(";?&=")]));
const PASSWORD: Rule = Many(&Or(&[UCHAR, Of(";?&=")]));
const URLPATH: Rule = Many(&XCHAR);

// The predefined schemes.

const FTPURL: Rule = Seq(&[
    Fold("ftp://"),
    LOGIN,
    Opt(&[Lit("/"), FPATH, Opt(&[Lit(";type="), FTPTYPE])]),
]);
const FPATH: Rule = Seq(&[FSEGMENT, Many(&Seq(&[Lit("/"), FSEGMENT]))]);
const FSEGMENT: Rule = Many(&Or(&[UCHAR, Of("?:@&=")]));
const FTPTYPE: Rule = Of("AIDaid");

const FILEURL: Rule = Seq(&[
    Fold("file://"),
    Opt(&[Or(&[HOST, Lit("localhost")])]),
    Lit("/"),
    FPATH,
]);

const HTTPURL: Rule = Seq(&[
    Fold("http://"),
    HOSTPORT,
    Opt(&[Lit("/"), HPATH, Opt(&[Lit("?"), SEARCH])]),
]);
const HPATH: Rule = Seq(&[HSEGMENT, Many(&Seq(&[Lit("/"), HSEGMENT]))]);
const HSEGMENT: Rule = Many(&Or(&[UCHAR, Of(";:@&=")]));
const SEARCH: Rule = Many(&Or(&[UCHAR, Of(";:@&=")]));

/// The `/` is printed without quotes. As printed, the selector also derives `%09` and everything after it: "Within the
/// <gopher-path>, no characters are reserved" (section 3.4.1).
const GOPHERURL: Rule = Seq(&[Fold("gopher://"), HOSTPORT, Opt(&[Lit("/"), GOPHER_PATH])]);
const GOPHER_PATH: Rule = Opt(&[GTYPE, SELECTOR, Opt(&[Lit("%09"), SEARCH, GOPHER_PLUS])]);
const GOPHER_PLUS: Rule = Opt(&[Lit("%09"), GOPHER_PLUS_STRING]);
const GTYPE: Rule = XCHAR;
const SELECTOR: Rule = Many(&XCHAR);
const GOPHER_PLUS_STRING: Rule = Many(&XCHAR);

const MAILTOURL: Rule = Seq(&[Fold("mailto:"), ENCODED822ADDR]);
/// Ruling: the definition in RFC 822 is not used.
const ENCODED822ADDR: Rule = Many1(&XCHAR);

const NEWSURL: Rule = Seq(&[Fold("news:"), GROUPPART]);
const GROUPPART: Rule = Or(&[Lit("*"), GROUP, ARTICLE]);
const GROUP: Rule = Seq(&[ALPHA, Many(&Or(&[ALPHA, DIGIT, Of("-.+_")]))]);
const ARTICLE: Rule = Seq(&[Many1(&Or(&[UCHAR, Of(";/?:&=")])), Lit("@"), HOST]);

/// Ruling: `nntp:group/number` is only in the draft, so it is not accepted.
const NNTPURL: Rule = Seq(&[
    Fold("nntp://"),
    HOSTPORT,
    Lit("/"),
    GROUP,
    Opt(&[Lit("/"), DIGITS]),
]);

const TELNETURL: Rule = Seq(&[Fold("telnet://"), LOGIN, Opt(&[Lit("/")])]);

/// Ruling: `search` is that of http, the only one that section 5 defines.
const WAISURL: Rule = Or(&[WAISDATABASE, WAISINDEX, WAISDOC]);
const WAISDATABASE: Rule = Seq(&[Fold("wais://"), HOSTPORT, Lit("/"), DATABASE]);
const WAISINDEX: Rule = Seq(&[WAISDATABASE, Lit("?"), SEARCH]);
const WAISDOC: Rule = Seq(&[WAISDATABASE, Lit("/"), WTYPE, Lit("/"), WPATH]);
const DATABASE: Rule = Many(&UCHAR);
const WTYPE: Rule = Many(&UCHAR);
const WPATH: Rule = Many(&UCHAR);

const PROSPEROURL: Rule = Seq(&[
    Fold("prospero://"),
    HOSTPORT,
    Lit("/"),
    PPATH,
    Many(&FIELDSPEC),
]);
const PPATH: Rule = Seq(&[PSEGMENT, Many(&Seq(&[Lit("/"), PSEGMENT]))]);
const PSEGMENT: Rule = Many(&Or(&[UCHAR, Of("?:@&=")]));
const FIELDSPEC: Rule = Seq(&[Lit(";"), FIELDNAME, Lit("="), FIELDVALUE]);
const FIELDNAME: Rule = Many(&Or(&[UCHAR, Of("?:@&")]));
const FIELDVALUE: Rule = Many(&Or(&[UCHAR, Of("?:@&")]));

// Miscellaneous definitions. `national` and `punctuation` are omitted, because no production uses them.

const LOWALPHA: Rule = Of("abcdefghijklmnopqrstuvwxyz");
const HIALPHA: Rule = Of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
const ALPHA: Rule = Or(&[LOWALPHA, HIALPHA]);
const DIGIT: Rule = Of("0123456789");
const SAFE: Rule = Of("$-_.+");
const EXTRA: Rule = Of("!*'(),");
const RESERVED: Rule = Of(";/?:@&=");
const HEX: Rule = Or(&[DIGIT, Of("ABCDEF"), Of("abcdef")]);
const ESCAPE: Rule = Seq(&[Lit("%"), HEX, HEX]);
const UNRESERVED: Rule = Or(&[ALPHA, DIGIT, SAFE, EXTRA]);
const UCHAR: Rule = Or(&[UNRESERVED, ESCAPE]);
const XCHAR: Rule = Or(&[UNRESERVED, RESERVED, ESCAPE]);
const DIGITS: Rule = Many1(&DIGIT);

/// Not defined in section 5; section 2.2 only says that a fragment is not part of the URL. Ruling: `*xchar`.
const FRAGMENT: Rule = Many(&XCHAR);

#[test]
fn acceptor_cases() {
    assert!(!accepts(b""), "a scheme has one character or more");
    for row in CASES.lines().filter(|row| !row.is_empty()) {
        let (verdict, rest) = row.split_at(2);
        let (url, why) = rest.split_once("  ").expect("two blanks after the URL");
        let derives = accepts(url.as_bytes());
        assert_eq!(derives, verdict == "+ ", "{url}: {}", why.trim());
    }
}

/// Per line: `+` (accepted) or `-` (refused), the URL, at least two blanks, and the reason.
const CASES: &str = "
+ ftp://@host.com/                       3.1: an empty user
+ ftp://foo:@host.com/                   3.1: an empty password
+ ftp://us?er;&=:p?;&=@h                 user and password hold ; ? & =; no url-path
- ftp://a:b:c@h                          no : in password
+ ftp://myname@host.dom//etc/motd        3.2.2: an empty cwd
+ ftp://info.cern.ch/pub/www/doc;type=d  appendix
+ ftp://h/;type=A                        an empty fpath
+ ftp://h/a?b:c@d&e=f                    fsegment holds ? : @ & =
- ftp://h/a;b                            ; only in ;type=
- ftp://h/;TYPE=a                        a literal in the case printed
- ftp://h/;type=x                        no ftptype
+ HtTp://h/?                             the scheme in any case; an empty search
+ http://h:0099999/;:@&=?;:@&=           port is digits; hsegment and search hold ; : @ & =
+ http://h/%0d%0A#                       hex in both cases; an empty fragment
- http:///                               a host is never empty but in file
- Http:/h                                a named scheme, in any case, is no otherurl
- http://u@h/                            hostport, not login
- http://h:                              3.1: without port no colon
- http://h?q                             search only after hpath
- http://h/?a/b                          no / in search
- http://h/?a?b                          no ? in search
+ http://00.999.1.12345678901/           hostnumber: digits of any length
+ http://4.3.2.1a.b--c.Z                 hyphens inside; only the last label asks for a letter
- http://h.                              a final dot
- http://a..b                            an empty label
- http://a-.b                            a label ends in a letter or digit
- http://-a.b                            and begins with one
- http://a_b.c                           no _ in a host
- http://a.1b                            the last label begins with a letter
- http://1.2.3                           hostnumber: four
+ gopher://h/                            the type is optional
+ gopher://h:70/%31x                     and may be an escape
+ gopher://h/7/a?b%09c;:@&=%09a/%09?     selector, search, Gopher+
+ gopher://h/%09%09%09                   type %09, then all the rest, empty
+ gopher://h/0a%09b/c?d%09e/f            the selector derives what its search would not
+ mailto:/?@                             1*xchar
- mailto:                                one or more
+ news:*                                 3.6: all groups
+ news:a.b-c+d_e                         group
- news:a.*                               no * in it
+ news://*;?:&=%20@x                     article holds / ; ? : & =
- news:@h                                one or more
- news:a@b@c                             no @
- news:a@h:119                           host, not hostport
+ nntp://h:119/a.b/0123                  group and digits
- nntp://h/a/                            one or more
- nntp:a.b/1                             the draft's
+ telnet://@h:23                         an empty user; [ / ]
- telnet://h//                           one of them
+ wais://h/                              an empty database
+ wais://h/d?;:@&=                       search is http's
+ wais://h///                            an empty wtype and wpath
- wais://h                               the / is not optional
- wais://h/d/t                           no wpath
+ file:///                               an empty host
+ file://vms.host.edu/disk$user/a?b      3.10; fsegment holds ?
- file://h                               the / is not optional
- file://h:80/                           host, not hostport
+ prospero://host.dom//pros/name         3.11: an empty psegment
+ prospero://h/a=b;=;a@?:&=b@?:&         psegment holds =; an empty field; what fields hold
- prospero://h/a;b                       a field has its =
- prospero://h/a;b=c=d                   and no other
- prospero://h/a;b=c/d                   no / in fieldvalue
+ url:                                   otherurl: *xchar, hence also nothing
+ -.+9:a                                 each of them may begin a scheme
- #a                                     a fragment beside nothing
- x:a#b#c                                # is no xchar
- x:a~b                                  nor is a national character
- x:é                                    nor one that is not of US-ASCII
- x:%4g                                  no hex
";
