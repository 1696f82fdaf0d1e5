//! What a text says beside a URL: numbers, versions, dates, hashes of commits, addresses (tests/spec/enclosed.md).

use crate::class::Class;
use crate::grammar::hostname;
use crate::span::{cut, split_run, without_ending};
use crate::text;

/// Whether `word` is what a text says beside a URL: a number, `1.2.3-rc1`, `11-Oct-2022`, `r12345`, `p.5`, `10%`, `and/or`.
pub(super) fn stands_beside(word: &[u8]) -> bool {
    const WORDS: [&[u8]; 5] = [b"and/or", b"he/she", b"his/her", b"n/a", b"w/o"];
    let word = without_ending(word, b".,;");
    let mut hashes = word.splitn(2, |&b| b == b'.');
    let first = hashes.next().unwrap_or_default();
    let second = hashes.next().and_then(|rest| rest.strip_prefix(b"."));
    let is_range = second.is_some_and(is_hash) && is_hash(first);
    let number = (word.strip_prefix(b"p.").or(word.strip_prefix(b"pp.")))
        .or(word.strip_prefix(b"r"))
        .or(word.strip_suffix(b"%"));
    is_number(word)
        || number.is_some_and(is_number)
        || word.strip_prefix(b"g").is_some_and(is_hash)
        || is_range
        || is_version(word)
        || is_date(word)
        || WORDS.contains(&word)
}

/// Whether `word` is a version, a date, or the hash of a commit.
pub(crate) fn is_number(word: &[u8]) -> bool {
    let digit = |b: &u8| b.is_ascii_digit();
    is_hash(word) || word.iter().any(digit) && word.iter().all(|b| digit(b) || b".-/:v".contains(b))
}

/// `v15.0.1-rc2`, `2.6.32-5-amd64`, `5.10.y`, `0.9.8k`
fn is_version(word: &[u8]) -> bool {
    let word = word.strip_prefix(b"v").unwrap_or(word);
    let begins = matches!(&word[Class::DIGIT.run(word)..], [b'.', b'0'..=b'9', ..])
        && Class::DIGIT.begins(word);
    begins
        && word
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || b".-_+~:".contains(b))
}

/// `11-Oct-2022`, `2022-10-11T10:00`
fn is_date(word: &[u8]) -> bool {
    const MONTHS: [&str; 12] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    let is_month = |part: &[u8]| {
        let name = part.first_chunk::<3>();
        name.is_some_and(|name| text::is_one_of(&name.to_ascii_lowercase(), &MONTHS))
            && Class::ALPHA.has_all(part)
    };
    let mut parts = word.split(|b| b"-/.".contains(b));
    let (day, month, year) = (parts.next(), parts.next(), parts.next());
    let is_digits = |part: Option<&[u8]>| {
        part.is_some_and(|part| !part.is_empty() && Class::DIGIT.has_all(part))
    };
    month.is_some_and(is_month) && is_digits(day) && is_digits(year) && parts.next().is_none()
        || word.get(10) == Some(&b'T') && is_time(&word[..10])
}

fn is_hash(word: &[u8]) -> bool {
    word.len() >= 7 && Class::HEX.has_all(word)
}

/// An address of IPv4, a date, a time, a number of a vulnerability or a media type: what a list or a log says beside a URL.
pub(super) fn is_datum(word: &[u8]) -> bool {
    is_ipv4(word) || is_time(word) || is_media_type(word)
}

/// `192.0.2.1`, `192.0.2.1:80`, `192.0.2.0/24`
fn is_ipv4(word: &[u8]) -> bool {
    let (address, rest) = split_run(word, |b| b.is_ascii_digit() || b == b'.');
    let port = rest.strip_prefix(b":").or(rest.strip_prefix(b"/"));
    hostname::is_ipv4(address) && port.unwrap_or(rest).iter().all(u8::is_ascii_digit)
}

/// `2021-01-01`, `22:15`, `22:15:01`, `CVE-2021-44228`
fn is_time(word: &[u8]) -> bool {
    let fits = |pattern: &[u8]| {
        let pairs = || pattern.iter().zip(word);
        pattern.len() == word.len()
            && pairs().all(|(&p, &b)| {
                if p == b'0' {
                    b.is_ascii_digit()
                } else {
                    p == b
                }
            })
    };
    let number = word.strip_prefix(b"CVE-").unwrap_or_default();
    fits(b"0000-00-00")
        || fits(b"00:00")
        || fits(b"00:00:00")
        || number.len() > 8 && is_number(number)
}

/// `text/html`
fn is_media_type(word: &[u8]) -> bool {
    const TYPES: [&str; 7] = [
        "application",
        "audio",
        "image",
        "message",
        "multipart",
        "text",
        "video",
    ];
    let (first, Some(second)) = cut(word, b'/') else {
        return false;
    };
    let of_name = |&b: &u8| b.is_ascii_alphanumeric() || b"+-".contains(&b);
    text::is_one_of(first, &TYPES) && !second.is_empty() && second.iter().all(of_name)
}
