//! Suppression in comments. `urlgrep: allow RULES` applies to its line and the next, `urlgrep: allow-file RULES` to the document,
//! `urlgrep: off RULES` up to `urlgrep: on RULES`; without rules, these two mean all.
//!
//! After a comment on a line of its own, one blank line is skipped: reStructuredText needs one there, and formatters of Markdown write one.

use std::ops::Range;

use super::finding::Finding;
use super::nearest::nearest;
use super::rule::Rule;
use super::rules::unused_suppression;
use super::table::{find_rule, rules, select_rules};
use crate::class::Class;
use crate::document::{Kind, Role};
use crate::span::{contains, split_before, split_run, without_ending};
use crate::text::line_len;

const MARK: &[u8] = b"urlgrep:";
/// The mark without its colon, which people forget.
const NAME: &[u8] = b"urlgrep";
/// The end of what nothing ends before the end of the document.
const OPEN: usize = usize::MAX;
/// How far before it a comment may begin, in bytes.
const MAX_BEFORE: usize = 4096;

/// What other programs say for `allow` and `off`.
#[rustfmt::skip]
const OTHER_VERBS: [&str; 13] = [
    "disable", "disable-file", "disable-line", "disable-next-line", "enable", "ignore", "ignore-file", "ignore-line", "ignore-next-line",
    "nolint", "noqa", "skip", "skip-file",
];

