//! The search of one chunk: its texts, their matches, and the hyphens that are still open.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::iter;
use std::mem;
use std::sync::Arc;

use urlgrep::{Damage, HyphenEvidence, Map, Match, Place, Text, mail};

use crate::around::{Around, Edges, LineCounts, MOST_LINES};
use crate::batch::{Batch, Sums};
use crate::found::{self, Deferred, Found, Header, Origin};
use crate::newlines::Newlines;
use crate::options::Options;
use crate::order::{Ends, Order, Turn};
use crate::output::Output;
use crate::print::{Rows, TextStyle};
use crate::stopwatch::{Stage, Stopwatch};
use urlgrep::files::{Chunk, Lines};

/// From this weight on results are submitted, unless a message has an open hyphen.
const BATCH: usize = 128 << 10;

/// So are rows from this weight on: each may have a long subject or many lines.
const LONG_ROWS: usize = 4 << 20;

/// The weight of a match beside its URL. It is the same for every form of output, so that the same hyphens are resolved.
const MATCH: usize = 72;

/// The weight of a URL in the evidence, beside its bytes.
const EVIDENCE: usize = 16;

/// Data that the searches of all chunks share.
pub(crate) struct Shared<'a, 'o> {
    pub(crate) options: &'a Options,
    pub(crate) order: &'a Order<Box<Batch>, Output<'o>>,
    pub(crate) style: TextStyle,
}

/// The search of one chunk.
pub(crate) struct ChunkSearch<'a, 'o> {
    options: &'a Options,
    order: &'a Order<Box<Batch>, Output<'o>>,
    watch: &'a mut Stopwatch<'o>,
    turn: Turn,
    bytes: &'a [u8],
    lines: Lines<'a>,
    /// The same, for the lines around matches.
    newlines: Newlines<'a>,
    /// Lines for matches in the neighbouring chunks.
    edges: Edges,
    /// How many lines the matches that wait may have, and whether the last one had too many.
    room_for_lines: usize,
    is_out_of_room: bool,
    chunk: Arc<Chunk>,
    /// The origin of the text that is searched.
    origin: Origin,
    /// The evidence in this message; of a plain text, what has not been submitted yet.
    evidence: HyphenEvidence,
    evidence_weight: usize,
    /// Whether a hyphen is open in this message, and how many matches came after it.
    is_open: bool,
    waiting: usize,
    /// Whether any option asks for the headers of messages.
    reads_headers: bool,
    style: TextStyle,
    /// The results that have not been submitted yet.
    count: u64,
    rows: Rows,
    deferred: VecDeque<Deferred>,
    /// Their weight.
    weight: usize,
    sums: Sums,
}

/// Data that the matches of a text share.
struct SharedText<'t> {
    /// A copy of the map, for those that are deferred.
    map: Option<Arc<Map>>,
    newlines: Newlines<'t>,
}

impl<'a, 'o> ChunkSearch<'a, 'o> {
    pub(crate) fn new(
        shared: &Shared<'a, 'o>,
        chunk: Chunk,
        bytes: &'a [u8],
        watch: &'a mut Stopwatch<'o>,
    ) -> ChunkSearch<'a, 'o> {
        let header = chunk.source.header.clone();
        let mut search = ChunkSearch {
            options: shared.options,
            order: shared.order,
            watch,
            turn: Turn::new(chunk.source.number, chunk.number),
            bytes,
            lines: Lines::new(bytes, chunk.start, chunk.line_start),
            newlines: Newlines::new(bytes),
            edges: if chunk.repeats || chunk.start == 0 && chunk.last {
                Edges::default()
            } else {
                shared.options.around.edges(bytes)
            },
            room_for_lines: MOST_LINES,
            is_out_of_room: false,
            chunk: Arc::new(chunk),
            origin: Origin::default(),
            evidence: HyphenEvidence::new(),
            evidence_weight: 0,
            is_open: false,
            waiting: 0,
            reads_headers: shared.options.needs_origins(),
            style: shared.style,
            count: 0,
            rows: Rows::new(shared.style),
            deferred: VecDeque::new(),
            weight: 0,
            sums: Sums::default(),
        };
        // Its texts may have messages of their own.
        if let Some(header) = header {
            search.origin.header = search.header(&header);
        }
        search
    }
}

