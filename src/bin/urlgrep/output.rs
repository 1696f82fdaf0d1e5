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
use crate::options::Options;
use crate::order::Sink;
use crate::print::{self, Page, Print};
use crate::run::Searched;
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

    fn complain(&mut self, path: &Path, searched: &Searched) {
        let chunk = &searched.chunk;
        self.failed |= chunk.error.is_some();
        if !self.messages {
            return;
        }
        if let Some(reason) = &chunk.error {
            stderr::say(path.display(), reason);
        }
        if chunk.forced && !mem::replace(&mut self.so_far.warned, true) {
            let (name, max) = (chunk.container.name(), chunk.container.max() >> 20);
            let warning = format!(
                "warning: {name} over {max} MiB in one piece, searched in parts from byte {} on",
                chunk.start
            );
            stderr::say(path.display(), warning);
        }
    }

    fn print(&mut self, path: &Path, found: &Found) {
        self.print.found(&mut self.page, path, found);
        self.page.turn();
    }

    /// Settles and prints what was held back.
    fn settle(&mut self, path: &Path) {
        let unbroken = mem::take(&mut self.so_far.unbroken);
        let held = mem::take(&mut self.so_far.held);
        if held.is_empty() {
            return;
        }
        let evidence = unbroken.evidence();
        for mut found in held {
            found.settle(&evidence);
            self.print(path, &found);
        }
    }
}

impl Sink<Searched> for Output {
    fn take(&mut self, mut searched: Searched) {
        let file = Arc::clone(&searched.file);
        let path = file.path.as_path();
        self.complain(path, &searched);
        if searched.chunk.start >= self.so_far.window + WINDOW {
            self.settle(path);
            self.so_far.window = searched.chunk.start;
        }
        let found = self.so_far.add(&mut searched);
        for found in found {
            match found.is_open() || !self.so_far.held.is_empty() {
                true => self.so_far.held.push(found),
                false => self.print(path, &found),
            }
        }
        if searched.chunk.last {
            self.settle(path);
            self.print.end(&mut self.page, path, self.so_far.count);
            self.any |= self.so_far.count > 0;
            self.so_far = SoFar::default();
        }
        self.page.pause();
    }
}

impl SoFar {
    /// Takes the chunk's sums, and what was found in it, counted from the file's start.
    fn add(&mut self, searched: &mut Searched) -> Vec<Found> {
        let mut found = mem::take(&mut searched.found);
        for found in &mut found {
            found.line += self.newlines;
            if let Some(message) = &mut found.message {
                if message.number == 0 {
                    message.id.clone_from(&self.id);
                }
                message.number += self.messages;
            }
            // Before the first message of what is said to be an mbox.
            found.message.take_if(|message| message.number == 0);
        }
        self.count += searched.count;
        self.newlines += searched.newlines;
        self.messages += searched.messages;
        if searched.messages > 0 {
            self.id = searched.id.take();
        }
        self.unbroken.append(mem::take(&mut searched.unbroken));
        found
    }
}
