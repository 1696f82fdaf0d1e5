//! `.msg` files: compound files whose streams are the properties of a message (MS-OXMSG section 2).

use std::io::{self, Read, Seek};
use std::mem;
use std::sync::Arc;

use cfb::CompoundFile;

use super::super::seekable::{Copy, RangeReader, Seekable};
use super::super::{Contents, Damage, MAX_DEPTH, Member, Opened, archive, broken};
use super::{
    ATTACH_DATA, ATTACH_LONG_NAME, ATTACH_NAME, BODY, BODY_HTML, BODY_RTF, HEADER, Kind,
    MAX_FIELDS, MAX_MEMBERS, member, member_name, members, name, number_name, text,
};

/// A file that has it is a message.
const PROPERTIES: &str = "__properties_version1.0";

pub(in super::super) struct Msg {
    file: CompoundFile<RangeReader>,
    /// The length of the file; no stream is longer.
    len: u64,
    parts: Vec<Part>,
    problem: Option<String>,
}

struct Part {
    name: Vec<u8>,
    stream: String,
    property: u16,
    kind: Kind,
    /// The storage of its message.
    message: String,
}

impl Msg {
    /// Opens a compound file, which may be another document.
    pub(in super::super) fn open(contents: Contents) -> io::Result<Opened> {
        let bytes = contents.seekable()?;
        let problem = match Msg::read(&bytes) {
            Ok(Some(mut msg)) => {
                let (parts, problem) = (mem::take(&mut msg.parts), msg.problem.take());
                return archive(members(parts, problem, move |part| msg.member(part)));
            }
            Ok(None) => None,
            Err(error) => Some(broken(format_args!(
                "the OLE file (a message of Outlook or a document of Office) is broken ({error}); search its bytes with -a"
            ))),
        };
        Ok(Opened::Other(Box::new(bytes.range(0, bytes.len)), problem))
    }

    /// The message; `None` if the file is another document.
    fn read(bytes: &Seekable) -> io::Result<Option<Msg>> {
        let file = CompoundFile::open(bytes.range(0, bytes.len))?;
        if !file.is_stream(PROPERTIES) {
            return Ok(None);
        }
        let mut msg = Msg {
            file,
            len: bytes.len,
            parts: Vec::new(),
            problem: None,
        };
        msg.add_message("/", &[], MAX_DEPTH);
        Ok(Some(msg))
    }

    /// The stream of a property in a storage.
    fn stream(&self, storage: &str, property: u16) -> Option<(String, Kind)> {
        let mut kinds = Kind::ALL.into_iter().map(|(number, kind)| {
            let stream = format!("{storage}__substg1.0_{property:04X}{number:04X}");
            (stream, kind)
        });
        kinds.find(|(stream, _)| self.file.exists(stream))
    }

    /// The beginning of the header with which the message in a storage came.
    fn header(&mut self, storage: &str) -> Option<Arc<[u8]>> {
        let (stream, kind) = self.stream(storage, HEADER)?;
        let bytes = self.file.open_stream(&stream).ok()?;
        Some(text(kind, bytes, MAX_FIELDS).ok()?.into())
    }

    fn member(&mut self, part: Part) -> Member {
        let bytes = self.copy(&part.stream);
        Member {
            header: self.header(&part.message),
            ..member(part.name, part.property, part.kind, bytes)
        }
    }

    /// A copy of a stream, since only one thread can read the stream itself; and its length.
    fn copy(&mut self, stream: &str) -> io::Result<(impl Read + use<>, u64)> {
        let mut copy = Copy::new();
        let opened = self.file.open_stream(stream).map_err(unreadable)?;
        let copied = io::copy(&mut opened.take(self.len), &mut copy);
        let Copy(mut copy) = copy;
        let len = copy.stream_position()?;
        copy.rewind()?;
        let damage = copied.err().map(|error| unreadable(error).to_string());
        Ok((copy.chain(Damage(damage)), len))
    }

    /// Adds the members of the message in a storage. `depth` is how many messages may be nested in it.
    fn add_message(&mut self, storage: &str, prefix: &[u8], depth: usize) {
        for property in [HEADER, BODY, BODY_HTML, BODY_RTF] {
            if let Some((stream, kind)) = self.stream(storage, property) {
                let member = member_name(property).unwrap_or_default().as_bytes();
                self.parts.push(Part {
                    name: [prefix, member].concat(),
                    stream,
                    property,
                    kind,
                    message: storage.to_string(),
                });
            }
        }
        let entries = match self.file.read_storage(storage) {
            Ok(entries) => entries,
            Err(error) => {
                let problem = format!("the attachments of the message cannot be read ({error})");
                self.problem = Some(problem);
                return;
            }
        };
        let is_attachment = |name: &str| name.starts_with("__attach_version1.0_");
        let names = entries.map(|entry| entry.name().to_string());
        let attachments: Vec<_> = names.filter(|name| is_attachment(name)).collect();
        for (attachment, number) in attachments.iter().zip(1..) {
            if self.parts.len() >= MAX_MEMBERS {
                self.problem = Some("the message has too many attachments".to_string());
                return;
            }
            self.add_attachment(storage, attachment, prefix, number, depth);
        }
    }

    fn add_attachment(
        &mut self,
        message: &str,
        attachment: &str,
        prefix: &[u8],
        number: usize,
        depth: usize,
    ) {
        let storage = &format!("{message}{attachment}/");
        let mut named = number_name(number);
        let names = [ATTACH_LONG_NAME, ATTACH_NAME].map(|property| self.stream(storage, property));
        if let Some((stream, kind)) = names.into_iter().flatten().next() {
            let bytes = self.file.open_stream(&stream);
            let found = bytes.and_then(|bytes| name(kind, bytes));
            named = found.ok().filter(|name| !name.is_empty()).unwrap_or(named);
        }
        let named = [prefix, &named].concat();
        match self.stream(storage, ATTACH_DATA) {
            Some((inner, Kind::Object)) if self.file.is_storage(&inner) => match depth {
                0 => self.problem = Some("messages are nested too deeply".to_string()),
                _ => self.add_message(
                    &format!("{inner}/"),
                    &[&named[..], b"!"].concat(),
                    depth - 1,
                ),
            },
            Some((stream, kind)) => self.parts.push(Part {
                name: named,
                stream,
                property: ATTACH_DATA,
                kind,
                message: message.to_string(),
            }),
            None => {}
        }
    }
}

fn unreadable(error: io::Error) -> io::Error {
    broken(format_args!(
        "this part of the message cannot be read ({error})"
    ))
}
