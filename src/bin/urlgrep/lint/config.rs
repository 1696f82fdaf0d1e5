//! `urlgrep.toml`: which rules are asked in the files of its folder and below.

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

/// What one file says.
#[derive(Debug, Default)]
pub(super) struct Config {
    select: Option<Vec<&'static Rule>>,
    ignore: Vec<&'static Rule>,
    exclude: Option<Gitignore>,
    per_file: Vec<(Gitignore, Vec<&'static Rule>)>,
    allowed_ports: Vec<u16>,
    allowed_hosts: Vec<String>,
}

/// The configurations of all folders that were met.
pub(super) struct Configs<'o> {
    options: &'o Options,
    /// None where it is wrong, which was said.
    folders: Mutex<HashMap<PathBuf, Option<Arc<Config>>>>,
}

/// The rules of a file.
pub(super) enum Rules {
    Linter(Box<Linter>),
    /// It is not to be judged.
    Excluded,
    /// Its configuration is wrong.
    Wrong,
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
        let Some(config) = self.of_folder(folder) else {
            return Rules::Wrong;
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

    /// What is said in the nearest file upward from `folder`; none if that is wrong.
    fn of_folder(&self, folder: &Path) -> Option<Arc<Config>> {
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
                    found = match Config::of(&text, above) {
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

/// What is wrong, and where: a byte of the file.
type Wrong = (usize, String);

impl Config {
    /// What the text of a file in `folder` says, or what is wrong with it.
    fn of(text: &str, folder: &Path) -> Result<Config, String> {
        let place = |(at, why): Wrong| {
            let before = &text.as_bytes()[..at.min(text.len())];
            let line = before.iter().filter(|b| **b == b'\n').count() + 1;
            format!("line {line}: {why}")
        };
        let table = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            place((at, error.message().replace('\n', ", ")))
        })?;
        let mut config = Config::default();
        for entry in table.get_ref().iter() {
            config.set(entry, folder).map_err(place)?;
        }
        Ok(config)
    }

    fn set(&mut self, (key, value): Entry<'_, '_>, folder: &Path) -> Result<(), Wrong> {
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
                let table = table.ok_or((at, format!("{name} is a table of globs and rules")))?;
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
                let why = format!("there is no key '{name}'{}", hint.unwrap_or_default());
                return Err((key.span().start, why));
            }
        }
        Ok(())
    }
}

/// A list of strings, each with its place.
fn strings<'v>(value: &'v Spanned<DeValue<'_>>) -> Result<Vec<(usize, &'v str)>, Wrong> {
    let wrong = |at| (at, "a list of strings is wanted here".to_string());
    let at = value.span().start;
    let list = value.get_ref().as_array().ok_or_else(|| wrong(at))?;
    let strings = list.iter().map(|item| {
        let at = item.span().start;
        let string = item.get_ref().as_str().ok_or_else(|| wrong(at))?;
        Ok((at, string))
    });
    strings.collect()
}

fn rules(value: &Spanned<DeValue<'_>>) -> Result<Vec<&'static Rule>, Wrong> {
    let mut all = Vec::new();
    for (at, name) in strings(value)? {
        all.extend(select::several(name).map_err(|why| (at, why))?);
    }
    Ok(all)
}

fn ports(value: &Spanned<DeValue<'_>>) -> Result<Vec<u16>, Wrong> {
    let wrong = |at| {
        (
            at,
            "a list of numbers up to 65535 is wanted here".to_string(),
        )
    };
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

/// Globs as in .gitignore.
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
        Config::of(text, Path::new("/x")).expect_err("it is wrong")
    }

    #[test]
    fn errors_name_the_line_and_the_nearest_right_name() {
        assert_eq!(
            wrong("# x\nslect = []\n"),
            "line 2: there is no key 'slect'; did you mean 'select'?"
        );
        assert_eq!(
            wrong("select = [\n  'defualt-port',\n]\n"),
            "line 2: no rule is called 'defualt-port'; did you mean 'default-port'?"
        );
        assert!(wrong("select = 3\n").starts_with("line 1: a list of strings"));
        assert!(wrong("allowed-ports = [70000]\n").starts_with("line 1: a list of numbers"));
        assert!(wrong("\n\nselect = [\n").starts_with("line "));
        assert!(wrong("[per-file-ignores]\n'*.md' = ['x']\n").starts_with("line 2: no rule"));
    }

    #[test]
    fn what_it_says() {
        let config = Config::of(
            "select = ['U2', 'default']\nexclude = ['vendor/']\nallowed-ports = [81]\n",
            Path::new("/x"),
        )
        .expect("it is right");
        assert!(config.select.is_some_and(|rules| rules.len() > 6));
        assert_eq!(config.allowed_ports, [81]);
        let exclude = config.exclude.expect("it is there");
        assert!(matches(&exclude, Path::new("/x/vendor/a.md")));
        assert!(!matches(&exclude, Path::new("/x/a.md")));
    }
}
