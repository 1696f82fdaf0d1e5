//! Errors and warnings about files, in the order of the results.

use std::io;
use std::mem;
use std::path::Path;

use urlgrep::files::Chunk;

use super::Output;
use crate::hint::hint;
use crate::stderr;

/// How many warnings about texts that cannot be decoded are printed for a file, and for how many files, unless they are errors.
const MAX_WARNINGS: u64 = 5;

impl Output<'_> {
    /// Reports the files and attachments that were skipped because their kind is not read.
    pub(super) fn report_unread(&self) {
        let files = (
            &self.unread,
            "not read",
            "name such a file to see what to do",
        );
        let instead = "unpack them with `ripmime -i MAIL -d FOLDER`, then search the folder";
        let attachments = (&self.attachments, "attachments not read", instead);
        for (counts, what, instead) in [files, attachments] {
            if !counts.is_empty() && self.options.reports_errors {
                stderr::line(&format!("urlgrep: {what}: {counts}; {instead}"));
            }
        }
    }

    /// Reports that options which select messages have left out all files, because none is mail.
    pub(super) fn report_no_mail(&self) {
        let selects = !self.options.message_filter.is_empty();
        let has_text = self.stats.bytes > 0;
        if selects && has_text && !self.has_mail && !self.failed && self.options.reports_errors {
            stderr::line(
                "urlgrep: warning: nothing was searched, because no file is mail (--since, --until, --from, --to and --subject select messages)",
            );
        }
    }

    /// Reports that there was no file, if no path was named: probably more was left out than somebody wanted.
    pub(super) fn report_no_file(&self) {
        let is_surprise = self.options.paths.is_empty() && !self.has_file && !self.failed;
        if is_surprise && self.options.reports_errors {
            stderr::line(
                "urlgrep: warning: no file was searched; `--hidden --no-ignore` also searches hidden and ignored files; -g, -t, --max-depth and --max-filesize leave out files",
            );
        }
    }

    /// Reports the number of the other files with texts that could not be decoded.
    pub(super) fn report_damaged(&self) {
        let others = self.damaged_files.saturating_sub(MAX_WARNINGS);
        if others > 0 && !self.options.strict_decode {
            let files = if others == 1 {
                "file has"
            } else {
                "files have"
            };
            stderr::line(&format!(
                "urlgrep: warning: {others} more {files} texts that could not be decoded; --strict-decode lists all"
            ));
        }
    }

    /// Reports texts that could not be decoded, and a cut where the container does not allow one.
    pub(super) fn warn(&mut self, path: &Path, chunk: &Chunk, damaged: &[(u64, String)]) {
        self.failed |= self.options.strict_decode && !damaged.is_empty();
        if !self.options.reports_errors {
            return;
        }
        for (byte, damage) in damaged {
            self.so_far.damaged += 1;
            self.damaged_files += u64::from(self.so_far.damaged == 1);
            let is_over = self.so_far.damaged > MAX_WARNINGS || self.damaged_files > MAX_WARNINGS;
            if is_over && !self.options.strict_decode {
                continue;
            }
            let warning = format!("warning: {damage}; byte {byte}, searched without decoding");
            stderr::say(path.display(), warning);
        }
        if chunk.forced && !mem::replace(&mut self.so_far.warned, true) {
            let (name, max) = (chunk.container.name(), chunk.container.max() >> 20);
            let what = format!("{name} of over {max} MiB in one piece");
            let warning = format!(
                "warning: {what}, searched in parts from byte {} on; a URL that is broken over two parts is cut",
                chunk.start
            );
            stderr::say(path.display(), warning);
        }
    }

    /// Reports the number of the other warnings.
    pub(super) fn count_warnings(&self, path: &Path) {
        let others = self.so_far.damaged.saturating_sub(MAX_WARNINGS);
        let is_named = self.damaged_files <= MAX_WARNINGS;
        if others > 0 && is_named && !self.options.strict_decode {
            let texts = if others == 1 { "text" } else { "texts" };
            let warning = format!(
                "warning: {others} more {texts} could not be decoded; --strict-decode lists all"
            );
            stderr::say(path.display(), warning);
        }
    }

    /// Reports why the rest of the file could not be read.
    pub(super) fn complain(&mut self, path: &Path, chunk: &Chunk) {
        let Some(error) = &chunk.error else {
            return;
        };
        self.so_far.failed = true;
        self.failed = true;
        self.stats.errors += 1;
        if self.options.reports_errors {
            let kept = match (chunk.end, self.so_far.count) {
                (0, _) => String::new(),
                (_, 1) => "; 1 URL before that was kept".to_string(),
                (_, count) => format!("; {count} URLs before that were kept"),
            };
            let reason = self.reason(path, error);
            stderr::say(path.display(), format_args!("{reason}{kept}"));
        }
    }

    /// Why the file cannot be read, and what to do if its path is no path.
    fn reason(&self, path: &Path, error: &io::Error) -> String {
        let reason = stderr::reason(error);
        let paths = &self.options.paths;
        let is_named = paths.iter().any(|named| named == path);
        let is_missing = is_named && error.kind() == io::ErrorKind::NotFound;
        let others_follow = paths.len() > 1 && paths[0] == path;
        match is_missing.then(|| hint(path, others_follow)) {
            Some(Some(hint)) => format!("{reason}; {hint}"),
            _ => reason,
        }
    }
}
