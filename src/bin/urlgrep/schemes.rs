//! Names of schemes on the command line: checked, and an error that helps if one is wrong.

use urlgrep::lint::nearest;
use urlgrep::url::{self, Scheme};

/// The name of a scheme in lower case, or why it is not a scheme.
pub(crate) fn known_scheme(typed: &str, any_scheme: bool) -> Result<String, String> {
    let name = typed.to_ascii_lowercase();
    let with_colon = format!("{name}:");
    let url = url::parse(with_colon.as_bytes()).0;
    let is_name = url.scheme() == Some(name.as_bytes());
    if is_name && (any_scheme || !url.scheme_info().name().is_empty()) {
        Ok(name)
    } else {
        Err(unknown_scheme(&name))
    }
}

fn unknown_scheme(typed: &str) -> String {
    let left_out = typed.strip_prefix(['!', '^', '-']);
    if let Some(name) = left_out.filter(|name| !name.is_empty()) {
        return format!(
            "only schemes to keep can be named; to leave one out, use -v -e '^{name}:'"
        );
    }
    // `https://`, `https:`
    let name = typed.split(':').next().unwrap_or_default();
    match nearest(name, Scheme::all().map(Scheme::name)) {
        Some(near) if near == name => format!("write the name of the scheme alone: {name}"),
        Some(near) => {
            format!("unknown scheme; did you mean `{near}`? --any-scheme accepts all schemes")
        }
        None => "unknown scheme; --any-scheme accepts all schemes".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_scheme_is_suggested() {
        for (typed, wanted) in [
            ("htp", "did you mean `http`?"),
            ("htpp", "did you mean `http`?"),
            ("https://", "alone: https"),
            ("http:", "alone: http"),
            ("gohper", "did you mean `gopher`?"),
            ("xyzzyfoo", "unknown scheme; --any"),
            ("!mailto", "use -v -e '^mailto:'"),
            ("!", "unknown scheme; --any"),
        ] {
            let why = unknown_scheme(typed);
            assert!(why.contains(wanted), "{why}");
        }
    }
}
