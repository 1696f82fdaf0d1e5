//! zip, and formats based on it: docx, xlsx, odt, epub, jar (PKWARE's APPNOTE.TXT). The central directory at its end says which members
//! there are; it is read as a stream, so a million members need no memory. If it is missing, because the file is cut, or damaged, the
//! headers of the members themselves are read.

mod directory;
mod member;
mod name;

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::mem;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::seekable::Seekable;
use super::{Content, Contents, Member};
use directory::{Directory, Entry, Local};

/// Whether the file at `path` ends with an archive.
pub(super) fn ends(path: &Path) -> bool {
    let header = Seekable::open(path).and_then(|file| first_header(&file));
    header.is_ok_and(|header| header.is_some())
}

/// The offset of the first member in the directory at the end of the file, if both are there.
fn first_header(file: &Seekable) -> io::Result<Option<u64>> {
    let (mut directory, mut problem) = Directory::find(file)?;
    if problem.is_some() {
        return Ok(None);
    }
    let Some(mut entry) = directory.next(file, &mut problem)? else {
        return Ok(None);
    };
    Ok(entry.content(file)?.map(|_| entry.header))
}

pub(super) struct Zip {
    file: Seekable,
    directory: Directory,
    /// The hashes of the names so far.
    names: HashSet<u64>,
    hasher: RandomState,
    /// The members in the directory: the offsets of their headers and of their ends.
    known: Vec<(u64, u64)>,
    /// Whether a member of the directory has no header.
    is_incomplete: bool,
    /// A member that a report was returned for, and that is still to be returned.
    next: Option<Entry>,
    /// The length of the script before the archive, which is a member too.
    script: Option<u64>,
    /// The problem of the archive; reported at its end.
    problem: Option<String>,
    /// Whether the error of a member said that the file is cut.
    cut_reported: Arc<AtomicBool>,
}

impl Zip {
    pub(super) fn open(contents: Contents) -> io::Result<Zip> {
        let is_script = contents.head.starts_with(b"#!");
        let file = contents.seekable()?;
        let script = if is_script {
            first_header(&file)?
        } else {
            None
        };
        let (directory, problem) = Directory::find(&file)?;
        Ok(Zip {
            file,
            directory,
            names: HashSet::new(),
            hasher: RandomState::new(),
            known: Vec::new(),
            is_incomplete: false,
            next: None,
            script,
            problem,
            cut_reported: Arc::default(),
        })
    }

    /// The next member. After a damaged directory come the members that it does not have.
    fn entry(&mut self) -> io::Result<Option<Entry>> {
        let entry = self.directory.next(&self.file, &mut self.problem)?;
        if entry.is_none()
            && let Directory::Central(_) = self.directory
            && (self.is_incomplete || self.problem.is_some())
        {
            self.directory = Directory::Local(Local::of_whole_file(mem::take(&mut self.known)));
            return self.directory.next(&self.file, &mut self.problem);
        }
        Ok(entry)
    }

    fn member(&mut self) -> io::Result<Option<Member>> {
        if let Some(len) = self.script.take() {
            let content = Content::Readable(Box::new(self.file.range(0, len)));
            return Ok(Some(Member::new(b"#!".to_vec(), Some(len), content)));
        }
        let mut entry = match self.next.take() {
            Some(entry) => entry,
            None => {
                let Some(entry) = self.entry()? else {
                    // The directory is missing for the same reason.
                    let is_known = self.cut_reported.load(Relaxed);
                    let problem = self.problem.take().filter(|_| !is_known);
                    return problem.map_or(Ok(None), |problem| Err(super::broken(problem)));
                };
                if !self.names.insert(self.hasher.hash_one(&entry.name)) {
                    let problem = "several members of the archive have this name; all are searched";
                    let content = Content::Problem(problem.to_string());
                    let report = Member::new(entry.name.clone(), None, content);
                    self.next = Some(entry);
                    return Ok(Some(report));
                }
                entry
            }
        };
        let content = match entry.content(&self.file) {
            Ok(None) => {
                self.is_incomplete = true;
                self.names.remove(&self.hasher.hash_one(&entry.name));
                let byte = entry.header;
                Content::Problem(format!(
                    "the zip member is not where the directory says (byte {byte})"
                ))
            }
            Ok(Some(start)) => {
                if let Directory::Central(_) = self.directory {
                    let end = start.saturating_add(entry.stored_len.unwrap_or_default());
                    self.known.push((entry.header, end));
                }
                if entry.is_encrypted {
                    Content::Encrypted
                } else {
                    member::open(&self.file, &entry, start, &self.cut_reported).into()
                }
            }
            Err(error) => Content::from(Err(error)),
        };
        Ok(Some(Member::new(entry.name, entry.len, content)))
    }
}

impl Iterator for Zip {
    type Item = io::Result<Member>;

    fn next(&mut self) -> Option<io::Result<Member>> {
        self.member().transpose()
    }
}
