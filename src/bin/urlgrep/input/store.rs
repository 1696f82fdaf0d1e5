//! Mail and news that lie in directories, one message a file: Maildir and Maildir++, folders of MH, groups of a news spool.
//!
//! A directory is one by what is in it: a Maildir has `cur` or `new`, the others have files whose names are numbers, and in each
//! case one of the first files must look like a message. Any other directory is walked by the common rules, and so is what lies
//! beside the messages, unless it is known to be the books of a mail program.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use ignore::DirEntry;
use urlgrep::mail;

/// The names under which a directory can be said to be a store.
pub(crate) const STORES: [&str; 3] = ["maildir", "mh", "spool"];

/// Files that programs keep beside messages, and what the names of such files begin with: the indexes of Dovecot, Courier, mbsync,
/// OfflineIMAP, notmuch, Gnus, MH, Mew and news servers. They hold no text of anyone's.
const BOOKS: [&str; 13] = [
    ".agentview",
    ".isyncuidmap.db",
    ".marks",
    ".mew-summary",
    ".mh_sequences",
    ".overview",
    ".uidvalidity",
    ".xmhcache",
    "maildirfolder",
    "maildirsize",
    "shared-maildirs",
    "shared-timestamp",
    "subscriptions",
];
const BOOKS_BEGIN: [&str; 13] = [
    ".mbsyncstate",
    "courierimap",
    "courierpop3d",
    "dovecot-acl",
    "dovecot-keywords",
    "dovecot-shared",
    "dovecot-uidlist",
    "dovecot-uidvalidity",
    "dovecot.index",
    "dovecot.list.index",
    "dovecot.mailbox.log",
    "dovecot.map.index",
    "subscriptions.lock",
];
const BOOK_DIRECTORIES: [&str; 4] = [
    ".nnmaildir",
    ".notmuch",
    "courierimaphieracl",
    "courierimapkeywords",
];

/// How many files are looked at to tell a store, and how many bytes of each.
const TRIED: usize = 8;
const HEAD: u64 = 16 << 10;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Store {
    Maildir,
    /// `cur` or `new` of a Maildir.
    Messages,
    /// A folder of MH or a group of news: numbered files.
    Numbered,
}

/// What becomes of a directory's entry.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Disposition {
    Message,
    /// A directory that is a part of the store, or one itself.
    Within(Store),
    /// No part of the store: what the common rules make of it.
    Beside,
    LeaveOut,
}

impl Store {
    /// What the directory is, if it is a store; without a look into its files if the user says that there are such.
    pub(super) fn at(directory: &Path, said: bool) -> Option<Store> {
        let parts = ["cur", "new"].map(|name| directory.join(name));
        if parts.iter().any(|part| part.is_dir()) {
            let files: Vec<_> = parts
                .iter()
                .flat_map(|part| first(part, |_| true))
                .collect();
            let empty = files.is_empty() && directory.join("tmp").is_dir();
            if said || empty || files.iter().any(|file| looks(file)) {
                return Some(Store::Maildir);
            }
        }
        let mut files = first(directory, is_number).into_iter();
        let is = if said {
            files.next().is_some()
        } else {
            files.any(|file| looks(&file))
        };
        is.then_some(Store::Numbered)
    }

    pub(super) fn disposition(self, entry: &DirEntry, said: bool) -> Disposition {
        let Some(kind) = entry.file_type() else {
            return Disposition::LeaveOut;
        };
        let name = entry.file_name();
        if kind.is_dir() {
            return match self {
                Store::Maildir if name == "cur" || name == "new" => {
                    Disposition::Within(Store::Messages)
                }
                // Sub-folders: `.Name` in Maildir++, any name elsewhere.
                _ => match Store::at(entry.path(), said) {
                    Some(store) => Disposition::Within(store),
                    // What has not been delivered.
                    None if self == Store::Maildir && name == "tmp" => Disposition::LeaveOut,
                    None if BOOK_DIRECTORIES.iter().any(|known| name == *known) => {
                        Disposition::LeaveOut
                    }
                    None => Disposition::Beside,
                },
            };
        }
        match self {
            Store::Messages if kind.is_file() && !is_hidden(name) => Disposition::Message,
            // A crosspost may be a link.
            Store::Numbered if is_number(name) && (kind.is_file() || entry.path().is_file()) => {
                Disposition::Message
            }
            Store::Numbered if is_deleted(name) => Disposition::LeaveOut,
            _ if is_book(name) => Disposition::LeaveOut,
            _ => Disposition::Beside,
        }
    }
}

/// Messages that lie in several folders, by hard or symbolic links: each is searched once, where it is met first.
#[derive(Default)]
pub(super) struct Crossposts(HashSet<(u64, u64)>);

impl Crossposts {
    /// Whether the file was met before under another name. Its directory lies on this device.
    #[cfg(unix)]
    pub(super) fn is_known(&mut self, entry: &DirEntry, device: u64) -> bool {
        use std::os::unix::fs::MetadataExt;
        let file = match entry.ino() {
            // The directory says which file it is; to ask the file itself would cost as much as to open it.
            Some(file) if !entry.path_is_symlink() => Some((device, file)),
            _ => fs::metadata(entry.path())
                .ok()
                .map(|of| (of.dev(), of.ino())),
        };
        file.is_some_and(|file| !self.0.insert(file))
    }

    #[cfg(not(unix))]
    pub(super) fn is_known(&mut self, _: &DirEntry, _: u64) -> bool {
        false
    }
}

/// What the directory lies on.
pub(super) fn device(directory: &Path) -> u64 {
    #[cfg(unix)]
    return fs::metadata(directory).map_or(0, |of| std::os::unix::fs::MetadataExt::dev(&of));
    #[cfg(not(unix))]
    return 0;
}

/// Some files of the directory.
fn first(directory: &Path, wanted: impl Fn(&OsStr) -> bool) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let wanted = entries.filter(|entry| wanted(&entry.file_name()));
    let files = wanted
        .map(|entry| entry.path())
        .filter(|path| path.is_file());
    files.take(TRIED).collect()
}

/// Whether the file begins like a message; one that was kept with its `From ` line looks like a mailbox.
fn looks(file: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(file).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.is_ok() && ["message", "mbox"].contains(&mail::detect(&head).name())
}

fn is_number(name: &OsStr) -> bool {
    name.as_encoded_bytes().iter().all(u8::is_ascii_digit)
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

fn is_book(name: &OsStr) -> bool {
    let begins = |with: &str| name.as_encoded_bytes().starts_with(with.as_bytes());
    BOOKS.iter().any(|known| name == *known) || BOOKS_BEGIN.into_iter().any(begins)
}

/// `,123` and `#123`, as MH calls a message that was removed.
fn is_deleted(name: &OsStr) -> bool {
    let number = name.as_encoded_bytes().strip_prefix(b",");
    let number = number.or_else(|| name.as_encoded_bytes().strip_prefix(b"#"));
    number.is_some_and(|number| number.iter().all(u8::is_ascii_digit))
}
