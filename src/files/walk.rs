//! The files at the given paths, in an order that is the same in every run.

use std::cmp::Ordering;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::vec;

use ignore::WalkBuilder;
use same_file::Handle;

use super::file_types::FileTypes;
use super::globs::Globs;
use super::reason;
use super::tree::Tree;

/// The path that means standard input.
///
/// ```
/// assert_eq!(urlgrep::files::STDIN, "-");
/// ```
pub const STDIN: &str = "-";

/// A file to read.
///
/// ```
/// use urlgrep::files::{WalkOptions, sources};
/// let source = sources(vec!["README.md".into()], &WalkOptions::default()).next().unwrap();
/// assert_eq!((source.number, source.path.to_str()), (0, Some("README.md")));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Source {
    /// Its index among all files, from 0.
    pub number: usize,
    /// The path as it is printed.
    pub path: PathBuf,
    /// Where it comes from.
    pub kind: SourceKind,
    /// Whether to search it even if it is binary.
    pub(super) text: bool,
    /// Whether to search its bytes as they are, even if its kind is not read.
    pub(super) raw: bool,
    /// The header of the message that it is a part of, if it is a member of a message of Outlook (`.msg`).
    pub header: Option<Arc<[u8]>>,
    /// Whether reading can stop, because the results suffice or a part of it could not be read.
    pub enough: AtomicBool,
}

/// Where a file comes from.
///
/// ```
/// use urlgrep::files::{SourceKind, WalkOptions, sources};
/// let source = sources(vec!["docs".into()], &WalkOptions::default()).next().unwrap();
/// assert_eq!(source.kind, SourceKind::Walked);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SourceKind {
    /// Standard input.
    Stdin,
    /// Named by the user: always searched.
    Argument,
    /// Found in a directory.
    Walked,
    /// Found in a mail store: a single message.
    Stored,
    /// A member of an archive.
    Member,
    /// Cannot be read, for this reason.
    Unreadable(String),
}

/// Which files in directories are searched, and their order. By default, as in ripgrep: without hidden, ignored and binary files.
///
/// ```
/// let mut walk = urlgrep::files::WalkOptions::default();
/// walk.max_filesize = Some(1 << 20);
/// ```
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct WalkOptions {
    /// Whether to search hidden files and directories too.
    pub hidden: bool,
    /// Whether to search the files that `.gitignore` and its like exclude.
    pub no_ignore: bool,
    /// Whether to follow symbolic links.
    pub follow: bool,
    /// Which files are searched, by name.
    pub globs: Globs,
    /// Which files are searched, by their type.
    pub types: FileTypes,
    /// Whether to search binary files too.
    pub text: bool,
    /// How many levels below a directory are searched.
    pub max_depth: Option<usize>,
    /// Larger files are skipped, in bytes.
    pub max_filesize: Option<u64>,
    /// The order of the files.
    pub order: WalkOrder,
    /// Is called with the path of a `.gitignore` or its like, and with what is wrong in one of its lines. Nothing else says so.
    pub warn: Option<fn(&Path, &str)>,
    /// A file that the results are written to. It is not searched if it is in a directory, as standard output is not.
    pub output: Option<PathBuf>,
}

/// The order of the entries of a directory.
///
/// ```
/// use urlgrep::files::WalkOrder;
/// assert_eq!(WalkOrder::default(), WalkOrder::ByPath);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum WalkOrder {
    /// Names that are numbers first, by number; then other names, by bytes.
    #[default]
    ByPath,
    /// The reverse of that.
    Reversed,
    /// As the file system has them.
    Any,
}

impl Source {
    /// A file that was found before, for [`Input::from_sources`](super::Input::from_sources). Each file there has its own number, from 0.
    ///
    /// ```
    /// use urlgrep::files::{Source, SourceKind};
    /// assert!(!Source::new(0, "README.md".into(), SourceKind::Walked).is_stdin());
    /// ```
    pub fn new(number: usize, path: PathBuf, kind: SourceKind) -> Source {
        Source {
            number,
            path,
            text: !kind.is_from_directory(),
            raw: false,
            header: None,
            kind,
            enough: AtomicBool::new(false),
        }
    }

