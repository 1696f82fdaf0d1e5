//! Signals that end the command. They wait for files that are being replaced, so that no temporary file is left.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// Held while there is a temporary file.
static REPLACING: RwLock<()> = RwLock::new(());

/// Delays the end of the process until the guard is dropped.
pub(crate) fn hold() -> RwLockReadGuard<'static, ()> {
    REPLACING.read().unwrap_or_else(PoisonError::into_inner)
}

/// Handles the signals from now on. Without it, they end the process at once.
#[cfg(unix)]
pub(crate) fn handle() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
        return;
    };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let _no_more = REPLACING.write().unwrap_or_else(PoisonError::into_inner);
            // Ends the process as the signal would have.
            let _ = emulate_default_handler(signal);
        }
    });
}

#[cfg(not(unix))]
pub(crate) fn handle() {}
