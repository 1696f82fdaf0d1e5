//! The tail: closing punctuation that is the sentence's and not the URL's (tests/spec/tail.md).

use super::brackets::is_unopened;
use crate::character;
use crate::class::Class;

/// Where the URL `start..end` ends without its tail, not before `floor`.
pub(crate) fn trim(text: &[u8], start: usize, floor: usize, end: usize) -> usize {
    let mut end = end;
    while end > floor {
        let url = &text[start..end];
        let last = text[end - 1];
        if Class::HIGH.has(last) {
            match character::decode_before(url, url.len()) {
                Some((c, len)) if character::ends_sentence(c) && end - len >= floor => end -= len,
                _ => break,
            }
            continue;
        }
        if let Some(len) = note(&text[floor..end]) {
            end -= len;
            continue;
        }
        let trimmed = match last {
            b'.' | b',' | b':' | b';' | b'!' | b'?' | b'*' | b'(' | b'[' | b'{' => true,
            b'\'' => memchr::memchr_iter(b'\'', url).count() % 2 == 1,
            close @ (b')' | b']' | b'}') => is_unopened(url, close),
            _ => false,
        };
        if !trimmed {
            break;
        }
        end -= 1;
    }
    end
}

/// The length of the mark of a note, or of AsciiDoc's empty text, that ends a path: `http://a.com/x[2]`, `http://a.com/x[]`. A query's
/// brackets are its own, and so is a segment of nothing else.
fn note(body: &[u8]) -> Option<usize> {
    let [front @ .., b']'] = body else {
        return None;
    };
    let digits = front.iter().rev().take_while(|b| b.is_ascii_digit());
    let [path @ .., before, b'['] = &front[..front.len() - digits.take(4).count()] else {
        return None;
    };
    let own = matches!(before, b'/' | b'[' | b'@') || path.contains(&b'?');
    (!own).then(|| body.len() - path.len() - 1)
}
