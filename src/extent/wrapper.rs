//! `<URL:…>` and `<scheme:…>`: from the opening to the first `>` that is no quote mark (RFC 1738, appendix;
//! tests/spec/wrapper.md, blank.md, bounds.md, missing-scheme.md).

use std::ops::Range;

use super::continuation::{restore_at, undo_soft_breaks};
use super::reading::{NEXT, Offers, Reading, Scratch, Taken};
use super::{Extent, read_refanged};
use crate::character;
use crate::flaw::{Flaw, Flaws};
use crate::folds::{self, Opening};
use crate::grammar::tail;
use crate::rewritten::spelled;
use crate::scan::content::{assumed, before_label, first_word, stray};
use crate::scan::word::{is_file_suffix, repeats};
use crate::scan::{
    Candidate, Form, SchemeAt, has_shape, is_known_with_slashes, is_marked_scheme, scheme_at,
};
use crate::span::{Span, run};
use crate::text::line::Prefix;
use crate::text::pieces::{Gap, Piece, Pieces};
use crate::why::Why;

/// Offers the wrapper's content, then what a bare URL in its place would be.
pub(super) fn read(extent: &Extent<'_>, offers: &mut Offers<'_>) -> Taken {
    let (context, c) = (extent.context, extent.candidate);
    let text = context.text;
    let first = first_word(text, c);
    // Any scheme may stand in a wrapper, but `hxxp` is not a scheme.
    let is_defanged = || {
        c.form == Form::Wrapper && is_marked_scheme(text, first) || !spelled(text, first).is_empty()
    };
    if context.options.refang && is_defanged() {
        read_refanged(context, c, first, offers)?;
    }
    let pieces = &mut offers.scratch.pieces;
    pieces.list.clear();
    let opening = Opening {
        text,
        engine: context.engine,
        start: c.start,
        seen: c.start,
        close: b">",
        is_soft: false,
        prefix: &|| Prefix::before_wrapper(text, c.outer),
    };
    let close = if holds_brackets(extent) {
        pieces.push(c.start..extent.stop, Gap::None);
        Some(extent.stop)
    } else if folds::is_unclosed(text, c.start, b'>') {
        None
    } else {
        opening.walk(pieces)
    };
    let mut flaws = Flaws::NONE;
    match close {
        Some(close) => offer_content(extent, close, offers)?,
        None => flaws.add(Flaw::UnclosedWrapper),
    }
    // An unclosed wrapper, or one around what is no URL: the text may still hold one.
    let known = scheme_at(text, first).is_some_and(|at| at.scheme.is_known());
    if !known {
        return NEXT;
    }
    if first == c.start {
        let mut bare = extent.clone();
        bare.flaws = flaws;
        return bare.read(offers);
    }
    let candidate = Candidate::bare(first);
    let mut bare = Extent::new(context, &candidate);
    bare.find_run();
    bare.flaws = flaws;
    bare.read(offers)
}

/// Whether the URL holds angle brackets of its own, as that of a DOI may, and `>` follows it.
fn holds_brackets(extent: &Extent<'_>) -> bool {
    let (text, c) = (extent.text(), extent.candidate);
    let is_closed = c.form.is_in_brackets() && text.get(extent.stop) == Some(&b'>');
    let holds = |url| memchr::memchr(b'<', url).is_some();
    is_closed && text.get(c.start..extent.stop).is_some_and(holds)
}

/// Offers the pieces in the scratch buffer, which `close` closes: without their blanks, or up to the first of them (rule 6.4).
fn offer_content(extent: &Extent<'_>, close: usize, offers: &mut Offers<'_>) -> Taken {
    let (text, c) = (extent.text(), extent.candidate);
    let Offers { take, scratch } = offers;
    let Scratch {
        pieces, other, url, ..
    } = scratch;
    if leaves_string(text, pieces) || c.form == Form::Angle && has_attributes(text, pieces) {
        return NEXT;
    }
    trim(text, c, close, pieces, url);
    let mut content = WrapperContent {
        extent,
        outer: Span::from(c.outer..close + 1),
        resume: None,
    };
    if let Some(second) = second_url(text, pieces, other, url) {
        let start = pieces.list[second].start;
        (content.outer.end, content.resume) = (start, Some(start));
        pieces.list.truncate(second);
    }
    let first_blank = pieces.list.iter().position(|piece| piece.gap == Gap::Blank);
    let unlikely = first_unlikely(text, pieces);
    // A line of prose or code, with a `>` of its own.
    let begins_line = |i: usize| pieces.list[i].gap == Gap::Break;
    if unlikely.is_some_and(begins_line) || leaves_comment(text, c, pieces, close) {
        return NEXT;
    }
    let flaws = first_blank.map_or(Flaws::NONE, |_| Flaws::new(&[Flaw::BlankInUrl]));
    if unlikely.is_none() {
        content.offer(pieces, None, flaws, url, take)?;
        // The hyphen at a break may be what makes it no URL.
        for i in 0..pieces.hyphens(text) {
            pieces.without_hyphen(text, i, other);
            let flaws = flaws | Flaws::new(&[Flaw::HyphenAtBreak]);
            content.offer(other, None, flaws, url, take)?;
        }
    }
    let Some(cut) = unlikely.or(first_blank) else {
        return NEXT;
    };
    // The text after the cut is prose, and so may be the punctuation before it.
    other.copy_from(pieces, cut);
    let (without_tail, _) = tail::split(other.url(text, url));
    other.truncate(without_tail.len());
    content.offer(other, Some((Why::Blank, pieces)), flaws, url, take)
}

