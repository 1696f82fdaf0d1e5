//! The linter: rules that check the URLs of a document. The rules form a table, one file each.
//!
//! A rule checks a match together with its flaws and its role in the document, or a whole text. It reports at most one finding per
//! match, with a fix if possible. Nothing here reads or writes files.
//!
//! ```
//! use urlgrep::document::Kind;
//! use urlgrep::lint::Linter;
//! let findings = Linter::default().lint(Kind::Text, b"See <HTTP://a.org:80/>.");
//! let names: Vec<_> = findings.iter().map(|finding| finding.rule.name()).collect();
//! assert_eq!(names, ["uppercase-scheme", "default-port"]);
//! ```

mod allow;
mod context;
mod declared_length;
mod document_linter;
mod finding;
mod fix;
mod fixable;
mod host;
mod linter;
mod local;
mod locate;
mod manual;
mod nearest;
mod paragraph;
mod placeholder;
mod rule;
mod rules;
mod setup;
mod suppress;
mod table;
mod verify;
mod violation;

pub use finding::{Edit, Finding, Fix};
pub use fix::{Fixed, fix};
pub use linter::{Builder, Linter};
pub use local::Files;
pub use manual::{explain, manual};
pub use nearest::nearest;
pub use rule::{Example, Group, Rule, Safety, Severity};
pub use table::{find_rule, rules, select_rules};
