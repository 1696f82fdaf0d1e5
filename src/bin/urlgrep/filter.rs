//! The URLs that are kept: `-s`, `--host` and `-e` must all match; `-v` inverts `--host` and `-e`.

use std::slice;

use regex_automata::meta::Regex;
use regex_automata::util::syntax;
use urlgrep::Match;
use urlgrep::url::{self, Url};

use crate::args;

/// The conditions that a URL must meet. An empty list is no condition.
#[derive(Debug)]
pub(crate) struct Filter {
    /// In lower case.
    schemes: Vec<String>,
    /// In lower case.
    hosts: Vec<Vec<u8>>,
    regexps: Option<Regex>,
    invert: bool,
}

impl Filter {
    /// The filter that the arguments mean, or why they are wrong.
    pub(crate) fn from_args(typed: &args::Filter, any_scheme: bool) -> Result<Filter, String> {
        let nothing = typed.host.is_empty() && typed.regexp.is_empty();
        if typed.invert_match && nothing {
            return Err("-v inverts -e and --host, and neither is given".to_string());
        }
        let lower = |host: &String| host.to_ascii_lowercase().into_bytes();
        Ok(Filter {
            schemes: schemes(&typed.scheme, any_scheme)?,
            hosts: typed.host.iter().map(lower).collect(),
            regexps: regexps(&typed.regexp, typed.ignore_case)?,
            invert: typed.invert_match,
        })
    }

    /// Whether it keeps every URL.
    pub(crate) fn is_empty(&self) -> bool {
        self.schemes.is_empty() && self.hosts.is_empty() && self.regexps.is_none()
    }

    /// Whether the match is kept.
    pub(crate) fn keeps(&self, m: &Match<'_, [u8]>) -> bool {
        self.is_empty() || self.keeps_url(&m.url(), m.assumed().unwrap_or(m.as_bytes()))
    }

    /// The same for a URL as it is parsed and as it is printed.
    fn keeps_url(&self, url: &Url<'_>, printed: &[u8]) -> bool {
        self.has_scheme(url) && (self.has_host(url) && self.has_regexp(printed)) != self.invert
    }

    fn has_scheme(&self, url: &Url<'_>) -> bool {
        let written = url.scheme().unwrap_or_default();
        let is = |name: &String| {
            name.as_bytes().eq_ignore_ascii_case(written) || name == url.scheme_info().name()
        };
        self.schemes.is_empty() || self.schemes.iter().any(is)
    }

    fn has_host(&self, url: &Url<'_>) -> bool {
        let is = |host: &[u8]| {
            let host = host.to_ascii_lowercase();
            // A final full stop does not change the host.
            let host = host.strip_suffix(b".").unwrap_or(&host);
            self.hosts.iter().any(|glob| glob_matches(glob, host))
        };
        self.hosts.is_empty() || url.host().is_some_and(is)
    }

    fn has_regexp(&self, printed: &[u8]) -> bool {
        let regexps = self.regexps.as_ref();
        regexps.is_none_or(|regexps| regexps.is_match(printed))
    }
}

/// Whether the glob matches the whole name: `*` matches any bytes, `?` one byte. Only the last `*` is tried again, so the time is at
/// most the product of both lengths.
fn glob_matches(glob: &[u8], name: &[u8]) -> bool {
    let (mut g, mut n) = (0, 0);
    let mut again = None;
    while n < name.len() {
        match glob.get(g) {
            Some(b'*') => {
                again = Some((g + 1, n));
                g += 1;
            }
            Some(&b) if b == b'?' || b == name[n] => {
                g += 1;
                n += 1;
            }
            _ => match again {
                Some((behind, from)) => {
                    again = Some((behind, from + 1));
                    (g, n) = (behind, from + 1);
                }
                None => return false,
            },
        }
    }
    glob[g..].iter().all(|&b| b == b'*')
}

fn regexps(typed: &[String], ignore_case: bool) -> Result<Option<Regex>, String> {
    if typed.is_empty() {
        return Ok(None);
    }
    // A URL need not be UTF-8.
    let syntax = syntax::Config::new()
        .utf8(false)
        .case_insensitive(ignore_case);
    let build = |regexps: &[String]| {
        let built = Regex::builder().syntax(syntax).build_many(regexps);
        built.map_err(|error| match error.syntax_error() {
            Some(error) => error.to_string(),
            None => error.to_string(),
        })
    };
    // One by one first, so that the error names the wrong one.
    for regexp in typed {
        build(slice::from_ref(regexp)).map_err(|why| format!("-e {regexp}: {why}"))?;
    }
    build(typed).map(Some)
}

/// The schemes of `-s`, in lower case.
fn schemes(typed: &[String], any_scheme: bool) -> Result<Vec<String>, String> {
    let check = |name: &String| {
        let name = name.to_ascii_lowercase();
        let with_colon = format!("{name}:");
        let url = url::parse(with_colon.as_bytes()).0;
        let is_name = url.scheme() == Some(name.as_bytes());
        match is_name && (any_scheme || !url.scheme_info().name().is_empty()) {
            true => Ok(name),
            false => Err(format!(
                "no scheme is called '{name}'; --any-scheme takes any"
            )),
        }
    };
    typed.iter().map(check).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_whole_names() {
        for (glob, name, wanted) in [
            ("x.org", "x.org", true),
            ("x.org", "a.x.org", false),
            ("x.org", "x.orga", false),
            ("*.x.org", "a.x.org", true),
            ("*.x.org", "a.b.x.org", true),
            ("*.x.org", "x.org", false),
            ("*.x.org", "ax.org", false),
            ("*", "", true),
            ("", "", true),
            ("", "a", false),
            ("?.org", "a.org", true),
            ("?.org", ".org", false),
            ("a*b*c", "aXbXbXc", true),
            ("a*b*c", "aXbXbX", false),
            ("*ab", "aab", true),
        ] {
            assert_eq!(
                glob_matches(glob.as_bytes(), name.as_bytes()),
                wanted,
                "{glob} {name}"
            );
        }
    }
}
