//! Masks of Markdown, based on `pulldown-cmark`.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::Range;

use pulldown_cmark::{BrokenLink, Event, LinkType, Options, Parser, Tag, TagEnd};

use super::metadata::front_matter;
use super::template;
use crate::notation::html;
use crate::notation::mask::{Painter, Role, Roles};
use crate::span::{before, ending_run, run, split_before};

pub(in crate::notation) const ROLES: Roles = Roles {
    paint,
    begins_comment: |before| before.ends_with(b"<!--"),
};

fn paint(document: &[u8], painter: &mut Painter) {
    let blocks = template::blocks(document);
    let text = open_admonitions(template::replace(as_utf8(document), &blocks));
    // Everything that is not text is a target, for example a duplicate link definition.
    painter.paint(0..document.len(), Role::Target);
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    let front = front_matter(&text);
    painter.paint(0..front, Role::Code);
    let in_document = |span: Range<usize>| span.start + front..span.end + front;
    let undefined = RefCell::new(Vec::new());
    let on_broken = |link: BrokenLink<'_>| {
        if matches!(link.link_type, LinkType::Reference | LinkType::Collapsed) {
            let label = as_label(&link.reference);
            undefined.borrow_mut().push((label, in_document(link.span)));
        }
        None
    };
    let events = Parser::new_with_broken_link_callback(&text[front..], options, Some(on_broken));
    let mut events = events.into_offset_iter();
    let defined = |definition: Range<usize>| target_after(b"]:", document, in_document(definition));
    for (_, definition) in events.reference_definitions().iter() {
        if let Some(target) = defined(definition.span.clone()) {
            painter.target(target);
        }
    }
    let mut events_painter = EventPainter {
        document,
        painter,
        open: Vec::new(),
        code: false,
        anchor: None,
        element: None,
    };
    let mut headings = Headings::default();
    while let Some((event, span)) = events.next() {
        headings.read(&text[front..], &event, &span);
        let label = match &event {
            Event::Start(Tag::Link { id, .. } | Tag::Image { id, .. }) => &id[..],
            _ => "",
        };
        let definition = events.reference_definitions().get(label);
        let definition = definition.and_then(|definition| defined(definition.span.clone()));
        events_painter.paint(event, in_document(span), definition);
    }
    for (block, role) in blocks {
        painter.paint(block, role);
    }
    let mut undefined = undefined.take();
    let is_heading = |label: &String| headings.labels.contains(label);
    let labels = undefined.iter().map(|(label, _)| label);
    let of_headings: HashSet<_> = labels.filter(|label| is_heading(label)).collect();
    // One may be a mistake; who writes for Pandoc has several.
    if of_headings.len() > 1 {
        undefined.retain(|(label, _)| !is_heading(label));
    }
    let undefined = undefined.into_iter().map(|(_, reference)| reference);
    painter.undefined(undefined.collect());
}

/// A label in the form in which labels are compared (CommonMark 0.31, 4.7).
fn as_label(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// The headings so far. For Pandoc their texts are labels (`implicit_header_references`).
#[derive(Default)]
struct Headings {
    labels: HashSet<String>,
    /// The range of the text of a heading whose end has not been reached.
    open: Option<Range<usize>>,
}

impl Headings {
    fn read(&mut self, text: &str, event: &Event<'_>, span: &Range<usize>) {
        match event {
            Event::Start(Tag::Heading { .. }) => self.open = Some(span.end..span.start),
            Event::End(TagEnd::Heading(_)) => {
                let heading = self.open.take().filter(|at| at.start < at.end);
                let heading = heading.map_or("", |at| &text[at]);
                // `Title {#id}`
                let attributes = heading.rfind('{').filter(|_| heading.ends_with('}'));
                let heading = &heading[..attributes.unwrap_or(heading.len())];
                self.labels.insert(as_label(heading));
            }
            _ => {
                if let Some(open) = &mut self.open {
                    *open = open.start.min(span.start)..open.end.max(span.end);
                }
            }
        }
    }
}

/// Paints the events of the parser, one after another.
struct EventPainter<'d> {
    document: &'d [u8],
    painter: &'d mut Painter,
    /// Links whose end has not been reached.
    open: Vec<OpenLink>,
    /// Whether it is in a block of code.
    code: bool,
    anchor: Option<Anchor>,
    element: Option<Element>,
}

