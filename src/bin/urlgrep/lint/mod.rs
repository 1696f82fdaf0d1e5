//! `urlgrep lint`: reads documents completely, checks them, and applies fixes on request.
//!
//! The arguments become options ([`options`]). They and the configurations of folders ([`config`]) give the rules of each file
//! ([`file_rules`]). Files are checked in parallel and reported in order ([`work`], [`print`]). The library decides what is wrong with a URL.

mod anchor_cache;
mod baseline;
mod config;
mod defang;
mod diagnostic;
mod diff;
mod file_rules;
mod inputs;
mod kind;
mod lsp;
mod options;
mod print;
mod replace;
mod secrets;
mod select;
mod settings;
mod tree;
mod values;
mod wide;
mod work;

use urlgrep::lint::{Safety, explain, rules};

use crate::args::{self, Lint, Shared};
use crate::exit::Status;
use crate::help;
use options::Options;

/// Lints the documents at the given paths.
pub(crate) fn run(shared: &Shared, typed: &Lint) -> Status {
    if shared.json {
        let lists = [
            (typed.list_rules, "--list-rules"),
            (typed.explain.is_some(), "--explain"),
            (typed.show_files, "--show-files"),
            (typed.show_settings, "--show-settings"),
        ];
        if let Some((_, flag)) = lists.iter().find(|(is_so, _)| *is_so) {
            args::wrong(format!(
                "--json prints findings, and {flag} lines for readers; leave out one of them"
            ));
        }
    }
    if typed.walk.type_list {
        return help::type_list();
    }
    if typed.list_rules {
        return help::print(list_of_rules().as_bytes());
    }
    if let Some(name) = &typed.explain {
        return match select::one(name) {
            Ok(rule) => help::print(explain(rule).as_bytes()),
            Err(why) => args::wrong(format!("--explain: {why}")),
        };
    }
    match Options::new(shared, typed) {
        Ok(options) if typed.lsp => lsp::serve(&options),
        Ok(options) => work::run(&options),
        Err(why) => args::wrong(why),
    }
}

/// The code, name, severity, default and fix of each rule.
fn list_of_rules() -> String {
    let mut text = String::new();
    for rule in rules() {
        let default = if rule.is_opt_in() { "opt-in" } else { "on" };
        let fix = match rule.fix() {
            Some(Safety::Safe) => "fix",
            Some(Safety::Unsafe) => "unsafe fix",
            _ => "",
        };
        let (code, name, severity) = (rule.code(), rule.name(), rule.severity().name());
        let line = format!("{code}  {name:<26}{severity:<9}{default:<8}{fix}");
        text += line.trim_end();
        text.push('\n');
    }
    text
}
