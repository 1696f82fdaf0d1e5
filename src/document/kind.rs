//! Types of documents, detected by name and content.

use std::path::Path;

use super::language::Language;
use crate::container;
use crate::notation::mask::Mask;
use crate::notation::{self, Notation, PLAIN, is_man_page};
use crate::span::beginning;

/// The type of a document.
///
/// ```
/// use urlgrep::document::{Kind, Language};
/// assert_eq!(Kind::detect("a.c".as_ref(), b""), Kind::Source(Language::C));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// Plain text, and every unknown type.
    Text,
    /// CommonMark with GitHub's extensions.
    Markdown,
    /// Markdown with JSX. In it, `<http://…>` is not a link.
    Mdx,
    /// A Jupyter notebook: JSON with cells of Markdown.
    Notebook,
    /// reStructuredText.
    Rst,
    /// AsciiDoc.
    Asciidoc,
    /// HTML or XML.
    Html,
    /// A man page in roff.
    Man,
    /// Org mode.
    Org,
    /// TeX, LaTeX and BibTeX.
    Tex,
    /// Texinfo.
    Texinfo,
    /// Source code with comments and strings.
    Source(Language),
    /// Mail or news: one or more messages.
    Mail,
    /// Data: JSON, YAML, XML, CSV, PO and others. Fixes do not change them unless they are asked to.
    Data(Format),
}

/// A format of data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format(&'static Notation);

impl Kind {
    /// All types. [`Kind::Source`] is in it once, although there are several languages.
    ///
    /// ```
    /// use urlgrep::document::Kind;
    /// assert!(Kind::all().any(|kind| kind.name() == "yaml"));
    /// ```
    pub fn all() -> impl Iterator<Item = Kind> {
        let rows = notation::TABLE.into_iter();
        // The last of a name reads all of its variants.
        let is_last = |row: &&Notation| {
            let last = notation::TABLE.iter().rfind(|other| *other == row);
            last.is_some_and(|last| std::ptr::eq(*last, *row))
        };
        let rows = rows.filter(is_last);
        let data = rows.map(Kind::of_notation);
        let data = data.filter(|kind| matches!(kind, Kind::Data(_)));
        Kind::DOCUMENTS.into_iter().chain(data)
    }

    const DOCUMENTS: [Kind; 13] = [
        Kind::Text,
        Kind::Markdown,
        Kind::Mdx,
        Kind::Notebook,
        Kind::Rst,
        Kind::Asciidoc,
        Kind::Html,
        Kind::Man,
        Kind::Org,
        Kind::Tex,
        Kind::Texinfo,
        Kind::Source(Language::C),
        Kind::Mail,
    ];

    /// The type of the document at `path` that begins with `head`. The extension decides if it is known; otherwise the content.
    ///
    /// ```
    /// use urlgrep::document::Kind;
    /// assert_eq!(Kind::detect("doc/x.RST".as_ref(), b""), Kind::Rst);
    /// assert_eq!(Kind::detect("_sources/x.rst.txt".as_ref(), b"hello"), Kind::Rst);
    /// assert_eq!(Kind::detect("x.1".as_ref(), b".TH X 1\n"), Kind::Man);
    /// assert_eq!(Kind::detect("x.1".as_ref(), b"hello"), Kind::Text);
    /// assert_eq!(Kind::detect("de.po".as_ref(), b"").name(), "po");
    /// assert_eq!(Kind::detect("CMakeLists.txt".as_ref(), b"").name(), "source");
    /// assert_ne!(Kind::detect("requirements.txt".as_ref(), b""), Kind::Text);
    /// ```
    pub fn detect(path: &Path, head: &[u8]) -> Kind {
        if is_read_by_programs(path) {
            return Kind::Data(Format(&PLAIN));
        }
        let extension = &container::extension(path)[..];
        match extension {
            "eml" | "mbox" => return Kind::Mail,
            "man" => return Kind::Man,
            "mdx" => return Kind::Mdx,
            "ipynb" => return Kind::Notebook,
            _ => {}
        }
        let mut rows = notation::TABLE.into_iter();
        if let Some(row) = rows.find(|row| row.matches_name(extension, head)) {
            return Kind::of_notation(row);
        }
        if is_man_page(head) {
            return Kind::Man;
        }
        if let Some(language) = Language::of_first_line(head) {
            return Kind::Source(language);
        }
        let container = container::detect(beginning(head, container::HEAD));
        match container.notation {
            Some(row) => Kind::of_notation(row),
            None if container.name() == "text" => Kind::Text,
            None => Kind::Mail,
        }
    }

    /// The type of documents in this notation: the one of the same name, otherwise data.
    fn of_notation(row: &'static Notation) -> Kind {
        let language = Language::of_notation(row).map(Kind::Source);
        let named = || {
            Kind::DOCUMENTS
                .into_iter()
                .find(|kind| kind.name() == row.name)
        };
        language.or_else(named).unwrap_or(Kind::Data(Format(row)))
    }

    /// Its name, as used by `--as`.
    ///
    /// ```
    /// assert_eq!(urlgrep::document::Kind::Asciidoc.name(), "asciidoc");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Markdown => "markdown",
            Kind::Mdx => "mdx",
            Kind::Notebook => "notebook",
            Kind::Rst => "rst",
            Kind::Asciidoc => "asciidoc",
            Kind::Html => "html",
            Kind::Man => "man",
            Kind::Org => "org",
            Kind::Tex => "tex",
            Kind::Texinfo => "texinfo",
            Kind::Source(_) => "source",
            Kind::Mail => "mail",
            Kind::Data(Format(row)) => row.name,
        }
    }

    /// The mask of `document`, which is of this type.
    ///
    /// ```
    /// use urlgrep::document::{Kind, Role};
    /// let mask = Kind::Markdown.mask(b"see `http://a.org/`\n");
    /// assert_eq!((mask.role(0), mask.role(6)), (Role::Prose, Role::Code));
    /// ```
    pub fn mask(self, document: &[u8]) -> Mask {
        match self {
            Kind::Source(language) => language.mask(document),
            Kind::Notebook => notation::notebook::mask(document),
            _ => self.notation().mask(document),
        }
    }

    /// Whether the text after `before`, the beginning of a line, is a comment. In types without comments, any text counts as one.
    pub(crate) fn begins_comment(self, before: &[u8]) -> bool {
        let is_jsx = self == Kind::Mdx && before.trim_ascii_end().ends_with(b"/*");
        is_jsx || self.notation().begins_comment(before)
    }

    /// The notation that it is written in.
    pub(crate) fn notation(self) -> &'static Notation {
        let name = match self {
            Kind::Source(language) => return language.notation(),
            Kind::Data(Format(row)) => return row,
            Kind::Mdx => Kind::Markdown.name(),
            Kind::Notebook => "json",
            _ => self.name(),
        };
        let mut rows = notation::TABLE.into_iter();
        rows.find(|row| row.name == name).unwrap_or(&PLAIN)
    }
}

/// Whether this file is a list for programs: `requirements.txt`, `requirements-dev.txt`, `constraints.txt`, `robots.txt`.
fn is_read_by_programs(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    let name = name.to_string_lossy().to_ascii_lowercase();
    let stem = name.strip_suffix(".txt");
    stem.is_some_and(|stem| {
        let words = ["requirements", "constraints"];
        words.iter().any(|word| stem.starts_with(word))
            || stem.split('-').any(|word| word == "requirements")
            || matches!(stem, "meson_options" | "robots")
    })
}
