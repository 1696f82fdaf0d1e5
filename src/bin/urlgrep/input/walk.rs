//! The files at the paths that were given, in an order that is the same in every run.

use std::cmp::Ordering;
use std::path::{Path, PathBuf, is_separator};
use std::sync::atomic::AtomicBool;
use std::vec;

use ignore::WalkBuilder;
use ignore::overrides::{Override, OverrideBuilder};
use same_file::Handle;

use super::tree::{Place, Tree};
use crate::stderr;

/// What stands for standard input among paths.
pub(crate) const STDIN: &str = "-";

/// A file to be read.
#[derive(Debug)]
pub(crate) struct Source {
    /// Its place among all files, from 0.
    pub(crate) number: usize,
    /// As it is printed.
    pub(crate) path: PathBuf,
    pub(super) kind: SourceKind,
    /// Whether it is searched also if it is binary.
    pub(super) text: bool,
    /// Whether nobody wants more of it.
    pub(crate) enough: AtomicBool,
}

#[derive(PartialEq, Eq, Debug)]
pub(super) enum SourceKind {
    Stdin,
    /// Named by the user: searched whatever it is.
    Named,
    /// Met in a directory.
    Walked,
    /// Met in a mail store: it is one message.
    Stored,
    /// It cannot be read, for this reason.
    Unreadable(String),
}

/// What of a directory is searched, and in what order.
#[derive(Clone, Debug)]
pub(crate) struct WalkOptions {
    pub(crate) hidden: bool,
    pub(crate) no_ignore: bool,
    pub(crate) follow: bool,
    pub(crate) globs: Override,
    /// Whether binary files are searched too.
    pub(crate) text: bool,
    pub(crate) sorted: bool,
}

impl WalkOptions {
    /// Those of `-g`, or what is wrong with one of them.
    pub(crate) fn globs(typed: &[String]) -> Result<Override, String> {
        // As in ripgrep, `/x` is an `x` of the current directory.
        let mut globs = OverrideBuilder::new("./");
        for glob in typed {
            globs
                .add(glob)
                .map_err(|error| format!("-g {glob}: {error}"))?;
        }
        globs.build().map_err(|error| error.to_string())
    }

    pub(super) fn walk(&self, directory: &Path) -> WalkBuilder {
        let mut walk = WalkBuilder::new(directory);
        walk.skip_stdout(true)
            .hidden(!self.hidden)
            .follow_links(self.follow)
            .overrides(self.globs.clone());
        if self.no_ignore {
            walk.parents(false)
                .ignore(false)
                .git_ignore(false)
                .git_global(false)
                .git_exclude(false);
        }
        if self.sorted {
            walk.sort_by_file_path(|a, b| by_name(name(a), name(b)));
        }
        walk
    }
}

/// Lazy: a directory is read when its turn comes.
pub(super) struct Walk {
    paths: vec::IntoIter<PathBuf>,
    tree: Tree,
    /// Whether binary files are searched too.
    text: bool,
    /// Whether the user named no path, so that none is printed with `./` before it.
    nameless: bool,
    /// Standard output, if it is a file: to read what is being written would never end.
    output: Option<Handle>,
    given: usize,
}

impl Walk {
    /// `store`: the user says that directories are stores.
    pub(super) fn of(mut paths: Vec<PathBuf>, options: &WalkOptions, store: bool) -> Walk {
        let nameless = paths.is_empty();
        if nameless {
            paths.push(PathBuf::from("./"));
        }
        let is_file = |handle: &Handle| handle.as_file().metadata().is_ok_and(|of| of.is_file());
        Walk {
            paths: paths.into_iter(),
            text: options.text,
            tree: Tree::by(options.clone(), store),
            nameless,
            output: Handle::stdout().ok().filter(is_file),
            given: 0,
        }
    }

    /// The next file of the directory that is being walked.
    fn walked(&mut self) -> Option<(PathBuf, SourceKind)> {
        Some(match self.tree.next()? {
            Ok((path, place)) => {
                let stripped = self.nameless.then(|| path.strip_prefix("./").ok());
                let shown = stripped.flatten().map(Path::to_path_buf).unwrap_or(path);
                let kind = match place {
                    Place::Directory => SourceKind::Walked,
                    Place::Store => SourceKind::Stored,
                };
                (shown, kind)
            }
            Err(error) => unreadable(error),
        })
    }

    fn named(&self, path: PathBuf) -> (PathBuf, SourceKind) {
        let is_stdin = path.as_os_str() == STDIN;
        let (path, kind) = match is_stdin {
            true => (PathBuf::from("<stdin>"), SourceKind::Stdin),
            false => (path, SourceKind::Named),
        };
        let is_output = self.output.as_ref().is_some_and(|output| {
            let handle = match is_stdin {
                true => Handle::stdin().ok(),
                // To open a pipe could take for ever.
                false => path
                    .is_file()
                    .then(|| Handle::from_path(&path).ok())
                    .flatten(),
            };
            handle.as_ref() == Some(output)
        });
        match is_output {
            true => (
                path,
                SourceKind::Unreadable("it is the output too".to_string()),
            ),
            false => (path, kind),
        }
    }
}

impl Iterator for Walk {
    type Item = Source;

    fn next(&mut self) -> Option<Source> {
        let (path, kind) = loop {
            if let Some(walked) = self.walked() {
                break walked;
            }
            let path = self.paths.next()?;
            if path.as_os_str() == STDIN || !path.is_dir() {
                break self.named(path);
            }
            self.tree.begin(&path);
        };
        let number = self.given;
        self.given += 1;
        Some(Source {
            number,
            path,
            text: self.text || !kind.is_met(),
            kind,
            enough: AtomicBool::new(false),
        })
    }
}

/// The path of the error, and its reason.
fn unreadable(error: ignore::Error) -> (PathBuf, SourceKind) {
    let reason = match error.io_error() {
        Some(error) => stderr::reason(error),
        None => error.to_string(),
    };
    let path = match &error {
        ignore::Error::WithPath { path, .. } => path,
        _ => Path::new("."),
    };
    (path.to_path_buf(), SourceKind::Unreadable(reason))
}

/// What follows the last separator; `Path::file_name` takes longer, and it is asked for in every comparison.
fn name(path: &Path) -> &[u8] {
    let bytes = path.as_os_str().as_encoded_bytes();
    let mut names = bytes.rsplit(|&b| is_separator(b.into()));
    names.next().unwrap_or_default()
}

/// Names that are numbers by number, and before all others, as messages in folders of MH and news are named; others by bytes.
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

/// Whether standard input was given something to read: a terminal or `/dev/null` was not.
pub(crate) fn stdin_has_text() -> bool {
    let stdin = Handle::stdin();
    let kind = stdin.and_then(|stdin| stdin.as_file().metadata());
    kind.is_ok_and(|of| is_text(of.file_type()))
}

#[cfg(unix)]
fn is_text(kind: std::fs::FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_file() || kind.is_fifo() || kind.is_socket()
}

#[cfg(not(unix))]
fn is_text(_: std::fs::FileType) -> bool {
    use std::io::IsTerminal;
    !std::io::stdin().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_first_and_by_size() {
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
