//! Flags of grep, ripgrep and ruff that have no meaning here, and some that people expect. Each has an answer that says what to use
//! instead.

use std::env;
use std::ffi::OsString;
use std::iter;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, ValueEnum};

use super::Unique;

/// Names of flags, and what to do instead.
type Row = (&'static [&'static str], &'static str);

/// Flags of a search.
#[rustfmt::skip]
const FLAGS: &[Row] = &[
    (&["-E"], "-e has ripgrep's default syntax; the charset of a file is detected"),
    (&["-F", "--fixed-strings"], "in -e, `[.]` is a full stop; --host compares names as they are"),
    (&["-M", "--max-columns", "--max-columns-preview"], "URLs are printed whole; a URL is cut at 64 KiB"),
    (&["-P", "--pcre2", "--perl-regexp"], "-e has ripgrep's default syntax, without look-around and backreferences"),
    (&["-S", "--smart-case"], "-i ignores case in -e; hosts and schemes are compared without case anyway"),
    (&["-f", "--file"], "give -e several times; one of them must match. --host @FILE reads hosts from a file"),
    (&["-r"], "directories are searched recursively; to replace as in ripgrep, --format prints each URL in your own form, and no file is changed"),
    (&["-u", "--unrestricted"], "-U prints each URL once, --no-ignore --hidden search all files"),
    (&["-w", "--word-regexp"], "URLs are found whole; in -e, `^` and `$` are the beginning and the end of a URL"),
    (&["-x", "--line-regexp"], "in -e, `^` and `$` are the beginning and the end of a URL"),
    (&["-y"], "-i ignores case in -e"),
    (&["-R", "--recursive"], "directories are searched recursively"),
    (&["-Z", "--null-data", "--print0"], "-0 prints NUL after each path, without paths after each URL; in the input NUL ends a URL"),
    (&["--after"], "--since DATE selects messages by their Date field; -A N also prints N lines after each URL"),
    (&["--before"], "--until DATE selects messages by their Date field; -B N also prints N lines before each URL"),
    (&["--date"], "--since DATE and --until DATE select messages by their Date field"),
    (&["--sender"], "--from RE selects messages by their From field, --count-by sender counts senders"),
    (&["--attribute"], "--format '{attribute} {url}' prints the attribute of HTML that a URL stands in, and so does --json"),
    (&["--reverse"], "`| sort -r` reverses the URLs, --sortr path the order of the files"),
    (&["--year"], "--since 1994 --until 1994 selects the messages of a year, --count-by year counts years"),
    (&["--by", "--group-by"], "--count-by WHAT counts; for two at once, `--format '{message.year} {host}' | sort | uniq -c`"),
    (&["--about", "--body", "--topic"], "--subject RE selects messages by their Subject field; `-C 3 --format '{url} {context}' | grep -i WORD` selects URLs by the text around them"),
    (&["--bcc", "--cc"], "--to RE selects messages by their To, Cc and Bcc fields"),
    (&["--list-id", "--message-id"], "`--format '{message.id} {url}'` prints the message of each URL; --field NAME also searches a header field"),
    (&["--attachment", "--attachments"], "attachments that are text, HTML or messages are searched; save archives first, and search them"),
    (&["--editor", "--open"], "`vim -q <(urlgrep --vimgrep PATH)` goes from URL to URL in an editor; urlgrep opens nothing"),
    (&["--dedup", "--dedupe", "--distinct", "--no-dups", "--no-duplicates", "--uniq", "--unique-by"], "-U prints each URL once; -U=normalized also compares different spellings"),
    (&["--exclude-scheme", "--ignore-scheme", "--not-scheme"], "-v -e '^mailto:' leaves out a scheme"),
    (&["--html", "--markdown", "--xml", "--yaml"], "--json and --csv print URLs for programs, --format in your own form; `urlgrep report -o FILE` writes HTML"),
    (&["--limit"], "-m N stops after N URLs in each file, --top N prints the first N of --count-by"),
    (&["--tsv"], "--csv prints a table, and so does --format '{path}\\t{line}\\t{url}'"),
    (&["--basic-regexp", "--extended-regexp"], "-e has ripgrep's default syntax; leave it out"),
    (&["--binary", "--binary-files"], "-a also searches binary files in directories; a binary file that is named is searched without it"),
    (&["--context-separator", "--field-context-separator", "--group-separator", "--no-context-separator", "--no-group-separator"], "`--` separates URLs; --format prints `{url}` and `{context}` in your own form"),
    (&["--crlf"], "lines may end in CRLF; leave it out"),
    (&["--debug", "--explain", "--reason", "--trace", "--verbose", "--why"], "--explain-match prints why a URL begins and ends where it does, --stats prints statistics"),
    (&["--dereference-recursive"], "-L follows symbolic links; directories are searched recursively"),
    (&["--glob-case-insensitive"], "--iglob GLOB is a -g that ignores case"),
    (&["--label"], "the path of standard input is always `<stdin>`"),
    (&["--no-ignore-dot", "--no-ignore-exclude", "--no-ignore-files", "--no-ignore-global", "--no-ignore-parent", "--no-ignore-vcs"], "--no-ignore also searches the files that .gitignore, .ignore and similar files exclude"),
    (&["--one-file-system"], "other file systems are searched too; -g '!mnt/' leaves out a directory"),
    (&["--sort-files"], "files are sorted by path; leave it out"),
    (&["--trim"], "a URL is printed without the blanks around it; leave it out"),
    (&["--encoding"], "the charset of a file is detected; --as TYPE sets its type"),
    (&["--replace"], "--format prints each URL in your own form, and no file is changed; the Python module and the Rust library replace URLs in a text"),
    (&["--exclude", "--ignore-file"], "-g '!*.html' leaves out files by name"),
    (&["--exclude-dir"], "-g '!drafts/' leaves out directories by name"),
    (&["--include"], "-g '*.mbox' selects files by name"),
    (&["--list-types"], "--type-list lists the types of -t; `--as help` lists the types of input"),
    (&["--no-color", "--nocolor"], "--color never prints without colours"),
    (&["--files-from"], "`xargs -d '\\n' urlgrep < LIST` takes the paths in a list"),
    (&["--files0-from"], "`xargs -0 urlgrep < LIST` takes the paths in a list"),
    (&["--files"], "`-c --include-zero` prints the paths of all files that are searched, -l those of files with URLs"),
    (&["--case-sensitive"], "-e distinguishes case unless -i is given; --no-ignore-case undoes -i"),
    (&["--count-matches"], "-c counts URLs, also several in one line"),
    (&["--domain", "--domains"], "--host 'x.org,*.x.org' keeps the URLs of a domain, --count-by domain counts domains"),
    (&["--hosts", "--only-hosts", "--unique-hosts"], "--count-by host prints each host once, --format '{host}' that of each URL"),
    (&["--exclude-host", "--exclude-hosts", "--ignore-host", "--not-host"], "-v --host 'x.org,*.x.org' leaves out hosts, -v --host @FILE those in a file"),
    (&["--host-file", "--hosts-file", "--hosts-from"], "--host @FILE reads hosts from a file, one on each line"),
    (&["--sort-by"], "`--format '{host} {url}' | sort` sorts URLs by host"),
    (&["--field-match-separator"], "--format prints each URL in your own form, with the separators that it has"),
    (&["--generate", "--man"], "`urlgrep help --man` prints the man page, --completion SHELL prints completions"),
    (&["--columns", "--fields"], "--csv --format '{host},{url}' chooses columns"),
    (&["--json-lines", "--jsonl", "--ndjson"], "--json prints one object per line"),
    (&["--out", "--outfile", "--output"], "`> FILE` writes the output to a file, `urlgrep report -o FILE` writes a report"),
    (&["--excel", "--spreadsheet", "--xlsx"], "`--csv > urls.csv` writes a table that a spreadsheet opens"),
    (&["--invalid", "--refused", "--rejected"], "--all also prints URLs that are refused, --explain-match says why they are"),
    (&["--defanged", "--fang", "--ioc", "--iocs", "--obfuscated"], "--refang also finds defanged URLs, --defang prints URLs so that nothing opens them"),
    (&["--offset", "--offsets"], "-b prints the byte offset of each URL, --json also where it ends"),
    (&["--total"], "`--stats -q` prints the numbers of files and URLs"),
    (&["--type-add", "--type-clear"], "-g '*.mbox' selects files by name; --type-list lists the types of -t"),
    (&["--multiline", "--multiline-dotall"], "URLs that are broken over lines are found without it; -U prints each URL once"),
    (&["--mmap", "--no-mmap"], "a file is read piece by piece; leave it out"),
    (&["--block-buffered", "--no-block-buffered"], "only --line-buffered flushes the output after each line; leave it out"),
    (&["--no-unicode", "--unicode"], "in -e, `(?-u)` turns Unicode off"),
    (&["--no-require-git"], "a .gitignore applies in a git work tree only; an .ignore file applies everywhere"),
    (&["--no-ignore-messages"], "--no-messages hides the warnings about .gitignore and similar files, and errors about files"),
    (&["--path-separator"], "paths have the separator of the system"),
    (&["--stop-on-nonmatch"], "-m N stops after N URLs in each file"),
    (&["--silent"], "-q prints nothing and exits at the first URL"),
    (&["--delimiter", "--sep", "--separator"], "`--csv --format '{path};{url}'` has the separator that you write"),
    (&["--check", "--check-links", "--online"], "urlgrep opens no URL; `urlgrep lint` finds mistakes in how URLs are written"),
    (&["--expand", "--follow-redirects", "--redirects"], "--unwrap shows where rewritten links lead; urlgrep opens no URL"),
    (&["--no-tracking", "--strip-tracking"], "-U=no-tracking prints each URL once, whatever its tracking parameters"),
    (&["--url-only", "--urls-only"], "-I leaves out paths, -N line numbers; then only URLs are printed"),
    (&["--passthru"], "only URLs are printed; -C N also prints N lines around each"),
    #[cfg(not(feature = "pick"))]
    (&["--pick"], "this program was built without it; build urlgrep with the feature pick (`cargo install --path . --features pick` in a clone)"),
    (&["--pre", "--pre-glob"], "compressed files are read without it; convert others first, and pipe them in"),
];

