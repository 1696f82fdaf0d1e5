//! `misspelt-scheme`: text that looks like the beginning of a web URL, except for a letter or a sign.
//!
//! Such text is not a match. So the rule searches the text for slashes and checks the characters before each.

use crate::class::Class;
use crate::document::{Kind, Language, Role};
use crate::domain::ends_in_top_level;
use crate::lint::context::TextContext;
use crate::lint::host;
use crate::lint::placeholder::is_sample_host;
use crate::lint::rule::{Check, Example, Rule, Safety, Severity};
use crate::lint::violation::Violation;
use crate::span::{beginning, ending, ending_run, run, run_back};
use crate::url::find;

pub(in crate::lint) const RULE: Rule = Rule {
    code: "U104",
    name: "misspelt-scheme",
    severity: Severity::Error,
    fix: Some(Safety::Unsafe),
    what: "A misspelt scheme: `htpp://`, `http//`, `http:/x`, `https:://`",
    why: "The URL does not work.",
    reference: "RFC 1738, 2.1 and 3.1",
    bad: &[
        Example::any("See htpp://a.org/x for more."),
        Example::any("See http//a.org/x for more."),
        Example::any("See http:/a.org/x for more."),
        Example::any("See https:://a.org/x for more."),
        Example::any("See https//:a.org/x for more."),
        Example::any("See http://https://a.org/x for more."),
        Example::any("See http://https//a.org/x for more."),
        Example::any("See https://http:/a.org/x for more."),
        Example::any("See https: //a.org/x for more."),
        Example::any("See https:www.a.org/x for more."),
        Example::any("See http:\\\\a.org\\x for more."),
        Example::any("Write to mailt:joe@a.org for more."),
        Example::any("See `http//a.org/x` for more."),
        Example::new(Kind::Html, "<p>See <a href=\"https:/a.org/x\">it</a>.</p>"),
        Example::new(
            Kind::Html,
            "<p>See <a href=\"https:www.a.org/x\">it</a>.</p>",
        ),
        Example::new(Kind::Html, "<svg><use xlink:href=\"http:/a.org/x\"/></svg>"),
    ],
    good: &[
        Example::any(
            "See xyz://a.org/x, ttp://path/to/x and the file httpd.conf//x, and a::http::b.",
        ),
        Example::any("See https://web.archive.org/web/2000/http:/a.org/."),
        Example::any("Write hxxp://a.org/ so that nobody follows it."),
        Example::any(
            "A path such as `http:\\\\example.org\\x` is relative, and \"htpt://example.com\" misspelt.",
        ),
        Example::new(
            Kind::Html,
            "<a href=\"http:/x/y.html\">x</a> <a href=\"http:x.html\">y</a> <a href=\"//a.org/x\">z</a>",
        ),
        Example::new(
            Kind::Source(Language::C),
            "char *bad[] = {\"htp://ocsp.example.com/\", \"http:/example.org/\"};\n",
        ),
    ],
    check: Check::Text(check),
    ..Rule::DEFAULT
};

fn check(context: &TextContext<'_>, violations: &mut Vec<Violation>) {
    check_text(context, violations);
    check_values(context, violations);
}

fn check_text(context: &TextContext<'_>, violations: &mut Vec<Violation>) {
    let text = &context.text.bytes[..];
    let slashes = memchr::memchr_iter(b'/', text).filter_map(|slash| Misspelt::before(text, slash));
    let schemes = memchr::memmem::find_iter(text, b"http").filter_map(|at| {
        let colon = at + 4 + usize::from(text.get(at + 4) == Some(&b's'));
        let is_colon = text.get(colon) == Some(&b':');
        is_colon.then(|| Misspelt::without_slashes(text, colon))?
    });
    let addresses = memchr::memchr_iter(b'@', text).filter_map(|at| Misspelt::mailto(text, at));
    let mut found: Vec<Misspelt> = slashes.chain(schemes).chain(addresses).collect();
    found.sort_by_key(|misspelt| misspelt.start);
    let mut last = 0;
    for misspelt in found {
        let known = misspelt.start < last || context.is_within(misspelt.start);
        if known || is_demonstrated(context, &misspelt) {
            continue;
        }
        let at = misspelt.start..misspelt.end;
        last = misspelt.end;
        let message = misspelt.message(text);
        violations.push(Violation::new(at.clone(), message).edit(at, misspelt.correction));
    }
}

