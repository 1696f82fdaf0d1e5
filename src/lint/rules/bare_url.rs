//! `bare-url`

use super::{reversed_link, unclosed_link};
use crate::decode::closed_reference;
use crate::document::{Kind, Role};
use crate::flaw::Flaw;
use crate::lint::context::CheckedMatch;
use crate::lint::host;
use crate::lint::paragraph;
use crate::lint::rule::{Check, Example, Rule, Safety, Severity, Spared};
use crate::lint::violation::Violation;
use crate::scan::Form;
use crate::span::{beginning, contains, ending, starts_with_any};
use crate::text::is_one_of;

/// How far is searched for what encloses a URL, in bytes.
const NEAR: usize = 4096;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U006",
    name: "bare-url",
    severity: Severity::Note,
    spares: &[Spared::Refused, Spared::Templates],
    fix: Some(Safety::Safe),
    what: "A bare URL, e-mail address or `www.` name in Markdown",
    why: "CommonMark does not make it a link. Programs that do must guess where it ends. `<http://…>` is always a link. Exempt are schemes that no page links (`file:`, `git+https:`), URLs between `&lt;` and `&gt;`, and arguments of directives and of templates. In `.mdx` files `<http://…>` is a tag, so the rule must be selected there.",
    reference: "RFC 1738, appendix; CommonMark 0.31, 6.5",
    bad: &[
        Example::new(Kind::Markdown, "See http://a.org/x for more."),
        Example::new(Kind::Markdown, "Write to joe@a.org for more."),
        Example::new(Kind::Markdown, "See www.a.org/x for more."),
        Example::new(Kind::Markdown, ":link: http://a.org/x"),
        Example::new(Kind::Markdown, "The page --- http://a.org/x --- is new."),
        Example::new(
            Kind::Markdown,
            "::::{card}\n---\nlink: http://a.org/x\n---\nhttp://a.org/y\n::::",
        ),
        Example::new(
            Kind::Markdown,
            "{% capture x %}y{% endcapture %}\n{% include x.html\n  y=1 %}\nhttp://a.org/y",
        ),
        Example::new(Kind::Markdown, "See [[http://a.org/x]] for more."),
        Example::new(Kind::Markdown, "See http://a.org/server for more."),
    ],
    good: &[
        Example::new(
            Kind::Markdown,
            "See <http://a.org/x> or [this](http://a.org/x) for more.",
        ),
        Example::new(
            Kind::Markdown,
            "See `http://a.org/x`, `joe@a.org`, file:///x/y and git+https://a.org/x.",
        ),
        Example::new(
            Kind::Markdown,
            "Write to <joe@a.org> or clone git@a.org:x/y.",
        ),
        Example::new(
            Kind::Markdown,
            "Joe &lt;joe@a.org&gt; (&lt;http://a.org/&gt;) likes Видео@Mail.Ru.",
        ),
        Example::new(
            Kind::Markdown,
            "The default is \"http://a.org/x\" or 'joe@a.org', by \"Joe <joe@a.org\".",
        ),
        Example::new(
            Kind::Markdown,
            ":::{figure} http://a.org/x.png\n:alt: x\n:link: http://a.org/y\n:::",
        ),
        Example::new(
            Kind::Markdown,
            "::::{card}\n---\nlink: http://a.org/x\nfooter: See http://a.org/y\n---\n::::",
        ),
        Example::new(Kind::Markdown, "/// tab | http://a.org/x\n///"),
        Example::new(Kind::Markdown, "::card{url=http://a.org/x}"),
        Example::new(
            Kind::Markdown,
            "{% youtube http://a.org/x %}\n\n{{< tweet http://a.org/y >}}",
        ),
        Example::new(
            Kind::Markdown,
            "{% include x.html\n  text=http://a.org/x %}\n\n{% capture x %}\nhttp://a.org/y\n{% endcapture %}",
        ),
        Example::new(
            Kind::Markdown,
            "Type --from x=http://a.org/x --to=http://a.org/y --by joe@a.org to copy it.",
        ),
        Example::new(Kind::Markdown, "Docs: https://exa mple.com for more."),
        Example::new(Kind::Mdx, "See http://a.org/x for more."),
    ],
    check: Check::Match(check),
    ..Rule::DEFAULT
};

