//! Files that are a single text in a notation: one row for each notation.

use super::Container;
use super::plain::TEXT;
use crate::notation::{Notation, TABLE};

/// A row for each notation, in their order.
pub(super) const fn rows() -> [Container; TABLE.len()] {
    let mut rows = [const { row(TABLE[0]) }; TABLE.len()];
    let mut i = 1;
    while i < rows.len() {
        rows[i] = row(TABLE[i]);
        i += 1;
    }
    rows
}

const fn row(notation: &'static Notation) -> Container {
    Container {
        name: notation.name,
        matches_head: notation.matches_head,
        is_cut_locally: false,
        notation: Some(notation),
        ..TEXT
    }
}
