//! What users of `linkify` do: the links of a text, and the text as HTML with its links.
//!
//! ```sh
//! echo 'See www.example.org/a_(b), or ask joe@example.org.' | cargo run --example linkify
//! ```

use std::io::{self, Read};
use std::ops::Range;

use urlgrep::{Extractor, Match};

/// A piece of a text: plain, or a link. What `LinkFinder::spans` gives.
pub enum Span<'t> {
    /// Text without a link.
    Text(&'t str),
    /// The text of a link, and the match there.
    Link(&'t str, Match<'t>),
}

/// The whole text in order, in pieces.
pub fn spans<'t>(urls: &Extractor, text: &'t str) -> Vec<Span<'t>> {
    let (mut spans, mut done) = (Vec::new(), 0);
    let push_text = |at: Range<usize>, spans: &mut Vec<Span<'t>>| {
        if let Some(plain) = text.get(at).filter(|plain| !plain.is_empty()) {
            spans.push(Span::Text(plain));
        }
    };
    for m in urls.extract(text) {
        let at = m.span();
        push_text(done..at.start, &mut spans);
        done = at.end;
        spans.push(Span::Link(&text[at], m));
    }
    push_text(done..text.len(), &mut spans);
    spans
}

/// The schemes that become links. Others may run a program or open a file when someone clicks on them: `javascript:`, `file:`.
const LINKED: [&str; 4] = ["http", "https", "ftp", "mailto"];

/// The text as HTML: `&`, `<`, `>` and quotes escaped, each URL of a harmless scheme a link.
pub fn html(text: &str) -> String {
    // `linkify` without `url_must_have_scheme` finds names and addresses too.
    let urls = Extractor::builder().schemeless(true).email(true).build();
    let mut out = String::new();
    for span in spans(&urls, text) {
        match span {
            Span::Text(plain) => out.push_str(&escape(plain)),
            Span::Link(written, url) if LINKED.contains(&url.url().scheme_info().name()) => {
                let target = escape(url.as_str());
                out.push_str(&format!("<a href=\"{target}\">{}</a>", escape(written)));
            }
            Span::Link(written, _) => out.push_str(&escape(written)),
        }
    }
    out
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    print!("{}", html(&text));
    Ok(())
}
