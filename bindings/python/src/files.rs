//! `mail` and `files`: messages and files, decoded, with where each URL stands in its file.
//!
//! `urlgrep::files` reads them. Chunks are searched in rounds, by all threads; what comes out is brought into order after each.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, Cursor};
use std::iter;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyOSError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyDict, PyString};
use urlgrep::files::{
    self as library, Buffer, Input, ReadFrom, ReadOptions, Source, SourceKind, Unread, WalkOptions,
};

use crate::batch::Batch;
use crate::extractor::{self, Extractor, type_error};
use crate::found::Match;
use crate::order::{Item, Order};
use crate::search::{Searched, search};
use crate::whole;

/// So many bytes are searched in a round; its matches count too.
const ROUND: i64 = 32 << 20;
/// The cost of a chunk beside its bytes, so that the files of a round are few.
const CHUNK: i64 = 4 << 10;
/// The bytes of memory that a match takes while it waits for its round's end.
const MATCH: usize = 512;
/// So often a round asks for signals: to ask takes the lock of the interpreter.
const SIGNALS: Duration = Duration::from_millis(50);

/// The URLs of a message, a mailbox or any other file: its bytes, or its path. If it cannot be read, the call raises its `OSError`; if only
/// its rest cannot, the iterator raises it after the URLs before that.
///
/// `start` and `end` limit it to a range that `mail_ranges` gave: then positions are those of the file, but messages and lines count from
/// the range on. With `headers`, header fields are searched too. `threads` is the number of threads, by default one for each processor; at
/// most 64, or 4 for each processor if that is more.
#[pyfunction]
#[pyo3(signature = (source, *, start = 0, end = None, headers = false, threads = None, **options))]
pub(crate) fn mail(
    source: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = whole::start)] start: u64,
    #[pyo3(from_py_with = whole::end)] end: Option<u64>,
    headers: bool,
    #[pyo3(from_py_with = whole::threads)] threads: Option<usize>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Files> {
    let extractor = Extractor::with(options, &["start", "end", "headers", "threads"])?;
    let input = match extractor::bytes(source) {
        Some(_) if start > 0 || end.is_some() => {
            return Err(PyValueError::new_err("only a path has ranges"));
        }
        Some(bytes) => {
            let bytes = Cursor::new(PyBackedBytes::from(bytes));
            Input::from_reader(bytes, ReadOptions::default())
        }
        None => {
            let path = path(source).map_err(|error| {
                if error.is_instance_of::<PyTypeError>(source.py()) {
                    type_error("a path, or `bytes(message)` or `file.read()`", source)
                } else {
                    error
                }
            })?;
            one_file(path, SourceKind::Argument, start, end)
        }
    };
    let mut files = Files::new(input, extractor, headers, threads, None);
    match files.begin(source.py()) {
        Ok(()) => Ok(files),
        Err(error) => Err(text_as_path(source, error)),
    }
}

/// The error for a message in the place of its path says what to write instead.
fn text_as_path(source: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let is_text = source
        .cast::<PyString>()
        .is_ok_and(|text| text.contains('\n').unwrap_or(false));
    let (py, hint) = (
        source.py(),
        "a str is a path; `mail(text.encode())` searches a text",
    );
    let reason = error.value(py).getattr("strerror");
    match (error.value(py).getattr("errno"), reason) {
        (Ok(number), Ok(reason)) if is_text => PyOSError::new_err((
            number.unbind(),
            format!("{reason}; {hint}"),
            source.clone().unbind(),
        )),
        _ => error,
    }
}

/// A range of a file.
fn one_file(path: PathBuf, kind: SourceKind, start: u64, end: Option<u64>) -> Input {
    let mut read = ReadOptions::default();
    read.range = (start > 0 || end.is_some()).then(|| start..end.unwrap_or(u64::MAX));
    Input::from_sources([Source::new(0, path, kind)], read)
}

/// The keywords of `files` beside the options.
const FILES: [&str; 6] = [
    "onerror",
    "hidden",
    "no_ignore",
    "follow",
    "headers",
    "threads",
];

