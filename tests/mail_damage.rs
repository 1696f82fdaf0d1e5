//! Broken mail is common. Nothing in it is lost, nothing panics, and the time is linear in the length of the input.
//!
//! The expected results are what a person would see in the file.

#![cfg(feature = "mail")]

use urlgrep::mail::{self, AlternativePart, Selection};
use urlgrep::{Damage, Extractor};

#[path = "support/growth.rs"]
mod growth;
use growth::{assert_linear, of_thread};

#[allow(dead_code, reason = "only its base64 is used here")]
#[path = "support/mailbox.rs"]
mod mailbox;
#[allow(dead_code, reason = "nothing is read in chunks here")]
#[path = "support/texts.rs"]
mod texts;

/// Part and URL of each match in a message. LF and CRLF must give the same result.
fn parts(message: &str) -> Vec<String> {
    let lf = parts_of("message", message);
    assert_eq!(
        lf,
        parts_of("message", &message.replace('\n', "\r\n")),
        "with CRLF"
    );
    lf
}

fn parts_of(container: &str, file: &str) -> Vec<String> {
    let container = mail::by_name(container, file.as_bytes()).expect("a container");
    texts::parts_and_urls(container, file.as_bytes(), &Selection::default())
}

/// The texts of a message.
fn texts_selected(message: &str, want: &Selection) -> Vec<String> {
    let container = mail::by_name("message", message.as_bytes()).expect("messages");
    let texts = container.texts_selected(message.as_bytes(), 0, want);
    texts
        .map(|text| String::from_utf8_lossy(&text.bytes).into_owned())
        .collect()
}

/// A message with this content type and body.
fn message(content_type: &str, body: &str) -> String {
    format!("From: a@b\nContent-Type: {content_type}\n\n{body}")
}

#[test]
fn a_boundary_that_is_a_prefix_of_another() {
    let body = "--B\nContent-Type: multipart/mixed; boundary=B2\n\n--B2\n\nhttp://a.org/\n--B2--\n--B\n\nhttp://b.org/\n--B--\n";
    assert_eq!(
        parts(&message("multipart/mixed; boundary=B", body)),
        ["1.1 http://a.org/", "2 http://b.org/"]
    );
}

#[test]
fn a_wrong_boundary() {
    // The separator lines occur several times, before header fields.
    let body = "preamble\n--Y\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a=2Eorg/\n--Y\n\nhttp://b.org/\n--Y--\n";
    let real = |boundary: &str| {
        message(
            &format!("multipart/mixed{boundary}"),
            &body.replace('Y', "YYY1"),
        )
    };
    let want = ["1 http://a.org/", "2 http://b.org/"];
    assert_eq!(parts(&real("; boundary=X")), want);
    assert_eq!(parts(&real("")), want);
    assert_eq!(parts(&real("; boundary=\"\"")), want);
    let blanks = message(
        "multipart/mixed; boundary=\"=xx yy\"",
        &body.replace('Y', "= xx yy"),
    );
    assert_eq!(parts(&blanks), want);
    // A line of prose.
    let prose = blanks.replace("Content-Transfer-Encoding: quoted-printable", "");
    assert_eq!(parts(&prose), [" http://b.org/"]);
    // Without such lines, the whole body is text.
    let text = "http://a.org/\n-- \nJoe\n--\nhttp://b.org/\n";
    assert_eq!(
        parts(&message("multipart/mixed; boundary=X", text)),
        [" http://a.org/", " http://b.org/"]
    );
    assert_eq!(
        parts(&message("multipart/mixed", text)),
        [" http://a.org/", " http://b.org/"]
    );
    // It occurs once, before a field that describes the part.
    let once = "--YYY1\nContent-Transfer-Encoding: base64\n\naHR0cDovL2Eub3JnLw==\n----other--\n";
    assert_eq!(
        parts(&message("multipart/alternative; boundary=X", once)),
        ["1 http://a.org/"]
    );
    // The closing boundary line comes first.
    assert_eq!(
        parts(&message(
            "multipart/mixed; boundary=X",
            "http://a.org/\n--X--\nhttp://b.org/\n"
        ))
        .len(),
        2
    );
    // Only the inner boundary is wrong.
    let inner =
        "--B\nContent-Type: multipart/mixed; boundary=C\n\nhttp://a.org/\n--B\n\nhttp://b.org/\n";
    assert_eq!(parts(&message("multipart/mixed; boundary=B", inner)), want);
}

