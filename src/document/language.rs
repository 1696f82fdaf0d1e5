//! Programming languages, grouped by the syntax of their comments and strings.

use crate::notation::Notation;
use crate::notation::mask::{Mask, Role};
use crate::notation::source::{
    BIBTEX_STYLE, C, CSHARP, ERLANG, HASKELL, LISP, LUA, PARTLY_C, PYTHON, RUBY, RUST, SCRIPT,
    SHELL, SQL,
};
use crate::span::{contains, first_line};

/// A group of languages with the same syntax of comments and strings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Language {
    /// `// …`, `/* … */`, `"…"`, `'…'`
    C,
    /// Like C, with multi-line strings in backquotes.
    Script,
    /// Like C, but `'` also begins a lifetime.
    Rust,
    /// `# …`, `"…"`, `'…'`, and multi-line strings in three quotes.
    Python,
    /// `# …`, `"…"`, `'…'`, and a backslash before any character.
    Shell,
    /// `# …`, `"…"`, `'…'`
    Ruby,
    /// `-- …`, `"…"`, `'…'`
    Sql,
    /// Like SQL, with `{- … -}`, and with links in comments: `<URL text>`.
    Haskell,
    /// `; …`, `"…"`
    Lisp,
    /// `% …`, `"…"`
    Erlang,
    /// Like C, with `@"…"`; in `"""…"""` there are no escapes.
    Csharp,
    /// `-- …`, `--[[ … ]]`, `"…"`, `[[…]]`
    Lua,
}

impl Language {
    /// Each with the notation of its files.
    const NOTATIONS: [(Language, &'static Notation); 14] = [
        (Language::C, &C),
        (Language::C, &PARTLY_C),
        (Language::Script, &SCRIPT),
        (Language::Rust, &RUST),
        (Language::Python, &PYTHON),
        (Language::Shell, &SHELL),
        (Language::Ruby, &RUBY),
        (Language::Sql, &SQL),
        (Language::Haskell, &HASKELL),
        (Language::Lisp, &LISP),
        (Language::Erlang, &ERLANG),
        (Language::Erlang, &BIBTEX_STYLE),
        (Language::Csharp, &CSHARP),
        (Language::Lua, &LUA),
    ];

    pub(super) fn notation(self) -> &'static Notation {
        let row = Language::NOTATIONS.iter().find(|(other, _)| *other == self);
        row.map_or(&C, |(_, notation)| notation)
    }

    /// The language of files in this notation.
    pub(super) fn of_notation(row: &Notation) -> Option<Language> {
        let is = |(_, notation): &&(_, &Notation)| std::ptr::eq(*notation, row);
        let row = Language::NOTATIONS.iter().find(is);
        row.map(|(language, _)| *language)
    }

    /// The roles of the bytes of a document.
    pub(super) fn mask(self, document: &[u8]) -> Mask {
        let syntax = self.notation().syntax;
        syntax.map_or(Mask::plain(Role::Prose), |syntax| syntax.mask(document))
    }

    /// The language of a script whose first line names its interpreter.
    pub(super) fn of_first_line(head: &[u8]) -> Option<Language> {
        let line = first_line(head.strip_prefix(b"#!")?);
        let interpreters = [
            ("python", Language::Python),
            ("node", Language::Script),
            ("perl", Language::Ruby),
            ("ruby", Language::Ruby),
            ("sh", Language::Shell),
        ];
        let mut rows = interpreters.into_iter();
        let row = rows.find(|(name, _)| contains(line, name.as_bytes()));
        row.map(|(_, language)| language)
    }
}
