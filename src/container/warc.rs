//! Archives of the web: WARC (ISO 28500), and WET and WAT, which have the same form. Each record is a message: its number is that of
//! the record, its identifier the target URI, its date that of the record. Of an HTTP request or response the content is searched,
//! as its header describes it.

use std::ops::Range;

use super::coding::Coding;
use super::content::{Content, ContentKind};
use super::declared_length::{LengthFormat, length, next_marked_line};
use super::encoding::Encoding;
use super::header::{Head, lines, message_id};
use super::message::{Known, Layout};
use super::{Container, OF_MESSAGES};
use crate::span::{ahead, beginning, cut};
use crate::text::line_len;

const MARK: &[u8] = b"WARC/";

/// The version line and the fields of a record are shorter.
const MAX_HEAD: usize = 64 << 10;

const LENGTHS: LengthFormat = LengthFormat {
    end,
    next: |bytes, at| next_marked_line(bytes, at, MARK, begins),
};

pub(super) const WARC: Container = Container {
    name: "warc",
    matches_head: begins,
    cut: |chunk| LENGTHS.cut(chunk),
    open_message: |chunk| LENGTHS.open_message(chunk),
    texts: |chunk, start, selection| LENGTHS.texts(chunk, start, selection, layout),
    ..OF_MESSAGES
};

/// Whether a record begins here: `WARC/1.0`, `WARC/0.18`.
fn begins(bytes: &[u8]) -> bool {
    let Some(version) = bytes.strip_prefix(MARK) else {
        return false;
    };
    let line = lines(beginning(version, 16)).next();
    let version = line.map_or(&b""[..], <[u8]>::trim_ascii_end);
    !version.is_empty() && version.iter().all(|b| b.is_ascii_digit() || *b == b'.')
}

/// The header of the record at a position of `bytes`, and where the header begins: after the version line.
fn head(bytes: &[u8], at: usize) -> (usize, Head) {
    let bytes = ahead(bytes, at, MAX_HEAD);
    let version = line_len(bytes);
    (at + version, Head::parse(&bytes[version..]))
}

fn end(bytes: &[u8], at: usize) -> Option<usize> {
    let (start, head) = head(bytes, at);
    let len = length(&bytes[start..][head.content_length])?;
    (start + head.body).checked_add(len)
}

/// The content of a record and its type.
fn layout<'a>(bytes: &'a [u8], at: Range<usize>, _: &mut Known<'a>) -> Layout {
    let (start, head) = head(&bytes[..at.end], at.start);
    let mut body = start + head.body..at.end;
    let kind = media_type(&bytes[start..at.end][head.content_type.clone()]);
    let mut content = match &kind[..] {
        b"application/http" => {
            let message = &bytes[body.clone()];
            let status = line_len(message);
            let fields = &message[status..];
            let http = Head::parse(fields);
            body.start += status + http.body;
            of_http(fields, &http)
        }
        b"application/warc-fields" => Content::PLAIN,
        _ => Content::from_header(&bytes[start..at.end], &head, Content::PLAIN.kind),
    };
    content.address = message_id(&bytes[start..start + head.end]).map(Into::into);
    Layout {
        head: start..start + head.end,
        body,
        content: content.into(),
    }
}

/// The content that the header of an HTTP message describes, which stands before it.
fn of_http(message: &[u8], head: &Head) -> Content {
    let mut content = Content::from_header(message, head, Content::PLAIN.kind);
    if matches!(content.kind, ContentKind::Text(_)) {
        let (coding, unknown) = Coding::new(message, head, &message[head.body..]);
        content.coding = coding;
        if unknown.is_some() {
            (content.encoding, content.unknown_name) = (Encoding::Unknown, unknown);
        }
    }
    content
}

/// `application/http` of `application/http; msgtype=response`.
fn media_type(value: &[u8]) -> Vec<u8> {
    cut(value, b';').0.trim_ascii().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::super::date;
    use super::super::selection::Selection;
    use super::*;

    fn record(fields: &str, content: &str) -> String {
        let len = content.len();
        format!("WARC/1.0\r\n{fields}Content-Length: {len}\r\n\r\n{content}\r\n\r\n")
    }

    fn file() -> String {
        let uri = "WARC-Target-URI: http://a.org/x\r\nWARC-Date: 1994-07-03T12:00:00Z\r\n";
        let response = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<a href=\"http://b.org/?a=1&amp;b=2\">x</a>";
        let image = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nhttp://no.org/";
        [
            record("WARC-Type: warcinfo\r\nContent-Type: application/warc-fields\r\n", "isPartOf: x\r\n"),
            record(&format!("WARC-Type: response\r\n{uri}Content-Type: application/http; msgtype=response\r\n"), response),
            record("WARC-Type: response\r\nContent-Type: application/http\r\n", image),
            record(&format!("WARC-Type: conversion\r\n{uri}Content-Type: text/plain\r\n"), "WARC/1.0\r\nhttp://c.org/"),
        ]
        .concat()
    }

    #[test]
    fn records_are_messages() {
        let file = file();
        let bytes = file.as_bytes();
        assert!((WARC.matches_head)(bytes) && !(WARC.matches_head)(b"WARC/x\n"));
        let texts: Vec<_> = (WARC.texts)(bytes, 0, Selection::DEFAULT).collect();
        let text = |number| texts.iter().find(|text| text.place.message == Some(number));
        let page = text(2).expect("the page");
        assert_eq!(
            (page.notation, page.markup),
            ("html", crate::text::Markup::Html)
        );
        let head = &bytes[page.place.head.clone()];
        assert_eq!(message_id(head), Some(&b"http://a.org/x"[..]));
        assert_eq!(date(head), Some(773_236_800));
        assert!(text(3).is_none_or(|image| image.bytes.is_empty()));
        let plain = text(4).expect("a text");
        assert_eq!(plain.bytes.trim_ascii(), b"WARC/1.0\r\nhttp://c.org/");
        let start = file.rfind("WARC/1.0").expect("the text") as u64;
        assert_eq!(plain.map.source_of(0).start, start);
    }

    #[test]
    fn cuts_are_between_records() {
        let file = file().repeat(20);
        let starts: Vec<_> = file
            .match_indices("WARC/1.0\r\nWARC-Type")
            .map(|(at, _)| at)
            .collect();
        for len in (0..file.len()).step_by(7) {
            let cut = (WARC.cut)(&file.as_bytes()[..len]).filter(|&cut| cut > 0);
            assert!(
                cut.is_none_or(|cut| starts.contains(&cut)),
                "{len}: {cut:?}"
            );
        }
        assert!((WARC.cut)(file.as_bytes()).is_some_and(|cut| cut > file.len() / 2));
    }
}
