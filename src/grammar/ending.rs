//! Endings that languages add to a foreign name without a space: `http://a.org/를`, `http://a.org/-ზე` (tests/spec/scripts.md).

use crate::character;
use crate::class::Class;
use crate::grammar::tail;

/// The particles of Korean, and its "is".
#[rustfmt::skip]
const PARTICLES: [&str; 21] = [
    "은", "는", "이", "가", "을", "를", "의", "에", "와", "과", "도", "로",
    "으로", "에서", "에는", "에게", "처럼", "까지", "부터", "라는", "입니다",
];

/// Where an ending begins that ends `url`, with its hyphen; the text before it is US-ASCII. Closing punctuation may follow.
pub(crate) fn find(url: &[u8]) -> Option<usize> {
    let (url, _) = tail::split(url);
    let (name, word) = url.split_at(Class::HIGH.before(url));
    let (c, len) = character::decode(word, 0);
    let is_particle = || PARTICLES.iter().any(|known| known.as_bytes() == word);
    let name = if !character::takes_endings(c) {
        is_particle().then_some(name)
    } else if word.iter().any(u8::is_ascii) {
        None
    } else {
        // `http://a.org/ஐ`: one letter, perhaps with a mark.
        let is_short = word.len() <= 2 * len;
        name.strip_suffix(b"-").or(is_short.then_some(name))
    };
    name.map(<[u8]>::len).filter(|&start| start > 0)
}
