//! Where a match stands in its text.

use std::ops::Range;

use super::Match;
use crate::haystack::Haystack;

impl<T: Haystack + ?Sized> Match<'_, T> {
    /// Where the URL begins in the text, in bytes: `span().start`.
    ///
    /// ```
    /// let m = urlgrep::extract("at http://a.org/.").next().unwrap();
    /// assert_eq!((m.start(), m.end()), (3, 16));
    /// ```
    #[inline]
    pub fn start(&self) -> usize {
        self.start
    }

    /// Where the URL ends in the text, in bytes: `span().end`.
    ///
    /// ```
    /// let text = "at <URL:http://a.org/x\n y>";
    /// let m = urlgrep::extract(text).next().unwrap();
    /// assert_eq!(m.end(), text.len() - 1);
    /// ```
    #[inline]
    pub fn end(&self) -> usize {
        self.span().end
    }

    /// From the URL's first byte to its last. Unless it was folded, the text between them is the URL itself (see
    /// [`segments`](Match::segments)).
    ///
    /// ```
    /// let text = "at http://a.org/.";
    /// let m = urlgrep::extract(text).next().unwrap();
    /// assert_eq!(&text[m.span()], "http://a.org/");
    /// ```
    #[inline]
    pub fn span(&self) -> Range<usize> {
        let len = self.as_bytes().len();
        match self.map() {
            None => self.start..self.start + (len - self.meant()).max(1),
            Some(map) => self.start..map.source_of(len.saturating_sub(1)).end as usize,
        }
    }

    /// The span with its wrapper, prefix or quotes (RFC 1738, appendix: they are no part of the URL).
    ///
    /// ```
    /// let text = "at <URL:http://a.org/>.";
    /// let m = urlgrep::extract(text).next().unwrap();
    /// assert_eq!(&text[m.outer_span()], "<URL:http://a.org/>");
    /// ```
    pub fn outer_span(&self) -> Range<usize> {
        self.outer.clone()
    }

    /// The maximal runs of bytes of the text, in order, that the URL is made of. Joined, they spell the URL. If
    /// [`written`](Match::written) differs from the URL, they spell that.
    ///
    /// ```
    /// let m = urlgrep::extract("<URL:http://a.org/x\n  y>").next().unwrap();
    /// assert_eq!(m.segments().collect::<Vec<_>>(), [5..19, 22..23]);
    /// ```
    pub fn segments(&self) -> impl Iterator<Item = Range<usize>> {
        let map = self.map();
        let whole = map.is_none().then(|| self.span());
        let runs = map.map(|map| map.runs(0..self.as_bytes().len()));
        whole
            .into_iter()
            .chain(runs.into_iter().flatten().map(in_text))
    }

    /// The bytes of the text that the URL's byte at `at` comes from. After the end of the URL the result is meaningless.
    ///
    /// ```
    /// let m = urlgrep::extract("<URL:http://a.org/x\n  y>").next().unwrap();
    /// assert_eq!(m.source_of(14), 22..23);
    /// ```
    pub fn source_of(&self, at: usize) -> Range<usize> {
        match self.map() {
            None => {
                let start = self.start.saturating_add(at.saturating_sub(self.meant()));
                start..start.saturating_add(1)
            }
            Some(map) => in_text(map.source_of(at)),
        }
    }

    /// Whether white space or anything else was taken out of it.
    ///
    /// ```
    /// let joined: Vec<_> = urlgrep::extract("<http://a.org/\nx> http://b.org/").map(|m| m.is_joined()).collect();
    /// assert_eq!(joined, [true, false]);
    /// ```
    pub fn is_joined(&self) -> bool {
        if self.form.is_by_option() {
            // It is not as written, but may stand in one piece.
            self.segments().nth(1).is_some()
        } else {
            self.map().is_some()
        }
    }

    /// The line of its text where it begins, from 1, if [lines are counted](crate::Builder::lines); at most `u32::MAX`.
    ///
    /// ```
    /// let urls = urlgrep::Extractor::builder().lines(true).build();
    /// assert_eq!(urls.extract("one\nhttp://a.org/").next().unwrap().line(), Some(2));
    /// ```
    pub fn line(&self) -> Option<u32> {
        (self.line > 0).then_some(self.line)
    }
}

/// A run of the source of a map that leads to a text.
pub(super) fn in_text(run: Range<u64>) -> Range<usize> {
    run.start as usize..run.end as usize
}
