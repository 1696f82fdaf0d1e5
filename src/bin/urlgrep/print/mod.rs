//! What is printed: one form a file.

mod count;
mod json;
mod page;
mod plain;

pub(crate) use page::{Page, visible};
pub(crate) use plain::Columns;

use std::borrow::Cow;
use std::path::Path;

use crate::found::Found;

/// In what form results are printed.
#[derive(Debug)]
pub(crate) enum Form {
    Plain(Columns),
    Json,
    Count { path: bool },
    Quiet,
}

impl Form {
    /// Whether it matters where lines begin.
    pub(crate) fn shows_lines(&self) -> bool {
        match self {
            Form::Plain(columns) => columns.line,
            Form::Json => true,
            Form::Count { .. } | Form::Quiet => false,
        }
    }

    /// Whether more is asked for than a URL and its place.
    pub(crate) fn shows_facts(&self) -> bool {
        matches!(self, Form::Json)
    }

    /// Whether it matters what a match's URL is.
    pub(crate) fn shows_urls(&self) -> bool {
        matches!(self, Form::Plain(_) | Form::Json)
    }
}

/// Writes results, file after file.
pub(crate) trait Print: Send {
    fn found(&mut self, _: &mut Page, _path: &Path, _: &Found) {}

    /// At the end of a file in which so many were found.
    fn end(&mut self, _: &mut Page, _path: &Path, _count: u64) {}
}

struct Nothing;

impl Print for Nothing {}

/// The printer for a form.
pub(crate) fn of(form: &Form) -> Box<dyn Print> {
    match form {
        Form::Plain(columns) => Box::new(plain::Plain(*columns)),
        Form::Json => Box::new(json::Json),
        Form::Count { path } => Box::new(count::Count { path: *path }),
        Form::Quiet => Box::new(Nothing),
    }
}

/// JSON is UTF-8, URLs and paths need not be.
pub(crate) fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}
