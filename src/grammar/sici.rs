//! Identifiers of articles in serials (SICI, ANSI/NISO Z39.56-1996). DOIs of some publishers hold one, with its angle brackets:
//! `10.1175/1520-0469(1963)020<0130:DNF>2.0.CO;2` (tests/spec/end.md).

use crate::class::Class;
use crate::span::beginning;

/// No contribution is longer, with its brackets.
const MAX: usize = 64;

/// The length of the contribution and the control segment if they begin `text`: `<0130:DNF>2.0.CO;2`. A check character may follow.
#[inline(never)]
pub(crate) fn len(text: &[u8]) -> Option<usize> {
    let near = beginning(text, MAX);
    // Most are those of tags.
    if !matches!(near, [b'<', first, ..] if first.is_ascii_alphanumeric()) {
        return None;
    }
    let close = memchr::memchr(b'>', near)?;
    let (contribution, control) = (&near[1..close], &text[close + 1..]);
    let is_part = |&b: &u8| !Class::STOP.has(b);
    let is_contribution = contribution.contains(&b':') && contribution.iter().all(is_part);
    let is_control = match control {
        [kind, b'.', part, b'.', medium, carrier, b';', version, ..] => {
            let digits = [kind, part, version].into_iter().all(u8::is_ascii_digit);
            digits && medium.is_ascii_alphabetic() && carrier.is_ascii_alphabetic()
        }
        _ => false,
    };
    (is_contribution && is_control).then_some(close + 1 + "2.0.CO;2".len())
}
