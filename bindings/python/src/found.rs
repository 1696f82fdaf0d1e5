//! The class `Match`.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDateTime, PyDelta, PyDict, PyList, PyString, PyTuple, PyTzInfo};
use urlgrep::{Flaw, Flaws, Haystack};

use crate::alternative::Alternative;
use crate::pickle::State;
use crate::points::Points;
use crate::strings::{optional, path_text, plain, text};

/// Where a match of a file stands.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Origin {
    /// The bytes of the path, as the system has them.
    pub(crate) path: Option<Arc<[u8]>>,
    pub(crate) column: Option<u64>,
    pub(crate) message: Option<u64>,
    pub(crate) message_id: Option<Arc<str>>,
    /// In seconds since 1970-01-01 00:00 UTC.
    pub(crate) date: Option<i64>,
    pub(crate) part: Option<Arc<str>>,
    pub(crate) field: Option<Arc<str>>,
    pub(crate) notation: Option<&'static str>,
}

/// A URL that was found. `start` and `end` are positions in the text: code points of a `str`, bytes of `bytes` or of a file.
#[pyclass(frozen, eq, hash, module = "urlgrep")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Match {
    pub(crate) url: Box<[u8]>,
    /// Where its first character stands.
    #[pyo3(get)]
    pub(crate) start: usize,
    /// Where the text goes on after its last character.
    #[pyo3(get)]
    pub(crate) end: usize,
    pub(crate) byte_start: usize,
    pub(crate) byte_end: usize,
    /// How it stands in the text: `wrapper`, `angle`, `prefix`, `quoted`, `bare`, `schemeless`, `email` or `refanged`.
    #[pyo3(get)]
    pub(crate) form: &'static str,
    /// The flaws that were known when it was found, a bit each.
    pub(crate) known: u64,
    /// The line, from 1, if lines are counted: with the option `lines`, and in files.
    #[pyo3(get)]
    pub(crate) line: Option<u64>,
    pub(crate) rare: Option<Box<Rare>>,
}

/// What few matches have.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Rare {
    pub(crate) assumed: Option<Box<[u8]>>,
    pub(crate) written: Option<Box<[u8]>>,
    pub(crate) attribute: Option<Box<str>>,
    pub(crate) segments: Vec<(usize, usize)>,
    pub(crate) alternatives: Vec<Alternative>,
    pub(crate) origin: Origin,
}

/// What `to_dict` gives.
const ATTRIBUTES: [&str; 24] = [
    "url",
    "start",
    "end",
    "span",
    "byte_span",
    "segments",
    "form",
    "scheme",
    "host",
    "domain",
    "flaws",
    "alternatives",
    "written",
    "assumed",
    "attribute",
    "line",
    "column",
    "path",
    "message",
    "message_id",
    "date",
    "part",
    "field",
    "notation",
];

pub(crate) fn flaw_bits(flaws: Flaws) -> u64 {
    flaws.iter().fold(0, |bits, flaw| bits | 1 << flaw as u64)
}

impl Match {
    /// The match of the library, at positions that `points` counts.
    #[inline]
    pub(crate) fn new<T: Haystack + ?Sized>(
        m: &urlgrep::Match<'_, T>,
        points: &mut Points<'_>,
    ) -> Match {
        let span = m.span();
        let alternatives = m.alternatives();
        let is_rare = !alternatives.is_empty()
            || m.assumed().is_some()
            || m.written().is_some()
            || m.is_joined()
            || m.attribute().is_some();
        let (start, end) = (points.before(span.start), points.before(span.end));
        let rare = is_rare.then(|| {
            let bytes = |text: &T| -> Box<[u8]> { text.bytes().into() };
            Box::new(Rare {
                assumed: m.assumed().map(bytes),
                written: m.written().map(bytes),
                attribute: m.attribute().map(Box::from),
                segments: m
                    .segments()
                    .map(|at| (points.before(at.start), points.before(at.end)))
                    .collect(),
                alternatives: alternatives
                    .iter()
                    .map(|other| Alternative {
                        url: other.url().bytes().into(),
                        why: other.why().name().to_string(),
                    })
                    .collect(),
                origin: Origin::default(),
            })
        });
        Match {
            url: m.as_bytes().into(),
            start,
            end,
            byte_start: span.start,
            byte_end: span.end,
            form: m.form().name(),
            known: flaw_bits(m.known_flaws()),
            line: m.line().map(u64::from),
            rare,
        }
    }

