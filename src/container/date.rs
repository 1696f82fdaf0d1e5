//! The date of a message: its `Date:` field, in the format of RFC 5322 section 3.3, in the obsolete formats of section 4.3, in that of
//! RFC 3339, which exports of archives write, and in other formats found in real mail. Of a record of WARC, its `WARC-Date:`. If a message
//! has no date that can be read, but follows a `From ` line, it is the date of that line, as mail readers show it.
//!
//! Each word is interpreted by its form, not its position: `Mon, 3 Jan 94 10:00 PST`, `Mon Jan  3 10:00:00 1994`, `3-JAN-1994`.

use super::header::fields;
use crate::span::split_before;
use crate::text::{is_one_of, line_len, strip_prefix_ignore_case};

/// The date in a header block, in seconds since 1970-01-01 00:00 UTC. `None` if it is missing or invalid.
///
/// ```
/// use urlgrep::mail::date;
/// assert_eq!(date(b"From: joe@x.org\nDate: Thu, 1 Jan 1970 00:01:00 +0000\n"), Some(60));
/// assert_eq!(date(b"Date: 1 Jan 70 00:01 EST (in the night)\n"), Some(5 * 3600 + 60));
/// assert_eq!(date(b"Date: yesterday\n"), None);
/// assert_eq!(date(b"From joe@x.org Thu Jan  1 00:01:00 1970\nTo: jane@x.org\n"), Some(60));
/// ```
pub fn date(head: &[u8]) -> Option<i64> {
    of_field(head).or_else(|| of_from_line(head))
}

fn of_field(head: &[u8]) -> Option<i64> {
    let is_date = |name: &[u8]| match name.len() {
        4 => name.eq_ignore_ascii_case(b"date"),
        len => len == 9 && name.eq_ignore_ascii_case(b"warc-date"),
    };
    let (name, value) = fields(head).find(|(name, _)| is_date(name))?;
    let by_numbers = of_numbers(head[value.clone()].trim_ascii());
    if by_numbers.is_some() || name.len() == 9 {
        return by_numbers;
    }
    of_words(words(without_weekday(&head[value])))
}

/// The value without `mar,` at its beginning: a day of the week in Spanish, French and Italian.
fn without_weekday(value: &[u8]) -> &[u8] {
    let value = value.trim_ascii_start();
    strip_prefix_ignore_case(value, b"mar,").unwrap_or(value)
}

/// The date of an mbox separator: from its day of the week on, or one of numbers that ends the line.
fn of_from_line(head: &[u8]) -> Option<i64> {
    let line = head.strip_prefix(b"From ")?;
    let line = &line[..line_len(line)];
    let by_words = of_words(words(line).skip_while(|word| !is_one_of(word, &DAYS)));
    by_words.or_else(|| {
        let mut blanks = memchr::memchr_iter(b' ', line);
        blanks.find_map(|blank| of_numbers(line[blank + 1..].trim_ascii()))
    })
}

fn of_words<'a>(words: impl Iterator<Item = &'a [u8]>) -> Option<i64> {
    let mut date = Date::default();
    for word in words {
        date.add(word);
    }
    date.seconds()
}

/// `1994-07-03T12:00:00Z`, `1994-07-03 14:00:00 +02:00 (comment)`, `1994-07-03`. `None` if a part is not understood.
fn of_numbers(value: &[u8]) -> Option<i64> {
    let (day, rest) = value.split_at_checked(10)?;
    let mut numbers = day.split(|&b| b == b'-').map(number);
    let (year, month, day) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let mut date = Date {
        day: Some(day),
        month: Some(month - 1),
        year: full_year(year, 4),
        ..Date::default()
    };
    let clock = match rest {
        [] => return date.seconds(),
        [b'T' | b't' | b' ', clock @ ..] => clock,
        _ => return None,
    };
    let (clock, zone) = split_before(clock, |b| b"+-".contains(&b) || b.is_ascii_alphabetic());
    date.time = Some(time(clock.trim_ascii())?);
    let zone = zone.split(u8::is_ascii_whitespace).next()?;
    let mut zone: Vec<u8> = zone.iter().copied().filter(|&b| b != b':').collect();
    if let [b'+' | b'-', _, _] = *zone {
        zone.extend(b"00");
    }
    date.add(&zone);
    // An unknown name is treated as UTC; `PM` is no name of a zone.
    let is_name = zone.len() >= 3 && zone.iter().all(u8::is_ascii_uppercase);
    date.seconds()
        .filter(|_| zone.is_empty() || is_name || date.zone.is_some())
}

