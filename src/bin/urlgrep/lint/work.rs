//! Lints files in parallel, block by block, and reports them in order.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use urlgrep::lint::{Finding, Linter, fix};

use super::baseline::{KnownUrls, NewBaseline, absolute, is_baseline};
use super::defang;
use super::diagnostic::{self, Diagnostic};
use super::diff::{binary, diff};
use super::file_rules::{Configs, FileRules, Rules};
use super::kind::DocumentKind;
use super::options::{Mode, Options};
use super::print::{Reporter, is_report};
use super::replace::{refuse_unread, replace};
use super::settings;
use super::wide::{Offsets, Wide};
use crate::args;
use crate::exit::Status;
use crate::folder;
use crate::interrupt;
use crate::stderr;
use crate::temporary::is_temporary;
use crate::visible::{path_text, visible};
use urlgrep::files::{self, Source};

/// The number of files that are linted before they are reported.
const BLOCK: usize = 512;

/// The result of linting a file.
#[derive(Default)]
struct LintedFile {
    path: PathBuf,
    /// Its path as text.
    name: String,
    found: Vec<Diagnostic>,
    /// The file of its baseline.
    baseline: Option<PathBuf>,
    /// The names of the rules that are on, if baselines are written.
    rules: Vec<&'static str>,
    /// What `--unwrap` would find, if baselines are written without it.
    in_targets: Vec<Finding>,
    /// The number of findings that were fixed.
    fixed: usize,
    /// The diff, or the fixed standard input.
    text: Vec<u8>,
    error: Option<String>,
    /// Whether its configuration is invalid.
    invalid_config: bool,
    /// Whether it was read, and is a document.
    checked: bool,
    /// Whether the configuration or an option excludes it.
    excluded: bool,
}

/// Lints all files and reports the findings.
pub(super) fn run(options: &Options<'_>) -> Status {
    let pool = match ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
    {
        Ok(pool) => pool,
        Err(error) => {
            stderr::say("threads", error);
            return Status::Error;
        }
    };
    if options.mode == Mode::Fix || options.typed.write_baseline {
        interrupt::handle();
    }
    let configs = Configs::new(options);
    if let Some(why) = configs.wrong_baseline() {
        args::wrong(why);
    }
    let mut known = KnownFiles::new(options);
    let mut sources = sources(options).filter(|source| known.is_new(source));
    let mut total = Summary::new(options);
    loop {
        let block: Vec<Source> = sources.by_ref().take(BLOCK).collect();
        if block.is_empty() {
            break;
        }
        let lint = |source: &Source| lint(source, options, &configs);
        let files: Vec<LintedFile> = pool.install(|| block.par_iter().map(lint).collect());
        for file in files {
            total.add(file);
        }
    }
    total.finish()
}

/// The files to lint. Where files are changed, a file comes before the links to it.
fn sources<'o>(options: &'o Options<'_>) -> Box<dyn Iterator<Item = Source> + 'o> {
    let sources = files::sources(options.paths.clone(), &options.walk);
    if options.mode != Mode::Fix {
        return Box::new(sources);
    }
    let is_link = |source: &Source| {
        let file = fs::canonicalize(&source.path);
        file.is_ok_and(|file| file != folder::absolute(&source.path))
    };
    let mut sources: Vec<Source> = sources.collect();
    sources.sort_by_cached_key(is_link);
    Box::new(sources.into_iter())
}

/// The files so far: each path is linted once, and each file is changed once. A link may have another type than its file.
struct KnownFiles<'o> {
    typed: HashSet<&'o Path>,
    /// The absolute paths that were typed. A file among them is not excluded, so it is not taken from a folder.
    typed_files: HashSet<PathBuf>,
    seen: HashSet<PathBuf>,
    follows_links: bool,
}

