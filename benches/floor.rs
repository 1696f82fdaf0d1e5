//! The slowest texts: tokens that matter to the rules, over and over. `cargo bench --bench floor` searches and lints them in each format,
//! prints the slowest, and fails where eight times the text takes much more than eight times as long. With `-- --instructions` it
//! counts instructions instead of time (callgrind), for fewer texts, and the limit is closer.

#![allow(missing_docs, reason = "a benchmark has no users")]

#[path = "../tests/support/pieces.rs"]
mod pieces;

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;
use std::{env, fs};

use pieces::{DOCUMENTS, MAIL, PIECES};
use urlgrep::document::Kind;
use urlgrep::lint::{Linter, rules};
use urlgrep::mail::{self, Selection};
use urlgrep::{Extractor, resolve_hyphens};

/// How many of the slowest texts are measured again, also with an eighth of the text.
const SLOWEST: usize = 30;
const SHOWN: usize = 20;
/// How much of a text is shown, in bytes.
const LONGEST: usize = 64;
/// The length of such a block, in bytes.
const BLOCK: usize = 60_000;
/// Quadratic work would take 64 times as long.
const MAX_GROWTH: f64 = 24.0;

/// How many texts are counted, their sizes, how much the instructions may grow from one to the other, and how many times as long a text is
/// where that is measured again.
const COUNTED: usize = 500;
const SIZES: [usize; 2] = [16 << 10, 128 << 10];
const MAX_INSTRUCTIONS: f64 = 8.8;
const LONGER: usize = 256;