impl ChunkSearch<'_, '_> {
    pub(crate) fn run(mut self) {
        let chunk = Arc::clone(&self.chunk);
        self.watch.enter(Stage::Decoding);
        let mut texts = chunk.texts_selected(self.bytes, &self.options.selection);
        // By reference: the processor would wait for a copy.
        while let Some(text) = &texts.next() {
            self.watch.enter(Stage::Searching);
            self.begin(&text.place);
            self.origin.notation = match text.notation {
                "text" => "",
                notation => notation,
            };
            if !self.is_wanted() {
                self.watch.enter(Stage::Decoding);
                continue;
            }
            if let Some(damage) = text.damage.filter(|_| !chunk.repeats) {
                let start = text.map.source_of(0).start;
                let what = match &text.unknown_name {
                    Some(name) if names_it(damage) => format!("{} {name}", damage.message()),
                    _ => damage.message().to_string(),
                };
                self.sums.damaged.push((start, what));
            }
            self.sums
                .unread
                .extend(text.unread.filter(|_| !chunk.repeats));
            if self.options.stats && !text.bytes.is_empty() && !chunk.repeats {
                *self.sums.notations.entry(text.notation).or_default() += text.bytes.len() as u64;
            }
            self.text(text);
            self.watch.enter(Stage::Decoding);
            if self.count > 0 && self.options.ends_at_first() {
                break;
            }
        }
        if self.origin.message.is_some() {
            self.end_message();
        }
        let counts_lines = self.options.shows.lines && !chunk.last && !chunk.repeats;
        let messages = self.origin.message.filter(|_| !chunk.repeats);
        let mut sums = mem::take(&mut self.sums);
        sums.last_lines = mem::take(&mut self.edges.last);
        sums.newlines = if counts_lines { self.lines.total() } else { 0 };
        sums.messages = messages.unwrap_or(0);
        sums.header = mem::take(&mut self.origin.header);
        let ends = if chunk.ends_source {
            Ends::File
        } else {
            Ends::Chunk
        };
        self.submit(ends, Some(sums));
    }

    /// Begins the text at `place`.
    fn begin(&mut self, place: &Place) {
        let message = place.message.map(u64::from);
        if message != self.origin.message {
            self.end_message();
            self.origin.message = message;
            if self.reads_headers {
                let head = self.bytes.get(place.head.clone());
                self.origin.header = head.map(|head| self.header(head)).unwrap_or_default();
                self.origin.header.at = head.map(|_| self.chunk.start + place.head.start as u64);
            }
        }
        if self.options.shows.origin {
            self.origin.part = place.part_number().map(Arc::from);
            self.origin.field = place.field.as_deref().map(Arc::from);
        }
    }

    /// The fields of a header block that the output needs.
    #[inline(always)]
    fn header(&self, head: &[u8]) -> Header {
        let shows = &self.options.shows;
        let field = |name| mail::field(head, name).map(Arc::from);
        let needs_date = self.options.needs_dates();
        let date = needs_date.then(|| mail::date(head)).flatten();
        let id = || mail::message_id(head).map(Arc::from);
        Header {
            at: None,
            id: shows.origin.then(id).flatten(),
            date,
            selected: self.options.message_filter.selects(head, date),
            sender: shows.sender.then(|| found::sender(head)).flatten(),
            from: shows.from.then(|| field("From")).flatten(),
            to: shows.to.then(|| field("To")).flatten(),
            subject: shows.subject.then(|| field("Subject")).flatten(),
            thread: shows.threads.then(|| found::thread(head)).flatten(),
        }
    }

    /// Whether the message is selected. If it began in an earlier chunk, its header is not known here.
    fn is_wanted(&self) -> bool {
        self.is_continued() || self.options.message_filter.is_empty() || self.origin.header.selected
    }

    /// Whether the message began in an earlier chunk.
    fn is_continued(&self) -> bool {
        self.origin.message == Some(0)
    }