/// A name in a comment, or a comment without names.
struct Suppression {
    /// The name: bytes of the file. Without names, the word before them.
    name: Range<usize>,
    /// The rules that it suppresses, each for findings that begin in its range; empty if the name is unknown.
    rules: Vec<(&'static Rule, Range<usize>)>,
    used: bool,
}

impl Suppression {
    fn new(name: Range<usize>, rules: &[&'static Rule], lines: Range<usize>) -> Suppression {
        let rules = rules.iter().map(|rule| (*rule, lines.clone()));
        Suppression {
            name,
            rules: rules.collect(),
            used: false,
        }
    }

    /// Whether it suppresses one of these rules.
    fn has(&self, is: impl Fn(&Rule) -> bool) -> bool {
        self.rules.iter().any(|(rule, _)| is(rule))
    }
}

/// A comment that looks like a suppression, but is not: its position and the reason.
type Mistake = (Range<usize>, String);

/// Removes the findings that comments suppress, and adds one for each comment that is unused or wrong. `is_on` tells which rules are enabled.
pub(super) fn apply(
    kind: Kind,
    document: &[u8],
    findings: &mut Vec<Finding>,
    is_on: impl Fn(&Rule) -> bool,
) {
    let (mut suppressions, mut mistakes) = find(kind, document);
    if suppressions.is_empty() && mistakes.is_empty() {
        return;
    }
    remove_covered(findings, &mut suppressions);
    let Some(rule) = find_rule(unused_suppression::RULE.name()).filter(|rule| is_on(rule)) else {
        return;
    };
    let unused = suppressions.iter().filter(|s| {
        let enabled = s.rules.is_empty() || s.has(&is_on);
        !s.used && enabled && !s.has(|other| other == rule)
    });
    mistakes.extend(unused.map(|s| {
        let name = String::from_utf8_lossy(&document[s.name.clone()]);
        let message = match s.rules[..] {
            [(rule, _)] => format!("`{}` is not reported here; remove it", rule.name()),
            [] => match nearest(&name, rules().iter().map(Rule::name)) {
                Some(near) => format!("unknown rule `{name}`; did you mean `{near}`?"),
                None => format!("unknown rule `{name}`"),
            },
            _ => format!("no rule of `{name}` is reported here; remove it"),
        };
        (s.name.clone(), message)
    }));
    let mistakes = mistakes.into_iter().map(|(at, message)| {
        let at = at.start as u64..at.end as u64;
        Finding::new(rule, at, message, Vec::new())
    });
    let mut mistakes: Vec<Finding> = mistakes.collect();
    remove_covered(&mut mistakes, &mut suppressions);
    findings.append(&mut mistakes);
}

/// Removes the findings that stand in a suppression of their rule, and marks the suppressions that any stands in.
fn remove_covered(findings: &mut Vec<Finding>, suppressions: &mut [Suppression]) {
    let place = |finding: &Finding| (finding.rule.index(), finding.at.start as usize);
    findings.sort_by_cached_key(place);
    let places: Vec<_> = findings.iter().map(place).collect();
    // How many more suppressions cover each finding than the one before.
    let mut more = vec![0_isize; findings.len() + 1];
    for suppression in suppressions {
        for (rule, lines) in &suppression.rules {
            let rule = rule.index();
            let from = |at| places.partition_point(|&place| place < (rule, at));
            let (first, end) = (from(lines.start), from(lines.end));
            suppression.used |= first < end;
            more[first] += 1;
            more[end] -= 1;
        }
    }
    let (mut more, mut count) = (more.into_iter(), 0);
    findings.retain(|_| {
        count += more.next().unwrap_or_default();
        count == 0
    });
}

/// The suppressions and mistakes in the comments of a document.
fn find(kind: Kind, document: &[u8]) -> (Vec<Suppression>, Vec<Mistake>) {
    let mut comments = Comments {
        kind,
        document,
        suppressions: Vec::new(),
        mistakes: Vec::new(),
        open: Vec::new(),
        covered: 0,
        separator: None,
    };
    let mut fields = None;
    let mut mask = None;
    // In a program, what looks like code may be a comment that was misread; Texinfo has comments in its examples, too.
    let shows_comments = !matches!(kind, Kind::Source(_) | Kind::Texinfo);
    let mut is_code = |at| {
        shows_comments && mask.get_or_insert_with(|| kind.mask(document)).role(at) == Role::Code
    };
    // Where the line begins, and up to where that is known.
    let (mut start, mut seen) = (0, 0);
    for mark in memchr::memmem::find_iter(document, NAME) {
        if let Some(i) = memchr::memrchr(b'\n', &document[seen..mark]) {
            start = seen + i + 1;
        }
        let fields = fields.get_or_insert_with(|| kind.notation().fields(document));
        comments.separator = fields.as_mut().and_then(|fields| fields.separator_at(mark));
        seen = mark;
        let before = &document[start.max(mark.saturating_sub(MAX_BEFORE))..mark];
        // A code block may show such a comment.
        let after = mark + NAME.len();
        let has_colon = match document.get(after) {
            Some(b':') => true,
            Some(b' ') if !is_prose(kind) => false,
            _ => continue,
        };
        let start_of_words = after + usize::from(has_colon);
        if kind.begins_comment(before)
            && !is_code(mark)
            && let Some(word) = names(document, start_of_words, comments.separator).next()
        {
            if has_colon {
                comments.read(word, start);
            } else {
                comments.find_missing_colon(word);
            }
        }
    }
    comments.suppressions.append(&mut comments.open);
    (comments.suppressions, comments.mistakes)
}

/// The suppressions and mistakes in the comments so far.
struct Comments<'d> {
    kind: Kind,
    document: &'d [u8],
    suppressions: Vec<Suppression>,
    mistakes: Vec<Mistake>,
    /// Those of `off`, of at least one rule whose `on` has not been reached. No rule is off in two.
    open: Vec<Suppression>,
    /// Where the lines end that the last `allow` applies to.
    covered: usize,
    /// What ends the comment that is read, if it is a field of a table without quotes.
    separator: Option<u8>,
}

impl Comments<'_> {
    /// Reads the comment with the instruction `word`, in the line that begins at `start`.
    fn read(&mut self, word: Range<usize>, start: usize) {
        let document = self.document;
        let typed = std::str::from_utf8(&document[word.clone()]).unwrap_or_default();
        let named = named(document, word.clone(), self.separator);
        let mut named: Vec<(Range<usize>, Vec<&'static Rule>)> = named.collect();
        if let Some((last, _)) = named.last()
            && matches!(typed, "allow" | "allow-file" | "off" | "on")
        {
            self.find_missing_comma(last.end);
        }
        let is_all = named.is_empty();
        if is_all {
            named.push((word.clone(), rules().iter().collect()));
        }
        match typed {
            "allow" | "allow-file" if is_all => {
                if !is_prose(self.kind) {
                    let why = format!(
                        "`{typed}` needs the names of rules: `{typed} default-port, plain-http`"
                    );
                    self.mistakes.push((word, why));
                }
            }
            "allow" => {
                // Several in a row apply up to the same line.
                if word.start >= self.covered {
                    self.covered = covered_end(document, start, word.start);
                }
                self.allow(&named, start..self.covered);
            }
            "allow-file" => self.allow(&named, 0..OPEN),
            "off" => {
                for (name, mut rules) in named {
                    let is_known = !rules.is_empty();
                    rules.retain(|rule| !self.is_off(rule));
                    let suppression = Suppression::new(name, &rules, start..OPEN);
                    if !is_known {
                        self.suppressions.push(suppression);
                    } else if !rules.is_empty() {
                        self.open.push(suppression);
                    }
                }
            }
            "on" => {
                let mut ended = Vec::new();
                for (name, rules) in named {
                    if !rules.iter().any(|rule| self.is_off(rule)) {
                        self.find_needless_on(name, &rules, is_all);
                    }
                    ended.extend(rules);
                }
                self.close(&ended, start);
            }
            _ => {
                let mistake = mistake(self.kind, typed);
                self.mistakes.extend(mistake.map(|why| (word, why)));
            }
        }
    }

    /// An instruction for a rule after the mark without its colon.
    fn find_missing_colon(&mut self, word: Range<usize>) {
        let typed = &self.document[word.clone()];
        let rules = named(self.document, word.clone(), self.separator).next();
        let is_one = rules.is_some_and(|(_, rules)| rules.len() == 1);
        if is_one && matches!(typed, b"allow" | b"allow-file" | b"off" | b"on") {
            let why = "a colon is missing: `urlgrep:`".to_string();
            self.mistakes.push((word, why));
        }
    }

    /// A name of a rule that begins the explanation after the names: no comma stands before it.
    fn find_missing_comma(&mut self, end: usize) {
        let next = names(self.document, end, self.separator).next();
        let Some(name) = next.filter(|name| name.start > end && !is_prose(self.kind)) else {
            return;
        };
        let typed = std::str::from_utf8(&self.document[name.clone()]).unwrap_or_default();
        if find_rule(typed).is_some() {
            let why = format!("`{typed}` is not read as a rule: write a comma before it");
            self.mistakes.push((name, why));
        }
    }

    /// A name after `on` that ends nothing. In prose without `off` this is an ordinary sentence.
    fn find_needless_on(&mut self, name: Range<usize>, rules: &[&'static Rule], is_all: bool) {
        if is_prose(self.kind) && self.open.is_empty() {
            return;
        }
        if rules.is_empty() {
            let unknown = Suppression::new(name, rules, 0..0);
            self.suppressions.push(unknown);
            return;
        }
        let typed = String::from_utf8_lossy(&self.document[name.clone()]);
        let why = if is_all {
            "no rule is off here; remove it".to_string()
        } else {
            format!("`{typed}` is not off here; remove it")
        };
        self.mistakes.push((name, why));
    }

    fn allow(&mut self, named: &[(Range<usize>, Vec<&'static Rule>)], lines: Range<usize>) {
        let new = |(name, rules): &(_, Vec<_>)| {
            Suppression::new(Range::clone(name), rules, lines.clone())
        };
        self.suppressions.extend(named.iter().map(new));
    }

    fn is_off(&self, rule: &Rule) -> bool {
        let mut open = self.open.iter().flat_map(|suppression| &suppression.rules);
        open.any(|(other, lines)| *other == rule && lines.end == OPEN)
    }

    /// Ends the open suppressions of these rules at `end`.
    fn close(&mut self, ended: &[&Rule], end: usize) {
        let open = self
            .open
            .iter_mut()
            .flat_map(|suppression| &mut suppression.rules);
        for (_, lines) in open.filter(|(rule, lines)| lines.end == OPEN && ended.contains(rule)) {
            lines.end = end;
        }
        let is_over = |suppression: &mut Suppression| {
            let mut rules = suppression.rules.iter();
            rules.all(|(_, lines)| lines.end != OPEN)
        };
        self.suppressions.extend(self.open.extract_if(.., is_over));
    }
}

/// Whether any text of such a document may be a comment, so that ordinary sentences can look like one.
fn is_prose(kind: Kind) -> bool {
    matches!(kind, Kind::Text | Kind::Mail | Kind::Data(_))
}

/// Why `urlgrep: word` is not a suppression, if somebody may have meant one.
fn mistake(kind: Kind, word: &str) -> Option<String> {
    if is_prose(kind) {
        return None;
    }
    if OTHER_VERBS.contains(&word) {
        return Some(format!(
            "unknown instruction `{word}`; use `allow`, `allow-file`, `off` or `on`"
        ));
    }
    // Others are sentences that begin with the program's name.
    let near = word.starts_with("allow") || strsim::osa_distance(word, "allow") == 1;
    near.then(|| format!("unknown instruction `{word}`; did you mean `allow`?"))
}

/// The names after the instruction at `word`, with the rules that they select. A word that is no name begins an explanation.
fn named(
    document: &[u8],
    word: Range<usize>,
    separator: Option<u8>,
) -> impl Iterator<Item = (Range<usize>, Vec<&'static Rule>)> + '_ {
    let blank = matches!(document.get(word.end), Some(b' ' | b'\t'));
    let names = names(document, word.end, separator).filter(move |_| blank);
    names.map(|name| {
        let rules = str::from_utf8(&document[name.clone()]).map(select_rules);
        let mut rules = rules.unwrap_or_default();
        if rules.len() > 1 {
            // A group does not hide that it is unused.
            rules.retain(|rule| rule.name() != unused_suppression::RULE.name());
        }
        (name, rules)
    })
}

/// The words at `start`, separated by commas. The separator of a table ends them.
fn names(
    document: &[u8],
    start: usize,
    separator: Option<u8>,
) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = Some(start);
    std::iter::from_fn(move || {
        let rest = &document[at.take()?..];
        let is_blank = |b: u8| Class::BLANK.has(b) && Some(b) != separator;
        let word = split_run(rest, is_blank).1;
        let len = Class::LABEL.run(word);
        // `-->` ends a comment.
        let name = without_ending(&word[..len], b"-");
        let from = document.len() - word.len();
        if word.get(len) == Some(&b',') && separator != Some(b',') {
            at = Some(from + len + 1);
        }
        (!name.is_empty()).then(|| from..from + name.len())
    })
}

/// The end of the line after the one that begins at `line` and has an instruction at `at`. Lines with other suppressions are skipped, and
/// one blank line after comments that have lines of their own.
fn covered_end(document: &[u8], line: usize, at: usize) -> usize {
    let line_end = |at: usize| at + line_len(&document[at..]);
    let before = document[line..at].trim_ascii();
    let before = before.strip_suffix(MARK).unwrap_or(before).trim_ascii();
    // In Texinfo a word opens the comment.
    let has_own_line = !has_text(before) || [&b"@c"[..], b"@comment"].contains(&before);
    let (mut start, mut may_be_blank) = (line_end(at), has_own_line);
    loop {
        let end = line_end(start);
        let line = &document[start..end];
        let is_blank = line.trim_ascii().is_empty();
        let has_others = contains(line, MARK);
        let is_skipped = has_others || is_blank && may_be_blank;
        if !is_skipped || end == start {
            return end;
        }
        may_be_blank = has_others && has_own_line;
        start = end;
    }
}

/// Whether a line that begins so has text or URLs: more than marks, the number of an item of a list, tags, and comments that are closed.
fn has_text(mut line: &[u8]) -> bool {
    if contains(line, b"://") {
        return true;
    }
    let is_text = |b: u8| b.is_ascii_alphanumeric() || !b.is_ascii();
    // The length of the line from its last mark on. An unclosed mark is not looked for again.
    let last = |mark: &[u8]| memchr::memmem::rfind(line, mark).map_or(OPEN, |at| line.len() - at);
    let (last_comment, last_tag) = (last(b"-->"), last(b">"));
    loop {
        line = split_before(line, |b| is_text(b) || b == b'<').1;
        let digits = Class::DIGIT.run(line);
        let len = match line {
            [] => return false,
            [b'<', b'!', b'-', b'-', rest @ ..] if rest.len() >= last_comment => {
                memchr::memmem::find(rest, b"-->").map_or(4, |end| end + 7)
            }
            [b'<', rest @ ..] if rest.len() >= last_tag => 1 + len_of_tag(rest),
            [b'<', ..] => 1,
            _ if matches!(line.get(digits), Some(b'.' | b')')) && digits > 0 => digits + 1,
            _ => return true,
        };
        line = &line[len..];
    }
}

/// The length of `name attributes>` or `/name>`; 0 if there is no tag.
fn len_of_tag(text: &[u8]) -> usize {
    let name = text.strip_prefix(b"/").unwrap_or(text);
    let (name, rest) = Class::ALPHADIGIT.split(name);
    let ends = matches!(rest, [b'>' | b'/' | b' ', ..]) && !name.is_empty();
    let end = ends.then(|| memchr::memchr(b'>', text)).flatten();
    end.map_or(0, |end| end + 1)
}
