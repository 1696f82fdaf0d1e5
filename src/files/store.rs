//! Mail and news stored as one message per file: Maildir and Maildir++, MH folders, groups of a news spool.
//!
//! Such a store is detected by its content. A Maildir has `cur` or `new`, the others have files with numeric names, and one of the
//! first files must look like a message. Files named by years or months are no store if most of them are mailboxes of several
//! messages, as Thunderbird's archives are (`Archives.sbd/2004`). Other directories are walked by the usual rules. So are other
//! files in a store, except the known metadata files of mail programs.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::container as mail;
use ignore::DirEntry;

/// The types of `--as` for stores.
pub(super) const STORES: [&str; 3] = ["maildir", "mh", "spool"];

/// Metadata files of mail programs, by name and by prefix: Dovecot, Courier, mbsync, OfflineIMAP, notmuch, Gnus, MH, Mew and news
/// servers. They contain no text written by people.
#[rustfmt::skip]
const METADATA_FILES: [&str; 13] = [
    ".agentview", ".isyncuidmap.db", ".marks", ".mew-summary", ".mh_sequences", ".overview", ".uidvalidity",
    ".xmhcache", "maildirfolder", "maildirsize", "shared-maildirs", "shared-timestamp", "subscriptions",
];
#[rustfmt::skip]
const METADATA_PREFIXES: [&str; 13] = [
    ".mbsyncstate", "courierimap", "courierpop3d", "dovecot-acl", "dovecot-keywords", "dovecot-shared",
    "dovecot-uidlist", "dovecot-uidvalidity", "dovecot.index", "dovecot.list.index", "dovecot.mailbox.log",
    "dovecot.map.index", "subscriptions.lock",
];
const METADATA_DIRECTORIES: [&str; 4] = [
    ".nnmaildir",
    ".notmuch",
    "courierimaphieracl",
    "courierimapkeywords",
];

/// How many files are examined to detect a store, and how many bytes of each.
const SAMPLE: usize = 8;
const HEAD: u64 = 16 << 10;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Store {
    Maildir,
    /// `cur` or `new` of a Maildir.
    Messages,
    /// An MH folder or a news group: files with numeric names.
    Numbered,
}

/// How to treat an entry of a store's directory.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Disposition {
    Message,
    /// A directory that is part of the store, or a store itself.
    Store(Store),
    /// Not part of the store: the usual rules apply.
    Other,
    Skip,
}

impl Store {
    /// Detects the store in `directory`. With `assume_store`, the files are not examined.
    pub(super) fn at(directory: &Path, assume_store: bool) -> Option<Store> {
        let parts = ["cur", "new"].map(|name| directory.join(name));
        if parts.iter().any(|part| part.is_dir()) {
            let files: Vec<_> = parts
                .iter()
                .flat_map(|part| sample(part, |_| true))
                .collect();
            let empty = files.is_empty() && directory.join("tmp").is_dir();
            if assume_store || empty || files.iter().any(|file| is_message(file)) {
                return Some(Store::Maildir);
            }
        }
        let files = sample(directory, is_number);
        let is_numbered = if assume_store {
            !files.is_empty()
        } else {
            are_messages(&files)
        };
        is_numbered.then_some(Store::Numbered)
    }

    pub(super) fn disposition(self, entry: &DirEntry, assume_store: bool) -> Disposition {
        let Some(kind) = entry.file_type() else {
            return Disposition::Skip;
        };
        let name = entry.file_name();
        if kind.is_dir() {
            return match self {
                Store::Maildir if name == "cur" || name == "new" => {
                    Disposition::Store(Store::Messages)
                }
                // Sub-folders: `.Name` in Maildir++, any name elsewhere.
                _ => match Store::at(entry.path(), assume_store) {
                    Some(store) => Disposition::Store(store),
                    // Messages that are being delivered.
                    None if self == Store::Maildir && name == "tmp" => Disposition::Skip,
                    None if METADATA_DIRECTORIES.iter().any(|known| name == *known) => {
                        Disposition::Skip
                    }
                    None => Disposition::Other,
                },
            };
        }
        match self {
            Store::Messages if kind.is_file() && !is_hidden(name) => Disposition::Message,
            // Crossposted articles may be links.
            Store::Numbered if is_number(name) && (kind.is_file() || entry.path().is_file()) => {
                Disposition::Message
            }
            Store::Numbered if is_deleted(name) => Disposition::Skip,
            _ if is_metadata(name) => Disposition::Skip,
            _ => Disposition::Other,
        }
    }
}

