//! Messages on standard error: `urlgrep: PATH: reason`.

use std::fmt::Display;
use std::io::{self, Write};
use std::mem;
use std::sync::Mutex;

pub(crate) use urlgrep::files::reason;

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
