//! Setting up an extractor.

use std::sync::Arc;

use super::Extractor;
use super::search::is_base;
#[cfg(doc)]
use crate::matched::Match;
use crate::options::{Hyphen, Join, Options};
use crate::profile::Profile;
use crate::simd::{Available, Engine};

/// Sets the options of an [`Extractor`].
///
/// ```
/// use urlgrep::{Extractor, Hyphen};
/// let urls = Extractor::builder().hyphen(Hyphen::Drop).build();
/// let m = urls.extract("<URL:http://bat-\nman.example.org/>").next().unwrap();
/// assert_eq!(m.as_str(), "http://batman.example.org/");
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Builder {
    options: Options,
    base: Option<Arc<[u8]>>,
}

impl Builder {
    pub(crate) const DEFAULT: Builder = Builder {
        options: Options::DEFAULT,
        base: None,
    };

    /// What counts as a URL; [`Profile::DEFAULT`] unless set.
    ///
    /// ```
    /// use urlgrep::{Extractor, Profile};
    /// let strict = Extractor::builder().profile(Profile::RFC1738).build();
    /// assert_eq!(strict.extract("http://a_b.org/ http://a.org/").count(), 1);
    /// ```
    pub fn profile(mut self, profile: Profile) -> Self {
        self.options.profile = profile;
        self
    }

    /// Which reading of a hyphen at a line break is the match; [`Hyphen::Keep`] unless set.
    ///
    /// ```
    /// use urlgrep::{Extractor, Hyphen};
    /// let urls = Extractor::builder().hyphen(Hyphen::Drop).build();
    /// let m = urls.extract("<URL:http://bat-\nman.org/>").next().unwrap();
    /// assert_eq!(m.as_str(), "http://batman.org/");
    /// ```
    pub fn hyphen(mut self, hyphen: Hyphen) -> Self {
        self.options.hyphen = hyphen;
        self
    }

    /// Whether bare URLs cut by a line break are joined; [`Join::Sure`] unless set.
    ///
    /// ```
    /// use urlgrep::{Extractor, Join};
    /// let text = "http://www.example.org/a/rather/long/path/that/is/broken/here/\nand/goes/on.html";
    /// let never = Extractor::builder().join(Join::Never).build();
    /// assert!(!never.extract(text).next().unwrap().is_joined());
    /// ```
    pub fn join(mut self, join: Join) -> Self {
        self.options.join = join;
        self
    }

    /// Whether every valid scheme before `://` counts, known or not.
    ///
    /// ```
    /// let urls = urlgrep::Extractor::builder().any_scheme(true).build();
    /// assert_eq!(urls.extract("at nosuch://a.org/x").next().unwrap().as_str(), "nosuch://a.org/x");
    /// assert_eq!(urlgrep::extract("at nosuch://a.org/x").count(), 0);
    /// ```
    pub fn any_scheme(mut self, yes: bool) -> Self {
        self.options.any_scheme = yes;
        self
    }

    /// Whether matches that the profile refuses are given too ([`Match::is_accepted`] tells).
    ///
    /// ```
    /// let urls = urlgrep::Extractor::builder().all(true).build();
    /// let m = urls.extract("at http://a..b/").next().unwrap();
    /// assert!(!m.is_accepted());
    /// ```
    pub fn all(mut self, yes: bool) -> Self {
        self.options.all = yes;
        self
    }

    /// Whether names of hosts are taken where the scheme is left out: `www.x.org/…`, `ftp.x.org/…`, `x.org/…` and `x.org` with
    /// a real top-level domain, unless they look like a file or an object of a program. The match is the URL that is meant,
    /// `http://` or `ftp://`; [`Match::written`] is the text. If the texts are made with `mail::Selection::code`, names in source code
    /// are taken in comments and strings only.
    ///
    /// ```
    /// # use urlgrep::Extractor;
    /// let urls = Extractor::builder().schemeless(true).build();
    /// let found: Vec<_> = urls.extract("See www.example.org/x (not index.html).").map(|m| m.as_str().to_owned()).collect();
    /// assert_eq!(found, ["http://www.example.org/x"]);
    /// ```
    pub fn schemeless(mut self, yes: bool) -> Self {
        self.options.schemeless = yes;
        self
    }

