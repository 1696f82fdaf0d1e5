//! Productions of RFC 1738 section 5 that several schemes share: addresses, escapes, hosts, logins. They take bytes and give ranges and
//! flaws. A production never fails. It reports what deviates from section 5, and where. The profile decides whether that matters.
//!
//! The other files answer what extraction asks of a few bytes: brackets, closing punctuation, names of hosts in prose, the endings of
//! languages, holes of templates, coded characters, markup, identifiers of articles in serials. They report nothing.

pub(crate) mod addr_spec;
pub(crate) mod brackets;
pub(crate) mod coded;
pub(crate) mod ending;
pub(crate) mod escape;
pub(crate) mod hole;
pub(crate) mod host;
pub(crate) mod hostname;
pub(crate) mod login;
pub(crate) mod markup;
pub(crate) mod sici;
pub(crate) mod tail;
