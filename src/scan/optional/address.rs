//! Addresses of mail without `mailto:` (RFC 5321 section 4.1.2; tests/spec/email.md).

use super::edge::{is_after_hyphen, is_soft_break};
use super::mark::mark_at;
use super::{Candidate, Form, label, message_id};
use crate::character;
use crate::class::{Class, ends_word};
use crate::domain::{ends_in_top_level, is_top_level};
use crate::simd::{Available, Kinds, Labels};
use crate::span::{ahead, behind, contains, ending, run, run_back, without_ending};
use crate::text::{colour, is_one_of};

/// Longer than any local part (RFC 5321 section 4.5.3.1.1).
const MAX_LOCAL: usize = 64;

/// What the reader fills in, or a tag, is shorter.
const MAX_HOLE: usize = 64;

/// Elements that begin a line or a cell of a page.
const BLOCKS: &[&str] = &["br", "dd", "div", "dt", "hr", "li", "p", "td", "th"];

/// The address around the `@` at `at`, not before `from`, if it is one to write to.
pub(super) fn around(text: &[u8], from: usize, at: usize, engine: Available) -> Option<Candidate> {
    let around = engine.around(text, at);
    let plain_end = plain_domain(text, at + 1, &around.after);
    let end = plain_end.unwrap_or_else(|| domain(text, at + 1))?;
    let begun = at - around.before.plain_run_before();
    let mut start = local(text, from, at, begun)?;
    if text[start] == b'_' && text.get(end) == Some(&b'_') {
        start += 1;
    }
    let taken = start < at
        && !is_login(text, start, at, end)
        && !is_algorithm(&text[start..at], &text[at + 1..end])
        && !message_id::is_message_id(text, start, at, end, around.digits(at - start));
    taken.then(|| Candidate {
        is_plain_address: start >= begun && plain_end.is_some(),
        ..Candidate::by_option(Form::Email, start..end)
    })
}

/// Where the local part that ends at the `@` (or its like) at `at` begins, not before `from`. Letters, digits, hyphens and single
/// dots stand from `begun` on.
pub(super) fn local(text: &[u8], from: usize, at: usize, begun: usize) -> Option<usize> {
    let floor = from.max(at.saturating_sub(MAX_LOCAL + 1));
    if at > floor && text[at - 1] == b'"' {
        return quoted(text, floor, at - 1);
    }
    let begun = begun.max(floor);
    let mut start = begun;
    while let Some(len) = atom_before(text, start).filter(|&len| start >= floor + len) {
        start -= len;
    }
    if at - start > MAX_LOCAL {
        return None;
    }
    if start < begun {
        let dots = text[start..at].windows(2).rposition(|pair| pair == b"..");
        start = after_code(text, dots.map_or(start, |i| start + i + 2), at);
    }
    start = colour::skip(text, start);
    start += run(&text[start..at], |b| b".-+='%".contains(&b));
    let last = text[..at].last()?;
    let ends = Class::WORD.has(*last) || b"-_+".contains(last);
    let start = after_user(text, floor, start);
    (start < at && ends && begins(text, start)).then_some(start)
}

/// Where `~user/` begins that stands before `start`, as in `~joe/list@lists.sr.ht`; `start` if none does.
fn after_user(text: &[u8], floor: usize, start: usize) -> usize {
    let Some(name) = text[floor..start].strip_suffix(b"/") else {
        return start;
    };
    let len = run_back(name, |b| Class::ALPHADIGIT.has(b) || b"-_.".contains(&b));
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
        b if Class::PLAIN_LOCAL.has(b) || matches!(b, b'=' | b'\'' | b'%') => Some(1),
        b if Class::HIGH.has(b) => {
            let (c, len) = character::decode_before(text, end)?;
            let is_letter = character::is_of_word(c) && !character::is_unspaced(c);
            (is_letter && !is_prefix(c, &text[end..])).then_some(len)
        }
        _ => None,
    }
}

