//! What is said on standard error: `urlgrep: PATH: reason`.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::mem;
use std::sync::Mutex;

use crate::lock::lock;
use crate::visible::visible;

/// Says what is wrong with `about`: a file, an option.
pub(crate) fn say(about: impl Display, reason: impl Display) {
    wipe();
    line(&format!("urlgrep: {about}: {reason}"));
}

pub(crate) fn line(line: &str) {
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

/// Whether a line stands on standard error that is to go before anything else is shown.
static SHOWN: Mutex<bool> = Mutex::new(false);

/// Shows a line that the next one replaces.
pub(crate) fn show(line: &str) {
    let mut shown = lock(&SHOWN);
    let _ = write!(io::stderr(), "\r{line}\x1b[K");
    *shown = true;
}

/// Takes it away.
pub(crate) fn wipe() {
    let mut shown = lock(&SHOWN);
    if mem::take(&mut *shown) {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}
