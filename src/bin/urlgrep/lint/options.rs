//! The options of `urlgrep lint`, derived from its arguments.

use std::path::{Path, PathBuf};

use ignore::gitignore::Gitignore;
use urlgrep::document::Kind;
use urlgrep::lint::{Safety, Severity};
use urlgrep::url::Gateway;

use super::select::{Selection, Selector, several};
use super::{kind, values};
use crate::args::{self, FailOn, Format, Lint, Shared, When};
use crate::changes::gateways;
use crate::options;
use crate::visible::path_text;
use urlgrep::files::{STDIN, WalkOptions};

/// The options of a run.
pub(super) struct Options<'o> {
    /// The options that mean what they say.
    pub(super) typed: &'o Lint,
    /// `-` is standard input; if empty, the current directory.
    pub(super) paths: Vec<PathBuf>,
    pub(super) walk: WalkOptions,
    pub(super) threads: usize,
    /// The type of every file, if given.
    pub(super) kind: Option<Kind>,
    /// Overrides the configuration.
    pub(super) selection: Selection,
    pub(super) exclude: Gitignore,
    /// More gateways than the configuration has.
    pub(super) gateways: Vec<Gateway>,
    pub(super) mode: Mode,
    /// Whether only safe fixes are applied, or all.
    pub(super) safety: Safety,
    pub(super) format: Format,
    pub(super) color: bool,
    /// Whether to print paths as hyperlinks, which only terminals support.
    pub(super) links: bool,
    /// Overrides the configuration.
    pub(super) fail_on: Option<Severity>,
}

/// What to do with documents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Check,
    Fix,
    Diff,
    ShowFiles,
    ShowSettings,
}

impl Mode {
    fn from_args(typed: &Lint) -> Mode {
        match typed {
            _ if typed.show_files => Mode::ShowFiles,
            _ if typed.show_settings => Mode::ShowSettings,
            _ if typed.diff => Mode::Diff,
            _ if typed.fix || typed.unsafe_fixes => Mode::Fix,
            _ => Mode::Check,
        }
    }
}

/// The rules with these names, the values of `option`.
fn rules(option: &str, names: &[String]) -> Result<Vec<Selector>, String> {
    let found = names.iter().map(|name| several(name));
    let found: Result<_, _> = found.collect();
    found.map_err(|why| format!("{option}: {why}"))
}

/// The rules of `--select`, which replace those of the configuration. The profile of RFC 1738 adds its own rule.
fn selected(shared: &Shared, typed: &Lint) -> Result<Option<Vec<Selector>>, String> {
    let selected = if typed.select.is_empty() {
        None
    } else {
        Some(rules("--select", &typed.select)?)
    };
    if shared.search_profile() != urlgrep::Profile::RFC1738 {
        return Ok(selected);
    }
    let mut all = match selected {
        Some(selected) => selected,
        None => vec![several("default")?],
    };
    all.push(several("not-rfc1738")?);
    Ok(Some(all))
}

impl<'o> Options<'o> {
    /// Converts the arguments, or returns an error message.
    pub(super) fn new(shared: &Shared, typed: &'o Lint) -> Result<Options<'o>, String> {
        Ok(Options {
            typed,
            paths: paths(typed)?,
            walk: options::walk(&typed.walk)?,
            threads: args::threads(typed.threads),
            kind: typed.kind.as_deref().and_then(kind::by_name),
            selection: Selection {
                select: selected(shared, typed)?,
                extend_select: rules("--extend-select", &typed.extend_select)?,
                ignore: rules("--ignore", &typed.ignore)?,
                off: Vec::new(),
            },
            exclude: globs(&typed.extend_exclude)?,
            gateways: gateways(&typed.gateway, false)?,
            mode: Mode::from_args(typed),
            safety: if typed.unsafe_fixes {
                Safety::Unsafe
            } else {
                Safety::Safe
            },
            format: match typed.output_format {
                Some(format) => format,
                None if shared.json => Format::Json,
                None => Format::Full,
            },
            color: typed.color.or(options::terminal_has_color()),
            links: typed.color != When::Never && options::terminal_has_color(),
            fail_on: typed.fail_on.map(|severity| match severity {
                FailOn::Error => Severity::Error,
                FailOn::Warning => Severity::Warning,
                FailOn::Note => Severity::Note,
            }),
        })
    }

    /// Whether it shows files or settings, and checks nothing.
    pub(super) fn shows_only(&self) -> bool {
        matches!(self.mode, Mode::ShowFiles | Mode::ShowSettings)
    }

    /// Whether nothing is checked if the baseline cannot be read. An editor shows all findings then.
    pub(super) fn needs_baseline(&self) -> bool {
        !self.shows_only() && !self.typed.write_baseline && !self.typed.lsp
    }
}

/// The paths to check. `--stdin-path` is an error if standard input is not among them.
fn paths(typed: &Lint) -> Result<Vec<PathBuf>, String> {
    let stdin = Path::new(STDIN);
    match (&typed.stdin_path, &typed.paths[..]) {
        (Some(_), []) => Ok(vec![stdin.to_path_buf()]),
        (Some(name), paths) if !paths.iter().any(|path| path == stdin) => Err(format!(
            "--stdin-path {} is the name of standard input, which is not read: leave it out, or write `-` in place of {}",
            path_text(name),
            path_text(&paths[0])
        )),
        (_, paths) => Ok(paths.to_vec()),
    }
}

/// The globs of `--extend-exclude`, relative to the current directory.
fn globs(typed: &[String]) -> Result<Gitignore, String> {
    options::refused::empty_globs("--extend-exclude", typed)?;
    let here = std::env::current_dir().unwrap_or_default();
    values::gitignore(&here, typed).map_err(|why| format!("--extend-exclude {why}"))
}
