//! Configuration: YAML, TOML, and the many formats with a `name = value` on each line.

use super::{AS_TEXT, Notation, json, syntax, xml};

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
    matches_name: |extension, head| EXTENSIONS.contains(&extension) && !is_data(head),
    syntax: Some(&syntax::INI),
    ..AS_TEXT
};

const EXTENSIONS: [&str; 11] = [
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
];

/// Whether a file is XML or JSON, whatever its name says.
pub(super) fn is_data(head: &[u8]) -> bool {
    (xml::XML.matches_head)(head) || (json::JSON.matches_head)(head)
}
