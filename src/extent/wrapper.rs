//! `<URL:…>` and `<scheme:…>`: from the opening to the first `>` that is no quote mark (RFC 1738, appendix;
//! tests/spec/wrapper.md, blank.md, bounds.md, missing-scheme.md).

use super::continuation::restore_at;
use super::delimited::{MAX_BYTES, is_unclosed, walk};
use super::line::Prefix;
use super::pieces::{Gap, Piece, Pieces};
use super::reading::{NEXT, Offers, Other, Reading, Room, Taken};
use super::{Context, Extent, Why, has_shape, hyphen, refang, trim};
use crate::class::Class;
use crate::domain::is_top_level;
use crate::flaw::{Flaw, Flaws};
use crate::scan::{Candidate, Form, is_known_with_slashes, is_scheme, scheme_at};
use crate::url::is_address;

/// Offers the wrapper's content, then what a bare URL in its place would be; `extent` is the one that begins with its scheme, if
/// that is known.
pub(super) fn read(
    context: &Context<'_>,
    c: &Candidate,
    extent: Option<&Extent<'_>>,
    offers: &mut Offers<'_>,
) -> Taken {
    let text = context.text;
    let first = first_word(text, c);
    if context.options.refang && c.form == Form::Wrapper && is_scheme(text, first) {
        // Any scheme may stand here, but `hxxp` is none.
        refang::read(context, first, offers)?;
    }
    let near = &text[c.start..text.len().min(c.start + MAX_BYTES)];
    let mut flaws = Flaws::NONE;
    match near.iter().position(|&b| Class::UNWRAPPED.has(b)) {
        Some(len) if near[len] == b'>' => offer_one_piece(text, c, c.start + len, offers)?,
        _ => match close(text, c, &mut offers.room.pieces) {
            Some(close) => offer_folded(text, c, close, offers)?,
            None => flaws.add(Flaw::UnclosedWrapper),
        },
    }
    // An unclosed wrapper, or one around what is no URL: the text may still hold one.
    match scheme_at(text, first) {
        Some((scheme, _)) if scheme.is_known() => {}
        _ => return NEXT,
    }
    match extent.filter(|_| first == c.start) {
        Some(extent) => extent.read(flaws, offers),
        None => Extent::new(context, &Candidate::bare(first))
            .map_or(NEXT, |bare| bare.read(flaws, offers)),
    }
}

/// Where the wrapper closes, its pieces put into `pieces`.
fn close(text: &[u8], c: &Candidate, pieces: &mut Pieces) -> Option<usize> {
    if is_unclosed(text, c.start, b'>') {
        return None;
    }
    pieces.restart("");
    walk(text, c.start, b'>', Prefix::before(text, c.outer), pieces)
}

fn offer_one_piece(text: &[u8], c: &Candidate, close: usize, offers: &mut Offers<'_>) -> Taken {
    let start = c.start + stray(&text[c.start..close], c.form);
    // `"<http://a.com/">`: the quotes are around it, the wrong way.
    let quoted = close > start && text[close - 1] == b'"';
    let end = close - usize::from(quoted);
    if end <= start {
        return NEXT;
    }
    let mut reading = Reading::plain(text, start, end);
    (reading.outer, reading.form) = ((c.outer, close + 1), c.form);
    propose(reading, offers)
}

/// Offers the pieces in the room, that `close` closes: with their blanks dropped, or up to the first of them (rule 6.4).
fn offer_folded(text: &[u8], c: &Candidate, close: usize, offers: &mut Offers<'_>) -> Taken {
    let Offers { take, room } = offers;
    let Room { pieces, other, url } = room;
    restore_at(text, pieces);
    pieces.write(text, url);
    pieces.drop_front(stray(url, c.form));
    let (mut outer, mut resume) = ((c.outer, close + 1), None);
    if let Some(second) = second_url(text, pieces, other, url) {
        outer.1 = pieces.list[second].start;
        resume = Some(outer.1);
        pieces.list.truncate(second);
    }
    if pieces.list.is_empty() {
        return NEXT;
    }
    let first_blank = pieces.list.iter().position(|piece| piece.gap == Gap::Blank);
    let unlikely = first_unlikely(text, pieces);
    let flaws = first_blank.map_or(Flaws::NONE, |_| Flaws::new(&[Flaw::BlankInUrl]));
    let mut finish = |reading: Reading<'_>, flaws: Flaws| {
        let reading = Reading {
            outer,
            resume,
            flaws: reading.flaws | flaws,
            form: c.form,
            ..reading
        };
        let room = &mut Room::default();
        propose(reading, &mut Offers { take, room })
    };
    if unlikely.is_none() {
        finish(Reading::new(text, pieces, url), flaws)?;
        // The hyphen at a break may be what makes it no URL.
        for i in 0..hyphen::count(text, pieces) {
            hyphen::without(text, pieces, i, other);
            if !other.list.is_empty() {
                let flaws = flaws | Flaws::new(&[Flaw::HyphenAtBreak]);
                finish(Reading::new(text, other, url), flaws)?;
            }
        }
    }
    let Some(cut) = unlikely.or(first_blank) else {
        return NEXT;
    };
    // What follows is prose, and so may be the punctuation before it.
    other.copy_from(pieces);
    other.list.truncate(cut);
    other.write(text, url);
    other.truncate(trim::tail(url, 0, 0, url.len()));
    if other.list.is_empty() {
        return NEXT;
    }
    let mut reading = Reading::new(text, other, url);
    reading.other = Some(Other::Pieces(Why::Blank, pieces));
    finish(reading, flaws)
}

