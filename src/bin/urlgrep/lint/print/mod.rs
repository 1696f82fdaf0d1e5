//! Output formats for findings, one per file.

mod full;
mod github;
mod gitlab;
mod json;
mod junit;
mod sarif;
mod short;
mod stats;
mod uri;

use std::path::Path;

use super::diagnostic::Diagnostic;
use super::options::{Mode, Options};
use crate::args::Format;
use crate::print::{Colors, Manner, StdoutBuffer};
use stats::Stats;

/// Whether this is a file of findings, in a format for programs. Its URLs are those of other files.
pub(super) fn is_report(document: &[u8]) -> bool {
    const BEGINNINGS: [&str; 3] = [
        r#"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json""#,
        r#"[{"type":"issue","check_name":""#,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"urlgrep\"",
    ];
    let line = document.split(|&b| b == b'\n').next();
    let is_json = |line| memchr::memmem::find(line, br#","column_chars":"#).is_some();
    let begins = |beginning: &str| document.starts_with(beginning.as_bytes());
    BEGINNINGS.into_iter().any(begins) || begins("{\"path\":") && line.is_some_and(is_json)
}

/// Writes findings, file by file.
trait PrintFindings {
    fn file(&mut self, out: &mut StdoutBuffer, path: &Path, found: &[Diagnostic]);

    /// Called after the last file.
    fn finish(&mut self, _: &mut StdoutBuffer) {}
}

/// Writes everything to standard output.
pub(super) struct Reporter<'o> {
    options: &'o Options<'o>,
    out: StdoutBuffer,
    print: Box<dyn PrintFindings>,
    stats: Stats,
    /// Whether standard output is the fixed standard input, so that findings cannot be printed there.
    stdout_is_document: bool,
}

impl<'o> Reporter<'o> {
    pub(super) fn new(options: &'o Options<'o>) -> Reporter<'o> {
        let manner = Manner {
            colors: options.color.then(Colors::default),
            ..Manner::default()
        };
        let stdin = |path: &std::path::PathBuf| path.as_os_str() == urlgrep::files::STDIN;
        Reporter {
            options,
            out: StdoutBuffer::new(manner),
            print: match options.format {
                Format::Full => Box::new(full::Full::new(options.color, options.links)),
                Format::Short => Box::new(short::Short),
                Format::Json => Box::new(json::Json),
                Format::Sarif => Box::new(sarif::Sarif::default()),
                Format::Github => Box::new(github::Github),
                Format::Gitlab => Box::new(gitlab::Gitlab::default()),
                Format::Junit => Box::new(junit::Junit::new(options.least)),
            },
            stats: Stats::default(),
            stdout_is_document: options.mode == Mode::Fix && options.paths.iter().any(stdin),
        }
    }

    /// Writes other text: a diff or a document.
    pub(super) fn text(&mut self, text: &[u8]) {
        if self.stdout_is_document {
            self.out.write(text)
        } else {
            self.out.write_lines(text)
        }
        self.out.turn();
    }

    pub(super) fn file(&mut self, path: &Path, found: Vec<Diagnostic>, fixed: usize) {
        self.stats.add(&found, fixed);
        if !self.stdout_is_document {
            self.print.file(&mut self.out, path, &found);
            self.out.turn();
        }
    }

    /// Flushes the output before a message is written to standard error.
    pub(super) fn pause(&mut self) {
        self.out.pause();
    }

    pub(super) fn finish(mut self) {
        let listing =
            !self.stdout_is_document && matches!(self.options.mode, Mode::Check | Mode::Fix);
        if listing && !self.options.typed.write_baseline {
            self.print.finish(&mut self.out);
            if self.options.format == Format::Full {
                self.stats.summary(&mut self.out);
            }
        }
        if self.options.typed.statistics {
            let fixes = self.options.mode == Mode::Fix;
            self.stats.table(&mut self.out, self.options.format, fixes);
        }
        self.out.flush();
    }
}