    /// The same match in a file: its segments' bytes there, its line, and its origin.
    pub(crate) fn in_file(
        mut self,
        segments: &[std::ops::Range<u64>],
        line: u64,
        origin: Origin,
    ) -> Match {
        let segments: Vec<_> = segments
            .iter()
            .map(|at| (at.start as usize, at.end as usize))
            .collect();
        let (start, end) = match (segments.first(), segments.last()) {
            (Some(first), Some(last)) => (first.0, last.1),
            _ => (self.byte_start, self.byte_end),
        };
        (self.start, self.end, self.byte_start, self.byte_end) = (start, end, start, end);
        self.line = Some(line);
        let rare = self.rare.get_or_insert_default();
        rare.segments = segments;
        rare.origin = origin;
        self
    }

    /// Adds lines that stand before it. Returns its origin, whose message and column may need what stands before it too.
    pub(crate) fn shift(&mut self, lines: u64) -> Option<&mut Origin> {
        self.line = self.line.map(|line| line + lines);
        self.rare.as_mut().map(|rare| &mut rare.origin)
    }

    fn judged(&self) -> &[u8] {
        match self.rare.as_ref().and_then(|rare| rare.assumed.as_ref()) {
            Some(assumed) => assumed,
            None => &self.url,
        }
    }

    pub(crate) fn parsed(&self) -> urlgrep::url::Url<'_, [u8]> {
        urlgrep::url::parse(self.judged()).0
    }

    pub(crate) fn origin(&self) -> Option<&Origin> {
        Some(&self.rare.as_ref()?.origin)
    }

    pub(crate) fn flaw_names(&self) -> impl Iterator<Item = &'static str> {
        let (_, flaws) = urlgrep::url::parse(self.judged());
        let bits = self.known | flaw_bits(flaws.iter().collect());
        Flaw::all()
            .filter(move |&flaw| bits >> flaw as u64 & 1 != 0)
            .map(Flaw::name)
    }
}

