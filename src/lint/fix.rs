//! Applies fixes. Fixes that overlap are applied in several passes.

use super::finding::{Finding, shift};
use super::linter::Linter;
use super::rule::Safety;
use super::verify;
use crate::document::Kind;
use crate::text::without_mark;

/// No document needs more passes.
const PASSES: usize = 16;

/// A document with its fixes applied.
///
/// ```
/// use urlgrep::{document::Kind, lint::{Linter, Safety, fix}};
/// let fixed = fix(&Linter::default(), Kind::Text, b"See <HTTP://a.org/>.", Safety::Safe, |_| true);
/// assert_eq!((fixed.applied, fixed.findings.len()), (1, 0));
/// ```
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

/// Applies the fixes of a document's findings: the safe ones, and with [`Safety::Unsafe`] the others too. `selects` decides which findings
/// are fixed.
///
/// ```
/// use urlgrep::document::Kind;
/// use urlgrep::lint::{Linter, Safety, fix};
/// let fixed = fix(&Linter::default(), Kind::Text, b"See <HTTP://a.org:80/>.", Safety::Safe, |_| true);
/// assert_eq!(fixed.document, b"See <http://a.org/>.");
/// assert_eq!((fixed.applied, fixed.findings.len()), (2, 0));
/// ```
pub fn fix(
    linter: &Linter,
    kind: Kind,
    document: &[u8],
    safety: Safety,
    selects: impl Fn(&Finding) -> bool,
) -> Fixed {
    let text = without_mark(document);
    let mark = &document[..document.len() - text.len()];
    let mut fixed = Fixed {
        document: text.to_vec(),
        applied: 0,
        findings: linter.lint(kind, text),
    };
    for _ in 0..PASSES {
        let fixes = fixed.findings.iter().filter_map(|finding| {
            let fix = finding.fix.as_ref()?;
            (fix.safety <= safety && selects(finding)).then_some(fix)
        });
        let fixes = verify::right_fixes(&linter.setup, kind, &fixed.document, fixes.collect());
        if fixes.is_empty() {
            break;
        }
        fixed.applied += fixes.len();
        fixed.document = verify::apply(&fixed.document, &fixes);
        fixed.findings = linter.lint(kind, &fixed.document);
    }
    fixed.document.splice(0..0, mark.iter().copied());
    shift(&mut fixed.findings, mark.len());
    fixed
}
