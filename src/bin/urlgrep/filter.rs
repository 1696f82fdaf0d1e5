//! The URLs that are kept: `-s`, `--host` and `-e` must all match; `-v` inverts `--host` and `-e`.

use std::slice;

use globset::{Glob, GlobSet, GlobSetBuilder};
use regex_automata::meta::{Config, Regex};
use regex_automata::util::syntax;
use urlgrep::Match;
use urlgrep::url::{self, Url};

use crate::args;
use crate::changes::{Changed, Changes, gateways};
use crate::schemes::known_scheme;
use crate::stderr;
use crate::text_file::read_text;
use crate::visible::first;

/// The most memory that the patterns of a flag may take when they are compiled.
const LARGEST: usize = 100 << 20;

/// The conditions that a URL must meet. An empty list is no condition.
#[derive(Debug)]
pub(crate) struct Filter {
    /// In lower case.
    schemes: Vec<String>,
    hosts: Option<GlobSet>,
    regexps: Option<Regex>,
    invert: bool,
    /// The changes made to a URL first.
    pub(crate) changes: Changes,
}

impl Filter {
    /// The filter that the arguments mean, or why they are wrong.
    pub(crate) fn from_args(
        typed: &args::Filter,
        found: &args::UrlOptions,
    ) -> Result<Filter, String> {
        let nothing = typed.host.is_empty() && typed.regexp.is_empty();
        if typed.invert_match && nothing {
            let leave_out = typed
                .scheme
                .first()
                .map(|name| format!("; to leave out a scheme, use -v -e '^{name}:'"));
            return Err(format!(
                "-v inverts -e and --host, and neither is given{}",
                leave_out.unwrap_or_default()
            ));
        }
        Ok(Filter {
            schemes: schemes(&typed.scheme, found.any_scheme)?,
            hosts: hosts(&typed.host)?,
            regexps: regexps("-e", &typed.regexp, typed.ignore_case)?,
            invert: typed.invert_match,
            changes: Changes {
                unwrap: found.unwrap,
                normalize: found.normalize,
                gateways: gateways(&found.gateway, found.any_scheme)?,
                all: found.all,
            },
        })
    }

    /// Whether it keeps every URL.
    pub(crate) fn is_empty(&self) -> bool {
        self.schemes.is_empty() && self.hosts.is_none() && self.regexps.is_none()
    }

    /// Whether the match is kept.
    pub(crate) fn keeps(&self, m: &Match<'_, [u8]>, changed: Option<&Changed>) -> bool {
        match changed {
            _ if self.is_empty() => true,
            Some(changed) => self.keeps_url(&url::parse(changed.target()).0, changed.target()),
            None => self.keeps_url(&m.url(), m.assumed().unwrap_or(m.as_bytes())),
        }
    }

    /// The same for a URL as it is parsed and as it is printed.
    fn keeps_url(&self, url: &Url<'_, [u8]>, printed: &[u8]) -> bool {
        self.has_scheme(url) && (self.has_host(url) && self.has_regexp(printed)) != self.invert
    }

    fn has_scheme(&self, url: &Url<'_, [u8]>) -> bool {
        let written = url.scheme().unwrap_or_default();
        let is = |name: &String| {
            name.as_bytes().eq_ignore_ascii_case(written) || name == url.scheme_info().name()
        };
        self.schemes.is_empty() || self.schemes.iter().any(is)
    }

    fn has_host(&self, url: &Url<'_, [u8]>) -> bool {
        let is = |host: &[u8], hosts: &GlobSet| {
            // A final full stop does not change the host, nor does an escape.
            let host = url::decode(host);
            let host = host.strip_suffix(b".").unwrap_or(&host);
            hosts.is_match(String::from_utf8_lossy(host).to_lowercase())
        };
        let hosts = self.hosts.as_ref();
        hosts.is_none_or(|hosts| url.host().is_some_and(|host| is(host, hosts)))
    }

    fn has_regexp(&self, printed: &[u8]) -> bool {
        let regexps = self.regexps.as_ref();
        regexps.is_none_or(|regexps| regexps.is_match(printed))
    }
}

