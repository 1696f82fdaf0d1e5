//! The fragments that lead to a place of a document: headings of Markdown, and the attributes `id` and `name`.

use std::collections::{HashMap, HashSet};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::kind::Kind;
use crate::notation::{as_utf8, front_matter, open_admonitions, without_references};
use crate::span::{beginning, contains};
use crate::text::without_mark;

/// The fragments of the document, in lower case. `None` if they are not known for documents of this type.
///
/// ```
/// use urlgrep::document::{Kind, anchors};
/// let found = anchors(Kind::Markdown, b"# First steps!\n\n<a name=x></a>\n").unwrap();
/// assert!(found.contains("first-steps") && found.contains("x"));
/// ```
pub fn anchors(kind: Kind, document: &[u8]) -> Option<HashSet<String>> {
    let document = without_mark(document);
    let mut found = match kind {
        Kind::Markdown | Kind::Mdx => {
            let text = open_admonitions(as_utf8(document));
            if includes_others(document) || text.lines().any(is_made_by_plugin) {
                return None;
            }
            let mut found = headings(&text);
            given_names(&text, &mut found);
            found
        }
        // The browser goes on to another page, with the fragment.
        Kind::Html if is_redirect(document) => return None,
        Kind::Html => HashSet::new(),
        _ => return None,
    };
    attributes(document, &mut found);
    Some(found)
}

/// Whether a document of Markdown includes others: `--8<-- "x.md"`, `{!x.md!}`, `{% include "x.md" %}`.
pub(crate) fn includes_others(document: &[u8]) -> bool {
    let has = |mark: &[u8]| contains(document, mark);
    let mut tags = memchr::memmem::find_iter(document, b"{%");
    let is_include = |at: usize| {
        let name = document[at + 2..].strip_prefix(b"-");
        let name = name.unwrap_or(&document[at + 2..]).trim_ascii_start();
        name.starts_with(b"include")
    };
    let mut lines = document.split(|&b| b == b'\n');
    let names_file = |line: &[u8]| {
        let name = line.trim_ascii().strip_prefix(b"{!");
        name.is_some_and(|name| name.ends_with(b"!}"))
    };
    has(b"--8<--") || lines.any(names_file) || tags.any(is_include)
}

/// Whether a plugin of MkDocs writes the documentation of a program here, with headings: `::: package.module`, `::: mkdocs-click`.
fn is_made_by_plugin(line: &str) -> bool {
    line.strip_prefix("::: ").is_some_and(|name| {
        let is_path = |name: &str| {
            name.bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"._".contains(&b))
        };
        name.starts_with("mkdocs-") || name.contains(['.', '_']) && is_path(name.trim_end())
    })
}

/// The fragments that GitHub, Pandoc and Python-Markdown give to headings. Those of equal headings are numbered. Of an image GitHub leaves the
/// spaces around it; other programs take its text too.
fn headings(document: &str) -> HashSet<String> {
    let text = &document[front_matter(document)..];
    let mut found = Names::default();
    let mut heading: Option<String> = None;
    let (mut without_images, mut in_image) = (String::new(), false);
    let mut html = String::new();
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Start(Tag::Image { .. }) => in_image = true,
            Event::End(TagEnd::Image) => in_image = false,
            Event::Html(line) => html.push_str(&line),
            Event::End(TagEnd::HtmlBlock) => {
                for heading in html_headings(&std::mem::take(&mut html)) {
                    found.add(&heading, &heading);
                }
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                    if !in_image {
                        without_images.push_str(&text);
                    }
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let heading = heading.take().unwrap_or_default();
                found.add(&heading, &std::mem::take(&mut without_images));
            }
            _ => {}
        }
    }
    found.names
}

/// The fragments of the headings so far.
#[derive(Default)]
struct Names {
    names: HashSet<String>,
    /// How often each of them was wanted.
    counts: HashMap<String, usize>,
}

