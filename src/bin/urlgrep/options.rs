//! The options of a search: what its arguments mean together.

pub(crate) mod refused;

use std::env;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use urlgrep::mail::{self, Selection};
use urlgrep::{Builder, Engine, Extractor, url};

use crate::args::{self, Args, Command, Hyphen, Join, When};
use crate::around::{AroundOptions, LineCounts};
use crate::changes::is_valid;
use crate::defang::Defang;
use crate::file_types::file_types;
use crate::filter::Filter;
use crate::found::Found;
use crate::messages::MessageFilter;
use crate::print::{
    CSV_COLUMNS, Colors, Columns, CountFormat, Counted, Hyperlinks, Listed, Manner, OutputForm,
    Rows, Shows, Tallied, Template,
};
use crate::report::ReportOptions;
use crate::resolve::Index;
use crate::stderr;
use urlgrep::files::{self, Globs, ReadOptions, Settled, StreamOptions, WalkOptions, WalkOrder};

/// The options of a search.
#[derive(Debug)]
pub(crate) struct Options {
    /// `-` is standard input; no path is the current directory.
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) walk: WalkOptions,
    pub(crate) read: ReadOptions,
    /// The parts of a message that are searched.
    pub(crate) selection: Selection,
    pub(crate) message_filter: MessageFilter,
    pub(crate) around: AroundOptions,
    /// Whether a part that cannot be decoded is an error.
    pub(crate) strict_decode: bool,
    pub(crate) threads: usize,
    /// Whether errors and warnings are printed.
    pub(crate) reports_errors: bool,
    pub(crate) progress: When,
    extractor: Extractor,
    /// The same, but it counts lines.
    line_extractor: Extractor,
    /// Whether evidence decides open hyphens.
    pub(crate) resolves_hyphens: bool,
    pub(crate) filter: Filter,
    pub(crate) unique: Option<args::Unique>,
    /// The most URLs that are printed for a file.
    pub(crate) max_count: Option<u64>,
    /// Whether the output depends on the URLs; if not, matches are only counted.
    pub(crate) needs_urls: bool,
    pub(crate) form: OutputForm,
    /// The data that the form shows.
    pub(crate) shows: Shows,
    /// Whether the output is all URLs as they were found, one a line.
    pub(crate) only_urls: bool,
    pub(crate) manner: Manner,
    pub(crate) stats: bool,
    /// For `--resolve`: what the first pass finds.
    pub(crate) targets: Option<OnceLock<Index>>,
}

/// The named paths; without one, standard input where it has text.
fn paths(search: &args::Search) -> Result<Vec<PathBuf>, String> {
    if !search.paths.is_empty() {
        return Ok(search.paths.clone());
    }
    if files::stdin_has_text() {
        return Ok(vec![PathBuf::from(files::STDIN)]);
    }
    refused::files_as_values(search)?;
    Ok(Vec::new())
}

impl Options {
    /// The options that the arguments mean, or why they are wrong.
    pub(crate) fn from_args(args: &Args) -> Result<Options, String> {
        let search = &args.search;
        let args::Search { input, found, .. } = search;
        let paths = paths(search)?;
        let filter = Filter::from_args(&search.filter, found)?;
        let form = form(args, &paths)?;
        let shows = form.shows();
        // A file whose URLs others have too is not without URLs.
        let unique = search.filter.unique;
        let unique = unique.filter(|_| !search.list.files_without_match);
        let message_filter = MessageFilter::from_args(&search.mail)?;
        let needs_urls =
            shows.urls || !message_filter.is_empty() || !filter.is_empty() || unique.is_some();
        let extractor = extractor(args)?;
        let selection = selection(search)?;
        let reads_stdin = paths.iter().any(|path| path.as_os_str() == files::STDIN);
        let from_terminal = io::stdin().is_terminal() && reads_stdin;
        let around = around(search, &form);
        let settled = Settled::new(extractor.clone().build(), selection.clone());
        let settled = settle(settled, &form, &around, &message_filter);
        let is_bare = matches!(form, OutputForm::Plain(columns) if columns.shows_only_urls());
        let targets = search.mail.resolve && shows.targets;
        if search.mail.resolve {
            refused::streams(&paths)?;
        }
        let is_painted = color(&search.output) || io::stdout().is_terminal();
        let only_urls = is_bare
            && !is_painted
            && !targets
            && around.is_none()
            && message_filter.is_empty()
            && filter.is_empty()
            && filter.changes.is_none()
            && unique.is_none();
        let mut walk = walk(&search.walk)?;
        walk.output = form.file().map(Path::to_path_buf);
        walk.warn = walk.warn.filter(|_| !input.no_messages);
        Ok(Options {
            only_urls,
            walk,
            read: read(input, settled, search.output.line_buffered || from_terminal),
            selection,
            strict_decode: search.mail.strict_decode,
            around,
            message_filter,
            threads: args::threads(input.threads),
            reports_errors: !input.no_messages,
            progress: input.progress,
            line_extractor: extractor.clone().lines(true).build(),
            extractor: extractor.build(),
            resolves_hyphens: found.hyphen == Hyphen::Auto && needs_urls,
            filter,
            unique,
            max_count: max_count(args, &form),
            needs_urls,
            form,
            shows,
            manner: Manner {
                colors: color(&search.output)
                    .then(|| Colors::parse(&search.output.colors))
                    .transpose()?,
                by_line: search.output.line_buffered,
                slow: reads_stdin,
            },
            stats: search.list.stats,
            targets: targets.then(OnceLock::new),
            paths,
        })
    }