    fn text(&mut self, text: &Text<'_>) {
        let mut shared = SharedText {
            map: None,
            newlines: Newlines::new(&text.bytes),
        };
        let counts_lines = self.counts_lines(text);
        if counts_lines {
            self.lines.begin_text(text.map.source_of(0).start);
        }
        let was_open = self.is_open;
        let is_plain = text.place.message.is_none();
        let is_whole = self.chunk.start == 0 && self.chunk.last;
        let tells_habit = self.options.resolves_hyphens && is_plain && !self.chunk.repeats;
        let mut head = tells_habit.then(|| self.head(text));
        if let Some(head) = head.take_if(|_| !is_whole) {
            self.evidence.add_text(head);
        }
        let mut matches = self.options.extractor(counts_lines).extract_text(text);
        // By reference: the processor would wait for a copy.
        while let Some(m) = &matches.next() {
            let is_new = self.chunk.new.as_ref().is_none_or(|new| {
                let start = text.map.source_of(m.span().start).start;
                new.contains(&start)
            });
            // Of a file in one chunk, this is only needed for an open hyphen.
            if let Some(head) = head.take_if(|_| m.has_open_hyphen()) {
                self.evidence.add_text(head);
            }
            // The evidence of a plain text is kept; that of a message is collected anew.
            if self.options.resolves_hyphens && (is_new || !is_plain) {
                self.evidence.add(m);
                self.evidence_weight += EVIDENCE + m.as_bytes().len();
            }
            if !is_new {
                continue;
            }
            self.waiting += usize::from(self.is_open);
            if self.waiting >= HyphenEvidence::MOST_WAITING {
                self.resolve();
                // This match may have an open hyphen too, and so may each one after as many more.
                self.submit(Ends::Batch, None);
            }
            if self.options.needs_urls {
                self.found(m, text, &mut shared);
                continue;
            }
            self.count += 1;
            if self.options.ends_at_first() {
                return;
            }
        }
        if self.is_open && !was_open {
            self.evidence.add_text(&text.bytes);
        }
    }

    /// The bytes of the text that are at the beginning of the file, however it is cut into chunks.
    fn head<'t>(&self, text: &'t Text<'_>) -> &'t [u8] {
        let rest = (HyphenEvidence::HEAD as u64).saturating_sub(self.chunk.start);
        let len = text.bytes.len().min(usize::try_from(rest).unwrap_or(0));
        &text.bytes[..len]
    }

    /// Whether the lines of the text are counted on the way. In mail that costs more than it saves: few texts have a match, and the
    /// newlines between texts must be counted all the same.
    fn counts_lines(&self, text: &Text<'_>) -> bool {
        let is_verbatim = matches!(text.bytes, Cow::Borrowed(_));
        self.options.shows.lines && is_verbatim && text.place.message.is_none()
    }

    /// Renders a match or defers it.
    fn found(&mut self, m: &Match<'_, [u8]>, text: &Text<'_>, shared: &mut SharedText<'_>) {
        let (options, map) = (self.options, &text.map);
        let is_open = options.resolves_hyphens && m.has_open_hyphen();
        if options.only_urls && !is_open {
            self.rows.add_url(m.assumed().unwrap_or(m.as_bytes()));
            return self.added(m, is_open);
        }
        let changed = options.filter.changes.apply(m);
        if !is_open && !options.filter.keeps(m, changed.as_ref()) {
            return;
        }
        let around = if options.around.is_none() {
            Around::default()
        } else {
            self.around(m, text, &shared.newlines)
        };
        let mut found = Found {
            around: &around,
            m,
            changed: changed.as_ref(),
            map,
            origin: &self.origin,
            line: 0,
            column: 0,
            target: None,
        };
        if options.shows.lines {
            (found.line, found.column) = match m.line() {
                Some(line) => self.lines.place_in_text(line, found.start()),
                None => self.lines.place(found.start()),
            };
        }
        // Matches after an open hyphen are not rendered: their rows may be long, each with the subject of the message.
        let waits = is_open || self.is_open || around.missing != LineCounts::default();
        if waits || self.is_continued() && options.needs_origins() {
            let map = shared.map.get_or_insert_with(|| Arc::new(map.clone()));
            let mut deferred = Deferred::new(&found, Arc::clone(map), self.rows.len());
            if is_open {
                deferred.open(self.bytes, self.chunk.start);
            }
            self.deferred.push_back(deferred);
        } else {
            options.render(&mut self.rows, &self.chunk.source.path, &found);
        }
        self.added(m, is_open);
    }