/// The hosts of `--host`. `@FILE` stands for the lines of a file; if it has none, no host matches.
fn hosts(typed: &[String]) -> Result<Option<GlobSet>, String> {
    let mut set = GlobSetBuilder::new();
    for host in typed.iter().map(|host| host.trim()) {
        let shown = if host.is_empty() { "''" } else { host };
        let fail = |why| format!("--host {shown}: {why}");
        let Some(path) = host.strip_prefix('@') else {
            set.add(glob(host).map_err(fail)?);
            continue;
        };
        let text = read_text(path).map_err(|error| fail(stderr::reason(&error)))?;
        for (line, host) in (1..).zip(text.lines()) {
            let host = host.trim();
            if !host.is_empty() && !host.starts_with('#') {
                set.add(glob(host).map_err(|why| fail(format!("line {line}: {host}: {why}")))?);
            }
        }
    }
    let set = set.build().map_err(|error| format!("--host: {error}"))?;
    Ok((!typed.is_empty()).then_some(set))
}

/// The glob of a host: `*` matches any characters, `?` one. Everything else, also the brackets of an address, is literal. It is in lower
/// case, since only globs that distinguish case are looked up by hash.
fn glob(host: &str) -> Result<Glob, String> {
    check_host(host)?;
    // A final full stop does not change the host.
    let host = host.strip_suffix('.').unwrap_or(host);
    let escape = |c: char| match c {
        '*' | '?' => c.to_string(),
        _ => globset::escape(c.encode_utf8(&mut [0; 4])),
    };
    let pattern: String = host.to_lowercase().chars().map(escape).collect();
    Glob::new(&pattern).map_err(|error| error.to_string())
}

/// Refuses what no host contains: a scheme, a path, a port, a user, a dot before all, a dot in brackets, and what is no wildcard here but
/// in a shell or a regular expression.
fn check_host(typed: &str) -> Result<(), String> {
    if typed.is_empty() || typed == "." {
        return Err("expected a host: x.org, or *.x.org for its subdomains".to_string());
    }
    if typed.contains(['{', '}']) {
        return Err("name each host, without braces: --host a.org,a.net".to_string());
    }
    if typed.contains(|c: char| c.is_whitespace() || c == ',') {
        return Err(
            "a host has no white space and no comma; a file has one host on each line".to_string(),
        );
    }
    if let Some(host) = typed.strip_prefix('!') {
        let advice = match check_host(host) {
            Ok(()) => format!("; to leave one out, use -v --host '{host}'"),
            Err(_) => String::new(),
        };
        return Err(format!("only hosts to keep can be named{advice}"));
    }
    let has_mark = typed.contains(['\\', '^', '|', '$', '(', ')']);
    if has_mark || typed.starts_with(".*") || has_set(typed) {
        return Err(
            "a host is no regular expression: `*` matches any characters; -e takes a regular expression"
                .to_string(),
        );
    }
    let below = typed.strip_prefix('.');
    if let Some(host) = below.filter(|host| host.starts_with(char::is_alphanumeric)) {
        return Err(format!("for the hosts below {host}, write *.{host}"));
    }
    let rest = typed.split_once("://").map_or(typed, |(_, rest)| rest);
    // A `?` is a wildcard.
    let rest = rest.split(['/', '#']).next().unwrap_or_default();
    let rest = rest.rsplit('@').next().unwrap_or_default();
    let host = match rest.rsplit_once(':') {
        Some((host, port)) if !host.contains(':') && port.bytes().all(|b| b.is_ascii_digit()) => {
            host
        }
        _ => rest,
    };
    let host = host.replace("[.]", ".");
    if host == typed {
        Ok(())
    } else {
        Err(format!("write the host alone: {host}"))
    }
}

/// Whether brackets hold a set of characters, as `[ab].org`, and not an address.
fn has_set(typed: &str) -> bool {
    let brackets = typed
        .split_once('[')
        .and_then(|(_, rest)| rest.split_once(']'));
    brackets.is_some_and(|(inner, _)| !inner.contains([':', '*', '?', '.']))
}

