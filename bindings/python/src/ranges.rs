//! `mail_ranges`: a large file as many ranges, cut between messages.
//!
//! Whether a line begins a message of an mbox depends on the lines around it only, so such a file is cut by reading a little at each
//! offset where a range may end. Where messages declare their length, and in other formats, the whole file is read.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use urlgrep::mail::{self as containers, Container};

use crate::files::{self, Failure, Open};

/// So many bytes are read first where a file may be cut.
const WINDOW: usize = 1 << 20;

/// The containers that may be cut with a look at the place alone.
const LOCAL: [&str; 5] = ["mbox", "pipermail", "mmdf", "babyl", "text"];

/// The ranges `(start, end)` of a file for `mail(path, start=start, end=end)`, in order: each begins and ends between messages and has at
/// least `size` bytes, but for the last one. A file that cannot be cut is one range; an empty one has none.
#[pyfunction]
#[pyo3(signature = (path, size = 134_217_728))]
pub(crate) fn mail_ranges(path: &Bound<'_, PyAny>, size: u64) -> PyResult<Vec<(u64, u64)>> {
    if size == 0 {
        return Err(PyValueError::new_err("size must be at least 1"));
    }
    let py = path.py();
    let path = files::path(path)?;
    let cuts = py.detach(|| cuts(&path, size));
    let cuts = cuts.map_err(|error| Failure { path, error }.into_python(py))?;
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    Ok(starts.zip(cuts.iter().copied()).collect())
}

/// The ends of the ranges.
fn cuts(path: &Path, size: u64) -> io::Result<Vec<u64>> {
    let mut file = File::open(path)?;
    let len = file.metadata()?.len();
    if len <= size {
        return Ok(Vec::from_iter((len > 0).then_some(len)));
    }
    let head = files::head(&mut file)?;
    let container = containers::detect_file(path, &head);
    if LOCAL.contains(&container.name()) && !declares_lengths(&head) {
        return local_cuts(&mut file, len, size, container);
    }
    read_cuts(path.to_path_buf(), size)
}

/// Whether the first message of a mailbox declares its length.
fn declares_lengths(head: &[u8]) -> bool {
    let mut lines = head.split(|&b| b == b'\n');
    let is_length = |line: &[u8]| {
        let name = line.get(..b"content-length:".len());
        name.is_some_and(|name| name.eq_ignore_ascii_case(b"content-length:"))
    };
    head.starts_with(b"From ")
        && lines
            .by_ref()
            .take_while(|line| !line.trim_ascii().is_empty())
            .any(is_length)
}

fn local_cuts(file: &mut File, len: u64, size: u64, container: &Container) -> io::Result<Vec<u64>> {
    let (mut cuts, mut at) = (Vec::new(), 0);
    let mut window = Vec::new();
    while len - at > size {
        at = next_cut(file, at + size, container, &mut window)?.unwrap_or(len);
        cuts.push(at);
    }
    if at < len {
        cuts.push(len);
    }
    Ok(cuts)
}

/// A cut behind an offset; `None` if there is none before the end of the file.
fn next_cut(
    file: &mut File,
    offset: u64,
    container: &Container,
    window: &mut Vec<u8>,
) -> io::Result<Option<u64>> {
    let (mut at, mut wanted) = (offset, WINDOW);
    loop {
        file.seek(SeekFrom::Start(at))?;
        window.clear();
        Read::by_ref(file).take(wanted as u64).read_to_end(window)?;
        if let Some(cut) = container.cut(window) {
            return Ok(Some(at + cut as u64));
        }
        if window.len() < wanted {
            return Ok(None);
        }
        if wanted < container.max() {
            wanted *= 2;
        } else {
            // Half of the window again, since a cut needs the lines around it.
            at += wanted as u64 / 2;
        }
    }
}

/// The cuts that reading finds.
fn read_cuts(path: PathBuf, size: u64) -> io::Result<Vec<u64>> {
    let mut open = Open::path(path, &(0..u64::MAX))?;
    let (mut cuts, mut last, mut at) = (Vec::new(), 0, 0);
    while let Some(chunk) = open.chunk()? {
        at += chunk.bytes.len() as u64;
        if chunk.is_whole && at - last >= size {
            cuts.push(at);
            last = at;
        }
    }
    if last < at {
        cuts.push(at);
    }
    Ok(cuts)
}
