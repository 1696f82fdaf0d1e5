//! `urlgrep.toml`, or `[tool.urlgrep]` in `pyproject.toml`: configures the rules for the files in its folder and below.
//!
//! A nested file extends those above it: its keys replace theirs, and `extend-…` adds to them. `root = true` ends the search.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use ignore::gitignore::Gitignore;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};
use urlgrep::document::Kind;
use urlgrep::lint::{Linter, Rule, Severity};
use urlgrep::url::Gateway;

use super::anchor_cache::AnchorCache;
use super::baseline::{Baseline, Baselines};
use super::options::Options;
use super::tree::{Tree, normal};
use super::values::{
    ConfigError, by_glob, fail_on, file, gateways, globs, hosts, kind_of, ports, rules, severity,
    strings, unknown_key, unknown_kind,
};
use super::{kind, select};
use crate::folder::folder_of;
use crate::lock::lock;
use crate::stderr;

const NAME: &str = "urlgrep.toml";
const PYPROJECT: &str = "pyproject.toml";

#[rustfmt::skip]
const KEYS: [&str; 16] = [
    "select", "extend-select", "ignore", "extend-ignore", "exclude", "extend-exclude", "per-file-ignores",
    "allowed-ports", "allowed-hosts", "gateways", "severity", "kinds", "fix-kinds", "fail-on", "baseline", "root",
];

/// The configuration of a folder.
#[derive(Clone, Debug, Default)]
pub(super) struct Config {
    /// The files that it was read from, the nearest one last.
    pub(super) files: Vec<PathBuf>,
    select: Option<Vec<&'static Rule>>,
    extend_select: Vec<&'static Rule>,
    ignore: Vec<&'static Rule>,
    exclude: Vec<Gitignore>,
    per_file: Vec<(Gitignore, Vec<&'static Rule>)>,
    pub(super) allowed_ports: Vec<u16>,
    pub(super) allowed_hosts: Vec<String>,
    pub(super) gateways: Vec<Gateway>,
    /// The last one of a rule counts; `None` turns the rule off.
    severities: Vec<(&'static Rule, Option<Severity>)>,
    kinds: Vec<(Gitignore, Kind)>,
    pub(super) fix_kinds: Vec<String>,
    fail_on: Option<Severity>,
    baseline: Option<PathBuf>,
}

/// The configurations of all folders so far.
pub(super) struct Configs<'o> {
    options: &'o Options<'o>,
    /// `None` if the configuration is invalid, which was reported.
    folders: Mutex<HashMap<PathBuf, Option<Arc<Config>>>>,
    anchors: Arc<AnchorCache>,
    baselines: Baselines,
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
            folders: Mutex::default(),
            anchors: Arc::default(),
            baselines: Baselines::default(),
        }
    }

    /// The rules of the file at `path`. If it is `named` on the command line, only an option excludes it.
    pub(super) fn rules(&self, path: &Path, named: bool) -> Rules {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
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
            .find(|(globs, _)| matches(globs, &path));
        let baseline = match (&self.options.baseline, &config.baseline) {
            (Some(typed), _) => Some(Arc::clone(typed)),
            (None, None) => None,
            (None, Some(file)) => match self.baselines.open(file, typed.write_baseline) {
                Some(baseline) => Some(baseline),
                None => return Rules::Invalid,
            },
        };
        let fail_on = self.options.fail_on.or(config.fail_on);
        Rules::Linter(Box::new(FileRules {
            linter: self.linter(&config, &path),
            kind: kind.map(|(_, kind)| *kind),
            config: Arc::clone(&config),
            least: fail_on.unwrap_or(Severity::Warning),
            baseline,
        }))
    }

    fn linter(&self, config: &Config, path: &Path) -> Linter {
        let mut linter = Linter::builder()
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
        linter = match (&self.options.select, &config.select) {
            (Some(typed), _) => linter.select(typed.iter().copied()),
            (None, selected) => {
                if let Some(selected) = selected {
                    linter = linter.select(selected.iter().copied());
                }
                linter
                    .extend_select(config.extend_select.iter().copied())
                    .ignore(config.ignore.iter().copied())
            }
        };
        for (rule, severity) in config.last_severities().into_values() {
            linter = match severity {
                Some(severity) => linter.severity(rule, severity),
                // Rules that the command line selects are on.
                None if self.options.select.is_some() => linter,
                None => linter.ignore([rule]),
            };
        }
        let per_file = config
            .per_file
            .iter()
            .filter(|(globs, _)| matches(globs, path));
        linter
            .files(Arc::new(Tree::new(path, Arc::clone(&self.anchors))))
            .ignore(per_file.flat_map(|(_, rules)| rules.iter().copied()))
            .extend_select(self.options.extend_select.iter().copied())
            .ignore(self.options.ignore.iter().copied())
            .build()
    }

    /// The configuration in the file of `--config`. Its globs are relative to the current directory.
    fn named_file(&self, path: &Path) -> Option<Arc<Config>> {
        let mut folders = lock(&self.folders);
        if let Some(known) = folders.get(path) {
            return known.clone();
        }
        let here = std::env::current_dir().unwrap_or_default();
        let text = fs::read_to_string(path).map_err(stderr::reason);
        let config = text.and_then(|text| Config::default().extended(&text, path, &here));
        // A `pyproject.toml` without a table for us.
        let config = config.map(|config| Arc::new(config.unwrap_or_default()));
        let say = |why| stderr::say(path.display(), why);
        let config = config.map_err(say).ok();
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
            config = config.and_then(|above| nested(above, folder));
            folders.insert(folder.to_path_buf(), config.clone());
        }
        config
    }
}

