//! Regular expressions of JavaScript (ECMA-262, 12.9.5): `/[/"]/g`. A quote in one opens no string.

use crate::span::ahead;

/// In a longer one a quote still opens a string. Without a limit, time would grow with the length of the line at each slash.
const MAX_PATTERN: usize = 128;

/// The end of the regular expression that a slash at `at` begins, if it does: where a value may stand, and closed within its line.
pub(super) fn pattern_end(text: &[u8], at: usize) -> Option<usize> {
    let before = text[..at].trim_ascii_end().last();
    let follows_arrow = || text[..at].trim_ascii_end().ends_with(b"=>");
    let stands_for_value =
        text[at] == b'/' && (before.is_some_and(|b| b"(,=:[!&|?{;".contains(b)) || follows_arrow());
    if !stands_for_value {
        return None;
    }
    // In a class a slash closes nothing.
    let (mut is_class, mut is_escaped) = (false, false);
    let closes = |b: &u8| {
        let is_escape = !is_escaped && *b == b'\\';
        let byte = if is_escaped { b'x' } else { *b };
        is_escaped = is_escape;
        is_class = byte == b'[' || is_class && byte != b']';
        *b == b'\n' || byte == b'/' && !is_class
    };
    let near = ahead(text, at + 1, MAX_PATTERN);
    let close = at + 1 + near.iter().position(closes)?;
    (text[close] == b'/').then_some(close + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends() {
        let cases: [(&str, Option<&str>); 11] = [
            ("x = /a/g;", Some("/a/")),
            ("s => /a\"/.test(s)", Some("/a\"/")),
            (
                "x.replace(/[\\\\`*_{}[\\]/]/g, '')",
                Some("/[\\\\`*_{}[\\]/]/"),
            ),
            ("f(a,/\"\"\"/g)", Some("/\"\"\"/")),
            ("{a: /\\/`/}", Some("/\\/`/")),
            ("x = a / b / c", None),
            ("f(x)/2 + '/'", None),
            ("<br/> a /b", None),
            ("f(/a\n/)", None),
            ("f(/[/]\n)", None),
            ("/a/", None),
        ];
        for (code, want) in cases {
            let at = code.find('/').expect("a slash");
            let end = pattern_end(code.as_bytes(), at);
            assert_eq!(end.map(|end| &code[at..end]), want, "{code}");
        }
    }
}
