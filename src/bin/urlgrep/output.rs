//! The last stage. It takes results in order, adds sums, resolves hyphens and prints rows.
//!
//! In a plain text any unbroken URL may decide an open hyphen, also a later one. So from an open hyphen on everything is held until
//! the file ends or a window of it has passed. A match that is to be printed with lines of the next chunk is held until that comes.

mod unread;
mod warnings;

use std::collections::VecDeque;
use std::mem;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use urlgrep::HyphenEvidence;

use crate::around::AroundOptions;
use crate::batch::{Batch, Sums};
use crate::exit::Status;
use crate::found::{self, Deferred, Header, Origin};
use crate::options::Options;
use crate::order::Sink;
use crate::print::{Base, Listed, OutputForm, Print, Rows, Stats, StdoutBuffer};
use crate::progress::Progress;
use crate::stopwatch::Times;
use crate::unique::Seen;
use unread::UnreadCounts;
use urlgrep::files::Chunk;

/// How many bytes of rows may be held: those with lines around URLs are long.
const MOST_HELD: usize = 64 << 20;

/// Prints the results of all files.
pub(crate) struct Output<'a> {
    options: &'a Options,
    progress: &'a Progress,
    print: Box<dyn Print>,
    stdout: StdoutBuffer,
    /// For one row at a time.
    row: Rows,
    seen: Option<Seen>,
    stats: Stats,
    times: &'a Times,
    any: bool,
    failed: bool,
    /// Whether there was a file.
    has_file: bool,
    /// Whether there was a message.
    has_mail: bool,
    /// The number of files with texts that could not be decoded.
    damaged_files: u64,
    /// The files of directories that were skipped because their kind is not read.
    unread: UnreadCounts,
    /// The attachments of such kinds.
    attachments: UnreadCounts,
    /// The file whose results come now.
    so_far: SoFar,
}

/// The results of a file so far.
#[derive(Default)]
struct SoFar {
    count: u64,
    base: Base,
    /// The header of the last message.
    header: Header,
    /// Whether a row was printed.
    began: bool,
    warned: bool,
    /// The number of texts that could not be decoded.
    damaged: u64,
    /// Whether some of it could not be read.
    failed: bool,
    /// The last lines of the chunks so far, if lines around URLs are shown.
    last_lines: Vec<String>,
    /// Where the evidence begins.
    window: u64,
    evidence: HyphenEvidence,
    held: Vec<HeldBatch>,
    /// The number of matches in `held`, and about how many bytes of memory their rows take.
    held_count: usize,
    held_weight: usize,
}

/// Matches of a batch that are not printed yet.
struct HeldBatch {
    rows: Arc<Rows>,
    /// The rows that are not printed.
    range: Range<usize>,
    deferred: VecDeque<Deferred>,
    base: Base,
}

