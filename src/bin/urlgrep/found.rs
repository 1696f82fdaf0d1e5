//! A match with where it stands in its file, free of the chunk that it came from.

use std::iter;
use std::mem;
use std::sync::Arc;

use urlgrep::url;
use urlgrep::{Alternative, Flaws, HyphenEvidence, Map, Match, Why};

use crate::evidence::rest;
use crate::filter::Filter;
use crate::lines::Lines;

/// One that is printed.
#[derive(Default, Debug)]
pub(crate) struct Found {
    pub(crate) url: Box<[u8]>,
    /// Bytes of the file, from the URL's first to its last.
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// From 1; in the chunk, until results are in order. 0 if nobody asks.
    pub(crate) line: u64,
    pub(crate) column: u64,
    /// Whether its message was begun by an earlier chunk.
    pub(crate) continued: bool,
    /// If they are printed.
    pub(crate) facts: Option<Box<Facts>>,
    /// As long as a hyphen is to be settled.
    open: Option<Box<Open>>,
}

/// What it takes to read the match anew.
#[derive(Debug)]
struct Open {
    m: Match<'static, [u8]>,
    /// Of the match's text.
    map: Map,
    /// The bytes of the file from the URL's first to its last.
    bytes: Box<[u8]>,
}

/// Where in the mail it stands.
#[derive(Clone, Default, Debug)]
pub(crate) struct Origin {
    /// The message, from 1; in the chunk, until results are in order: then 0 is the one that an earlier chunk began.
    pub(crate) message: Option<u64>,
    pub(crate) id: Option<Arc<[u8]>>,
    /// Of the message, if it matters: in seconds since the beginning of 1970.
    pub(crate) date: Option<i64>,
    pub(crate) part: Option<Arc<str>>,
    pub(crate) field: Option<Arc<str>>,
}

/// What else there is to say about it.
#[derive(Default, Debug)]
pub(crate) struct Facts {
    pub(crate) origin: Origin,
    /// The one of HTML that it stands in.
    pub(crate) attribute: Option<Box<str>>,
    pub(crate) assumed: Option<Vec<u8>>,
    pub(crate) written: Option<Vec<u8>>,
    pub(crate) form: &'static str,
    /// In lower case.
    pub(crate) scheme: Option<Vec<u8>>,
    pub(crate) host: Option<Vec<u8>>,
    pub(crate) joined: bool,
    /// Whether its text had to be decoded.
    pub(crate) encoded: bool,
    /// Bytes of the file; none if they spell the URL in one piece.
    pub(crate) segments: Vec<(u64, u64)>,
    pub(crate) alternatives: Vec<(Vec<u8>, &'static str)>,
    pub(crate) flaws: Flaws,
}

impl Found {
    /// The match `m` of a text with this map.
    pub(crate) fn of(m: &Match<'_, [u8]>, map: &Map, with_facts: bool) -> Found {
        let mut found = Found {
            facts: with_facts.then(Box::default),
            ..Found::default()
        };
        found.read(m, map);
        found
    }

    fn read(&mut self, m: &Match<'_, [u8]>, map: &Map) {
        let span = m.span();
        self.url = m.as_bytes().into();
        self.start = map.source_of(span.start).start;
        self.end = map.source_of(span.end.saturating_sub(1)).end;
        if let Some(facts) = &mut self.facts {
            let origin = mem::take(&mut facts.origin);
            **facts = Facts {
                origin,
                ..Facts::of(m, map)
            };
        }
    }

    /// Whether a hyphen leaves open what the match's URL is.
    pub(crate) fn leaves_open(m: &Match<'_, [u8]>) -> bool {
        let mut others = m.alternatives().iter();
        others.any(|other| other.why() == Why::Hyphen)
    }

    /// Keeps the match until its hyphen is settled. The chunk begins at `start`.
    pub(crate) fn keep_open(&mut self, m: &Match<'_, [u8]>, map: &Map, chunk: &[u8], start: u64) {
        self.open = Some(Box::new(Open {
            m: m.clone().into_owned(),
            map: map.clone(),
            bytes: chunk[(self.start - start) as usize..(self.end - start) as usize].into(),
        }));
    }

    /// With what a URL begins behind its scheme that may settle it, as long as it is open: the hosts that it may have; of one without,
    /// what stands before any hyphen.
    pub(crate) fn beginnings(&self) -> impl Iterator<Item = Vec<u8>> {
        let m = self.open.as_ref().map(|open| &open.m);
        let urls = m.into_iter().flat_map(|m| {
            let others = m.alternatives().iter().map(Alternative::url);
            iter::once(m.as_bytes()).chain(others)
        });
        urls.map(|bytes| {
            let (url, _) = url::parse(bytes);
            let begun = url
                .host()
                .or_else(|| rest(bytes).split(|&b| b == b'-').next());
            begun.unwrap_or_default().to_vec()
        })
    }

    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Lets the evidence decide; without any, the hyphen stays. Whether the filter keeps it as it is now.
    pub(crate) fn settle(&mut self, evidence: &HyphenEvidence, filter: &Filter) -> bool {
        let Some(mut open) = self.open.take() else {
            return true;
        };
        let (start, line, column) = (self.start, self.line, self.column);
        evidence.resolve(&mut open.m);
        self.read(&open.m, &open.map);
        if self.start > start && line > 0 {
            // It began with the hyphen that it has lost.
            let mut lines = Lines::of(&open.bytes, start, start + 1 - column);
            let (lines, column) = lines.place(self.start);
            (self.line, self.column) = (line + lines - 1, column);
        }
        filter.keeps(&open.m)
    }

    /// About how many bytes it takes.
    pub(crate) fn weight(&self) -> usize {
        // Facts have strings of their own, about as long as they are.
        let facts = self.facts.as_ref().map_or(0, |_| 2 * size_of::<Facts>());
        size_of::<Found>() + self.url.len() + facts
    }
}

impl Facts {
    fn of(m: &Match<'_, [u8]>, map: &Map) -> Facts {
        let url = m.url();
        let joined = m.is_joined();
        let (mut segments, mut encoded) = (Vec::new(), false);
        for run in m.segments() {
            let pieces = map.segments(run.clone());
            // Where decoding took a line break out there are two pieces, each as it lies.
            encoded |= pieces.len() > 1 || !map.is_verbatim(run);
            segments.extend(pieces.into_iter().map(|piece| (piece.start, piece.end)));
        }
        if !joined && !encoded {
            segments.clear();
        }
        let other = |other: &Alternative<[u8]>| (other.url().to_vec(), other.why().name());
        Facts {
            origin: Origin::default(),
            attribute: m.attribute().map(Box::from),
            assumed: m.assumed().map(<[u8]>::to_vec),
            written: m.written().map(<[u8]>::to_vec),
            form: m.form().name(),
            scheme: url.scheme().map(<[u8]>::to_ascii_lowercase),
            host: url.host().map(<[u8]>::to_vec),
            joined,
            encoded,
            segments,
            alternatives: m.alternatives().iter().map(other).collect(),
            flaws: m.flaws(),
        }
    }
}
