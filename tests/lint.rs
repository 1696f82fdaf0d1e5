//! Tests of the linter's library: examples of every rule in every type of document, clean documents, fixes, suppression, hostile input.

#![cfg(feature = "lint")]

#[path = "lint/clean.rs"]
mod clean;
#[path = "lint/examples.rs"]
mod examples;
#[path = "lint/fixes.rs"]
mod fixes;
#[path = "support/growth.rs"]
mod growth;
#[path = "lint/hostile.rs"]
mod hostile;
#[path = "lint/manual.rs"]
mod manual;
#[path = "lint/planted.rs"]
mod planted;
#[path = "lint/recall.rs"]
mod recall;
#[path = "lint/rendered.rs"]
mod rendered;
#[path = "lint/safety.rs"]
mod safety;
#[path = "lint/suppression.rs"]
mod suppression;

use urlgrep::document::{Kind, Language};
use urlgrep::lint::{Linter, rules};

/// All types of documents, with the languages that have different comments.
const KINDS: [Kind; 15] = [
    Kind::Text,
    Kind::Markdown,
    Kind::Mdx,
    Kind::Rst,
    Kind::Asciidoc,
    Kind::Html,
    Kind::Man,
    Kind::Source(Language::C),
    Kind::Source(Language::Python),
    Kind::Source(Language::Sql),
    Kind::Source(Language::Erlang),
    Kind::Org,
    Kind::Tex,
    Kind::Texinfo,
    Kind::Mail,
];

/// A linter with all rules.
fn all_rules() -> Linter {
    Linter::builder().select(rules()).build()
}