    /// Whether addresses of mail are taken (RFC 5321 section 4.1.2) whose domain is a real one; Message-IDs and logins are not.
    /// The match is a `mailto:` URL, what a URL may not hold encoded; [`Match::written`] is the address.
    ///
    /// ```
    /// # use urlgrep::Extractor;
    /// let urls = Extractor::builder().email(true).build();
    /// let m = urls.extract("Write to joe@example.org.").next().unwrap();
    /// assert_eq!((m.as_str(), m.written()), ("mailto:joe@example.org", Some("joe@example.org")));
    /// ```
    pub fn email(mut self, yes: bool) -> Self {
        self.options.email = yes;
        self
    }

    /// Whether URLs are taken that a writer made harmless: `hxxp://`, `h**p://`, `[.]`, `(dot)`, `[:]//`, `[@]`. The match is
    /// the URL as it was before; [`Match::written`] is the text.
    ///
    /// ```
    /// # use urlgrep::Extractor;
    /// let urls = Extractor::builder().refang(true).build();
    /// let m = urls.extract("It calls hxxps://evil[.]example[.]org/a.").next().unwrap();
    /// assert_eq!(m.as_str(), "https://evil.example.org/a");
    /// ```
    pub fn refang(mut self, yes: bool) -> Self {
        self.options.refang = yes;
        self
    }

    /// Whether lines are counted on the way; [`Match::line`] tells them.
    ///
    /// ```
    /// # use urlgrep::Extractor;
    /// let urls = Extractor::builder().lines(true).build();
    /// let lines: Vec<_> = urls.extract("one\ntwo http://a.org/\n<URL:news:\n*>").map(|m| m.line()).collect();
    /// assert_eq!(lines, [Some(2), Some(3)]);
    /// ```
    pub fn lines(mut self, yes: bool) -> Self {
        self.options.lines = yes;
        self
    }

    /// Which code looks for colons; all give the same matches. The fastest that runs here unless set.
    ///
    /// ```
    /// use urlgrep::{Engine, Extractor};
    /// let urls = Extractor::builder().engine(Engine::Portable).build();
    /// assert_eq!(urls.extract("at http://a.org/").count(), 1);
    /// ```
    pub fn engine(mut self, engine: Engine) -> Self {
        self.options.engine = Some(Available::new(engine));
        self
    }

    /// What relative URLs in the attributes of HTML are relative to (RFC 3986 section 5). The match is the text as written;
    /// [`Match::assumed`] is the URL that it means. The texts must be made with `mail::Selection::relative`.
    ///
    /// The base must be a URL with a scheme and `//`; its host may be empty, as in `file:///`. Anything else is no base: relative
    /// URLs are not found then, unless the page names a base itself.
    ///
    /// ```
    /// # #[cfg(feature = "mail")] {
    /// # use urlgrep::{Extractor, mail};
    /// let page = b"<html><a href='../x'>here</a>";
    /// let mut want = mail::Selection::default();
    /// want.relative = true;
    /// let text = mail::detect(page).texts_selected(page, 0, &want).next().unwrap();
    /// let urls = Extractor::builder().base(b"http://a.org/b/c/d").build();
    /// let m = urls.extract_text(&text).next().unwrap();
    /// assert_eq!(m.assumed(), Some(&b"http://a.org/b/x"[..]));
    /// # }
    /// ```
    pub fn base(mut self, url: &[u8]) -> Self {
        self.base = is_base(url).then(|| url.into());
        self
    }

    /// The extractor.
    ///
    /// ```
    /// let urls = urlgrep::Extractor::builder().email(true).build();
    /// assert_eq!(urls.extract("joe@example.org").next().unwrap().as_str(), "mailto:joe@example.org");
    /// ```
    pub fn build(self) -> Extractor {
        Extractor::with(self.options, self.base)
    }
}
