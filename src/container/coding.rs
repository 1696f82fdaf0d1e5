//! The codings of an HTTP message, as a crawler stored it: chunks (RFC 9112 section 7.1), gzip and deflate (RFC 9110 section 8.4.1).
//!
//! Many archives have a message without its codings, and its header all the same. So a body is only decoded if it begins as the coding
//! does. A byte of a compressed body stands at the compressed bytes that it was made of, with those around it.

use std::ops::Range;

use super::Decoded;
use super::header::{Head, fields};
use crate::span::{beginning, run};
use crate::text::{Map, Rewrite, rewrite};

/// How much a body may grow, as that of any compressed file; and what is always read.
#[cfg(feature = "gzip")]
const MAX_GROWTH: usize = 250;
#[cfg(feature = "gzip")]
const ALWAYS: usize = 64 << 10;
#[cfg(feature = "gzip")]
const MAX: usize = 64 << 20;

/// The codings of a body that are undone, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Coding {
    is_chunked: bool,
    compressed: Option<Compressed>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Compressed {
    Gzip,
    /// The format of zlib, whatever its name says.
    Deflate,
}

impl Coding {
    /// The codings of `body` by the header before it, and the name of one that is not undone.
    pub(super) fn new(
        header: &[u8],
        head: &Head,
        body: &[u8],
    ) -> (Option<Coding>, Option<Vec<u8>>) {
        let mut coding = Coding::default();
        let mut named: &[u8] = b"";
        for (name, value) in fields(&header[..head.end]) {
            let value = header[value].trim_ascii();
            if name.eq_ignore_ascii_case(b"transfer-encoding") {
                coding.is_chunked =
                    value.to_ascii_lowercase().ends_with(b"chunked") && begins_chunk(body);
            } else if name.eq_ignore_ascii_case(b"content-encoding") {
                coding.compressed = compressed(value);
                named = value;
            }
        }
        let start = if coding.is_chunked {
            size(body).map_or(0, |(_, len)| len)
        } else {
            0
        };
        let content = &body[start.min(body.len())..];
        // Some servers send deflate without the format of zlib.
        coding.compressed = coding.compressed.filter(|kind| kind.begins(content));
        let is_known = coding.compressed.is_some()
            || named.is_empty()
            || named.eq_ignore_ascii_case(b"identity");
        let unknown = (!is_known && !is_plain(content)).then(|| named.to_vec());
        ((coding != Coding::default()).then_some(coding), unknown)
    }

    /// The content of the body at `body` in `bytes`, which has this map.
    pub(super) fn decode(self, bytes: &[u8], body: Range<usize>, map: &Map) -> Decoded<'static> {
        let (mut octets, mut map) = rewrite(map, |out| {
            if self.is_chunked {
                chunks(bytes, body, out);
            } else {
                out.copy(bytes, body);
            }
        });
        if let Some(kind) = self.compressed {
            (octets, map) = rewrite(&map, |out| kind.decompress(&octets, out));
        }
        (octets.into(), map)
    }
}

/// Whether a chunk that is not empty begins there.
fn begins_chunk(body: &[u8]) -> bool {
    size(body).is_some_and(|(size, _)| size > 0)
}

/// Whether `body` begins with text, in whatever charset, and not with what a coding makes of it.
fn is_plain(body: &[u8]) -> bool {
    let is_control = |b: &u8| b.is_ascii_control() && !b.is_ascii_whitespace();
    !body.iter().take(64).any(is_control)
}

/// The coding with this name, if it can be undone.
fn compressed(name: &[u8]) -> Option<Compressed> {
    if cfg!(not(feature = "gzip")) {
        return None;
    }
    match &name.to_ascii_lowercase()[..] {
        b"gzip" | b"x-gzip" => Some(Compressed::Gzip),
        b"deflate" => Some(Compressed::Deflate),
        _ => None,
    }
}

/// The size of the chunk that begins with `bytes`, in hexadecimal digits, and the length of the line that says it.
fn size(bytes: &[u8]) -> Option<(usize, usize)> {
    const MAX_LINE: usize = 256;
    let line = beginning(bytes, MAX_LINE);
    let line = &line[..memchr::memchr(b'\n', line)?];
    let digits = run(line, |b| b.is_ascii_hexdigit());
    let rest = line[digits..].trim_ascii();
    let size = str::from_utf8(&line[..digits]).ok()?;
    let size = usize::from_str_radix(size, 16).ok()?;
    (rest.is_empty() || rest.starts_with(b";")).then_some((size, line.len() + 1))
}

/// Copies the contents of the chunks in `range`. Where none begins that should, the rest is copied as it stands.
fn chunks(text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
    let mut at = range.start;
    while at < range.end {
        let Some((size, len)) = size(&text[at..range.end]) else {
            return out.copy(text, at..range.end);
        };
        let start = at + len;
        let end = start.saturating_add(size).min(range.end);
        if size == 0 {
            return;
        }
        out.copy(text, start..end);
        let after = &text[end..range.end];
        let breaks = [&b"\r\n"[..], b"\n"]
            .into_iter()
            .find(|line| after.starts_with(line));
        at = end + breaks.map_or(0, <[u8]>::len);
    }
}

impl Compressed {
    fn begins(self, body: &[u8]) -> bool {
        match self {
            Compressed::Gzip => body.starts_with(&[0x1f, 0x8b]),
            // RFC 1950 section 2.2: the method, and a sum of both bytes.
            Compressed::Deflate => matches!(body, [first, second, ..]
                if first & 15 == 8 && (u16::from(*first) << 8 | u16::from(*second)) % 31 == 0),
        }
    }

