//! `extract`, `finditer`, `replace` and the class `Extractor`.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyDict, PyList, PyMemoryView, PyString, PyTuple};
use self_cell::self_cell;
use urlgrep::{Haystack, HyphenEvidence};

use crate::found::Match;
use crate::options::Options;
use crate::points::{Escaped, Points, Utf8};

/// Longer texts are searched while other threads of Python run.
const LONG: usize = 16 << 10;
/// The most bytes that an iterator searches beyond the match that is asked for.
const MOST_AHEAD: usize = 1 << 20;

/// Finds URLs with options of its own. It can be shared by threads.
///
/// `profile`: what counts as a URL (`default`, `rfc3986`, `rfc1738`).
/// `hyphen`: a hyphen at a line break (`resolve`, `keep`, `drop`, `both`).
/// `join`: bare URLs broken at a line end (`never`, `sure`, `plausible`).
/// `any_scheme`: any scheme before `://`. `schemeless`: host names without a scheme. `email`: addresses without `mailto:`.
/// `refang`: `hxxp://`, `[.]` and the like. `all`: also what the profile refuses. `lines`: count lines, for `line` of a match.
#[pyclass(frozen, eq, hash, module = "urlgrep")]
#[derive(Clone)]
pub(crate) struct Extractor {
    pub(crate) urls: urlgrep::Extractor,
    /// Whether the other URLs and lines of a text decide open hyphens.
    pub(crate) resolves: bool,
    options: Options,
}

impl Default for Extractor {
    fn default() -> Extractor {
        Extractor {
            urls: urlgrep::Extractor::default(),
            resolves: true,
            options: Options::default(),
        }
    }
}

impl From<Options> for Extractor {
    fn from(options: Options) -> Extractor {
        Extractor {
            urls: options.build(),
            resolves: options.resolves(),
            options,
        }
    }
}

impl PartialEq for Extractor {
    fn eq(&self, other: &Extractor) -> bool {
        self.options == other.options
    }
}

impl Hash for Extractor {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.options.hash(state);
    }
}

/// A text to search, or a URL.
pub(crate) enum Input<'py> {
    Str(Bound<'py, PyString>),
    Bytes(Bound<'py, PyBytes>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Input<'py> {
    type Error = PyErr;

    fn extract(text: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = text.cast::<PyString>() {
            Ok(Input::Str(text.to_owned()))
        } else if let Some(bytes) = bytes(&text) {
            Ok(Input::Bytes(bytes))
        } else {
            let expected = if text.hasattr("__fspath__")? {
                "str or bytes (`files(path)` searches a file)"
            } else if text.hasattr("read")? {
                "str or bytes (`file.read()` is the text of an open file)"
            } else {
                "str or bytes"
            };
            Err(type_error(expected, &text))
        }
    }
}

/// `bytes`, or a copy of what is like them: `bytearray`, `memoryview`, `mmap`.
pub(crate) fn bytes<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyBytes>> {
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Some(bytes.clone());
    }
    let view = PyMemoryView::from(value).ok()?;
    let format = view.getattr("format").ok()?;
    // An array of numbers is no text.
    if !["B", "b", "c"]
        .iter()
        .any(|&of_byte| format.eq(of_byte).unwrap_or(false))
    {
        return None;
    }
    view.call_method0("tobytes").ok()?.cast_into().ok()
}

/// The error for a value of another type than `expected`.
pub(crate) fn type_error(expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    match found.get_type().name() {
        Ok(name) => PyTypeError::new_err(format!("expected {expected}, not {name}")),
        Err(error) => error,
    }
}

impl Input<'_> {
    pub(crate) fn bytes(&self) -> PyResult<Cow<'_, [u8]>> {
        Ok(match self {
            Input::Str(text) => Utf8::of(text)?.into_bytes(),
            Input::Bytes(bytes) => bytes.as_bytes().into(),
        })
    }
}

