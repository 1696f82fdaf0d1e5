//! The rules of each file, from the options and the configurations of its folders.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use urlgrep::document::Kind;
use urlgrep::lint::{Linter, Severity};

use super::anchor_cache::AnchorCache;
use super::baseline::{Baseline, Baselines};
use super::config::{Config, is_in_entry, matches, nested};
use super::inputs::Inputs;
use super::options::Options;
use super::tree::Tree;
use crate::folder::absolute;
use crate::lock::lock;
use crate::stderr;
use crate::text_file::read_text;

/// The configurations of all folders so far.
pub(super) struct Configs<'o> {
    options: &'o Options<'o>,
    /// The paths on the command line, of which there may be many.
    named: HashSet<&'o Path>,
    /// `None` if the configuration is invalid, which `inputs` reported.
    folders: Mutex<HashMap<PathBuf, Option<Arc<Config>>>>,
    anchors: Arc<AnchorCache>,
    baselines: Baselines,
    /// The files that were read.
    pub(super) inputs: Inputs,
}

/// The rules of a file.
pub(super) enum Rules {
    Linter(Box<FileRules>),
    /// The file is excluded.
    Excluded,
    /// Its configuration is invalid.
    Invalid,
}

/// The configuration of a file.
pub(super) struct FileRules {
    pub(super) linter: Linter,
    /// Its type.
    pub(super) kind: Option<Kind>,
    pub(super) config: Arc<Config>,
    /// The lowest severity of a failure. It sets the exit status to 1, unless `--exit-zero` is given.
    pub(super) least: Severity,
    pub(super) baseline: Option<Arc<Baseline>>,
}

impl<'o> Configs<'o> {
    pub(super) fn new(options: &'o Options<'o>) -> Configs<'o> {
        Configs {
            options,
            named: options.paths.iter().map(PathBuf::as_path).collect(),
            folders: Mutex::default(),
            anchors: Arc::default(),
            baselines: Baselines::default(),
            inputs: Inputs::new(options.typed.lsp),
        }
    }

    /// Whether the command line has this path.
    pub(super) fn is_named(&self, path: &Path) -> bool {
        self.named.contains(path)
    }

    /// The rules of the file at `path`. If it is `named` on the command line, only an option excludes it.
    pub(super) fn rules(&self, path: &Path, named: bool) -> Rules {
        let path = absolute(path);
        let folder = path.parent().unwrap_or(&path);
        let typed = self.options.typed;
        let config = match &typed.config {
            _ if typed.isolated => Some(Arc::default()),
            Some(file) => self.named_file(file),
            None => self.for_folder(folder),
        };
        let Some(config) = config else {
            return Rules::Invalid;
        };
        let named = named && !typed.force_exclude;
        let configured = config.exclude.iter().filter(|_| !named);
        let mut excludes = configured.chain([&self.options.exclude]);
        if excludes.any(|globs| matches(globs, &path)) {
            return Rules::Excluded;
        }
        let kind = config
            .kinds
            .iter()
            .rev()
            .find(|(glob, _)| is_in_entry(glob, &path));
        let baseline = self.baseline(&config);
        let problem = baseline.as_ref().and_then(|it| it.problem.as_ref());
        if problem.is_some() && self.options.needs_baseline() {
            return Rules::Invalid;
        }
        let fail_on = self.options.fail_on.or(config.fail_on);
        Rules::Linter(Box::new(FileRules {
            linter: self.linter(&config, &path),
            kind: kind.map(|(_, kind)| *kind),
            config: Arc::clone(&config),
            least: fail_on.unwrap_or(Severity::Warning),
            baseline,
        }))
    }

    /// The baseline of a file with this configuration.
    fn baseline(&self, config: &Config) -> Option<Arc<Baseline>> {
        let typed = self.options.typed;
        let path = typed.baseline.as_ref().or(config.baseline.as_ref())?;
        Some(self.baselines.get(path, || {
            if typed.write_baseline {
                return Baseline::new(path);
            }
            self.inputs.add(path);
            let baseline = Baseline::open(path);
            if let Some(why) = &baseline.problem
                && !self.options.shows_only()
            {
                self.inputs.say(path, why);
            }
            baseline
        }))
    }

    /// Why the baseline of the option cannot be used.
    pub(super) fn wrong_baseline(&self) -> Option<String> {
        let path = self.options.typed.baseline.as_ref();
        let path = path.filter(|_| self.options.needs_baseline())?;
        let baseline = self.baselines.get(path, || Baseline::open(path));
        let why = baseline.problem.as_ref()?;
        Some(format!("--baseline {}: {why}", path.display()))
    }

    fn linter(&self, config: &Config, path: &Path) -> Linter {
        let mut linter = Linter::builder()
            .rewritten_links(self.options.typed.unwrap)
            .allowed_ports(config.allowed_ports.iter().copied())
            .allowed_hosts(config.allowed_hosts.iter().cloned())
            .gateways(
                config
                    .gateways
                    .iter()
                    .chain(&self.options.gateways)
                    .cloned(),
            )
            .fix_kinds(
                config
                    .fix_kinds
                    .iter()
                    .chain(&self.options.typed.fix_kind)
                    .cloned(),
            );
        for (rule, severity) in &config.severities {
            linter = linter.severity(rule, *severity);
        }
        let typed = &self.options.selection;
        for selection in config.selections.iter().chain([typed]) {
            linter = selection.apply(linter);
        }
        let per_file = config
            .per_file
            .iter()
            .filter(|(glob, _)| is_in_entry(glob, path));
        let extending = typed.extend_select.concat();
        let ignored = per_file.flat_map(|(_, rules)| rules.iter().copied());
        linter
            .files(Arc::new(Tree::new(path, Arc::clone(&self.anchors))))
            .ignore(ignored.filter(|rule| !extending.contains(rule)))
            .build()
    }

    /// The configuration in the file of `--config`. Its globs are relative to the current directory.
    fn named_file(&self, path: &Path) -> Option<Arc<Config>> {
        let mut folders = lock(&self.folders);
        if let Some(known) = folders.get(path) {
            return known.clone();
        }
        let here = std::env::current_dir().unwrap_or_default();
        self.inputs.add(path);
        let text = read_text(path).map_err(stderr::reason);
        let config = text.and_then(|text| Config::default().extended(&text, path, &here));
        let config = config.and_then(|config| config.ok_or_else(|| "no `[tool.urlgrep]`".into()));
        let say = |why| self.inputs.say(path, why);
        let config = config.map(Arc::new).map_err(say).ok();
        folders.insert(path.to_path_buf(), config.clone());
        config
    }

    /// The configuration of the files at `folder` and above. `None` if one is invalid.
    fn for_folder(&self, folder: &Path) -> Option<Arc<Config>> {
        let mut folders = lock(&self.folders);
        let known = folder
            .ancestors()
            .find(|above| folders.contains_key(*above));
        let mut config = known.map_or(Some(Arc::default()), |known| folders[known].clone());
        let new: Vec<&Path> = folder
            .ancestors()
            .take_while(|above| Some(*above) != known)
            .collect();
        for folder in new.into_iter().rev() {
            config = config.and_then(|above| nested(above, folder, &self.inputs));
            folders.insert(folder.to_path_buf(), config.clone());
        }
        config
    }
}
