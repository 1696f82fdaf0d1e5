//! Objects of JSON whose texts need not be UTF-8. Such a text stands beside in base64, under its name and `_bytes`.

use std::borrow::Cow;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;
use serde_json::{Value, json};

use crate::visible::lossy;

/// An object: its keys and values in order. No key occurs twice.
#[derive(Default)]
pub(crate) struct JsonObject(pub(crate) Vec<(Cow<'static, str>, Value)>);

impl JsonObject {
    pub(crate) fn put(&mut self, name: impl Into<Cow<'static, str>>, value: impl Into<Value>) {
        self.0.push((name.into(), value.into()));
    }

    /// `shape` makes a value of strings that it gets by its argument.
    fn put_text(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        utf8: bool,
        shape: impl Fn(fn(&[u8]) -> Value) -> Value,
    ) {
        let name = name.into();
        self.put(name.clone(), shape(|bytes| lossy(bytes).into()));
        if !utf8 {
            let bytes = shape(|bytes| BASE64_STANDARD.encode(bytes).into());
            self.put(format!("{name}_bytes"), bytes);
        }
    }

    pub(crate) fn text(&mut self, name: impl Into<Cow<'static, str>>, bytes: &[u8]) {
        self.put_text(name, is_utf8(bytes), |show| show(bytes));
    }

    /// A part that is left out if it is absent.
    pub(crate) fn if_present(&mut self, name: &'static str, bytes: Option<&[u8]>) {
        if let Some(bytes) = bytes {
            self.text(name, bytes);
        }
    }

    /// A part that may be absent: `null` then.
    pub(crate) fn optional(&mut self, name: &'static str, bytes: Option<&[u8]>) {
        match bytes {
            Some(bytes) => self.text(name, bytes),
            None => self.put(name, Value::Null),
        }
    }

    pub(crate) fn list(&mut self, name: &'static str, list: &[Cow<'_, [u8]>]) {
        let utf8 = list.iter().all(|part| is_utf8(part));
        self.put_text(name, utf8, |show| {
            list.iter().map(|part| show(part)).collect()
        });
    }

    pub(crate) fn pairs(&mut self, name: &'static str, pairs: &[Pair<'_>]) {
        let utf8 = pairs
            .iter()
            .all(|(name, value)| is_utf8(name) && is_utf8(value));
        self.put_text(name, utf8, |show| {
            let pairs = pairs.iter();
            pairs
                .map(|(name, value)| json!([show(name), show(value)]))
                .collect()
        });
    }
}

impl Serialize for JsonObject {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl From<JsonObject> for Value {
    fn from(object: JsonObject) -> Value {
        let pairs = object.0.into_iter();
        pairs
            .map(|(name, value)| (name.into_owned(), value))
            .collect()
    }
}

type Pair<'u> = (Cow<'u, [u8]>, Cow<'u, [u8]>);

fn is_utf8(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).is_ok()
}
