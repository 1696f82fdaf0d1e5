//! The comments and strings of each language and format.

use super::escapes::*;
use super::{After, Content, Fence, Row, Syntax};

const fn comment(open: &'static [u8], close: &'static [u8]) -> Row {
    Row {
        prefix: b"",
        open,
        close,
        fence: Fence::None,
        content: Content::Comment,
        multiline: true,
        after: After::Anything,
    }
}

/// A comment up to the end of the line.
const fn line(open: &'static [u8]) -> Row {
    comment(open, b"\n")
}

/// One that begins a word.
const fn line_of_words(open: &'static [u8]) -> Row {
    Row {
        after: After::Blank,
        ..line(open)
    }
}

/// A string within a line, between `quote` and `quote`.
const fn string(quote: &'static [u8], escapes: &'static Escapes) -> Row {
    Row {
        content: Content::String(escapes),
        multiline: false,
        ..comment(quote, quote)
    }
}

/// A string that may contain line breaks.
const fn lines(quote: &'static [u8], escapes: &'static Escapes) -> Row {
    Row {
        multiline: true,
        ..string(quote, escapes)
    }
}

/// The same after a prefix.
const fn prefixed(prefix: &'static [u8], row: Row) -> Row {
    Row { prefix, ..row }
}

/// A string without escapes between `open` and `close`, with a fence at both ends.
const fn fenced(fence: Fence, open: &'static [u8], close: &'static [u8]) -> Row {
    Row {
        close,
        fence,
        ..lines(open, &RAW)
    }
}

const fn documentation(quote: &'static [u8]) -> Row {
    Row {
        content: Content::Text(&C),
        ..lines(quote, &C)
    }
}

/// A string that is a value.
const fn value(quote: &'static [u8], escapes: &'static Escapes) -> Row {
    Row {
        after: After::Value,
        ..string(quote, escapes)
    }
}

/// Code: outside comments and strings there is no text.
const fn code(rows: &'static [Row]) -> Syntax {
    Syntax {
        rows,
        outside: &RAW,
        adjoins: false,
        has_patterns: false,
        has_links: false,
        is_program: false,
    }
}

/// Code of which all comments and strings are known.
const fn program(rows: &'static [Row]) -> Syntax {
    Syntax {
        is_program: true,
        ..code(rows)
    }
}

/// Code in which strings that follow each other are one.
const fn adjoining(rows: &'static [Row]) -> Syntax {
    Syntax {
        adjoins: true,
        ..program(rows)
    }
}


const fn value_lines(quote: &'static [u8], escapes: &'static Escapes) -> Row {
    Row {
        multiline: true,
        ..value(quote, escapes)
    }
}

pub(in crate::notation) static C_LIKE: Syntax = adjoining(&[
    line(b"//"), comment(b"/*", b"*/"),
    Row { after: After::Word, ..prefixed(b"R", fenced(Fence::Parenthesis, b"\"", b")")) },
    lines(b"\"\"\"", &C), string(b"\"", &C), string(b"'", &C),
]);
pub(in crate::notation) static PARTLY_C: Syntax = Syntax { adjoins: true, ..code(C_LIKE.rows) };
pub(in crate::notation) static CSHARP: Syntax = program(&[
    line(b"//"), comment(b"/*", b"*/"), lines(b"\"\"\"", &RAW),
    prefixed(b"@", lines(b"\"", &VERBATIM)), prefixed(b"@$", lines(b"\"", &VERBATIM)),
    string(b"\"", &C), string(b"'", &C),
]);
pub(in crate::notation) static SCRIPT: Syntax = Syntax {
    has_patterns: true,
    ..program(&[
        line(b"//"), comment(b"/*", b"*/"), string(b"\"", &SCRIPT_STRING), string(b"'", &SCRIPT_STRING),
        lines(b"`", &SCRIPT_STRING),
    ])
};
pub(in crate::notation) static RUST: Syntax = program(&[
    line(b"//"), comment(b"/*", b"*/"), prefixed(b"r", fenced(Fence::Hashes, b"\"", b"\"")), lines(b"\"", &RUST_STRING),
    // A character.
    Row { close: b"", ..string(b"'\"'", &RAW) },
]);
pub(in crate::notation) static PYTHON: Syntax = adjoining(&[
    line(b"#"), prefixed(b"r", lines(b"\"\"\"", &RAW)), prefixed(b"r", lines(b"'''", &RAW)),
    documentation(b"\"\"\""), documentation(b"'''"),
    prefixed(b"r", string(b"\"", &RAW)), prefixed(b"r", string(b"'", &RAW)), string(b"\"", &C), string(b"'", &C),
]);
pub(in crate::notation) static RUBY: Syntax = code(&[
    line_of_words(b"#"), lines(b"\"", &C), string(b"'", &RAW),
]);
pub(in crate::notation) static SHELL: Syntax = Syntax {
    outside: &SHELL_WORD,
    ..code(&[line_of_words(b"#"), prefixed(b"$", lines(b"'", &C)), lines(b"\"", &SHELL_QUOTED), string(b"'", &RAW)])
};
pub(in crate::notation) static SQL: Syntax = code(&[
    line(b"--"), comment(b"/*", b"*/"), comment(b"{-", b"-}"), lines(b"\"", &C), string(b"'", &SQL_STRING),
]);
pub(in crate::notation) static HASKELL: Syntax = Syntax { has_links: true, ..code(SQL.rows) };
pub(in crate::notation) static LUA: Syntax = program(&[
    Row { content: Content::Comment, ..fenced(Fence::Equals, b"--[", b"]") }, line(b"--"),
    fenced(Fence::Equals, b"[", b"]"), string(b"\"", &LUA_STRING), string(b"'", &LUA_STRING),
]);
pub(in crate::notation) static LISP: Syntax = code(&[
    line(b";"), comment(b"#|", b"|#"), lines(b"\"", &C),
]);
pub(in crate::notation) static BIBTEX_STYLE: Syntax = program(&[line(b"%"), string(b"\"", &RAW)]);
pub(in crate::notation) static ERLANG: Syntax = code(&[line(b"%"), lines(b"\"", &C)]);
pub(in crate::notation) static YAML: Syntax = code(&[
    line_of_words(b"#"), value_lines(b"\"", &YAML_DOUBLE), value(b"'", &YAML_SINGLE),
]);
pub(in crate::notation) static TOML: Syntax = program(&[
    line(b"#"), lines(b"\"\"\"", &TOML_STRING), lines(b"'''", &RAW),
    string(b"\"", &TOML_STRING), string(b"'", &RAW),
]);
pub(in crate::notation) static INI: Syntax = Syntax { outside: &INI_VALUE, ..code(&[]) };
