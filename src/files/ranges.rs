//! Cuts a large file into ranges, for several processes or machines.
//!
//! Whether a line begins a message of an mbox depends only on the lines around it. So such a file is cut by reading a little at each
//! position where a range may end. If messages declare their length, and in other formats, the file is read completely.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use super::archive::Format;
use super::buffer::Buffer;
use super::decompressed::Decompressed;
use super::detect::is_binary;
use super::read_options::ReadOptions;
use super::walk::{Source, SourceKind};
use super::{Input, ReadFrom};
use crate::container::{self as mail, Container, Unread};
use crate::text::strip_prefix_ignore_case;

/// How much is read first where a file may be cut.
const WINDOW: usize = 1 << 20;

/// The containers whose cuts need only the bytes around them.
const LOCAL: [&str; 5] = ["mbox", "pipermail", "mmdf", "babyl", "text"];

/// The ranges of a file, in order, for [`ReadOptions::range`]. They begin and end between messages, and have at least `size` bytes,
/// except the last one. A file that cannot be cut, such as a compressed file or an archive, is one range; an empty file has none.
///
/// ```
/// let ranges = urlgrep::files::ranges("corpora/mail/1994.mbox".as_ref(), 1000)?;
/// assert!(ranges.len() > 1 && ranges[0].end == ranges[1].start);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// The file cannot be read.
pub fn ranges(path: &Path, size: u64) -> io::Result<Vec<Range<u64>>> {
    let mut file = File::open(path)?;
    let (len, size) = (file.metadata()?.len(), size.max(1));
    let mut head = Vec::new();
    file.by_ref()
        .take(mail::HEAD as u64)
        .read_to_end(&mut head)?;
    let container = mail::detect_file(path, &head);
    let ends = if len <= size || !may_be_cut(&head) {
        Vec::from_iter((len > 0).then_some(len))
    } else if is_cut_locally(container, &head) {
        local_cuts(&mut file, len, size, container)?
    } else {
        read_cuts(path, size)?
    };
    let starts = [0].into_iter().chain(ends.iter().copied());
    Ok(starts.zip(&ends).map(|(start, &end)| start..end).collect())
}

/// Whether the chunks of a file with this beginning are its own bytes.
fn may_be_cut(head: &[u8]) -> bool {
    let rest: Box<dyn Read + Send> = Box::new(io::empty());
    let is_compressed = Decompressed::detect(head, &mut Some(rest), 0).is_some();
    let is_other = Format::by_magic(head).is_some() || Unread::by_magic(head).is_some();
    !is_compressed && !is_other && !is_binary(head)
}

/// Whether a cut of a file with this beginning depends only on the lines around it.
pub(super) fn is_cut_locally(container: &Container, head: &[u8]) -> bool {
    LOCAL.contains(&container.name()) && !declares_lengths(head)
}

/// Whether the first message of a mailbox declares its length.
fn declares_lengths(head: &[u8]) -> bool {
    let is_length = |line: &[u8]| strip_prefix_ignore_case(line, b"content-length:").is_some();
    let mut lines = head.split(|&b| b == b'\n');
    let mut header = lines
        .by_ref()
        .take_while(|line| !line.trim_ascii().is_empty());
    head.starts_with(b"From ") && header.any(is_length)
}

fn local_cuts(file: &mut File, len: u64, size: u64, container: &Container) -> io::Result<Vec<u64>> {
    let (mut cuts, mut at) = (Vec::new(), 0);
    let mut window = Vec::new();
    while len - at > size {
        at = next_cut(file, at + size, container, &mut window)?.unwrap_or(len);
        cuts.push(at);
    }
    if at < len {
        cuts.push(len);
    }
    Ok(cuts)
}

/// A cut after an offset; `None` if the file ends before one.
fn next_cut(
    file: &mut File,
    offset: u64,
    container: &Container,
    window: &mut Vec<u8>,
) -> io::Result<Option<u64>> {
    let (mut at, mut wanted) = (offset, WINDOW);
    loop {
        file.seek(SeekFrom::Start(at))?;
        window.clear();
        file.by_ref().take(wanted as u64).read_to_end(window)?;
        if let Some(cut) = container.cut(window) {
            return Ok(Some(at + cut as u64));
        }
        if window.len() < wanted {
            return Ok(None);
        }
        if wanted < container.max() {
            wanted *= 2;
        } else {
            // Half of the window again, since a cut needs the lines around it.
            at += wanted as u64 / 2;
        }
    }
}

/// The cuts that reading finds.
fn read_cuts(path: &Path, size: u64) -> io::Result<Vec<u64>> {
    let source = Source::new(0, path.to_path_buf(), SourceKind::Argument);
    let input = Input::from_sources([source], ReadOptions::default());
    let (mut cuts, mut buffer) = (Vec::new(), Buffer::default());
    while let Some(chunk) = input.next(ReadFrom::AnyFile, &mut buffer) {
        if let Some(error) = chunk.error {
            return Err(error);
        }
        let last = cuts.last().copied().unwrap_or(0);
        if chunk.last && chunk.end > last || !chunk.forced && chunk.end - last >= size {
            cuts.push(chunk.end);
        }
    }
    Ok(cuts)
}
