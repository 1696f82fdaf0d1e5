//! The type of a document, and whether it is certain enough for fixes.

use std::ffi::OsStr;
use std::path::Path;

use urlgrep::document::Kind;

/// The type with this name.
pub(super) fn by_name(name: &str) -> Option<Kind> {
    Kind::all().find(|kind| kind.name() == name)
}

/// The names that editors give to types of documents, each with an extension of that type.
#[rustfmt::skip]
const LANGUAGES: &[(&str, &str)] = &[
    ("asciidoc", "adoc"), ("bibtex", "bib"), ("c", "c"), ("cpp", "cpp"), ("csharp", "cs"), ("dart", "dart"),
    ("elixir", "ex"), ("erlang", "erl"), ("go", "go"), ("groff", "man"), ("haskell", "hs"), ("html", "html"),
    ("java", "java"), ("javascript", "js"), ("javascriptreact", "jsx"), ("julia", "jl"), ("kotlin", "kt"),
    ("latex", "tex"), ("lua", "lua"), ("man", "man"), ("markdown", "md"), ("mdx", "mdx"), ("objective-c", "m"),
    ("objective-cpp", "mm"), ("org", "org"), ("perl", "pl"), ("python", "py"), ("r", "r"),
    ("restructuredtext", "rst"), ("rst", "rst"), ("ruby", "rb"), ("rust", "rs"), ("scala", "scala"),
    ("shellscript", "sh"), ("sql", "sql"), ("swift", "swift"), ("tex", "tex"), ("texinfo", "texi"),
    ("troff", "man"), ("typescript", "ts"), ("typescriptreact", "tsx"), ("xhtml", "xhtml"), ("xml", "html"),
];

/// The type of documents in a language, by the name that editors give it. `plaintext` says nothing.
pub(super) fn of_language(name: &str) -> Option<Kind> {
    let (_, extension) = LANGUAGES.iter().find(|(known, _)| *known == name)?;
    Some(Kind::detect(Path::new(&format!("x.{extension}")), b""))
}

/// The type of a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct DocumentKind {
    pub(super) kind: Kind,
    /// Whether the user or the file's name says it. If the type was guessed from the content, or is not known, fixes are not offered: the
    /// file may be data.
    pub(super) is_named: bool,
}

impl DocumentKind {
    /// `given` is the type that the user or the configuration gives.
    pub(super) fn detect(given: Option<Kind>, path: &Path, document: &[u8]) -> DocumentKind {
        let kind = given.unwrap_or_else(|| Kind::detect(path, document));
        DocumentKind {
            kind,
            is_named: given.is_some() || is_named(path, kind),
        }
    }
}

/// Files in capitals that programs write or read: packages of Python and R, builds, git.
#[rustfmt::skip]
const DATA_NAMES: &[&str] = &[
    "APKBUILD", "BUILD", "CODEOWNERS", "DESCRIPTION", "FETCH_HEAD", "INSTALLER", "MANIFEST", "METADATA",
    "NAMESPACE", "PKG-INFO", "PKGBUILD", "RECORD", "SHASUMS", "WHEEL", "WORKSPACE",
];

/// Whether the name of a file says that it is of this type.
fn is_named(path: &Path, kind: Kind) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    match (kind, extension) {
        (Kind::Text, Some(extension)) => ["txt", "text"]
            .iter()
            .any(|text| extension.eq_ignore_ascii_case(text)),
        // `README`, `NEWS`, but not `Makefile`.
        (Kind::Text, None) => {
            let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
            let letters: Vec<u8> = name.bytes().filter(|b| !b"_-".contains(b)).collect();
            let is_capital = letters.len() > 1 && letters.iter().all(u8::is_ascii_uppercase);
            is_capital && !DATA_NAMES.contains(&name)
        }
        // `x.1`, `x.3pm`
        (Kind::Man, Some(extension)) => {
            extension.starts_with(|c: char| c.is_ascii_digit()) || extension == "man"
        }
        _ => Kind::detect(path, b"") == kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_of_editors() {
        assert!(LANGUAGES.is_sorted());
        assert_eq!(of_language("restructuredtext"), Some(Kind::Rst));
        assert_eq!(of_language("latex"), Some(Kind::Tex));
        assert_eq!(of_language("plaintext"), None);
        for (name, _) in LANGUAGES {
            assert_ne!(of_language(name), Some(Kind::Text), "{name}");
        }
    }

    #[test]
    fn names_of_documents() {
        let named = |name: &str, head: &[u8]| {
            let path = Path::new(name);
            is_named(path, Kind::detect(path, head))
        };
        for name in [
            "a.md", "a.txt", "README", "doc/NEWS", "a.RST", "a.html", "a.rs",
        ] {
            assert!(named(name, b""), "{name}");
        }
        for name in [
            "Makefile",
            "x",
            "<stdin>",
            "a.unknown",
            "PKG-INFO",
            "x.dist-info/METADATA",
        ] {
            assert!(!named(name, b""), "{name}");
        }
        assert!(named("x.1", b".TH X 1\n") && !named("x.tmac", b".TH X 1\n"));
        assert!(!named("x.unknown", b"<html><body></body></html>"));
    }
}
