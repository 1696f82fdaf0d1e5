//! The places of a byte in a short text. To call an engine would take longer than the search, so this uses what every processor has.

#[cfg(target_arch = "x86_64")]
pub(super) use super::sse2::places;

/// The most bytes that are looked at.
pub(super) const LONGEST: usize = 128;

/// The places of `byte` in a short text, in order.
#[inline]
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn places(text: &[u8], byte: u8) -> impl Iterator<Item = usize> {
    memchr::memchr_iter(byte, text)
}

/// Where `byte` stands first in a text of any length. A call of `memchr` costs more than to look at the bytes that are near.
#[inline]
pub(crate) fn first_place(text: &[u8], byte: u8) -> Option<usize> {
    let Some((near, far)) = text.split_first_chunk::<64>() else {
        return memchr::memchr(byte, text);
    };
    let at = places(near, byte).next();
    at.or_else(|| Some(near.len() + memchr::memchr(byte, far)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_places_in_texts_of_any_length() {
        for len in 0..200 {
            let mut text = vec![b'x'; len];
            assert_eq!(first_place(&text, b'\n'), None);
            for at in (0..len).rev() {
                text[at] = b'\n';
                assert_eq!(first_place(&text, b'\n'), Some(at));
            }
        }
    }

    #[test]
    fn places_are_those_of_a_search_byte_by_byte() {
        let text = b"x..y.a......b.............c.d.....................................x........"
            .repeat(2);
        for start in 0..text.len() {
            for len in 0..=LONGEST.min(text.len() - start) {
                let text = &text[start..start + len];
                for byte in [b'.', b'x'] {
                    let want: Vec<_> = (0..len).filter(|&at| text[at] == byte).collect();
                    assert_eq!(places(text, byte).collect::<Vec<_>>(), want, "{text:?}");
                }
            }
        }
    }
}