/// The URLs of files and of all files below folders, in order, as the command `urlgrep` reads them: also compressed files and the members
/// of archives. `onerror` gets the `OSError` of each file that cannot be read; without it, the first one is raised.
///
/// Folders are read without hidden files (`hidden`), without what `.gitignore` excludes (`no_ignore`), and without following links
/// (`follow`). With `headers`, the header fields of messages are searched too. `threads` is the number of threads, by default one for
/// each processor; at most 64, or 4 for each processor if that is more.
#[pyfunction]
#[pyo3(signature = (paths, *, onerror = None, hidden = false, no_ignore = false, follow = false, headers = false, threads = None, **options))]
#[allow(
    clippy::too_many_arguments,
    clippy::fn_params_excessive_bools,
    reason = "keywords of Python"
)]
pub(crate) fn files(
    paths: &Bound<'_, PyAny>,
    onerror: Option<Py<PyAny>>,
    hidden: bool,
    no_ignore: bool,
    follow: bool,
    headers: bool,
    #[pyo3(from_py_with = whole::threads)] threads: Option<usize>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Files> {
    if let Some(call) = &onerror {
        let call = call.bind(paths.py());
        if !call.is_callable() {
            return Err(type_error("a function for `onerror`", call));
        }
    }
    let extractor = Extractor::with(options, &FILES)?;
    let (paths, read) = (self::paths(paths)?, ReadOptions::default());
    let input = if paths.is_empty() {
        // The library would walk the current folder.
        Input::from_sources([], read)
    } else {
        Input::new(paths, &walk(hidden, no_ignore, follow), read)
    };
    Ok(Files::new(input, extractor, headers, threads, onerror))
}

/// The files that `files` would read: the path of each, `argument`, `walked` or `stored`, and the reason if it cannot be read.
#[pyfunction]
#[pyo3(signature = (paths, *, hidden = false, no_ignore = false, follow = false))]
pub(crate) fn sources(
    paths: &Bound<'_, PyAny>,
    hidden: bool,
    no_ignore: bool,
    follow: bool,
) -> PyResult<Vec<(OsString, &'static str, Option<String>)>> {
    let py = paths.py();
    let paths = self::paths(paths)?;
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let walk = walk(hidden, no_ignore, follow);
    Ok(py.detach(|| {
        library::sources(paths, &walk)
            .map(|source| {
                let (kind, reason) = match source.kind {
                    SourceKind::Walked => ("walked", None),
                    SourceKind::Stored => ("stored", None),
                    SourceKind::Unreadable(reason) => ("argument", Some(reason)),
                    _ => ("argument", None),
                };
                (source.path.into_os_string(), kind, reason)
            })
            .collect()
    }))
}

/// The URLs of a file that `sources` gave, or of a range of it.
#[pyfunction]
#[pyo3(signature = (path, kind, start = 0, end = None, *, onerror = None, headers = false, threads = None, **options))]
#[allow(clippy::too_many_arguments, reason = "keywords of Python")]
pub(crate) fn open_source(
    path: PathBuf,
    kind: &str,
    start: u64,
    end: Option<u64>,
    onerror: Option<Py<PyAny>>,
    headers: bool,
    #[pyo3(from_py_with = whole::threads)] threads: Option<usize>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Files> {
    let kind = match kind {
        "walked" => SourceKind::Walked,
        "stored" => SourceKind::Stored,
        _ => SourceKind::Argument,
    };
    let input = one_file(path, kind, start, end);
    let extractor = Extractor::with(options, &["onerror", "headers", "threads"])?;
    Ok(Files::new(input, extractor, headers, threads, onerror))
}

/// The ranges `(start, end)` of a file for `mail(path, start=start, end=end)`, in order: each begins and ends between messages and has at
/// least `size` bytes, except the last one. A file that cannot be cut, such as a compressed file or an archive, is one range; an empty
/// one has none.
#[pyfunction]
#[pyo3(signature = (path, size = 134_217_728))]
pub(crate) fn mail_ranges(
    path: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = whole::size)] size: u64,
) -> PyResult<Vec<(u64, u64)>> {
    let (py, path) = (path.py(), self::path(path)?);
    match py.detach(|| library::ranges(&path, size)) {
        Ok(ranges) => Ok(ranges.into_iter().map(|at| (at.start, at.end)).collect()),
        Err(error) => Err(Failure { path, error }.into_python(py)),
    }
}