impl EventPainter<'_> {
    /// `definition` is the target in the definition of a link that begins.
    fn paint(&mut self, event: Event<'_>, span: Range<usize>, definition: Option<Range<usize>>) {
        if let Some(link) = self.open.last_mut() {
            link.extend_label(&event, &span);
        }
        let painter = &mut *self.painter;
        match event {
            Event::Start(Tag::CodeBlock(_)) => {
                self.code = true;
                painter.paint(span, Role::Code);
            }
            Event::End(TagEnd::CodeBlock) => self.code = false,
            Event::Code(_) => painter.paint(span, Role::Code),
            Event::Text(_) if self.open.is_empty() && !self.code => {
                if let Some(anchor) = &mut self.anchor {
                    anchor.texts.push(span);
                } else if let Some(element) = &mut self.element {
                    element.texts.push(span);
                } else {
                    painter.paint(span, Role::Prose);
                }
            }
            Event::Start(Tag::HtmlBlock) => html::mask::paint(self.document, span, painter),
            Event::InlineHtml(_) => self.paint_tag(span),
            Event::End(
                TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::TableCell | TagEnd::Item,
            ) => {
                let anchor = self.anchor.take().map(|anchor| anchor.texts);
                let element = self.element.take().map(|element| element.texts);
                for text in anchor.into_iter().chain(element).flatten() {
                    painter.paint(text, Role::Prose);
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
            ) => self.open.push(OpenLink {
                span,
                link_type,
                target: dest_url.as_bytes().to_vec(),
                definition,
                label: None,
            }),
            Event::End(TagEnd::Link | TagEnd::Image) => {
                if let Some(link) = self.open.pop() {
                    link.paint(self.document, painter);
                }
            }
            _ => {}
        }
    }

    /// Paints a tag in a paragraph. `<a href=…>` opens a link and closes the open one; `</a>` closes it. `<code>` opens an element of code.
    fn paint_tag(&mut self, span: Range<usize>) {
        html::mask::paint(self.document, span.clone(), self.painter);
        if let Some((name, closes)) = html::mask::code(self.document, span.clone()) {
            let is_open = |element: &mut Element| element.name.eq_ignore_ascii_case(name);
            if !closes && self.element.is_none() {
                self.element = Some(Element {
                    name: name.to_vec(),
                    texts: Vec::new(),
                });
            } else if let Some(element) = self.element.take_if(|element| closes && is_open(element))
            {
                for text in element.texts {
                    self.painter.paint(text, Role::Code);
                }
            }
        }
        if let Some(next) = html::mask::anchor(self.document, span.clone()) {
            if let Some(anchor) = self.anchor.take() {
                anchor.paint(span.start, self.painter);
            }
            self.anchor = next.map(|target| Anchor {
                start: span.end,
                target,
                texts: Vec::new(),
            });
        }
    }
}

/// An HTML element of code in a paragraph whose end has not been reached.
struct Element {
    name: Vec<u8>,
    /// The text in it. Without an end tag, it is prose.
    texts: Vec<Range<usize>>,
}

/// An HTML link in a paragraph whose end has not been reached.
struct Anchor {
    start: usize,
    target: Vec<u8>,
    /// The text in it. Without an end tag, it is prose.
    texts: Vec<Range<usize>>,
}

impl Anchor {
    fn paint(self, end: usize, painter: &mut Painter) {
        let label = self.start..end;
        if !label.is_empty() {
            painter.link(label, self.target);
        }
    }
}

/// A link of Markdown whose end has not been reached.
struct OpenLink {
    span: Range<usize>,
    link_type: LinkType,
    target: Vec<u8>,
    definition: Option<Range<usize>>,
    /// The range of its children.
    label: Option<Range<usize>>,
}

impl OpenLink {
    fn extend_label(&mut self, event: &Event<'_>, span: &Range<usize>) {
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
            && let Some(target) = target_after(b"](", document, label.end..self.span.end - 1)
        {
            painter.target(target);
        }
        if !label.is_empty() {
            painter.reference(label, self.target, self.definition);
        }
    }
}

/// The target after `mark`, without `<` and `>` around it: that of `[label](target "title")` or `[label]: target "title"`.
fn target_after(mark: &[u8], document: &[u8], range: Range<usize>) -> Option<Range<usize>> {
    let (text, end) = (&document[range.clone()], range.end);
    // A backslash before the bracket makes it a part of the label.
    let is_escaped = |at: &usize| ending_run(&text[..*at], b'\\') % 2 == 1;
    let mut marks = memchr::memmem::find_iter(text, mark);
    let start = range.start + marks.find(|at| !is_escaped(at))? + mark.len();
    let inside = &document[start..end];
    let start = start + run(inside, |b| b.is_ascii_whitespace());
    let (start, ends): (_, fn(u8) -> bool) = match document.get(start) {
        Some(b'<') => (start + 1, |b| b == b'>'),
        _ => (start, |b| b.is_ascii_whitespace()),
    };
    let word = document.get(start..end)?;
    let len = before(word, ends);
    (len > 0).then_some(start..start + len)
}

