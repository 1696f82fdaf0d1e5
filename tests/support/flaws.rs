//! Flaws in expected results.

/// The flaws that readings report. Expected results do not list those of the parser.
pub const READING_FLAWS: [&str; 7] = [
    "hyphen-at-break",
    "broken-bare-url",
    "blank-in-url",
    "obfuscated-at",
    "obfuscated-host",
    "unclosed-wrapper",
    "missing-scheme",
];
