//! `mail` and `files`: messages and files, decoded, with where each URL stands in its file.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Take};
use std::mem;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use pyo3_arrow::PyRecordBatch;
use rayon::prelude::*;
use urlgrep::mail::{self as containers, Container};
use urlgrep::{HyphenEvidence, Map};

use crate::batch;
use crate::extractor::Extractor;
use crate::found::{Match, Origin};
use crate::points::Points;

/// Files are read in chunks of this many bytes, more where a message is longer.
pub(crate) const CHUNK: usize = 8 << 20;
/// So many bytes are searched at a time, by all threads.
const ROUND: usize = 64 << 20;

/// The URLs of a message, a mailbox or any other file: its bytes, or its path. `start` and `end` limit it to a range that `mail_ranges`
/// gave: then positions are those of the file, but messages and lines count from the range on.
#[pyfunction]
#[pyo3(signature = (source, *, start = 0, end = None, **options))]
pub(crate) fn mail(
    source: &Bound<'_, PyAny>,
    start: u64,
    end: Option<u64>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Files> {
    let extractor = Extractor::with(options)?;
    let mut reader = Reader::default();
    match source.cast::<PyBytes>() {
        Ok(_) if start > 0 || end.is_some() => {
            return Err(PyValueError::new_err("only a path has ranges"));
        }
        Ok(bytes) => reader.open = Some(Open::bytes(bytes.as_bytes().to_vec())),
        Err(_) => {
            reader.paths.push_back(path(source)?);
            reader.range = start..end.unwrap_or(u64::MAX);
        }
    }
    Ok(Files::new(reader, extractor, None))
}

/// The URLs of files and of all files below folders, in order; read and searched by all processors. `onerror` gets the `OSError` of
/// each file that cannot be read; without it, the first one is raised.
#[pyfunction]
#[pyo3(signature = (paths, *, onerror = None, **options))]
pub(crate) fn files(
    paths: &Bound<'_, PyAny>,
    onerror: Option<Py<PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Files> {
    let extractor = Extractor::with(options)?;
    let mut reader = Reader::default();
    match path(paths) {
        Ok(one) => reader.paths.push_back(one),
        Err(_) => {
            for one in paths.try_iter()? {
                reader.paths.push_back(path(&one?)?);
            }
        }
    }
    Ok(Files::new(reader, extractor, onerror))
}

pub(crate) fn path(path: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    let os = path.py().import("os")?;
    let path: OsString = os.call_method1("fsdecode", (path,))?.extract()?;
    Ok(path.into())
}

/// The iterator that `mail` and `files` give.
#[pyclass(module = "urlgrep")]
pub(crate) struct Files {
    reader: Reader,
    extractor: Extractor,
    onerror: Option<Py<PyAny>>,
    waiting: VecDeque<Match>,
    failed: VecDeque<Failure>,
}

/// A file that cannot be read.
pub(crate) struct Failure {
    pub(crate) path: PathBuf,
    pub(crate) error: io::Error,
}

impl Failure {
    pub(crate) fn into_python(self, py: Python<'_>) -> PyErr {
        let path = self.path.to_string_lossy().into_owned();
        match self.error.raw_os_error() {
            Some(number) => {
                let text = py
                    .import("os")
                    .and_then(|os| os.call_method1("strerror", (number,)))
                    .and_then(|text| text.extract::<String>());
                // With these arguments `OSError` chooses its own subclass.
                PyOSError::new_err((number, text.unwrap_or_default(), path))
            }
            None => PyOSError::new_err(format!("{path}: {}", self.error)),
        }
    }
}

impl Files {
    fn new(reader: Reader, extractor: Extractor, onerror: Option<Py<PyAny>>) -> Files {
        Files {
            reader,
            extractor,
            onerror,
            waiting: VecDeque::new(),
            failed: VecDeque::new(),
        }
    }

    /// Searches the next chunks; false at the end.
    fn round(&mut self) -> bool {
        let mut chunks = Vec::new();
        let mut bytes = 0;
        while bytes < ROUND {
            match self.reader.next() {
                Some(Ok(chunk)) => {
                    bytes += chunk.bytes.len();
                    chunks.push(chunk);
                }
                Some(Err(failure)) => self.failed.push_back(failure),
                None => break,
            }
        }
        let extractor = &self.extractor;
        let searched: Vec<_> = chunks
            .par_iter()
            .map(|chunk| search(chunk, extractor))
            .collect();
        for (chunk, searched) in chunks.iter().zip(searched) {
            self.reader.count.add(chunk, searched, &mut self.waiting);
        }
        bytes > 0 || !self.failed.is_empty()
    }

    /// Searches until there are matches; false at the end.
    fn fill(&mut self, py: Python<'_>) -> PyResult<bool> {
        loop {
            if !self.waiting.is_empty() {
                return Ok(true);
            }
            if let Some(failure) = self.failed.pop_front() {
                let error = failure.into_python(py);
                match &self.onerror {
                    Some(call) => call.call1(py, (error,))?,
                    None => return Err(error),
                };
                continue;
            }
            py.check_signals()?;
            if !py.detach(|| self.round()) {
                return Ok(false);
            }
        }
    }
}

#[pymethods]
impl Files {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Match>> {
        self.fill(py)?;
        Ok(self.waiting.pop_front())
    }

    /// The next matches as a record batch of Arrow, for `pyarrow.record_batch` and the like: the columns are the attributes of `Match`.
    /// `None` at the end.
    fn read_batch<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if !self.fill(py)? {
            return Ok(None);
        }
        let waiting = &mut self.waiting;
        let batch = py
            .detach(|| batch::batch(waiting.drain(..)))
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(Some(Bound::new(py, PyRecordBatch::new(batch))?.into_any()))
    }

    /// The messages read so far; of several files, those of the last one.
    #[getter]
    fn messages(&self) -> u64 {
        self.reader.count.messages
    }

    /// The newlines read so far; of several files, those of the last one.
    #[getter]
    fn newlines(&self) -> u64 {
        self.reader.count.lines
    }
}

/// Reads files chunk by chunk, in order.
struct Reader {
    paths: VecDeque<PathBuf>,
    /// What is read of each file.
    range: Range<u64>,
    open: Option<Open>,
    count: Count,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader {
            paths: VecDeque::new(),
            range: 0..u64::MAX,
            open: None,
            count: Count::default(),
        }
    }
}