impl<'o> KnownFiles<'o> {
    fn new(options: &'o Options<'_>) -> KnownFiles<'o> {
        let typed = options.paths.iter().map(PathBuf::as_path);
        KnownFiles {
            typed: typed.clone().collect(),
            typed_files: typed.map(folder::absolute).collect(),
            seen: HashSet::new(),
            follows_links: options.mode == Mode::Fix,
        }
    }

    fn is_new(&mut self, source: &Source) -> bool {
        if source.is_stdin() {
            return true;
        }
        let path = folder::absolute(&source.path);
        if self.typed_files.contains(&path) && !self.typed.contains(&*source.path) {
            return false;
        }
        let file = self.follows_links.then(|| fs::canonicalize(&path).ok());
        self.seen.insert(file.flatten().unwrap_or(path))
    }
}

/// Reports files and sums up the results.
struct Summary<'o> {
    options: &'o Options<'o>,
    report: Reporter<'o>,
    /// The new baselines by their files, if they are to be written; `None` if one cannot be, which was reported.
    baselines: BTreeMap<PathBuf, Option<NewBaseline>>,
    /// The absolute paths of the files that were checked, if baselines are to be written.
    recorded: HashSet<PathBuf>,
    status: Status,
    /// Whether any file was checked.
    checked: bool,
    /// The files that are excluded.
    excluded: Vec<String>,
    /// The first file without a baseline, if baselines are to be written.
    without_baseline: Option<String>,
}

impl<'o> Summary<'o> {
    fn new(options: &'o Options<'o>) -> Summary<'o> {
        let typed = options.typed;
        let written = typed.baseline.iter().filter(|_| typed.write_baseline);
        let opened = written.map(|path| (path.clone(), new_baseline(path)));
        Summary {
            options,
            report: Reporter::new(options),
            baselines: opened.collect(),
            recorded: HashSet::new(),
            status: Status::Yes,
            checked: false,
            excluded: Vec::new(),
            without_baseline: None,
        }
    }

    fn add(&mut self, file: LintedFile) {
        if file.excluded {
            self.excluded.push(file.name.clone());
        }
        self.checked |= file.checked;
        if let Some(error) = &file.error {
            self.report.pause();
            stderr::say(&file.name, error);
        }
        if file.error.is_some() || file.invalid_config {
            self.status = Status::Error;
        }
        self.report.text(&file.text);
        if self.options.typed.write_baseline {
            self.record(&file);
            if file.checked {
                self.report.count(&file.found, file.fixed);
            }
            return;
        }
        let mode = self.options.mode;
        let failed = match mode {
            Mode::Diff => !file.text.is_empty(),
            _ => file.found.iter().any(|found| found.fails),
        };
        if failed && !self.options.typed.exit_zero && self.status == Status::Yes {
            self.status = Status::No;
        }
        if matches!(mode, Mode::Check | Mode::Fix | Mode::Diff) && file.checked {
            self.report.file(&file.path, file.found, file.fixed);
        }
    }

    /// Adds the findings of a file to its baseline.
    fn record(&mut self, file: &LintedFile) {
        if let Some(path) = &file.baseline {
            let known = self.baselines.entry(path.clone());
            let baseline = known.or_insert_with(|| new_baseline(path));
            if !file.checked {
                return;
            }
            self.recorded.extend(absolute(&file.name));
            if let Some(baseline) = baseline {
                baseline.add(&file.name, &file.found, &file.rules);
                baseline.keep(&file.name, &file.in_targets);
            }
        } else if file.checked && self.without_baseline.is_none() {
            self.without_baseline = Some(file.name.clone());
        }
    }

    fn finish(self) -> Status {
        self.report.finish();
        if !self.checked && self.status != Status::Error {
            let why = match &self.excluded[..] {
                [] => "no documents".to_string(),
                [name] => format!("'{name}' is excluded"),
                all => format!("{} files are excluded", all.len()),
            };
            stderr::line(&format!("urlgrep: warning: nothing was checked: {why}"));
        }
        if let Some(path) = &self.without_baseline {
            let why = "no baseline; name one with --baseline, or with `baseline` in urlgrep.toml";
            stderr::say(path, why);
        }
        let mut complete = self.without_baseline.is_none();
        for baseline in self.baselines.into_values() {
            complete &= baseline.is_some_and(|baseline| baseline.write(&self.recorded));
        }
        if complete { self.status } else { Status::Error }
    }
}

