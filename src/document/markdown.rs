//! Markdown: what `pulldown-cmark` says of it.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

use super::html;
use super::mask::{Mask, Painter, Role};

pub(super) fn mask(document: &[u8]) -> Mask {
    let text = as_utf8(document);
    // What is no text leads somewhere: a definition that is there twice, say.
    let mut painter = Painter::on(Role::Target);
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    let events = Parser::new_ext(&text, options).into_offset_iter();
    for (_, definition) in events.reference_definitions().iter() {
        let span = definition.span.clone();
        if let Some(target) = definition_target(document, span) {
            painter.target(target);
        }
    }
    // Links whose end is to come: where their label begins and ends.
    let mut open: Vec<Open> = Vec::new();
    let mut code = false;
    let mut anchor: Option<Anchor> = None;
    for (event, span) in events {
        if let Some(link) = open.last_mut() {
            link.sees(&event, &span);
        }
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::MetadataBlock(_)) => {
                code = true;
                painter.paint(span, Role::Code);
            }
            Event::End(TagEnd::CodeBlock | TagEnd::MetadataBlock(_)) => code = false,
            Event::Code(_) => painter.paint(span, Role::Code),
            Event::Text(_) if open.is_empty() && !code => match &mut anchor {
                Some(anchor) => anchor.texts.push(span),
                None => painter.paint(span, Role::Prose),
            },
            Event::Start(Tag::HtmlBlock) => html::paint(document, span, &mut painter),
            Event::InlineHtml(_) => {
                html::paint(document, span.clone(), &mut painter);
                // `<a href=…>` opens a link and ends the one that is open; `</a>` ends it.
                if let Some(next) = html::anchor(document, span.clone()) {
                    if let Some(anchor) = anchor.take() {
                        anchor.paint(span.start, &mut painter);
                    }
                    anchor = next.map(|target| Anchor {
                        start: span.end,
                        target,
                        texts: Vec::new(),
                    });
                }
            }
            Event::End(
                TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::TableCell | TagEnd::Item,
            ) => {
                if let Some(anchor) = anchor.take() {
                    anchor.give_up(&mut painter);
                }
            }
            Event::Start(
                Tag::Link {
                    link_type,
                    dest_url,
                    ..
                }
                | Tag::Image {
                    link_type,
                    dest_url,
                    ..
                },
            ) => open.push(Open {
                span,
                link_type,
                target: dest_url.as_bytes().to_vec(),
                label: None,
            }),
            Event::End(TagEnd::Link | TagEnd::Image) => {
                if let Some(link) = open.pop() {
                    link.paint(document, &mut painter);
                }
            }
            _ => {}
        }
    }
    painter.finish()
}

/// A link of HTML in a paragraph, whose end is to come.
struct Anchor {
    start: usize,
    target: Vec<u8>,
    /// What is prose if there is no end.
    texts: Vec<Range<usize>>,
}

impl Anchor {
    fn paint(self, end: usize, painter: &mut Painter) {
        let label = self.start..end;
        painter.paint(label.clone(), Role::Label);
        if !label.is_empty() {
            painter.link(label, self.target);
        }
    }

    fn give_up(self, painter: &mut Painter) {
        for text in self.texts {
            painter.paint(text, Role::Prose);
        }
    }
}

struct Open {
    span: Range<usize>,
    link_type: LinkType,
    target: Vec<u8>,
    /// What its children cover.
    label: Option<Range<usize>>,
}

impl Open {
    fn sees(&mut self, event: &Event<'_>, span: &Range<usize>) {
        if matches!(event, Event::End(_)) {
            return;
        }
        let label = self.label.get_or_insert(span.clone());
        label.end = label.end.max(span.end);
    }

    fn paint(self, document: &[u8], painter: &mut Painter) {
        if matches!(self.link_type, LinkType::Autolink | LinkType::Email) {
            painter.paint(self.span, Role::Autolink);
            return;
        }
        let label = self.label.unwrap_or(self.span.start..self.span.start);
        painter.paint(label.clone(), Role::Label);
        if self.link_type == LinkType::Inline
            && let Some(target) = inline_target(document, label.end, self.span.end)
        {
            painter.target(target);
        }
        if !label.is_empty() {
            painter.link(label, self.target);
        }
    }
}

