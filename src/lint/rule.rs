//! Rules: a row each, which is test data, manual and `--explain` at once.

use std::fmt;
use std::ops::Range;

use super::context::{Found, Page};
use crate::document::{Kind, Link};

/// What a rule is about; the first digit of its code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Group {
    /// How URLs stand in text: the appendix of RFC 1738.
    Appendix,
    /// What is no URL, by RFC 3986 and RFC 3987.
    Syntax,
    /// What harms: RFC 1738 section 6.
    Security,
    /// What could be better.
    Upkeep,
}

impl Group {
    /// The name in the manual.
    pub fn name(self) -> &'static str {
        match self {
            Group::Appendix => "appendix",
            Group::Syntax => "syntax",
            Group::Security => "security",
            Group::Upkeep => "upkeep",
        }
    }
}

/// How much a finding weighs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Severity {
    /// Worth a thought.
    Note,
    /// Readers, or programs, will take it wrong.
    Warning,
    /// It does not work, or does harm.
    Error,
}

impl Severity {
    /// The name in output.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// Whether a fix keeps what the document means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Safety {
    /// The URL stays the same, or what it was meant to be.
    Safe,
    /// Someone should look at it.
    Unsafe,
}

/// A document that shows a rule.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Example {
    /// In what it is written; none: in anything.
    pub kind: Option<Kind>,
    /// The document.
    pub text: &'static str,
}

impl Example {
    pub(super) const fn any(text: &'static str) -> Example {
        Example { kind: None, text }
    }

    pub(super) const fn of(kind: Kind, text: &'static str) -> Example {
        Example {
            kind: Some(kind),
            text,
        }
    }
}

/// A rule's row in the table.
#[non_exhaustive]
pub struct Rule {
    pub(super) code: &'static str,
    pub(super) name: &'static str,
    pub(super) group: Group,
    pub(super) opt_in: bool,
    pub(super) fix: Option<Safety>,
    pub(super) what: &'static str,
    pub(super) why: &'static str,
    pub(super) reference: &'static str,
    pub(super) bad: &'static [Example],
    pub(super) good: &'static [Example],
    pub(super) check: Check,
}

/// What a rule looks at.
pub(super) enum Check {
    /// A match, or a candidate that the profile refused.
    Match(fn(&Found<'_>) -> Option<Raised>),
    /// A text beside its matches.
    Text(fn(&Page<'_>, &mut Vec<Raised>)),
    /// A link that shows a text of its own; gives the message.
    Link(fn(&Page<'_>, &Link) -> Option<String>),
    /// Comments that allow what is not there; the linter itself sees them.
    Allowed,
}

/// What a rule raises. Ranges are bytes of the URL where the rule looks at matches, else of the text.
#[derive(Debug)]
pub(super) struct Raised {
    pub(super) at: Range<usize>,
    pub(super) message: String,
    /// What would put it right: ranges, with what stands there then.
    pub(super) edits: Vec<(Range<usize>, Vec<u8>)>,
}

impl Raised {
    pub(super) fn new(at: Range<usize>, message: impl Into<String>) -> Raised {
        Raised {
            at,
            message: message.into(),
            edits: Vec::new(),
        }
    }

    pub(super) fn edit(mut self, at: Range<usize>, with: impl Into<Vec<u8>>) -> Raised {
        self.edits.push((at, with.into()));
        self
    }
}

impl Rule {
    /// `U004`: never reused.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// In kebab-case; reads well after "allow".
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What it is about.
    pub fn group(&self) -> Group {
        self.group
    }

    /// Whether it is asked only if it is selected.
    pub fn is_opt_in(&self) -> bool {
        self.opt_in
    }

    /// How much its findings weigh.
    pub fn severity(&self) -> Severity {
        match self.group {
            Group::Syntax | Group::Security => Severity::Error,
            Group::Appendix => Severity::Warning,
            Group::Upkeep => Severity::Note,
        }
    }

    /// Whether its findings have a fix, and how safe that is.
    pub fn fix(&self) -> Option<Safety> {
        self.fix
    }

    /// What it raises, in one sentence.
    pub fn what(&self) -> &'static str {
        self.what
    }

    /// Why that is bad.
    pub fn why(&self) -> &'static str {
        self.why
    }

    /// The documents and sections that say so.
    pub fn reference(&self) -> &'static str {
        self.reference
    }

    /// Documents that raise it, and nothing else.
    pub fn bad(&self) -> &'static [Example] {
        self.bad
    }

    /// Documents that raise nothing.
    pub fn good(&self) -> &'static [Example] {
        self.good
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