const MONTHS: [&[u8; 3]; 12] = [
    b"jan", b"feb", b"mar", b"apr", b"may", b"jun", b"jul", b"aug", b"sep", b"oct", b"nov", b"dec",
];

const DAYS: [&[u8; 3]; 7] = [b"mon", b"tue", b"wed", b"thu", b"fri", b"sat", b"sun"];

/// Whether the day of a date stands in `line` as C's `asctime` writes it: `Mon Jan  3`.
pub(super) fn has_day(line: &[u8]) -> bool {
    let words: Vec<&[u8]> = line
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
        .collect();
    words.windows(3).any(|words| {
        is_one_of(words[0], &DAYS) && is_one_of(words[1], &MONTHS) && number(words[2]).is_some()
    })
}

/// The components found so far.
#[derive(Default)]
struct Date {
    day: Option<i64>,
    /// 0 to 11.
    month: Option<i64>,
    year: Option<i64>,
    /// The time of day, in seconds.
    time: Option<i64>,
    /// The offset east of UTC, in seconds.
    zone: Option<i64>,
}

impl Date {
    fn add(&mut self, word: &[u8]) {
        match word {
            [sign @ (b'+' | b'-'), digits @ ..] if self.time.is_some() => {
                // Some programs write `+01:00`.
                let digits: Vec<u8> = digits.iter().copied().filter(|b| *b != b':').collect();
                if let Some(zone) = number(&digits).filter(|_| digits.len() >= 3) {
                    let seconds = zone / 100 * 3600 + zone % 100 * 60;
                    self.zone = Some(if *sign == b'-' { -seconds } else { seconds });
                }
            }
            [b'0'..=b'9', ..] if word.contains(&b':') => {
                let (clock, zone) = split_before(word, |b| b"+-".contains(&b));
                self.time = self.time.or(time(clock));
                self.add(zone);
            }
            [b'0'..=b'9', ..] => {
                for part in word.split(|&b| b == b'-') {
                    self.add_part(part);
                }
            }
            [_, ..] => match split_before(word, |b| b"+-".contains(&b)) {
                // `GMT+0100`, as JavaScript writes it.
                (name, zone @ [_, ..]) if is_one_of(name, &["gmt", "utc"]) => self.add(zone),
                _ => self.add_part(word),
            },
            [] => {}
        }
    }

    /// Interprets a number or a name.
    fn add_part(&mut self, part: &[u8]) {
        let lower = part.to_ascii_lowercase();
        match number(part) {
            Some(day) if self.day.is_none() && part.len() <= 2 => self.day = Some(day),
            Some(year) if self.year.is_none() => self.year = full_year(year, part.len()),
            Some(_) => {}
            None if self.month.is_none() && lower.len() >= 3 => {
                let month = MONTHS
                    .iter()
                    .position(|month| lower.starts_with(&month[..]));
                self.month = month.map(|month| month as i64);
            }
            // A name before the time is the day of the week.
            None if self.time.is_some() => self.zone = self.zone.or(zone(&lower)),
            None => {}
        }
    }

    fn seconds(&self) -> Option<i64> {
        let (day, month, year) = (self.day?, self.month?, self.year?);
        let month = time::Month::try_from(u8::try_from(month + 1).ok()?).ok()?;
        let (year, day) = (i32::try_from(year).ok()?, u8::try_from(day).ok()?);
        let date = time::Date::from_calendar_date(year, month, day).ok()?;
        let days = (date - time::OffsetDateTime::UNIX_EPOCH.date()).whole_days();
        let seconds = days * 86_400 + self.time.unwrap_or(0) - self.zone.unwrap_or(0);
        // In UTC, the last hours of 9999 may be in the year 10000, which many programs cannot show.
        time::OffsetDateTime::from_unix_timestamp(seconds).ok()?;
        Some(seconds)
    }
}

