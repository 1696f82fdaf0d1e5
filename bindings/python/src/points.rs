//! Positions in a `str` of Python, which counts code points, from positions in its bytes.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::extractor::detached;

/// The bytes of a `str` with lone surrogates. Those that stand for bytes (`surrogateescape`) are these bytes, all others are U+FFFD.
pub(crate) struct Escaped {
    pub(crate) bytes: Vec<u8>,
    /// Where bytes of surrogates stand that look as if they continue a character.
    lone: Vec<usize>,
}

impl Escaped {
    /// From UTF-8 with surrogates.
    fn new(text: &[u8]) -> Escaped {
        let (mut bytes, mut lone) = (Vec::with_capacity(text.len()), Vec::new());
        let mut rest = text;
        loop {
            // U+D800 to U+DFFF.
            let at = rest.windows(3).position(|b| b[0] == 0xed && b[1] >= 0xa0);
            let Some(at) = at else {
                bytes.extend(rest);
                return Escaped { bytes, lone };
            };
            bytes.extend(&rest[..at]);
            let unit =
                0xd000 | u32::from(rest[at + 1] & 0x3f) << 6 | u32::from(rest[at + 2] & 0x3f);
            match unit {
                0xdc80..=0xdcff => {
                    let byte = unit as u8;
                    if is_continuation(byte) {
                        lone.push(bytes.len());
                    }
                    bytes.push(byte);
                }
                _ => bytes.extend("\u{fffd}".as_bytes()),
            }
            rest = &rest[at + 3..];
        }
    }
}

/// The bytes of a `str`.
pub(crate) enum Utf8<'a> {
    Str(&'a str),
    Other(Escaped),
}

impl<'a> Utf8<'a> {
    pub(crate) fn of(text: &'a Bound<'_, PyString>) -> PyResult<Utf8<'a>> {
        match text.to_str() {
            Ok(text) => Ok(Utf8::Str(text)),
            Err(_) => {
                let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
                let bytes: &[u8] = bytes.extract()?;
                let escaped = detached(text.py(), bytes.len(), || Escaped::new(bytes));
                Ok(Utf8::Other(escaped))
            }
        }
    }

    pub(crate) fn into_bytes(self) -> Cow<'a, [u8]> {
        match self {
            Utf8::Str(text) => text.as_bytes().into(),
            Utf8::Other(escaped) => escaped.bytes.into(),
        }
    }
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// Counts code points up to positions that mostly ascend.
#[derive(Clone)]
pub(crate) struct Points<'t> {
    /// None if each byte is a code point.
    text: Option<&'t [u8]>,
    /// Bytes that continue no character.
    lone: &'t [usize],
    byte: usize,
    point: usize,
}

impl<'t> Points<'t> {
    /// Those of bytes, which are counted as they are.
    pub(crate) const BYTES: Points<'static> = Points {
        text: None,
        lone: &[],
        byte: 0,
        point: 0,
    };

    /// Those of a text with so many code points.
    pub(crate) fn of_str(text: &'t [u8], len: usize) -> Points<'t> {
        let text = (len < text.len()).then_some(text);
        Points {
            text,
            ..Points::BYTES
        }
    }

    pub(crate) fn of_escaped(text: &'t Escaped, len: usize) -> Points<'t> {
        Points {
            lone: &text.lone,
            ..Points::of_str(&text.bytes, len)
        }
    }

    /// The code points before the byte at `at`.
    pub(crate) fn before(&mut self, at: usize) -> usize {
        let Some(text) = self.text else {
            return at;
        };
        let count = |bytes: &[u8]| bytes.iter().filter(|&&b| !is_continuation(b)).count();
        if at >= self.byte {
            self.point += count(&text[self.byte..at])
        } else {
            self.point -= count(&text[at..self.byte])
        }
        self.byte = at;
        self.point + self.lone.partition_point(|&lone| lone < at)
    }
}
