//! Locks. They ignore poisoning: after a panic, no data is in a state that would do harm.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A fraction of a millisecond, the time to read a chunk.
const TRIES: usize = 4000;

pub(super) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Like [`lock`], but spins first. Use it for locks that are free again before a thread could sleep and wake up.
pub(super) fn lock_soon<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    for _ in 0..TRIES {
        if let Ok(guard) = mutex.try_lock() {
            return guard;
        }
        std::hint::spin_loop();
    }
    lock(mutex)
}
