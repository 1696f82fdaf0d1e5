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
    let (mut round, mut curly, mut square) = (0, 0, Vec::new());
    for i in at..end {
        let opened = match text[i] {
            b'[' if text.get(i + 1) == Some(&b'/') => return i,
            b'[' => {
                square.push(i);
                true
            }
            b'(' => step(&mut round, true),
            b'{' => step(&mut curly, true),
            b')' => step(&mut round, false),
            b'}' => step(&mut curly, false),
            b']' => square.pop().is_some(),
            _ => true,
        };
        if !opened {
            return i;
        }
    }
    // What a `[` opens and nothing closes is not the URL's.
    square.first().copied().unwrap_or(end)
}

/// Counts a bracket; false for a closing one that was not opened.
fn step(open: &mut u32, opens: bool) -> bool {
    match opens {
        true => *open += 1,
        false if *open == 0 => return false,
        false => *open -= 1,
    }
    true
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
