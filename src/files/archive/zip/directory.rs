//! The entries of a zip archive (APPNOTE.TXT sections 4.3.7, 4.3.12 to 4.3.16 and 4.5.3).

use std::io::{self, BufReader, Read};
use std::ops::Range;

use super::super::seekable::{RangeReader, Seekable};
use super::name;

/// The end of the central directory, and the longest comment after it.
const END: u64 = 22;
const MAX_COMMENT: u64 = 0xffff;

const LOCAL: u64 = 30;
const MAGIC: &[u8; 4] = b"PK\x03\x04";
/// The checksum and the lengths, which follow a content if its length was not known before.
const DESCRIPTOR: &[u8; 4] = b"PK\x07\x08";
const ENTRY: u64 = 46;

/// The mode of Unix files that are symbolic links.
const LINK: u32 = 0o12_0000;

/// A member, as the archive describes it.
pub(super) struct Entry {
    pub(super) name: Vec<u8>,
    /// The name as it is stored.
    raw_name: Vec<u8>,
    pub(super) is_encrypted: bool,
    pub(super) method: u16,
    /// Of the content. `None` if they follow it.
    pub(super) checksum: Option<u32>,
    pub(super) len: Option<u64>,
    /// The length of the compressed content.
    pub(super) stored_len: Option<u64>,
    /// The offset of the local header.
    pub(super) header: u64,
    /// By how much the offset is too small, modulo 2^64.
    shift: u64,
}

/// Where the entries are read.
pub(super) enum Directory {
    Central(Central),
    /// The local headers.
    Local(Local),
}

/// The headers of the members themselves.
#[derive(Default)]
pub(super) struct Local {
    /// The offset of the next one.
    at: u64,
    /// Whether the file has its end, so a length that goes beyond it is wrong.
    has_end: bool,
    /// The members that were read already: the offset of the header and of the end, sorted.
    known: Vec<(u64, u64)>,
    window: Window,
}

/// The central directory.
pub(super) struct Central {
    reader: BufReader<RangeReader>,
    /// The offset of the next entry.
    at: u64,
    /// How far it is from where the archive says: something stands before the archive, as in a program that unpacks itself, or bytes are
    /// missing. Modulo 2^64.
    shift: u64,
    /// How many entries it declares, modulo 65536 for old formats.
    count: u64,
    read: u64,
}

impl Directory {
    /// Finds the directory. If it is missing, says so.
    pub(super) fn find(file: &Seekable) -> io::Result<(Directory, Option<String>)> {
        let local = |problem: &str| {
            (
                Directory::Local(Local::default()),
                Some(problem.to_string()),
            )
        };
        let tail_start = file.len.saturating_sub(END + MAX_COMMENT);
        let mut tail = Vec::new();
        file.range(tail_start, file.len).read_to_end(&mut tail)?;
        let found = memchr::memmem::rfind_iter(&tail, b"PK\x05\x06").find(|&at| {
            let comment = tail.get(at + 20..at + 22);
            comment.is_some_and(|len| at + 22 + usize::from(u16_at(len, 0)) <= tail.len())
        });
        let Some(at) = found else {
            return Ok(local(
                "zip archive has no directory, probably because it ends early",
            ));
        };
        let end = &tail[at..];
        let mut end_at = tail_start + at as u64;
        let (mut count, mut len, mut offset) = (
            u64::from(u16_at(end, 10)),
            u64::from(u32_at(end, 12)),
            u64::from(u32_at(end, 16)),
        );
        match zip64_end(file, end_at)? {
            Zip64::None => {}
            Zip64::Missing => {
                return Ok(local("the end record of the zip archive is missing"));
            }
            Zip64::Found(at, end) => {
                end_at = at;
                (count, len, offset) = (u64_at(&end, 32), u64_at(&end, 40), u64_at(&end, 48));
            }
        }
        // Before the end record, or where that says.
        for start in [end_at.checked_sub(len), Some(offset)]
            .into_iter()
            .flatten()
        {
            if start == end_at || file.has(start, b"PK\x01\x02")? {
                let reader = BufReader::with_capacity(64 << 10, file.range(start, end_at));
                let central = Central {
                    reader,
                    at: start,
                    shift: start.wrapping_sub(offset),
                    count,
                    read: 0,
                };
                return Ok((Directory::Central(central), None));
            }
        }
        Ok(local("the directory of the zip archive is missing"))
    }

    /// The next file; `None` at the end, also at a damaged place, which is the `problem`. Directories and symbolic links are skipped.
    pub(super) fn next(
        &mut self,
        file: &Seekable,
        problem: &mut Option<String>,
    ) -> io::Result<Option<Entry>> {
        loop {
            let next = match self {
                Directory::Central(central) => central.next(problem)?,
                Directory::Local(local) => local.next(file)?.map(|entry| (entry, 0)),
            };
            let Some((entry, mode)) = next else {
                return Ok(None);
            };
            if !entry.name.ends_with(b"/") && mode & 0o17_0000 != LINK {
                return Ok(Some(entry));
            }
        }
    }
}

