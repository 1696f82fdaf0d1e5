//! Mail and news: every URL of every text part is found, with its message, its part and its offset in the file.
//!
//! The expected results follow from the RFCs. Mailboxes are built with URLs at known positions (tests/support/mailbox.rs); single
//! cases are written by hand.

#![cfg(feature = "mail")]

use mailbox::{Mailbox, Planted};
use proptest::prelude::*;
use urlgrep::mail::{self, AlternativePart, Container, Selection};
use urlgrep::{Damage, Extractor};

#[path = "support/mailbox.rs"]
mod mailbox;
#[path = "support/texts.rs"]
mod texts;

/// The URLs of a file that is read in pieces of `size` bytes, sorted by message and position.
fn found(file: &[u8], container: &Container, size: usize) -> Vec<Planted> {
    let (mut all, mut messages) = (Vec::new(), 0);
    for (start, chunk) in texts::chunks(file, container, size) {
        let mut last = 0;
        for text in container.texts(chunk, start) {
            last = text.place.message.unwrap_or(0);
            let part = texts::part(&text);
            for m in Extractor::default().extract_text(&text) {
                let first = m.segments().next().expect("a segment");
                all.push(Planted {
                    message: last + messages,
                    start: text.map.segments(first)[0].start as usize,
                    part: part.clone(),
                    url: String::from_utf8_lossy(m.as_bytes()).into_owned(),
                });
            }
        }
        messages += last;
    }
    all.sort();
    all
}

/// Part and URL of each match in a single message, in order.
fn parts(message: &str) -> Vec<String> {
    parts_selected(message, &Selection::default())
}

fn parts_selected(message: &str, want: &Selection) -> Vec<String> {
    let message = message.as_bytes();
    let container = mail::by_name("message", message).expect("a container");
    texts::parts_and_urls(container, message, want)
}

/// The URLs of a message, each with its source bytes from the first to the last.
fn spans(message: &str) -> Vec<(String, String)> {
    let container = mail::by_name("message", message.as_bytes()).expect("there are messages");
    let mut all = Vec::new();
    for text in container.texts(message.as_bytes(), 0) {
        for m in Extractor::default().extract_text(&text) {
            let segments: Vec<_> = m
                .segments()
                .flat_map(|segment| text.map.segments(segment))
                .collect();
            let span = segments[0].start as usize..segments[segments.len() - 1].end as usize;
            all.push((
                String::from_utf8_lossy(m.as_bytes()).into_owned(),
                message[span].to_string(),
            ));
        }
    }
    all
}

#[test]
fn all_urls_are_found_at_their_positions() {
    let (mut urls, mut nested) = (0, 0);
    for seed in 1..=300 {
        for crlf in [false, true] {
            let mut mailbox = Mailbox::new(seed);
            (0..seed % 7 + 1).for_each(|_| mailbox.message());
            let (file, planted) = mailbox.finish(crlf);
            let container = mail::detect(&file);
            assert_eq!(container.name(), "mbox");
            let all = found(&file, container, file.len());
            if all != planted {
                let missing: Vec<_> = planted.iter().filter(|p| !all.contains(p)).collect();
                let invented: Vec<_> = all.iter().filter(|p| !planted.contains(p)).collect();
                let file = String::from_utf8_lossy(&file);
                panic!(
                    "{file}\nseed {seed}, CRLF {crlf}\nmissing {missing:#?}\ninvented {invented:#?}"
                );
            }
            assert_eq!(
                found(&file, container, 100),
                planted,
                "seed {seed} in chunks"
            );
            urls += planted.len();
            nested += planted.iter().filter(|p| p.part.contains('.')).count();
        }
    }
    assert!(
        urls > 5_000 && nested > 1_000,
        "{urls} URLs, {nested} in nested parts"
    );
}

#[test]
fn bodies_are_the_same_as_those_of_another_parser() {
    use mail_parser::{MessageParser, MimeHeaders, PartType};
    let mut compared = 0;
    for seed in 1..=300 {
        let mut mailbox = Mailbox::new(seed);
        mailbox.message();
        let (file, _) = mailbox.finish(seed % 2 == 0);
        let line = file.iter().position(|&b| b == b'\n').expect("a line") + 1;
        let message = &file[line..];
        let ours: Vec<_> = mail::by_name("message", message)
            .expect("messages")
            .texts(message, 0)
            .collect();
        let theirs = MessageParser::default().parse(message).expect("a message");
        // Bodies that are neither nested nor rewritten further must be equal, byte for byte. The other parser knows no uuencode.
        let plain = theirs.parts.iter().filter(|part| {
            let flowed = part
                .content_type()
                .is_some_and(|t| t.attribute("format").is_some());
            let encoding = part.content_transfer_encoding();
            !flowed && encoding != Some("x-uuencode") && matches!(part.body, PartType::Text(_))
        });
        for part in plain {
            let theirs = part.text_contents().unwrap_or_default().trim_end();
            let same = |text: &urlgrep::Text<'_>| {
                String::from_utf8_lossy(&text.bytes).trim_end() == theirs
            };
            assert!(ours.iter().any(same), "seed {seed}: no text is {theirs:?}");
            compared += 1;
        }
    }
    assert!(compared > 70, "{compared} bodies compared");
}

