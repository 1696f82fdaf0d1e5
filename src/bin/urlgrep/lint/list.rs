//! `--list-rules` and `--explain`.

use urlgrep::lint::{Rule, Safety, explain as manual_of, rules as all};

use crate::exit::Status;
use crate::print::{Manner, StdoutBuffer};

/// Each rule in a line: code, name, severity, whether it is on, whether it has a fix.
pub(super) fn rules() -> Status {
    let mut page = StdoutBuffer::new(Manner::default());
    for rule in all() {
        let default = if rule.is_opt_in() { "opt-in" } else { "on" };
        let fix = match rule.fix() {
            Some(Safety::Safe) => "fix",
            Some(Safety::Unsafe) => "unsafe fix",
            _ => "",
        };
        let (code, name, severity) = (rule.code(), rule.name(), rule.severity().name());
        let line = format!("{code}  {name:<26}{severity:<9}{default:<8}{fix}");
        page.write(line.trim_end().as_bytes());
        page.write(b"\n");
    }
    page.flush();
    Status::Yes
}

/// What the manual says of a rule.
pub(super) fn explain(rule: &Rule) -> Status {
    let mut page = StdoutBuffer::new(Manner::default());
    page.write(manual_of(rule).as_bytes());
    page.flush();
    Status::Yes
}