impl Central {
    /// The next entry, and its mode on Unix.
    fn next(&mut self, problem: &mut Option<String>) -> io::Result<Option<(Entry, u32)>> {
        match central(&mut self.reader, self.shift)? {
            Some((entry, mode, len)) => {
                self.read += 1;
                self.at += len;
                return Ok(Some((entry, mode)));
            }
            None if self.read & 0xffff == self.count & 0xffff => {}
            None => {
                let Central {
                    at, read, count, ..
                } = self;
                *problem = Some(format!(
                    "the directory of the zip archive is broken at byte {at}: it has {read} entries instead of {count}"
                ));
            }
        }
        Ok(None)
    }
}

/// The end record of an archive that is too large for the old one.
enum Zip64 {
    None,
    Missing,
    /// With its offset.
    Found(u64, [u8; 56]),
}

/// `end` is the offset of the old end record.
fn zip64_end(file: &Seekable, end: u64) -> io::Result<Zip64> {
    let Some(locator_at) = end.checked_sub(20) else {
        return Ok(Zip64::None);
    };
    let locator: [u8; 20] = file.bytes(locator_at)?;
    if !locator.starts_with(b"PK\x06\x07") {
        return Ok(Zip64::None);
    }
    // Where it says, or, if something stands before the archive, right before the locator.
    for at in [Some(u64_at(&locator, 8)), locator_at.checked_sub(56)] {
        let Some(at) = at.filter(|at| *at <= file.len.saturating_sub(56)) else {
            continue;
        };
        let record: [u8; 56] = file.bytes(at)?;
        if record.starts_with(b"PK\x06\x06") {
            return Ok(Zip64::Found(at, record));
        }
    }
    Ok(Zip64::Missing)
}

/// The next entry of the central directory, its mode on Unix, and its length; `None` if there is none, or what is there is damaged.
fn central(
    reader: &mut BufReader<RangeReader>,
    shift: u64,
) -> io::Result<Option<(Entry, u32, u64)>> {
    let mut fixed = Vec::new();
    reader.by_ref().take(ENTRY).read_to_end(&mut fixed)?;
    if fixed.len() as u64 != ENTRY || !fixed.starts_with(b"PK\x01\x02") {
        return Ok(None);
    }
    let lens = [28, 30, 32].map(|at| usize::from(u16_at(&fixed, at)));
    let (mut fields, len) = (Vec::new(), lens.iter().sum());
    reader.by_ref().take(len as u64).read_to_end(&mut fields)?;
    if fields.len() < len {
        return Ok(None);
    }
    let (raw_name, rest) = fields.split_at(lens[0]);
    let mut entry = Entry {
        name: name::decode(raw_name, u16_at(&fixed, 8)),
        raw_name: raw_name.to_vec(),
        is_encrypted: u16_at(&fixed, 8) & 1 == 1,
        method: u16_at(&fixed, 10),
        checksum: Some(u32_at(&fixed, 16)),
        stored_len: Some(u32_at(&fixed, 20).into()),
        len: Some(u32_at(&fixed, 24).into()),
        header: u32_at(&fixed, 42).into(),
        shift,
    };
    entry.widen(&rest[..lens[1]]);
    // Byte 5 is the system that made the archive.
    let mode = match fixed[5] {
        3 | 19 => u32_at(&fixed, 38) >> 16,
        _ => 0,
    };
    Ok(Some((entry, mode, ENTRY + len as u64)))
}

impl Local {
    /// All headers of a file that has its end, but those of the members that are `known`.
    pub(super) fn of_whole_file(mut known: Vec<(u64, u64)>) -> Local {
        known.sort_unstable();
        Local {
            has_end: true,
            known,
            ..Local::default()
        }
    }

    /// The next member that is not known. If the length of its content follows it, or is wrong, the header after it is searched for.
    fn next(&mut self, file: &Seekable) -> io::Result<Option<Entry>> {
        loop {
            let at = self.window.find(MAGIC, file, self.at..file.len)?;
            let fixed = self.window.bytes(file, at, LOCAL as usize)?;
            let Some(&fixed) = fixed.first_chunk::<{ LOCAL as usize }>() else {
                return Ok(None);
            };
            let lens = [26, 28].map(|at| usize::from(u16_at(&fixed, at)));
            let data = at + LOCAL + (lens[0] + lens[1]) as u64;
            let header = self.window.bytes(file, at, (data - at) as usize)?;
            let fields = header.get(LOCAL as usize..).unwrap_or_default();
            let raw_name = fields.get(..lens[0]).unwrap_or_default();
            if raw_name.is_empty() || raw_name.iter().any(u8::is_ascii_control) {
                self.at = at + 1;
                continue;
            }
            let mut entry = Entry::from_header(&fixed, raw_name, at);
            entry.widen(&fields[lens[0]..]);
            let is_same = |&(header, _): &(u64, u64)| header.cmp(&at);
            let known = self
                .known
                .binary_search_by(is_same)
                .map(|i| self.known[i].1);
            let declared = entry.stored_len.map(|len| data.saturating_add(len));
            let next = match declared.or(known.ok()) {
                Some(end) if end <= file.len || !self.has_end => end,
                _ => {
                    let header = self.window.find(MAGIC, file, data..file.len)?;
                    // A compressed content has an end of its own.
                    if entry.stored_len.is_none() && entry.method == 0 {
                        self.window.descriptor(file, data..header)?
                    } else {
                        header
                    }
                }
            };
            if next < file.len {
                entry.stored_len = Some(next.saturating_sub(data));
            }
            self.at = next.max(data);
            if known.is_err() {
                return Ok(Some(entry));
            }
        }
    }
}

