use proptest::prelude::*;

use super::*;
use crate::decode::reference;
use crate::text::Map;

fn decoded(text: &str) -> (String, Map) {
    let read = |text: &[u8], out: &mut Rewrite<'_>| read(text, true, out);
    let (bytes, map) = crate::decode::decoded(text.as_bytes(), read);
    (String::from_utf8_lossy(&bytes).into_owned(), map)
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
        "<article>",
        "<section class=x>",
        "<main>",
        "<nav>",
        "<pre>",
        "<details>",
        "<iframe src=x>",
        "<h4>",
        "<header>",
        "<video src=x>",
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
        "<?xml version=\"1.0\"?>\n<article>",
        "<section xmlns=\"http://docbook.org/ns/docbook\">",
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
