//! The URLs of files, each with its place.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::buffer::Buffer;
use super::chunk::Chunk;
use super::lines::Lines;
use super::read_options::ReadOptions;
use super::walk_options::WalkOptions;
use super::{Input, ReadFrom, reason};
use crate::container as mail;
use crate::extract::Extractor;
use crate::matched::Match;
use crate::text::Text;
use crate::unread::Unread;

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
///     assert_eq!((found.line, found.message, found.segments), (5, Some(1), vec![61..76]));
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn extract_reader(
    reader: impl Read + Send + 'static,
    extractor: &Extractor,
) -> FileMatches<'_> {
    FileMatches::new(
        Input::from_reader(reader, ReadOptions::default()),
        extractor,
    )
}

/// The URLs of files, in order; directories are walked as the command does it, and `-` is standard input. Without paths the current
/// directory is walked. Everything else is as in [`extract_reader`].
///
/// A file that cannot be read, or whose kind is not read, is an error that names it, and the files after it follow.
///
/// ```
/// use urlgrep::{Extractor, files};
/// let extractor = Extractor::default();
/// let mut urls = files::extract_paths(["corpora/mail/1994.mbox"], &extractor);
/// let first = urls.next().unwrap()?;
/// assert_eq!((first.message, first.line, first.column), (Some(1), 15, 7));
/// assert_eq!(first.matched.to_string(), "http://www.keepers.example.edu/coldness/index.html");
/// assert!(files::extract_paths(["no such file"], &extractor).next().unwrap().is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn extract_paths<P: Into<PathBuf>>(
    paths: impl IntoIterator<Item = P>,
    extractor: &Extractor,
) -> FileMatches<'_> {
    let paths = paths.into_iter().map(Into::into).collect();
    let input = Input::new(paths, &WalkOptions::default(), ReadOptions::default());
    FileMatches::new(input, extractor)
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
    /// The file; `mail.zip!a.txt` is a member of an archive. `<stdin>` is standard input, and a reader has no path.
    pub path: PathBuf,
    /// The message, from 1 in its file; `None` if the file is no mail.
    pub message: Option<u64>,
    /// Its Message-ID, without `<` and `>`.
    pub message_id: Option<String>,
    /// The MIME part, in IMAP's numbering (RFC 3501 section 6.4.5): `[1, 2]` is part 1.2. Empty if the message is not a multipart.
    pub part: Vec<u16>,
    /// The line, from 1.
    pub line: u64,
    /// The place in its line: a number of bytes, from 1.
    pub column: u64,
    /// The match.
    pub matched: Match<'static, [u8]>,
    /// The offsets of its bytes in the file; of a compressed file, in its content.
    pub segments: Vec<Range<u64>>,
}

/// The URLs of files, in order. An error comes after the URLs before it.
///
/// ```
/// let extractor = urlgrep::Extractor::default();
/// let found = urlgrep::files::extract_reader(&b"http://a.b/ http://c.d/"[..], &extractor);
/// assert_eq!(found.filter_map(Result::ok).count(), 2);
/// ```
#[must_use = "files are read only when matches are asked for"]
pub struct FileMatches<'e> {
    extractor: &'e Extractor,
    input: Input,
    buffer: Buffer,
    /// What the earlier chunks of the file had.
    passed: Passed,
    waiting: VecDeque<io::Result<FileMatch>>,
}

impl fmt::Debug for FileMatches<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileMatches").finish_non_exhaustive()
    }
}

/// The newlines and messages before a place, and the identifier of the last message.
#[derive(Default)]
struct Passed {
    newlines: u64,
    messages: u64,
    id: Option<String>,
}

