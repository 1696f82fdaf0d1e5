//! Profiles: which flaws make a URL unacceptable. They are data; the parser does not depend on them.

use crate::flaw::{Flaw, Flaws};
use crate::url::Scheme;

/// What counts as a URL.
///
/// ```
/// use urlgrep::{Extractor, Profile};
/// let strict = Extractor::builder().profile(Profile::RFC1738).build();
/// assert_eq!(strict.extract("http://a_b.org/ http://a-b.org/").count(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    name: &'static str,
    refuses: Refuses,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Refuses {
    /// What section 5 excludes for the URL's scheme: a column of the table of schemes.
    Section5,
    /// The same flaws for every scheme.
    These(Flaws),
}

impl Profile {
    /// RFC 3986 and RFC 3987, with the tolerance that real mail needs. It refuses only URLs without a host where the scheme needs
    /// one, invalid hosts, and ports that are not a number up to 65535.
    pub const DEFAULT: Profile = Profile {
        name: "default",
        refuses: Refuses::These(Flaws::invalid(&[
            Flaw::MissingScheme,
            Flaw::MissingHost,
            Flaw::InvalidHost,
            Flaw::InvalidPort,
            Flaw::PortOutOfRange,
        ])),
    };

    /// Exactly what section 5 of RFC 1738 allows. A fragment may follow the URL.
    pub const RFC1738: Profile = Profile {
        name: "rfc1738",
        refuses: Refuses::Section5,
    };

    /// Every profile.
    pub const ALL: [Profile; 2] = [Profile::DEFAULT, Profile::RFC1738];

    /// `default` or `rfc1738`.
    pub fn name(&self) -> &'static str {
        self.name
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
        flaws.meets(match self.refuses {
            Refuses::Section5 => scheme.excludes,
            Refuses::These(these) => these,
        })
    }

    /// Whether the profile needs the second parsing step.
    pub(crate) fn needs_validation(&self) -> bool {
        self.refuses == Refuses::Section5
    }
}
