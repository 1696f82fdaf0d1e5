//! A module of the library uses only modules on lower floors, and the command only the library's public face.
//! ARCHITECTURE.md draws the floors; this test holds them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// From the ground up.
const FLOORS: [&[&str]; 9] = [
    &["span", "character", "class", "flaw", "domain"],
    &["grammar", "text", "simd"],
    &["url", "decode"],
    &["profile", "scan", "container"],
    &["options", "document"],
    &["reading"],
    &["found"],
    &["extract", "settle"],
    &["lint"],
];

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|modules| modules.contains(&module))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("src can be read") {
        let path = entry.expect("an entry can be read").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    files
}

/// The modules that a file names behind `crate::`, its tests left out.
fn used(code: &str) -> BTreeSet<String> {
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    let code = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let word = |rest: &str| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        rest[..end.unwrap_or(rest.len())].to_string()
    };
    code.flat_map(|line| line.split("crate::").skip(1).map(word).collect::<Vec<_>>())
        .filter(|name| !name.is_empty() && name.chars().all(|c| c.is_lowercase() || c == '_'))
        .collect()
}

#[test]
fn modules_use_lower_floors_only() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut uses, mut wrong) = (0, Vec::new());
    for path in rust_files(&src) {
        let inside = path.strip_prefix(&src).expect("a file of src");
        let module = inside
            .iter()
            .next()
            .map(|m| m.to_string_lossy().replace(".rs", ""));
        let module = module.unwrap_or_default();
        if module == "lib" || module == "bin" {
            continue;
        }
        let Some(own) = floor(&module) else {
            wrong.push(format!("{module} has no floor"));
            continue;
        };
        let code = fs::read_to_string(&path).expect("a file can be read");
        for used in used(&code).iter().filter(|used| **used != module) {
            uses += 1;
            match floor(used) {
                Some(floor) if floor < own => {}
                _ => wrong.push(format!("{}: uses crate::{used}", inside.display())),
            }
        }
    }
    assert!(uses > 50, "{uses} uses seen");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
