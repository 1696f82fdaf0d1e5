//! Messages on standard error: `urlgrep: PATH: reason`.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::mem;
use std::sync::Mutex;

use crate::lock::lock;
use crate::visible::visible;

/// Prints a message about a file or an option.
pub(crate) fn say(about: impl Display, reason: impl Display) {
    wipe();
    line(&format!("urlgrep: {about}: {reason}"));
}

pub(crate) fn line(line: &str) {
    // If standard error is closed, there is no place to report that.
    let _ = writeln!(io::stderr(), "{}", visible(line.as_bytes()));
}

/// The system's message, without the error number and without the messages of outer errors.
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

/// Whether a progress line is shown, which must be erased before anything else is printed.
static SHOWN: Mutex<bool> = Mutex::new(false);

/// Shows a progress line, which the next one replaces.
pub(crate) fn show(line: &str) {
    let mut shown = lock(&SHOWN);
    let _ = write!(io::stderr(), "\r{line}\x1b[K");
    *shown = true;
}

/// Erases the progress line.
pub(crate) fn wipe() {
    let mut shown = lock(&SHOWN);
    if mem::take(&mut *shown) {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}
