//! Notations: what a text is written in, beside its words.

mod attribute;

pub(crate) use attribute::Standing;
