//! `http://ev&shy;il.com/`, `http://evil。com/`, `http://example[.]com/`: a host with a character that browsers drop or read as a
//! dot, or with a mark against links (tests/spec/obfuscated-host.md). It is joined, or no match: never cut.

use crate::character;
use crate::class::Class;
use crate::domain::is_local;
use crate::extent::Extent;
use crate::grammar::hostname;
use crate::grammar::login::is_in_authority;
use crate::text::pieces::{Gap, Pieces};
use crate::text::strip_prefix_ignore_case;
use crate::{scan, span};

/// What else may stand in such a host, and the text that it stands for. So may invisible formatting, which stands for nothing.
const SIGNS: [(&str, &[u8]); 4] = [("&shy;", b""), ("。", b"."), ("．", b"."), ("｡", b".")];

/// A mark in the text.
struct Mark {
    len: usize,
    /// The text it stands for.
    meant: &'static [u8],
}

/// The mark at `at`, if a label follows it; after one that stands for nothing, a dot may be between them.
fn mark_at(text: &[u8], at: usize) -> Option<Mark> {
    let rest = text.get(at..)?;
    let mark = match rest.first()? {
        b'[' | b'(' | b'\\' => scan::mark_at(text, at).filter(|(_, meant)| *meant == b"."),
        b'&' | 0x80.. => {
            let sign = SIGNS
                .iter()
                .find(|(sign, _)| strip_prefix_ignore_case(rest, sign.as_bytes()).is_some());
            let unseen = || {
                let (c, len) = character::decode(text, at);
                is_unseen(c).then_some((len, &b""[..]))
            };
            sign.map(|(sign, meant)| (sign.len(), *meant))
                .or_else(unseen)
        }
        _ => None,
    };
    let mark = mark.map(|(len, meant)| Mark { len, meant })?;
    let label = match &rest[mark.len..] {
        [b'.', label @ ..] if mark.meant.is_empty() => label,
        label => label,
    };
    // Text in another direction may follow a mark of direction.
    let is_label = |&b: &u8| match mark.meant {
        b"" if character::is_direction(character::decode(text, at).0) => Class::ALPHADIGIT.has(b),
        _ => Class::WORD.has(b),
    };
    label.first().is_some_and(is_label).then_some(mark)
}

/// Whether `c` is invisible formatting. What begins or ends a run of text in another direction ends the URL.
fn is_unseen(c: char) -> bool {
    let bounds_run = matches!(c, '\u{202a}'..='\u{202c}' | '\u{2066}'..='\u{2069}');
    character::is_invisible(c) && !bounds_run
}

/// Whether the run ends within its host, before a mark. After a real top-level domain the host may end there.
pub(super) fn may_join(extent: &Extent<'_>) -> bool {
    let (text, body, stop) = (extent.text(), extent.body, extent.stop);
    extent.has_host
        && stop > body
        && is_in_authority(&text[body..stop])
        && mark_at(text, stop).is_some()
}

/// Whether the URL that ends at `end` would be cut at such a mark.
pub(in crate::extent) fn is_cut(extent: &Extent<'_>, end: usize) -> bool {
    end == extent.stop && may_join(extent) && !is_whole(extent, end)
}

/// Whether the mark at `at` is a full stop of Chinese or Japanese, and the next sentence begins after it.
fn ends_sentence(text: &[u8], at: usize) -> bool {
    let mark = mark_at(text, at).filter(|mark| mark.meant == b"." && Class::HIGH.has(text[at]));
    mark.is_some_and(|mark| Class::HIGH.has(text[at + mark.len]))
}

/// Whether the host that ends at `end`, perhaps with a port, is whole: it has a top-level domain, or needs none.
fn is_whole(extent: &Extent<'_>, end: usize) -> bool {
    let host = extent.first_host(end).unwrap_or(end);
    let host = &extent.text()[host..end];
    let port = Class::DIGIT.run_back(host);
    let without_port = host[..host.len() - port].strip_suffix(b":");
    let name = without_port.filter(|_| port > 0).unwrap_or(host);
    let needs_no_domain = hostname::is_ipv4(name) || is_local(name) || name.ends_with(b"]");
    needs_no_domain && ends_sentence(extent.text(), end) || hostname::len(host).is_some()
}

pub(super) fn pieces(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let (text, end) = (extent.text(), extent.stop);
    let (mut run, mut at) = (extent.start(), end);
    let label_after = end + mark_at(text, end)?.len;
    let in_labels = |b: u8| Class::LABEL.has(b) || b == b'.';
    let end_of_labels = |at| at + span::run(&text[at..], in_labels);
    while let Some(Mark { len, meant }) = mark_at(text, at) {
        pieces.push(run..at, Gap::None);
        if !meant.is_empty() {
            pieces.push_instead(at..at + len, meant);
        }
        run = at + len;
        at = end_of_labels(run);
        // `http://example[.com]/x`: what the bracket holds is a part of the host.
        if meant == b"." && text[run - 1] == b'.' && hostname::closes_mark(text, at) {
            pieces.push(run..at, Gap::None);
            run = at + 1;
            at = end_of_labels(run);
        }
    }
    pieces.push(run..extent.word_end(run), Gap::None);
    if span::starts_with_any(&text[end..], &[b"[.]", b"(.)", b"\\[."]) {
        return Some(());
    }
    let mut url = Vec::new();
    let url = pieces.url(text, &mut url);
    hostname::len(url.get(extent.head()..)?)?;
    // A sentence may end after a whole name, and the next begin at once.
    let whole = is_whole(extent, end);
    (!whole || text[label_after].is_ascii_lowercase()).then_some(())
}
