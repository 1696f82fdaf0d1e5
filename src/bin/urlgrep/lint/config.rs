//! `urlgrep.toml`: configures the rules for the files in its folder and below.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};
use urlgrep::lint::{Linter, Rule, nearest};

use super::options::Options;
use super::select;
use crate::lock::lock;
use crate::stderr;

const NAME: &str = "urlgrep.toml";

const KEYS: [&str; 6] = [
    "select",
    "ignore",
    "exclude",
    "per-file-ignores",
    "allowed-ports",
    "allowed-hosts",
];

/// The content of one file.
#[derive(Debug, Default)]
pub(super) struct Config {
    select: Option<Vec<&'static Rule>>,
    ignore: Vec<&'static Rule>,
    exclude: Option<Gitignore>,
    per_file: Vec<(Gitignore, Vec<&'static Rule>)>,
    allowed_ports: Vec<u16>,
    allowed_hosts: Vec<String>,
}

/// The configurations of all folders so far.
pub(super) struct Configs<'o> {
    options: &'o Options,
    /// `None` if the configuration is invalid, which was reported.
    folders: Mutex<HashMap<PathBuf, Option<Arc<Config>>>>,
}

/// The rules of a file.
pub(super) enum Rules {
    Linter(Box<Linter>),
    /// The file is excluded.
    Excluded,
    /// Its configuration is invalid.
    Invalid,
}

impl<'o> Configs<'o> {
    pub(super) fn new(options: &'o Options) -> Configs<'o> {
        Configs {
            options,
            folders: Mutex::default(),
        }
    }

    /// The rules of the file at `path`.
    pub(super) fn rules(&self, path: &Path) -> Rules {
        let Ok(path) = std::path::absolute(path) else {
            return Rules::Linter(Box::new(self.linter(&Config::default(), path)));
        };
        let folder = path.parent().unwrap_or(&path);
        let Some(config) = self.for_folder(folder) else {
            return Rules::Invalid;
        };
        let matches = |globs: &Gitignore| matches(globs, &path);
        match config.exclude.as_ref().is_some_and(matches) {
            true => Rules::Excluded,
            false => Rules::Linter(Box::new(self.linter(&config, &path))),
        }
    }

    fn linter(&self, config: &Config, path: &Path) -> Linter {
        let mut linter = Linter::builder()
            .allowed_ports(config.allowed_ports.iter().copied())
            .allowed_hosts(config.allowed_hosts.iter().cloned());
        linter = match (&self.options.select, &config.select) {
            (Some(typed), _) => linter.select(typed.iter().copied()),
            (None, Some(select)) => linter
                .select(select.iter().copied())
                .ignore(config.ignore.iter().copied()),
            (None, None) => linter.ignore(config.ignore.iter().copied()),
        };
        let per_file = config
            .per_file
            .iter()
            .filter(|(globs, _)| matches(globs, path));
        linter
            .ignore(per_file.flat_map(|(_, rules)| rules.iter().copied()))
            .ignore(self.options.ignore.iter().copied())
            .build()
    }

    /// The configuration in the nearest file at `folder` or above. `None` if it is invalid.
    fn for_folder(&self, folder: &Path) -> Option<Arc<Config>> {
        let mut folders = lock(&self.folders);
        if let Some(known) = folders.get(folder) {
            return known.clone();
        }
        let mut found = Some(Arc::default());
        for above in folder.ancestors() {
            if let Some(known) = folders.get(above) {
                found = known.clone();
                break;
            }
            let path = above.join(NAME);
            match fs::read_to_string(&path) {
                Ok(text) => {
                    found = match Config::parse(&text, above) {
                        Ok(config) => Some(Arc::new(config)),
                        Err(why) => {
                            stderr::say(path.display(), why);
                            None
                        }
                    };
                    folders.insert(above.to_path_buf(), found.clone());
                    break;
                }
                Err(error)
                    if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {}
                Err(error) => {
                    stderr::say(path.display(), stderr::reason(&error));
                    found = None;
                    break;
                }
            }
        }
        folders.insert(folder.to_path_buf(), found.clone());
        found
    }
}

fn matches(globs: &Gitignore, path: &Path) -> bool {
    path.starts_with(globs.path()) && globs.matched_path_or_any_parents(path, false).is_ignore()
}

type Entry<'v, 'i> = (&'v Spanned<DeString<'i>>, &'v Spanned<DeValue<'i>>);

/// The position of an error, a byte of the file, and its message.
type ConfigError = (usize, String);

impl Config {
    /// Parses the text of a file in `folder`, or returns an error message.
    fn parse(text: &str, folder: &Path) -> Result<Config, String> {
        let with_line = |(at, why): ConfigError| {
            let before = &text.as_bytes()[..at.min(text.len())];
            let line = before.iter().filter(|b| **b == b'\n').count() + 1;
            format!("line {line}: {why}")
        };
        let table = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            with_line((at, error.message().replace('\n', ", ")))
        })?;
        let mut config = Config::default();
        for entry in table.get_ref().iter() {
            config.set(entry, folder).map_err(with_line)?;
        }
        Ok(config)
    }

    fn set(&mut self, (key, value): Entry<'_, '_>, folder: &Path) -> Result<(), ConfigError> {
        let name: &str = key.get_ref();
        let at = value.span().start;
        match name {
            "select" => self.select = Some(rules(value)?),
            "ignore" => self.ignore = rules(value)?,
            "exclude" => {
                let globs = strings(value)?;
                let globs: Vec<&str> = globs.iter().map(|(_, glob)| *glob).collect();
                self.exclude = Some(gitignore(folder, &globs).map_err(|why| (at, why))?);
            }
            "per-file-ignores" => {
                let table = value.get_ref().as_table();
                let table = table.ok_or((at, "expected a table of globs and rules".to_string()))?;
                for (glob, value) in table.iter() {
                    let globs = gitignore(folder, &[glob.get_ref()]);
                    let globs = globs.map_err(|why| (glob.span().start, why))?;
                    self.per_file.push((globs, rules(value)?));
                }
            }
            "allowed-ports" => self.allowed_ports = ports(value)?,
            "allowed-hosts" => {
                let hosts = strings(value)?.into_iter();
                self.allowed_hosts = hosts.map(|(_, host)| host.to_string()).collect();
            }
            _ => {
                let near = nearest(name, KEYS);
                let hint = near.map(|near| format!("; did you mean '{near}'?"));
                let why = format!("unknown key '{name}'{}", hint.unwrap_or_default());
                return Err((key.span().start, why));
            }
        }
        Ok(())
    }
}

