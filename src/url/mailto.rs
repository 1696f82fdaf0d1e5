//! `mailtourl = "mailto:" 1*xchar`, an encoded RFC 822 addr-spec (RFC 1738 sections 3.5 and 5), and the lists of addresses and
//! header fields of RFC 6068.

use std::borrow::Cow;

use super::{Address, Details, Url};
use crate::flaw::{Flaw, Report};
use crate::grammar::escape;
use crate::span::Span;

pub(super) fn parse_authority(url: &mut Url<'_>, _: &mut dyn Report) {
    let body = url.body();
    let question = memchr::memchr(b'?', body.bytes(url.raw)).map(|i| body.start + i);
    url.path = Some((body.start..question.unwrap_or(body.end)).into());
    url.search = question.map(|question| (question + 1..body.end).into());
}

pub(super) fn validate(url: &mut Url<'_>, report: &mut dyn Report) {
    let body = url.body();
    escape::check(url.raw, body, escape::XCHAR, report);
    if body.is_empty() {
        return report.invalid(Flaw::InvalidAddress, body.range());
    }
    let Some(path) = url.path else { return };
    let mut start = path.start;
    for (i, address) in path.bytes(url.raw).split(|&b| b == b',').enumerate() {
        let at = start..start + address.len();
        start = at.end + 1;
        let only_fields = path.bytes(url.raw).is_empty() && url.search.is_some();
        if !only_fields && !is_address(&escape::decode(address)) {
            report.flaw(Flaw::InvalidAddress, at.clone());
        }
        if i == 1 {
            report.flaw(Flaw::SeveralAddresses, at.start..path.end);
        }
    }
}

/// `local@domain`, neither part empty.
fn is_address(address: &[u8]) -> bool {
    memchr::memrchr(b'@', address).is_some_and(|at| at > 0 && at + 1 < address.len())
}

pub(super) fn details<'u>(url: &Url<'u>) -> Details<'u> {
    let fields = url.query().unwrap_or_default().split(|&b| b == b'&');
    let headers: Vec<_> = fields
        .filter(|field| !field.is_empty())
        .map(|field| {
            let equals = memchr::memchr(b'=', field).unwrap_or(field.len());
            let value = field.get(equals + 1..).unwrap_or_default();
            (escape::decode(&field[..equals]), escape::decode(value))
        })
        .collect();
    let to = url.path().unwrap_or_default().split(|&b| b == b',');
    let addresses = to
        .filter(|to| !to.is_empty())
        .map(|to| address(escape::decode(to)));
    // RFC 6068 section 2: a `to` field is equivalent to the path.
    let more = headers
        .iter()
        .filter(|(name, _)| name.eq_ignore_ascii_case(b"to"))
        .flat_map(|(_, to)| {
            to.split(|&b| b == b',')
                .map(|to| address(Cow::Owned(to.trim_ascii().to_vec())))
        });
    Details::Mailto {
        addresses: addresses.chain(more).collect(),
        headers: headers.clone(),
    }
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
