//! A message or article as it went over the wire (RFC 977, RFC 5321), which is how some spools keep it: lines end with CR LF, dots
//! at their beginning are stuffed, a dot alone ends it.

use super::message::{self, MESSAGE};
use super::want::Selection;
use super::{Container, HEAD, Texts};
use crate::decode;
use crate::text::{Map, Rewrite};

const END: &[u8] = b"\r\n.\r\n";

pub(super) const WIRE: Container = Container {
    looks,
    texts,
    ..MESSAGE
};

/// Only the end tells, so a long one is a common message.
fn looks(head: &[u8]) -> bool {
    head.len() < HEAD && head.ends_with(END) && (MESSAGE.looks)(head)
}

fn texts<'a>(chunk: &'a [u8], start: u64, want: &'a Selection) -> Texts<'a> {
    let end = chunk.len() - if chunk.ends_with(END) { 3 } else { 0 };
    let chunk = &chunk[..end];
    if start > 0 || memchr::memmem::find(chunk, b"\r\n..").is_none() {
        return (MESSAGE.texts)(chunk, start, want);
    }
    let map = Map::shift(start);
    let mut out = Rewrite::new(&map);
    decode::dots(chunk, 0..end, &mut out);
    let (bytes, map) = out.finish();
    Box::new(message::rewritten(&bytes, map, want).into_iter())
}
