//! Configuration: YAML, TOML, and the many formats with a `name = value` on each line.

use super::syntax;
use super::{AS_TEXT, Notation};

/// YAML 1.2: the escapes of double quotes, and `''` in single ones.
pub(super) static YAML: Notation = Notation {
    name: "yaml",
    media_types: &[
        "application/yaml",
        "application/x-yaml",
        "text/yaml",
        "*+yaml",
    ],
    extensions: &["yaml", "yml"],
    syntax: Some(&syntax::YAML),
    ..AS_TEXT
};

/// TOML 1.0: the escapes of double quotes.
pub(super) static TOML: Notation = Notation {
    name: "toml",
    media_types: &["application/toml"],
    extensions: &["toml"],
    syntax: Some(&syntax::TOML),
    ..AS_TEXT
};

/// INI, property lists of Java, desktop entries, units of systemd: `https\://a.org/x`, `%%`, lines that end in a backslash.
pub(super) static INI: Notation = Notation {
    name: "ini",
    media_types: &["text/x-ini", "text/x-java-properties"],
    extensions: &[
        "cfg",
        "cnf",
        "conf",
        "desktop",
        "editorconfig",
        "gitconfig",
        "ini",
        "properties",
        "service",
        "socket",
        "url",
    ],
    syntax: Some(&syntax::INI),
    ..AS_TEXT
};
