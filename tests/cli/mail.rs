//! Options for mail: header fields, alternatives, dates. Parts that cannot be decoded.

use crate::archives::tar;
use crate::command::{Folder, begins, has};
use crate::compressed::gzip;

const MBOX: &[u8] = b"From joe@example.org Mon Jan  3 10:00:00 1994
From: joe@example.org
Date: Fri, 31 Dec 1993 23:30 EST
List-Help: <http://help.org/\n 1>
X-Home: http://home.org/

http://one.org/

From ann@example.org Thu Feb  3 10:00:00 1994
From: ann@example.org
Subject: =?utf-8?q?see_http=3A//subject=2Eorg/?=
Date: Thu, 3 Feb 94 10:00:00 +0000 (a comment)
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b

http://plain.org/
--b
Content-Type: text/html

<a href=http://html.org/>x</a>
--b--

From tom@example.org Fri Feb  4 10:00:00 1994
From: tom@example.org
Subject: no date
Date: soon

http://three.org/
";

fn folder() -> Folder {
    Folder::with(&[("x", MBOX), ("plain", b"http://text.org/\n")])
}

#[test]
fn header_fields() {
    let folder = folder();
    let bodies = [
        "http://one.org/",
        "http://plain.org/",
        "http://html.org/",
        "http://three.org/",
    ];
    let lines = |urls: &[&str]| urls.join("\n") + "\n";
    folder.run(&["x"]).is(0, &lines(&bodies), "");
    let mut with = vec!["http://help.org/1", "http://home.org/"];
    with.extend(bodies);
    with.insert(3, "http://subject.org/");
    folder.run(&["--headers", "x"]).is(0, &lines(&with), "");
    let fields = ["--field", "x-home", "--field=Subject", "x"];
    with.remove(0);
    folder.run(&fields).is(0, &lines(&with), "");
    let json = folder
        .run(&["--json", "--field", "LIST-HELP", "-e", "help", "x"])
        .out;
    let start = MBOX.windows(4).position(|w| w == b"http").expect("a URL");
    let want = format!(
        r#"{{"path":"x","message":{{"number":1}},"field":"List-Help","line":4,"column":13,"start":{start},"#
    );
    begins(&json, &want);
}

