//! `extract_arrow`: columns of strings from and to any library with the PyCapsule interface of Arrow, without a copy of the text.

use std::any::Any;
use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use arrow_array::builder::{Int64Builder, ListBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ListArray, StructArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyString};
use pyo3_arrow::ffi::{ArrayIterator, to_stream_pycapsule};
use pyo3_arrow::input::AnyArray;
use urlgrep::Match;

use crate::extractor::{Extractor, type_error};

/// The size in bytes of a column that ends an array: an array of strings has at most 2 GiB.
const ARRAY: usize = 1 << 30;

/// Record batches, or a list column: what `extract_arrow` gives. Each time that a library reads it, the strings are searched anew, batch by
/// batch.
#[pyclass(frozen, module = "urlgrep")]
pub(crate) struct Rows {
    data: Py<PyAny>,
    /// `data` as it was first opened: a stream cannot be opened twice.
    opened: Mutex<Option<AnyArray>>,
    aligned: bool,
    wanted: Wanted,
    extractor: Extractor,
    /// `ARRAY`, or less in tests.
    limit: usize,
}

#[pymethods]
impl Rows {
    /// `data` may lead back to these rows.
    #[allow(clippy::needless_pass_by_value, reason = "pyo3 asks for it")]
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.data)
    }

    /// For libraries that read Arrow: `pyarrow.table(rows)`, `polars.DataFrame(rows)`.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let opened = self.opened.lock().ok().and_then(|mut opened| opened.take());
        let data = match opened {
            Some(data) => data,
            None => self.data.bind(py).extract()?,
        };
        let mut chunks = data.into_reader()?;
        let mut search = Search {
            extractor: self.extractor.clone(),
            wanted: self.wanted.clone(),
            aligned: self.aligned,
            limit: self.limit,
            row: 0,
            rest: None,
        };
        let field = search.field();
        let mut failed = false;
        let arrays = iter::from_fn(move || {
            if failed {
                return None;
            }
            // The caller is C code: a panic that goes through it aborts the process.
            let array = catch_unwind(AssertUnwindSafe(|| search.next(&mut chunks)));
            let array = array.unwrap_or_else(|panic| Some(Err(failure(panic.as_ref()))));
            failed = matches!(array, Some(Err(_)));
            array
        });
        let arrays = Box::new(ArrayIterator::new(arrays, field));
        Ok(to_stream_pycapsule(py, arrays, requested_schema)?)
    }

    fn __repr__(&self) -> &'static str {
        if self.aligned {
            "<urlgrep.Rows, read by pyarrow.chunked_array(rows) and polars.Series(rows)>"
        } else {
            "<urlgrep.Rows, read by pyarrow.table(rows), polars.DataFrame(rows) and pandas.DataFrame.from_arrow(rows)>"
        }
    }

    /// The same in smaller arrays, for tests.
    fn _with_limit(&self, py: Python<'_>, limit: usize) -> Rows {
        Rows {
            data: self.data.clone_ref(py),
            opened: Mutex::new(None),
            aligned: self.aligned,
            wanted: self.wanted.clone(),
            extractor: self.extractor.clone(),
            limit,
        }
    }
}

/// The error that a panic becomes.
fn failure(panic: &(dyn Any + Send)) -> ArrowError {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    // The message of an error is a string of C.
    let text = text.unwrap_or("no message").replace('\0', " ");
    ArrowError::ComputeError(format!(
        "the search failed: {text} (the data are no valid Arrow, or urlgrep has a bug)"
    ))
}

