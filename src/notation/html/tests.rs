use proptest::prelude::*;

use super::*;
use crate::decode::reference;
use crate::text::Map;
use crate::text::Value;

fn decoded(text: &str) -> (String, Map) {
    let read = |text: &[u8], out: &mut Rewrite<'_>| read(text, true, out);
    let (bytes, map) = crate::decode::decoded(text.as_bytes(), read);
    (String::from_utf8_lossy(&bytes).into_owned(), map)
}

/// The values of a text.
fn values(text: &str) -> Vec<String> {
    let (text, map) = decoded(text);
    let values = map.notes().map_or(&[][..], |notes| &notes.values);
    let value = |value: &Value| format!("{} {}", value.attribute, &text[value.at.clone()]);
    values.iter().map(value).collect()
}

#[test]
fn references_and_values() {
    for (text, want) in [
        (
            "<a href=\"http://a.org/?a=1&amp;b=2\">&lt;x&gt;</a>",
            "<a href=\"http://a.org/?a=1&b=2\"><x></a>",
        ),
        ("&#104;ttp&colon;&#x2f;/a.org&period;", "http://a.org."),
        (
            "<a href=\"http://a.org/\n  long&amp;\r\n\tname\">x y</a>",
            "<a href=\"http://a.org/long&name\">x y</a>",
        ),
        (
            "<a href='ht&#116;p://a.org/ x'><a href='http&colon;//b.org/\ny'>",
            "<a href='http://a.org/%20x'><a href='http://b.org/y'>",
        ),
        (
            "<img SRC = ' http://a.org/ x '>",
            "<img SRC = 'http://a.org/%20x'>",
        ),
        // Not a single URL.
        (
            "<p title=\"http://a.org/ is it\">",
            "<p title=\"http://a.org/ is it\">",
        ),
        (
            "<a href=\"http://a.org/ http://b.org/\">",
            "<a href=\"http://a.org/ http://b.org/\">",
        ),
        (
            "<a href=\"see http://a.org/ x\">",
            "<a href=\"see http://a.org/ x\">",
        ),
        ("a & b &c; &amp", "a & b &c; &"),
        ("http://www.<wbr>a.org/<WBR />x<wbr", "http://www.a.org/x"),
        ("http://a.org/<wbrx>", "http://a.org/<wbrx>"),
        (
            "http://a.org/<wbr src=\"http://b.org/x\">y",
            "http://a.org/<wbr src=\"http://b.org/x\">y",
        ),
    ] {
        assert_eq!(decoded(text).0, want);
    }
}

#[test]
fn charsets_of_documents() {
    for (document, want) in [
        ("<html><meta charset=koi8-r>", "koi8-r"),
        (
            "<META content=\"text/html; CHARSET = 'windows-1251'\">",
            "windows-1251",
        ),
        (
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>",
            "ISO-8859-1",
        ),
        ("<meta charset=UTF-16>", ""),
        ("charset <p a=b>", ""),
        ("=", ""),
    ] {
        assert_eq!(declared_charset(document.as_bytes()), want.as_bytes());
    }
}

#[test]
fn values_are_read_as_browsers_do() {
    for (text, want) in [
        ("<a href='http://a.org/x.'>", "href http://a.org/x."),
        ("<a href=http://a.org/x.>", "href http://a.org/x."),
        (
            "<A HREF='https:/a.org\\d\\x?\\'>",
            "href https://a.org/d/x?\\",
        ),
        ("<a href='https:////a.org'>", "href https://a.org"),
        ("<img src='//a.org/x'>", "src //a.org/x"),
        // A slash separates, too.
        ("<img/src='//a.org/x'/>", "src //a.org/x"),
        ("<a x/href='http://a.org/x'>", "href http://a.org/x"),
        ("<img src='\\\\a.org\\x'>", "src //a.org/x"),
        ("<a href='///a.org/x'>", "href //a.org/x"),
        ("<a href='/\\/192.0.2.7/x'>", "href //192.0.2.7/x"),
        (
            "<a href='mailto: <a@b.org>?subject=No thanks'>",
            "href mailto:a@b.org?subject=No%20thanks",
        ),
        (
            "<a href='mailto:&lt;a@b.org&gt;?x&Tab;=y&bsol;z'>",
            "href mailto:a@b.org?x=y\\z",
        ),
        ("<a href='http:// a.org /x'>", "href http://a.org/x"),
        (
            "<a xlink:href='http://a.org/x y'>",
            "xlink:href http://a.org/x%20y",
        ),
        (
            "<meta content='0; URL=http://a.org/x y'>",
            "content http://a.org/x%20y",
        ),
        ("<meta content=\"5;url='//a.org/'\">", "content //a.org/"),
        // Its quote is missing.
        (
            "<a href=\"http://a.org/x class=\"b\">y",
            "href http://a.org/x",
        ),
        ("<a href=\"http://a.org/x>y", "href http://a.org/x"),
    ] {
        assert_eq!(values(text), [want], "{text}");
    }
    assert_eq!(
        values("<img srcset='//a.org/1 1x, http://b.org/2, c 2x'>"),
        ["srcset //a.org/1", "srcset http://b.org/2"]
    );
    assert_eq!(
        values("<img srcset=' //a.org/1 480w 3h,//b.org/2,,//c.org/3, //d.org/4,, //e.org/5 (x'>"),
        [
            "srcset //a.org/1",
            "srcset //b.org/2,,//c.org/3",
            "srcset //d.org/4",
            "srcset //e.org/5"
        ]
    );
}

