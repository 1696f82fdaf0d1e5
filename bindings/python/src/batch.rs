//! The matches of files as record batches of Arrow. All numbers are signed, since Spark has no others.

use std::sync::Arc;

use arrow_array::builder::{
    Int64Builder, ListBuilder, StringBuilder, StructBuilder, TimestampMicrosecondBuilder,
};
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_schema::{DataType, Field, Fields};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use pyo3_arrow::ffi::to_array_pycapsules;

use crate::found::{Match, Origin};

fn segment() -> Fields {
    Fields::from(vec![
        Field::new("start", DataType::Int64, true),
        Field::new("end", DataType::Int64, true),
    ])
}

fn alternative() -> Fields {
    Fields::from(vec![
        Field::new("url", DataType::Utf8, true),
        Field::new("why", DataType::Utf8, true),
    ])
}

/// A record batch with a row for each match; its columns are the attributes of `Match`.
#[pyclass(frozen, module = "urlgrep")]
pub(crate) struct Batch(StructArray);

impl Batch {
    pub(crate) fn new(matches: impl Iterator<Item = Match>) -> Batch {
        let mut columns = Columns::new();
        matches.for_each(|m| columns.add(&m));
        Batch(columns.finish())
    }
}

#[pymethods]
impl Batch {
    /// For libraries that read Arrow: `pyarrow.record_batch(batch)`.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let field = Field::new("", self.0.data_type().clone(), false);
        Ok(to_array_pycapsules(
            py,
            Arc::new(field),
            &self.0,
            requested_schema,
        )?)
    }
}

struct Columns {
    path: StringBuilder,
    message: Int64Builder,
    message_id: StringBuilder,
    date: TimestampMicrosecondBuilder,
    part: StringBuilder,
    field: StringBuilder,
    notation: StringBuilder,
    attribute: StringBuilder,
    line: Int64Builder,
    start: Int64Builder,
    end: Int64Builder,
    segments: ListBuilder<StructBuilder>,
    url: StringBuilder,
    assumed: StringBuilder,
    written: StringBuilder,
    form: StringBuilder,
    scheme: StringBuilder,
    host: StringBuilder,
    domain: StringBuilder,
    flaws: ListBuilder<StringBuilder>,
    alternatives: ListBuilder<StructBuilder>,
}

impl Columns {
    fn new() -> Columns {
        Columns {
            path: StringBuilder::new(),
            message: Int64Builder::new(),
            message_id: StringBuilder::new(),
            date: TimestampMicrosecondBuilder::new().with_timezone("UTC"),
            part: StringBuilder::new(),
            field: StringBuilder::new(),
            notation: StringBuilder::new(),
            attribute: StringBuilder::new(),
            line: Int64Builder::new(),
            start: Int64Builder::new(),
            end: Int64Builder::new(),
            segments: ListBuilder::new(StructBuilder::from_fields(segment(), 0)),
            url: StringBuilder::new(),
            assumed: StringBuilder::new(),
            written: StringBuilder::new(),
            form: StringBuilder::new(),
            scheme: StringBuilder::new(),
            host: StringBuilder::new(),
            domain: StringBuilder::new(),
            flaws: ListBuilder::new(StringBuilder::new()),
            alternatives: ListBuilder::new(StructBuilder::from_fields(alternative(), 0)),
        }
    }

    fn add(&mut self, m: &Match) {
        let string = String::from_utf8_lossy;
        let none = Origin::default();
        let origin = m.origin().unwrap_or(&none);
        let rare = m.rare.as_deref();
        let number = |number: u64| number as i64;
        self.path.append_option(origin.path.as_deref());
        self.message.append_option(origin.message.map(number));
        self.message_id.append_option(origin.message_id.as_deref());
        let micros = origin.date.map(|seconds| seconds * 1_000_000);
        self.date.append_option(micros);
        self.part.append_option(origin.part.as_deref());
        self.field.append_option(origin.field.as_deref());
        self.notation.append_option(origin.notation);
        let attribute = rare.and_then(|rare| rare.attribute.as_deref());
        self.attribute.append_option(attribute);
        self.line.append_option(m.line.map(number));
        self.start.append_value(m.start as i64);
        self.end.append_value(m.end as i64);
        for (start, end) in rare.map_or(&[][..], |rare| &rare.segments) {
            append_struct(self.segments.values(), |i, at: &mut Int64Builder| {
                at.append_value([*start, *end][i] as i64);
            });
        }
        self.segments.append(true);
        self.url.append_value(string(&m.url));
        let assumed = rare.and_then(|rare| rare.assumed.as_deref());
        self.assumed.append_option(assumed.map(string));
        let written = rare.and_then(|rare| rare.written.as_deref());
        self.written.append_option(written.map(string));
        self.form.append_value(m.form);
        let parsed = m.parsed();
        let scheme = parsed.scheme().unwrap_or_default().to_ascii_lowercase();
        self.scheme.append_value(string(&scheme));
        self.host.append_option(parsed.host().map(string));
        self.domain.append_option(parsed.domain().map(string));
        m.flaw_names()
            .for_each(|name| self.flaws.values().append_value(name));
        self.flaws.append(true);
        for other in rare.map_or(&[][..], |rare| &rare.alternatives) {
            let both = [string(&other.url), other.why.as_str().into()];
            append_struct(self.alternatives.values(), |i, text: &mut StringBuilder| {
                text.append_value(&both[i]);
            });
        }
        self.alternatives.append(true);
    }

    fn finish(mut self) -> StructArray {
        let columns: [(&str, ArrayRef); 21] = [
            ("path", Arc::new(self.path.finish())),
            ("message", Arc::new(self.message.finish())),
            ("message_id", Arc::new(self.message_id.finish())),
            ("date", Arc::new(self.date.finish())),
            ("part", Arc::new(self.part.finish())),
            ("field", Arc::new(self.field.finish())),
            ("notation", Arc::new(self.notation.finish())),
            ("attribute", Arc::new(self.attribute.finish())),
            ("line", Arc::new(self.line.finish())),
            ("start", Arc::new(self.start.finish())),
            ("end", Arc::new(self.end.finish())),
            ("segments", Arc::new(self.segments.finish())),
            ("url", Arc::new(self.url.finish())),
            ("assumed", Arc::new(self.assumed.finish())),
            ("written", Arc::new(self.written.finish())),
            ("form", Arc::new(self.form.finish())),
            ("scheme", Arc::new(self.scheme.finish())),
            ("host", Arc::new(self.host.finish())),
            ("domain", Arc::new(self.domain.finish())),
            ("flaws", Arc::new(self.flaws.finish())),
            ("alternatives", Arc::new(self.alternatives.finish())),
        ];
        let field = |name, column: &ArrayRef| Field::new(name, column.data_type().clone(), true);
        let fields = columns.iter().map(|(name, column)| field(*name, column));
        let fields = Fields::from_iter(fields);
        let columns = columns.into_iter().map(|(_, column)| column).collect();
        StructArray::new(fields, columns, None)
    }
}

/// Appends a struct of two fields of one type.
fn append_struct<B: arrow_array::builder::ArrayBuilder>(
    builder: &mut StructBuilder,
    mut append: impl FnMut(usize, &mut B),
) {
    for i in 0..2 {
        if let Some(field) = builder.field_builder::<B>(i) {
            append(i, field);
        }
    }
    builder.append(true);
}