fn check(checked: &CheckedMatch<'_>) -> Option<Violation> {
    let kind = checked.context.kind;
    let prose = checked.context.is_markdown() && checked.role == Role::Prose;
    let bare = match checked.m.form() {
        Form::Bare => true,
        Form::Email => is_address(checked),
        Form::Schemeless => starts_with_www(checked),
        _ => false,
    };
    if !prose
        || !bare
        || checked.m.is_joined()
        || checked.flaws.contains(Flaw::UnclosedWrapper)
        || checked.flaws.contains(Flaw::TooLong)
        || checked.is_template_prefix()
        || !is_linked(checked)
        || is_quoted(checked)
        || is_argument(checked)
        || checked.is_glued_or_enclosed()
        || is_cut(checked)
        || unclosed_link::follows(checked)
        || reversed_link::fault(checked).is_some()
    {
        return None;
    }
    let (subject, advice) = match checked.m.form() {
        Form::Email => ("bare e-mail address", "enclose it in `<…>`"),
        Form::Schemeless => ("bare host name", "write `<https://…>`"),
        _ => ("bare URL", "enclose it in `<…>`"),
    };
    let advice = match kind {
        Kind::Mdx => "write `[text](…)`",
        _ => advice,
    };
    let end = checked.m.as_bytes().len();
    let message = format!("{subject}; CommonMark does not link it: {advice}");
    let violation = Violation::new(0..end, message);
    Some(match kind {
        Kind::Markdown | Kind::Notebook
            if checked.m.form() != Form::Schemeless
                && !has_references(checked)
                && !checked.is_escaped()
                && !is_in_brackets(checked) =>
        {
            violation.edit(0..0, "<").edit(end..end, ">")
        }
        _ => violation,
    })
}

/// Whether the address is one for mail: not `git@host:path`, and not a part of something else. CommonMark links only US-ASCII.
fn is_address(checked: &CheckedMatch<'_>) -> bool {
    let (text, after) = (&checked.context.text.bytes, checked.after());
    let part = checked
        .before()
        .last()
        .is_some_and(|b| b":/@=<".contains(b));
    let path = after.starts_with(b"/") || after.starts_with(b":") && !after[1..].starts_with(b" ");
    let address = &text[checked.m.outer_span()];
    !part && !path && !address.starts_with(b"git@") && address.is_ascii()
}

fn starts_with_www(checked: &CheckedMatch<'_>) -> bool {
    let written = checked.m.written().unwrap_or_default();
    host::without_www(written).is_some()
}

/// Whether character references stand in the URL: `http://a.org/?b&amp;c`. Between angle brackets they would be displayed as they are.
fn has_references(checked: &CheckedMatch<'_>) -> bool {
    let span = checked.m.span();
    let text = &checked.context.text.bytes[span.start..];
    memchr::memchr_iter(b'&', &text[..span.len()]).any(|at| closed_reference(&text[at..]).is_some())
}

/// Whether a blank cuts the host: `https://exa mple.com`.
fn is_cut(checked: &CheckedMatch<'_>) -> bool {
    let host = checked.url.host().filter(|host| !host.contains(&b'.'));
    let ends = host.is_some_and(|host| checked.m.as_bytes().ends_with(host));
    let rest = checked.after().strip_prefix(b" ").unwrap_or_default();
    let word = rest
        .split(u8::is_ascii_whitespace)
        .next()
        .unwrap_or_default();
    let dot = memchr::memchr(b'.', word);
    let is_name = dot.and_then(|dot| word.get(dot + 1));
    ends && is_name.is_some_and(u8::is_ascii_alphanumeric)
}

/// Whether the scheme is one that pages link, as GitHub does. Browsers open no others, and some programs then show the brackets.
fn is_linked(checked: &CheckedMatch<'_>) -> bool {
    let scheme = checked.url.scheme().unwrap_or_default();
    is_one_of(scheme, &["http", "https", "ftp", "mailto", "xmpp"])
}

/// `"http://…"` and `'http://…'` are values, not links, and `&lt;http://…&gt;` has visible brackets.
fn is_quoted(checked: &CheckedMatch<'_>) -> bool {
    let (before, after) = (checked.before(), checked.after());
    [(&b"\""[..], &b"\""[..]), (b"'", b"'"), (b"&lt;", b"&gt;")]
        .iter()
        .any(|(open, close)| before.ends_with(open) && after.starts_with(close))
}

