//! Each stage that the public API can run alone, and the whole pipeline, on the inputs of `inputs/`. The count of each run is
//! asserted.
//!
//! `scan` runs on text whose colons give no candidates. `readings` includes scanning and the first parsing step. `decode` and
//! `split` make the texts of mailboxes without searching them.

#![allow(missing_docs, reason = "criterion's macros make functions without")]

mod inputs;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use inputs::{INPUTS, Letter, as_text, copies, encoded, html_mail, mailbox};
use urlgrep::{Engine, Extractor, mail};

/// Runs `count` on an input and asserts the result.
fn run(
    c: &mut Criterion,
    stage: &str,
    name: &str,
    (bytes, want): (Vec<u8>, usize),
    count: impl Fn(&[u8]) -> usize,
) {
    let mut group = c.benchmark_group(stage);
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function(name, |b| {
        b.iter(|| assert_eq!(count(black_box(&bytes)), want, "{stage}: {name}"));
    });
    group.finish();
}

/// Runs an input with its own `count`.
fn run_input(c: &mut Criterion, stage: &str, name: &str) {
    let input = INPUTS.iter().find(|input| input.name == name);
    let input = input.expect("an input's name");
    run(c, stage, name, (input.make)(), input.count);
}

/// The filter around the colon, with each engine.
fn scan(c: &mut Criterion) {
    for engine in Engine::available() {
        let urls = Extractor::builder().engine(engine).build();
        let count = |bytes: &[u8]| urls.extract_bytes(bytes).count();
        let none = [
            (
                "no colon",
                "nothing to be seen here, nor on the next line\n",
            ),
            ("prose", &inputs::prose()),
            ("colons", "a: b:c 12:30 1:2 x::y\n"),
        ];
        for (name, text) in none {
            let name = format!("{name}, {}", engine.name());
            run(c, "scan", &name, copies(text.as_bytes(), 0), count);
        }
    }
}

fn readings(c: &mut Criterion) {
    for name in ["dense-urls", "wrappers", "folded-and-quoted"] {
        run_input(c, "readings", name);
    }
    let bare = b"It stood at http://www.example.org/log/1996/march.html, and (since then)\nat ftp://ftp.example.org/pub/boat/ or so.\n";
    run(c, "readings", "bare", copies(bare, 2), as_text);
    let quoted = b"> Did you see <a href=\"http://www.example.org/log/\">it</a>?\n";
    run(c, "readings", "quoted", copies(quoted, 1), as_text);
}

fn parse(c: &mut Criterion) {
    run_input(c, "parse", "parse");
}

/// The number of `://` in the decoded texts of a mailbox.
fn decoded(bytes: &[u8]) -> usize {
    let texts = mail::detect(bytes).texts(bytes, 0);
    let counts = texts.map(|text| memchr::memmem::find_iter(&text.bytes, "://").count());
    counts.sum()
}

fn decode(c: &mut Criterion) {
    let letter = Letter::new();
    for encoding in ["7bit", "quoted-printable", "base64"] {
        run(c, "decode", encoding, encoded(&letter, encoding), decoded);
    }
    run(c, "decode", "html", html_mail(), decoded);
    let fields =
        "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\n";
    let flowed = mailbox(fields, &letter.lines.join(" \n"), letter.urls);
    run(c, "decode", "flowed", flowed, decoded);
}

/// The number of texts in a mailbox.
fn texts(bytes: &[u8]) -> usize {
    mail::detect(bytes).texts(bytes, 0).count()
}

fn split(c: &mut Criterion) {
    let tiny = mailbox("Subject: Re: the boat\n", "Yes.", 1);
    run(c, "split", "tiny messages", tiny, texts);
    let fields = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"=_next\"\n";
    let part = "--=_next\nContent-Type: text/plain\n\nYes.\n\n";
    let body = format!("{}--=_next--\n", part.repeat(10));
    run(c, "split", "tiny parts", mailbox(fields, &body, 10), texts);
}

fn whole(c: &mut Criterion) {
    for input in INPUTS.iter().filter(|input| input.name != "parse") {
        run_input(c, "whole", input.name);
    }
}

criterion_group!(benches, scan, readings, parse, decode, split, whole);
criterion_main!(benches);
