//! Decoders: from the encoded form of a text to its readable form. One decoder per file.
//!
//! Each takes the bytes of a text and a range to decode, and writes through a [`Rewrite`](crate::text::Rewrite) of the text's map.
//! So every output byte is mapped to the bytes that encode it in the file, not in the output of another decoder. Decoding is
//! total: malformed input is copied unchanged.

mod base64;
mod charset;
mod dots;
mod encoded_word;
mod entities;
mod entity_names;
mod flowed;
mod iso_2022;
mod legacy;
mod quoted_printable;
mod signed;
mod utf_7;
mod uuencode;
mod wide;

pub(crate) use base64::Base64;
pub(crate) use charset::{Charset, is_utf8};
pub(crate) use uuencode::Uuencode;
pub(crate) use wide::ByteOrder;

use crate::text::Rewrite;

pub(crate) use dots::decode as dots;
pub(crate) use encoded_word::decode as field;
pub(crate) use entities::{
    closed_reference, has_url_reference, nested, nested_reference, reference, url_reference,
};
pub(crate) use flowed::decode as flowed;
pub(crate) use quoted_printable::{decode as quoted_printable, escape as escaped_octet};
pub(crate) use signed::decode as signed;

/// The output of a decoder for `text`, with its map to positions in `text`.
#[cfg(test)]
pub(crate) fn decoded(
    text: &[u8],
    decode: impl FnOnce(&[u8], &mut Rewrite<'_>),
) -> (Vec<u8>, crate::text::Map) {
    crate::text::rewrite(&crate::text::Map::shift(0), |out| decode(text, out))
}

/// Begins a line of text after decoded data: copies the line break before `at`, unless the data ends with one.
fn begin_line(text: &[u8], at: usize, out: &mut Rewrite<'_>) {
    let ended = out.bytes().last().is_none_or(|&b| b == b'\n');
    let before = at.checked_sub(1).filter(|&i| text[i] == b'\n');
    if let Some(newline) = before.filter(|_| !ended) {
        out.copy(text, newline..at);
    }
}

/// The character that `bytes` encode in `encoding`.
fn character(encoding: &'static encoding_rs::Encoding, bytes: &[u8]) -> char {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}
