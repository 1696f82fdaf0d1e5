//! Names of schemes as the user types them.

use urlgrep::url::{self, Scheme};

/// The name of a scheme in lower case, or why it is not a scheme.
pub(crate) fn known_scheme(typed: &str, any_scheme: bool) -> Result<String, String> {
    let name = typed.to_ascii_lowercase();
    let with_colon = format!("{name}:");
    let url = url::parse(with_colon.as_bytes()).0;
    let is_name = url.scheme() == Some(name.as_bytes());
    match is_name && (any_scheme || !url.scheme_info().name().is_empty()) {
        true => Ok(name),
        false => Err(unknown_scheme(&name)),
    }
}

fn unknown_scheme(typed: &str) -> String {
    // `https://`, `https:`
    let name = typed.split(':').next().unwrap_or_default();
    let known = Scheme::all().map(Scheme::name);
    // Of equal distance, one with the same first letter.
    let far = |known: &&str| {
        let is_other = known.as_bytes().first() != name.as_bytes().first();
        (strsim::osa_distance(known, name), is_other)
    };
    let nearest = known.min_by_key(far);
    match nearest {
        Some(nearest) if nearest == name => {
            format!("write the name of the scheme alone: {name}")
        }
        Some(nearest) if strsim::osa_distance(nearest, name) <= 1 + name.len() / 4 => {
            format!("unknown scheme; did you mean `{nearest}`? --any-scheme accepts all schemes")
        }
        _ => "unknown scheme; --any-scheme accepts all schemes".to_string(),
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
        ] {
            let why = unknown_scheme(typed);
            assert!(why.contains(wanted), "{why}");
        }
    }
}
