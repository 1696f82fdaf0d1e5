//! A thread that reads ahead, so that the only worker need not wait for files.

use std::sync::mpsc;
use std::thread;

use urlgrep::files::Chunks;

/// Passes all chunks to `search`. While it searches some, a thread calls `read` for the next ones, until the input ends.
pub(crate) fn read_ahead(
    mut read: impl FnMut(&mut Chunks) -> bool + Send,
    mut search: impl FnMut(&mut Chunks),
) {
    let (filled, to_search) = mpsc::channel();
    let (searched, to_fill) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(move || {
            // Two buffers: one is filled, one is searched.
            let buffers = [(); 2].map(|()| {
                if may_keep_files() {
                    Chunks::to_pass_on()
                } else {
                    Chunks::default()
                }
            });
            for mut chunks in buffers.into_iter().chain(to_fill) {
                if !read(&mut chunks) || filled.send(chunks).is_err() {
                    break;
                }
            }
        });
        for mut chunks in to_search {
            search(&mut chunks);
            // After the end of the input nobody wants the buffer.
            let _ = searched.send(chunks);
        }
    });
}

/// Whether so many files may be open that those in both buffers can stay open: 64 each.
#[cfg(unix)]
fn may_keep_files() -> bool {
    use rustix::process::{Resource, getrlimit};
    let most = getrlimit(Resource::Nofile).current;
    most.is_none_or(|most| most >= 4 * 64)
}

#[cfg(not(unix))]
fn may_keep_files() -> bool {
    true
}
