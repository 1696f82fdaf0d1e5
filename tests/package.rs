//! Cargo.toml is the one place that names the repository, and the documents and packages agree; blocks of `unsafe` are listed.

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
        "bindings/wasm/README.md",
        "bindings/wasm/package.json",
        "flake.nix",
        "docs/packages.md",
        "packaging/Containerfile",
        "packaging/homebrew/urlgrep.rb",
        "packaging/wheel/README.md",
        "packaging/wheel/pyproject.toml",
    ] {
        // The package does without them.
        if name.starts_with("bindings") && !root.join("bindings").exists() {
            continue;
        }
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

/// The repository has several packages with programs, and Cargo refuses to choose one.
#[test]
fn installation_from_the_repository_names_the_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut commands = 0;
    for name in ["README.md", "docs/lint.md"] {
        let text = fs::read_to_string(root.join(name)).expect("it can be read");
        for (at, _) in text.match_indices("cargo install") {
            let command = text[at..].split(['`', '\n']).next().unwrap_or_default();
            if command.contains("--git") {
                assert!(command.ends_with(" urlgrep"), "{name}: {command}");
                commands += 1;
            }
        }
    }
    assert_eq!(commands, 3);
}

/// Old versions of actions stop working, so all places change together.
#[test]
fn each_action_has_one_version() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The package does without them.
    if !root.join(".github").exists() {
        return;
    }
    let mut versions = std::collections::BTreeMap::new();
    for name in [
        ".github/workflows/ci.yml",
        ".github/workflows/page.yml",
        ".github/workflows/release.yml",
        "docs/lint.md",
    ] {
        let text = fs::read_to_string(root.join(name)).expect("it can be read");
        let actions = text.lines().filter_map(|line| line.split("uses: ").nth(1));
        for (action, version) in actions.filter_map(|action| action.split_once('@')) {
            if action.starts_with("actions/") {
                let known = versions
                    .entry(action.to_string())
                    .or_insert(version.to_string());
                assert_eq!(known, version, "{name}: {action}");
            }
        }
    }
    assert!(versions.len() > 5);
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

/// The bindings are no members of the workspace, so each has a version of its own.
#[test]
fn the_bindings_have_the_version() {
    let version = env!("CARGO_PKG_VERSION");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("bindings");
    // The package does without them.
    if !root.exists() {
        return;
    }
    let mut manifests = 0;
    for entry in fs::read_dir(&root).expect("the folder can be read") {
        let folder = entry.expect("an entry can be read").path();
        for (name, line) in [
            ("Cargo.toml", format!("\nversion = \"{version}\"\n")),
            ("package.json", format!("\n  \"version\": \"{version}\",\n")),
        ] {
            let file = folder.join(name);
            if let Ok(text) = fs::read_to_string(&file) {
                assert!(text.contains(&line), "{}", file.display());
                manifests += 1;
            }
        }
    }
    assert_eq!(manifests, 4, "of Python, C and JavaScript, and its package");
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
