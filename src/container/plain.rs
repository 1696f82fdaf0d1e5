//! Plain text: a single text, which may be cut at a blank line.

use super::{Container, Texts};
use crate::decode::Charset;
use crate::notation::paragraph;
use crate::text::Text;

pub(super) const TEXT: Container = Container {
    name: "text",
    matches_head: |_| true,
    cut: paragraph,
    texts: |chunk, start, _| -> Texts<'_> { Box::new(std::iter::once(Text::plain(chunk, start))) },
    max: 16 << 20,
    width: 1,
    is_cut_locally: true,
    open_message: |_| None,
    notation: None,
    charset: Charset::Ascii,
};
