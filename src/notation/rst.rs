//! reStructuredText. The target of a definition, `.. _label: target`, is a URL as a whole (Markup Specification, "Hyperlink Targets"): it
//! may end with `?`, and it may continue in further lines, without white space. Only the targets that need it are noted; the others
//! are found in the text.

#[cfg(feature = "lint")]
mod layout;
#[cfg(feature = "lint")]
mod mask;

use std::ops::Range;

use super::{AS_TEXT, Notation};
use crate::class::Class;
use crate::span::{ahead, behind, first_line, last_line, range_in};
use crate::text::Rewrite;

pub(super) static RST: Notation = Notation {
    name: "rst",
    media_types: &["text/x-rst"],
    extensions: &["rest", "rst"],
    is_readable: |text| targets(text).next().is_none(),
    read,
    #[cfg(feature = "lint")]
    roles: mask::ROLES,
    ..AS_TEXT
};

/// No target is longer.
const MAX: usize = 4096;

fn read(text: &[u8], out: &mut Rewrite<'_>) {
    let write = |target: Range<usize>, out: &mut Rewrite<'_>| {
        for word in text[target].split(|b| b.is_ascii_whitespace() || *b == b'\\') {
            out.copy(text, range_in(text, word));
        }
    };
    super::targets::copy(text, targets(text), write, out);
}

/// The targets that are not found as they stand.
fn targets(text: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    memchr::memmem::find_iter(text, b".. _").filter_map(|at| {
        let line = last_line(behind(text, at, MAX));
        let indent = line.len();
        if !line.trim_ascii().is_empty() {
            return None;
        }
        let start = at + label(ahead(text, at, MAX))?;
        let end = end_of_block(text, start, indent);
        let value = text[start..end].trim_ascii();
        let found = !value
            .iter()
            .any(|b| b.is_ascii_whitespace() || b"\\|".contains(b))
            && !b".,:;!?*'".contains(value.last()?);
        (super::targets::is_url(value) && !found && value.len() <= MAX)
            .then(|| range_in(text, value))
    })
}

/// The length of `.. _label:` and of the blank after it.
fn label(definition: &[u8]) -> Option<usize> {
    let line = first_line(definition);
    let from = match line.get(4)? {
        // `` .. _`a: b`: target ``
        b'`' => 5 + memchr::memchr(b'`', &line[5..])?,
        _ => 4,
    };
    let colon = memchr::memmem::find(&line[from..], b": ")?;
    Some(from + colon + 2)
}

/// The end of the lines that continue the one at `start`: they are indented deeper.
fn end_of_block(text: &[u8], start: usize, indent: usize) -> usize {
    let mut end = start;
    loop {
        let line = end + first_line(&text[end..]).len();
        let next = text.get(line + 1..).unwrap_or_default();
        let blanks = Class::BLANK.run(next);
        let is_blank = matches!(next.get(blanks), None | Some(b'\n' | b'\r'));
        if blanks <= indent || is_blank || line - start > MAX {
            return line;
        }
        end = line + 1;
    }
}
