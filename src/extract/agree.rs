//! All engines give the same places and the same matches: on random buffers of pieces of URLs, and on files.
//!
//! The portable engine is the oracle. A buffer's first candidate stands at each offset in turn, so that every seam of blocks, of
//! 16, 32 or 64 bytes, goes through every place of it. Ten million buffers take some minutes:
//!
//! ```text
//! URLGREP_CORPORA=~/mail cargo test --release --lib agree -- --include-ignored --nocapture
//! ```

use std::path::{Path, PathBuf};

use super::{Extractor, Match, Matches};
use crate::scan::Scan;
use crate::simd::{Available, SHORT};
use crate::{Engine, Join};

/// How many bytes the longest blocks have; the first of a text begins after its first byte.
const BLOCK: usize = 64;

/// The beginnings of candidates.
#[rustfmt::skip]
const STARTS: [&[u8]; 22] = [
    b"http://", b"HTTPS://", b"ftp://", b"gopher://a.org/11/", b"telnet://", b"wais://a.org:210/", b"file:///",
    b"prospero://", b"nntp://", b"mailto:", b"news:", b"news:<", b"tel:", b"cid:", b"afs:", b"magnet:?",
    b"s3://", b"<URL:", b"<url: ", b"<http:", b"URL:http:", b"x-y+z.1://",
];

/// Text that continues a candidate, ends it, or only looks like more of it.
#[rustfmt::skip]
const PIECES: [&[u8]; 50] = [
    b"a.org", b"b.example.com/", b"joe@c.net", b"www.d.org/e", b"/path/to", b"?q=1&r=2", b"#top", b":80",
    b":8080/", b"%20", b"~joe", b"1234@e.org", b"comp.lang.c", b"[::1]", b"127.0.0.1", b"(x)", b"x_(y)", b"-",
    b"-\n", b"/\n", b"\n", b"\r\n", b"\n> ", b"\n\n", b" ", b"  ", b"\t", b">", b">.", b"<", b"\"", b"'", b",",
    b".", b"; ", b": ", b":", b"::", b":/", b"://", b"12:30:45", b"Re: ", b"std::io::", b"l:", b"0:x",
    b"hxxp://f[.]org", b"user:pw@", b"\xe3\x80\x8c", b"\xff", b"\0",
];

/// The text before the first candidate: no part of it begins one.
const LEAD: &[u8] = b"abcxyz ,.\n>-";

/// One buffer in this many is long, to go over the seams of fills too.
const LONG: usize = 10_000;

/// Splitmix64: a good stream from any seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 32) as usize % n
    }
}

/// The buffer with this number, in place of what `text` holds.
fn write_buffer(number: usize, text: &mut Vec<u8>) {
    let mut dice = Dice(number as u64);
    let len = if number % LONG == LONG - 1 {
        32_000 + dice.below(40_000)
    } else {
        80 + dice.below(121)
    };
    text.clear();
    text.extend((0..number % (BLOCK + 1)).map(|_| LEAD[dice.below(LEAD.len())]));
    while text.len() < len {
        text.extend_from_slice(STARTS[dice.below(STARTS.len())]);
        for _ in 0..dice.below(6) {
            text.extend_from_slice(PIECES[dice.below(PIECES.len())]);
        }
    }
    text.truncate(len);
}

/// With the defaults, with everything that options add, and with everything that is refused.
fn extractors(engine: Engine) -> [Extractor; 3] {
    let builder = || Extractor::builder().lines(true).engine(engine);
    let added = builder().schemeless(true).email(true).refang(true);
    let all = builder().all(true).any_scheme(true).join(Join::Plausible);
    [builder().build(), added.build(), all.build()]
}

fn is_same(one: &Match<'_, [u8]>, other: &Match<'_, [u8]>) -> bool {
    one.outer_span() == other.outer_span()
        && one.segments().eq(other.segments())
        && one.as_bytes() == other.as_bytes()
        && one.line() == other.line()
        && one.form() == other.form()
        && one.flaws() == other.flaws()
        && one.is_accepted() == other.is_accepted()
        && one.written() == other.written()
        && one.assumed() == other.assumed()
        && one.alternatives() == other.alternatives()
}

