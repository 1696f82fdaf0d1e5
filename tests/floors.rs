//! A module of the library uses only modules on lower floors, and the command uses only the public API of the library.
//! ARCHITECTURE.md describes the floors.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::mem;
use std::path::{Path, PathBuf};

/// The modules of each floor, lowest first.
const FLOORS: [&[&str]; 10] = [
    &[
        "span",
        "character",
        "class",
        "flaw",
        "domain",
        "haystack",
        "name",
        "unread",
        "why",
    ],
    &["simd"],
    &["grammar", "text"],
    &["url", "decode", "folds"],
    &["profile", "scan", "notation"],
    &["options", "container", "convert", "rewritten"],
    &["extent", "document"],
    &["matched"],
    &["extract", "hyphens", "label", "explain"],
    &["lint", "replace", "wrap", "serialize", "files"],
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

/// The modules that a file names after `crate::`, without those that only its tests or its documentation names.
fn used(code: &str) -> BTreeSet<String> {
    used_after("crate::", &without_tests(code))
}

/// The modules that code names after `prefix`.
fn used_after(prefix: &str, code: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for path in code.split(prefix).skip(1) {
        match path.strip_prefix('{') {
            // `use crate::{a, b::{c, d}}`: the names at the top level of the list.
            Some(list) => {
                let (mut depth, mut name) = (0, String::new());
                for c in list[..end_of_list(list)].chars() {
                    match c {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' if depth == 0 => {
                            names.insert(word(mem::take(&mut name).trim()));
                        }
                        _ if depth == 0 => name.push(c),
                        _ => {}
                    }
                }
                names.insert(word(name.trim()));
            }
            None => {
                names.insert(word(path));
            }
        }
    }
    names.retain(|name| !name.is_empty() && name.chars().all(|c| c.is_lowercase() || c == '_'));
    names
}

/// The position of the brace that closes the list of a `use`. `list` begins after the opening brace.
fn end_of_list(list: &str) -> usize {
    let mut depth = 1;
    let close = list.char_indices().find(|&(_, c)| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0
    });
    close.map_or(list.len(), |(i, _)| i)
}

fn word(rest: &str) -> String {
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
    rest[..end.unwrap_or(rest.len())].to_string()
}

/// The code without comments and without items after `#[cfg(test)]` and `#[cfg(doc)]`.
fn without_tests(code: &str) -> String {
    let mut lines = code.lines();
    let mut kept = String::new();
    while let Some(line) = lines.next() {
        let line = line.trim_start();
        if line.starts_with("//") {
            continue;
        }
        if line == "#[cfg(test)]" || line == "#[cfg(doc)]" {
            skip_item(&mut lines);
            continue;
        }
        kept.push_str(line);
        kept.push('\n');
    }
    kept
}

/// Skips one item: up to a `;`, or to the brace that closes its first one.
fn skip_item<'c>(lines: &mut impl Iterator<Item = &'c str>) {
    let mut depth = 0;
    for line in lines {
        let count = |c: char| line.matches(c).count() as i32;
        let opened = count('{');
        depth += opened - count('}');
        let ends = line.ends_with(';') || line.ends_with('}');
        if depth == 0 && ends {
            return;
        }
    }
}

#[test]
fn finds_uses() {
    let code = "
        //! crate::doc
        #[cfg(test)]
        mod agree;
        use crate::class::Class;
        use crate::{flaw::{Flaw, Flaws}, scan, text::Map};
        #[cfg(test)]
        mod tests {
            use crate::lint::Rule;
        }
        fn f() { crate::simd::prefetch() }
        pub(in crate::reading) fn g(_: crate::Engine) {}
    ";
    let seen: Vec<_> = used(code).into_iter().collect();
    assert_eq!(seen, ["class", "flaw", "reading", "scan", "simd", "text"]);
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
        if module == "lib" || module == "bin" || inside.ends_with("tests.rs") {
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

/// The modules of the command that use each other in a circle, if there are some.
fn cycle(uses: &BTreeMap<String, BTreeSet<String>>) -> Option<BTreeSet<&String>> {
    let mut left: BTreeSet<&String> = uses.keys().collect();
    loop {
        let is_ground = |module: &&&String| uses[**module].iter().all(|used| !left.contains(used));
        let ground: Vec<&String> = left.iter().filter(is_ground).copied().collect();
        if ground.is_empty() {
            return Some(left).filter(|left| !left.is_empty());
        }
        left.retain(|module| !ground.contains(module));
    }
}

#[test]
fn no_module_of_the_command_uses_itself_through_others() {
    let command = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin/urlgrep");
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in rust_files(&command) {
        let inside = path.strip_prefix(&command).expect("a file of the command");
        let module = inside.iter().next().map(|m| m.to_string_lossy());
        let module = module.unwrap_or_default().replace(".rs", "");
        let code = fs::read_to_string(&path).expect("a file can be read");
        let mut used = used(&code);
        used.remove(&module);
        uses.entry(module).or_default().extend(used);
    }
    assert!(uses.len() > 15, "{uses:?}");
    assert_eq!(cycle(&uses), None);
    let back = uses.get_mut("found").expect("a module");
    back.insert("output".to_string());
    assert!(cycle(&uses).is_some(), "a cycle is seen");
}

/// The modules of each folder with those beside them that they use.
fn neighbours(src: &Path) -> BTreeMap<String, BTreeMap<String, BTreeSet<String>>> {
    let mut folders: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for path in rust_files(src) {
        let inside = path.strip_prefix(src).expect("a file of src");
        let mut parts: Vec<String> = inside
            .iter()
            .map(|part| part.to_string_lossy().replace(".rs", ""))
            .collect();
        parts.pop_if(|last| last == "mod");
        if parts.last().is_some_and(|last| last == "tests") {
            continue;
        }
        let code = fs::read_to_string(&path).expect("a file can be read");
        let mut code = without_tests(&code);
        for ups in (1..=parts.len()).rev() {
            code = code.replace(&"super::".repeat(ups), &format!("up{ups}::"));
        }
        for depth in 1..parts.len() {
            let (folder, module) = (parts[..depth].join("::"), parts[depth].clone());
            let mut used = used_after(&format!("up{}::", parts.len() - depth), &code);
            used.extend(used_after(&format!("crate::{folder}::"), &code));
            used.remove(&module);
            let modules = folders.entry(folder).or_default();
            modules.entry(module).or_default().extend(used);
        }
    }
    folders
}

/// A row of the table of schemes names functions of its scheme, and these take the components that the table found.
const CIRCULAR: [&str; 1] = ["url"];

#[test]
fn no_file_uses_itself_through_those_beside_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = neighbours(&src);
    let mut uses = 0;
    for (folder, modules) in folders.iter_mut() {
        let names: BTreeSet<String> = modules.keys().cloned().collect();
        for used in modules.values_mut() {
            used.retain(|name| names.contains(name));
            uses += used.len();
        }
        if !CIRCULAR.contains(&folder.as_str()) {
            assert_eq!(cycle(modules), None, "{folder}");
        }
    }
    assert!(uses > 400, "{uses} uses seen");
    assert!(cycle(&folders["url"]).is_some(), "a cycle is seen");
}