    pub(super) fn has_enough(&self) -> bool {
        self.enough.load(Relaxed)
    }
}

impl WalkOptions {
    pub(super) fn walk(&self, directory: &Path) -> WalkBuilder {
        let mut walk = WalkBuilder::new(directory);
        walk.skip_stdout(true)
            .hidden(!self.hidden)
            .follow_links(self.follow)
            .max_filesize(self.max_filesize)
            .overrides(self.globs.files.clone())
            .types(self.types.0.clone());
        if self.no_ignore {
            walk.parents(false)
                .ignore(false)
                .git_ignore(false)
                .git_global(false)
                .git_exclude(false);
        }
        match self.order {
            WalkOrder::ByPath => {
                walk.sort_by_file_path(|a, b| by_name(name(a), name(b)));
            }
            WalkOrder::Reversed => {
                walk.sort_by_file_path(|a, b| by_name(name(b), name(a)));
            }
            WalkOrder::Any => {}
        }
        walk
    }
}

/// Iterates over all files. It is lazy: a directory is read when its turn comes.
pub(super) struct FileWalk {
    paths: vec::IntoIter<PathBuf>,
    tree: Tree,
    /// Whether to search binary files too.
    text: bool,
    /// Whether the user gave no path; then paths are printed without `./`.
    strip_dot: bool,
    /// Standard output, if it is a file. Reading it while writing to it would never end.
    output: Option<Handle>,
    /// Another file that is written.
    written: Option<PathBuf>,
    count: usize,
}

impl FileWalk {
    /// With `assume_store`, directories are treated as stores.
    pub(super) fn new(
        mut paths: Vec<PathBuf>,
        options: &WalkOptions,
        assume_store: bool,
    ) -> FileWalk {
        let strip_dot = paths.is_empty();
        if strip_dot {
            paths.push(PathBuf::from("./"));
        }
        let is_file = |handle: &Handle| {
            handle
                .as_file()
                .metadata()
                .is_ok_and(|metadata| metadata.is_file())
        };
        FileWalk {
            paths: paths.into_iter(),
            text: options.text,
            tree: Tree::new(options.clone(), assume_store),
            strip_dot,
            output: Handle::stdout().ok().filter(is_file),
            written: options.output.clone(),
            count: 0,
        }
    }

    /// The next file of the current directory.
    fn next_in_tree(&mut self) -> Option<(PathBuf, SourceKind)> {
        let (path, kind) = match self.tree.next()? {
            Ok(file) => file,
            Err(error) => return Some(unreadable(error)),
        };
        let stripped = self.strip_dot.then(|| path.strip_prefix("./").ok());
        let printed = stripped.flatten().map(Path::to_path_buf).unwrap_or(path);
        Some((printed, kind))
    }

    /// Whether a file of a directory is the one that the results are written to.
    fn is_written(&self, path: &Path) -> bool {
        let is = |written: &PathBuf| {
            written.file_name() == path.file_name()
                && same_file::is_same_file(path, written).unwrap_or(false)
        };
        self.written.as_ref().is_some_and(is)
    }

    /// The source for a path argument that is not a directory.
    fn argument(&self, path: PathBuf) -> (PathBuf, SourceKind) {
        let is_stdin = path.as_os_str() == STDIN;
        let (path, kind) = if is_stdin {
            (PathBuf::from("<stdin>"), SourceKind::Stdin)
        } else {
            (path, SourceKind::Argument)
        };
        let is_output = self.output.as_ref().is_some_and(|output| {
            let handle = if is_stdin {
                Handle::stdin().ok()
            } else {
                // Opening a pipe could block forever.
                path.is_file()
                    .then(|| Handle::from_path(&path).ok())
                    .flatten()
            };
            handle.as_ref() == Some(output)
        });
        if is_output {
            (
                path,
                SourceKind::Unreadable("it is also the output".to_string()),
            )
        } else {
            (path, kind)
        }
    }
}

