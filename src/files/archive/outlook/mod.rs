//! Messages of Outlook: `.msg` files (MS-OXMSG), and TNEF (MS-OXTNEF), which arrives as `winmail.dat`. Their bodies and attachments
//! are members: `body.txt`, `body.html`, `body.rtf`, and the names of the attachments. RTF that was made of HTML is `body.html`.
//! The header with which the message came is `header.eml`, a message without a body.

mod html;
mod msg;
mod rtf;
mod tnef;

use std::io::{self, Cursor, Read};

use super::{Member, broken};

pub(super) use msg::Msg;
pub(super) use tnef::Tnef;

/// How many members a message may have, embedded messages included.
const MAX_MEMBERS: usize = 10_000;

/// The longest name, in bytes.
const MAX_NAME: u64 = 4096;

/// How much of a header is read, in bytes; and how much with each member, for its date and sender.
const MAX_HEADER: u64 = 16 << 20;
const MAX_FIELDS: u64 = 64 << 10;

/// The types of properties that hold bytes (MS-OXCDATA section 2.11.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    String8,
    Unicode,
    Binary,
    Object,
}

impl Kind {
    const ALL: [(u16, Kind); 4] = [
        (0x1e, Kind::String8),
        (0x1f, Kind::Unicode),
        (0x102, Kind::Binary),
        (0x0d, Kind::Object),
    ];

    fn from_number(number: u16) -> Option<Kind> {
        let mut all = Kind::ALL.into_iter();
        all.find(|(known, _)| *known == number)
            .map(|(_, kind)| kind)
    }
}

/// The properties that are read (MS-OXPROPS).
const HEADER: u16 = 0x007d;
const BODY: u16 = 0x1000;
const BODY_RTF: u16 = 0x1009;
const BODY_HTML: u16 = 0x1013;
const ATTACH_DATA: u16 = 0x3701;
const ATTACH_NAME: u16 = 0x3704;
const ATTACH_LONG_NAME: u16 = 0x3707;

/// The members that `read` makes of the parts of a message, and at the end what is wrong with the rest.
fn members<P>(
    parts: Vec<P>,
    problem: Option<String>,
    read: impl FnMut(P) -> Member,
) -> impl Iterator<Item = io::Result<Member>> {
    let problem = problem.map(|problem| Err(broken(problem)));
    parts.into_iter().map(read).map(Ok).chain(problem)
}

/// The name of the member for a property of a message.
fn member_name(property: u16) -> Option<&'static str> {
    match property {
        HEADER => Some("header.eml"),
        BODY => Some("body.txt"),
        BODY_HTML => Some("body.html"),
        BODY_RTF => Some("body.rtf"),
        _ => None,
    }
}

/// The member for a property of these bytes, whose number is known.
fn member(
    mut name: Vec<u8>,
    property: u16,
    kind: Kind,
    bytes: io::Result<(impl Read + Send + 'static, u64)>,
) -> Member {
    let len = bytes.as_ref().ok().map(|(_, len)| *len);
    let content = bytes.and_then(|(bytes, _)| content(property, kind, bytes, &mut name));
    let len = len.filter(|_| property != BODY_RTF);
    Member {
        is_text: property != ATTACH_DATA,
        ..Member::new(name, len, content.into())
    }
}

/// The content of a property, as a file with this name.
fn content(
    property: u16,
    kind: Kind,
    bytes: impl Read + Send + 'static,
    name: &mut Vec<u8>,
) -> io::Result<Box<dyn Read + Send>> {
    match kind {
        _ if property == BODY_RTF => {
            let (rtf, damage) = rtf::decompress(bytes)?;
            let text = match html::in_rtf(&rtf) {
                Some(html) => {
                    name.truncate(name.len() - b"rtf".len());
                    name.extend_from_slice(b"html");
                    html
                }
                None => rtf,
            };
            Ok(Box::new(Cursor::new(text).chain(damage)))
        }
        // Messages are not UTF-16. A header ends with a blank line.
        _ if property == HEADER => {
            let header = text(kind, bytes, MAX_HEADER)?;
            Ok(Box::new(Cursor::new([&header[..], b"\r\n\r\n"].concat())))
        }
        // The mark shows that it is UTF-16.
        Kind::Unicode => Ok(Box::new(Cursor::new(b"\xff\xfe").chain(bytes))),
        _ => Ok(Box::new(bytes)),
    }
}

/// The name of an attachment.
fn name(kind: Kind, bytes: impl Read) -> io::Result<Vec<u8>> {
    text(kind, bytes, MAX_NAME)
}

/// The first `max` bytes of a string, without NULs; UTF-16 as UTF-8.
fn text(kind: Kind, bytes: impl Read, max: u64) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    bytes.take(max).read_to_end(&mut text)?;
    if kind == Kind::Unicode {
        let units = text
            .chunks_exact(2)
            .map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
        let chars = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
        text = chars.collect::<String>().into_bytes();
    }
    text.retain(|&b| b != 0);
    Ok(text)
}

/// The name of an attachment without one.
fn number_name(number: usize) -> Vec<u8> {
    format!("attachment-{number}").into_bytes()
}
