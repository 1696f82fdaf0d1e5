//! The text that URLs are found in or parsed from: `str`, or bytes that need not be UTF-8.

use std::fmt::Debug;
use std::ops::Range;

/// What URLs are taken out of: `str`, or bytes that need not be UTF-8. What went in comes out: a URL of a `str` has components
/// that are `str`.
///
/// ```
/// let m = urlgrep::extract("at http://a.org/x").next().unwrap();
/// assert_eq!(m.url().host(), Some("a.org"));
/// let urls = urlgrep::Extractor::default();
/// let m = urls.extract_bytes(b"at http://a.org/\xff").next().unwrap();
/// assert_eq!(m.url().path(), Some(&b"\xff"[..]));
/// ```
pub trait Haystack: ToOwned<Owned: Clone + Debug> + sealed::Sealed + Debug {
    #[doc(hidden)]
    fn bytes(&self) -> &[u8];
    #[doc(hidden)]
    fn part(&self, at: Range<usize>) -> &Self;
    #[doc(hidden)]
    fn owned(bytes: Vec<u8>) -> Self::Owned;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for str {}
    impl Sealed for [u8] {}
}

impl Haystack for str {
    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }
    fn part(&self, at: Range<usize>) -> &str {
        self.get(at).unwrap_or_default()
    }
    fn owned(bytes: Vec<u8>) -> String {
        String::from_utf8(bytes)
            .unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
    }
}

impl Haystack for [u8] {
    fn bytes(&self) -> &[u8] {
        self
    }
    fn part(&self, at: Range<usize>) -> &[u8] {
        &self[at]
    }
    fn owned(bytes: Vec<u8>) -> Vec<u8> {
        bytes
    }
}
