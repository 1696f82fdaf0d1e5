//! Passwords and access tokens are printed as `***`: the output is often a public log of CI. The position of a finding stays exact.

use std::collections::BTreeMap;
use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};
use urlgrep::lint::Finding;
use urlgrep::url;

/// What is printed in place of a secret.
const MASK: &[u8] = b"***";

/// The shortest secret that is hidden where it stands alone, in bytes.
const SHORTEST: usize = 4;

/// The secrets of a document: those that the rule `password-in-url` reports.
#[derive(Default)]
pub(super) struct Secrets {
    /// Where they stand in the document, in order, without overlaps.
    places: Vec<Range<usize>>,
    /// Finds the logins with a secret, and the secrets themselves; `None` if there is none.
    finder: Option<AhoCorasick>,
    /// How each of them is printed.
    shown: Vec<Vec<u8>>,
}

impl Secrets {
    /// Those of these findings, which are in order.
    pub(super) fn new(document: &[u8], findings: &[Finding]) -> Secrets {
        let (mut places, mut masked) = (Vec::new(), BTreeMap::new());
        for finding in findings {
            if finding.rule.name() == "password-in-url" {
                let at = finding.at.start as usize..finding.at.end as usize;
                masked.extend(masks(&document[at.clone()], &finding.url));
                add(&mut places, at);
            }
        }
        Secrets {
            places,
            ..Secrets::from_masked(masked)
        }
    }

    fn from_masked(masked: BTreeMap<Vec<u8>, Vec<u8>>) -> Secrets {
        // Most documents have none, and a searcher for nothing takes long to build.
        if masked.is_empty() {
            return Secrets::default();
        }
        let searcher = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(masked.keys());
        Secrets {
            places: Vec::new(),
            finder: searcher.ok(),
            shown: masked.into_values().collect(),
        }
    }

    /// A part of the document.
    pub(super) fn text(&self, document: &[u8], part: Range<usize>) -> String {
        let (mut shown, mut at) = (Vec::new(), part.start);
        let first = self.places.partition_point(|place| place.end <= part.start);
        let within = self.places[first..].iter();
        for place in within.take_while(|place| place.start < part.end) {
            shown.extend_from_slice(&document[at..place.start.max(at)]);
            shown.extend_from_slice(MASK);
            at = place.end.clamp(at, part.end);
        }
        shown.extend_from_slice(&document[at..part.end]);
        // The same secret may stand where the rule does not look.
        String::from_utf8_lossy(&self.hide(&shown)).into_owned()
    }

    /// A URL, or a message with one.
    pub(super) fn hide(&self, text: &[u8]) -> Vec<u8> {
        let finder = self.finder.as_ref();
        let shown = finder.map(|finder| finder.replace_all_bytes(text, &self.shown));
        shown.unwrap_or_else(|| text.to_vec())
    }
}

/// Adds a place to those before it. With --unwrap, a link has a secret as a whole, and may have another one in it.
fn add(places: &mut Vec<Range<usize>>, at: Range<usize>) {
    match places.last_mut() {
        Some(last) if at.start < last.end => last.end = last.end.max(at.end),
        _ => places.push(at),
    }
}

/// The login of a URL with its `@`, and its secret alone; and how each is printed. The secret is `written` like this in the document. If
/// that is encoded or broken over lines, it may be the user or the password.
fn masks(written: &[u8], target: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let (url, _) = url::parse(target);
    let Some(user) = url.user() else {
        return Vec::new();
    };
    let (secret, login, shown) = match url.password() {
        None => (user, [user, b"@"].concat(), [MASK, b"@"].concat()),
        Some(password) => {
            let shown = |part, other| if other == written { part } else { MASK };
            let masked = [shown(user, password), b":", shown(password, user), b"@"];
            let secret = if user == written || password.is_empty() {
                user
            } else {
                password
            };
            let login = [user, b":", password, b"@"].concat();
            (secret, login, masked.concat())
        }
    };
    // A short word may stand anywhere, and `***` within other words would tell it.
    let alone = (secret.len() >= SHORTEST).then(|| (secret.to_vec(), MASK.to_vec()));
    alone.into_iter().chain([(login, shown)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_secret_is_hidden() {
        let masked = |written: &str, url: &str| {
            let masks = masks(written.as_bytes(), url.as_bytes());
            let secrets = Secrets::from_masked(masks.into_iter().collect());
            String::from_utf8(secrets.hide(url.as_bytes())).expect("text")
        };
        for (written, url, shown) in [
            (
                "pw!1xyz",
                "ftp://joe:pw!1xyz@a.org/",
                "ftp://joe:***@a.org/",
            ),
            ("pw!1xyz", "ftp://:pw!1xyz@a.org/", "ftp://:***@a.org/"),
            ("ghp_x", "https://ghp_x@a.org/", "https://***@a.org/"),
            ("ghp_x", "https://ghp_x:y@a.org/", "https://***:y@a.org/"),
            ("p&amp;1", "ftp://joe:p&1@a.org/", "ftp://***:***@a.org/"),
            ("ghp\n_x", "https://ghp_x@a.org/", "https://***@a.org/"),
            ("ghp\n_x", "https://ghp_x:@a.org/", "https://***:***@a.org/"),
            (
                "pw!1xyz",
                "ftp://joe:pw!1xyz@a.org/pw!1xyz?joe",
                "ftp://joe:***@a.org/***?joe",
            ),
            (
                "abc",
                "ftp://joe:abc@a.org/abcd",
                "ftp://joe:***@a.org/abcd",
            ),
        ] {
            assert_eq!(masked(written, url), shown);
        }
    }

    #[test]
    fn a_part_of_a_secret_is_hidden() {
        let secrets = Secrets {
            places: vec![2..6, 8..9],
            ..Secrets::default()
        };
        let text = |part| secrets.text(b"0123456789", part);
        assert_eq!(text(0..10), "01***67***9");
        assert_eq!((text(0..4), text(4..7)), ("01***".into(), "***6".into()));
        assert_eq!((text(3..4), text(6..8)), ("***".into(), "67".into()));
    }

    #[test]
    fn places_do_not_overlap() {
        let mut places = Vec::new();
        for at in [1..9, 3..5, 9..12, 11..20] {
            add(&mut places, at);
        }
        assert_eq!(places, [1..9, 9..20]);
    }
}
