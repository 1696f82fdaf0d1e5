//! Delimiters on both sides of a URL, quotes and brackets: white space between them can be dropped. For the walk see [`folds`].

use super::Extent;
use super::continuation::{is_soft_value, restore_at, undo_soft_breaks};
use super::reading::{NEXT, Offers, Taken};
use crate::class::Class;
use crate::flaw::Flaws;
use crate::folds::{self, Opening};
use crate::grammar::hostname;
use crate::grammar::login::is_in_authority;
use crate::scan::word::{lacks_value, names_a_file};
use crate::scan::{Form, is_known_with_slashes, scheme_at};
use crate::span::ahead;
use crate::text::colour::ESCAPE;
use crate::text::line::{Prefix, blanks, line_break};
use crate::text::pieces::{Gap, Piece, Pieces};
use crate::url::Opaque;

/// Delimiters that a URL's own scheme stands in.
struct Delimiter {
    close: &'static [u8],
    /// Whether it opens before this URL.
    opens: fn(&Extent<'_>) -> bool,
    /// Whether the pieces, with this number of line breaks between them, are a URL.
    holds: fn(&Extent<'_>, &Pieces, usize) -> bool,
    /// How far the close may be.
    max: usize,
}

/// RFC 3986 appendix C (tests/spec/quoted.md); `[mailto:list-⏎> bounces at x.org]`, as Outlook writes it
/// (tests/spec/outlook-brackets.md); `news:<id@host>` (tests/spec/bracketed-id.md). `<…>` has rules of its own (wrapper.rs), and so
/// have brackets that close in the next line's first word (continuation/enclosed.rs).
const DELIMITERS: [Delimiter; 4] = [
    Delimiter {
        close: b"\"",
        opens: |extent| is_quoted(extent) && goes_on(extent),
        holds: |extent, pieces, breaks| {
            breaks > 0 && !has_another(extent, pieces) && !has_colour(extent.text(), pieces)
        },
        max: folds::MAX,
    },
    Delimiter {
        close: b"]",
        opens: opens_outlook,
        holds: |_, _, breaks| breaks == 1,
        // Longer than any address.
        max: 256,
    },
    Delimiter {
        close: b">",
        opens: |extent| {
            extent.scheme.opaque.has_identifier()
                && !extent.has_host
                && extent.text().get(extent.body) == Some(&b'<')
        },
        holds: holds_identifier,
        // A header's line.
        max: 998,
    },
    Delimiter {
        close: "⟩".as_bytes(),
        opens: |extent| extent.before().ends_with("⟨".as_bytes()) && goes_on(extent),
        holds: |_, _, breaks| breaks > 0,
        max: folds::MAX,
    },
];

/// Offers the URL that a delimiter closes; nothing is trimmed at its end.
pub(super) fn read(extent: &Extent<'_>, offers: &mut Offers<'_>) -> Taken {
    let opens = |delimiter: &&Delimiter| (delimiter.opens)(extent);
    let Some(delimiter) = DELIMITERS.iter().find(opens) else {
        return NEXT;
    };
    let (text, start, close) = (extent.text(), extent.start(), delimiter.close);
    let pieces = &mut offers.scratch.pieces;
    extent.begin(pieces);
    let mut from = start;
    if close == b">" {
        pieces.push(start..extent.body, Gap::None);
        from = extent.body + 1;
    }
    // The run ends before any quote.
    let seen = if close == b"\"" { extent.stop } else { from };
    let opening = Opening {
        text,
        engine: extent.context.engine,
        start: from,
        seen,
        close,
        is_soft: is_soft_value(extent.before()),
        prefix: &|| Prefix::before_wrapper(text, start),
    };
    let Some(end) = opening.walk(pieces) else {
        return NEXT;
    };
    let breaks = pieces.gaps(Gap::Break);
    undo_soft_breaks(text, pieces);
    pieces.drop_set_hyphens(text);
    if close == b"]" {
        restore_at(text, pieces);
    }
    let whole = end - start <= delimiter.max && pieces.gaps(Gap::Blank) == 0;
    if whole && (delimiter.holds)(extent, pieces, breaks) {
        extent.offer(Flaws::NONE, None, Some(end), offers)
    } else {
        NEXT
    }
}

/// Whether a quotation mark stands before it, or before its `URL:`.
pub(super) fn is_quoted(extent: &Extent<'_>) -> bool {
    let c = extent.candidate;
    let is_prefixed = || c.form == Form::Prefix && extent.text()[..c.outer].ends_with(b"\"");
    c.form == Form::Quoted || is_prefixed()
}

/// Whether a line break follows the first word. A bracket does not end this word; an entity of markup or `@{` does.
fn goes_on(extent: &Extent<'_>) -> bool {
    let (text, stop) = (extent.text(), extent.stop);
    let near = ahead(text, stop, folds::MAX);
    let end = stop + Class::STOP.before(near);
    !matches!(text.get(stop), Some(b'&' | b'@'))
        && line_break(&text[end + blanks(&text[end..])..]).is_some()
}

/// Whether a list stands between the quotes: a URL begins after a break, as in `schemaLocation`, a piece ends in `;`, as in BibTeX's
/// `bibsource`, or the next item follows the name of a file, as in the source files of a package.
fn has_another(extent: &Extent<'_>, pieces: &Pieces) -> bool {
    let text = extent.text();
    let begins = |pair: &[Piece]| {
        !ends_before_value(text, pair[0]) && is_known_with_slashes(text, pair[1].start)
    };
    // The semicolon of `&amp;`, and one before a soft break, end nothing.
    let ends = |piece: &Piece| {
        let item = piece.bytes(text).strip_suffix(b";");
        item.is_some_and(|item| {
            let front = &item[..item.len() - Class::ALPHADIGIT.run_back(item)];
            let entity = front.ends_with(b"&") || front.ends_with(b"&#");
            !entity && text.get(piece.end) != Some(&b'=')
        })
    };
    // `;` also stands before a field of a query (`?p=x.git;⏎a=blob`), a parameter or the data of `data:`.
    let is_path = |piece: &Piece| {
        let sign = piece.bytes(text).iter().find(|b| b"/:=,;&?".contains(b));
        matches!(sign, Some(b'/' | b':'))
    };
    let mut pairs = pieces.list.windows(2);
    pairs.any(|pair| {
        ends(&pair[0]) && is_path(&pair[1]) || begins(pair) || begins_item(extent, pair)
    })
}

/// Whether the first piece of the pair ends in the name of a file or in a whole host, and the second one does not go on with it:
/// `x.tar.gz⏎fix-build.patch`, `a.org⏎example`. An address after any word is another item too: `mailto:joe@a.org`.
fn begins_item(extent: &Extent<'_>, pair: &[Piece]) -> bool {
    let (text, next) = (extent.text(), pair[1].bytes(extent.text()));
    let ends_in_letter = Class::ALPHADIGIT.has(text[pair[0].end - 1]);
    let may_begin = Class::ALPHADIGIT.begins(next);
    if !ends_in_letter || !may_begin || text.get(pair[0].end) == Some(&b'=') {
        return false;
    }
    let begun = extent.body_to(pair[0].end).unwrap_or_default();
    let is_host = extent.has_host && is_in_authority(begun);
    let is_whole = if is_host {
        hostname::len(begun) == Some(begun.len())
            && hostname::len(&[begun, next].concat()).is_none()
    } else {
        !begun.iter().any(|b| b"?#".contains(b)) && names_a_file(pair[0].bytes(text), next)
    };
    let sign = next.iter().find(|b| b"/?=&#:".contains(b));
    is_whole && matches!(sign, None | Some(b':'))
        || scheme_at(text, pair[1].start).is_some_and(|at| at.scheme.is_known())
}

/// Whether the value of a parameter follows after a soft line break, which may be a URL: `url?q=3D=⏎https://…`.
pub(super) fn ends_before_value(text: &[u8], piece: Piece) -> bool {
    let url = piece.bytes(text);
    text.get(piece.end) == Some(&b'=') && lacks_value(url.strip_suffix(b"3D").unwrap_or(url))
}

/// Whether a terminal's colour begins within the quotes.
fn has_colour(text: &[u8], pieces: &Pieces) -> bool {
    let begins = |piece: &Piece| memchr::memchr(ESCAPE, piece.bytes(text)).is_some();
    pieces.list.iter().any(begins)
}

/// Whether a `[` stands directly before the address and a line break follows soon; most addresses stand in one piece.
pub(super) fn opens_outlook(extent: &Extent<'_>) -> bool {
    let (text, start) = (extent.text(), extent.start());
    let near = ahead(text, start, 256);
    extent.scheme.opaque == Opaque::Address
        && extent.before().ends_with(b"[")
        && memchr::memchr(b'\n', near).is_some()
}

/// Whether the pieces after the scheme are an article's identifier.
fn holds_identifier(extent: &Extent<'_>, pieces: &Pieces, breaks: usize) -> bool {
    let mut bytes = pieces.list[1..]
        .iter()
        .flat_map(|piece| piece.bytes(extent.text()));
    let stops = |&b: &u8| Class::STOP.has(b);
    breaks < 2 && bytes.clone().any(|&b| b == b'@') && !bytes.any(stops)
}
