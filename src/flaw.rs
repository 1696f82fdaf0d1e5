//! Flaws: named deviations from RFC 1738, in a URL or in how it is written in its text.
//!
//! The parser and the readings report flaws, a [`Profile`](crate::Profile) refuses or accepts them, and the linter prints them.
//! Between text and match only [`Flaws`] are stored, one word of bits. Their positions are computed on demand
//! ([`url::parse`](crate::url::parse)).
//!
//! A flaw is *invalid* if no later standard (RFC 3986, RFC 3987, the DNS) allows it either. `a_b.org` only deviates from
//! RFC 1738, but `a..b` is no host in any standard. Both are [`Flaw::InvalidHost`]; only the second one is invalid.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitOr, Range};

/// Makes [`Flaw`] and the table of what is said about each: name, the section that the URL violates, what is wrong.
macro_rules! flaws {
    ($($flaw:ident, $name:literal, $section:literal, $message:literal;)*) => {
        /// A kind of deviation. Its kebab-case name is part of the public interface.
        ///
        /// ```
        /// use urlgrep::{Flaw, url::parse};
        /// let (_, flaws) = parse(b"HTTP://a.org/");
        /// assert_eq!((flaws[0].flaw, flaws[0].at.clone()), (Flaw::UppercaseScheme, 0..4));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Flaw {
            $(#[doc = $message] $flaw,)*
        }

        /// One row per variant, in their order.
        const ROWS: [(Flaw, &str, &str, &str); Flaw::COUNT] = [$((Flaw::$flaw, $name, $section, $message),)*];
    };
}

flaws! {
    MissingScheme, "missing-scheme", "RFC 1738, 2.1", "a URL begins with the name of its scheme and a colon";
    UnknownScheme, "unknown-scheme", "RFC 1738, 4", "the scheme is neither registered nor experimental (`x-…`)";
    UppercaseScheme, "uppercase-scheme", "RFC 1738, 2.1", "a scheme's name is written in lower case";
    UnsafeCharacter, "unsafe-character", "RFC 1738, 2.2", "this character must be encoded within a URL";
    NationalCharacter, "national-character", "RFC 1738, 2.2 and 5", "gateways may change this character; it must be encoded";
    InvalidEscape, "invalid-escape", "RFC 1738, 2.2", "`%` must be followed by two hexadecimal digits";
    ReservedCharacter, "reserved-character", "RFC 1738, 2.2 and 5", "this character is reserved here; encode it if it is data";
    MissingHost, "missing-host", "RFC 1738, 3.1", "`//` and the name of a host must follow the scheme";
    InvalidHost, "invalid-host", "RFC 1738, 3.1", "a host is a domain name or four decimal numbers separated by dots";
    InvalidPort, "invalid-port", "RFC 1738, 3.1", "a port is a decimal number";
    PortOutOfRange, "port-out-of-range", "RFC 793, 3.1", "a port is at most 65535";
    EmptyPort, "empty-port", "RFC 1738, 3.1", "omit the colon if there is no port";
    NondefaultPort, "nondefault-port", "RFC 1738, 6", "this is not the port of the scheme; it may belong to another service";
    HostNotAllowed, "host-not-allowed", "RFC 1738, 3.6; RFC 5538, 2.2", "RFC 1738 allows no server here";
    UserinfoNotAllowed, "userinfo-not-allowed", "RFC 1738, 3.3 to 3.11", "this scheme takes no user name or password";
    PasswordInUrl, "password-in-url", "RFC 1738, 6", "a password that should be secret is readable here";
    MissingPath, "missing-path", "RFC 1738, 3.10 and 3.11", "`/` must follow the host";
    InvalidType, "invalid-type", "RFC 1738, 3.2.2", "the transfer type is `;type=a`, `;type=i` or `;type=d`";
    InvalidAddress, "invalid-address", "RFC 1738, 3.5; RFC 822, 6", "not an address of the form local@domain";
    SeveralAddresses, "several-addresses", "RFC 1738, 3.5; RFC 6068, 2", "RFC 1738 allows only one address";
    HeaderFields, "header-fields", "RFC 1738, 3.5; RFC 6068, 2", "RFC 1738 allows only an address, no header fields";
    InvalidGroup, "invalid-group", "RFC 1738, 3.6", "not the name of a newsgroup";
    InvalidArticle, "invalid-article", "RFC 1738, 3.6 and 3.7", "not a message identifier or an article number";
    MissingGroup, "missing-group", "RFC 1738, 3.6 and 3.7", "the name of a newsgroup is missing";
    MissingDatabase, "missing-database", "RFC 1738, 3.9", "`/` and the name of a database must follow the host";
    InvalidField, "invalid-field", "RFC 1738, 3.11", "a field is `;name=value`";
    EncodedControl, "encoded-control", "RFC 1738, 6", "an encoded control character can end a command of the protocol";
    EncodedDelimiter, "encoded-delimiter", "RFC 1738, 6", "an encoded delimiter changes its meaning when it is decoded too early";
    Fragment, "fragment", "RFC 1738, 2.2", "the fragment after `#` is not part of the URL";
    HyphenAtBreak, "hyphen-at-break", "RFC 1738, appendix", "a hyphen at a line break may or may not belong to the URL";
    BrokenBareUrl, "broken-bare-url", "RFC 1738, appendix", "a URL without a wrapper is broken over several lines";
    BlankInUrl, "blank-in-url", "RFC 1738, 2.2 and appendix", "there is a blank inside the URL";
    ObfuscatedAt, "obfuscated-at", "RFC 822, 6", "` at ` stands for `@`";
    ObfuscatedHost, "obfuscated-host", "RFC 1738, 3.1", "a character or mark in the host hides its name";
    UnclosedWrapper, "unclosed-wrapper", "RFC 1738, appendix", "the wrapper's `>` is missing";
    TooLong, "too-long", "urlgrep", "the URL was cut at 64 KiB";
}