/// A wrapper's content. Its readings share this.
struct WrapperContent<'e, 'c> {
    extent: &'e Extent<'c>,
    /// From the wrapper's opening to its close, or to a second URL in it.
    outer: Span,
    /// Where a second URL begins.
    resume: Option<usize>,
}

impl WrapperContent<'_, '_> {
    /// Offers the URL that `pieces` make, if it has the shape of its scheme, or if it implies a scheme. `other` is another reading.
    fn offer(
        &self,
        pieces: &Pieces,
        other: Option<(Why, &Pieces)>,
        flaws: Flaws,
        url: &mut Vec<u8>,
        take: &mut dyn FnMut(&Reading<'_>) -> Taken,
    ) -> Taken {
        if pieces.span().is_empty() {
            return NEXT;
        }
        let form = self.extent.candidate.form;
        let mut reading = Reading::new(self.extent.text(), pieces, url);
        reading.flaws = reading.flaws | flaws;
        (reading.outer, reading.resume) = (self.outer, self.resume);
        (reading.form, reading.other) = (form, other);
        let is_shaped = |at: SchemeAt| {
            // `www.a.com:8080`
            let is_port = reading
                .url
                .get(at.colon + 1)
                .is_some_and(u8::is_ascii_digit);
            let is_host = !at.scheme.is_known() && is_port && !assumed(reading.url).is_empty();
            // `<callto:20.04.2) 9.4.0>`, but `<callto:+1 234 567>`
            let body = &reading.url[at.colon + 1..];
            let is_word = form == Form::Angle
                && flaws.contains(Flaw::BlankInUrl)
                && at.scheme.shape.is_none()
                && !body.starts_with(b"//")
                && !body.starts_with(b"+");
            !is_host && !is_word && has_shape(reading.url, at, form)
        };
        let is_shaped = || scheme_at(reading.url, 0).is_some_and(is_shaped);
        let is_plain = is_plain(self.extent, pieces, reading.url);
        debug_assert!(!is_plain || is_shaped());
        if is_plain {
            reading.plain = Some(self.extent.scheme);
        } else if !is_shaped() {
            reading.assumed = match form {
                Form::Wrapper => assumed(reading.url),
                _ => "",
            };
            if reading.assumed.is_empty() {
                return NEXT;
            }
            reading.flaws.add(Flaw::MissingScheme);
        }
        take(&reading)
    }
}

/// Takes from the pieces of the content what belongs to no URL: quotes and backslashes, a second `URL:`, a label.
fn trim(text: &[u8], c: &Candidate, close: usize, pieces: &mut Pieces, url: &mut Vec<u8>) {
    restore_at(text, pieces);
    undo_soft_breaks(text, pieces);
    pieces.drop_set_hyphens(text);
    // `"<http://a.com/">`: the quotes are around it, the wrong way. `\<URL:http://a.com/\>`: both brackets are escaped.
    let escaped = text[..c.outer].ends_with(b"\\");
    if let [piece] = &mut pieces.list[..]
        && let Some(b'"' | b'\\') = piece.bytes(text).last().filter(|&&b| b == b'"' || escaped)
    {
        piece.end -= 1;
    }
    // Marks of direction and the like before the bracket: `<http://a.com/\u{200e}>`.
    while let Some(piece) = pieces.list.last_mut()
        && let Some((unseen, len)) = character::decode_before(text, piece.end)
        && character::is_unseen(unseen)
        && piece.start + len < piece.end
    {
        piece.end -= len;
    }
    let stray = stray(pieces.url(text, url));
    pieces.drop_front(stray);
    if c.form == Form::Angle
        && memchr::memchr(b'|', &text[c.start..close]).is_some()
        && let Some(bar) = before_label(pieces.url(text, url), &text[c.start..close])
    {
        pieces.truncate(bar);
    }
}

/// Whether the content is a URL of the extent's scheme with a plain authority or address.
fn is_plain(extent: &Extent<'_>, pieces: &Pieces, url: &[u8]) -> bool {
    let first = &pieces.list[0];
    let has_scheme = first.start == extent.start() && first.end >= extent.body;
    has_scheme && extent.is_known && extent.is_plain(url)
}

/// Whether the wrapper opened in a string of code that ends before its `>`: `"<http://a.com/" + x + ">"`. Other quotes are the URL's.
fn leaves_string(text: &[u8], pieces: &Pieces) -> bool {
    let Range { start, end } = pieces.span();
    let quote = memchr::memchr(b'"', &text[start..end]).map(|i| start + i);
    quote.is_some_and(|quote| quote + 1 < end && b" +,.;)".contains(&text[quote + 1]))
}

/// Whether the wrapper opened in a comment and goes on in code, a line with blanks and without the comment's mark:
/// `// see <http://a.com/x⏎y = a->b`.
fn leaves_comment(text: &[u8], c: &Candidate, pieces: &Pieces, close: usize) -> bool {
    let list = &pieces.list;
    let has_blank = |i: usize| match list.get(i + 1) {
        Some(next) => next.gap == Gap::Blank,
        None => list[i].end < close,
    };
    let found = (1..list.len()).find(|&i| list[i].gap == Gap::Break && has_blank(i));
    found.is_some_and(|i| Prefix::before(text, c.outer).is_left_at(text, list[i].start))
}

/// Whether an attribute stands after white space: `<content:type value="x">` is an element. A URL with `://` is not.
fn has_attributes(text: &[u8], pieces: &Pieces) -> bool {
    let is_attribute = |piece: &Piece| {
        let word = piece.bytes(text);
        let name = |b: u8| b.is_ascii_alphanumeric() || b"_-:.".contains(&b);
        let name = run(word, name);
        name > 0 && matches!(word[name..], [b'=', b'"' | b'\'', ..])
    };
    let mut list = pieces.list.iter();
    let has_slashes = |name: &Piece| {
        let name = name.bytes(text);
        memchr::memchr(b':', name).is_some_and(|colon| name[colon..].starts_with(b"://"))
    };
    list.next().is_some_and(|name| !has_slashes(name)) && list.any(is_attribute)
}

/// The first piece with a blank before it that does not look like a URL's: nothing in it but letters and such, a dash, or a link's text as
/// Haskell writes it: what the URL says itself (`<http://a.com/rfc1738 RFC1738>`), or a word after a file (`<http://a.com/x.txt the_text>`).
fn first_unlikely(text: &[u8], pieces: &Pieces) -> Option<usize> {
    let sign = |b: &u8| b"/.-_=&?%#".contains(b) || b.is_ascii_digit();
    let is_dash = |word: &[u8]| word == b"-" || word == b"--";
    // `J.`, `et al.`
    let unlikely = |word: &[u8]| {
        let name = word.strip_suffix(b".").unwrap_or(word);
        !name.iter().any(sign) || is_dash(word)
    };
    let is_after_blank = |piece: &Piece| piece.gap == Gap::Blank;
    let first = pieces.list.iter().position(is_after_blank)?;
    let (url, words) = pieces.list.split_at(first);
    let url: Vec<u8> = url
        .iter()
        .flat_map(|piece| piece.bytes(text))
        .copied()
        .collect();
    let word = words[0].bytes(text);
    if repeats(&url, word) || names_file(&url) && word.iter().take(2).all(u8::is_ascii_alphabetic) {
        return Some(first);
    }
    let found = |piece: &Piece| is_after_blank(piece) && unlikely(piece.bytes(text));
    let second = first + words.iter().position(found)?;
    // Two such words begin the line.
    let before = &pieces.list[second - 1];
    let begins = before.gap == Gap::Break && unlikely(before.bytes(text));
    Some(second - usize::from(begins))
}

/// Whether the URL ends with the whole name of a file: `…/fog_func.txt`.
fn names_file(url: &[u8]) -> bool {
    memchr::memrchr(b'.', url).is_some_and(|dot| is_file_suffix(&url[dot + 1..]))
}

/// The first piece with white space before it that begins with a known scheme and `://`: another URL of the same wrapper.
/// After `=`, `/` or `?` a line break does not part them.
fn second_url(
    text: &[u8],
    pieces: &Pieces,
    first: &mut Pieces,
    url: &mut Vec<u8>,
) -> Option<usize> {
    let list = &pieces.list;
    (1..list.len()).find(|&i| {
        let apart = match list[i].gap {
            Gap::None => false,
            Gap::Blank => true,
            Gap::Break => !b"=/?".contains(&text[list[i - 1].end - 1]),
        };
        if !apart || !is_known_with_slashes(text, list[i].start) {
            return false;
        }
        // `ne⏎ws://` is one scheme.
        first.copy_from(pieces, i);
        let first = first.url(text, url);
        scheme_at(first, 0).is_some() || !assumed(first).is_empty()
    })
}
