//! The description of a body in its header: Content-Type and Content-Transfer-Encoding (RFC 2045 sections 5 and 6).
//!
//! Real headers are often malformed: unquoted parameters, missing semicolons, duplicate names, comments. Anything that cannot be
//! parsed is ignored, and a part of unknown type is treated as text.

use std::borrow::Cow;
use std::path::Path;

use smallvec::SmallVec;

use super::extension;
use super::header::Head;
use crate::decode::Charset;
use crate::notation::{self, Notation, PLAIN};
use crate::text::Damage;

/// The type of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ContentKind {
    /// Text in this notation.
    Text(&'static Notation),
    /// `message/rfc822` and similar types.
    Message,
    Multipart(Multipart),
    /// Not text.
    Other,
}

/// The subtypes of multipart that need different treatment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Multipart {
    Mixed,
    /// All parts have the same content.
    Alternative,
    /// Parts are messages by default.
    Digest,
}

/// The transfer encoding of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Encoding {
    /// 7bit, 8bit, binary.
    #[default]
    Identity,
    QuotedPrintable,
    Base64,
    Unknown,
}

/// The type of a body and how to decode it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Content {
    pub(super) kind: ContentKind,
    pub(super) encoding: Encoding,
    pub(super) charset: Charset,
    /// The name of an unknown charset or encoding.
    pub(super) unknown_name: Option<Vec<u8>>,
    /// `format=flowed` with `DelSp=yes`: soft line breaks must be removed.
    pub(super) flowed: bool,
    /// The boundary of a multipart.
    pub(super) boundary: Option<Vec<u8>>,
}

impl Content {
    /// Text that needs no decoding.
    pub(super) const PLAIN: Content = Content {
        kind: ContentKind::Text(&PLAIN),
        encoding: Encoding::Identity,
        charset: Charset::Ascii,
        unknown_name: None,
        flowed: false,
        boundary: None,
    };

    /// Text in this notation that has no other encoding.
    pub(super) fn new(notation: &'static Notation) -> Content {
        Content {
            kind: ContentKind::Text(notation),
            ..Content::PLAIN
        }
    }

    /// Parses `head`, the header of `bytes`, which describes the body after it. `kind` is the default type.
    pub(super) fn from_header(bytes: &[u8], head: &Head, kind: ContentKind) -> Content {
        let mut content = Content {
            kind,
            encoding: encoding(&bytes[head.encoding.clone()]),
            ..Content::PLAIN
        };
        if content.encoding == Encoding::Unknown {
            let name = bytes[head.encoding.clone()].trim_ascii();
            content.unknown_name = Some(name[..token(name)].to_vec());
        }
        let value = bytes[head.content_type.clone()].trim_ascii_start();
        if value.is_empty() {
            return content;
        }
        let (name, rest) = value.split_at(token(value));
        content.kind = kind_of(name);
        let is_unnamed = name.eq_ignore_ascii_case(b"application/octet-stream");
        let mut delsp = false;
        each_parameter(rest, |name, value, continues| match name {
            b"boundary" => match &mut content.boundary {
                Some(boundary) if continues => boundary.extend(value),
                Some(_) => {}
                absent => *absent = Some(value.to_vec()),
            },
            b"charset" => {
                content.charset = Charset::from_name(value);
                if content.charset == Charset::Unknown && content.encoding != Encoding::Unknown {
                    content.unknown_name = Some(value.to_vec());
                }
            }
            b"format" => content.flowed = value.eq_ignore_ascii_case(b"flowed"),
            b"name" if is_unnamed => content.kind = kind_of_file(value),
            b"delsp" => delsp = value.eq_ignore_ascii_case(b"yes"),
            _ => {}
        });
        // A boundary never ends with white space (RFC 2046 section 5.1.1). Every line of dashes would match an empty one.
        content.boundary = content
            .boundary
            .map(|boundary| boundary.trim_ascii_end().to_vec())
            .filter(|b| !b.is_empty());
        content.flowed &= delsp && content.kind == ContentKind::Text(&PLAIN);
        content
    }
}

