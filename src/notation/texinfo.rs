//! Texinfo.
//!
//! `@@`, `@{`, `@}`, `@comma{}` are the characters that they show. In `@uref{…}` and `@url{…}` a comma ends the URL.

#[cfg(feature = "lint")]
mod mask;

use std::ops::Range;

use super::{AS_TEXT, Notation};
use crate::text::{DELIMITER, Rewrite};

pub(super) static TEXINFO: Notation = Notation {
    name: "texinfo",
    media_types: &["application/x-texinfo", "text/x-texinfo"],
    extensions: &["texi", "texinfo", "txi"],
    is_readable: |text| memchr::memchr(b'@', text).is_none(),
    read,
    #[cfg(feature = "lint")]
    roles: mask::ROLES,
    ..AS_TEXT
};

fn read(text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
    let text = &text[..range.end];
    let mut from = range.start;
    for at in memchr::memchr_iter(b'@', &text[range.clone()]).map(|i| range.start + i) {
        if at < from {
            continue;
        }
        let rest = &text[at..];
        if let [_, b'@' | b'{' | b'}', ..] = rest {
            out.copy(text, from..at);
            out.copy(text, at + 1..at + 2);
            from = at + 2;
        } else if rest.starts_with(b"@comma{}") {
            out.copy(text, from..at);
            from = at + 8;
            out.put(b",", at..from);
        } else if rest.starts_with(b"@uref{") || rest.starts_with(b"@url{") {
            let near = &rest[..rest.len().min(4096)];
            let end = memchr::memchr3(b',', b'}', b'\n', near).filter(|&i| near[i] == b',');
            // An escape in the URL comes first.
            let escape = memchr::memchr(b'@', &near[1..]).map_or(usize::MAX, |i| i + 1);
            if let Some(comma) = end.filter(|&comma| comma < escape).map(|i| at + i) {
                out.copy(text, from..comma);
                out.replace(DELIMITER, text, comma);
                from = comma + 1;
            }
        }
    }
    out.copy(text, from..text.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_arguments() {
        for (text, want) in [
            ("joe@@a.org @{x@}", "joe@a.org {x}"),
            (
                "@uref{http://a.org/x,y} @code{a,b}",
                "@uref{http://a.org/x\x1fy} @code{a,b}",
            ),
            ("@url{http://a.org/@comma{}x,y}", "@url{http://a.org/,x,y}"),
            ("@url{http://a.org/} x, y @", "@url{http://a.org/} x, y @"),
        ] {
            let (bytes, _) = crate::decode::decoded(text.as_bytes(), read);
            assert_eq!(String::from_utf8_lossy(&bytes), want);
        }
    }
}
