//! Runs each peer on the same buffer. The peers alternate within a round, so that other load on the machine affects all of them.
//! Prints the median of each, and the median of the paired ratios to the library.
//!
//!     corpus FOLDER OUT    # makes the buffers
//!     cargo run --release -- OUT/mail-64M OUT/spam-64M
//!
//! The environment variable ROUNDS sets the number of rounds (default 15).

mod vectorscan;

use std::hint::black_box;
use std::rc::Rc;
use std::time::Instant;

use aho_corasick::{AhoCorasick, MatchKind};
use linkify::{LinkFinder, LinkKind};
use regex::bytes::Regex;
use urlgrep::{Engine, Extractor};
use vectorscan::Vectorscan;

/// The schemes of RFC 1738, and https.
const SLASHED: &str = "ftp|http|https|gopher|nntp|telnet|wais|file|prospero|news|mailto";

/// A measurement: a name, and a function that returns the count.
struct Peer<'b> {
    name: &'static str,
    count: Box<dyn Fn() -> usize + 'b>,
}

fn peer<'b>(name: &'static str, count: impl Fn() -> usize + 'b) -> Peer<'b> {
    Peer {
        name,
        count: Box::new(count),
    }
}

/// Finds URLs and reads their spans, as a caller would.
fn urls(extractor: &Extractor, bytes: &[u8]) -> usize {
    let ends = extractor.extract_bytes(bytes).map(|m| m.span().end);
    ends.filter(|&end| black_box(end) > 0).count()
}

fn portable() -> Extractor {
    Extractor::builder().engine(Engine::Portable).build()
}

fn peers<'b>(bytes: &'b [u8], text: &'b str) -> Vec<Peer<'b>> {
    let default = Extractor::default();
    let portable = portable();
    let with_lines = Extractor::builder().lines(true).build();
    let urls_finder = || {
        let mut finder = LinkFinder::new();
        finder.kinds(&[LinkKind::Url]).url_must_have_scheme(true);
        finder
    };
    let (finder, line_finder, by_line) = (urls_finder(), urls_finder(), Extractor::default());
    let lines: Rc<[&str]> = text.lines().collect();
    let same_lines = Rc::clone(&lines);
    let with_addresses = Extractor::builder().email(true).build();
    let with_names = Extractor::builder().email(true).schemeless(true).build();
    let with_marks = Extractor::builder().refang(true).build();
    let mut names_finder = LinkFinder::new();
    names_finder.url_must_have_scheme(false);
    let all = Regex::new(&format!(
        r"(?i-u)\b(?:{SLASHED})://[^\s<>\x22]+|(?i-u)\b(?:mailto|news):[^\s<>\x22]+"
    ));
    let web = Regex::new(r"(?-u)https?://[^\s<>\x22]+");
    let (all, web) = (all.expect("a pattern"), web.expect("a pattern"));
    let prefixes = SLASHED.split('|').map(|scheme| format!("{scheme}:"));
    let schemes = AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .build(prefixes)
        .expect("an automaton");
    let mut peers = vec![
        peer("urlgrep", move || urls(&default, bytes)),
        peer("urlgrep, portable", move || urls(&portable, bytes)),
        peer("urlgrep and lines", move || {
            let found = with_lines.extract_bytes(bytes);
            let ends = found.map(|m| (m.span().end, black_box(m.line())));
            ends.filter(|(end, _)| black_box(*end) > 0).count()
        }),
        peer("linkify, URLs only", move || {
            let ends = finder.links(text).map(|link| link.end());
            ends.filter(|&end| black_box(end) > 0).count()
        }),
        peer("urlgrep, each line a text", move || {
            lines.iter().map(|line| by_line.extract(line).count()).sum()
        }),
        peer("linkify, each line a text", move || {
            let links = same_lines.iter().map(|line| line_finder.links(line));
            links.map(Iterator::count).sum()
        }),
        peer("urlgrep, addresses too", move || {
            urls(&with_addresses, bytes)
        }),
        peer("linkify, addresses too", move || {
            LinkFinder::new().links(text).count()
        }),
        peer("urlgrep, addresses and names too", move || {
            urls(&with_names, bytes)
        }),
        peer("linkify, addresses and names too", move || {
            names_finder.links(text).count()
        }),
        peer("urlgrep, defanged too", move || urls(&with_marks, bytes)),
        peer("regex, all schemes", move || all.find_iter(bytes).count()),
        peer("regex, https?", move || web.find_iter(bytes).count()),
        peer("aho-corasick, schemes", move || {
            schemes.find_iter(bytes).count()
        }),
        peer("memchr, every colon", move || {
            memchr::memchr_iter(b':', bytes).count()
        }),
        peer("memmem, ://", move || {
            memchr::memmem::find_iter(bytes, "://").count()
        }),
        peer("reading the bytes", move || {
            let words = bytes
                .chunks_exact(8)
                .map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")));
            words.fold(0, u64::wrapping_add) as usize
        }),
    ];
    // The library reports every end of a match, so the pattern matches only the beginning.
    let beginning = format!(r"\b(?:(?:{SLASHED})://|(?:mailto|news):)[^\s<>\x22]");
    match Vectorscan::new(&beginning) {
        Some(scanner) => peers.push(peer("Vectorscan, all schemes", move || {
            scanner.count(bytes)
        })),
        None => eprintln!("Vectorscan is not installed: libhs.so.5 was not found"),
    }
    peers
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let rounds = std::env::var("ROUNDS")
        .ok()
        .and_then(|rounds| rounds.parse().ok());
    let rounds: usize = rounds.unwrap_or(15);
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        // linkify needs a string; the conversion is not measured.
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let peers = peers(&bytes, &text);
        let counts: Vec<usize> = peers.iter().map(|peer| (peer.count)()).collect();
        assert_eq!(counts[0], counts[1], "the engines agree");
        let mut seconds = vec![Vec::new(); peers.len()];
        for _ in 0..rounds {
            for (i, peer) in peers.iter().enumerate() {
                let start = Instant::now();
                let count = (peer.count)();
                seconds[i].push(start.elapsed().as_secs_f64());
                assert_eq!(count, counts[i], "{}", peer.name);
            }
        }
        println!("\n{path}: {} bytes, {rounds} rounds\n", bytes.len());
        println!("| what | count | GB/s | time, of urlgrep's |\n|---|---|---|---|");
        for (i, peer) in peers.iter().enumerate() {
            let paired = seconds[i].iter().zip(&seconds[0]);
            let ratio = median(&mut paired.map(|(peer, own)| peer / own).collect::<Vec<_>>());
            let speed = bytes.len() as f64 / median(&mut seconds[i].clone()) / 1e9;
            println!(
                "| {} | {} | {speed:.2} | {ratio:.2} |",
                peer.name, counts[i]
            );
        }
    }
}
