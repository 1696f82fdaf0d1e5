//! What the arguments mean.

use std::env;
use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use urlgrep::mail::{self, Selection};
use urlgrep::{Engine, Extractor};

use crate::args::{self, Args, Hyphen, Join, When};
use crate::dates::Period;
use crate::filter::Filter;
use crate::input::{self, ReadOptions, WalkOptions};
use crate::print::{Columns, Form, Manner, Template};

/// How many times its size a compressed file may grow to, unless it is said.
const MAX_GROWTH: u64 = 250;

/// What is to be done.
#[derive(Debug)]
pub(crate) struct Options {
    /// `-` is standard input; none is the current directory.
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) walk: WalkOptions,
    pub(crate) read: ReadOptions,
    /// What of each message is searched.
    pub(crate) want: Selection,
    pub(crate) period: Period,
    /// Whether what cannot be decoded is an error.
    pub(crate) strict_decode: bool,
    pub(crate) threads: usize,
    /// Whether to say what cannot be read.
    pub(crate) messages: bool,
    pub(crate) progress: When,
    pub(crate) extractor: Extractor,
    /// Whether evidence decides hyphens at line breaks.
    pub(crate) settles: bool,
    pub(crate) filter: Filter,
    pub(crate) unique: Option<args::Unique>,
    /// How many URLs of a file are wanted.
    pub(crate) max_count: Option<u64>,
    /// Whether it matters what a match's URL is; else they are only counted.
    pub(crate) needs_urls: bool,
    pub(crate) form: Form,
    pub(crate) manner: Manner,
    pub(crate) stats: bool,
}

impl Options {
    /// What is typed, or what is wrong with it.
    pub(crate) fn of(args: &Args) -> Result<Options, String> {
        let search = &args.search;
        let args::Search { input, found, .. } = search;
        if input.unrestricted > 0 {
            let why =
                "-u is not taken: -U prints each URL once, --no-ignore --hidden search all files";
            return Err(why.to_string());
        }
        let mut paths = search.paths.clone();
        if paths.is_empty() && input::stdin_has_text() {
            paths.push(PathBuf::from(input::STDIN));
        }
        let said = input.container.as_deref();
        let filter = Filter::of(&search.filter, found.any_scheme)?;
        let form = form(args, &paths)?;
        let unique = search.filter.unique;
        let (since, until) = (search.mail.since.as_deref(), search.mail.until.as_deref());
        let period = Period::parse(since, until)?;
        let needs_urls =
            form.shows_urls() || !period.is_all() || !filter.is_empty() || unique.is_some();
        Ok(Options {
            walk: walk(&search.walk)?,
            read: ReadOptions {
                said: input::TYPES.into_iter().find(|name| said == Some(name)),
                max_growth: input.max_growth.unwrap_or(MAX_GROWTH),
            },
            want: want(&search.mail),
            strict_decode: search.mail.strict_decode,
            period,
            threads: match input.threads {
                0 => thread::available_parallelism().map_or(1, NonZero::get),
                threads => threads,
            },
            messages: !input.no_messages,
            progress: input.progress,
            extractor: extractor(args)?,
            settles: found.hyphen == Hyphen::Auto && needs_urls,
            filter,
            unique,
            max_count: max_count(args, &form),
            needs_urls,
            form,
            manner: Manner {
                color: color(&search.output),
                by_line: search.output.line_buffered,
                slow: paths.iter().any(|path| path.as_os_str() == input::STDIN),
            },
            stats: search.list.stats,
            paths,
        })
    }

    /// Whether it matters when messages were written.
    pub(crate) fn needs_dates(&self) -> bool {
        !self.period.is_all() || self.form.shows_dates()
    }

    /// Whether the first URL answers all that is asked.
    pub(crate) fn ends_at_first(&self) -> bool {
        matches!(self.form, Form::Quiet) && !self.stats && self.max_count != Some(0)
    }
}

