//! The types of `-t` and `-T`, as typed.

use urlgrep::files::FileTypes;
use urlgrep::lint::nearest;

/// The types as typed, or why they are wrong.
pub(crate) fn file_types(only: &[String], not: &[String]) -> Result<FileTypes, String> {
    if only.is_empty() && not.is_empty() {
        return Ok(FileTypes::default());
    }
    let known = FileTypes::names();
    for (flag, names) in [("-t", only), ("-T", not)] {
        let unknown = |name: &&String| *name != "all" && !known.contains(name);
        if let Some(name) = names.iter().find(unknown) {
            return Err(message(flag, name, &known));
        }
    }
    FileTypes::new(only, not).map_err(|error| error.to_string())
}

fn message(flag: &str, typed: &str, known: &[String]) -> String {
    if typed.contains(',') {
        return format!("{flag} {typed}: give {flag} once for each type");
    }
    let near = nearest(typed, known.iter().map(String::as_str));
    let guess = near.map_or(String::new(), |name| format!("did you mean `{name}`? "));
    format!(
        "{flag} {typed}: unknown type; {guess}--type-list shows all, and -g '*.{typed}' selects files by name"
    )
}
