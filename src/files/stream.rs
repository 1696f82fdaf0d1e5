//! Input that may pause: a pipe, a socket, a terminal. A thread of its own reads it, so that the search notices a pause.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The size of a read, in bytes. A pipe has the same size.
const PIECE: usize = 64 << 10;

/// How many pieces are read ahead.
const AHEAD: usize = 16;

/// A reader that returns [`ErrorKind::WouldBlock`] if no byte comes for some time.
pub(super) struct Stream {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Vec<u8>,
    /// The number of bytes of the piece that were returned.
    at: usize,
    patience: Patience,
    /// The patience after a byte.
    first: Duration,
}

/// How long a [`Stream`] waits for the next byte.
#[derive(Clone, Debug)]
pub(super) struct Patience(Arc<AtomicU64>);

impl Patience {
    pub(super) fn set(&self, patience: Duration) {
        let millis = u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
        self.0.store(millis.max(1), Relaxed);
    }

    /// From now on the stream waits until a byte comes.
    pub(super) fn set_endless(&self) {
        self.0.store(u64::MAX, Relaxed);
    }

    fn get(&self) -> Option<Duration> {
        Some(self.0.load(Relaxed))
            .filter(|&millis| millis < u64::MAX)
            .map(Duration::from_millis)
    }
}

impl Stream {
    /// Reads `from` in another thread. After a byte, the stream waits this long for the next one.
    pub(super) fn new(mut from: impl Read + Send + 'static, first: Duration) -> (Stream, Patience) {
        let (send, pieces) = mpsc::sync_channel(AHEAD);
        thread::spawn(move || {
            loop {
                let mut piece = vec![0; PIECE];
                let read = match from.read(&mut piece) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    read => read,
                };
                let is_last = !matches!(read, Ok(1..));
                let read = read.map(|len| {
                    piece.truncate(len);
                    piece
                });
                if send.send(read).is_err() || is_last {
                    return;
                }
            }
        });
        let patience = Patience(Arc::default());
        patience.set(first);
        let stream = Stream {
            pieces,
            piece: Vec::new(),
            at: 0,
            patience: patience.clone(),
            first,
        };
        (stream, patience)
    }

    fn receive(&self) -> Result<io::Result<Vec<u8>>, RecvTimeoutError> {
        match self.patience.get() {
            Some(patience) => self.pieces.recv_timeout(patience),
            None => self.pieces.recv().map_err(RecvTimeoutError::from),
        }
    }
}

impl Read for Stream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at == self.piece.len() {
            self.piece = match self.receive() {
                Ok(piece) => piece?,
                Err(RecvTimeoutError::Timeout) => return Err(ErrorKind::WouldBlock.into()),
                // The end was returned before.
                Err(RecvTimeoutError::Disconnected) => Vec::new(),
            };
            self.at = 0;
            if self.patience.get().is_some() {
                self.patience.set(self.first);
            }
        }
        let len = (&self.piece[self.at..]).read(into)?;
        self.at += len;
        Ok(len)
    }
}

/// Whether standard input may pause.
#[cfg(unix)]
pub(super) fn stdin_may_pause() -> bool {
    use std::os::fd::AsFd;
    let stdin = io::stdin().as_fd().try_clone_to_owned();
    stdin.is_ok_and(|stdin| may_pause(&File::from(stdin)))
}

#[cfg(not(unix))]
pub(super) fn stdin_may_pause() -> bool {
    true
}

/// Whether an open file may pause.
pub(super) fn may_pause(file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| !metadata.is_file())
}