/// The most complex case in real mail: in quoted-printable, the quote depth changes within a wrapper that is broken four times.
#[test]
fn a_quoted_wrapper_in_quoted_printable() {
    let message = "From: joe@example.org\nDate: now\nContent-Transfer-Encoding: quoted-printable\n\n\
        > > I think this was mended by the patch below:\n\
        > > <URL:\n\
        > > https://git.example.org/pub/scm/tree/kernel/git/next/tree-next.git/co\n\
        > > mmit/drivers/misc/bus/vsc-\n\
        > tp.c?id=3Db8b19acfafdeacbedd4e2795cb18c81c4d8b\n\
        > > b6cc>\n\
        >=20\n\
        > ... which is not in the master branch of git.example.org/joe/media_tree=\n\
        .git\n";
    let url = "https://git.example.org/pub/scm/tree/kernel/git/next/tree-next.git/commit/drivers/misc/bus/vsc-tp.c?id=b8b19acfafdeacbedd4e2795cb18c81c4d8bb6cc";
    for message in [message.to_string(), message.replace('\n', "\r\n")] {
        let spans = spans(&message);
        assert_eq!(spans.len(), 1, "{spans:?}");
        assert_eq!(spans[0].0, url);
        assert!(
            spans[0].1.starts_with("https://git.example.org/pub")
                && spans[0].1.ends_with("> > b6cc")
        );
    }
}

#[test]
fn spans_cover_the_encoded_url() {
    let qp = |body: &str| {
        format!(
            "From: a@b\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n{body}\n"
        )
    };
    assert_eq!(
        spans(&qp("<a href=3D\"http:=\n//a.org/=3Fx=3D1&a=\nmp;y\">x</a>")),
        [(
            "http://a.org/?x=1&y".to_string(),
            "http:=\n//a.org/=3Fx=3D1&a=\nmp;y".to_string()
        )]
    );
    // `see http://a.org/ now`: the URL begins in the sixth digit and ends in the twenty-third.
    let base64 = "From: a@b\nContent-Transfer-Encoding: base64\n\nc2VlIGh0dHA6Ly9hLm9yZy8gbm93\n";
    assert_eq!(
        spans(base64),
        [(
            "http://a.org/".to_string(),
            "Gh0dHA6Ly9hLm9yZy8".to_string()
        )]
    );
    // The same text in uuencode. Its line begins with `5`, for 21 bytes.
    let uuencode = "From: a@b\nContent-Transfer-Encoding: x-uuencode\n\nbegin 644 x\n5<V5E(&AT='`Z+R]A+F]R9R\\@;F]W\n`\nend\n";
    assert_eq!(
        spans(uuencode),
        [(
            "http://a.org/".to_string(),
            "&AT='`Z+R]A+F]R9R\\".to_string()
        )]
    );
    // A short line with one character that is no digit is a footer, even if it has no blank.
    let footer = "From: a@b\nContent-Transfer-Encoding: base64\n\nc2VlIGh0dHA6Ly9hLm9yZy8gbm93\nftp://localhost/some/path/file\n";
    let urls: Vec<String> = spans(footer).into_iter().map(|(url, _)| url).collect();
    assert_eq!(urls, ["http://a.org/", "ftp://localhost/some/path/file"]);
    // UTF-16 in base64: a character is encoded by two digits and part of a third.
    let wide: Vec<u8> = "\u{feff}http://a.org/"
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    let encoded = mailbox::base64(&wide.iter().map(|&b| (b, None)).collect::<Vec<_>>(), 76);
    let encoded = String::from_utf8(mailbox::bytes(&encoded)).expect("digits");
    let message = format!(
        "From: a@b\nContent-Type: text/plain; charset=utf-16\nContent-Transfer-Encoding: base64\n\n{encoded}"
    );
    assert_eq!(
        spans(&message)[0],
        (
            "http://a.org/".to_string(),
            encoded[2..38].trim_end_matches('=').to_string()
        )
    );
}

#[test]
fn charsets_that_hide_urls() {
    let text = |charset: &str, body: &str| {
        parts(&format!(
            "From: a@b\nContent-Type: text/plain; charset={charset}\n\n{body}\n"
        ))
    };
    assert_eq!(
        text("utf-7", "http+ADo-//a.org/+ZeVnLIqe-/ x"),
        [" http://a.org/日本語/"]
    );
    assert_eq!(
        text(
            "iso-2022-jp",
            "<http://a.org/\x1b$B$3\x1b(B/x> \x1b$B<>\x1b(B"
        ),
        [" http://a.org/こ/x"]
    );
    assert_eq!(
        text("hz-gb-2312", "~{<:~}http://a.org/~~joe"),
        [" http://a.org/~joe"]
    );
    // In these, US-ASCII is searched without decoding.
    for charset in [
        "us-ascii",
        "x-nobody-knows",
        "\"\"",
        "iso-8859-1; format=flowed",
    ] {
        assert_eq!(
            text(charset, "http://a.org/ x"),
            [" http://a.org/"],
            "{charset}"
        );
    }
}

