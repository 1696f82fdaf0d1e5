//! The first bytes of formats that are either read as archives or not read, as the features say.

/// zip: a local header, or the end of an empty archive.
pub(super) fn is_zip(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
}

/// A compound file (OLE): a message of Outlook, or a document of another program.
pub(super) fn is_compound_file(head: &[u8]) -> bool {
    head.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
}

pub(super) fn is_tnef(head: &[u8]) -> bool {
    head.starts_with(b"\x78\x9f\x3e\x22")
}

pub(super) fn is_pdf(head: &[u8]) -> bool {
    head.starts_with(b"%PDF-")
}
