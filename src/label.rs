//! The label of a link: what a page shows in place of its target. HTML: `<a href=URL>label</a>`. Markdown: `[label](URL)`.

use std::ops::Range;

use crate::matched::Match;
use crate::span::{beginning, behind, run};
use crate::text::{Markup, Text, strip_prefix_ignore_case};

/// How long a label is, in bytes; and how far it is looked for, with the markup in it.
const FAR: usize = 4096;
const FAR_MARKUP: usize = 32 << 10;

/// How many `<` may stand in the tag before its URL, with that of the tag.
const OPENINGS: usize = 8;

/// The label of the link whose target is the match, with each run of white space as one blank. `None` if the match is no such target.
/// Only the first 4 KiB of a label, and 32 KiB of the markup around them, are read. `text` is the one that the match was found in.
///
/// ```
/// # #[cfg(feature = "mail")] {
/// use urlgrep::{Extractor, link_label, mail};
/// let page = b"<html><a href='http://a.org/'>Click <b>here</b></a>";
/// let text = mail::detect(page).texts(page, 0).next().unwrap();
/// let m = Extractor::default().extract_text(&text).next().unwrap();
/// assert_eq!(link_label(&text, &m).as_deref(), Some("Click here"));
/// # }
/// ```
#[must_use]
pub fn link_label(text: &Text<'_>, m: &Match<'_, [u8]>) -> Option<String> {
    let bytes = &*text.bytes;
    if m.outer_span().end > bytes.len() {
        return None;
    }
    let label = match (text.markup, text.notation) {
        (Markup::Html, _) if m.attribute() == Some("href") => element(text, m.span())?,
        (_, "markdown") => without_marks(brackets(bytes, m.outer_span().start)?),
        _ => return None,
    };
    let label = String::from_utf8_lossy(&label);
    let words = label.split(|c: char| c.is_control() || c.is_whitespace());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    Some(words.join(" "))
}

/// The content of the element `<a>` whose attribute has the URL at `url`: what a browser shows of it. Another `<a>` ends it too (HTML,
/// "The rules for parsing tokens in HTML content").
fn element(text: &Text<'_>, url: Range<usize>) -> Option<Vec<u8>> {
    let from = url.start.saturating_sub(FAR);
    let before = &text.bytes[..url.start];
    let mut openings = memchr::memrchr_iter(b'<', &before[from..])
        .map(|i| from + i)
        .filter(|&at| !text.map.is_escaped_markup(at))
        .take(OPENINGS);
    let is_link = |at: usize| name(&before[at + 1..]).eq_ignore_ascii_case(b"a");
    if !is_link(openings.next()?) {
        // It stands in a value, if the tag of one before goes on.
        let goes_on = |at: usize| after_tag(before, at + 1, None).is_none();
        openings.find(|&at| is_link(at) && goes_on(at))?;
    }
    let bytes = beginning(&text.bytes, url.end + FAR_MARKUP);
    // The quote before the URL is the one after it.
    let mut before = bytes[..url.start].iter().rev();
    let quote = before.find(|&&b| b > b' ').filter(|b| b"\"'".contains(b));
    let mut at = after_tag(bytes, url.end, quote.copied())?;
    let mut label = Vec::new();
    while label.len() < FAR {
        let Some(tag) = memchr::memchr(b'<', &bytes[at..]).map(|i| at + i) else {
            label.extend_from_slice(&bytes[at..]);
            break;
        };
        label.extend_from_slice(&bytes[at..tag]);
        let rest = &bytes[tag + 1..];
        let (is_end, name) = match rest.strip_prefix(b"/") {
            Some(rest) => (true, name(rest)),
            None => (false, name(rest)),
        };
        let is = |known: &&str| name.eq_ignore_ascii_case(known.as_bytes());
        if text.map.is_escaped_markup(tag) || !is_end && name.is_empty() && !rest.starts_with(b"!")
        {
            label.push(b'<');
            at = tag + 1;
            continue;
        }
        if is(&"a") {
            break;
        }
        if BLOCKS.iter().any(is) {
            label.push(b' ');
        }
        let next = match rest {
            [b'!', b'-', b'-', ..] => after_text(bytes, tag + 2, b"-->"),
            _ if !is_end && is(&"style") => after_text(bytes, tag, b"</style>"),
            _ if !is_end && is(&"script") => after_text(bytes, tag, b"</script>"),
            _ => after_tag(bytes, tag + 1, None),
        };
        let Some(next) = next else { break };
        at = next;
    }
    label.truncate(FAR);
    Some(label)
}

