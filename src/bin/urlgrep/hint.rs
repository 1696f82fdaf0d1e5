//! What to do instead, if a path that does not exist is probably no path. People who know grep write a pattern first.

use std::path::Path;

use urlgrep::url;

/// The advice to add to the message. `others_follow` says whether the path is the first of several.
pub(crate) fn hint(path: &Path, others_follow: bool) -> Option<String> {
    let typed = path.to_str()?;
    if let Some((scheme, _)) = typed.split_once("://")
        && is_scheme(scheme)
    {
        return Some(format!(
            "this is a URL: `urlgrep parse '{typed}'` shows its components"
        ));
    }
    if is_scheme(typed) {
        return Some(format!(
            "urlgrep needs no pattern; `-s {typed}` keeps only {typed} URLs"
        ));
    }
    let is_pattern = typed.contains(['*', '+', '?', '^', '$', '|', '(', '[', '\\']);
    let is_word = others_follow && !typed.contains(['.', '/', '-']);
    (is_pattern || is_word)
        .then(|| format!("urlgrep needs no pattern; `-e '{typed}'` keeps only URLs that match"))
}

fn is_scheme(name: &str) -> bool {
    let with_colon = format!("{name}:");
    let (url, _) = url::parse(with_colon.as_bytes());
    url.scheme() == Some(name.as_bytes()) && !url.scheme_info().name().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_no_path_has_a_hint() {
        for (typed, others, wanted) in [
            ("http", false, Some("`-s http`")),
            ("HTTP", true, Some("`-s HTTP`")),
            (
                "http://x.org/",
                false,
                Some("`urlgrep parse 'http://x.org/'`"),
            ),
            ("https?://.*", true, Some("`-e 'https?://.*'`")),
            ("rfc[0-9]+", false, Some("`-e 'rfc[0-9]+'`")),
            ("letters", true, Some("`-e 'letters'`")),
            ("letters", false, None),
            ("missing.txt", true, None),
            ("a/b", true, None),
        ] {
            let hint = hint(Path::new(typed), others);
            let is_wanted = match (&hint, wanted) {
                (Some(hint), Some(wanted)) => hint.contains(wanted),
                (hint, wanted) => hint.is_none() && wanted.is_none(),
            };
            assert!(is_wanted, "{typed}: {hint:?}");
        }
    }
}
