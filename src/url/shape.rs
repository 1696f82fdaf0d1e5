//! The shapes of opaque schemes, which exclude prose such as "good news: everyone" (tests/spec/opaque.md). A shape is tested on
//! the complete URL.

use super::{judge, mailto, news, table};
use crate::class::Class;
use crate::flaw::{Flaw, Flaws};
use crate::grammar::escape;
use crate::span::{cut, run, split_before};
use crate::text::{is_one_of, strip_prefix_ignore_case};

/// A URL without `//`, to test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpaqueUrl<'u> {
    /// The scheme as written, without the colon.
    pub(crate) scheme: &'u [u8],
    /// Everything after the colon, without the fragment.
    pub(crate) rest: &'u [u8],
    /// Everything after the colon.
    pub(crate) whole: &'u [u8],
    /// Whether it is in `<…>`.
    pub(crate) angle: bool,
}

/// An address with a domain, its `@` plain or escaped; or a field for addresses, such as `?to=`.
pub(super) fn mailto(url: &OpaqueUrl<'_>) -> bool {
    let mut to = mailto::addresses(url.rest);
    // Some programs encode the `?` after the address.
    let address = to.bytes(url.rest);
    if let Some(at) = memchr::memchr(b'@', address)
        && let Some(len) = find_escape(&address[at..], b"%3F")
    {
        to.end = at + len;
    }
    let fields = &url.rest[to.end..];
    let to = to.bytes(url.rest);
    let is_recipient = |field: &[u8]| {
        let mut names = [&b"to="[..], b"cc=", b"bcc="].into_iter();
        let to = names.find_map(|name| strip_prefix_ignore_case(field, name));
        to.is_some_and(|to| !to.is_empty() && !is_defanged(to))
    };
    let has_recipient = || fields.split(|b| b"?&".contains(b)).any(is_recipient);
    !is_defanged(to) && (is_address(to) || is_address_in_escapes(to) || has_recipient())
}

/// Whether a `[` stands before any slash, where no address of numbers begins.
fn is_defanged(to: &[u8]) -> bool {
    memchr::memchr_iter(b'[', cut(to, b'/').0).any(|i| !to[..i].ends_with(b"@"))
}

/// Finds the first `escape`. Few addresses have any.
fn find_escape(bytes: &[u8], escape: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'%', bytes).find(|&i| bytes[i..].starts_with(escape))
}

/// `joe%40a.com`: list archives write their addresses like this.
fn is_address_in_escapes(to: &[u8]) -> bool {
    let at = memchr::memmem::rfind(to, b"%40").filter(|&at| at > 0);
    at.is_some_and(|at| to.get(at + 3).is_some_and(u8::is_ascii_alphanumeric))
}

/// A group with a dot, a message identifier, or `*`; in angle brackets also `group.*`.
pub(super) fn news(url: &OpaqueUrl<'_>) -> bool {
    let group = match (url.rest, url.angle) {
        (b"*", _) => return true,
        ([group @ .., b'.', b'*'], true) => return news::is_group(group),
        (group, _) => group,
    };
    is_address(url.rest) || news::is_group(group) && group.contains(&b'.') && !group.ends_with(b".")
}

/// `group/number`
pub(super) fn nntp(url: &OpaqueUrl<'_>) -> bool {
    let (group, Some(number)) = cut(url.rest, b'/') else {
        return false;
    };
    news::is_group(group) && !number.is_empty() && number.iter().all(u8::is_ascii_digit)
}

/// A non-empty part, `@` and a host.
pub(super) fn address(url: &OpaqueUrl<'_>) -> bool {
    is_address(url.rest)
}

/// A NID of 2 to 32 characters, `:`, and a non-empty rest.
pub(super) fn urn(url: &OpaqueUrl<'_>) -> bool {
    let (nid, Some(name)) = cut(url.rest, b':') else {
        return false;
    };
    (2..=32).contains(&nid.len())
        && nid[0].is_ascii_alphanumeric()
        && Class::LABEL.has_all(nid)
        && !name.is_empty()
}

/// A scheme in lower case, and a number of at least three digits. `{tel:!0,text:!0}` is code.
pub(super) fn number(url: &OpaqueUrl<'_>) -> bool {
    let of_number =
        |b: &&u8| b.is_ascii_alphanumeric() || !b.is_ascii() || b"+-.()*#%~/_".contains(b);
    let number = url.rest.iter().take_while(of_number);
    let digits = number.filter(|b| b.is_ascii_digit()).count();
    !url.scheme.iter().any(u8::is_ascii_uppercase) && digits >= 3
}

