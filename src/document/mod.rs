//! Documents: their type, and where they contain prose, code and links. Used by the linter. Their formats are the notations that a
//! search uses too.
//!
//! URLs are found in the raw source of a document, as in any text. The [`Mask`] only gives the context of each of them. So
//! broken markup cannot hide a URL.
//!
//! ```
//! use urlgrep::document::{Kind, Role};
//! let source = b"See <http://a.org/> and `http://b.org/`.";
//! let mask = Kind::detect("readme.md".as_ref(), source).mask(source);
//! assert_eq!(mask.role(5), Role::Autolink);
//! assert_eq!(mask.role(25), Role::Code);
//! ```

mod anchors;
mod kind;
mod language;

pub use crate::notation::mask::{Link, Mask, Role};
pub use anchors::anchors;
pub(crate) use anchors::{includes_others, myst_label};
pub use kind::{Format, Kind};
pub use language::Language;