#[test]
fn declared_charsets_are_decoded() {
    let part = |content_type: &str, body: &str| {
        parts(&format!(
            "From: a@b\nContent-Type: {content_type}\nContent-Transfer-Encoding: quoted-printable\n\n{body}\n"
        ))
    };
    for (charset, body, want) in [
        ("iso-8859-1", "http://a.org/c=E2mera", "http://a.org/câmera"),
        ("koi8-r", "http://a.org/=D0=D5=D4=D8", "http://a.org/путь"),
        // The second byte of 表 is a backslash.
        ("shift_jis", "http://a.jp/=95\\=8E=A6", "http://a.jp/表示"),
        ("gb2312", "http://a.cn/=D6=D0", "http://a.cn/中"),
        // It is UTF-8, whatever its header says.
        (
            "iso-8859-1",
            "http://a.org/c=C3=A2mera",
            "http://a.org/câmera",
        ),
    ] {
        let found = part(&format!("text/plain; charset={charset}"), body);
        assert_eq!(found, [format!(" {want}")], "{charset}");
    }
    // A comment (RFC 2045 section 5.1) has no parameters.
    let commented = "text/plain (a=b; charset=koi8-r ); charset=iso-8859-1";
    assert_eq!(
        part(commented, "http://a.org/caf=E9"),
        [" http://a.org/café"]
    );
    let html = "<meta charset=3Dwindows-1251><a href=3Dhttp://a.org/=EF>x</a>";
    assert_eq!(part("text/html", html), [" http://a.org/п"]);
    let html = "<meta charset=3Dgb2312><a href=3Dhttp://a.org/=C3=A9>x</a>";
    assert_eq!(part("text/html; charset=utf-8", html), [" http://a.org/é"]);
    let html = "<meta charset=3Diso-2022-jp>=C2=A9 <a href=3D\"http://a.org/=1B$B$O=1B(B\">x</a>";
    assert_eq!(part("text/html", html), [" http://a.org/は"]);
}

const ALTERNATIVE: &str = "From: a@b\nContent-Type: multipart/mixed; boundary=B\n\n\
    --B\nContent-Type: multipart/alternative; boundary=B2\n\n\
    --B2\n\nhttp://plain.example.org/\n\
    --B2\nContent-Type: multipart/related; boundary=B3\n\n\
    --B3\nContent-Type: text/html\n\n<a href='http://html.example.org/'>x</a>\n\
    --B3\nContent-Type: image/svg+xml\n\n<svg><a href='http://svg.example.org/'/></svg>\n--B3--\n\
    --B2--\n--B\n\nhttp://footer.example.org/\n--B--\n";

/// Made with `openssl cms -sign -nodetach -nocerts -noattr -binary`, of a message of two parts.
const SIGNED: &str = "\
MIIBdgYJKoZIhvcNAQcCoIIBZzCCAWMCAQExDTALBglghkgBZQMEAgEwgb0GCSqG
SIb3DQEHAaCBrwSBrENvbnRlbnQtVHlwZTogbXVsdGlwYXJ0L2FsdGVybmF0aXZl
OyBib3VuZGFyeT1iDQoNCi0tYg0KDQpzZWUgaHR0cDovL2V4YW1wbGUub3JnL3Np
Z25lZA0KLS1iDQpDb250ZW50LVR5cGU6IHRleHQvaHRtbA0KDQo8YSBocmVmPSJo
dHRwOi8vZXhhbXBsZS5vcmcvP2E9MSZhbXA7Yj0yIj4NCi0tYi0tDQoxgY4wgYsC
AQEwJDAMMQowCAYDVQQDDAF4AhQ0PlkLHirI1R/5txeHZ/AjoZuL5zALBglghkgB
ZQMEAgEwCgYIKoZIzj0EAwIERzBFAiACGoOsrxUQYn3hgx6lgW8nv6WDuJGShyGa
Fax7qSbK0gIhAJ2zXimjDmQBqQcs+hx6oSK943ZoIVfXZmYvK8a/3pYr
";

/// The same with `-stream`: the elements have no lengths, and the message may be in pieces.
const SIGNED_IN_PIECES: &str = "\
MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQMEAgEwgAYJKoZIhvcNAQcB
oIAkgASBrENvbnRlbnQtVHlwZTogbXVsdGlwYXJ0L2FsdGVybmF0aXZlOyBib3Vu
ZGFyeT1iDQoNCi0tYg0KDQpzZWUgaHR0cDovL2V4YW1wbGUub3JnL3NpZ25lZA0K
LS1iDQpDb250ZW50LVR5cGU6IHRleHQvaHRtbA0KDQo8YSBocmVmPSJodHRwOi8v
ZXhhbXBsZS5vcmcvP2E9MSZhbXA7Yj0yIj4NCi0tYi0tDQoAAAAAAAAxgY4wgYsC
AQEwJDAMMQowCAYDVQQDDAF4AhQ0PlkLHirI1R/5txeHZ/AjoZuL5zALBglghkgB
ZQMEAgEwCgYIKoZIzj0EAwIERzBFAiEAuTtB3vc3EoDYJVefquZfLxsI3kwnv+O0
Pf6JNuupavgCICTpoRsd9uCw59iYxo/8KhgHsGxCIajS11ZOKV7y7Gd/AAAAAAAA
";

