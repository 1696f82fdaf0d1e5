//! The reasons for another reading of a match's place.

/// Why there is another reading of a match's place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Why {
    /// A hyphen at a line break is left out, or kept.
    Hyphen,
    /// The URL is cut at the line break, or joined over it.
    Join,
    /// A blank within a wrapper is dropped.
    Blank,
    /// A backslash within the URL is dropped.
    Escape,
}

named!(
    /// The name in JSON.
    ///
    /// ```
    /// assert_eq!(urlgrep::Why::Join.name(), "join");
    /// ```
    Why {
        Hyphen => "hyphen",
        Join => "join",
        Blank => "blank",
        Escape => "escape",
    },
    "reason"
);
