//! `--baseline`, and `baseline` in the configuration: known findings, which are not reported.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};
use urlgrep::lint::Finding;

use super::diagnostic::Diagnostic;
use super::replace::{create, replace};
use crate::folder::{self, folder_of, normal};
use crate::lock::lock;
use crate::plural::counted;
use crate::stderr;
use crate::text_file::read_regular;

/// The number of findings of each rule for each URL of each file. It does not depend on line numbers.
#[derive(Debug)]
pub(super) struct Baseline {
    pub(super) path: PathBuf,
    /// Why it cannot be read. Then no finding is in it.
    pub(super) problem: Option<String>,
    folder: Folder,
    counts: BTreeMap<Key, u64>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Debug)]
struct Key {
    path: String,
    rule: String,
    url: String,
}

#[derive(Serialize, Deserialize)]
struct File {
    version: u32,
    findings: Vec<Row>,
}

#[derive(Serialize, Deserialize)]
struct Row {
    #[serde(flatten)]
    key: Key,
    count: u64,
}

impl Baseline {
    /// An empty one, for the file at `path`.
    pub(super) fn new(path: &Path) -> Baseline {
        Baseline {
            path: path.to_path_buf(),
            problem: None,
            folder: Folder(resolved(folder_of(path))),
            counts: BTreeMap::new(),
        }
    }

    /// The baseline at `path`.
    pub(super) fn open(path: &Path) -> Baseline {
        let missing = || "no such file; --write-baseline creates it".to_string();
        let bytes = read(path).and_then(|found| found.ok_or_else(missing));
        let (counts, problem) = match bytes.and_then(|bytes| parse(&bytes)) {
            Ok(counts) => (counts, None),
            Err(why) => (BTreeMap::new(), Some(why)),
        };
        Baseline {
            problem,
            counts,
            ..Baseline::new(path)
        }
    }

    /// The URLs of a file that have a finding in the baseline, so that no fix changes them.
    pub(super) fn urls_of(&self, path: &str) -> KnownUrls<'_> {
        self.urls_at(self.folder.relative(path))
    }

    /// The same of a file whose path is relative to the baseline's folder.
    fn urls_at(&self, relative: String) -> KnownUrls<'_> {
        let first = Key {
            path: relative,
            rule: String::new(),
            url: String::new(),
        };
        let rows = self.counts.range(&first..).map(|(key, _)| key);
        let rows = rows.take_while(|key| key.path == first.path);
        KnownUrls(rows.map(|key| &key.url[..]).collect())
    }

    /// The findings of a file that are not in the baseline. They have no fix if another finding about the same URL is in it.
    /// `finding` is the finding of an item of `found`.
    pub(super) fn filter_new<T>(
        &self,
        path: &str,
        mut found: Vec<T>,
        finding: impl Fn(&mut T) -> &mut Finding,
    ) -> Vec<T> {
        if found.is_empty() {
            return found;
        }
        let mut left: BTreeMap<Key, u64> = BTreeMap::new();
        let relative = self.folder.relative(path);
        found.retain_mut(|item| {
            let key = key(&relative, finding(item));
            let known = self.counts.get(&key).copied().unwrap_or_default();
            let left = left.entry(key).or_insert(known);
            let is_new = *left == 0;
            *left = left.saturating_sub(1);
            is_new
        });
        let known = self.urls_at(relative);
        for finding in found.iter_mut().map(finding) {
            if known.contains(&finding.url) {
                finding.fix = None;
            }
        }
        found
    }
}

/// A baseline to write. The findings of the files and rules that were checked replace those that it had of them; it keeps the others of
/// files that exist. Without `--unwrap` it keeps those in targets of rewritten links, if the links are still there.
pub(super) struct NewBaseline {
    old: Baseline,
    /// The content of its file; `None` if it has none yet.
    bytes: Option<Vec<u8>>,
    counts: BTreeMap<Key, u64>,
    /// The files that were checked, relative to its folder, with the rules that were.
    checked: HashMap<String, Vec<&'static str>>,
    /// The number of findings in targets of rewritten links that it keeps.
    in_targets: u64,
}