#[test]
fn what_is_no_value() {
    for text in [
        "<a href='x'>",
        "<a href='/x'>",
        "<a href='javascript:f()'>",
        "<a href='https:index.html'>",
        "<a href='//'>",
        "<a href='///'>",
        "<script src='///scripts/x.js'>",
        "<a href='cid:x@y'>",
        "<a href='mailto:joe@a...'>",
        "<a title='http://a.org/'>",
        "<!-- http://a.org/ -->",
        "< a href='http://a.org/'>",
        "<script src=x>f('<a href=\"http://a.org/\">')</script>",
        // Its quote is missing.
        "<a href=\"mailto:joe@a.org?x y\n<b c\"",
    ] {
        assert_eq!(values(text), [""; 0], "{text}");
    }
}

#[test]
fn scripts_and_styles_are_code() {
    let (text, map) =
        decoded("<p><STYLE a=b>&amp;</Style>&amp;<script type='application/json'>\\/</script>");
    assert_eq!(
        text,
        "<p><STYLE a=b>&amp;</Style>&<script type='application/json'>/</script>"
    );
    let notes = map.notes().expect("code");
    let is_code: Vec<usize> = (0..text.len()).filter(|&at| notes.is_code(at)).collect();
    assert_eq!(is_code, [14, 15, 16, 17, 18, 60]);
}

#[test]
fn told_by_its_first_tag() {
    for text in [
        "<!doctype HTML>\n",
        "\u{feff}\n<?xml version='1.0'?>\n<!-- <p> -->\n<HTML lang=x>",
        "<p>",
        "<div class=x",
        "\n<head>",
    ] {
        assert!(matches_head(text.as_bytes()), "{text}");
    }
    for text in [
        "<htmlx>",
        "",
        "<html",
        "<!-- <html>",
        "see <html>",
        "<x>",
        "<p",
        "<http://a.org/>",
    ] {
        assert!(!matches_head(text.as_bytes()), "{text}");
    }
}

#[test]
fn cuts_before_a_tag() {
    let cases: [(&[u8], Option<usize>); 8] = [
        (b"<a>\n<b>\nx<c>", Some(4)),
        (b"<a>x", None),
        (b"<a>\n<b>\n<URL:http://a.org/>\n<http://b.org/>", Some(4)),
        (b"<a>\n<script>x\n<b>\n</SCRIPT>", Some(18)),
        (b"<a>\n<script>x\n<b>\n</style>\n</SCRIPT>\n<i>", Some(37)),
        (b"<a>\n<script-x>\n<b>", Some(15)),
        (b"<script>\n<b>\n<style>\n</script>\nx", Some(21)),
        (b"<a>\n\n<b>", None),
    ];
    for (text, want) in cases {
        assert_eq!(cut(text, true), want, "{}", text.escape_ascii());
    }
    assert_eq!(cut(b"<script href='x'/>\n<b>\n", false), Some(19));
    let long = b"<p>x</p>\n\n".repeat(LONG / 8);
    assert_eq!(cut(&long, true), Some(long.len() - 10));
}

proptest! {
    #[test]
    fn every_byte_maps_to_its_encoding(text in "([a-z \n]|<p title=\"|\"|://|&amp;|&#58;|&ge;|&){0,40}") {
        let (out, map) = decoded(&text);
        for (at, c) in out.char_indices() {
            for i in at..at + c.len_utf8() {
                let source = map.source_of(i);
                let source = &text[source.start as usize..source.end as usize];
                let again = reference(source.as_bytes()).map_or_else(|| source.chars().next(), |(c, _)| Some(c));
                prop_assert_eq!(again, Some(c));
            }
        }
    }

    #[test]
    fn any_text(text in "([a-z \n\t<>/\\=:'\"]|<a |href=|\"http://a|mailto:|&amp;|&#10;|<script>){0,40}") {
        let (out, map) = decoded(&text);
        for value in map.notes().map_or(&[][..], |notes| &notes.values) {
            prop_assert!(out.get(value.at.clone()).is_some());
        }
    }
}