#[test]
fn signed_messages() {
    let message = |content_type: &str, body: &str| {
        parts(&format!(
            "From: a@b\nContent-Type: {content_type}\nContent-Transfer-Encoding: base64\n\n{body}"
        ))
    };
    for content_type in [
        "application/pkcs7-mime; smime-type=signed-data; name=smime.p7m",
        "application/x-pkcs7-mime",
        "application/octet-stream; name=smime.p7m",
    ] {
        for body in [SIGNED, SIGNED_IN_PIECES] {
            assert_eq!(
                message(content_type, body),
                [
                    "1.1 http://example.org/signed",
                    "1.2 http://example.org/?a=1&b=2"
                ]
            );
        }
        assert!(message(content_type, "aHR0cDovL2Eub3JnLw==\n").is_empty());
        // `<a href="http://a.org/…">` is no message; a blank line and a text are one.
        let file = "MIIAVAYJKoZIhvcNAQcCoIIARTCCAEECAQExggAAMIIANgYJKoZIhvcNAQcBoIIAJwSCACM8YSBocmVmPSJodHRwOi8vYS5vcmcvP3gmYW1wO3kiLz4KCg==\n";
        let text = "MIIAQAYJKoZIhvcNAQcCoIIAMTCCAC0CAQExggAAMIIAIgYJKoZIhvcNAQcBoIIAEwSCAA8KaHR0cDovL2Eub3JnLwo=\n";
        assert!(message(content_type, file).is_empty());
        // A message without parts has a part 1 (RFC 3501 section 6.4.5).
        assert_eq!(message(content_type, text), ["1.1 http://a.org/"]);
    }
}

#[test]
fn alternatives() {
    let wanted = |alternative: AlternativePart| {
        let mut want = Selection::default();
        want.alternative = alternative;
        parts_selected(ALTERNATIVE, &want)
    };
    let (plain, html) = (
        "1.1 http://plain.example.org/",
        [
            "1.2.1 http://html.example.org/",
            "1.2.2 http://svg.example.org/",
        ],
    );
    let footer = "2 http://footer.example.org/";
    assert_eq!(
        wanted(AlternativePart::All),
        [plain, html[0], html[1], footer]
    );
    assert_eq!(wanted(AlternativePart::Text), [plain, footer]);
    assert_eq!(wanted(AlternativePart::Html), [html[0], html[1], footer]);
    // Without such a part, the other parts are used.
    let mut want = Selection::default();
    want.alternative = AlternativePart::Html;
    let only = "From: a@b\nContent-Type: multipart/alternative; boundary=B\n\n--B\n\nhttp://a.org/\n--B--\n";
    assert_eq!(parts_selected(only, &want), ["1 http://a.org/"]);
    // Nor is a blank part one.
    want.alternative = AlternativePart::Text;
    let blank = "From: a@b\nContent-Type: multipart/alternative; boundary=B\n\n\
        --B\nContent-Type: text/plain\n\n \n\n\
        --B\nContent-Type: text/html\n\nhttp://a.org/\n--B--\n";
    assert_eq!(parts_selected(blank, &want), ["2 http://a.org/"]);
}

#[test]
fn header_fields() {
    let message = "From: a@b\nSubject: =?utf-8?q?see_http=3A//a.org/?=\n =?utf-8?b?eHk=?= http://b.org/\n\
        List-Unsubscribe: <http://lists.example.org/\n un>,\n <mailto:un@example.org>\n\
        Content-Type: message/rfc822\n\nX-Url: http://inner.example.org/\n\nhttp://body.example.org/\n";
    let mut want = Selection::default();
    want.headers = true;
    let container = mail::by_name("message", message.as_bytes()).expect("messages");
    let mut all = Vec::new();
    for text in container.texts_selected(message.as_bytes(), 0, &want) {
        for m in Extractor::default().extract_text(&text) {
            let start = text.map.source_of(m.span().start).start as usize;
            let url = String::from_utf8_lossy(m.as_bytes()).into_owned();
            all.push((
                text.place.field.clone().unwrap_or_default(),
                text.place.part.clone(),
                url,
                &message[start..start + 4],
            ));
        }
    }
    let subject = |url: &str, at| ("Subject".to_string(), vec![], url.to_string(), at);
    let unsubscribe = |url: &str, at| ("List-Unsubscribe".to_string(), vec![], url.to_string(), at);
    assert_eq!(
        all,
        [
            subject("http://a.org/xy", "http"),
            subject("http://b.org/", "http"),
            unsubscribe("http://lists.example.org/un", "http"),
            unsubscribe("mailto:un@example.org", "mail"),
            (
                "X-Url".to_string(),
                vec![1],
                "http://inner.example.org/".to_string(),
                "http"
            ),
            (
                String::new(),
                vec![1, 1],
                "http://body.example.org/".to_string(),
                "http"
            ),
        ]
    );
    want.headers = false;
    want.fields = vec!["SUBJECT".to_string()];
    assert_eq!(
        parts_selected(message, &want),
        [
            " http://a.org/xy",
            " http://b.org/",
            "1.1 http://body.example.org/"
        ]
    );
}

