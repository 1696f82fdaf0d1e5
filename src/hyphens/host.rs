//! The host of a URL: URLs that may be evidence for each other have the same.

use crate::flaw::Flaws;
use crate::url::Components;

pub(super) fn host(url: &[u8]) -> Option<&[u8]> {
    Components::parse_authority(url, &mut { Flaws::NONE }).host()
}

/// `url` up to the first slash at `from` or after it, with the slash.
pub(super) fn up_to_slash(url: &[u8], from: usize) -> &[u8] {
    let from = from.min(url.len());
    let end = memchr::memchr(b'/', &url[from..]).map_or(url.len(), |i| from + i + 1);
    &url[..end]
}
