use super::*;

fn decoded(syntax: &'static Syntax, text: &str) -> String {
    crate::notation::text_of(text, |text, out| syntax.read(text, out))
}

fn assert_decoded(cases: &[(&'static Syntax, &str, &str)]) {
    for &(syntax, text, want) in cases {
        assert_eq!(decoded(syntax, text), want, "{text}");
    }
}

#[test]
fn escapes_of_strings() {
    assert_decoded(&[
        (
            &C_LIKE,
            r#"x("a\x2Fb\057c\u002Fd\/e") \x2F"#,
            r#"x("a/b/c/d\/e") \x2F"#,
        ),
        (&C_LIKE, "'a\\\nb\\n' // \\x2F", "'ab¦' // \\x2F"),
        (&C_LIKE, r#""\"a\\x2F\q\x4""#, r#"""a\x2F\q\x4""#),
        (&PYTHON, r#"'\xc3\xa9\xe9\xe9\xe9\xe9\xe9'"#, "'éééééé'"),
        (&SCRIPT, r#"`\u{2F}\u{}\ud83d\ude00`"#, "`/\\u{}\u{1f600}`"),
        (
            &SCRIPT,
            r#""https:\/\/a/" = /\//"#,
            r#""https://a/" = /\//"#,
        ),
        (
            &RUST,
            "\"a\\\n   b\" r\"\\x2F\" '\"' \\x2F",
            "\"ab\" r\"\\x2F\" '\"' \\x2F",
        ),
        (
            &PYTHON,
            r#"r'\x2F' '\x2F' """\x2F""" # '\x2F"#,
            r#"r'\x2F' '/' """/""" # '\x2F"#,
        ),
        (
            &SHELL,
            r#"x\?a=1 "\?\"" '\?' # don't \?"#,
            r#"x?a=1 "\?"" '\?' # don't \?"#,
        ),
        (&SHELL, r#"a#b\? $'\x2F' a\n"#, r#"a#b? $'/' a\n"#),
        (&SQL, "'a''b' -- it's ''", "'a'b' -- it's ''"),
    ]);
}

#[test]
fn strings_of_the_next_line() {
    assert_decoded(&[
        (
            &C_LIKE,
            "(\"a\"\n  \"b\"\r\n\"c\\x2F\" \"d\")",
            "(\"abc/\" \"d\")",
        ),
        (&C_LIKE, "\"a\" \\\n\"\" \\\r\n\tu8\"b\"", "\"ab\""),
        (&PYTHON, "'a'\nf\"b\\x2F\"\nr'\\x2F'", "'ab/\\x2F\""),
        (&PYTHON, "'a\\''\n'b',\n'c'\n\n'd'", "'a'b\",\n'c'\n\n'd'"),
        (&PYTHON, "# 'a'\n'b' # \\\n'c'", "# 'a'\n'b' # \\\n'c'"),
        (&PYTHON, "'//a/b.'\n'c'", "'//a/b.'\n'c'"),
        (&PYTHON, "'//a.'\n'b'", "'//a.b\""),
        (&PYTHON, "\"a\"\n'''b'''", "\"a\"\n'''b'''"),
        (&SCRIPT, "'a'\n'\\x2F'", "'a'\n'/'"),
    ]);
    let is_readable = |text: &[u8]| PYTHON.is_readable(text);
    assert!(!is_readable(b"'a'\n'b'") && !is_readable(b"\"a\" \r\n \"b\""));
    assert!(is_readable(b"'a',\n'b'") && is_readable(b"'a'\nb") && is_readable(b"a\n'b'"));
}

#[test]
fn escapes_beside_raw_strings() {
    assert_decoded(&[
        (
            &C_LIKE,
            r#"R"x(\x2F)" \x2F)x" "\x2F" LR"(\x2F)" fooR"\x2F(""#,
            r#"R"x(\x2F)" \x2F)x" "/" LR"(\x2F)" fooR"/(""#,
        ),
        (
            &CSHARP,
            r#"@"a\" "\x2F" $@"b""\x2F" """c"\x2F""" '\x2F'"#,
            r#"@"a\" "/" $@"b"\x2F" """c"\x2F""" '/'"#,
        ),
        (
            &LUA,
            "[[\\x2F ]=] '\\x2F' ]] '\\x2F' [==[\\x2F]]]=]\\x2F]==] a[1] '\\x2F' --[=[ ' ]] ]=] '\\x2F' -- '\\x2F'",
            "[[\\x2F ]=] '\\x2F' ]] '/' [==[\\x2F]]]=]\\x2F]==] a[1] '/' --[=[ ' ]] ]=] '/' -- '\\x2F'",
        ),
        (
            &RUST,
            r###"r##"\x2F"# \x2F"## "\x2F" br"\x2F" '"' "\x2F" '"'"###,
            r###"r##"\x2F"# \x2F"## "/" br"\x2F" '"' "/" '"'"###,
        ),
        (
            &PYTHON,
            r#"r"""\x2F" \x2F""" "\x2F""#,
            r#"r"""\x2F" \x2F""" "/""#,
        ),
        (
            &YAML,
            "a: 'x''y'\nb: \"\\x2F\\/\" # \"\\/\"\nc: d\"\\/\"",
            "a: 'x'y'\nb: \"//\" # \"\\/\"\nc: d\"\\/\"",
        ),
        (
            &TOML,
            "a = \"\"\"x\\\n  y\\u002F\"\"\"\nb = '\\u002F'",
            "a = \"\"\"xy/\"\"\"\nb = '\\u002F'",
        ),
        (
            &INI,
            "a=https\\://a.org/x%%20\\\n  y\\u002F \\q",
            "a=https://a.org/x%20y/ \\q",
        ),
        (&C_LIKE, "\"\\", "\"\\"),
    ]);
}

#[test]
fn cut_outside_strings() {
    assert_eq!(PYTHON.cut(b"a\nb\n\nc = '''\nd\ne\n\nf"), Some(5));
    assert_eq!(PYTHON.cut(b"c = '''\nd\ne\n\nf\n'''\ng\n\nh"), Some(22));
    assert_eq!(PYTHON.cut(b"c = '''\nd\ne\n\nf"), None);
    assert_eq!(PYTHON.cut(b"c = '''\nd\ne\n\n"), None);
}

#[test]
fn links_with_a_text() {
    assert_decoded(&[
        (
            &HASKELL,
            "-- <http://a.org/1 a1> <<http://b.org/x.png b>>, <http://c.org>\nx <http://d.org y",
            "-- <http://a.org/1> a1> <<http://b.org/x.png> b>>, <http://c.org>\nx <http://d.org y",
        ),
        (
            &HASKELL,
            "-- | <http://a.org/x\r\n-- x> {- <http://b.org\n c> -}\n-- <http://d.org d>",
            "-- | <http://a.org/x\r\n-- x> {- <http://b.org\n c> -}\n-- <http://d.org> d>",
        ),
        (&SQL, "-- <http://a.org/1 a1>", "-- <http://a.org/1 a1>"),
    ]);
}