impl<'e> FileMatches<'e> {
    fn new(input: Input, extractor: &'e Extractor) -> FileMatches<'e> {
        FileMatches {
            extractor,
            input,
            buffer: Buffer::default(),
            passed: Passed::default(),
            waiting: VecDeque::new(),
        }
    }

    fn search(&mut self, chunk: Chunk) {
        let mut lines = Lines::new(&self.buffer, chunk.start, chunk.line_start);
        let mut last = None;
        if let Some(header) = chunk.source.header.as_ref().filter(|_| chunk.start == 0) {
            self.passed.id = message_id(header);
        }
        let selection = mail::Selection::from(self.extractor);
        for text in chunk.texts_selected(&self.buffer, &selection) {
            let message = text.place.message;
            if message != last && message != Some(0) {
                self.passed.id = id(&self.buffer, &text);
            }
            last = message;
            for m in self.extractor.extract_text(&text) {
                let segments = m.segments().flat_map(|run| text.map.segments(run));
                let start = text.map.source_of(m.span().start).start;
                let (line, column) = lines.place(start);
                self.waiting.push_back(Ok(FileMatch {
                    path: chunk.source.path.clone(),
                    message: message
                        .map(|message| self.passed.messages + u64::from(message))
                        .or(chunk.source.header.as_ref().map(|_| 1)),
                    message_id: self.passed.id.clone(),
                    part: text.place.part.clone(),
                    line: self.passed.newlines + line,
                    column,
                    segments: segments.collect(),
                    matched: m.into_owned(),
                }));
            }
        }
        let unread = chunk.unread.filter(|unread| unread.is_reported);
        let not_read = || unread.map(io::Error::other);
        let error = chunk.error.or_else(not_read);
        self.waiting
            .extend(error.map(|error| Err(named(&chunk.source.path, error))));
        if chunk.last {
            self.passed = Passed::default();
        } else {
            self.passed.newlines += lines.total();
            self.passed.messages += last.map_or(0, u64::from);
        }
    }
}

/// The error, with the file that it is about.
fn named(path: &Path, error: io::Error) -> io::Error {
    let kind = |error: &io::Error| error.get_ref()?.downcast_ref::<&'static Unread>().copied();
    let reason = match kind(&error) {
        // Without what the command can do.
        Some(Unread { name, instead, .. }) => format!("not read ({name}): {instead}"),
        None if path.as_os_str().is_empty() => return error,
        None => reason(&error),
    };
    let message = if path.as_os_str().is_empty() {
        reason
    } else {
        format!("{}: {reason}", path.display())
    };
    io::Error::new(error.kind(), message)
}

/// The identifier of the message that a text belongs to.
fn id(chunk: &[u8], text: &Text<'_>) -> Option<String> {
    message_id(chunk.get(text.place.head.clone())?)
}

fn message_id(head: &[u8]) -> Option<String> {
    mail::message_id(head).map(|id| String::from_utf8_lossy(id).into())
}

impl Iterator for FileMatches<'_> {
    type Item = io::Result<FileMatch>;

    fn next(&mut self) -> Option<io::Result<FileMatch>> {
        loop {
            if let Some(found) = self.waiting.pop_front() {
                return Some(found);
            }
            let chunk = self.input.next(ReadFrom::FirstFile, &mut self.buffer)?;
            self.search(chunk);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

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
            matches!(&unread[..], [error] if error.contains("PST") && error.ends_with("with readpst")),
            "{unread:?}"
        );
    }

    /// Each message has six lines, and its number in its URL and its Message-ID.
    #[test]
    fn places_are_those_of_the_file() {
        let mut mailbox = Vec::new();
        for i in 1..=50_000 {
            let header = format!("From joe Sat Jan  1 00:00:00 2000\nFrom: joe\nMessage-ID: <{i}>");
            write!(mailbox, "{header}\n\nat http://a.org/{i}\n\n").unwrap();
        }
        let extractor = Extractor::default();
        let found = extract_reader(io::Cursor::new(mailbox), &extractor);
        let mut count = 0;
        for (i, found) in (1..).zip(found.map(Result::unwrap)) {
            assert_eq!(found.matched.to_string(), format!("http://a.org/{i}"));
            let place = (found.message, found.line, found.column);
            assert_eq!(place, (Some(i), 6 * i - 1, 4));
            assert_eq!(found.message_id, Some(i.to_string()));
            count = i;
        }
        assert_eq!(count, 50_000);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes);
        file("a.txt", b"one\nhttp://a.org/\n").unwrap();
        file("b.7z", b"7z\xbc\xaf\x27\x1c\0\0").unwrap();
        file("c.txt", b"http://c.org/\n").unwrap();
        let extractor = Extractor::default();
        let paths = [folder.path().join("none"), folder.path().into()];
        let found: Vec<_> = extract_paths(paths, &extractor)
            .map(|found| match found {
                Ok(found) => format!("{} {}", found.line, found.matched),
                Err(error) => error.to_string(),
            })
            .collect();
        assert_eq!(found[1], "2 http://a.org/");
        assert_eq!(found[3], "1 http://c.org/");
        assert!(found[0].contains("none: "), "{}", found[0]);
        // Without the options of the command.
        let reason = "b.7z: not read (7z archive): unpack it and search its files";
        assert!(found[2].ends_with(reason), "{}", found[2]);
    }
}
