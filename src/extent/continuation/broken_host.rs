//! `http://www.st-⏎andrews.ac.uk/`, `https://www.⏎example.org/x`: a line break after a hyphen or a dot of the host
//! (tests/spec/broken-host.md). No host ends in a hyphen, and `https://www.` has no host yet. So the line's
//! length does not matter, nor does the rest of the next line.

use super::next_word;
use crate::class::Class;
use crate::extent::Extent;
use crate::grammar::hostname;
use crate::span::ahead;
use crate::text::pieces::{Gap, Pieces};

/// Longer than any host, in bytes.
const MAX: usize = 256;

/// Whether the run is a part of a host's name that ends in a hyphen or a dot.
pub(super) fn may_join(extent: &Extent<'_>) -> bool {
    let run = &extent.text()[..extent.stop];
    let is_name = |host| Class::NAME.run(&run[host..]) == run.len() - host;
    matches!(run, [.., b, b'-' | b'.'] if Class::ALPHADIGIT.has(*b))
        && extent.first_host(extent.stop).is_some_and(is_name)
}

pub(super) fn pieces(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let text = extent.text();
    let begun = &text[extent.first_host(extent.stop)?..extent.stop];
    let next = extent.prefix().next_line(text, extent.stop)?;
    let rest = ahead(text, next.own, MAX);
    if !Class::ALPHADIGIT.has(*rest.first()?) {
        return None;
    }
    let is_rest = match begun.strip_suffix(b".") {
        Some(name) => completes(name, rest),
        None => hostname::len(rest).is_some(),
    };
    if !is_rest {
        return None;
    }
    extent.join(Gap::Break, next.own, pieces);
    next_word::add_words(extent, next.start, pieces);
    Some(())
}

/// Whether `name` with a dot and `rest` is a host, and without them none: no sentence ends before `rest`.
fn completes(name: &[u8], rest: &[u8]) -> bool {
    let host = [name, b".", rest].concat();
    let Some(end) = hostname::len(&host) else {
        return false;
    };
    let rest = &host[name.len() + 1..end];
    let is_domain = !rest.contains(&b'.');
    let is_lower = rest[0].is_ascii_lowercase();
    let goes_on = host.get(end) == Some(&b'/');
    // A host `www.google` is only the beginning, although `google` is a top-level domain.
    let is_www = match name.strip_prefix(b"www") {
        Some([]) => true,
        Some([b'.', label @ ..]) => !label.contains(&b'.'),
        _ => false,
    };
    if hostname::len(name).is_some() && !is_www {
        // Two letters may be a word: `at`, `in`, `is`. After `ac.` and `co.` they are a country: `ac.⏎uk/`.
        let is_country = rest.len() == 2 && (name.ends_with(b".ac") || name.ends_with(b".co"));
        return is_domain && is_lower && goes_on && (rest.len() > 2 || is_country);
    }
    // A sentence may begin with a word that is a domain too: `is`, `In`.
    is_www || goes_on && (is_lower || !is_domain) || is_lower && (!is_domain || rest.len() > 2)
}
