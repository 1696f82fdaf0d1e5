//! What becomes of results once they are in order: sums are added, hyphens settled, lines printed.
//!
//! In a plain text any unbroken URL may settle a hyphen, a later one too. So from the first hyphen on that is open everything
//! is held back until the file ends or a window of it has passed; where none is open nothing is held back.

use std::mem;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use urlgrep::Damage;

use crate::evidence::Unbroken;
use crate::exit::Status;
use crate::found::Found;
use crate::input::Chunk;
use crate::options::Options;
use crate::order::Sink;
use crate::print::{self, Form, Print, Stats, StdoutBuffer};
use crate::progress::Progress;
use crate::run::{Batch, HELD, Sums};
use crate::stderr;
use crate::unique::Seen;

/// In how many bytes of a plain text evidence is looked for.
const WINDOW: u64 = 16 << 20;

/// The end of the way.
pub(crate) struct Output<'a> {
    options: &'a Options,
    progress: &'a Progress,
    print: Box<dyn Print>,
    page: StdoutBuffer,
    seen: Option<Seen>,
    stats: Stats,
    any: bool,
    failed: bool,
    /// Of the file whose results come now.
    so_far: SoFar,
}

/// What the chunks of a file have brought.
#[derive(Default)]
struct SoFar {
    count: u64,
    newlines: u64,
    messages: u64,
    /// The last message's.
    id: Option<Arc<[u8]>>,
    date: Option<i64>,
    warned: bool,
    /// Whether all of it was read.
    failed: bool,
    /// Where the evidence begins.
    window: u64,
    unbroken: Unbroken,
    held: Vec<Found>,
}

impl<'a> Output<'a> {
    pub(crate) fn new(options: &'a Options, progress: &'a Progress) -> Output<'a> {
        Output {
            options,
            progress,
            print: print::of(&options.form),
            page: StdoutBuffer::new(options.manner),
            seen: options.unique.map(Seen::by),
            stats: Stats::new(),
            any: false,
            failed: false,
            so_far: SoFar::default(),
        }
    }

    /// Prints what is left.
    pub(crate) fn finish(mut self) -> Status {
        self.print.finish(&mut self.page);
        if self.options.stats {
            self.stats.print(&mut self.page);
        }
        self.page.flush();
        match (self.failed, self.any) {
            (true, _) => Status::Error,
            (_, true) => Status::Yes,
            _ => Status::No,
        }
    }

    /// Says what is wrong with the chunk.
    fn warn(&mut self, path: &Path, chunk: &Chunk, damaged: &[(u64, Damage)]) {
        self.failed |= self.options.strict_decode && !damaged.is_empty();
        if !self.options.messages {
            return;
        }
        for (byte, damage) in damaged {
            let warning = format!(
                "warning: {}; byte {byte}, searched as it lies",
                damage.message()
            );
            stderr::say(path.display(), warning);
        }
        if chunk.forced && !mem::replace(&mut self.so_far.warned, true) {
            let (name, max) = (chunk.container.name(), chunk.container.max() >> 20);
            let what = format!("{name} of over {max} MiB in one piece");
            let warning = format!(
                "warning: {what}, searched in parts from byte {} on",
                chunk.start
            );
            stderr::say(path.display(), warning);
        }
    }

    /// Says why no more of the file could be read.
    fn complain(&mut self, path: &Path, chunk: &Chunk) {
        let Some(reason) = &chunk.error else {
            return;
        };
        self.so_far.failed = true;
        self.failed = true;
        self.stats.errors += 1;
        if self.options.messages {
            let kept = match (chunk.end, self.so_far.count) {
                (0, _) => String::new(),
                (_, 1) => "; 1 URL before that was kept".to_string(),
                (_, count) => format!("; {count} URLs before that were kept"),
            };
            stderr::say(path.display(), format_args!("{reason}{kept}"));
        }
    }

    /// Whether no more of the file is wanted.
    fn has_enough(&self) -> bool {
        let max = self.options.max_count;
        max.is_some_and(|max| self.so_far.count >= max)
    }

    /// Ends a file.
    fn end(&mut self, path: &Path, chunk: &Chunk, had_enough: bool) {
        self.settle(path);
        if !had_enough {
            self.complain(path, chunk);
        }
        let SoFar { count, failed, .. } = mem::take(&mut self.so_far);
        self.stats.files += u64::from(!failed && !chunk.passed_over);
        self.stats.with_urls += u64::from(count > 0);
        self.any |= match self.options.form {
            Form::List { with: false, .. } => count == 0 && !failed && !chunk.passed_over,
            _ => count > 0,
        };
        // Of a file that was not searched nobody knows that it has none.
        if count > 0 || !failed && !chunk.passed_over {
            self.print.end(&mut self.page, path, count);
        }
        self.page.turn();
    }

    /// So many more.
    fn count(&mut self, count: u64) {
        let max = self.options.max_count.unwrap_or(u64::MAX);
        let count = count.min(max - self.so_far.count);
        if count > 0 && self.options.ends_at_first() {
            Status::Yes.leave();
        }
        self.so_far.count += count;
        self.stats.urls += count;
        self.progress.urls.fetch_add(count, Relaxed);
    }

    fn print(&mut self, path: &Path, found: &Found) {
        if self.has_enough() {
            return;
        }
        let seen = self.seen.as_mut();
        if seen.is_some_and(|seen| !seen.is_first(&found.url)) {
            return;
        }
        self.count(1);
        self.print.found(&mut self.page, path, found);
        self.page.turn();
    }

    /// Settles and prints what was held back.
    fn settle(&mut self, path: &Path) {
        let mut held = mem::take(&mut self.so_far.held);
        if !held.is_empty() {
            let evidence = self.so_far.unbroken.evidence(held.iter());
            held.retain_mut(|found| found.settle(&evidence, &self.options.filter));
            for found in held {
                self.print(path, &found);
            }
        }
    }
}