impl Names {
    fn add(&mut self, heading: &str, without_images: &str) {
        let words = match heading.rsplit_once('{') {
            Some((words, list))
                if list.starts_with(':') || names_in_list(list).next().is_some() =>
            {
                words
            }
            _ => heading,
        };
        let name = fragment(words.trim());
        let count = self.counts.entry(name.clone()).or_insert(0);
        let number = |mark, count| match count {
            0 => String::new(),
            count => format!("{mark}{count}"),
        };
        // After two headings `X` GitHub gives `X-1` the next number.
        if !self.names.insert(name.clone() + &number("-", *count)) {
            *count += 1;
            self.names.insert(name.clone() + &number("-", *count));
        }
        self.names.extend([
            fragment(without_images),
            joined(&name) + &number("_", *count),
            pandoc(words) + &number("-", *count),
        ]);
        *count += 1;
    }
}

/// The texts of the headings in a block of HTML: `<h1 align="center">X</h1>`.
fn html_headings(block: &str) -> Vec<String> {
    let lower = block.to_ascii_lowercase();
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(open) = lower[at..].find("<h") {
        at += open + 2;
        if !lower[at..].starts_with(|c| ('1'..='6').contains(&c)) {
            continue;
        }
        let Some(len) = lower[at..].find("</h") else {
            break;
        };
        // The text after each tag, the opening one first.
        let parts = block[at..at + len].split('<');
        let text: String = parts
            .filter_map(|part| Some(part.split_once('>')?.1))
            .collect();
        let text = without_references(text.as_bytes());
        found.push(String::from_utf8_lossy(&text).into_owned());
        at += len;
    }
    found
}

