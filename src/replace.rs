//! Texts with their URLs replaced; all other bytes are copied.

use std::borrow::{Borrow, Cow};
use std::sync::LazyLock;

use crate::extract::Extractor;
use crate::haystack::Haystack;
use crate::matched::Match;
use crate::scan::Form;
use crate::span::run;

impl Extractor {
    /// The text with each match replaced by what `f` gives for it, or kept where it gives `None`. The replaced bytes are the match's
    /// [`span`](Match::span): its wrapper stays. Without a replacement the text is borrowed.
    ///
    /// ```
    /// let text = "See <URL:http://a.org/x\n  y> & http://b.org/.";
    /// let urls = urlgrep::Extractor::default();
    /// let marked = urls.replace_all(text, |m| Some(format!("[{m}]")));
    /// assert_eq!(marked, "See <URL:[http://a.org/xy]> & [http://b.org/].");
    /// ```
    #[must_use]
    pub fn replace_all<'t, F>(&self, text: &'t str, f: F) -> Cow<'t, str>
    where
        F: FnMut(&Match<'t>) -> Option<String>,
    {
        self.replaced(text, f)
    }

    /// [`replace_all`](Extractor::replace_all) for bytes that need not be UTF-8.
    ///
    /// ```
    /// let urls = urlgrep::Extractor::default();
    /// let marked = urls.replace_all_bytes(b"caf\xe9 http://a.org/", |m| Some(format!("<{m}>").into()));
    /// assert_eq!(&*marked, b"caf\xe9 <http://a.org/>");
    /// ```
    #[must_use]
    pub fn replace_all_bytes<'t, F>(&self, text: &'t [u8], f: F) -> Cow<'t, [u8]>
    where
        F: FnMut(&Match<'t, [u8]>) -> Option<Vec<u8>>,
    {
        self.replaced(text, f)
    }

    fn replaced<'t, T, F>(&self, text: &'t T, mut f: F) -> Cow<'t, T>
    where
        T: Haystack + ?Sized,
        F: FnMut(&Match<'t, T>) -> Option<T::Owned>,
    {
        let (bytes, mut out, mut copied) = (text.bytes(), Vec::new(), 0);
        for found in self.matches(text) {
            let span = found.span();
            // A match may lie within the one before it.
            let Some(between) = bytes.get(copied..span.start) else {
                continue;
            };
            if let Some(new) = f(&found) {
                out.extend_from_slice(between);
                out.extend_from_slice(new.borrow().bytes());
                copied = span.end;
            }
        }
        match copied {
            0 => Cow::Borrowed(text),
            _ => {
                out.extend_from_slice(&bytes[copied..]);
                Cow::Owned(T::owned(out))
            }
        }
    }
}

/// [`Extractor::replace_all`] with the default extractor.
///
/// ```
/// use urlgrep::{replace_all, url};
/// // URLs without what is secret in them. For links in HTML, see `examples/linkify.rs`: all text must be escaped there.
/// let hide = |m: &urlgrep::Match<'_>| Some(format!("{}://{}/…", m.url().scheme()?, m.url().host()?));
/// let log = replace_all("GET http://joe:secret@a.org/x?token=7 200", hide);
/// assert_eq!(log, "GET http://a.org/… 200");
/// // Rewritten links to their targets.
/// let link = "http://b.org/out?url=https%3A%2F%2Fa.org%2F";
/// let target = |m: &urlgrep::Match<'_>| url::unwrap(m.as_bytes()).and_then(|url| String::from_utf8(url).ok());
/// assert_eq!(replace_all(&format!("see {link}!"), target), "see https://a.org/!");
/// ```
#[must_use]
pub fn replace_all<'t, F>(text: &'t str, f: F) -> Cow<'t, str>
where
    F: FnMut(&Match<'t>) -> Option<String>,
{
    Extractor::default().replace_all(text, f)
}

/// The text with its defanged URLs as they were: [`defang`](crate::url::defang) undone, and the other usual ways to write them.
///
/// ```
/// let text = "It calls hxxps://evil[.]example[.]org/a.b, not http://a.org/.";
/// assert_eq!(urlgrep::refang(text), "It calls https://evil.example.org/a.b, not http://a.org/.");
/// // A name and an address get no scheme.
/// assert_eq!(urlgrep::refang("joe[@]evil[.]com of evil[.]com"), "joe@evil.com of evil.com");
/// ```
#[must_use]
pub fn refang(text: &str) -> Cow<'_, str> {
    REFANGING.replace_all(text, |found| {
        let url = found.as_str().get(meant(found)..)?;
        (found.form() == Form::Refanged).then(|| url.to_string())
    })
}

/// [`refang`] for bytes that need not be UTF-8.
///
/// ```
/// assert_eq!(&*urlgrep::refang_bytes(b"caf\xe9 hxxp://a[.]org/\xe9"), b"caf\xe9 http://a.org/\xe9");
/// ```
#[must_use]
pub fn refang_bytes(text: &[u8]) -> Cow<'_, [u8]> {
    REFANGING.replace_all_bytes(text, |found| {
        let url = found.as_bytes().get(meant(found)..)?;
        (found.form() == Form::Refanged).then(|| url.to_vec())
    })
}

static REFANGING: LazyLock<Extractor> = LazyLock::new(|| Extractor::builder().refang(true).build());

