//! The top-level domains of the DNS root as of March 2026 (`domain/top_level.txt`), and how far to trust each of them.
//!
//! To update the list: `curl https://data.iana.org/TLD/tlds-alpha-by-domain.txt | python3 tools/top_level.py`.

/// Whether `label` is a top-level domain, in any case.
pub(crate) fn is_top_level(label: &[u8]) -> bool {
    trust(label).is_some()
}

/// Whether `label` is that of an internationalised domain in US-ASCII (RFC 5890 section 2.3.1), in any case.
pub(crate) fn is_encoded_label(label: &[u8]) -> bool {
    label
        .get(..4)
        .is_some_and(|prefix| prefix.eq_ignore_ascii_case(b"xn--"))
}

/// Whether a dot after the first byte of `name`, and then a top-level domain, end it.
pub(crate) fn ends_in_top_level(name: &[u8]) -> bool {
    let dot = memchr::memrchr(b'.', name).filter(|&dot| dot > 0);
    dot.is_some_and(|dot| is_top_level(&name[dot + 1..]))
}

/// How likely a name with a given top-level domain is a host, if nothing else distinguishes it from a file name or a method call.
///
/// Half of the top-level domains are words of a natural or programming language (`name`, `run`, `id`), or file name suffixes
/// (`py`, `sh`, `zip`). In 180 MB of mail, news and documentation nearly every `x.py` is a file and every `x.run` a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trust {
    /// `x.org` is a host.
    Name,
    /// `x.pl` is a script, but `a.x.pl` is a host.
    Long,
    /// `a.x.py` may be a file too; `a.com.py` is a host.
    Second,
    /// A word: only a path or `www.` makes the name a host.
    Word,
}

/// How far to trust `label`, in any case; none if it is no top-level domain.
pub(crate) fn trust(label: &[u8]) -> Option<Trust> {
    if let Some(i) = find(label) {
        return Some(TRUST[i]);
    }
    if label.is_ascii() {
        // An `xn--` label is accepted without decoding it.
        return (is_encoded_label(label) && label.len() > 6).then_some(Trust::Name);
    }
    let label = std::str::from_utf8(label).ok()?.to_lowercase();
    find(label.as_bytes()).map(|i| TRUST[i])
}

/// Whether countries register names under `label`, as in `co.uk`.
pub(crate) fn is_second_level(label: &[u8]) -> bool {
    SECOND_LEVEL.iter().any(|known| known.as_bytes() == label)
}

/// Whether `host` stands under a domain that exists only on a machine or its network (RFC 6761, RFC 6762, RFC 8375).
pub(crate) fn is_local(host: &[u8]) -> bool {
    #[rustfmt::skip]
    let domains = [
        "localhost", "local", "internal", "home.arpa", "lan", "localdomain",
    ];
    let mut domains = domains.iter();
    domains.any(|domain| is_under(host, domain.as_bytes()))
}

/// Whether `host` is `domain` or one of its subdomains.
pub(crate) fn is_under(host: &[u8], domain: &[u8]) -> bool {
    let Some(start) = host.len().checked_sub(domain.len()) else {
        return false;
    };
    host[start..].eq_ignore_ascii_case(domain) && (start == 0 || host[start - 1] == b'.')
}

/// Which top-level domain `label` is; its letters outside US-ASCII must be in lower case. It is called for every dot when names without
/// a scheme are searched for, so numbers are compared.
fn find(label: &[u8]) -> Option<usize> {
    let key = key(label);
    // The key has all of a label of eight bytes or less.
    let is_same = |known: &[u8]| {
        known.len() == label.len() && (label.len() <= 8 || known.eq_ignore_ascii_case(label))
    };
    let mut slot = slot(key);
    loop {
        match SLOTS[slot] {
            FREE => return None,
            i if KEYS[i as usize] == key && is_same(TOP_LEVEL[i as usize]) => {
                return Some(i.into());
            }
            _ => slot = (slot + 1) % SLOTS.len(),
        }
    }
}

