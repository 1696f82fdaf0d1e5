//! A second URL that is glued to the first (tests/spec/second.md).

use crate::class::Class;
use crate::scan::web_scheme_before;

/// Where the URL that began at `start` ends if the colon at `colon` is that of another `http://`, `https://` or `ftp://`:
/// after a letter or digit that is not of an escape, any character outside US-ASCII, after `, ; |`, `[`, a closing bracket or a quote. After anything else it
/// is part of the first, as in a redirector's address.
pub(super) fn cut(text: &[u8], start: usize, colon: usize) -> Option<usize> {
    let scheme = web_scheme_before(text, start + 1, colon)?;
    match text[scheme - 1] {
        b'[' => Some(scheme - 1),
        b',' | b';' | b'|' | b')' | b']' | b'}' | b'\'' => Some(scheme),
        b if Class::HIGH.has(b) => Some(scheme),
        b if Class::ALPHADIGIT.has(b) => {
            let escape = |n: usize| {
                let from = scheme.checked_sub(n).filter(|&i| i >= start);
                from.is_some_and(|i| text[i] == b'%')
            };
            (!escape(3) && !escape(2)).then_some(scheme)
        }
        _ => None,
    }
}