impl Extractor {
    /// Resolves the open hyphens among the matches of a text, as the command does.
    pub(crate) fn resolve<T: Haystack + ?Sized>(
        &self,
        text: &[u8],
        found: &mut [urlgrep::Match<'_, T>],
    ) {
        if self.resolves && found.iter().any(urlgrep::Match::has_open_hyphen) {
            let mut evidence = HyphenEvidence::new();
            evidence.add_text(&text[..text.len().min(HyphenEvidence::HEAD)]);
            found.iter().for_each(|m| evidence.add(m));
            evidence.resolve(found);
        }
    }

    fn search_bytes(&self, text: &[u8], mut points: Points<'_>) -> Vec<Match> {
        let mut found: Vec<_> = self.urls.extract_bytes(text).collect();
        self.resolve(text, &mut found);
        found.iter().map(|m| Match::new(m, &mut points)).collect()
    }

    fn search_str(&self, text: &str, mut points: Points<'_>) -> Vec<Match> {
        let mut found: Vec<_> = self.urls.extract(text).collect();
        self.resolve(text.as_bytes(), &mut found);
        found.iter().map(|m| Match::new(m, &mut points)).collect()
    }

    fn list<'py>(&self, py: Python<'py>, text: &Input<'py>) -> PyResult<Bound<'py, PyList>> {
        let found = match text {
            Input::Bytes(bytes) => {
                let bytes = bytes.as_bytes();
                detached(py, bytes.len(), || self.search_bytes(bytes, Points::BYTES))
            }
            Input::Str(string) => {
                let len = string.len()?;
                match Utf8::of(string)? {
                    Utf8::Str(text) => {
                        let points = Points::of_str(text.as_bytes(), len);
                        detached(py, text.len(), || self.search_str(text, points))
                    }
                    Utf8::Other(text) => {
                        let (bytes, points) = (&text.bytes, Points::of_escaped(&text, len));
                        detached(py, bytes.len(), || self.search_bytes(bytes, points))
                    }
                }
            }
        };
        PyList::new(py, found)
    }

    /// The extractor of a function that has the keywords `others` too.
    pub(crate) fn with(
        options: Option<&Bound<'_, PyDict>>,
        others: &[&str],
    ) -> PyResult<Extractor> {
        match options {
            // A constant.
            None => Ok(Extractor::default()),
            Some(_) => Options::new(options, others).map(Extractor::from),
        }
    }
}

/// Runs `work` for `len` bytes, without the lock of the interpreter if it may take long.
pub(crate) fn detached<R: Send>(py: Python<'_>, len: usize, work: impl FnOnce() -> R + Send) -> R {
    if len > LONG { py.detach(work) } else { work() }
}

#[pymethods]
impl Extractor {
    #[new]
    #[pyo3(
        signature = (**options),
        text_signature = "(*, profile='default', hyphen='resolve', join='sure', any_scheme=False, all=False, schemeless=False, email=False, refang=False, lines=False)"
    )]
    fn new(options: Option<&Bound<'_, PyDict>>) -> PyResult<Extractor> {
        Extractor::with(options, &[])
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let options = self.options.keywords(py)?.into_iter();
        let options = options.map(|(name, value)| Ok(format!("{name}={}", value.repr()?)));
        let options = options.collect::<PyResult<Vec<_>>>()?.join(", ");
        Ok(format!("Extractor({options})"))
    }

    /// For `pickle` and `copy`.
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        Ok((PyTuple::empty(py), self.options.keywords(py)?))
    }

    /// The matches of a text, in order.
    fn extract<'py>(&self, py: Python<'py>, text: Input<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py, &text)
    }

    /// The same one by one. `hyphen="resolve"` keeps hyphens here, since later text is not read yet.
    fn finditer(&self, text: &Bound<'_, PyAny>) -> PyResult<Matches> {
        Matches::new(self.clone(), text)
    }

    /// The text with each match replaced by `with_`, or by what it gives if it is a function; `None` from it keeps the match.
    fn replace<'py>(
        &self,
        text: &Bound<'py, PyAny>,
        with_: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyString>> {
        let py = text.py();
        let is_str = with_.is_instance_of::<PyString>();
        if !is_str && !with_.is_callable() {
            return Err(type_error("a str or a function for `with_`", with_));
        }
        let text = text
            .cast::<PyString>()
            .map_err(|_| type_error("str", text))?;
        let found = self.list(py, &Input::Str(text.clone()))?;
        let pieces = PyList::empty(py);
        let part = |start: usize, end: usize| {
            text.get_item(pyo3::types::PySlice::new(
                py,
                start as isize,
                end as isize,
                1,
            ))
        };
        let mut copied = 0;
        for m in found {
            let (start, end): (usize, usize) = m.getattr("span")?.extract()?;
            let new = if is_str {
                with_.clone()
            } else {
                with_.call1((&m,))?
            };
            if start < copied || new.is_none() {
                continue;
            }
            let new = new
                .cast_into::<PyString>()
                .map_err(|_| PyTypeError::new_err("the replacement must be a str or None"))?;
            pieces.append(part(copied, start)?)?;
            pieces.append(new)?;
            copied = end;
        }
        pieces.append(part(copied, text.len()?)?)?;
        Ok(PyString::new(py, "")
            .call_method1("join", (pieces,))?
            .cast_into()?)
    }
}

