//! Parts of a text as they were before another notation, or a writer who made URLs harmless, changed them. Each is written through a
//! [`Rewrite`](crate::text::Rewrite), and its URL is read by the rules of any other.

mod defanged;
mod escaped;
mod host;

pub(crate) use defanged::refanged;
pub(crate) use escaped::{is_escape, unescaped};
pub(crate) use host::{has_mark_in_host, has_mark_in_name, spelled};

use crate::text::Map;

/// How many URLs one may hold (`hxxp://a.org/?u=hxxp://b.org/`), so that the work stays bounded.
const MAX_INNER: usize = 4;

/// A part of a text, rewritten.
pub(crate) struct Rewritten {
    /// Where it begins in the text, and the map to that.
    pub(crate) begin: usize,
    pub(crate) map: Map,
    pub(crate) text: Vec<u8>,
}
