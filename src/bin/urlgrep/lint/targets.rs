//! `--unwrap`: the rules also check the targets of rewritten links. A finding stands where the link stands, and has no fix.

use urlgrep::document::Kind;
use urlgrep::lint::{Finding, Linter};
use urlgrep::{Extractor, url};

/// The findings in the targets of the links of a document.
pub(super) fn findings(linter: &Linter, document: &[u8]) -> Vec<Finding> {
    let mut all = Vec::new();
    for m in Extractor::default().extract_bytes(document) {
        let Some(target) = url::unwrap(m.as_bytes()) else {
            continue;
        };
        for mut finding in linter.lint(Kind::Text, &target) {
            finding.at = m.span().start as u64..m.span().end as u64;
            finding.fix = None;
            finding.message += "; this is in the target of a rewritten link";
            all.push(finding);
        }
    }
    all
}
