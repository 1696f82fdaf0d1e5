//! Masks: the role of each byte in a document.

use std::collections::HashSet;
use std::ops::Range;

use crate::span::containing;
use crate::text::strip_prefix_ignore_case;

/// The role of a byte in a document.
///
/// ```
/// use urlgrep::document::{Kind, Role};
/// assert_eq!(Kind::Markdown.mask(b"[a](http://a.org/)\n").role(4), Role::Target);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Role {
    /// Running text; also a comment in a source file.
    Prose,
    /// Code, literal text, a string in a source file. A URL in it is displayed unchanged and is not a link.
    Code,
    /// The target of a link, or the value of an attribute.
    Target,
    /// The text that a link displays.
    Label,
    /// `<http://…>`, if the markup makes it a link.
    Autolink,
    /// A comment in markup, which is not displayed.
    Comment,
    /// Not text: the part of a source file outside comments and strings.
    Outside,
}

/// A link with a label. Ranges are bytes of the document, half-open, 0-based.
///
/// ```
/// use urlgrep::document::Kind;
/// let document = b"[here](http://a.org/)\n";
/// let mask = Kind::Markdown.mask(document);
/// let link = &mask.links()[0];
/// assert_eq!((&document[link.label.clone()], &*link.target), (&b"here"[..], &b"http://a.org/"[..]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Link {
    /// The text that the link displays.
    pub label: Range<usize>,
    /// The target, as the markup defines it.
    pub target: Vec<u8>,
    /// Where the target stands, if that is a definition, which several links may use.
    pub(crate) definition: Option<Range<usize>>,
}

impl Link {
    /// The place to report about the target: that in the definition, otherwise the label, because the target may stand elsewhere.
    pub(crate) fn place_of_target(&self) -> Range<usize> {
        self.definition.as_ref().unwrap_or(&self.label).clone()
    }
}

/// The roles of all bytes of a document; made by [`Kind::mask`](crate::document::Kind::mask).
///
/// ```
/// use urlgrep::document::{Kind, Mask, Role};
/// let mask: Mask = Kind::Html.mask(b"<p>text");
/// assert_eq!(mask.role(4), Role::Prose);
/// ```
#[derive(Clone, Debug)]
pub struct Mask {
    /// Sorted and without overlap.
    spans: Vec<(Range<usize>, Role)>,
    /// The role of bytes outside all spans.
    rest: Role,
    targets: Vec<Range<usize>>,
    links: Vec<Link>,
    undefined: Vec<Range<usize>>,
    /// Lines whose length matters.
    aligned: Vec<Range<usize>>,
    /// Values that are data, though a URL may stand in them.
    data: Vec<Range<usize>>,
}

impl Mask {
    /// A mask with the same role everywhere.
    pub(crate) fn plain(rest: Role) -> Mask {
        Mask {
            spans: Vec::new(),
            rest,
            targets: Vec::new(),
            links: Vec::new(),
            undefined: Vec::new(),
            aligned: Vec::new(),
            data: Vec::new(),
        }
    }

    /// The role of the byte at `at`.
    ///
    /// ```
    /// use urlgrep::document::{Kind, Role};
    /// assert_eq!(Kind::Text.mask(b"text").role(1), Role::Prose);
    /// ```
    pub fn role(&self, at: usize) -> Role {
        let span = containing(&self.spans, at, |(span, _)| span);
        span.map_or(self.rest, |(_, role)| *role)
    }

    /// The range of the link target that contains the byte at `at`.
    ///
    /// ```
    /// use urlgrep::document::Kind;
    /// let mask = Kind::Markdown.mask(b"[a](http://a.org/)\n");
    /// assert_eq!((mask.target(6), mask.target(1)), (Some(4..17), None));
    /// ```
    pub fn target(&self, at: usize) -> Option<Range<usize>> {
        containing(&self.targets, at, |target| target).cloned()
    }

    /// The links that have a label, in order.
    ///
    /// ```
    /// use urlgrep::document::Kind;
    /// assert_eq!(Kind::Markdown.mask(b"[a](http://a.org/) [b](/c)\n").links().len(), 2);
    /// ```
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The links that have a label. Of those with the same definition only the first.
    pub(crate) fn targets_of_links(&self) -> impl Iterator<Item = &Link> {
        let mut known = HashSet::new();
        let mut is_new = move |link: &Link| {
            let definition = link.definition.as_ref();
            definition.is_none_or(|definition| known.insert(definition.start))
        };
        self.links.iter().filter(move |link| is_new(link))
    }