impl Content {
    /// The notation of the text.
    pub(super) fn notation(&self) -> &'static Notation {
        match self.kind {
            ContentKind::Text(notation) => notation,
            _ => &PLAIN,
        }
    }

    /// Whether `body` can be searched without decoding.
    pub(super) fn is_verbatim(&self, body: &[u8]) -> bool {
        let identity = matches!(self.encoding, Encoding::Identity | Encoding::Unknown);
        let text = matches!(self.kind, ContentKind::Text(notation) if notation.is_readable(body));
        identity && text && !self.flowed && self.charset.detect(body).is_readable(body)
    }

    /// The name of an unknown charset or encoding, as declared.
    pub(super) fn unknown_name(&self) -> Option<String> {
        const LONGEST: usize = 64;
        let name = self.unknown_name.as_deref()?;
        let name = name.get(..LONGEST).unwrap_or(name);
        Some(String::from_utf8_lossy(name).into_owned())
    }

    /// Why it is searched without decoding, if it should be decoded.
    pub(super) fn damage(&self) -> Option<Damage> {
        match (self.encoding, self.charset) {
            (Encoding::Unknown, _) => Some(Damage::UnknownEncoding),
            (_, Charset::Unknown) => Some(Damage::UnknownCharset),
            _ => None,
        }
    }
}

/// The length of the word at the beginning of `bytes`.
fn token(bytes: &[u8]) -> usize {
    let ends = |b: &u8| b.is_ascii_whitespace() || matches!(b, b';' | b'(');
    bytes.iter().position(ends).unwrap_or(bytes.len())
}

fn encoding(value: &[u8]) -> Encoding {
    if value.is_empty() {
        return Encoding::Identity;
    }
    let value = value.trim_ascii_start();
    match &lower(&value[..token(value)])[..] {
        b"base64" => Encoding::Base64,
        b"quoted-printable" => Encoding::QuotedPrintable,
        b"" | b"7bit" | b"8bit" | b"binary" | b"7-bit" | b"8-bit" | b"none" => Encoding::Identity,
        _ => Encoding::Unknown,
    }
}

/// The type of a body with the given media type.
fn kind_of(name: &[u8]) -> ContentKind {
    // The most frequent one.
    if name.eq_ignore_ascii_case(b"text/plain") {
        return ContentKind::Text(&PLAIN);
    }
    let name = &lower(name)[..];
    let slash = memchr::memchr(b'/', name).unwrap_or(name.len());
    let (kind, subtype) = (&name[..slash], name.get(slash + 1..).unwrap_or_default());
    match (kind, subtype) {
        (b"message", b"rfc822" | b"news" | b"global") => return ContentKind::Message,
        (b"multipart", b"alternative") => return ContentKind::Multipart(Multipart::Alternative),
        (b"multipart", b"digest") => return ContentKind::Multipart(Multipart::Digest),
        (b"multipart", _) => return ContentKind::Multipart(Multipart::Mixed),
        _ => {}
    }
    let notation = str::from_utf8(name).ok().and_then(notation::of_media_type);
    if let Some(notation) = notation {
        return ContentKind::Text(notation);
    }
    match (kind, subtype) {
        // PGP messages from before `multipart/encrypted` existed.
        (b"application", b"pgp" | b"x-pgp-message" | b"text") => ContentKind::Text(&PLAIN),
        (b"application" | b"image" | b"audio" | b"video" | b"font" | b"model" | b"chemical", _) => {
            ContentKind::Other
        }
        _ => ContentKind::Text(&PLAIN),
    }
}

