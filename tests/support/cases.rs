//! All cases of `tests/spec/*.md`, and the extractor that a case asks for.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::fs;
use std::path::Path;

use urlgrep::{Builder, Extractor, Hyphen, Join, Profile};

use crate::literate::Case;

/// The Markdown files, with paths relative to the repository.
pub fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/spec");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("tests/spec can be read")
        .map(|entry| entry.expect("an entry can be read").path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let markdown = fs::read_to_string(&path).expect("a file can be read");
            (format!("tests/spec/{name}"), markdown)
        })
        .collect();
    files.sort();
    files
}

/// An extractor with the options of the case.
pub fn builder(case: &Case) -> Builder {
    let mut builder = Extractor::builder();
    for word in &case.words {
        builder = match word.as_str() {
            "any-scheme" => builder.any_scheme(true),
            "schemeless" => builder.schemeless(true),
            "email" => builder.email(true),
            "refang" => builder.refang(true),
            "strict" => builder.profile(Profile::RFC1738),
            "all" => builder.all(true),
            "hyphen=drop" => builder.hyphen(Hyphen::Drop),
            "hyphen=keep" => builder.hyphen(Hyphen::Keep),
            "hyphen=both" => builder.hyphen(Hyphen::Both),
            "join=never" => builder.join(Join::Never),
            "join=sure" => builder.join(Join::Sure),
            "join=plausible" => builder.join(Join::Plausible),
            _ => builder,
        };
    }
    builder
}
