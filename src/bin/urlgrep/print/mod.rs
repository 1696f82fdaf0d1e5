//! What is printed: one form a file.

mod count;
mod json;
mod list;
mod page;
mod plain;
mod stats;
mod tally;
mod template;

pub(crate) use page::{Manner, StdoutBuffer, visible};
pub(crate) use plain::Columns;
pub(crate) use stats::Stats;
pub(crate) use template::Template;

use std::borrow::Cow;
use std::path::Path;

use crate::args::By;
use crate::found::Found;

/// In what form results are printed.
#[derive(Debug)]
pub(crate) enum Form {
    Plain(Columns),
    Template(Template),
    Json,
    Count { path: bool, zero: bool, null: bool },
    List { with: bool, null: bool },
    Tally { by: By, top: Option<usize> },
    Quiet,
}

impl Form {
    /// Whether it matters where lines begin.
    pub(crate) fn shows_lines(&self) -> bool {
        match self {
            Form::Plain(columns) => columns.line || columns.column,
            Form::Template(template) => template.shows_lines(),
            Form::Json => true,
            _ => false,
        }
    }

    /// Whether more is asked for than a URL and its place.
    pub(crate) fn shows_facts(&self) -> bool {
        match self {
            Form::Json => true,
            Form::Template(template) => template.shows_facts(),
            Form::Tally { by, .. } => matches!(by, By::Host | By::Scheme | By::Month),
            _ => false,
        }
    }

    /// Whether it matters when messages were written.
    pub(crate) fn shows_dates(&self) -> bool {
        matches!(self, Form::Tally { by: By::Month, .. })
    }

    /// Whether it matters what a match's URL is.
    pub(crate) fn shows_urls(&self) -> bool {
        match self {
            Form::Plain(_) | Form::Template(_) | Form::Json => true,
            Form::Tally { by, .. } => *by != By::File,
            Form::Count { .. } | Form::List { .. } | Form::Quiet => false,
        }
    }
}

/// Writes results, file after file.
pub(crate) trait Print: Send {
    fn found(&mut self, _: &mut StdoutBuffer, _path: &Path, _: &Found) {}

    /// At the end of a file in which so many were found.
    fn end(&mut self, _: &mut StdoutBuffer, _path: &Path, _count: u64) {}

    /// After the last file.
    fn finish(&mut self, _: &mut StdoutBuffer) {}
}

struct Nothing;

impl Print for Nothing {}

/// The printer for a form.
pub(crate) fn of(form: &Form) -> Box<dyn Print> {
    match *form {
        Form::Plain(columns) => Box::new(plain::Plain::new(columns)),
        Form::Template(ref template) => Box::new(template.clone()),
        Form::Json => Box::new(json::Json),
        Form::Count { path, zero, null } => Box::new(count::Count { path, zero, null }),
        Form::List { with, null } => Box::new(list::List { with, null }),
        Form::Tally { by, top } => Box::new(tally::Tally::new(by, top)),
        Form::Quiet => Box::new(Nothing),
    }
}

/// JSON is UTF-8, URLs and paths need not be.
pub(crate) fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}