/// The first eight bytes of `label`, in lower case, with zeros after a shorter one. Of that, the first and the last bytes are read at once:
/// a loop over them would end where the processor does not expect it.
pub(crate) const fn key(label: &[u8]) -> u64 {
    let zeros = 8 * 8_usize.saturating_sub(label.len());
    let key = if let Some(eight) = label.first_chunk() {
        u64::from_be_bytes(*eight)
    } else if let (Some(first), Some(last)) = (label.first_chunk(), label.last_chunk()) {
        (u32::from_be_bytes(*first) as u64) << 32 | (u32::from_be_bytes(*last) as u64) << zeros
    } else if let (Some(first), Some(last)) = (label.first_chunk(), label.last_chunk()) {
        (u16::from_be_bytes(*first) as u64) << 48 | (u16::from_be_bytes(*last) as u64) << zeros
    } else if let [byte] = *label {
        (byte as u64) << zeros
    } else {
        0
    };
    key | upper_case(key) >> 2
}

/// The highest bit of each byte that is an upper-case letter of US-ASCII.
const fn upper_case(bytes: u64) -> u64 {
    const EACH: u64 = u64::MAX / 0xff;
    let low = bytes & (EACH * 0x7f);
    let (from_a, after_z) = (
        low + EACH * (0x80 - b'A' as u64),
        low + EACH * (0x7f - b'Z' as u64),
    );
    !bytes & (from_a ^ after_z) & (EACH * 0x80)
}

/// Generic top-level domains that are no word of any programming language.
#[rustfmt::skip]
static GENERIC: &[&str] = &[
    "aero", "arpa", "asia", "biz", "com", "coop", "edu", "gov", "mil", "mobi", "museum", "net",
    "org", "shop", "xyz",
];

/// Suffixes and words that do not follow a second dot in names of files and objects.
#[rustfmt::skip]
static LONG: &[&str] = &[
    "ac", "ad", "al", "am", "bb", "bf", "bi", "bt", "cf", "ci", "cl", "cloud", "cr", "cu", "cw", "cx", "dev", "ec",
    "eg", "gn", "gp", "info", "int", "is", "jo", "kw", "lr", "ly", "mc", "me", "mp", "mq", "ms", "mu", "mw", "my",
    "na", "ne", "np", "nr", "ph", "pk", "pl", "pw", "sb", "sc", "sd", "ss", "st", "td", "tech", "tf", "tk", "tm",
    "tr", "tt", "tz",
];

/// Suffixes and words that do.
#[rustfmt::skip]
static SECOND: &[&str] = &[
    "as", "by", "bz", "cc", "cy", "do", "er", "gs", "gt", "id", "im", "in", "la", "ls", "md", "mk", "ml", "mm", "mo", "nc",
    "pm", "ps", "py", "rs", "sh", "sl", "so", "sv", "sz", "to", "zw",
];

#[rustfmt::skip]
static SECOND_LEVEL: &[&str] = &[
    "ac", "co", "com", "edu", "ernet", "firm", "gen", "go", "gob", "gov", "ltd", "mil", "ne", "net", "nic", "nom", "or",
    "org", "res", "sch",
];

/// One a line, sorted by bytes, in lower case; those outside US-ASCII in Unicode. tools/top_level.py makes the file.
static TOP_LEVEL: [&[u8]; count_lines(LINES)] = lines(LINES);

const LINES: &[u8] = include_bytes!("domain/top_level.txt");

/// The key of each.
static KEYS: [u64; TOP_LEVEL.len()] = {
    let mut keys = [0; TOP_LEVEL.len()];
    let mut i = 0;
    while i < keys.len() {
        keys[i] = key(TOP_LEVEL[i]);
        i += 1;
    }
    keys
};

/// Which label stands in each slot of a table of hashes: in the one of its key, or in the next that was free.
static SLOTS: [u16; SLOT_COUNT] = {
    let mut slots = [FREE; SLOT_COUNT];
    assert!(TOP_LEVEL.len() * 2 < slots.len());
    let mut i = 0;
    while i < TOP_LEVEL.len() {
        let mut at = slot(KEYS[i]);
        while slots[at] != FREE {
            at = (at + 1) % slots.len();
        }
        slots[at] = i as u16;
        i += 1;
    }
    slots
};
const SLOT_BITS: u32 = 12;
pub(crate) const SLOT_COUNT: usize = 1 << SLOT_BITS;
const FREE: u16 = u16::MAX;

