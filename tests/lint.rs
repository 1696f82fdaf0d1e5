//! Tests of the linter's library: examples of every rule in every type of document, clean documents, fixes, suppression, hostile input.

#![cfg(feature = "lint")]

#[path = "lint/clean.rs"]
mod clean;
#[path = "lint/definitions.rs"]
mod definitions;
#[path = "lint/examples.rs"]
mod examples;
#[path = "lint/fixes.rs"]
mod fixes;
#[path = "support/growth.rs"]
mod growth;
#[path = "lint/hostile.rs"]
mod hostile;
#[path = "lint/mail.rs"]
mod mail;
#[path = "lint/manual.rs"]
mod manual;
#[path = "support/pieces.rs"]
mod pieces;
#[path = "lint/planted.rs"]
mod planted;
#[path = "support/properties.rs"]
mod properties;
#[path = "lint/recall.rs"]
mod recall;
#[path = "lint/rendered.rs"]
mod rendered;
#[path = "lint/safety.rs"]
mod safety;
#[path = "lint/suppression.rs"]
mod suppression;
