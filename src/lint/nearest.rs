//! The name that someone meant.

/// The one of `names` that is nearest to `typed`, if any is near: few letters changed, left out, added or swapped.
///
/// ```
/// let names = ["bare-url", "missing-host"];
/// assert_eq!(urlgrep::lint::nearest("mising-host", names), Some("missing-host"));
/// assert_eq!(urlgrep::lint::nearest("x", names), None);
/// ```
pub fn nearest<'n>(typed: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let typed = typed.to_ascii_lowercase();
    let far = 1 + typed.len() / 3;
    let measured = names.into_iter().map(|name| {
        let lower = name.to_ascii_lowercase();
        (strsim::osa_distance(&typed, &lower), name)
    });
    let (distance, name) = measured.min_by_key(|(distance, _)| *distance)?;
    (distance <= far).then_some(name)
}