/// `10.`, digits, `/`, and a non-empty rest.
pub(super) fn doi(url: &OpaqueUrl<'_>) -> bool {
    let Some(prefix) = url.rest.strip_prefix(b"10.") else {
        return false;
    };
    let digits = run(prefix, |b| b.is_ascii_digit() || b == b'.');
    digits > 0 && prefix.get(digits) == Some(&b'/') && prefix.len() > digits + 1
}

/// A scheme in lower case, and two numbers separated by a comma. `GEO:37.24,-17.87` is a property of vCard 2.1.
pub(super) fn geo(url: &OpaqueUrl<'_>) -> bool {
    let number = |part: &[u8]| {
        let digits = part.strip_prefix(b"-").unwrap_or(part);
        !digits.is_empty() && digits.iter().all(|b| b.is_ascii_digit() || *b == b'.')
    };
    // Parameters follow `;`, and in links of Android a query.
    let (coordinates, _) = split_before(url.rest, |b| b";?".contains(&b));
    let mut parts = coordinates.split(|&b| b == b',');
    let is_place = parts.next().is_some_and(number) && parts.next().is_some_and(number);
    is_place && !url.scheme.iter().any(u8::is_ascii_uppercase)
}

/// The top-level media types of IANA's registry (RFC 6838), and two that are used but not registered.
#[rustfmt::skip]
const MEDIA_TYPES: &[&str] = &[
    "application", "audio", "chemical", "example", "font", "haptics", "image", "message", "model", "multipart",
    "text", "video", "x-world",
];

/// `type/subtype` and a comma. If no parameter follows, as in Erlang's `<<Data:8/binary, Rest/binary>>`, the type must be known.
pub(super) fn data(url: &OpaqueUrl<'_>) -> bool {
    let Some(comma) = memchr::memchr(b',', url.rest) else {
        return false;
    };
    let (media, _) = cut(&url.rest[..comma], b';');
    let token = |part: &[u8]| {
        !part.is_empty()
            && part
                .iter()
                .all(|&b| Class::ALPHADIGIT.has(b) || b"!#$&-^_.+".contains(&b))
    };
    let known = |kind: &[u8]| is_one_of(kind, MEDIA_TYPES);
    let has_parameter = media.len() < comma;
    let (kind, subtype) = cut(media, b'/');
    token(kind)
        && (has_parameter || known(kind))
        && subtype.is_some_and(token)
        && !is_cut_image(url, comma)
}

/// Whether it is an SVG that does not end with a tag: style sheets write blanks in it, and the first one cut it. A `#` may be that of
/// a colour.
fn is_cut_image(url: &OpaqueUrl<'_>, comma: usize) -> bool {
    let ends = |data: &[u8], end: &[u8]| {
        let last = data.last_chunk::<3>();
        last.is_some_and(|last| last.eq_ignore_ascii_case(end))
    };
    let ends_tag = |mut data: &[u8]| {
        while [b"%0A", b"%0D", b"%20"].iter().any(|end| ends(data, *end)) {
            data = &data[..data.len() - 3];
        }
        ends(data, b"%3E") || data.ends_with(b">")
    };
    let media = &url.rest[..comma];
    let base64 = media
        .split(|&b| b == b';')
        .any(|part| part.eq_ignore_ascii_case(b"base64"));
    media.starts_with(b"image/svg+xml") && !base64 && !ends_tag(url.rest) && !ends_tag(url.whole)
}

/// `?` and a non-empty rest.
pub(super) fn magnet(url: &OpaqueUrl<'_>) -> bool {
    url.rest.len() > 1 && url.rest[0] == b'?'
}

/// `/` and a non-empty rest.
pub(super) fn file(url: &OpaqueUrl<'_>) -> bool {
    url.rest.len() > 1 && url.rest[0] == b'/'
}

/// `type/name`, as package-url writes it. A type that is not registered needs `@version`, because `pkg:a/b` is also a label of build tools.
pub(super) fn package(url: &OpaqueUrl<'_>) -> bool {
    let (kind, name) = cut(url.rest, b'/');
    let name = name.unwrap_or_default();
    let at = memchr::memrchr(b'@', name).filter(|&at| at > 0);
    let version = at.is_some_and(|at| at + 1 < name.len());
    let named = name
        .first()
        .is_some_and(|&b| Class::ALPHADIGIT.has(b) || b == b'@' || b == b'%');
    let known = named && PACKAGE_TYPES.contains(&kind);
    url.angle || known || !kind.is_empty() && Class::SCHEME.has_all(kind) && version
}

/// The types that package-url registers.
#[rustfmt::skip]
const PACKAGE_TYPES: [&[u8]; 30] = [
    b"alpm", b"apk", b"bitbucket", b"bitnami", b"cargo", b"cocoapods", b"composer", b"conan", b"conda", b"cpan",
    b"cran", b"deb", b"docker", b"gem", b"generic", b"github", b"golang", b"hackage", b"hex", b"huggingface",
    b"luarocks", b"maven", b"npm", b"nuget", b"oci", b"pub", b"pypi", b"rpm", b"swid", b"swift",
];

