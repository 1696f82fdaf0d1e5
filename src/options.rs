//! The options of an extractor.

use crate::profile::Profile;
use crate::simd::Available;

/// Which reading of a hyphen at a line break is the match. The appendix of RFC 1738 says it "may or may not" belong to the URL.
///
/// ```
/// use urlgrep::{Extractor, Hyphen};
/// let both = Extractor::builder().hyphen(Hyphen::Both).build();
/// assert_eq!(both.extract("<URL:http://bat-\nman.org/>").count(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Hyphen {
    /// The reading with the hyphen; readings without it are alternatives.
    #[default]
    Keep,
    /// The reading without the hyphen; the one with it is an alternative.
    Drop,
    /// Each reading is a match of its own.
    Both,
}

named!(
    /// `keep`, `drop` or `both`.
    ///
    /// ```
    /// assert_eq!(urlgrep::Hyphen::Both.name(), "both");
    /// ```
    Hyphen {
        Keep => "keep",
        Drop => "drop",
        Both => "both",
    },
    "hyphen"
);

/// Whether bare URLs that were broken at a line end are joined.
///
/// ```
/// use urlgrep::{Extractor, Join};
/// assert_eq!(Join::default(), Join::Sure);
/// let urls = Extractor::builder().join(Join::Plausible).build();
/// assert_eq!(urls.extract("http://a.org/").count(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Join {
    /// Never.
    Never,
    /// Where all signs agree; the URL up to the line break is an alternative.
    #[default]
    Sure,
    /// Like `Sure`. In addition, where the next line only looks like a continuation, the joined URL is an alternative, which
    /// [`HyphenEvidence`](crate::HyphenEvidence) may choose.
    Plausible,
}

named!(
    /// `never`, `sure` or `plausible`.
    ///
    /// ```
    /// assert_eq!(urlgrep::Join::Sure.name(), "sure");
    /// ```
    Join {
        Never => "never",
        Sure => "sure",
        Plausible => "plausible",
    },
    "join"
);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub(crate) profile: Profile,
    pub(crate) hyphen: Hyphen,
    pub(crate) join: Join,
    pub(crate) any_scheme: bool,
    pub(crate) all: bool,
    pub(crate) schemeless: bool,
    pub(crate) email: bool,
    pub(crate) refang: bool,
    pub(crate) lines: bool,
    pub(crate) engine: Option<Available>,
}

impl Options {
    pub(crate) const DEFAULT: Options = Options {
        profile: Profile::DEFAULT,
        hyphen: Hyphen::Keep,
        join: Join::Sure,
        any_scheme: false,
        all: false,
        schemeless: false,
        email: false,
        refang: false,
        lines: false,
        engine: None,
    };

    /// Whether an option asks for URLs without a colon.
    pub(crate) fn has_signs(&self) -> bool {
        self.schemeless || self.email || self.refang
    }
}
