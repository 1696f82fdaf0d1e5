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
        wipe_if_interrupted();
    }
    let _ = write!(io::stderr(), "\r{line}\x1b[K");
}

/// Erases the progress line.
pub(crate) fn wipe() {
    without_progress(|| {});
}

/// Erases the progress line. No new one is shown until `print` has ended.
pub(crate) fn without_progress<T>(print: impl FnOnce() -> T) -> T {
    let mut shown = lock(&SHOWN);
    if mem::take(&mut *shown) {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    print()
}

/// From now on, a signal that ends the process erases the progress line first.
#[cfg(unix)]
fn wipe_if_interrupted() {
    use std::sync::Once;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    static HANDLED: Once = Once::new();
    HANDLED.call_once(|| {
        let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
            return;
        };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                // Whoever holds the lock has erased the line, and may be blocked by the terminal.
                if let Ok(mut shown) = SHOWN.try_lock()
                    && mem::take(&mut *shown)
                {
                    let _ = write!(io::stderr(), "\r\x1b[K");
                }
                let _ = emulate_default_handler(signal);
            }
        });
    });
}

#[cfg(not(unix))]
fn wipe_if_interrupted() {}
