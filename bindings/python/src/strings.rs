//! Bytes as strings of Python.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
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

/// The bytes of a path as `os.fsdecode` gives them.
pub(crate) fn path_text<'py>(py: Python<'py>, path: &[u8]) -> PyResult<Bound<'py, PyString>> {
    static IS_UTF8: PyOnceLock<bool> = PyOnceLock::new();
    let is_utf8 = IS_UTF8.get_or_try_init(py, || {
        let encoding = py.import("sys")?.call_method0("getfilesystemencoding")?;
        encoding.eq("utf-8")
    })?;
    match std::str::from_utf8(path) {
        Ok(text) if *is_utf8 => Ok(PyString::new(py, text)),
        _ => {
            let text = py.import("os")?.call_method1("fsdecode", (path,))?;
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