/// Whether the letter `c` is that of a word that Arabic or Hebrew puts before another without a blank, perhaps with a hyphen: `ל-joe@x.org`.
/// Before a digit it is that of a name: `محمد2@x.org`.
fn is_prefix(c: char, rest: &[u8]) -> bool {
    let name = rest.strip_prefix(b"-").unwrap_or(rest);
    character::is_right_to_left(c) && name.first().is_some_and(u8::is_ascii_alphabetic)
}

/// `"joe doe"@`: where the quote opens.
fn quoted(text: &[u8], floor: usize, close: usize) -> Option<usize> {
    let open = floor + memchr::memrchr(b'"', &text[floor..close])?;
    let inside = &text[open + 1..close];
    let plain = |b: &u8| (b' '..0x7f).contains(b) && *b != b'\\';
    let blank = open == 0 || ends_word(text[open - 1]) || b"<(,;:".contains(&text[open - 1]);
    (!inside.is_empty() && inside.iter().all(plain) && blank).then_some(open)
}

/// Where the local part `start..at` begins without what stands before it: `email=`, `=3D`, `%3C`, `u'`.
fn after_code(text: &[u8], start: usize, at: usize) -> usize {
    let mut start = start;
    // A string of Python, if its quote closes after the domain: not `b'smith@x.org`.
    let prefix = run(&text[start..at], |b| b"bfruBFRU".contains(&b));
    let closes = || {
        let domain = &text[at + 1..];
        domain.get(Class::NAME.run(domain)) == Some(&b'\'')
    };
    if prefix < 3 && text[start + prefix] == b'\'' && closes() {
        start += prefix + 1;
    }
    let equals = memchr::memchr(b'=', &text[start..at]);
    if let Some(i) = equals.filter(|&i| is_assigned(text, start, start + i, at)) {
        start += i + 1;
        if begins_with_code(&text[start..at]) {
            start += 2;
        }
    }
    // `mailto%3Ajoe@x.org`; but `joe%host@x.org` is a route.
    let mut percent = memchr::memchr_iter(b'%', &text[start..at]).map(|i| start + i);
    if let Some(i) = percent.rfind(|i| begins_with_code(&text[i + 1..at])) {
        start = i + 3;
    }
    start
}

/// Whether two digits stand for a blank or a mark that can stand before an address, as in quoted-printable or a URL.
fn begins_with_code(bytes: &[u8]) -> bool {
    const CODES: [&str; 9] = ["20", "22", "27", "28", "2C", "3A", "3C", "3D", "3E"];
    bytes.len() > 2 && is_one_of(&bytes[..2], &CODES)
}

/// Whether the `=` at `equals` in `start..at` does not belong to the local part: `email=joe@x.org`, `MAILTO=joe@x.org`. It does belong to
/// it in `<…>`, as in Message-IDs, and where it stands for an `@` in an address for bounces: `list-bounces-joe=x.org@y.org`.
fn is_assigned(text: &[u8], start: usize, equals: usize, at: usize) -> bool {
    let (name, rest) = (&text[start..equals], &text[equals + 1..at]);
    let bounces = ends_in_top_level(rest) && !name.is_empty();
    // In IRC, `nick!n=joe@host` says from where somebody came.
    let wrapped = start > 0 && b"<!".contains(&text[start - 1]);
    let lower = |b: &u8| b.is_ascii_lowercase() || b".-_".contains(b);
    let upper = |b: &u8| b.is_ascii_uppercase() || *b == b'_';
    let is_field = name.iter().all(lower)
        || name.iter().all(upper)
        || is_capitalised_word(name)
        || name == b"emailAddress";
    is_field && !wrapped && !bounces
}

/// Whether a name is a capitalised word: `From`.
fn is_capitalised_word(name: &[u8]) -> bool {
    let (first, rest) = name.split_at(name.len().min(1));
    name.len() > 2 && first[0].is_ascii_uppercase() && rest.iter().all(u8::is_ascii_lowercase)
}

