//! Holes of templates: what a program or a reader fills in (`{id}`, `${HOST}`, `$(dir)`, `<port>`, `%s`, `{{ x }}`). In a host or a
//! port a hole means that there is no URL yet.

use crate::class::{Class, DELIMITER};
use crate::grammar::hostname;
use crate::span::{beginning, contains, run, split_run, starts_with_any};

/// Whether a component has a hole, or the beginning of one that ends after it.
pub(crate) fn has_hole(component: &[u8]) -> bool {
    let mut bytes = component.iter().enumerate();
    bytes.any(|(at, b)| match b {
        b'$' | b'{' | b'}' | b'<' | b'>' => true,
        b'%' => is_format(&component[at + 1..]),
        _ => false,
    })
}

/// Whether `authority` has a variable that `configure` fills in, where no name of a host follows it: `@HOST@:80`, `localhost@dir@`.
pub(crate) fn has_variable(authority: &[u8]) -> bool {
    memchr::memchr_iter(b'@', authority).any(|at| {
        let rest = &authority[at + 1..];
        let len = Class::IDENTIFIER.run(rest);
        len > 0 && matches!(rest[len..], [b'@'] | [b'@', b':' | b'.' | b'-', ..])
    })
}

/// Whether a host or a port has a directive of Lisp or Erlang for a label: `~a`, `~2d`.
pub(crate) fn has_directive(component: &[u8]) -> bool {
    memchr::memchr_iter(b'~', component).any(|at| {
        let rest = &component[at + 1..];
        let rest = &rest[Class::DIGIT.run(rest)..];
        let is_edge = |b: Option<&u8>| b.is_none_or(|b| b".:@".contains(b));
        rest.first().is_some_and(u8::is_ascii_alphabetic)
            && is_edge(rest.get(1))
            && is_edge(component[..at].last())
    })
}

/// Whether a hole may begin directly after a URL: `{id}`, or `.{id}`. A blank or a quote follows most URLs.
#[inline]
pub(crate) fn may_begin(after: &[u8]) -> bool {
    const HOLE: u8 = 1;
    /// A hole may follow it.
    const MARK: u8 = 1 << 1;
    const HOLE_AFTER_MARK: u8 = 1 << 2;
    static BEGINS: [u8; 256] = {
        let (mut begins, mut i) = ([0; 256], 0);
        while i < 256 {
            begins[i] = match i as u8 {
                b'<' | b'{' | b'[' | b'(' | b'\\' => HOLE | HOLE_AFTER_MARK,
                b':' | b'@' => HOLE,
                b'#' | b'*' => HOLE_AFTER_MARK,
                b'.' | b'-' => MARK,
                _ => 0,
            };
            i += 1;
        }
        begins
    };
    match after {
        [first, second, ..] => {
            let [first, second] = [first, second].map(|b| BEGINS[usize::from(*b)]);
            let is_after_mark = (first & MARK != 0) & (second & HOLE_AFTER_MARK != 0);
            (first & HOLE != 0) | is_after_mark
        }
        [first] => BEGINS[usize::from(*first)] & HOLE != 0,
        [] => false,
    }
}

/// Whether a port that is a hole begins: `{port}`, `$PORT`, `%d`, `<port>`, `[0-9]+`. A tag is not.
pub(crate) fn begins_port(text: &[u8]) -> bool {
    /// What opens a name, and what closes it. The longer ones first.
    const NAMED: [(&[u8], u8); 5] = [
        (b"${{", b'}'),
        (b"{{", b'}'),
        (b"${", b'}'),
        (b"{", b'}'),
        (b"$(", b')'),
    ];
    let near = beginning(text, 32);
    if let Some((open, close)) = NAMED.iter().find(|(open, _)| near.starts_with(open)) {
        return name_before(*close, &near[open.len()..]).is_some();
    }
    match near {
        [b'$', first, ..] => first.is_ascii_alphabetic() || *first == b'_',
        [b'%', rest @ ..] => is_format(rest),
        [b'<', rest @ ..] => {
            let word = name_before(b'>', rest).map(<[u8]>::to_ascii_lowercase);
            word.is_some_and(|word| contains(&word, b"port"))
        }
        // A pattern: `\d+`, `(\d+)`, `[0-9]+`.
        _ => starts_with_any(near, &[br"\d", br"(\d", b"[0-9"]),
    }
}