impl Flaw {
    const COUNT: usize = Flaw::TooLong as usize + 1;

    /// Every flaw, in the order of [`Flaw`]'s variants.
    ///
    /// ```
    /// use urlgrep::Flaw;
    /// assert!(Flaw::all().any(|flaw| flaw.name() == "invalid-host"));
    /// ```
    pub fn all() -> impl Iterator<Item = Flaw> {
        ROWS.iter().map(|row| row.0)
    }

    /// The public name.
    ///
    /// ```
    /// assert_eq!(urlgrep::Flaw::HyphenAtBreak.name(), "hyphen-at-break");
    /// ```
    pub fn name(self) -> &'static str {
        ROWS[self as usize].1
    }

    /// The document and section that the URL violates.
    ///
    /// ```
    /// assert_eq!(urlgrep::Flaw::MissingHost.section(), "RFC 1738, 3.1");
    /// ```
    pub fn section(self) -> &'static str {
        ROWS[self as usize].2
    }

    /// The problem, as one sentence without a final full stop.
    ///
    /// ```
    /// assert_eq!(urlgrep::Flaw::PortOutOfRange.message(), "a port is at most 65535");
    /// ```
    pub fn message(self) -> &'static str {
        ROWS[self as usize].3
    }
}

named!(Flaw, Flaw::all(), "flaw");

/// The flaws that can be invalid.
#[rustfmt::skip]
const CAN_BE_INVALID: [Flaw; 11] = [
    Flaw::MissingScheme, Flaw::UnknownScheme, Flaw::UnsafeCharacter, Flaw::NationalCharacter,
    Flaw::InvalidEscape, Flaw::ReservedCharacter, Flaw::MissingHost, Flaw::InvalidHost, Flaw::InvalidPort,
    Flaw::PortOutOfRange, Flaw::InvalidAddress,
];

const _: () = assert!(
    Flaw::COUNT + CAN_BE_INVALID.len() <= u64::BITS as usize,
    "two flaws would share a bit of `Flaws`"
);

/// For each flaw, the bit that marks it as invalid, or 0 if it is never invalid. These bits are assigned from the top down.
static INVALID_BITS: [u64; Flaw::COUNT] = {
    let mut bits = [0; Flaw::COUNT];
    let mut i = 0;
    while i < CAN_BE_INVALID.len() {
        bits[CAN_BE_INVALID[i] as usize] = 1 << (u64::BITS as usize - 1 - i);
        i += 1;
    }
    bits
};

/// A set of flaws. It also knows which of them are invalid, that is, allowed by no later standard.
///
/// One word, since every match holds one: a bit for each flaw, and another bit for each flaw that can be invalid.
///
/// ```
/// use urlgrep::{Flaw, Flaws, url::parse};
/// let flaws: Flaws = parse(b"ftp://a.org/#x").1.iter().collect();
/// assert!(flaws.contains(Flaw::Fragment) && flaws.iter().count() == 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flaws(u64);

