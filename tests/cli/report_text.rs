//! The rows of a report: the text around a URL with the mark that stands for it, domains in any case, and what `--defang` leaves.

use serde_json::Value;

use crate::command::Folder;
use crate::report::{counts, report};

/// The texts around the URLs, with `⟦⟧` for the mark.
fn contexts(data: &Value) -> Vec<String> {
    let texts = data["table"]["context"]
        .as_array()
        .expect("a column")
        .iter();
    let text = |each: &Value| each.as_str().expect("text").replace('\u{1}', "⟦⟧");
    texts.map(text).collect()
}

#[test]
fn the_mark_stands_in_the_line_of_the_url() {
    let text = "see http://a.org/\n> http://a.org/ too\nhttp://b.org/ab http://b.org/a\n";
    let folder = Folder::with(&[("a.txt", text.as_bytes())]);
    let wanted = [
        "see ⟦⟧\n> http://a.org/ too",
        "see http://a.org/\n> ⟦⟧ too\nhttp://b.org/ab http://b.org/a",
        "> http://a.org/ too\n⟦⟧ http://b.org/a",
        "> http://a.org/ too\nhttp://b.org/ab ⟦⟧",
    ];
    assert_eq!(contexts(&report(&folder, &["a.txt"])), wanted);
}

#[test]
fn a_long_line_keeps_its_url() {
    let link = "https://www.google.com/url?q=http%3A%2F%2Fa.org%2Fx";
    for (before, after) in [
        ("é ".repeat(150), ""),
        ("é ".repeat(400), " y".repeat(400).as_str()),
    ] {
        let folder = Folder::with(&[("a.txt", format!("{before}{link}{after}\n").as_bytes())]);
        let data = report(&folder, &["--unwrap", "a.txt"]);
        assert_eq!(counts(&data["hosts"]).get("a.org"), Some(&1));
        let context = &contexts(&data)[0];
        assert!(context.contains(link), "{context}");
        assert!(context.starts_with('…') && context.chars().count() < 350);
        let short = format!("{before}http://a.org/x{after} http://a.org/x\n");
        folder.write("a.txt", short);
        let context = &contexts(&report(&folder, &["a.txt"]))[0];
        assert!(context.contains("é ⟦⟧"), "{context}");
    }
}

#[test]
fn domains_are_compared_in_any_case() {
    let folder = Folder::with(&[("a.txt", "http://bÜcher.de/ http://bücher.de./\n".as_bytes())]);
    let data = report(&folder, &["a.txt"]);
    for list in ["domains", "hosts"] {
        assert_eq!(counts(&data[list]), [("bücher.de".to_string(), 2)].into());
    }
}

/// A record of WARC has the URL of its page for an identifier, and an address may look like one.
#[test]
fn identifiers_and_addresses_are_defanged() {
    let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href='http://b.org/'>x</a>";
    let warc = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://evil.org/x.y\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{page}\r\n\r\n",
        page.len()
    );
    let mail = "From: <age1607.5024@bb.com.br>\nTo: joe@x.org, <age1607.5024@bb.com.br>\nDate: now\nMessage-ID: <1@x.org>\n\nhttp://b.org/\n";
    let folder = Folder::with(&[("a.warc", warc.as_bytes()), ("b.eml", mail.as_bytes())]);
    let safe = report(&folder, &["--defang", "a.warc", "b.eml"]).to_string();
    for (live, text) in [
        ("https://evil.org", "hxxps://evil[.]org/x.y"),
        ("@bb.com", "<age1607.5024[@]bb[.]com[.]br>"),
    ] {
        assert!(!safe.contains(live) && safe.contains(text), "{safe}");
    }
    let format = "{message.id} {message.from} {message.to}";
    let run = folder.run(&["-I", "--defang", "--format", format, "a.warc", "b.eml"]);
    let wanted = "hxxps://evil[.]org/x.y  \n\
        1@x.org <age1607.5024[@]bb[.]com[.]br> joe[@]x[.]org, <age1607.5024[@]bb[.]com[.]br>\n";
    run.is(0, wanted, "");
    let run = folder.run(&["--defang", "--count-by", "sender", "b.eml"]);
    run.is(0, "1\tage1607[.]5024[@]bb[.]com[.]br\n", "");
}
