//! Counts the instructions for each input with callgrind, and compares them with recorded numbers.
//!
//! ```text
//! cargo run --release --manifest-path benches/record/Cargo.toml                # compare; fails if a number grows by more than 5 %
//! cargo run --release --manifest-path benches/record/Cargo.toml -- --update    # write the numbers to counts.tsv
//! ```
//!
//! Times depend on the machine and its load. Instruction counts depend only on the compiler and on the features of the processor. The
//! record names both; if they differ, the table is printed but nothing fails.

#[path = "../../inputs/mod.rs"]
mod inputs;

use std::fmt::Write as _;
use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::{env, fs};

use inputs::{INPUTS, Input};
use urlgrep::Engine;

const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/counts.tsv");

/// The relative growth that is accepted.
const TOLERANCE: f64 = 0.05;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["--run", name] => {
            let input = INPUTS.iter().find(|input| input.name == name);
            run(input.expect("an input's name"));
            ExitCode::SUCCESS
        }
        ["--update"] => record(true),
        [] => record(false),
        _ => panic!("record [--update | --run NAME]"),
    }
}

/// The function that callgrind measures. Making the input is not included.
#[inline(never)]
fn measured(input: &Input, bytes: &[u8]) -> usize {
    black_box((input.count)(black_box(bytes)))
}

fn run(input: &Input) {
    let (bytes, count) = (input.make)();
    assert_eq!(measured(input, &bytes), count, "{}", input.name);
    println!("{}\t{count}", Engine::best().name());
}

/// The number of instructions for an input, its count, and the engine.
fn count(input: &Input) -> (u64, String, String) {
    let done = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=*measured*")
        .arg(env::current_exe().expect("a path of its own"))
        .args(["--run", input.name])
        .output()
        .expect("valgrind can be run");
    let messages = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{}: {messages}", input.name);
    let collected = messages.lines().find_map(|line| {
        let (_, number) = line.split_once("Collected : ")?;
        number.trim().parse().ok()
    });
    let collected = collected.unwrap_or(0);
    assert!(
        collected > 0,
        "{}: no instructions were counted: {messages}",
        input.name
    );
    let out = String::from_utf8_lossy(&done.stdout);
    let (engine, count) = out.trim().split_once('\t').expect("engine and count");
    (collected, count.to_string(), engine.to_string())
}

fn rustc() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let done = Command::new(rustc).arg("--version").output();
    let out = done.map(|done| done.stdout).unwrap_or_default();
    String::from_utf8_lossy(&out).trim().to_string()
}

fn record(update: bool) -> ExitCode {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("valgrind is not installed: no instructions were counted");
        return ExitCode::SUCCESS;
    }
    let old = fs::read_to_string(RECORD).unwrap_or_default();
    let old_of = |name: &str| {
        let mut rows = old.lines().map(|line| line.split('\t'));
        let mut row = rows.find(|row| row.clone().next() == Some(name))?;
        row.nth(1)?.parse::<u64>().ok()
    };
    let mut engine = String::new();
    let mut rows = String::new();
    let (mut more, mut fewer) = (Vec::new(), Vec::new());
    println!(
        "| input | count | instructions on record | now | change |\n|---|---:|---:|---:|---:|"
    );
    for input in &INPUTS {
        let (now, count, with) = self::count(input);
        engine = with;
        let _ = writeln!(rows, "{}\t{now}\t{count}", input.name);
        let Some(old) = old_of(input.name) else {
            println!("| {} | {count} | none | {now} | |", input.name);
            fewer.push(input.name);
            continue;
        };
        let change = now as f64 / old as f64 - 1.0;
        println!(
            "| {} | {count} | {old} | {now} | {:+.1} % |",
            input.name,
            100.0 * change
        );
        match change {
            _ if change > TOLERANCE => more.push(input.name),
            _ if change < -TOLERANCE => fewer.push(input.name),
            _ => {}
        }
    }
    let here = format!("# {}, {}, {engine}", rustc(), env::consts::ARCH);
    println!("\n{here}");
    let there = old.lines().next().unwrap_or("# nothing");
    if update {
        fs::write(
            RECORD,
            format!("{here}\n# input, instructions, count\n{rows}"),
        )
        .expect("the record can be written");
        println!("written to benches/record/counts.tsv");
        return ExitCode::SUCCESS;
    }
    if here != there {
        println!("the record was made with {there}, so differences are not significant");
        return ExitCode::SUCCESS;
    }
    if !fewer.is_empty() {
        println!(
            "fewer by more than 5 %, or new: {}; use --update to record them",
            fewer.join(", ")
        );
    }
    if !more.is_empty() {
        println!("more by more than 5 %: {}", more.join(", "));
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
