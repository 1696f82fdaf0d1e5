//! Statistics: the number of findings of each rule, and of available fixes.

use urlgrep::lint::{Safety, rules};

use crate::args::Format;
use crate::lint::diagnostic::Diagnostic;
use crate::print::StdoutBuffer;
use crate::stderr;

#[derive(Default)]
pub(super) struct Stats {
    /// The number of files that were checked.
    files: usize,
    /// Indexed like the table of rules.
    counts: Vec<usize>,
    fixed: usize,
    safe_fixes: usize,
    unsafe_fixes: usize,
}

impl Stats {
    pub(super) fn add(&mut self, found: &[Diagnostic], fixed: usize) {
        self.files += 1;
        self.fixed += fixed;
        self.counts.resize(rules().len(), 0);
        for diagnostic in found {
            let rule = diagnostic.finding.rule;
            let index = rules().iter().position(|row| row == rule);
            self.counts[index.unwrap_or_default()] += 1;
            match diagnostic.finding.fix.as_ref().map(|fix| fix.safety) {
                Some(Safety::Safe) => self.safe_fixes += 1,
                Some(_) => self.unsafe_fixes += 1,
                None => {}
            }
        }
    }

    fn total(&self) -> usize {
        self.counts.iter().sum()
    }

    /// The line after all findings.
    pub(super) fn summary(&self, out: &mut StdoutBuffer) {
        let Stats {
            fixed,
            safe_fixes,
            unsafe_fixes,
            ..
        } = self;
        let total = self.total();
        if total + fixed == 0 {
            return;
        }
        let mut line = match total {
            0 => {
                let s = if *fixed == 1 { "" } else { "s" };
                out.write(format!("{fixed} finding{s} fixed\n").as_bytes());
                return;
            }
            1 => "1 finding".to_string(),
            _ => format!("{total} findings"),
        };
        if *fixed > 0 {
            line += &format!(", {fixed} fixed");
        }
        if *safe_fixes > 0 {
            line += &format!(", {safe_fixes} fixable with --fix");
        }
        if *unsafe_fixes > 0 {
            line += &format!(", {unsafe_fixes} fixable with --unsafe-fixes");
        }
        out.write(format!("{line}\n").as_bytes());
    }

    /// The table of `--statistics`, with the number of fixes if they were applied. For formats that programs read, it goes to standard error.
    pub(super) fn table(&self, out: &mut StdoutBuffer, format: Format, fixes: bool) {
        let mut text = String::new();
        for (rule, count) in rules().iter().zip(&self.counts) {
            if *count > 0 {
                text += &format!("{count}\t{} {}\n", rule.code(), rule.name());
            }
        }
        let (total, files, fixed) = (self.total(), self.files, self.fixed);
        let plural = |count| if count == 1 { "" } else { "s" };
        text += &format!("{total}\tfinding{}", plural(total));
        if fixes {
            text += &format!(", {fixed} fixed");
        }
        text += &format!("; {files} file{} checked\n", plural(files));
        match format {
            Format::Full | Format::Short => out.write(text.as_bytes()),
            _ => text.lines().for_each(stderr::line),
        }
    }
}
