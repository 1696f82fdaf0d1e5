//! Placeholders: text in a template that stands for a component (`http://host:port/`, `http://{name}/%s`).

/// Words that are a placeholder if the component consists of nothing else.
const WORDS: &[&str] = &[
    "host", "hostname", "port", "domain", "server", "example", "user", "username", "password",
    "passwd", "pass", "pwd", "token",
];

/// Whether a component is a placeholder.
pub(super) fn is_placeholder(component: &[u8]) -> bool {
    let has = |words: &[&str]| {
        words
            .iter()
            .any(|word| memchr::memmem::find(component, word.as_bytes()).is_some())
    };
    let word = || {
        WORDS
            .iter()
            .any(|word| component.eq_ignore_ascii_case(word.as_bytes()))
    };
    component.iter().any(|b| b"${}<>*".contains(b))
        || has(&["%s", "%(", "...", "…", "&#"])
        // A regular expression.
        || has(&["]+", "[^", "(?"])
        || has_format(component)
        || is_mask(component)
        || word()
}

/// `%d`, `%Y`, `%h`: a percent sign and one letter that do not form an escape.
fn has_format(component: &[u8]) -> bool {
    let mut signs = memchr::memchr_iter(b'%', component);
    signs.any(|at| {
        let after = |n: usize| component.get(at + n).copied().unwrap_or(b'/');
        after(1).is_ascii_alphabetic() && !after(2).is_ascii_alphanumeric()
    })
}

/// `XXXX`, `nnnn`, `####`: one character repeated in place of digits or letters.
fn is_mask(component: &[u8]) -> bool {
    match component {
        [first, _, ..] => b"xXnN#?_".contains(first) && component.iter().all(|b| b == first),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders() {
        for word in [
            "host", "PORT", "${x}", "<pw>", "%s", "a...", "***", "xxxx", "%Y-%m", "x%d",
        ] {
            assert!(is_placeholder(word.as_bytes()), "{word}");
        }
        for word in [
            "",
            "example.org",
            "8080",
            "hunter2",
            "x",
            "%20",
            "%d0%b0",
            "%zz",
            "%2",
        ] {
            assert!(!is_placeholder(word.as_bytes()), "{word}");
        }
    }
}
