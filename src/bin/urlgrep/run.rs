//! The work: every worker takes a chunk, searches it, brings what it found, and takes the next.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use rayon::ThreadPoolBuilder;
use urlgrep::{Damage, Map, Match, Place, Text, mail};

use crate::evidence::Unbroken;
use crate::exit::Status;
use crate::found::{Found, Origin};
use crate::input::{Buffer, Chunk, Input};
use crate::lines::Lines;
use crate::options::Options;
use crate::order::{Ends, Order, Turn};
use crate::output::Output;
use crate::progress::Progress;
use crate::stderr;

/// How many bytes of results may wait for their turn, for each thread.
const WAITING: usize = 8 << 20;

/// How many bytes of results are brought at once, unless a hyphen keeps more of them together.
const BATCH: usize = 128 << 10;

/// How many matches wait for what may settle a hyphen.
pub(crate) const HELD: usize = 1 << 16;

/// What was found in a chunk, or in a piece of it.
pub(crate) struct Batch {
    pub(crate) chunk: Arc<Chunk>,
    /// Those that are only counted.
    pub(crate) count: u64,
    pub(crate) found: Vec<Found>,
    /// What may settle hyphens of a plain text. Those of messages are settled.
    pub(crate) unbroken: Unbroken,
    /// If nothing of the chunk follows.
    pub(crate) sums: Option<Sums>,
}

/// What a chunk adds to the numbers of those after it.
pub(crate) struct Sums {
    pub(crate) newlines: u64,
    pub(crate) messages: u64,
    /// The last message's.
    pub(crate) id: Option<Arc<[u8]>>,
    pub(crate) date: Option<i64>,
    /// What could not be decoded, and at which byte of the file.
    pub(crate) damaged: Vec<(u64, Damage)>,
}

/// Searches all input and prints.
pub(crate) fn run(options: &Options) -> Status {
    let input = Input::new(options.paths.clone(), &options.walk, options.read);
    let progress = Progress::new();
    let output = Output::new(options, &progress);
    let order = Order::new(output, WAITING * options.threads);
    let work = || work(options, &input, &order, &progress);
    if options.threads == 1 {
        progress.during(options.progress, work);
    } else {
        match ThreadPoolBuilder::new()
            .num_threads(options.threads)
            .build()
        {
            Ok(pool) => progress.during(options.progress, || {
                pool.broadcast(|_| work());
            }),
            Err(error) => {
                stderr::say("threads", error);
                return Status::Error;
            }
        }
    }
    let output = order.into_sink();
    output.finish()
}

fn work<'a>(
    options: &'a Options,
    input: &Input,
    order: &Order<Batch, Output<'a>>,
    progress: &Progress,
) {
    let mut buffer = Buffer::default();
    while let Some(chunk) = input.next(order.has_room(), &mut buffer) {
        let (bytes, ends) = (chunk.end - chunk.start, chunk.last);
        let search = Search {
            options,
            order,
            turn: Turn::of(chunk.source.number, chunk.number),
            bytes: &buffer,
            lines: Lines::of(&buffer, chunk.start, chunk.line_start),
            chunk: Arc::new(chunk),
            origin: Origin::default(),
            unbroken: Unbroken::default(),
            open: false,
            count: 0,
            found: Vec::new(),
            weight: 0,
            damaged: Vec::new(),
        };
        search.run();
        progress.bytes.fetch_add(bytes, Relaxed);
        progress.files.fetch_add(ends.into(), Relaxed);
    }
}

/// A chunk that is being searched.
struct Search<'a, 'o> {
    options: &'a Options,
    order: &'a Order<Batch, Output<'o>>,
    turn: Turn,
    bytes: &'a [u8],
    lines: Lines<'a>,
    chunk: Arc<Chunk>,
    /// Of the text that is being searched.
    origin: Origin,
    /// Of this message; of a plain text what has not been brought yet.
    unbroken: Unbroken,
    /// Whether a hyphen is open in this message.
    open: bool,
    /// What has not been brought yet.
    count: u64,
    found: Vec<Found>,
    weight: usize,
    damaged: Vec<(u64, Damage)>,
}

