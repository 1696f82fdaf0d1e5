//! The matches of files as record batches of Arrow. All numbers are signed, since Spark has no others.

use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, Int64Builder, ListBuilder, StringBuilder, StructBuilder};
use arrow_array::{
    Array, ArrayRef, Int64Array, StringArray, StructArray, TimestampMicrosecondArray,
};
use arrow_schema::{DataType, Field, Fields};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use pyo3_arrow::ffi::to_array_pycapsules;
use urlgrep::url::Url;

use crate::found::{Match, Origin, Rare};

/// So many bytes of text end a batch. The path and the Message-ID are repeated in each row, and an array of strings has at most 2 GiB.
const TEXT: usize = 64 << 20;
/// And so many rows: each takes about a kilobyte while the batch is made.
const ROWS: usize = 1 << 16;

/// A record batch with a row for each match; its columns are the attributes of `Match`.
#[pyclass(frozen, module = "urlgrep")]
pub(crate) struct Batch(StructArray);

impl Batch {
    /// Takes matches until they are many or their text is long.
    pub(crate) fn new(from: impl Iterator<Item = Match>) -> Batch {
        let (mut matches, mut text) = (Vec::new(), 0);
        for m in from {
            text += text_len(&m);
            matches.push(m);
            if text >= TEXT || matches.len() == ROWS {
                break;
            }
        }
        let rows: Vec<Row<'_>> = matches.iter().map(Row::new).collect();
        let (names, columns): (Vec<_>, Vec<_>) = columns(&rows).into_iter().unzip();
        let field =
            |(name, column): (&str, &ArrayRef)| Field::new(name, column.data_type().clone(), true);
        let fields = names.into_iter().zip(&columns).map(field);
        Batch(StructArray::new(fields.collect(), columns, None))
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

/// The bytes of those texts of a match that may be long; its host and the like are part of its URL.
fn text_len(m: &Match) -> usize {
    fn len<T: AsRef<[u8]>>(text: Option<T>) -> usize {
        text.map_or(0, |text| text.as_ref().len())
    }
    let origin = m.origin().map_or(0, |origin| {
        let texts = [&origin.message_id, &origin.part, &origin.field];
        let texts = texts.map(|text| len(text.as_deref()));
        len(origin.path.as_deref()) + texts.iter().sum::<usize>()
    });
    let rare = m.rare.as_deref().map_or(0, |rare| {
        let others = rare.alternatives.iter().map(|other| other.url.len());
        len(rare.assumed.as_deref())
            + len(rare.written.as_deref())
            + len(rare.attribute.as_deref())
            + others.sum::<usize>()
    });
    m.url.len() + origin + rare
}

/// A match, and what several columns need of it.
struct Row<'m> {
    m: &'m Match,
    origin: Option<&'m Origin>,
    rare: Option<&'m Rare>,
    url: Url<'m, [u8]>,
}

impl<'m> Row<'m> {
    fn new(m: &'m Match) -> Row<'m> {
        Row {
            m,
            origin: m.origin(),
            rare: m.rare.as_deref(),
            url: m.parsed(),
        }
    }
}

/// All columns with their names.
fn columns(rows: &[Row<'_>]) -> [(&'static str, ArrayRef); 22] {
    let text = String::from_utf8_lossy;
    [
        (
            "path",
            strings(rows, |row| row.origin?.path.as_deref().map(text)),
        ),
        ("message", numbers(rows, |row| row.origin?.message)),
        (
            "message_id",
            strings(rows, |row| row.origin?.message_id.as_deref()),
        ),
        ("date", dates(rows)),
        ("part", strings(rows, |row| row.origin?.part.as_deref())),
        ("field", strings(rows, |row| row.origin?.field.as_deref())),
        ("notation", strings(rows, |row| row.origin?.notation)),
        (
            "attribute",
            strings(rows, |row| row.rare?.attribute.as_deref()),
        ),
        ("line", numbers(rows, |row| row.m.line)),
        ("column", numbers(rows, |row| row.origin?.column)),
        ("start", numbers(rows, |row| Some(row.m.start as u64))),
        ("end", numbers(rows, |row| Some(row.m.end as u64))),
        ("segments", segments(rows)),
        ("url", strings(rows, |row| Some(text(&row.m.url)))),
        (
            "assumed",
            strings(rows, |row| row.rare?.assumed.as_deref().map(text)),
        ),
        (
            "written",
            strings(rows, |row| row.rare?.written.as_deref().map(text)),
        ),
        ("form", strings(rows, |row| Some(row.m.form))),
        ("scheme", strings(rows, |row| Some(scheme(row)))),
        ("host", strings(rows, |row| row.url.host().map(text))),
        ("domain", strings(rows, |row| row.url.domain().map(text))),
        ("flaws", flaws(rows)),
        ("alternatives", alternatives(rows)),
    ]
}

fn strings<'r, S: AsRef<str>>(
    rows: &'r [Row<'_>],
    value: impl Fn(&'r Row<'_>) -> Option<S>,
) -> ArrayRef {
    Arc::new(rows.iter().map(value).collect::<StringArray>())
}

