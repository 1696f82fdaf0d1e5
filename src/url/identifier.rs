//! `mid:` and `cid:` identify a message and a body part (the draft of March 1994; RFC 2392).

use super::{Details, Url, generic};
use crate::grammar::escape;

pub(super) use generic::{parse_authority, validate};

pub(super) fn details<'u>(url: &Url<'u>) -> Details<'u> {
    Details::Identifier {
        id: escape::decode(url.path().unwrap_or_default()),
    }
}