pub(crate) fn walk(typed: &args::Walk) -> Result<WalkOptions, String> {
    Ok(WalkOptions {
        hidden: typed.hidden,
        no_ignore: typed.no_ignore,
        follow: typed.follow,
        globs: WalkOptions::globs(&typed.glob)?,
        text: typed.text,
        sorted: typed.sort == args::Sort::Path,
    })
}

fn want(typed: &args::Mail) -> Selection {
    let mut want = Selection::default();
    want.headers = typed.headers;
    want.fields.clone_from(&typed.field);
    want.alternative = match typed.alternative {
        args::AlternativeChoice::All => mail::AlternativePart::All,
        args::AlternativeChoice::Text => mail::AlternativePart::Text,
        args::AlternativeChoice::Html => mail::AlternativePart::Html,
    };
    want
}

fn extractor(args: &Args) -> Result<Extractor, String> {
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
    let engine = match &args.search.input.engine {
        None => Engine::best(),
        Some(name) => engine(name)?,
    };
    Ok(Extractor::builder()
        .profile(args.shared.profile())
        .hyphen(hyphen)
        .join(join)
        .any_scheme(found.any_scheme)
        .schemeless(found.schemeless)
        .email(found.email)
        .refang(found.refang)
        .all(found.all)
        .engine(engine)
        .build())
}

fn engine(name: &str) -> Result<Engine, String> {
    let named = Engine::available().find(|engine| engine.name() == name);
    named.ok_or_else(|| {
        let names: Vec<_> = Engine::available().map(Engine::name).collect();
        format!("--engine {name}: this machine has {}", names.join(", "))
    })
}

/// In one file the first URL says whether it has any.
fn max_count(args: &Args, form: &Form) -> Option<u64> {
    let filter = &args.search.filter;
    // What `-U` leaves out depends on all URLs before; sums count all.
    let whole = filter.unique.is_some() || args.search.list.stats;
    let one = (matches!(form, Form::List { .. }) && !whole).then_some(1);
    filter.max_count.into_iter().chain(one).min()
}

fn color(output: &args::Output) -> bool {
    match output.color {
        When::Always => true,
        When::Never => false,
        When::Auto => output.pretty || terminal_has_color(),
    }
}

/// Whether standard output is a terminal that shows colours to someone who wants them.
pub(crate) fn terminal_has_color() -> bool {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty());
    let dumb = set("TERM").is_none_or(|term| term == "dumb") && cfg!(unix);
    io::stdout().is_terminal() && set("NO_COLOR").is_none() && !dumb
}

fn form(args: &Args, paths: &[PathBuf]) -> Result<Form, String> {
    let args::Search { list, output, .. } = &args.search;
    let several = match paths {
        [path] => path.is_dir(),
        _ => true,
    };
    let path = output.with_filename || several && !output.no_filename;
    let null = output.null;
    if list.quiet {
        return Ok(Form::Quiet);
    }
    // Of these the last one that was given is left.
    Ok(match (&output.format, list.count_by) {
        _ if args.shared.json => Form::Json,
        (Some(template), _) => Form::Template(Template::of(template)?),
        (_, Some(by)) => Form::Tally { by, top: list.top },
        _ if list.count => Form::Count {
            path,
            zero: list.include_zero,
            null,
        },
        _ if list.files_with_matches || list.files_without_match => Form::List {
            with: list.files_with_matches,
            null,
        },
        _ => Form::Plain(columns(output, path, paths)),
    })
}

fn columns(output: &args::Output, path: bool, paths: &[PathBuf]) -> Columns {
    let terminal = io::stdout().is_terminal();
    // As in ripgrep: who searches standard input is in a pipeline.
    let only_stdin = matches!(paths, [path] if path.as_os_str() == input::STDIN);
    let line = terminal && !only_stdin || output.line_number || output.column || output.pretty;
    Columns {
        path,
        heading: (terminal || output.pretty || output.heading) && !output.no_heading,
        null: output.null,
        // A column alone leads nowhere.
        line: line && !output.no_line_number,
        column: output.column,
        byte: output.byte_offset,
    }
}
