//! The productions of RFC 1738 section 5 that several schemes share: bytes in, ranges and flaws out.
//!
//! A production never fails. It says what departs from section 5, and where; whether that matters is the profile's affair.

pub(crate) mod escape;
pub(crate) mod host;
pub(crate) mod login;
