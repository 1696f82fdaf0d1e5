//! The values of a configuration: lists, globs, rules, ports, types, gateways and paths.

use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use toml::Spanned;
use toml::de::DeValue;
use urlgrep::document::Kind;
use urlgrep::lint::{Severity, nearest};
use urlgrep::url::Gateway;

use super::kind;
use super::select::{Selector, several};
use crate::args;
use crate::changes::gateway;

/// The position of an error, a byte of the file, and its message.
pub(super) type ConfigError = (usize, String);

/// The error about a value.
pub(super) fn wrong(value: &Spanned<DeValue<'_>>, why: impl Into<String>) -> ConfigError {
    (value.span().start, why.into())
}

/// The text of a value; empty if it is something else.
fn text<'v>(value: &'v Spanned<DeValue<'_>>) -> &'v str {
    value.get_ref().as_str().unwrap_or_default()
}

/// A table with globs as keys, in the order of the file.
pub(super) fn by_glob<'v, 'i>(
    folder: &Path,
    value: &'v Spanned<DeValue<'i>>,
    values: &str,
) -> Result<Vec<(Gitignore, &'v Spanned<DeValue<'i>>)>, ConfigError> {
    let table = value.get_ref().as_table();
    let why = || wrong(value, format!("expected a table of globs and {values}"));
    let table = table.ok_or_else(why)?;
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(glob, _)| glob.span().start);
    let entries = entries.into_iter().map(|(glob, value)| {
        let globs = gitignore(folder, &[&**glob.get_ref()]);
        let globs = globs.map_err(|why| (glob.span().start, why))?;
        Ok((globs, value))
    });
    entries.collect()
}

pub(super) fn globs(folder: &Path, value: &Spanned<DeValue<'_>>) -> Result<Gitignore, ConfigError> {
    let globs = strings(value)?;
    let globs: Vec<&str> = globs.iter().map(|(_, glob)| *glob).collect();
    gitignore(folder, &globs).map_err(|why| wrong(value, why))
}

/// A severity, or `None` for `off`.
pub(super) fn severity(value: &Spanned<DeValue<'_>>) -> Result<Option<Severity>, ConfigError> {
    if text(value) == "off" {
        return Ok(None);
    }
    let why = |_| wrong(value, "expected 'error', 'warning', 'note' or 'off'");
    text(value).parse().map(Some).map_err(why)
}

pub(super) fn fail_on(value: &Spanned<DeValue<'_>>) -> Result<Severity, ConfigError> {
    let why = |_| wrong(value, "expected 'error', 'warning' or 'note'");
    text(value).parse().map_err(why)
}

/// The path of a file.
pub(super) fn file<'v>(value: &'v Spanned<DeValue<'_>>) -> Result<&'v str, ConfigError> {
    let path = Some(text(value)).filter(|path| !path.is_empty());
    path.ok_or_else(|| wrong(value, "expected the path of a file"))
}

pub(super) fn kind_of(value: &Spanned<DeValue<'_>>) -> Result<Kind, ConfigError> {
    known_kind(value.span().start, text(value))
}

/// The type with this name, which stands at this position.
fn known_kind(at: usize, name: &str) -> Result<Kind, ConfigError> {
    kind::by_name(name).ok_or_else(|| unknown("type", at, name, Kind::all().map(Kind::name)))
}

/// The names of types in a list.
pub(super) fn kind_names(value: &Spanned<DeValue<'_>>) -> Result<Vec<String>, ConfigError> {
    let names = strings(value)?.into_iter();
    names
        .map(|(at, name)| Ok(known_kind(at, name)?.name().to_string()))
        .collect()
}

/// The error for a name that is not one of `known`. It names the nearest one, or all.
pub(super) fn unknown(
    what: &str,
    at: usize,
    name: &str,
    known: impl IntoIterator<Item = &'static str>,
) -> ConfigError {
    let known: Vec<_> = known.into_iter().collect();
    let hint = match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean '{near}'?"),
        None => format!("expected one of {}", known.join(", ")),
    };
    (at, format!("unknown {what} '{name}'; {hint}"))
}

/// Whether `urlgrep lint` has an option of this name.
fn is_flag(name: &str) -> bool {
    let command = args::command();
    let lint = command.find_subcommand("lint");
    lint.is_some_and(|lint| lint.get_arguments().any(|arg| arg.get_long() == Some(name)))
}

