//! Matches as values: displayed, compared, hashed.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::Match;
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
