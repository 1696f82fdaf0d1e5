//! Arguments that are whole numbers.

use std::thread;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::options::wrong;

pub(crate) fn start(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("start", 0, value)
}

pub(crate) fn end(value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    optional("end", 0, value)
}

pub(crate) fn size(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("size", 1, value)
}

/// The most threads, unless the machine has many processors, as of the command. More do no work and wait for each other.
const MOST_THREADS: usize = 64;

pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

pub(crate) fn threads(value: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    let threads = optional("threads", 1, value)?;
    let most = MOST_THREADS.max(4 * processors());
    Ok(threads.map(|threads| usize::try_from(threads).map_or(most, |threads| threads.min(most))))
}

fn optional(name: &str, least: u64, value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if value.is_none() {
        return Ok(None);
    }
    whole(name, least, value).map(Some)
}

/// A number of at least `least`.
fn whole(name: &str, least: u64, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    match value.extract::<u64>() {
        Ok(number) if number >= least => Ok(number),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => {
            Err(wrong(name, "an int", value))
        }
        _ if value.gt(least)? => Err(PyValueError::new_err(format!("{name} is too large"))),
        _ => {
            let problem = format!("{name} must be at least {least}, not {value}");
            Err(PyValueError::new_err(problem))
        }
    }
}