/// An image before it does not hide the type of an alternative. A file that is not read is a text without bytes.
#[test]
fn parts_that_are_no_text() {
    let message = "From: a@b\nContent-Type: multipart/alternative; boundary=B\n\n\
        --B\n\nhttp://plain.org/\n\
        --B\nContent-Type: multipart/related; boundary=C\n\n\
        --C\nContent-Type: image/png\n\nhttp://no.org/\n\
        --C\nContent-Type: application/pdf\n\n%PDF-1.7 http://no.org/\n\
        --C\nContent-Type: text/html\n\nhttp://html.org/\n--C--\n--B--\n";
    let mut want = Selection::default();
    want.alternative = AlternativePart::Html;
    assert_eq!(parts_selected(message, &want), ["2.3 http://html.org/"]);
    let container = mail::by_name("message", message.as_bytes()).expect("a container");
    let texts = container.texts_selected(message.as_bytes(), 0, &want);
    let unread = texts.filter_map(|text| Some((text.place.part_number(), text.unread?.name)));
    let pdf = (Some("2.2".to_string()), "PDF file");
    assert_eq!(unread.collect::<Vec<_>>(), [pdf]);
    // Where only headers are wanted, no part is missed.
    want.bodies = false;
    let mut texts = container.texts_selected(message.as_bytes(), 0, &want);
    assert!(texts.all(|text| text.unread.is_none()));
}

/// Eudora wraps HTML in an element of its own, and keeps the header of the multipart that it took apart.
#[test]
fn a_body_of_eudora() {
    let body = "\n<x-html>\n<a href=\"http://a.org/?a=1&amp;b=2\">x</a>\n</x-html>\n";
    for kind in [
        "multipart/alternative; boundary=\"=_1234==_.ALT\"",
        "text/html",
    ] {
        let message = format!("From: a@b\nDate: x\nContent-Type: {kind}\n{body}");
        assert_eq!(parts(&message), [" http://a.org/?a=1&b=2"], "{kind}");
    }
}

/// RFC 6532 section 3.7: a `message/global` may be encoded. PGP wrote a type of its own before RFC 2015.
#[test]
fn messages_and_texts_of_other_types() {
    let encoded = "From: a@b\nContent-Type: message/global\nContent-Transfer-Encoding: base64\n\n\
        RnJvbTogYUBiClN1YmplY3Q6IHgKCmh0dHA6Ly9pbm5lci5vcmcvCg==\n";
    assert_eq!(parts(encoded), ["1.1 http://inner.org/"]);
    let pgp = "From: a@b\nContent-Type: application/pgp; format=text\n\nhttp://a.org/\n";
    assert_eq!(parts(pgp), [" http://a.org/"]);
}

/// RFC 2557 section 4.2: the header of a part names its location, whether or not the part is displayed.
#[test]
fn header_fields_of_parts() {
    let message = "From: a@b\nContent-Type: multipart/alternative; boundary=B\n\n\
        --B\nContent-Location: http://text.org/\n\nhttp://a.org/\n\
        --B\nContent-Type: image/png\nContent-Base: <http://\n image.org/>\n\nhttp://no.org/\n\
        --B\nContent-Type: message/rfc822\nContent-Location: http://message.org/\n\nX-Url: http://inner.org/\n\nhttp://b.org/\n\
        --B\n\nhttp://c.org/\n--B--\n";
    let mut want = Selection::default();
    want.headers = true;
    assert_eq!(
        parts_selected(message, &want),
        [
            "1 http://text.org/",
            "1 http://a.org/",
            "2 http://image.org/",
            "3 http://message.org/",
            "3 http://inner.org/",
            "3.1 http://b.org/",
            "4 http://c.org/",
        ]
    );
    want.headers = false;
    want.fields = vec!["content-location".to_string()];
    assert_eq!(
        parts_selected(message, &want),
        [
            "1 http://text.org/",
            "1 http://a.org/",
            "3 http://message.org/",
            "3.1 http://b.org/",
            "4 http://c.org/",
        ]
    );
    // The header of a part that is not selected is skipped too.
    want.alternative = AlternativePart::Html;
    let html = message.replacen("http://a.org/", "x", 1).replacen(
        "Content-Location",
        "Content-Type: text/html\nContent-Location",
        1,
    );
    assert_eq!(parts_selected(&html, &want), ["1 http://text.org/"]);
}