/// The slot of a key. The factor is that of Fibonacci hashing: 2 to the power of 64, divided by the golden ratio.
pub(crate) const fn slot(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - SLOT_BITS)) as usize
}

/// How far to trust each.
static TRUST: [Trust; TOP_LEVEL.len()] = {
    let mut trust = [Trust::Word; TOP_LEVEL.len()];
    let mut i = 0;
    while i < trust.len() {
        let label = TOP_LEVEL[i];
        trust[i] = if lists(LONG, label) {
            Trust::Long
        } else if lists(SECOND, label) {
            Trust::Second
        } else if label.len() == 2 || !label.is_ascii() || lists(GENERIC, label) {
            Trust::Name
        } else {
            Trust::Word
        };
        i += 1;
    }
    trust
};

/// Whether `list` has `label`, for the compiler.
const fn lists(list: &[&str], label: &[u8]) -> bool {
    let mut i = 0;
    while i < list.len() {
        if list[i].as_bytes().eq_ignore_ascii_case(label) {
            return true;
        }
        i += 1;
    }
    false
}

const fn count_lines(text: &[u8]) -> usize {
    let (mut i, mut count) = (0, 0);
    while i < text.len() {
        count += (text[i] == b'\n') as usize;
        i += 1;
    }
    count
}

/// The lines, without their line feeds.
const fn lines<const COUNT: usize>(text: &'static [u8]) -> [&'static [u8]; COUNT] {
    let mut lines = [&[] as &[u8]; COUNT];
    let (mut rest, mut i, mut line) = (text, 0, 0);
    while line < COUNT {
        if rest[i] == b'\n' {
            (lines[line], rest) = rest.split_at(i);
            rest = rest.split_at(1).1;
            i = 0;
            line += 1;
        } else {
            i += 1;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_eight_bytes_in_lower_case() {
        let label = b"A[Z`z@a{-9\xc3\x9a\xe0\x7f".repeat(2);
        for (start, len) in (0..14).flat_map(|start| (0..=9).map(move |len| (start, len))) {
            let label = &label[start..start + len];
            let mut bytes = [0; 8];
            bytes
                .iter_mut()
                .zip(label)
                .for_each(|(b, l)| *b = l.to_ascii_lowercase());
            assert_eq!(
                key(label),
                u64::from_be_bytes(bytes),
                "{}",
                label.escape_ascii()
            );
        }
    }

    #[test]
    fn lists_are_sorted_and_searchable() {
        for list in [GENERIC, LONG, SECOND, SECOND_LEVEL] {
            assert!(list.is_sorted(), "{list:?}");
        }
        assert!(TOP_LEVEL.is_sorted() && TOP_LEVEL.len() > 1400);
        for label in TOP_LEVEL {
            assert!(is_top_level(label) && is_top_level(&label.to_ascii_uppercase()));
        }
        for label in [GENERIC, LONG, SECOND].concat() {
            assert!(is_top_level(label.as_bytes()), "{label}");
        }
        assert!(is_top_level(b"xn--p1ai") && !is_top_level(b"xn--"));
        assert!(is_top_level(b"com") && is_top_level(b"ORG") && is_top_level("рф".as_bytes()));
        assert!(!is_top_level(b"international1") && !is_top_level(b"internati"));
        assert!(!is_top_level(b"html") && !is_top_level(b"") && !is_top_level(b"\xff"));
    }

    #[test]
    fn trust_of_top_level_domains() {
        for (label, want) in [
            ("com", Trust::Name),
            ("UK", Trust::Name),
            ("рф", Trust::Name),
            ("PL", Trust::Long),
            ("py", Trust::Second),
            ("run", Trust::Word),
            ("zip", Trust::Word),
        ] {
            assert_eq!(trust(label.as_bytes()), Some(want), "{label}");
        }
    }
}
