//! A match with where it stands in its file, free of the chunk that it came from.

use std::sync::Arc;

use urlgrep::{Evidence, Flaws, Map, Match, Why};

/// One that is printed.
#[derive(Default, Debug)]
pub(crate) struct Found {
    pub(crate) url: Vec<u8>,
    /// Bytes of the file, from the URL's first to its last.
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// From 1; in the chunk, until results are in order. 0 if nobody asks.
    pub(crate) line: u64,
    pub(crate) column: u64,
    pub(crate) message: Option<Message>,
    /// If they are printed.
    pub(crate) facts: Option<Box<Facts>>,
    /// The match and its text's map, as long as a hyphen is to be settled.
    open: Option<Box<(Match<'static, [u8]>, Map)>>,
}

/// The message that it stands in.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    /// From 1; in the chunk, until results are in order: then 0 is the message that an earlier chunk began.
    pub(crate) number: u64,
    pub(crate) id: Option<Arc<[u8]>>,
}

/// What else there is to say about it.
#[derive(Default, Debug)]
pub(crate) struct Facts {
    pub(crate) assumed: Option<Vec<u8>>,
    pub(crate) form: &'static str,
    /// In lower case.
    pub(crate) scheme: Option<Vec<u8>>,
    pub(crate) host: Option<Vec<u8>>,
    pub(crate) joined: bool,
    /// Bytes of the file; none unless it was joined.
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
        self.url = m.as_bytes().to_vec();
        self.start = map.source_of(span.start).start;
        self.end = map.source_of(span.end.saturating_sub(1)).end;
        if let Some(facts) = &mut self.facts {
            **facts = Facts::of(m, map);
        }
    }

    /// Keeps the match if a hyphen leaves open what its URL is.
    pub(crate) fn keep_open(&mut self, m: Match<'_, [u8]>, map: &Map) {
        if m.alternatives()
            .iter()
            .any(|other| other.why() == Why::Hyphen)
        {
            self.open = Some(Box::new((m.into_owned(), map.clone())));
        }
    }

    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Lets the evidence decide; without any, the hyphen stays.
    pub(crate) fn settle(&mut self, evidence: &Evidence) {
        if let Some(mut open) = self.open.take() {
            evidence.settle(&mut open.0);
            self.read(&open.0, &open.1);
        }
    }

    /// About how many bytes it takes.
    pub(crate) fn weight(&self) -> usize {
        size_of::<Found>()
            + self.url.len()
            + self.facts.as_ref().map_or(0, |_| 4 * size_of::<Facts>())
    }
}

impl Facts {
    fn of(m: &Match<'_, [u8]>, map: &Map) -> Facts {
        let url = m.url();
        let segments = m.segments().flat_map(|run| map.segments(run));
        let joined = m.is_joined();
        Facts {
            assumed: m.assumed().map(<[u8]>::to_vec),
            form: m.form().name(),
            scheme: url.scheme().map(<[u8]>::to_ascii_lowercase),
            host: url.host().map(<[u8]>::to_vec),
            joined,
            segments: match joined {
                true => segments.map(|run| (run.start, run.end)).collect(),
                false => Vec::new(),
            },
            alternatives: m
                .alternatives()
                .iter()
                .map(|other| (other.url().to_vec(), other.why().name()))
                .collect(),
            flaws: m.flaws(),
        }
    }
}
