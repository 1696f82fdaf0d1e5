//! Arguments that are refused because they cannot be meant so: options without effect, a file where a value belongs, a stream that would
//! have to be read twice. The error says what to write instead.

use std::fs::FileType;
use std::path::{Path, PathBuf};

use urlgrep::files;

use crate::args::{self, Args};

/// Refuses options that the form of the output would ignore. Those that the configuration file sets for other searches are ignored.
pub(super) fn in_output(args: &Args) -> Result<(), String> {
    let args::Search { list, output, .. } = &args.search;
    let json = args.shared.json;
    // A format of one's own, or CSV.
    let own = !json && (output.format.is_some() || output.csv);
    let counts = list.count_by.is_some();
    if !json && !own && !counts {
        return Ok(());
    }
    let Some(typed) = Args::without_config() else {
        return Ok(());
    };
    let typed = &typed.search.output;
    let lists = list.files_with_matches || list.files_without_match;
    // `{context}` has the lines around a URL.
    let has_context = |format: &String| format.replace("{{", "").contains("{context}");
    let has_lines = typed.has_lines_around();
    let prints_context = output.format.as_ref().is_some_and(has_context);
    let has_columns = typed.column || typed.vimgrep || typed.byte_offset;
    #[rustfmt::skip]
    let refused = [
        (typed.explain_match && (json || own), "--explain-match prints lines for readers: leave out --json, --format and --csv"),
        (json && has_lines, "--json has no lines around a URL: leave out -A, -B and -C, or print `{url}` and `{context}` with --format"),
        (json && typed.null, "--json prints one object per line: leave out -0"),
        (counts && typed.null, "--count-by prints one name per line: leave out -0"),
        (own && lists && typed.csv, "--csv prints URLs or counts, not lists of files: leave it out"),
        (own && output.csv && list.stats && !list.quiet, "--stats prints lines for readers: leave out --csv"),
        (own && has_lines && !prints_context, "--format and --csv have no lines around a URL: leave out -A, -B and -C, or write `{context}` in the format"),
        (own && typed.null, "--format and --csv end a line with a line feed: leave out -0, or write `\\0` at the end of the format"),
        (own && typed.format.is_some() && has_columns, "--format names its columns: leave out --column, --vimgrep and -b, or write `{column}` or `{start}` in the format"),
    ];
    match refused.iter().find(|(is_so, _)| *is_so) {
        None => Ok(()),
        Some((_, why)) => Err(why.to_string()),
    }
}

/// Refuses a file in the place of a value if no path is left and standard input has no text: a search of the current directory would be a
/// surprise.
pub(super) fn files_as_values(search: &args::Search) -> Result<(), String> {
    let args::Search { filter, mail, .. } = search;
    let values = [
        ("-e", &filter.regexp),
        ("--host", &filter.host),
        ("--from", &mail.from),
        ("--to", &mail.to),
        ("--subject", &mail.subject),
        ("--field", &mail.field),
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

/// Refuses globs that match nothing, as an unset variable of a shell gives them.
pub(crate) fn empty_globs(flag: &str, globs: &[String]) -> Result<(), String> {
    let is_empty = |glob: &&String| matches!(glob.trim(), "" | "!");
    match globs.iter().find(is_empty) {
        Some(glob) => Err(format!("{flag} '{glob}': expected a glob: '*.mbox'")),
        None => Ok(()),
    }
}

/// Refuses what is no name of a header field (RFC 5322 section 3.6.8). A comma, `*` and `?` are allowed there, but no field has them.
pub(super) fn as_field(typed: &str) -> Result<(), String> {
    let is_name = |name: &str| {
        let in_names = |b: u8| b.is_ascii_graphic() && !b":,*?".contains(&b);
        !name.is_empty() && name.bytes().all(in_names)
    };
    if is_name(typed) {
        return Ok(());
    }
    let names = typed.trim().trim_end_matches(':').split(',').map(str::trim);
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    Err(
        if names.is_empty() || !names.iter().all(|name| is_name(name)) {
            format!("--field '{typed}': expected the name of a header field: Subject")
        } else {
            format!(
                "--field '{typed}': write --field {}",
                names.join(" --field ")
            )
        },
    )
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
