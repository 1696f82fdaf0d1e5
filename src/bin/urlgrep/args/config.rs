//! The configuration file of a search: options that stand before those of the command line, which therefore override them.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{Paths, foreign, parse, reason};
use crate::exit::Status;
use crate::stderr;
use crate::text_file::read_text;

/// The variable that names the file. Without it no file is read.
const VARIABLE: &str = "URLGREP_CONFIG_PATH";

/// Why some options are refused.
const QUESTIONS: &str =
    "--help, --version, --type-list and --completion are for the command line only";

/// The file, if one is named.
fn path() -> Option<PathBuf> {
    let path = env::var_os(VARIABLE).filter(|path| !path.is_empty());
    path.map(PathBuf::from)
}

/// The message for options that are wrong only together with those of the file.
pub(super) fn blame(why: &str) -> String {
    let path = path().unwrap_or_default();
    format!("with the options of {} ({VARIABLE}): {why}", path.display())
}

/// Whether the arguments ask for something other than a search.
fn is_question(parsed: &Paths) -> bool {
    parsed.search.walk.type_list || parsed.search.output.completion.is_some()
}

/// Whether the arguments ask for help or the version.
fn is_answer(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::DisplayHelp | ErrorKind::DisplayVersion)
}

/// Why the options in the file are wrong.
fn why(error: &clap::Error, arguments: &[OsString]) -> String {
    // Of `-n -b` the argument is `- `, the first letter that is no option.
    let has_blank = |text: &str| text.contains(' ');
    let with_blank = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(typed)) if has_blank(typed) => {
            let mut arguments = arguments.iter();
            arguments.find(|argument| argument.to_str().is_some_and(has_blank))
        }
        _ => None,
    };
    match with_blank {
        Some(argument) if error.kind() == ErrorKind::UnknownArgument => not_an_option(argument),
        _ => foreign::answer(error).unwrap_or_else(|| reason(error)),
    }
}

fn not_an_option(argument: impl AsRef<Path>) -> String {
    format!(
        "{} is not an option; write one argument a line, `--sort=path` or `--sort` and `path`",
        argument.as_ref().display()
    )
}

/// The options in the file: one argument a line, as in ripgrep. Blank lines and lines that begin with `#` are left out. Exits if the file
/// cannot be read or has other arguments.
pub(super) fn arguments() -> Vec<OsString> {
    let Some(path) = path() else {
        return Vec::new();
    };
    let fail = |why: &str| -> ! {
        stderr::say(path.display(), format_args!("{why} ({VARIABLE})"));
        Status::Error.leave()
    };
    let text = match read_text(&path) {
        Ok(text) => text,
        Err(error) => fail(&stderr::reason(&error)),
    };
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let arguments: Vec<_> = lines.map(OsString::from).collect();
    // Alone first, so that a message names this file.
    let program = OsString::from("urlgrep");
    match parse::<Paths>([&program].into_iter().chain(&arguments).cloned()) {
        Ok(parsed) if is_question(&parsed) => fail(QUESTIONS),
        Ok(parsed) if parsed.search.paths.is_empty() => arguments,
        Ok(parsed) => fail(&not_an_option(&parsed.search.paths[0])),
        Err(error) if is_answer(error.kind()) => fail(QUESTIONS),
        Err(error) => fail(&why(&error, &arguments)),
    }
}
