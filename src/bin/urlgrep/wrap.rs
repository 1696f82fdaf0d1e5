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
        let is_stdin = path.as_os_str() == STDIN;
        let done = if is_stdin {
            copy(io::stdin().lock(), wrap.width, &mut out)
        } else {
            File::open(path).and_then(|file| copy(file, wrap.width, &mut out))
        };
        out.flush();
        match done {
            Ok(true) if status == Status::No => status = Status::Yes,
            Ok(_) => {}
            Err(error) => {
                let name = if is_stdin { Path::new("<stdin>") } else { path };
                stderr::say(name.display(), stderr::reason(&error));
                status = Status::Error;
            }
        }
    }
    status
}

/// Prints a text in pieces that are cut where no URL can be. Whether a URL was wrapped.
fn copy(mut input: impl Read, width: usize, out: &mut StdoutBuffer) -> io::Result<bool> {
    let text = mail::by_name("text", b"").unwrap_or(mail::detect(b""));
    let (mut buffer, mut is_changed, mut at_end) = (Vec::new(), false, false);
    while !at_end {
        let read = input.by_ref().take(STEP as u64).read_to_end(&mut buffer);
        at_end = !matches!(read, Ok(1..));
        let cut = if at_end {
            Some(buffer.len())
        } else if buffer.len() < text.max() {
            text.cut(&buffer)
        } else {
            // A text without blank lines.
            Some(memchr::memrchr(b'\n', &buffer).map_or(buffer.len(), |at| at + 1))
        };
        let Some(cut) = cut else { continue };
        let wrapped = wrap_bytes(&buffer[..cut], width);
        is_changed |= matches!(wrapped, Cow::Owned(_));
        out.write_lines(&wrapped);
        out.turn();
        buffer.drain(..cut);
        // The text before the error was printed above.
        read?;
    }
    Ok(is_changed)
}