/// Where the URL begins, behind white space and what strays.
fn first_word(text: &[u8], c: &Candidate) -> usize {
    if c.form != Form::Wrapper {
        return c.start;
    }
    let white = text[c.start..].iter().take(64);
    let start = c.start + white.take_while(|&&b| Class::WHITE.has(b)).count();
    start + stray(&text[start..text.len().min(start + 64)], c.form)
}

/// Offers a wrapper's content if it begins with a scheme that may stand there, or can do without.
fn propose(mut reading: Reading<'_>, offers: &mut Offers<'_>) -> Taken {
    let url = reading.url;
    let shaped = scheme_at(url, 0)
        .is_some_and(|(scheme, colon)| has_shape(url, scheme, colon, reading.form));
    if !shaped {
        reading.assumed = match reading.form {
            Form::Wrapper => assumed(url),
            _ => "",
        };
        if reading.assumed.is_empty() {
            return NEXT;
        }
        reading.flaws.add(Flaw::MissingScheme);
    }
    (offers.take)(&reading)
}

/// The scheme that is meant by a wrapper's content without one, with its colon and slashes; nothing if there is none.
fn assumed(content: &[u8]) -> &'static str {
    let begins = |with: &[u8]| {
        let head = content.get(..with.len());
        content.len() > with.len() && head.is_some_and(|head| head.eq_ignore_ascii_case(with))
    };
    match content {
        _ if begins(b"www.") => "http://",
        _ if begins(b"ftp.") => "ftp://",
        _ if is_address(content) && !content.contains(&b'/') => "mailto:",
        _ if begins_with_domain(content) => "http://",
        _ => "",
    }
}

/// Whether a host with a real top-level domain begins it, and ends or goes on with `/ : ? #`.
fn begins_with_domain(content: &[u8]) -> bool {
    let letter = |b: &&u8| Class::ALPHADIGIT.has(**b) || Class::HIGH.has(**b) || b"-.".contains(b);
    let (host, rest) = content.split_at(content.iter().take_while(letter).count());
    let dot = memchr::memrchr(b'.', host);
    dot.is_some_and(|dot| dot > 0 && is_top_level(&host[dot + 1..]))
        && rest.first().is_none_or(|b| b"/:?#".contains(b))
}

/// The length of the `//` and second `URL:` that stray in front of a wrapper's scheme.
fn stray(content: &[u8], form: Form) -> usize {
    if form != Form::Wrapper {
        return 0;
    }
    let mut len = 0;
    loop {
        len += match &content[len..] {
            [b'/', b'/', ..] => 2,
            [a, b, c, b':', next, ..]
                if [*a, *b, *c].eq_ignore_ascii_case(b"URL") && *next != b'/' =>
            {
                4
            }
            _ => return len,
        };
    }
}

/// The first piece with a blank before it that does not look like a URL's: nothing in it but letters and such.
fn first_unlikely(text: &[u8], pieces: &Pieces) -> Option<usize> {
    let sign = |b: &u8| b"/.-_=&?%#".contains(b) || b.is_ascii_digit();
    let unlikely = |piece: &Piece| piece.gap == Gap::Blank && !piece.bytes(text).iter().any(sign);
    pieces.list.iter().position(unlikely)
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
        first.copy_from(pieces);
        first.list.truncate(i);
        first.write(text, url);
        scheme_at(url, 0).is_some()
    })
}