/// The target of `[label](target "title")` whose label ends at `from`.
fn inline_target(document: &[u8], from: usize, end: usize) -> Option<Range<usize>> {
    let open = memchr::memmem::find(&document[from..end], b"](")? + from + 2;
    target(document, open, end.saturating_sub(1))
}

/// The target of `[label]: target "title"`.
fn definition_target(document: &[u8], span: Range<usize>) -> Option<Range<usize>> {
    let open = memchr::memmem::find(&document[span.clone()], b"]:")? + span.start + 2;
    target(document, open, span.end)
}

/// The first word from `start` on, without the `<` and `>` around it.
fn target(document: &[u8], start: usize, end: usize) -> Option<Range<usize>> {
    let inside = document.get(start..end)?;
    let blanks = inside.iter().take_while(|b| b.is_ascii_whitespace());
    let start = start + blanks.count();
    let (start, ends): (_, fn(&u8) -> bool) = match document.get(start) {
        Some(b'<') => (start + 1, |b| *b == b'>'),
        _ => (start, u8::is_ascii_whitespace),
    };
    let word = document.get(start..end)?;
    let len = word.iter().position(ends).unwrap_or(word.len());
    (len > 0).then_some(start..start + len)
}

/// The same text with a `?` for each byte that is no UTF-8, so that every place stays.
fn as_utf8(document: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(document) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(document.len());
    for chunk in document.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn role(document: &str, at: &str) -> Role {
        mask(document.as_bytes()).role(document.find(at).expect("it is there"))
    }

    #[test]
    fn roles() {
        assert_eq!(role("see http://a.org/", "http"), Role::Prose);
        assert_eq!(role("see <http://a.org/>", "http"), Role::Autolink);
        assert_eq!(role("see `http://a.org/`", "http"), Role::Code);
        assert_eq!(role("x\n\n    http://a.org/\n", "http"), Role::Code);
        assert_eq!(role("```\nhttp://a.org/\n```\n", "http"), Role::Code);
        assert_eq!(role("[t *u*](http://a.org/ \"x\")", "http"), Role::Target);
        assert_eq!(role("[http://a.org/](/x)", "http"), Role::Label);
        assert_eq!(role("[t]\n\n[t]: <http://a.org/>\n", "http"), Role::Target);
        assert_eq!(role("![t](http://a.org/)", "http"), Role::Target);
        assert_eq!(role("<a href='http://a.org/'>x</a>", "http"), Role::Target);
        let role_in_link = |document| role(document, "http://a");
        assert_eq!(
            role_in_link("x <a href='/x'>*http://a.org/*</a>"),
            Role::Label
        );
        assert_eq!(role_in_link("x <a name='x'>http://a.org/</a>"), Role::Prose);
        assert_eq!(
            role_in_link("x <a href='/x'>http://a.org/\n\ny</a>"),
            Role::Prose
        );
        assert_eq!(role("<!-- http://a.org/ -->", "http"), Role::Comment);
        assert_eq!(role("---\nx: http://a.org/\n---\n", "http"), Role::Code);
    }

    #[test]
    fn links_of_html_in_paragraphs() {
        let document =
            b"See <a href=\"http://b.org/\">http://*a*.org/</a> and <a href=x>y<a href='z'>t</a>.";
        let mask = mask(document);
        let links: Vec<_> = mask
            .links()
            .iter()
            .map(|link| (&document[link.label.clone()], &link.target[..]))
            .collect();
        let want: [(&[u8], &[u8]); 3] = [
            (b"http://*a*.org/", b"http://b.org/"),
            (b"y", b"x"),
            (b"t", b"z"),
        ];
        assert_eq!(links, want);
    }

    #[test]
    fn targets_are_whole() {
        let document = b"[t](<http://a.org/.> 'x')";
        assert_eq!(mask(document).target(6), Some(5..19));
        let document = b"[t](http://a.org/(x))";
        assert_eq!(mask(document).target(6), Some(4..20));
    }

    #[test]
    fn what_is_no_utf_8_keeps_its_place() {
        let document = b"\xff\xfe\xff `http://a.org/`";
        assert_eq!(mask(document).role(6), Role::Code);
    }
}