    /// Where the target of a link may stand: its definition, or the label and the tags before it, or the targets beside it.
    pub(crate) fn reach_of(&self, link: &Link) -> Range<usize> {
        if let Some(definition) = &link.definition {
            return definition.clone();
        }
        let next = self
            .targets
            .partition_point(|target| target.start < link.label.end);
        let label = &link.label;
        let last = || next.checked_sub(1).map(|last| self.targets[last].start);
        let start = self.tags_before(label.start).or_else(last);
        let end = self.targets.get(next).map(|next| next.end);
        start.unwrap_or(label.start).min(label.start)..end.unwrap_or(label.end)
    }

    /// Where the tags begin that end at `at`.
    fn tags_before(&self, at: usize) -> Option<usize> {
        /// The most values of their attributes and pieces between them.
        const MOST: usize = 64;
        let count = self.spans.partition_point(|(span, _)| span.end <= at);
        let is_markup = |role: Role| matches!(role, Role::Comment | Role::Target);
        let spans = self.spans[..count].iter().rev().take(MOST);
        let start = spans.fold((at, true), |(start, goes_on), (span, role)| {
            let goes_on = goes_on && span.end == start && is_markup(*role);
            (if goes_on { span.start } else { start }, goes_on)
        });
        (start.0 < at).then_some(start.0)
    }

    /// The references without a definition, in order: `[text][label]`. Two or more headings that labels equal are
    /// definitions, as for Pandoc.
    ///
    /// ```
    /// use urlgrep::document::Kind;
    /// let mask = Kind::Markdown.mask(b"[a][b] [c][d]\n\n[b]: /x\n");
    /// assert_eq!(mask.undefined(), [7..13]);
    /// ```
    pub fn undefined(&self) -> &[Range<usize>] {
        &self.undefined
    }

    /// Whether the byte at `at` is in a line whose length must not change: in a table of columns, or a title with an underline.
    pub(crate) fn is_aligned(&self, at: usize) -> bool {
        containing(&self.aligned, at, |line| line).is_some()
    }

    /// The mask without this byte in the targets of links, which stands for nothing.
    pub(super) fn without_in_targets(mut self, filler: u8) -> Mask {
        for link in &mut self.links {
            link.target.retain(|b| *b != filler);
        }
        self
    }

    /// Whether each byte has the same role in `other`, the mask of the document with `len` more bytes at `at`.
    pub(crate) fn is_kept_by(&self, other: &Mask, at: usize, len: usize) -> bool {
        let ends = |mask: &Mask| {
            let spans = mask.spans.iter();
            let ends = spans.flat_map(|(span, _)| [span.start, span.end]);
            ends.collect::<Vec<_>>()
        };
        let back = |i: usize| i.min(at.max(i.saturating_sub(len)));
        let others = ends(other).into_iter().map(back);
        // Between these places no role changes.
        let mut places = ends(self).into_iter().chain(others).chain([0, at]);
        places.all(|i| self.role(i) == other.role(if i < at { i } else { i + len }))
    }

    /// Whether the byte at `at` is in a value that is data: that of an attribute that takes no URL.
    pub(crate) fn is_data(&self, at: usize) -> bool {
        containing(&self.data, at, |value| value).is_some()
    }
}

/// The questions of the linter to a notation.
pub(crate) struct Roles {
    /// Paints what is not prose.
    pub(crate) paint: fn(&[u8], &mut Painter),
    /// Whether the text after this beginning of a line is a comment. It is trimmed. In a notation without comments any text counts as
    /// one.
    pub(crate) begins_comment: fn(&[u8]) -> bool,
}

impl Roles {
    /// Prose everywhere.
    pub(crate) const PROSE: Roles = Roles {
        paint: |_, _| {},
        begins_comment: |_| true,
    };

    pub(super) fn mask(&self, document: &[u8]) -> Mask {
        let mut painter = Painter::new(Role::Prose);
        (self.paint)(document, &mut painter);
        painter.finish()
    }
}

/// Builds a mask. A span that begins inside another one covers it, and is cut at its end.
#[derive(Debug)]
pub(crate) struct Painter {
    mask: Mask,
}

impl Painter {
    pub(super) fn new(rest: Role) -> Painter {
        Painter {
            mask: Mask::plain(rest),
        }
    }

    pub(super) fn paint(&mut self, span: Range<usize>, role: Role) {
        if !span.is_empty() {
            self.mask.spans.push((span, role));
        }
    }

    /// Adds the target of a link.
    pub(super) fn target(&mut self, span: Range<usize>) {
        self.paint(span.clone(), Role::Target);
        self.mask.targets.push(span);
    }

    /// Adds a link, and paints its label.
    pub(super) fn link(&mut self, label: Range<usize>, target: Vec<u8>) {
        self.paint(label.clone(), Role::Label);
        self.reference(label, target, None);
    }

