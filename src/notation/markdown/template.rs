//! Templates of Hugo, Jekyll and others. These programs write something else instead of them before they parse Markdown.

use std::borrow::Cow;
use std::ops::Range;

use crate::notation::mask::Role;
use crate::span::{ahead, before, first_line};

/// No template is longer.
const MAX: usize = 256;

/// How a template begins and ends, and what stands before the name in the one that ends a block.
const MARKS: [(&[u8], &[u8], &[u8]); 3] = [
    (b"{%", b"%}", b"end"),
    (b"{{<", b">}}", b"/"),
    (b"{{%", b"%}}", b"/"),
];

/// Blocks whose content is not Markdown: `{% highlight sh %}` to `{% endhighlight %}`, `{{< highlight sh >}}` to `{{< /highlight >}}`.
const BLOCKS: [(&[u8], Role); 4] = [
    (b"highlight", Role::Code),
    (b"code", Role::Code),
    (b"codeblock", Role::Code),
    (b"comment", Role::Comment),
];

/// The contents of the blocks whose template begins a line.
pub(super) fn blocks(text: &[u8]) -> Vec<(Range<usize>, Role)> {
    // Where the content of each open block begins.
    let mut open = [[None; BLOCKS.len()]; MARKS.len()];
    // Where the line begins, and up to where that is known.
    let (mut found, mut line, mut seen) = (Vec::new(), 0, 0);
    for at in memchr::memchr_iter(b'{', text) {
        if let Some(i) = memchr::memrchr(b'\n', &text[seen..at]) {
            line = seen + i + 1;
        }
        seen = at;
        let near = first_line(ahead(text, at, MAX));
        let Some(marks) = MARKS.iter().position(|marks| near.starts_with(marks.0)) else {
            continue;
        };
        let (begin, end, closing) = MARKS[marks];
        let inside = without_dash(&near[begin.len()..]).trim_ascii_start();
        let block_of = |text: &[u8]| {
            let text = text.trim_ascii_start();
            let name = &text[..before(text, |b| !b.is_ascii_alphanumeric())];
            BLOCKS.iter().position(|(block, _)| *block == name)
        };
        if let Some(block) = inside.strip_prefix(closing).and_then(block_of) {
            let start: Option<usize> = open[marks][block].take();
            found.extend(start.map(|start| (start..at, BLOCKS[block].1)));
        } else if let Some(block) = block_of(inside)
            && at - line < MAX
            && text[line..at].iter().all(|b| b" \t>*-".contains(b))
            && let Some(len) = memchr::memmem::find(near, end)
        {
            open[marks][block] = Some(at + len + end.len());
        }
    }
    found
}

/// `{%-` also removes the white space before the template.
fn without_dash(inside: &[u8]) -> &[u8] {
    inside.strip_prefix(b"-").unwrap_or(inside)
}

/// Replaces the contents of blocks by blanks, and the blanks in the templates that are targets, so that the parser takes them for targets:
/// `[x]: {{< ref "y" >}}`, `[x]({% link y.md %})`.
pub(super) fn replace<'t>(text: Cow<'t, str>, blocks: &[(Range<usize>, Role)]) -> Cow<'t, str> {
    let bytes = text.as_bytes();
    let templates = |open: &'static [u8], close: &'static [u8]| {
        memchr::memmem::find_iter(bytes, open).filter_map(move |at| {
            let before = bytes[..at].trim_ascii_end();
            let is_target = before.ends_with(b"](") || before.ends_with(b"]:");
            let near = first_line(ahead(bytes, at, MAX));
            let len = memchr::memmem::find(near, close).filter(|_| is_target)?;
            Some(at..at + len)
        })
    };
    let targets: Vec<_> = templates(b"{{", b"}}")
        .chain(templates(b"{%", b"%}"))
        .collect();
    if targets.is_empty() && blocks.is_empty() {
        return text;
    }
    let mut replaced = text.into_owned().into_bytes();
    for target in targets {
        let blanks = replaced[target].iter_mut();
        blanks
            .filter(|b| matches!(b, b' ' | b'\t'))
            .for_each(|b| *b = b'_');
    }
    for (block, _) in blocks {
        let bytes = replaced[block.clone()].iter_mut();
        bytes.filter(|b| **b != b'\n').for_each(|b| *b = b' ');
    }
    String::from_utf8_lossy(&replaced).into_owned().into()
}