#[test]
fn attributes_of_urls_in_html() {
    let page = b"<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0//EN\" \"http://dtd.example.org/\">\n\
        <html xmlns='http://ns.example.org/' xmlns:o=\"urn:schemas:o\">\n\
        <a HREF=http://a.org/?a=1&amp;b=2>http://b.org/</a> <img src='cid:1@b.org' alt='mid:2@b.org'> cid:3@b.org\n";
    let container = mail::detect(page);
    assert_eq!(container.name(), "html");
    let all = |extractor: Extractor| -> Vec<(String, Option<String>, bool)> {
        let texts = container.texts(page, 0).collect::<Vec<_>>();
        let found = texts.iter().flat_map(|text| extractor.extract_text(text));
        let shown = found.map(|m| {
            (
                String::from_utf8_lossy(m.as_bytes()).into_owned(),
                m.attribute().map(str::to_string),
                m.is_accepted(),
            )
        });
        shown.collect()
    };
    let of = |url: &str, attribute: Option<&str>, shown| {
        (url.to_string(), attribute.map(str::to_string), shown)
    };
    let (a, b, c) = (
        of("http://a.org/?a=1&b=2", Some("href"), true),
        of("http://b.org/", None, true),
        of("cid:3@b.org", None, true),
    );
    assert_eq!(all(Extractor::default()), [a.clone(), b.clone(), c.clone()]);
    assert_eq!(
        all(Extractor::builder().all(true).build()),
        [
            of("http://dtd.example.org/", None, false),
            of("http://ns.example.org/", Some("xmlns"), false),
            of("urn:schemas:o", Some("xmlns:o"), false),
            a,
            b,
            of("cid:1@b.org", Some("src"), false),
            of("mid:2@b.org", Some("alt"), false),
            c,
        ]
    );
}

/// Escaped markup is text, and so is its content.
#[test]
fn escaped_markup_in_html() {
    let shown = "<p>caf&eacute; &lt;!DOCTYPE html \"http://dtd.org/\"&gt; &#60;html xmlns='http://ns.org/'&#x3e;\
        &LT;img src=cid:1@a.org /&gt;&lt;a href='http://a.org/'&gt;\
        <a title='&gt;' href='http://b.org/'>x</a> <p title='&#39;&quot; http://c.org/' lang=\"&quot;http://d.org/\"> \
        &quot;http://e.org/&quot; <p xmlns=\"http://no.org/\">\n";
    let wide = |bytes: fn(u16) -> [u8; 2]| shown.encode_utf16().flat_map(bytes).collect::<Vec<_>>();
    let lying = |bytes: &[u8]| bytes.iter().map(|&b| (b, None)).collect::<Vec<_>>();
    let base64 = |bytes: &[u8]| -> Vec<u8> {
        let marked = mailbox::base64(&lying(bytes), 76);
        marked.into_iter().map(|(byte, _)| byte).collect()
    };
    let all_coded: String = shown.bytes().map(|b| format!("={b:02X}")).collect();
    for (encoding, charset, body) in [
        ("8bit", "utf-8", shown.as_bytes().to_vec()),
        ("8bit", "utf-16le", wide(u16::to_le_bytes)),
        ("base64", "utf-8", base64(shown.as_bytes())),
        ("base64", "utf-16le", base64(&wide(u16::to_le_bytes))),
        ("base64", "utf-16be", base64(&wide(u16::to_be_bytes))),
        (
            "quoted-printable",
            "utf-8",
            shown.replace('=', "=3D").replace("<p", "=3Cp").into_bytes(),
        ),
        ("quoted-printable", "utf-8", all_coded.into_bytes()),
    ] {
        let header = format!(
            "From: a@b\nContent-Type: text/html; charset={charset}\nContent-Transfer-Encoding: {encoding}\n\n"
        );
        let message = [header.as_bytes(), &body].concat();
        let container = mail::by_name("message", &message).expect("messages");
        let texts: Vec<_> = container.texts(&message, 0).collect();
        let urls = Extractor::default();
        let found = texts.iter().flat_map(|text| urls.extract_text(text));
        let found: Vec<_> = found
            .map(|m| {
                let url = String::from_utf8_lossy(m.as_bytes()).into_owned();
                (url, m.attribute().map(str::to_string))
            })
            .collect();
        let want = [
            ("http://dtd.org/", None),
            ("http://ns.org/", None),
            ("cid:1@a.org", None),
            ("http://a.org/", None),
            ("http://b.org/", Some("href")),
            ("http://c.org/", Some("title")),
            ("http://d.org/", Some("lang")),
            ("http://e.org/", None),
        ]
        .map(|(url, attribute)| (url.to_string(), attribute.map(str::to_string)));
        assert_eq!(found, want, "{encoding} {charset}");
    }
}