impl Search<'_, '_> {
    fn run(mut self) {
        let chunk = Arc::clone(&self.chunk);
        let want = &self.options.want;
        for text in chunk
            .container
            .texts_selected(self.bytes, chunk.start, want)
        {
            self.begin(&text.place);
            if !self.is_asked_for() {
                continue;
            }
            if let Some(damage) = text.damage {
                self.damaged.push((text.map.source_of(0).start, damage));
            }
            self.text(&text);
        }
        if self.origin.message.is_some() {
            self.end_message();
        }
        let asked = self.options.form.shows_lines() && !chunk.last;
        let sums = Sums {
            newlines: if asked { self.lines.total() } else { 0 },
            messages: self.origin.message.unwrap_or(0),
            id: self.origin.id.take(),
            date: self.origin.date.take(),
            damaged: mem::take(&mut self.damaged),
        };
        let ends = if chunk.last { Ends::File } else { Ends::Chunk };
        self.bring(ends, Some(sums));
    }

    /// Begins the text at `place`.
    fn begin(&mut self, place: &Place) {
        let message = place.message.map(u64::from);
        let is_new = message != self.origin.message;
        if is_new {
            self.end_message();
            self.origin.message = message;
        }
        if is_new && self.options.needs_dates() {
            let head = self.bytes.get(place.head.clone());
            self.origin.date = head.and_then(mail::date);
        }
        if self.options.form.shows_facts() {
            if is_new {
                let head = self.bytes.get(place.head.clone());
                self.origin.id = head.and_then(mail::message_id).map(Arc::from);
            }
            let numbers: Vec<_> = place.part.iter().map(u16::to_string).collect();
            self.origin.part = (!numbers.is_empty()).then(|| numbers.join(".").into());
            self.origin.field = place.field.as_deref().map(Arc::from);
        }
    }

    /// Whether the message lies in the period that is asked for. That of one which an earlier chunk began is not known here.
    fn is_asked_for(&self) -> bool {
        self.is_continued() || self.options.period.has(self.origin.date)
    }

    fn is_continued(&self) -> bool {
        self.origin.message == Some(0)
    }

    fn text(&mut self, text: &Text<'_>) {
        for m in self.options.extractor.extract_text(text) {
            if self.options.settles {
                self.unbroken.add(&m);
            }
            if self.options.needs_urls {
                self.found(&m, &text.map);
                continue;
            }
            if self.options.ends_at_first() {
                Status::Yes.leave();
            }
            self.count += 1;
        }
    }

    fn found(&mut self, m: &Match<'_, [u8]>, map: &Map) {
        let form = &self.options.form;
        let open = self.options.settles && Found::leaves_open(m);
        if !open && !self.options.filter.keeps(m) {
            return;
        }
        let mut found = Found::of(m, map, form.shows_facts());
        found.continued = self.is_continued();
        if form.shows_lines() {
            (found.line, found.column) = self.lines.place(found.start);
        }
        if let Some(facts) = &mut found.facts {
            facts.origin = self.origin.clone();
        }
        if open {
            found.keep_open(m, map, self.bytes, self.chunk.start);
            // A plain text's hyphens are settled when more of it has been seen.
            self.open = self.origin.message.is_some();
        }
        self.weight += found.weight();
        self.found.push(found);
        if self.found.len() == HELD {
            self.settle();
        }
        if self.weight > BATCH && !self.open {
            self.bring(Ends::Batch, None);
        }
    }

    /// Settles what the message left open, for there is no more of it.
    fn end_message(&mut self) {
        self.settle();
        self.unbroken.clear();
    }

    fn settle(&mut self) {
        if mem::take(&mut self.open) {
            let evidence = self.unbroken.evidence(self.found.iter());
            let filter = &self.options.filter;
            self.found
                .retain_mut(|found| found.settle(&evidence, filter));
        }
    }

    fn bring(&mut self, ends: Ends, sums: Option<Sums>) {
        let unbroken = match self.origin.message {
            None => mem::take(&mut self.unbroken),
            Some(_) => Unbroken::default(),
        };
        let batch = Batch {
            chunk: Arc::clone(&self.chunk),
            count: mem::take(&mut self.count),
            found: mem::take(&mut self.found),
            unbroken,
            sums,
        };
        let weight = size_of::<Batch>() + mem::take(&mut self.weight);
        self.order.bring(self.turn, ends, weight, batch);
        self.turn = self.turn.after(Ends::Batch);
    }
}
