//! `urlgrep report`: one HTML file that shows the URLs of a search, with charts and a table.
//!
//! The search is the usual one; its results come in order to a [`Collector`], which counts them and keeps the first of them for the
//! table. At the end the page is written: the style, the script, and the data, which is JSON, compressed, in base64. The script builds
//! everything that is seen. Text from outside is only in the data, so the page cannot be broken by it.

mod collect;
mod data;
mod file;
mod item;
mod page;
mod table;

pub(crate) use collect::Collector;
pub(crate) use file::{check, write};
pub(crate) use item::Item;
pub(crate) use table::MARK;

use std::path::{Path, PathBuf};

use urlgrep::files;

use crate::args;
use crate::defang::Defang;
use crate::found::Found;

/// The options of a report, and its file.
#[derive(Clone, Default, Debug)]
pub(crate) struct ReportOptions {
    output: PathBuf,
    /// How many matches the table has.
    rows: usize,
    pub(crate) defang: Defang,
}

impl ReportOptions {
    pub(crate) fn from_args(typed: &args::Report) -> ReportOptions {
        ReportOptions {
            output: typed.output.clone(),
            rows: usize::try_from(typed.rows).unwrap_or(usize::MAX),
            defang: Defang(typed.defang),
        }
    }

    /// The file to write; `None` is standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        (self.output.as_os_str() != files::STDIN).then_some(&*self.output)
    }
}

/// The names of the bits of [`traits`].
const TRAITS: [&str; 5] = ["joined", "encoded", "reply", "header", "attribute"];

/// How a match stands in the text, beside its form: a bit for each of [`TRAITS`].
pub(crate) fn traits(found: &Found<'_>) -> u8 {
    let own = found.around.lines.iter().find(|line| line.distance == 0);
    let is_reply = own.is_some_and(|line| line.text.trim_start().starts_with('>'));
    let has = [
        found.m.is_joined(),
        found.segments().encoded,
        is_reply,
        found.origin.field.is_some(),
        found.m.attribute().is_some(),
    ];
    let bits = has
        .iter()
        .enumerate()
        .map(|(bit, &has)| u8::from(has) << bit);
    bits.sum()
}