/// A file that is being read.
pub(crate) struct Open {
    path: Option<Arc<str>>,
    real: PathBuf,
    file: Option<Take<File>>,
    /// What was read behind the last cut.
    rest: Vec<u8>,
    /// Where that begins.
    start: u64,
    is_begun: bool,
    container: Option<&'static Container>,
}

/// A part of a file.
pub(crate) struct Chunk {
    path: Option<Arc<str>>,
    pub(crate) bytes: Vec<u8>,
    start: u64,
    /// Whether it is the first one that is read of its file.
    is_first: bool,
    /// Whether it ends between messages, and not within one that is too long.
    pub(crate) is_whole: bool,
    container: &'static Container,
}

impl Open {
    fn bytes(bytes: Vec<u8>) -> Open {
        Open {
            path: None,
            real: PathBuf::new(),
            file: None,
            rest: bytes,
            start: 0,
            is_begun: false,
            container: None,
        }
    }

    /// The range of a file; its beginning tells the container.
    pub(crate) fn path(path: PathBuf, range: &Range<u64>) -> io::Result<Open> {
        let mut file = File::open(&path)?;
        let mut container = None;
        if range.start > 0 {
            container = Some(containers::detect_file(&path, &head(&mut file)?));
            file.seek(SeekFrom::Start(range.start))?;
        }
        Ok(Open {
            path: Some(path.to_string_lossy().into()),
            file: Some(file.take(range.end.saturating_sub(range.start))),
            real: path,
            rest: Vec::new(),
            start: range.start,
            is_begun: false,
            container,
        })
    }