impl NewBaseline {
    /// That at `path`, which may have findings. Otherwise it is made. If another file is there, says so.
    pub(super) fn open(path: &Path) -> Result<NewBaseline, String> {
        // A pipe is not read, because nothing may ever come.
        if fs::metadata(path).is_ok_and(|file| !file.is_file()) {
            return Err("not written, because it is not a regular file".to_string());
        }
        let refused = |why| format!("{why}; delete it to write a new one");
        let bytes = read(path).map_err(refused)?;
        let found = bytes.as_deref().filter(|bytes| !bytes.is_empty());
        let counts = found.map_or(Ok(BTreeMap::new()), parse).map_err(refused)?;
        Ok(NewBaseline {
            old: Baseline {
                counts,
                ..Baseline::new(path)
            },
            bytes,
            counts: BTreeMap::new(),
            checked: HashMap::new(),
            in_targets: 0,
        })
    }

    /// Adds the findings of a file in which these rules were checked.
    pub(super) fn add(&mut self, path: &str, found: &[Diagnostic], rules: &[&'static str]) {
        let path = self.old.folder.relative(path);
        for diagnostic in found {
            let key = key(&path, &diagnostic.finding);
            *self.counts.entry(key).or_default() += 1;
        }
        self.checked.insert(path, rules.to_vec());
    }

    /// Keeps these findings of a file, which were not looked for, as far as the baseline had them. Follows [`NewBaseline::add`].
    pub(super) fn keep(&mut self, path: &str, unchecked: &[Finding]) {
        let path = self.old.folder.relative(path);
        for finding in unchecked {
            let key = key(&path, finding);
            let old = self.old.counts.get(&key).copied().unwrap_or_default();
            let new = self.counts.get(&key).copied().unwrap_or_default();
            if new < old {
                self.counts.insert(key, new + 1);
                self.in_targets += 1;
            }
        }
    }

    /// The old findings of existing files that were not checked, and of rules that were not. `all_checked` are the files of all baselines.
    fn kept(&self, all_checked: &HashSet<PathBuf>) -> Vec<(Key, u64)> {
        let folder = &self.old.folder;
        let mut known: HashMap<&str, bool> = HashMap::new();
        // A file that is checked for another baseline has its findings there.
        let is_kept =
            |path: &str| !all_checked.contains(&folder.absolute(path)) && folder.has(path);
        let mut is_kept = |path| *known.entry(path).or_insert_with(|| is_kept(path));
        let rows = self.old.counts.iter();
        let kept = rows.filter(|(key, _)| match self.checked.get(&key.path) {
            Some(rules) => !rules.contains(&&key.rule[..]),
            None => is_kept(&key.path),
        });
        kept.map(|(key, count)| (key.clone(), *count)).collect()
    }

    /// Writes the file, and says on standard error how many findings are in it. Returns whether that succeeded.
    pub(super) fn write(mut self, all_checked: &HashSet<PathBuf>) -> bool {
        let new = sum(&self.counts) - self.in_targets;
        let kept = self.kept(all_checked);
        self.counts.extend(kept);
        let all = sum(&self.counts);
        let rows = self.counts.into_iter();
        let file = File {
            version: 1,
            findings: rows.map(|(key, count)| Row { key, count }).collect(),
        };
        let path = &self.old.path;
        let text = serde_json::to_string_pretty(&file).map_err(|error| error.to_string());
        let written = text.and_then(|text| {
            let text = (text + "\n").into_bytes();
            match &self.bytes {
                Some(old) if *old == text => Ok(()),
                Some(old) => replace(path, old, &text),
                None => create(path, &text),
            }
        });
        let is_written = written.is_ok();
        let done = |()| match all - new {
            0 => format!("{} written", counted(all, "finding")),
            kept => format!(
                "{} written, {kept} of them of files, rules or targets that were not checked",
                counted(all, "finding")
            ),
        };
        stderr::say(path.display(), written.map_or_else(|why| why, done));
        is_written
    }
}

/// How many findings these are; a baseline may say any number.
fn sum(counts: &BTreeMap<Key, u64>) -> u64 {
    counts
        .values()
        .fold(0, |sum, count| sum.saturating_add(*count))
}

/// The content of the file at `path`, or why it cannot be read. `None` if there is no such file.
fn read(path: &Path) -> Result<Option<Vec<u8>>, String> {
    /// Room for several hundred thousand findings.
    const MAX: u64 = 64 << 20;
    match read_regular(path, MAX) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(stderr::reason(&error)),
    }
}

