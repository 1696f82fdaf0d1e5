//! Profiles: which flaws make a URL unacceptable. They are data; the parser does not depend on them.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::flaw::{Flaw, FlawAt, Flaws};
use crate::haystack::Haystack;
use crate::url::{Scheme, Url, parse_text};

/// What counts as a URL.
///
/// ```
/// use urlgrep::{Extractor, Profile};
/// let strict = Extractor::builder().profile(Profile::RFC1738).build();
/// assert_eq!(strict.extract("http://a_b.org/ http://a-b.org/").count(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Profile(Known);

/// A byte, since each search has a copy of its options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Known {
    Default,
    Rfc1738,
    Rfc3986,
}

/// What [`Profile::DEFAULT`] refuses, whatever the scheme.
const BY_DEFAULT: Flaws = Flaws::invalid(&[
    Flaw::MissingScheme,
    Flaw::MissingHost,
    Flaw::InvalidHost,
    Flaw::InvalidPort,
    Flaw::PortOutOfRange,
]);

/// And what [`Profile::RFC3986`] does.
const BY_RFC3986: Flaws = BY_DEFAULT
    .with(Flaws::invalid(&[
        Flaw::UnknownScheme,
        Flaw::NationalCharacter,
        Flaw::InvalidEscape,
        Flaw::ReservedCharacter,
    ]))
    .with(Flaws::new(&[Flaw::UnsafeCharacter]));

impl Profile {
    /// RFC 3986 and RFC 3987, with the tolerance that real mail needs. It refuses only URLs without a host where the scheme needs
    /// one, invalid hosts, and ports that are not a number up to 65535.
    ///
    /// ```
    /// use urlgrep::{Flaws, Profile, url::parse};
    /// let refuses = |url: &[u8]| {
    ///     let (url, flaws) = parse(url);
    ///     Profile::DEFAULT.refuses(url.scheme_info(), flaws.iter().collect::<Flaws>())
    /// };
    /// assert!(!refuses("http://münchen.de/~me".as_bytes()) && refuses(b"http://a..b/"));
    /// ```
    pub const DEFAULT: Profile = Profile(Known::Default);

    /// Exactly what section 5 of RFC 1738 allows. A fragment may follow the URL.
    ///
    /// ```
    /// use urlgrep::{Flaws, Profile, url::parse};
    /// let (url, flaws) = parse(b"http://h/~me");
    /// assert!(Profile::RFC1738.refuses(url.scheme_info(), flaws.iter().collect::<Flaws>()));
    /// ```
    pub const RFC1738: Profile = Profile(Known::Rfc1738);

    /// URLs that RFC 3986 allows, by its grammar and its section 3.2.2 about hosts: US-ASCII only, a host where the scheme needs one,
    /// names of the DNS where the scheme has them, and ports up to 65535. A fragment may follow the URL.
    ///
    /// ```
    /// use urlgrep::{Flaws, Profile, url::parse};
    /// let accepts = |url: &[u8]| {
    ///     let (url, flaws) = parse(url);
    ///     !Profile::RFC3986.refuses(url.scheme_info(), flaws.iter().collect::<Flaws>())
    /// };
    /// assert!(accepts(b"http://[::1]/~me?a/b") && !accepts(b"http://h/<b>") && !accepts(b"Note: see below"));
    /// ```
    pub const RFC3986: Profile = Profile(Known::Rfc3986);

    /// Every profile.
    ///
    /// ```
    /// use urlgrep::Profile;
    /// assert!(Profile::ALL.iter().any(|profile| profile.name() == "rfc1738"));
    /// ```
    pub const ALL: &[Profile] = &[Profile::DEFAULT, Profile::RFC1738, Profile::RFC3986];

