//! Every URL of a mailbox, with its message, its part, and its place in the file.
//!
//! ```sh
//! cargo run --no-default-features --features mail --example mailbox -- mail.mbox
//! ```

use std::{env, fs, io};

use urlgrep::{Extractor, mail, resolve_hyphens};

/// A line for each URL: message, part, bytes of the file, URL.
pub fn list(file: &[u8]) -> Vec<String> {
    let urls = Extractor::default();
    let mut lines = Vec::new();
    for text in mail::detect(file).texts(file, 0) {
        let mut found: Vec<_> = urls.extract_text(&text).collect();
        // Another URL of the text may say whether a hyphen at a line break belongs to one.
        resolve_hyphens(&mut found);
        for m in found {
            let place = text.map.source_range(m.span());
            let message = text
                .place
                .message
                .map(|n| n.to_string())
                .unwrap_or_default();
            let part = text.place.part_number().unwrap_or_default();
            lines.push(format!("{message} [{part}] {place:?} {m}"));
        }
    }
    lines
}

fn main() -> io::Result<()> {
    for path in env::args_os().skip(1) {
        for line in list(&fs::read(&path)?) {
            println!("{}: {line}", path.display());
        }
    }
    Ok(())
}
