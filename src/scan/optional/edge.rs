//! The text around a name: whether a name can begin and end there (tests/spec/schemeless.md).

use super::mark::mark_at;
use crate::character;
use crate::class::{Class, ends_word};
use crate::grammar::login;
use crate::span::{
    ahead, beginning, behind, contains, ending, ends_with_any, first_line, split_before,
    without_ending,
};
use crate::text::strip_prefix_ignore_case;

/// Whether a name may begin at `start`: not within an address, a path, a variable, or a route of UUCP (`a!b.com!joe`).
pub(super) fn may_begin_name(text: &[u8], start: usize) -> bool {
    let byte = |n: usize| start.checked_sub(n).map(|i| text[i]);
    match byte(1) {
        Some(b'.' | b'@' | b'\\' | b'$' | b'%' | b'&' | b'+' | b'#' | b'~' | b'?') => false,
        Some(b'/') => are_free_slashes(text, start),
        // A `*` may stand for `@`.
        Some(b'!' | b'*') => !is_word(byte(2)),
        Some(b':') => byte(2) != Some(b':'),
        Some(b'\n') if is_soft_break(text, start - 1) => false,
        Some(b'\n' | b' ' | b'\t') => !is_after_hyphen(text, start),
        Some(b'}') => !ends_hole(&text[..start - 1]),
        // `%` and `@` as entities.
        Some(b';') => !text[..start].ends_with(b"&#37;") && !text[..start].ends_with(b"&#64;"),
        // Archives put dots for the rest of a word. A joiner stands within one.
        Some(0x80..) => !matches!(
            character::decode_before(text, start),
            Some(('·' | '…' | '\u{200c}' | '\u{200d}', _))
        ),
        _ => true,
    }
}

/// Whether a hole of a template ends `before`, a hole that is the beginning of a name: `${sub}example.org`, `//{sub}example.org`.
fn ends_hole(before: &[u8]) -> bool {
    let near = ending(before, 64);
    let open = memchr::memrchr(b'{', near);
    open.is_some_and(|open| ends_with_any(&near[..open], &[b"$", b"//"]))
}

/// Whether `www.` may begin at `start`: after a path's slash no, after those of a scheme that was cut or misspelt yes.
pub(super) fn may_begin_server(text: &[u8], start: usize) -> bool {
    let byte = |n: usize| start.checked_sub(n).map(|i| text[i]);
    match byte(1) {
        Some(b'@' | b'\\' | b'$' | b'%' | b'+') => false,
        Some(b'.') => byte(2) == Some(b'.'),
        Some(b'/') => byte(2) == Some(b':') || are_free_slashes(text, start),
        Some(b'!') => !is_word(byte(2)),
        _ => true,
    }
}

/// `//` without a scheme or a path before it. After something that is not a scheme, or a scheme whose URL was refused, the
/// name is a part of it. That of an owner is part of a public identifier (ISO 8879): `-//Mozilla.org/NONSGML x//EN`.
fn are_free_slashes(text: &[u8], start: usize) -> bool {
    let before = start.checked_sub(3).map(|i| text[i]);
    let is_owner = || {
        let more = contains(first_line(ahead(text, start, 128)), b"//");
        more && matches!(before, Some(b'-' | b'+'))
    };
    let are_slashes = text[..start].ends_with(b"//");
    are_slashes && !matches!(before, Some(b':' | b'/')) && !is_word(before) && !is_owner()
}

/// At most `max` bytes before `at`, and none before a blank line: nothing belongs together over one, and a text may be cut there.
pub(super) fn before(text: &[u8], at: usize, max: usize) -> &[u8] {
    let window = behind(text, at, max);
    let is_blank = |&end: &usize| {
        let line = &window[..end];
        line.ends_with(b"\n") || line.ends_with(b"\n\r")
    };
    let blank = memchr::memrchr_iter(b'\n', window).find(is_blank);
    &window[blank.map_or(0, |end| end + 1)..]
}

/// Whether the line break whose last byte is at `at` is one that quoted-printable put into a word.
pub(super) fn is_soft_break(text: &[u8], at: usize) -> bool {
    let line = text[..at].strip_suffix(b"\r").unwrap_or(&text[..at]);
    // Two or more are a rule under a heading.
    line.ends_with(b"=") && !line.ends_with(b"==")
}

fn is_word(byte: Option<u8>) -> bool {
    byte.is_some_and(|b| Class::ALPHADIGIT.has(b))
}

/// The kind of text after a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AfterName {
    /// Nothing that belongs to it.
    End,
    /// A path.
    Path,
    /// A port, a query or a fragment.
    More,
    /// Text that never follows a host's name.
    Code,
}

