//! `https://doi.org/10.⏎1000/182`, `https://web.archive.org/web/20200102030405/⏎http://a.com/x`: the form of the site's URLs says that one
//! cannot end there (tests/spec/incomplete.md). So the line's length does not matter, nor does the rest of the next line.

use super::next_word;
use crate::class::Class;
use crate::extent::Extent;
use crate::scan::word::{CLOSING, is_something_else};
use crate::span::{split_run, without_ending};
use crate::text::pieces::{Gap, Pieces};

/// The fewest digits in the rest of a DOI. A page number, a list's number or a year has fewer.
const FEWEST: usize = 5;
/// The fewest in a rest of digits alone, after a dot that may end a sentence. A postal code has fewer.
const FEWEST_ALONE: usize = 7;

pub(super) fn may_join(extent: &Extent<'_>) -> bool {
    let body = &extent.text()[extent.body..extent.stop];
    matches!(body, [.., b'/' | b'.']) && (doi(body).is_some() || begins_archived(body))
}

pub(super) fn pieces(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let text = extent.text();
    let body = &text[extent.body..extent.stop];
    let next = extent.prefix().next_line(text, extent.stop)?;
    let word = &text[next.own..extent.word_end(next.own)];
    let is_rest = match doi(body) {
        Some(begun) => completes(begun, without_ending(word, CLOSING)),
        None => word.starts_with(b"http://") || word.starts_with(b"https://"),
    };
    if !is_rest {
        return None;
    }
    extent.join(Gap::Break, next.own, pieces);
    next_word::add_words(extent, next.start, pieces);
    Some(())
}

/// The text after the host of a DOI resolver.
fn doi(body: &[u8]) -> Option<&[u8]> {
    let hosts: [&[u8]; 3] = [b"doi.org/", b"dx.doi.org/", b"www.doi.org/"];
    hosts.iter().find_map(|host| body.strip_prefix(*host))
}

/// Whether it is the URL of an archived page up to the address of that page.
fn begins_archived(body: &[u8]) -> bool {
    let rest = body.strip_prefix(b"web.archive.org/web/");
    rest.is_some_and(|rest| Class::DIGIT.run(rest) == 14 && rest.len() == 15)
}

/// Whether `begun` is the beginning of a DOI, `10.` with a number, a slash and a name, and `word` its rest.
fn completes(begun: &[u8], word: &[u8]) -> bool {
    let digits = word.iter().filter(|b| b.is_ascii_digit()).count();
    // The whole DOI may stand in another column.
    let is_another = !begun.is_empty() && suffix(word).is_some();
    let may_be_rest = Class::ALPHADIGIT.begins(word)
        && digits >= FEWEST
        && !is_another
        && !is_something_else(b'/', word);
    if !may_be_rest || suffix(&[begun, word].concat()).is_none_or(<[u8]>::is_empty) {
        return false;
    }
    // Before the dot in the name a sentence may end.
    let ends_sentence = suffix(begun).is_some_and(|name| !name.is_empty());
    !ends_sentence
        || begun.ends_with(b".")
            && !word[0].is_ascii_uppercase()
            && word.iter().all(|&b| Class::ALPHADIGIT.has(b) || b == b'.')
            && (digits < word.len() || digits >= FEWEST_ALONE)
}

/// The name that a DOI gives after its slash.
fn suffix(doi: &[u8]) -> Option<&[u8]> {
    let (number, rest) = split_run(doi.strip_prefix(b"10.")?, |b| b.is_ascii_digit());
    (number.len() >= 4).then(|| rest.strip_prefix(b"/"))?
}