#[test]
fn other_containers() {
    let article = "Path: news!a\nFrom: a@b\nDate: now\nContent-Transfer-Encoding: quoted-printable\n\nhttp:=\n//a.org/=3D\n";
    let want = |message: u32, file: &str, n: usize| {
        let start = file.match_indices("http:=").nth(n).expect("a URL").0;
        Planted {
            message,
            start,
            part: String::new(),
            url: "http://a.org/=".to_string(),
        }
    };
    let rnews = format!(
        "#! rnews {0}\n{article}#! rnews {0}\n{article}",
        article.len()
    );
    let mark = "\x01\x01\x01\x01\n";
    let mmdf = format!("{mark}{article}{mark}{mark}{article}{mark}");
    let babyl = format!(
        "BABYL OPTIONS: http://no.example.org/\n\x1f\x0c\n0,,\n*** EOOH ***\n{article}\x1f\x0c\n0,,\n*** EOOH ***\n{article}\x1f"
    );
    let from = "From a at b.org  Mon Jan  3 10:00:00 1994\n";
    let pipermail = format!("{from}{article}\n\n{from}{article}");
    for (name, file) in [
        ("rnews", rnews),
        ("mmdf", mmdf),
        ("babyl", babyl),
        ("mbox", pipermail),
    ] {
        // Programs write batches, and no byte order mark into them.
        let marked = (name != "rnews").then(|| format!("\u{feff}{file}"));
        for file in [file].into_iter().chain(marked) {
            let container = mail::detect(file.as_bytes());
            assert_eq!(container.name(), name);
            for size in [1, 50, file.len()] {
                assert_eq!(
                    found(file.as_bytes(), container, size),
                    [want(1, &file, 0), want(2, &file, 1)],
                    "{name}"
                );
            }
        }
    }
    // Wire format: the second line of the URL begins with a stuffed dot.
    let wire = "From: a@b\r\nDate: now\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nhttp://a=\r\n..org/\r\n.\r\n";
    let all = found(wire.as_bytes(), mail::detect(wire.as_bytes()), wire.len());
    let start = wire.find("http").expect("a URL");
    assert_eq!(
        all,
        [Planted {
            message: 1,
            start,
            part: String::new(),
            url: "http://a.org/".to_string()
        }]
    );
    // A message that is known by its name only, and not in that format.
    let file = b"Content-Type: text/plain\r\n\r\n<URL:http://a.org/x\r\n../y>\r\n";
    let message = mail::detect_file("x.eml".as_ref(), file);
    assert_eq!(
        found(file, message, file.len())[0].url,
        "http://a.org/x../y"
    );
    // Plain text in UTF-16.
    let wide: Vec<u8> = "\u{feff}a\nhttp://a.org/\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let all = found(&wide, mail::detect(&wide), wide.len());
    assert_eq!(
        all,
        [Planted {
            message: 0,
            start: 6,
            part: String::new(),
            url: "http://a.org/".to_string()
        }]
    );
}

#[test]
fn a_long_part_is_decoded_in_pieces() {
    let (mut dice, mut lines) = (mailbox::Dice(7), String::new());
    for i in 0..90_000 {
        lines.push_str(&format!(
            "number {i}: http://host{i}.example.org/\nand more\n\n"
        ));
    }
    let text = mailbox::unmarked(&lines);
    for (name, body) in [
        ("base64", mailbox::base64(&text, 76)),
        (
            "quoted-printable",
            mailbox::quoted_printable(&text, &mut dice),
        ),
        ("x-uuencode", mailbox::uuencode(&text, &mut dice)),
    ] {
        let header = format!("From: a@b\nContent-Transfer-Encoding: {name}\n\n");
        let message = [header.as_bytes(), &mailbox::bytes(&body)].concat();
        let texts: Vec<_> = mail::by_name("message", &message)
            .expect("messages")
            .texts(&message, 0)
            .collect();
        assert!(
            texts.len() > 2 && texts.iter().all(|text| text.bytes.len() < 2 << 20),
            "{} texts",
            texts.len()
        );
        let whole: Vec<u8> = texts
            .iter()
            .flat_map(|text| text.bytes.iter().copied())
            .collect();
        assert_eq!(whole, lines.as_bytes(), "{name}");
        let urls: usize = texts
            .iter()
            .map(|text| Extractor::default().extract_text(text).count())
            .sum();
        assert_eq!(urls, 90_000, "{name}");
    }
}

#[test]
fn damage_is_reported() {
    let damage = |head: &str| {
        let message = format!("From: a@b\n{head}\n\nhttp://a.org/\n");
        let container = mail::by_name("message", message.as_bytes()).expect("messages");
        container
            .texts(message.as_bytes(), 0)
            .next()
            .and_then(|text| text.damage)
    };
    assert_eq!(
        damage("Content-Transfer-Encoding: x-rot13"),
        Some(Damage::UnknownEncoding)
    );
    assert_eq!(
        damage("Content-Type: text/plain; charset=nobody"),
        Some(Damage::UnknownCharset)
    );
    assert_eq!(
        damage("Content-Type: multipart/mixed; boundary=x"),
        Some(Damage::NoBoundary)
    );
    assert_eq!(damage("Content-Type: text/plain; charset=koi8-r"), None);
}