#[test]
fn boundary_lines_are_lines() {
    let body = "--B  \n\nhttp://a.org/ --B\n --B\n--B-\n--Bx\n> --B\nhttp://b.org/\n--B\t\n\nhttp://c.org/";
    assert_eq!(
        parts(&message("multipart/mixed; boundary=B", body)),
        ["1 http://a.org/", "1 http://b.org/", "2 http://c.org/"]
    );
}

#[test]
fn the_same_boundary_twice() {
    let body = "--B\nContent-Type: multipart/mixed; boundary=B\n\n--B\n\nhttp://a.org/\n--B--\n--B\n\nhttp://b.org/\n--B--\n";
    assert_eq!(
        parts(&message("multipart/mixed; boundary=B", body)),
        ["1.1 http://a.org/", "2 http://b.org/"]
    );
}

#[test]
fn an_outer_boundary_ends_the_inner_multipart() {
    let body = "--B\nContent-Type: multipart/mixed; boundary=C\n\n--C\n\nhttp://a.org/\n--B\n\nhttp://b.org/\n--C\nhttp://c.org/\n--B--\n";
    let want = ["1.1 http://a.org/", "2 http://b.org/", "2 http://c.org/"];
    assert_eq!(parts(&message("multipart/mixed; boundary=B", body)), want);
}

/// The footers of mailing lists are there.
#[test]
fn text_outside_the_parts_of_a_multipart() {
    let inner = "Content-Type: multipart/alternative; boundary=C\n\nhttp://c.org/before\n--C\n\nhttp://c.org/1\n--C--\n\n\
        http://c.org/behind\n";
    let forwarded = "Content-Type: message/rfc822\n\nSubject: x\nContent-Type: multipart/mixed; boundary=D\n\n\
        http://d.org/before\n--D\n\nhttp://d.org/1\n--D--\nhttp://d.org/behind\n";
    let body = format!(
        "http://b.org/before\n--B\n{inner}--B\n{forwarded}--B--\nhttp://b.org/\nbehind <URL:http://b.org/\n--B\n"
    );
    let want = [
        " http://b.org/before",
        "1 http://c.org/before",
        "1.1 http://c.org/1",
        "1 http://c.org/behind",
        "2 http://d.org/before",
        "2.1 http://d.org/1",
        "2 http://d.org/behind",
        " http://b.org/",
        " http://b.org/",
    ];
    let message = message("multipart/mixed; boundary=B", &body);
    assert_eq!(parts(&message), want);
    // They are independent of the selected alternative.
    let mut html = Selection::default();
    html.alternative = AlternativePart::Html;
    let html = texts_selected(&message, &html).len();
    assert_eq!(html, texts_selected(&message, &Selection::default()).len());
    // The multipart's encoding does not apply to them. Blank ones are skipped. Without a closing line, nothing follows it.
    let encoded = message.replace(
        "\n\nhttp://b",
        "\nContent-Transfer-Encoding: base64\n\nhttp://b",
    );
    assert_eq!(parts(&encoded), want);
    let blank = message
        .replace("http://b.org/before", "")
        .replace("http://b.org/\n", "\n");
    assert_eq!(texts_selected(&blank, &Selection::default()).len(), 7);
    let cut = &message[..message.find("--D--").expect("an end")];
    assert_eq!(parts(cut), want[..6]);
}

#[test]
fn parts_without_header_or_blank_line() {
    let body = "--B\nhttp://a.org/\n--B\n--B\n\n--B\nContent-Type: text/plain\n--B\nContent-Type: text/html\nno field <a href='http://b.org/&amp;'>\n";
    assert_eq!(
        parts(&message("multipart/mixed; boundary=B", body)),
        ["1 http://a.org/", "5 http://b.org/&"]
    );
}

