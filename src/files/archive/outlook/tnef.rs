//! TNEF: a list of attributes; some of these are lists of properties (MS-OXTNEF sections 2.1.3 and 2.1.4).

use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;

use super::super::seekable::{RangeReader, Seekable};
use super::super::{Contents, Member, Opened, archive, broken};
use super::{
    ATTACH_DATA, ATTACH_LONG_NAME, BODY, Kind, MAX_MEMBERS, member, member_name, members, name,
    number_name,
};

const TEXT_BODY: u32 = 0x0002_800c;
const MESSAGE_PROPERTIES: u32 = 0x0006_9003;
const ATTACHMENT_BEGINS: u32 = 0x0006_9002;
const ATTACHMENT_TITLE: u32 = 0x0001_8010;
const ATTACHMENT_DATA: u32 = 0x0006_800f;
const ATTACHMENT_PROPERTIES: u32 = 0x0006_9005;

/// The signature and the key before the first attribute.
const FIRST: u64 = 6;

/// The bytes before the data of an attribute, and after it.
const HEAD: u64 = 9;
const CHECKSUM: u64 = 2;

/// An embedded message begins after the identifier of its interface.
const INTERFACE: u64 = 16;

pub(in super::super) struct Tnef {
    file: Seekable,
    parts: Vec<Part>,
    problem: Option<String>,
}

/// The place of a member in the file.
struct Part {
    name: Vec<u8>,
    property: u16,
    kind: Kind,
    start: u64,
    end: u64,
    checksum: Option<u16>,
}

/// The current attachment, as its attributes describe it.
#[derive(Default)]
struct Attachment {
    title: Vec<u8>,
    long_name: Vec<u8>,
    data: Option<Part>,
}

impl Tnef {
    pub(in super::super) fn open(contents: Contents) -> io::Result<Opened> {
        let mut tnef = Tnef {
            file: contents.seekable()?,
            parts: Vec::new(),
            problem: None,
        };
        let problem = tnef.find_members()?;
        let Tnef { file, parts, .. } = tnef;
        let problem = tnef.problem.or(problem);
        archive(members(parts, problem, move |part| part.member(&file)))
    }

    /// Finds the members. Returns what is wrong with the rest.
    fn find_members(&mut self) -> io::Result<Option<String>> {
        let file = self.file.clone();
        let mut at = FIRST;
        let mut attributes = Cursor::new(&file, at, file.len);
        let mut attachment = Attachment::default();
        let problem = loop {
            if self.parts.len() >= MAX_MEMBERS {
                break Some("TNEF file has too many attachments".to_string());
            }
            let Some([level]) = attributes.array()? else {
                break None;
            };
            let (Some(id), Some(len)) = (attributes.u32()?, attributes.u32()?) else {
                break Some(ends_early(at));
            };
            if !(1..=2).contains(&level) {
                break Some(format!(
                    "TNEF file is followed by other data from byte {at} on, which is not searched"
                ));
            }
            let (start, end) = (at + HEAD, at + HEAD + u64::from(len));
            self.attribute(id, start..end, &mut attachment)?;
            if end + CHECKSUM > file.len {
                break Some(ends_early(at));
            }
            at = end + CHECKSUM;
            attributes.go_to(at);
        };
        self.add(attachment);
        Ok(problem)
    }

    /// Takes from an attribute what it says about a body or about the current attachment.
    fn attribute(
        &mut self,
        id: u32,
        data: Range<u64>,
        attachment: &mut Attachment,
    ) -> io::Result<()> {
        let file = self.file.clone();
        let part = |name: &str, property| Part {
            name: name.as_bytes().to_vec(),
            property,
            kind: Kind::Binary,
            start: data.start,
            end: data.end,
            checksum: None,
        };
        match id {
            TEXT_BODY => self.parts.push(part("body.txt", BODY)),
            MESSAGE_PROPERTIES => {
                let broken = properties(&file, &data, &mut |found| {
                    // A property may have any number of values. The caller reports that there are too many.
                    if self.parts.len() < MAX_MEMBERS
                        && let Some(name) = member_name(found.property)
                    {
                        let name = name.as_bytes().to_vec();
                        self.parts.push(Part { name, ..found });
                    }
                    Ok(())
                })?;
                self.has_broken_properties(broken);
            }
            ATTACHMENT_BEGINS => self.add(std::mem::take(attachment)),
            ATTACHMENT_TITLE => {
                attachment.title = name(Kind::String8, file.range(data.start, data.end))?;
            }
            ATTACHMENT_DATA => {
                let checksum = file.bytes(data.end).ok();
                attachment.data = Some(Part {
                    checksum: checksum.map(u16::from_le_bytes),
                    ..part("", ATTACH_DATA)
                });
            }
            ATTACHMENT_PROPERTIES => {
                let broken = properties(&file, &data, &mut |mut found| {
                    if found.property == ATTACH_LONG_NAME {
                        let range = file.range(found.start, found.end);
                        attachment.long_name = name(found.kind, range)?;
                    } else if found.property == ATTACH_DATA {
                        if found.kind == Kind::Object {
                            found.start = found.end.min(found.start + INTERFACE);
                        }
                        attachment.data = Some(found);
                    }
                    Ok(())
                })?;
                self.has_broken_properties(broken);
            }
            _ => {}
        }
        Ok(())
    }

    fn has_broken_properties(&mut self, broken: Option<u64>) {
        if let (Some(at), None) = (broken, &self.problem) {
            self.problem = Some(format!(
                "TNEF file is broken at byte {at}: the properties there cannot be read"
            ));
        }
    }

