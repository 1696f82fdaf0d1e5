//! Types of files: lists of globs, those of ripgrep and a few more.

use ignore::types::{Types, TypesBuilder};

use crate::name::UnknownName;

/// Types that ripgrep does not have.
const OWN: [(&str, &[&str]); 6] = [
    ("eml", &["*.eml", "*.emlx"]),
    (
        "mail",
        &[
            "*.eml",
            "*.emlx",
            "*.mbox",
            "*.mbx",
            "mbox",
            "*.mmdf",
            "*.babyl",
            "*.msg",
            "winmail.dat",
        ],
    ),
    ("mbox", &["*.mbox", "*.mbx", "mbox"]),
    ("msg", &["*.msg"]),
    ("text", &["*.txt", "*.text"]),
    ("vcard", &["*.vcf", "*.vcard", "*.ics"]),
];

fn builder() -> TypesBuilder {
    let mut builder = TypesBuilder::new();
    builder.add_defaults();
    for (name, globs) in OWN {
        for glob in globs {
            // The names and globs above are valid.
            let _ = builder.add(name, glob);
        }
    }
    builder
}

/// Types of files, by the names of files.
///
/// ```
/// use urlgrep::files::FileTypes;
/// let mut walk = urlgrep::files::WalkOptions::default();
/// walk.types = FileTypes::new(&["mbox"], &["rust"]).unwrap();
/// assert!(FileTypes::names().contains(&"mbox".to_string()));
/// ```
#[derive(Clone, Debug)]
pub struct FileTypes(pub(super) Types);

impl Default for FileTypes {
    /// All files.
    fn default() -> FileTypes {
        FileTypes(Types::empty())
    }
}

impl FileTypes {
    /// Files of the types `only`, if any are named, without those of the types `not`. `all` stands for all types.
    ///
    /// ```
    /// assert!(urlgrep::files::FileTypes::new(&["all"], &["rust"]).is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// A type is unknown; the message names it:
    ///
    /// ```
    /// let error = urlgrep::files::FileTypes::new(&["no-such"], &["rust"]).unwrap_err();
    /// assert_eq!(error.to_string(), "unknown file type `no-such`");
    /// ```
    pub fn new(
        only: &[impl AsRef<str>],
        not: &[impl AsRef<str>],
    ) -> Result<FileTypes, UnknownName> {
        let mut builder = builder();
        for name in only {
            builder.select(name.as_ref());
        }
        for name in not {
            builder.negate(name.as_ref());
        }
        let types = builder.build().map_err(|error| match error {
            ignore::Error::UnrecognizedFileType(name) => UnknownName::new("file type", name),
            other => UnknownName::new("file type", other.to_string()),
        })?;
        Ok(FileTypes(types))
    }

    /// Whether they include the messages of mail stores, whose names say nothing.
    pub(super) fn has_messages(&self) -> bool {
        !self.0.matched("message.eml", false).is_ignore()
    }

    /// The names of all types.
    ///
    /// ```
    /// assert!(urlgrep::files::FileTypes::names().iter().any(|name| name == "mail"));
    /// ```
    pub fn names() -> Vec<String> {
        let names = builder().definitions();
        names
            .iter()
            .map(|definition| definition.name().to_string())
            .collect()
    }

    /// All types, a line each: `name: glob, glob`.
    ///
    /// ```
    /// assert!(urlgrep::files::FileTypes::list().contains("mbox: *.mbox"));
    /// ```
    pub fn list() -> String {
        let line = |definition: &ignore::types::FileTypeDef| {
            format!("{}: {}\n", definition.name(), definition.globs().join(", "))
        };
        builder().definitions().iter().map(line).collect()
    }
}
