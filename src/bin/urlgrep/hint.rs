//! Advice for a path that does not exist and was probably not meant as a path. People who know grep write a pattern first.

use std::env;
use std::fs;
use std::path::Path;

use clap::ValueEnum;

use crate::args::{SUBCOMMANDS, Unique};
use crate::folder::folder_of;
use crate::schemes::known_scheme;

/// A directory with more entries is not searched for similar names.
const ENTRIES: usize = 10_000;

/// Subcommands of other programs, and what to do instead.
#[rustfmt::skip]
const WORDS: [(&[&str], &str); 4] = [
    (&["check", "fix"], "`urlgrep lint` checks documents, `urlgrep lint --fix` fixes them"),
    (&["completion", "completions"], "`urlgrep --completion SHELL` prints completions"),
    (&["man", "manual"], "`urlgrep help --man` prints the man page"),
    (&["version"], "`urlgrep --version` prints the version"),
];

/// How the names of hosts end, but hardly those of files.
const SITES: [&str; 5] = [".com", ".org", ".net", ".edu", ".gov"];

/// The advice to add to the message. `others_follow` says whether the path is the first of several.
pub(crate) fn hint(path: &Path, others_follow: bool) -> Option<String> {
    let typed = path.to_str()?;
    if path.is_symlink() {
        return None;
    }
    let is_url = |word: &str| {
        word.split_once("://")
            .is_some_and(|(scheme, _)| is_scheme(scheme))
    };
    if typed.contains(char::is_whitespace) && typed.split_whitespace().any(is_url) {
        return Some("`echo 'TEXT' | urlgrep` searches a text".to_string());
    }
    if is_url(typed) {
        let filters = others_follow.then_some("; --host and -e keep only some URLs");
        return Some(format!(
            "this is a URL: `urlgrep parse '{typed}'` shows its components{}",
            filters.unwrap_or_default()
        ));
    }
    if let Some((archive, member)) = typed.split_once('!')
        && Path::new(archive).is_file()
    {
        // A glob would leave out an archive in the archive. Some characters have a meaning in a glob or in quotes.
        let is_plain =
            !member.is_empty() && !member.contains(['!', '*', '?', '[', '{', '\\', '\'']);
        let glob = is_plain.then(|| format!("-g '{member}' "));
        return Some(format!(
            "`urlgrep {}{archive}` searches the archive",
            glob.unwrap_or_default()
        ));
    }
    if is_scheme(typed) {
        return Some(format!(
            "urlgrep needs no pattern; `-s {typed}` keeps only {typed} URLs"
        ));
    }
    if Unique::from_str(typed, false).is_ok() {
        return Some(format!("for -U, write `-U={typed}`"));
    }
    let is_almost = |name: &&&str| others_follow && strsim::osa_distance(name, typed) == 1;
    if let Some(name) = SUBCOMMANDS.iter().find(is_almost) {
        return Some(format!("did you mean `urlgrep {name}`?"));
    }
    if let Some((_, instead)) = WORDS.iter().find(|(words, _)| words.contains(&typed)) {
        return Some(instead.to_string());
    }
    if let Some(name) = nearest(path) {
        return Some(format!("did you mean `{name}`?"));
    }
    let is_host = typed.starts_with("www.") || SITES.iter().any(|end| typed.ends_with(end));
    if others_follow && is_host && !typed.contains('/') {
        return Some(format!(
            "urlgrep needs no pattern; `--host '{typed}'` keeps only URLs with this host"
        ));
    }
    if typed.starts_with("www.") {
        return Some(format!(
            "`urlgrep parse http://{typed}` shows its components"
        ));
    }
    // The shell has found no such file.
    if typed
        .rsplit('/')
        .next()
        .is_some_and(|name| name.starts_with("*."))
    {
        return Some(format!(
            "`-g '{typed}'` searches the files in directories that match"
        ));
    }
    let is_pattern = typed.contains(['*', '+', '?', '^', '$', '|', '(', '[', '\\']);
    let is_word = others_follow && !typed.contains(['.', '/', '-']);
    if is_pattern || is_word {
        return Some(format!(
            "urlgrep needs no pattern; `-e '{typed}'` keeps only URLs that match"
        ));
    }
    follows_o(path).then(|| format!("-o changes nothing; `> {typed}` writes the output to a file"))
}

/// Whether the path follows `-o`, which writes a file in other programs and in `urlgrep report`.
fn follows_o(path: &Path) -> bool {
    let mut pairs = env::args_os().zip(env::args_os().skip(1));
    pairs.any(|(flag, value)| flag == "-o" && Path::new(&value) == path)
}

/// The file in the same directory whose name is almost the same.
fn nearest(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let entries = fs::read_dir(folder_of(path)).ok()?.take(ENTRIES).flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let far =
        |known: &String| strsim::osa_distance(&known.to_lowercase(), &name.trim().to_lowercase());
    let names: Vec<_> = names.filter(|known| far(known) <= name.len() / 5).collect();
    let known = names
        .into_iter()
        .min_by_key(|known| (far(known), known.clone()))?;
    Some(path.with_file_name(known).display().to_string())
}

fn is_scheme(name: &str) -> bool {
    known_scheme(name, false).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_no_path_has_a_hint() {
        for (typed, others, wanted) in [
            ("http", false, Some("`-s http`")),
            ("HTTP", true, Some("`-s HTTP`")),
            (
                "http://x.org/",
                false,
                Some("`urlgrep parse 'http://x.org/'`"),
            ),
            (
                "see http://x.org/ now",
                false,
                Some("`echo 'TEXT' | urlgrep`"),
            ),
            ("https?://.*", true, Some("`-e 'https?://.*'`")),
            ("rfc[0-9]+", false, Some("`-e 'rfc[0-9]+'`")),
            ("*.eml", false, Some("`-g '*.eml'`")),
            ("letters", true, Some("`-e 'letters'`")),
            ("letters", false, None),
            ("missing.txt", true, None),
            ("a/b", true, None),
            ("http://x.org/", true, Some("--host and -e")),
            ("a.x.org", true, Some("`--host 'a.x.org'`")),
            ("a.x.org", false, None),
            ("www.x.fr", true, Some("`--host 'www.x.fr'`")),
            ("mail/x.org", true, None),
            ("man", false, Some("`urlgrep help --man`")),
            ("check", true, Some("`urlgrep lint`")),
        ] {
            let hint = hint(Path::new(typed), others);
            let is_wanted = match (&hint, wanted) {
                (Some(hint), Some(wanted)) => hint.contains(wanted),
                (hint, wanted) => hint.is_none() && wanted.is_none(),
            };
            assert!(is_wanted, "{typed}: {hint:?}");
        }
    }
}
