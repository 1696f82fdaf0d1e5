//! Output: one form a file. Workers render matches as [rows](Rows), which are printed in order.

mod colors;
mod count;
mod drawn;
mod hyperlink;
mod json;
mod json_object;
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

pub(crate) use crate::stats::Stats;
pub(crate) use colors::Colors;
pub(crate) use count::{CountFormat, Counted};
pub(crate) use hyperlink::Hyperlinks;
pub(crate) use json_object::JsonObject;
pub(crate) use list::Listed;
pub(crate) use plain::Columns;
pub(crate) use rows::{Base, Rows};
pub(crate) use stdout::{Manner, StdoutBuffer};
pub(crate) use tally::Tallied;
pub(crate) use template::{CSV_COLUMNS, Template};
pub(crate) use text::TextStyle;

use std::ops::Range;
use std::path::Path;

use crate::args::By;
use crate::found::Found;
use crate::report::{Collector, ReportOptions};

/// Whether `path` is that of a member of an archive that is standard input.
fn is_stdin_member(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().starts_with(b"<stdin>!")
}

/// The form of the output.
#[derive(Debug)]
pub(crate) enum OutputForm {
    Plain(Columns),
    Template(Template),
    Json {
        /// Whether alternatives are normalized too.
        normalize: bool,
    },
    Count(Counted),
    List(Listed),
    Tally(Tallied),
    Report(ReportOptions),
    Quiet,
    #[cfg(feature = "pick")]
    Pick,
}

/// The data that a form of output shows. Other data is not computed.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Shows {
    /// Anything that depends on the URL. Without it, matches are only counted.
    pub(crate) urls: bool,
    /// Lines or columns.
    pub(crate) lines: bool,
    /// The message, its part or its header field.
    pub(crate) origin: bool,
    /// When messages were written.
    pub(crate) dates: bool,
    /// Who wrote messages, and who that is in a count.
    pub(crate) from: bool,
    pub(crate) sender: bool,
    /// To whom they were written.
    pub(crate) to: bool,
    /// The subjects of messages.
    pub(crate) subject: bool,
    /// The threads of messages.
    pub(crate) threads: bool,
    /// The lines around a URL, in a place of their own.
    pub(crate) context: bool,
    /// The labels of links.
    pub(crate) label: bool,
    /// What `mid:`, `cid:` and `news:` URLs name.
    pub(crate) targets: bool,
}

impl Shows {
    /// Whether the header of a match's message matters.
    pub(crate) fn headers(&self) -> bool {
        self.origin
            || self.dates
            || self.from
            || self.sender
            || self.to
            || self.subject
            || self.threads
    }
}

impl OutputForm {
    /// The data that it shows.
    pub(crate) fn shows(&self) -> Shows {
        match self {
            OutputForm::Plain(columns) => Shows {
                urls: true,
                lines: columns.line || columns.column,
                label: columns.label,
                targets: true,
                ..Shows::default()
            },
            OutputForm::Template(template) => template.shows(),
            OutputForm::Json { .. } => Shows {
                urls: true,
                lines: true,
                origin: true,
                label: true,
                targets: true,
                ..Shows::default()
            },
            OutputForm::Tally(tallied) => Shows {
                urls: tallied.by != By::File,
                dates: tallied.draws || matches!(tallied.by, By::Month | By::Year),
                sender: tallied.by == By::Sender,
                ..Shows::default()
            },
            OutputForm::Report(_) => Shows {
                urls: true,
                lines: true,
                origin: true,
                dates: true,
                from: true,
                sender: true,
                subject: true,
                threads: true,
                context: true,
                ..Shows::default()
            },
            #[cfg(feature = "pick")]
            OutputForm::Pick => Shows {
                urls: true,
                lines: true,
                context: true,
                label: true,
                ..Shows::default()
            },
            OutputForm::Count(_) | OutputForm::List(_) | OutputForm::Quiet => Shows::default(),
        }
    }

    /// The file that is written, if it is not standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            OutputForm::Report(report) => report.file(),
            _ => None,
        }
    }

    /// Renders a match. The row depends on the match alone, so workers can do it.
    pub(crate) fn render(&self, rows: &mut Rows, path: &Path, found: &Found<'_>) {
        match self {
            OutputForm::Plain(columns) => columns.render(rows, path, found),
            OutputForm::Template(template) => template.render(rows, path, found),
            OutputForm::Json { normalize } => json::render(rows, path, found, *normalize),
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
            OutputForm::Count(counted) => Box::new(count::Count {
                counted: *counted,
                began: false,
            }),
            OutputForm::List(listed) => Box::new(list::List(*listed)),
            #[cfg(feature = "pick")]
            OutputForm::Pick => Box::new(pick::Pick::default()),
            OutputForm::Tally(tallied) => Box::new(tally::Tally::new(*tallied)),
            OutputForm::Report(report) => Box::new(Collector::new(report.clone())),
            OutputForm::Template(template) => Box::new(template.printer()),
            OutputForm::Json { .. } | OutputForm::Quiet => Box::new(RowsOnly),
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
