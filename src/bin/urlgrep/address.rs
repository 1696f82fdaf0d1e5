//! Addresses in the From and To fields of messages, also where an archive writes ` at ` for `@`, as pipermail does.

use std::borrow::Cow;

/// Who sent a message, in lower case: the address in its From field, else the whole field, such as a name.
pub(crate) fn sender(field: &str) -> Option<String> {
    let sender = address(field).unwrap_or(field.trim().into());
    (!sender.is_empty()).then(|| sender.to_lowercase())
}

/// The address in a From field, of several authors the last one: between `<` and `>`, else the first word with `@`.
fn address(field: &str) -> Option<Cow<'_, str>> {
    let found = first(field).map(Cow::Borrowed);
    if found.as_ref().is_some_and(|address| address.contains('@')) {
        return found;
    }
    let archived = with_at_signs(field).and_then(|field| Some(first(&field)?.to_string()));
    archived.map(Cow::Owned).or(found)
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

/// The address between `<` and `>` at the end of the field, however the name before it looks: it may be a forged address. Else the first
/// one in the field, else the first word with `@`.
fn first(field: &str) -> Option<&str> {
    let last = Some(without_comments(field)).filter(|field| field.ends_with('>'));
    let last = last.and_then(|field| field.rsplit_once('<'));
    let last = last.filter(|(_, inner)| inner.contains('@') && !inner.contains([' ', ':']));
    let angle = last.or(field.split_once('<'));
    let angle = angle.and_then(|(_, rest)| Some(rest.split_once('>')?.0));
    let angle = angle.map(str::trim).filter(|inner| !inner.is_empty());
    let mut words = field.split([' ', '\t', ',', '<', '>', '(', ')', ';']);
    angle.or_else(|| words.find(|word| word.contains('@')))
}

/// The field without the comments in parentheses at its end, which may hold others.
fn without_comments(field: &str) -> &str {
    let (mut depth, mut rest) = (0, field.trim_end());
    for (at, c) in rest.char_indices().rev() {
        match c {
            ')' => depth += 1,
            '(' if depth > 0 => depth -= 1,
            _ if depth > 0 || c.is_whitespace() => {}
            _ => return rest,
        }
        if depth == 0 {
            rest = &rest[..at];
        }
    }
    rest
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
