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
use super::source::{Source, SourceKind};
use super::{Input, ReadFrom};
use crate::container::{self as mail, Container};
use crate::unread::Unread;

/// How much is read first where a file may be cut.
const WINDOW: usize = 1 << 20;

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
    let ends = if len <= size || !may_be_cut(path, &head) {
        Vec::from_iter((len > 0).then_some(len))
    } else if container.is_cut_locally {
        local_cuts(&mut file, len, size, container)?
    } else {
        read_cuts(path, size)?
    };
    let starts = [0].into_iter().chain(ends.iter().copied());
    Ok(starts.zip(&ends).map(|(start, &end)| start..end).collect())
}

/// Whether the chunks of a file with this beginning are its own bytes.
fn may_be_cut(path: &Path, head: &[u8]) -> bool {
    let rest: Box<dyn Read + Send> = Box::new(io::empty());
    let is_compressed = Decompressed::detect(head, &mut Some(rest), 0).is_some();
    let is_all = head.len() < mail::HEAD;
    let is_archive = Format::of_file(head, is_all, path).is_some();
    let is_other = is_archive || Unread::by_magic(head).is_some();
    !is_compressed && !is_other && !is_binary(head)
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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// Where the ranges of a file begin.
    fn starts(content: &[u8], size: u64) -> Vec<usize> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(content).unwrap();
        let ranges = ranges(file.path(), size).unwrap();
        ranges.iter().map(|range| range.start as usize).collect()
    }

    #[test]
    fn messages_that_declare_their_length_are_not_cut() {
        let quoted =
            "\nFrom a@b.org Mon Jan  3 10:00:00 1994\nFrom: a@b.org\n\ntext\n".repeat(20_000);
        for name in ["Content-Length:", "Content-Length :"] {
            let separator = "From c@d.org Mon Jan  3 10:00:00 1994\n";
            let message = format!("{separator}{name} {}\n\n{quoted}\n", quoted.len());
            let starts = starts(message.repeat(3).as_bytes(), 100_000);
            assert_eq!(starts, [0, message.len(), 2 * message.len()], "{name}");
        }
    }

    #[test]
    fn characters_are_not_cut() {
        let text = "see http://a.org/\n\n".repeat(100_000);
        let utf_16 = Vec::from_iter(text.encode_utf16().flat_map(u16::to_le_bytes));
        let starts = starts(&utf_16, 1_000_001);
        assert!(starts.len() > 2 && starts.iter().all(|start| start % 2 == 0));
    }
}
