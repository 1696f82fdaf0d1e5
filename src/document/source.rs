//! Masks of source files: comments are prose, strings are code, and the rest is not text.
//!
//! A language is described only by its syntax of comments and strings.

use super::mask::{Mask, Painter, Role};

/// The syntax of comments and strings in a group of languages.
///
/// ```
/// use urlgrep::document::{Kind, Language};
/// assert_eq!(Kind::detect("a.c".as_ref(), b""), Kind::Source(Language::C));
/// ```
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
    /// `# …`, `"…"`, `'…'`
    Shell,
    /// `-- …`, `"…"`, `'…'`
    Sql,
    /// `; …`, `"…"`
    Lisp,
    /// `% …`, `"…"`
    Erlang,
}

#[rustfmt::skip]
const EXTENSIONS: &[(Language, &[&str])] = &[
    (Language::C, &["c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "java", "cs", "swift", "kt", "kts", "scala", "m", "mm", "d", "dart", "groovy", "proto", "zig"]),
    (Language::Script, &["js", "jsx", "mjs", "cjs", "ts", "tsx", "go"]),
    (Language::Rust, &["rs"]),
    (Language::Python, &["py", "pyi", "pyx"]),
    (Language::Shell, &["sh", "bash", "zsh", "rb", "pl", "pm", "r", "awk", "tcl", "mk", "cmake", "jl", "ex", "exs", "nix"]),
    (Language::Sql, &["sql", "lua", "hs", "ada", "adb", "ads", "elm", "vhd", "vhdl"]),
    (Language::Lisp, &["lisp", "el", "clj", "scm", "rkt"]),
    (Language::Erlang, &["erl", "hrl"]),
];

/// The language of files with this extension (in lower case).
pub(super) fn language_of_extension(extension: &str) -> Option<Language> {
    let row = EXTENSIONS
        .iter()
        .find(|(_, extensions)| extensions.contains(&extension));
    row.map(|(language, _)| *language)
}

/// The language of a script whose first line names its interpreter.
pub(super) fn language_of_first_line(head: &[u8]) -> Option<Language> {
    let line = head.strip_prefix(b"#!")?;
    let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len())];
    let has = |word: &[u8]| memchr::memmem::find(line, word).is_some();
    match () {
        () if has(b"python") => Some(Language::Python),
        () if has(b"node") => Some(Language::Script),
        () if has(b"sh") || has(b"perl") || has(b"ruby") => Some(Language::Shell),
        () => None,
    }
}

/// An opening delimiter, its closing delimiter, and the role of the text between. Only strings have backslash escapes.
type Row = (&'static [u8], &'static [u8], Role);

const LINE: &[u8] = b"\n";

impl Language {
    /// They are tried in this order.
    #[rustfmt::skip]
    fn rows(self) -> &'static [Row] {
        use Role::{Code, Prose};
        match self {
            Language::C => &[(b"//", LINE, Prose), (b"/*", b"*/", Prose), (b"\"\"\"", b"\"\"\"", Code), (b"\"", b"\"", Code), (b"'", b"'", Code)],
            Language::Script => &[(b"//", LINE, Prose), (b"/*", b"*/", Prose), (b"\"", b"\"", Code), (b"'", b"'", Code), (b"`", b"`", Code)],
            Language::Rust => &[(b"//", LINE, Prose), (b"/*", b"*/", Prose), (b"\"", b"\"", Code)],
            Language::Python => &[(b"#", LINE, Prose), (b"\"\"\"", b"\"\"\"", Prose), (b"'''", b"'''", Prose), (b"\"", b"\"", Code), (b"'", b"'", Code)],
            Language::Shell => &[(b"#", LINE, Prose), (b"\"", b"\"", Code), (b"'", b"'", Code)],
            Language::Sql => &[(b"--", LINE, Prose), (b"/*", b"*/", Prose), (b"{-", b"-}", Prose), (b"\"", b"\"", Code), (b"'", b"'", Code)],
            Language::Lisp => &[(b";", LINE, Prose), (b"#|", b"|#", Prose), (b"\"", b"\"", Code)],
            Language::Erlang => &[(b"%", LINE, Prose), (b"\"", b"\"", Code)],
        }
    }

    pub(super) fn mask(self, document: &[u8]) -> Mask {
        let mut painter = Painter::new(Role::Outside);
        let rows = self.rows();
        let mut firsts = [false; 256];
        for row in rows {
            firsts[usize::from(row.0[0])] = true;
        }
        let mut at = 0;
        while let Some(byte) = document.get(at) {
            if *byte == b'\\' {
                at += 2;
                continue;
            }
            let row = match firsts[usize::from(*byte)] {
                true => rows.iter().find(|row| document[at..].starts_with(row.0)),
                false => None,
            };
            let Some(row) = row else {
                at += 1;
                continue;
            };
            let end = close(document, at + row.0.len(), row);
            painter.paint(at..end, row.2);
            at = end;
        }
        painter.finish()
    }

    pub(super) fn begins_comment(self, before: &[u8]) -> bool {
        let comments = self.rows().iter().filter(|row| row.2 == Role::Prose);
        let mut words = comments.map(|row| row.0);
        words.any(|word| memchr::memmem::find(before, word).is_some()) || before.starts_with(b"*")
    }
}

/// The position after the text that `row` opened before `start`. A string in single quotes ends at the end of its line.
fn close(document: &[u8], start: usize, row: &Row) -> usize {
    let (_, close, role) = *row;
    let mut at = start;
    if role == Role::Prose {
        let found = memchr::memmem::find(&document[start..], close);
        return found.map_or(document.len(), |i| start + i + close.len());
    }
    while let Some(byte) = document.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' if close == b"'" => return at,
            _ if document[at..].starts_with(close) => return at + close.len(),
            _ => at += 1,
        }
    }
    document.len()
}

#[cfg(test)]
mod tests {
    use super::super::role_of;
    use super::*;

    #[test]
    fn roles() {
        let role = |language: Language, document: &str| {
            role_of(|bytes| language.mask(bytes), document, "http")
        };
        assert_eq!(role(Language::C, "x; // http://a.org/\n"), Role::Prose);
        assert_eq!(role(Language::C, "/* x\n http://a.org/ */"), Role::Prose);
        assert_eq!(role(Language::C, "f(\"\\\"http://a.org/\")"), Role::Code);
        assert_eq!(role(Language::C, "http://a.org/"), Role::Outside);
        assert_eq!(
            role(Language::Rust, "fn f<'a>() {} // http://a.org/"),
            Role::Prose
        );
        assert_eq!(
            role(Language::Python, "'''x\nhttp://a.org/'''"),
            Role::Prose
        );
        assert_eq!(role(Language::Shell, "don't\n# http://a.org/"), Role::Prose);
        assert_eq!(role(Language::Erlang, "% http://a.org/"), Role::Prose);
    }
}
