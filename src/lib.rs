//! Takes URLs out of free text: mail, news, documentation.
//!
//! RFC 1738 (December 1994) recommends in its appendix how URLs stand in text: wrapped in `<URL:…>`, broken over lines where
//! they are long, the white space to be ignored, a hyphen at a break in doubt. This library reads them so, also through the
//! `> ` of quoted mail, and bare URLs as a careful reader would take them.
//!
//! ```
//! let text = "> It's under <URL:ftp://info.cern.ch/pub/www/doc;\n> type=d>, or see http://www.w3.org/.";
//! let urls: Vec<_> = urlgrep::extract(text).map(|m| m.as_str().to_owned()).collect();
//! assert_eq!(urls, ["ftp://info.cern.ch/pub/www/doc;type=d", "http://www.w3.org/"]);
//! ```
//!
//! The way of the data is `text → scan → candidate → readings → parse → match`, a module each; ARCHITECTURE.md draws it.
//! Nothing here does I/O, prints, starts a thread or panics on any input.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod character;
mod class;
#[cfg(feature = "mail")]
mod container;
#[cfg(feature = "mail")]
mod decode;
#[cfg(feature = "lint")]
pub mod document;
mod domain;
mod extent;
mod extract;
mod flaw;
mod grammar;
mod hyphens;
#[cfg(feature = "lint")]
pub mod lint;
mod matched;
mod notation;
mod options;
mod profile;
mod scan;
mod simd;
mod span;
mod text;
pub mod url;

#[cfg(feature = "mail")]
pub mod mail {
    //! Containers of mail and news: from a file's bytes to the texts in it.
    pub use crate::container::*;
}

pub use extent::Why;
pub use extract::{Builder, Extractor, Matches, extract};
pub use flaw::{Flaw, FlawAt, Flaws};
pub use hyphens::{HyphenEvidence, resolve_hyphens};
pub use matched::{Alternative, Haystack, Match};
pub use options::{Hyphen, Join};
pub use profile::Profile;
pub use scan::Form;
pub use simd::Engine;
pub use text::{Damage, Map, Markup, Place, Text};
