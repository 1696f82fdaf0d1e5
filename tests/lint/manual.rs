//! docs/rules.md is made from the table.

use std::fs;

#[test]
fn the_manual_is_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rules.md");
    let want = urlgrep::lint::manual();
    if std::env::var_os("UPDATE_RULES").is_some() {
        fs::write(path, &want).expect("docs can be written");
    }
    let is = fs::read_to_string(path).unwrap_or_default();
    assert!(
        is == want,
        "docs/rules.md differs from the table; UPDATE_RULES=1 makes it anew"
    );
}
