//! Cargo.toml is the one place that names the repository, and the documents agree; blocks of `unsafe` are listed.

use std::fs;
use std::path::Path;

#[test]
fn documents_name_the_same_repository() {
    let repository = env!("CARGO_PKG_REPOSITORY");
    assert!(!repository.is_empty());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for name in [
        "README.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "CHANGELOG.md",
    ] {
        assert!(root.join(name).exists(), "{name}");
        files.push(root.join(name));
    }
    for entry in fs::read_dir(root.join("docs")).expect("docs can be read") {
        files.push(entry.expect("an entry can be read").path());
    }
    for name in [
        "flake.nix",
        "docs/packages.md",
        "packaging/Containerfile",
        "packaging/homebrew/urlgrep.rb",
        "packaging/wheel/README.md",
        "packaging/wheel/pyproject.toml",
    ] {
        assert!(root.join(name).exists(), "{name}");
        files.push(root.join(name));
    }
    for file in files {
        let text = fs::read_to_string(&file).unwrap_or_default();
        for (at, _) in text.match_indices("https://github.com/") {
            let url = text[at..]
                .split([' ', '\n', ')', '>', '`', '"'])
                .next()
                .unwrap_or_default();
            if url.contains("urlgrep") {
                assert!(url.starts_with(repository), "{}: {url}", file.display());
            }
        }
    }
}

#[test]
fn the_formula_has_the_version() {
    let formula = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/homebrew/urlgrep.rb");
    let formula = fs::read_to_string(formula).expect("it can be read");
    let source = format!(
        "url \"{}/archive/refs/tags/v{}.tar.gz\"",
        env!("CARGO_PKG_REPOSITORY"),
        env!("CARGO_PKG_VERSION")
    );
    assert!(formula.contains(&source), "{formula}");
}

/// `src/simd/README.md` lists all blocks of `unsafe`, which are nowhere else.
#[test]
fn blocks_of_unsafe_are_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/simd");
    let table = fs::read_to_string(root.join("README.md")).expect("it can be read");
    let mut blocks = 0;
    for entry in fs::read_dir(&root).expect("the folder can be read") {
        let path = entry.expect("an entry can be read").path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let start = format!("| `{name}` | ");
        let rows = table.lines().filter_map(|line| line.strip_prefix(&start));
        let numbers = rows.filter_map(|row| row.split(' ').next()?.parse::<usize>().ok());
        let code = fs::read_to_string(&path).expect("it can be read");
        let found = code.matches("unsafe {").count();
        assert_eq!(numbers.sum::<usize>(), found, "{name}");
        blocks += found;
    }
    assert!(blocks > 0);
}