    /// Whether the dates of messages matter.
    pub(crate) fn needs_dates(&self) -> bool {
        self.message_filter.needs_dates() || self.shows.dates
    }

    /// Whether the message of a match matters.
    pub(crate) fn needs_origins(&self) -> bool {
        self.targets.is_some() || self.shows.headers() || !self.message_filter.is_empty()
    }

    pub(crate) fn extractor(&self, counts_lines: bool) -> &Extractor {
        if counts_lines {
            &self.line_extractor
        } else {
            &self.extractor
        }
    }

    /// Adds a match to the rows.
    pub(crate) fn render(&self, rows: &mut Rows, path: &Path, found: &Found<'_>) {
        // Only `-U` needs the key.
        let key = self.unique.map(|_| found.bytes());
        let index = self.targets.as_ref().and_then(OnceLock::get);
        let found = &Found {
            target: index.and_then(|index| {
                let (url, message) = (url::parse(found.meant()).0, found.origin.header.at);
                index.resolve(&url, path, message)
            }),
            ..found.clone()
        };
        rows.add(key, |rows| self.form.render(rows, path, found));
    }

    /// Whether the search ends at the first URL.
    pub(crate) fn ends_at_first(&self) -> bool {
        matches!(self.form, OutputForm::Quiet) && !self.stats && self.max_count != Some(0)
    }
}

pub(crate) fn walk(typed: &args::Walk) -> Result<WalkOptions, String> {
    refused::empty_globs("-g", &typed.glob)?;
    refused::empty_globs("--iglob", &typed.iglob)?;
    let exact = typed.glob.iter().map(|glob| (&glob[..], false));
    let any_case = typed.iglob.iter().map(|glob| (&glob[..], true));
    let globs = Globs::new(exact.chain(any_case)).map_err(|error| {
        let flag = if typed.glob.contains(&error.glob) {
            "-g"
        } else {
            "--iglob"
        };
        format!("{flag} {error}")
    })?;
    let mut walk = WalkOptions::default();
    walk.hidden = typed.hidden;
    walk.no_ignore = typed.no_ignore;
    walk.follow = typed.follow;
    walk.globs = globs;
    walk.types = file_types(&typed.types, &typed.type_not)?;
    walk.text = typed.text;
    let max_depth = typed.max_depth;
    walk.max_depth = max_depth.map(|depth| depth.try_into().unwrap_or(usize::MAX));
    walk.max_filesize = typed.max_filesize;
    walk.order = match (typed.sort, typed.sortr) {
        (_, Some(args::Sort::Path)) => WalkOrder::Reversed,
        (args::Sort::Path, None) => WalkOrder::ByPath,
        _ => WalkOrder::Any,
    };
    walk.warn = Some(|path, what| stderr::say(path.display(), format_args!("warning: {what}")));
    Ok(walk)
}

fn read(typed: &args::Input, settled: Settled, live: bool) -> ReadOptions {
    let mut read = ReadOptions::default();
    let container = typed.container.as_deref();
    let is = |name: &&str| container.is_some_and(|typed| typed.eq_ignore_ascii_case(name));
    read.container = files::types().find(is);
    read.streams = Some(StreamOptions::new(settled, live));
    read.max_growth = typed.max_growth.unwrap_or(read.max_growth);
    read
}