/// The length of the scheme that the text does not have, with its colon and slashes. It comes from the first byte of what follows it.
fn meant<T: Haystack + ?Sized>(found: &Match<'_, T>) -> usize {
    let url = found.as_bytes();
    let colon = memchr::memchr(b':', url).map_or(0, |at| at + 1);
    let len = colon + run(&url[colon..], |b| b == b'/');
    if found.source_of(0) == found.source_of(len) {
        len
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::url::defang;

    #[test]
    fn refang_changes_no_other_escapes() {
        let text = r"https://a.org/?x\u0026y <mailto:joe at a.org> http://b.org/x\_y";
        assert_eq!(refang(text), text);
    }

    #[test]
    fn refang_undoes_defang() {
        for url in [
            "http://evil.example.org/a.b?c=d.e",
            "https://evil.example.org:8080/",
            "ftp://evil.example.org/pub",
            "http://www.bank.example.com@evil.example.org/x",
            "https://good.example.org:443%2f@evil.example.org/",
            "http://192.0.2.1/x",
            "https://a.example.org/web/2020/http://b.example.org/c.d",
            "http://a.example.org/?u=ftp://b.example.org/",
            "mailto:?subject=x&to=joe@a.example.org,ann%40b.example.org",
            "mailto:?subject=x&To=joe@a.example.org",
            "mailto:?body=http://a.example.org/b.c&to=joe@a.example.org",
            "sip:joe:secret@a.example.org",
            "https://a.example.org/share?u=mailto:joe@a.example.org",
            "//evil.example.org/x",
        ] {
            let defanged = String::from_utf8(defang(url.as_bytes())).unwrap_or_default();
            let text = format!("It calls {defanged} at night.");
            let refanged = format!("It calls {url} at night.");
            assert_eq!(refang(&text), refanged);
            assert_eq!(refang_bytes(text.as_bytes()), refanged.as_bytes());
        }
    }

    /// A name or an address has no scheme, and gets none.
    #[test]
    fn refang_adds_no_scheme() {
        for (text, want) in [
            (
                "ask joe[@]evil[.]com or evil[.]com, clone git[@]github[.]com:x/y.git",
                "ask joe@evil.com or evil.com, clone git@github.com:x/y.git",
            ),
            (
                "ftp[.]evil[.]com/x and 192[.]0[.]2[.]1:80",
                "ftp.evil.com/x and 192.0.2.1:80",
            ),
            ("<evil(dot)com/http://b[.]org/>", "<evil.com/http://b.org/>"),
            ("mailto:joe[@]evil[.]com", "mailto:joe@evil.com"),
            (
                "hxxp://evil[.]com. h t t p : / / evil.com",
                "http://evil.com. http://evil.com",
            ),
            ("evil[.]com\\n", "evil.com\\n"),
        ] {
            assert_eq!(refang(text), want);
            assert_eq!(refang_bytes(text.as_bytes()), want.as_bytes());
        }
    }

    proptest! {
        /// Names, addresses and URLs are as they were.
        #[test]
        fn refang_undoes_defang_of_any(
            front in "(https?://|ftp://|mailto:[a-z]{1,8}@|[a-z]{1,8}@|)",
            labels in "([a-z][a-z0-9]{0,7}\\.){1,3}",
            top in "(com|org|net|de)",
            rest in "(:[1-9][0-9]{1,3})?(/[a-z0-9.?=&-]{0,12}[a-z0-9])?",
        ) {
            let is_address = front.contains('@');
            let rest = if is_address { "" } else { &rest };
            let url = format!("{front}{labels}{top}{rest}");
            let defanged = String::from_utf8(defang(url.as_bytes())).unwrap_or_default();
            prop_assert_ne!(&defanged, &url);
            let text = format!("It calls {defanged} at night.");
            let want = format!("It calls {url} at night.");
            prop_assert_eq!(refang(&text), want);
        }
    }

    #[test]
    fn refang_undoes_defang_in_every_scheme() {
        let urls = Extractor::builder().refang(true).build();
        let (mut count, mut wrong) = (0, Vec::new());
        for scheme in crate::url::Scheme::all() {
            let url = match scheme.example() {
                "" => format!("{}://evil.org/x", scheme.name()),
                example => example.replace("a.org", "evil.org"),
            };
            let is_address = url.contains('@') && scheme.opaque != crate::url::Opaque::Other;
            if !url.contains("://") && !is_address {
                continue;
            }
            count += 1;
            let defanged = String::from_utf8(defang(url.as_bytes())).unwrap_or_default();
            let text = format!("It calls {defanged} tonight.");
            // Of `view-source:hxxp://a[.]org` it finds the inner one.
            let found: Vec<_> = urls.extract(&text).map(|m| m.to_string()).collect();
            let is_found = matches!(&found[..], [one] if url.ends_with(one));
            if !is_found || refang(&text) != format!("It calls {url} tonight.") {
                wrong.push((text, found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert!(count > 300, "{count}");
    }

    #[test]
    fn what_is_no_url_is_copied() {
        for text in ["", "no URL: é\u{301} \r\n", "a http://"] {
            let copied = replace_all(text, |_| Some(String::new()));
            assert!(matches!(copied, Cow::Borrowed(same) if same == text));
        }
        let text = "\u{e9} http://a.org/ \u{301}\r\n<http://b.org/>\u{feff}";
        assert_eq!(replace_all(text, |m| Some(m.to_string())), text);
        assert_eq!(replace_all(text, |_| None), text);
    }
}