/// Whether a password that is a hole begins: `<password>@`.
pub(crate) fn begins_password(text: &[u8]) -> bool {
    let near = beginning(text, 32);
    let rest = near.strip_prefix(b"<");
    let name = rest.and_then(|rest| name_before(b'>', rest));
    name.is_some_and(|name| near.get(name.len() + 2) == Some(&b'@'))
}

/// The name at the beginning of `text` that `close` follows.
fn name_before(close: u8, text: &[u8]) -> Option<&[u8]> {
    let is_name = |b: u8| b.is_ascii_alphanumeric() || b"_-. ".contains(&b);
    let (name, rest) = split_run(text, is_name);
    (!name.is_empty() && rest.first() == Some(&close)).then_some(name)
}

/// Whether a hole begins, and a host or a path follows it: `<region>.a.org`, `{x}/y`, `(ip)/x`, `[0-9]\\.a.org`, `[...].org`.
pub(crate) fn begins_name(text: &[u8]) -> bool {
    let near = beginning(text, 64);
    let close = match near {
        [b'<', ..] => b'>',
        [b'{', ..] => b'}',
        // `http://host[:port]/path` shows what may be left out.
        [b'[', b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9', ..] | [b'[', b'.', b'.', ..] => b']',
        [b'(', ..] => b')',
        _ => return false,
    };
    let Some(end) = memchr::memchr(close, near) else {
        return false;
    };
    let is_name = |b: &u8| b.is_ascii_graphic() && !b"<\"'/=".contains(b);
    let goes_on = match &near[end + 1..] {
        [b'.' | b'-' | b':', next, ..] => next.is_ascii_alphanumeric() || b"<{[(".contains(next),
        [b'\\', b'.', ..] => true,
        [b'/', next, ..] => next.is_ascii_alphanumeric(),
        _ => false,
    };
    let is_empty = end == 1 && close != b'}';
    // A log shows the address of a host: `mx.a.org[192.0.2.1]:25`.
    let is_shown = || near[end..].starts_with(b"]:") && hostname::is_ip(&near[1..end]);
    !is_empty && goes_on && near[1..end].iter().all(is_name) && !is_shown()
}

/// Whether a hole of a template language begins, and a name or a path goes on after it: `{{ env }}.a.org`, `<%= env %>/x`, `\(env)-1`.
pub(crate) fn begins_in_name(text: &[u8]) -> bool {
    /// What opens a hole, and what closes it. The longer ones first.
    const HOLES: [(&[u8], &[u8]); 5] = [
        (b"{{{", b"}}}"),
        (b"{{", b"}}"),
        (b"{%", b"%}"),
        (b"<%", b"%>"),
        (b"\\(", b")"),
    ];
    let near = beginning(text, 128);
    let Some((open, close)) = HOLES.iter().find(|(open, _)| near.starts_with(open)) else {
        return false;
    };
    let rest = &near[open.len()..];
    let Some(end) = memchr::memmem::find(rest, close) else {
        return false;
    };
    let goes_on = match &rest[end + close.len()..] {
        [b'.' | b'-' | b':' | b'/', next, ..] => {
            next.is_ascii_alphanumeric() || b"<{[($\\".contains(next)
        }
        [next, ..] => next.is_ascii_alphanumeric() || b"{<".contains(next),
        [] => false,
    };
    end > 0 && goes_on && memchr::memchr2(b'\n', DELIMITER, &rest[..end]).is_none()
}

/// Whether an IPv4 address with masked numbers begins: `192.168.1.xxx`, `10.x.x.x:80`.
pub(crate) fn begins_masked_address(text: &[u8]) -> bool {
    /// The longest one, a dot, and a byte more.
    const MAX: usize = 17;
    let near = beginning(text, MAX);
    let is_of_number = |b: u8| b.is_ascii_digit() || b == b'.';
    // The cheap question first.
    if !matches!(split_run(near, is_of_number).1, [b'x' | b'X', ..]) {
        return false;
    }
    let (host, rest) = split_run(near, |b| is_of_number(b) || b"xX".contains(&b));
    // A name or a login goes on.
    let goes_on = |b: &u8| b.is_ascii_alphanumeric() || b"-@".contains(b);
    if rest.first().is_some_and(goes_on) {
        return false;
    }
    let host = host.strip_suffix(b".").unwrap_or(host);
    let masked = |label: &[u8]| label.iter().all(|b| b.eq_ignore_ascii_case(&b'x'));
    let is_label = |label: &[u8]| {
        (1..4).contains(&label.len()) && (masked(label) || label.iter().all(u8::is_ascii_digit))
    };
    let mut labels = host.split(|&b| b == b'.');
    labels.clone().count() == 4 && labels.clone().all(is_label) && labels.any(masked)
}

/// Whether a group of a pattern begins, which no name has.
pub(crate) fn begins_group(text: &[u8]) -> bool {
    match text {
        // `(.*)`, `(.+)`
        [b'(', b'.', next, ..] => b"*+".contains(next),
        // `(?:x)`, `(?P<x>y)`, `(?<x>y)`
        [b'(', b'?', next, ..] => b":P<".contains(next),
        // `(\d+)`
        [b'(', b'\\', next, ..] => b"dwsDWS".contains(next),
        // `([0-9.]+)`
        [b'(', b'[', set @ ..] => {
            let near = beginning(set, 64);
            let end = memchr::memchr2(b']', b'\n', near);
            end.is_some_and(|end| matches!(near[end..], [b']', b'+' | b'*' | b'{', ..]))
        }
        _ => false,
    }
}

/// Whether a `{` before `rest` begins a hole. JSON has escapes and other names.
pub(crate) fn begins_in_braces(rest: &[u8]) -> bool {
    match rest {
        // `{{ x }}`
        [b'{', ..] => true,
        // `{% x %}`
        [b'%', next, ..] => !next.is_ascii_hexdigit(),
        // PHP's `{$x->y}` and `{$x[0]}`
        [b'$', name @ ..] => matches!(after_name(name, b"_"), [b'-', b'>', ..] | [b'[', ..]),
        // Python's `{x.y("z")}`, `{x[0]}` and `{x + 1}`
        [first, ..] if first.is_ascii_alphabetic() => match after_name(rest, b"_.") {
            [b'(' | b'[', ..] => true,
            after @ [b' ', ..] => closes_in_line(after),
            _ => false,
        },
        _ => false,
    }
}

/// The text after the letters, digits and `others` that `text` begins with.
fn after_name<'t>(text: &'t [u8], others: &[u8]) -> &'t [u8] {
    let of_name = |b: u8| b.is_ascii_alphanumeric() || others.contains(&b);
    &text[run(text, of_name)..]
}

