//! The hyphen at a line break: it "may or may not actually be part of the URL" (RFC 1738, appendix;
//! tests/spec/hyphen.md).

use super::fold::{Fold, Gap};

/// The most readings without a hyphen.
const MAX: usize = 4;

/// The runs that end in a hyphen and have a line break after them.
pub(super) fn at_breaks(text: &[u8], fold: &Fold) -> Vec<usize> {
    let runs = &fold.runs;
    (1..runs.len())
        .filter(|&i| {
            runs[i].gap == Gap::Break && text[runs[i - 1].at.clone()].last() == Some(&b'-')
        })
        .map(|i| i - 1)
        .collect()
}

/// The readings that leave hyphens at breaks out: each hyphen alone, then all of them.
pub(crate) fn without(text: &[u8], fold: &Fold) -> Vec<Fold> {
    let breaks = at_breaks(text, fold);
    let leave_out = |which: &[usize]| {
        let mut fold = fold.clone();
        for &i in which {
            fold.runs[i].at.end -= 1;
        }
        fold.runs.retain(|run| !run.at.is_empty());
        fold
    };
    let mut readings: Vec<Fold> = breaks
        .iter()
        .take(MAX - 1)
        .map(|&i| leave_out(&[i]))
        .collect();
    if breaks.len() > 1 {
        readings.push(leave_out(&breaks));
    }
    readings
}