impl Flaws {
    /// No flaw.
    ///
    /// ```
    /// use urlgrep::Flaws;
    /// assert!(Flaws::NONE.is_empty());
    /// ```
    pub const NONE: Flaws = Flaws(0);

    /// These flaws, invalid or not.
    pub(crate) const fn new(flaws: &[Flaw]) -> Flaws {
        let (mut bits, mut i) = (0, 0);
        while i < flaws.len() {
            bits |= 1 << flaws[i] as u8;
            i += 1;
        }
        Flaws(bits)
    }

    /// These flaws, but only if they are invalid. For constants: a flaw that is never invalid does not compile there.
    pub(crate) const fn invalid(flaws: &[Flaw]) -> Flaws {
        let (mut bits, mut i) = (0, 0);
        while i < flaws.len() {
            let bit = INVALID_BITS[flaws[i] as usize];
            assert!(bit != 0, "add this flaw to `CAN_BE_INVALID`");
            bits |= bit;
            i += 1;
        }
        Flaws(bits)
    }

    pub(crate) const fn with(self, other: Flaws) -> Flaws {
        Flaws(self.0 | other.0)
    }

    pub(crate) const fn meets(self, other: Flaws) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn add(&mut self, flaw: Flaw) {
        self.0 |= Flaws::new(&[flaw]).0;
    }

    /// Whether the set contains `flaw`.
    ///
    /// ```
    /// let m = urlgrep::extract("http://u:p@h.org/").next().unwrap();
    /// assert!(m.flaws().contains(urlgrep::Flaw::PasswordInUrl));
    /// ```
    pub fn contains(self, flaw: Flaw) -> bool {
        self.meets(Flaws::new(&[flaw]))
    }

    /// Whether the set is empty.
    ///
    /// ```
    /// assert!(urlgrep::extract("http://a.org/").next().unwrap().flaws().is_empty());
    /// ```
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The flaws, in the order of [`Flaw`]'s variants.
    ///
    /// ```
    /// let flaws = urlgrep::extract("http://joe@a.org/#x").next().unwrap().flaws();
    /// let names: Vec<_> = flaws.iter().map(|flaw| flaw.name()).collect();
    /// assert_eq!(names, ["userinfo-not-allowed", "fragment"]);
    /// ```
    pub fn iter(self) -> FlawsIter {
        FlawsIter(self.0 & PRESENT)
    }
}

/// The bits of [`Flaws`] that say which flaws are present.
const PRESENT: u64 = (1 << Flaw::COUNT) - 1;

/// The flaws of a set, in the order of [`Flaw`]'s variants. Made by [`Flaws::iter`].
///
/// ```
/// let flaws = urlgrep::extract("http://joe@a.org/#x").next().unwrap().flaws();
/// let mut names = Vec::new();
/// for flaw in flaws {
///     names.push(flaw.name());
/// }
/// assert_eq!(names, ["userinfo-not-allowed", "fragment"]);
/// assert_eq!(flaws.iter().len(), 2);
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct FlawsIter(u64);

impl Iterator for FlawsIter {
    type Item = Flaw;

