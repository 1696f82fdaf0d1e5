//! `invalid-target`

use std::ops::Range;

use crate::document::{Kind, Role};
use crate::lint::context::TextContext;
use crate::lint::placeholder::is_placeholder;
use crate::lint::rule::{Check, Example, Rule, Severity};
use crate::lint::violation::Violation;
use crate::notation::targets::is_url;
use crate::span::{ahead, behind, contains, last_line};

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U113",
    name: "invalid-target",
    severity: Severity::Warning,
    what: "A relative link target with a space, a backslash or `|`, or a URL in a second pair of parentheses",
    why: "With a space, Markdown makes no link. Browsers read a backslash in their own way, and other programs do not accept it.",
    reference: "CommonMark 0.31, 6.3; RFC 3986, 2",
    bad: &[
        Example::new(Kind::Markdown, "See [it](docs/some file.md) for more."),
        Example::new(Kind::Markdown, "See [it](#some heading) for more."),
        Example::new(Kind::Markdown, "See [it](docs\\file.md) for more."),
        Example::new(Kind::Markdown, "See [it](docs/a|b.md) for more."),
        Example::new(Kind::Rst, "See `it <docs\\file.html>`_ for more.\n"),
        Example::new(Kind::Html, "<p>See <a href=\"docs\\file.html\">it</a>.</p>"),
        Example::new(Kind::Markdown, "See [it]((http://a.org/x)) for more."),
    ],
    good: &[
        Example::new(Kind::Markdown, "See [`or`](`||/2`) and [it]((x)/y.md)."),
        Example::new(
            Kind::Markdown,
            "See [it](docs/some%20file.md), [it](<some file.md>) and [it](x.md \"some title\").",
        ),
        Example::new(
            Kind::Markdown,
            "See `[it](some file.md)` and [it](this and that).",
        ),
        Example::new(Kind::Rst, "See `it <docs/file.html>`_ for more.\n"),
        Example::new(
            Kind::Html,
            "<p>See <a href=\"[% 'info' | url_rel([list]) %]\">it</a>.</p>",
        ),
    ],
    check: Check::Document(check),
    ..Rule::DEFAULT
};

fn check(context: &TextContext<'_>, violations: &mut Vec<Violation>) {
    for link in context.mask.targets_of_links() {
        let target = &link.target[..];
        // `(group)/page.md` is a path.
        if target.starts_with(b"(") && target.ends_with(b")") && is_url(&target[1..]) {
            let message = "parentheses are part of the link target; remove them".to_string();
            violations.push(Violation::of_link(link, message));
            continue;
        }
        let is_sign = |b: &u8| matches!(b, b'\\' | b'|');
        let query = memchr::memchr2(b'?', b'#', target).unwrap_or(target.len());
        let Some(at) = target[..query].iter().position(is_sign) else {
            continue;
        };
        // Rules about URLs check the others.
        let relative = memchr::memchr(b':', target).is_none_or(|colon| colon == 1);
        // `\n` and `\1` stand for something else.
        let path = target.len() > at + 2 && at > 0;
        // ExDoc links names of functions: [`or`](`||/2`).
        let name = target.starts_with(b"`");
        if relative && path && !name && !is_placeholder(target) {
            let sign = char::from(target[at]);
            let message = match sign {
                '\\' => "backslash in the link target; write `/`".to_string(),
                _ => format!("`{sign}` in the link target; encode it as `%7C`"),
            };
            violations.push(Violation::of_link(link, message));
        }
    }
    if context.is_markdown() {
        let message =
            "space inside the link target; encode it as `%20` or enclose the target in `<…>`";
        let found = memchr::memmem::find_iter(context.file, b"](");
        let targets = found.filter_map(|at| target_with_space(context, at));
        violations.extend(targets.map(|target| Violation::new(target, message)));
    }
}

/// The relative target with a space that begins after the `](` at `at`, where Markdown sees no link.
fn target_with_space(context: &TextContext<'_>, at: usize) -> Option<Range<usize>> {
    /// No target is longer.
    const MAX: usize = 512;
    let start = at + 2;
    let before = behind(context.file, at, MAX);
    let opens = last_line(before).contains(&b'[') && !before.ends_with(b"\\");
    if !opens || context.mask.role(at) != Role::Prose {
        return None;
    }
    let rest = ahead(context.file, start, MAX);
    let len = memchr::memchr2(b')', b'\n', rest).filter(|len| rest[*len] == b')')?;
    let target = &rest[..len];
    let space = target.trim_ascii().contains(&b' ');
    let other = target.iter().any(|b| b"\"'<>(".contains(b))
        || contains(target, b"://")
        || is_placeholder(target);
    (space && !other && is_path(target)).then_some(start..start + len)
}

/// Whether it looks like a path or an anchor, not like words.
fn is_path(target: &[u8]) -> bool {
    let anchor = target.starts_with(b"#");
    let begins = target.starts_with(b"./") || target.starts_with(b"../");
    let path = memchr::memchr(b'#', target).map_or(target, |end| &target[..end]);
    let dot = memchr::memrchr(b'.', path);
    let extension = dot.map_or(&[][..], |dot| &path[dot + 1..]);
    let file = (2..=5).contains(&extension.len())
        && extension.iter().all(u8::is_ascii_alphanumeric)
        && extension.iter().any(u8::is_ascii_lowercase);
    anchor || begins || file
}