    /// Adds a link whose target is its label too, if the target begins as a host does: `www.a.org/x`. With a scheme it is found as a
    /// URL, and a path leads to a file that may not be made yet.
    pub(super) fn link_to_host(&mut self, document: &[u8], target: Range<usize>) {
        let name = &document[target.clone()];
        if strip_prefix_ignore_case(name, b"www.").is_some() {
            self.target(target.clone());
            self.reference(target, name.to_vec(), None);
        }
    }

    /// Adds a link whose label keeps its role, and whose target may stand in a definition.
    pub(super) fn reference(
        &mut self,
        label: Range<usize>,
        target: Vec<u8>,
        definition: Option<Range<usize>>,
    ) {
        self.mask.links.push(Link {
            label,
            target,
            definition,
        });
    }

    /// Adds a part of the document with the mask of its text, which is as long.
    pub(super) fn add(&mut self, part: Range<usize>, mask: Mask) {
        let shifted = |at: &Range<usize>| at.start + part.start..at.end + part.start;
        self.paint(part.clone(), mask.rest);
        for (span, role) in &mask.spans {
            self.paint(shifted(span), *role);
        }
        self.mask.targets.extend(mask.targets.iter().map(shifted));
        self.mask
            .links
            .extend(mask.links.into_iter().map(|link| Link {
                label: shifted(&link.label),
                definition: link.definition.as_ref().map(shifted),
                ..link
            }));
        self.mask
            .undefined
            .extend(mask.undefined.iter().map(shifted));
        self.mask.aligned.extend(mask.aligned.iter().map(shifted));
        self.mask.data.extend(mask.data.iter().map(shifted));
    }

    /// Adds a line whose length must not change. Lines are added in order.
    pub(super) fn aligned(&mut self, line: Range<usize>) {
        self.mask.aligned.push(line);
    }

    /// Adds a value that is data.
    pub(super) fn data(&mut self, value: Range<usize>) {
        self.mask.data.push(value);
    }

    /// Sets the references that have no definition.
    pub(super) fn undefined(&mut self, references: Vec<Range<usize>>) {
        self.mask.undefined = references;
        self.mask.undefined.sort_by_key(|reference| reference.start);
        self.mask.undefined.dedup();
    }

    /// Makes the spans disjoint.
    pub(super) fn finish(mut self) -> Mask {
        let rest = self.mask.rest;
        let mut spans = std::mem::take(&mut self.mask.spans);
        spans.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
        let mut flat = Flat::default();
        let mut open: Vec<(usize, Role)> = Vec::new();
        for (span, role) in spans {
            flat.close(&mut open, span.start);
            flat.emit(span.start, open.last().map_or(rest, |top| top.1));
            let end = open.last().map_or(span.end, |top| span.end.min(top.0));
            open.push((end, role));
        }
        flat.close(&mut open, usize::MAX);
        self.mask.spans = flat.spans;
        self.mask.targets.sort_by_key(|target| target.start);
        self.mask.data.sort_by_key(|value| value.start);
        self.mask.links.sort_by_key(|link| link.label.start);
        self.mask
    }
}

#[derive(Default)]
struct Flat {
    spans: Vec<(Range<usize>, Role)>,
    at: usize,
}

impl Flat {
    /// Assigns `role` to everything up to `end`.
    fn emit(&mut self, end: usize, role: Role) {
        if self.at < end {
            self.spans.push((self.at..end, role));
            self.at = end;
        }
    }

    /// Closes the open spans that end at or before `at`.
    fn close(&mut self, open: &mut Vec<(usize, Role)>, at: usize) {
        while let Some(&(end, role)) = open.last().filter(|top| top.0 <= at) {
            self.emit(end, role);
            open.pop();
        }
    }
}

/// The role of the first occurrence of `at` in `document`.
#[cfg(test)]
pub(super) fn role_of(roles: &Roles, document: &str, at: &str) -> Role {
    let at = document.find(at).expect("the document contains it");
    roles.mask(document.as_bytes()).role(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_span_wins() {
        let mut painter = Painter::new(Role::Prose);
        painter.paint(10..20, Role::Code);
        painter.paint(2..9, Role::Label);
        painter.paint(4..6, Role::Code);
        painter.paint(15..30, Role::Target);
        let mask = painter.finish();
        let roles = [0, 2, 4, 6, 9, 10, 14, 15, 19, 20, 99].map(|at| mask.role(at));
        use Role::{Code, Label, Prose, Target};
        assert_eq!(
            roles,
            [
                Prose, Label, Code, Label, Prose, Code, Code, Target, Target, Prose, Prose
            ]
        );
    }
}