/// The URLs of a column of strings or bytes: one row each, with `row`, the number of the string from 0; or with `aligned`, a list
/// column as long as the input. Positions are bytes. `columns` names the columns of a URL that are wanted: without `scheme`, `host`,
/// `domain` and `flaws` it is faster.
#[pyfunction]
#[pyo3(signature = (data, *, aligned = false, columns = None, **options))]
pub(crate) fn extract_arrow(
    data: &Bound<'_, PyAny>,
    aligned: bool,
    columns: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Rows> {
    if !data.hasattr("__arrow_c_array__")? && !data.hasattr("__arrow_c_stream__")? {
        let expected = "a column of Arrow, as `pyarrow.array(texts)` gives it";
        return Err(type_error(expected, data));
    }
    let opened: AnyArray = data.extract()?;
    let field = opened.field()?;
    if !is_text(field.data_type()) {
        return Err(PyTypeError::new_err(format!(
            "expected a column of strings or bytes, not {}",
            other(field.data_type())
        )));
    }
    Ok(Rows {
        data: data.clone().unbind(),
        opened: Mutex::new(Some(opened)),
        aligned,
        wanted: Wanted::new(columns)?,
        extractor: Extractor::with(options, &["aligned", "columns"])?,
        limit: ARRAY,
    })
}

fn is_text(kind: &DataType) -> bool {
    use DataType::{Binary, BinaryView, Dictionary, LargeBinary, LargeUtf8, Null, Utf8, Utf8View};
    match kind {
        Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView | Null => true,
        Dictionary(_, values) => is_text(values),
        _ => false,
    }
}

/// A type that is none of strings, and what to give instead.
fn other(kind: &DataType) -> String {
    use DataType::{Float32, Float64, RunEndEncoded, Struct};
    match kind {
        Struct(_) => "a table; give one column of it: `table[\"body\"]`".to_string(),
        kind if kind.is_list() => {
            format!("{kind}; give the strings of its lists: `explode` makes a row of each")
        }
        RunEndEncoded(..) => format!("{kind}; give `pyarrow.compute.run_end_decode(column)`"),
        Float32 | Float64 => format!(
            "{kind}; pandas has this type where all values are missing: `column.astype(\"string\")`"
        ),
        kind => kind.to_string(),
    }
}

/// The columns of a URL. Numbers are signed: Spark has no others, and an index of pandas is signed too.
fn fields() -> [Field; 8] {
    let flaw = Field::new("item", DataType::Utf8, true);
    [
        Field::new("url", DataType::Utf8, false),
        Field::new("start", DataType::Int64, false),
        Field::new("end", DataType::Int64, false),
        Field::new("form", DataType::Utf8, false),
        Field::new("scheme", DataType::Utf8, false),
        Field::new("host", DataType::Utf8, true),
        Field::new("domain", DataType::Utf8, true),
        Field::new_list("flaws", flaw, false),
    ]
}

/// The columns that are wanted. Those that are not, and that take time, are not computed.
#[derive(Clone)]
struct Wanted {
    fields: Vec<Field>,
    /// Whether URLs are taken apart.
    parts: bool,
    domain: bool,
}

impl Wanted {
    fn new(columns: Option<&Bound<'_, PyAny>>) -> PyResult<Wanted> {
        if let Some(name) = columns.filter(|names| names.is_instance_of::<PyString>()) {
            return Err(type_error("a list of names for `columns`", name));
        }
        let columns: Option<Vec<String>> = columns.map(PyAnyMethods::extract).transpose()?;
        let known = fields();
        let is_wanted = |name: &str| {
            let columns = columns.as_ref();
            columns.is_none_or(|columns| columns.iter().any(|column| column == name))
        };
        let is_known = |name: &&String| known.iter().any(|field| field.name() == *name);
        if let Some(unknown) = columns.iter().flatten().find(|name| !is_known(name)) {
            let names: Vec<_> = known.iter().map(|field| field.name().as_str()).collect();
            return Err(PyValueError::new_err(format!(
                "unknown column '{unknown}'; use some of {}",
                names.join(", ")
            )));
        }
        Ok(Wanted {
            parts: ["scheme", "host", "domain", "flaws"]
                .iter()
                .any(|name| is_wanted(name)),
            domain: is_wanted("domain"),
            fields: known
                .into_iter()
                .filter(|field| is_wanted(field.name()))
                .collect(),
        })
    }
}

/// The search of a column, chunk by chunk.
struct Search {
    extractor: Extractor,
    wanted: Wanted,
    aligned: bool,
    limit: usize,
    /// The number of strings so far.
    row: i64,
    /// The rest of a chunk.
    rest: Option<ArrayRef>,
}

impl Search {
    /// The columns of a row, or of the structs in a list.
    fn fields(&self) -> Fields {
        let row = (!self.aligned).then(|| Field::new("row", DataType::Int64, false));
        row.into_iter()
            .chain(self.wanted.fields.iter().cloned())
            .collect()
    }

    fn field(&self) -> FieldRef {
        let item = DataType::Struct(self.fields());
        Arc::new(if self.aligned {
            Field::new_list("urls", Field::new("item", item, false), true)
        } else {
            // Libraries take a stream of structs for one of record batches.
            Field::new("", item, false)
        })
    }

    /// The URLs of the next chunk, or of a part of it.
    fn next(
        &mut self,
        chunks: &mut impl Iterator<Item = Result<ArrayRef, ArrowError>>,
    ) -> Option<Result<ArrayRef, ArrowError>> {
        let chunk = match self.rest.take() {
            Some(rest) => Ok(rest),
            None => chunks.next()?,
        };
        Some(chunk.and_then(|chunk| {
            if self.aligned {
                self.lists(&chunk)
            } else {
                self.rows(&chunk)
            }
        }))
    }

    fn rows(&mut self, chunk: &ArrayRef) -> Result<ArrayRef, ArrowError> {
        let (mut columns, mut rows) = (Columns::default(), Int64Builder::new());
        let mut found = Vec::new();
        let mut count = 0;
        for text in texts(chunk) {
            let row = self.row + count as i64;
            self.search(text, &mut found);
            columns.add(&found, &self.wanted);
            found.iter().for_each(|_| rows.append_value(row));
            count += 1;
            if !found.is_empty() && columns.size() >= self.limit {
                break;
            }
        }
        self.leave(chunk, count);
        let rows: ArrayRef = Arc::new(rows.finish());
        let arrays = iter::once(rows).chain(columns.finish(&self.wanted));
        Ok(Arc::new(StructArray::try_new(
            self.fields(),
            arrays.collect(),
            None,
        )?))
    }

    fn lists(&mut self, chunk: &ArrayRef) -> Result<ArrayRef, ArrowError> {
        let mut columns = Columns::default();
        let (mut counts, mut valid) = (Vec::new(), Vec::new());
        let mut found = Vec::new();
        for text in texts(chunk) {
            self.search(text, &mut found);
            columns.add(&found, &self.wanted);
            counts.push(found.len());
            valid.push(text.is_some());
            if !found.is_empty() && columns.size() >= self.limit {
                break;
            }
        }
        self.leave(chunk, counts.len());
        let arrays = columns.finish(&self.wanted).collect();
        let items = match self.fields() {
            fields if fields.is_empty() => StructArray::new_empty_fields(counts.iter().sum(), None),
            fields => StructArray::try_new(fields, arrays, None)?,
        };
        let item = Arc::new(Field::new("item", items.data_type().clone(), false));
        let (offsets, valid) = (OffsetBuffer::from_lengths(counts), NullBuffer::from(valid));
        let lists = ListArray::try_new(item, offsets, Arc::new(items), Some(valid))?;
        Ok(Arc::new(lists))
    }

    /// Keeps what comes after so many strings of a chunk.
    fn leave(&mut self, chunk: &ArrayRef, count: usize) {
        self.row += count as i64;
        if count < chunk.len() {
            self.rest = Some(chunk.slice(count, chunk.len() - count));
        }
    }

    /// The URLs of a string. The vector is used again for the next one.
    fn search<'t>(&self, text: Option<&'t [u8]>, found: &mut Vec<Match<'t, [u8]>>) {
        found.clear();
        if let Some(text) = text {
            found.extend(self.extractor.urls.extract_bytes(text));
            self.extractor.resolve(text, found);
        }
    }
}

