//! Which places of a text pass, by the bytes around them.

/// How many bytes are looked at before a place.
pub(super) const BEFORE: usize = 3;

/// Says which places of a text pass.
pub(crate) trait Filter: Copy {
    /// It stands at the place.
    const BYTE: u8;

    /// Whether a place passes, by three bytes before it, its own, and the byte after it. At the beginning and the end of a text, zeros stand
    /// for those that are not there.
    fn passes(around: [u8; BEFORE + 2]) -> bool;
}

/// The bytes around a place of a text.
#[inline(always)]
pub(super) fn around(text: &[u8], at: usize) -> [u8; BEFORE + 2] {
    let byte = |at: Option<usize>| at.and_then(|at| text.get(at)).copied().unwrap_or(0);
    let at_edge = || std::array::from_fn(|i| byte((at + i).checked_sub(BEFORE)));
    all_around(text, at).unwrap_or_else(at_edge)
}

/// The same, if all of them are there.
#[inline(always)]
pub(super) fn all_around(text: &[u8], at: usize) -> Option<[u8; BEFORE + 2]> {
    text.get(at.checked_sub(BEFORE)?..)?.first_chunk().copied()
}
