//! Suggestions for misspelt names.

/// The name in `names` that is most similar to `typed`. `None` if all differ in more than a fifth of the letters (changed, missing,
/// added, swapped): `include` is not `exclude`.
///
/// ```
/// let names = ["bare-url", "missing-host"];
/// assert_eq!(urlgrep::lint::nearest("mising-host", names), Some("missing-host"));
/// assert_eq!(urlgrep::lint::nearest("include", ["exclude"]), None);
/// ```
pub fn nearest<'n>(typed: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let typed = typed.to_ascii_lowercase();
    let max_distance = 1.max(typed.len() / 5);
    let distances = names.into_iter().map(|name| {
        let lower = name.to_ascii_lowercase();
        (strsim::osa_distance(&typed, &lower), name)
    });
    let (distance, name) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance <= max_distance).then_some(name)
}