/// The configuration of a folder, which extends that of the folder above. `None` if it is invalid.
fn nested(above: Arc<Config>, folder: &Path) -> Option<Arc<Config>> {
    for name in [NAME, PYPROJECT] {
        let path = folder.join(name);
        let is_absent = |kind| matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory);
        let extended = match fs::read_to_string(&path) {
            Ok(text) => Config::clone(&above).extended(&text, &path, folder),
            Err(error) if is_absent(error.kind()) || name == PYPROJECT => continue,
            Err(error) => Err(stderr::reason(&error)),
        };
        match extended {
            Ok(Some(config)) => return Some(Arc::new(config)),
            Ok(None) => {}
            // Others check the rest of this file.
            Err(_) if name == PYPROJECT && !mentions_urlgrep(&path) => {}
            Err(why) => {
                stderr::say(path.display(), why);
                return None;
            }
        }
    }
    Some(above)
}

fn mentions_urlgrep(path: &Path) -> bool {
    fs::read_to_string(path).is_ok_and(|text| text.contains("tool.urlgrep"))
}

fn matches(globs: &Gitignore, path: &Path) -> bool {
    path.starts_with(globs.path()) && globs.matched_path_or_any_parents(path, false).is_ignore()
}

type Entry<'v, 'i> = (&'v Spanned<DeString<'i>>, &'v Spanned<DeValue<'i>>);

