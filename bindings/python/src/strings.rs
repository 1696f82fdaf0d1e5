//! Bytes as strings of Python.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::points::Utf8;

/// The URL as a `str`; bytes that are no UTF-8 become surrogates, as in file names.
pub(crate) fn text<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyString>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(PyString::new(py, text)),
        Err(_) => {
            let bytes = PyBytes::new(py, bytes);
            let text = bytes.call_method1("decode", ("utf-8", "surrogateescape"))?;
            Ok(text.cast_into()?)
        }
    }
}

/// A text without surrogates, which tables and files cannot hold; any other value as it is.
pub(crate) fn plain(value: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    let Ok(text) = value.cast::<PyString>() else {
        return Ok(value);
    };
    if text.to_str().is_ok() {
        return Ok(value);
    }
    let bytes = Utf8::of(text)?.into_bytes();
    Ok(PyString::new(value.py(), &String::from_utf8_lossy(&bytes)).into_any())
}

pub(crate) fn optional<'py>(
    py: Python<'py>,
    bytes: Option<&[u8]>,
) -> PyResult<Option<Bound<'py, PyString>>> {
    bytes.map(|bytes| text(py, bytes)).transpose()
}