/// Flags of `urlgrep lint`.
#[rustfmt::skip]
const LINT_FLAGS: &[Row] = &[
    (&["-q", "-s", "--quiet", "--silent"], "`> /dev/null` hides the findings and keeps the exit status"),
    (&["-o", "--output-file"], "`> FILE` writes the findings to a file"),
    (&["--changed", "--staged", "--since"], "`git diff --name-only -z --diff-filter=d REV -- '*.md' | xargs -0 -r urlgrep lint` checks the files that changed since REV"),
    (&["--github", "--gitlab", "--junit", "--sarif"], "--output-format sets the format: sarif, github, gitlab, junit, json"),
    (&["--output"], "--output-format FORMAT sets the format of the findings, `> FILE` writes them to a file"),
    (&["--add-noqa"], "`--baseline FILE --write-baseline` records the findings, and --baseline FILE does not report them again"),
    (&["--extend-fixable", "--fix-only", "--fixable", "--unfixable"], "`--fix --select RULES` fixes the findings of these rules only, `--fix --ignore RULES` those of all others"),
    (&["--check", "--no-fix"], "files are only checked, unless --fix is given; leave it out"),
    (&["--disable"], "--ignore RULES leaves out rules, and so does `ignore` in urlgrep.toml"),
    (&["--max-warnings"], "--fail-on error allows warnings, --baseline FILE those that it records"),
    (&["--min-severity", "--severity"], "--fail-on error allows warnings and notes; `[severity]` in urlgrep.toml sets that of a rule"),
    (&["--exclude"], "--extend-exclude GLOB leaves out files, and so does `exclude` in urlgrep.toml"),
    (&["--exit-non-zero-on-fix"], "--diff shows what --fix would change, and its exit status is 1 if there is anything"),
    (&["--list", "--rules"], "--list-rules lists the rules, `--select RULES` chooses some"),
    (&["--stdin"], "`urlgrep lint -` checks standard input, --stdin-path PATH is its name"),
    (&["-f", "--error-format", "--format", "--reporter"], "--output-format FORMAT sets the format of the findings"),
    (&["--cache-dir", "--no-cache"], "nothing is stored between runs; leave it out"),
    (&["--dry-run", "--show-fixes"], "--diff shows what --fix would change"),
    (&["--no-color", "--nocolor"], "--color never prints without colours"),
    (&["--show-source"], "`--output-format full`, the default, shows the source"),
    (&["-v", "--verbose"], "--show-settings prints what applies to each file, --statistics the number of findings of each rule"),
    (&["--watch"], "`urlgrep lint --lsp` checks documents in an editor while they are written"),
    (&["-V", "--version"], "`urlgrep --version` prints the version"),
    (&["-c"], "--config FILE uses this configuration, --statistics counts the findings of each rule"),
    (&["-l", "--files-with-matches"], "`--output-format short PATH | cut -d: -f1 | uniq` prints the paths of documents with findings, --show-files those of all that are checked"),
    (&["-n", "--line-number"], "all formats have the line; leave it out"),
    (&["--apply", "--write"], "--fix applies safe fixes"),
    (&["--extend-per-file-ignores", "--per-file-ignores"], "`[per-file-ignores]` in urlgrep.toml lists rules that are not checked in some files"),
    (&["--ignore-noqa"], "findings that a comment allows are not reported; remove the comment"),
    (&["--no-config"], "--isolated ignores all configuration files"),
    (&["--no-messages"], "`2> /dev/null` hides errors about files and keeps the exit status"),
    (&["--preview"], "--extend-select RULES also checks rules that are off by default; --list-rules marks them `opt-in`"),
    (&["--no-respect-gitignore", "--respect-gitignore"], "files that git ignores are not checked, unless --no-ignore is given"),
    (&["--stdin-filename"], "--stdin-path PATH is the name of standard input"),
];

