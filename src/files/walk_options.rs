//! Which files in directories are searched, and their order.

use std::cmp::Ordering;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use ignore::WalkBuilder;

use super::file_types::FileTypes;
use super::globs::Globs;

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
