//! What the arguments mean.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use urlgrep::{Extractor, Match, mail, url};

use crate::args::{self, Args, Hyphen, Join};
use crate::input;
use crate::print::{Columns, Form};

/// What is to be done.
#[derive(Debug)]
pub(crate) struct Options {
    /// `-` is standard input; none is the current directory.
    pub(crate) paths: Vec<PathBuf>,
    /// The container that all input is said to be.
    pub(crate) container: Option<&'static str>,
    pub(crate) threads: usize,
    /// Whether to say what cannot be read.
    pub(crate) messages: bool,
    pub(crate) extractor: Extractor,
    /// Whether evidence decides hyphens at line breaks.
    pub(crate) settles: bool,
    /// In lower case; empty for all.
    schemes: Vec<String>,
    pub(crate) form: Form,
}

impl Options {
    /// What is typed, or what is wrong with it.
    pub(crate) fn of(args: &Args) -> Result<Options, String> {
        let args::Search {
            paths,
            input,
            found,
            output,
        } = &args.search;
        let mut paths = paths.clone();
        if paths.is_empty() && input::stdin_has_text() {
            paths.push(PathBuf::from(input::STDIN));
        }
        let said = input.container.as_deref();
        let form = form(output, args.shared.json, &paths);
        Ok(Options {
            paths,
            container: mail::names().find(|name| said == Some(name)),
            threads: match input.threads {
                0 => thread::available_parallelism().map_or(1, NonZero::get),
                threads => threads,
            },
            messages: !input.no_messages,
            extractor: extractor(args),
            settles: found.hyphen == Hyphen::Auto && form.shows_urls(),
            schemes: schemes(found)?,
            form,
        })
    }

    pub(crate) fn reads_stdin(&self) -> bool {
        self.paths
            .iter()
            .any(|path| path.as_os_str() == input::STDIN)
    }

    /// Whether the match's scheme is asked for.
    pub(crate) fn wants(&self, m: &Match<'_, [u8]>) -> bool {
        if self.schemes.is_empty() {
            return true;
        }
        let url = m.url();
        let written = url.scheme().unwrap_or_default();
        let is = |name: &String| {
            name.as_bytes().eq_ignore_ascii_case(written) || name == url.row().name()
        };
        self.schemes.iter().any(is)
    }
}

fn extractor(args: &Args) -> Extractor {
    let found = &args.search.found;
    let hyphen = match found.hyphen {
        Hyphen::Auto | Hyphen::Keep => urlgrep::Hyphen::Keep,
        Hyphen::Drop => urlgrep::Hyphen::Drop,
        Hyphen::Both => urlgrep::Hyphen::Both,
    };
    let join = match found.join {
        Join::Never => urlgrep::Join::Never,
        Join::Sure => urlgrep::Join::Sure,
        Join::Plausible => urlgrep::Join::Plausible,
    };
    Extractor::builder()
        .profile(args.shared.profile())
        .hyphen(hyphen)
        .join(join)
        .any_scheme(found.any_scheme)
        .all(found.all)
        .build()
}

fn form(output: &args::Output, json: bool, paths: &[PathBuf]) -> Form {
    let several = match paths {
        [path] => path.is_dir(),
        _ => true,
    };
    let path = output.with_filename || several && !output.no_filename;
    match (output.quiet, json, output.count) {
        (true, ..) => Form::Quiet,
        (_, true, _) => Form::Json,
        (.., true) => Form::Count { path },
        _ => Form::Plain(Columns {
            path,
            // As in ripgrep: a column alone leads nowhere.
            line: output.line_number || output.column,
            column: output.column,
            byte: output.byte_offset,
        }),
    }
}

/// The names of `-s`, in lower case.
fn schemes(found: &args::Found) -> Result<Vec<String>, String> {
    let check = |name: &String| {
        let name = name.to_ascii_lowercase();
        let with_colon = format!("{name}:");
        let url = url::parse(with_colon.as_bytes()).0;
        let is_name = url.scheme() == Some(name.as_bytes());
        match is_name && (found.any_scheme || !url.row().name().is_empty()) {
            true => Ok(name),
            false => Err(format!(
                "no scheme is called '{name}'; --any-scheme takes any"
            )),
        }
    };
    found.scheme.iter().map(check).collect()
}
