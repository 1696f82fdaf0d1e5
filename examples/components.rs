//! The components of a URL, its flaws, and its normal form.
//!
//! ```sh
//! cargo run --example components -- 'HTTP://joe@A.org:80/~me/../x?y=1#z'
//! ```

use std::env;
use std::fmt::Write;

use urlgrep::url::{Url, parse_str};

/// A line for each component and each flaw.
pub fn describe(text: &str) -> String {
    let (url, flaws) = parse_str(text);
    let mut out = format!("{url}\n");
    for (name, part) in [
        ("scheme", url.scheme()),
        ("user", url.user()),
        ("host", url.host()),
        ("path", url.path()),
        ("query", url.query()),
        ("fragment", url.fragment()),
    ] {
        if let Some(part) = part {
            // Writing to a string does not fail.
            let _ = writeln!(out, "  {name}: {part}");
        }
    }
    if let Some(port) = url.effective_port() {
        let _ = writeln!(out, "  port: {port}");
    }
    let _ = writeln!(out, "  normal form: {}", url.normalized());
    for flaw in flaws {
        let _ = writeln!(
            out,
            "  {}..{}: {}",
            flaw.at.start,
            flaw.at.end,
            flaw.flaw.message()
        );
    }
    match Url::try_from(text) {
        Ok(_) => out.push_str("  RFC 3986 allows it\n"),
        Err(why) => {
            let _ = writeln!(out, "  RFC 3986 does not allow it: {why}");
        }
    }
    out
}

fn main() {
    for text in env::args().skip(1) {
        print!("{}", describe(&text));
    }
}