/// Writes the mark of each admonition and tab of Python-Markdown as that of a list, to which the same indentation belongs. Otherwise the
/// parser takes the text in it for code.
pub(crate) fn open_admonitions(text: Cow<'_, str>) -> Cow<'_, str> {
    let (mut marks, mut start) = (Vec::new(), 0);
    for line in text.as_bytes().split_inclusive(|b| *b == b'\n') {
        let indent = run(line, |b| b == b' ');
        if opens_admonition(&line[indent..]) {
            marks.push(start + indent);
        }
        start += line.len();
    }
    if marks.is_empty() {
        return text;
    }
    let mut opened = text.into_owned().into_bytes();
    for at in marks {
        opened[at..at + 4].copy_from_slice(b"-   ");
        // More blanks would begin code.
        if opened[at + 4] == b' ' {
            opened[at + 4] = b'_';
        }
    }
    String::from_utf8_lossy(&opened).into_owned().into()
}

/// `!!! note "Title"`, `??? note`, `???+ note`, `=== "Title"`
fn opens_admonition(line: &[u8]) -> bool {
    const MARKS: [&[u8]; 4] = [b"!!! ", b"??? ", b"???+ ", b"=== "];
    let Some(rest) = MARKS.iter().find_map(|mark| line.strip_prefix(*mark)) else {
        return false;
    };
    let rest = rest.trim_ascii();
    let (name, title) = split_before(rest, |b| b == b'"');
    let is_titled = title.len() > 1 && title.ends_with(b"\"");
    let is_named = title.is_empty() && !name.is_empty() && line[0] != b'=';
    let in_name = |b: &u8| b.is_ascii_alphanumeric() || b"-_ ".contains(b);
    name.iter().all(in_name) && (is_titled || is_named)
}

/// Replaces each byte that is not valid UTF-8 by `?`, so that positions do not change.
pub(crate) fn as_utf8(document: &[u8]) -> Cow<'_, str> {
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
    use crate::notation::mask::role_of;

    #[test]
    fn roles() {
        let role = |document, at| role_of(&ROLES, document, at);
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
        assert_eq!(role("x <code>http://a.org/</Code>", "http"), Role::Code);
        assert_eq!(role("x <kbd>*http://a.org/*</kbd>", "http"), Role::Code);
        assert_eq!(role("x <code>y</code> http://a.org/", "http"), Role::Prose);
        assert_eq!(
            role("x <code>http://a.org/\n\ny</code>", "http"),
            Role::Prose
        );
        assert_eq!(role("x <em>http://a.org/</em>", "http"), Role::Prose);
        assert_eq!(role("---\nx: http://a.org/\n---\n", "http"), Role::Code);
        let after_metadata = "+++\nx = 1\n+++\n\n[t](http://a.org/)\n";
        assert_eq!(role(after_metadata, "http"), Role::Target);
        let marked = "\u{feff}---\nx: http://a.org/\n---\n";
        assert_eq!(role(marked, "http"), Role::Code);
        // These are rules, and the line between them is a heading.
        let rules = "x\n\n---\nsee http://a.org/\n---\n";
        assert_eq!(role(rules, "http"), Role::Prose);
    }

    #[test]
    fn admonitions() {
        for (opening, want) in [
            ("!!! note", Role::Prose),
            ("!!! note inline end \"A *title*\"", Role::Prose),
            ("???+ note", Role::Prose),
            ("??? \"A title\"", Role::Prose),
            ("=== \"A tab\"", Role::Prose),
            ("=== note", Role::Code),
            ("!!! note, and more", Role::Code),
            ("!!!", Role::Code),
            ("See !!! note", Role::Code),
        ] {
            let role = |text: &str| role_of(&ROLES, &format!("{opening}\n\n{text}"), "http");
            assert_eq!(role("    see http://a.org/\n"), want, "{opening}");
            assert_eq!(role("        see http://a.org/\n"), Role::Code, "{opening}");
            assert_eq!(role("x\n\n    http://a.org/\n"), Role::Code, "{opening}");
        }
        let nested = "!!! note\n    x\n\n    ??? tip\n\n        [t](http://a.org/)\n";
        assert_eq!(role_of(&ROLES, nested, "http"), Role::Target);
        assert_eq!(ROLES.mask(nested.as_bytes()).target(42), Some(41..54));
        let code = "x\n\n    !!! note\n\n        http://a.org/\n";
        assert_eq!(role_of(&ROLES, code, "http"), Role::Code);
    }

    #[test]
    fn links_of_html_in_paragraphs() {
        let document =
            b"See <a href=\"http://b.org/\">http://*a*.org/</a> and <a href=x>y<a href='z'>t</a>.";
        let mask = ROLES.mask(document);
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
    fn targets_are_complete() {
        let document = b"[t](<http://a.org/.> 'x')";
        assert_eq!(ROLES.mask(document).target(6), Some(5..19));
        let document = b"[t](http://a.org/(x))";
        assert_eq!(ROLES.mask(document).target(6), Some(4..20));
        let document = b"[a\\]: b]: http://a.org/";
        assert_eq!(ROLES.mask(document).target(12), Some(10..23));
        let document = b"[a\\\\]: http://a.org/";
        assert_eq!(ROLES.mask(document).target(9), Some(7..20));
    }

    #[test]
    fn invalid_utf_8_does_not_shift_positions() {
        let document = b"\xff\xfe\xff `http://a.org/`";
        assert_eq!(ROLES.mask(document).role(6), Role::Code);
    }
}
