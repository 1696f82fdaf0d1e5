//! The same files again and again, in a random order of options, engines, threads and ways to read: the matches are those of the
//! portable engine in one thread, and the memory stays the same.
//!
//! A run is short. A longer one, over other files:
//!
//! ```text
//! URLGREP_SOAK_SECONDS=1800 URLGREP_CORPORA=FOLDER cargo test --release --test soak -- --nocapture
//! ```

#![cfg(feature = "files")]

use std::env;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use urlgrep::files::{
    Chunks, Input, ReadFrom, ReadOptions, Source, SourceKind, WalkOptions, sources,
};
use urlgrep::mail::{self, Selection};
use urlgrep::{Engine, Extractor};

#[path = "support/generator.rs"]
mod generator;

use generator::Rng;

/// Longer files would make the order less random.
const MAX_SIZE: u64 = 64 << 20;

/// A reader that returns pieces of any length.
struct Pieces {
    file: File,
    rng: Rng,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = 1 << self.rng.below(20);
        let len = (1 + self.rng.below(most)).min(buffer.len());
        self.file.read(&mut buffer[..len])
    }
}

/// An extractor and what it searches, by the bits of a number.
fn options(bits: usize, engine: Engine) -> (Extractor, Selection) {
    let has = |bit: usize| bits >> bit & 1 == 1;
    let extractor = Extractor::builder()
        .any_scheme(has(0))
        .all(has(1))
        .schemeless(has(2))
        .email(has(3))
        .refang(has(4));
    let mut selection = Selection::default();
    selection.headers = has(5);
    (extractor.engine(engine).build(), selection)
}

/// The matches in order, as a hash, and their number.
fn matches(input: &Input, bits: usize, engine: Engine, threads: usize) -> (u64, usize) {
    let (extractor, selection) = options(bits, engine);
    let found = Mutex::new(Vec::new());
    let search = || {
        let mut chunks = Chunks::default();
        while input.read(ReadFrom::AnyFile, &mut chunks) {
            for (chunk, bytes) in chunks.drain().filter(|(chunk, _)| !chunk.skipped) {
                for text in chunk.texts_selected(bytes, &selection) {
                    for m in extractor.extract_text(&text) {
                        let at = text.map.source_of(m.span().start).start;
                        let found = &mut found.lock().expect("no thread panics");
                        found.push((at, m.as_bytes().to_vec()));
                    }
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(search);
        }
        search();
    });
    let mut found = found.into_inner().expect("no thread panics");
    found.sort();
    let mut hasher = DefaultHasher::new();
    found.hash(&mut hasher);
    (hasher.finish(), found.len())
}

/// Memory of this process, in bytes, where the system says it.
fn resident() -> Option<u64> {
    let pages = fs::read_to_string("/proc/self/statm").ok()?;
    pages
        .split(' ')
        .nth(1)?
        .parse::<u64>()
        .ok()
        .map(|n| n << 12)
}

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora");
    let root = env::var_os("URLGREP_CORPORA").map_or(root, PathBuf::from);
    let options = WalkOptions::default();
    let found = sources(vec![root], &options);
    let found = found.map(|source| source.path.clone());
    let is_short = |path: &PathBuf| fs::metadata(path).is_ok_and(|file| file.len() < MAX_SIZE);
    found.filter(is_short).collect()
}

#[test]
fn the_same_matches_each_time() {
    let seconds = env::var("URLGREP_SOAK_SECONDS").ok();
    let seconds = seconds.map_or(2, |seconds| seconds.parse().expect("a number of seconds"));
    let (files, engines) = (files(), Vec::from_iter(Engine::available()));
    assert!(!files.is_empty());
    let mut rng = Rng::new(1738);
    let (mut runs, mut with_matches, mut memory) = (0, 0, Vec::new());
    let (start, length) = (Instant::now(), Duration::from_secs(seconds));
    while start.elapsed() < length || runs < 100 {
        let path = rng.pick(&files);
        let bits = rng.below(64);
        let whole = || {
            let source = Source::new(0, path.clone(), SourceKind::Argument);
            Input::from_sources([source], ReadOptions::default())
        };
        // A reader has no name, which some types are known by.
        let head = fs::read(path).expect("a file");
        let head = &head[..head.len().min(mail::HEAD)];
        let same = std::ptr::eq(mail::detect(head), mail::detect_file(path, head));
        let input = if same && !urlgrep::files::is_archive(path) && rng.chance(1, 3) {
            let rng = Rng::new(runs);
            let file = File::open(path).expect("a file");
            Input::from_reader(Pieces { file, rng }, ReadOptions::default())
        } else {
            whole()
        };
        let threads = 1 + rng.below(4);
        let engine = *rng.pick(&engines);
        let found = matches(&input, bits, engine, threads);
        let want = matches(&whole(), bits, Engine::Portable, 1);
        let name = path.display();
        assert_eq!(
            found, want,
            "{name}: options {bits:b}, engine {engine:?}, {threads} threads"
        );
        runs += 1;
        with_matches += u64::from(want.1 > 0);
        if runs % 64 == 0 {
            memory.extend(resident());
        }
    }
    println!("{runs} runs over {} files", files.len());
    assert!(with_matches > runs / 4, "{with_matches} of {runs} runs");
    // The most of the second half, after the largest file was probably read, and the most of the first.
    let (first, second) = memory.split_at(memory.len() / 2);
    if let (Some(first), Some(second)) = (first.iter().max(), second.iter().max()) {
        println!("memory: {first} bytes, later {second}");
        assert!(*second < first + first / 4 + (64 << 20));
    }
}
