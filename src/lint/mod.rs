//! The linter: what is wrong with the URLs of a document, by rules of a table, one file each.
//!
//! A rule sees a match with the flaws that the one grammar found in it, or a whole text, and what the document's mask says of
//! its place. It raises at most one finding a match, with a fix where there is one. Nothing here reads or writes files.
//!
//! ```
//! use urlgrep::document::Kind;
//! use urlgrep::lint::Linter;
//! let findings = Linter::default().lint(Kind::Text, b"See <HTTP://a.org:80/>.");
//! let names: Vec<_> = findings.iter().map(|finding| finding.rule.name()).collect();
//! assert_eq!(names, ["uppercase-scheme", "default-port"]);
//! ```

mod context;
mod counted;
mod finding;
mod fix;
mod host;
mod linter;
mod manual;
mod nearest;
mod placeholder;
mod rule;
mod rules;
mod suppress;
mod table;

pub use finding::{Edit, Finding, Fix};
pub use fix::{Fixed, fix};
pub use linter::{Builder, Linter};
pub use manual::{explain, manual};
pub use nearest::nearest;
pub use rule::{Example, Group, Rule, Safety, Severity};
pub use table::{named, rules};
