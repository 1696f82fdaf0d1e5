//! The top-level domains of the DNS root as of March 2026 (`domain/top_level.txt`), and how far to trust each of them.
//!
//! To update the list: `curl https://data.iana.org/TLD/tlds-alpha-by-domain.txt | python3 tools/top_level.py`.

/// Whether `label` is a top-level domain, in any case.
pub(crate) fn is_top_level(label: &[u8]) -> bool {
    // Called for every dot when names without a scheme are searched for: US-ASCII labels need no allocation.
    let mut lower = [0; LONGEST];
    if label.is_ascii() {
        let Some(lower) = lower.get_mut(..label.len()) else {
            return false;
        };
        lower.copy_from_slice(label);
        lower.make_ascii_lowercase();
        // An `xn--` label is accepted without decoding it.
        let encoded = lower
            .strip_prefix(b"xn--")
            .is_some_and(|rest| rest.len() > 2);
        return encoded || is_listed(&TOP_LEVEL, lower);
    }
    let label = std::str::from_utf8(label).map(str::to_lowercase);
    label.is_ok_and(|label| is_listed(&TOP_LEVEL, label.as_bytes()))
}

/// No top-level domain in US-ASCII is longer.
const LONGEST: usize = 32;

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

/// How far to trust `label`, a top-level domain in any case.
pub(crate) fn trust(label: &[u8]) -> Trust {
    let mut lower = [0; LONGEST];
    let Some(lower) = lower.get_mut(..label.len()).filter(|_| label.is_ascii()) else {
        return Trust::Name;
    };
    lower.copy_from_slice(label);
    lower.make_ascii_lowercase();
    match lower.len() {
        _ if is_listed(LONG, lower) => Trust::Long,
        _ if is_listed(SECOND, lower) => Trust::Second,
        2 => Trust::Name,
        _ if lower.starts_with(b"xn--") => Trust::Name,
        _ if is_listed(GENERIC, lower) => Trust::Name,
        _ => Trust::Word,
    }
}

/// Whether countries register names under `label`, as in `co.uk`.
pub(crate) fn is_second_level(label: &[u8]) -> bool {
    is_listed(SECOND_LEVEL, label)
}

fn is_listed<L: AsRef<[u8]>>(list: &[L], label: &[u8]) -> bool {
    list.binary_search_by(|known| known.as_ref().cmp(label))
        .is_ok()
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
    "ac", "ad", "al", "am", "cf", "ci", "cl", "cloud", "cu", "dev", "ec", "eg", "gn", "info", "int", "is", "jo", "kw",
    "me", "mq", "ms", "my", "na", "np", "nr", "ph", "pk", "pl", "pw", "sc", "ss", "st", "tech", "tf", "tk", "tz",
];

/// Suffixes and words that do.
#[rustfmt::skip]
static SECOND: &[&str] = &[
    "as", "by", "bz", "cc", "do", "gs", "id", "im", "in", "la", "ls", "md", "mk", "ml", "mm", "mo", "nc", "pm", "ps", "py",
    "rs", "sh", "sl", "so", "sv", "to",
];

#[rustfmt::skip]
static SECOND_LEVEL: &[&str] = &[
    "ac", "co", "com", "edu", "ernet", "firm", "gen", "go", "gob", "gov", "ltd", "mil", "ne", "net", "nic", "nom", "or",
    "org", "res", "sch",
];

/// One a line, sorted by bytes, in lower case; those outside US-ASCII in Unicode. tools/top_level.py makes the file.
static TOP_LEVEL: [&[u8]; count_lines(LINES)] = lines(LINES);

const LINES: &[u8] = include_bytes!("domain/top_level.txt");

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
    fn lists_are_sorted_and_searchable() {
        for list in [GENERIC, LONG, SECOND, SECOND_LEVEL] {
            assert!(list.is_sorted(), "{list:?}");
        }
        assert!(TOP_LEVEL.is_sorted() && TOP_LEVEL.len() > 1400);
        for label in TOP_LEVEL {
            assert!(is_top_level(label) && (!label.is_ascii() || label.len() <= LONGEST));
        }
        for label in [GENERIC, LONG, SECOND].concat() {
            assert!(is_top_level(label.as_bytes()), "{label}");
        }
        assert!(is_top_level(b"xn--p1ai") && !is_top_level(b"xn--"));
        assert!(is_top_level(b"com") && is_top_level(b"ORG") && is_top_level("рф".as_bytes()));
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
            assert_eq!(trust(label.as_bytes()), want, "{label}");
        }
    }
}