/// Bytes of the file that were read at once, since headers may be near each other.
#[derive(Default)]
struct Window {
    start: u64,
    bytes: Vec<u8>,
}

impl Window {
    const SIZE: usize = 64 << 10;

    /// The `len` bytes from `from` on; fewer only at the end of the file.
    fn bytes(&mut self, file: &Seekable, from: u64, len: usize) -> io::Result<&[u8]> {
        let end = from.saturating_add(len as u64).min(file.len);
        if from < self.start || end > self.start + self.bytes.len() as u64 {
            self.bytes.clear();
            self.start = from;
            // Twice, so the next ones are there too.
            let read = Window::SIZE.max(2 * len) as u64;
            file.range(from, from.saturating_add(read))
                .read_to_end(&mut self.bytes)?;
        }
        let skipped = usize::try_from(from - self.start).unwrap_or(usize::MAX);
        let bytes = self.bytes.get(skipped..).unwrap_or_default();
        Ok(&bytes[..len.min(bytes.len())])
    }

    /// The offset of the first `magic` in `range`, or its end.
    fn find(&mut self, magic: &[u8; 4], file: &Seekable, range: Range<u64>) -> io::Result<u64> {
        let mut from = range.start;
        while from < range.end {
            let bytes = self.bytes(file, from, magic.len())?;
            if bytes.len() < magic.len() {
                break;
            }
            let skipped = (from - self.start) as usize;
            let bytes = &self.bytes[skipped..];
            if let Some(at) = memchr::memmem::find(bytes, magic) {
                return Ok(range.end.min(from + at as u64));
            }
            from += (bytes.len() - (magic.len() - 1)) as u64;
        }
        Ok(range.end)
    }

    /// The offset of the descriptor in `range` that says how far it is from its start, or its end.
    fn descriptor(&mut self, file: &Seekable, range: Range<u64>) -> io::Result<u64> {
        let mut from = range.start;
        loop {
            let at = self.find(DESCRIPTOR, file, from..range.end)?;
            // The length may have 64 bits.
            let len = self
                .bytes(file, at, 12)?
                .get(8..12)
                .map(|len| u32_at(len, 0));
            if at == range.end || len == Some((at - range.start) as u32) {
                return Ok(at);
            }
            from = at + 1;
        }
    }
}

impl Entry {
    /// The member whose local header, without the fields after it, is at an offset.
    fn from_header(header: &[u8; LOCAL as usize], raw_name: &[u8], at: u64) -> Entry {
        let (flags, lens_follow) = (u16_at(header, 6), header[6] & 8 != 0);
        let known = |value: u32| (!lens_follow).then_some(value);
        Entry {
            name: name::decode(raw_name, flags),
            raw_name: raw_name.to_vec(),
            is_encrypted: flags & 1 == 1,
            method: u16_at(header, 8),
            checksum: known(u32_at(header, 14)),
            stored_len: known(u32_at(header, 18)).map(u64::from),
            len: known(u32_at(header, 22)).map(u64::from),
            header: at,
            shift: 0,
        }
    }

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

    /// Finds the local header. Returns the offset of the content; `None` if the header is missing.
    pub(super) fn content(&mut self, file: &Seekable) -> io::Result<Option<u64>> {
        let mut found = None;
        let name_len = self.raw_name.len();
        for at in [self.header.wrapping_add(self.shift), self.header] {
            let end = at.saturating_add(LOCAL + name_len as u64);
            let mut header = Vec::new();
            file.range(at, end).read_to_end(&mut header)?;
            if header.len() < LOCAL as usize || !header.starts_with(MAGIC) {
                continue;
            }
            let (name, extra) = (u16_at(&header, 26), u16_at(&header, 28));
            let content = at + LOCAL + u64::from(name) + u64::from(extra);
            let is_same = usize::from(name) == name_len && header.ends_with(&self.raw_name);
            if is_same || found.is_none() {
                found = Some((at, content));
            }
            if is_same {
                break;
            }
        }
        Ok(found.map(|(at, content)| {
            self.header = at;
            content
        }))
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
