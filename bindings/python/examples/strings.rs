//! The speed of the library on the strings of `benches/arrow.py`: `cargo run --release --example strings MAILBOX [ROUNDS]`. One thread.

use std::hint::black_box;
use std::time::Instant;

use urlgrep::Extractor;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mailbox = std::fs::read(arguments.next().unwrap_or_default())?;
    let rounds = arguments.next().and_then(|rounds| rounds.parse().ok());
    // The messages: each begins after a newline.
    let cuts = memchr::memmem::find_iter(&mailbox, b"\nFrom ").map(|i| i + 1);
    let cuts: Vec<_> = [0].into_iter().chain(cuts).chain([mailbox.len()]).collect();
    let strings: Vec<_> = cuts
        .windows(2)
        .map(|cut| &mailbox[cut[0]..cut[1]])
        .collect();
    let extractor = Extractor::default();
    for _ in 0..rounds.unwrap_or(3) {
        let begun = Instant::now();
        let count: usize = strings
            .iter()
            .map(|text| extractor.extract_bytes(text).count())
            .sum();
        let found = begun.elapsed();
        let begun = Instant::now();
        for m in strings
            .iter()
            .flat_map(|text| extractor.extract_bytes(text))
        {
            let (url, flaws) = m.url_and_flaws();
            black_box((m.as_bytes(), m.span(), m.form(), flaws));
            black_box((url.scheme(), url.host(), url.domain()));
        }
        let taken_apart = begun.elapsed();
        let speed = |time: std::time::Duration| {
            mailbox.len() as f64 / time.as_secs_f64() / f64::from(1 << 20)
        };
        println!(
            "{} strings, {count} URLs: {:.0} MiB/s, with their columns {:.0} MiB/s",
            strings.len(),
            speed(found),
            speed(taken_apart),
        );
    }
    Ok(())
}
