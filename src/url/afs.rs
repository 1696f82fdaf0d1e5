//! `afs://cellname/path`: the Andrew File System, from a historical note in the draft of March 1994.

use super::{Components, Details};
use crate::grammar::escape;

pub(super) fn details<'u>(url: &Components<'u>) -> Details<'u> {
    Details::Afs {
        cell: escape::decode(url.host().unwrap_or_default()),
        path: escape::decode(url.path().unwrap_or_default()),
    }
}