    fn next(&mut self) -> Option<Flaw> {
        let (flaw, ..) = ROWS.get(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(*flaw)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for FlawsIter {}

impl FusedIterator for FlawsIter {}

impl IntoIterator for Flaws {
    type Item = Flaw;
    type IntoIter = FlawsIter;

    fn into_iter(self) -> FlawsIter {
        self.iter()
    }
}

impl IntoIterator for &Flaws {
    type Item = Flaw;
    type IntoIter = FlawsIter;

    fn into_iter(self) -> FlawsIter {
        self.iter()
    }
}

/// A set of these flaws. None of them counts as invalid.
impl FromIterator<Flaw> for Flaws {
    fn from_iter<I: IntoIterator<Item = Flaw>>(list: I) -> Flaws {
        let mut flaws = Flaws::NONE;
        list.into_iter().for_each(|flaw| flaws.add(flaw));
        flaws
    }
}

impl BitOr for Flaws {
    type Output = Flaws;
    fn bitor(self, other: Flaws) -> Flaws {
        self.with(other)
    }
}

impl<'p> FromIterator<&'p FlawAt> for Flaws {
    fn from_iter<I: IntoIterator<Item = &'p FlawAt>>(list: I) -> Flaws {
        let mut flaws = Flaws::NONE;
        for item in list {
            flaws.report(item.flaw, item.invalid, item.at.clone());
        }
        flaws
    }
}

impl fmt::Debug for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A flaw with its position.
///
/// ```
/// let (_, flaws) = urlgrep::url::parse(b"http://a.org/%zz");
/// assert_eq!((flaws[0].flaw.name(), &flaws[0].at, flaws[0].invalid), ("invalid-escape", &(13..14), true));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FlawAt {
    /// The flaw.
    pub flaw: Flaw,
    /// Whether no later standard allows it either.
    pub invalid: bool,
    /// Its byte range in the URL: half-open, 0-based.
    pub at: Range<usize>,
}

/// Receives the flaws that productions report. The same grammar fills a bit set ([`Flaws`]) or a list with positions
/// (`Vec<FlawAt>`).
pub(crate) trait Report {
    fn report(&mut self, flaw: Flaw, invalid: bool, at: Range<usize>);

    fn flaw(&mut self, flaw: Flaw, at: Range<usize>) {
        self.report(flaw, false, at);
    }

    fn invalid(&mut self, flaw: Flaw, at: Range<usize>) {
        self.report(flaw, true, at);
    }
}

impl Report for Flaws {
    fn report(&mut self, flaw: Flaw, invalid: bool, _: Range<usize>) {
        self.add(flaw);
        if invalid {
            let bit = INVALID_BITS[flaw as usize];
            debug_assert!(bit != 0, "add {flaw:?} to `CAN_BE_INVALID`");
            self.0 |= bit;
        }
    }
}

impl Report for Vec<FlawAt> {
    fn report(&mut self, flaw: Flaw, invalid: bool, at: Range<usize>) {
        self.push(FlawAt { flaw, invalid, at });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_flaw_has_its_own_row() {
        for (i, row) in ROWS.iter().enumerate() {
            assert_eq!(row.0 as usize, i, "{}", row.1);
            let kebab: String = format!("{:?}", row.0)
                .chars()
                .flat_map(|c| {
                    if c.is_uppercase() {
                        vec!['-', c.to_ascii_lowercase()]
                    } else {
                        vec![c]
                    }
                })
                .collect();
            assert_eq!(kebab.trim_start_matches('-'), row.1);
        }
    }

    #[test]
    fn no_two_flaws_share_a_bit() {
        let bits = Flaw::all().map(|flaw| Flaws::new(&[flaw]).0);
        let invalid = CAN_BE_INVALID.map(|flaw| Flaws::invalid(&[flaw]).0);
        let mut seen = 0;
        for bit in bits.chain(invalid) {
            assert_eq!((bit.count_ones(), seen & bit), (1, 0));
            seen |= bit;
        }
    }

    #[test]
    fn a_set_gives_what_it_was_made_of() {
        for flaw in Flaw::all() {
            let mut flaws = Flaws::from_iter([flaw, Flaw::TooLong]);
            if CAN_BE_INVALID.contains(&flaw) {
                flaws.invalid(flaw, 0..1);
            }
            let expected = [flaw, Flaw::TooLong];
            let len = if flaw == Flaw::TooLong { 1 } else { 2 };
            assert!(flaws.into_iter().eq(expected[..len].iter().copied()));
            assert_eq!((&flaws).into_iter().len(), len);
        }
        let mut none = Flaws::NONE.iter();
        assert_eq!((none.next(), none.next(), none.len()), (None, None, 0));
        assert_eq!(Flaw::all().collect::<Flaws>().iter().len(), Flaw::COUNT);
    }

    #[test]
    fn invalid_is_separate_from_present() {
        let mut flaws = Flaws::NONE;
        flaws.flaw(Flaw::InvalidHost, 0..1);
        assert!(
            flaws.contains(Flaw::InvalidHost) && !flaws.meets(Flaws::invalid(&[Flaw::InvalidHost]))
        );
        flaws.invalid(Flaw::InvalidHost, 0..1);
        assert!(flaws.meets(Flaws::invalid(&[Flaw::InvalidHost])));
        assert_eq!(flaws.iter().collect::<Vec<_>>(), [Flaw::InvalidHost]);
    }
}
