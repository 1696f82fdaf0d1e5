//! Which URLs can be evidence for some readings: those with the same host. Few are. So four bytes of the host are compared first, and the
//! whole host only if they agree.

use std::borrow::Cow;
use std::collections::HashSet;

use super::host::{after_slashes, host, lower};
use super::readings::OpenReading;
use crate::span::Span;

/// Tells which URLs may be evidence for some readings: those with the same host.
pub(super) struct Needed<'m> {
    /// In lower case.
    hosts: HashSet<Cow<'m, [u8]>>,
    /// Whether a reading has no host.
    any_without_host: bool,
    /// A bit for each hash of a host's [beginning].
    beginnings: [u64; 64],
    /// Whether a host is too short for one.
    any_beginning: bool,
}

impl<'m> Needed<'m> {
    /// What `count` matches may need, which have these readings.
    pub(super) fn new(count: usize, readings: impl Iterator<Item = OpenReading<'m>>) -> Needed<'m> {
        let mut needed = Needed {
            // Most have two readings. To hash a host again costs more than the room.
            hosts: HashSet::with_capacity(2 * count),
            any_without_host: false,
            beginnings: [0; 64],
            any_beginning: false,
        };
        for reading in readings {
            let Some(host) = host(reading.url) else {
                needed.any_without_host = true;
                continue;
            };
            needed.hosts.insert(lower(host));
            match beginning(host) {
                Some(beginning) => {
                    let (word, bit) = Self::place(beginning);
                    needed.beginnings[word] |= bit;
                }
                None => needed.any_beginning = true,
            }
        }
        needed
    }

    /// Whether the host of a URL among others may begin as that of a reading. It is not known of URLs with a user or of other schemes.
    pub(super) fn has_beginning(&self, all: &[u8], url: Span) -> bool {
        let host = after_slashes(url.bytes(all));
        let Some((host, beginning)) = host.and_then(|host| Some((host, beginning(host)?))) else {
            return true;
        };
        let (word, bit) = Self::place(beginning);
        let has = self.any_beginning || self.beginnings[word] & bit != 0;
        has || may_have_user(&all[url.end - host.len()..])
    }

    /// Whether the URL may be evidence.
    pub(super) fn has(&self, url: &[u8]) -> bool {
        host(url).map_or(self.any_without_host, |host| {
            self.hosts.contains(&lower(host))
        })
    }

    fn place(beginning: u32) -> (usize, u64) {
        let hash = beginning.wrapping_mul(0x9E37_79B1);
        ((hash >> 26) as usize, 1 << (hash >> 20 & 63))
    }
}

/// Whether the authority that `bytes` begin with may have a user. It has no user if a `/` is near and an `@` is not; the `/` may also be that
/// of the next URL.
fn may_have_user(bytes: &[u8]) -> bool {
    let has = |near: &[u8; 32], byte| near.iter().fold(false, |has, &b| has | (b == byte));
    let near = bytes.first_chunk();
    near.is_none_or(|near| has(near, b'@') | !has(near, b'/'))
}

/// The first four bytes of a host after `www.`, without their case. A host that is shorter has none; what follows it must not count.
fn beginning(host: &[u8]) -> Option<u32> {
    const CASES: u32 = u32::from_le_bytes([0x20; 4]);
    const WWW: u32 = u32::from_le_bytes(*b"www.") | CASES;
    let at = |at: usize| {
        let bytes = host.get(at..)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes) | CASES)
    };
    match at(0)? {
        WWW => at(4),
        first => Some(first),
    }
}
