//! The linter's library: every rule's examples in every kind of document, what is no fault, fixes, suppression, hostile input.

#![cfg(feature = "lint")]

#[path = "lint/clean.rs"]
mod clean;
#[path = "lint/examples.rs"]
mod examples;
#[path = "lint/fixes.rs"]
mod fixes;
#[path = "lint/hostile.rs"]
mod hostile;
#[path = "lint/manual.rs"]
mod manual;
#[path = "lint/suppression.rs"]
mod suppression;
