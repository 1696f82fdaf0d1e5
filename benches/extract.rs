//! Throughput of the library, from text without URLs to hostile input; the count of each run is asserted. The corpora contain a URL
//! about every 300 bytes, which is more than usual mail, and so stress everything after the scanner.

#![allow(missing_docs, reason = "criterion's macros make functions without")]

mod inputs;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use inputs::{MAIL_1994, MAIL_TODAY, as_mail, as_text};

/// Typical mail with few URLs.
const LETTER: &[u8] = b"Dear Ann,

the boat came in on Tuesday: two days late, at 11:40, and wet.  What we have of
the cargo is listed below; the rest went to Cold Ness by land.  Nobody was hurt.

The log is at <URL:http://www.example.org/log/1996/
march.html>, the photographs: see ftp://ftp.example.org/pub/boat/.

> Did you ask Ruth?  She said: yes, if (and only if) it rains.

Yours,
Tom

";

/// Repeats `text` to about 4 MiB. Returns the result and the number of copies.
fn repeated(text: &[u8]) -> (Vec<u8>, usize) {
    let times = (4 << 20) / text.len();
    (text.repeat(times), times)
}

/// Runs `count` on copies of a text that contains `urls` URLs.
fn step(c: &mut Criterion, name: &str, text: &[u8], urls: usize, count: fn(&[u8]) -> usize) {
    let (text, times) = repeated(text);
    let mut group = c.benchmark_group("ladder");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function(name, |b| {
        b.iter(|| assert_eq!(count(black_box(&text)), urls * times, "{name}"));
    });
    group.finish();
}

fn ladder(c: &mut Criterion) {
    step(
        c,
        "no URLs",
        b"nothing to be seen here, nor on the next line\n",
        0,
        as_text,
    );
    step(c, "colons only", b"a: b:c 12:30 1:2 x::y\n", 0, as_text);
    step(c, "a letter", LETTER, 2, as_text);
    let (of_1994, of_today) = (MAIL_1994.as_bytes(), MAIL_TODAY.as_bytes());
    step(c, "an mbox of 1994", of_1994, 79, as_mail);
    step(c, "an mbox of today", of_today, 127, as_mail);
    let count = as_text(of_1994);
    step(c, "the mbox of 1994 as text", of_1994, count, as_text);
}

/// Hostile texts. Each is a paragraph, so that no copy continues in the next one.
fn adversarial(c: &mut Criterion) {
    let texts: [(&str, &[u8]); 6] = [
        ("wrappers that do not close", b"<URL:http://a.b/c "),
        ("brackets", b"http://a.b/((((((((\n> http://a)))))) "),
        ("colons", b"a:a:a::: "),
        ("addresses", b"x@x@x@"),
        ("names", b"www."),
        ("schemes", b"http://"),
    ];
    for (name, piece) in texts {
        let mut text = piece.repeat((16 << 10) / piece.len());
        text.extend(b"\n\n");
        step(c, name, &text, as_text(&text), as_text);
    }
}

criterion_group!(benches, ladder, adversarial);
criterion_main!(benches);