/// A list of strings, each with its position.
fn strings<'v>(value: &'v Spanned<DeValue<'_>>) -> Result<Vec<(usize, &'v str)>, ConfigError> {
    let wrong = |at| (at, "expected a list of strings".to_string());
    let at = value.span().start;
    let list = value.get_ref().as_array().ok_or_else(|| wrong(at))?;
    let strings = list.iter().map(|item| {
        let at = item.span().start;
        let string = item.get_ref().as_str().ok_or_else(|| wrong(at))?;
        Ok((at, string))
    });
    strings.collect()
}

fn rules(value: &Spanned<DeValue<'_>>) -> Result<Vec<&'static Rule>, ConfigError> {
    let mut all = Vec::new();
    for (at, name) in strings(value)? {
        all.extend(select::several(name).map_err(|why| (at, why))?);
    }
    Ok(all)
}

fn ports(value: &Spanned<DeValue<'_>>) -> Result<Vec<u16>, ConfigError> {
    let wrong = |at| (at, "expected a list of numbers up to 65535".to_string());
    let at = value.span().start;
    let list = value.get_ref().as_array().ok_or_else(|| wrong(at))?;
    let numbers = list.iter().map(|item| {
        let number = item
            .get_ref()
            .as_integer()
            .and_then(|n| n.as_str().parse().ok());
        number.ok_or_else(|| wrong(item.span().start))
    });
    numbers.collect()
}

/// Globs with the syntax of .gitignore.
fn gitignore(folder: &Path, globs: &[&str]) -> Result<Gitignore, String> {
    let mut builder = GitignoreBuilder::new(folder);
    for glob in globs {
        builder
            .add_line(None, glob)
            .map_err(|error| format!("'{glob}': {error}"))?;
    }
    builder.build().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> String {
        Config::parse(text, Path::new("/x")).expect_err("invalid configuration")
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
        assert!(wrong("select = 3\n").starts_with("line 1: expected a list of strings"));
        assert!(
            wrong("allowed-ports = [70000]\n").starts_with("line 1: expected a list of numbers")
        );
        assert!(wrong("\n\nselect = [\n").starts_with("line "));
        assert!(wrong("[per-file-ignores]\n'*.md' = ['x']\n").starts_with("line 2: unknown rule"));
    }

    #[test]
    fn values() {
        let config = Config::parse(
            "select = ['U2', 'default']\nexclude = ['vendor/']\nallowed-ports = [81]\n",
            Path::new("/x"),
        )
        .expect("valid configuration");
        assert!(config.select.is_some_and(|rules| rules.len() > 6));
        assert_eq!(config.allowed_ports, [81]);
        let exclude = config.exclude.expect("exclude is set");
        assert!(matches(&exclude, Path::new("/x/vendor/a.md")));
        assert!(!matches(&exclude, Path::new("/x/a.md")));
    }
}