    /// `default`, `rfc1738` or `rfc3986`.
    ///
    /// ```
    /// assert_eq!(urlgrep::Profile::RFC3986.name(), "rfc3986");
    /// ```
    pub fn name(&self) -> &'static str {
        match self.0 {
            Known::Default => "default",
            Known::Rfc1738 => "rfc1738",
            Known::Rfc3986 => "rfc3986",
        }
    }

    /// Whether a URL of `scheme` with these flaws is refused.
    ///
    /// ```
    /// # use urlgrep::{Profile, Flaws, Flaw};
    /// let (url, flaws) = urlgrep::url::parse(b"http://h/~me");
    /// let flaws: Flaws = flaws.iter().collect();
    /// assert!(Profile::RFC1738.refuses(url.scheme_info(), flaws));
    /// assert!(!Profile::DEFAULT.refuses(url.scheme_info(), flaws));
    /// ```
    pub fn refuses(&self, scheme: &Scheme, flaws: Flaws) -> bool {
        flaws.meets(match self.0 {
            Known::Default => BY_DEFAULT,
            // A column of the table of schemes.
            Known::Rfc1738 => scheme.excludes,
            Known::Rfc3986 => BY_RFC3986,
        })
    }

    /// Whether the profile needs the second parsing step.
    pub(crate) fn needs_validation(&self) -> bool {
        *self != Profile::DEFAULT
    }
}

impl Default for Profile {
    fn default() -> Profile {
        Profile::DEFAULT
    }
}

named!(Profile, Profile::ALL.iter().copied(), "profile");

/// The URL that a text is, if [`Profile::RFC3986`] accepts it.
fn accepted<T: Haystack + ?Sized>(text: Cow<'_, T>) -> Result<Url<'_, T>, Refused> {
    let (url, flaws) = parse_text(text);
    let refused = |item: &FlawAt| {
        let flaws = [item].into_iter().collect();
        Profile::RFC3986.refuses(url.scheme_info(), flaws)
    };
    match flaws.into_iter().find(refused) {
        Some(flaw) => Err(Refused(flaw)),
        None => Ok(url),
    }
}

impl<'u> TryFrom<&'u str> for Url<'u> {
    type Error = Refused;

    /// Fails if [`Profile::RFC3986`] refuses the URL. [`url::parse_str`](crate::url::parse_str) takes any string.
    ///
    /// ```
    /// use urlgrep::url::Url;
    /// assert_eq!(Url::try_from("http://h/x")?.host(), Some("h"));
    /// let why = Url::try_from("http://h/a b").unwrap_err();
    /// assert_eq!(why.to_string(), "this character must be encoded within a URL (unsafe-character at 10..11)");
    /// # Ok::<(), urlgrep::Refused>(())
    /// ```
    fn try_from(text: &'u str) -> Result<Url<'u>, Refused> {
        accepted(Cow::Borrowed(text))
    }
}

impl TryFrom<String> for Url<'static> {
    type Error = Refused;

    /// Fails if [`Profile::RFC3986`] refuses the URL.
    fn try_from(text: String) -> Result<Url<'static>, Refused> {
        accepted(Cow::Owned(text))
    }
}

impl FromStr for Url<'static> {
    type Err = Refused;

    /// Fails if [`Profile::RFC3986`] refuses the URL.
    fn from_str(text: &str) -> Result<Url<'static>, Refused> {
        accepted(Cow::Borrowed(text)).map(Url::into_owned)
    }
}

impl<'u> TryFrom<&'u [u8]> for Url<'u, [u8]> {
    type Error = Refused;

    /// Fails if [`Profile::RFC3986`] refuses the URL. [`url::parse`](crate::url::parse) takes any string.
    fn try_from(text: &'u [u8]) -> Result<Url<'u, [u8]>, Refused> {
        accepted(Cow::Borrowed(text))
    }
}

impl TryFrom<Vec<u8>> for Url<'static, [u8]> {
    type Error = Refused;

    /// Fails if [`Profile::RFC3986`] refuses the URL.
    fn try_from(text: Vec<u8>) -> Result<Url<'static, [u8]>, Refused> {
        accepted(Cow::Owned(text))
    }
}

/// A string is no URL by [`Profile::RFC3986`]: its first flaw that the profile refuses.
///
/// ```
/// use urlgrep::{Refused, url::Url};
/// let why: Refused = "http://a b/".parse::<Url>().unwrap_err();
/// assert_eq!(why.flaw().flaw.name(), "invalid-host");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused(FlawAt);

impl Refused {
    /// The flaw and its place.
    ///
    /// ```
    /// let why = urlgrep::url::Url::try_from("http://h/%zz").unwrap_err();
    /// assert_eq!((why.flaw().flaw.name(), &why.flaw().at), ("invalid-escape", &(9..10)));
    /// ```
    pub fn flaw(&self) -> &FlawAt {
        &self.0
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FlawAt { flaw, at, .. } = &self.0;
        write!(f, "{} ({flaw} at {}..{})", flaw.message(), at.start, at.end)
    }
}

impl Error for Refused {}
