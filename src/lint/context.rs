//! The input of a rule: a text of a document, or a match in it, with all that rules ask about them.

use std::ops::Range;

use super::host;
use super::placeholder::{is_placeholder, is_placeholder_word, is_value_in_login};
use super::setup::Settings;
use super::violation::Violation;
use crate::document::{Kind, Mask, Role};
use crate::flaw::{Flaw, FlawAt, Flaws};
use crate::matched::Match;
use crate::scan::Form;
use crate::span::{ahead, behind, containing, ending, ending_run, first_line, last_line, range_in};
use crate::text::Text;
use crate::url::{self, Components};

/// No more of a line is looked at, in bytes.
const MAX_LINE: usize = 4096;

/// A text of a document, together with the document's properties.
#[derive(Clone, Copy)]
pub(super) struct TextContext<'p> {
    pub(super) kind: Kind,
    pub(super) mask: &'p Mask,
    pub(super) text: &'p Text<'p>,
    /// The complete file.
    pub(super) file: &'p [u8],
    pub(super) settings: &'p Settings,
    /// The matches of the text: bytes of the text, in order.
    pub(super) spans: &'p [Range<usize>],
    /// If the text has a bare URL: the URLs that were accepted in one piece, sorted.
    pub(super) urls: &'p [&'p [u8]],
}

impl<'p> TextContext<'p> {
    /// The role of the byte `at` of the text.
    pub(super) fn role(&self, at: usize) -> Role {
        self.mask.role(self.source_of(at))
    }

    /// The position of the byte `at` of the text in the file.
    pub(super) fn source_of(&self, at: usize) -> usize {
        self.text.map.source_of(at).start as usize
    }

    /// The text before `at` in its line.
    pub(super) fn line_before(&self, at: usize) -> &'p [u8] {
        last_line(behind(&self.text.bytes, at, MAX_LINE))
    }

    /// The text from `at` on in its line.
    pub(super) fn line_after(&self, at: usize) -> &'p [u8] {
        first_line(ahead(&self.text.bytes, at, MAX_LINE))
    }

    /// The bytes of the file that bytes of the text come from, from the first to the last. An empty range stands for the byte there.
    pub(super) fn range_in_file(&self, at: Range<usize>) -> Range<u64> {
        self.text.map.source_range(at)
    }

    /// Whether this is Markdown, with or without JSX.
    pub(super) fn is_markdown(&self) -> bool {
        matches!(self.kind, Kind::Markdown | Kind::Mdx | Kind::Notebook)
    }

    /// Whether the byte `at` of the text is inside a match, not at its beginning.
    pub(super) fn is_within(&self, at: usize) -> bool {
        containing(self.spans, at, |span| span).is_some_and(|span| span.start < at)
    }
}

/// A match to check; it may be one that the profile refused.
pub(super) struct CheckedMatch<'p> {
    pub(super) context: &'p TextContext<'p>,
    pub(super) m: &'p Match<'p, [u8]>,
    /// Parsed; if the scheme is missing, the assumed URL.
    pub(super) url: Components<'p>,
    /// The parser's flaws with their positions, in order.
    pub(super) url_flaws: Vec<FlawAt>,
    /// All flaws.
    pub(super) flaws: Flaws,
    pub(super) role: Role,
}

