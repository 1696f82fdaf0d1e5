//! Plain output: `ok` or `no`, the URL, its flaws with their positions.

use super::ParsedUrl;
use crate::print::{StdoutBuffer, visible};

pub(super) fn write(out: &mut StdoutBuffer, parsed: &ParsedUrl<'_>) {
    out.write(if parsed.valid { b"ok  " } else { b"no  " });
    // Control characters are escaped, so a URL is always a single line.
    out.write(visible(parsed.url.as_bytes()).as_bytes());
    for (i, (flaw, at)) in parsed.flaws.iter().enumerate() {
        let mark = if i == 0 { "  " } else { ", " };
        let flaw = format!(
            "{mark}{flaw} at {}..{} ({})",
            at.start,
            at.end,
            flaw.section()
        );
        out.write(flaw.as_bytes());
    }
    out.write(b"\n");
}