/// The strings of a chunk; nulls have no text.
fn texts(chunk: &dyn Array) -> Vec<Option<&[u8]>> {
    macro_rules! all {
        ($array:expr) => {
            $array.iter().map(|text| text.map(AsRef::as_ref)).collect()
        };
    }
    match chunk.data_type() {
        DataType::Utf8 => all!(chunk.as_string::<i32>()),
        DataType::LargeUtf8 => all!(chunk.as_string::<i64>()),
        DataType::Utf8View => all!(chunk.as_string_view()),
        DataType::Binary => all!(chunk.as_binary::<i32>()),
        DataType::LargeBinary => all!(chunk.as_binary::<i64>()),
        DataType::BinaryView => all!(chunk.as_binary_view()),
        DataType::Dictionary(..) => {
            let dictionary = chunk.as_any_dictionary();
            let values = texts(dictionary.values().as_ref());
            if values.is_empty() {
                return vec![None; chunk.len()];
            }
            let keys = dictionary.normalized_keys().into_iter().enumerate();
            keys.map(|(i, key)| {
                values
                    .get(key)
                    .copied()
                    .flatten()
                    .filter(|_| chunk.is_valid(i))
            })
            .collect()
        }
        _ => vec![None; chunk.len()],
    }
}

#[derive(Default)]
struct Columns {
    url: StringBuilder,
    start: Int64Builder,
    end: Int64Builder,
    form: StringBuilder,
    scheme: StringBuilder,
    host: StringBuilder,
    domain: StringBuilder,
    flaws: ListBuilder<StringBuilder>,
}

