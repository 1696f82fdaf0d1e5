//! Rules: one row each. A row is test data, manual and the text of `--explain`.

use std::fmt;

use super::context::{CheckedMatch, TextContext};
use super::host;
use super::placeholder::{is_placeholder, is_sample_host};
use super::violation::Violation;
use crate::document::{Kind, Link};

/// The subject of a rule. Its number is the first digit of the rule's code.
///
/// ```
/// use urlgrep::lint::{Group, find_rule};
/// assert_eq!(find_rule("missing-host").unwrap().group(), Group::Syntax);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Group {
    /// How URLs are delimited in text: the appendix of RFC 1738.
    Delimiters,
    /// Violations of RFC 3986 and RFC 3987.
    Syntax,
    /// Security risks: RFC 1738 section 6.
    Security,
    /// Possible improvements.
    Upkeep,
}

named!(
    /// The name in the manual.
    ///
    /// ```
    /// assert_eq!(urlgrep::lint::Group::Upkeep.name(), "upkeep");
    /// ```
    Group {
        Delimiters => "delimiters",
        Syntax => "syntax",
        Security => "security",
        Upkeep => "upkeep",
    },
    "group of rules"
);

/// The importance of a finding.
///
/// ```
/// use urlgrep::lint::Severity;
/// assert!(Severity::Error > Severity::Warning && Severity::Warning > Severity::Note);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Severity {
    /// A possible improvement.
    Note,
    /// Readers or programs may misunderstand it, or it may be harmful.
    Warning,
    /// Every reader would call it a fault.
    Error,
}

named!(
    /// The name in output.
    ///
    /// ```
    /// assert_eq!(urlgrep::lint::Severity::Note.name(), "note");
    /// ```
    Severity {
        Note => "note",
        Warning => "warning",
        Error => "error",
    },
    "severity"
);

/// Whether a fix keeps the meaning of the document.
///
/// ```
/// use urlgrep::lint::{Safety, find_rule};
/// assert_eq!(find_rule("default-port").unwrap().fix(), Some(Safety::Safe));
/// assert!(Safety::Safe < Safety::Unsafe);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Safety {
    /// The URL stays the same, or becomes the intended one.
    Safe,
    /// The result needs a review.
    Unsafe,
}

/// A document that demonstrates a rule.
///
/// ```
/// let rule = urlgrep::lint::find_rule("default-port").unwrap();
/// assert!(rule.bad()[0].text.contains(":80"));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Example {
    /// The type of the document; `None` means any.
    pub kind: Option<Kind>,
    /// The document.
    pub text: &'static str,
}

impl Example {
    pub(super) const fn any(text: &'static str) -> Example {
        Example { kind: None, text }
    }

    pub(super) const fn new(kind: Kind, text: &'static str) -> Example {
        Example {
            kind: Some(kind),
            text,
        }
    }
}

/// A rule's row in the table.
///
/// ```
/// let rule = urlgrep::lint::find_rule("U301").unwrap();
/// assert_eq!(rule.name(), "default-port");
/// ```
#[non_exhaustive]
pub struct Rule {
    pub(super) code: &'static str,
    pub(super) name: &'static str,
    pub(super) severity: Severity,
    pub(super) opt_in: bool,
    /// The URLs that it does not report, if it checks matches.
    pub(super) spares: &'static [Spared],
    pub(super) fix: Option<Safety>,
    pub(super) what: &'static str,
    pub(super) why: &'static str,
    pub(super) reference: &'static str,
    pub(super) bad: &'static [Example],
    pub(super) good: &'static [Example],
    pub(super) check: Check,
}

/// URLs that a rule may exempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spared {
    /// Those that the profile refused.
    Refused,
    /// Those with a placeholder in place of a component, or directly after them.
    Templates,
    /// Those in strings and quotations of programs, where a violation is a test or an example.
    Strings,
    /// Those with a host on this machine or network.
    LocalHosts,
    /// Those with a host that is reserved for examples, or in a domain that authors invent.
    SampleHosts,
    /// Those with a host that the configuration allows.
    AllowedHosts,
}

