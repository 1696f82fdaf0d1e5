//! Numbers of things, in the singular or the plural.

/// `1 file`, `2 files`.
pub(crate) fn counted(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
