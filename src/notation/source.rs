//! Source code: the escapes of its strings are undone, each language its own.

use super::config::is_data;
use super::syntax::{self, Syntax};
use super::{AS_TEXT, Notation};
use crate::class::Class;

#[rustfmt::skip]
pub(crate) static C: Notation = source(
    &syntax::C_LIKE,
    &["c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "java", "mm", "proto", "glsl", "vert", "frag", "wgsl"],
);
/// Some of their comments and strings are others, such as `%` of Octave.
pub(crate) static PARTLY_C: Notation = source(
    &syntax::PARTLY_C,
    &["swift", "m", "d", "dart", "groovy", "zig"],
);
pub(crate) static SCRIPT: Notation = Notation {
    // Translations of Qt have this extension too.
    matches_name: |extension, head| extension == "ts" && !is_data(head),
    ..source(
        &syntax::SCRIPT,
        &["js", "jsx", "mjs", "cjs", "tsx", "mts", "cts", "go"],
    )
};
pub(crate) static CSHARP: Notation = source(&syntax::CSHARP, &["cs", "kt", "kts", "scala"]);
pub(crate) static RUST: Notation = source(&syntax::RUST, &["rs"]);
pub(crate) static PYTHON: Notation = source(&syntax::PYTHON, &["py", "pyi", "pyx"]);
#[rustfmt::skip]
pub(crate) static RUBY: Notation = source(&syntax::RUBY, &["rb", "pl", "pm", "r", "awk", "tcl", "mk", "cmake", "jl", "ex", "exs", "nix"]);
pub(crate) static SQL: Notation = source(
    &syntax::SQL,
    &["sql", "hs", "ada", "adb", "ads", "elm", "vhd", "vhdl"],
);
pub(crate) static LUA: Notation = source(&syntax::LUA, &["lua"]);
pub(crate) static LISP: Notation =
    source(&syntax::LISP, &["lisp", "el", "clj", "cljs", "scm", "rkt"]);
pub(crate) static BIBTEX_STYLE: Notation = Notation {
    // Elements of BuildStream, which are YAML, have this extension too.
    matches_name: |extension, head| extension == "bst" && is_style(head),
    ..source(&syntax::BIBTEX_STYLE, &["mbs"])
};
pub(crate) static ERLANG: Notation = source(&syntax::ERLANG, &["erl", "hrl"]);
pub(crate) static SHELL: Notation = Notation {
    name: "shell",
    media_types: &["application/x-sh", "application/x-shellscript", "text/x-sh"],
    ..source(&syntax::SHELL, &["sh", "bash", "zsh", "ksh"])
};

/// Whether a style for BibTeX begins so: with a comment or a command.
fn is_style(head: &[u8]) -> bool {
    const COMMANDS: [&[u8]; 5] = [b"ENTRY", b"FUNCTION", b"INTEGERS", b"MACRO", b"STRINGS"];
    let head = head.trim_ascii_start();
    let word = &head[..Class::ALPHA.run(head)];
    // `%YAML 1.2` is a directive.
    head.starts_with(b"%") && !head.starts_with(b"%YAML")
        || COMMANDS
            .iter()
            .any(|command| word.eq_ignore_ascii_case(command))
}

const fn source(syntax: &'static Syntax, extensions: &'static [&'static str]) -> Notation {
    Notation {
        name: "source",
        extensions,
        syntax: Some(syntax),
        ..AS_TEXT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_for_bibtex_and_elements_of_buildstream() {
        for (head, want) in [
            ("% On a.org", true),
            ("\n  entry { author }", true),
            ("FUNCTION{x}", true),
            ("kind: tar\nsources:\n- url: www.d.org/x.git\n", false),
            ("%YAML 1.2\n---\nkind: tar\n", false),
            ("# On a.org\nkind: tar\n", false),
            ("", false),
        ] {
            assert_eq!(
                (BIBTEX_STYLE.matches_name)("bst", head.as_bytes()),
                want,
                "{head}"
            );
        }
    }
}