#[test]
fn a_header_without_end() {
    assert_eq!(
        parts("From: a@b\nSubject: x\nhttp://a.org/ is no field\n\nhttp://b.org/\n"),
        [" http://a.org/", " http://b.org/"]
    );
    assert_eq!(
        parts("From: a@b\nContent-Type: multipart/mixed;\n boundary=B"),
        [] as [&str; 0]
    );
    assert_eq!(
        parts("From: a@b\nContent-Transfer-Encoding: base64\nContent-Type"),
        [] as [&str; 0]
    );
    assert_eq!(parts(""), [] as [&str; 0]);
}

/// The field that says how the part is encoded comes later.
#[test]
fn a_header_whose_first_line_is_no_field() {
    let quoted = "Content-Transfer-Encoding: quoted-printable\n\nhttp://a.org/?a=3D1\n";
    for first in [
        " Content-Type: text/plain",
        "stray",
        "\tby mx.example.org; now",
    ] {
        let part = format!("--B\n{first}\n{quoted}--B--\n");
        let part = message("multipart/mixed; boundary=B", &part);
        assert_eq!(parts(&part), ["1 http://a.org/?a=1"], "{first}");
        let inner = message("message/rfc822", &format!("{first}\n{quoted}"));
        assert_eq!(parts(&inner), ["1.1 http://a.org/?a=1"], "{first}");
    }
}

#[test]
fn unknown_encodings_are_searched_without_decoding() {
    let known = |fields: &str| parts(&format!("From: a@b\n{fields}\n\nhttp://a.org/=3D\n"));
    assert_eq!(
        known("Content-Type: text/plain; charset=nobody"),
        [" http://a.org/=3D"]
    );
    assert_eq!(
        known("Content-Transfer-Encoding: x-rot13"),
        [" http://a.org/=3D"]
    );
    assert_eq!(known("Content-Type: ;;;=;\"\\"), [" http://a.org/=3D"]);
    assert_eq!(
        known("Content-Type: text/plain; charset=utf-16"),
        [" http://a.org/=3D"]
    );
    assert_eq!(
        known("Content-Transfer-Encoding: quoted-printable (really)"),
        [" http://a.org/="]
    );
}

#[test]
fn a_wrong_charset() {
    let base64 = |charset: &str, body: &[u8]| {
        let body: Vec<_> = body.iter().map(|&b| (b, None)).collect();
        let body = String::from_utf8(mailbox::bytes(&mailbox::base64(&body, 76))).expect("digits");
        let fields = format!("Content-Type: text/plain; charset={charset}");
        parts(&format!(
            "From: a@b\n{fields}\nContent-Transfer-Encoding: base64\n\n{body}"
        ))
    };
    let wide: Vec<u8> = "\u{feff}http://a.org/ x"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(base64("utf-8", &wide), [" http://a.org/"]);
    assert_eq!(base64("utf-16be", &wide), [" http://a.org/"]);
    assert_eq!(base64("utf-16", &wide[2..]), [" http://a.org/"]);
    assert_eq!(base64("utf-16", b"http://a.org/ x"), [" http://a.org/"]);
    for charset in ["utf-8", "iso-8859-1", "utf-16"] {
        for mark in [&b"\xff\xfe"[..], b"\xfe\xff"] {
            let text = [mark, b"http://a.org/ x"].concat();
            assert_eq!(base64(charset, &text), [" http://a.org/"], "{charset}");
        }
    }
}

#[test]
fn white_space_in_the_attributes_of_html() {
    let urls = |value: &str| parts(&message("text/html", &format!("<a href='{value}'>x</a>\n")));
    assert_eq!(urls("http://a.org/\n x"), [" http://a.org/x"]);
    assert_eq!(
        urls("http://a.org/?u=http://b.org/\n x"),
        [" http://a.org/?u=http://b.org/x"]
    );
    assert_eq!(urls("ht&#116;p&colon;//a.org/\n x"), [" http://a.org/x"]);
    assert_eq!(
        urls("http://a.org/\n http://b.org/"),
        [" http://a.org/", " http://b.org/"]
    );
}