/// Whether an address can begin at `start`: not within a path, a variable, a route or a login with a password, nor in the line after
/// one that ends in its first part and a hyphen.
fn begins(text: &[u8], start: usize) -> bool {
    let byte = |n: usize| start.checked_sub(n).map(|i| text[i]);
    match byte(1) {
        // `$<$joe@x.org$>$`, as TeX sets angle brackets.
        Some(b'$') => byte(2) == Some(b'<'),
        Some(b'@' | b'/' | b'\\' | b'~' | b'&') => false,
        Some(b'-') => !is_rest(text, start - 1),
        // Old mail has `a."b".c@x.org`.
        Some(b'.') => byte(2) != Some(b'"'),
        Some(b'\n') if is_soft_break(text, start - 1) => false,
        Some(b'\n' | b' ' | b'\t') => !is_after_hyphen(text, start),
        // A name in IRC may end in a mark: `joe_!n=joe@x.org`.
        Some(b'!') => !byte(2).is_some_and(|b| Class::ALPHADIGIT.has(b) || b"_-|^`".contains(&b)),
        Some(b':') => {
            let near = behind(text, start, 256);
            let word = run_back(near, |b| !ends_word(b));
            !contains(&text[start - word..start], b"//")
        }
        _ => true,
    }
}

/// Whether the reader fills in what stands before the hyphen at `hyphen`: `NNN</i>-done@x.org`, `“NNN”-done@x.org`. A blank, a mark or a
/// tag that begins a line is none of that.
fn is_rest(text: &[u8], hyphen: usize) -> bool {
    match character::decode_before(text, hyphen) {
        Some((c, _)) => {
            let is_letter = character::is_of_word(c) && !character::is_right_to_left(c);
            is_letter || character::closes(c) || matches!(c, '“' | '‘' | '…')
        }
        None => match text[..hyphen] {
            [.., before, b'"'] => !ends_word(before) && before != b'>',
            [.., b'>'] => ends_in_hole(&text[..hyphen - 1]),
            _ => false,
        },
    }
}

/// Whether a placeholder or a tag within a line ends after `text`: not a quote mark or an arrow, and not `<br>`.
fn ends_in_hole(text: &[u8]) -> bool {
    let near = ending(text, MAX_HOLE);
    let open = memchr::memrchr3(b'<', b'>', b'\n', near).filter(|&open| near[open] == b'<');
    open.is_some_and(|open| {
        let tag = &near[open + 1..];
        let name = tag.strip_prefix(b"/").unwrap_or(tag);
        !is_one_of(&name[..Class::ALPHADIGIT.run(name)], BLOCKS)
    })
}

/// Where the plain domain that begins at `start` ends, if an address can end there; `None` if nothing plain stands there. `kinds` are
/// those of its first bytes.
fn plain_domain(text: &[u8], start: usize, kinds: &Kinds) -> Option<Option<usize>> {
    let rest = &text[start..];
    let Labels { len, last, .. } = kinds.plain_labels(rest)?;
    // A sentence may begin there.
    if rest[last].is_ascii_uppercase() {
        return None;
    }
    let is_address = last > 0 && is_top_level(&rest[last..len]) && ends(text, start + len);
    Some(is_address.then_some(start + len))
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
        // Most addresses. Nothing can predict the branches below.
        Some(b) if Class::STOP.has(*b) => true,
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
    let git = text[start..at].eq_ignore_ascii_case(b"git") && begins_path_of_git(&text[end..]);
    // Text directly before it is part of its own word.
    let before = start.checked_sub(1).map(|i| text[i]);
    let apart = matches!(before, Some(b' ' | b'\t' | 0x0b | 0x0c));
    git || apart && is_after_program(behind(text, start, 64)) || is_prompt(text, start, end)
}

/// Whether it is the name of an algorithm or an extension of SSH, which has the domain of those who defined it (RFC 4251 section 6):
/// `aes256-gcm@openssh.com`.
fn is_algorithm(local: &[u8], domain: &[u8]) -> bool {
    let is_at = |owner: &[u8]| domain.eq_ignore_ascii_case(owner);
    if is_at(b"openssh.com") || is_at(b"libssh.org") {
        local.contains(&b'-') && local.iter().any(u8::is_ascii_digit)
            || is_one_of(local, EXTENSIONS)
    } else {
        is_at(b"lysator.liu.se") && local.eq_ignore_ascii_case(b"rijndael-cbc")
    }
}