/// The type of an attachment that nothing but its file's name describes.
fn kind_of_file(name: &[u8]) -> ContentKind {
    let name = String::from_utf8_lossy(name);
    let extension = extension(Path::new(&*name));
    let mut notations = notation::TABLE.iter();
    match notations.find(|notation| notation.matches_name(&extension, b"")) {
        Some(notation) => ContentKind::Text(notation),
        None if extension == "eml" => ContentKind::Message,
        None if extension == "txt" => ContentKind::Text(&PLAIN),
        None => ContentKind::Other,
    }
}

/// Calls `take` for each parameter with its name (in lower case), its value, and whether it continues the parameter before
/// (RFC 2231 section 3).
fn each_parameter(bytes: &[u8], mut take: impl FnMut(&[u8], &[u8], bool)) {
    let mut rest = bytes;
    loop {
        rest = skip(rest, |b| {
            b.is_ascii_whitespace() || matches!(b, b';' | b',')
        });
        if rest.is_empty() {
            return;
        }
        if rest[0] == b'(' {
            rest = memchr::memchr(b')', rest).map_or(&[][..], |close| &rest[close + 1..]);
            continue;
        }
        let ends = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'=' | b';');
        let name = rest.iter().position(ends).unwrap_or(rest.len());
        let (name, after) = (
            &rest[..name],
            skip(&rest[name..], |b| b.is_ascii_whitespace()),
        );
        let Some(value) = after.strip_prefix(b"=") else {
            rest = after;
            continue;
        };
        let value = skip(value, |b| b.is_ascii_whitespace());
        let (value, after) = match value.strip_prefix(b"\"") {
            Some(quoted) => unquoted(quoted),
            None => {
                let ends = |b: &u8| b.is_ascii_whitespace() || *b == b';';
                let len = value.iter().position(ends).unwrap_or(value.len());
                (Cow::Borrowed(&value[..len]), &value[len..])
            }
        };
        rest = after;
        let name = lower(name);
        let mut sections = name.split(|&b| b == b'*');
        let base = sections.next().unwrap_or_default();
        let continues = sections.next().is_some_and(|n| !matches!(n, b"" | b"0"));
        take(base, &value, continues);
    }
}

/// The text up to the closing quote (RFC 822 section 3.3), without backslashes and line breaks, and the rest of `bytes`.
fn unquoted(bytes: &[u8]) -> (Cow<'_, [u8]>, &[u8]) {
    let plain = |b: &&u8| !matches!(b, b'"' | b'\\' | b'\r' | b'\n');
    let mut at = bytes.iter().take_while(plain).count();
    if let [b'"', rest @ ..] = &bytes[at..] {
        return (Cow::Borrowed(&bytes[..at]), rest);
    }
    let mut value = bytes[..at].to_vec();
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'"' => break,
            b'\\' if at < bytes.len() => {
                value.push(bytes[at]);
                at += 1;
            }
            b'\r' | b'\n' => {}
            _ => value.push(byte),
        }
    }
    (Cow::Owned(value), &bytes[at..])
}

/// A name in lower case. Few are longer.
fn lower(name: &[u8]) -> SmallVec<[u8; 32]> {
    let mut name = SmallVec::from_slice(name);
    name.make_ascii_lowercase();
    name
}