    /// The next chunk; none at the end of the file.
    pub(crate) fn chunk(&mut self) -> io::Result<Option<Chunk>> {
        let mut wanted = CHUNK;
        loop {
            if let Some(file) = &mut self.file {
                let missing = wanted.saturating_sub(self.rest.len()) as u64;
                let got = Read::by_ref(file)
                    .take(missing)
                    .read_to_end(&mut self.rest)?;
                if (got as u64) < missing {
                    self.file = None;
                }
            }
            if self.rest.is_empty() {
                return Ok(None);
            }
            let detect = || {
                containers::detect_file(
                    &self.real,
                    &self.rest[..self.rest.len().min(containers::HEAD)],
                )
            };
            let container = *self.container.get_or_insert_with(detect);
            let whole = self.file.is_none() && self.rest.len() <= CHUNK.max(wanted);
            let cut = match whole {
                true => Some(self.rest.len()),
                false => container.cut(&self.rest[..self.rest.len().min(wanted)]),
            };
            let is_whole = cut.is_some();
            let at_most = || (wanted >= container.max()).then(|| self.rest.len().min(wanted));
            if let Some(cut) = cut.or_else(at_most) {
                let behind = self.rest.split_off(cut);
                let bytes = mem::replace(&mut self.rest, behind);
                let start = self.start;
                self.start += bytes.len() as u64;
                return Ok(Some(Chunk {
                    path: self.path.clone(),
                    bytes,
                    start,
                    is_first: !mem::replace(&mut self.is_begun, true),
                    is_whole,
                    container,
                }));
            }
            wanted *= 2;
        }
    }
}

/// What `detect_file` needs of a file.
pub(crate) fn head(file: &mut File) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    Read::by_ref(file)
        .take(containers::HEAD as u64)
        .read_to_end(&mut head)?;
    Ok(head)
}

impl Reader {
    fn next(&mut self) -> Option<Result<Chunk, Failure>> {
        loop {
            if let Some(open) = &mut self.open {
                match open.chunk() {
                    Ok(Some(chunk)) => return Some(Ok(chunk)),
                    Ok(None) => self.open = None,
                    Err(error) => {
                        let path = mem::take(&mut open.real);
                        self.open = None;
                        return Some(Err(Failure { path, error }));
                    }
                }
                continue;
            }
            let path = self.paths.pop_front()?;
            if let Err(error) = self.begin(&path) {
                return Some(Err(Failure { path, error }));
            }
        }
    }

    /// Opens a file, or puts the entries of a folder in front of the paths.
    fn begin(&mut self, path: &Path) -> io::Result<()> {
        if !fs::metadata(path)?.is_dir() {
            self.open = Some(Open::path(path.to_path_buf(), &self.range)?);
            return Ok(());
        }
        let mut entries = fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<io::Result<Vec<_>>>()?;
        entries.sort();
        // A link of a folder may lead back.
        entries.retain(|entry| !entry.is_symlink() || !entry.is_dir());
        for entry in entries.into_iter().rev() {
            self.paths.push_front(entry);
        }
        Ok(())
    }
}

/// The messages and lines of a file so far.
#[derive(Default)]
struct Count {
    path: Option<Arc<str>>,
    messages: u64,
    lines: u64,
    id: Option<Arc<str>>,
    date: Option<i64>,
}

impl Count {
    /// Numbers the matches of a chunk from the beginning of its file on.
    fn add(&mut self, chunk: &Chunk, searched: Searched, found: &mut VecDeque<Match>) {
        if chunk.is_first {
            *self = Count {
                path: chunk.path.clone(),
                ..Count::default()
            };
        }
        for (m, segments, line, mut origin) in searched.found {
            origin.path = self.path.clone();
            if origin.message == Some(0) {
                origin.message_id = self.id.clone();
                origin.date = self.date;
            }
            origin.message = origin.message.map(|number| number + self.messages);
            found.push_back(m.in_file(&segments, line + self.lines, origin));
        }
        self.messages += searched.messages;
        self.lines += searched.lines;
        if let Some((id, date)) = searched.last {
            (self.id, self.date) = (id, date);
        }
    }
}

/// The matches of a chunk, numbered within it.
struct Searched {
    found: Vec<(Match, Vec<Range<u64>>, u64, Origin)>,
    messages: u64,
    lines: u64,
    /// The identifier and the date of the last message that begins here.
    last: Option<(Option<Arc<str>>, Option<i64>)>,
}

