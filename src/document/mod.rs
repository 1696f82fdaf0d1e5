//! Documents: what kind a file is, and where in it prose, code and links stand. For the linter.
//!
//! URLs are found in the raw source of a document as in any text; its [`Mask`] only says where each of them stands. So no
//! markup, however broken, can lose one.
//!
//! ```
//! use urlgrep::document::{Kind, Role};
//! let source = b"See <http://a.org/> and `http://b.org/`.";
//! let mask = Kind::of("readme.md".as_ref(), source).mask(source);
//! assert_eq!(mask.role(5), Role::Autolink);
//! assert_eq!(mask.role(25), Role::Code);
//! ```

mod asciidoc;
mod html;
mod kind;
mod lines;
mod man;
mod markdown;
mod mask;
mod roff;
mod rst;
mod source;

pub use kind::Kind;
pub use mask::{Link, Mask, Role};
pub(crate) use roff::read as roff;
pub use source::Language;