/// Elements whose content stands on lines, or in a cell, of its own.
#[rustfmt::skip]
const BLOCKS: [&str; 30] = [
    "address", "article", "aside", "blockquote", "br", "caption", "center", "dd", "div", "dl", "dt", "footer",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "ol", "p", "pre",
    "section", "table", "td", "th", "tr", "ul",
];

/// The name that a tag begins with.
fn name(tag: &[u8]) -> &[u8] {
    let of_name = |b: u8| b.is_ascii_alphanumeric() || b"-:".contains(&b);
    let len = run(tag, of_name);
    if tag.first().is_some_and(u8::is_ascii_alphabetic) {
        &tag[..len]
    } else {
        b""
    }
}

/// Where the tag around `at` ends. If the quote is `open`, `at` stands in a value. A quote opens a value only after a `=`.
fn after_tag(bytes: &[u8], mut at: usize, mut open: Option<u8>) -> Option<usize> {
    loop {
        if let Some(quote) = open {
            at += memchr::memchr(quote, &bytes[at..])? + 1;
        }
        at += memchr::memchr3(b'>', b'"', b'\'', &bytes[at..])?;
        if bytes[at] == b'>' {
            return Some(at + 1);
        }
        let is_value = bytes[..at].trim_ascii_end().ends_with(b"=");
        open = is_value.then_some(bytes[at]);
        at += 1;
    }
}

/// After the first `end` from `at` on, in any case.
fn after_text(bytes: &[u8], at: usize, end: &[u8]) -> Option<usize> {
    let mut found = memchr::memchr_iter(end[0], &bytes[at..]).map(|i| at + i);
    let is = |&i: &usize| strip_prefix_ignore_case(&bytes[i..], end).is_some();
    Some(found.find(is)? + end.len())
}