fn new_baseline(path: &Path) -> Option<NewBaseline> {
    let say = |why| stderr::say(path.display(), why);
    NewBaseline::open(path).map_err(say).ok()
}

fn lint(source: &Source, options: &Options<'_>, configs: &Configs<'_>) -> LintedFile {
    let stdin_path = options
        .typed
        .stdin_path
        .as_deref()
        .filter(|_| source.is_stdin());
    let path = stdin_path.unwrap_or(&source.path);
    let mut work = FileWork {
        source,
        path,
        options,
        linted: LintedFile {
            path: path.to_path_buf(),
            name: path_text(path).into_owned(),
            ..LintedFile::default()
        },
    };
    let done = work.lint(configs);
    let mut linted = work.linted;
    linted.error = linted.error.or(done.err());
    linted
}

fn read(source: &Source) -> Result<Option<Vec<u8>>, String> {
    source.read().map_err(stderr::reason)
}

/// The work on a file.
struct FileWork<'w> {
    source: &'w Source,
    /// Its path; of standard input that of `--stdin-path`.
    path: &'w Path,
    options: &'w Options<'w>,
    linted: LintedFile,
}

impl FileWork<'_> {
    /// Lints the file, or returns why it cannot be read.
    fn lint(&mut self, configs: &Configs<'_>) -> Result<(), String> {
        let (source, options) = (self.source, self.options);
        if is_temporary(&source.path) {
            return Ok(());
        }
        // An editor replaces its text by the output, whatever becomes of it.
        let is_filter = options.mode == Mode::Fix && source.is_stdin();
        let mut document = None;
        if is_filter {
            document = read(source)?;
            self.linted.text = document.clone().unwrap_or_default();
        }
        let named = configs.is_named(&source.path) && !source.is_stdin();
        let rules = match configs.rules(self.path, named) {
            Rules::Linter(rules) => rules,
            Rules::Excluded => {
                self.linted.excluded = true;
                return Ok(());
            }
            Rules::Invalid => {
                self.linted.invalid_config = true;
                return Ok(());
            }
        };
        self.linted.baseline = rules
            .baseline
            .as_ref()
            .map(|baseline| baseline.path.clone());
        let is_own =
            |baseline: &PathBuf| same_file::is_same_file(baseline, &source.path).unwrap_or(false);
        if self.linted.baseline.as_ref().is_some_and(is_own) {
            return Ok(());
        }
        if !is_filter {
            if options.mode == Mode::Fix {
                refuse_unread(&source.path)?;
            }
            document = read(source)?;
        }
        if let Some(document) = document.filter(|it| !is_result(it)) {
            self.check(&rules, document);
        }
        Ok(())
    }

    /// Checks or fixes a document, or shows how that is done.
    fn check(&mut self, rules: &FileRules, document: Vec<u8>) {
        let (options, linted) = (self.options, &mut self.linted);
        linted.checked = true;
        let (wide, document) = match Wide::decode(&document) {
            Some((wide, text)) => (Some(wide), text),
            None => (None, document),
        };
        let kind = DocumentKind::detect(options.kind.or(rules.kind), self.path, &document);
        if options.typed.write_baseline {
            let enabled = urlgrep::lint::rules().iter();
            let enabled = enabled.filter(|rule| rules.linter.is_enabled(rule, kind.kind));
            linted.rules = enabled.map(|rule| rule.name()).collect();
        }
        let (current, findings) = match options.mode {
            Mode::ShowFiles => {
                linted.text = format!("{}\n", visible(linted.name.as_bytes())).into_bytes();
                return;
            }
            Mode::ShowSettings => {
                linted.text = settings::describe(&linted.name, kind, rules).into_bytes();
                return;
            }
            Mode::Check => {
                let findings = fixable_findings(&rules.linter, kind, &document);
                (document, findings)
            }
            Mode::Fix | Mode::Diff => self.fix(rules, kind, document, wide),
        };
        if options.typed.write_baseline && !options.typed.unwrap {
            self.linted.in_targets = rules.linter.lint_rewritten_links(kind.kind, &current);
        }
        let mut found = diagnostic::locate(&self.linted.name, &current, findings, rules.least);
        if options.typed.defang {
            found.iter_mut().for_each(defang::defang);
        }
        if let Some(wide) = wide {
            to_bytes_of_utf_16(&mut found, &current, wide);
        }
        self.linted.found = match &rules.baseline {
            Some(baseline) => {
                baseline.filter_new(&self.linted.name, found, |found| &mut found.finding)
            }
            None => found,
        };
    }

    /// Applies fixes as the options say. Returns the resulting document and the remaining findings.
    fn fix(
        &mut self,
        rules: &FileRules,
        kind: DocumentKind,
        document: Vec<u8>,
        wide: Option<Wide>,
    ) -> (Vec<u8>, Vec<Finding>) {
        let linter = &rules.linter;
        let (source, options, linted) = (self.source, self.options, &mut self.linted);
        let changeable = is_changeable(kind, linter);
        let baseline = rules.baseline.as_ref();
        let known = baseline.map(|baseline| baseline.urls_of(&linted.name));
        let fixed = fix(linter, kind.kind, &document, options.safety, |finding| {
            let is_known = |known: &KnownUrls<'_>| known.contains(&finding.url);
            changeable && !known.as_ref().is_some_and(is_known)
        });
        let changed = fixed.applied > 0;
        let encoded = |text: &[u8]| wide.map_or_else(|| text.to_vec(), |wide| wide.encode(text));
        match options.mode {
            Mode::Diff if changed && wide.is_some() => linted.text = binary(&linted.name),
            Mode::Diff if changed => linted.text = diff(&linted.name, &document, &fixed.document),
            Mode::Fix if source.is_stdin() => linted.text = encoded(&fixed.document),
            Mode::Fix if changed => {
                if let Err(why) =
                    replace(&source.path, &encoded(&document), &encoded(&fixed.document))
                {
                    linted.error = Some(why);
                    let findings = fixable_findings(linter, kind, &document);
                    return (document, findings);
                }
            }
            _ => {}
        }
        linted.fixed = fixed.applied;
        let findings = without_fixes(fixed.findings, changeable);
        (fixed.document, findings)
    }
}

