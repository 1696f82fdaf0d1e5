//! The description of a body in its header: Content-Type and Content-Transfer-Encoding (RFC 2045 sections 5 and 6), and the name of an
//! attachment in Content-Disposition (RFC 2183).
//!
//! Real headers are often malformed: unquoted parameters, missing semicolons, duplicate names, comments. Anything that cannot be
//! parsed is ignored, and a part of unknown type is treated as text.

use std::borrow::Cow;
use std::path::Path;

use super::coding::Coding;
use super::encoding::Encoding;
use super::extension;
use super::header::Head;
use super::parameter::{after_comments, lower, text, token, values};
use crate::decode::Charset;
use crate::notation::{self, Notation, PLAIN};
use crate::span::{beginning, cut};
use crate::text::{Damage, strip_prefix_ignore_case};

/// The type of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ContentKind {
    /// Text in this notation.
    Text(&'static Notation),
    /// `message/rfc822` and similar types.
    Message,
    /// A message in signed data of S/MIME. Encrypted data has the same type.
    Signed,
    Multipart(Multipart),
    /// Not text.
    Other,
}

impl ContentKind {
    /// Whether the body is a message, or has one in it.
    pub(super) fn has_message(self) -> bool {
        matches!(self, ContentKind::Message | ContentKind::Signed)
    }
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

/// The type of a body and how to decode it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Content {
    pub(super) kind: ContentKind,
    pub(super) encoding: Encoding,
    /// The codings of an HTTP message.
    pub(super) coding: Option<Coding>,
    pub(super) charset: Charset,
    /// The name of an unknown charset or encoding.
    pub(super) unknown_name: Option<Vec<u8>>,
    /// `format=flowed` with `DelSp=yes`: soft line breaks must be removed.
    pub(super) flowed: bool,
    /// The boundary of a multipart.
    pub(super) boundary: Option<Vec<u8>>,
    /// The URL of the page, if its container names it.
    pub(super) address: Option<Box<[u8]>>,
}