/// The patterns of a flag. A text must match one of them.
pub(crate) fn regexps(
    flag: &str,
    typed: &[String],
    ignore_case: bool,
) -> Result<Option<Regex>, String> {
    // A URL need not be UTF-8.
    let syntax = syntax::Config::new()
        .utf8(false)
        .case_insensitive(ignore_case);
    let config = Config::new().nfa_size_limit(Some(LARGEST));
    let build = |regexps: &[String]| {
        let mut builder = Regex::builder();
        let built = builder.configure(config.clone()).syntax(syntax);
        built.build_many(regexps).map_err(|error| {
            if let Some(error) = error.syntax_error() {
                return error.to_string();
            }
            if error.size_limit().is_none() {
                return error.to_string();
            }
            let hosts = if flag == "-e" {
                "; for a list of hosts, use --host @FILE"
            } else {
                ""
            };
            format!(
                "the compiled expression exceeds the size limit of {} MiB{hosts}",
                LARGEST >> 20
            )
        })
    };
    let build_one = |regexp: &String| {
        let built = build(slice::from_ref(regexp));
        built.map_err(|why| format!("{flag} {}: {why}", first(regexp, 200)))
    };
    match typed {
        [] => Ok(None),
        [regexp] => build_one(regexp).map(Some),
        _ => {
            // One by one first, so that the error names the wrong one.
            for regexp in typed {
                build_one(regexp)?;
            }
            let all = build(typed).map_err(|why| format!("{flag}: {why}"))?;
            Ok(Some(all))
        }
    }
}

/// The schemes of `-s`, in lower case.
fn schemes(typed: &[String], any_scheme: bool) -> Result<Vec<String>, String> {
    let check = |name: &str| {
        if name.is_empty() {
            Err("-s: expected the names of schemes, separated by commas: http,ftp".to_string())
        } else {
            known_scheme(name, any_scheme).map_err(|why| format!("-s {name}: {why}"))
        }
    };
    typed.iter().map(|name| check(name.trim())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(typed: &[&str], host: &str) -> bool {
        let typed: Vec<_> = typed.iter().map(ToString::to_string).collect();
        let set = hosts(&typed).expect("globs").expect("hosts");
        set.is_match(host.to_lowercase())
    }

    #[test]
    fn several_hosts_in_a_line_are_no_host() {
        for typed in ["a.org b.org", "a.org # ours", "a.org,b.org"] {
            assert!(check_host(typed).is_err(), "{typed}");
        }
    }

    #[test]
    fn what_is_no_host_has_an_answer() {
        for (typed, wanted) in [
            ("!x.org", "use -v --host 'x.org'"),
            (r".*\.x\.org", "-e takes a regular expression"),
            ("^x.org", "-e takes a regular expression"),
            ("x.org|y.org", "-e takes a regular expression"),
            ("x.org$", "-e takes a regular expression"),
            (".*org", "-e takes a regular expression"),
            ("[ab].org", "-e takes a regular expression"),
            ("www[0-9].org", "-e takes a regular expression"),
            ("a.{org", "name each host, without braces"),
            ("a.{org,net}", "name each host, without braces"),
            ("! x.org", "no white space"),
            ("", "expected a host"),
            (".", "expected a host"),
        ] {
            let why = check_host(typed).expect_err(typed);
            assert!(why.contains(wanted), "{typed}: {why}");
        }
    }

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
            ("?.org", "a.org", true),
            ("?.org", ".org", false),
            ("a*b*c", "aXbXbXc", true),
            ("a*b*c", "aXbXbX", false),
            ("*ab", "aab", true),
            ("[::1]", "[::1]", true),
            ("[::1]", ":", false),
            ("[*]", "[::1]", true),
            ("X.Org", "x.ORG", true),
            ("x.org.", "x.org", true),
            ("a..b", "a..b", true),
            ("*", "a/b", true),
        ] {
            assert_eq!(matches(&[glob], name), wanted, "{glob} {name}");
        }
        for name in ["a.org", "x.b.org"] {
            assert!(matches(&["a.org", " *.b.org "], name), "{name}");
        }
    }

    #[test]
    fn a_host_is_no_url() {
        for host in [
            "x.org",
            "?.org",
            "*",
            "[::1]",
            "::1",
            "[*]",
            "a_b",
            "日本.jp",
        ] {
            assert_eq!(check_host(host), Ok(()), "{host}");
        }
        for (typed, host) in [
            ("http://x.org", "x.org"),
            ("http://x.org/a?b#c", "x.org"),
            ("https://joe@x.org:80", "x.org"),
            ("x.org/", "x.org"),
            ("x.org:443", "x.org"),
            ("joe@x.org", "x.org"),
            ("http://[::1]/", "[::1]"),
            (".x.org", "*.x.org"),
            (".中国", "*.中国"),
            ("evil[.]x[.]org", "evil.x.org"),
            ("hxxps://evil[.]org/x", "evil.org"),
        ] {
            let why = check_host(typed).expect_err(typed);
            assert!(why.ends_with(&format!(" {host}")), "{why}");
        }
    }
}
