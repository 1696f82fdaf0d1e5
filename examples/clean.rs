//! A text with its links cleaned: targets instead of rewritten links, no parameters that track readers. Everything else is copied.
//!
//! ```sh
//! cargo run --example clean <letter.txt
//! ```

use std::io::{self, Read};

use urlgrep::replace_all;
use urlgrep::url::{parse_str, unwrap};

/// The text with clean links.
pub fn clean(text: &str) -> String {
    let cleaned = replace_all(text, |m| {
        let target = unwrap(m.as_bytes()).and_then(|target| String::from_utf8(target).ok());
        let url = target.unwrap_or_else(|| m.as_str().to_string());
        let clean = parse_str(&url).0.without_tracking().into_owned();
        // `None` keeps the URL as it is written, also its line breaks.
        (clean != m.as_str()).then_some(clean)
    });
    cleaned.into_owned()
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    print!("{}", clean(&text));
    Ok(())
}