/// The words of `value`, separated by blanks and commas. Comments in parentheses are skipped (RFC 5322 section 3.2.2).
fn words(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut depth = 0;
    value
        .split(move |&b| {
            let was = depth;
            match b {
                b'(' => depth += 1,
                b')' if depth > 0 => depth -= 1,
                _ => {}
            }
            was > 0 || depth > 0 || b == b',' || b.is_ascii_whitespace()
        })
        .filter(|word| !word.is_empty())
}

fn number(digits: &[u8]) -> Option<i64> {
    let good = (1..=4).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    let add = |sum: i64, &digit: &u8| 10 * sum + i64::from(digit - b'0');
    good.then(|| digits.iter().fold(0, add))
}

/// The full year. Two and three digits are interpreted as in RFC 5322 section 4.3.
fn full_year(year: i64, digits: usize) -> Option<i64> {
    match digits {
        2 if year < 50 => Some(2000 + year),
        2 | 3 => Some(1900 + year),
        // No message is older than 1900: a year that some program counted from there.
        4 if (100..200).contains(&year) => Some(1900 + year),
        4 if year >= 1900 => Some(year),
        _ => None,
    }
}

/// `10:00`, `10:00:59`, `9:00:59.25`.
fn time(word: &[u8]) -> Option<i64> {
    let mut parts = word
        .split(|&b| b == b':' || b == b'.')
        .map(|part| number(part).filter(|&n| part.len() <= 2 && n <= 60));
    let (hours, minutes) = (parts.next()??, parts.next()??);
    let seconds = parts.next().flatten().unwrap_or(0);
    (hours < 24).then_some(hours * 3600 + minutes * 60 + seconds)
}