#[test]
fn attributes_of_html() {
    let page =
        b"<html><body><A HREF='http://a.org/?x&amp;y'>http://b.org/</a><img src=\"cid:1@a.org\">";
    let folder = Folder::with(&[("x", page)]);
    let json = folder.run(&["--json", "x"]).out;
    let href = r#"{"path":"x","attribute":"href","line":1,"column":22,"start":21,"end":42,"url":"http://a.org/?x&y","#;
    let text = r#"{"path":"x","line":1,"column":45,"start":44,"end":57,"url":"http://b.org/","#;
    let lines: Vec<_> = json.lines().collect();
    assert_eq!(lines.len(), 2, "{json}");
    assert!(
        lines[0].starts_with(href) && lines[1].starts_with(text),
        "{json}"
    );
    let all = folder.run(&["--json", "--all", "x"]).out;
    has(&all, r#""attribute":"src","#);
}

#[test]
fn alternatives() {
    let folder = folder();
    for (which, url) in [("text", "http://plain.org/"), ("html", "http://html.org/")] {
        let want = format!("http://one.org/\n{url}\nhttp://three.org/\n");
        folder.run(&["--alternative", which, "x"]).is(0, &want, "");
    }
}

#[test]
fn dates() {
    let folder = folder();
    // In UTC, the date of the first message is in 1994. The third one has that of its `From ` line.
    let months = "3\t1994-02\n1\t-\n1\t1994-01\n";
    folder.run(&["--count-by", "month"]).is(0, months, "");
    folder
        .run(&["--since", "1994", "--until", "1994-01-01", "-I"])
        .is(0, "http://one.org/\n", "");
    folder.run(&["--since", "1994-02", "-c"]).is(0, "x:3\n", "");
    folder.run(&["--until", "1993"]).is(1, "", "");
    folder.run(&["--since", "yesterday"]).is(1, "", "");
    folder
        .run(&["--until", "2 weeks ago", "-c"])
        .is(0, "x:4\n", "");
    let run = folder.run(&["--since", "tomorrow"]);
    assert_eq!(run.status, 2);
    has(&run.err, "--since tomorrow: invalid date; expected 1994, ");
}

/// Options that select messages leave out other files. If there are no others, a warning says so.
#[test]
fn files_that_are_no_mail_have_no_messages_to_select() {
    let folder = Folder::with(&[
        ("log", b"2026-01-03 GET http://a.org/\n"),
        ("empty", b""),
        (
            "mail",
            b"From: joe@a.org\nDate: 3 Jan 1994\n\nhttp://b.org/\n",
        ),
    ]);
    let warning = "urlgrep: warning: nothing was searched, because no file is mail (--since, --until, --from, --to and --subject select messages)\n";
    for flag in ["--since=1994", "--from=joe", "--subject=x"] {
        folder.run(&[flag, "log"]).is(1, "", warning);
    }
    folder.run(&["--json", "--to=x", "log"]).is(1, "", warning);
    folder
        .pipe(&["--until=2026"], b"http://a.org/")
        .is(1, "", warning);
    for args in [
        &["--since=1995", "mail"][..],
        &["--since=1995"],
        &["--since=1995", "empty"],
        &["--since=1995", "--no-messages", "log"],
        &["-m0", "--since=1995", "log"],
    ] {
        folder.run(args).is(1, "", "");
    }
    folder
        .run(&["--from=joe", "-I"])
        .is(0, "http://b.org/\n", "");
}

#[test]
fn a_message_that_is_read_in_chunks_has_one_date() {
    let mut long = b"From: joe@example.org\nDate: 3 Jan 1994\n\n".to_vec();
    long.resize(65 << 20, b'\n');
    long.extend(b"http://a.org/");
    let folder = Folder::with(&[("x", &long)]);
    for (since, out) in [("1994-01-03", "http://a.org/\n"), ("1994-01-04", "")] {
        let run = folder.run(&["--no-messages", "--since", since, "x"]);
        run.is(i32::from(out.is_empty()), out, "");
    }
    folder
        .run(&["--no-messages", "--count-by=month"])
        .is(0, "1\t1994-01\n", "");
}

#[test]
fn parts_that_cannot_be_decoded_cause_a_warning() {
    let message = b"From: joe@example.org\nDate: now\nContent-Type: text/plain; charset=klingon\n\nhttp://a.org/\n";
    let folder = Folder::with(&[("x", message)]);
    let body = message.len() - "http://a.org/\n".len();
    let warning = format!(
        "urlgrep: x: warning: unknown charset klingon; byte {body}, searched without decoding\n"
    );
    folder.run(&["x"]).is(0, "http://a.org/\n", &warning);
    folder
        .run(&["--no-messages", "x"])
        .is(0, "http://a.org/\n", "");
    folder
        .run(&["--strict-decode", "x"])
        .is(2, "http://a.org/\n", &warning);
    folder
        .run(&["--strict-decode", "--no-messages", "x"])
        .is(2, "http://a.org/\n", "");
    folder.run(&["-q", "--strict-decode", "x"]).is(0, "", "");
}

/// A message whose URL may be in a PDF file must not look like one without a URL. Images are no reason for a message.
#[test]
fn attachments_that_are_not_read_are_counted() {
    let part = |kind: &str, base64: &str| {
        format!("--B\nContent-Type: {kind}\nContent-Transfer-Encoding: base64\n\n{base64}\n")
    };
    // The first bytes of a PDF file, of two zip archives, and of a PNG image; the second archive is encrypted.
    let pdf = part("application/octet-stream; name=x.pdf", "JVBERi0xLjcKJcOk");
    let zip = part("application/zip", "UEsDBBQAAAAIAA==");
    let encrypted = part("application/zip", "UEsDBBQAAQAIAA==");
    let hex = |bytes: &[u8]| {
        bytes
            .iter()
            .map(|b| format!("={b:02X}"))
            .collect::<String>()
    };
    let lines: String = tar(&[("x", b"http://a.org/")])
        .chunks(25)
        .map(|line| hex(line) + "=\n")
        .collect();
    let tar = format!(
        "--B\nContent-Type: application/x-tar\nContent-Transfer-Encoding: quoted-printable\n\n{lines}\n"
    );
    let image = part("image/png", "iVBORw0KGgoAAAANSUhEUg==");
    let head = "From: joe@x.org\nDate: Thu, 6 Jan 1994 10:00:00 +0000\nContent-Type: multipart/mixed; boundary=B\n\n";
    let mail = [head, &pdf, &zip, &encrypted, &pdf, &image, &tar, "--B--\n"].concat();
    let folder = Folder::with(&[("a.eml", mail.as_bytes()), ("b.eml", mail.as_bytes())]);
    let warning = |counts: &str| {
        format!(
            "urlgrep: attachments not read: {counts}; unpack them with `ripmime -i MAIL -d FOLDER`, then search the folder\n"
        )
    };
    let one = warning("2 PDF files, 1 zip archive, 1 encrypted zip archive, 1 tar archive");
    let two = warning("4 PDF files, 2 zip archives, 2 encrypted zip archives, 2 tar archives");
    folder.run(&["a.eml"]).is(1, "", &one);
    folder.run(&["-j2"]).is(1, "", &two);
    for quiet in [&["--no-messages"][..], &["--until=1993"]] {
        folder.run(quiet).is(1, "", "");
    }
    let only_image = [head, &image, "--B--\n"].concat();
    folder.pipe(&[], only_image.as_bytes()).is(1, "", "");
    // Programs declare any type.
    for kind in [
        "text/plain",
        "text/html",
        "message/rfc822",
        "binary/octet-stream",
        "application/xml",
    ] {
        let zip = part(&format!("{kind}; name=x.zip"), "UEsDBBQAAAAIAA==");
        let mail = [head, &zip, "--B--\n"].concat();
        let run = folder.pipe(&[], mail.as_bytes());
        run.is(1, "", &warning("1 zip archive"));
    }
}

#[test]
fn many_parts_that_cannot_be_decoded_cause_few_warnings() {
    let message = "From joe@example.org Thu Jan  6 10:00:00 1994\nFrom: joe@example.org\nDate: now\nContent-Type: text/plain; charset=klingon\n\nhttp://a.org/\n\n";
    let mailbox = |count| message.repeat(count).into_bytes();
    let folder = Folder::with(&[
        ("five", &mailbox(5)),
        ("six", &mailbox(6)),
        ("many", &mailbox(96)),
    ]);
    let lines = |args: &[&str]| {
        let err = folder.run(args).err;
        err.lines().map(str::to_string).collect::<Vec<_>>()
    };
    let five = lines(&["five"]);
    assert_eq!(five.len(), 5);
    assert!(five[4].starts_with("urlgrep: five: warning: unknown charset klingon; byte "));
    let last = |lines: &[String]| lines[5..].join("\n");
    assert_eq!(
        last(&lines(&["six"])),
        "urlgrep: six: warning: 1 more text could not be decoded; --strict-decode lists all"
    );
    assert_eq!(
        last(&lines(&["many"])),
        "urlgrep: many: warning: 91 more texts could not be decoded; --strict-decode lists all"
    );
    // Each file has its own number.
    assert_eq!(lines(&["-j2", "many", "six", "five"]).len(), 6 + 6 + 5);
    assert_eq!(lines(&["--strict-decode", "many"]).len(), 96);
    assert_eq!(lines(&["--no-messages", "many"]).len(), 0);
}

#[test]
fn many_messages_that_cannot_be_decoded_cause_few_warnings() {
    let message = b"From: joe@example.org\nDate: Thu, 6 Jan 1994 10:00:00 +0000\nContent-Type: text/plain; charset=klingon\n\nhttp://a.org/\n";
    let folder = Folder::of((10..18).map(|n| (format!("Maildir/cur/{n}.a:2,S"), message)));
    for empty in ["Maildir/new/x", "Maildir/tmp/x"] {
        folder.write(empty, "");
    }
    for args in [&["Maildir"][..], &["--json", "-j2", "Maildir"]] {
        let run = folder.run(args);
        assert_eq!(run.out.lines().count(), 8, "{run:?}");
        let lines: Vec<&str> = run.err.lines().collect();
        assert_eq!(lines.len(), 6, "{lines:?}");
        assert!(
            lines[4].starts_with("urlgrep: Maildir/cur/14.a:2,S: warning: unknown charset klingon")
        );
        assert_eq!(
            lines[5],
            "urlgrep: warning: 3 more files have texts that could not be decoded; --strict-decode lists all"
        );
    }
    let run = folder.run(&["--strict-decode", "Maildir"]);
    assert_eq!(run.err.lines().count(), 8, "{run:?}");
}

/// In a message, its HTML tells how a URL of its text goes on.
#[test]
fn a_url_that_stands_whole_elsewhere_is_joined() {
    let head = "From: joe@a.org\nDate: Mon, 3 Jan 1994 10:00:00 +0000\nContent-Type: multipart/alternative; boundary=b\n\n";
    let text = "--b\n\nIt is on http://a.org/b/\nc/d.html and elsewhere.\n--b\nContent-Type: text/html\n\n";
    let html = "<a href='http://a.org/b/c/d.html'>here</a>\n--b--\n";
    let message = [head, text, html].concat();
    let folder = Folder::with(&[("x.eml", message.as_bytes())]);
    let out = "7:http://a.org/b/\n12:http://a.org/b/c/d.html\n";
    folder.run(&["-n", "x.eml"]).is(0, out, "");
    let args = ["-n", "--join", "plausible", "x.eml"];
    let joined = "7:http://a.org/b/c/d.html\n12:http://a.org/b/c/d.html\n";
    folder.run(&args).is(0, joined, "");
    let args = ["-n", "--join", "plausible", "--hyphen", "keep", "x.eml"];
    folder.run(&args).is(0, out, "");
}

/// pipermail writes ` at ` for `@`.
#[test]
fn senders_of_archives() {
    let text = b"From joe at x.org  Mon Jan  3 10:00:00 1994\nFrom: joe at x.org (Joe Doe)\nDate: Mon, 3 Jan 1994 10:00:00 +0000\nSubject: meet at x.org\nBcc: ann at x.org\nMessage-ID: <1@x.org>\n\nSee http://a.org/.\n";
    let folder = Folder::with(&[("1994-January.txt", text)]);
    let run = |args: &[&str]| folder.run(&[args, &["1994-January.txt"]].concat());
    run(&["--count-by", "sender"]).is(0, "1\tjoe@x.org\n", "");
    for from in ["^joe@x\\.org", "joe at x"] {
        run(&["--from", from]).is(0, "http://a.org/\n", "");
    }
    run(&["--subject", "meet@x"]).is(1, "", "");
    run(&["--to", "ann@x\\.org"]).is(0, "http://a.org/\n", "");
}

/// Some archives keep the name and leave out the address.
#[test]
fn a_sender_without_an_address_is_counted_by_name() {
    let text =
        b"From: Joe Doe \nDate: Mon, 3 Jan 1994 10:00:00 +0000\nSubject: x\n\nSee http://a.org/.\n";
    let none = b"Date: Mon, 3 Jan 1994 10:00:00 +0000\nMessage-ID: <1@x.org>\nSubject: x\nMIME-Version: 1.0\n\nSee http://a.org/.\n";
    let folder = Folder::with(&[("a.eml", text), ("b.eml", none)]);
    let run = folder.run(&["--count-by", "sender", "a.eml", "b.eml"]);
    run.is(0, "1\t-\n1\tjoe doe\n", "");
}

/// Each page is resolved against its own URL, unless it declares another base.
#[test]
fn relative_urls_in_an_archive_of_the_web() {
    let record = |url: &str, page: &str| {
        let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
        let len = http.len();
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\n{url}Content-Type: application/http\r\nContent-Length: {len}\r\n\r\n{http}\r\n\r\n"
        )
    };
    let link = "<a href=\"x?a=1&amp;b=2\">";
    let len = link.len();
    let resource = format!(
        "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://d.org/p/\r\nContent-Type: text/html\r\nContent-Length: {len}\r\n\r\n{link}\r\n\r\n"
    );
    let warc = [
        record(
            "WARC-Target-URI: http://a.org/p/q.html\r\n",
            &format!("{link}<a href=\"//e.org/\">"),
        ),
        record(
            "WARC-Target-URI: <http://b.org/p/>\r\n",
            &format!("<base href=\"/d/\">{link}"),
        ),
        resource,
        record("", link),
    ]
    .concat();
    let folder = Folder::with(&[("x.warc", warc.as_bytes())]);
    let urls = "http://a.org/p/x?a=1&b=2\nhttp://e.org/\nhttp://b.org/d/\nhttp://b.org/d/x?a=1&b=2\nhttp://d.org/p/x?a=1&b=2\n";
    folder.run(&["--relative", "x.warc"]).is(0, urls, "");
    let last = "http://c.org/x?a=1&b=2\n";
    let args = ["--base", "http://c.org/", "x.warc"];
    folder.run(&args).is(0, &format!("{urls}{last}"), "");
    folder.run(&["x.warc"]).is(0, "https://e.org/\n", "");
}

