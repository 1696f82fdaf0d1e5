//! Brackets: a bare URL ends before the first closing one that it did not open, wherever it stands (tests/spec/brackets.md); and before a
//! `[` that is markup: `http://a.com/x[the page]`, `[url]http://a.com/x[/url]`.

use crate::class::Class;

/// Where the URL `start..end` ends by its brackets; `host` is where its host begins.
pub(super) fn cut(text: &[u8], host: Option<usize>, start: usize, end: usize) -> usize {
    let mut at = start;
    if let Some(host) = host {
        match in_host(&text[host..end]) {
            // An address literal's brackets are its own.
            Host::Literal(len) => at = host + len,
            Host::Bracket(len) => return host + len,
            Host::Plain => {}
        }
    }
    let (mut depth, mut square) = (Depth::default(), Vec::new());
    for i in at..end {
        let opened = match text[i] {
            b'[' if text.get(i + 1) == Some(&b'/') => return i,
            b'[' => {
                square.push(i);
                true
            }
            b']' => square.pop().is_some(),
            byte => depth.takes(byte),
        };
        if !opened {
            return i;
        }
    }
    // What a `[` opens and nothing closes is not the URL's.
    square.first().copied().unwrap_or(end)
}

/// How many brackets are open: round, square, curly.
#[derive(Default)]
pub(super) struct Depth([u32; 3]);

impl Depth {
    /// Counts a bracket; false for a closing one that was not opened. Other bytes do not matter.
    #[inline]
    pub(super) fn takes(&mut self, byte: u8) -> bool {
        if !Class::BRACKET.has(byte) {
            return true;
        }
        // `()` begin with the bits 001, `[]` with 010, `{}` with 011.
        let open = &mut self.0[usize::from(byte >> 5) - 1];
        match byte {
            b'(' | b'[' | b'{' => *open += 1,
            _ if *open == 0 => return false,
            _ => *open -= 1,
        }
        true
    }
}

enum Host {
    /// Begins with an address literal of this length.
    Literal(usize),
    /// Ends at a bracket after so many bytes.
    Bracket(usize),
    Plain,
}

fn in_host(rest: &[u8]) -> Host {
    let authority = rest.iter().position(|b| matches!(b, b'/' | b'?' | b'#'));
    let authority = &rest[..authority.unwrap_or(rest.len())];
    let host = memchr::memrchr(b'@', authority).map_or(0, |i| i + 1);
    let address = |b: &u8| Class::HEX.has(*b) || matches!(b, b':' | b'.' | b'v' | b'V' | b'%');
    if let Some(len) = authority[host..].iter().position(|&b| b == b']')
        && len > 2
        && authority[host] == b'['
        && authority[host + 1..host + len].iter().all(address)
    {
        return Host::Literal(host + len + 1);
    }
    match memchr::memchr2(b'(', b'[', &authority[host..]) {
        Some(i) => Host::Bracket(host + i),
        None => Host::Plain,
    }
}

/// Whether the URL holds more of this closing bracket than it opened.
pub(super) fn is_unopened(url: &[u8], close: u8) -> bool {
    let open = match close {
        b')' => b'(',
        b']' => b'[',
        _ => b'{',
    };
    let count = |byte| memchr::memchr_iter(byte, url).count();
    count(close) > count(open)
}