fn walk(hidden: bool, no_ignore: bool, follow: bool) -> WalkOptions {
    let mut walk = WalkOptions::default();
    (walk.hidden, walk.no_ignore, walk.follow) = (hidden, no_ignore, follow);
    walk
}

fn path(path: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    let os = path.py().import("os")?;
    let path: OsString = os.call_method1("fsdecode", (path,))?.extract()?;
    Ok(path.into())
}

/// One path or many. A file may be called as the command calls standard input.
fn paths(paths: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    let mut all = match path(paths) {
        Ok(one) => vec![one],
        // Its lines are no paths.
        Err(_) if paths.hasattr("read")? => {
            let expected = "paths (`mail(file.read())` searches an open file)";
            return Err(type_error(expected, paths));
        }
        Err(error) => {
            let paths = paths.try_iter().map_err(|_| error)?;
            paths.map(|one| path(&one?)).collect::<PyResult<Vec<_>>>()?
        }
    };
    for path in &mut all {
        if path.as_os_str() == library::STDIN {
            *path = PathBuf::from(".").join(&*path);
        }
    }
    Ok(all)
}

/// A file that cannot be read.
pub(crate) struct Failure {
    pub(crate) path: PathBuf,
    pub(crate) error: io::Error,
}

impl Failure {
    fn into_python(self, py: Python<'_>) -> PyErr {
        let cause = self.error.get_ref();
        let reason = match cause.and_then(|cause| cause.downcast_ref::<&'static Unread>()) {
            // Without what the command can do.
            Some(Unread { name, instead, .. }) => format!("not read ({name}): {instead}"),
            None => library::reason(&self.error),
        };
        let number = match self.error.raw_os_error() {
            Some(number) => Ok(number),
            None => py
                .import("errno")
                .and_then(|errno| errno.getattr("EIO")?.extract()),
        };
        // With these arguments `OSError` chooses its own subclass.
        number.map_or_else(
            |error| error,
            |number| PyOSError::new_err((number, reason, self.path.into_os_string())),
        )
    }
}

/// The iterator that `mail` and `files` give.
#[pyclass(module = "urlgrep")]
pub(crate) struct Files {
    input: Input,
    extractor: Extractor,
    headers: bool,
    threads: usize,
    onerror: Option<Py<PyAny>>,
    /// The bytes of the next round. The first one is a chunk, so that the first match comes soon.
    round: i64,
    order: Order,
    waiting: VecDeque<Item>,
}

impl Files {
    fn new(
        input: Input,
        extractor: Extractor,
        headers: bool,
        threads: Option<usize>,
        onerror: Option<Py<PyAny>>,
    ) -> Files {
        Files {
            input,
            extractor,
            headers,
            threads: threads.unwrap_or_else(whole::processors),
            round: 1,
            order: Order::new(onerror.is_some()),
            onerror,
            waiting: VecDeque::new(),
        }
    }

