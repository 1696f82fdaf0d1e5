//! Output: one form a file. Workers render matches as [rows](Rows), which are printed in order.

mod colors;
mod count;
mod count_format;
mod drawn;
mod hyperlink;
mod json;
mod list;
#[cfg(feature = "pick")]
mod pick;
mod plain;
mod report;
mod rows;
mod stats;
mod stdout;
mod tally;
mod template;
mod text;

pub(crate) use crate::visible::{lossy, visible};
pub(crate) use colors::Colors;
pub(crate) use count::Counted;
pub(crate) use count_format::CountFormat;
pub(crate) use hyperlink::Hyperlinks;
pub(crate) use list::Listed;
pub(crate) use plain::Columns;
pub(crate) use rows::{Base, Rows};
pub(crate) use stats::Stats;
pub(crate) use stdout::{Manner, StdoutBuffer};
pub(crate) use tally::Tallied;
pub(crate) use template::Template;
pub(crate) use text::TextStyle;

use std::ops::Range;
use std::path::Path;

use crate::args::By;
use crate::found::Found;
use crate::report::ReportOptions;

/// The form of the output.
#[derive(Debug)]
pub(crate) enum OutputForm {
    Plain(Columns),
    Template(Template),
    Json,
    Count(Counted),
    List(Listed),
    Tally(Tallied),
    Report(ReportOptions),
    Quiet,
    #[cfg(feature = "pick")]
    Pick,
}

impl OutputForm {
    /// Whether it shows lines or columns.
    pub(crate) fn shows_lines(&self) -> bool {
        match self {
            OutputForm::Plain(columns) => columns.line || columns.column,
            OutputForm::Template(template) => template.shows_lines(),
            OutputForm::Json | OutputForm::Report(_) => true,
            #[cfg(feature = "pick")]
            OutputForm::Pick => true,
            _ => false,
        }
    }

    /// Whether it shows the message, its part or its header field.
    pub(crate) fn shows_origin(&self) -> bool {
        match self {
            OutputForm::Json | OutputForm::Report(_) => true,
            OutputForm::Template(template) => template.shows_origin(),
            _ => false,
        }
    }

    /// Whether it shows when messages were written.
    pub(crate) fn shows_dates(&self) -> bool {
        match self {
            OutputForm::Tally(tallied) => {
                tallied.draws || matches!(tallied.by, By::Month | By::Year)
            }
            OutputForm::Template(template) => template.shows_dates(),
            OutputForm::Report(_) => true,
            _ => false,
        }
    }

    /// Whether it shows who wrote messages.
    pub(crate) fn shows_from(&self) -> bool {
        match self {
            OutputForm::Tally(tallied) => tallied.by == By::Sender,
            OutputForm::Template(template) => template.shows_from(),
            OutputForm::Report(_) => true,
            _ => false,
        }
    }

    /// Whether it shows the subjects of messages.
    pub(crate) fn shows_subject(&self) -> bool {
        match self {
            OutputForm::Template(template) => template.shows_subject(),
            OutputForm::Report(_) => true,
            _ => false,
        }
    }

    /// Whether it groups messages by their threads.
    pub(crate) fn shows_threads(&self) -> bool {
        matches!(self, OutputForm::Report(_))
    }

    /// Whether it shows the lines around a URL in a place of its own.
    pub(crate) fn shows_context(&self) -> bool {
        match self {
            OutputForm::Template(template) => template.shows_context(),
            OutputForm::Report(_) => true,
            #[cfg(feature = "pick")]
            OutputForm::Pick => true,
            _ => false,
        }
    }

    /// Whether it shows the labels of links.
    pub(crate) fn shows_label(&self) -> bool {
        match self {
            OutputForm::Plain(columns) => columns.label,
            OutputForm::Template(template) => template.shows_label(),
            OutputForm::Json => true,
            #[cfg(feature = "pick")]
            OutputForm::Pick => true,
            _ => false,
        }
    }

    /// Whether it shows what `mid:`, `cid:` and `news:` URLs name.
    pub(crate) fn shows_targets(&self) -> bool {
        matches!(
            self,
            OutputForm::Plain(_) | OutputForm::Template(_) | OutputForm::Json
        )
    }

    /// The file that is written, if it is not standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            OutputForm::Report(report) => report.file(),
            _ => None,
        }
    }

    /// Whether it shows anything that depends on the URL, or only counts matches.
    pub(crate) fn shows_urls(&self) -> bool {
        match self {
            OutputForm::Plain(_)
            | OutputForm::Template(_)
            | OutputForm::Json
            | OutputForm::Report(_) => true,
            OutputForm::Tally(tallied) => tallied.by != By::File,
            #[cfg(feature = "pick")]
            OutputForm::Pick => true,
            OutputForm::Count(_) | OutputForm::List(_) | OutputForm::Quiet => false,
        }
    }

    /// Renders a match. The row depends on the match alone, so workers can do it.
    pub(crate) fn render(&self, rows: &mut Rows, path: &Path, found: &Found<'_>) {
        match self {
            OutputForm::Plain(columns) => columns.render(rows, path, found),
            OutputForm::Template(template) => template.render(rows, path, found),
            OutputForm::Json => json::render(rows, path, found),
            OutputForm::Tally(tallied) => tallied.render(rows, found),
            OutputForm::Report(report) => report::render(rows, found, report.defang),
            #[cfg(feature = "pick")]
            OutputForm::Pick => pick::render(rows, path, found),
            OutputForm::Count(_) | OutputForm::List(_) | OutputForm::Quiet => {}
        }
    }

    /// What prints the rows.
    pub(crate) fn printer(&self) -> Box<dyn Print> {
        match self {
            OutputForm::Plain(columns) => Box::new(plain::Plain {
                columns: *columns,
                any: false,
                any_context: false,
            }),
            OutputForm::Count(counted) => Box::new(count::Count::new(*counted)),
            OutputForm::List(listed) => Box::new(list::List(*listed)),
            #[cfg(feature = "pick")]
            OutputForm::Pick => Box::new(pick::Pick::default()),
            OutputForm::Tally(tallied) => Box::new(tally::Tally::new(*tallied)),
            OutputForm::Report(report) => Box::new(report::Report::new(report.clone())),
            OutputForm::Template(_) | OutputForm::Json | OutputForm::Quiet => Box::new(RowsOnly),
        }
    }
}

/// Prints results in order, file after file.
pub(crate) trait Print: Send {
    /// Begins a file that has a row at least.
    fn begin(&mut self, _: &mut StdoutBuffer, _path: &Path) {}

    /// Prints a range of rows.
    fn rows(&mut self, stdout: &mut StdoutBuffer, rows: &Rows, range: Range<usize>, base: Base) {
        rows.write_to(stdout, range, base);
    }

    /// Ends a file with this number of matches.
    fn end(&mut self, _: &mut StdoutBuffer, _path: &Path, _count: u64) {}

    /// Ends the output, after the last file.
    fn finish(&mut self, _: &mut StdoutBuffer, _stats: &Stats) {}

    /// Whether nothing was printed in the end although there were matches.
    fn is_empty(&self) -> bool {
        false
    }
}

struct RowsOnly;

impl Print for RowsOnly {}