#[test]
fn plain_text_after_base64() {
    let footer = "_______________________________________________\nList http://list.example.org/\n";
    let head = "From: a@b\nContent-Transfer-Encoding: base64\n\n";
    // `see http://a.org/ now`, with and without padding, truncated before its end.
    for (digits, first) in [
        ("c2VlIGh0dHA6Ly9hLm9yZy8gbm93", "http://a.org/"),
        ("c2VlIGh0dHA6Ly9hLm9yZy8", "http://a.org/"),
        ("c2VlIGh0dHA6Ly9hLm9yZ", "http://a.or"),
    ] {
        let want = [format!(" {first}"), " http://list.example.org/".to_string()];
        assert_eq!(
            parts(&format!("{head}{digits}\n{footer}")),
            want,
            "{digits}"
        );
        assert_eq!(
            parts(&format!("{head}{digits}\n\n{footer}")),
            want,
            "{digits}"
        );
    }
    // Without a line break in between, the padding marks the end of the digits.
    let glued = parts(&format!("{head}c2VlIGh0dHA6Ly9hLm9yZy8={footer}"));
    assert_eq!(glued, [" http://a.org/", " http://list.example.org/"]);
    // Everything is plain text, although the header declares base64.
    assert_eq!(
        parts(&format!("{head}See\nhttp://a.org/\n")),
        [" http://a.org/"]
    );
}

/// Why each text of a message could not be decoded, and the unknown name.
fn damage_of(message: &str, want: &Selection) -> Vec<(Option<Damage>, Option<String>)> {
    let container = mail::by_name("message", message.as_bytes()).expect("messages");
    let texts = container.texts_selected(message.as_bytes(), 0, want);
    texts.map(|text| (text.damage, text.unknown_name)).collect()
}

#[test]
fn base64_that_is_plain_text() {
    let head = "From: a@b\nContent-Transfer-Encoding: base64\n\n";
    let plain = "--\nhttp://a.org/, http://b.org/\n";
    let is_damaged = |body: &str| {
        let message = format!("{head}{body}");
        damage_of(&message, &Selection::default())[0].0 == Some(Damage::NotBase64)
    };
    assert!(is_damaged(plain));
    assert!(is_damaged(&format!("See\n{plain}")));
    assert!(is_damaged(&format!("\n\n{}", plain.repeat(80_000))));
    // A footer, a note of a gateway, nothing.
    for body in [
        "aGk=\n{}",
        "aGk={}",
        "aGkK\n{}",
        "{}\naGVsbG8gaGVsbG8gaGVsbG8gaGVsbG8gaGVsbG8gaGVsbG8=\n",
    ] {
        assert!(!is_damaged(&body.replace("{}", plain)), "{body}");
    }
    assert!(!is_damaged(""));
    assert!(!is_damaged("\n"));
    // A part of a multipart; a message in a message.
    let part = "Content-Transfer-Encoding: base64\n\nSee below.";
    let body =
        format!("--B\n\nhi\n--B\n{part}\n--B\nContent-Type: message/rfc822\n{part}\n--B--\n");
    let damage = damage_of(
        &message("multipart/mixed; boundary=B", &body),
        &Selection::default(),
    );
    let damage: Vec<_> = damage.iter().map(|(damage, _)| *damage).collect();
    assert_eq!(
        damage,
        [None, Some(Damage::NotBase64), Some(Damage::NotBase64)]
    );
}

#[test]
fn encoded_words_in_unknown_charsets() {
    let mut want = Selection::default();
    want.headers = true;
    let message = "From: =?klingon*tlh?q?=3Ca?= <a@b>\nSubject: =?utf-8?q?x?= =?x-1?b?eA==?= =?x-2?q?x?=\n\nhi\n";
    let unknown = |name: &str| (Some(Damage::UnknownCharset), Some(name.to_string()));
    let damage = damage_of(message, &want);
    assert_eq!(damage, [unknown("klingon"), unknown("x-1"), (None, None)]);
    let known = "From: =?iso-8859-1?q?=3Ca?= <a@b>\nSubject: =?klingon?= =?klingon?x?x?=\n\nhi\n";
    assert!(
        damage_of(known, &want)
            .iter()
            .all(|(damage, _)| damage.is_none())
    );
}

