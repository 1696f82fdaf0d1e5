//! The left edge: where a scheme begins (tests/spec/left-edge.md).

use crate::class::Class;
use crate::grammar::escape;
use crate::url::{Scheme, find, of};

/// Longer than any scheme.
const MAX: usize = 64;

/// The scheme whose colon stands at `colon`, and where its name begins, not before `from`.
///
/// A scheme begins after anything but a letter or digit: `post.https:` is `https:`, `git+ssh:` is whole. Glued to one, only
/// http, https and ftp are taken, and not if a longer known scheme ends there too. The digits of an escape glue nothing.
pub(super) fn find_scheme(
    text: &[u8],
    from: usize,
    colon: usize,
) -> Option<(&'static Scheme, usize)> {
    let start = word(text, from, colon);
    let name = &text[start..colon];
    // The common case first: the whole word.
    if let Some(scheme) = find(name) {
        return Some((scheme, start));
    }
    let edge = |i: usize| {
        i == start
            || !Class::ALPHADIGIT.has(text[i - 1])
            || i >= 3 && escape::octet(&text[i - 3..i]).is_some()
    };
    let after_edge = (start..colon).filter(|&i| edge(i)).find_map(|i| {
        let scheme = of(&text[i..colon]);
        scheme.is_known().then_some((scheme, i))
    });
    after_edge.or_else(|| {
        let (scheme, i) = (start..colon).find_map(|i| Some((find(&text[i..colon])?, i)))?;
        matches!(scheme.name(), "http" | "https" | "ftp").then_some((scheme, i))
    })
}

/// Where the run of scheme characters that ends at `colon` begins.
pub(super) fn word(text: &[u8], from: usize, colon: usize) -> usize {
    let from = from.max(colon.saturating_sub(MAX));
    let run = text[from..colon]
        .iter()
        .rev()
        .take_while(|&&b| Class::SCHEME.has(b));
    colon - run.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_edges() {
        for (text, want) in [
            ("http", Some("http")),
            ("post.https", Some("https")),
            ("uhdhttps", Some("https")),
            ("git+ssh", Some("git+ssh")),
            ("a.git+ssh", Some("a.git+ssh")),
            ("1.http", Some("http")),
            ("shttp", Some("shttp")),
            ("%3Dhttp", Some("http")),
            ("xsftp", None),
            ("xgopher", None),
            ("x-gopher", Some("x-gopher")),
            ("nhttp", Some("http")),
            ("", None),
        ] {
            let got = find_scheme(text.as_bytes(), 0, text.len()).map(|(_, i)| &text[i..]);
            assert_eq!(got, want, "{text}");
        }
    }
}
