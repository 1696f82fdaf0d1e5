//! Profiles: which flaws are refused. Data only; the parser knows nothing of them.

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
    /// What the production of the URL's scheme in section 5 excludes: a column of the table of schemes.
    Section5,
    /// The same of every scheme.
    These(Flaws),
}

impl Profile {
    /// RFC 3986 and RFC 3987, with the latitude that real mail asks for: refused are only URLs without a host that their
    /// scheme needs, hosts that can't be, and ports that are no number up to 65535.
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

    /// Exactly what section 5 of RFC 1738 derives; a fragment may stand beside it.
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

    /// Whether only the parser's second step can tell.
    pub(crate) fn needs_validation(&self) -> bool {
        matches!(self.refuses, Refuses::Section5)
    }
}