impl Content {
    /// Text that needs no decoding.
    pub(super) const PLAIN: Content = Content {
        kind: ContentKind::Text(&PLAIN),
        encoding: Encoding::Identity,
        coding: None,
        charset: Charset::Ascii,
        unknown_name: None,
        flowed: false,
        boundary: None,
        address: None,
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
            encoding: Encoding::from_field(&bytes[head.encoding.clone()]),
            ..Content::PLAIN
        };
        if content.encoding == Encoding::Unknown {
            let name = bytes[head.encoding.clone()].trim_ascii();
            content.unknown_name = Some(name[..token(name)].to_vec());
        }
        let value = after_comments(&bytes[head.content_type.clone()]);
        if value.is_empty() {
            return content;
        }
        let (name, rest) = value.split_at(token(value));
        let name = match name {
            [b'"', inner @ .., b'"'] => inner,
            _ => name,
        };
        content.kind = kind_of(name);
        let names: [&[u8]; 5] = [b"boundary", b"charset", b"format", b"delsp", b"name"];
        let [boundary, charset, format, delsp, file] = values(rest, names);
        // A boundary never ends with white space (RFC 2046 section 5.1.1). Every line of dashes would match an empty one.
        content.boundary = boundary
            .map(|boundary| boundary.trim_ascii_end().to_vec())
            .filter(|b| !b.is_empty());
        if let Some(charset) = charset {
            content.charset = Charset::from_name(&charset);
            if content.charset == Charset::Unknown && content.encoding != Encoding::Unknown {
                content.unknown_name = Some(charset.into_owned());
            }
        }
        let is_file = strip_prefix_ignore_case(name, APPLICATION).is_some();
        if content.kind == ContentKind::Other && is_file {
            // The name in Content-Type is deprecated (RFC 2046 section 4.5.1).
            let [attached] = values(&bytes[head.disposition.clone()], [b"filename"]);
            let file = attached.filter(|name| !name.is_empty()).or(file);
            content.kind = file.map_or(ContentKind::Other, |name| kind_of_file(&text(&name)));
        }
        let is = |value: Option<Cow<'_, [u8]>>, word: &[u8]| {
            value.is_some_and(|value| value.eq_ignore_ascii_case(word))
        };
        let is_plain = content.kind == ContentKind::Text(&PLAIN);
        content.flowed = is(format, b"flowed") && is(delsp, b"yes") && is_plain;
        content
    }

    /// The notation of the text.
    pub(super) fn notation(&self) -> &'static Notation {
        match self.kind {
            ContentKind::Text(notation) => notation,
            _ => &PLAIN,
        }
    }

    /// Whether `body` can be searched without decoding.
    pub(super) fn is_verbatim(&self, body: &[u8]) -> bool {
        let identity = !self.encoding.is_decoded() && self.coding.is_none();
        let text = matches!(self.kind, ContentKind::Text(notation) if notation.is_readable(body));
        identity && text && !self.flowed && self.charset.is_verbatim(body)
    }

    /// The name of an unknown charset or encoding, as declared.
    #[inline]
    pub(super) fn unknown_name(&self) -> Option<String> {
        self.unknown_name.as_deref().map(shown_name)
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

/// The beginning of a name of a charset or encoding, as text.
pub(super) fn shown_name(name: &[u8]) -> String {
    const LONGEST: usize = 64;
    String::from_utf8_lossy(beginning(name, LONGEST)).into_owned()
}

/// The type of a body with the given media type.
fn kind_of(name: &[u8]) -> ContentKind {
    // The most frequent one.
    if name.eq_ignore_ascii_case(b"text/plain") {
        return ContentKind::Text(&PLAIN);
    }
    let name = &lower(name)[..];
    let (kind, subtype) = cut(name, b'/');
    let subtype = subtype.unwrap_or_default();
    match (kind, subtype) {
        (b"message", b"rfc822" | b"news" | b"global") => return ContentKind::Message,
        (b"application", b"pkcs7-mime" | b"x-pkcs7-mime") => return ContentKind::Signed,
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

/// The types of files begin with this. Programs use many of them for any file: `application/octetstream`, `application/force-download`.
const APPLICATION: &[u8] = b"application/";

/// Extensions of files that are text in no notation.
#[rustfmt::skip]
const TEXTS: [&str; 9] = ["asp", "bat", "jsp", "nfo", "php", "ps1", "text", "txt", "vbs"];

/// The type of an attachment that nothing but its file's name describes.
fn kind_of_file(name: &str) -> ContentKind {
    let extension = extension(Path::new(name.trim_end()));
    let mut notations = notation::TABLE.iter();
    match notations.find(|notation| notation.matches_name(&extension, b"")) {
        Some(notation) => ContentKind::Text(notation),
        None if extension == "p7m" => ContentKind::Signed,
        None if ["eml", "mht", "mhtml"].contains(&&*extension) => ContentKind::Message,
        None if TEXTS.contains(&&*extension) => ContentKind::Text(&PLAIN),
        None => ContentKind::Other,
    }
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
    fn kinds_by_media_type() {
        let (plain, html) = (ContentKind::Text(&PLAIN), ContentKind::Text(&HTML));
        for (name, want) in [
            ("text/plain", plain),
            ("TEXT/HTML", html),
            ("text/watch-html", html),
            ("text", plain),
            ("text/x-patch", of_media_type("text/x-diff")),
            ("text/x-other", plain),
            ("text/x-bibtex", of_media_type("application/x-tex")),
            ("text/x-csrc", of_media_type("text/x-python")),
            ("text/x-c++src", of_media_type("application/javascript")),
            ("application/xhtml+xml", html),
            ("application/xml", of_media_type("text/xml")),
            ("image/svg+xml", of_media_type("text/xml")),
            ("application/json", of_media_type("text/json")),
            ("application/ld+json", of_media_type("text/json")),
            ("application/vcard", of_media_type("text/vcard")),
            (
                "application/javascript",
                of_media_type("application/x-javascript"),
            ),
            ("application/octet-stream", ContentKind::Other),
            ("image/png", ContentKind::Other),
            ("message/rfc822", ContentKind::Message),
            ("application/x-pkcs7-mime", ContentKind::Signed),
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
            ("\"text/html\"", html),
            ("(a (b) \\) c) (d)\r\n text/html(e)", html),
            ("(text/html", plain),
            ("\"application/pdf\"", ContentKind::Other),
            ("\"", plain),
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
        assert_eq!(kind("page.mht"), ContentKind::Message);
        assert_eq!(kind("smime.p7m"), ContentKind::Signed);
        assert_eq!(kind("invoice.HTA"), ContentKind::Text(&HTML));
        for plain in [
            "notes.txt",
            "notes.TEXT",
            "a.nfo",
            "a.php",
            "a.asp",
            "a.jsp",
            "a.ps1",
            "a.vbs",
            "a.bat",
        ] {
            assert_eq!(kind(plain), ContentKind::Text(&PLAIN), "{plain}");
        }
        assert_eq!(kind("meeting.vcs"), of_media_type("text/x-vcalendar"));
        assert_eq!(kind("page.webloc"), of_media_type("text/xml"));
        for other in ["a.exe", "a.pdf", "html", ""] {
            assert_eq!(kind(other), ContentKind::Other, "{other}");
        }
        for (name, want) in [
            (
                "application/force-download; name=x.html",
                ContentKind::Text(&HTML),
            ),
            (
                "Application/ics; name=x.ics",
                of_media_type("text/calendar"),
            ),
            ("application/pdf; name=x.pdf", ContentKind::Other),
            ("image/png; name=x.html", ContentKind::Other),
        ] {
            assert_eq!(
                content(&format!("Content-Type: {name}\n")).kind,
                want,
                "{name}"
            );
        }
    }

    #[test]
    fn attachments_by_their_names_in_content_disposition() {
        let kind = |parameters: &str, disposition: &str| {
            let header = format!(
                "Content-Type: application/octet-stream{parameters}\nContent-Disposition: {disposition}\n"
            );
            content(&header).kind
        };
        let html = ContentKind::Text(&HTML);
        for disposition in [
            "attachment; filename=\"page.html\"",
            "inline;\n\tfilename=my page.html; size=3",
            "attachment; filename*=utf-8''%70age%2Ehtml",
            "attachment; filename*0*=utf-8''page; filename*1=.html",
            "attachment; filename=\"=?utf-8?B?cGFnZS5odG1s?=\"",
            "attachment; filename=\"page.html \"",
            "filename=page.html",
        ] {
            assert_eq!(kind("", disposition), html, "{disposition}");
            // It counts, whatever Content-Type says.
            assert_eq!(kind("; name=a.pdf", disposition), html, "{disposition}");
        }
        assert_eq!(
            kind("; name=page.html", "attachment; filename=a.pdf"),
            ContentKind::Other
        );
        for nothing in ["attachment", "attachment; filename=\"\"", ""] {
            assert_eq!(kind("; name=page.html", nothing), html, "{nothing}");
            assert_eq!(kind("", nothing), ContentKind::Other, "{nothing}");
        }
        assert_eq!(kind("; name*=utf-8''page%2Ehtml", "attachment"), html);
        // The type says enough.
        let header = "Content-Disposition: attachment; filename=a.html\nContent-Type: image/png\n";
        assert_eq!(content(header).kind, ContentKind::Other);
        let header = "Content-Disposition: attachment; filename=a.pdf\nContent-Type: text/html\n";
        assert_eq!(content(header).kind, html);
    }

    #[test]
    fn boundaries_and_charsets() {
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
    fn flowed_only_with_delsp() {
        assert!(content("Content-Type: text/plain; format=flowed; delsp=yes").flowed);
        assert!(content("Content-Type: text/plain; DelSp=\"Yes\"; Format=Flowed").flowed);
        assert!(!content("Content-Type: text/plain; format=flowed").flowed);
        assert!(!content("Content-Type: text/plain; delsp=yes").flowed);
        assert!(!content("Content-Type: text/html; format=flowed; delsp=yes").flowed);
    }
}