/// The URLs of a `str` or of `bytes`, in order. The options are those of `Extractor`.
#[pyfunction]
#[pyo3(signature = (text, **options))]
pub(crate) fn extract<'py>(
    py: Python<'py>,
    text: Input<'py>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    Extractor::with(options, &[])?.list(py, &text)
}

/// The URLs of a text, one by one as they are asked for. `hyphen="resolve"` keeps hyphens here, since later text is not read yet.
#[pyfunction]
#[pyo3(signature = (text, **options))]
pub(crate) fn finditer(
    text: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Matches> {
    Matches::new(Extractor::with(options, &[])?, text)
}

/// The text with each match replaced by `with_`, or by what it gives if it is a function; `None` from it keeps the match.
#[pyfunction]
#[pyo3(signature = (text, with_, **options))]
pub(crate) fn replace<'py>(
    text: &Bound<'py, PyAny>,
    with_: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyString>> {
    Extractor::with(options, &[])?.replace(text, with_)
}

/// The text that an iterator searches.
enum Backed {
    Str(PyBackedStr),
    Bytes(PyBackedBytes),
    Other(Escaped),
}

impl Backed {
    fn bytes(&self) -> &[u8] {
        match self {
            Backed::Str(text) => text.as_bytes(),
            Backed::Bytes(text) => text,
            Backed::Other(text) => &text.bytes,
        }
    }

    /// Its positions, where a `str` has so many code points.
    fn points(&self, len: usize) -> Points<'_> {
        match self {
            Backed::Str(text) => Points::of_str(text.as_bytes(), len),
            Backed::Bytes(_) => Points::BYTES,
            Backed::Other(text) => Points::of_escaped(text, len),
        }
    }
}

struct Open<'t> {
    matches: urlgrep::Matches<'t, [u8]>,
    points: Points<'t>,
    /// Matches of a long text that wait to be asked for.
    found: VecDeque<Match>,
    /// The end of the last match, and how many bytes after it are searched together.
    searched: usize,
    ahead: usize,
}

impl Open<'_> {
    fn next(&mut self) -> Option<Match> {
        let m = self.matches.next()?;
        Some(Match::new(&m, &mut self.points))
    }

    /// Finds the next match, and those soon after it: another thread may hold the lock of the interpreter for 5 ms each time that it is
    /// given back.
    fn search(&mut self) {
        let end = self.searched + self.ahead;
        while let Some(m) = self.next() {
            self.searched = m.byte_end;
            self.found.push_back(m);
            if self.searched >= end {
                break;
            }
        }
        self.ahead = (2 * self.ahead).clamp(LONG, MOST_AHEAD);
    }
}

self_cell!(
    struct Lazy {
        owner: Backed,
        #[not_covariant]
        dependent: Open,
    }
);

/// The iterator that `finditer` gives.
#[pyclass(frozen, module = "urlgrep")]
pub(crate) struct Matches(Mutex<Lazy>);

impl Matches {
    fn new(extractor: Extractor, text: &Bound<'_, PyAny>) -> PyResult<Matches> {
        let (owner, len) = match Input::extract(text.as_borrowed())? {
            Input::Bytes(bytes) => (Backed::Bytes(bytes.into()), 0),
            Input::Str(string) => {
                let len = string.len()?;
                let owner = match Utf8::of(&string)? {
                    Utf8::Str(_) => Backed::Str(string.try_into()?),
                    Utf8::Other(text) => Backed::Other(text),
                };
                (owner, len)
            }
        };
        let lazy = Lazy::new(owner, |owner| Open {
            matches: extractor.urls.extract_bytes(owner.bytes()),
            points: owner.points(len),
            found: VecDeque::new(),
            searched: 0,
            ahead: 0,
        });
        Ok(Matches(Mutex::new(lazy)))
    }
}

#[pymethods]
impl Matches {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Option<Match> {
        let lazy = self.0.lock_py_attached(py);
        let mut lazy = lazy.unwrap_or_else(PoisonError::into_inner);
        lazy.with_dependent_mut(|text, open| {
            let len = text.bytes().len();
            if len <= LONG {
                return open.next();
            }
            if open.found.is_empty() {
                detached(py, len, || open.search());
            }
            open.found.pop_front()
        })
    }
}
