//! Notes of a notation on a text, in addition to its bytes. Positions are those of the text.

use std::borrow::Cow;
use std::ops::Range;

use crate::flaw::Flaws;
use crate::span::containing;

/// The notes of one text, each kind in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Notes {
    /// Characters that look like markup but were written as character references: `&lt;`, `&quot;`.
    pub(crate) escaped_markup: Vec<usize>,
    pub(crate) values: Vec<Value>,
    /// What relative URLs of the text are relative to, if it says so itself (`<base href>`).
    pub(crate) base: Option<Box<[u8]>>,
    /// Where no name is a URL without its scheme.
    pub(crate) code: Vec<Range<usize>>,
}

/// A value that is a URL as a whole: nothing is trimmed at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    pub(crate) at: Range<usize>,
    /// The name of the attribute, in lower case; empty if it is a link of another notation.
    pub(crate) attribute: Cow<'static, str>,
    /// The scheme that is meant where none is written, with its colon.
    pub(crate) assumed: &'static str,
    /// Whether it is relative to a base.
    pub(crate) relative: bool,
    /// The URL as written, if it was repaired.
    pub(crate) written: Option<Box<[u8]>>,
    /// The flaws that were repaired.
    pub(crate) flaws: Flaws,
}

impl Value {
    /// The target of a link, as it is written.
    #[cfg(feature = "mail")]
    pub(crate) fn target(at: Range<usize>) -> Value {
        Value {
            at,
            attribute: Cow::Borrowed(""),
            assumed: "",
            relative: false,
            written: None,
            flaws: Flaws::NONE,
        }
    }
}

impl Notes {
    /// Whether the byte at `at` is in code.
    pub(crate) fn is_code(&self, at: usize) -> bool {
        containing(&self.code, at, |code| code).is_some()
    }
}
