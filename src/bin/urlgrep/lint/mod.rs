//! `urlgrep lint`: documents are read whole, judged, and put right if that is asked for.
//!
//! The way through: arguments as typed, what they mean ([`options`], with [`config`] for each folder), files judged by all
//! cores and reported in order ([`work`]), what is printed ([`print`]). What is wrong with a URL is the library's to say.

mod baseline;
mod config;
mod diagnostic;
mod list;
mod lsp;
mod options;
mod print;
mod replace;
mod select;
mod work;

use crate::args::{self, Lint, Shared};
use crate::exit::Status;
use options::Options;

/// Judges the documents at the paths that were given.
pub(crate) fn run(shared: &Shared, typed: &Lint) -> Status {
    if typed.list_rules {
        return list::rules();
    }
    if let Some(name) = &typed.explain {
        return match select::one(name) {
            Ok(rule) => list::explain(rule),
            Err(why) => args::wrong(format!("--explain: {why}")),
        };
    }
    match Options::of(shared, typed) {
        Ok(options) if typed.lsp => lsp::serve(&options),
        Ok(options) => work::run(&options),
        Err(why) => args::wrong(why),
    }
}