impl Columns {
    fn add(&mut self, found: &[Match<'_, [u8]>], wanted: &Wanted) {
        for m in found {
            let span = m.span();
            self.url.append_value(String::from_utf8_lossy(m.as_bytes()));
            self.start.append_value(span.start as i64);
            self.end.append_value(span.end as i64);
            self.form.append_value(m.form().name());
            if wanted.parts {
                self.add_parts(m, wanted);
            }
        }
    }

    fn add_parts(&mut self, m: &Match<'_, [u8]>, wanted: &Wanted) {
        let string = String::from_utf8_lossy;
        let (url, flaws) = m.url_and_flaws();
        let scheme = url.scheme().unwrap_or_default();
        if scheme.iter().any(u8::is_ascii_uppercase) {
            self.scheme
                .append_value(string(&scheme.to_ascii_lowercase()))
        } else {
            self.scheme.append_value(string(scheme))
        }
        self.host.append_option(url.host().map(string));
        if wanted.domain {
            self.domain.append_option(url.domain().map(string));
        }
        if !flaws.is_empty() {
            let names = flaws.iter().map(|flaw| flaw.name());
            names.for_each(|name| self.flaws.values().append_value(name));
        }
        self.flaws.append(true);
    }

    /// The bytes of the largest column.
    fn size(&mut self) -> usize {
        let flaws = self.flaws.values();
        let columns = [
            &self.url,
            &self.form,
            &self.scheme,
            &self.host,
            &self.domain,
            flaws,
        ];
        let sizes = columns.map(|column| column.values_slice().len());
        sizes.into_iter().max().unwrap_or_default()
    }

    fn finish(mut self, wanted: &Wanted) -> impl Iterator<Item = ArrayRef> {
        let arrays: [ArrayRef; 8] = [
            Arc::new(self.url.finish()),
            Arc::new(self.start.finish()),
            Arc::new(self.end.finish()),
            Arc::new(self.form.finish()),
            Arc::new(self.scheme.finish()),
            Arc::new(self.host.finish()),
            Arc::new(self.domain.finish()),
            Arc::new(self.flaws.finish()),
        ];
        let all = fields().into_iter().zip(arrays);
        all.filter(|(field, _)| wanted.fields.contains(field))
            .map(|(_, array)| array)
    }
}
