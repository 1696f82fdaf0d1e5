//! `urlgrep.toml`, or `[tool.urlgrep]` in `pyproject.toml`: configures the rules for the files in its folder and below.
//!
//! A nested file extends those above it: its keys replace theirs, and `extend-…` adds to them. `root = true` ends the search.

use std::cmp::Reverse;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::Gitignore;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};
use urlgrep::document::Kind;
use urlgrep::lint::{Rule, Severity};
use urlgrep::url::Gateway;

use super::inputs::Inputs;
use super::select::{self, Selection};
use super::values::{
    ConfigError, by_glob, fail_on, file, gateways, globs, hosts, kind_names, kind_of, ports,
    selectors, severity, unknown_key, wrong,
};
use crate::folder::{absolute, folder_of};
use crate::stderr;
use crate::text_file::{read_regular, text};

const NAME: &str = "urlgrep.toml";
const PYPROJECT: &str = "pyproject.toml";

/// The maximum size of these files.
const MAX: u64 = 16 << 20;

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
    /// What each of them says about which rules are on.
    pub(super) selections: Vec<Selection>,
    pub(super) exclude: Vec<Gitignore>,
    pub(super) per_file: Vec<(Gitignore, Vec<&'static Rule>)>,
    pub(super) allowed_ports: Vec<u16>,
    pub(super) allowed_hosts: Vec<String>,
    pub(super) gateways: Vec<Gateway>,
    /// The last one of a rule counts.
    pub(super) severities: Vec<(&'static Rule, Severity)>,
    pub(super) kinds: Vec<(Gitignore, Kind)>,
    pub(super) fix_kinds: Vec<String>,
    pub(super) fail_on: Option<Severity>,
    pub(super) baseline: Option<PathBuf>,
}

/// The configuration of a folder, which extends that of the folder above. `None` if it is invalid.
pub(super) fn nested(above: Arc<Config>, folder: &Path, inputs: &Inputs) -> Option<Arc<Config>> {
    for name in [NAME, PYPROJECT] {
        let path = folder.join(name);
        inputs.add(&path);
        let is_absent = |kind| matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory);
        let extended = match read_regular(&path, MAX).and_then(text) {
            Ok(text) => Config::clone(&above).extended(&text, &path, folder),
            Err(error) if is_absent(error.kind()) => continue,
            Err(error) => Err(stderr::reason(&error)),
        };
        match extended {
            Ok(Some(config)) => return Some(Arc::new(config)),
            Ok(None) => {}
            // Others check the rest of this file.
            Err(_) if name == PYPROJECT && !mentions_urlgrep(&path) => {}
            Err(why) => {
                inputs.say(&path, why);
                return None;
            }
        }
    }
    Some(above)
}

fn mentions_urlgrep(path: &Path) -> bool {
    read_regular(path, MAX).is_ok_and(|text| String::from_utf8_lossy(&text).contains("urlgrep"))
}

pub(super) fn matches(globs: &Gitignore, path: &Path) -> bool {
    path.starts_with(globs.path()) && globs.matched_path_or_any_parents(path, false).is_ignore()
}

/// Whether a file is one of those of an entry with a glob. `!x` is all but `x`.
pub(super) fn is_in_entry(glob: &Gitignore, path: &Path) -> bool {
    path.starts_with(glob.path())
        && match glob.matched_path_or_any_parents(path, false) {
            Match::Ignore(_) => true,
            Match::Whitelist(_) => false,
            Match::None => glob.num_whitelists() > 0,
        }
}

type Entry<'v, 'i> = (&'v Spanned<DeString<'i>>, &'v Spanned<DeValue<'i>>);