fn main() {
    let has = |flag: &str| env::args().any(|arg| arg == flag);
    if has("--counted") {
        return counted();
    }
    if has("--instructions") {
        return count_instructions();
    }
    let (plain, optional) = (Extractor::default(), with_all_options());
    let mut is_linear = true;

    let count = |urls: &Extractor, text: &[u8]| black_box(urls.extract_bytes(text).count());
    let resolved = |text: &[u8]| {
        let mut matches: Vec<_> = plain.extract_bytes(text).collect();
        resolve_hyphens(&mut matches);
        matches.len()
    };
    let texts: [(&str, Work<'_>); 3] = [
        ("default", &|text| count(&plain, text)),
        ("all options", &|text| count(&optional, text)),
        ("hyphens resolved", &resolved),
    ];
    let pairs: Vec<_> = (PIECES.iter())
        .flat_map(|a| PIECES.iter().map(|b| [*a, *b].concat()))
        .collect();
    for (name, work) in texts {
        println!("## {name}, all pairs\n\n{HEAD}");
        for slow in slowest(&pairs, 256 << 10, work).iter().take(SHOWN) {
            is_linear &= slow.print(name);
        }
        println!();
    }
    // As long as a URL may be, so that each candidate of a block could be read to its end, or one URL be trimmed to its beginning. The two
    // tails were trimmed in quadratic time.
    println!(
        "## default, all pairs in blocks that a blank ends, alone and after the beginning of a URL\n\n{HEAD}"
    );
    let block = |before: &[u8], unit: &[u8]| {
        let units = unit.repeat(BLOCK / unit.len());
        [before, &units, b" "].concat()
    };
    let tails: [&[u8]; 2] = [b"'',", b"[2]"];
    let blocks: Vec<_> = (pairs.iter().map(|unit| block(b"", unit)))
        .chain(pairs.iter().map(|unit| block(b"http://a.org/x", unit)))
        .chain(tails.map(|unit| block(b"http://a.org/x", unit)))
        .collect();
    let in_blocks = slowest(&blocks, 512 << 10, |text| count(&plain, text));
    for slow in in_blocks.iter().take(SHOWN) {
        is_linear &= slow.print("blocks");
    }
    println!();

    println!("## Formats, with all options\n\n{HEAD}");
    let units = drawn(2000);
    let mut selection = Selection::default();
    selection.headers = true;
    for name in mail::names() {
        let slowest = slowest(&units, 64 << 10, |file| {
            let container = mail::by_name(name, file).expect("a container");
            let texts = container.texts_selected(file, 0, &selection);
            texts.map(|text| optional.extract_text(&text).count()).sum()
        });
        is_linear &= print_worst(name, &slowest);
    }

    println!("\n## Linter, with all rules\n\n{HEAD}");
    let linter = Linter::builder().select(rules()).build();
    let units = drawn(200);
    for kind in Kind::all() {
        let slowest = slowest(&units, 32 << 10, |document| {
            linter.lint(kind, document).len()
        });
        is_linear &= print_worst(kind.name(), &slowest);
    }
    if !is_linear {
        eprintln!("floor: some text takes more than linear time");
        std::process::exit(1);
    }
}

fn with_all_options() -> Extractor {
    let optional = Extractor::builder().schemeless(true).email(true);
    optional.refang(true).lines(true).build()
}

/// The function that callgrind measures.
#[inline(never)]
fn measured(urls: &Extractor, text: &[u8]) -> usize {
    black_box(urls.extract_bytes(black_box(text)).count())
}

/// The texts whose instructions are counted: the options, and the bytes that are repeated.
fn counted_texts() -> Vec<(&'static str, Vec<u8>)> {
    let units = drawn(COUNTED);
    let both = ["default", "all options"].into_iter();
    both.flat_map(|name| units.iter().map(move |unit| (name, unit.clone())))
        .collect()
}

/// What runs under callgrind: `--counted LONGER [TEXT…]` takes these texts, or all, so many times as long.
fn counted() {
    let numbers = env::args().skip_while(|arg| arg != "--counted");
    let numbers: Vec<usize> = numbers.filter_map(|arg| arg.parse().ok()).collect();
    let (plain, optional) = (Extractor::default(), with_all_options());
    for (i, (name, unit)) in counted_texts().into_iter().enumerate() {
        if numbers.len() > 1 && !numbers[1..].contains(&i) {
            continue;
        }
        let urls = if name == "default" { &plain } else { &optional };
        for size in SIZES {
            measured(urls, &unit.repeat(numbers[0] * size / unit.len()));
        }
    }
}

/// How the instructions grow from the smaller to the larger size of these texts, or of all; none without valgrind.
fn growths(longer: usize, texts: &[usize]) -> Option<Vec<f64>> {
    let folder = env::temp_dir().join(format!("urlgrep-floor-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder can be made");
    let out = folder.join("dump");
    let done = Command::new("valgrind")
        .args(["--tool=callgrind", "--toggle-collect=*measured*"])
        .arg("--dump-after=floor::measured")
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(env::current_exe().expect("a path of its own"))
        .args(["--counted", &longer.to_string()])
        .args(texts.iter().map(usize::to_string))
        .output()
        .ok()?;
    assert!(done.status.success(), "{done:?}");
    let count = |i: usize| -> Option<f64> {
        let dump = fs::read_to_string(folder.join(format!("dump.{}", i + 1))).ok()?;
        let total = dump.lines().find_map(|line| line.strip_prefix("totals: "));
        total?.trim().parse().ok()
    };
    // The last dump, of the end of the program, has no number.
    let counts: Vec<f64> = (0..).map_while(count).collect();
    let _ = fs::remove_dir_all(&folder);
    Some(
        counts
            .chunks_exact(2)
            .map(|pair| pair[1] / pair[0])
            .collect(),
    )
}

/// Compares the instructions for the two sizes of each text. If they grow by more than the limit, much longer texts decide: a URL has at most
/// 64 KiB, which is between the two sizes, and longer runs are searched in another way.
fn count_instructions() {
    let Some(mut growth) = growths(1, &[]) else {
        println!("valgrind is not installed: no instructions were counted");
        return;
    };
    let texts = counted_texts();
    assert_eq!(growth.len(), texts.len());
    let above: Vec<usize> = (0..texts.len())
        .filter(|&i| growth[i] > MAX_INSTRUCTIONS)
        .collect();
    if !above.is_empty() {
        let again = growths(LONGER, &above).expect("valgrind ran before");
        for (i, again) in above.into_iter().zip(again) {
            let unit = texts[i].1.escape_ascii();
            println!(
                "`{unit}`: {:.2}, and {again:.2} if {LONGER} times as long",
                growth[i]
            );
            growth[i] = again;
        }
    }
    let mut rows: Vec<_> = growth.into_iter().zip(&texts).collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("| | text | instructions for eight times as much |\n|---|---|---:|");
    for (growth, (name, unit)) in rows.iter().take(SHOWN) {
        println!("| {name} | `{}` | {growth:.2} |", unit.escape_ascii());
    }
    if rows[0].0 > MAX_INSTRUCTIONS {
        eprintln!("floor: the instructions of some text grow by more than {MAX_INSTRUCTIONS}");
        std::process::exit(1);
    }
}

const HEAD: &str = "| | text | MB/s | time for eight times as much |\n|---|---|---:|---:|";

/// The function to measure.
type Work<'w> = &'w dyn Fn(&[u8]) -> usize;

/// A text that repeats `unit`.
struct Slow {
    unit: Vec<u8>,
    /// Bytes per microsecond.
    speed: f64,
    growth: f64,
}

impl Slow {
    /// Prints a row. Returns whether the time grows in step with the text.
    fn print(&self, name: &str) -> bool {
        let unit = self.unit[..self.unit.len().min(LONGEST)].escape_ascii();
        println!(
            "| {name} | `{unit}` | {:.1} | {:.1} |",
            self.speed, self.growth
        );
        self.growth <= MAX_GROWTH
    }
}

/// Prints the slowest, and the one that grows most.
fn print_worst(name: &str, slowest: &[Slow]) -> bool {
    let steepest = slowest.iter().max_by(|a, b| a.growth.total_cmp(&b.growth));
    let rows = slowest.first().into_iter().chain(steepest);
    let steep = rows.filter(|slow| !slow.print(name));
    steep.count() == 0
}

/// Pairs and triples of the tokens of all formats, always the same.
fn drawn(count: usize) -> Vec<Vec<u8>> {
    let documents = DOCUMENTS.iter().map(|token| token.as_bytes());
    let tokens: Vec<&[u8]> = PIECES.into_iter().chain(MAIL).chain(documents).collect();
    // Knuth's generator; the high bits are random.
    let mut state = 1738_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005);
        state = state.wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut unit = |_| {
        let count = 2 + next(2);
        (0..count)
            .flat_map(|_| tokens[next(tokens.len())])
            .copied()
            .collect()
    };
    (0..count).map(&mut unit).collect()
}

/// The texts of `size` bytes that take longest.
fn slowest(units: &[Vec<u8>], size: usize, work: impl Fn(&[u8]) -> usize) -> Vec<Slow> {
    let seconds = |unit: &[u8], size: usize| {
        let text = unit.repeat(size / unit.len());
        let start = Instant::now();
        black_box(work(&text));
        start.elapsed().as_secs_f64()
    };
    // The best of three, since other programs run too.
    let best = |unit: &[u8], size| {
        let times = (0..3).map(|_| seconds(unit, size));
        times.fold(f64::INFINITY, f64::min)
    };
    let mut all: Vec<_> = units
        .iter()
        .map(|unit| (seconds(unit, size), unit))
        .collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    let slowest = all.into_iter().take(SLOWEST).map(|(_, unit)| {
        let [small, large] = [size / 8, size].map(|size| best(unit, size));
        Slow {
            unit: unit.clone(),
            speed: size as f64 / large / 1e6,
            growth: large / small,
        }
    });
    slowest.collect()
}