impl<'p> CheckedMatch<'p> {
    pub(super) fn new(context: &'p TextContext<'p>, m: &'p Match<'p, [u8]>) -> CheckedMatch<'p> {
        let (url, url_flaws) = url::parse_components(m.assumed().unwrap_or(m.as_bytes()));
        CheckedMatch {
            context,
            m,
            url,
            url_flaws,
            flaws: m.flaws(),
            role: context.role(m.span().start),
        }
    }

    /// The text before the URL and its brackets.
    pub(super) fn before(&self) -> &'p [u8] {
        &self.context.text.bytes[..self.m.outer_span().start]
    }

    /// The text after the URL and its brackets.
    pub(super) fn after(&self) -> &'p [u8] {
        &self.context.text.bytes[self.m.outer_span().end..]
    }

    /// The range of the complete URL.
    pub(super) fn full_range(&self) -> Range<usize> {
        0..self.url.as_bytes().len()
    }

    /// A violation of the complete URL.
    pub(super) fn violation(&self, message: impl Into<String>) -> Violation {
        Violation::new(self.full_range(), message)
    }

    /// The range of a component in the URL.
    pub(super) fn range_of(&self, component: &[u8]) -> Range<usize> {
        range_in(self.url.as_bytes(), component)
    }

    /// The components of the URL, without its scheme and its fragment.
    fn components(&self) -> impl Iterator<Item = &'p [u8]> {
        self.components_with(self.url.path())
    }

    /// The same with this path.
    fn components_with(&self, path: Option<&'p [u8]>) -> impl Iterator<Item = &'p [u8]> {
        let url = &self.url;
        let components = [
            url.user(),
            url.password(),
            url.host(),
            url.port(),
            path,
            url.query(),
        ];
        components.into_iter().flatten()
    }

    /// The component that contains the byte `at` of the URL.
    pub(super) fn component(&self, at: usize) -> &'p [u8] {
        let mut components = self.components().chain(self.url.fragment());
        let found = components.find(|part| {
            let range = self.range_of(part);
            range.start <= at && at < range.end
        });
        found.unwrap_or_default()
    }

    /// Where its components are placeholders.
    pub(super) fn placeholders(&self) -> Vec<Range<usize>> {
        let components = self.components().chain(self.url.fragment());
        let placeholders = components.filter(|part| is_placeholder(part));
        placeholders.map(|part| self.range_of(part)).collect()
    }

    /// The first position of a flaw that is invalid.
    pub(super) fn invalid(&self, flaw: Flaw) -> Option<Range<usize>> {
        let mut flaws = self.url_flaws.iter();
        let invalid = flaws.find(|item| item.invalid && item.flaw == flaw);
        invalid.map(|item| item.at.clone())
    }

    /// Whether a component is a placeholder, or one follows the URL directly.
    pub(super) fn is_template(&self) -> bool {
        // `http://a.org/server` has an ordinary path.
        let path = self.url.path().filter(|path| !is_placeholder_word(path));
        let mut parts = self.components_with(path);
        let mut login = [self.url.user(), self.url.password()].into_iter().flatten();
        parts.any(is_placeholder)
            || login.any(is_value_in_login)
            || self.is_format_host()
            || self.is_template_prefix()
            || self.has_optional_part()
    }

    /// Whether `%@`, which Objective-C and Swift replace, stands in place of the host, where it looks like a user name.
    pub(super) fn is_format_host(&self) -> bool {
        self.url.user().is_some_and(|user| user.ends_with(b"%"))
    }

    /// Whether brackets mark a part that may be left out: `ftp://[user@]host/`, `file://path[#revision]`.
    pub(super) fn has_optional_part(&self) -> bool {
        /// No optional part is longer.
        const MAX: usize = 64;
        let url = self.url.as_bytes();
        memchr::memchr_iter(b'[', url).any(|open| {
            let rest = &url[open + 1..url.len().min(open + MAX)];
            let part = memchr::memchr(b']', rest).map_or(&[][..], |len| &rest[..len]);
            // `[::1]` is an address.
            let address = part
                .iter()
                .all(|b| b.is_ascii_hexdigit() || matches!(b, b':' | b'.'));
            let begins = part.first().is_some_and(|b| b":/?#&@.".contains(b));
            !address && (begins || part.last().is_some_and(|b| b"@:/.".contains(b)))
        })
    }

    /// Whether the text directly after the URL shows that the URL is the beginning of a template.
    pub(super) fn is_template_prefix(&self) -> bool {
        if !matches!(self.m.form(), Form::Bare | Form::Prefix) {
            return false;
        }
        let rest = &self.context.text.bytes[self.m.span().end..];
        // `http://user:password@{{ host }}/`
        let rest = rest.strip_prefix(b"@").unwrap_or(rest);
        // In AsciiDoc, this is the text of a link.
        let label = rest.starts_with(b"[") && self.context.kind == Kind::Asciidoc;
        let tag = rest.starts_with(b"</");
        let opens = rest.first().is_some_and(|b| b"<{$%[\\".contains(b)) && !label && !tag;
        // Emphasis also has a star before the URL.
        let star = self.context.text.bytes[..self.m.span().start].ends_with(b"*");
        let any = rest.starts_with(b"*") && !star;
        opens || any || rest.starts_with(b"..") || rest.starts_with("…".as_bytes())
    }

    /// Whether the ends of the URL are uncertain: a letter or digit is glued to it, or it stands in a wrapper that is not read as one.
    pub(super) fn is_glued_or_enclosed(&self) -> bool {
        let (before, after) = (self.before(), self.after());
        let glued = [before.last(), after.first()].into_iter().flatten();
        let opening = ending(before, 5);
        let opens = opening.ends_with(b"<") || opening.eq_ignore_ascii_case(b"<url:");
        glued.copied().any(|b| b.is_ascii_alphanumeric()) || opens && after.starts_with(b">")
    }

    /// Whether a backslash before the URL would escape a bracket around it.
    pub(super) fn is_escaped(&self) -> bool {
        ending_run(self.before(), b'\\') % 2 == 1
    }

    /// Whether the URL is in a string of a program, or in quotes in a comment.
    pub(super) fn is_quoted_in_program(&self) -> bool {
        // Three quotes begin documentation.
        let before = &self.context.text.bytes[..self.m.span().start];
        let quoted = matches!(before, [.., last, b'"' | b'\''] if !b"\"'".contains(last));
        matches!(self.context.kind, Kind::Source(_)) && (self.role == Role::Code || quoted)
    }

    /// Whether the host is reserved for examples.
    pub(super) fn is_example(&self) -> bool {
        host::is_example(self.url.host().unwrap_or_default())
    }
}