    /// Another thread may be in `next`, without the lock of the interpreter.
    fn borrow<'py>(slf: &Bound<'py, Files>) -> PyResult<PyRefMut<'py, Files>> {
        let problem = "another thread reads from this iterator: give each thread its own";
        slf.try_borrow_mut()
            .map_err(|_| PyRuntimeError::new_err(problem))
    }

    /// Searches the first chunk, so that a file that cannot be read is an error of the call that names it.
    fn begin(&mut self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.round())?;
        match self.waiting.pop_front() {
            Some(Item::Failure(failure)) => return Err(failure.into_python(py)),
            Some(found) => self.waiting.push_front(found),
            None => {}
        }
        Ok(())
    }

    /// Searches the next chunks; false at the end. A signal ends the round, and what was searched is kept.
    fn round(&mut self) -> PyResult<bool> {
        let (input, extractor, headers) = (&self.input, &self.extractor, self.headers);
        let left = AtomicI64::new(self.round);
        let from = if self.order.has_room() {
            ReadFrom::AnyFile
        } else {
            ReadFrom::FirstFile
        };
        let searched = Mutex::new(Vec::new());
        let work = |after_chunk: &mut dyn FnMut()| {
            let mut buffer = Buffer::default();
            while left.load(Ordering::Relaxed) > 0
                && let Some(chunk) = input.next(from, &mut buffer)
            {
                let one = search(chunk, &buffer, extractor, headers);
                let bytes = buffer.len() + MATCH * one.found.len();
                left.fetch_sub(CHUNK + bytes as i64, Ordering::Relaxed);
                searched.lock().map(|mut all| all.push(one)).ok();
                after_chunk();
            }
        };
        let (mut checked, mut signal) = (Instant::now(), Ok(()));
        let mut check_signals = || {
            if checked.elapsed() < SIGNALS || signal.is_err() {
                return;
            }
            signal = Python::attach(|py| py.check_signals());
            if signal.is_err() {
                left.store(0, Ordering::Relaxed);
            }
            checked = Instant::now();
        };
        let others = if self.round > 1 { self.threads - 1 } else { 0 };
        thread::scope(|scope| {
            // Those that the system refuses are not needed.
            let spawn = |_| {
                thread::Builder::new()
                    .spawn_scoped(scope, || work(&mut || {}))
                    .ok()
            };
            let others: Vec<_> = (0..others).map_while(spawn).collect();
            work(&mut check_signals);
            for other in others {
                if let Err(panic) = other.join() {
                    resume_unwind(panic);
                }
            }
        });
        self.round = ROUND;
        let searched: Vec<Searched> = searched.into_inner().unwrap_or_default();
        let any = !searched.is_empty();
        self.order.take(searched, &mut self.waiting);
        signal.map(|()| any)
    }

    /// Searches until the next item is a match, or until the end.
    fn fill<'py>(slf: &Bound<'py, Files>) -> PyResult<PyRefMut<'py, Files>> {
        let (py, mut files) = (slf.py(), Files::borrow(slf)?);
        loop {
            match files.waiting.pop_front() {
                Some(Item::Failure(failure)) => {
                    let error = failure.into_python(py);
                    let Some(call) = &files.onerror else {
                        return Err(error);
                    };
                    let call = call.clone_ref(py);
                    // It may read from the iterator itself.
                    drop(files);
                    call.call1(py, (error,))?;
                    files = Files::borrow(slf)?;
                }
                Some(found) => {
                    files.waiting.push_front(found);
                    return Ok(files);
                }
                None => {
                    py.check_signals()?;
                    let searched = &mut *files;
                    if !py.detach(|| searched.round())? {
                        return Ok(files);
                    }
                }
            }
        }
    }

    /// The next match, if no failure comes before it.
    fn pop(&mut self) -> Option<Match> {
        match self.waiting.pop_front()? {
            Item::Match(found) => Some(*found),
            failure => {
                self.waiting.push_front(failure);
                None
            }
        }
    }
}

#[pymethods]
impl Files {
    /// `onerror` may lead back to the iterator.
    #[allow(clippy::needless_pass_by_value, reason = "pyo3 asks for it")]
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.onerror)
    }

    fn __clear__(&mut self) {
        self.onerror = None;
    }

    /// Another thread may be in `next`.
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(slf: &Bound<'_, Self>) -> PyResult<Option<Match>> {
        Ok(Files::fill(slf)?.pop())
    }

    /// The next matches as a record batch of Arrow, for `pyarrow.record_batch` and the like: the columns are the attributes of `Match`.
    /// `None` at the end.
    fn read_batch(slf: &Bound<'_, Self>) -> PyResult<Option<Batch>> {
        let mut files = Files::fill(slf)?;
        if files.waiting.is_empty() {
            return Ok(None);
        }
        let files = &mut *files;
        let matches = iter::from_fn(|| files.pop());
        Ok(Some(slf.py().detach(|| Batch::new(matches))))
    }

    /// The messages read so far; of several files, those of the last one.
    #[getter]
    fn messages(slf: &Bound<'_, Self>) -> PyResult<u64> {
        Ok(Files::borrow(slf)?.order.messages)
    }

    /// The newlines read so far; of several files, those of the last one.
    #[getter]
    fn newlines(slf: &Bound<'_, Self>) -> PyResult<u64> {
        Ok(Files::borrow(slf)?.order.newlines)
    }
}