/// As GitHub writes a heading.
fn fragment(heading: &str) -> String {
    let lower = heading.to_lowercase();
    // Of an emoji GitHub leaves the variation selector: `⚙️ Contributing` is `#\u{fe0f}-contributing`.
    let kept = lower
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ' | '\u{fe00}'..='\u{fe0f}'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// As Python-Markdown writes it, which MkDocs uses: between two words there is one hyphen.
fn joined(fragment: &str) -> String {
    let words: Vec<&str> = fragment
        .split('-')
        .filter(|word| !word.is_empty())
        .collect();
    words.join("-")
}

/// As Pandoc writes it: dots are kept, and it begins with a letter.
fn pandoc(heading: &str) -> String {
    let words = heading.split_whitespace().map(|word| {
        let parts: Vec<String> = word.split('.').map(fragment).collect();
        parts.join(".")
    });
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    let name = words.join("-");
    let start = name.find(char::is_alphabetic).unwrap_or(name.len());
    name[start..].to_string()
}

/// The names that dialects of Markdown give to places: `{#name .class}` and `{: #name }` in a line, `(name)=` of MyST and `:name: x` of its
/// directives.
fn given_names(document: &str, found: &mut HashSet<String>) {
    for line in document.lines() {
        let lists = line.split('{').skip(1).flat_map(names_in_list);
        found.extend(lists.map(str::to_lowercase));
        let line = line.trim();
        let label = myst_label(line).or_else(|| line.strip_prefix(":name:"));
        found.extend(label.map(|label| label.trim().to_lowercase()));
    }
}

/// The names in a list of attributes, after its `{`: `#name .class}`.
fn names_in_list(list: &str) -> impl Iterator<Item = &str> {
    let list = list.split_once('}').map_or("", |(list, _)| list);
    let list = list.strip_prefix(':').unwrap_or(list);
    let names = list.split_ascii_whitespace();
    names.filter_map(|word| word.strip_prefix('#').filter(|name| !name.is_empty()))
}

/// The label in a line of MyST: `(label)=`.
pub(crate) fn myst_label(line: &str) -> Option<&str> {
    line.strip_prefix('(')?.strip_suffix(")=")
}

/// Whether a page of HTML leads to another one at once, as those of moved pages do: `<meta http-equiv="refresh" …>`.
fn is_redirect(document: &[u8]) -> bool {
    /// It stands in the head.
    const MAX: usize = 1024;
    let head = beginning(document, MAX).to_ascii_lowercase();
    let marks = [
        &b"http-equiv=\"refresh\""[..],
        b"http-equiv=refresh",
        b"http-equiv='refresh'",
    ];
    let mut marks = marks.iter();
    marks.any(|mark| contains(&head, mark))
}

/// The values of the attributes `id` and `name`.
fn attributes(document: &[u8], found: &mut HashSet<String>) {
    for equals in memchr::memchr_iter(b'=', document) {
        let before = document[..equals].trim_ascii_end();
        let named = [&b"id"[..], b"name"].into_iter().any(|name| {
            let start = before.len().checked_sub(name.len() + 1);
            start.is_some_and(|start| {
                before[start + 1..].eq_ignore_ascii_case(name)
                    && before[start].is_ascii_whitespace()
            })
        });
        if !named {
            continue;
        }
        let value = document[equals + 1..].trim_ascii_start();
        let (value, ends): (_, fn(&u8) -> bool) = match value.first() {
            Some(b'"') => (&value[1..], |b| *b == b'"'),
            Some(b'\'') => (&value[1..], |b| *b == b'\''),
            _ => (value, |b| b.is_ascii_whitespace() || *b == b'>'),
        };
        /// No name is longer.
        const MAX: usize = 256;
        let near = beginning(value, MAX);
        if let Some(len) = near.iter().position(ends) {
            let name = without_references(&near[..len]);
            found.insert(String::from_utf8_lossy(&name).to_lowercase());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_the_fragments_of_other_programs() {
        let document =
            "# --no-head\n\n## 1: A & B\n\n## A & B\n\n## Key for 1.0\n\n## Key for 1.0\n";
        let found = anchors(Kind::Markdown, document.as_bytes()).expect("known");
        for name in [
            // Python-Markdown
            "1-a-b",
            "key-for-10_1",
            // Pandoc
            "no-head",
            "a-b",
            "key-for-1.0",
            "key-for-1.0-1",
        ] {
            assert!(found.contains(name), "{name} {found:?}");
        }
        assert!(!found.contains("head") && !found.contains("key-for-1"));
    }

    #[test]
    fn headings_in_html_have_fragments_too() {
        let document = "<h1 align=\"center\">My <b>A &amp; B</b></h1>\n\n<div>\n<H2>\n  Next\n</H2>\n</div>\n\n<hr><head>x</head>\n\n<h2>no end\n";
        let found = anchors(Kind::Markdown, document.as_bytes()).expect("known");
        for name in ["my-a--b", "next", "--next"] {
            assert!(found.contains(name), "{name} {found:?}");
        }
        assert!(
            !found.contains("x") && !found.contains("no-end"),
            "{found:?}"
        );
    }

    #[test]
    fn a_heading_with_a_number_is_numbered() {
        let found = anchors(Kind::Markdown, b"# Dup\n\n# Dup\n\n# Dup-1\n").expect("known");
        for name in ["dup", "dup-1", "dup-1-1"] {
            assert!(found.contains(name), "{name} {found:?}");
        }
        assert!(!found.contains("dup-2"), "{found:?}");
    }

    #[test]
    fn headings_have_the_fragments_of_github() {
        let document = "# A `b` c?\n\nX\n===\n\n## X\n\n# Über_uns {#about}\n\n<h2 id='Y z'><p id=\"a&amp;b\">\n\n## C {: #sea .x }\n\n## ⚙️ D\n\n## E [![f](g)](h) ![i](j)\n\n(lab-el)=\n\n:::{figure} x\n:name: fig\n:::\n\n---\nA rule\n---\n\n## H {: k=v }\n";
        let found = anchors(Kind::Markdown, document.as_bytes()).expect("known");
        for name in [
            "a-b-c",
            "x",
            "x-1",
            "über_uns",
            "about",
            "y z",
            "a&b",
            "sea",
            "c",
            "\u{fe0f}-d",
            "e--",
            "e-f-i",
            "lab-el",
            "fig",
            "a-rule",
            "h",
        ] {
            assert!(found.contains(name), "{name} {found:?}");
        }
        assert!(anchors(Kind::Man, b"").is_none());
        for made in ["::: a.b", "::: mkdocs-click", "--8<-- \"x.md\""] {
            assert!(anchors(Kind::Markdown, made.as_bytes()).is_none(), "{made}");
        }
        for other in [
            "::: warning\nx\n:::",
            "::: code-group",
            "::: {.callout-note}",
            "Not {! x\n\n!}",
        ] {
            assert!(
                anchors(Kind::Markdown, other.as_bytes()).is_some(),
                "{other}"
            );
        }
        let moved = b"<html><meta http-equiv=\"Refresh\" content=\"0;URL=x.html\"></html>";
        assert!(anchors(Kind::Html, moved).is_none());
    }
}
