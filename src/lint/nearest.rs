//! Suggestions for misspelt names.

/// The name in `names` that is most similar to `typed`; of several, the first one that begins with the same letter. `None` if all
/// differ in more than a fifth of the letters (changed, missing, added, swapped): `include` is not `exclude`.
///
/// ```
/// let names = ["bare-url", "missing-host"];
/// assert_eq!(urlgrep::lint::nearest("mising-host", names), Some("missing-host"));
/// assert_eq!(urlgrep::lint::nearest("include", ["exclude"]), None);
/// assert_eq!(urlgrep::lint::nearest("htp", ["ftp", "http"]), Some("http"));
/// ```
pub fn nearest<'n>(typed: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let typed = typed.to_ascii_lowercase();
    let max_distance = 1.max(typed.len() / 5);
    let len = typed.chars().count();
    // Letters that are missing or added count.
    let names =
        (names.into_iter()).filter(|name| name.chars().count().abs_diff(len) <= max_distance);
    let distances = names.map(|name| {
        let lower = name.to_ascii_lowercase();
        let is_other = typed.chars().next() != lower.chars().next();
        (strsim::osa_distance(&typed, &lower), is_other, name)
    });
    let (distance, _, name) =
        distances.min_by_key(|&(distance, is_other, _)| (distance, is_other))?;
    (distance <= max_distance).then_some(name)
}
