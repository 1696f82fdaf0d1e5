//! Globs that choose files.

use std::error::Error;
use std::fmt;
use std::path::Path;

use ignore::overrides::{Override, OverrideBuilder};

/// Which files of directories are searched. The syntax is that of `.gitignore`; a glob with `!` excludes. The last glob that matches
/// a file decides. If there is a glob without `!`, other files are not searched.
///
/// ```
/// use urlgrep::files::Globs;
/// let globs = Globs::new([("*.mbox", false), ("!SPAM*", true)]);
/// assert!(globs.is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Globs {
    pub(super) files: Override,
    /// Those with `!` alone.
    excluded: Override,
}

/// A glob with invalid syntax.
///
/// ```
/// let error = urlgrep::files::Globs::new([("[a", false)]).unwrap_err();
/// assert_eq!(error.glob, "[a");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GlobError {
    /// The glob.
    pub glob: String,
    /// The problem.
    pub reason: String,
}

impl Globs {
    /// Compiles globs; each with whether it ignores case.
    ///
    /// ```
    /// use urlgrep::files::Globs;
    /// assert!(Globs::new([("*.EML", true)]).is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// The first glob whose syntax is invalid.
    pub fn new<'g>(globs: impl IntoIterator<Item = (&'g str, bool)>) -> Result<Globs, GlobError> {
        // As in ripgrep, `/x` matches only in the current directory.
        let (mut files, mut excluded) = (OverrideBuilder::new("./"), OverrideBuilder::new("./"));
        for (glob, any_case) in globs {
            let add = |to: &mut OverrideBuilder| to.case_insensitive(any_case)?.add(glob).map(drop);
            let mut added = add(&mut files);
            if glob.starts_with('!') {
                added = added.and_then(|()| add(&mut excluded));
            }
            added.map_err(|error| GlobError::new(glob, &error))?;
        }
        let built = files
            .build()
            .and_then(|files| Ok((files, excluded.build()?)));
        let (files, excluded) = built.map_err(|error| GlobError::new("", &error))?;
        Ok(Globs { files, excluded })
    }

    /// Whether the member of an archive is searched. If a glob chose the archive, only those with `!` count for its members.
    pub(super) fn allow_member(&self, archive: &Path, member: &Path) -> bool {
        let globs = if self.files.matched(archive, false).is_whitelist() {
            &self.excluded
        } else {
            &self.files
        };
        !globs.matched(member, false).is_ignore()
    }
}

impl Default for Globs {
    /// Every file.
    fn default() -> Globs {
        Globs {
            files: Override::empty(),
            excluded: Override::empty(),
        }
    }
}

impl GlobError {
    fn new(glob: &str, error: &ignore::Error) -> GlobError {
        GlobError {
            glob: glob.to_string(),
            reason: error.to_string(),
        }
    }
}

impl fmt::Display for GlobError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}: {}", self.glob, self.reason)
    }
}

impl Error for GlobError {}