#[pymethods]
impl Match {
    /// The URL, without the white space of its line breaks.
    #[getter]
    fn url<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        text(py, &self.url)
    }

    /// The URL as bytes.
    #[getter]
    fn url_bytes(&self) -> &[u8] {
        &self.url
    }

    /// `(start, end)`
    #[getter]
    fn span(&self) -> (usize, usize) {
        (self.start, self.end)
    }

    /// `(start, end)` in the UTF-8 of a `str`, where a surrogate that stands for a byte is one; the same as `span` in `bytes`.
    #[getter]
    fn byte_span(&self) -> (usize, usize) {
        (self.byte_start, self.byte_end)
    }

    /// Where its parts stand: one in most, more where the URL is broken over lines.
    #[getter]
    fn segments(&self) -> Vec<(usize, usize)> {
        match &self.rare {
            Some(rare) if !rare.segments.is_empty() => rare.segments.clone(),
            _ => vec![(self.start, self.end)],
        }
    }

    /// The scheme in lower case, without the colon.
    #[getter]
    fn scheme(&self) -> String {
        let scheme = self.parsed().scheme().map(<[u8]>::to_ascii_lowercase);
        String::from_utf8_lossy(&scheme.unwrap_or_default()).into_owned()
    }

    /// The host as written; `None` in `mailto:` and other URLs without one.
    #[getter]
    fn host<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        optional(py, self.parsed().host())
    }

    /// The registered domain of the host, by the public suffix list: `example.co.uk`.
    #[getter]
    fn domain<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        optional(py, self.parsed().domain())
    }

    /// The names of its flaws, as in `docs/rules.md`.
    #[getter]
    fn flaws<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let names: Vec<_> = self.flaw_names().collect();
        PyTuple::new(py, names)
    }

    /// Other readings of the same place.
    #[getter]
    fn alternatives<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let others = self.rare.as_ref().map(|rare| rare.alternatives.clone());
        PyTuple::new(py, others.unwrap_or_default())
    }

    /// The text as written, where an option or the notation made the URL differ from it.
    #[getter]
    fn written<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let rare = self.rare.as_ref();
        optional(py, rare.and_then(|rare| rare.written.as_deref()))
    }

    /// The URL with the scheme that is meant, where none is written.
    #[getter]
    fn assumed<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let rare = self.rare.as_ref();
        optional(py, rare.and_then(|rare| rare.assumed.as_deref()))
    }

    /// The attribute of HTML or XML that it stands in.
    #[getter]
    fn attribute(&self) -> Option<&str> {
        self.rare.as_ref()?.attribute.as_deref()
    }

    /// The column in its line, in bytes from 1, if it was found in a file.
    #[getter]
    fn column(&self) -> Option<u64> {
        self.origin()?.column
    }

    /// The path of its file, as `os.fsdecode` gives it: `open(m.path)` finds the file whatever its name is.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let path = self.origin().and_then(|origin| origin.path.as_deref());
        path.map(|path| path_text(py, path)).transpose()
    }

    /// The number of its message in the file, from 1.
    #[getter]
    fn message(&self) -> Option<u64> {
        self.origin()?.message
    }

    /// The Message-ID of its message.
    #[getter]
    fn message_id(&self) -> Option<&str> {
        self.origin()?.message_id.as_deref()
    }

    /// The date of its message, in UTC.
    #[getter]
    fn date<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDateTime>>> {
        let Some(seconds) = self.origin().and_then(|origin| origin.date) else {
            return Ok(None);
        };
        let utc = PyTzInfo::utc(py)?.to_owned();
        let epoch = PyDateTime::new(py, 1970, 1, 1, 0, 0, 0, 0, Some(&utc))?;
        let days = i32::try_from(seconds.div_euclid(86_400)).unwrap_or(0);
        let rest = seconds.rem_euclid(86_400) as i32;
        let date = epoch.add(PyDelta::new(py, days, rest, 0, false)?)?;
        Ok(Some(date.cast_into()?))
    }

    /// The MIME part, as IMAP numbers them: `1.2`.
    #[getter]
    fn part(&self) -> Option<&str> {
        self.origin()?.part.as_deref()
    }

    /// The header field.
    #[getter]
    fn field(&self) -> Option<&str> {
        self.origin()?.field.as_deref()
    }

    /// The notation of its text: `html`, `json`…; `None` in plain text.
    #[getter]
    fn notation(&self) -> Option<&'static str> {
        self.origin()?.notation
    }

    /// The attributes by name, without `url_bytes`, as plain values for JSON and for tables: `date` is a text of ISO 8601,
    /// `alternatives` are dicts too, and bytes that are no UTF-8 are U+FFFD.
    fn to_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let (py, dict) = (slf.py(), PyDict::new(slf.py()));
        for name in ATTRIBUTES {
            dict.set_item(name, plain(slf.getattr(name)?)?)?;
        }
        dict.set_item("flaws", slf.get().flaw_names().collect::<Vec<_>>())?;
        let others = PyList::empty(py);
        for other in slf.get().alternatives(py)? {
            let both = PyDict::new(py);
            both.set_item("url", plain(other.getattr("url")?)?)?;
            both.set_item("why", other.getattr("why")?)?;
            others.append(both)?;
        }
        dict.set_item("alternatives", others)?;
        if let Some(date) = slf.get().date(py)? {
            dict.set_item("date", date.call_method0("isoformat")?)?;
        }
        Ok(dict)
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.url(py)
    }

    /// As a `str`: `f"{m:>40}"`.
    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        self.url(py)?.call_method1("__format__", (spec,))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let this = slf.get();
        let url = text(slf.py(), &this.url)?.repr()?;
        let place = match this.path(slf.py())? {
            Some(path) => format!(", path={}, line={}", path.repr()?, this.line.unwrap_or(0)),
            None => String::new(),
        };
        let (start, end, form) = (this.start, this.end, this.form);
        Ok(format!(
            "Match(url={url}, start={start}, end={end}, form='{form}'{place})"
        ))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (State,))> {
        let make = slf.get_type().getattr("_from_state")?;
        Ok((make, (State::from(slf.get()),)))
    }

    /// For `pickle`.
    #[staticmethod]
    fn _from_state(state: State) -> PyResult<Match> {
        state.try_into()
    }
}
