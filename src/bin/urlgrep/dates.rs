//! Dates of messages: periods for filtering, and months. All dates are in UTC.

use std::time::SystemTime;

use time::{Date, Month, OffsetDateTime, Time};

/// A period between two dates, in seconds since 1970-01-01.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Period {
    since: Option<i64>,
    /// The first second after the period.
    until: Option<i64>,
}

const EMPTY: &str = "--since is later than --until: no message is in this period";

impl Period {
    /// From the beginning of `since` to the end of `until`. Each is a year, month or day, or counts back from `now`, in seconds. Returns an
    /// error message if one is invalid.
    pub(crate) fn parse(
        since: Option<&str>,
        until: Option<&str>,
        now: i64,
    ) -> Result<Period, String> {
        let range = |flag: &str, typed: &str| {
            range(typed, now).ok_or_else(|| {
                format!(
                    "{flag} {typed}: invalid date; expected 1994, 1994-07, 1994-07-03, today, yesterday or 2weeks"
                )
            })
        };
        let since = since.map(|typed| range("--since", typed)).transpose()?;
        let until = until.map(|typed| range("--until", typed)).transpose()?;
        let period = Period {
            since: since.map(|(first, _)| first),
            until: until.map(|(_, end)| end),
        };
        match (period.since, period.until) {
            (Some(since), Some(until)) if since >= until => Err(EMPTY.to_string()),
            _ => Ok(period),
        }
    }

    pub(crate) fn is_all(&self) -> bool {
        *self == Period::default()
    }

    /// Whether the period contains this date. A missing date is only in the unlimited period.
    pub(crate) fn has(&self, date: Option<i64>) -> bool {
        let Some(date) = date else {
            return self.is_all();
        };
        self.since.is_none_or(|since| date >= since) && self.until.is_none_or(|until| date < until)
    }
}

/// The present time, in seconds since 1970-01-01.
pub(crate) fn now() -> i64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs() as i64)
}

/// `1994-07`
pub(crate) fn month(date: i64) -> Option<String> {
    let (year, month) = year_and_month(date)?;
    Some(format!("{year:04}-{month:02}"))
}

/// 1994 and 7
pub(crate) fn year_and_month(date: i64) -> Option<(i32, u8)> {
    let date = OffsetDateTime::from_unix_timestamp(date).ok()?;
    Some((date.year(), date.month().into()))
}

/// `1994`
pub(crate) fn year(date: i64) -> Option<String> {
    let (year, _) = year_and_month(date)?;
    Some(format!("{year:04}"))
}

/// `1994-07-03T10:00:00Z` (RFC 3339)
pub(crate) fn timestamp(date: i64) -> Option<String> {
    let at = OffsetDateTime::from_unix_timestamp(date).ok()?;
    let (date, time) = (at.date(), at.time());
    let (year, month, day) = (date.year(), u8::from(date.month()), date.day());
    let (hour, minute, second) = time.as_hms();
    Some(format!(
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"
    ))
}

/// The beginning of a date as typed, and the end. Those of `2weeks` are the same.
fn range(typed: &str, now: i64) -> Option<(i64, i64)> {
    const DAY: i64 = 86_400;
    let today = now - now.rem_euclid(DAY);
    match typed {
        "today" => Some((today, today + DAY)),
        "yesterday" => Some((today - DAY, today)),
        _ => days(typed).or_else(|| {
            let then = now.checked_sub(seconds(typed)?)?;
            Some((then, then))
        }),
    }
}

/// The length of `12h`, `2weeks`, `2 weeks` or `2 weeks ago`.
fn seconds(typed: &str) -> Option<i64> {
    /// A month is a twelfth of 365.25 days, as in systemd. `m` would be a minute.
    const UNITS: [(&[&str], i64); 5] = [
        (&["h", "hour", "hours"], 3600),
        (&["d", "day", "days"], 86_400),
        (&["w", "week", "weeks"], 7 * 86_400),
        (&["month", "months"], 2_629_800),
        (&["y", "year", "years"], 31_557_600),
    ];
    let typed = typed.strip_suffix(" ago").unwrap_or(typed);
    let digits = typed.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = typed.split_at(digits);
    let unit = UNITS
        .iter()
        .find(|(names, _)| names.contains(&unit.trim_start()))?;
    number.parse::<i64>().ok()?.checked_mul(unit.1)
}

