//! docs/rules.md is generated from the table of rules.

use std::fs;

#[test]
fn rules_md_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rules.md");
    let want = urlgrep::lint::manual();
    if std::env::var_os("UPDATE_RULES").is_some() {
        fs::write(path, &want).expect("docs can be written");
    }
    let is = fs::read_to_string(path).unwrap_or_default();
    assert!(
        is == want,
        "docs/rules.md differs from the table; update it with UPDATE_RULES=1"
    );
}
