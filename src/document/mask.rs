//! Masks: what stands at each byte of a document.

use std::ops::Range;

/// What a byte of a document belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Role {
    /// Text that is read as it is, also a comment in a source file.
    Prose,
    /// Code, literal text, a string in a source file: shown as it is and not a link.
    Code,
    /// Where a link leads, an attribute's value.
    Target,
    /// The text that a link shows.
    Label,
    /// `<http://…>` where the markup makes that a link.
    Autolink,
    /// A comment: not shown.
    Comment,
    /// No text at all: a source file outside comments and strings.
    Outside,
}

/// A link that shows a text of its own. Ranges are bytes of the document, half-open, from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Link {
    /// The text that is shown.
    pub label: Range<usize>,
    /// Where it leads, as the markup means it.
    pub target: Vec<u8>,
}

/// What stands where in a document; made by [`Kind::mask`](super::Kind::mask).
#[derive(Clone, Debug)]
pub struct Mask {
    /// Sorted, side by side or apart.
    spans: Vec<(Range<usize>, Role)>,
    /// Of what lies in no span.
    rest: Role,
    targets: Vec<Range<usize>>,
    links: Vec<Link>,
}

impl Mask {
    /// The same everywhere.
    pub(crate) fn plain(rest: Role) -> Mask {
        Mask {
            spans: Vec::new(),
            rest,
            targets: Vec::new(),
            links: Vec::new(),
        }
    }

    /// What stands at the byte `at`.
    pub fn role(&self, at: usize) -> Role {
        let after = self.spans.partition_point(|(span, _)| span.start <= at);
        let before = after.checked_sub(1).map(|i| &self.spans[i]);
        before
            .filter(|(span, _)| at < span.end)
            .map_or(self.rest, |(_, role)| *role)
    }

    /// The whole of a link's target as it is written, if `at` is one of its bytes.
    pub fn target(&self, at: usize) -> Option<Range<usize>> {
        let after = self.targets.partition_point(|target| target.start <= at);
        let before = after.checked_sub(1).map(|i| &self.targets[i])?;
        (at < before.end).then(|| before.clone())
    }

    /// The links that show a text of their own, in order.
    pub fn links(&self) -> &[Link] {
        &self.links
    }
}

/// Makes a mask: what is painted later, or lies within what was painted before, covers it.
#[derive(Debug)]
pub(super) struct Painter {
    mask: Mask,
}

impl Painter {
    pub(super) fn on(rest: Role) -> Painter {
        Painter {
            mask: Mask::plain(rest),
        }
    }

    pub(super) fn paint(&mut self, span: Range<usize>, role: Role) {
        if !span.is_empty() {
            self.mask.spans.push((span, role));
        }
    }

    /// A link's target as it is written.
    pub(super) fn target(&mut self, span: Range<usize>) {
        self.paint(span.clone(), Role::Target);
        self.mask.targets.push(span);
    }

    pub(super) fn link(&mut self, label: Range<usize>, target: Vec<u8>) {
        self.mask.links.push(Link { label, target });
    }

    /// Lays the spans side by side.
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
    /// What lies up to `end` has this role.
    fn emit(&mut self, end: usize, role: Role) {
        if self.at < end {
            self.spans.push((self.at..end, role));
            self.at = end;
        }
    }

    /// Ends what ends at `at` or before.
    fn close(&mut self, open: &mut Vec<(usize, Role)>, at: usize) {
        while let Some(&(end, role)) = open.last().filter(|top| top.0 <= at) {
            self.emit(end, role);
            open.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_counts() {
        let mut painter = Painter::on(Role::Prose);
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
