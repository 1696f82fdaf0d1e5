//! `--defang`: no URL in a message or an excerpt is one that a program makes a link.

use std::ops::Range;

use urlgrep::{Extractor, url};

use super::diagnostic::Diagnostic;
use crate::visible::lossy;

/// Defangs what is printed of a finding. Its URL in the JSON forms stays as it is.
pub(super) fn defang(diagnostic: &mut Diagnostic) {
    let finding = &mut diagnostic.finding;
    finding.message = defanged(&finding.message, 0..0).0;
    // These name files.
    if !matches!(finding.rule.name(), "missing-file" | "missing-anchor") {
        finding.message = with_names_defanged(&finding.message);
        diagnostic.shown_url = lossy(&url::defang(&diagnostic.url)).into_owned();
    }
    let excerpt = &mut diagnostic.excerpt;
    (excerpt.text, excerpt.mark) = defanged(&excerpt.text, excerpt.mark.clone());
}

/// The text with all its URLs, names and addresses defanged, and the same range in it.
fn defanged(text: &str, mark: Range<usize>) -> (String, Range<usize>) {
    // Also those that are wrong, names and addresses.
    let urls = Extractor::builder().all(true).any_scheme(true);
    let urls = urls.schemeless(true).email(true).build();
    let (mut out, mut copied) = (String::new(), 0);
    let mut places = [mark.start, mark.end];
    for m in urls.extract(text) {
        let span = m.span();
        let written = &text[span.clone()];
        // Advice is no link: `http://`, `https://…`.
        if written.trim_end_matches('…').ends_with("://") {
            continue;
        }
        let Some(between) = text.get(copied..span.start) else {
            continue;
        };
        out.push_str(between);
        let safe = url::defang(written.as_bytes());
        let safe = String::from_utf8_lossy(&safe);
        for (place, of) in places.iter_mut().zip([mark.start, mark.end]) {
            if of > span.start {
                // Defanging inserts brackets and replaces letters.
                let within = of.min(span.end) - span.start;
                let end = place_after(written, &safe, within);
                *place += end - within;
            }
        }
        out.push_str(&safe);
        copied = span.end;
    }
    out.push_str(&text[copied..]);
    (out, places[0]..places[1])
}

/// The message with all names that it quotes defanged. A search leaves out those that may be a file or an object: `s.id`.
fn with_names_defanged(message: &str) -> String {
    let is_name = |part: &str| {
        part.starts_with(char::is_alphanumeric)
            && part
                .chars()
                .all(|c| c.is_alphanumeric() || "-_.".contains(c))
    };
    let parts = message.split('`').map(|part| {
        if is_name(part) {
            String::from_utf8_lossy(&url::defang(part.as_bytes())).into_owned()
        } else {
            part.to_owned()
        }
    });
    parts.collect::<Vec<_>>().join("`")
}

/// Where the first `len` bytes of `written` end in `safe`, which has brackets inserted.
fn place_after(written: &str, safe: &str, len: usize) -> usize {
    let (written, safe) = (written.as_bytes(), safe.as_bytes());
    let mut at = 0;
    for &b in &written[..len] {
        let inserted = |at: usize| matches!(safe.get(at), Some(b'[' | b']')) && safe[at] != b;
        while inserted(at) {
            at += 1;
        }
        at += 1;
    }
    at.min(safe.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_names_are_defanged() {
        for (message, want) in [
            (
                "link text shows `x.pw` but the target is `fn-3.run.app`",
                "link text shows `x[.]pw` but the target is `fn-3[.]run[.]app`",
            ),
            ("`s[.]id`: why `a b.c`?", "`s[.]id`: why `a b.c`?"),
            ("the final `.`", "the final `.`"),
        ] {
            assert_eq!(with_names_defanged(message), want);
        }
    }

    #[test]
    fn a_mark_stays_where_it_was() {
        for (text, marked, safe, wanted) in [
            (
                "see http://a.b.org:99/x",
                "99",
                "see hxxp://a[.]b[.]org:99/x",
                "99",
            ),
            (
                "see http://a.b.org/x now",
                "now",
                "see hxxp://a[.]b[.]org/x now",
                "now",
            ),
            (
                "see http://a.b.org/x now",
                "see",
                "see hxxp://a[.]b[.]org/x now",
                "see",
            ),
            (
                "ftp://a.b/ ftp://c.d/e",
                "e",
                "ftp[:]//a[.]b/ ftp[:]//c[.]d/e",
                "e",
            ),
            (
                "http://a.b.org/x",
                "http://a.b.org/x",
                "hxxp://a[.]b[.]org/x",
                "hxxp://a[.]b[.]org/x",
            ),
            (
                "www.a.org/x or joe@a.org now",
                "joe@a.org",
                "www[.]a[.]org/x or joe[@]a[.]org now",
                "joe[@]a[.]org",
            ),
            ("nothing", "thing", "nothing", "thing"),
            (
                "did you mean `http://`?",
                "mean",
                "did you mean `http://`?",
                "mean",
            ),
            (
                "write `<https://…>`",
                "<https://…>",
                "write `<https://…>`",
                "<https://…>",
            ),
        ] {
            let start = text.rfind(marked).expect("marked");
            let (out, mark) = defanged(text, start..start + marked.len());
            assert_eq!((&*out, &out[mark]), (safe, wanted), "{text}");
        }
    }
}
