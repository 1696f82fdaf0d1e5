//! `parse`, `unwrap`, `defang`, `refang`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use urlgrep::Profile;

use crate::found::text;

/// A flaw of a URL, and its place: positions are bytes of its UTF-8.
#[pyclass(frozen, eq, hash, get_all, module = "urlgrep")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Flaw {
    name: &'static str,
    message: &'static str,
    section: &'static str,
    start: usize,
    end: usize,
}

#[pymethods]
impl Flaw {
    fn __repr__(&self) -> String {
        format!(
            "Flaw(name='{}', start={}, end={})",
            self.name, self.start, self.end
        )
    }
}

/// A URL taken apart. Components are as written, not decoded.
#[pyclass(frozen, module = "urlgrep")]
#[derive(Clone)]
pub(crate) struct Url {
    url: urlgrep::url::Url<'static>,
    /// The flaws of the URL, in order.
    #[pyo3(get)]
    flaws: Vec<Flaw>,
    /// Whether the profile accepts it.
    #[pyo3(get)]
    valid: bool,
}

/// Takes a URL apart. It never fails: what is no URL has flaws that say so. `valid` is judged by `profile`: `rfc3986`, `rfc1738` or
/// `default`, which is what extraction takes.
#[pyfunction]
#[pyo3(signature = (url, *, profile = "rfc3986"))]
pub(crate) fn parse(url: &str, profile: &str) -> PyResult<Url> {
    let profile = self::profile(profile)?;
    let (parsed, flaws) = urlgrep::url::parse_str(url);
    let set = flaws.iter().collect();
    Ok(Url {
        valid: !profile.refuses(parsed.scheme_info(), set),
        flaws: flaws
            .iter()
            .map(|flaw| Flaw {
                name: flaw.flaw.name(),
                message: flaw.flaw.message(),
                section: flaw.flaw.section(),
                start: flaw.at.start,
                end: flaw.at.end,
            })
            .collect(),
        url: parsed.into_owned(),
    })
}

pub(crate) fn profile(name: &str) -> PyResult<Profile> {
    Profile::ALL
        .into_iter()
        .find(|profile| profile.name() == name)
        .ok_or_else(|| {
            let names: Vec<_> = Profile::ALL.iter().map(Profile::name).collect();
            PyValueError::new_err(format!(
                "unknown profile '{name}'; use one of {}",
                names.join(", ")
            ))
        })
}

#[pymethods]
impl Url {
    /// The scheme as written.
    #[getter]
    fn scheme(&self) -> Option<&str> {
        self.url.scheme()
    }

    #[getter]
    fn user(&self) -> Option<&str> {
        self.url.user()
    }

    #[getter]
    fn password(&self) -> Option<&str> {
        self.url.password()
    }

    #[getter]
    fn host(&self) -> Option<&str> {
        self.url.host()
    }

    /// The registered domain of the host, by the public suffix list.
    #[getter]
    fn domain(&self) -> Option<&str> {
        self.url.domain()
    }

    /// The digits of the port as written; `effective_port` is a number.
    #[getter]
    fn port(&self) -> Option<&str> {
        self.url.port()
    }

    /// The port to connect to: the written one or the scheme's.
    #[getter]
    fn effective_port(&self) -> Option<u16> {
        self.url.effective_port()
    }

    /// The path without its first slash, as RFC 1738 counts it.
    #[getter]
    fn path(&self) -> Option<&str> {
        self.url.path()
    }

    #[getter]
    fn query(&self) -> Option<&str> {
        self.url.query()
    }

    #[getter]
    fn fragment(&self) -> Option<&str> {
        self.url.fragment()
    }

    /// The URL in its normal form.
    #[getter]
    fn normalized(&self) -> String {
        self.url.normalized()
    }

    /// The URL that `reference` names from here (RFC 3986 section 5).
    fn resolve(&self, reference: &str) -> String {
        self.url.resolve(reference)
    }

    fn __str__(&self) -> &str {
        self.url.as_str()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let url = PyString::new(slf.py(), slf.get().url.as_str()).repr()?;
        Ok(format!("parse({url})"))
    }

    fn __eq__(&self, other: &Url) -> bool {
        self.url.as_str() == other.url.as_str()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.url.as_str().hash(&mut hasher);
        hasher.finish()
    }
}

/// The target of a link that a mail gateway or a redirector rewrote; `None` if it is no such link.
#[pyfunction]
pub(crate) fn unwrap<'py>(py: Python<'py>, url: &str) -> PyResult<Option<Bound<'py, PyString>>> {
    let target = urlgrep::url::unwrap(url.as_bytes());
    target.map(|target| text(py, &target)).transpose()
}

/// The URL so that no program makes a link of it: `hxxps://example[.]org/x`.
#[pyfunction]
pub(crate) fn defang<'py>(py: Python<'py>, url: &str) -> PyResult<Bound<'py, PyString>> {
    text(py, &urlgrep::url::defang(url.as_bytes()))
}

/// The text with its defanged URLs as they were.
#[pyfunction]
pub(crate) fn refang(text: &str) -> String {
    urlgrep::refang(text).into_owned()
}
