//! Applies fixes. Fixes that overlap are applied in several passes.

use super::finding::{Finding, Fix};
use super::linter::Linter;
use super::rule::Safety;
use crate::document::Kind;

/// No document needs more passes.
const PASSES: usize = 16;

/// A document with its fixes applied.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// The new content.
    pub document: Vec<u8>,
    /// The number of findings that were fixed.
    pub applied: usize,
    /// The remaining findings.
    pub findings: Vec<Finding>,
}

/// Applies the fixes of a document's findings: only safe ones, or `all`. `selects` decides which findings are fixed.
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
    selects: impl Fn(&Finding) -> bool,
) -> Fixed {
    let mut fixed = Fixed {
        document: document.to_vec(),
        applied: 0,
        findings: linter.lint(kind, document),
    };
    for _ in 0..PASSES {
        let selected = |finding: &&Finding| {
            let fix = finding.fix.as_ref();
            fix.is_some_and(|fix| all || fix.safety == Safety::Safe) && selects(finding)
        };
        let fixes = fixed.findings.iter().filter(selected);
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

/// Applies those of `fixes` that do not overlap. Returns the document and their number.
fn apply<'f>(document: &[u8], fixes: impl Iterator<Item = &'f Fix>) -> (Vec<u8>, usize) {
    let mut out = Vec::with_capacity(document.len());
    let (mut at, mut applied) = (0, 0);
    for fix in fixes {
        let first = fix.edits.first().map_or(0, |edit| edit.at.start as usize);
        // Of two fixes at the same position, the second one waits for the next pass.
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