/// `method:identifier`, the method in lower case (DID 1.0, 3.1).
pub(super) fn did(url: &OpaqueUrl<'_>) -> bool {
    let (method, id) = cut(url.rest, b':');
    let lower = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let known = |id: &[u8]| Class::ALPHADIGIT.begins(id);
    url.angle
        || url.scheme == b"did"
            && !method.is_empty()
            && method.iter().all(lower)
            && id.is_some_and(known)
}

/// 26 to 90 letters and digits, which begin as addresses do.
pub(super) fn bitcoin(url: &OpaqueUrl<'_>) -> bool {
    let (address, _) = cut(url.rest, b'?');
    let begins = matches!(address, [b'1' | b'3', ..]) || address.starts_with(b"bc1");
    url.angle || begins && (26..=90).contains(&address.len()) && Class::ALPHADIGIT.has_all(address)
}

/// `kind:` and an identifier of 22 letters and digits; or `user:` and a name.
pub(super) fn spotify(url: &OpaqueUrl<'_>) -> bool {
    #[rustfmt::skip]
    const KINDS: [&[u8]; 6] = [
        b"track", b"album", b"artist", b"playlist", b"episode", b"show",
    ];
    let (kind, id) = cut(url.rest, b':');
    let id = id.unwrap_or_default();
    url.angle
        || KINDS.contains(&kind) && id.len() == 22 && Class::ALPHADIGIT.run(id) == 22
        || kind == b"user" && !id.is_empty()
}

/// `r/room:server`, `u/user:server`, `roomid/id:server`.
pub(super) fn matrix(url: &OpaqueUrl<'_>) -> bool {
    let id = [&b"r/"[..], b"u/", b"roomid/"]
        .iter()
        .find_map(|kind| url.rest.strip_prefix(*kind));
    let server = |id: &[u8]| memchr::memchr(b':', id).filter(|&at| at > 0 && at + 1 < id.len());
    url.angle || id.and_then(server).is_some()
}

/// The schemes before which another URL stands.
const OUTER: [&[u8]; 4] = [b"view-source", b"feed", b"jar", b"jdbc"];

/// What by itself is no URL, because of its host or port.
const NO_URL: Flaws = Flaws::invalid(&[
    Flaw::MissingHost,
    Flaw::InvalidHost,
    Flaw::InvalidPort,
    Flaw::PortOutOfRange,
]);

/// A URL of a known scheme, with a host and a port that it may have by itself.
pub(super) fn nested(url: &OpaqueUrl<'_>) -> bool {
    let (scheme, Some(rest)) = cut(url.rest, b':') else {
        return false;
    };
    let mut flaws = Flaws::NONE;
    table::lookup(scheme).is_known()
        && rest.iter().any(|&b| b != b'/')
        && judge(url.rest, &mut flaws).is_known()
        && !flaws.meets(NO_URL)
}

/// The URL that stands after `view-source:` or such; any other URL as it is.
pub(crate) fn inner(url: &[u8]) -> &[u8] {
    let mut inner = url;
    while let [b'f' | b'F' | b'j' | b'J' | b'v' | b'V', ..] = inner
        && let Some(colon) = memchr::memchr(b':', inner)
        && is_one_of(&inner[..colon], &OUTER)
        && !inner[colon + 1..].starts_with(b"//")
    {
        inner = &inner[colon + 1..];
    }
    inner
}

/// A non-empty part before the last `@` and a host after it. Only certain characters may follow the host.
pub(crate) fn is_address(bytes: &[u8]) -> bool {
    let (bytes, _) = cut(bytes, b'?');
    let Some(at) = memchr::memrchr(b'@', bytes) else {
        return false;
    };
    let host = &bytes[at + 1..];
    let inside = |b: u8| Class::NAME.has(b) || b == b'%';
    let next = host.iter().find(|&&b| !inside(b));
    let begins = Class::WORD.begins(host) || escape::octet(host).is_some();
    let name = begins && next.is_none_or(|b| matches!(b, b',' | b';' | b':' | b'/'));
    at > 0 && (name || host.first() == Some(&b'['))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for text in [
            "joe@a.org",
            "joe@a,ann@b",
            "joe@é.org",
            "joe@%61.org",
            "joe@[127.0.0.1]",
            "a@b@c?d",
        ] {
            assert!(is_address(text.as_bytes()), "{text}");
        }
        for text in [
            "joe",
            "@a.org",
            "joe@",
            "joe@.org",
            "joe@-",
            "joe@a(b",
            "joe?x@a.org",
        ] {
            assert!(!is_address(text.as_bytes()), "{text}");
        }
    }
}