impl Config {
    /// Extends it with the text of the file at `path`, whose globs are relative to `folder`, or returns an error message.  `None` if the file is not for us.
    fn extended(
        mut self,
        text: &str,
        path: &Path,
        folder: &Path,
    ) -> Result<Option<Config>, String> {
        let with_line = |(at, why): ConfigError| {
            let before = &text.as_bytes()[..at.min(text.len())];
            let line = before.iter().filter(|b| **b == b'\n').count() + 1;
            format!("line {line}: {why}")
        };
        let table = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            with_line((at, error.message().replace('\n', ", ")))
        })?;
        let mut table = table.get_ref();
        if path.file_name().is_some_and(|name| name == PYPROJECT) {
            let tool = table.get("tool").and_then(|tool| tool.get_ref().as_table());
            let own = tool
                .and_then(|tool| tool.get("urlgrep"))
                .and_then(|own| own.get_ref().as_table());
            match own {
                Some(own) => table = own,
                None => return Ok(None),
            }
        }
        let is_root = table
            .get("root")
            .is_some_and(|value| value.get_ref().as_bool() == Some(true));
        if is_root {
            self = Config::default();
        }
        // A selection of its own replaces everything that the files above say about rules.
        if table.get("select").is_some() {
            self.extend_select.clear();
            self.ignore.clear();
        }
        self.files.push(path.to_path_buf());
        for entry in table.iter() {
            self.set(entry, folder).map_err(with_line)?;
        }
        Ok(Some(self))
    }

    /// The severity of each rule that has one. Of several, the last one counts.
    fn last_severities(&self) -> HashMap<&'static str, (&'static Rule, Option<Severity>)> {
        let entries = self.severities.iter();
        entries.map(|entry| (entry.0.code(), *entry)).collect()
    }

    fn set(&mut self, (key, value): Entry<'_, '_>, folder: &Path) -> Result<(), ConfigError> {
        let name: &str = key.get_ref();
        let at = value.span().start;
        match name {
            "select" => self.select = Some(rules(value)?),
            "extend-select" => self.extend_select.extend(rules(value)?),
            "ignore" => self.ignore = rules(value)?,
            "extend-ignore" => self.ignore.extend(rules(value)?),
            "exclude" => self.exclude = vec![globs(folder, value)?],
            "extend-exclude" => self.exclude.push(globs(folder, value)?),
            "per-file-ignores" => {
                for (globs, value) in by_glob(folder, value, "rules")? {
                    self.per_file.push((globs, rules(value)?));
                }
            }
            "allowed-ports" => self.allowed_ports = ports(value)?,
            "allowed-hosts" => self.allowed_hosts = hosts(value)?,
            "gateways" => self.gateways.extend(gateways(value)?),
            "severity" => {
                let table = value.get_ref().as_table();
                let table = table.ok_or((at, "expected a table of rules".to_string()))?;
                for (name, value) in table.iter() {
                    let found = select::several(name.get_ref());
                    let found = found.map_err(|why| (name.span().start, why))?;
                    let severity = severity(value)?;
                    self.severities
                        .extend(found.into_iter().map(|rule| (rule, severity)));
                }
            }
            "kinds" => {
                for (globs, value) in by_glob(folder, value, "types")? {
                    self.kinds.push((globs, kind_of(value)?));
                }
            }
            "fix-kinds" => {
                let names = strings(value)?.into_iter();
                let known = names.map(|(at, name)| match kind::by_name(name) {
                    Some(_) => Ok(name.to_string()),
                    None => Err(unknown_kind(at, name)),
                });
                self.fix_kinds = known.collect::<Result<_, _>>()?;
            }
            "fail-on" => self.fail_on = Some(fail_on(value)?),
            "baseline" => {
                let folder = self.files.last().map_or(folder, |own| folder_of(own));
                let path = folder.join(file(value)?);
                // Several files may name the same one.
                let path = std::path::absolute(&path).unwrap_or(path);
                self.baseline = Some(normal(&path));
            }
            "root" => {
                let is_root = value.get_ref().as_bool();
                is_root.ok_or((at, "expected true or false".to_string()))?;
            }
            _ => return Err(unknown_key(key.span().start, name, KEYS)),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wrong(text: &str) -> String {
        let path = Path::new("/x/urlgrep.toml");
        let extended = Config::default().extended(text, path, Path::new("/x"));
        extended.expect_err("invalid configuration")
    }

    #[test]
    fn errors_name_the_line_and_the_nearest_name() {
        assert_eq!(
            wrong("# x\nslect = []\n"),
            "line 2: unknown key 'slect'; did you mean 'select'?"
        );
        assert_eq!(
            wrong("select = [\n  'defualt-port',\n]\n"),
            "line 2: unknown rule 'defualt-port'; did you mean 'default-port'?"
        );
        for (text, wanted) in [
            ("[tool.urlgrep]\nselect = []\n", "without `[tool.urlgrep]`"),
            ("[lint]\nselect = []\n", "without this table around them"),
            ("exit-zero = true\n", "only: --exit-zero"),
            ("fail-on = 'off'\n", "expected 'error', 'warning' or 'note'"),
            ("baseline = ['x.json']\n", "expected the path of a file"),
        ] {
            assert!(wrong(text).ends_with(wanted), "{}", wrong(text));
        }
        assert!(wrong("select = 3\n").starts_with("line 1: expected a list of strings"));
        assert!(
            wrong("allowed-ports = [70000]\n").starts_with("line 1: expected a list of numbers")
        );
        assert!(wrong("\n\nselect = [\n").starts_with("line "));
        assert!(wrong("[per-file-ignores]\n'*.md' = ['x']\n").starts_with("line 2: unknown rule"));
    }

    proptest! {
        /// Any file gives a configuration or an error of one line, which names a line of the file.
        #[test]
        fn any_text(tokens in prop::collection::vec(token(), 0..24)) {
            let text = tokens.concat();
            let path = Path::new("/x/urlgrep.toml");
            if let Err(error) = Config::default().extended(&text, path, Path::new("/x")) {
                let rest = error.strip_prefix("line ").expect("a line");
                let (line, why) = rest.split_once(": ").expect("a reason");
                let line: usize = line.parse().expect("a number");
                prop_assert!((1..=text.split('\n').count()).contains(&line), "{error}");
                prop_assert!(!why.is_empty() && !error.contains('\n'), "{error}");
            }
        }
    }

    /// A token of TOML, of a configuration, or any text.
    fn token() -> impl Strategy<Value = String> {
        let words = [
            "=",
            "[",
            "]",
            "{",
            "}",
            ",",
            ".",
            "\n",
            " ",
            "#",
            "'",
            "\"",
            "'''",
            "\\u12",
            "true",
            "1e9",
            "-1",
            "70000",
            "'*.md'",
            "'[a'",
            "'default-port'",
            "'U'",
            "'rst'",
            "'error'",
            "[tool.urlgrep]",
            "1979-05-27",
        ];
        let words = words.into_iter().chain(KEYS);
        let words = prop::sample::select(words.map(String::from).collect::<Vec<_>>());
        prop_oneof![4 => words, 1 => ".{0,3}"]
    }

    fn parse(text: &str, name: &str) -> Option<Config> {
        let path = Path::new("/x").join(name);
        let extended = Config::default().extended(text, &path, Path::new("/x"));
        extended.expect("valid configuration")
    }

    #[test]
    fn values() {
        let config = parse(
            "select = ['U2', 'default']\nexclude = ['vendor/']\nallowed-ports = [81]\n\
             [severity]\nbare-url = 'error'\n[kinds]\n'*.txt' = 'rst'\n",
            NAME,
        );
        let config = config.expect("is for us");
        assert!(config.select.is_some_and(|rules| rules.len() > 6));
        assert_eq!(config.allowed_ports, [81]);
        assert!(matches(&config.exclude[0], Path::new("/x/vendor/a.md")));
        assert!(!matches(&config.exclude[0], Path::new("/x/a.md")));
        assert_eq!(config.severities[0].1, Some(Severity::Error));
        assert_eq!(config.kinds[0].1, Kind::Rst);
    }

    #[test]
    fn pyproject_has_a_table_for_us() {
        assert!(parse("[tool.ruff]\nselect = []\n", PYPROJECT).is_none());
        let config = parse(
            "[project]\nname = 'x'\n[tool.urlgrep]\nignore = ['U2']\n",
            PYPROJECT,
        );
        assert_eq!(config.map(|config| config.ignore.is_empty()), Some(false));
    }
}
