//! The class `Alternative`.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

use crate::extractor::Input;
use crate::strings::text;

/// Another reading of a match's place: a URL, and why it stands there too (`hyphen`, `join`, `blank`, `escape`).
#[pyclass(frozen, eq, hash, module = "urlgrep", from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Alternative {
    pub(crate) url: Box<[u8]>,
    /// Why it stands there too.
    #[pyo3(get)]
    pub(crate) why: String,
}

#[pymethods]
impl Alternative {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&str, &str) = ("url", "why");

    #[new]
    fn new(url: Input<'_>, why: String) -> PyResult<Alternative> {
        let url = url.bytes()?.into();
        Ok(Alternative { url, why })
    }

    /// The other URL.
    #[getter]
    fn url<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        text(py, &self.url)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (url, why) = (self.url(py)?.repr()?, PyString::new(py, &self.why).repr()?);
        Ok(format!("Alternative(url={url}, why={why})"))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        let args = (PyBytes::new(slf.py(), &this.url), &this.why).into_pyobject(slf.py())?;
        (slf.get_type(), args).into_pyobject(slf.py())
    }
}