/// Finds messages that are in several folders by hard or symbolic links. Each is searched once, where it occurs first.
#[derive(Default)]
pub(super) struct Crossposts(HashSet<(u64, u64)>);

impl Crossposts {
    /// Whether the file occurred before under another name. Its directory is on `device`.
    pub(super) fn is_known(&mut self, entry: &DirEntry, device: u64) -> bool {
        file_id(entry, device).is_some_and(|file| !self.0.insert(file))
    }
}

/// What the file has in common with its other names, if its system says so.
#[cfg(unix)]
fn file_id(entry: &DirEntry, device: u64) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    match entry.ino() {
        // The directory entry has the inode number. Querying the file would cost as much as opening it.
        Some(file) if !entry.path_is_symlink() => Some((device, file)),
        _ => fs::metadata(entry.path())
            .ok()
            .map(|metadata| (metadata.dev(), metadata.ino())),
    }
}

#[cfg(windows)]
fn file_id(entry: &DirEntry, _: u64) -> Option<(u64, u64)> {
    let file = winapi_util::Handle::from_path_any(entry.path()).ok()?;
    let file = winapi_util::file::information(file).ok()?;
    Some((file.volume_serial_number(), file.file_index()))
}

#[cfg(not(any(unix, windows)))]
fn file_id(_: &DirEntry, _: u64) -> Option<(u64, u64)> {
    None
}

/// The device that contains the directory.
#[cfg(unix)]
pub(super) fn device(directory: &Path) -> u64 {
    fs::metadata(directory).map_or(0, |metadata| std::os::unix::fs::MetadataExt::dev(&metadata))
}

#[cfg(not(unix))]
pub(super) fn device(_: &Path) -> u64 {
    0
}

/// Some files of the directory whose names are accepted.
fn sample(directory: &Path, accept: impl Fn(&OsStr) -> bool) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let accepted = entries.filter(|entry| accept(&entry.file_name()));
    let files = accepted
        .map(|entry| entry.path())
        .filter(|path| path.is_file());
    files.take(SAMPLE).collect()
}

/// Whether the file looks like a message. One with a `From ` line looks like an mbox.
fn is_message(file: &Path) -> bool {
    ["message", "mbox"].contains(&mail::detect(&head(file, HEAD)).name())
}

/// Whether files with numeric names are messages: one has no `From ` line, or few of them are mailboxes of a year or a month.
fn are_messages(files: &[PathBuf]) -> bool {
    let (mut messages, mut mailboxes) = (0, 0);
    for file in files {
        match mail::detect(&head(file, HEAD)).name() {
            "message" => return true,
            "mbox" if is_year(file) && has_several_messages(file) => mailboxes += 1,
            "mbox" => messages += 1,
            _ => {}
        }
    }
    messages > 0 && messages >= mailboxes
}

/// Whether the file's name is a year, perhaps with a month: `2004`, `200411`.
fn is_year(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().as_encoded_bytes();
    matches!(name.len(), 4 | 6) && (name.starts_with(b"19") || name.starts_with(b"20"))
}

/// Whether an mbox has a second message. The first one may be long.
fn has_several_messages(file: &Path) -> bool {
    let head = head(file, mail::HEAD as u64);
    let mut texts = mail::detect(&head).texts(&head, 0);
    texts.any(|text| text.place.message > Some(1))
}

/// The first bytes of a file, nothing if it cannot be read.
fn head(file: &Path, len: u64) -> Vec<u8> {
    let mut head = Vec::new();
    let read = File::open(file).and_then(|file| file.take(len).read_to_end(&mut head));
    read.map_or_else(|_| Vec::new(), |_| head)
}

fn is_number(name: &OsStr) -> bool {
    name.as_encoded_bytes().iter().all(u8::is_ascii_digit)
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

fn is_metadata(name: &OsStr) -> bool {
    let begins = |with: &str| name.as_encoded_bytes().starts_with(with.as_bytes());
    METADATA_FILES.iter().any(|known| name == *known) || METADATA_PREFIXES.into_iter().any(begins)
}

/// Whether it is the name of an index or another file of a mail program or news server, wherever it is. `subscriptions` may be any file.
pub(super) fn is_index(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    is_metadata(name) && name != "subscriptions"
}

/// Whether it is the name of a message that MH removed: `,123` or `#123`.
fn is_deleted(name: &OsStr) -> bool {
    matches!(name.as_encoded_bytes(), [b',' | b'#', number @ ..] if number.iter().all(u8::is_ascii_digit))
}
