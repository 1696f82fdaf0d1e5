//! Messages on standard error: `urlgrep: PATH: reason`.

use std::borrow::Borrow;
use std::fmt::Display;
use std::io::{self, Write};
use std::mem;
use std::sync::{Mutex, Once};

use urlgrep::files;

use crate::interrupt;
use crate::lock::lock;
use crate::visible::visible;

/// Why something failed, as a message says it.
pub(crate) fn reason(error: impl Borrow<io::Error>) -> String {
    files::reason(error.borrow())
}

/// Prints a message about a file or an option.
pub(crate) fn say(about: impl Display, reason: impl Display) {
    line(&format!("urlgrep: {about}: {reason}"));
}

pub(crate) fn line(line: &str) {
    without_progress(|| {
        // If standard error is closed, there is no place to report that.
        let _ = writeln!(io::stderr(), "{}", visible(line.as_bytes()));
    });
}

/// Whether a progress line is shown, which must be erased before anything else is printed.
static SHOWN: Mutex<bool> = Mutex::new(false);

/// Shows a progress line, which the next one replaces.
pub(crate) fn show(line: &str) {
    let mut shown = lock(&SHOWN);
    if !mem::replace(&mut *shown, true) {
        static HANDLED: Once = Once::new();
        HANDLED.call_once(|| interrupt::before_end(wipe_if_free));
    }
    let _ = write!(io::stderr(), "\r{line}\x1b[K");
}

/// Erases the progress line.
pub(crate) fn wipe() {
    without_progress(|| {});
}

/// Erases the progress line before a signal ends the process. Whoever holds the lock has erased it, and may be blocked by the terminal.
fn wipe_if_free() {
    if let Ok(mut shown) = SHOWN.try_lock() {
        erase(&mut shown);
    }
}

fn erase(shown: &mut bool) {
    if mem::take(shown) {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}

/// Erases the progress line. No new one is shown until `print` has ended.
pub(crate) fn without_progress<T>(print: impl FnOnce() -> T) -> T {
    let mut shown = lock(&SHOWN);
    erase(&mut shown);
    print()
}
