//! The host of a URL. Only URLs with the same host can be evidence for each other.

use std::borrow::Cow;

use crate::class::Class;
use crate::flaw::Flaws;
use crate::span::split_run;
use crate::url::Components;

pub(super) fn host(url: &[u8]) -> Option<&[u8]> {
    let parse = || Components::parse_authority(url, &mut { Flaws::NONE }).host();
    plain_host(url).or_else(parse)
}

/// The host of most URLs: letters, digits, hyphens and dots, all of the authority.
fn plain_host(url: &[u8]) -> Option<&[u8]> {
    let rest = after_slashes(url)?;
    let plain = |b: u8| Class::LABEL.has(b) || b == b'.';
    let (host, rest) = split_run(rest, plain);
    (!host.is_empty() && matches!(rest, [] | [b'/', ..])).then_some(host)
}

/// The URL after its `//`, if it has one of the schemes of most URLs.
pub(super) fn after_slashes(url: &[u8]) -> Option<&[u8]> {
    let schemes: [&[u8]; 3] = [b"http://", b"https://", b"ftp://"];
    schemes.iter().find_map(|scheme| url.strip_prefix(*scheme))
}

/// A host without its case.
pub(super) fn lower(host: &[u8]) -> Cow<'_, [u8]> {
    if host.iter().any(u8::is_ascii_uppercase) {
        Cow::Owned(host.to_ascii_lowercase())
    } else {
        Cow::Borrowed(host)
    }
}

/// `url` up to the first slash at `from` or after it, with the slash.
pub(super) fn up_to_slash(url: &[u8], from: usize) -> &[u8] {
    let from = from.min(url.len());
    let end = memchr::memchr(b'/', &url[from..]).map_or(url.len(), |i| from + i + 1);
    &url[..end]
}
