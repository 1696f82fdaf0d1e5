//! Applying fixes: those that do not overlap at once, the others in further passes.

use super::finding::{Finding, Fix};
use super::linter::Linter;
use super::rule::Safety;
use crate::document::Kind;

/// More passes than any document needs.
const PASSES: usize = 16;

/// A document with its fixes applied.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// What it is now.
    pub document: Vec<u8>,
    /// How many findings were put right.
    pub applied: usize,
    /// What is left.
    pub findings: Vec<Finding>,
}

/// Applies the fixes of a document's findings: the safe ones, or `all`. `keeps` says which findings are to be put right.
///
/// ```
/// use urlgrep::document::Kind;
/// use urlgrep::lint::{Linter, fix};
/// let fixed = fix(&Linter::default(), Kind::Text, b"See <HTTP://a.org:80/>.", false, |_| true);
/// assert_eq!(fixed.document, b"See <http://a.org/>.");
/// assert_eq!((fixed.applied, fixed.findings.len()), (2, 0));
/// ```
pub fn fix(
    linter: &Linter,
    kind: Kind,
    document: &[u8],
    all: bool,
    keeps: impl Fn(&Finding) -> bool,
) -> Fixed {
    let mut fixed = Fixed {
        document: document.to_vec(),
        applied: 0,
        findings: linter.lint(kind, document),
    };
    for _ in 0..PASSES {
        let wanted = |finding: &&Finding| {
            let fix = finding.fix.as_ref();
            fix.is_some_and(|fix| all || fix.safety == Safety::Safe) && keeps(finding)
        };
        let fixes = fixed.findings.iter().filter(wanted);
        let (document, applied) = apply(&fixed.document, fixes.filter_map(|f| f.fix.as_ref()));
        if applied == 0 {
            break;
        }
        fixed.document = document;
        fixed.applied += applied;
        fixed.findings = linter.lint(kind, &fixed.document);
    }
    fixed
}

/// The document with those of `fixes` that lie behind each other, and how many these were.
fn apply<'f>(document: &[u8], fixes: impl Iterator<Item = &'f Fix>) -> (Vec<u8>, usize) {
    let mut out = Vec::with_capacity(document.len());
    let (mut at, mut applied) = (0, 0);
    for fix in fixes {
        let first = fix.edits.first().map_or(0, |edit| edit.at.start as usize);
        // Two fixes at one place wait for each other.
        if fix.edits.is_empty() || first < at || applied > 0 && first == at {
            continue;
        }
        for edit in &fix.edits {
            let (start, end) = (edit.at.start as usize, edit.at.end as usize);
            out.extend_from_slice(&document[at..start]);
            out.extend_from_slice(&edit.with);
            at = end;
        }
        applied += 1;
    }
    out.extend_from_slice(&document[at..]);
    (out, applied)
}