/// Flags of `urlgrep parse`.
const PARSE_FLAGS: &[Row] = &[
    (
        &["--refang"],
        "`echo 'hxxp://x[.]org' | urlgrep --refang | urlgrep parse` parses the working URL",
    ),
    (&["--csv", "--format"], "--json prints one object per URL"),
];

/// Flags of `urlgrep wrap`.
const WRAP_FLAGS: &[Row] = &[
    (
        &["-i", "-o", "--in-place", "--output", "--write"],
        "`> FILE` writes the text to another file",
    ),
    (&["-w"], "--width N sets the width"),
];

/// Flags of `urlgrep report`.
const REPORT_FLAGS: &[Row] = &[(
    &["--csv", "--format"],
    "`urlgrep --csv` prints a table of URLs; a report has buttons that save its rows as CSV and JSON",
)];

const SORT: &str = "--sort and --sortr take `path` or `none`; `--format '{message.date} {url}' | sort` sorts URLs by date";

/// The answer to an unknown flag of another program, or to its orders of files.
pub(super) fn answer(error: &clap::Error) -> Option<String> {
    if error.kind() == ErrorKind::InvalidUtf8 {
        return not_utf_8();
    }
    let subcommand = env::args_os()
        .nth(1)
        .and_then(|first| first.into_string().ok());
    let subcommand = subcommand.filter(|name| super::SUBCOMMANDS.contains(&&**name));
    let (flags, command) = match subcommand.as_deref() {
        None => (FLAGS, "urlgrep"),
        Some("lint") => (LINT_FLAGS, "`urlgrep lint`"),
        Some("parse") => (PARSE_FLAGS, "`urlgrep parse`"),
        Some("report") => (REPORT_FLAGS, "`urlgrep report`"),
        Some("wrap") => (WRAP_FLAGS, "`urlgrep wrap`"),
        Some(_) => return None,
    };
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    if error.kind() == ErrorKind::InvalidValue && typed.starts_with("--sort") {
        return Some(SORT.to_string());
    }
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let name = typed.split('=').next().unwrap_or_default();
    // `grep -5`
    let is_number = |name: &str| name.parse::<u32>().is_ok();
    if command == "urlgrep" && name.strip_prefix('-').is_some_and(is_number) {
        let instead = "-C N also prints N lines around each URL";
        return Some(format!("{name} is not an option of {command}: {instead}"));
    }
    if command == "urlgrep"
        && let Some(how) = joined_unique()
    {
        return Some(format!("for -U, write `-U={how}`"));
    }
    let instead = match flags.iter().find(|(names, _)| names.contains(&name)) {
        Some((_, instead)) => (*instead).to_string(),
        None => command_of(name)?,
    };
    Some(format!("{name} is not an option of {command}: {instead}"))
}

