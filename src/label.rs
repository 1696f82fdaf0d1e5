//! The label of a link: what a page shows in place of its target. HTML: `<a href=URL>label</a>`. Markdown: `[label](URL)`.

use std::ops::Range;

use crate::matched::Match;
use crate::text::{Markup, Text};

/// How far a label is looked for, in bytes.
const FAR: usize = 4096;

/// The label of the link whose target is the match, with each run of white space as one blank. `None` if the match is no such target.
/// Only the first 4 KiB of a label are read. `text` is the one that the match was found in.
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
        (_, "markdown") => brackets(bytes, m.outer_span().start)?.to_vec(),
        _ => return None,
    };
    let label = String::from_utf8_lossy(&label);
    let words = label.split(|c: char| c.is_control() || c.is_whitespace());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    Some(words.join(" "))
}

/// The content of the element `<a>` whose attribute has the URL at `url`, without the tags in it.
fn element(text: &Text<'_>, url: Range<usize>) -> Option<Vec<u8>> {
    let bytes = &*text.bytes;
    let is_markup = |at: usize| text.map.escaped_markup_before(at + 1).last() != Some(&at);
    let from = url.start.saturating_sub(FAR);
    let opening = memchr::memrchr_iter(b'<', &bytes[from..url.start])
        .map(|i| from + i)
        .find(|&at| is_markup(at))?;
    let name: Vec<_> = bytes[opening + 1..url.start]
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric())
        .map(u8::to_ascii_lowercase)
        .collect();
    if name != b"a" && name != b"area" {
        return None;
    }
    let end = bytes.len().min(url.end + FAR);
    // The quote before the URL is the one after it.
    let quote = bytes[..url.start]
        .iter()
        .rev()
        .find(|b| !b.is_ascii_whitespace())
        .filter(|b| b"\"'".contains(b));
    let mut open = quote.copied();
    let mut label = Vec::new();
    let mut in_tag = true;
    for at in url.end..end {
        match (bytes[at], open) {
            (b, Some(quote)) if in_tag => open = open.filter(|_| b != quote),
            (b @ (b'"' | b'\''), None) if in_tag => open = Some(b),
            (b'>', _) if in_tag => in_tag = false,
            (_, _) if in_tag => {}
            (b'<', _) if is_markup(at) => {
                let is_end = |tag: &[u8]| {
                    tag[..3].eq_ignore_ascii_case(b"</a") && !tag[3].is_ascii_alphanumeric()
                };
                if bytes.get(at..at + 4).is_some_and(is_end) {
                    break;
                }
                in_tag = true;
            }
            (b, _) => label.push(b),
        }
    }
    Some(label)
}

/// The text in the brackets before `(` and the target.
fn brackets(bytes: &[u8], target: usize) -> Option<&[u8]> {
    let before = &bytes[target.saturating_sub(FAR)..target];
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
            ("<a href='http://a.org/'><img src=x.png></a>", Some("")),
            ("<a href='http://a.org/'>never closed", Some("never closed")),
            ("<link href='http://a.org/'>x", None),
            ("<img src='http://a.org/'>x", None),
            ("<p>http://a.org/</p>", None),
        ] {
            assert_eq!(labels("html", page), [label.map(str::to_string)], "{page}");
        }
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