fn selection(search: &args::Search) -> Result<Selection, String> {
    let (typed, found) = (&search.mail, &search.found);
    typed
        .field
        .iter()
        .try_for_each(|name| refused::as_field(name))?;
    let mut selection = Selection::default();
    selection.relative = found.relative || found.base.is_some();
    selection.code = found.schemeless;
    selection.headers = typed.headers;
    selection.fields.clone_from(&typed.field);
    selection.alternative = match typed.alternative {
        args::AlternativeChoice::All => mail::AlternativePart::All,
        args::AlternativeChoice::Text => mail::AlternativePart::Text,
        args::AlternativeChoice::Html => mail::AlternativePart::Html,
    };
    Ok(selection)
}

fn extractor(args: &Args) -> Result<Builder, String> {
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
    let mut builder = Extractor::builder();
    if let Some(base) = &found.base {
        let (url, _) = url::parse(base.as_bytes());
        if url.scheme().is_none() || url.host().is_none() || !is_valid(base.as_bytes()) {
            return Err(format!(
                "--base {base}: expected a valid absolute URL with a host"
            ));
        }
        builder = builder.base(base.as_bytes());
    }
    Ok(builder
        .profile(args.shared.search_profile())
        .hyphen(hyphen)
        .join(join)
        .any_scheme(found.any_scheme)
        .schemeless(found.schemeless)
        .email(found.email)
        .refang(found.refang)
        .all(found.all || args.search.output.explain_match)
        .engine(engine))
}

fn engine(name: &str) -> Result<Engine, String> {
    let named = Engine::available().find(|engine| engine.name() == name);
    named.ok_or_else(|| {
        let names: Vec<_> = Engine::available().map(Engine::name).collect();
        format!("--engine {name}: this machine has {}", names.join(", "))
    })
}

/// To list files, one URL of each file is enough.
fn max_count(args: &Args, form: &OutputForm) -> Option<u64> {
    let filter = &args.search.filter;
    // `-U` depends on all URLs before, and `--stats` counts all.
    let whole = filter.unique.is_some() || args.search.list.stats;
    let one = (matches!(form, OutputForm::List(_)) && !whole).then_some(1);
    filter.max_count.into_iter().chain(one).min()
}

fn color(output: &args::Output) -> bool {
    output.color.or(output.pretty || terminal_has_color())
}

/// Whether standard output is a terminal on which colours are shown and wanted.
pub(crate) fn terminal_has_color() -> bool {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty());
    let dumb = set("TERM").is_none_or(|term| term == "dumb") && cfg!(unix);
    io::stdout().is_terminal() && set("NO_COLOR").is_none() && !dumb
}

/// Whether a row begins with the path of its file.
fn shows_paths(output: &args::Output, paths: &[PathBuf]) -> bool {
    let several = match paths {
        [path] => path.is_dir() || files::is_archive(path),
        _ => true,
    };
    output.with_filename || several && !output.no_filename
}

