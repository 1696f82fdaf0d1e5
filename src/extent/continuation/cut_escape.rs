//! `http://a.com/x%⏎20y`: a line break within an escape (tests/spec/cut-escape.md). A lone `%` is no URL's end.

use crate::extent::Extent;
use crate::text::pieces::{Gap, Pieces};

pub(super) fn pieces(extent: &Extent<'_>, pieces: &mut Pieces) -> Option<()> {
    let (text, end) = (extent.text(), extent.stop);
    let missing = if text[end - 1] == b'%' { 2 } else { 1 };
    // `tcp://127.0.0.1:%d`
    let before = text.get(extent.body..end + missing - 3)?;
    if extent.has_host && before.ends_with(b":") && !before.contains(&b'/') {
        return None;
    }
    let word = extent.next_line(end)?;
    let digits = text.get(word..word + missing)?;
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    extent.join(Gap::Break, word, pieces);
    Some(())
}
