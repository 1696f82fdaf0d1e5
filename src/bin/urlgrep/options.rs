//! What the arguments mean.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use urlgrep::{Extractor, Match, mail, url};

use crate::args::{Args, Hyphen, Join, Search};
use crate::input;
use crate::print::{Columns, Form};

/// What is to be done.
#[derive(Debug)]
pub(crate) struct Options {
    /// `-` is standard input; none is the current directory.
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) extractor: Extractor,
    /// Whether evidence decides hyphens at line breaks.
    pub(crate) settles: bool,
    /// Lower case; empty for all.
    schemes: Vec<String>,
    /// The container that all input is said to be.
    pub(crate) container: Option<&'static str>,
    pub(crate) form: Form,
    pub(crate) threads: usize,
    /// Whether to say what cannot be read.
    pub(crate) messages: bool,
}

impl Options {
    /// What is typed, or what is wrong with it.
    pub(crate) fn of(args: &Args) -> Result<Options, String> {
        let search = &args.search;
        let hyphen = match search.hyphen {
            Hyphen::Auto | Hyphen::Keep => urlgrep::Hyphen::Keep,
            Hyphen::Drop => urlgrep::Hyphen::Drop,
            Hyphen::Both => urlgrep::Hyphen::Both,
        };
        let join = match search.join {
            Join::Never => urlgrep::Join::Never,
            Join::Sure => urlgrep::Join::Sure,
            Join::Plausible => urlgrep::Join::Plausible,
        };
        let extractor = Extractor::builder()
            .profile(args.shared.profile())
            .hyphen(hyphen)
            .join(join)
            .any_scheme(search.any_scheme)
            .all(search.all);
        let mut paths = search.paths.clone();
        if paths.is_empty() && input::stdin_has_text() {
            paths.push(PathBuf::from(input::STDIN));
        }
        let said = search.container.as_deref();
        let form = form(args, &paths);
        Ok(Options {
            paths,
            extractor: extractor.build(),
            settles: search.hyphen == Hyphen::Auto && form.shows_urls(),
            schemes: schemes(search)?,
            container: mail::names().find(|name| said == Some(name)),
            form,
            threads: match search.threads {
                0 => thread::available_parallelism().map_or(1, NonZero::get),
                threads => threads,
            },
            messages: !search.no_messages,
        })
    }

    pub(crate) fn reads_stdin(&self) -> bool {
        self.paths
            .iter()
            .any(|path| path.as_os_str() == input::STDIN)
    }

    /// Whether matches of this one's scheme are asked for.
    pub(crate) fn wants(&self, m: &Match<'_, [u8]>) -> bool {
        if self.schemes.is_empty() {
            return true;
        }
        let url = m.url();
        let written = url.scheme().unwrap_or_default();
        let asked = |name: &String| {
            name.as_bytes().eq_ignore_ascii_case(written) || name == url.row().name()
        };
        self.schemes.iter().any(asked)
    }
}

fn form(args: &Args, paths: &[PathBuf]) -> Form {
    let search = &args.search;
    let several = match paths {
        [path] => path.is_dir(),
        _ => true,
    };
    let path = match (search.with_filename, search.no_filename) {
        (false, false) => several,
        (with, _) => with,
    };
    if search.quiet {
        Form::Quiet
    } else if args.shared.json {
        Form::Json
    } else if search.count {
        Form::Count { path }
    } else {
        Form::Plain(Columns {
            path,
            // As ripgrep does: a column alone leads nowhere.
            line: search.line_number || search.column,
            column: search.column,
            byte: search.byte_offset,
        })
    }
}

/// The names of `-s`, in lower case.
fn schemes(search: &Search) -> Result<Vec<String>, String> {
    let check = |name: &String| {
        let name = name.to_ascii_lowercase();
        let bytes = format!("{name}:").into_bytes();
        let url = url::parse(&bytes).0;
        let whole = url
            .scheme()
            .is_some_and(|scheme| scheme.len() == name.len());
        match whole && (search.any_scheme || !url.row().name().is_empty()) {
            true => Ok(name),
            false => Err(format!(
                "no scheme that is known: '{name}' (--any-scheme takes all)"
            )),
        }
    };
    search.scheme.iter().map(check).collect()
}