fn form(args: &Args, paths: &[PathBuf]) -> Result<OutputForm, String> {
    let args::Search { list, output, .. } = &args.search;
    if let Some(Command::Report(report)) = &args.command {
        if args.shared.json {
            return Err("--json prints URLs, and a report is HTML; leave out one of them".into());
        }
        return Ok(OutputForm::Report(ReportOptions::from_args(report)));
    }
    if list.quiet {
        return Ok(OutputForm::Quiet);
    }
    #[cfg(feature = "pick")]
    if output.pick {
        return Ok(OutputForm::Pick);
    }
    refused::in_output(args)?;
    // Of `-c`, `-l` and their like, the arguments keep the last.
    let lists = list.files_with_matches || list.files_without_match;
    let path = shows_paths(output, paths);
    let format = match (args.shared.json, output.csv) {
        (true, _) => CountFormat::Json,
        (_, true) => CountFormat::Csv,
        _ => CountFormat::Plain,
    };
    let defang = Defang(output.defang);
    Colors::parse(&output.colors)?;
    let links = Hyperlinks::parse(output.hyperlink_format.as_deref().unwrap_or_default())?;
    // As in ripgrep, links are for readers.
    let links = links.filter(|_| color(output));
    Ok(match (&output.format, list.count_by) {
        _ if args.shared.json && !list.counts() && !lists => OutputForm::Json {
            normalize: args.search.found.normalize,
        },
        (Some(template), _) => OutputForm::Template(Template::parse(template, output.csv, defang)?),
        (_, Some(by)) => OutputForm::Tally(Tallied {
            by,
            top: list.top,
            format,
            defang: Defang(output.defang && format != CountFormat::Json),
            draws: list.top.is_some() && format == CountFormat::Plain && io::stdout().is_terminal(),
        }),
        _ if list.count => OutputForm::Count(Counted {
            path,
            stdin_members: only_stdin(paths) && !output.no_filename,
            zero: list.include_zero,
            null: output.null,
            format,
            links,
        }),
        _ if lists => OutputForm::List(Listed {
            with: list.files_with_matches,
            null: output.null,
            json: args.shared.json,
            links,
        }),
        _ if output.csv => OutputForm::Template(Template::parse(&csv(&args.search), true, defang)?),
        _ => OutputForm::Plain(Columns {
            links,
            ..columns(output, path, paths)
        }),
    })
}

/// The columns of `--csv`, with those that were asked for.
fn csv(search: &args::Search) -> String {
    let args::Search { output, mail, .. } = search;
    let mut line = String::from("{line}");
    if output.column || output.vimgrep {
        line += ",{column}";
    }
    if output.byte_offset {
        line += ",{start}";
    }
    let target = if mail.resolve { ",{target}" } else { "" };
    CSV_COLUMNS.replacen("{line}", &line, 1) + target
}

/// What must be known before a match of a stream is printed.
fn settle(
    mut settled: Settled,
    form: &OutputForm,
    around: &AroundOptions,
    filter: &MessageFilter,
) -> Settled {
    settled.alternatives = matches!(form, OutputForm::Json { .. });
    settled.label = around.label;
    settled.header = form.shows().headers() || !filter.is_empty();
    // The line of the URL must be complete too.
    settled.lines_after = around
        .lines
        .map_or(0, |lines| lines.after.saturating_add(1));
    settled
}

/// The parts of the text around a URL that the output shows.
fn around(search: &args::Search, form: &OutputForm) -> AroundOptions {
    let args::Search { output, .. } = search;
    let default = match form {
        OutputForm::Report(_) => 1,
        #[cfg(feature = "pick")]
        OutputForm::Pick => 2,
        _ => 0,
    };
    let number = |own: Option<u64>| {
        let number = own.or(output.context).unwrap_or(default);
        usize::try_from(number).unwrap_or(usize::MAX)
    };
    let is_plain = matches!(form, OutputForm::Plain(_));
    let shows = form.shows();
    let shows_lines = is_plain && output.has_lines_around() || shows.context;
    AroundOptions {
        lines: shows_lines.then(|| LineCounts {
            before: number(output.before_context),
            after: number(output.after_context),
        }),
        label: shows.label,
        explain: is_plain && output.explain_match,
        defang: Defang(output.defang && !matches!(form, OutputForm::Json { .. })),
    }
}

fn only_stdin(paths: &[PathBuf]) -> bool {
    matches!(paths, [path] if path.as_os_str() == files::STDIN)
}

/// The columns that are printed, without links.
fn columns(output: &args::Output, path: bool, paths: &[PathBuf]) -> Columns {
    let terminal = io::stdout().is_terminal();
    // As in ripgrep: a search of standard input is part of a pipeline.
    let only_stdin = only_stdin(paths);
    let column = output.column || output.vimgrep;
    // A column is of no use without its line.
    let line = terminal && !only_stdin || output.line_number || column || output.pretty;
    let heading = (terminal || output.pretty || output.heading) && !output.no_heading;
    let line = line && !output.no_line_number;
    // These are of no use without the member's path.
    let needs_path = line || column || output.byte_offset || heading;
    Columns {
        context: output.has_lines_around(),
        label: output.link_text,
        links: None,
        path: path || output.vimgrep,
        heading: heading && !output.vimgrep,
        null: output.null,
        stdin_members: only_stdin && needs_path && !output.no_filename,
        line,
        column,
        defang: Defang(output.defang),
        byte: output.byte_offset,
    }
}