/// The text in the brackets before `(` and the target.
fn brackets(bytes: &[u8], target: usize) -> Option<&[u8]> {
    let before = behind(bytes, target, FAR);
    let before = before.strip_suffix(b"<").unwrap_or(before);
    let label = before.trim_ascii_end().strip_suffix(b"](")?;
    let mut depth = 1;
    let opening = label.iter().enumerate().rposition(|(i, b)| {
        let is_escaped = i > 0 && label[i - 1] == b'\\';
        match b {
            b']' if !is_escaped => depth += 1,
            b'[' if !is_escaped => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    Some(&label[opening + 1..])
}

/// A label of Markdown without the backslashes before punctuation and the marks of code (CommonMark 0.31, sections 2.4 and 6.1).
fn without_marks(label: &[u8]) -> Vec<u8> {
    let mut shown = Vec::with_capacity(label.len());
    let mut rest = label;
    while let [first, after @ ..] = rest {
        let marks = run(rest, |b| b == b'`');
        rest = match after {
            [escaped, after @ ..] if *first == b'\\' && escaped.is_ascii_punctuation() => {
                shown.push(*escaped);
                after
            }
            _ if marks > 0 => {
                let (mark, code) = rest.split_at(marks);
                let len = code_len(code, marks);
                shown.extend_from_slice(len.map_or(mark, |len| &code[..len]));
                len.map_or(code, |len| &code[len + marks..])
            }
            _ => {
                shown.push(*first);
                after
            }
        };
    }
    shown
}

/// How far it is to the next run of this many backticks.
fn code_len(code: &[u8], marks: usize) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr::memchr(b'`', &code[at..])?;
        let len = run(&code[at..], |b| b == b'`');
        if len == marks {
            return Some(at);
        }
        at += len;
    }
}

#[cfg(test)]
#[cfg(feature = "mail")]
mod tests {
    use super::*;
    use crate::container;
    use crate::extract::Extractor;

    fn labels(kind: &str, text: &str) -> Vec<Option<String>> {
        let container = container::by_name(kind, b"").expect("a type");
        let texts = container.texts(text.as_bytes(), 0);
        let label = |text: Text<'_>| {
            let matches = Extractor::default();
            let matches = matches.extract_text(&text);
            matches.map(|m| link_label(&text, &m)).collect::<Vec<_>>()
        };
        texts.flat_map(label).collect()
    }

    #[test]
    fn a_label_is_the_content_of_its_element() {
        for (page, label) in [
            ("<a href=http://a.org/>x</a>", Some("x")),
            (
                "<A HREF=\"http://a.org/\" title='a > b'>\n x\n <i>y</i> </A>z",
                Some("x y"),
            ),
            (
                "<a href='http://a.org/'>a &lt;b&gt; &amp; c</a>",
                Some("a <b> & c"),
            ),
            ("<a href='http://a.org/'><abbr>W3C</abbr></a>", Some("W3C")),
            ("<a title='&lt;x' href='http://a.org/'>t</a>", Some("t")),
            ("<a title='5 < 6' href='http://a.org/'>t</a>", Some("t")),
            ("<a title='<b>' href='http://a.org/'>t</a>", Some("t")),
            ("<a name=x>y<link href='http://a.org/'>t</a>", None),
            ("<a href='http://a.org/'><img src=x.png></a>", Some("")),
            ("<a href='http://a.org/'>never closed", Some("never closed")),
            // Another link, also one without a target, ends it.
            ("<a href='http://a.org/'>x<a name=y>z</a>", Some("x")),
            // Styles, scripts and comments are not shown; blocks are lines.
            (
                "<a href='http://a.org/'><STYLE>a > b</STYLE>x<script>y</script><!-- a > b --></a>",
                Some("x"),
            ),
            (
                "<a href='http://a.org/'><p>one</p><p>two</p>th<i>r</i>ee<br>four</a>",
                Some("one two three four"),
            ),
            // A stray quote, a value in quotes of the other kind, and a `<` that begins no tag.
            ("<a href='http://a.org/'color: red;'>x</a>", Some("x")),
            ("<a href='http://a.org/' title = \"a'>b\">x</a>", Some("x")),
            ("<a href='http://a.org/'>1 < 2</a>", Some("1 < 2")),
            ("<a href=' &#1;http://a.org/'>x</a>", Some("x")),
            ("<link href='http://a.org/'>x", None),
            ("<area href='http://a.org/'>x", None),
            ("<img src='http://a.org/'>x", None),
            ("<p>http://a.org/</p>", None),
        ] {
            assert_eq!(labels("html", page), [label.map(str::to_string)], "{page}");
        }
    }

    #[test]
    fn a_label_is_looked_for_through_much_markup() {
        let styled =
            |bytes: usize| format!("<a href='http://a.org/'><b {}>x</b></a>", "y".repeat(bytes));
        assert_eq!(labels("html", &styled(FAR)), [Some("x".to_string())]);
        assert_eq!(labels("html", &styled(FAR_MARKUP)), [Some(String::new())]);
    }

    #[test]
    fn a_match_of_another_text_has_no_label() {
        let matches = Extractor::default();
        for (kind, page) in [
            ("html", &b"<html><a href='http://a.org/'>x</a>"[..]),
            ("markdown", b"a line of text\n[x](http://a.org/)"),
        ] {
            let container = container::by_name(kind, b"").expect("a type");
            let text = |page| container.texts(page, 0).next().expect("a text");
            let whole = text(page);
            let m = matches.extract_text(&whole).next().expect("a match");
            assert_eq!(link_label(&whole, &m).as_deref(), Some("x"));
            assert_eq!(link_label(&text(b"<html>"), &m), None);
        }
    }

    #[test]
    fn a_label_stands_in_brackets() {
        for (page, label) in [
            ("see [the page](http://a.org/)", Some("the page")),
            ("[a [b] c](<http://a.org/>)", Some("a [b] c")),
            ("[two\nlines](http://a.org/ \"title\")", Some("two lines")),
            ("![image](http://a.org/x.png)", Some("image")),
            ("[a\\_b \\[c\\] \\d](http://a.org/)", Some("a_b [c] \\d")),
            ("[`a\\_b` ``c`d``](http://a.org/)", Some("a\\_b c`d")),
            ("[a ` \\b](http://a.org/)", Some("a ` \\b")),
            ("[\\`a\\`](http://a.org/)", Some("`a`")),
            ("[id]: http://a.org/", None),
            ("(http://a.org/)", None),
            ("](http://a.org/)", None),
        ] {
            assert_eq!(
                labels("markdown", page),
                [label.map(str::to_string)],
                "{page}"
            );
        }
        assert_eq!(labels("text", "[x](http://a.org/)"), [None]);
    }
}
