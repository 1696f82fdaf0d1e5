//! `http://ev&shy;il.com/`, `http://evil。com/`, `http://example[.]com/`: a host with a character that browsers drop or read as a
//! dot, or with a mark against links (tests/spec/obfuscated-host.md). It is joined, or no match: never cut.

use crate::class::Class;
use crate::extent::Extent;
use crate::grammar::hostname;
use crate::grammar::login::is_in_authority;
use crate::text::pieces::{Gap, Pieces};

/// The marks that may stand in such a host, and the text that each stands for.
#[rustfmt::skip]
const MARKS: [(&str, &[u8]); 17] = [
    ("\u{ad}", b""), ("\u{200b}", b""), ("\u{200c}", b""), ("\u{200d}", b""), ("\u{2060}", b""), ("\u{feff}", b""),
    ("&shy;", b""),
    ("。", b"."), ("．", b"."), ("｡", b"."), ("[.]", b"."), ("(.)", b"."), ("[.", b"."), ("\\[.\\]", b"."), ("\\[.]", b"."),
    ("[dot]", b"."), ("(dot)", b"."),
];

/// The length of the mark at `at` that a label follows, and the text it stands for.
fn mark(text: &[u8], at: usize) -> Option<(usize, &'static [u8])> {
    let rest = &text[at..];
    let first = rest.first();
    let begins = |mark: &str| {
        let front = rest.get(..mark.len());
        first == mark.as_bytes().first()
            && front.is_some_and(|front| front.eq_ignore_ascii_case(mark.as_bytes()))
    };
    let (mark, meant) = MARKS.iter().find(|(mark, _)| begins(mark))?;
    rest.get(mark.len())
        .is_some_and(|&b| Class::WORD.has(b))
        .then_some((mark.len(), *meant))
}

/// Whether the run ends within its host, before a mark. After a real top-level domain the host may end there.
pub(super) fn may_join(extent: &Extent<'_>) -> bool {
    let (text, body, stop) = (extent.text(), extent.body, extent.stop);
    extent.has_host
        && stop > body
        && is_in_authority(&text[body..stop])
        && mark(text, stop).is_some()
}

/// Whether the URL that ends at `end` would be cut at such a mark.
pub(in crate::extent) fn is_cut(extent: &Extent<'_>, end: usize) -> bool {
    end == extent.stop
        && may_join(extent)
        && hostname::len(&extent.text()[extent.body..end]).is_none()
}

pub(super) fn pieces(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let (text, body, end) = (extent.text(), extent.body, extent.stop);
    let (mut run, mut at) = (extent.start(), end);
    let label_after = end + mark(text, end)?.0;
    while let Some((len, meant)) = mark(text, at) {
        pieces.push(run..at, Gap::None);
        if !meant.is_empty() {
            pieces.push_instead(at..at + len, meant);
        }
        run = at + len;
        let label = |b: &&u8| Class::LABEL.has(**b) || **b == b'.';
        at = run + text[run..].iter().take_while(label).count();
        // `http://example[.com]/x`: what the bracket holds is a part of the host.
        if meant == b"." && text[run - 1] == b'.' && hostname::closes_mark(text, at) {
            pieces.push(run..at, Gap::None);
            run = at + 1;
            at = run + text[run..].iter().take_while(label).count();
        }
    }
    pieces.push(run..extent.word_end(run), Gap::None);
    if [&b"[.]"[..], b"(.)", b"\\[."]
        .iter()
        .any(|mark| text[end..].starts_with(mark))
    {
        return Some(());
    }
    let mut url = Vec::new();
    let url = pieces.url(text, &mut url);
    hostname::len(url.get(extent.head()..)?)?;
    // A sentence may end after a whole name, and the next begin at once.
    let whole = hostname::len(&text[body..end]).is_some();
    (!whole || text[label_after].is_ascii_lowercase()).then_some(())
}