impl Config {
    /// Extends it with the text of the file at `path`, whose globs are relative to `folder`, or returns an error message. `None` if the file is not for us.
    pub(super) fn extended(
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
            let Some(own) = tool.and_then(|tool| tool.get("urlgrep")) else {
                return Ok(None);
            };
            let why = || wrong(own, "expected a table, `[tool.urlgrep]`");
            table = own.get_ref().as_table().ok_or_else(|| with_line(why()))?;
        }
        let is_root = table
            .get("root")
            .is_some_and(|value| value.get_ref().as_bool() == Some(true));
        if is_root {
            self = Config::default();
        }
        // A selection of its own replaces everything that the files above say about rules.
        if table.get("select").is_some() {
            self.selections.clear();
        }
        if table.get("ignore").is_some() {
            let above = self.selections.iter_mut();
            above.for_each(|above| above.ignore.clear());
        }
        self.files.push(path.to_path_buf());
        let mut own = Selection::default();
        for entry in table.iter() {
            self.set(entry, folder, &mut own).map_err(with_line)?;
        }
        self.selections.push(own);
        Ok(Some(self))
    }

    /// `None` turns the rules off.
    fn set_severity(
        &mut self,
        rules: &[&'static Rule],
        severity: Option<Severity>,
        own: &mut Selection,
    ) {
        for selection in self.selections.iter_mut().chain([&mut *own]) {
            selection.off.retain(|rule| !rules.contains(rule));
        }
        match severity {
            Some(severity) => {
                let rules = rules.iter().map(|rule| (*rule, severity));
                self.severities.extend(rules);
            }
            None => own.off.extend(rules),
        }
    }

    /// `own` is what this file says about which rules are on.
    fn set(
        &mut self,
        (key, value): Entry<'_, '_>,
        folder: &Path,
        own: &mut Selection,
    ) -> Result<(), ConfigError> {
        let name: &str = key.get_ref();
        match name {
            "select" => own.select = Some(selectors(value)?),
            "extend-select" => own.extend_select.extend(selectors(value)?),
            "ignore" | "extend-ignore" => own.ignore.extend(selectors(value)?),
            "exclude" => self.exclude = vec![globs(folder, value)?],
            "extend-exclude" => self.exclude.push(globs(folder, value)?),
            "per-file-ignores" => {
                for (globs, value) in by_glob(folder, value, "rules")? {
                    self.per_file.push((globs, selectors(value)?.concat()));
                }
            }
            "allowed-ports" => self.allowed_ports = ports(value)?,
            "allowed-hosts" => self.allowed_hosts = hosts(value)?,
            "gateways" => self.gateways.extend(gateways(value)?),
            "severity" => {
                let table = value.get_ref().as_table();
                let table = table.ok_or_else(|| wrong(value, "expected a table of rules"))?;
                let mut severities = Vec::new();
                for (name, value) in table.iter() {
                    let found = select::several(name.get_ref());
                    let found = found.map_err(|why| (name.span().start, why))?;
                    severities.push((found, severity(value)?));
                }
                severities.sort_by_key(|(rules, _)| Reverse(rules.len()));
                for (rules, severity) in severities {
                    self.set_severity(&rules, severity, own);
                }
            }
            "kinds" => {
                for (globs, value) in by_glob(folder, value, "types")? {
                    self.kinds.push((globs, kind_of(value)?));
                }
            }
            "fix-kinds" => self.fix_kinds = kind_names(value)?,
            "fail-on" => self.fail_on = Some(fail_on(value)?),
            "baseline" => {
                let folder = self.files.last().map_or(folder, |own| folder_of(own));
                // Several files may name the same one.
                self.baseline = Some(absolute(&folder.join(file(value)?)));
            }
            "root" => {
                let is_root = value.get_ref().as_bool();
                is_root.ok_or_else(|| wrong(value, "expected true or false"))?;
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
        let select = config.selections[0].select.as_ref();
        assert!(select.is_some_and(|selectors| selectors.concat().len() > 6));
        assert_eq!(config.allowed_ports, [81]);
        assert!(matches(&config.exclude[0], Path::new("/x/vendor/a.md")));
        assert!(!matches(&config.exclude[0], Path::new("/x/a.md")));
        assert_eq!(config.severities[0].1, Severity::Error);
        assert_eq!(config.kinds[0].1, Kind::Rst);
    }

    #[test]
    fn pyproject_has_a_table_for_us() {
        assert!(parse("[tool.ruff]\nselect = []\n", PYPROJECT).is_none());
        let config = parse(
            "[project]\nname = 'x'\n[tool.urlgrep]\nignore = ['U2']\n",
            PYPROJECT,
        );
        let config = config.expect("is for us");
        assert!(!config.selections[0].ignore.is_empty());
    }
}
