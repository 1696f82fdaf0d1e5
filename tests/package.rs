//! Cargo.toml is the one place that names the repository; the documents agree.

use std::fs;
use std::path::Path;

#[test]
fn documents_name_the_same_repository() {
    let repository = env!("CARGO_PKG_REPOSITORY");
    assert!(!repository.is_empty());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![root.join("README.md")];
    for entry in fs::read_dir(root.join("docs")).expect("docs can be read") {
        files.push(entry.expect("an entry can be read").path());
    }
    for file in files {
        let text = fs::read_to_string(&file).unwrap_or_default();
        for (at, _) in text.match_indices("https://github.com/") {
            let url = text[at..]
                .split([' ', '\n', ')', '>', '`'])
                .next()
                .unwrap_or_default();
            if url.contains("urlgrep") {
                assert!(url.starts_with(repository), "{}: {url}", file.display());
            }
        }
    }
}