/// The offset of the zones that RFC 5322 section 4.3 names, and of others whose names have one meaning. Other names are treated as UTC.
fn zone(name: &[u8]) -> Option<i64> {
    let hours = match name {
        b"ut" | b"gmt" | b"utc" | b"z" | b"wet" => 0,
        b"edt" => -4,
        b"est" | b"cdt" => -5,
        b"cst" | b"mdt" => -6,
        b"mst" | b"pdt" => -7,
        b"pst" | b"akdt" => -8,
        b"akst" => -9,
        b"hst" => -10,
        b"met" | b"cet" | b"bst" | b"west" => 1,
        b"mest" | b"cest" | b"eet" => 2,
        b"eest" | b"msk" => 3,
        b"msd" => 4,
        b"jst" | b"kst" => 9,
        b"aest" => 10,
        b"aedt" => 11,
        b"nzst" => 12,
        b"nzdt" => 13,
        _ => return None,
    };
    Some(hours * 3600)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(value: &str) -> Option<i64> {
        date(format!("Subject: x\nDATE: {value}\n").as_bytes())
    }

    #[test]
    fn dates_as_mail_has_them() {
        let noon = Some(773_236_800);
        for value in [
            "Sun, 3 Jul 1994 12:00:00 +0000",
            "Sun, 03 Jul 94 12:00 GMT",
            "3 Jul 94 12:00:00 UT",
            "Sun,3 Jul 1994 05:00:00 -0700 (PDT)",
            "Sun, 3 Jul 1994 05:00:00 PDT",
            "Sun Jul  3 12:00:00 1994",
            "Sun Jul  3 14:00:00 MEST 1994",
            "3-Jul-1994 12:00:00 Z",
            "Sun, 3 Jul 1994 06:00-0600",
            "Sun, 3 Jul 1994 06:00:00 -600",
            "Sunday, 3-JUL-94 12:00:00 GMT",
            "Sun,\n 3 Jul 1994\n (a comment (nested), 5 Aug) 14:00:00 +0200",
            "Sun, 3 July 094 12:00:00 X",
            "1994-07-03T12:00:00Z",
            "1994-07-03T05:00:00-07:00",
            "1994-07-03 14:00:00 +0200",
            "1994-07-03 12:00",
            "1994-07-03 07:00:00 EST",
            "1994-07-03 05:00:00 -0700 (PDT)",
            "1994-07-03 14:00:00+02",
            "1994-07-03t12:00:00z",
            "Sun, 3 Jul 1994 14:00:00 +02:00",
            "Sun Jul 03 1994 13:00:00 GMT+0100 (CET)",
            "mar, 3 Jul 1994 12:00:00 GMT",
            "Mar, 3 Jul 1994 12:00:00 GMT",
            "1994-07-03 21:00:00 JST",
            "1994-07-03 12:00:00 XYZ",
            "(on (the) 5 Aug) 3 Jul 1994 12:00:00 +0000",
            "Sun, 3 Jul 1994 23:00:00 AEDT",
        ] {
            assert_eq!(at(value), noon, "{value}");
        }
        assert_eq!(at("3 Jul 1994"), Some(773_193_600));
        assert_eq!(at("29 Feb 00 00:00:00 GMT"), Some(951_782_400));
        // RFC 5322 section 4.3: 00 to 49 are years after 2000, 50 to 99 before it.
        for (day, year) in [("55", "1955"), ("49", "2049"), ("50", "1950")] {
            let want = at(&format!("{year}-01-01"));
            assert!(want.is_some());
            assert_eq!(at(&format!("Sat, 1 Jan {day}")), want, "{day}");
        }
        // A leap second (RFC 5322 section 3.3), and an hour that no day has.
        let july = at("1994-07-01T00:00:00Z");
        assert_eq!(at("Thu, 30 Jun 1994 23:59:60 +0000"), july);
        assert_eq!(at("Sun, 3 Jul 1994 24:00:00 +0000"), at("3 Jul 1994"));
        // A program that counts years from 1900.
        assert_eq!(
            at("23 Sep 0102 02:41:39 -0900"),
            at("23 Sep 2002 02:41:39 -0900")
        );
        assert_eq!(at("1 Jan 1960 00:00:00 GMT"), Some(-315_619_200));
        assert_eq!(at("31 Dec 9999 18:59:59 -0500"), Some(253_402_300_799));
        assert_eq!(at("31 Dec 9999 19:00:00 -0500"), None);
    }

    #[test]
    fn the_separator_has_the_date_of_messages_without_one() {
        for line in [
            "joe@x.org Sun Jul  3 12:00:00 1994",
            "joe at march.org  Sun Jul  3 12:00:00 1994\r",
            "- Sun Jul 03 12:00:00 1994",
            "3may1990 Sun, 3 Jul 94 14:00 +0200",
            "joe@x.org 1994-07-03T12:00:00Z",
            "joe at x.org 1994-07-03 14:00:00 +02:00",
        ] {
            for fields in ["", "Subject: x\n", "Date: soon\n"] {
                let head = format!("From {line}\n{fields}");
                assert_eq!(date(head.as_bytes()), Some(773_236_800), "{head:?}");
            }
        }
        let both = b"From a Sun Jul  3 12:00:00 1994\nDate: 1 Jan 1970 00:00:07 GMT\n";
        assert_eq!(date(both), Some(7));
        for head in [
            "From \n",
            "From a\nX: Sun Jul  3 12:00:00 1994\n",
            "X: y\nFrom a Sun Jul  3 12:00:00 1994\n",
        ] {
            assert_eq!(date(head.as_bytes()), None, "{head:?}");
        }
    }

    #[test]
    fn invalid_dates() {
        for value in [
            "",
            "now",
            "Sun, 12:00:00 +0000",
            "30 Feb 1994 12:00",
            "0 Jan 1994",
            "29 Feb 1900",
            "1 Jan 0001",
            "3 Jul",
            "99999 Jul 1994",
            "1994-13-03T12:00:00Z",
            "1994-00-03T12:00:00Z",
            "0001-01-01T00:00:00Z",
            "94-07-0003 12:00",
            "1994-07-030",
            "1994-07-03x12:00",
            "1994-07-03 02:00:00 PM",
            "mar, 3 ene 1994 12:00:00 GMT",
        ] {
            assert_eq!(at(value), None, "{value:?}");
        }
        assert_eq!(date(b"Resent-Date: 3 Jul 1994\n"), None);
    }
}
