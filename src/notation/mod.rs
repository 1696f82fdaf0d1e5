//! Notations: the formats that a text can be written in, one per file and one row of a table each.
//!
//! A notation says how a file or a part of a message is recognised (by media type, name or content), which escapes are undone, and
//! what delimits a URL. It writes the text that is searched through a [`Rewrite`], so that every position still leads to the file.
//! The engine does not know any format: it searches the text that the notation wrote.
//!
//! Bytes that delimit a URL only in this notation are written as [`DELIMITER`](crate::text::DELIMITER), a control character that ends every
//! URL.

mod asciidoc;
mod calendar;
mod config;
mod csv;
mod diff;
mod gemtext;
mod html;
mod json;
#[cfg(feature = "lint")]
mod lines;
mod log;
mod man;
pub(crate) mod markdown;
#[cfg(feature = "lint")]
pub(crate) mod mask;
mod mediawiki;
#[cfg(feature = "lint")]
pub(crate) mod notebook;
mod org;
mod po;
mod references;
mod rst;
pub(crate) mod source;
mod syntax;
pub(crate) mod targets;
mod tex;
mod texinfo;
mod turtle;
mod xml;

pub(crate) use html::HTML;
#[cfg(feature = "lint")]
pub(crate) use html::mask::without_references;
#[cfg(feature = "lint")]
pub(crate) use man::is_man_page;
#[cfg(feature = "lint")]
pub(crate) use markdown::{as_utf8, front_matter, open_admonitions};
pub(crate) use syntax::Syntax;

use std::fmt;

use crate::text::{Markup, Rewrite};

/// A notation: one row of the table.
pub(crate) struct Notation {
    /// As used by `--as`: `text`, `html`, …
    pub(crate) name: &'static str,
    pub(crate) markup: Markup,
    /// Media types, in lower case. `*+json` stands for every subtype with this suffix.
    pub(crate) media_types: &'static [&'static str],
    /// The extensions of its files, in lower case.
    pub(crate) extensions: &'static [&'static str],
    /// Whether a file with this extension (in lower case) and this beginning is written in it, although `extensions` lacks it.
    matches_name: fn(&str, &[u8]) -> bool,
    /// Whether a file with this beginning is written in it, whatever its name.
    pub(crate) matches_head: fn(&[u8]) -> bool,
    cut: fn(&[u8]) -> Option<usize>,
    is_readable: fn(&[u8]) -> bool,
    read: fn(&[u8], &mut Rewrite<'_>),
    /// Whether `read` notes code.
    notes_code: bool,
    /// The name of the charset that the beginning of a document declares; empty if it declares none.
    pub(crate) declared_charset: fn(&[u8]) -> &[u8],
    /// The roles of its bytes, for the linter.
    #[cfg(feature = "lint")]
    roles: mask::Roles,
    /// The fields of a table, for the linter.
    #[cfg(feature = "lint")]
    fields: fn(&[u8]) -> Option<csv::Fields<'_>>,
    /// Comments and strings, with escapes. If a notation has it, `cut`, `is_readable` and `read` are not asked.
    pub(crate) syntax: Option<&'static Syntax>,
}

/// Plain text, and what the other rows have unless they say otherwise.
pub(crate) const AS_TEXT: Notation = Notation {
    name: "text",
    markup: Markup::Plain,
    media_types: &[],
    extensions: &[],
    matches_name: |_, _| false,
    matches_head: |_| false,
    cut: paragraph,
    is_readable: |_| true,
    read: |text, out| out.copy(text, 0..text.len()),
    notes_code: false,
    declared_charset: |_| b"",
    #[cfg(feature = "lint")]
    roles: mask::Roles::PROSE,
    #[cfg(feature = "lint")]
    fields: |_| None,
    syntax: None,
};

pub(crate) static PLAIN: Notation = AS_TEXT;

/// The other notations, in the order they are tried.
pub(crate) static TABLE: [&Notation; 40] = [
    &HTML,
    &xml::XML,
    &json::MAP,
    &json::JSON,
    &man::MAN,
    &markdown::MARKDOWN,
    &rst::RST,
    &asciidoc::ASCIIDOC,
    &calendar::CALENDAR,
    &po::PO,
    &tex::TEX,
    &texinfo::TEXINFO,
    &config::YAML,
    &config::TOML,
    &config::INI,
    &org::ORG,
    &mediawiki::MEDIAWIKI,
    &gemtext::GEMTEXT,
    &turtle::TURTLE,
    &diff::DIFF,
    &log::LOG,
    &source::SCRIPT,
    &source::CSHARP,
    &source::RUST,
    &source::PYTHON,
    &source::RUBY,
    &source::SQL,
    &source::HASKELL,
    &source::LUA,
    &source::LISP,
    &source::ERLANG,
    &source::BIBTEX_STYLE,
    &source::PARTLY_C,
    // The last of one name also reads files whose language is not known.
    &source::C,
    &source::SHELL,
    &csv::TAB,
    &csv::COMMA,
    &csv::SEMICOLON,
    &csv::BAR,
    &csv::CSV,
];

