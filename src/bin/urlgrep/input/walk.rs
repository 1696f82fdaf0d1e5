//! The files at the paths that were given, in an order that is the same in every run.

use std::cmp::Ordering;
use std::ffi::OsStr;
#[cfg(unix)]
use std::fs::FileType;
#[cfg(not(unix))]
use std::io::IsTerminal;
#[cfg(unix)]
use std::os::unix::fs::FileTypeExt;
use std::path::PathBuf;
use std::vec;

use ignore::WalkBuilder;
use same_file::Handle;

use crate::stderr;

/// What stands for standard input among paths.
pub(crate) const STDIN: &str = "-";

/// Whether standard input was given something to read: a terminal or `/dev/null` was not.
pub(crate) fn stdin_has_text() -> bool {
    let Ok(stdin) = Handle::stdin() else {
        return false;
    };
    let kind = stdin
        .as_file()
        .metadata()
        .map(|metadata| metadata.file_type());
    #[cfg(unix)]
    let piped = |kind: FileType| kind.is_fifo() || kind.is_socket();
    #[cfg(not(unix))]
    let piped = |_| !std::io::stdin().is_terminal();
    kind.is_ok_and(|kind| kind.is_file() || piped(kind))
}

/// A file to be read.
#[derive(Debug)]
pub(super) struct Source {
    /// As it is printed.
    pub(super) path: PathBuf,
    pub(super) kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Stdin,
    /// Named by the user: searched whatever it is.
    Named,
    /// Met in a directory.
    Walked,
    /// It cannot be read, for this reason.
    Unreadable(String),
}

/// Lazy: a directory is read when its turn comes.
pub(super) struct Walk {
    paths: vec::IntoIter<PathBuf>,
    directory: Option<ignore::Walk>,
    /// Whether the user named no path, so that none is printed with `./` before it.
    nameless: bool,
    /// Where standard output is a file: reading it would never end.
    output: Option<Handle>,
}

impl Walk {
    /// No path means the current directory.
    pub(super) fn of(mut paths: Vec<PathBuf>) -> Walk {
        let nameless = paths.is_empty();
        if nameless {
            paths.push(PathBuf::from("./"));
        }
        let output = Handle::stdout().ok();
        Walk {
            paths: paths.into_iter(),
            directory: None,
            nameless,
            output: output
                .filter(|handle| handle.as_file().metadata().is_ok_and(|of| of.is_file())),
        }
    }

    /// A file that was named, or standard input.
    fn named(&self, path: PathBuf) -> Source {
        let is_stdin = path.as_os_str() == STDIN;
        let same = self.output.as_ref().is_some_and(|output| match is_stdin {
            true => Handle::stdin().is_ok_and(|handle| handle == *output),
            false => {
                path.is_file() && Handle::from_path(&path).is_ok_and(|handle| handle == *output)
            }
        });
        let (path, kind) = match is_stdin {
            true => (PathBuf::from("<stdin>"), Kind::Stdin),
            false => (path, Kind::Named),
        };
        let kind = if same {
            Kind::Unreadable("it is the output too".to_string())
        } else {
            kind
        };
        Source { path, kind }
    }

    /// The next file of the directory that is walked.
    fn inside(&mut self) -> Option<Source> {
        self.directory.as_mut()?.find_map(|entry| match entry {
            Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                let path = entry.into_path();
                let shown = path.strip_prefix("./").ok().filter(|_| self.nameless);
                let path = shown.map(PathBuf::from).unwrap_or(path);
                Some(Source::new(path, Kind::Walked))
            }
            // Directories, links, sockets; and ignore files with a line that is none.
            Ok(_) => None,
            Err(error) if error.is_partial() => None,
            Err(error) => Some(unreadable(error)),
        })
    }
}

impl Iterator for Walk {
    type Item = Source;

    fn next(&mut self) -> Option<Source> {
        loop {
            if let Some(source) = self.inside() {
                return Some(source);
            }
            let path = self.paths.next()?;
            if path.as_os_str() == STDIN || !path.is_dir() {
                return Some(self.named(path));
            }
            let mut walk = WalkBuilder::new(path);
            walk.sort_by_file_name(by_name).skip_stdout(true);
            self.directory = Some(walk.build());
        }
    }
}

impl Source {
    fn new(path: PathBuf, kind: Kind) -> Source {
        Source { path, kind }
    }
}

fn unreadable(error: ignore::Error) -> Source {
    let reason = match error.io_error() {
        Some(error) => stderr::reason(error),
        None => error.to_string(),
    };
    let mut error = error;
    let path = loop {
        error = match error {
            ignore::Error::WithPath { path, .. } => break path,
            ignore::Error::WithDepth { err, .. } => *err,
            _ => break PathBuf::from("."),
        };
    };
    Source::new(path, Kind::Unreadable(reason))
}

/// Names of digits only by number and before all others, as messages in folders of MH and news are named; others by bytes.
fn by_name(a: &OsStr, b: &OsStr) -> Ordering {
    let (a, b) = (a.as_encoded_bytes(), b.as_encoded_bytes());
    let number = |name: &[u8]| {
        let digits = name.iter().all(u8::is_ascii_digit);
        let zeros = name.iter().take_while(|&&b| b == b'0').count();
        digits.then_some(name.len() - zeros)
    };
    let by_number = match (number(a), number(b)) {
        (Some(x), Some(y)) => x
            .cmp(&y)
            .then_with(|| a[a.len() - x..].cmp(&b[b.len() - y..])),
        (x, y) => y.is_some().cmp(&x.is_some()),
    };
    by_number.then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_first_and_by_size() {
        let mut names = [
            "b",
            "10",
            "1a",
            "9",
            "a",
            "010",
            "B",
            "100000000000000000000",
            "0",
            ".x",
        ];
        names.sort_by(|a, b| by_name(a.as_ref(), b.as_ref()));
        assert_eq!(
            names,
            [
                "0",
                "9",
                "010",
                "10",
                "100000000000000000000",
                ".x",
                "1a",
                "B",
                "a",
                "b"
            ]
        );
    }
}
