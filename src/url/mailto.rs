//! `mailtourl = "mailto:" 1*xchar`, an encoded RFC 822 addr-spec (RFC 1738 sections 3.5 and 5), and the lists of addresses and
//! header fields of RFC 6068.

use std::borrow::Cow;

use super::encode::pairs;
use super::{Address, Components, Details, Fields, split};
use crate::flaw::{Flaw, Report};
use crate::grammar::{addr_spec, escape};
use crate::span::Span;
use crate::text::strip_prefix_ignore_case;

pub(super) fn parse_authority(url: &mut Components<'_>, _: &mut dyn Report) {
    url.split_search(url.body());
}

pub(super) fn validate(url: &Components<'_>, report: &mut dyn Report) {
    let body = url.body();
    let Some(path) = url.path else { return };
    escape::check(url.raw, path, escape::XCHAR, report);
    for field in fields(url) {
        let check = if is_body(field.bytes(url.raw)) {
            escape::check_lines
        } else {
            escape::check
        };
        check(url.raw, field, escape::XCHAR, report);
    }
    if let Some(search) = url.search {
        report.flaw(Flaw::HeaderFields, search.start - 1..search.end);
    }
    if body.is_empty() {
        return report.invalid(Flaw::InvalidAddress, body.range());
    }
    if path.is_empty() {
        return;
    }
    for (i, address) in split(url.raw, path, b',').enumerate() {
        if !addr_spec::is_address(&url.decoded(address)) {
            report.flaw(Flaw::InvalidAddress, address.range());
        }
        if i == 1 {
            report.flaw(Flaw::SeveralAddresses, address.start..path.end);
        }
    }
}

/// The header fields, `name=value`.
fn fields<'u>(url: &Components<'u>) -> impl Iterator<Item = Span> + 'u {
    let fields = url.search.map(|search| split(url.raw, search, b'&'));
    fields.into_iter().flatten()
}

/// Whether the field is the body of the message, the only one with several lines (RFC 6068 section 5).
pub(crate) fn is_body(field: &[u8]) -> bool {
    // In HTML the separator is `&amp;`.
    let field = field.strip_prefix(b"amp;").unwrap_or(field);
    strip_prefix_ignore_case(field, b"body=").is_some()
}

pub(super) fn details<'u>(url: &Components<'u>) -> Details<'u> {
    let headers: Vec<_> = pairs(url.query().unwrap_or_default())
        .map(|(name, value)| (escape::decode(name), escape::decode(value)))
        .collect();
    let to = url.path().unwrap_or_default().split(|&b| b == b',');
    let addresses = to
        .filter(|to| !to.is_empty())
        .map(|to| address(escape::decode(to)));
    let mut addresses: Vec<_> = addresses.collect();
    addresses.extend(to_fields(&headers));
    Details::Mailto { addresses, headers }
}

/// The addresses of the `to` fields, which are equivalent to the path (RFC 6068 section 2).
pub(super) fn to_fields<'u>(headers: &Fields<'u>) -> impl Iterator<Item = Address<'u>> {
    let is_to = |name: &[u8]| name.eq_ignore_ascii_case(b"to");
    let fields = headers.iter().filter(move |(name, _)| is_to(name));
    let addresses = fields.flat_map(|(_, to)| split_list(to));
    addresses.map(|to| address(Cow::Owned(to.to_vec())))
}

/// The addresses of a decoded list. A comma within quotes is part of one; a quote that nothing closes is a character.
fn split_list(list: &[u8]) -> impl Iterator<Item = &[u8]> {
    let (mut at, mut close, mut may_quote) = (0, 0, true);
    let parts = list.split(move |&b| {
        at += 1;
        if b == b'"' && at > close && may_quote {
            let end = quoted_len(&list[at..]);
            may_quote = end.is_some();
            close = at + end.unwrap_or(0);
        }
        b == b',' && at > close
    });
    parts.map(<[u8]>::trim_ascii).filter(|to| !to.is_empty())
}

/// The length of quoted text with the quote that closes it.
fn quoted_len(text: &[u8]) -> Option<usize> {
    let mut escaped = false;
    let close = text.iter().position(|&b| {
        let closes = b == b'"' && !escaped;
        escaped = b == b'\\' && !escaped;
        closes
    });
    close.map(|i| i + 1)
}

fn address(decoded: Cow<'_, [u8]>) -> Address<'_> {
    let Some(at) = memchr::memrchr(b'@', &decoded) else {
        return Address {
            local: decoded,
            domain: None,
        };
    };
    match decoded {
        Cow::Borrowed(bytes) => Address {
            local: bytes[..at].into(),
            domain: Some(bytes[at + 1..].into()),
        },
        Cow::Owned(bytes) => Address {
            local: bytes[..at].to_vec().into(),
            domain: Some(bytes[at + 1..].to_vec().into()),
        },
    }
}

/// The span of the addresses, without the header fields.
pub(super) fn addresses(rest: &[u8]) -> Span {
    (0..memchr::memchr(b'?', rest).unwrap_or(rest.len())).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_addresses() {
        for (list, want) in [
            ("", &[][..]),
            (", ,", &[]),
            ("a@b, c@d", &["a@b", "c@d"]),
            (r#""a,b"@c.org,d@e"#, &[r#""a,b"@c.org"#, "d@e"]),
            (r#""a\",b"@c.org,d@e"#, &[r#""a\",b"@c.org"#, "d@e"]),
            (r#""a\\",d@e"#, &[r#""a\\""#, "d@e"]),
            (r#""a@b,d@e"#, &[r#""a@b"#, "d@e"]),
            (r#""a,b"@c,"d,e"#, &[r#""a,b"@c"#, r#""d"#, "e"]),
        ] {
            let found =
                split_list(list.as_bytes()).map(|to| str::from_utf8(to).unwrap_or_default());
            assert_eq!(found.collect::<Vec<_>>(), want, "{list}");
        }
    }
}
