//! The entries of a zip archive (APPNOTE.TXT sections 4.3.7, 4.3.12 to 4.3.16 and 4.5.3).

use std::io::{self, BufReader, Read};

use super::super::broken;
use super::super::seekable::{RangeReader, Seekable};
use super::name;

/// The end of the central directory, and the longest comment after it.
const END: u64 = 22;
const MAX_COMMENT: u64 = 0xffff;

const LOCAL: u64 = 30;
const ENTRY: u64 = 46;

/// The mode of Unix files that are symbolic links.
const LINK: u32 = 0o12_0000;

/// A member, as the archive describes it.
pub(super) struct Entry {
    pub(super) name: Vec<u8>,
    pub(super) is_encrypted: bool,
    pub(super) method: u16,
    /// Of the content. `None` if they follow it.
    pub(super) checksum: Option<u32>,
    pub(super) len: Option<u64>,
    /// The length of the compressed content.
    pub(super) stored_len: Option<u64>,
    /// The offset of the local header.
    pub(super) header: u64,
}

/// Where the entries are read.
pub(super) enum Directory {
    /// The central directory. `prefix` is what stands before the archive, as in a program that unpacks itself.
    Central {
        reader: BufReader<RangeReader>,
        prefix: u64,
        /// How many entries it declares, modulo 65536 for old formats.
        count: u64,
        read: u64,
    },
    /// The local headers from an offset on.
    Local(u64),
}

impl Directory {
    /// Finds the directory. If it is missing, says so.
    pub(super) fn find(file: &Seekable) -> io::Result<(Directory, Option<&'static str>)> {
        let tail_start = file.len.saturating_sub(END + MAX_COMMENT);
        let mut tail = Vec::new();
        file.range(tail_start, file.len).read_to_end(&mut tail)?;
        let found = memchr::memmem::rfind_iter(&tail, b"PK\x05\x06").find(|&at| {
            let comment = tail.get(at + 20..at + 22);
            comment.is_some_and(|len| at + 22 + usize::from(u16_at(len, 0)) <= tail.len())
        });
        let Some(at) = found else {
            let problem = "zip archive has no directory, probably because it ends early";
            return Ok((Directory::Local(0), Some(problem)));
        };
        let end = &tail[at..];
        let mut end_at = tail_start + at as u64;
        let (mut count, mut len, mut offset) = (
            u64::from(u16_at(end, 10)),
            u64::from(u32_at(end, 12)),
            u64::from(u32_at(end, 16)),
        );
        if let Some((at, end)) = zip64_end(file, end_at)? {
            end_at = at;
            (count, len, offset) = (u64_at(&end, 32), u64_at(&end, 40), u64_at(&end, 48));
        }
        let start = end_at.saturating_sub(len);
        let (start, prefix) = match start.checked_sub(offset) {
            Some(prefix) => (start, prefix),
            None => (offset, 0),
        };
        let reader = BufReader::with_capacity(64 << 10, file.range(start, end_at));
        let directory = Directory::Central {
            reader,
            prefix,
            count,
            read: 0,
        };
        Ok((directory, None))
    }

    /// The next file; `None` at the end. Directories and symbolic links are skipped.
    pub(super) fn next(&mut self, file: &Seekable) -> io::Result<Option<Entry>> {
        loop {
            let (entry, mode) = match self {
                Directory::Central {
                    reader,
                    prefix,
                    count,
                    read,
                } => match central(reader, *prefix)? {
                    Some(entry) => {
                        *read += 1;
                        entry
                    }
                    None if *read & 0xffff != *count & 0xffff => {
                        return Err(broken(format_args!(
                            "the directory of the zip archive has {read} entries instead of {count}"
                        )));
                    }
                    None => return Ok(None),
                },
                Directory::Local(at) => match local(file, *at)? {
                    Some((entry, next)) => {
                        *at = next;
                        entry
                    }
                    None => return Ok(None),
                },
            };
            if !entry.name.ends_with(b"/") && mode & 0o17_0000 != LINK {
                return Ok(Some(entry));
            }
        }
    }
}

/// The end record of an archive that is too large for the old one, and its offset. `end` is the offset of the old one.
fn zip64_end(file: &Seekable, end: u64) -> io::Result<Option<(u64, [u8; 56])>> {
    let Some(locator_at) = end.checked_sub(20) else {
        return Ok(None);
    };
    let locator: [u8; 20] = file.bytes(locator_at)?;
    if !locator.starts_with(b"PK\x06\x07") {
        return Ok(None);
    }
    // Where it says, or, if something stands before the archive, right before the locator.
    for at in [Some(u64_at(&locator, 8)), locator_at.checked_sub(56)] {
        let Some(at) = at.filter(|at| *at <= file.len.saturating_sub(56)) else {
            continue;
        };
        let record: [u8; 56] = file.bytes(at)?;
        if record.starts_with(b"PK\x06\x06") {
            return Ok(Some((at, record)));
        }
    }
    Err(broken("the end record of the zip archive is missing"))
}

