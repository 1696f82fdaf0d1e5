//! The types of `-t` and `-T`: lists of globs, those of ripgrep and a few more.

use ignore::types::{Types, TypesBuilder};

/// Types that ripgrep does not have.
const OWN: [(&str, &[&str]); 5] = [
    ("eml", &["*.eml", "*.emlx"]),
    (
        "mail",
        &[
            "*.eml", "*.emlx", "*.mbox", "*.mbx", "mbox", "*.mmdf", "*.babyl",
        ],
    ),
    ("mbox", &["*.mbox", "*.mbx", "mbox"]),
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

/// The types as typed, or why they are wrong.
pub(crate) fn file_types(only: &[String], not: &[String]) -> Result<Types, String> {
    let mut builder = builder();
    let known: Vec<_> = builder
        .definitions()
        .iter()
        .map(|d| d.name().to_string())
        .collect();
    for (flag, names) in [("-t", only), ("-T", not)] {
        for name in names {
            if name != "all" && !known.contains(name) {
                return Err(unknown(flag, name, &known));
            }
            match flag {
                "-t" => builder.select(name),
                _ => builder.negate(name),
            };
        }
    }
    builder.build().map_err(|error| error.to_string())
}

fn unknown(flag: &str, typed: &str, known: &[String]) -> String {
    let nearest = known
        .iter()
        .min_by_key(|name| strsim::osa_distance(name, typed));
    let nearest = nearest.filter(|name| strsim::osa_distance(name, typed) <= 1 + typed.len() / 4);
    if typed.contains(',') {
        return format!("{flag} {typed}: give {flag} once for each type");
    }
    let guess = nearest.map_or(String::new(), |name| format!("did you mean `{name}`? "));
    format!(
        "{flag} {typed}: unknown type; {guess}--type-list shows all, and -g '*.{typed}' selects files by name"
    )
}

/// The names of all types.
pub(crate) fn file_type_names() -> Vec<String> {
    let names = builder().definitions();
    names
        .iter()
        .map(|definition| definition.name().to_string())
        .collect()
}

/// All types, a line each: `name: glob, glob`.
pub(crate) fn list_file_types() -> String {
    let line = |definition: &ignore::types::FileTypeDef| {
        format!("{}: {}\n", definition.name(), definition.globs().join(", "))
    };
    builder().definitions().iter().map(line).collect()
}
