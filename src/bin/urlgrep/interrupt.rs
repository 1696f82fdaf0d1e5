//! Signals that end the command. They wait for files that are being replaced, so that no temporary file is left.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// Held while there is a temporary file.
static REPLACING: RwLock<()> = RwLock::new(());

/// Delays the end of the process until the guard is dropped.
pub(crate) fn hold() -> RwLockReadGuard<'static, ()> {
    REPLACING.read().unwrap_or_else(PoisonError::into_inner)
}

/// From now on, a signal ends the process only when no file is being replaced.
pub(crate) fn handle() {
    before_end(|| ());
}

/// The same, and `prepare` is called first.
#[cfg(unix)]
pub(crate) fn before_end(prepare: impl Fn() + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
        return;
    };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            prepare();
            let _held = REPLACING.write().unwrap_or_else(PoisonError::into_inner);
            // Ends the process as the signal would have.
            let _ = emulate_default_handler(signal);
        }
    });
}

#[cfg(not(unix))]
pub(crate) fn before_end(_: impl Fn() + Send + 'static) {}