/// Names the command that has this flag: a search, or the first of the subcommands.
fn command_of(name: &str) -> Option<String> {
    let all = super::command();
    if flag(&all, name).is_some() {
        return Some(format!("a search has it (`urlgrep {name}`)"));
    }
    let mut subcommands = all.get_subcommands();
    let subcommand = subcommands.find(|command| flag(command, name).is_some())?;
    Some(format!("`urlgrep {}` has it", subcommand.get_name()))
}

/// Names the value that is not UTF-8. It has a flag or follows one; a path may be any bytes.
fn not_utf_8() -> Option<String> {
    let args: Vec<_> = env::args_os().collect();
    let all = super::command();
    let takes_value = |before: &OsString| {
        let name = before.to_str().unwrap_or_default();
        let mut commands = iter::once(&all).chain(all.get_subcommands());
        commands
            .any(|command| flag(command, name).is_some_and(|arg| arg.get_action().takes_values()))
    };
    let is_value = |before: &OsString, arg: &OsString| {
        arg.as_encoded_bytes().starts_with(b"-") || takes_value(before)
    };
    let mut pairs = args.iter().zip(&args[1..]);
    let (_, wrong) = pairs.find(|(before, arg)| arg.to_str().is_none() && is_value(before, arg))?;
    let wrong = wrong.display();
    Some(format!(
        "{wrong}: not UTF-8; only paths and URLs may have other bytes"
    ))
}

/// The option of a command with this name: `-n`, `--line-number`.
fn flag<'c>(command: &'c Command, name: &str) -> Option<&'c Arg> {
    command.get_arguments().find(|arg| {
        let long = arg.get_long().map(|long| format!("--{long}"));
        let short = arg.get_short().map(|short| format!("-{short}"));
        !arg.is_hide_set() && (long.as_deref() == Some(name) || short.as_deref() == Some(name))
    })
}

/// The value in `-Uno-tracking`. Without `=` its letters are flags.
fn joined_unique() -> Option<String> {
    env::args_os().find_map(|arg| {
        let how = arg.to_str()?.strip_prefix("-U")?;
        Unique::from_str(how, false).ok().map(|_| how.to_string())
    })
}