/// Names of OpenSSH without a number.
#[rustfmt::skip]
const EXTENSIONS: &[&str] = &[
    "auth-agent", "eow", "expand-path", "fstatvfs", "fsync", "hardlink", "hostkeys", "keepalive", "limits", "lsetstat",
    "no-more-sessions", "posix-rename", "publickey-hostbound", "session-bind", "statvfs", "users-groups-by-id", "zlib",
];

/// Whether the path of a repository, or what a reader fills in for it, follows `git@x.org`: `/joe/x`, `:<user>/x`, `:{{ user }}/x`.
/// ssh reports a login so, too.
fn begins_path_of_git(after: &[u8]) -> bool {
    match after {
        [b'/', ..] => true,
        [b':', next, ..] if b"<{[$%".contains(next) => true,
        _ => after.starts_with(b": Permission denied"),
    }
}

/// Whether the name of such a program, and its options perhaps, stand last in `text`, in one line.
fn is_after_program(text: &[u8]) -> bool {
    let is_option = |word: &[u8]| word[0] == b'-' || word.iter().all(u8::is_ascii_digit);
    let mut rest = text;
    loop {
        rest = without_ending(rest, b" \t\x0b\x0c");
        let word = &rest[rest.len() - run_back(rest, |b| !ends_word(b))..];
        if word.is_empty() {
            return false;
        }
        if !is_option(word) {
            return is_login_program(word);
        }
        rest = &rest[..rest.len() - word.len()];
    }
}

/// Whether `word` is `ssh` or its like, perhaps with a path or a mark before it.
fn is_login_program(word: &[u8]) -> bool {
    // The cheap question first.
    if !matches!(word.last(), Some(b'c' | b'h' | b'n' | b'p' | b't')) {
        return false;
    }
    let name = word.rsplit(|b| b"/`\"'($".contains(b)).next();
    LOGIN.iter().any(|known| name == Some(known.as_bytes()))
}

/// `[joe@x.org ~]$`
fn is_prompt(text: &[u8], start: usize, end: usize) -> bool {
    if !text[..start].ends_with(b"[") {
        return false;
    }
    let rest = ahead(text, end, 64);
    let close = rest.iter().position(|b| matches!(b, b']' | b'\n'));
    let sign = close
        .filter(|&i| rest[i] == b']')
        .and_then(|i| rest.get(i + 1));
    sign.is_some_and(|b| b"$#%".contains(b))
}

#[cfg(test)]
mod tests {
    use super::super::texts_of_five;
    use super::*;
    use crate::simd::Engine;

    /// What vectors tell only makes it faster.
    #[test]
    fn plain_bytes_change_no_answer() {
        let pieces = [
            "a", "com", "Org", "-", ".", "_", "+", "=", "9", "E<gt>", "é", "~", " ", "/",
        ];
        let engine = Available::new(Engine::best());
        let (mut domains, mut runs) = (0, 0);
        for half in texts_of_five(&pieces) {
            let text = format!("{}{half}@{half} ", ". ".repeat(40));
            let (text, at) = (text.as_bytes(), 80 + half.len());
            let shown = String::from_utf8_lossy(text);
            let around = engine.around(text, at);
            if let Some(plain) = plain_domain(text, at + 1, &around.after) {
                domains += 1;
                assert_eq!(plain, domain(text, at + 1), "{shown:?}");
            }
            let run = around.before.plain_run_before();
            runs += usize::from(run > 0);
            for from in [0, at - 1, at - run] {
                let (plain, slow) = (local(text, from, at, at - run), local(text, from, at, at));
                assert_eq!(plain, slow, "{shown:?} {from}");
            }
        }
        let has_vectors = Engine::best() != Engine::Portable;
        assert!(
            domains > 10_000 && (runs > 10_000) == has_vectors,
            "{domains} {runs}"
        );
    }
}
