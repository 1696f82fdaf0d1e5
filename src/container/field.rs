//! The value of a header field as people read it: unfolded, with encoded words decoded (RFC 2047).

use super::header::fields;
use super::parameter;

/// The first field with this name, in any case, in a header block. Line breaks and control characters become blanks.
///
/// ```
/// use urlgrep::mail::field;
/// let head = b"From: Joe <joe@x.org>\nSubject: =?utf-8?Q?Caf=C3=A9?=\n at nine\n";
/// assert_eq!(field(head, "subject").as_deref(), Some("Caf\u{e9} at nine"));
/// assert_eq!(field(head, "To"), None);
/// ```
pub fn field(head: &[u8], name: &str) -> Option<String> {
    let (_, value) = fields(head).find(|(known, _)| known.eq_ignore_ascii_case(name.as_bytes()))?;
    // Within `<` and `>` a line break is dropped, as in a URL. Elsewhere a blank stands for it.
    let text = parameter::text(&head[value]);
    let words = text.split(|c: char| c.is_control() || c == ' ');
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    Some(words.join(" "))
}
