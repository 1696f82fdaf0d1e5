//! Which evidence some readings may need: a few bytes of the host dismiss most of it without a hash.

use std::collections::HashMap;

use smallvec::SmallVec;

use super::key::host;
use super::readings::OpenReading;
use crate::span::Span;

type Few<'r> = SmallVec<[&'r OpenReading<'r>; 2]>;

/// Tells which URLs may be evidence for some readings.
pub(super) struct Needed<'r> {
    /// The readings of each key.
    readings: HashMap<u64, Few<'r>>,
    /// A bit for each hash of a host's [beginning].
    beginnings: [u64; 64],
    any_beginning: bool,
    any_key: bool,
}

impl<'r> Needed<'r> {
    /// Of more readings with one key, each URL with this key is needed: hostile text has thousands.
    const MANY: usize = 16;

    pub(super) fn new(readings: &'r [OpenReading<'r>]) -> Needed<'r> {
        let mut needed = Needed {
            readings: HashMap::with_capacity(readings.len()),
            beginnings: [0; 64],
            any_beginning: false,
            any_key: false,
        };
        for reading in readings {
            let list = needed.readings.entry(reading.key).or_default();
            if list.len() <= Self::MANY {
                list.push(reading);
            }
            needed.any_key |= reading.needs_any_key();
            match host(reading.url).filter(|host| !host.is_empty()) {
                Some(host) => match beginning(host) {
                    Some(beginning) => {
                        let (word, bit) = Self::place(beginning);
                        needed.beginnings[word] |= bit;
                    }
                    None => needed.any_beginning = true,
                },
                None => needed.any_beginning |= after_slashes(reading.url).is_some(),
            }
        }
        needed.any_beginning |= needed.any_key;
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

    /// Whether a URL with this key may be evidence.
    pub(super) fn has(&self, key: u64, url: &[u8]) -> bool {
        let is_shown = |list: &Few<'r>| {
            list.len() > Self::MANY || list.iter().any(|reading| reading.is_shown_by(url))
        };
        self.any_key || self.readings.get(&key).is_some_and(is_shown)
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

/// The URL after its `//`, if it has one of the schemes of most URLs.
fn after_slashes(url: &[u8]) -> Option<&[u8]> {
    let schemes: [&[u8]; 3] = [b"http://", b"https://", b"ftp://"];
    schemes.iter().find_map(|scheme| url.strip_prefix(*scheme))
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
