//! How often each name occurs, in all and by month.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::dates;

/// A month, counted from January of the year 0.
pub(crate) type Month = u16;

/// The years of dates that are believed. Others are mistakes; mail and news are younger than 1969.
const YEARS: std::ops::Range<i32> = 1969..2100;

/// The month of a date in seconds since the beginning of 1970, if it is believed.
pub(crate) fn month_of(date: i64) -> Option<Month> {
    let (year, number) = dates::year_and_month(date)?;
    month(year, number)
}

/// The month of this year, if it is believed.
fn month(year: i32, month: u8) -> Option<Month> {
    let number = year * 12 + i32::from(month) - 1;
    YEARS.contains(&year).then(|| number.try_into().ok())?
}

/// `1994-07`
pub(crate) fn month_name(month: Month) -> String {
    format!("{:04}-{:02}", month / 12, month % 12 + 1)
}

/// How often something occurs.
#[derive(Clone, Default, Debug)]
pub(crate) struct Trend {
    pub(crate) count: u64,
    /// By month, in order. URLs without a date are left out.
    pub(crate) months: Vec<(Month, u64)>,
}

impl Trend {
    pub(crate) fn add(&mut self, month: Option<Month>, count: u64) {
        self.count += count;
        let Some(month) = month else {
            return;
        };
        match self
            .months
            .binary_search_by_key(&month, |&(month, _)| month)
        {
            Ok(i) => self.months[i].1 += count,
            Err(i) => self.months.insert(i, (month, count)),
        }
    }
}

/// A trend for each name. All names are kept in memory.
#[derive(Default, Debug)]
pub(crate) struct Trends(HashMap<Box<[u8]>, Trend>);

impl Trends {
    pub(crate) fn add(&mut self, name: &[u8], month: Option<Month>, count: u64) {
        update(&mut self.0, name, |trend: &mut Trend| {
            trend.add(month, count)
        });
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Those that occur most, most frequent first, then by name.
    pub(crate) fn top(&self, count: usize) -> Vec<(&[u8], &Trend)> {
        let all = self.0.iter().map(|(name, trend)| (&**name, trend));
        top(all, count, |trend| trend.count)
    }

    /// The number of new names in each month.
    pub(crate) fn beginnings(&self) -> Trend {
        let mut beginnings = Trend::default();
        for trend in self.0.values() {
            beginnings.add(trend.months.first().map(|&(month, _)| month), 1);
        }
        beginnings
    }
}

/// Changes the value of a name, which is copied only if it is new.
pub(crate) fn update<V: Default>(
    values: &mut HashMap<Box<[u8]>, V>,
    name: &[u8],
    change: impl FnOnce(&mut V),
) {
    match values.get_mut(name) {
        Some(value) => change(value),
        None => change(values.entry(name.into()).or_default()),
    }
}

/// The entries with the highest numbers, highest first, then by name.
pub(crate) fn top<'n, T>(
    all: impl Iterator<Item = (&'n [u8], T)>,
    count: usize,
    number: impl Fn(&T) -> u64,
) -> Vec<(&'n [u8], T)> {
    let mut all: Vec<_> = all.collect();
    let key = |entry: &(&'n [u8], T)| (Reverse(number(&entry.1)), entry.0);
    if all.len() > count {
        all.select_nth_unstable_by_key(count, key);
        all.truncate(count);
    }
    all.sort_unstable_by_key(key);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_in_order() {
        let (july, march) = (month(1994, 7), month(1995, 3));
        let mut trends = Trends::default();
        for (name, month) in [
            ("b", march),
            ("b", july),
            ("a", None),
            ("b", march),
            ("c", march),
        ] {
            trends.add(name.as_bytes(), month, 1);
        }
        let top = trends.top(2);
        let (name, trend) = top[0];
        let months: Vec<_> = trend
            .months
            .iter()
            .map(|&(month, count)| (month_name(month), count))
            .collect();
        assert_eq!((name, trend.count), (&b"b"[..], 3));
        assert_eq!(months, [("1994-07".into(), 1), ("1995-03".into(), 2)]);
        assert_eq!(top[1].0, b"a", "names decide between equal counts");
        let begin = trends.beginnings();
        assert_eq!((begin.count, begin.months.len()), (3, 2));
    }

    #[test]
    fn some_dates_are_mistakes() {
        assert_eq!(month(1968, 12), None);
        assert_eq!(month(1969, 1).map(month_name).as_deref(), Some("1969-01"));
        assert_eq!(month(2099, 12).map(month_name).as_deref(), Some("2099-12"));
        assert_eq!(month(2100, 1), None);
    }
}
