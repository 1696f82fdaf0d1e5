//! What is said on standard error: `urlgrep: PATH: reason`.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};

use crate::print::visible;

/// Says what is wrong with `about`: a file, an option.
pub(crate) fn say(about: impl Display, reason: impl Display) {
    let line = format!("urlgrep: {about}: {reason}");
    // Where standard error is closed there is nobody to tell.
    let _ = writeln!(io::stderr(), "{}", visible(line.as_bytes()));
}

/// The system's words, without the number that it adds and without what others add before.
pub(crate) fn reason(error: &io::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    let words = cause.to_string();
    match words.rfind(" (os error ") {
        Some(end) => words[..end].to_string(),
        None => words,
    }
}