/// Whether the URL is an argument of a directive, of a template or of a command: `:::{figure} http://…`, `/// tab | http://…`,
/// `{% youtube http://… %}`, `--from http://…`, `--from x=http://…`.
fn is_argument(checked: &CheckedMatch<'_>) -> bool {
    let context = checked.context;
    let (start, outer) = (checked.m.span().start, checked.m.outer_span());
    let line = context.line_before(start);
    let open = memchr::memrchr(b'{', line).filter(|open| !line[*open..].contains(&b'}'));
    let in_braces = open.is_some() && context.line_after(outer.end).contains(&b'}');
    let begins = starts_with_any(line.trim_ascii_start(), &[b"::", b"///"]);
    let above = &context.text.bytes[..start - line.len()];
    begins
        || in_braces
        || follows_flag(line)
        || is_option(line) && follows_directive(above)
        || is_in_arguments(above)
        || is_in_template(checked)
}

/// Whether a line ends with `--flag `, `--flag=` or `--flag name=`.
fn follows_flag(line: &[u8]) -> bool {
    let is_flag = |word: &[u8]| {
        let name = word.strip_suffix(b"=").unwrap_or(word);
        let begins = name.starts_with(b"--") && name.get(2).is_some_and(u8::is_ascii_alphanumeric);
        begins && !name.contains(&b'=')
    };
    let mut words = line.rsplit(|b| *b == b' ').filter(|word| !word.is_empty());
    let last = words.next().unwrap_or_default();
    match line.last() {
        Some(b'=') => is_flag(last) || words.next().is_some_and(is_flag),
        Some(b' ') => is_flag(last),
        _ => false,
    }
}

/// Whether a line begins as an option of a directive: `:link: http://…`.
fn is_option(line: &[u8]) -> bool {
    let rest = line.trim_ascii_start().strip_prefix(b":");
    let name = rest.and_then(|rest| Some(&rest[..memchr::memchr(b':', rest)?]));
    name.is_some_and(|name| !name.is_empty() && !name.contains(&b' '))
}

/// Whether only options stand between the end of `above` and a directive: `:::{card}`. Elsewhere, `:link:` is a picture.
fn follows_directive(above: &[u8]) -> bool {
    let mut lines = lines_back(above).skip_while(|line| is_option(line));
    lines.next().is_some_and(is_directive)
}

/// `:::{card}`, but not the `:::` that ends one.
fn is_directive(line: &[u8]) -> bool {
    let name = line.trim_ascii();
    name.starts_with(b":::") && name.iter().any(|&b| b != b':')
}

/// Whether `above` ends in the arguments of a directive: after `:::{card}` and `---`, up to the next `---`.
fn is_in_arguments(above: &[u8]) -> bool {
    if !contains(ending(above, NEAR), b":::") {
        return false;
    }
    let mut lines = lines_back(above);
    let opens = lines.any(|line| line.trim_ascii() == b"---");
    opens && lines.next().is_some_and(is_directive)
}

/// Whether the URL is in a template that began in a line above, or in a value: `{% include x.html`, `text=http://… %}`, or between
/// `{% capture x %}` and `{% endcapture %}`.
fn is_in_template(checked: &CheckedMatch<'_>) -> bool {
    let may_be = memchr::memchr(b'{', ending(checked.before(), NEAR)).is_some();
    may_be
        && (is_between(checked, b"{%", b"%}")
            || is_between(checked, b"{{<", b">}}")
            || is_between(checked, b"{% capture", b"{% endcapture")
            || is_between(checked, b"{%- capture", b"{%- endcapture"))
}

/// Whether the URL is between `[[` and `]]`: a link of Gollum or a directive of ikiwiki.
fn is_in_brackets(checked: &CheckedMatch<'_>) -> bool {
    is_between(checked, b"[[", b"]]")
}

/// Whether the text between `open` and the next `close` contains the URL, in one paragraph.
fn is_between(checked: &CheckedMatch<'_>, open: &[u8], close: &[u8]) -> bool {
    let (before, after) = (checked.before(), checked.after());
    let before = ending(before, NEAR);
    let mut opened = memchr::memrchr_iter(open[0], before).map(|at| &before[at..]);
    let Some(front) = opened.find(|front| front.starts_with(open)) else {
        return false;
    };
    let closed = memchr::memmem::find(beginning(after, NEAR), close);
    let is_whole = |text: &[u8]| paragraph::first(text).len() == text.len();
    !contains(front, close) && is_whole(front) && closed.is_some_and(|at| is_whole(&after[..at]))
}

/// The lines before the end of `above`, from the last one back.
fn lines_back(above: &[u8]) -> impl Iterator<Item = &[u8]> {
    /// No directive has more arguments, and they are no longer together.
    const MAX: usize = 32;
    ending(above, NEAR)
        .rsplit(|b| *b == b'\n')
        .skip(1)
        .take(MAX)
}