impl<'a> Output<'a> {
    pub(crate) fn new(
        options: &'a Options,
        progress: &'a Progress,
        times: &'a Times,
    ) -> Output<'a> {
        let stdout = StdoutBuffer::new(options.manner);
        Output {
            options,
            progress,
            print: options.form.printer(),
            row: Rows::new(stdout.style()),
            stdout,
            seen: options.unique.map(Seen::new),
            stats: Stats::default(),
            times,
            any: false,
            failed: false,
            has_file: false,
            has_mail: false,
            damaged_files: 0,
            unread: UnreadCounts::default(),
            attachments: UnreadCounts::default(),
            so_far: SoFar::default(),
        }
    }

    /// Ends the output.
    pub(crate) fn finish(mut self) -> Status {
        self.print.finish(&mut self.stdout, &self.stats);
        if self.options.stats {
            let seconds = self.progress.seconds();
            self.stats.print(seconds, self.times, &mut self.stdout);
        }
        self.stdout.flush();
        self.report_damaged();
        self.report_unread();
        self.report_no_mail();
        self.report_no_file();
        self.any &= !self.print.is_empty();
        match (self.failed, self.any) {
            (true, _) => Status::Error,
            (_, true) => Status::Yes,
            _ => Status::No,
        }
    }

    /// How many more matches of the file are wanted: after an error, none.
    fn left(&self) -> u64 {
        if self.so_far.failed {
            return 0;
        }
        self.options.max_count.unwrap_or(u64::MAX) - self.so_far.count
    }

    /// Ends a file.
    fn end(&mut self, path: &Path, chunk: &Chunk, had_enough: bool) {
        self.resolve(path);
        self.count_warnings(path);
        if !had_enough {
            self.complain(path, chunk);
        }
        let SoFar { count, failed, .. } = mem::take(&mut self.so_far);
        if let Some(unread) = chunk.unread.filter(|unread| unread.is_reported) {
            self.unread.add(unread);
        }
        self.has_file = true;
        let was_searched = !failed && !chunk.skipped;
        self.stats.files += u64::from(was_searched);
        self.stats.with_urls += u64::from(count > 0);
        self.any |= match self.options.form {
            OutputForm::List(Listed { with: false, .. }) => count == 0 && was_searched,
            _ => count > 0,
        };
        // A file that was not searched may have URLs.
        if count > 0 || was_searched {
            self.print.end(&mut self.stdout, path, count);
        }
        self.stdout.turn();
    }

    /// Counts matches up to the limit of the file.
    fn count(&mut self, count: u64) {
        let count = count.min(self.left());
        if count > 0 && self.options.ends_at_first() {
            Status::Yes.leave();
        }
        self.so_far.count += count;
        self.stats.urls += count;
        self.progress.urls.fetch_add(count, Relaxed);
    }

    /// Prints a range of rows; with `-U` only those that are new.
    fn print_rows(&mut self, path: &Path, rows: &Rows, range: Range<usize>, base: Base) {
        if self.seen.is_none() {
            return self.print_range(path, rows, range, base);
        }
        for i in range {
            let is_first = |seen: &mut Seen| seen.is_first(rows.key(i));
            if self.left() > 0 && self.seen.as_mut().is_none_or(is_first) {
                self.print_range(path, rows, i..i + 1, base);
            }
        }
    }

    /// Prints a range of rows up to the limit of the file.
    fn print_range(&mut self, path: &Path, rows: &Rows, range: Range<usize>, base: Base) {
        let count = (range.len() as u64).min(self.left());
        if count == 0 {
            return;
        }
        self.count(count);
        if !mem::replace(&mut self.so_far.began, true) {
            self.print.begin(&mut self.stdout, path);
        }
        let range = range.start..range.start + count as usize;
        self.print.rows(&mut self.stdout, rows, range, base);
        self.stdout.turn();
    }

    /// Prints matches up to the first that waits. Whether all were printed.
    fn print(&mut self, path: &Path, batch: &mut HeldBatch) -> bool {
        loop {
            let next = batch.deferred.front();
            let end = next.map_or(batch.range.end, |next| next.after);
            self.print_rows(path, &batch.rows, batch.range.start..end, batch.base);
            batch.range.start = end;
            if next.is_some_and(Deferred::waits) {
                return false;
            }
            let Some(next) = batch.deferred.pop_front() else {
                return true;
            };
            let mut row = mem::take(&mut self.row);
            row.clear();
            self.options.render(&mut row, path, &next.found());
            self.print_rows(path, &row, 0..1, batch.base);
            self.row = row;
        }
    }

    /// Prints matches, or holds them from the first that waits.
    fn print_or_hold(&mut self, path: &Path, mut batch: HeldBatch) {
        while !self.so_far.held.is_empty() || !self.print(path, &mut batch) {
            let room = HyphenEvidence::MOST_WAITING - self.so_far.held_count;
            let rest = batch.split_off(room);
            self.so_far.held_count += batch.len();
            self.so_far.held_weight += batch.weight();
            self.so_far.held.push(batch);
            let SoFar {
                held_count,
                held_weight,
                ..
            } = self.so_far;
            if held_count < HyphenEvidence::MOST_WAITING && held_weight < MOST_HELD {
                return;
            }
            self.resolve(path);
            batch = rest;
        }
    }

    /// Adds the first lines of a chunk to the matches that wait for them, and prints what waits no more.
    fn add_lines(&mut self, path: &Path, lines: &[String]) {
        if lines.is_empty() {
            return;
        }
        (self.so_far.held_count, self.so_far.held_weight) = (0, 0);
        for mut batch in mem::take(&mut self.so_far.held) {
            let deferred = batch.deferred.iter_mut();
            deferred.for_each(|deferred| deferred.around.add_after(lines));
            self.print_or_hold(path, batch);
        }
    }

    /// Resolves hyphens, and prints everything that was held.
    fn resolve(&mut self, path: &Path) {
        let mut held = mem::take(&mut self.so_far.held);
        (self.so_far.held_count, self.so_far.held_weight) = (0, 0);
        let deferred = held.iter_mut().map(|batch| &mut batch.deferred);
        found::resolve(deferred, &mut self.so_far.evidence, &self.options.filter);
        for mut batch in held {
            self.print(path, &mut batch);
        }
    }
}