impl Sink<Batch> for Output<'_> {
    fn take(&mut self, batch: Batch) {
        let Batch { chunk, count, .. } = batch;
        let path = chunk.source.path.as_path();
        if chunk.end > self.so_far.window + WINDOW && chunk.start > self.so_far.window {
            self.settle(path);
            self.so_far.unbroken.clear();
            self.so_far.window = chunk.start;
        }
        // What is read beyond what is wanted depends on the threads, so nothing is told of it.
        let had_enough = self.has_enough();
        self.count(count);
        self.so_far.unbroken.append(batch.unbroken);
        for mut found in batch.found {
            if found.continued && !self.options.period.has(self.so_far.date) {
                continue;
            }
            self.so_far.number(&mut found);
            match found.is_open() || !self.so_far.held.is_empty() {
                true => self.so_far.held.push(found),
                false => self.print(path, &found),
            }
            if self.so_far.held.len() == HELD {
                self.settle(path);
            }
        }
        if self.has_enough() {
            chunk.source.enough.store(true, Relaxed);
        }
        if let Some(sums) = batch.sums {
            if !had_enough {
                self.stats.bytes += chunk.end - chunk.start;
                self.stats.messages += sums.messages;
                self.warn(path, &chunk, &sums.damaged);
            }
            self.so_far.add(sums);
            if chunk.last {
                self.end(path, &chunk, had_enough);
            }
        }
        self.page.pause();
    }
}

impl SoFar {
    /// Makes numbers of the chunk numbers of the file.
    fn number(&self, found: &mut Found) {
        found.line += self.newlines;
        let Some(facts) = &mut found.facts else {
            return;
        };
        let origin = &mut facts.origin;
        if origin.message == Some(0) {
            origin.id.clone_from(&self.id);
            origin.date = self.date;
        }
        let number = origin.message.map(|number| number + self.messages);
        // Before the first one of what is only said to be an mbox there is 0.
        origin.message = number.filter(|&number| number > 0);
    }

    fn add(&mut self, sums: Sums) {
        self.newlines += sums.newlines;
        self.messages += sums.messages;
        if sums.messages > 0 {
            self.id = sums.id;
            self.date = sums.date;
        }
    }
}