/// The object that a rule checks, and the function that checks it.
pub(super) enum Check {
    /// A match; it may be one that the profile refused.
    Match(fn(&CheckedMatch<'_>) -> Option<Violation>),
    /// A text outside its matches.
    Text(fn(&TextContext<'_>, &mut Vec<Violation>)),
    /// A link with a label; returns the message.
    Link(LinkCheck),
    /// The target of a link with a label, once if several links have the same definition; returns the message.
    Target(LinkCheck),
    /// The source of the document.
    Document(fn(&TextContext<'_>, &mut Vec<Violation>)),
    /// Suppressions that are not needed. The linter itself checks them.
    Suppressions,
}

pub(super) type LinkCheck = fn(&TextContext<'_>, &Link) -> Option<String>;

impl Rule {
    /// What the other rows have unless they say otherwise.
    pub(super) const DEFAULT: Rule = Rule {
        code: "",
        name: "",
        severity: Severity::Note,
        opt_in: false,
        spares: &[],
        fix: None,
        what: "",
        why: "",
        reference: "",
        bad: &[],
        good: &[],
        check: Check::Suppressions,
    };

    /// `U004`; a code is never reused.
    ///
    /// ```
    /// assert_eq!(urlgrep::lint::find_rule("default-port").unwrap().code(), "U301");
    /// ```
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// In kebab-case; it reads well after "allow".
    ///
    /// ```
    /// assert_eq!(urlgrep::lint::find_rule("U301").unwrap().name(), "default-port");
    /// ```
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The group of the rule, which its code begins with.
    ///
    /// ```
    /// assert_eq!(urlgrep::lint::find_rule("U301").unwrap().group().name(), "upkeep");
    /// ```
    pub fn group(&self) -> Group {
        match &self.code.as_bytes()[..2] {
            b"U0" => Group::Delimiters,
            b"U1" => Group::Syntax,
            b"U2" => Group::Security,
            _ => Group::Upkeep,
        }
    }

    /// Whether the rule runs only if it is selected.
    ///
    /// ```
    /// assert!(urlgrep::lint::find_rule("plain-http").unwrap().is_opt_in());
    /// ```
    pub fn is_opt_in(&self) -> bool {
        self.opt_in
    }

    /// The severity of its findings, unless it is configured.
    ///
    /// ```
    /// assert_eq!(urlgrep::lint::find_rule("plain-http").unwrap().severity().name(), "note");
    /// ```
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// Whether its findings have a fix, and whether the fix is safe.
    ///
    /// ```
    /// assert_eq!(urlgrep::lint::find_rule("example-host").unwrap().fix(), None);
    /// ```
    pub fn fix(&self) -> Option<Safety> {
        self.fix
    }

    /// The reported problem, in one sentence.
    ///
    /// ```
    /// assert!(!urlgrep::lint::find_rule("default-port").unwrap().what().is_empty());
    /// ```
    pub fn what(&self) -> &'static str {
        self.what
    }

    /// Why that is a problem.
    ///
    /// ```
    /// assert!(!urlgrep::lint::find_rule("default-port").unwrap().why().is_empty());
    /// ```
    pub fn why(&self) -> &'static str {
        self.why
    }

    /// The documents and sections that define it.
    ///
    /// ```
    /// assert_eq!(urlgrep::lint::find_rule("tracking-parameter").unwrap().reference(), "RFC 3986, 3.4");
    /// ```
    pub fn reference(&self) -> &'static str {
        self.reference
    }

    /// The address of its description.
    ///
    /// ```
    /// let rule = urlgrep::lint::find_rule("U301").unwrap();
    /// assert!(rule.help_uri().ends_with("/docs/rules.md#default-port-u301"));
    /// ```
    pub fn help_uri(&self) -> String {
        let manual = "https://docs.rs/crate/urlgrep/latest/source/docs/rules.md";
        format!("{manual}#{}-{}", self.name, self.code.to_ascii_lowercase())
    }

    /// Documents with findings of this rule, and no others.
    ///
    /// ```
    /// use urlgrep::{document::Kind, lint::{Linter, find_rule}};
    /// let rule = find_rule("default-port").unwrap();
    /// let bad = &rule.bad()[0];
    /// let linter = Linter::builder().select([rule]).build();
    /// assert!(!linter.lint(bad.kind.unwrap_or(Kind::Text), bad.text.as_bytes()).is_empty());
    /// ```
    pub fn bad(&self) -> &'static [Example] {
        self.bad
    }

    /// Documents without findings.
    ///
    /// ```
    /// use urlgrep::{document::Kind, lint::{Linter, find_rule}};
    /// let rule = find_rule("default-port").unwrap();
    /// let good = &rule.good()[0];
    /// let linter = Linter::builder().select([rule]).build();
    /// assert!(linter.lint(good.kind.unwrap_or(Kind::Text), good.text.as_bytes()).is_empty());
    /// ```
    pub fn good(&self) -> &'static [Example] {
        self.good
    }

    /// Whether the URL is one of those that it does not report.
    pub(super) fn spares(&self, checked: &CheckedMatch<'_>) -> bool {
        let host = checked.url.host().unwrap_or_default();
        let is_one = |what: &Spared| match what {
            Spared::Refused => !checked.m.is_accepted(),
            Spared::Templates => checked.is_template(),
            Spared::Strings => checked.is_quoted_in_program(),
            Spared::LocalHosts => host::is_local(host),
            Spared::SampleHosts => {
                host::is_example(host) || is_placeholder(host) || is_sample_host(host)
            }
            Spared::AllowedHosts => checked.context.settings.allows_host(host),
        };
        self.spares.iter().any(is_one)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.name)
    }
}
