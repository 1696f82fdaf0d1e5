//! `--list-rules`: all rules, one per line.

use urlgrep::lint::{Safety, rules};

/// The code, name, severity, default and fix of each rule.
pub(super) fn list() -> String {
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