    /// The surroundings of a match. Lines of other chunks are missing only if there is room to wait for them.
    fn around(&mut self, m: &Match<'_, [u8]>, text: &Text<'_>, lines: &Newlines<'_>) -> Around {
        let (options, start) = (&self.options.around, self.chunk.start);
        let mut around = options.find(m, text, lines, &self.newlines, start);
        let missing = &mut around.missing;
        if start == 0 {
            missing.before = 0;
        }
        if self.chunk.last {
            missing.after = 0;
        }
        if self.is_open || *missing != LineCounts::default() {
            let count = missing.before.saturating_add(missing.after);
            let count = count.saturating_add(around.lines.len());
            match self.room_for_lines.checked_sub(count) {
                Some(room) => self.room_for_lines = room,
                None => {
                    *missing = LineCounts::default();
                    self.is_out_of_room = self.is_open;
                }
            }
        }
        around
    }

    /// A match was rendered or deferred.
    fn added(&mut self, m: &Match<'_, [u8]>, is_open: bool) {
        self.weight += MATCH + m.as_bytes().len();
        // The hyphens of a plain text are resolved by the output, when more of the text has been seen.
        self.is_open |= is_open && self.origin.message.is_some();
        if mem::take(&mut self.is_out_of_room) {
            self.resolve();
            self.make_room();
        }
        let is_heavy = self.weight > BATCH || self.rows.weight() > LONG_ROWS;
        if is_heavy && !self.is_open {
            self.submit(Ends::Batch, None);
        }
    }

    fn end_message(&mut self) {
        self.resolve();
        self.make_room();
        self.evidence.clear();
    }

    /// Passes on the matches that had lines while a hyphen was open.
    fn make_room(&mut self) {
        if mem::replace(&mut self.room_for_lines, MOST_LINES) < MOST_LINES {
            self.submit(Ends::Batch, None);
        }
    }

    /// Resolves the open hyphens of the message so far.
    fn resolve(&mut self) {
        self.waiting = 0;
        if mem::take(&mut self.is_open) {
            let deferred = iter::once(&mut self.deferred);
            found::resolve(deferred, &mut self.evidence, &self.options.filter);
        }
    }

    /// Whether this is the only batch of a file, without an open hyphen.
    fn needs_no_evidence(&self, ends: Ends) -> bool {
        let first = Turn::new(self.chunk.source.number, 0);
        ends != Ends::Batch
            && self.chunk.last
            && self.turn == first
            && !self.deferred.iter().any(Deferred::is_open)
    }

    fn submit(&mut self, ends: Ends, sums: Option<Sums>) {
        let mut evidence = HyphenEvidence::new();
        let mut evidence_weight = mem::take(&mut self.evidence_weight);
        // That of a message is needed until its end.
        if self.origin.message.is_some() || self.needs_no_evidence(ends) {
            evidence_weight = 0;
        } else {
            // A copy has no room for more.
            evidence = self.evidence.clone();
            self.evidence.clear();
        }
        self.weight = 0;
        self.rows.compact();
        let deferred: usize = self.deferred.iter().map(Deferred::weight).sum();
        // Each chunk of a small file has a source of its own.
        let chunk = size_of_val(&*self.chunk) + size_of_val(&*self.chunk.source);
        let weight = size_of::<Batch>() + chunk + self.rows.weight() + deferred + evidence_weight;
        let batch = Box::new(Batch {
            chunk: Arc::clone(&self.chunk),
            count: mem::take(&mut self.count),
            rows: mem::replace(&mut self.rows, Rows::new(self.style)),
            first_lines: mem::take(&mut self.edges.first),
            deferred: mem::take(&mut self.deferred),
            evidence,
            sums,
        });
        self.watch.enter(Stage::Printing);
        self.order.submit(self.turn, ends, weight, batch);
        self.watch.enter(Stage::Searching);
        self.turn = self.turn.after(Ends::Batch);
    }
}

/// Whether the damage is a name that is not known.
fn names_it(damage: Damage) -> bool {
    matches!(damage, Damage::UnknownCharset | Damage::UnknownEncoding)
}