/// Checks the values of HTML that were repaired as browsers do.
fn check_values(context: &TextContext<'_>, violations: &mut Vec<Violation>) {
    let values = context
        .text
        .map
        .notes()
        .map_or(&[][..], |notes| &notes.values);
    for value in values {
        let written = value.written.as_deref().unwrap_or_default();
        // `unsafe-character` reports backslashes.
        let Some(misspelt) = Misspelt::at_start(written).filter(|_| !written.contains(&b'\\'))
        else {
            continue;
        };
        let rest = &written[misspelt.end..];
        if !host::is_example(&rest[..host_len(rest)]) {
            let end = value.at.end.min(value.at.start + misspelt.correction.len());
            violations.push(Violation::new(
                value.at.start..end,
                misspelt.message(written),
            ));
        }
    }
}

/// Whether the text only demonstrates the error: it names a host for examples, in code, or at the beginning of a code span or a quotation.
fn is_demonstrated(context: &TextContext<'_>, misspelt: &Misspelt) -> bool {
    let text = &context.text.bytes[..];
    let rest = &text[misspelt.end..];
    let quoted = text[..misspelt.start]
        .last()
        .is_some_and(|b| b"`\"'".contains(b));
    let code = quoted || context.role(misspelt.start) == Role::Code;
    code && host::is_example(&rest[..host_len(rest)])
}

/// A misspelt beginning of a URL.
struct Misspelt {
    start: usize,
    end: usize,
    /// The correct beginning.
    correction: String,
}

impl Misspelt {
    /// Checks the beginning of `text`.
    fn at_start(text: &[u8]) -> Option<Misspelt> {
        let slash = memchr::memchr(b'/', text).and_then(|slash| Misspelt::before(text, slash));
        let found = slash.or_else(|| Misspelt::without_slashes(text, memchr::memchr(b':', text)?));
        found.filter(|misspelt| misspelt.start == 0)
    }

    /// The message, where `text` is what this was found in.
    fn message(&self, text: &[u8]) -> String {
        format!(
            "misspelt scheme `{}`; did you mean `{}`?",
            String::from_utf8_lossy(&text[self.start..self.end]),
            self.correction
        )
    }

    /// Checks the text whose first slash is at `slash`.
    fn before(text: &[u8], slash: usize) -> Option<Misspelt> {
        let double = text.get(slash + 1) == Some(&b'/');
        if double && text[..slash].ends_with(b": ") {
            return Misspelt::with_space(text, slash);
        }
        let before = &text[..slash];
        let colons = ending_run(before, b':');
        let marks = match before.last()? {
            b':' => colons,
            b';' => 1,
            b if b.is_ascii_alphabetic() => 0,
            _ => return None,
        };
        // Most slashes are in a path.
        if !double && (marks != 1 || text[slash - 1] != b':') {
            return None;
        }
        let before = &before[..slash - marks];
        let near = ending(before, 10);
        let word = &near[near.len() - Class::SCHEME.run_back(near)..];
        let start = before.len() - word.len();
        // `http//:x.org`
        let colon = double && marks == 0 && text.get(slash + 2) == Some(&b':');
        let end = slash + 1 + usize::from(double) + usize::from(colon);
        let edge = start
            .checked_sub(1)
            .is_none_or(|i| !matches!(text[i], b'/' | b'\\' | b'_' | b'$' | b'@' | b'%'));
        let lower = word.to_ascii_lowercase();
        let web = matches!(&lower[..], b"http" | b"https" | b"ftp");
        let correction = match (marks, double) {
            (1, true) if text[slash - 1] == b':' => {
                if web {
                    second_scheme(&text[end..])?;
                    lower
                } else {
                    // `ttp://path/to/x` is a scheme of its own.
                    let near = corrected_scheme(&lower)?;
                    begins_host(&text[end..]).then(|| near.to_vec())?
                }
            }
            // `http//`, `http;//`, `https:://`
            (_, true) if web && edge && begins_host(&text[end..]) => lower,
            // `http:/x`
            (1, false) if web && edge && begins_host(&text[end..]) => lower,
            _ => return None,
        };
        let mut correction = String::from_utf8(correction).ok()? + "://";
        let mut end = end;
        if let Some((len, second)) = second_scheme(&text[end..]) {
            correction = second.to_string();
            end += len;
        }
        Some(Misspelt {
            start,
            end,
            correction,
        })
    }

    /// `https: //x.org`
    fn with_space(text: &[u8], slash: usize) -> Option<Misspelt> {
        let (before, end) = (&text[..slash - 2], slash + 2);
        let scheme = web_scheme_before(before)?;
        begins_host(&text[end..]).then(|| Misspelt {
            start: before.len() - scheme.len(),
            end,
            correction: format!("{scheme}://"),
        })
    }