/// Whether a `}` follows in the same line.
fn closes_in_line(text: &[u8]) -> bool {
    let near = beginning(text, 256);
    memchr::memchr3(b'\n', DELIMITER, b'}', near).is_some_and(|at| near[at] == b'}')
}

/// Whether after a percent sign stands what a function or a program fills in, and no escape.
fn is_format(rest: &[u8]) -> bool {
    match rest {
        // `%s`, `%@`, `%(name)s`
        [b'(' | b's' | b'@', ..] => true,
        // `%1@`, `%2s`
        [b'1'..=b'9', b'@', ..] => true,
        [b'1'..=b'9', b's', after @ ..] => matches!(after, [] | [b'/' | b':', ..]),
        // `%d`, `%lld`, `%HOST%`
        [first, after @ ..] if first.is_ascii_alphabetic() => {
            !after.first().is_some_and(u8::is_ascii_alphanumeric)
                || is_long_number(rest)
                || is_variable(rest)
                // `%env(HOST)%` of Symfony.
                || rest == b"env"
        }
        [b'_', ..] => is_variable(rest),
        _ => false,
    }
}

/// `ld`, `llu`, `zu`: a number with its size.
fn is_long_number(rest: &[u8]) -> bool {
    let size = run(rest, |b| b"lqz".contains(&b));
    let after = rest
        .get(size + 1)
        .is_none_or(|b| !b.is_ascii_alphanumeric());
    size > 0 && after && rest.get(size).is_some_and(|b| b"diuxX".contains(b))
}

