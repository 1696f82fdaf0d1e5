//! Matches on their way to a report: workers write the fields of each as a row, and the report reads them in order.

use std::ops::Range;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use urlgrep::url;

use super::rows::fields;
use super::tally::counted_host;
use super::{Base, Print, Rows, Stats, StdoutBuffer};
use crate::around::LONGEST;
use crate::defang::Defang;
use crate::exit::Status;
use crate::found::{Found, LONGEST_FIELD};
use crate::report::{Collector, Item, MARK, traits, write};
use crate::stderr;
use crate::visible::{first, last, lossy};

/// The most characters of the text on each side of a URL, and of a line before or after.
const SIDE: usize = 120;

/// Writes the fields of a match, in the order of [`item`].
pub(super) fn render(rows: &mut Rows, found: &Found<'_>, defang: Defang) {
    let (m, origin) = (found.m, found.origin);
    let (header, url) = (&origin.header, found.url());
    let lower = |name: Option<&[u8]>| name.unwrap_or_default().to_ascii_lowercase();
    let shown = defang.url(found.bytes());
    // Each match of a message has a copy.
    let cut = |field: &Option<Arc<str>>| first(field.as_deref().unwrap_or_default(), LONGEST_FIELD);
    let flaws: Vec<_> = found.flaws().iter().map(|flaw| flaw.name()).collect();
    let context = context(found, &shown);
    rows.write_field(&shown);
    let name = counted_host(&url, |url| url.host()).unwrap_or_default();
    let domain = counted_host(&url, |url| url.domain());
    rows.write_field(&defang.host(domain.as_deref().unwrap_or(&name)));
    rows.write_field(&defang.host(&name));
    rows.write_field(&lower(url.scheme()));
    rows.write_field(m.form().name().as_bytes());
    rows.write_field(traits(found).to_string().as_bytes());
    rows.write_field(flaws.join(",").as_bytes());
    rows.write_field(&defang.host(&rewriter(found)));
    rows.write_line(found.line);
    rows.write_field(b"");
    rows.write_field(found.column.to_string().as_bytes());
    if let Some(number) = origin.number() {
        rows.write_message(number);
    }
    rows.write_field(b"");
    let id = lossy(header.id.as_deref().unwrap_or_default());
    rows.write_field(&defang.id(first(&id, LONGEST_FIELD).as_bytes()));
    let date = header.date.map(|date| date.to_string());
    rows.write_field(date.unwrap_or_default().as_bytes());
    rows.write_field(defang.addresses(&cut(&header.from)).as_bytes());
    rows.write_field(defang.addresses(&cut(&header.sender)).as_bytes());
    rows.write_field(defang.text(&cut(&header.subject)).as_bytes());
    rows.write_field(&defang.id(cut(&header.thread).as_bytes()));
    rows.write_field(origin.part.as_deref().unwrap_or_default().as_bytes());
    rows.write_field(origin.field.as_deref().unwrap_or_default().as_bytes());
    rows.write_field(context.as_bytes());
}

/// The host of the service that rewrote the link, whether or not its target was taken.
fn rewriter(found: &Found<'_>) -> Vec<u8> {
    if let Some(changed) = found.changed
        && let Some(host) = &changed.wrapped_by
    {
        return host.to_ascii_lowercase();
    }
    let target = url::unwrap(found.bytes());
    let host = target.and_then(|_| found.url().host().map(<[u8]>::to_ascii_lowercase));
    host.unwrap_or_default()
}

/// The lines around the URL, shortened. [`MARK`] stands for the URL if it is there as it is shown: of several, where it stands nearest to
/// its line and column, which are those of the file.
fn context(found: &Found<'_>, shown: &[u8]) -> String {
    let shown = lossy(shown);
    let lines = &found.around.lines;
    let texts: Vec<_> = lines
        .iter()
        .map(|line| line.text.replace([MARK, '\r', '\u{1f}'], " "))
        .collect();
    // A line that is cut begins with `…`.
    let column = found.column.saturating_sub(1).try_into();
    let column = column.unwrap_or(usize::MAX).min(LONGEST + '…'.len_utf8());
    let places = texts.iter().enumerate().flat_map(|(i, text)| {
        let found = text.match_indices(&*shown);
        found.map(move |(at, _)| (i, at))
    });
    let place = places.min_by_key(|&(i, at)| {
        let lines = lines[i].distance.unsigned_abs();
        (lines, at.abs_diff(column))
    });
    let own = lines.iter().rposition(|line| line.distance <= 0);
    let texts = texts.iter().enumerate().map(|(i, text)| match place {
        Some((line, at)) if line == i => {
            let (before, after) = (&text[..at], &text[at + shown.len()..]);
            format!("{}{MARK}{}", last(before, SIDE), first(after, SIDE))
        }
        None if own == Some(i) => {
            let (before, rest) = text.split_at(character_start(text, column));
            let written = found.m.as_bytes().len();
            last(before, SIDE) + &first(rest, written + SIDE)
        }
        _ => first(text, SIDE),
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// The last place up to `at` that is not within a character.
fn character_start(text: &str, at: usize) -> usize {
    let mut places = (0..=at.min(text.len())).rev();
    places.find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Reads a row. Rust evaluates the fields of a struct in the order written here, and [`render`] writes them in the same order.
fn item(row: &[u8]) -> Item<'_> {
    let mut fields = fields(row);
    let mut next = || fields.next().unwrap_or_default();
    Item {
        url: next(),
        domain: next(),
        host: next(),
        scheme: next(),
        form: next(),
        traits: number(next()).unwrap_or(0),
        flaws: next(),
        rewriter: next(),
        line: number(next()).unwrap_or(0),
        column: number(next()).unwrap_or(0),
        message: number(next()),
        id: next(),
        date: number(next()),
        from: next(),
        sender: next(),
        subject: next(),
        thread: next(),
        part: next(),
        field: next(),
        context: next(),
    }
}

fn number<N: FromStr>(field: &[u8]) -> Option<N> {
    str::from_utf8(field).ok()?.parse().ok()
}

/// Collects all rows, and writes the report at the end.
impl Print for Collector {
    fn begin(&mut self, _: &mut StdoutBuffer, path: &Path) {
        self.begin_file(path);
    }

    fn rows(&mut self, _: &mut StdoutBuffer, rows: &Rows, range: Range<usize>, base: Base) {
        for i in range {
            // Names that are shown alike are counted as one.
            self.add(&item(lossy(&rows.row(i, base)).as_bytes()));
        }
    }

    fn finish(&mut self, stdout: &mut StdoutBuffer, stats: &Stats) {
        let page = self.page(stats);
        let Some(path) = self.options.file() else {
            return stdout.write(&page);
        };
        if let Err(why) = write(path, &page) {
            stderr::say(path.display(), why);
            Status::Error.leave();
        }
    }
}