fn are_same(want: &[Match<'_, [u8]>], mut found: Matches<'_, [u8]>) -> bool {
    let is_next = |m| found.next().is_some_and(|found| is_same(m, &found));
    want.iter().all(is_next) && found.next().is_none()
}

/// Whether each stands in its line.
fn check_lines(text: &[u8], found: &[Match<'_, [u8]>]) {
    let (mut line, mut at) = (1, 0);
    for m in found {
        let start = m.span().start;
        line += text[at..start].iter().filter(|&&b| b == b'\n').count() as u32;
        at = start;
        assert_eq!(m.line(), Some(line), "{m:?}");
    }
}

/// Every engine with its extractors, the oracle first; and how much was compared with it.
struct Agree {
    engines: Vec<(Engine, [Extractor; 3])>,
    texts: usize,
    bytes: usize,
    candidates: usize,
    matches: usize,
    /// How many candidates stood at each offset from a seam of the first fill.
    at_seam: [usize; BLOCK],
}

impl Agree {
    fn new() -> Agree {
        let others = Engine::available().filter(|&engine| engine != Engine::Portable);
        let engines = std::iter::once(Engine::Portable).chain(others);
        Agree {
            engines: engines.map(|e| (e, extractors(e))).collect(),
            texts: 0,
            bytes: 0,
            candidates: 0,
            matches: 0,
            at_seam: [0; BLOCK],
        }
    }

    /// Looks at `text` with each engine; the extractors that are used are those with the numbers `kinds`.
    fn text(&mut self, name: &dyn Fn() -> String, text: &[u8], kinds: std::ops::Range<usize>) {
        let ((oracle, extractors), others) = self.engines.split_first().expect("an engine");
        let places: Vec<usize> = Scan::new(text, Available::new(*oracle), false).collect();
        for (engine, _) in &self.engines {
            // In a short text, only a search that counts lines asks the engine.
            for lines in [false, true] {
                let found = Scan::new(text, Available::new(*engine), lines);
                let same = found.eq(places.iter().copied());
                assert!(same, "{}: {engine:?} finds other places", name());
            }
        }
        for kind in kinds {
            let want: Vec<_> = extractors[kind].extract_bytes(text).collect();
            check_lines(text, &want);
            if text.len() < SHORT {
                let long = [text, &[b'\n'; SHORT]].concat();
                // What follows a text may give another alternative.
                let found = extractors[kind].extract_bytes(&long).map(|m| m.span());
                let same = found.eq(want.iter().map(Match::span));
                assert!(same, "{}: a longer text has other URLs ({kind})", name());
            }
            for (engine, extractors) in others {
                let same = are_same(&want, extractors[kind].extract_bytes(text));
                assert!(same, "{}: {engine:?} finds other URLs ({kind})", name());
            }
            self.matches += want.len();
        }
        self.texts += 1;
        self.bytes += text.len();
        self.candidates += places.len();
        for place in places {
            self.at_seam[(place + BLOCK - 1) % BLOCK] += 1;
        }
    }

    fn buffers(&mut self, count: usize) {
        let mut text = Vec::new();
        for number in 0..count {
            write_buffer(number, &mut text);
            let name = || format!("buffer {number}");
            let kinds = number % 3..number % 3 + 1;
            self.text(&name, &text, kinds.clone());
            let name = || format!("the beginning of buffer {number}");
            self.text(&name, &text[..number % SHORT.min(text.len() + 1)], kinds);
        }
        let least = self.at_seam.iter().min();
        assert!(least >= Some(&(count / 64)), "{:?}", self.at_seam);
        assert!(self.matches > count, "{} matches", self.matches);
    }

    fn file(&mut self, path: &Path) {
        let file = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let name = || path.display().to_string();
        self.text(&name, &file, 0..3);
        #[cfg(feature = "mail")]
        for text in crate::container::detect(&file).texts(&file, 0) {
            self.text(&name, &text.bytes, 0..1);
        }
    }

    fn report(&self, what: &str) {
        let names: Vec<_> = self
            .engines
            .iter()
            .map(|(engine, _)| engine.name())
            .collect();
        println!(
            "{}: {} {what}, {} bytes, {} candidates (at each offset from a seam {} or more), {} matches: all the same",
            names.join(", "),
            self.texts,
            self.bytes,
            self.candidates,
            self.at_seam.iter().min().unwrap_or(&0),
            self.matches
        );
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder);
    for entry in entries.unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("an entry can be read").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.is_file() {
            found.push(path);
        }
    }
}

#[test]
fn on_buffers() {
    let mut agree = Agree::new();
    agree.buffers(50_000);
    agree.report("buffers");
}

#[test]
#[ignore = "some minutes in a release build"]
fn on_ten_million_buffers() {
    let mut agree = Agree::new();
    agree.buffers(10_000_000);
    agree.report("buffers");
}

/// The repository's corpora, and the files of the folder that `URLGREP_CORPORA` names.
#[test]
fn on_files() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora");
    let given = std::env::var_os("URLGREP_CORPORA").map(PathBuf::from);
    let mut agree = Agree::new();
    for folder in [own].iter().chain(&given) {
        let mut found = Vec::new();
        files(folder, &mut found);
        assert!(!found.is_empty(), "{}: no files", folder.display());
        found.iter().for_each(|path| agree.file(path));
    }
    agree.report("texts");
}
