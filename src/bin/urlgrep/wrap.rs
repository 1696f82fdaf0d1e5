//! `urlgrep wrap`: prints texts with their long URLs in `<URL:…>`, broken over lines.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use urlgrep::files::STDIN;
use urlgrep::{mail, wrap_bytes};

use crate::args::Wrap;
use crate::exit::Status;
use crate::print::{Manner, StdoutBuffer};
use crate::stderr;

/// How many bytes are read at once.
const STEP: usize = 1 << 20;

/// Prints the files, or standard input, one after another.
pub(crate) fn run(wrap: &Wrap) -> Status {
    let mut out = StdoutBuffer::new(Manner::default());
    let mut status = Status::No;
    let stdin = [PathBuf::from(STDIN)];
    let paths = match &wrap.paths[..] {
        [] => &stdin,
        paths => paths,
    };
    for path in paths {
        let (name, done) = if path.as_os_str() == STDIN {
            let name = Path::new("<stdin>");
            (name, copy(io::stdin().lock(), name, wrap.width, &mut out))
        } else {
            let file = File::open(path);
            (
                &**path,
                file.and_then(|file| copy(file, path, wrap.width, &mut out)),
            )
        };
        out.flush();
        match done {
            Ok(true) if status == Status::No => status = Status::Yes,
            Ok(_) => {}
            Err(error) => {
                stderr::say(name.display(), stderr::reason(&error));
                status = Status::Error;
            }
        }
    }
    status
}

/// The names of the containers of mail and news.
const MAIL: [&str; 7] = [
    "message",
    "mbox",
    "pipermail",
    "mmdf",
    "babyl",
    "rnews",
    "emlx",
];

/// The names of formats in which `<URL:` and line breaks have another meaning.
const MARKUP: [&str; 3] = ["html", "json", "xml"];

/// How much of the beginning of an input is not wrapped: the header of a message. Why nothing is, if so: of a mailbox, or a message whose
/// body is encoded, has several parts, or is no plain text, of markup, and of characters that are wider than a byte.
fn kept(path: &Path, head: &[u8]) -> Result<usize, &'static str> {
    let has_mark = head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff");
    let is_unread = mail::Unread::by_magic(head).is_some();
    if has_mark || is_unread || head.iter().take(4).any(|&b| b == 0) {
        return Err("it is UTF-16, UTF-32 or no text");
    }
    let name = mail::detect_file(path, head).name();
    if MARKUP.contains(&name) {
        return Err("it is HTML, XML or JSON");
    }
    if !MAIL.contains(&name) {
        return Ok(0);
    }
    let header = (name == "message").then(|| header(head)).flatten();
    header.ok_or("it is a mailbox, or a message that is not plain text")
}

/// The length of the header of a message whose body can be wrapped.
fn header(head: &[u8]) -> Option<usize> {
    let ends = [&b"\n\n"[..], b"\n\r\n"].map(|end| memchr::memmem::find(head, end));
    let end = 1 + ends.into_iter().flatten().min()?;
    let field = |name| mail::field(&head[..end], name).map(|value| value.to_ascii_lowercase());
    // Without parameters and comments.
    let word = |value: String| value.split([' ', ';', '(']).next().map(str::to_string);
    let encoding = field("Content-Transfer-Encoding").and_then(word);
    let is_encoded = !matches!(encoding.as_deref(), None | Some("7bit" | "8bit" | "binary"));
    let content = field("Content-Type").and_then(word);
    let is_plain = matches!(content.as_deref(), None | Some("text/plain" | "text"));
    (!is_encoded && is_plain).then_some(end)
}

/// Prints a text in pieces that are cut where no URL can be. Whether a URL was wrapped.
fn copy(
    mut input: impl Read,
    name: &Path,
    width: usize,
    out: &mut StdoutBuffer,
) -> io::Result<bool> {
    let text = mail::by_name("text", b"").unwrap_or(mail::detect(b""));
    let (mut buffer, mut is_changed, mut at_end) = (Vec::new(), false, false);
    // Whether it may be wrapped, once that is known.
    let mut wraps = None;
    while !at_end {
        let read = input.by_ref().take(STEP as u64).read_to_end(&mut buffer);
        at_end = !matches!(read, Ok(1..));
        let wraps = *wraps.get_or_insert_with(|| {
            let kept = kept(name, &buffer);
            if let Err(why) = kept {
                stderr::say(name.display(), format_args!("warning: not wrapped: {why}"));
            }
            let header = kept.unwrap_or_default();
            out.write_lines(&buffer[..header]);
            buffer.drain(..header);
            kept.is_ok()
        });
        let cut = if at_end || !wraps {
            Some(buffer.len())
        } else if buffer.len() < text.max() {
            text.cut(&buffer)
        } else {
            // A text without blank lines.
            Some(memchr::memrchr(b'\n', &buffer).map_or(buffer.len(), |at| at + 1))
        };
        let Some(cut) = cut else { continue };
        let wrapped = if wraps {
            wrap_bytes(&buffer[..cut], width)
        } else {
            Cow::Borrowed(&buffer[..cut])
        };
        is_changed |= matches!(wrapped, Cow::Owned(_));
        out.write_lines(&wrapped);
        out.turn();
        buffer.drain(..cut);
        // The text before the error was printed above.
        read?;
    }
    Ok(is_changed)
}
