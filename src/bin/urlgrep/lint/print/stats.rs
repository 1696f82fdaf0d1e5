//! Statistics: the number of findings of each rule, and of available fixes.

use urlgrep::lint::{Safety, Severity, rules};

use crate::lint::diagnostic::Diagnostic;
use crate::plural::counted;
use crate::print::StdoutBuffer;
use crate::stderr;

#[derive(Default)]
pub(super) struct Stats {
    /// The number of files that were checked.
    files: u64,
    /// Indexed like the table of rules.
    counts: Vec<u64>,
    fixed: u64,
    safe_fixes: u64,
    unsafe_fixes: u64,
    /// The highest severity.
    worst: Option<Severity>,
    /// Whether a finding makes the run fail.
    fails: bool,
}

impl Stats {
    pub(super) fn add(&mut self, found: &[Diagnostic], fixed: usize) {
        self.files += 1;
        self.fixed += fixed as u64;
        self.counts.resize(rules().len(), 0);
        for diagnostic in found {
            self.worst = self.worst.max(Some(diagnostic.finding.severity));
            self.fails |= diagnostic.fails;
            self.counts[diagnostic.finding.rule.index()] += 1;
            match diagnostic.finding.fix.as_ref().map(|fix| fix.safety) {
                Some(Safety::Safe) => self.safe_fixes += 1,
                Some(_) => self.unsafe_fixes += 1,
                None => {}
            }
        }
    }

    fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The line after all findings.
    pub(super) fn summary(&self, out: &mut StdoutBuffer) {
        let line = match (self.total(), self.fixed) {
            (0, 0) => return,
            (0, fixed) => counted(fixed, "finding") + " fixed",
            (total, _) => {
                let parts = [
                    (self.fixed, "fixed"),
                    (self.safe_fixes, "fixable with --fix"),
                    (self.unsafe_fixes, "fixable with --unsafe-fixes"),
                ];
                let parts = parts.into_iter().filter(|(count, _)| *count > 0);
                let parts = parts.map(|(count, what)| format!(", {count} {what}"));
                counted(total, "finding") + &parts.collect::<String>()
            }
        };
        out.write(format!("{line}\n").as_bytes());
    }

    /// Says that findings do not fail, if none does.
    pub(super) fn exemption(&self, out: &mut StdoutBuffer) {
        if let Some(worst) = self.worst.filter(|_| !self.fails) {
            let name = worst.name();
            let line = format!("{name}s do not fail the check; --fail-on {name} changes that\n");
            out.write(line.as_bytes());
        }
    }

    /// The table of `--statistics`, with the number of fixes if it has a name: `fixed`. Without `out` it goes to standard error.
    pub(super) fn table(&self, out: Option<&mut StdoutBuffer>, fixed: Option<&str>) {
        let mut text = String::new();
        for (rule, count) in rules().iter().zip(&self.counts) {
            if *count > 0 {
                text += &format!("{count}\t{} {}\n", rule.code(), rule.name());
            }
        }
        text += &counted(self.total(), "finding").replacen(' ', "\t", 1);
        if let Some(name) = fixed {
            text += &format!(", {} {name}", self.fixed);
        }
        text += &format!("; {} checked\n", counted(self.files, "file"));
        match out {
            Some(out) => out.write(text.as_bytes()),
            None => text.lines().for_each(stderr::line),
        }
    }
}
