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

/// Whether this is a file of findings, in a format for programs, also after a program such as `jq` has written it again. Its URLs are
/// those of other files.
pub(super) fn is_report(document: &[u8]) -> bool {
    /// The first result is no longer.
    const HEAD: usize = 16 << 10;
    const JUNIT: &[u8] = b"<testsuites name=\"urlgrep\"";
    /// What XML declares may stand before it.
    const JUNIT_HEAD: usize = 128;
    let head = &document[..document.len().min(HEAD)];
    let has = |head: &[u8], mark: &[u8]| memchr::memmem::find(head, mark).is_some();
    match head.trim_ascii_start().first() {
        Some(b'<') => has(head.get(..JUNIT_HEAD).unwrap_or(head), JUNIT),
        Some(b'{' | b'[') => {
            let is_blank = u8::is_ascii_whitespace;
            let head: Vec<u8> = head.iter().copied().filter(|b| !is_blank(b)).collect();
            if !head.starts_with(b"{\"") && !head.starts_with(b"[{\"") {
                return false;
            }
            let schema = head.strip_prefix(b"{\"$schema\":\"".as_slice());
            let schema = schema.and_then(|rest| rest.split(|b| *b == b'"').next());
            let sarif = schema.is_some_and(|schema| has(schema, b"sarif"));
            let gitlab = has(&head, b"\"check_name\":\"") && has(&head, b"\"fingerprint\":\"");
            sarif || gitlab || has(&head, b",\"column_chars\":")
        }
        _ => false,
    }
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
                Format::Junit => Box::new(junit::Junit::default()),
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

    /// Counts the findings of a file for `--statistics`.
    pub(super) fn count(&mut self, found: &[Diagnostic], fixed: usize) {
        self.stats.add(found, fixed);
    }

    pub(super) fn file(&mut self, path: &Path, found: Vec<Diagnostic>, fixed: usize) {
        self.count(&found, fixed);
        if !self.stdout_is_document && self.options.mode != Mode::Diff {
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
                if !self.options.typed.exit_zero && self.options.fail_on.is_none() {
                    self.stats.exemption(&mut self.out);
                }
            }
        }
        if self.options.typed.statistics {
            // A document, a diff and what programs read stay as they are.
            let for_readers = matches!(self.options.format, Format::Full | Format::Short)
                && !self.stdout_is_document
                && self.options.mode != Mode::Diff;
            let out = for_readers.then_some(&mut self.out);
            let fixed = match self.options.mode {
                Mode::Fix => Some("fixed"),
                Mode::Diff => Some("would be fixed"),
                _ => None,
            };
            self.stats.table(out, fixed);
        }
        self.out.flush();
    }
}