fn numbers(rows: &[Row<'_>], value: impl Fn(&Row<'_>) -> Option<u64>) -> ArrayRef {
    let values = rows.iter().map(|row| Some(value(row)? as i64));
    Arc::new(values.collect::<Int64Array>())
}

fn dates(rows: &[Row<'_>]) -> ArrayRef {
    let micros = rows.iter().map(|row| Some(row.origin?.date? * 1_000_000));
    let dates: TimestampMicrosecondArray = micros.collect();
    Arc::new(dates.with_timezone("UTC"))
}

fn scheme(row: &Row<'_>) -> String {
    let scheme = row.url.scheme().unwrap_or_default();
    String::from_utf8_lossy(scheme).to_ascii_lowercase()
}

fn flaws(rows: &[Row<'_>]) -> ArrayRef {
    let mut lists = ListBuilder::new(StringBuilder::new());
    for row in rows {
        lists.append_value(row.m.flaw_names().map(Some));
    }
    Arc::new(lists.finish())
}

fn segments(rows: &[Row<'_>]) -> ArrayRef {
    structs(
        rows,
        [("start", DataType::Int64), ("end", DataType::Int64)],
        |row| row.rare.map_or(&[][..], |rare| &rare.segments),
        |field: &mut Int64Builder, (start, end), i| field.append_value([*start, *end][i] as i64),
    )
}

fn alternatives(rows: &[Row<'_>]) -> ArrayRef {
    structs(
        rows,
        [("url", DataType::Utf8), ("why", DataType::Utf8)],
        |row| row.rare.map_or(&[][..], |rare| &rare.alternatives),
        |field: &mut StringBuilder, other, i| match i {
            0 => field.append_value(String::from_utf8_lossy(&other.url)),
            _ => field.append_value(&other.why),
        },
    )
}

/// A column of lists. Their items are structs of two fields with one type, which `append` writes.
fn structs<'r, T: 'r, B: ArrayBuilder>(
    rows: &'r [Row<'_>],
    fields: [(&str, DataType); 2],
    items: impl Fn(&'r Row<'_>) -> &'r [T],
    append: impl Fn(&mut B, &T, usize),
) -> ArrayRef {
    let fields = fields.map(|(name, kind)| Field::new(name, kind, true));
    let structs = StructBuilder::from_fields(Fields::from_iter(fields), 0);
    let mut lists = ListBuilder::new(structs);
    for row in rows {
        for item in items(row) {
            let structs = lists.values();
            for i in 0..2 {
                if let Some(field) = structs.field_builder(i) {
                    append(field, item, i);
                }
            }
            structs.append(true);
        }
        lists.append(true);
    }
    Arc::new(lists.finish())
}
