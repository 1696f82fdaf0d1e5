//! Texinfo.
//!
//! `@@`, `@{`, `@}`, `@comma{}` are the characters that they show; `@/` and `@-`, where a line may be broken, show
//! nothing in a URL. In `@uref{…}` and `@url{…}` a comma ends it; it is a URL as a whole and may end with a full stop.

#[cfg(feature = "lint")]
mod mask;

use super::{AS_TEXT, Notation, targets};
use crate::class::Class;
use crate::text::{Edits, Rewrite};

pub(super) static TEXINFO: Notation = Notation {
    name: "texinfo",
    media_types: &["application/x-texinfo", "text/x-texinfo"],
    // Those in the middle are LilyPond's.
    extensions: &[
        "itely", "itexi", "tely", "texi", "texidoc", "texinfo", "txi",
    ],
    is_readable: |text| memchr::memchr(b'@', text).is_none(),
    read,
    #[cfg(feature = "lint")]
    roles: mask::ROLES,
    ..AS_TEXT
};

/// No target of a link is longer.
const MAX: usize = 4096;

fn read(text: &[u8], out: &mut Rewrite<'_>) {
    // How many braces are open in the argument of a link, whose last line began at `link`; and the place before this one.
    let (mut open, mut link, mut last) = (0, 0, 0);
    // Where its target is written.
    let mut target = 0;
    let mut word = Word::default();
    let places = memchr::memchr3_iter(b'@', b',', b'}', text);
    Edits::new(text, 0, out).each(places, |edits, at| {
        // A link's target has no white space.
        let is_white = || memchr::memchr2(b' ', b'\n', &text[link.max(last)..at]).is_some();
        if open > 0 && (at - link > MAX || is_white()) {
            open = 0;
        }
        last = at;
        let rest = &text[at..];
        match rest {
            [mark @ (b',' | b'}'), ..] if open == 1 => {
                targets::note_edited(edits, target, at);
                if *mark == b',' {
                    edits.delimit(at);
                }
                open = 0;
            }
            [b'}', ..] if open > 0 => open -= 1,
            [b'@', b'@' | b'{' | b'}', ..] => edits.unescape(at..at + 1),
            // Where a line may be broken. In a link that is what the author did.
            [b'@', b'/' | b'-', after @ ..] if open > 0 || word.is_url(text, at) => {
                let broken = match after {
                    [b'\n', ..] if open > 0 => 1,
                    [b'\r', b'\n', ..] if open > 0 => 2,
                    _ => 0,
                };
                link = at + 2 + broken;
                edits.leave_out(at..link);
            }
            [b'@', command @ ..] => {
                let (name, rest) = Class::ALPHA.split(command);
                match name {
                    b"comma" if rest.starts_with(b"{}") => {
                        edits.put(b",", at..at + b"@comma{}".len());
                    }
                    b"uref" | b"url" if rest.starts_with(b"{") => {
                        (open, link) = (1, at);
                        target = edits.out_at(text.len() - rest.len() + 1).bytes().len();
                    }
                    // A command in the target.
                    _ if open > 0 && rest.starts_with(b"{") => open += 1,
                    _ => {}
                }
            }
            _ => {}
        }
    });
}

/// The word before a place. No byte of it is looked at twice.
#[derive(Default)]
struct Word {
    /// The last place that was asked for.
    end: usize,
    /// Where the last slashes after a scheme stand in it.
    slashes: Option<usize>,
}

impl Word {
    /// Whether the word that ends at `at` is a URL. Places are asked for in order.
    fn is_url(&mut self, text: &[u8], at: usize) -> bool {
        const SLASHES: &[u8] = b"://";
        let new = &text[self.end..at];
        let begins = new
            .iter()
            .rposition(|b| b.is_ascii_whitespace() || *b == b'{');
        let start = match begins {
            Some(i) => {
                self.slashes = None;
                self.end + i + 1
            }
            None => self.end.saturating_sub(SLASHES.len() - 1),
        };
        let slashes = memchr::memmem::rfind(&text[start..at], SLASHES);
        self.slashes = slashes.map(|i| start + i).or(self.slashes);
        self.end = at;
        self.slashes.is_some_and(|slashes| at - slashes <= MAX)
    }
}
