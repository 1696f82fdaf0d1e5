//! The URLs of a reader.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read};
use std::ops::Range;
use std::path::PathBuf;

use super::buffer::Buffer;
use super::chunk::Chunk;
use super::read_options::ReadOptions;
use super::reader::FileReader;
use crate::extract::Extractor;
use crate::matched::Match;

/// The URLs of all that a reader gives. Its type is detected, and it is read in chunks, cut where no URL is. So memory is bounded.
/// Hyphens at line breaks are kept ([`resolve_hyphens`](crate::resolve_hyphens) needs all matches of a text).
///
/// The reader is moved: give it `io::stdin()` and not its lock, and a `File` needs no `BufReader`.
///
/// ```
/// use urlgrep::{Extractor, files};
/// let mail = b"From: joe@x.org\nDate: now\nContent-Transfer-Encoding: base64\n\naHR0cDovL2EuYi8=\n";
/// let extractor = Extractor::default();
/// for found in files::extract_reader(&mail[..], &extractor) {
///     let found = found?;
///     assert_eq!(found.matched.as_bytes(), b"http://a.b/");
///     assert_eq!(found.segments, [61..76]);
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn extract_reader(
    reader: impl Read + Send + 'static,
    extractor: &Extractor,
) -> FileMatches<'_> {
    FileMatches {
        extractor,
        file: FileReader::from_reader(Box::new(reader), ReadOptions::default()),
        buffer: Buffer::default(),
        waiting: VecDeque::new(),
    }
}

/// A URL of a file.
///
/// ```
/// let extractor = urlgrep::Extractor::default();
/// let mut found = urlgrep::files::extract_reader(&b"at http://a.b/"[..], &extractor);
/// assert_eq!(found.next().unwrap().unwrap().segments, [3..14]);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FileMatch {
    /// Of a member of an archive `!` and its name; otherwise empty.
    pub path: PathBuf,
    /// The match.
    pub matched: Match<'static, [u8]>,
    /// The offsets of its bytes in the file; of a compressed file, in its content.
    pub segments: Vec<Range<u64>>,
}

/// The URLs of a file, in order. An error of the reader comes after the URLs before it.
///
/// ```
/// let extractor = urlgrep::Extractor::default();
/// let found = urlgrep::files::extract_reader(&b"http://a.b/ http://c.d/"[..], &extractor);
/// assert_eq!(found.filter_map(Result::ok).count(), 2);
/// ```
#[must_use = "files are read only when matches are asked for"]
pub struct FileMatches<'e> {
    extractor: &'e Extractor,
    file: FileReader,
    buffer: Buffer,
    waiting: VecDeque<io::Result<FileMatch>>,
}

impl fmt::Debug for FileMatches<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileMatches").finish_non_exhaustive()
    }
}

impl FileMatches<'_> {
    fn search(&mut self, chunk: Chunk) {
        for text in chunk.texts(&self.buffer) {
            for m in self.extractor.extract_text(&text) {
                let segments = m.segments().flat_map(|run| text.map.segments(run));
                self.waiting.push_back(Ok(FileMatch {
                    path: chunk.source.path.clone(),
                    segments: segments.collect(),
                    matched: m.into_owned(),
                }));
            }
        }
        self.waiting.extend(chunk.error.map(Err));
    }
}

impl Iterator for FileMatches<'_> {
    type Item = io::Result<FileMatch>;

    fn next(&mut self) -> Option<io::Result<FileMatch>> {
        loop {
            if let Some(found) = self.waiting.pop_front() {
                return Some(found);
            }
            let mut chunk = self.file.next(&mut self.buffer)?;
            chunk.detect_in(&mut self.buffer);
            self.search(chunk);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_chunks_have_the_charset_of_the_first_one() {
        let mut page = b"<meta charset=koi8-r>\n".to_vec();
        while page.len() < 2 << 20 {
            page.extend_from_slice(b"<p>a line of text\n");
        }
        // The letter U+0434.
        page.extend_from_slice(b"<p>http://a.org/\xc4\n");
        let extractor = Extractor::default();
        let found = extract_reader(io::Cursor::new(page), &extractor).filter_map(Result::ok);
        let urls: Vec<_> = found.map(|found| found.matched.to_string()).collect();
        assert_eq!(urls, ["http://a.org/\u{434}"]);
    }

    #[test]
    fn the_type_of_a_small_file_is_detected() {
        let found = |bytes: &'static [u8]| -> Vec<String> {
            let extractor = Extractor::default();
            let found = extract_reader(bytes, &extractor);
            found
                .map(|found| match found {
                    Ok(found) => String::from_utf8_lossy(found.matched.as_bytes()).into_owned(),
                    Err(error) => error.to_string(),
                })
                .collect()
        };
        assert_eq!(
            found(b"From: a@b\nDate: now\nContent-Transfer-Encoding: base64\n\naHR0cDovL2EuYi8=\n"),
            ["http://a.b/"]
        );
        assert_eq!(
            found(b"<html><a href=\"http://a.b/?c&amp;d\">"),
            ["http://a.b/?c&d"]
        );
        let unread = found(b"!BDN http://a.b/");
        assert!(
            matches!(&unread[..], [error] if error.contains("PST")),
            "{unread:?}"
        );
    }
}
