//! Source code: the escapes of its strings are undone, each language its own.

use super::config::is_data;
use super::syntax::{self, Syntax};
use super::{AS_TEXT, Notation};
use crate::class::Class;
use crate::span::{contains, first_line};
use crate::text::is_one_of;

#[rustfmt::skip]
pub(crate) static C: Notation = Notation {
    media_types: &[
        "text/x-c", "text/x-c++", "text/x-c++hdr", "text/x-c++src", "text/x-chdr", "text/x-csrc", "text/x-java",
    ],
    ..source(&syntax::C_LIKE, C_EXTENSIONS)
};
#[rustfmt::skip]
const C_EXTENSIONS: &[&str] =
    &["c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "java", "mm", "proto", "thrift", "glsl", "vert", "frag", "hlsl", "wgsl", "cu", "cuh", "sol"];
/// Some of their comments and strings are others, such as `%` of Octave.
pub(crate) static PARTLY_C: Notation = source(
    &syntax::PARTLY_C,
    &["swift", "m", "d", "dart", "groovy", "zig"],
);
pub(crate) static SCRIPT: Notation = Notation {
    media_types: &[
        "application/javascript",
        "application/x-javascript",
        "text/javascript",
    ],
    // Translations of Qt have this extension too.
    matches_name: |extension, head| extension == "ts" && !is_data(head),
    ..source(
        &syntax::SCRIPT,
        &["js", "jsx", "mjs", "cjs", "tsx", "mts", "cts", "go"],
    )
};
pub(crate) static CSHARP: Notation = source(&syntax::CSHARP, &["cs", "kt", "kts", "scala"]);
pub(crate) static RUST: Notation = source(&syntax::RUST, &["rs"]);
pub(crate) static PYTHON: Notation = Notation {
    media_types: &["text/x-python", "text/x-script.python"],
    ..source(&syntax::PYTHON, &["py", "pyi", "pyx"])
};
pub(crate) static RUBY: Notation = Notation {
    media_types: &["application/x-ruby", "text/x-perl", "text/x-ruby"],
    // Tests of Perl; those of Mercurial have this extension too.
    matches_name: |extension, head| extension == "t" && is_perl(head),
    ..source(
        &syntax::RUBY,
        &[
            "rb", "pl", "pm", "r", "awk", "tcl", "mk", "cmake", "jl", "ex", "exs", "nix", "nim",
            "cr", "tf", "graphql",
        ],
    )
};
pub(crate) static SQL: Notation = source(
    &syntax::SQL,
    &["sql", "ada", "adb", "ads", "elm", "vhd", "vhdl"],
);
pub(crate) static HASKELL: Notation = source(&syntax::HASKELL, &["hs", "hsc", "chs"]);
pub(crate) static LUA: Notation = source(&syntax::LUA, &["lua", "nse"]);
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

/// Whether a program in Perl begins so: with the line that names it, or with a statement after comments.
fn is_perl(head: &[u8]) -> bool {
    if let Some(program) = head.strip_prefix(b"#!") {
        return contains(first_line(program), b"perl");
    }
    let mut lines = head.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
    first.is_some_and(|line| line.starts_with(b"use "))
}

/// Whether a style for BibTeX begins so: with a comment or a command.
fn is_style(head: &[u8]) -> bool {
    const COMMANDS: [&[u8]; 5] = [b"ENTRY", b"FUNCTION", b"INTEGERS", b"MACRO", b"STRINGS"];
    let head = head.trim_ascii_start();
    let word = &head[..Class::ALPHA.run(head)];
    // `%YAML 1.2` is a directive.
    head.starts_with(b"%") && !head.starts_with(b"%YAML") || is_one_of(word, &COMMANDS)
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
    fn tests_of_perl_and_of_mercurial() {
        for (head, want) in [
            ("#!/usr/bin/env perl\n", true),
            ("# On a.org\n\nuse strict;\nuse warnings;\n", true),
            ("#!/bin/sh\nuse x\n", false),
            ("#require serve\n\n  $ hg init test\n", false),
            ("", false),
        ] {
            let found = (RUBY.matches_name)("t", head.as_bytes());
            assert_eq!(found, want, "{head}");
        }
    }

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