#[test]
fn nested_a_thousand_deep() {
    let mut body = String::new();
    for i in 0..1000 {
        body.push_str(&format!(
            "Content-Type: multipart/mixed; boundary=B{i}\n\n--B{i}\n"
        ));
    }
    let file = format!("From: a@b\n{body}\nhttp://a.org/\n");
    let container = mail::by_name("message", file.as_bytes()).expect("messages");
    let texts: Vec<_> = container.texts(file.as_bytes(), 0).collect();
    assert_eq!((texts.len(), texts[0].damage), (1, Some(Damage::TooDeep)));
    assert_eq!(texts[0].place.part.len(), 64);
    assert_eq!(Extractor::default().extract_text(&texts[0]).count(), 1);
    let mut want = Selection::default();
    want.depth = 2;
    let texts: Vec<_> = container
        .texts_selected(file.as_bytes(), 0, &want)
        .collect();
    assert_eq!(texts[0].place.part, [1, 1]);

    // Nested messages, plain and encoded.
    let plain = "Content-Type: message/rfc822\n\n".repeat(1000);
    assert_eq!(
        parts(&format!("From: a@b\n{plain}Subject: x\n\nhttp://a.org/\n")).len(),
        1
    );
    let encoded = "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n"
        .repeat(1000);
    assert_eq!(
        parts(&format!(
            "From: a@b\n{encoded}Subject: x\n\nhttp://a.org/\n"
        ))
        .len(),
        1
    );
}

#[test]
fn more_parts_than_the_limit() {
    let body = format!("{}http://a.org/\n", "--B\n\nx\n".repeat(20_000));
    let file = message("multipart/mixed; boundary=B", &body);
    let container = mail::by_name("message", file.as_bytes()).expect("messages");
    let texts: Vec<_> = container.texts(file.as_bytes(), 0).collect();
    let last = texts.last().expect("a text");
    assert_eq!(
        (texts.len(), last.damage),
        (10_001, Some(Damage::TooManyParts))
    );
    assert_eq!(Extractor::default().extract_text(last).count(), 1);
}

#[test]
fn more_fields_than_the_limit() {
    let fields = "X: http://a.org/\n".repeat(10_002);
    let file = format!("{fields}\nbody\n");
    let mut want = Selection::default();
    want.headers = true;
    let container = mail::by_name("message", file.as_bytes()).expect("messages");
    let texts: Vec<_> = container
        .texts_selected(file.as_bytes(), 0, &want)
        .collect();
    assert_eq!(texts.len(), 10_002);
    assert_eq!(texts[10_000].damage, Some(Damage::TooManyParts));
    let found: usize = texts
        .iter()
        .map(|text| Extractor::default().extract_text(text).count())
        .sum();
    assert_eq!(found, 10_002);
}

#[test]
fn a_from_line_in_a_body() {
    let from = "From joe@example.org Mon Jan  3 10:00:00 1994\n";
    let bodies = [
        "From here on http://a.org/\n",
        "\nFrom joe@example.org Mon Jan  3 10:00:00 1994\nno field follows\n",
        "x\nFrom joe@example.org Mon Jan  3 10:00:00 1994\nSubject: no blank line before\n",
        "\nFrom my 1994 notes: at 10\nSubject: no date\n",
        "\n>From joe@example.org Mon Jan  3 10:00:00 1994\nSubject: quoted\n",
    ];
    for body in bodies {
        let file = format!("{from}Subject: x\n\n{body}\n{from}Subject: y\n\nhttp://b.org/\n");
        for file in [file.replace('\n', "\r\n"), file] {
            let container = mail::detect(file.as_bytes());
            let texts: Vec<_> = container.texts(file.as_bytes(), 0).collect();
            assert_eq!(texts.len(), 2, "{body}");
            let end = body.trim_end();
            assert!(
                String::from_utf8_lossy(&texts[0].bytes)
                    .replace('\r', "")
                    .contains(end),
                "{body}"
            );
        }
    }
}