/// The beginning of `1994`, `1994-07` or `1994-07-03`, and the end.
fn days(typed: &str) -> Option<(i64, i64)> {
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let parts: Vec<&str> = typed.split('-').collect();
    if !parts.iter().all(|part| digits(part)) || parts[0].len() != 4 {
        return None;
    }
    let numbers = parts.iter().map(|part| part.parse().ok());
    let (first, end) = match numbers.collect::<Option<Vec<u16>>>()?[..] {
        [year] => (date(year, 1, 1)?, date(year + 1, 1, 1)?),
        [year, 12] => (date(year, 12, 1)?, date(year + 1, 1, 1)?),
        [year, month] => (date(year, month, 1)?, date(year, month + 1, 1)?),
        [year, month, day] => {
            let date = date(year, month, day)?;
            (date, date.next_day()?)
        }
        _ => return None,
    };
    let seconds = |date: Date| OffsetDateTime::new_utc(date, Time::MIDNIGHT).unix_timestamp();
    Some((seconds(first), seconds(end)))
}

fn date(year: u16, month: u16, day: u16) -> Option<Date> {
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    Date::from_calendar_date(year.into(), month, day.try_into().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods() {
        let period = |since, until| Period::parse(Some(since), Some(until), 0);
        let day = period("1994-07-03", "1994-07-03").expect("a day");
        let begin = 773_193_600;
        for (date, is_in) in [
            (begin - 1, false),
            (begin, true),
            (begin + 86_399, true),
            (begin + 86_400, false),
        ] {
            assert_eq!(day.has(Some(date)), is_in, "{date}");
        }
        assert!(!day.has(None) && Period::default().has(None));
        assert_eq!(period("1994", "1994"), period("1994-01-01", "1994-12-31"));
        assert_eq!(
            period("1996-02", "1996-02"),
            period("1996-02-01", "1996-02-29")
        );
        assert_eq!(period("1994-08", "1994"), period("1994-08", "1994-12"));
        assert_eq!(period("1995", "1994"), Err(EMPTY.to_string()));
        for wrong in [
            "",
            "94",
            "1994-13",
            "1994-0",
            "1994-02-29",
            "1994-",
            "+994",
            "1994-1-1-1",
            "9999",
        ] {
            assert!(period(wrong, "1994").is_err(), "{wrong}");
        }
        assert_eq!(month(begin).as_deref(), Some("1994-07"));
        assert_eq!(year(begin).as_deref(), Some("1994"));
        let noon = timestamp(begin + 12 * 3600 + 61);
        assert_eq!(noon.as_deref(), Some("1994-07-03T12:01:01Z"));
    }

    #[test]
    fn relative_dates() {
        // 1994-07-03 13:00
        let (midnight, now) = (773_193_600, 773_193_600 + 13 * 3600);
        let day = 86_400;
        for (typed, first, end) in [
            ("today", midnight, midnight + day),
            ("yesterday", midnight - day, midnight),
            ("13h", midnight, midnight),
            ("1day", now - day, now - day),
            ("2weeks", now - 14 * day, now - 14 * day),
            ("2 weeks ago", now - 14 * day, now - 14 * day),
            (
                "12months",
                now - 365 * day - day / 4,
                now - 365 * day - day / 4,
            ),
            ("1y", now - 365 * day - day / 4, now - 365 * day - day / 4),
            ("1993", midnight - 548 * day, midnight - 183 * day),
        ] {
            assert_eq!(range(typed, now), Some((first, end)), "{typed}");
        }
        for wrong in [
            "d",
            "7",
            "7m",
            "7 d d",
            "-7d",
            "7d ago ago",
            "ago",
            "9223372036854775807d",
            "Today",
        ] {
            assert_eq!(range(wrong, now), None, "{wrong}");
        }
        let last_week = Period::parse(Some("1w"), Some("yesterday"), now);
        let last_week = last_week.expect("a period");
        assert!(last_week.has(Some(midnight - 1)) && last_week.has(Some(now - 7 * day)));
        assert!(!last_week.has(Some(midnight)) && !last_week.has(Some(now - 7 * day - 1)));
        assert_eq!(
            Period::parse(Some("1d"), Some("7d"), now),
            Err(EMPTY.to_string())
        );
    }
}