/// The notation of a part with this media type (in lower case).
pub(crate) fn of_media_type(name: &str) -> Option<&'static Notation> {
    let is = |known: &&str| match known.strip_prefix('*') {
        Some(suffix) => name.ends_with(suffix),
        None => *known == name,
    };
    TABLE.into_iter().find(|row| row.media_types.iter().any(is))
}

impl Notation {
    /// Whether a file with this extension (in lower case) and this beginning is written in it. Some extensions say little: a file of
    /// `.conf` or `.log` may be XML or JSON.
    pub(crate) fn matches_name(&self, extension: &str, head: &[u8]) -> bool {
        let is_known =
            || self.extensions.contains(&extension) || (self.matches_name)(extension, head);
        !extension.is_empty() && is_known()
    }

    /// The last position where a text may be cut.
    pub(crate) fn cut(&self, text: &[u8]) -> Option<usize> {
        self.syntax
            .map_or_else(|| (self.cut)(text), |syntax| syntax.cut(text))
    }

    /// Whether the text can be searched as it is.
    pub(crate) fn is_readable(&self, text: &[u8]) -> bool {
        self.syntax.map_or_else(
            || (self.is_readable)(text),
            |syntax| syntax.is_readable(text),
        )
    }

    /// Whether it has code, which can be noted.
    pub(crate) fn has_code(&self) -> bool {
        self.notes_code || self.syntax.is_some_and(|syntax| syntax.is_program)
    }

    /// Writes the text that is searched.
    pub(crate) fn read(&self, text: &[u8], out: &mut Rewrite<'_>) {
        match self.syntax {
            Some(syntax) => syntax.read(text, out),
            None => (self.read)(text, out),
        }
    }

    /// The roles of the bytes of a document that is no source code.
    #[cfg(feature = "lint")]
    pub(crate) fn mask(&self, document: &[u8]) -> mask::Mask {
        self.roles.mask(document)
    }

    /// The fields of this document, if it is a table.
    #[cfg(feature = "lint")]
    pub(crate) fn fields<'d>(&self, document: &'d [u8]) -> Option<csv::Fields<'d>> {
        (self.fields)(document)
    }

    /// Whether the text after `before`, the beginning of a line, is a comment.
    #[cfg(feature = "lint")]
    pub(crate) fn begins_comment(&self, before: &[u8]) -> bool {
        let before = before.trim_ascii();
        match self.syntax {
            Some(syntax) if !syntax.rows.is_empty() => syntax.begins_comment(before),
            _ => (self.roles.begins_comment)(before),
        }
    }
}

impl PartialEq for Notation {
    fn eq(&self, other: &Notation) -> bool {
        self.name == other.name
    }
}

impl Eq for Notation {}

impl fmt::Debug for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Notation").field(&self.name).finish()
    }
}

/// Cuts after the last empty line.
pub(crate) fn paragraph(text: &[u8]) -> Option<usize> {
    let ends = |&end: &usize| matches!(&text[..end], [.., b'\n'] | [.., b'\n', b'\r']);
    let end = memchr::memrchr_iter(b'\n', text).find(ends)?;
    Some(end + 1)
}

/// The text that a notation writes, with `¦` in the place of what delimits.
#[cfg(test)]
fn text_of(text: &str, read: impl FnOnce(&[u8], &mut Rewrite<'_>)) -> String {
    let (bytes, _) = crate::decode::decoded(text.as_bytes(), read);
    String::from_utf8_lossy(&bytes).replace('\x1f', "¦")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_after_the_last_blank_line() {
        assert_eq!(paragraph(b"a\na\n\nb\nb\n\nc\n"), Some(10));
        assert_eq!(paragraph(b"a\r\na\r\n\r\nb"), Some(8));
        assert_eq!(paragraph(b"a\nb\n"), None);
        assert_eq!(paragraph(b"a\na\n \nb"), None);
        assert_eq!(paragraph(b"a\n\nb\n\nc"), Some(6));
    }
}
