//! The extension of a file's name, which says what notation it is in.

use std::path::Path;

/// The extension of a file's name in lower case. Of a template for `configure` it is the one before: `x.1.in`, and so it is of the sources
/// that Sphinx puts beside its pages: `x.rst.txt`. `CMakeLists.txt` is a program. `access_log` and `x.log.1` are logs.
pub(crate) fn extension(path: &Path) -> String {
    let name = path.file_name().and_then(|name| name.to_str());
    if name == Some("CMakeLists.txt") {
        return "cmake".to_string();
    }
    if name.is_some_and(is_log) {
        return "log".to_string();
    }
    let of = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
    let before = || of(path.file_stem()?.as_ref());
    let is_source = |before: &String| matches!(&before[..], "rst" | "md" | "ipynb");
    match of(path) {
        Some(last) if last == "in" => before().unwrap_or(last),
        Some(last) if last == "txt" => before().filter(is_source).unwrap_or(last),
        last => last.unwrap_or_default(),
    }
}

/// Whether it is the name of a log that was rotated, by number or by date, or one of Apache, which has no extension.
fn is_log(name: &str) -> bool {
    const OF_APACHE: [&str; 3] = ["access_log", "error_log", "request_log"];
    let is_rotation = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '_');
    let stem = name.trim_end_matches(is_rotation);
    let is_apache = OF_APACHE.iter().any(|log| stem.ends_with(log));
    let is_rotated = || stem.len() < name.len() && stem.to_ascii_lowercase().ends_with(".log");
    is_apache || is_rotated()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_logs() {
        for name in [
            "access.log",
            "access.log.1",
            "Access.LOG.1",
            "access.log-20240101",
            "access.log.2024-01-01",
            "access_log",
            "ssl_access_log-20240101",
            "error_log.1",
        ] {
            assert_eq!(extension(Path::new(name)), "log", "{name}");
        }
        for name in [
            "change_log",
            "catalog.1",
            "x.log.py",
            "access_log.py",
            "access_logs",
            "1",
            "x.1",
        ] {
            assert_ne!(extension(Path::new(name)), "log", "{name}");
        }
    }
}