/// The error for a key that is not one of `known`.
pub(super) fn unknown_key(
    at: usize,
    name: &str,
    known: impl IntoIterator<Item = &'static str>,
) -> ConfigError {
    let why = match name {
        "tool" => "in urlgrep.toml the keys stand at the top, without `[tool.urlgrep]`".to_string(),
        "lint" | "urlgrep" => format!("write the keys of `{name}` without this table around them"),
        _ if is_flag(name) => {
            format!("it is an option of the command line only: --{name}")
        }
        _ => return unknown("key", at, name, known),
    };
    (at, format!("unknown key '{name}'; {why}"))
}

/// A list of strings, each with its position.
pub(super) fn strings<'v>(
    value: &'v Spanned<DeValue<'_>>,
) -> Result<Vec<(usize, &'v str)>, ConfigError> {
    list(value, "expected a list of strings", |item| item.as_str())
}

/// A list whose items `read` reads, each with its position; `why` is the error for an item that it does not accept.
fn list<'v, 'i, T>(
    value: &'v Spanned<DeValue<'i>>,
    why: &str,
    read: impl Fn(&'v DeValue<'i>) -> Option<T>,
) -> Result<Vec<(usize, T)>, ConfigError> {
    let list = value.get_ref().as_array();
    let list = list.ok_or_else(|| wrong(value, why))?;
    let items = list.iter().map(|item| {
        let read = read(item.get_ref()).ok_or_else(|| wrong(item, why))?;
        Ok((item.span().start, read))
    });
    items.collect()
}

/// Names of hosts, not URLs, without ports. An address of IPv6 stands in brackets.
pub(super) fn hosts(value: &Spanned<DeValue<'_>>) -> Result<Vec<String>, ConfigError> {
    let host = |(at, host): (usize, &str)| {
        let name = host.strip_prefix("*.").unwrap_or(host);
        let in_brackets = name.starts_with('[') && name.ends_with(']');
        if name.is_empty()
            || name.starts_with('.')
            || name.contains(['/', '@', '?', '*', ' '])
            || name.contains(':') && !in_brackets
        {
            let why = format!("'{host}' is not a host; write `a.org` or `*.a.org`");
            return Err((at, why));
        }
        Ok(host.to_string())
    };
    strings(value)?.into_iter().map(host).collect()
}

pub(super) fn selectors(value: &Spanned<DeValue<'_>>) -> Result<Vec<Selector>, ConfigError> {
    let names = strings(value)?.into_iter();
    let selectors = names.map(|(at, name)| several(name).map_err(|why| (at, why)));
    selectors.collect()
}

pub(super) fn ports(value: &Spanned<DeValue<'_>>) -> Result<Vec<u16>, ConfigError> {
    let number = |item: &DeValue<'_>| item.as_integer()?.as_str().parse().ok();
    let numbers = list(value, "expected a list of numbers up to 65535", number)?;
    Ok(numbers.into_iter().map(|(_, number)| number).collect())
}

/// Globs with the syntax of .gitignore. `./x` is `/x`.
pub(super) fn gitignore(folder: &Path, globs: &[impl AsRef<str>]) -> Result<Gitignore, String> {
    let mut builder = GitignoreBuilder::new(folder);
    for glob in globs.iter().map(AsRef::as_ref) {
        let (not, path) = glob
            .strip_prefix('!')
            .map_or(("", glob), |path| ("!", path));
        if path.trim().is_empty() {
            return Err(format!("'{glob}' matches no file"));
        }
        if glob.starts_with('#') {
            return Err(format!("'{glob}' is a comment; write \"\\\\{glob}\""));
        }
        if path.starts_with("../") {
            let own = path.trim_start_matches("../");
            return Err(format!(
                "'{glob}' is outside its folder; write '{not}/{own}' in urlgrep.toml of the folder above"
            ));
        }
        let anchored = path.strip_prefix("./").map(|path| format!("{not}/{path}"));
        builder
            .add_line(None, anchored.as_deref().unwrap_or(glob))
            .map_err(|error| format!("'{glob}': {error}"))?;
    }
    builder.build().map_err(|error| error.to_string())
}

/// A table of schemes, each with the template of its gateway.
pub(super) fn gateways(value: &Spanned<DeValue<'_>>) -> Result<Vec<Gateway>, ConfigError> {
    let why = "expected a table of schemes and templates";
    let table = value.get_ref().as_table();
    let entries = table.ok_or_else(|| wrong(value, why))?.iter();
    let entries = entries.map(|(scheme, template)| {
        let text = template.get_ref().as_str();
        let text = text.ok_or_else(|| wrong(template, why))?;
        gateway(scheme.get_ref(), text, false).map_err(|why| (scheme.span().start, why))
    });
    entries.collect()
}