#[test]
fn the_last_message_is_cut() {
    let from = "From joe@example.org Mon Jan  3 10:00:00 1994\n";
    let whole = format!(
        "{from}Subject: x\n\nhttp://a.org/\n\n{from}Content-Type: multipart/mixed; boundary=B\n\n\
         --B\nContent-Transfer-Encoding: base64\n\nc2VlIGh0dHA6Ly9hLm9yZy8gbm93\n--B--\n"
    );
    for len in 0..=whole.len() {
        let file = &whole[..len];
        let urls = parts_of("mbox", file);
        let complete = file.contains("http://a.org/\n");
        assert!(
            urls.len() >= usize::from(complete) && urls.len() <= 2,
            "{len}: {urls:?}"
        );
    }
}

#[test]
fn a_wrong_rnews_length() {
    for count in [
        "0",
        "5",
        "29",
        "30",
        "31",
        "99999999999999999999",
        "-1",
        "x",
    ] {
        let batch = format!(
            "#! rnews 30\nPath: a\n\nhttp://a.org/ is here\n#! rnews {count}\nPath: b\n\nhttp://b.org/\n#! rnews 24\nPath: c\n\nhttp://c.org/\n"
        );
        let want = [" http://a.org/", " http://b.org/", " http://c.org/"];
        assert_eq!(parts_of("rnews", &batch), want, "{count}");
    }
}

#[test]
fn work_is_linear() {
    let deep: String = (0..63)
        .map(|i| {
            format!(
                "--B{}\nContent-Type: multipart/mixed; boundary=B{i}\n\n",
                i - 1
            )
        })
        .collect();
    let uuencode = |body: &str| message("text/plain\nContent-Transfer-Encoding: x-uuencode", body);
    let cases: [(&str, String, &str); 14] = [
        (
            "soft breaks",
            message(
                "text/plain\nContent-Transfer-Encoding: quoted-printable",
                "",
            ),
            "=\n",
        ),
        ("lines of uuencode", uuencode("begin 644 x\n"), "#0V%T\n"),
        (
            "lines of uuencode that are cut",
            uuencode("begin 644 x\n"),
            "_\n",
        ),
        ("a long line before uuencode", uuencode(""), "begin 644 "),
        (
            "boundary lines",
            message("multipart/mixed; boundary=B", ""),
            "--B\n",
        ),
        (
            "dashes below many multiparts",
            message("multipart/mixed; boundary=B-1", &deep),
            "--B\n",
        ),
        (
            "multiparts",
            message("multipart/mixed; boundary=B", ""),
            "--B\nContent-Type: multipart/mixed\n\n--x\n",
        ),
        ("ampersands", message("text/html", ""), "&a"),
        (
            "broken values",
            message("text/html", ""),
            "<a href=\"http://",
        ),
        (
            "values with many schemes",
            message("text/html", ""),
            &format!("<a href='{} http://'>", "a://".repeat(900)),
        ),
        (
            "values with references",
            message("text/html", ""),
            &format!("<a href='{} http://'>", "a&#58;//".repeat(400)),
        ),
        (
            "encoded words",
            "From: a@b\nSubject: ".to_string(),
            "=?utf-8?q?x?",
        ),
        (
            "names of files without quotes",
            "From: a@b\nContent-Type: application/octet-stream; ".to_string(),
            "name=a ",
        ),
        (
            "sections of a name",
            "From: a@b\nContent-Type: application/octet-stream; name*2=b".to_string(),
            "; name*1*=%61",
        ),
    ];
    let mut want = Selection::default();
    want.headers = true;
    for (name, head, repeated) in cases {
        assert_linear(of_thread, name, 256 << 10, |size| {
            let file = head.clone() + &repeated.repeat(size / repeated.len());
            let container = mail::by_name("message", file.as_bytes()).expect("messages");
            let texts = container.texts_selected(file.as_bytes(), 0, &want);
            let len: usize = texts.map(|text| text.bytes.len()).sum();
            assert!(len <= 2 * file.len());
        });
    }
}
