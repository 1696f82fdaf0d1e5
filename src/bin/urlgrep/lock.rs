//! Locks. A panic ends the process (`main`), so what one left behind is never seen.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A fraction of a millisecond, as a chunk takes to be read.
const TRIES: usize = 4000;

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The same, where it is free so soon that to sleep and be woken would take longer.
pub(crate) fn lock_soon<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    for _ in 0..TRIES {
        if let Ok(guard) = mutex.try_lock() {
            return guard;
        }
        std::hint::spin_loop();
    }
    lock(mutex)
}
