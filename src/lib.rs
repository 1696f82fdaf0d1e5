//! Finds URLs in free text: mail, news, documentation.
//!
//! The appendix of RFC 1738 (December 1994) recommends how to write URLs in text. They stand in `<URL:…>`. A long URL is broken
//! over several lines, and the reader ignores the white space. A hyphen at a line break may or may not belong to the URL. This
//! library understands that form, also after the `> ` of quoted mail, and it finds bare URLs.
//!
//! ```
//! let text = "> It's under <URL:ftp://info.cern.ch/pub/www/doc;\n> type=d>, or see http://www.w3.org/.";
//! let urls: Vec<_> = urlgrep::extract(text).map(|m| m.as_str().to_owned()).collect();
//! assert_eq!(urls, ["ftp://info.cern.ch/pub/www/doc;type=d", "http://www.w3.org/"]);
//! ```
//!
//! # Where to begin
//!
//! | task | item |
//! |---|---|
//! | find the URLs of a string | [`extract`] |
//! | the same with options, or in bytes | [`Extractor`] |
//! | replace URLs | [`replace_all`] |
//! | write `hxxp://a[.]org` and turn it back | [`url::defang`], [`refang`] |
//! | where a rewritten link leads (SafeLinks, Proofpoint) | [`url::unwrap`] |
//! | decide hyphens at line breaks | [`resolve_hyphens`] |
//! | why a URL ends where it does | [`explain_match`] |
//! | take a URL apart | [`url::parse_str`]; [`url::Url`] if wrong URLs are errors |
//! | write a URL from its parts | [`url::Url::build`] |
//! | decode mail, news, HTML and other formats | `mail`, with feature `mail` |
//! | read files, directories and archives | `files`, with feature `files` |
//! | check the URLs of documents | `lint`, with feature `lint` |
//!
//! Positions are bytes, counted from 0, and ranges are half-open. A range of a [`Match`] is one of its text; a [`Map`] leads from a
//! decoded [`Text`] to its file.
//!
//! Finding and parsing never fail. The [`Flaws`] of a URL name its faults, and a [`Profile`] says which flaws it refuses.
//! Errors are for options, for files, and for conversions such as `FromStr`.
//!
//! The library does no I/O and starts no thread, except in feature `files`. It prints nothing and never panics, whatever the input.
//! Without features it depends on `memchr`, `aho-corasick` and `smallvec` only. The default feature `cli` is for the command, so a
//! program turns it off with `default-features = false`.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
mod name;

mod character;
mod class;
#[cfg(feature = "mail")]
mod container;
#[cfg(any(feature = "url", feature = "http"))]
mod convert;
#[cfg(feature = "mail")]
mod decode;
#[cfg(feature = "lint")]
pub mod document;
mod domain;
mod explain;
mod extent;
mod extract;
#[cfg(feature = "files")]
pub mod files;
mod flaw;
mod folds;
mod grammar;
mod haystack;
mod hyphens;
mod label;
#[cfg(feature = "lint")]
pub mod lint;
mod matched;
#[cfg(feature = "mail")]
mod notation;
mod options;
mod profile;
mod replace;
mod rewritten;
mod scan;
#[cfg(feature = "serde")]
mod serialize;
mod simd;
mod span;
mod text;
#[cfg(feature = "mail")]
mod unread;
pub mod url;
mod why;
mod wrap;

#[cfg(feature = "mail")]
pub mod mail {
    //! Containers of mail and news: from a file's bytes to the texts in it.
    //!
    //! The URLs of a mailbox in memory, each with the sender and the date of its message, and with its bytes in the file:
    //!
    //! ```
    //! use urlgrep::{Extractor, mail};
    //! let file = b"From: joe@x.org\nDate: 3 Jan 94 12:00 GMT\nContent-Transfer-Encoding: base64\n\naHR0cDovL2EuYi8=\n";
    //! let urls = Extractor::default();
    //! for text in mail::detect(file).texts(file, 0) {
    //!     let head = &file[text.place.head.clone()];
    //!     for m in urls.extract_text(&text) {
    //!         assert_eq!(m.to_string(), "http://a.b/");
    //!         assert_eq!(mail::field(head, "From").as_deref(), Some("joe@x.org"));
    //!         assert_eq!(mail::date(head), Some(757_598_400)); // seconds since 1970
    //!         let bytes: Vec<_> = m.segments().flat_map(|at| text.map.segments(at)).collect();
    //!         assert_eq!(bytes, [76..91]);
    //!     }
    //! }
    //! ```
    //!
    //! With feature `files`, `files::extract_paths` reads mailboxes of any size in the same way.
    pub use crate::container::{
        AlternativePart, Container, Declared, HEAD, Selection, Texts, by_name, date, detect,
        detect_file, field, message_id, names, with_line_feeds,
    };
    pub use crate::unread::Unread;
}

pub use explain::{explain_match, explain_place, explain_reading};
pub use extract::{Builder, Extractor, Matches, extract};
pub use flaw::{Flaw, FlawAt, Flaws, FlawsIter};
pub use haystack::Haystack;
pub use hyphens::{HyphenEvidence, resolve_hyphens};
pub use label::link_label;
pub use matched::{Alternative, Match};
pub use name::UnknownName;
pub use options::{Hyphen, Join};
pub use profile::{Profile, Refused};
pub use replace::{refang, refang_bytes, replace_all};
pub use scan::Form;
pub use simd::Engine;
pub use text::{Damage, Map, Markup, Place, Text};
pub use why::Why;
pub use wrap::{wrap, wrap_bytes};

/// The examples of the documents are tests too.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../README.md")]
    mod readme {}
    #[doc = include_str!("../docs/library.md")]
    mod library {}
}
