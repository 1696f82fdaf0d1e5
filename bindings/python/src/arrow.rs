//! `extract_arrow`: columns of strings from and to any library with the PyCapsule interface of Arrow, without a copy of the text.

use std::sync::{Arc, Mutex};

use arrow_array::builder::{ListBuilder, StringBuilder, UInt32Builder, UInt64Builder};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch, RecordBatchReader, StructArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3_arrow::ffi::{ArrayIterator, ArrayReader};
use pyo3_arrow::input::AnyArray;
use pyo3_arrow::{PyArrayReader, PyRecordBatchReader};

use crate::extractor::Extractor;

/// Record batches, or a list column: what `extract_arrow` gives. Each time that a library reads it, the strings are searched anew, batch by
/// batch.
#[pyclass(frozen, module = "urlgrep")]
pub(crate) struct Rows {
    data: Py<PyAny>,
    /// `data` as it was first opened: a stream cannot be opened twice.
    opened: Mutex<Option<AnyArray>>,
    aligned: bool,
    extractor: Extractor,
}

#[pymethods]
impl Rows {
    /// For libraries that read Arrow: `pyarrow.table(rows)`, `polars.DataFrame(rows)`.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let opened = self.opened.lock().ok().and_then(|mut opened| opened.take());
        let data = match opened {
            Some(data) => data,
            None => self.data.bind(py).extract()?,
        };
        let batches = Batches {
            chunks: data.into_reader()?,
            extractor: self.extractor.clone(),
            row: 0,
            schema: Arc::new(Schema::new(fields(true))),
        };
        let stream = match self.aligned {
            true => Bound::new(py, batches.into_lists())?.into_any(),
            false => Bound::new(py, PyRecordBatchReader::new(Box::new(batches)))?.into_any(),
        };
        stream.call_method1("__arrow_c_stream__", (requested_schema,))
    }
}

/// The URLs of a column of strings or bytes: one row each, with `row`, the number of the string from 0; or with `aligned`, a list
/// column as long as the input. Positions are bytes.
#[pyfunction]
#[pyo3(signature = (data, *, aligned = false, **options))]
pub(crate) fn extract_arrow(
    data: &Bound<'_, PyAny>,
    aligned: bool,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Rows> {
    let opened: AnyArray = data.extract()?;
    let field = opened.field()?;
    if !is_text(field.data_type()) {
        return Err(PyTypeError::new_err(format!(
            "expected a column of strings or bytes, not {}",
            field.data_type()
        )));
    }
    Ok(Rows {
        data: data.clone().unbind(),
        opened: Mutex::new(Some(opened)),
        aligned,
        extractor: Extractor::with(options)?,
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

fn fields(with_row: bool) -> Vec<FieldRef> {
    let field = |name: &str, kind, nullable| Arc::new(Field::new(name, kind, nullable));
    let flaw = Field::new("item", DataType::Utf8, true);
    let mut fields = vec![
        field("url", DataType::Utf8, false),
        field("start", DataType::UInt32, false),
        field("end", DataType::UInt32, false),
        field("form", DataType::Utf8, false),
        field("scheme", DataType::Utf8, false),
        field("host", DataType::Utf8, true),
        field("domain", DataType::Utf8, true),
        field("flaws", DataType::List(Arc::new(flaw)), false),
    ];
    if with_row {
        fields.insert(0, field("row", DataType::UInt64, false));
    }
    fields
}

/// The batches of a column: one for each of its chunks.
struct Batches {
    chunks: Box<dyn ArrayReader + Send>,
    extractor: Extractor,
    row: u64,
    schema: SchemaRef,
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let chunk = self.chunks.next()?;
        Some(chunk.and_then(|chunk| self.batch(&chunk)))
    }
}

impl Batches {
    /// A list column instead.
    fn into_lists(mut self) -> PyArrayReader {
        let item = Field::new("item", DataType::Struct(fields(false).into()), false);
        let field = Arc::new(Field::new("urls", DataType::List(Arc::new(item)), true));
        let lists = std::iter::from_fn(move || {
            let chunk = self.chunks.next()?;
            Some(chunk.and_then(|chunk| self.lists(&chunk)))
        });
        PyArrayReader::new(Box::new(ArrayIterator::new(lists, field)))
    }

    fn batch(&mut self, chunk: &ArrayRef) -> Result<RecordBatch, ArrowError> {
        let mut columns = Columns::default();
        let first = self.row;
        for (row, text) in (first..).zip(texts(chunk)) {
            let count = text.map_or(0, |text| columns.add(&self.extractor, text));
            (0..count).for_each(|_| columns.row.append_value(row));
        }
        self.row += chunk.len() as u64;
        let mut arrays = columns.finish();
        arrays.insert(0, Arc::new(columns.row.finish()));
        RecordBatch::try_new(self.schema(), arrays)
    }

    fn lists(&mut self, chunk: &ArrayRef) -> Result<ArrayRef, ArrowError> {
        let mut columns = Columns::default();
        let (mut counts, mut valid) = (
            Vec::with_capacity(chunk.len()),
            Vec::with_capacity(chunk.len()),
        );
        for text in texts(chunk) {
            counts.push(text.map_or(0, |text| columns.add(&self.extractor, text)));
            valid.push(text.is_some());
        }
        let items = StructArray::try_new(fields(false).into(), columns.finish(), None)?;
        let item = Arc::new(Field::new("item", items.data_type().clone(), false));
        let offsets = OffsetBuffer::from_lengths(counts);
        let valid = NullBuffer::from(valid);
        Ok(Arc::new(ListArray::try_new(
            item,
            offsets,
            Arc::new(items),
            Some(valid),
        )?))
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
    row: UInt64Builder,
    url: StringBuilder,
    start: UInt32Builder,
    end: UInt32Builder,
    form: StringBuilder,
    scheme: StringBuilder,
    host: StringBuilder,
    domain: StringBuilder,
    flaws: ListBuilder<StringBuilder>,
}

impl Columns {
    /// Adds the URLs of a text; their number.
    fn add(&mut self, extractor: &Extractor, text: &[u8]) -> usize {
        let mut matches = extractor.urls.extract_bytes(text);
        let Some(first) = matches.next() else {
            return 0;
        };
        let mut found: Vec<_> = std::iter::once(first).chain(matches).collect();
        if extractor.resolves {
            urlgrep::resolve_hyphens(&mut found);
        }
        for m in &found {
            let span = m.span();
            let parsed = m.url();
            let string = String::from_utf8_lossy;
            self.url.append_value(string(m.as_bytes()));
            self.start.append_value(span.start as u32);
            self.end.append_value(span.end as u32);
            self.form.append_value(m.form().name());
            let scheme = parsed.scheme().unwrap_or_default().to_ascii_lowercase();
            self.scheme.append_value(string(&scheme));
            self.host.append_option(parsed.host().map(string));
            self.domain.append_option(parsed.domain().map(string));
            for flaw in m.flaws().iter() {
                self.flaws.values().append_value(flaw.name());
            }
            self.flaws.append(true);
        }
        found.len()
    }

    fn finish(&mut self) -> Vec<ArrayRef> {
        vec![
            Arc::new(self.url.finish()),
            Arc::new(self.start.finish()),
            Arc::new(self.end.finish()),
            Arc::new(self.form.finish()),
            Arc::new(self.scheme.finish()),
            Arc::new(self.host.finish()),
            Arc::new(self.domain.finish()),
            Arc::new(self.flaws.finish()),
        ]
    }
}
