//! zip, and formats based on it: docx, xlsx, odt, epub, jar (PKWARE's APPNOTE.TXT). The central directory at its end says which members
//! there are; it is read as a stream, so a million members need no memory. If it is missing, because the file is cut, the headers
//! of the members themselves are read.

mod directory;
mod member;
mod name;

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::seekable::Seekable;
use super::{Content, Contents, Member};
use directory::{Directory, Entry};

pub(super) struct Zip {
    file: Seekable,
    directory: Directory,
    /// The hashes of the names so far.
    names: HashSet<u64>,
    hasher: RandomState,
    /// A member that a report was returned for, and that is still to be returned.
    next: Option<Entry>,
    /// The problem of the archive; reported at its end.
    problem: Option<&'static str>,
    /// Whether the error of a member said that the file is cut.
    cut_reported: Arc<AtomicBool>,
}

impl Zip {
    pub(super) fn open(contents: Contents) -> io::Result<Zip> {
        let file = contents.seekable()?;
        let (directory, problem) = Directory::find(&file)?;
        Ok(Zip {
            file,
            directory,
            names: HashSet::new(),
            hasher: RandomState::new(),
            next: None,
            problem,
            cut_reported: Arc::default(),
        })
    }

    fn member(&mut self) -> io::Result<Option<Member>> {
        let entry = match self.next.take() {
            Some(entry) => entry,
            None => {
                let Some(entry) = self.directory.next(&self.file)? else {
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
        let content = if entry.is_encrypted {
            Content::Encrypted
        } else {
            member::open(&self.file, &entry, &self.cut_reported).into()
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