type Held = (urlgrep::Match<'static, [u8]>, Arc<Map>, Origin);

fn search(chunk: &Chunk, extractor: &Extractor) -> Searched {
    let mut searched = Searched {
        found: Vec::new(),
        messages: 0,
        lines: 0,
        last: None,
    };
    let mut lines = Lines::new(chunk);
    let mut held: Vec<Held> = Vec::new();
    let mut evidence = HyphenEvidence::new();
    let mut message = None;
    let (mut id, mut date) = (None, None);
    for text in chunk.container.texts(&chunk.bytes, chunk.start) {
        let number = text.place.message.map(u64::from);
        if number != message {
            flush(
                &mut held,
                &mut evidence,
                extractor,
                &mut lines,
                &mut searched,
            );
            message = number;
            let head = chunk.bytes.get(text.place.head.clone());
            id = head
                .and_then(containers::message_id)
                .map(|id| String::from_utf8_lossy(id).into());
            date = head.and_then(containers::date);
            if number > Some(0) {
                searched.last = Some((Option::clone(&id), date));
            }
        }
        let part: Vec<_> = text.place.part.iter().map(u16::to_string).collect();
        let origin = Origin {
            path: None,
            message: number,
            message_id: id.clone(),
            date,
            part: (!part.is_empty()).then(|| part.join(".").into()),
            field: text.place.field.as_deref().map(Arc::from),
            notation: Some(text.notation).filter(|name| *name != "text"),
        };
        let mut map = None;
        let mut is_open = number.is_none() && chunk.start == 0;
        for m in extractor.urls.extract_text(&text) {
            is_open |= m.has_open_hyphen();
            let map = map.get_or_insert_with(|| Arc::new(text.map.clone()));
            held.push((m.into_owned(), Arc::clone(map), origin.clone()));
        }
        if is_open {
            evidence.add_text(&text.bytes[..text.bytes.len().min(containers::HEAD)]);
        }
        searched.messages = searched.messages.max(number.unwrap_or(0));
    }
    flush(
        &mut held,
        &mut evidence,
        extractor,
        &mut lines,
        &mut searched,
    );
    searched.lines = lines.total();
    searched
}

/// Resolves the hyphens of a message, and adds its matches.
fn flush(
    held: &mut Vec<Held>,
    evidence: &mut HyphenEvidence,
    extractor: &Extractor,
    lines: &mut Lines<'_>,
    searched: &mut Searched,
) {
    if extractor.resolves && held.iter().any(|(m, ..)| m.has_open_hyphen()) {
        held.iter().for_each(|(m, ..)| evidence.add(m));
        evidence.resolve(held.iter_mut().map(|(m, ..)| m));
    }
    evidence.clear();
    for (m, map, origin) in held.drain(..) {
        let segments: Vec<_> = m.segments().flat_map(|at| map.segments(at)).collect();
        let start = segments.first().map_or(0, |at| at.start);
        let line = lines.before(start) + 1;
        searched.found.push((
            Match::new(&m, &mut Points::BYTES.clone()),
            segments,
            line,
            origin,
        ));
    }
}

/// Counts the newlines of a chunk.
struct Lines<'c> {
    bytes: &'c [u8],
    start: u64,
    at: usize,
    count: u64,
}

impl<'c> Lines<'c> {
    fn new(chunk: &'c Chunk) -> Lines<'c> {
        Lines {
            bytes: &chunk.bytes,
            start: chunk.start,
            at: 0,
            count: 0,
        }
    }

    /// The newlines before an offset of the file.
    fn before(&mut self, offset: u64) -> u64 {
        let at = (offset.saturating_sub(self.start) as usize).min(self.bytes.len());
        let count = |bytes: &[u8]| memchr::memchr_iter(b'\n', bytes).count() as u64;
        match at >= self.at {
            true => self.count += count(&self.bytes[self.at..at]),
            false => self.count -= count(&self.bytes[at..self.at]),
        }
        self.at = at;
        self.count
    }

    fn total(&mut self) -> u64 {
        self.before(self.start + self.bytes.len() as u64)
    }
}
