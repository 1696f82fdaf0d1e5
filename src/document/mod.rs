//! Documents: their type, and where they contain prose, code and links. Used by the linter.
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
mod asciidoc;
mod html;
mod kind;
mod lines;
mod man;
mod markdown;
mod mask;
mod org;
mod rst;
mod source;
mod tex;
mod texinfo;

pub use anchors::anchors;
pub use kind::Kind;
pub use mask::{Link, Mask, Role};
pub use source::Language;

/// The role of the first occurrence of `at` in `document`.
#[cfg(test)]
fn role_of(mask: impl Fn(&[u8]) -> Mask, document: &str, at: &str) -> Role {
    let at = document.find(at).expect("the document contains it");
    mask(document.as_bytes()).role(at)
}
