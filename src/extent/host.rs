//! Names of hosts: plain ones, those that prose goes on behind, and what of a host that cannot be one can
//! (tests/spec/refused-host.md).

use crate::character;
use crate::class::Class;
use crate::domain::is_top_level;
use crate::simd::Kinds;

/// The length of the plain name that `rest` begins with, and of its port: labels of letters, digits and hyphens, the last begun by a
/// letter; the kinds are those of its first bytes. A final dot is left out.
#[inline]
pub(super) fn plain_login(rest: &[u8], kinds: &Kinds) -> Option<usize> {
    let len = (kinds.label | kinds.dot).trailing_ones();
    if len as usize >= kinds.len {
        return None;
    }
    // The dot of a sentence.
    let len = len - (len > 0 && kinds.dot >> (len - 1) & 1 != 0) as u32;
    let whole = (1u64 << len) - 1;
    let dots = kinds.dot & whole;
    // The first and last bytes of labels.
    let first = dots << 1 | 1;
    let last = dots >> 1 | 1 << len >> 1;
    let wrong = (first | last) & (kinds.dot | kinds.hyphen) | first & !whole;
    let last_label = 63 - first.leading_zeros() as usize;
    let plain = wrong == 0 && Class::ALPHA.has(rest[last_label]);
    plain.then(|| len as usize + port(&rest[len as usize..]))
}

/// The length of the plain address that `rest` begins with: letters, digits, hyphens and dots, `@`, and a plain name.
#[inline]
pub(super) fn plain_address(rest: &[u8], kinds: &Kinds) -> Option<usize> {
    let local = (kinds.label | kinds.dot).trailing_ones() as usize;
    let skipped = local + 1;
    if local == 0 || skipped >= kinds.len || rest.get(local) != Some(&b'@') {
        return None;
    }
    let kinds = Kinds {
        label: kinds.label >> skipped,
        dot: kinds.dot >> skipped,
        hyphen: kinds.hyphen >> skipped,
        notable: kinds.notable >> skipped,
        len: kinds.len - skipped,
    };
    Some(skipped + plain_login(&rest[skipped..], &kinds)?)
}

/// The length of the port that `rest` begins with, if nothing can be said against it.
#[inline]
fn port(rest: &[u8]) -> usize {
    match rest {
        [b':', digits @ ..] => match digits
            .iter()
            .take(5)
            .take_while(|b| b.is_ascii_digit())
            .count()
        {
            len @ 1..=4 if digits[0] != b'0' => len + 1,
            _ => 0,
        },
        _ => 0,
    }
}

/// The length of the `name.tld` that `rest` begins with, if it ends there or goes on with `/ : ? #`; dots that close a sentence are
/// no part of it.
pub(super) fn named(rest: &[u8]) -> Option<usize> {
    let rest = &rest[..rest.len().min(256)];
    let (host, after) = rest.split_at(Class::NAME.run(rest));
    let ended = after
        .first()
        .is_none_or(|&b| Class::STOP.has(b) || b"/:?#),;!]'".contains(&b));
    let host = match after.first() {
        Some(b'/' | b':' | b'?' | b'#') => host.strip_suffix(b".").unwrap_or(host),
        _ => &host[..host.len() - host.iter().rev().take_while(|&&b| b == b'.').count()],
    };
    let dot = memchr::memrchr(b'.', host)?;
    let labels = host.split(|&b| b == b'.').all(|label| !label.is_empty());
    (ended && labels && is_top_level(&host[dot + 1..])).then_some(host.len())
}

/// Where a URL whose host begins at `host` can end within it: at its last full label, if a hyphen, a bracket, a quote or the end
/// follows. Behind a top-level domain it can also end before an ellipsis, a sign (an undecoded `=20`), or a dash or the like outside
/// US-ASCII.
pub(super) fn cut(text: &[u8], host: usize, end: usize) -> Option<usize> {
    let name = host + Class::NAME.run(&text[host..end]);
    let ellipsis = || Some(host + memchr::memmem::find(&text[host..name], b"...")?);
    if let Some(mark) = punctuation(text, host, name).or_else(ellipsis) {
        return ends_in_top_level(&text[host..mark]).then_some(mark);
    }
    let marks = text[host..name]
        .iter()
        .rev()
        .take_while(|b| b"-._".contains(b));
    let cut = name - marks.count();
    let ends = |&b: &u8| {
        let sign = || {
            let apart = b"=,;!$&*+".contains(&b) || b == b':' && is_prose(&text[cut + 1..]);
            apart && ends_in_top_level(&text[host..cut])
        };
        matches!(b, b'-' | b'\'') || Class::BRACKET.has(b) || sign()
    };
    (cut > host && (cut == end || text.get(cut).is_none_or(ends))).then_some(cut)
}

/// Whether a word follows a colon that is not `port`, and no path that word: `http://www.a.com:Great site`.
fn is_prose(rest: &[u8]) -> bool {
    let (word, rest) = rest.split_at(Class::ALPHA.run(rest));
    !word.is_empty() && word != b"port" && rest.first() != Some(&b'/')
}

fn ends_in_top_level(name: &[u8]) -> bool {
    let dot = memchr::memrchr(b'.', name).filter(|&dot| dot > 0);
    dot.is_some_and(|dot| is_top_level(&name[dot + 1..]))
}

/// The first punctuation outside US-ASCII.
fn punctuation(text: &[u8], start: usize, end: usize) -> Option<usize> {
    let mut at = start;
    while at < end {
        if !Class::HIGH.has(text[at]) {
            at += 1;
            continue;
        }
        let (c, len) = character::decode(text, at);
        if character::is_punctuation(c) {
            return Some(at);
        }
        at += len;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::host;
    use crate::simd::{Available, Engine};

    #[test]
    fn plain_names_are_names() {
        let pieces = ["a", "B9", "-", ".", "/", "_", "0", "x-y", " "];
        for number in 0..pieces.len().pow(5) {
            let mut n = number;
            let mut text = String::new();
            for _ in 0..5 {
                text += pieces[n % pieces.len()];
                n /= pieces.len();
            }
            let run =
                text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "-.".contains(c));
            let run = &text[..text.len() - run.len()];
            let want = host::name(run.strip_suffix('.').unwrap_or(run).as_bytes());
            for engine in Engine::available() {
                let kinds = Available::new(engine).kinds(text.as_bytes(), 0);
                assert_eq!(plain_login(text.as_bytes(), &kinds), want, "{text}");
            }
        }
    }
}
