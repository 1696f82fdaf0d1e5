//! Holes of templates: what a program or a reader fills in (`{id}`, `${HOST}`, `$(dir)`, `<port>`, `%s`, `{{ x }}`). In a host or a
//! port a hole means that there is no URL yet.

/// Whether a component has a hole, or the beginning of one that goes on behind it.
pub(crate) fn has_hole(component: &[u8]) -> bool {
    let mut bytes = component.iter().enumerate();
    bytes.any(|(at, b)| match b {
        b'$' | b'{' | b'}' | b'<' | b'>' => true,
        b'%' => is_format(&component[at + 1..]),
        _ => false,
    })
}

/// Whether a port that is a hole begins: `{port}`, `$PORT`, `%d`, `<port>`. A tag is not.
pub(crate) fn begins_port(text: &[u8]) -> bool {
    let near = &text[..text.len().min(32)];
    let name = |rest: &[u8], close: u8| {
        let is_name = |b: &&u8| b.is_ascii_alphanumeric() || b"_-. ".contains(b);
        let len = rest.iter().take_while(is_name).count();
        (len > 0 && rest.get(len) == Some(&close)).then(|| rest[..len].to_ascii_lowercase())
    };
    match near {
        [b'{', rest @ ..] | [b'$', b'{', rest @ ..] => {
            let rest = rest.strip_prefix(b"{").unwrap_or(rest);
            name(rest, b'}').is_some()
        }
        [b'$', b'(', rest @ ..] => name(rest, b')').is_some(),
        [b'$', first, ..] => first.is_ascii_alphabetic() || *first == b'_',
        [b'%', rest @ ..] => is_format(rest),
        [b'<', rest @ ..] => {
            let word = name(rest, b'>');
            word.is_some_and(|word| memchr::memmem::find(&word, b"port").is_some())
        }
        _ => false,
    }
}

/// Whether behind a percent sign stands what a function fills in, and no escape: `s`, `d`, `(name)s`.
fn is_format(rest: &[u8]) -> bool {
    let after = |n: usize| rest.get(n).copied().unwrap_or(b'/');
    matches!(after(0), b'(' | b's')
        || after(0).is_ascii_alphabetic() && !after(1).is_ascii_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes() {
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
        ] {
            assert!(has_hole(text.as_bytes()), "{text}");
        }
        for text in ["a.org", "a%20b", "%af", "80", ""] {
            assert!(!has_hole(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn ports() {
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
