//! References resolve to the targets that RFC 3986 and RFC 1808 list. tests/rfc/resolve.md has the data.

use urlgrep::url::parse;

#[test]
fn examples_of_rfc_3986_and_rfc_1808() {
    let (mut base, mut count, mut inside) = ("", 0, false);
    for line in include_str!("rfc/resolve.md").lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            base = heading.split_once(": ").expect("a base").1;
        } else if line.starts_with("```") {
            inside = !inside;
        } else if inside {
            let (reference, targets) = line.split_once(" = ").expect("a target");
            let (target, older) = targets.split_once(" | ").unwrap_or((targets, ""));
            let found = parse(base.as_bytes()).0.resolve(reference.as_bytes());
            assert_eq!(
                String::from_utf8_lossy(&found),
                target,
                "{reference:?} at {base}"
            );
            assert_ne!(target, older);
            count += 1;
        }
    }
    // 42 in section 5.4 of RFC 3986, 39 in section 5 of RFC 1808.
    assert_eq!(count, 42 + 39);
}
