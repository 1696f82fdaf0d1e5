//! Matches as values: displayed, compared, hashed, copied.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::{Match, Rare};
use crate::haystack::Haystack;

impl AsRef<str> for Match<'_, str> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl<T: Haystack + ?Sized> AsRef<[u8]> for Match<'_, T> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// The URL; bytes that are no UTF-8 are shown as replacement characters.
impl<T: Haystack + ?Sized> fmt::Display for Match<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&String::from_utf8_lossy(self.as_bytes()))
    }
}

/// Equal are matches with the same URL in the same place, written and read alike, with equal alternatives.
impl<T: Haystack + ?Sized> PartialEq for Match<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        let optional = |a: Option<&T>, b: Option<&T>| a.map(T::bytes) == b.map(T::bytes);
        self.as_bytes() == other.as_bytes()
            && self.start == other.start
            && self.outer == other.outer
            && self.form == other.form
            && (self.known, self.accepted, self.line) == (other.known, other.accepted, other.line)
            && self.segments().eq(other.segments())
            && optional(self.assumed(), other.assumed())
            && optional(self.written(), other.written())
            && self.attribute() == other.attribute()
            && self.alternatives() == other.alternatives()
    }
}

impl<T: Haystack + ?Sized> Eq for Match<'_, T> {}

impl<T: Haystack + ?Sized> Hash for Match<'_, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.as_bytes(), self.start).hash(state);
    }
}

/// The URL, where it stands, and what few matches have, if it is there. Bytes are shown as text.
///
/// ```
/// let urls = urlgrep::Extractor::default();
/// let m = urls.extract_bytes(b"at http://a.org/").next().unwrap();
/// let shown = r#"Match { url: "http://a.org/", span: 3..16, form: Bare, flaws: {}, .. }"#;
/// assert_eq!(format!("{m:?}"), shown);
/// ```
impl<T: Haystack + ?Sized> fmt::Debug for Match<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Match");
        out.field("url", &String::from_utf8_lossy(self.as_bytes()))
            .field("span", &self.span())
            .field("form", &self.form)
            .field("flaws", &self.flaws());
        for (name, other) in [("assumed", self.assumed()), ("written", self.written())] {
            if let Some(other) = other {
                out.field(name, &String::from_utf8_lossy(other.bytes()));
            }
        }
        if !self.alternatives().is_empty() {
            out.field("alternatives", &self.alternatives());
        }
        out.finish_non_exhaustive()
    }
}

// Derived, the two would ask for `T: Clone`, which `str` isn't.
impl<T: Haystack + ?Sized> Clone for Match<'_, T> {
    fn clone(&self) -> Self {
        Match {
            url: self.url.clone(),
            outer: self.outer.clone(),
            rare: self.rare.clone(),
            ..*self
        }
    }
}

impl<T: Haystack + ?Sized> Clone for Rare<'_, T> {
    fn clone(&self) -> Self {
        Rare {
            map: self.map.clone(),
            assumed: self.assumed.clone(),
            attribute: self.attribute.clone(),
            written: self.written.clone(),
            alternatives: self.alternatives.clone(),
        }
    }
}

impl<T: Haystack + ?Sized> Default for Rare<'_, T> {
    fn default() -> Self {
        Rare {
            map: None,
            assumed: None,
            attribute: None,
            written: None,
            alternatives: Vec::new(),
        }
    }
}

impl<T: Haystack + ?Sized> Match<'_, T> {
    /// The same match, which no longer borrows from its text.
    ///
    /// ```
    /// fn first(text: String) -> Option<urlgrep::Match<'static>> {
    ///     urlgrep::extract(&text).next().map(|m| m.into_owned())
    /// }
    /// assert_eq!(first("at http://a.org/".to_string()).unwrap().as_str(), "http://a.org/");
    /// ```
    #[must_use]
    pub fn into_owned(self) -> Match<'static, T> {
        Match {
            url: Cow::Owned(self.url.into_owned()),
            start: self.start,
            outer: self.outer,
            known: self.known,
            line: self.line,
            form: self.form,
            accepted: self.accepted,
            rare: self.rare.map(|rare| {
                Box::new(Rare {
                    map: rare.map,
                    assumed: rare.assumed,
                    attribute: rare.attribute.map(|name| Cow::Owned(name.into_owned())),
                    written: rare.written,
                    alternatives: rare.alternatives,
                })
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::extract;

    #[test]
    fn matches_are_values() {
        let text = "http://a.org/ http://a.org/ <URL:http://a-\nb.org/>";
        let found: Vec<_> = extract(text).collect();
        let again: HashSet<_> = extract(text).collect();
        assert_eq!(again.len(), 3, "the place counts");
        assert!(found.iter().all(|m| again.contains(m)));
        assert_ne!(found[0], found[1]);
        assert_eq!(found[2].clone().into_owned(), found[2]);
        assert_eq!(
            format!("{:>14}|{}", found[0], found[2].alternatives()[0]),
            " http://a.org/|http://ab.org/"
        );
        let url: &str = found[2].as_ref();
        assert_eq!(url, "http://a-b.org/");
    }
}
