//! Flags of grep and ripgrep that have no meaning here, and some that people expect. Each has an answer that says what to use instead.

use std::env;

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The short flag, the long one, and what to do instead.
#[rustfmt::skip]
const FLAGS: &[(&str, &str, &str)] = &[
    ("-E", "--encoding", "the charset of a file is detected; --as TYPE sets its type"),
    ("-F", "--fixed-strings", "in -e, `[.]` is a full stop; --host compares names as they are"),
    ("-M", "--max-columns", "URLs are printed whole; a URL is cut at 64 KiB"),
    ("-P", "--pcre2", "-e has ripgrep's default syntax, without look-around and backreferences"),
    ("-S", "--smart-case", "-i ignores case in -e; hosts and schemes are compared without case anyway"),
    ("-f", "--file", "give -e several times; one of them must match"),
    ("-r", "--replace", "--format prints each URL in your own form, and no file is changed"),
    ("-u", "--unrestricted", "-U prints each URL once, --no-ignore --hidden search all files"),
    ("-w", "--word-regexp", "URLs are found whole; in -e, `^` and `$` are the beginning and the end of a URL"),
    ("-x", "--line-regexp", "in -e, `^` and `$` are the beginning and the end of a URL"),
    ("-y", "--ignore-case", "-i ignores case in -e"),
    ("-R", "--recursive", "directories are searched with all below them"),
    ("", "--exclude", "-g '!*.html' leaves out files by name"),
    ("", "--exclude-dir", "-g '!drafts/' leaves out directories by name"),
    ("", "--include", "-g '*.mbox' selects files by name"),
    ("", "--list-types", "--type-list lists the types of -t; `--as help` lists the types of input"),
    ("", "--no-color", "--color never prints without colours"),
    ("", "--nocolor", "--color never prints without colours"),
    ("", "--files", "`-c --include-zero` prints the paths of all files that are searched, -l those of files with URLs"),
    ("", "--case-sensitive", "-e distinguishes case unless -i is given; --no-ignore-case undoes -i"),
    ("", "--count-matches", "-c counts URLs, also several in one line"),
    ("", "--domain", "--host 'x.org,*.x.org' keeps the URLs of a domain, --count-by domain counts domains"),
    ("", "--field-match-separator", "--format prints each URL in your own form, with the separators that it has"),
    ("", "--generate", "`urlgrep help --man` prints the man page, --completion SHELL prints completions"),
    ("", "--ignore-file", "-g '!*.html' leaves out files by name"),
    ("", "--output", "`> FILE` writes the output to a file, `urlgrep report -o FILE` writes a report"),
    ("", "--total", "`--stats -q` prints the numbers of files and URLs"),
    ("", "--type-add", "-g '*.mbox' selects files by name; --type-list lists the types of -t"),
    ("", "--multiline", "URLs that are broken over lines are found without it; -U prints each URL once"),
    ("", "--passthru", "only URLs are printed; -C N also prints N lines around each"),
    #[cfg(not(feature = "pick"))]
    ("", "--pick", "this program was built without it; `cargo install urlgrep --features pick` builds it with it"),
    ("", "--pre", "compressed files are read without it; convert others first, and pipe them in"),
];

/// The answer to an unknown flag of grep or ripgrep.
pub(super) fn answer(error: &clap::Error) -> Option<String> {
    let subcommand = env::args_os()
        .nth(1)
        .and_then(|first| first.into_string().ok());
    let in_subcommand = subcommand.is_some_and(|name| super::SUBCOMMANDS.contains(&&*name));
    if error.kind() != ErrorKind::UnknownArgument || in_subcommand {
        return None;
    }
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let name = typed.split('=').next().unwrap_or_default();
    let is_named = |row: &&(&str, &str, &str)| row.0 == name || row.1 == name;
    let (_, _, instead) = FLAGS.iter().find(is_named)?;
    Some(format!("{name} is not an option of urlgrep: {instead}"))
}
