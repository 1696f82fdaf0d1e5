//! A message or article in its wire format (RFC 977, RFC 5321), which some spools store: lines end with CR LF, a dot at the
//! beginning of a line is doubled, and a single dot ends the message.

use super::message::{self, MESSAGE};
use super::selection::Selection;
use super::{Container, HEAD, Texts};
use crate::decode;
use crate::span::contains;
use crate::text::{Map, rewrite};

const END: &[u8] = b"\r\n.\r\n";

pub(super) const WIRE: Container = Container {
    matches_head,
    texts,
    ..MESSAGE
};

/// Only the end of the message shows the format, so a message longer than `head` is an ordinary one.
fn matches_head(head: &[u8]) -> bool {
    head.len() < HEAD && head.ends_with(END) && (MESSAGE.matches_head)(head)
}

fn texts<'a>(chunk: &'a [u8], start: u64, selection: &'a Selection) -> Texts<'a> {
    let end = chunk.len() - if chunk.ends_with(END) { 3 } else { 0 };
    let chunk = &chunk[..end];
    if start > 0 || !contains(chunk, b"\r\n..") {
        return (MESSAGE.texts)(chunk, start, selection);
    }
    let (bytes, map) = rewrite(&Map::shift(start), |out| decode::dots(chunk, out));
    Box::new(message::rewritten_texts(&bytes, map, selection).into_iter())
}
