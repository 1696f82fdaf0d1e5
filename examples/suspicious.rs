//! The URLs of a suspicious text as a report shows them: unwrapped and defanged.
//!
//! ```sh
//! cargo run --example suspicious <mail.txt
//! ```

use std::collections::BTreeSet;
use std::io::{self, Read};

use urlgrep::url::{defang, unwrap};

/// Each URL once, in order: the target of a rewritten link, in a form that nothing follows.
pub fn report(text: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut lines = Vec::new();
    for m in urlgrep::extract(text) {
        let target = unwrap(m.as_bytes()).unwrap_or_else(|| m.as_bytes().to_vec());
        let line = String::from_utf8_lossy(&defang(&target)).into_owned();
        if seen.insert(line.clone()) {
            lines.push(line);
        }
    }
    lines
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    for line in report(&text) {
        println!("{line}");
    }
    Ok(())
}
