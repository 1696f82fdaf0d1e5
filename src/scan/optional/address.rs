//! Addresses of mail without `mailto:` (RFC 5321 section 4.1.2; tests/spec/email.md).

use std::ops::Range;

use super::defanged::mark_at;
use super::edge::is_soft_break;
use super::{label, message_id};
use crate::character;
use crate::class::Class;
use crate::domain::is_top_level;
use crate::span::ahead;

/// Longer than any local part (RFC 5321 section 4.5.3.1.1).
const MAX_LOCAL: usize = 64;

/// The address around the `@` at `at`, not before `from`, if it is one to write to.
pub(super) fn around(text: &[u8], from: usize, at: usize) -> Option<Range<usize>> {
    // The cheap question first.
    if !text
        .get(at + 1)
        .is_some_and(|&b| Class::ALPHADIGIT.has(b) || Class::HIGH.has(b))
    {
        return None;
    }
    let end = domain(text, at + 1)?;
    let mut start = local(text, from, at)?;
    if text[start] == b'_' && text.get(end) == Some(&b'_') {
        start += 1;
    }
    let found = start..end;
    let taken = !found.is_empty()
        && start < at
        && !is_login(text, start, at, end)
        && !message_id::is_message_id(text, start, at, end);
    taken.then_some(found)
}

/// Where the local part that ends at the `@` (or its like) at `at` begins, not before `from`.
pub(super) fn local(text: &[u8], from: usize, at: usize) -> Option<usize> {
    let floor = from.max(at.saturating_sub(MAX_LOCAL + 1));
    if at > floor && text[at - 1] == b'"' {
        return quoted(text, floor, at - 1);
    }
    let mut start = at;
    while let Some(len) = atom_before(text, start).filter(|&len| start >= floor + len) {
        start -= len;
    }
    if at - start > MAX_LOCAL {
        return None;
    }
    start = trim_start(text, start, at);
    let last = text[..at].last()?;
    let ends = Class::ALPHADIGIT.has(*last) || Class::HIGH.has(*last) || b"-_+".contains(last);
    let start = after_user(text, floor, start);
    (start < at && ends && begins(text, start)).then_some(start)
}

/// Where `~user/` begins that stands before `start`, as in `~joe/list@lists.sr.ht`; `start` if none does.
fn after_user(text: &[u8], floor: usize, start: usize) -> usize {
    let Some(name) = text[floor..start].strip_suffix(b"/") else {
        return start;
    };
    let letter = |b: &&u8| Class::ALPHADIGIT.has(**b) || b"-_.".contains(b);
    let len = name.iter().rev().take_while(letter).count();
    let tilde = name
        .len()
        .checked_sub(len + 1)
        .filter(|&i| len > 0 && name[i] == b'~');
    tilde.map_or(start, |i| floor + i)
}

/// The length of the character that ends at `end`, if it can be of a local part as people write them. The RFC has more; they
/// stand around addresses more often than in them.
fn atom_before(text: &[u8], end: usize) -> Option<usize> {
    match *text[..end].last()? {
        b if Class::ALPHADIGIT.has(b) || b".-_+='%".contains(&b) => Some(1),
        b if Class::HIGH.has(b) => {
            let (c, len) = character::decode_before(text, end)?;
            (character::is_of_word(c) && !character::is_unspaced(c)).then_some(len)
        }
        _ => None,
    }
}

/// `"joe doe"@`: where the quote opens.
fn quoted(text: &[u8], floor: usize, close: usize) -> Option<usize> {
    let open = floor + memchr::memrchr(b'"', &text[floor..close])?;
    let inside = &text[open + 1..close];
    let plain = |b: &u8| (b' '..0x7f).contains(b) && *b != b'\\';
    let blank = open == 0 || Class::WHITE.has(text[open - 1]) || b"<(,;:".contains(&text[open - 1]);
    (!inside.is_empty() && inside.iter().all(plain) && blank).then_some(open)
}

/// The local part `start..at` without what stands before it: `email=`, `=3D`, `%3C`, quotes, dots.
fn trim_start(text: &[u8], start: usize, at: usize) -> usize {
    let mut start = start;
    if let Some(i) = memchr::memmem::rfind(&text[start..at], b"..") {
        start += i + 2;
    }
    let equals = memchr::memchr(b'=', &text[start..at]);
    if let Some(i) = equals.filter(|&i| is_assigned(text, start, start + i, at)) {
        start += i + 1;
        start += if begins_with_code(&text[start..at]) {
            2
        } else {
            0
        };
    }
    // `mailto%3Ajoe@x.org`; but `joe%host@x.org` is a route.
    let mut percent = memchr::memchr_iter(b'%', &text[start..at]).map(|i| start + i);
    if let Some(i) = percent.rfind(|i| begins_with_code(&text[i + 1..at])) {
        start = i + 3;
    }
    let mark = |b: &&u8| b".-+='%".contains(b);
    start + text[start..at].iter().take_while(mark).count()
}

/// Whether two digits stand for a blank or a mark that can stand before an address, as in quoted-printable or a URL.
fn begins_with_code(bytes: &[u8]) -> bool {
    const CODES: [&[u8; 2]; 9] = [
        b"20", b"22", b"27", b"28", b"2C", b"3A", b"3C", b"3D", b"3E",
    ];
    let code = bytes.get(..2).filter(|_| bytes.len() > 2);
    code.is_some_and(|code| CODES.iter().any(|known| code.eq_ignore_ascii_case(*known)))
}

