//! The slowest texts: each pair of tokens that matter to the rules, over and over. `cargo bench --bench floor` prints the slowest, and fails
//! where eight times the text takes much more than eight times as long.

#![allow(missing_docs, reason = "a benchmark has no users")]

#[path = "../tests/support/pieces.rs"]
mod pieces;

use std::time::Instant;

use pieces::PIECES;
use urlgrep::Extractor;

/// The text of a measurement, in bytes.
const SIZE: usize = 32 << 10;
/// How many of the slowest pairs are measured again, in a text eight times as long.
const SLOWEST: usize = 100;
const SHOWN: usize = 20;
/// Quadratic work would take 64 times as long.
const MAX_GROWTH: f64 = 16.0;

fn main() {
    let optional = Extractor::builder().schemeless(true).email(true);
    let extractors = [
        ("default", Extractor::default()),
        ("all options", optional.refang(true).lines(true).build()),
    ];
    let mut grows = false;
    for (name, urls) in &extractors {
        println!("## {name}\n\n| pair | MB/s | time for eight times as much |\n|---|---:|---:|");
        let mut units: Vec<_> = (PIECES.iter())
            .flat_map(|a| PIECES.iter().map(|b| [*a, *b].concat()))
            .map(|unit| (seconds(urls, &unit, SIZE), unit))
            .collect();
        units.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (i, (_, unit)) in units.iter().take(SLOWEST).enumerate() {
            let [small, large] = [SIZE, 8 * SIZE].map(|size| best(urls, unit, size));
            let growth = large / small;
            let too_much = growth > MAX_GROWTH;
            grows |= too_much;
            if i < SHOWN || too_much {
                let unit = unit.escape_ascii();
                let speed = SIZE as f64 / small / 1e6;
                println!("| `{unit}` | {speed:.1} | {growth:.1} |");
            }
        }
        println!();
    }
    if grows {
        eprintln!("floor: some text takes more than linear time");
        std::process::exit(1);
    }
}

/// How long a text takes that repeats `unit`.
fn seconds(urls: &Extractor, unit: &[u8], size: usize) -> f64 {
    let text = unit.repeat(size / unit.len());
    let start = Instant::now();
    std::hint::black_box(urls.extract_bytes(&text).count());
    start.elapsed().as_secs_f64()
}

/// The best of three, since other programs run too.
fn best(urls: &Extractor, unit: &[u8], size: usize) -> f64 {
    let times = (0..3).map(|_| seconds(urls, unit, size));
    times.fold(f64::INFINITY, f64::min)
}
