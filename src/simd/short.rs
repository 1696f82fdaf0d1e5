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

#[cfg(test)]
mod tests {
    use super::*;

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