/// A variable: `host%` of Windows; without the second percent sign only in capitals, as in `HOSTIP`.
fn is_variable(rest: &[u8]) -> bool {
    /// Shorter names of that kind may be mistakes.
    const MIN: usize = 4;
    let (name, after) = Class::IDENTIFIER.split(rest);
    let is_escape = |text: &[u8]| text.len() > 1 && text[..2].iter().all(u8::is_ascii_hexdigit);
    let begins = name
        .first()
        .is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_');
    let closed = after
        .strip_prefix(b"%")
        .is_some_and(|after| !is_escape(after));
    let capital = name.len() >= MIN && !name.iter().any(u8::is_ascii_lowercase);
    // `%DATE%` and `%ADDRESS%` begin like escapes.
    let letters = name.iter().take(2).all(u8::is_ascii_alphabetic);
    if is_escape(name) {
        closed && capital && letters && !name.iter().all(u8::is_ascii_hexdigit)
    } else {
        begins && (closed && name.len() > 2 || capital)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_with_a_hole() {
        for text in [
            "{id}",
            "a.${HOST}",
            "$(dir)",
            "<port>",
            "%s",
            "%d",
            "%(x)s",
            "{{ x }}",
            "$x",
            "{open",
            "close}",
            "x/%@",
            "%lld",
            "%ld",
            "%zu",
            "%1$@",
            "%HOST%",
            "%kernel_dir%/x",
            "%ADDRESS%",
            "%HOST6IP",
            "%ip_1%:",
            "%2s",
            "%env",
        ] {
            assert!(has_hole(text.as_bytes()), "{text}");
        }
        for text in [
            "a.org", "a%20b", "%af", "80", "", "100%", "%zz%20", "%2", "%E4ABC%", "%CAFE%",
            "%Product", "%ab%cd",
        ] {
            assert!(!has_hole(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn holes_that_a_host_or_path_follows() {
        for text in [
            "<region>.a.org",
            "{x}.a.org",
            "(ip)/redfish",
            "[0-9]\\.a",
            "[...].com",
            "<a>.<b>.org",
        ] {
            assert!(begins_name(text.as_bytes()), "{text}");
        }
        for text in [
            "[:port]/x",
            "<br>",
            "<br>.",
            "</a>.x",
            "<a href=x>.b",
            "[1].",
            "(x), y",
            "(see there).x",
            "{",
            "<>.a",
            "",
        ] {
            assert!(!begins_name(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn ports_that_are_holes() {
        for text in [
            "{port}/x",
            "${PORT}",
            "{{ port }}",
            "$PORT",
            "$(port)",
            "%d/",
            "<port>",
            "<PORT_NUMBER>/x",
        ] {
            assert!(begins_port(text.as_bytes()), "{text}");
        }
        for text in [
            "<br>", "{\"a\"}", "80", "$1", "", "{", "{open/", "%20", "<b>port",
        ] {
            assert!(!begins_port(text.as_bytes()), "{text}");
        }
    }
}
