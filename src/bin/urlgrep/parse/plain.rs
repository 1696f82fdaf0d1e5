//! For people: `ok` or `no`, the URL, its flaws with their places.

use super::Judged;
use crate::print::{StdoutBuffer, visible};

pub(super) fn write(page: &mut StdoutBuffer, judged: &Judged<'_>) {
    page.write(if judged.valid { b"ok  " } else { b"no  " });
    // Whatever it holds, one URL is one line.
    page.write(visible(judged.url.as_bytes()).as_bytes());
    for (i, (flaw, at)) in judged.flaws.iter().enumerate() {
        let mark = if i == 0 { "  " } else { ", " };
        let flaw = format!(
            "{mark}{flaw} at {}..{} ({})",
            at.start,
            at.end,
            flaw.section()
        );
        page.write(flaw.as_bytes());
    }
    page.write(b"\n");
}
