//! What is printed of findings: one form a file.

mod full;
mod github;
mod gitlab;
mod json;
mod junit;
mod sarif;
mod short;
mod stats;
mod uri;

use super::diagnostic::Diagnostic;
use super::options::{Mode, Options};
use crate::args::Format;
use crate::print::{Manner, StdoutBuffer};
use stats::Stats;

/// Writes findings, file after file.
trait Print {
    fn file(&mut self, page: &mut StdoutBuffer, path: &str, found: &[Diagnostic]);

    /// After the last file.
    fn finish(&mut self, _: &mut StdoutBuffer) {}
}

/// All that is printed.
pub(super) struct Report<'o> {
    options: &'o Options,
    page: StdoutBuffer,
    print: Box<dyn Print>,
    stats: Stats,
    /// Whether standard output is the document that was standard input.
    aside: bool,
}

impl<'o> Report<'o> {
    pub(super) fn new(options: &'o Options) -> Report<'o> {
        let manner = Manner {
            color: options.color,
            ..Manner::default()
        };
        let stdin = |path: &std::path::PathBuf| path.as_os_str() == crate::input::STDIN;
        Report {
            options,
            page: StdoutBuffer::new(manner),
            print: match options.format {
                Format::Full => Box::new(full::Full::new(options.color, options.links)),
                Format::Short => Box::new(short::Short),
                Format::Json => Box::new(json::Json),
                Format::Sarif => Box::new(sarif::Sarif::default()),
                Format::Github => Box::new(github::Github),
                Format::Gitlab => Box::new(gitlab::Gitlab::default()),
                Format::Junit => Box::new(junit::Junit::default()),
            },
            stats: Stats::default(),
            aside: options.mode == Mode::Fix && options.paths.iter().any(stdin),
        }
    }

    /// What is neither finding nor sum: a diff, a document.
    pub(super) fn text(&mut self, text: &[u8]) {
        match self.aside {
            true => self.page.write(text),
            false => self.page.write_lines(text),
        }
        self.page.turn();
    }

    pub(super) fn file(&mut self, path: &str, found: Vec<Diagnostic>, fixed: usize) {
        self.stats.add(&found, fixed);
        if !self.aside {
            self.print.file(&mut self.page, path, &found);
            self.page.turn();
        }
    }

    /// Passes on what was written, before something is said on standard error.
    pub(super) fn pause(&mut self) {
        self.page.pause();
    }

    pub(super) fn finish(mut self) {
        let listing = !self.aside && self.options.mode != Mode::Diff;
        if listing && self.options.write_baseline.is_none() {
            self.print.finish(&mut self.page);
            if self.options.format == Format::Full {
                self.stats.sum(&mut self.page);
            }
        }
        if self.options.stats {
            self.stats.table(&mut self.page, self.options.format);
        }
        self.page.flush();
    }
}
