//! The files at the given paths, in an order that is the same in every run.

use std::path::{Path, PathBuf};
use std::vec;

use same_file::Handle;

use super::reason;
use super::source::{STDIN, Source, SourceKind};
use super::tree::Tree;
use super::walk_options::WalkOptions;

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