impl Sink<Box<Batch>> for Output<'_> {
    fn take(&mut self, batch: Box<Batch>) {
        let Batch { chunk, count, .. } = *batch;
        let path = chunk.source.path.as_path();
        self.add_lines(path, &batch.first_lines);
        if chunk.end > self.so_far.window + HyphenEvidence::WINDOW
            && chunk.start > self.so_far.window
        {
            self.resolve(path);
            self.so_far.evidence.clear_urls();
            self.so_far.window = chunk.start;
        }
        // How much is read after the last wanted match depends on the threads, so nothing is reported from there.
        let had_enough = self.left() == 0;
        self.count(count);
        self.so_far.evidence.append(batch.evidence);
        let mut held = HeldBatch {
            range: 0..batch.rows.len(),
            rows: Arc::new(batch.rows),
            deferred: batch.deferred,
            base: self.so_far.base,
        };
        let takes_all = self.options.message_filter.is_empty();
        held.deferred.retain_mut(|deferred| {
            deferred.around.add_before(&self.so_far.last_lines);
            !self.so_far.continues(&mut deferred.origin) || takes_all || self.so_far.header.selected
        });
        self.print_or_hold(path, held);
        if chunk.paused {
            self.resolve(path);
        }
        if self.left() == 0 {
            chunk.source.enough.store(true, Relaxed);
        }
        if let Some(sums) = batch.sums {
            self.has_mail |= sums.messages > 0 || chunk.source.header.is_some();
            if !had_enough {
                if !chunk.repeats {
                    self.stats.bytes += chunk.end - chunk.start;
                }
                self.stats.messages += sums.messages;
                for (notation, bytes) in &sums.notations {
                    *self.stats.notations.entry(notation).or_default() += bytes;
                }
                self.warn(path, &chunk, &sums.damaged);
                sums.unread
                    .iter()
                    .for_each(|kind| self.attachments.add(kind));
            }
            self.so_far.add(sums, &self.options.around);
            if chunk.last {
                self.end(path, &chunk, had_enough);
            } else if chunk.error.is_some() && !had_enough {
                self.resolve(path);
                self.complain(path, &chunk);
            }
        }
        if chunk.paused {
            self.stdout.flush()
        } else {
            self.stdout.pause()
        }
    }
}

impl HeldBatch {
    fn len(&self) -> usize {
        self.range.len() + self.deferred.len()
    }

    /// About how many bytes of memory it takes.
    fn weight(&self) -> usize {
        let deferred: usize = self.deferred.iter().map(Deferred::weight).sum();
        self.rows.weight() + deferred
    }

    /// Keeps this number of matches and returns the rest.
    fn split_off(&mut self, count: usize) -> HeldBatch {
        let start = self.range.start;
        let mut places = self.deferred.iter().zip(0..);
        let kept = places.position(|(deferred, i)| deferred.after - start + i >= count);
        let kept = kept.unwrap_or(self.deferred.len());
        let middle = self.range.end.min(start + count - kept);
        HeldBatch {
            rows: Arc::clone(&self.rows),
            range: middle..mem::replace(&mut self.range.end, middle),
            deferred: self.deferred.split_off(kept),
            base: self.base,
        }
    }
}

impl SoFar {
    /// Whether the message began in an earlier chunk; then completes its origin.
    fn continues(&self, origin: &mut Origin) -> bool {
        if origin.message != Some(0) {
            return false;
        }
        origin.header.clone_from(&self.header);
        // A file that does not begin with a message has text before the first one.
        origin.message = Some(0).filter(|_| self.base.messages > 0);
        true
    }

    fn add(&mut self, sums: Sums, around: &AroundOptions) {
        self.last_lines.extend(sums.last_lines);
        let too_many = self
            .last_lines
            .len()
            .saturating_sub(around.lines_of_others().before);
        self.last_lines.drain(..too_many);
        self.base.newlines += sums.newlines;
        self.base.messages += sums.messages;
        if sums.messages > 0 {
            self.header = sums.header;
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use urlgrep::files::{Buffer, Input, ReadFrom, ReadOptions};

    use super::*;
    use crate::args::Args;

    /// A batch that counts one URL, of a chunk in the middle of a file.
    fn batch(error: bool, last: bool) -> Box<Batch> {
        let input = Input::from_reader(&b"http://a.org/\n"[..], ReadOptions::default());
        let mut chunk = input
            .next(ReadFrom::AnyFile, &mut Buffer::default())
            .expect("a chunk");
        chunk.error = error.then(|| std::io::ErrorKind::Interrupted.into());
        (chunk.last, chunk.ends_source) = (last, last);
        Box::new(Batch {
            chunk: Arc::new(chunk),
            count: 1,
            rows: Rows::default(),
            first_lines: Vec::new(),
            deferred: VecDeque::new(),
            evidence: HyphenEvidence::new(),
            sums: Some(Sums::default()),
        })
    }

    /// With several threads, later chunks of the file may have been read before.
    #[test]
    fn a_file_ends_at_its_first_error() {
        let args =
            Args::try_parse_from(["urlgrep", "-q", "--stats", "--no-messages"]).expect("options");
        let options = Options::from_args(&args).expect("options");
        let (progress, times) = (Progress::new(Arc::default(), None), Times::default());
        let mut output = Output::new(&options, &progress, &times);
        for (error, last, urls, errors) in [
            (false, false, 1, 0),
            (true, false, 2, 1),
            (true, false, 2, 1),
            (false, true, 2, 1),
            // The next file.
            (false, true, 3, 1),
        ] {
            output.take(batch(error, last));
            assert_eq!((output.stats.urls, output.stats.errors), (urls, errors));
        }
        assert!(output.failed);
        assert_eq!((output.stats.files, output.stats.with_urls), (1, 2));
    }
}
