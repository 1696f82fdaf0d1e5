//! The places of one sign in a text.

use crate::simd::{Available, Filter, Filtered};

/// After the last place.
pub(super) const NONE: usize = usize::MAX;

/// The places of a text that pass a filter, in order. A short text needs nothing but a bit for each of its bytes. To have the places of a long
/// one inline makes the search of lines a tenth slower.
#[derive(Clone, Debug)]
pub(super) enum SignPlaces<'t, F> {
    Short(u128),
    Long(Box<Filtered<'t, F>>),
}

impl<'t, F: Filter> SignPlaces<'t, F> {
    /// None at all.
    pub(super) const EMPTY: SignPlaces<'t, F> = SignPlaces::Short(0);

    /// Those of a text of any length, if they are `wanted`.
    pub(super) fn new(text: &'t [u8], engine: Available, wanted: bool) -> SignPlaces<'t, F> {
        if wanted {
            SignPlaces::Long(Box::new(Filtered::new(text, engine)))
        } else {
            SignPlaces::EMPTY
        }
    }

    /// The next one that is not before `from`; [`NONE`] after the last one.
    #[inline(always)]
    pub(super) fn next_from(&mut self, from: usize) -> usize {
        match self {
            SignPlaces::Short(bits) => {
                let from = u32::try_from(from).unwrap_or(u32::MAX);
                let next = *bits & u128::MAX.unbounded_shl(from);
                *bits = next & next.wrapping_sub(1);
                if next == 0 {
                    NONE
                } else {
                    next.trailing_zeros() as usize
                }
            }
            SignPlaces::Long(places) => next_of_long(places, from),
        }
    }
}

#[inline(never)]
fn next_of_long<F: Filter>(places: &mut Filtered<'_, F>, from: usize) -> usize {
    places.next_from(from).unwrap_or(NONE)
}