/// Whether the `=` at `equals` in `start..at` does not belong to the local part: `email=joe@x.org`. It does belong to it in
/// `<…>`, as in Message-IDs, and where it stands for an `@` in an address for bounces: `list-bounces-joe=x.org@y.org`.
fn is_assigned(text: &[u8], start: usize, equals: usize, at: usize) -> bool {
    let (name, rest) = (&text[start..equals], &text[equals + 1..at]);
    let dot = memchr::memrchr(b'.', rest);
    let bounces =
        dot.is_some_and(|dot| dot > 0 && is_top_level(&rest[dot + 1..])) && !name.is_empty();
    let wrapped = start > 0 && text[start - 1] == b'<';
    let lower = name
        .iter()
        .all(|b| b.is_ascii_lowercase() || b".-_".contains(b));
    lower && !wrapped && !bounces
}

/// Whether an address can begin at `start`: not within a path, a variable, a route or a login with a password.
fn begins(text: &[u8], start: usize) -> bool {
    let byte = |n: usize| start.checked_sub(n).map(|i| text[i]);
    match byte(1) {
        Some(b'@' | b'/' | b'\\' | b'$' | b'~' | b'&') => false,
        // Old mail has `a."b".c@x.org`.
        Some(b'.') => byte(2) != Some(b'"'),
        Some(b'\n') => !is_soft_break(text, start - 1),
        Some(b'!') => !byte(2).is_some_and(|b| Class::ALPHADIGIT.has(b)),
        Some(b':') => {
            let word = text[start.saturating_sub(256)..start].iter().rev();
            let word = word.take_while(|&&b| !Class::WHITE.has(b)).count();
            memchr::memmem::find(&text[start - word..start], b"//").is_none()
        }
        _ => true,
    }
}

/// Where the domain that begins at `start` ends: at a real top-level domain after a dot.
fn domain(text: &[u8], start: usize) -> Option<usize> {
    if text.get(label::end_of_first(text, start)) != Some(&b'.') {
        return None;
    }
    let mut end = label::trim_end(text, start, label::end(text, start));
    loop {
        let mut labels = text[start..end].split(|&b| b == b'.').rev();
        let (top, second) = (labels.next()?, labels.next()?);
        let capital = top.first().is_some_and(u8::is_ascii_uppercase)
            && top[1..].iter().all(u8::is_ascii_lowercase);
        // `joe@x.org.So we`: a sentence without a blank after its stop.
        let sentence =
            capital && second.iter().all(|b| !b.is_ascii_uppercase()) && is_top_level(second);
        if is_top_level(top) && !(sentence && labels.next().is_some()) {
            break;
        }
        if !capital {
            return None;
        }
        end -= top.len() + 1;
    }
    let label = |label: &[u8]| {
        !label.is_empty()
            && label[0] != b'-'
            && label.last() != Some(&b'-')
            && !label.contains(&b'_')
    };
    let fits = end - start <= label::MAX && text[start..end].split(|&b| b == b'.').all(label);
    (fits && ends(text, end)).then_some(end)
}

/// Whether an address can end at `end`.
fn ends(text: &[u8], end: usize) -> bool {
    let next = text.get(end + 1);
    let word = next.is_some_and(|&b| Class::ALPHADIGIT.has(b));
    match text.get(end) {
        Some(b'@') => false,
        Some(b'!') => !word,
        // A place on another machine, or a prompt.
        Some(b':') => !word && !next.is_some_and(|b| b"/~.$*_:".contains(b)),
        Some(b'[' | b'(' | b'{') => mark_at(text, end).is_none(),
        _ => true,
    }
}

/// Programs that take `user@host` for a login.
const LOGIN: &[&str] = &[
    "mosh", "rlogin", "rsync", "scp", "sftp", "slogin", "ssh", "telnet",
];

/// Whether it is a login: after the name of a program, of `git`, or in a prompt (`[joe@x.org ~]$`).
fn is_login(text: &[u8], start: usize, at: usize, end: usize) -> bool {
    let git = text[start..at].eq_ignore_ascii_case(b"git") && text.get(end) == Some(&b'/');
    let line = &text[start.saturating_sub(64)..start];
    let line = line
        .rsplit(|b| matches!(b, b'\n' | b'\r'))
        .next()
        .unwrap_or_default();
    let mut words = line.split(|&b| Class::WHITE.has(b)).rev();
    // Text directly before it is part of its own word.
    let own = words.next().is_none_or(<[u8]>::is_empty);
    let option =
        |word: &&[u8]| word.is_empty() || word[0] == b'-' || word.iter().all(u8::is_ascii_digit);
    let program = words.find(|word| !option(word)).is_some_and(|word| {
        let name = word
            .rsplit(|b| b"/`\"'($".contains(b))
            .next()
            .unwrap_or_default();
        LOGIN.iter().any(|known| name == known.as_bytes())
    });
    git || own && program || is_prompt(text, start, end)
}

/// `[joe@x.org ~]$`
fn is_prompt(text: &[u8], start: usize, end: usize) -> bool {
    let rest = ahead(text, end, 64);
    let close = rest.iter().position(|b| matches!(b, b']' | b'\n'));
    let sign = close
        .filter(|&i| rest[i] == b']')
        .and_then(|i| rest.get(i + 1));
    start > 0 && text[start - 1] == b'[' && sign.is_some_and(|b| b"$#%".contains(b))
}
