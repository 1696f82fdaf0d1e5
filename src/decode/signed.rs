//! Signed data of CMS (RFC 5652 section 5), which S/MIME puts around a message (RFC 8551 section 3.5.2).
//!
//! An element is a tag, a length and a content. The message is a string of octets, often in pieces, at a known place:
//!
//! ```text
//! SEQUENCE { signed-data, [0] { SEQUENCE { version, algorithms, SEQUENCE { data, [0] { octets } }, … } } }
//! ```

use std::ops::Range;

use crate::text::Rewrite;

const OCTETS: u8 = 0x04;
/// A string of octets in pieces, each a string.
const PIECES: u8 = 0x24;
const SEQUENCE: u8 = 0x30;
const EXPLICIT: u8 = 0xa0;

/// The object identifiers, as elements.
const SIGNED_DATA: &[u8] = b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02";
const DATA: &[u8] = b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01";

/// Copies the message in `bytes`. It may be cut. Other data, such as encrypted data, has none.
pub(crate) fn decode(bytes: &[u8], out: &mut Rewrite<'_>) {
    let Some(mut rest) = octets(bytes) else {
        return;
    };
    while let Some((OCTETS, content, after)) = element(bytes, rest) {
        out.copy(bytes, content);
        rest = after;
    }
}

/// The strings that the message consists of.
fn octets(bytes: &[u8]) -> Option<Range<usize>> {
    let inside = |at: Range<usize>, wanted: u8| {
        let (tag, content, _) = element(bytes, at)?;
        (tag == wanted).then_some(content)
    };
    let after = |at| element(bytes, at).map(|(.., after)| after);
    let after_name = |at: Range<usize>, name: &[u8]| {
        let is = bytes[at.clone()].starts_with(name);
        is.then_some(at.start + name.len()..at.end)
    };
    let info = inside(0..bytes.len(), SEQUENCE)?;
    let signed = inside(after_name(info, SIGNED_DATA)?, EXPLICIT)?;
    let version = inside(signed, SEQUENCE)?;
    let content = inside(after(after(version)?)?, SEQUENCE)?;
    let octets = inside(after_name(content, DATA)?, EXPLICIT)?;
    inside(octets.clone(), PIECES).or(Some(octets))
}

/// The tag and the content of the element at the beginning of `at`, and what follows it. An element of indefinite length is taken up
/// to the end of `at`.
fn element(bytes: &[u8], at: Range<usize>) -> Option<(u8, Range<usize>, Range<usize>)> {
    const INDEFINITE: u8 = 0x80;
    let [tag, first, rest @ ..] = &bytes[at.clone()] else {
        return None;
    };
    let (len, digits) = match *first {
        INDEFINITE => (usize::MAX, 0),
        first if first > INDEFINITE => {
            let digits = rest.get(..usize::from(first - INDEFINITE))?;
            let len = digits.iter().try_fold(0, |len: usize, &digit| {
                len.checked_mul(256)?.checked_add(usize::from(digit))
            });
            (len?, digits.len())
        }
        first => (usize::from(first), 0),
    };
    let start = at.start + 2 + digits;
    let end = start.saturating_add(len).min(at.end);
    Some((*tag, start..end, end..at.end))
}

#[cfg(test)]
mod tests {
    use super::super::decoded;
    use super::*;

    fn definite(tag: u8, content: &[u8]) -> Vec<u8> {
        let len = (content.len() as u16).to_be_bytes();
        [&[tag, 0x82], &len[..], content].concat()
    }

    fn indefinite(tag: u8, content: &[u8]) -> Vec<u8> {
        [&[tag, 0x80], content, &[0, 0]].concat()
    }

    /// Signed data around `octets`, whose elements have lengths as `wrap` writes them.
    fn signed(name: &[u8], octets: &[u8], wrap: fn(u8, &[u8]) -> Vec<u8>) -> Vec<u8> {
        let content = [DATA, &wrap(EXPLICIT, octets)].concat();
        let data = [
            b"\x02\x01\x01",
            &definite(0x31, b"sha")[..],
            &wrap(SEQUENCE, &content),
            &definite(0xa0, b"certificates"),
        ];
        let data = wrap(SEQUENCE, &data.concat());
        wrap(SEQUENCE, &[name, &wrap(EXPLICIT, &data)].concat())
    }

    #[test]
    fn messages_in_one_piece_and_in_several() {
        let pieces = [definite(OCTETS, b"\nhttp://"), definite(OCTETS, b"a.org/")].concat();
        for wrap in [definite, indefinite] {
            let whole = signed(SIGNED_DATA, &definite(OCTETS, b"\nhttp://a.org/"), wrap);
            let (bytes, map) = decoded(&whole, decode);
            assert_eq!(bytes, b"\nhttp://a.org/");
            assert_eq!(map.segments(0..bytes.len()).len(), 1);

            let cut = signed(SIGNED_DATA, &wrap(PIECES, &pieces), wrap);
            let (bytes, map) = decoded(&cut, decode);
            assert_eq!(bytes, b"\nhttp://a.org/");
            let segments = map.segments(0..bytes.len());
            let read = segments
                .iter()
                .map(|at| &cut[at.start as usize..at.end as usize]);
            assert_eq!(read.collect::<Vec<_>>(), [&b"\nhttp://"[..], b"a.org/"]);
        }
    }

    #[test]
    fn other_and_broken_data() {
        let whole = signed(SIGNED_DATA, &definite(OCTETS, b"hello"), definite);
        for len in 0..whole.len() {
            let (bytes, _) = decoded(&whole[..len], decode);
            assert!(b"hello".starts_with(&bytes), "{len}");
        }
        let other = signed(DATA, &definite(OCTETS, b"hello"), definite);
        assert!(decoded(&other, decode).0.is_empty());
        let endless = [&[SEQUENCE, 0xff][..], &[0xff; 200]].concat();
        assert!(decoded(&endless, decode).0.is_empty());
    }
}
