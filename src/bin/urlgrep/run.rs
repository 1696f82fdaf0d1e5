//! The work: every worker takes a chunk, searches it, brings what it found, and takes the next.

use std::sync::Arc;

use rayon::ThreadPoolBuilder;
use urlgrep::{Match, Text, mail};

use crate::evidence::Unbroken;
use crate::exit::Status;
use crate::found::{Found, Message};
use crate::input::{Buffer, Chunk, File, Input};
use crate::lines::Lines;
use crate::options::Options;
use crate::order::{Order, Turn};
use crate::output::Output;
use crate::print::Form;
use crate::stderr;

/// How many bytes of results may wait for their turn, for each thread.
const WAITING: usize = 4 << 20;

/// What a chunk held.
pub(crate) struct Searched {
    pub(crate) file: Arc<File>,
    pub(crate) chunk: Chunk,
    /// None if they are only counted.
    pub(crate) found: Vec<Found>,
    pub(crate) count: u64,
    /// What later chunks need: newlines, messages, the last one's Message-ID.
    pub(crate) newlines: u64,
    pub(crate) messages: u64,
    pub(crate) id: Option<Arc<[u8]>>,
    /// Of a text without messages; theirs are settled.
    pub(crate) unbroken: Unbroken,
}

/// Searches all input and prints.
pub(crate) fn run(options: &Options) -> Status {
    let input = Input::of(options.paths.clone(), options.container);
    let order = Order::new(Output::new(options), WAITING * options.threads);
    match options.threads {
        1 => work(options, &input, &order),
        threads => match ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => {
                pool.broadcast(|_| work(options, &input, &order));
            }
            Err(error) => {
                stderr::say("threads", error);
                return Status::Error;
            }
        },
    }
    order.into_sink().finish()
}

fn work(options: &Options, input: &Input, order: &Order<Searched, Output>) {
    let mut buffer = Buffer::default();
    while let Some((file, chunk)) = input.next(order.has_room(), &mut buffer) {
        let turn = Turn {
            file: file.number,
            chunk: chunk.number,
            last: chunk.last,
        };
        let searched = search(options, file, chunk, &buffer);
        order.bring(turn, searched.weight(), searched);
    }
}

/// Finds what is in the chunk, which has these bytes.
fn search(options: &Options, file: Arc<File>, chunk: Chunk, bytes: &[u8]) -> Searched {
    let texts = chunk.container.texts(bytes, chunk.start);
    let mut search = Search {
        options,
        bytes,
        lines: Lines::of(bytes),
        settled: 0,
        out: Searched::new(file, chunk),
    };
    let mut message = None;
    for text in texts {
        if text.place.message != message {
            search.settle();
            message = text.place.message;
        }
        search.text(&text);
    }
    if message.is_some() {
        search.settle();
    }
    search.finish()
}

/// A chunk that is being searched.
struct Search<'a> {
    options: &'a Options,
    bytes: &'a [u8],
    lines: Lines<'a>,
    /// How many of the found lie in messages before this one.
    settled: usize,
    out: Searched,
}

impl Search<'_> {
    fn text(&mut self, text: &Text<'_>) {
        let message = self.message(text);
        for m in self.options.extractor.extract_text(text) {
            if self.options.settles {
                self.out.unbroken.add(&m);
            }
            if !self.options.wants(&m) {
                continue;
            }
            self.out.count += 1;
            match self.options.form {
                Form::Quiet => Status::Yes.leave(),
                Form::Count { .. } => {}
                Form::Plain(_) | Form::Json => self.found(m, text, &message),
            }
        }
    }

    /// The message that the text belongs to.
    fn message(&mut self, text: &Text<'_>) -> Option<Message> {
        let number = u64::from(text.place.message?);
        if number > self.out.messages {
            self.out.messages = number;
            let asked = self.options.form.shows_facts();
            let id = asked.then(|| mail::message_id(&self.bytes[text.place.head.clone()]));
            self.out.id = id.flatten().map(Arc::from);
        }
        let id = self.out.id.clone();
        Some(Message { number, id })
    }

    fn found(&mut self, m: Match<'_, [u8]>, text: &Text<'_>, message: &Option<Message>) {
        let form = &self.options.form;
        let mut found = Found::of(&m, &text.map, form.shows_facts());
        found.message.clone_from(message);
        if form.shows_lines() {
            let chunk = &self.out.chunk;
            let (newlines, line) = self.lines.before((found.start - chunk.start) as usize);
            let line = line.map_or(chunk.line_start, |at| chunk.start + at as u64);
            found.line = newlines + 1;
            found.column = found.start - line + 1;
        }
        if self.options.settles {
            found.keep_open(m, &text.map);
        }
        self.out.found.push(found);
    }

    /// Settles what the message left open, and begins the next.
    fn settle(&mut self) {
        let found = &mut self.out.found[self.settled..];
        if found.iter().any(Found::is_open) {
            let evidence = self.out.unbroken.evidence();
            found.iter_mut().for_each(|found| found.settle(&evidence));
        }
        self.settled = self.out.found.len();
        self.out.unbroken.clear();
    }

    fn finish(mut self) -> Searched {
        if self.options.form.shows_lines() && !self.out.chunk.last {
            self.out.newlines = self.lines.all();
        }
        self.out
    }
}

impl Searched {
    fn new(file: Arc<File>, chunk: Chunk) -> Searched {
        Searched {
            file,
            chunk,
            found: Vec::new(),
            count: 0,
            newlines: 0,
            messages: 0,
            id: None,
            unbroken: Unbroken::default(),
        }
    }

    /// About how many bytes it takes.
    fn weight(&self) -> usize {
        size_of::<Searched>() + self.found.iter().map(Found::weight).sum::<usize>()
    }
}