/// The kind of text at `end`, after a name.
pub(crate) fn after_name(text: &[u8], end: usize) -> AfterName {
    let next = text.get(end + 1);
    let word = next.is_some_and(|&b| Class::ALPHADIGIT.has(b));
    let code = |is: bool| if is { AfterName::Code } else { AfterName::End };
    match text.get(end) {
        Some(b'/') => path_or_class(&text[end..]),
        Some(b':') => after_colon(text, end + 1),
        Some(b'?') if is_of_mail(&text[end + 1..]) => AfterName::Code,
        Some(b'?') if has_query(&text[end + 1..]) => AfterName::More,
        Some(b'#') if word && !is_number(&text[end + 1..]) => AfterName::More,
        Some(b'@' | b'$' | b'+' | b'%') => AfterName::Code,
        Some(b'!' | b'&') => code(word && !is_entity(&text[end..])),
        Some(b';') => code(next.is_some_and(u8::is_ascii_digit)),
        Some(b'=') => code(!is_soft_or_rule(&text[end + 1..])),
        Some(b'(' | b'[' | b'{') => code(next == Some(&b')') || mark_at(text, end).is_some()),
        Some(b'\\') => code(word && !next.is_some_and(|b| b"nrt0".contains(b))),
        _ => AfterName::End,
    }
}

/// A path, unless it is what BIND writes after a name: the type and the class of a record (`'a.org/MX/IN' denied`), or the class of a
/// zone (`zone a.org/IN: loaded`).
fn path_or_class(rest: &[u8]) -> AfterName {
    // No type or class begins otherwise.
    if !matches!(rest, [_, b'A'..=b'Z' | b'0'..=b'9' | b'/', ..]) {
        return AfterName::Path;
    }
    let of_path = |b| Class::STOP.has(b) || b"':".contains(&b);
    let (path, after) = split_before(beginning(rest, 24), of_path);
    let is_of_record = |kind: &[u8]| {
        let kind = kind.strip_prefix(b"/").unwrap_or(kind);
        kind.iter()
            .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
    };
    match (path.strip_suffix(b"/IN"), after) {
        (Some(kind), [b'\'' | b':', ..]) if is_of_record(kind) => AfterName::End,
        _ => AfterName::Path,
    }
}

/// A port; or what a place in a file, a module or a copy command has after a colon.
fn after_colon(text: &[u8], at: usize) -> AfterName {
    let rest = &text[at..];
    let digits = Class::DIGIT.run(beginning(rest, 6));
    let ends = |b: &u8| !Class::ALPHADIGIT.has(*b) && !matches!(b, b':' | b'-' | b'_');
    // Numbers of processes have zeros before them.
    let port = login::number(&rest[..digits]).is_some_and(|port| port < 65536);
    let port = port && rest[0] != b'0';
    match rest.get(digits) {
        b if port && b.is_none_or(|b| ends(b) || is_final_colon(&rest[digits..])) => {
            AfterName::More
        }
        Some(b) if Class::ALPHADIGIT.has(*b) || b":/~.$*_".contains(b) => AfterName::Code,
        _ => AfterName::End,
    }
}

/// `x.org:80: refused`
fn is_final_colon(rest: &[u8]) -> bool {
    rest[0] == b':' && rest.get(1).is_none_or(|&b| ends_word(b))
}

/// The number of a ticket, and no fragment: `rt.cpan.org#132720`
fn is_number(rest: &[u8]) -> bool {
    let (digits, after) = rest.split_at(Class::DIGIT.run(beginning(rest, 16)));
    let goes_on = |&b: &u8| Class::ALPHADIGIT.has(b) || b"/-_=".contains(&b);
    !digits.is_empty() && !after.first().is_some_and(goes_on)
}

/// `q=` up to the next stop.
fn has_query(rest: &[u8]) -> bool {
    let letter = Class::ALPHADIGIT.begins(rest);
    let mut word = rest.iter().take(64).take_while(|&&b| !Class::STOP.has(b));
    letter && word.any(|&b| b == b'=')
}

/// `?subject=`: what stands after an address.
fn is_of_mail(rest: &[u8]) -> bool {
    let fields: [&[u8]; 4] = [b"subject=", b"body=", b"cc=", b"bcc="];
    let begins = |field: &&[u8]| strip_prefix_ignore_case(rest, field).is_some();
    fields.iter().any(begins)
}

/// `&gt;` and such
fn is_entity(rest: &[u8]) -> bool {
    let name = Class::ALPHADIGIT.run(ahead(rest, 1, 8));
    rest.get(1 + name) == Some(&b';')
}

/// After a `=`: a line's end or two digits, as quoted-printable has them, or more signs of a rule.
fn is_soft_or_rule(rest: &[u8]) -> bool {
    let digit = |b: &&u8| Class::HEX.has(**b) && !b.is_ascii_lowercase();
    match rest.first() {
        None => true,
        Some(&b) => {
            Class::WHITE.has(b) || b == b'=' || rest.iter().take(2).filter(digit).count() == 2
        }
    }
}

/// Whether the line before that of `start` ends in a letter and a hyphen, and nothing but blanks and quote marks stands
/// before `start`: `debian-⏎user@lists.debian.org`. Of 41 such places that were read, all but two were addresses cut in two.
pub(super) fn is_after_hyphen(text: &[u8], start: usize) -> bool {
    const MAX: usize = 40;
    let near = behind(text, start, MAX);
    let line = without_ending(near, b" \t>");
    matches!(line, [.., b, b'-', b'\n'] | [.., b, b'-', b'\r', b'\n'] if Class::ALPHA.has(*b))
}
