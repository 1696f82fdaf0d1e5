//! Reads a file that the walk found: chunk by chunk, or, if it is an archive, the chunks of all its members, also of archives in it.
//!
//! Members are read one after another, so memory is bounded by one of them. After the last one comes an empty chunk of the archive
//! itself, which ends it and carries its error.

use std::ffi::OsString;
use std::io;
use std::iter;
use std::mem;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::unread::ENCRYPTED_MEMBER;

use super::archive::{Budget, Content, Limited, MAX_DEPTH, MAX_MEMBERS, Member, Members};
use super::buffer::Buffer;
use super::chunk::Chunk;
use super::feed::{Feed, Next};
use super::globs::Globs;
use super::read_options::ReadOptions;
use super::source::{Source, SourceKind};
use super::store::is_index;
use super::walk_options::WalkOptions;

/// How many problems of members are reported one by one.
const MAX_PROBLEMS: u64 = 10;

/// Which members of archives are searched.
#[derive(Default)]
pub(super) struct MemberFilter {
    globs: Globs,
    max_len: Option<u64>,
}

impl MemberFilter {
    pub(super) fn new(walk: &WalkOptions) -> MemberFilter {
        MemberFilter {
            globs: walk.globs.clone(),
            max_len: walk.max_filesize,
        }
    }
}

pub(super) struct FileReader {
    source: Arc<Source>,
    options: ReadOptions,
    filter: Arc<MemberFilter>,
    budget: Arc<Budget>,
    /// The file or member that is being read.
    feed: Option<Feed>,
    /// The open archives, innermost last.
    archives: Vec<Archive>,
    /// The number of chunks so far.
    chunks: usize,
    /// The number of members so far, and of those with a problem.
    members: u64,
    problems: u64,
}

struct Archive {
    source: Arc<Source>,
    members: Members,
}

impl FileReader {
    pub(super) fn new(
        source: Source,
        options: ReadOptions,
        filter: Arc<MemberFilter>,
    ) -> FileReader {
        let source = Arc::new(source);
        let budget = Arc::new(Budget::new(options.max_growth));
        let feed = Feed::new(Arc::clone(&source), options.clone(), Arc::clone(&budget));
        FileReader {
            source,
            options,
            filter,
            budget,
            feed: Some(feed),
            archives: Vec::new(),
            chunks: 0,
            members: 0,
            problems: 0,
        }
    }

    /// A file without a path, whose content the reader gives.
    pub(super) fn from_reader(
        reader: Box<dyn io::Read + Send>,
        options: ReadOptions,
    ) -> FileReader {
        let source = Source::new(0, PathBuf::new(), SourceKind::Argument);
        let mut file = FileReader::new(source, options, Arc::default());
        file.feed = file.feed.map(|feed| feed.with_reader(reader, true));
        file
    }

    /// The next chunk; `None` after the last one.
    pub(super) fn next(&mut self, buffer: &mut Buffer) -> Option<Chunk> {
        loop {
            let mut chunk = match &mut self.feed {
                Some(feed) => match feed.next(buffer) {
                    Some(Next::Chunk(chunk)) => chunk,
                    Some(Next::Archive(members)) => {
                        let source = Arc::clone(feed.source());
                        self.feed = None;
                        self.archives.push(Archive { source, members });
                        continue;
                    }
                    None => {
                        self.feed = None;
                        continue;
                    }
                },
                None => {
                    buffer.len = 0;
                    match self.next_member()? {
                        Some(chunk) => chunk,
                        None => continue,
                    }
                }
            };
            if chunk.last {
                chunk.file = self.feed.take().and_then(Feed::into_file);
            }
            if chunk.error.is_some() && self.budget.is_exceeded() {
                self.archives.truncate(1);
                if let Some(archive) = self.archives.last_mut() {
                    archive.members = Box::new(iter::empty());
                }
            }
            chunk.number = self.chunks;
            chunk.ends_source = chunk.last && self.archives.is_empty();
            self.chunks += 1;
            return Some(chunk);
        }
    }

    /// Opens the next member (`Some(None)`), or returns a chunk with a report. `None` after the last chunk.
    fn next_member(&mut self) -> Option<Option<Chunk>> {
        let archive = self.archives.last_mut()?;
        let source = Arc::clone(&archive.source);
        let member = match archive.members.next() {
            Some(Ok(_)) if self.members == MAX_MEMBERS => {
                self.archives.clear();
                let problem =
                    format!("has more than {MAX_MEMBERS} members; the others are not read");
                let error = Some(io::Error::other(problem));
                return Some(Some(Chunk::report(Arc::clone(&self.source), error)));
            }
            Some(Ok(member)) => member,
            Some(Err(error)) => {
                self.archives.pop();
                return Some(Some(Chunk::report(source, Some(error))));
            }
            None => {
                self.archives.pop();
                let is_outermost = self.archives.is_empty();
                let not_shown = mem::take(&mut self.problems).saturating_sub(MAX_PROBLEMS);
                let error = (is_outermost && not_shown > 0).then(|| {
                    io::Error::other(format!("{not_shown} more members have such a problem"))
                });
                return Some(is_outermost.then(|| Chunk::report(source, error)));
            }
        };
        self.members += 1;
        Some(self.begin(&source, member))
    }

    /// Begins to read a member. If that is not possible, returns a report.
    fn begin(&mut self, archive: &Source, member: Member) -> Option<Chunk> {
        let Member {
            name,
            len,
            is_text,
            header,
            content,
        } = member;
        let name = path(name);
        let is_too_large = len
            .zip(self.filter.max_len)
            .is_some_and(|(len, max)| len > max);
        if is_too_large
            || is_index(&name)
            || !self.filter.globs.allow_member(&self.source.path, &name)
        {
            return None;
        }
        let mut path = OsString::from(&archive.path);
        path.push("!");
        path.push(&name);
        let source = Arc::new(Source {
            number: self.source.number,
            path: path.into(),
            kind: SourceKind::Member,
            text: archive.raw || is_text,
            raw: archive.raw,
            header: header.or_else(|| archive.header.clone()),
            enough: AtomicBool::new(false),
        });
        let problem = match content {
            Content::Readable(reader) => {
                let reader = Limited {
                    reader,
                    budget: Arc::clone(&self.budget),
                };
                let depth = self.archives.len();
                let feed = Feed::new(source, self.options.clone(), Arc::clone(&self.budget));
                self.feed = Some(feed.with_reader(Box::new(reader), depth < MAX_DEPTH));
                return None;
            }
            // In a directory, encrypted files are counted.
            Content::Encrypted if self.source.kind.is_from_directory() => {
                let mut chunk = Chunk::report(source, None);
                chunk.unread = Some(&ENCRYPTED_MEMBER);
                return Some(chunk);
            }
            Content::Encrypted => {
                "not read: it is encrypted; unpack the archive with its password".to_string()
            }
            Content::Problem(problem) => problem,
        };
        self.problems += 1;
        let is_shown = self.problems <= MAX_PROBLEMS;
        is_shown.then(|| Chunk::report(source, Some(io::Error::other(problem))))
    }
}

#[cfg(unix)]
fn path(name: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(name).into()
}

#[cfg(not(unix))]
fn path(name: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&name).into_owned().into()
}
