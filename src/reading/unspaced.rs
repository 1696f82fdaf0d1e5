//! A host that runs into a word of a script without blanks (tests/spec/scripts.md): `http://www.example.com的首页`.

use crate::character;
use crate::class::Class;
use crate::domain::is_top_level;

/// Where the URL ends whose host begins at `host`: before a character of such a script that stands right behind a top-level domain,
/// unless both are one.
pub(super) fn cut(text: &[u8], host: usize, end: usize) -> usize {
    let name = &text[host.min(end)..end];
    // Nearly all.
    if name.is_ascii() {
        return end;
    }
    let ends = |b: &u8| matches!(b, b'/' | b'?' | b'#' | b':');
    let name = &name[..name.iter().position(ends).unwrap_or(name.len())];
    let Some(dot) = memchr::memrchr(b'.', name).filter(|&dot| dot > 0) else {
        return end;
    };
    let label = &name[dot + 1..];
    let latin = label.iter().take_while(|b| !Class::HIGH.has(**b)).count();
    let cut = host + dot + 1 + latin;
    // Chinese of another charset than UTF-8 is no UTF-8.
    let foreign = || {
        let (c, len) = character::decode(text, cut);
        len == 1 || character::is_unspaced(c)
    };
    let runs_on =
        latin < label.len() && foreign() && is_top_level(&label[..latin]) && !is_top_level(label);
    if runs_on { cut } else { end }
}
