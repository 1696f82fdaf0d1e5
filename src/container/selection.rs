//! Which texts of a message are searched.

/// Which parts of a `multipart/alternative` are searched. All of them have the same content (RFC 2046 section 5.1.4).
///
/// ```
/// use urlgrep::mail::{AlternativePart, Selection};
/// let mut selection = Selection::default();
/// assert_eq!(selection.alternative, AlternativePart::All);
/// selection.alternative = AlternativePart::Html;
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum AlternativePart {
    /// All of them.
    #[default]
    All,
    /// The plain text; if it is missing, all parts.
    Text,
    /// The HTML; if it is missing, all parts.
    Html,
}

named!(
    /// `all`, `text` or `html`.
    ///
    /// ```
    /// assert_eq!(urlgrep::mail::AlternativePart::Html.name(), "html");
    /// ```
    AlternativePart {
        All => "all",
        Text => "text",
        Html => "html",
    },
    "alternative"
);

/// Which texts of each message are searched. By default, the whole body and no header fields.
///
/// ```
/// use urlgrep::mail::{self, Selection};
/// let mut selection = Selection::default();
/// selection.fields.push("list-help".to_string());
/// let message = b"From: joe@x.org\nDate: now\nList-Help: <http://x.org/\n help>\n\nHello\n";
/// let texts: Vec<_> = mail::detect(message).texts_selected(message, 0, &selection).collect();
/// assert_eq!(texts[0].place.field.as_deref(), Some("List-Help"));
/// assert_eq!(&*texts[0].bytes, b"<http://x.org/help>");
/// assert_eq!(&*texts[1].bytes, b"Hello\n");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Selection {
    /// Which parts of a `multipart/alternative` are searched.
    pub alternative: AlternativePart,
    /// Whether every header field is a text too; fields are unfolded and decoded (RFC 2047).
    pub headers: bool,
    /// The names, in any case, of header fields that are texts even if `headers` is false.
    pub fields: Vec<String>,
    /// Whether bodies are texts. Without them, only the selected header fields are.
    pub bodies: bool,
    /// Whether relative URLs of HTML are noted, for an extractor that has a [base](crate::Builder::base).
    pub relative: bool,
    /// Whether source code outside comments and strings is noted, for an extractor that finds names
    /// [without a scheme](crate::Builder::schemeless): there it finds none.
    pub code: bool,
    /// How deeply multiparts and messages may be nested. Deeper parts are searched without decoding. The default is 64.
    pub depth: u8,
}

impl Default for Selection {
    fn default() -> Selection {
        Selection::DEFAULT.clone()
    }
}

impl Selection {
    pub(crate) const DEFAULT: &'static Selection = &Selection {
        alternative: AlternativePart::All,
        headers: false,
        fields: Vec::new(),
        bodies: true,
        relative: false,
        code: false,
        depth: 64,
    };

    /// Whether any header field is selected.
    pub(super) fn has_fields(&self) -> bool {
        self.headers || !self.fields.is_empty() || !self.bodies
    }

    /// Whether the field with this name is selected.
    pub(super) fn has_field(&self, name: &[u8]) -> bool {
        let same = |field: &String| field.as_bytes().eq_ignore_ascii_case(name);
        self.headers || self.fields.iter().any(same)
    }
}