    #[cfg(feature = "gzip")]
    fn decompress(self, octets: &[u8], out: &mut Rewrite<'_>) {
        use flate2::bufread::{MultiGzDecoder, ZlibDecoder};
        match self {
            Compressed::Gzip => copy(
                MultiGzDecoder::new(octets),
                |stream| stream.get_ref().len(),
                octets,
                out,
            ),
            Compressed::Deflate => copy(
                ZlibDecoder::new(octets),
                |stream| stream.get_ref().len(),
                octets,
                out,
            ),
        }
    }

    #[cfg(not(feature = "gzip"))]
    fn decompress(self, octets: &[u8], out: &mut Rewrite<'_>) {
        out.copy(octets, 0..octets.len());
    }
}

/// Writes what `stream` makes of `octets`, up to an error: a crawler may have cut the body.
#[cfg(feature = "gzip")]
fn copy<S: std::io::Read>(
    mut stream: S,
    left: impl Fn(&S) -> usize,
    octets: &[u8],
    out: &mut Rewrite<'_>,
) {
    /// What a unit of a map can have of the text, and how much of the source is then read for a block.
    const UNIT: usize = 255;
    const BLOCK: usize = 16 << 10;
    let max = octets.len().saturating_mul(MAX_GROWTH).clamp(ALWAYS, MAX);
    let mut block = vec![0; BLOCK];
    let mut from = 0;
    while out.bytes().len() < max {
        let len = match stream.read(&mut block) {
            Ok(len) if len > 0 => len,
            _ => return,
        };
        let read = octets.len() - left(&stream);
        // All of a block may have been read before.
        let source = from.min(read.saturating_sub(1))..read;
        for unit in block[..len].chunks(UNIT) {
            out.put(unit, source.clone());
        }
        from = read;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coding(header: &str, body: &[u8]) -> (Option<Coding>, Option<Vec<u8>>) {
        let header = header.as_bytes();
        Coding::new(header, &Head::parse(header), body)
    }

    #[test]
    fn chunks_are_joined() {
        let body = b"6\r\nhttp:/\r\n8;x=y\r\n/a.org/x\r\n0\r\nTrailer: http://b.org/\r\n\r\n";
        let (found, unknown) = coding("Transfer-Encoding: chunked\r\n\r\n", body);
        let (text, map) = found
            .expect("a coding")
            .decode(body, 0..body.len(), &Map::shift(100));
        assert_eq!((&*text, unknown), (&b"http://a.org/x"[..], None));
        assert_eq!(map.segments(0..text.len()), [103..109, 118..126]);
    }

    #[test]
    fn chunks_that_are_none() {
        for body in [&b"<p>x"[..], b"fee is\r\n", b"", b"zz\r\n", b"0\nand more"] {
            assert_eq!(
                coding("Transfer-Encoding: chunked\r\n\r\n", body),
                (None, None)
            );
        }
        let (text, _) = Coding {
            is_chunked: true,
            compressed: None,
        }
        .decode(b"1\r\nax\r\n", 0..7, &Map::shift(0));
        assert_eq!(&*text, b"ax\r\n");
    }

    #[test]
    fn other_codings() {
        for (header, body, unknown) in [
            ("Content-Encoding: gzip\r\n\r\n", &b"<p>"[..], None),
            ("Content-Encoding: br\r\n\r\n", b"<p>", None),
            ("Content-Encoding: br\r\n\r\n", b"\xef\xbb\xbf<p>", None),
            (
                "Content-Encoding: deflate\r\n\r\n",
                b"\x4b\x04\x00",
                Some(b"deflate".to_vec()),
            ),
            ("Content-Encoding: identity\r\n\r\n", b"\x8b\x00", None),
            (
                "Content-Encoding: br\r\n\r\n",
                b"\x8b\x00",
                Some(b"br".to_vec()),
            ),
        ] {
            assert_eq!(coding(header, body), (None, unknown), "{header}");
        }
    }

    #[cfg(feature = "gzip")]
    #[test]
    fn compressed_bodies() {
        use std::io::Write;
        let page = "<p>http://a.org/ and more\n".repeat(10_000);
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(page.as_bytes()).expect("memory");
        let gzip = gzip.finish().expect("memory");
        let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        zlib.write_all(page.as_bytes()).expect("memory");
        let zlib = zlib.finish().expect("memory");
        let chunked = [
            format!("{:x}\r\n", gzip.len()).as_bytes(),
            &gzip,
            b"\r\n0\r\n\r\n",
        ]
        .concat();
        for (header, body) in [
            ("Content-Encoding: gzip\r\n\r\n", &gzip),
            ("Content-Encoding: deflate\r\n\r\n", &zlib),
            (
                "Content-Encoding: x-gzip\r\nTransfer-Encoding: chunked\r\n\r\n",
                &chunked,
            ),
        ] {
            let found = coding(header, body).0.expect("a coding");
            let (text, map) = found.decode(body, 0..body.len(), &Map::shift(7));
            assert_eq!(text, page.as_bytes(), "{header}");
            let at = map.segments(200_000..200_010);
            assert!(
                at.len() == 1 && at[0].start > 7 && at[0].end <= 7 + body.len() as u64,
                "{at:?}"
            );
            // Of a body that was cut, the part before the cut is read.
            let cut = body.len() / 2;
            assert!(found.decode(body, 0..cut, &Map::shift(0)).0.len() > page.len() / 4);
        }
    }
}