/// The next entry of the central directory, and its mode on Unix.
fn central(reader: &mut BufReader<RangeReader>, prefix: u64) -> io::Result<Option<(Entry, u32)>> {
    let mut fixed = Vec::new();
    reader.by_ref().take(ENTRY).read_to_end(&mut fixed)?;
    if fixed.is_empty() || fixed.starts_with(b"PK\x05\x05") {
        return Ok(None);
    }
    if fixed.len() as u64 != ENTRY || !fixed.starts_with(b"PK\x01\x02") {
        return Err(broken("the directory of the zip archive is broken"));
    }
    let lens = [28, 30, 32].map(|at| usize::from(u16_at(&fixed, at)));
    let (mut fields, len) = (Vec::new(), lens.iter().sum());
    reader.by_ref().take(len as u64).read_to_end(&mut fields)?;
    if fields.len() < len {
        return Err(broken("the directory of the zip archive is broken"));
    }
    let (raw_name, rest) = fields.split_at(lens[0]);
    let mut entry = Entry {
        name: name::decode(raw_name, u16_at(&fixed, 8)),
        is_encrypted: u16_at(&fixed, 8) & 1 == 1,
        method: u16_at(&fixed, 10),
        checksum: Some(u32_at(&fixed, 16)),
        stored_len: Some(u32_at(&fixed, 20).into()),
        len: Some(u32_at(&fixed, 24).into()),
        header: u32_at(&fixed, 42).into(),
    };
    entry.widen(&rest[..lens[1]]);
    entry.header = entry.header.saturating_add(prefix);
    // Byte 5 is the system that made the archive.
    let mode = match fixed[5] {
        3 | 19 => u32_at(&fixed, 38) >> 16,
        _ => 0,
    };
    Ok(Some((entry, mode)))
}

/// The member whose header is at an offset, and the offset of the next one. If the length of the content follows it, the next header
/// is searched for.
fn local(file: &Seekable, at: u64) -> io::Result<Option<((Entry, u32), u64)>> {
    if at + LOCAL > file.len {
        return Ok(None);
    }
    let fixed: [u8; LOCAL as usize] = file.bytes(at)?;
    if !fixed.starts_with(b"PK\x03\x04") {
        return Ok(None);
    }
    let (flags, name_len, extra_len) = (u16_at(&fixed, 6), u16_at(&fixed, 26), u16_at(&fixed, 28));
    let mut fields = Vec::new();
    let data = at + LOCAL + u64::from(name_len) + u64::from(extra_len);
    file.range(at + LOCAL, data).read_to_end(&mut fields)?;
    if fields.len() < usize::from(name_len) + usize::from(extra_len) {
        return Ok(None);
    }
    let (raw_name, extra) = fields.split_at(name_len.into());
    let lens_follow = flags & 8 != 0;
    let known = |value: u32| (!lens_follow).then_some(value);
    let mut entry = Entry {
        name: name::decode(raw_name, flags),
        is_encrypted: flags & 1 == 1,
        method: u16_at(&fixed, 8),
        checksum: known(u32_at(&fixed, 14)),
        stored_len: known(u32_at(&fixed, 18)).map(u64::from),
        len: known(u32_at(&fixed, 22)).map(u64::from),
        header: at,
    };
    entry.widen(extra);
    let next = match entry.stored_len {
        Some(len) => data.saturating_add(len),
        None => next_header(file, data)?,
    };
    if next < file.len {
        entry.stored_len = Some(next.saturating_sub(data));
    }
    Ok(Some(((entry, 0), next.max(data))))
}

/// The offset of the next local header, or the length of the file.
fn next_header(file: &Seekable, from: u64) -> io::Result<u64> {
    let mut reader = file.range(from, file.len);
    let (mut window, mut start) = (Vec::new(), from);
    loop {
        let read = reader.by_ref().take(64 << 10).read_to_end(&mut window)?;
        if let Some(at) = memchr::memmem::find(&window, b"PK\x03\x04") {
            return Ok(start + at as u64);
        }
        if read == 0 {
            return Ok(file.len);
        }
        let passed = window.len().saturating_sub(3);
        window.drain(..passed);
        start += passed as u64;
    }
}

impl Entry {
    /// Takes the lengths and the offset that need 64 bits from the extra fields.
    fn widen(&mut self, mut extra: &[u8]) {
        while extra.len() >= 4 {
            let (id, len) = (u16_at(extra, 0), usize::from(u16_at(extra, 2)));
            let Some(value) = extra.get(4..4 + len) else {
                return;
            };
            if id == 1 {
                let mut numbers = value.chunks_exact(8).map(|bytes| u64_at(bytes, 0));
                let header = Some(&mut self.header);
                let wide = [self.len.as_mut(), self.stored_len.as_mut(), header];
                for number in wide.into_iter().flatten() {
                    if *number == u64::from(u32::MAX) {
                        *number = numbers.next().unwrap_or(*number);
                    }
                }
            }
            extra = &extra[4 + len..];
        }
    }

    /// The offset of the content.
    pub(super) fn content(&self, file: &Seekable) -> io::Result<u64> {
        let at = self.header;
        let header = if at.checked_add(LOCAL).is_some_and(|end| end <= file.len) {
            file.bytes::<{ LOCAL as usize }>(at)?
        } else {
            [0; LOCAL as usize]
        };
        if header.starts_with(b"PK\x03\x04") {
            Ok(at + LOCAL + u64::from(u16_at(&header, 26)) + u64::from(u16_at(&header, 28)))
        } else {
            Err(broken("the header of the zip member is missing"))
        }
    }
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