    /// `https:x.org/`, `http:\\x.org`, whose colon is at `colon`.
    fn without_slashes(text: &[u8], colon: usize) -> Option<Misspelt> {
        let scheme = web_scheme_before(&text[..colon])?;
        let rest = &text[colon + 1..];
        let backslashes = run(beginning(rest, 2), |b| b == b'\\');
        let rest = &rest[backslashes..];
        let host = &rest[..run(rest, is_of_host)];
        let path = rest.get(host.len()) == Some(&b'/') && !is_sample_host(host);
        ((path || backslashes > 0) && begins_host(rest)).then(|| Misspelt {
            start: colon - scheme.len(),
            end: colon + 1 + backslashes,
            correction: format!("{scheme}://"),
        })
    }

    /// `mailt:joe@x.org`, whose `@` is at `at`.
    fn mailto(text: &[u8], at: usize) -> Option<Misspelt> {
        const WORDS: [&str; 8] = [
            "mailt", "maito", "malto", "mialto", "mailo", "mailtto", "maitlo", "mail-to",
        ];
        /// RFC 5321, 4.5.3.1.1.
        const MAX: usize = 64;
        let start = at.saturating_sub(MAX + 8);
        let name = |b: u8| b.is_ascii_alphanumeric() || b"._+-".contains(&b);
        let local = run_back(&text[start..at], name);
        let before = text[..at - local]
            .strip_suffix(b":")
            .filter(|_| local > 0)?;
        let word = WORDS.into_iter().find(|word| {
            let edge = before.len().checked_sub(word.len() + 1).map(|i| before[i]);
            before.ends_with(word.as_bytes()) && !edge.is_some_and(|b| b.is_ascii_alphanumeric())
        })?;
        begins_host(&text[at + 1..]).then(|| Misspelt {
            start: before.len() - word.len(),
            end: before.len() + 1,
            correction: "mailto:".to_string(),
        })
    }
}

/// `http` or `https` as a word at the end of `before`.
fn web_scheme_before(before: &[u8]) -> Option<&'static str> {
    let scheme = ["https", "http"]
        .into_iter()
        .find(|scheme| before.ends_with(scheme.as_bytes()))?;
    let edge = before
        .len()
        .checked_sub(scheme.len() + 1)
        .map(|i| before[i]);
    let word = edge.is_none_or(|b| !b.is_ascii_alphanumeric() && !b"-_./\\$@%:+".contains(&b));
    word.then_some(scheme)
}

/// The length of a scheme such as `http://` at the beginning of `rest`, perhaps without its colon or a slash, and how it is written.
fn second_scheme(rest: &[u8]) -> Option<(usize, &'static str)> {
    let schemes = ["http://", "https://", "ftp://"];
    let length = |scheme: &str| {
        let name = scheme.trim_end_matches("://");
        let after = rest.strip_prefix(name.as_bytes())?;
        let marks = [&b"://"[..], b"//", b":/"];
        let mark = marks.into_iter().find(|mark| after.starts_with(mark))?;
        let is_url = mark.len() == 3 || begins_host(&after[mark.len()..]);
        is_url.then_some(name.len() + mark.len())
    };
    let mut found = schemes
        .into_iter()
        .filter_map(|scheme| Some((length(scheme)?, scheme)));
    found.next()
}

/// The web scheme that differs from `word` in one letter, unless `word` is a scheme itself.
fn corrected_scheme(word: &[u8]) -> Option<&'static [u8]> {
    let letters = word.iter().all(u8::is_ascii_alphabetic);
    let text = std::str::from_utf8(word).ok().filter(|_| letters)?;
    // `htts` is one letter from both; its `s` decides.
    let schemes = if text.ends_with('s') {
        ["https", "http"]
    } else {
        ["http", "https"]
    };
    let mut near = schemes.into_iter().filter(|scheme| {
        // An additional letter makes another word (`httpx`), unless it repeats a letter.
        let longer = word.len() > scheme.len();
        let twice = word.windows(2).filter(|pair| pair[0] == pair[1]).count();
        strsim::osa_distance(text, scheme) == 1 && (!longer || twice > 1 || text.ends_with("ss"))
    });
    let near = near.next()?;
    find(word).is_none().then_some(near.as_bytes())
}

/// Whether `rest` begins with a host: `www.`, `localhost`, or a name with an existing top-level domain.
fn begins_host(rest: &[u8]) -> bool {
    let host = &rest[..host_len(rest)];
    let host = host.strip_suffix(b".").unwrap_or(host);
    host.starts_with(b"www.") || host == b"localhost" || ends_in_top_level(host)
}

/// The length of the letters, digits, hyphens and dots that `rest` begins with.
fn host_len(rest: &[u8]) -> usize {
    run(beginning(rest, 254), is_of_host)
}

fn is_of_host(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.')
}
