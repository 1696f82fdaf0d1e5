//! Where a fix may change a URL: only where the type of the document says how a URL is written, and where its end is certain.

use super::context::{CheckedMatch, TextContext};
use super::paragraph;
use crate::document::{Kind, Role};
use crate::flaw::Flaw;
use crate::scan::Form;
use crate::span::{beginning, contains};

/// Whether a URL at the byte `at` of the text may be changed. In code, strings, data and messages it may be a test case, a key or a
/// part of a signature.
pub(super) fn allows_change(context: &TextContext<'_>, at: usize) -> bool {
    let (kind, role) = (context.kind, context.role(at));
    if context.settings.fixes_everywhere(kind) {
        return role != Role::Outside;
    }
    let is_data = context.mask.is_data(context.source_of(at));
    let document = matches!(
        kind,
        Kind::Text
            | Kind::Markdown
            | Kind::Mdx
            | Kind::Notebook
            | Kind::Rst
            | Kind::Asciidoc
            | Kind::Html
            | Kind::Man
    );
    document && !is_data && matches!(role, Role::Prose | Role::Target | Role::Autolink)
}

/// Whether the URL may be changed: it was accepted, what surrounds it is closed, and nothing directly after it may belong to it.
pub(super) fn is_certain(checked: &CheckedMatch<'_>) -> bool {
    checked.m.is_accepted()
        && !checked.flaws.contains(Flaw::UnclosedWrapper)
        && is_balanced(checked.m.as_bytes())
        && is_closed(checked)
        && ends(checked)
}

/// The marks that surround a URL.
#[rustfmt::skip]
pub(super) const PAIRS: [(&[u8], &[u8]); 12] = [
    (b"(", b")"), (b"[", b"]"), (b"{", b"}"), (b"<", b">"), (b"\"", b"\""), (b"'", b"'"), (b"`", b"`"),
    ("“".as_bytes(), "”".as_bytes()), ("„".as_bytes(), "“".as_bytes()), ("‘".as_bytes(), "’".as_bytes()),
    ("«".as_bytes(), "»".as_bytes()), ("⟨".as_bytes(), "⟩".as_bytes()),
];

/// The counterpart of the mark directly before the URL.
pub(super) fn closing_mark(checked: &CheckedMatch<'_>) -> Option<&'static [u8]> {
    let pair = PAIRS
        .iter()
        .find(|(open, _)| checked.before().ends_with(open));
    pair.map(|(_, close)| *close)
}

/// Whether the mark directly before the URL is closed after it, in the same paragraph.
fn is_closed(checked: &CheckedMatch<'_>) -> bool {
    /// A paragraph that is longer is not searched.
    const MAX: usize = 4096;
    let Some(close) = closing_mark(checked) else {
        return true;
    };
    let rest = beginning(checked.after(), MAX);
    contains(paragraph::first(rest), close)
}

/// Whether every bracket in the URL is closed in it.
fn is_balanced(url: &[u8]) -> bool {
    let count = |byte: u8| memchr::memchr_iter(byte, url).count();
    [(b'(', b')'), (b'[', b']'), (b'{', b'}')]
        .iter()
        .all(|(open, close)| count(*open) == count(*close))
}

/// Whether no byte directly after the URL may belong to it: the rest of a template, an escape, a label.
fn ends(checked: &CheckedMatch<'_>) -> bool {
    // Brackets and quotes say where the URL ends.
    if !matches!(checked.m.form(), Form::Bare | Form::Prefix) {
        return true;
    }
    // In a cell of Markdown it may close emphasis.
    if checked.context.kind == Kind::Notebook && matches!(checked.m.as_bytes(), [.., b'_' | b'~']) {
        return false;
    }
    let label = checked.context.kind == Kind::Asciidoc && checked.role == Role::Target;
    match checked.after().first() {
        Some(b'[') => label,
        Some(byte) => !b"{$%\\|^`".contains(byte),
        None => true,
    }
}
