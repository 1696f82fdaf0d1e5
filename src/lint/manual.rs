//! The manual: the rows of all rules as text.

use super::rule::{Example, Group, Rule, Safety};
use super::table::rules;
use crate::document::Kind;

/// The description of a rule in Markdown.
///
/// ```
/// use urlgrep::lint::{explain, find_rule};
/// let text = explain(find_rule("U301").unwrap());
/// assert!(text.starts_with("### `default-port` (U301)\n"));
/// ```
pub fn explain(rule: &Rule) -> String {
    let fix = match rule.fix() {
        Some(Safety::Safe) => ", fixed by `--fix`",
        Some(Safety::Unsafe) => ", fixed by `--unsafe-fixes`",
        None => "",
    };
    let default = if rule.is_opt_in() {
        "off by default"
    } else {
        "on by default"
    };
    let (name, code) = (rule.name(), rule.code());
    let (group, severity) = (rule.group().name(), rule.severity().name());
    let mut text = format!("### `{name}` ({code})\n\n");
    text += &format!(
        "{}. {} rule, {severity}, {default}{fix}.\n\n",
        rule.what(),
        capital(group)
    );
    text += &format!("{}\n\nSee {}.\n", rule.why(), rule.reference());
    for (title, examples) in [("Bad", rule.bad()), ("Good", rule.good())] {
        text += &format!("\n{title}\n\n```text\n");
        for example in examples {
            text += &example_text(example);
        }
        text += "```\n";
    }
    text
}

/// The manual of all rules, in Markdown: docs/rules.md.
///
/// ```
/// assert!(urlgrep::lint::manual().starts_with("# Rules"));
/// ```
pub fn manual() -> String {
    let mut text = "# Rules of `urlgrep lint`\n\n".to_string();
    text +=
        "Generated from the table of rules; `urlgrep lint --explain NAME` prints one of them.\n\n";
    text += "| code | name | | default | fix |\n|---|---|---|---|---|\n";
    for rule in rules() {
        let fix = match rule.fix() {
            Some(Safety::Safe) => "safe",
            Some(Safety::Unsafe) => "unsafe",
            None => "",
        };
        let default = if rule.is_opt_in() { "off" } else { "on" };
        let (code, name, severity) = (rule.code(), rule.name(), rule.severity().name());
        text += &format!(
            "| {code} | [`{name}`](#{name}-{}) | {severity} | {default} | {fix} |\n",
            code.to_lowercase()
        );
    }
    let mut group: Option<Group> = None;
    for rule in rules() {
        if group != Some(rule.group()) {
            group = Some(rule.group());
            text += &format!("\n## {}\n", capital(rule.group().name()));
        }
        text += &format!("\n{}", explain(rule));
    }
    text
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// An example, with the type of the document if it is not plain text.
fn example_text(example: &Example) -> String {
    let kind = match example.kind {
        None | Some(Kind::Text) => String::new(),
        Some(kind) => format!("({}) ", kind.name()),
    };
    format!("{kind}{}\n", example.text.trim_end())
}