impl Iterator for FileWalk {
    type Item = Source;

    fn next(&mut self) -> Option<Source> {
        let (path, kind) = loop {
            if let Some(file) = self.next_in_tree() {
                if self.is_written(&file.0) {
                    continue;
                }
                break file;
            }
            let path = self.paths.next()?;
            if path.as_os_str() == STDIN || !path.is_dir() {
                break self.argument(path);
            }
            self.tree.begin(&path);
        };
        let number = self.count;
        self.count += 1;
        let mut source = Source::new(number, path, kind);
        source.text |= self.text;
        source.raw = self.text;
        Some(source)
    }
}

/// The path of the error, and its reason.
fn unreadable(error: ignore::Error) -> (PathBuf, SourceKind) {
    let mut inner = &error;
    while let ignore::Error::WithDepth { err, .. } = inner {
        inner = err;
    }
    if let ignore::Error::Loop { ancestor, child } = inner {
        let reason = format!("a loop: this link leads back to {}", ancestor.display());
        return (child.clone(), SourceKind::Unreadable(reason));
    }
    let reason = match error.io_error() {
        Some(error) => reason(error),
        None => error.to_string(),
    };
    let path = match &error {
        ignore::Error::WithPath { path, .. } => path,
        _ => Path::new("."),
    };
    (path.to_path_buf(), SourceKind::Unreadable(reason))
}

/// The part after the last separator. `Path::file_name` is slower, and every comparison needs the name.
fn name(path: &Path) -> &[u8] {
    let bytes = path.as_os_str().as_encoded_bytes();
    let separator = memchr::memrchr2(b'/', MAIN_SEPARATOR as u8, bytes);
    &bytes[separator.map_or(0, |at| at + 1)..]
}

/// Sorts names that are numbers first, by number, because MH and news name messages like this. Other names are sorted by bytes.
fn by_name(a: &[u8], b: &[u8]) -> Ordering {
    key(a).cmp(&key(b))
}

fn key(name: &[u8]) -> (bool, usize, &[u8], &[u8]) {
    match name.iter().position(|&b| b != b'0') {
        _ if !name.iter().all(u8::is_ascii_digit) => (true, 0, name, name),
        zeros => {
            let number = &name[zeros.unwrap_or(name.len())..];
            (false, number.len(), number, name)
        }
    }
}

/// Whether standard input has something to read. A terminal or `/dev/null` has not.
///
/// ```
/// if urlgrep::files::stdin_has_text() {
///     // The user gave input.
/// }
/// ```
pub fn stdin_has_text() -> bool {
    has_text()
}

#[cfg(unix)]
fn has_text() -> bool {
    use std::os::unix::fs::FileTypeExt;
    let stdin = Handle::stdin();
    let kind = stdin.and_then(|stdin| Ok(stdin.as_file().metadata()?.file_type()));
    kind.is_ok_and(|kind| kind.is_file() || kind.is_fifo() || kind.is_socket())
}

/// The metadata of a pipe cannot be read. The terminal of MSYS is a pipe, too.
#[cfg(windows)]
fn has_text() -> bool {
    use std::io::IsTerminal;
    let kind = winapi_util::file::typ(winapi_util::HandleRef::stdin());
    kind.is_ok_and(|kind| kind.is_disk() || kind.is_pipe()) && !std::io::stdin().is_terminal()
}

#[cfg(not(any(unix, windows)))]
fn has_text() -> bool {
    use std::io::IsTerminal;
    !std::io::stdin().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_first_and_sorted_by_value() {
        let sorted = [
            "0",
            "9",
            "010",
            "10",
            "100000000000000000000",
            ".x",
            "1a",
            "B",
            "a",
            "b",
        ];
        let mut names = sorted;
        names.reverse();
        names.sort_by(|a, b| by_name(a.as_bytes(), b.as_bytes()));
        assert_eq!(names, sorted);
    }
}