/// A crawler stores what the server sent: chunks, also of gzip.
#[test]
fn codings_of_http_in_an_archive_of_the_web() {
    let record = |fields: &str, body: &[u8]| {
        let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{fields}\r\n\r\n");
        let len = http.len() + body.len();
        let head = format!(
            "WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: {len}\r\n\r\n"
        );
        [head.as_bytes(), http.as_bytes(), body, b"\r\n\r\n"].concat()
    };
    let page = b"<a href=\"http://b.org/?x=1&amp;y\">";
    let page = gzip(page);
    let warc = [
        record(
            "Transfer-Encoding: chunked",
            b"16\r\n<p>See http://a.org/lo\r\n9\r\nng/path, \r\n0\r\n\r\n",
        ),
        record("Content-Encoding: gzip", &page),
        record("Content-Encoding: gzip", b"http://c.org/"),
        record("Content-Encoding: br", b"\x8b\x03\x80http://d.org/"),
    ]
    .concat();
    let folder = Folder::with(&[("x.warc", &warc)]);
    let run = folder.run(&["-s", "http", "--format", "{message.number} {url}", "x.warc"]);
    let urls: Vec<&str> = run.out.lines().take(3).collect();
    assert_eq!(
        urls,
        [
            "1 http://a.org/long/path",
            "2 http://b.org/?x=1&y",
            "3 http://c.org/"
        ]
    );
    has(&run.err, "unknown encoding br");
}
