//! Arguments that are refused, since they cannot be meant so.

use std::fs::FileType;
use std::path::{Path, PathBuf};

use urlgrep::files;

use crate::args::{self, Args};

/// Refuses options that the form of the output would ignore. Those that the configuration file sets for other searches are ignored.
pub(super) fn in_output(args: &Args) -> Result<(), String> {
    let args::Search { list, output, .. } = &args.search;
    let lists = list.files_with_matches || list.files_without_match;
    if (args.shared.json || output.format.is_some() || output.csv)
        && let Some(typed) = Args::without_config()
    {
        if typed.search.output.explain_match {
            return Err(
                "--explain-match prints lines for readers: leave out --json, --format and --csv"
                    .to_string(),
            );
        }
        if args.shared.json {
            in_json(&typed.search.output)?
        } else if lists && typed.search.output.csv {
            return Err(
                "--csv prints URLs or counts, not lists of files: leave it out".to_string(),
            );
        } else {
            in_format(&typed.search.output)?
        }
    }
    Ok(())
}

/// Refuses what would change nothing in a format of one's own.
fn in_format(output: &args::Output) -> Result<(), String> {
    if output.has_lines_around() {
        Err(
            "--format and --csv have no lines around a URL: leave out -A, -B and -C, or write `{context}` in the format"
                .to_string(),
        )
    } else if output.null {
        Err(
            "--format and --csv end a line with a line feed: leave out -0, or write `\\0` at the end of the format"
                .to_string(),
        )
    } else if output.format.is_some() && (output.column || output.vimgrep || output.byte_offset) {
        Err(
            "--format names its columns: leave out --column, --vimgrep and -b, or write `{column}` or `{start}` in the format"
                .to_string(),
        )
    } else {
        Ok(())
    }
}

/// Refuses what would change nothing in JSON.
fn in_json(output: &args::Output) -> Result<(), String> {
    if output.has_lines_around() {
        return Err(
            "--json has no lines around a URL: leave out -A, -B and -C, or print `{url}` and `{context}` with --format"
                .to_string(),
        );
    }
    if output.null {
        Err("--json prints one object per line: leave out -0".to_string())
    } else {
        Ok(())
    }
}

/// Refuses a file in the place of a value: then no path is left, and a search of the current directory would be a surprise.
pub(super) fn files_as_values(search: &args::Search) -> Result<(), String> {
    let args::Search { filter, mail, .. } = search;
    let values = [
        ("-e", &filter.regexp),
        ("--host", &filter.host),
        ("--from", &mail.from),
        ("--to", &mail.to),
        ("--subject", &mail.subject),
    ];
    let format = search
        .output
        .format
        .as_ref()
        .map(|format| ("--format", format));
    let all = values
        .iter()
        .flat_map(|(flag, typed)| typed.iter().map(|value| (*flag, value)));
    for (flag, value) in all.chain(format) {
        if Path::new(value).is_file() {
            return Err(format!(
                "{flag} {value}: this is a file, so {flag} has no value of its own; write `{flag} VALUE {value}`, or add a path"
            ));
        }
    }
    Ok(())
}

/// Refuses what cannot be read twice.
pub(super) fn streams(paths: &[PathBuf]) -> Result<(), String> {
    let is_stream = |path: &&PathBuf| {
        let other = |kind: FileType| !kind.is_file() && !kind.is_dir();
        let kind = path.metadata().map(|data| data.file_type());
        path.as_os_str() == files::STDIN || kind.is_ok_and(other)
    };
    match paths.iter().find(is_stream) {
        None => Ok(()),
        Some(path) => Err(format!(
            "--resolve reads its input twice, which `{}` does not allow; write it to a file first",
            path.display()
        )),
    }
}