/// Whether this is a baseline or a report. They are never checked: their URLs are those of other files.
pub(super) fn is_result(document: &[u8]) -> bool {
    is_baseline(document) || is_report(document)
}

/// Converts the byte positions of a text in UTF-8 to those of its document in UTF-16.
fn to_bytes_of_utf_16(found: &mut [Diagnostic], text: &[u8], wide: Wide) {
    let offsets = Offsets::new(text, wide);
    let converted = |at: &Range<u64>| offsets.offset(at.start)..offsets.offset(at.end);
    for diagnostic in found {
        let finding = &mut diagnostic.finding;
        finding.at = converted(&finding.at);
        let edits = finding.fix.iter_mut().flat_map(|fix| &mut fix.edits);
        edits.for_each(|edit| edit.at = converted(&edit.at));
    }
}

/// The findings in a document, with fixes if they are offered in its type.
pub(super) fn fixable_findings(
    linter: &Linter,
    kind: DocumentKind,
    document: &[u8],
) -> Vec<Finding> {
    let findings = linter.lint(kind.kind, document);
    without_fixes(findings, is_changeable(kind, linter))
}

/// Whether fixes are offered in a document of this type.
fn is_changeable(kind: DocumentKind, linter: &Linter) -> bool {
    kind.is_named || linter.fixes_everywhere(kind.kind)
}

fn without_fixes(mut findings: Vec<Finding>, changeable: bool) -> Vec<Finding> {
    if !changeable {
        findings.iter_mut().for_each(|finding| finding.fix = None);
    }
    findings
}
