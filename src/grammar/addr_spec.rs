//! `addr-spec = local-part "@" domain` (RFC 822 section 6.1), without the white space and comments that RFC 6068 section 2 excludes,
//! and with characters outside US-ASCII, which it allows.

use crate::span::before;

/// Whether the decoded `text` is an addr-spec.
pub(crate) fn is_address(text: &[u8]) -> bool {
    let Some(local) = dotted(text, |rest| quoted(rest).or(atom(rest))) else {
        return false;
    };
    let Some((b'@', domain)) = text[local..].split_first() else {
        return false;
    };
    dotted(domain, |rest| literal(rest).or(atom(rest))) == Some(domain.len())
}

/// Whether the decoded `text` has the form `unique@domain` of a message identifier. In practice they are no exact addr-spec.
pub(crate) fn is_identifier(text: &[u8]) -> bool {
    memchr::memrchr(b'@', text).is_some_and(|at| at > 0 && at + 1 < text.len())
}

/// The length of `word *("." word)` at the start of `text`.
fn dotted(text: &[u8], word: fn(&[u8]) -> Option<usize>) -> Option<usize> {
    let mut len = word(text)?;
    while text.get(len) == Some(&b'.') {
        len += 1 + word(&text[len + 1..])?;
    }
    Some(len)
}

/// `atom = 1*<any CHAR except specials, SPACE and CTLs>` (section 3.3)
fn atom(text: &[u8]) -> Option<usize> {
    let special = |b: u8| b <= b' ' || b == 0x7f || br#"()<>@,;:\".[]"#.contains(&b);
    let len = before(text, special);
    (len > 0).then_some(len)
}

/// `quoted-string = <"> *(qtext/quoted-pair) <">` (section 3.3)
fn quoted(text: &[u8]) -> Option<usize> {
    enclosed(text, b'"', b'"')
}

/// `domain-literal = "[" *(dtext / quoted-pair) "]"` (section 3.3)
fn literal(text: &[u8]) -> Option<usize> {
    enclosed(text, b'[', b']')
}

fn enclosed(text: &[u8], open: u8, close: u8) -> Option<usize> {
    let mut i = 1;
    text.first().filter(|&&b| b == open)?;
    loop {
        match text.get(i)? {
            b'\\' => i += 2,
            b'\r' | b'\n' | 0 => return None,
            &b if b == close => return Some(i + 1),
            &b if b == open => return None,
            _ => i += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for text in [
            "joe@a",
            "joe.doe@a.b.c",
            "a+b=c/d@x-y.org",
            "\"not@me\"@example.org",
            "\"oh\\\\no\"@example.org",
            "gorby%kremvax@example.com",
            "unlikely?address@example.com",
            "joe@[127.0.0.1]",
            "\"a b\".c@d",
            "\u{7d0d}@example.\u{65e5}\u{672c}",
        ] {
            assert!(is_address(text.as_bytes()), "{text}");
        }
        for text in [
            "",
            "@",
            "joe",
            "joe@",
            "@a",
            "a..b@c",
            ".a@c",
            "a.@c",
            "a@b@c",
            "joe doe@a",
            "joe@a..b",
            "joe@a.",
            "a,b@c",
            "\"a@b",
            "joe@[1",
            "joe@a b",
            "Joe <joe@a>",
            "a\"b\"@c",
        ] {
            assert!(!is_address(text.as_bytes()), "{text}");
        }
    }
}
