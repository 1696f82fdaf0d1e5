//! `--list-rules` and `--explain`.

use urlgrep::lint::{Rule, Safety, explain as description, rules as all_rules};

use crate::exit::Status;
use crate::print::{Manner, StdoutBuffer};

/// Lists all rules, one per line: code, name, severity, default, fix.
pub(super) fn rules() -> Status {
    let mut out = StdoutBuffer::new(Manner::default());
    for rule in all_rules() {
        let default = if rule.is_opt_in() { "opt-in" } else { "on" };
        let fix = match rule.fix() {
            Some(Safety::Safe) => "fix",
            Some(Safety::Unsafe) => "unsafe fix",
            _ => "",
        };
        let (code, name, severity) = (rule.code(), rule.name(), rule.severity().name());
        let line = format!("{code}  {name:<26}{severity:<9}{default:<8}{fix}");
        out.write(line.trim_end().as_bytes());
        out.write(b"\n");
    }
    out.flush();
    Status::Yes
}

/// Prints the description of a rule.
pub(super) fn explain(rule: &Rule) -> Status {
    let mut out = StdoutBuffer::new(Manner::default());
    out.write(description(rule).as_bytes());
    out.flush();
    Status::Yes
}