    fn add(&mut self, attachment: Attachment) {
        let Attachment {
            title,
            long_name,
            data,
        } = attachment;
        let names = [long_name, title, number_name(self.parts.len() + 1)];
        let name = names.into_iter().find(|name| !name.is_empty());
        let data = data.map(|data| Part {
            name: name.unwrap_or_default(),
            ..data
        });
        self.parts.extend(data);
    }
}

impl Part {
    fn member(self, file: &Seekable) -> Member {
        let bytes = Summed {
            bytes: file.range(self.start, self.end),
            sum: 0,
            checksum: self.checksum,
        };
        let bytes = Ok((bytes, self.end - self.start));
        member(self.name, self.property, self.kind, bytes)
    }
}

/// Compares the sum of the bytes with the checksum.
struct Summed {
    bytes: RangeReader,
    sum: u16,
    checksum: Option<u16>,
}

impl Read for Summed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = self.bytes.read(into)?;
        if len == 0 && !into.is_empty() && self.checksum.is_some_and(|sum| sum != self.sum) {
            return Err(broken("TNEF attachment has a wrong checksum"));
        }
        let add = |sum: u16, &byte: &u8| sum.wrapping_add(byte.into());
        self.sum = into[..len].iter().fold(self.sum, add);
        Ok(len)
    }
}

/// The message for an attribute that the file does not have as a whole.
fn ends_early(at: u64) -> String {
    format!("TNEF file ends early: what begins at byte {at} is not complete")
}

/// Calls `found` for each property with bytes in a list of properties. Returns where the list is broken.
fn properties(
    file: &Seekable,
    at: &Range<u64>,
    found: &mut dyn FnMut(Part) -> io::Result<()>,
) -> io::Result<Option<u64>> {
    let mut list = Cursor::new(file, at.start, at.end.min(file.len));
    let Some(count) = list.u32()? else {
        return Ok(Some(at.start));
    };
    for _ in 0..count {
        let start = list.at;
        if list.property(found)?.is_none() || list.at > list.end {
            return Ok(Some(start));
        }
    }
    Ok(None)
}

/// Reads numbers from a range of a file.
struct Cursor<'f> {
    file: &'f Seekable,
    reader: BufReader<RangeReader>,
    at: u64,
    end: u64,
}

impl<'f> Cursor<'f> {
    fn new(file: &'f Seekable, at: u64, end: u64) -> Cursor<'f> {
        Cursor {
            file,
            reader: BufReader::with_capacity(4096, file.range(at, end)),
            at,
            end,
        }
    }

    /// The next bytes; `None` at the end.
    fn array<const N: usize>(&mut self) -> io::Result<Option<[u8; N]>> {
        let mut bytes = [0; N];
        if self.at + N as u64 > self.end {
            return Ok(None);
        }
        self.reader.read_exact(&mut bytes)?;
        self.at += N as u64;
        Ok(Some(bytes))
    }

    fn u16(&mut self) -> io::Result<Option<u16>> {
        Ok(self.array()?.map(u16::from_le_bytes))
    }

    fn u32(&mut self) -> io::Result<Option<u32>> {
        Ok(self.array()?.map(u32::from_le_bytes))
    }

    fn go_to(&mut self, at: u64) {
        let distance = at.saturating_sub(self.at);
        let buffered = self.reader.buffer().len();
        match usize::try_from(distance) {
            Ok(distance) if distance <= buffered => self.reader.consume(distance),
            _ => *self = Cursor::new(self.file, at, self.end),
        }
        self.at = at;
    }

    fn skip(&mut self, len: u64) {
        self.go_to(self.at.saturating_add(len));
    }

    /// Reads a property. `None` at the end, or if its type is unknown.
    fn property(
        &mut self,
        found: &mut dyn FnMut(Part) -> io::Result<()>,
    ) -> io::Result<Option<()>> {
        let (Some(kind), Some(property)) = (self.u16()?, self.u16()?) else {
            return Ok(None);
        };
        if property >= 0x8000 {
            // A named property: the identifier of its set, and its number or name.
            self.skip(16);
            let (Some(is_name), Some(value)) = (self.u32()?, self.u32()?) else {
                return Ok(None);
            };
            if is_name != 0 {
                self.skip(padded(value));
            }
        }
        const MULTIPLE: u16 = 0x1000;
        let bytes = Kind::from_number(kind & !MULTIPLE);
        let len = match kind & !MULTIPLE {
            _ if bytes.is_some() => 0,
            0x2 | 0x3 | 0x4 | 0xa | 0xb => 4,
            0x5 | 0x6 | 0x7 | 0x14 | 0x40 => 8,
            0x48 => 16,
            _ => return Ok(None),
        };
        let has_count = bytes.is_some() || kind & MULTIPLE != 0;
        let count = if has_count { self.u32()? } else { Some(1) };
        let Some(kind) = bytes else {
            self.skip(u64::from(count.unwrap_or(0)) * len);
            return Ok(count.map(drop));
        };
        for _ in 0..count.unwrap_or(0) {
            let Some(len) = self.u32()? else {
                return Ok(None);
            };
            let start = self.at;
            found(Part {
                name: Vec::new(),
                property,
                kind,
                start,
                end: self.end.min(start + u64::from(len)),
                checksum: None,
            })?;
            self.skip(padded(len));
        }
        Ok(count.map(drop))
    }
}

/// Values are padded to four bytes.
fn padded(len: u32) -> u64 {
    u64::from(len).next_multiple_of(4)
}
