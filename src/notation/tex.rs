//! TeX, LaTeX and BibTeX.
//!
//! Undone: the backslash before `_ % # & $`, the ways to write `~`, and breaks that are allowed (`\-`, `\allowbreak`). What stands
//! around the argument of `\verb` delimits.

#[cfg(feature = "lint")]
mod mask;

use std::ops::Range;

use super::{AS_TEXT, Notation};
use crate::text::Rewrite;

pub(crate) static TEX: Notation = Notation {
    name: "tex",
    media_types: &[
        "application/x-bibtex",
        "application/x-latex",
        "application/x-tex",
        "text/x-tex",
    ],
    extensions: &["bbl", "bib", "cls", "dtx", "latex", "ltx", "sty", "tex"],
    is_readable: |text| memchr::memchr(b'\\', text).is_none(),
    read,
    #[cfg(feature = "lint")]
    roles: mask::ROLES,
    ..AS_TEXT
};

/// Each command as written, and the text it shows; the longer ones first.
const WRITTEN: &[(&[u8], &[u8])] = &[
    (b"{\\textasciitilde}", b"~"),
    (b"\\textasciitilde{}", b"~"),
    (b"\\textasciitilde ", b"~"),
    (b"{\\textunderscore}", b"_"),
    (b"\\textunderscore{}", b"_"),
    (b"{\\_}", b"_"),
    (b"{\\%}", b"%"),
    (b"{\\&}", b"&"),
    (b"{\\#}", b"#"),
    (b"{\\~}", b"~"),
    (b"$\\sim$", b"~"),
    (b"\\string~", b"~"),
    (b"\\~{}", b"~"),
    (b"\\allowbreak{}", b""),
    (b"\\allowbreak ", b""),
    (b"\\_", b"_"),
    (b"\\%", b"%"),
    (b"\\#", b"#"),
    (b"\\&", b"&"),
    (b"\\$", b"$"),
    (b"\\-", b""),
];

fn read(text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
    let text = &text[..range.end];
    let mut from = range.start;
    for backslash in memchr::memchr_iter(b'\\', &text[range.clone()]).map(|i| range.start + i) {
        // A brace or `$` may stand before it.
        let before = backslash.saturating_sub(1).max(from);
        let at = |at: usize| {
            let row = WRITTEN
                .iter()
                .find(|(written, _)| text[at..].starts_with(written))?;
            Some((at, row))
        };
        if backslash < from {
            continue;
        }
        if let Some((at, (written, shown))) = at(before).or_else(|| at(backslash)) {
            out.copy(text, from..at);
            from = at + written.len();
            out.put(shown, at..from);
        } else if let Some(argument) = verbatim(text, backslash) {
            out.copy_delimited(
                text,
                from..argument.end,
                &[argument.start, argument.end - 1],
            );
            from = argument.end;
        } else if text.get(backslash + 1) == Some(&b'\\') {
            // A line break.
            out.copy(text, from..backslash + 2);
            from = backslash + 2;
        }
    }
    out.copy(text, from..text.len());
}

/// The argument of the `\verb` at `at`, with the two characters around it, which the author chose.
fn verbatim(text: &[u8], at: usize) -> Option<Range<usize>> {
    let rest = text[at..].strip_prefix(b"\\verb")?;
    let rest = rest.strip_prefix(b"*").unwrap_or(rest);
    let (&mark, argument) = rest.split_first()?;
    let start = text.len() - rest.len();
    let line = memchr::memchr2(mark, b'\n', argument)?;
    let is_mark = !mark.is_ascii_alphanumeric() && !mark.is_ascii_whitespace();
    (is_mark && argument[line] == mark).then(|| start..start + line + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        for (text, want) in [
            (r"a\_b\%20\#c\&d", "a_b%20#c&d"),
            (
                r"\~{}a/{\textasciitilde}b/$\sim$c/\textasciitilde{}d",
                "~a/~b/~c/~d",
            ),
            (r"a\-b\allowbreak{}c", "abc"),
            (r"a\\_b \em \url{x}", r"a\\_b \em \url{x}"),
            (r"{\_}\", r"_\"),
            (
                r"\verb+http://a/b\_+, \verb*|a|, \verbatim \verb+a",
                "\\verb\x1fhttp://a/b\\_\x1f, \\verb*\x1fa\x1f, \\verbatim \\verb+a",
            ),
        ] {
            let (bytes, _) = crate::decode::decoded(text.as_bytes(), read);
            assert_eq!(String::from_utf8_lossy(&bytes), want);
        }
    }
}
