//! `parse`, `unwrap`, `defang`, `refang`.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use urlgrep::Profile;

use crate::extractor::{Input, detached};
use crate::options::{Named, unknown};
use crate::strings::{optional, plain, text};

/// A flaw of a URL, and its place: positions are bytes of its UTF-8.
#[pyclass(frozen, eq, hash, module = "urlgrep")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Flaw {
    flaw: urlgrep::Flaw,
    /// Where it begins.
    #[pyo3(get)]
    start: usize,
    /// Where it ends, exclusive.
    #[pyo3(get)]
    end: usize,
}

#[pymethods]
impl Flaw {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&str, &str, &str) = ("name", "start", "end");

    #[new]
    fn new(name: &str, start: usize, end: usize) -> PyResult<Flaw> {
        let flaw = name.parse().map_err(unknown)?;
        Ok(Flaw { flaw, start, end })
    }

    /// The name: `invalid-host`.
    #[getter]
    fn name(&self) -> &'static str {
        self.flaw.name()
    }

    /// The problem, in one sentence.
    #[getter]
    fn message(&self) -> &'static str {
        self.flaw.message()
    }

    /// The document and section that the URL violates.
    #[getter]
    fn section(&self) -> &'static str {
        self.flaw.section()
    }

    fn __repr__(&self) -> String {
        let (name, start, end) = (self.name(), self.start, self.end);
        format!("Flaw(name='{name}', start={start}, end={end})")
    }

    /// For `pickle` and `copy`.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        let args = (this.name(), this.start, this.end);
        (slf.get_type(), args).into_pyobject(slf.py())
    }
}

/// The attributes of a `Url` that are plain values.
const ATTRIBUTES: [&str; 12] = [
    "valid",
    "scheme",
    "user",
    "password",
    "host",
    "domain",
    "port",
    "effective_port",
    "path",
    "query",
    "fragment",
    "normalized",
];

/// A URL taken apart. Components are as written, not decoded.
#[pyclass(frozen, module = "urlgrep")]
#[derive(Clone)]
pub(crate) struct Url {
    url: urlgrep::url::Url<'static, [u8]>,
    /// The flaws of the URL, in order.
    #[pyo3(get)]
    flaws: Vec<Flaw>,
    /// Whether the profile accepts it.
    #[pyo3(get)]
    valid: bool,
    profile: Profile,
}

/// Takes a URL apart. It never fails: what is no URL has flaws that say so. `valid` is judged by `profile`: `rfc3986`, `rfc1738` or
/// `default`, which is what extraction takes.
#[pyfunction]
#[pyo3(
    signature = (url, *, profile = Named(Profile::RFC3986)),
    text_signature = "(url, *, profile='rfc3986')"
)]
pub(crate) fn parse(url: Input<'_>, profile: Named) -> PyResult<Url> {
    Ok(Url::new(&url.bytes()?, profile.0))
}

impl Url {
    fn new(url: &[u8], profile: Profile) -> Url {
        let (parsed, flaws) = urlgrep::url::parse(url);
        let set = flaws.iter().collect();
        Url {
            valid: !profile.refuses(parsed.scheme_info(), set),
            flaws: flaws
                .iter()
                .map(|flaw| Flaw {
                    flaw: flaw.flaw,
                    start: flaw.at.start,
                    end: flaw.at.end,
                })
                .collect(),
            url: parsed.into_owned(),
            profile,
        }
    }
}

#[pymethods]
impl Url {
    /// The scheme as written.
    #[getter]
    fn scheme<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        optional(py, self.url.scheme())
    }

    /// The user name, not decoded.
    #[getter]
    fn user<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        optional(py, self.url.user())
    }

    /// The password, not decoded; empty is not `None`.
    #[getter]
    fn password<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        optional(py, self.url.password())
    }

    /// The host as written; `None` in `mailto:` and other URLs without one.
    #[getter]
    fn host<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        optional(py, self.url.host())
    }

    /// The registered domain of the host, by the public suffix list.
    #[getter]
    fn domain<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        optional(py, self.url.domain())
    }

    /// The digits of the port as written; `effective_port` is a number.
    #[getter]
    fn port<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        optional(py, self.url.port())
    }

    /// The port to connect to: the written one or the scheme's.
    #[getter]
    fn effective_port(&self) -> Option<u16> {
        self.url.effective_port()
    }

    /// The path without its first slash, as RFC 1738 counts it.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        optional(py, self.url.path())
    }

    /// The text after the first `?`, not decoded.
    #[getter]
    fn query<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        optional(py, self.url.query())
    }

    /// The text after the first `#`, not decoded.
    #[getter]
    fn fragment<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        optional(py, self.url.fragment())
    }

    /// The URL in its normal form.
    #[getter]
    fn normalized<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        text(py, &self.url.normalized())
    }

    /// The URL as `url`, and the attributes by name, as plain values for JSON and for tables: `flaws` are names, and bytes that are no UTF-8
    /// are U+FFFD.
    fn to_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(slf.py());
        dict.set_item("url", plain(slf.str()?.into_any())?)?;
        for name in ATTRIBUTES {
            dict.set_item(name, plain(slf.getattr(name)?)?)?;
        }
        let names: Vec<_> = slf.get().flaws.iter().map(Flaw::name).collect();
        dict.set_item("flaws", names)?;
        Ok(dict)
    }

    /// The URL that `reference` names from here (RFC 3986 section 5).
    fn resolve<'py>(
        &self,
        py: Python<'py>,
        reference: Input<'py>,
    ) -> PyResult<Bound<'py, PyString>> {
        text(py, &self.url.resolve(&reference.bytes()?))
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        text(py, self.url.as_bytes())
    }

    /// As a `str`: `f"{url:>40}"`.
    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        self.__str__(py)?.call_method1("__format__", (spec,))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let url = text(py, self.url.as_bytes())?.repr()?;
        Ok(if self.profile == Profile::RFC3986 {
            format!("parse({url})")
        } else {
            format!("parse({url}, profile='{}')", self.profile)
        })
    }

    fn __eq__(&self, other: &Url) -> bool {
        (&self.url, self.profile) == (&other.url, other.profile)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (&self.url, self.profile).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        let url = PyBytes::new(slf.py(), this.url.as_bytes());
        let state = (url, this.profile.name()).into_pyobject(slf.py())?;
        Ok((slf.get_type().getattr("_from_state")?, state))
    }

    /// For `pickle`.
    #[staticmethod]
    fn _from_state(url: &[u8], profile: Named) -> Url {
        Url::new(url, profile.0)
    }
}

/// The target of a link that a mail gateway or a redirector rewrote; `None` if it is no such link.
#[pyfunction]
pub(crate) fn unwrap<'py>(
    py: Python<'py>,
    url: Input<'py>,
) -> PyResult<Option<Bound<'py, PyString>>> {
    optional(py, urlgrep::url::unwrap(&url.bytes()?).as_deref())
}

/// The URL so that no program makes a link of it: `hxxps://example[.]org/x`.
#[pyfunction]
pub(crate) fn defang<'py>(py: Python<'py>, url: Input<'py>) -> PyResult<Bound<'py, PyString>> {
    text(py, &urlgrep::url::defang(&url.bytes()?))
}

/// The text with its defanged URLs as they were: `hxxp`, `[.]` and the like undone.
#[pyfunction]
pub(crate) fn refang<'py>(py: Python<'py>, text: Input<'py>) -> PyResult<Bound<'py, PyString>> {
    let bytes = text.bytes()?;
    let refanged = detached(py, bytes.len(), || urlgrep::refang_bytes(&bytes));
    self::text(py, &refanged)
}
