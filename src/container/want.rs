//! What of a message is wanted.

/// Which part of a `multipart/alternative` is searched (RFC 2046 section 5.1.4): it says one thing in several ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Alternative {
    /// All of them.
    #[default]
    All,
    /// The plain one, if there is one.
    Text,
    /// The one in HTML, if there is one.
    Html,
}

/// What of each message is wanted; by default all texts of its body and no header field.
///
/// ```
/// use urlgrep::mail::{self, Selection};
/// let mut want = Selection::default();
/// want.fields.push("list-help".to_string());
/// let message = b"From: joe@x.org\nDate: now\nList-Help: <http://x.org/\n help>\n\nHello\n";
/// let texts: Vec<_> = mail::detect(message).texts_selected(message, 0, &want).collect();
/// assert_eq!(texts[0].place.field.as_deref(), Some("List-Help"));
/// assert_eq!(&*texts[0].bytes, b"<http://x.org/help>");
/// assert_eq!(&*texts[1].bytes, b"Hello\n");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Selection {
    /// Which of several ways to say the same.
    pub alternative: Alternative,
    /// Whether every header field is a text too, unfolded and decoded (RFC 2047).
    pub headers: bool,
    /// The names of header fields that are texts, in any case, without all of them being wanted.
    pub fields: Vec<String>,
    /// How deep multiparts and messages may be nested; what is deeper is searched as it lies. 64 unless set.
    pub depth: u8,
}

impl Default for Selection {
    fn default() -> Selection {
        Selection::DEFAULT.clone()
    }
}

impl Selection {
    pub(super) const DEFAULT: &'static Selection = &Selection {
        alternative: Alternative::All,
        headers: false,
        fields: Vec::new(),
        depth: 64,
    };

    /// Whether any header field is wanted.
    pub(super) fn has_fields(&self) -> bool {
        self.headers || !self.fields.is_empty()
    }

    /// Whether the field of this name is wanted.
    pub(super) fn has_field(&self, name: &[u8]) -> bool {
        let same = |field: &String| field.as_bytes().eq_ignore_ascii_case(name);
        self.headers || self.fields.iter().any(same)
    }
}