/// The findings in a baseline, or the reason why these bytes are not one.
fn parse(bytes: &[u8]) -> Result<BTreeMap<Key, u64>, String> {
    let file = serde_json::from_slice(bytes);
    let file: File = file.map_err(|error| format!("not a baseline: {error}"))?;
    if file.version != 1 {
        return Err(format!("unknown version {}", file.version));
    }
    let rows = file.findings.into_iter().map(|row| (row.key, row.count));
    Ok(rows.collect())
}

/// The baselines that options and configurations name. Each is opened once.
#[derive(Default)]
pub(super) struct Baselines(Mutex<HashMap<PathBuf, Arc<Baseline>>>);

impl Baselines {
    /// The baseline at `path`, which `open` opens if it is not open.
    pub(super) fn get(&self, path: &Path, open: impl FnOnce() -> Baseline) -> Arc<Baseline> {
        let mut known = lock(&self.0);
        let baseline = known.entry(path.to_path_buf());
        Arc::clone(baseline.or_insert_with(|| Arc::new(open())))
    }
}

/// URLs with a finding in the baseline.
pub(super) struct KnownUrls<'b>(HashSet<&'b str>);

impl KnownUrls<'_> {
    pub(super) fn contains(&self, url: &[u8]) -> bool {
        self.0.contains(&*String::from_utf8_lossy(url))
    }
}

/// Whether this is a baseline: a file that [`NewBaseline::write`] wrote, also if a formatter has changed its white space.
pub(super) fn is_baseline(document: &[u8]) -> bool {
    const BEGINNING: &[u8] = b"{\"version\":1,\"findings\":[";
    const FIRST: &[u8] = b"{\"path\":\"";
    let text = document.iter().filter(|b| !b.is_ascii_whitespace());
    let head: Vec<u8> = text.take(BEGINNING.len() + FIRST.len()).copied().collect();
    let findings = head.strip_prefix(BEGINNING);
    findings.is_some_and(|findings| findings.starts_with(b"]") || findings == FIRST)
}

/// The folder of a baseline. The paths in the baseline are relative to it, so they depend neither on the current directory nor on how
/// the paths of documents are written.
#[derive(Debug)]
struct Folder(PathBuf);

impl Folder {
    /// Whether the file with this relative path exists. If that is not known, it may.
    fn has(&self, relative: &str) -> bool {
        self.0.join(relative).try_exists().unwrap_or(true)
    }

    /// The path of a document that has this relative path.
    fn absolute(&self, relative: &str) -> PathBuf {
        normal(&self.0.join(relative))
    }

    /// The path of a document, with slashes.
    fn relative(&self, path: &str) -> String {
        let Some(document) = absolute(path) else {
            return path.to_string();
        };
        let mut own = self.0.components().peekable();
        let mut rest = document.components().peekable();
        while own.peek().is_some() && own.peek() == rest.peek() {
            own.next();
            rest.next();
        }
        let up = own.map(|_| Component::ParentDir);
        let relative: PathBuf = up.chain(rest).collect();
        let relative = relative.to_string_lossy();
        if cfg!(windows) {
            relative.replace('\\', "/")
        } else {
            // Here a backslash is a part of a name.
            relative.into_owned()
        }
    }
}

/// The absolute path of a document, with links to its folder followed; `None` for standard input.
pub(super) fn absolute(path: &str) -> Option<PathBuf> {
    /// The path of standard input, if no option gives another one.
    const STDIN: &str = "<stdin>";
    let document = Path::new(path);
    let name = document.file_name().filter(|_| path != STDIN)?;
    Some(resolved(folder_of(document)).join(name))
}

/// The absolute path of a folder, with links followed if it exists.
fn resolved(folder: &Path) -> PathBuf {
    fs::canonicalize(folder).unwrap_or_else(|_| folder::absolute(folder))
}

fn key(path: &str, finding: &Finding) -> Key {
    Key {
        path: path.to_string(),
        rule: finding.rule.name().to_string(),
        url: String::from_utf8_lossy(&finding.url).into_owned(),
    }
}
