//! Addresses in the From and To fields of messages, also where an archive writes ` at ` for `@`, as pipermail does.

/// Who sent a message, in lower case: the address in its From field, else the whole field, such as a name.
pub(crate) fn sender(field: &str) -> Option<String> {
    let sender = address(field).unwrap_or_else(|| field.trim().to_string());
    (!sender.is_empty()).then(|| sender.to_lowercase())
}

/// The address in a From field, of several authors the last one if its address stands in `<…>`. An address in a comment or a quoted name
/// counts only if there is no other: it may be forged (RFC 5322, 3.2.2 and 3.2.4).
fn address(field: &str) -> Option<String> {
    let find = |field: &str| {
        let found = first(field).or_else(|| first(&with_at_signs(field)?));
        // The name of a local user.
        let local = || in_brackets(field).next().filter(|inner| !inner.is_empty());
        found.or_else(|| local().map(str::to_string))
    };
    find(&without_comments_and_quotes(field)).or_else(|| find(field))
}

/// The field with `@` for each ` at ` before a domain name: `joe at x.org`. `None` if it has none.
pub(crate) fn with_at_signs(field: &str) -> Option<String> {
    let (before, _) = field.split_once(" at ")?;
    let mut restored = before.to_string();
    for part in field.split(" at ").skip(1) {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
        let name = part.split(|c| !is_name(c)).next().unwrap_or_default();
        let is_domain = name.trim_matches('.').contains('.');
        restored += if is_domain { "@" } else { " at " };
        restored += part;
    }
    (restored.len() < field.len()).then_some(restored)
}

/// The address between `<` and `>` at the end of the field. Else the first one in such brackets, else the first word with `@`.
fn first(field: &str) -> Option<String> {
    let is_address = |inner: &&str| inner.contains('@');
    let last = in_brackets(field).last().filter(is_address);
    let last = last.filter(|_| field.trim_end().ends_with('>'));
    let angle = last.or_else(|| in_brackets(field).find(is_address));
    let mut words = field.split([' ', '\t', ',', '<', '>', '(', ')', ';']);
    let found = angle.or_else(|| words.find(is_address))?;
    let found = match found.split_once(':') {
        // After a route (RFC 5322, 4.4), or in a URL.
        Some((before, address)) if before.starts_with('@') || before == "mailto" => address,
        _ => found,
    };
    // Blanks may stand around it.
    let parts: Vec<_> = found.split('@').map(str::trim).collect();
    Some(parts.join("@"))
}

/// The text between each `<` and the next `>`.
fn in_brackets(field: &str) -> impl Iterator<Item = &str> {
    let parts = field.split('<').skip(1);
    parts.filter_map(|part| Some(part.split_once('>')?.0.trim()))
}

/// The field without its comments, which may hold others, and without quoted strings, except those of an address: `"joe"@x.org`.
fn without_comments_and_quotes(field: &str) -> String {
    let (mut bare, mut rest) = (String::new(), field);
    while let Some(at) = rest.find(['(', '"']) {
        let Some(len) = closed(&rest[at..]) else {
            break;
        };
        let (begin, after) = (&rest[..at], &rest[at + len..]);
        let is_quoted = rest[at..].starts_with('"');
        if is_quoted && (after.starts_with('@') || after.starts_with(" at ")) {
            bare += &rest[..at + len];
        } else {
            bare += begin;
            bare += if is_quoted { " " } else { "" };
        }
        rest = after;
    }
    bare + rest
}

/// The length of the comment or the quoted string that the text begins with, if it is closed.
fn closed(text: &str) -> Option<usize> {
    let (mut depth, mut is_escaped) = (0, false);
    let is_quoted = text.starts_with('"');
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => {}
            '"' if is_quoted && at > 0 => return Some(at + 1),
            '(' if !is_quoted => depth += 1,
            ')' if !is_quoted && depth == 1 => return Some(at + 1),
            ')' if !is_quoted => depth -= 1,
            _ => {}
        }
        is_escaped = !is_escaped && c == '\\';
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_senders() {
        for (field, wanted) in [
            ("Joe Doe <joe@x.org>", Some("joe@x.org")),
            ("joe@x.org (Joe Doe)", Some("joe@x.org")),
            ("\"Doe, Joe\" <joe@x.org>", Some("joe@x.org")),
            ("a@x.org, b@x.org", Some("a@x.org")),
            ("joe at x.org (Joe Doe)", Some("joe@x.org")),
            ("Joe at work <joe at x.org>", Some("joe@x.org")),
            ("joe@x.org (Joe at y.org)", Some("joe@x.org")),
            ("Meet me at noon", None),
            ("Joe <joe>", Some("joe")),
            (
                "\"PayPal <service@bank.com>\" <evil@x.org>",
                Some("evil@x.org"),
            ),
            (
                "Bank <service@bank.com> <evil@x.org> (Bank (1))",
                Some("evil@x.org"),
            ),
            ("service@bank.com, <evil@x.org>", Some("evil@x.org")),
            ("Joe (I <3 you) <joe@x.org>", Some("joe@x.org")),
            ("<joe@x.org> Joe", Some("joe@x.org")),
            ("<joe@x.org>&?>", Some("joe@x.org")),
            ("Joe <joe@x.org> <Joe Doe>", Some("joe@x.org")),
            ("Joe <joe@x.org> <mailto:joe@x.org>", Some("joe@x.org")),
            ("Joe <joe@x.org>, Ann <ann@y.org>", Some("ann@y.org")),
            ("Joe <>", None),
            // Comments and quoted names come last; a name may hold an address.
            (
                "joe@x.org (on behalf of Bank <service@bank.com>)",
                Some("joe@x.org"),
            ),
            ("\"Joe <ann@y.org>\" joe@x.org", Some("joe@x.org")),
            ("\"Joe \\\" <a@y.org>\" <joe@x.org>", Some("joe@x.org")),
            ("joe at x.org (joe@y.org)", Some("joe@x.org")),
            ("joe at x.org (Joe (Team <A>))", Some("joe@x.org")),
            ("\"joe@x.org\" <joe>", Some("joe")),
            ("Bank,(<joe@x.org>)", Some("joe@x.org")),
            ("\"<joe@x.org>\"", Some("joe@x.org")),
            // A parenthesis or a quote that is not closed.
            ("Joe :-( <joe@x.org>", Some("joe@x.org")),
            ("\"Joe <joe@x.org>", Some("joe@x.org")),
            // Comments, blanks, quotes and a route in an address.
            ("Joe <joe (Joe) @ (of) x.org>", Some("joe@x.org")),
            ("\"joe.doe\"@x.org", Some("\"joe.doe\"@x.org")),
            ("\"joe\" at x.org (Joe)", Some("\"joe\"@x.org")),
            ("Joe <@y.org,@z.org:joe@x.org>", Some("joe@x.org")),
            ("joe@x.org <Joe Doe>", Some("joe@x.org")),
            ("", None),
        ] {
            assert_eq!(address(field).as_deref(), wanted, "{field}");
        }
    }

    #[test]
    fn at_signs_of_archives() {
        let restored = with_at_signs("joe at x.org, Ann at home <ann at y.example.org>");
        assert_eq!(
            restored.as_deref(),
            Some("joe@x.org, Ann at home <ann@y.example.org>")
        );
        assert_eq!(with_at_signs("Meet at noon. Bye"), None);
    }
}
