//! The first bytes of formats that are either read or not, as the features say: `files` reads them.

use std::ops::Range;

/// zip: a local header, or the end of an empty archive.
pub(crate) fn is_zip(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
}

/// tar: the checksum of its first header is right.
pub(crate) fn is_tar(head: &[u8]) -> bool {
    const CHECKSUM: Range<usize> = 148..156;
    let Some(block) = head.first_chunk::<512>() else {
        return false;
    };
    // An octal number, perhaps between blanks, ended by NUL.
    let field = block[CHECKSUM].split(|&b| b == 0).next();
    let digits = field.unwrap_or_default().trim_ascii();
    if digits.is_empty() || !digits.iter().all(|b| matches!(b, b'0'..=b'7')) {
        return false;
    }
    let declared = digits
        .iter()
        .fold(0, |number, b| number * 8 + u32::from(b & 7));
    let sum = |bytes: &[u8]| bytes.iter().map(|&b| u32::from(b)).sum::<u32>();
    // The field itself counts as blanks.
    let blanks = CHECKSUM.len() as u32 * u32::from(b' ');
    let computed = sum(&block[..CHECKSUM.start]) + blanks + sum(&block[CHECKSUM.end..]);
    let has_name = block[0] != 0;
    declared == computed && has_name
}

/// A compound file (OLE): a message of Outlook, or a document of another program.
pub(crate) fn is_compound_file(head: &[u8]) -> bool {
    head.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
}

pub(crate) fn is_tnef(head: &[u8]) -> bool {
    head.starts_with(b"\x78\x9f\x3e\x22")
}

pub(crate) fn is_pdf(head: &[u8]) -> bool {
    head.starts_with(b"%PDF-")
}

pub(crate) fn is_gzip(head: &[u8]) -> bool {
    head.starts_with(b"\x1f\x8b\x08")
}

/// An old format, which gzip reads too.
pub(crate) fn is_compress(head: &[u8]) -> bool {
    head.starts_with(b"\x1f\x9d")
}

/// bzip2: the first block, or the end of an empty stream.
pub(crate) fn is_bzip2(head: &[u8]) -> bool {
    matches!(head, [b'B', b'Z', b'h', b'1'..=b'9', 0x31 | 0x17, ..])
}

pub(crate) fn is_xz(head: &[u8]) -> bool {
    head.starts_with(b"\xfd7zXZ\0")
}

pub(crate) fn is_zstd(head: &[u8]) -> bool {
    head.starts_with(b"\x28\xb5\x2f\xfd")
}

pub(crate) fn is_lz4(head: &[u8]) -> bool {
    head.starts_with(b"\x04\x22\x4d\x18")
}

/// A frame without content, which zstd and lz4 share (RFC 8878 section 3.1.2).
pub(crate) fn is_skippable(head: &[u8]) -> bool {
    matches!(head, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}
