//! Sums: how often each rule was raised, and what fixes could do.

use urlgrep::lint::{Safety, rules};

use crate::args::Format;
use crate::lint::diagnostic::Diagnostic;
use crate::print::StdoutBuffer;
use crate::stderr;

#[derive(Default)]
pub(super) struct Stats {
    files: usize,
    /// By the place of the rule in the table.
    counts: Vec<usize>,
    fixed: usize,
    safe: usize,
    unsafe_ones: usize,
}

impl Stats {
    pub(super) fn add(&mut self, found: &[Diagnostic], fixed: usize) {
        self.files += 1;
        self.fixed += fixed;
        self.counts.resize(rules().len(), 0);
        for diagnostic in found {
            let rule = diagnostic.finding.rule;
            let place = rules().iter().position(|row| row == rule);
            self.counts[place.unwrap_or_default()] += 1;
            match diagnostic.finding.fix.as_ref().map(|fix| fix.safety) {
                Some(Safety::Safe) => self.safe += 1,
                Some(_) => self.unsafe_ones += 1,
                None => {}
            }
        }
    }

    fn total(&self) -> usize {
        self.counts.iter().sum()
    }

    /// One line at the end of all findings.
    pub(super) fn sum(&self, page: &mut StdoutBuffer) {
        let Stats {
            fixed,
            safe,
            unsafe_ones,
            ..
        } = self;
        let total = self.total();
        if total + fixed == 0 {
            return;
        }
        let mut line = match total {
            0 => {
                let s = if *fixed == 1 { "" } else { "s" };
                page.write(format!("{fixed} finding{s} fixed\n").as_bytes());
                return;
            }
            1 => "1 finding".to_string(),
            _ => format!("{total} findings"),
        };
        if *fixed > 0 {
            line += &format!(", {fixed} fixed");
        }
        if *safe > 0 {
            line += &format!(", {safe} for --fix");
        }
        if *unsafe_ones > 0 {
            line += &format!(", {unsafe_ones} for --unsafe-fixes");
        }
        page.write(format!("{line}\n").as_bytes());
    }

    /// `--stats`; where programs read the findings, on standard error.
    pub(super) fn table(&self, page: &mut StdoutBuffer, format: Format) {
        let mut text = String::new();
        for (rule, count) in rules().iter().zip(&self.counts) {
            if *count > 0 {
                text += &format!("{count}\t{} {}\n", rule.code(), rule.name());
            }
        }
        let (total, files, fixed) = (self.total(), self.files, self.fixed);
        text += &format!("{total}\tin {files} files, {fixed} fixed\n");
        match format {
            Format::Full | Format::Short => page.write(text.as_bytes()),
            _ => text.lines().for_each(stderr::line),
        }
    }
}
