//! What becomes of results once they are in order: sums are added, hyphens settled, lines printed.
//!
//! In a plain text any unbroken URL may settle a hyphen, a later one too. So from the first hyphen on that is open everything
//! is held back until the file ends or a window of it has passed; where none is open nothing is held back.

use std::mem;
use std::path::Path;
use std::sync::Arc;

use crate::evidence::Unbroken;
use crate::exit::Status;
use crate::found::Found;
use crate::input::Chunk;
use crate::options::Options;
use crate::order::Sink;
use crate::print::{self, Page, Print};
use crate::run::{Batch, HELD, Sums};
use crate::stderr;

/// In how many bytes of a plain text evidence is looked for.
const WINDOW: u64 = 16 << 20;

/// The end of the way.
pub(crate) struct Output {
    print: Box<dyn Print>,
    page: Page,
    /// Whether to say what cannot be read.
    messages: bool,
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
    warned: bool,
    /// Where the evidence begins.
    window: u64,
    unbroken: Unbroken,
    held: Vec<Found>,
}

impl Output {
    pub(crate) fn new(options: &Options) -> Output {
        Output {
            print: print::of(&options.form),
            page: Page::new(options.reads_stdin()),
            messages: options.messages,
            any: false,
            failed: false,
            so_far: SoFar::default(),
        }
    }

    /// Prints what is left.
    pub(crate) fn finish(mut self) -> Status {
        self.page.flush();
        match (self.failed, self.any) {
            (true, _) => Status::Error,
            (_, true) => Status::Yes,
            _ => Status::No,
        }
    }

    /// Says what is wrong with the chunk.
    fn complain(&mut self, path: &Path, chunk: &Chunk) {
        self.failed |= chunk.error.is_some();
        if !self.messages {
            return;
        }
        if let Some(reason) = &chunk.error {
            stderr::say(path.display(), reason);
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

    fn end(&mut self, path: &Path) {
        self.settle(path);
        let SoFar { count, .. } = mem::take(&mut self.so_far);
        self.print.end(&mut self.page, path, count);
        self.any |= count > 0;
    }

    fn print(&mut self, path: &Path, found: &Found) {
        self.print.found(&mut self.page, path, found);
        self.page.turn();
    }

    /// Settles and prints what was held back.
    fn settle(&mut self, path: &Path) {
        let held = mem::take(&mut self.so_far.held);
        if !held.is_empty() {
            let evidence = self.so_far.unbroken.evidence();
            for mut found in held {
                found.settle(&evidence);
                self.print(path, &found);
            }
        }
    }
}

impl Sink<Batch> for Output {
    fn take(&mut self, batch: Batch) {
        let Batch { chunk, count, .. } = batch;
        let path = chunk.source.path.as_path();
        if chunk.end > self.so_far.window + WINDOW && chunk.start > self.so_far.window {
            self.settle(path);
            self.so_far.unbroken.clear();
            self.so_far.window = chunk.start;
        }
        self.so_far.count += count;
        self.so_far.unbroken.append(batch.unbroken);
        for mut found in batch.found {
            self.so_far.number(&mut found);
            match found.is_open() || !self.so_far.held.is_empty() {
                true => self.so_far.held.push(found),
                false => self.print(path, &found),
            }
            if self.so_far.held.len() == HELD {
                self.settle(path);
            }
        }
        if let Some(sums) = batch.sums {
            self.so_far.add(sums);
            self.complain(path, &chunk);
            if chunk.last {
                self.end(path);
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
        }
    }
}
