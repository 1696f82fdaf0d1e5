//! The host of a URL and a hash of it: URLs that may be evidence for each other have the same.

use crate::class::Class;
use crate::flaw::Flaws;
use crate::url::Components;

/// A hash that is equal for URLs with the same host, and for URLs without a host that are equal up to the first slash.
pub(super) fn key(url: &[u8], host: Option<&[u8]>) -> u64 {
    let host = host.filter(|host| !host.is_empty());
    hash_caseless(host.unwrap_or_else(|| up_to_slash(url, 0)))
}

/// A hash that ignores the case of letters.
fn hash_caseless(bytes: &[u8]) -> u64 {
    const CASES: u64 = u64::from_le_bytes([0x20; 8]);
    let mix = |hash: u64, word: u64| {
        (hash.rotate_left(5) ^ (word | CASES)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    };
    let (words, rest) = bytes.as_chunks();
    let words = words.iter().map(|&word| u64::from_le_bytes(word));
    let hash = words.fold(0, mix);
    match bytes.last_chunk() {
        // Some bytes are read twice: that is faster than reading the rest byte by byte.
        Some(&last) => mix(hash, u64::from_le_bytes(last)),
        None => rest.iter().map(|&byte| byte.into()).fold(hash, mix),
    }
}

pub(super) fn host(url: &[u8]) -> Option<&[u8]> {
    let parse = || Components::parse_authority(url, &mut { Flaws::NONE }).host();
    let (scheme, rest) = url.split_at(Class::SCHEME.run(url));
    // Most URLs need no parser.
    let host = match (scheme, rest.strip_prefix(b"://")) {
        (b"http" | b"https" | b"ftp", Some(rest)) => {
            match rest.split_at(Class::UNRESERVED.run(rest)) {
                (host, [] | [b'/', ..]) => Some(host),
                _ => return parse(),
            }
        }
        ([_, ..], None) => None,
        _ => return parse(),
    };
    debug_assert_eq!(parse(), host);
    host
}

/// `url` up to the first slash at `from` or after it, with the slash.
pub(super) fn up_to_slash(url: &[u8], from: usize) -> &[u8] {
    let from = from.min(url.len());
    let end = memchr::memchr(b'/', &url[from..]).map_or(url.len(), |i| from + i + 1);
    &url[..end]
}