/// A report of a mail that failed has the header of that mail, and no body; some programs write a multipart without parts.
#[test]
fn a_body_that_is_empty_is_not_damaged() {
    for body in ["", "--y--\n"] {
        let message = format!(
            "From: a@b\nContent-Type: multipart/report; boundary=x\n\n--x\n\nhttp://a.org/\n\
            --x\nContent-Type: message/rfc822\n\nFrom: c@d\nContent-Type: multipart/mixed; boundary=y\n\n{body}\n--x--\n"
        );
        let container = mail::by_name("message", message.as_bytes()).expect("messages");
        let damaged = container
            .texts(message.as_bytes(), 0)
            .filter(|text| text.damage.is_some());
        assert_eq!(damaged.count(), 0, "{body:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// If anything is removed from a mailbox or written into it, nothing panics, all matches lie in the file, and chunks make no
    /// difference.
        #[test]
    fn any_damage_is_tolerated(seed in 1u64..200, cuts in prop::collection::vec((0usize..6000, 0usize..80, "[ -~\n\r=>]{0,3}"), 0..6)) {
        let mut mailbox = Mailbox::new(seed);
        (0..3).for_each(|_| mailbox.message());
        let (mut file, _) = mailbox.finish(seed % 2 == 0);
        for (at, len, instead) in cuts {
            let at = at.min(file.len());
            let end = (at + len).min(file.len());
            file.splice(at..end, instead.bytes());
        }
        for name in mail::names() {
            let container = mail::by_name(name, &file).expect("its own name");
            let whole = found(&file, container, file.len().max(1));
            prop_assert!(whole.iter().all(|planted| planted.start < file.len()));
        }
        let container = mail::detect(&file);
        prop_assert_eq!(found(&file, container, file.len().max(1)), found(&file, container, 64));
    }
}

/// The URLs that the relative values of a page mean, which are none without a base.
fn relative(page: &str, base: Option<&str>) -> Vec<String> {
    let mut want = Selection::default();
    want.relative = true;
    let builder = urlgrep::Extractor::builder();
    let urls = match base {
        Some(base) => builder.base(base.as_bytes()).build(),
        None => builder.build(),
    };
    let container = mail::by_name("html", page.as_bytes()).expect("HTML");
    let mut found = Vec::new();
    for text in container.texts_selected(page.as_bytes(), 0, &want) {
        for m in urls.extract_text(&text) {
            let url = m.assumed().unwrap_or(m.as_bytes());
            found.push(String::from_utf8_lossy(url).into_owned());
        }
    }
    found
}

/// With and without a base, a value in quotation marks has the same form and stands in them.
#[test]
fn a_resolved_value_stands_in_its_quotes() {
    let page = "<a href=\"//a.org/x\">x</a> <a href=//b.org/y>y</a>";
    let mut want = Selection::default();
    want.relative = true;
    let forms = |urls: urlgrep::Extractor| -> Vec<(urlgrep::Form, usize)> {
        let container = mail::by_name("html", page.as_bytes()).expect("HTML");
        let texts = container.texts_selected(page.as_bytes(), 0, &want);
        let forms = |text: urlgrep::Text<'_>| -> Vec<_> {
            let found = urls.extract_text(&text);
            found.map(|m| (m.form(), m.outer_span().len())).collect()
        };
        texts.flat_map(forms).collect()
    };
    let builder = urlgrep::Extractor::builder;
    let with_base = forms(builder().base(b"http://c.org/").build());
    let quoted = (urlgrep::Form::Quoted, 11);
    assert_eq!(with_base, [quoted, (urlgrep::Form::Bare, 9)]);
    assert_eq!(with_base, forms(builder().build()));
}

#[test]
fn relative_urls_are_resolved() {
    let page = "<a href='../x?a=1&amp;b=2'>x</a> <a href='http://abs.org/'>y</a> <img src=' /i\nmg.png '><a href='?q'><a href=''>\
        <a href='#top'><a href='javascript:x()'><a href='{{ url }}'><a href='a b\\c'><img src='//h.org/i'>";
    assert_eq!(
        relative(page, Some("http://a.org/b/c/d")),
        [
            "http://a.org/b/x?a=1&b=2",
            "http://abs.org/",
            "http://a.org/img.png",
            "http://a.org/b/c/d?q",
            "http://a.org/b/c/a%20b/c",
            "http://h.org/i",
        ]
    );
    assert_eq!(relative(page, None), ["http://abs.org/", "https://h.org/i"]);
    for no_base in [
        "",
        "a.org/b",
        "/b/",
        "//a.org/",
        "mailto:joe@a.org",
        "://a.org/",
    ] {
        assert_eq!(relative(page, Some(no_base)), relative(page, None));
    }
    assert_eq!(relative("<a href=x>", Some("file:///b/c")), ["file:///b/x"]);
    let with_base = |base: &str| format!("<a href='x'>x</a><base href='{base}'><a href='y'>y</a>");
    assert_eq!(
        relative(&with_base("http://b.org/c/"), None),
        ["http://b.org/c/x", "http://b.org/c/", "http://b.org/c/y"]
    );
    for no_base in ["mailto:joe@b.org", "tel:+1-201-555-0123"] {
        assert_eq!(relative(&with_base(no_base), None), [no_base]);
    }
    // It is read for each relative URL.
    let long = format!("http://b.org/{}/", "c".repeat(2100));
    assert_eq!(relative(&with_base(&long), None), [&*long]);
    assert_eq!(
        relative(&with_base("/e/"), Some("http://d.org/")),
        ["http://d.org/e/x", "http://d.org/e/", "http://d.org/e/y"]
    );
}