fn skip(bytes: &[u8], what: impl Fn(u8) -> bool) -> &[u8] {
    let len = bytes.iter().take_while(|&&b| what(b)).count();
    &bytes[len..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::HTML;

    fn of_media_type(name: &str) -> ContentKind {
        notation::of_media_type(name).map_or(ContentKind::Other, ContentKind::Text)
    }

    fn content(header: &str) -> Content {
        let bytes = header.as_bytes();
        Content::from_header(bytes, &Head::parse(bytes), ContentKind::Text(&PLAIN))
    }

    #[test]
    fn kinds() {
        let (plain, html) = (ContentKind::Text(&PLAIN), ContentKind::Text(&HTML));
        for (name, want) in [
            ("text/plain", plain),
            ("TEXT/HTML", html),
            ("text", plain),
            ("text/x-patch", of_media_type("text/x-diff")),
            ("text/x-other", plain),
            ("application/xhtml+xml", html),
            ("application/xml", of_media_type("text/xml")),
            ("image/svg+xml", of_media_type("text/xml")),
            ("application/json", of_media_type("text/json")),
            ("application/ld+json", of_media_type("text/json")),
            ("application/octet-stream", ContentKind::Other),
            ("image/png", ContentKind::Other),
            ("message/rfc822", ContentKind::Message),
            ("message/delivery-status", plain),
            ("multipart/", ContentKind::Multipart(Multipart::Mixed)),
            ("multipart/signed", ContentKind::Multipart(Multipart::Mixed)),
            (
                "Multipart/Digest",
                ContentKind::Multipart(Multipart::Digest),
            ),
            (
                "multipart/alternative",
                ContentKind::Multipart(Multipart::Alternative),
            ),
            ("", plain),
            ("nonsense", plain),
            ("x-mail/odd", plain),
        ] {
            assert_eq!(
                content(&format!("Content-Type: {name}; x=y\n")).kind,
                want,
                "{name}"
            );
        }
    }

    #[test]
    fn attachments_by_their_names() {
        let kind = |name: &str| {
            let header = format!("Content-Type: application/octet-stream; name=\"{name}\"\n");
            content(&header).kind
        };
        assert_eq!(kind("Invoice.HTML"), ContentKind::Text(&HTML));
        assert_eq!(kind("page.htm"), ContentKind::Text(&HTML));
        assert_eq!(kind("forwarded.eml"), ContentKind::Message);
        assert_eq!(kind("notes.txt"), ContentKind::Text(&PLAIN));
        for other in ["a.exe", "a.pdf", "html", ""] {
            assert_eq!(kind(other), ContentKind::Other, "{other}");
        }
    }

    #[test]
    fn parameters() {
        for header in [
            "Content-Type: multipart/mixed; boundary=\"a b\"\n",
            "Content-Type: multipart/mixed;\r\n boundary = \"a\\ b \";charset=x\r\n",
            "Content-Type: multipart/mixed boundary=\"a b\"",
            "Content-Type: multipart/mixed (comment; boundary=no); BOUNDARY=\"a b\"; boundary=c",
            "Content-Type: multipart/mixed; boundary*0=\"a \"; boundary*1=b",
            "Content-Type: multipart/mixed; x; =y; boundary=\"a b",
        ] {
            assert_eq!(
                content(header).boundary.as_deref(),
                Some(&b"a b"[..]),
                "{header}"
            );
        }
        assert_eq!(
            content("Content-Type: a/b; boundary=gc0pJq0M:08jU534c0p")
                .boundary
                .as_deref(),
            Some(&b"gc0pJq0M:08jU534c0p"[..])
        );
        assert_eq!(content("Content-Type: a/b; boundary=\"\"").boundary, None);
        assert_eq!(
            content("Content-Type: text/plain; charset=\"iso-2022-jp\"").charset,
            Charset::Iso2022
        );
    }

    #[test]
    fn flowed() {
        assert!(content("Content-Type: text/plain; format=flowed; delsp=yes").flowed);
        assert!(content("Content-Type: text/plain; DelSp=\"Yes\"; Format=Flowed").flowed);
        assert!(!content("Content-Type: text/plain; format=flowed").flowed);
        assert!(!content("Content-Type: text/plain; delsp=yes").flowed);
        assert!(!content("Content-Type: text/html; format=flowed; delsp=yes").flowed);
    }

    #[test]
    fn encodings() {
        for (name, want) in [
            ("base64", Encoding::Base64),
            (" BASE64 (x)", Encoding::Base64),
            ("Quoted-Printable;", Encoding::QuotedPrintable),
            ("8bit", Encoding::Identity),
            ("", Encoding::Identity),
            ("x-uuencode", Encoding::Unknown),
        ] {
            assert_eq!(
                content(&format!("Content-Transfer-Encoding:{name}\n")).encoding,
                want
            );
        }
    }
}
