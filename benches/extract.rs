//! Throughput of the library on the corpora, each run's count asserted. It says nothing of other people's mail: the corpora
//! are dense (a URL in every 300 bytes or so), which is hard on everything behind the scanner.

#![allow(missing_docs, reason = "criterion's macros make functions without")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use urlgrep::Extractor;

const MAIL_1994: &[u8] = include_bytes!("../corpora/mail/1994.mbox");
const MAIL_TODAY: &[u8] = include_bytes!("../corpora/mail/today.mbox");

/// Copies enough to fill 4 MiB.
fn repeated(text: &[u8]) -> (Vec<u8>, usize) {
    let times = (4 << 20) / text.len();
    (text.repeat(times), times)
}

fn extract(c: &mut Criterion) {
    let urls = Extractor::default();
    let mut group = c.benchmark_group("extract");
    for (name, text) in [("1994", MAIL_1994), ("today", MAIL_TODAY)] {
        let (text, times) = repeated(text);
        let once = urls.extract_bytes(&text[..text.len() / times]).count();
        assert!(once > 50);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| assert_eq!(urls.extract_bytes(black_box(&text)).count(), once * times));
        });
    }
    // No URL, and colons that are none.
    for (name, line) in [
        ("no colon", "nothing to be seen here\n"),
        ("colons only", "a: b:c 12:30 1:2 x::y\n"),
    ] {
        let text = line.repeat((4 << 20) / line.len());
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| assert_eq!(urls.extract_bytes(black_box(text.as_bytes())).count(), 0));
        });
    }
    group.finish();
}

criterion_group!(benches, extract);
criterion_main!(benches);
