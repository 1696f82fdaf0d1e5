//! `--count-by` with `--top` on a terminal: a bar for each name, and its line over the months.

use super::StdoutBuffer;
use crate::trends::{Month, Trend, month_name};
use crate::visible::one_line;

/// The width of the longest bar, in columns.
const BAR: u64 = 12;

/// The most columns of a line.
const LINE: usize = 24;

/// Blocks from one eighth of a column to all of it, from the left and from below.
const WIDE: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];
const HIGH: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Writes the names, most frequent first.
pub(super) fn write(stdout: &mut StdoutBuffer, names: &[(&[u8], &Trend)]) {
    let most = names.first().map_or(0, |(_, trend)| trend.count);
    let digits = most.to_string().len();
    let months = || names.iter().flat_map(|(_, trend)| &trend.months);
    let first = months().map(|&(month, _)| month).min();
    let last = months().map(|&(month, _)| month).max();
    let span = first.zip(last).filter(|(first, last)| first < last);
    for (name, trend) in names {
        let count = trend.count;
        let bar = bar(count, most);
        let line = span.map(|span| format!("{} ", line(trend, span)));
        let line = line.unwrap_or_default();
        stdout.write(format!("{count:digits$} {bar} {line}").as_bytes());
        stdout.write_text(&one_line(name));
        stdout.write(b"\n");
        stdout.turn();
    }
    if let Some((first, last)) = span {
        let (first, last) = (month_name(first), month_name(last));
        stdout.write(format!("The curves go from {first} to {last}.\n").as_bytes());
    }
}

/// A bar as wide as this part of the longest one, filled with blanks.
fn bar(count: u64, most: u64) -> String {
    let eighths = u128::from(count) * u128::from(BAR) * 8 / u128::from(most.max(1));
    let eighths = (eighths as usize).max(1);
    let mut bar = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        bar.push(WIDE[eighths % 8 - 1]);
    }
    format!("{bar:width$}", width = BAR as usize)
}

/// A column for each month, or for several; its highest is as high as the line.
fn line(trend: &Trend, (first, last): (Month, Month)) -> String {
    let span = usize::from(last - first) + 1;
    let mut columns = vec![0; span.min(LINE)];
    let width = columns.len();
    for &(month, count) in &trend.months {
        columns[usize::from(month - first) * width / span] += count;
    }
    let most = columns.iter().copied().max().unwrap_or(0).max(1);
    let column = |count: u64| match count {
        0 => ' ',
        _ => HIGH[(u128::from(count) * 7 / u128::from(most)) as usize],
    };
    columns.into_iter().map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_numbers() {
        assert_eq!(bar(8, 8), "█".repeat(12));
        assert_eq!(bar(4, 8), format!("{}      ", "█".repeat(6)));
        assert_eq!(bar(1, 96), format!("▏{}", " ".repeat(11)));
        assert_eq!(bar(1, u64::MAX), bar(1, 96));
        assert_eq!(bar(u64::MAX, u64::MAX), bar(8, 8));
    }

    #[test]
    fn a_line_has_a_column_for_each_month_or_for_several() {
        let mut trend = Trend::default();
        for (month, count) in [(100, 8), (102, 4), (103, 1)] {
            trend.add(Some(month), count);
        }
        assert_eq!(line(&trend, (100, 104)), "█ ▄▁ ");
        // 48 months, two a column.
        assert_eq!(line(&trend, (100, 147)).trim_end(), "█▅");
        assert_eq!(line(&trend, (100, 147)).chars().count(), LINE);
    }
}
