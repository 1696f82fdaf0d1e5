//! The linter: runs every enabled rule on every match, converts positions, and removes suppressed findings.

use std::ops::Range;

use super::context::{CheckedMatch, TextContext};
use super::counted;
use super::finding::{Edit, Finding, Fix};
use super::host;
use super::rule::{Check, Group, Rule, Violation};
use super::suppress;
use super::table::{index, rules};
use crate::container::{self, Container};
use crate::document::{Kind, Mask, Role};
use crate::extract::Extractor;
use crate::flaw::Flaw;
use crate::matched::Match;
use crate::options::Join;
use crate::profile::Profile;
use crate::scan::Form;
use crate::text::Text;
use crate::url::Bare;

/// The settings of rules.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    pub(super) allowed_ports: Vec<u16>,
    pub(super) allowed_hosts: Vec<String>,
}

impl Settings {
    pub(super) fn allows_host(&self, host: &[u8]) -> bool {
        let mut allowed = self.allowed_hosts.iter();
        allowed.any(|pattern| host::matches_pattern(host, pattern))
    }
}

/// Whether a rule is enabled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Enabled {
    No,
    /// By default.
    Yes,
    /// Explicitly.
    Selected,
}

/// Checks documents. Made by [`Linter::builder`], or by `default` with the rules that are enabled by default.
#[derive(Clone, Debug)]
pub struct Linter {
    /// For each rule of the table.
    enabled: Vec<Enabled>,
    settings: Settings,
    extractor: Extractor,
    /// The same, but without joining URLs over lines.
    unjoined: Extractor,
}

/// Configures the rules of a [`Linter`].
///
/// ```
/// use urlgrep::document::Kind;
/// use urlgrep::lint::{Linter, find_rule};
/// let plain_http = find_rule("plain-http").unwrap();
/// let linter = Linter::builder().select([plain_http]).build();
/// assert_eq!(linter.lint(Kind::Text, b"See http://a.org/.").len(), 1);
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Builder {
    linter: Linter,
}

impl Default for Linter {
    fn default() -> Linter {
        Linter::builder().build()
    }
}

impl Builder {
    /// Enables these rules and disables all others.
    pub fn select(mut self, selected: impl IntoIterator<Item = &'static Rule>) -> Self {
        self.linter.enabled.fill(Enabled::No);
        for rule in selected {
            self.linter.enabled[index(rule)] = Enabled::Selected;
        }
        self
    }

    /// Disables these rules.
    pub fn ignore(mut self, ignored: impl IntoIterator<Item = &'static Rule>) -> Self {
        for rule in ignored {
            self.linter.enabled[index(rule)] = Enabled::No;
        }
        self
    }

    /// Ports below 1024 that are allowed for every scheme.
    pub fn allowed_ports(mut self, ports: impl IntoIterator<Item = u16>) -> Self {
        self.linter.settings.allowed_ports = ports.into_iter().collect();
        self
    }

    /// Hosts that are exempt from rules about hosts: `x.org` is only that host, `*.x.org` its subdomains.
    pub fn allowed_hosts(mut self, hosts: impl IntoIterator<Item = String>) -> Self {
        self.linter.settings.allowed_hosts = hosts.into_iter().collect();
        self
    }

    /// Builds the linter.
    pub fn build(self) -> Linter {
        self.linter
    }
}

impl Linter {
    /// A builder with the rules that are enabled by default.
    pub fn builder() -> Builder {
        let enabled = rules().iter().map(|rule| match rule.is_opt_in() {
            true => Enabled::No,
            false => Enabled::Yes,
        });
        Builder {
            linter: Linter {
                enabled: enabled.collect(),
                settings: Settings::default(),
                extractor: Extractor::builder().all(true).build(),
                unjoined: Extractor::builder().all(true).join(Join::Never).build(),
            },
        }
    }

    /// Whether a rule is enabled for documents of this type.
    pub fn is_enabled(&self, rule: &Rule, kind: Kind) -> bool {
        match self.enabled[index(rule)] {
            Enabled::No => false,
            Enabled::Yes => kind != Kind::Mdx || rule.name() != "bare-url",
            Enabled::Selected => true,
        }
    }

    /// The findings in a document, in the order of their positions.
    pub fn lint(&self, kind: Kind, document: &[u8]) -> Vec<Finding> {
        let enabled: Vec<&'static Rule> = rules()
            .iter()
            .filter(|rule| self.is_enabled(rule, kind))
            .collect();
        let mut work = DocumentLinter {
            linter: self,
            kind,
            document,
            mask: kind.mask(document),
            rules: &enabled,
            findings: Vec::new(),
        };
        work.lint_texts();
        work.lint_links();
        let mut findings = work.findings;
        suppress::apply(kind, document, &mut findings, |rule| {
            enabled.contains(&rule)
        });
        findings.sort_by_key(|finding| (finding.at.start, finding.at.end, index(finding.rule)));
        findings.dedup();
        findings
    }
}

/// Lints one document.
struct DocumentLinter<'w> {
    linter: &'w Linter,
    kind: Kind,
    document: &'w [u8],
    mask: Mask,
    rules: &'w [&'static Rule],
    findings: Vec<Finding>,
}

impl DocumentLinter<'_> {
    fn lint_texts(&mut self) {
        let head = &self.document[..self.document.len().min(container::HEAD)];
        let detected = || container::detect(head);
        let container = match self.kind {
            Kind::Mail => detected(),
            kind => container::by_name(kind.name(), head).unwrap_or_else(detected),
        };
        let mut start = 0;
        for chunk in chunks(self.document, container) {
            for text in container.texts(chunk, start) {
                let field = counted::length_field(container, chunk, &text);
                self.lint_text(&text, field);
            }
            start += chunk.len() as u64;
        }
    }

    /// `length_field` describes the field that declares the length of the text.
    fn lint_text(&mut self, text: &Text<'_>, length_field: Option<&str>) {
        let matches = self.matches(text);
        let spans: Vec<Range<usize>> = matches.iter().map(Match::span).collect();
        let context = TextContext {
            kind: self.kind,
            mask: &self.mask,
            text,
            file: self.document,
            settings: &self.linter.settings,
            spans: &spans,
        };
        let mut findings = Vec::new();
        for m in &matches {
            let checked = CheckedMatch::new(&context, m);
            if checked.role == Role::Outside || is_unlikely_url(&checked) {
                continue;
            }
            let rules = self.rules.iter().filter(|rule| applies(rule, checked.role));
            for rule in rules {
                if let Check::Match(check) = rule.check
                    && let Some(violation) = check(&checked)
                {
                    findings.push(finding_of_match(&checked, rule, violation));
                }
            }
        }
        for rule in self.rules {
            if let Check::Text(check) = rule.check {
                let mut violations = Vec::new();
                check(&context, &mut violations);
                let applicable = violations.into_iter().filter(|violation| {
                    let role = context.role(violation.at.start);
                    role != Role::Outside && applies(rule, role)
                });
                findings
                    .extend(applicable.map(|violation| finding_of_text(&context, rule, violation)));
            }
        }
        if let Some(field) = length_field {
            findings
                .iter_mut()
                .for_each(|finding| counted::remove_fix(finding, field));
        }
        self.findings.append(&mut findings);
    }

    /// The matches of a text. A match that was joined over several lines is split if one of the lines is code.
    fn matches<'t>(&self, text: &'t Text<'_>) -> Vec<Match<'t, [u8]>> {
        let role = |at: usize| self.mask.role(text.map.source_of(at).start as usize);
        let code = |at: Range<usize>| matches!(role(at.start), Role::Code | Role::Outside);
        let is_joined =
            |m: &Match<'_, [u8]>| m.flaws().contains(Flaw::BrokenBareUrl) && m.segments().any(code);
        let matches = self.linter.extractor.extract_text(text);
        let (joined, mut matches): (Vec<_>, Vec<_>) = matches.partition(is_joined);
        if joined.is_empty() {
            return matches;
        }
        let mut joined = joined.iter().map(Match::span).peekable();
        for m in self.linter.unjoined.extract_text(text) {
            let start = m.span().start;
            while joined.next_if(|span| span.end <= start).is_some() {}
            if joined.peek().is_some_and(|span| span.contains(&start)) {
                matches.push(m);
            }
        }
        matches.sort_by_key(|m| m.span().start);
        matches
    }

    fn lint_links(&mut self) {
        let text = Text::plain(self.document, 0);
        let context = TextContext {
            kind: self.kind,
            mask: &self.mask,
            text: &text,
            file: self.document,
            settings: &self.linter.settings,
            spans: &[],
        };
        let mut findings = Vec::new();
        for rule in self.rules {
            let Check::Link(check) = rule.check else {
                continue;
            };
            for link in self.mask.links() {
                findings.extend(check(&context, link).map(|message| Finding {
                    rule,
                    at: link.label.start as u64..link.label.end as u64,
                    message,
                    url: link.target.clone(),
                    fix: None,
                }));
            }
        }
        self.findings.append(&mut findings);
    }
}

/// Splits a document into pieces that are linted separately, to bound the memory for large documents.
fn chunks<'d>(document: &'d [u8], container: &'static Container) -> impl Iterator<Item = &'d [u8]> {
    const SIZE: usize = 16 << 20;
    let mut rest = document;
    // There is always a piece, because an empty message counts as one.
    let mut first = true;
    std::iter::from_fn(move || {
        if rest.is_empty() && !std::mem::take(&mut first) {
            return None;
        }
        first = false;
        let end = match rest.get(..SIZE.max(container.max())) {
            None => rest.len(),
            Some(head) => {
                let line = || memchr::memrchr(b'\n', head).map(|i| i + 1);
                let blank = || {
                    head.iter()
                        .rposition(u8::is_ascii_whitespace)
                        .map(|i| i + 1)
                };
                let cut = container.cut(head).or_else(line).or_else(blank);
                cut.unwrap_or(head.len())
            }
        };
        let (chunk, after) = rest.split_at(end);
        rest = after;
        Some(chunk)
    })
}

/// Whether it was matched so that no URL is missed, but is probably not a URL.
fn is_unlikely_url(checked: &CheckedMatch<'_>) -> bool {
    // For example an XML namespace.
    let hidden = !checked.m.is_accepted()
        && !Profile::DEFAULT.refuses(checked.url.scheme_info(), checked.flaws);
    // `<gs:Circle`, with attributes in the next line.
    let opaque =
        matches!(checked.url.scheme_info().bare, Bare::Slashes) && checked.url.host().is_none();
    let tag = checked.m.form() == Form::Angle && checked.m.is_joined() && opaque;
    hidden || tag
}

/// Whether a rule applies to text with this role. URLs in code are not links, but must be valid.
fn applies(rule: &Rule, role: Role) -> bool {
    let code = matches!(role, Role::Code | Role::Comment);
    !code || matches!(rule.group(), Group::Syntax | Group::Security)
}

fn finding_of_match(
    checked: &CheckedMatch<'_>,
    rule: &'static Rule,
    violation: Violation,
) -> Finding {
    let (m, text) = (checked.m, checked.context.text);
    // If the scheme is missing, positions in the assumed URL do not exist in the text.
    let (at, edits) = match m.assumed() {
        None => (violation.at, violation.edits),
        Some(_) => (0..m.as_bytes().len(), Vec::new()),
    };
    let to_text = |at: Range<usize>| {
        let last = m.source_of(at.end.max(at.start + 1) - 1).end;
        m.source_of(at.start).start..last
    };
    let to_file = |at: Range<usize>| {
        let last = text.map.source_of(at.end.max(at.start + 1) - 1).end;
        text.map.source_of(at.start).start..last
    };
    let len = m.as_bytes().len();
    let edits: Option<Vec<Edit>> = edits
        .into_iter()
        .map(|(at, with)| {
            // An insertion comes before a byte, or after the last one.
            let at = match at.is_empty() {
                true if at.start == len => {
                    let end = to_file(to_text(len.checked_sub(1)?..len)).end;
                    end..end
                }
                true => {
                    let start = to_file(to_text(at.start..at.start + 1)).start;
                    start..start
                }
                false => {
                    let file = to_file(to_text(at.clone()));
                    (file.end - file.start == at.len() as u64).then_some(file)?
                }
            };
            Some(Edit { at, with })
        })
        .collect();
    let edits = edits.filter(|edits| !edits.is_empty());
    let verbatim = text.map.is_verbatim(m.span());
    Finding {
        rule,
        at: to_file(to_text(at)),
        message: violation.message,
        url: m.as_bytes().to_vec(),
        fix: edits.filter(|_| verbatim).and_then(|edits| {
            Some(Fix {
                safety: rule.fix()?,
                edits,
            })
        }),
    }
}

/// The longest text that is reported after a violation, in bytes.
const MAX_REST: usize = 256;

fn finding_of_text(
    context: &TextContext<'_>,
    rule: &'static Rule,
    violation: Violation,
) -> Finding {
    let map = &context.text.map;
    // The reported text extends to the next blank or bracket, if that is near.
    let rest = &context.text.bytes[violation.at.end..];
    let rest = &rest[..rest.len().min(MAX_REST)];
    let ends = |b: &u8| b.is_ascii_whitespace() || b"<>()[]{}\"'`".contains(b);
    let len = rest.iter().position(ends).unwrap_or(rest.len());
    let bytes = &context.text.bytes[violation.at.start..violation.at.end + len];
    let edits = violation.edits.into_iter().map(|(at, with)| Edit {
        at: map.source_of(at.start).start..map.source_of(at.end - 1).end,
        with,
    });
    let edits: Vec<Edit> = edits.collect();
    let verbatim = map.is_verbatim(violation.at.clone()) && !edits.is_empty();
    Finding {
        rule,
        at: map.source_of(violation.at.start).start..map.source_of(violation.at.end - 1).end,
        message: violation.message,
        url: bytes.to_vec(),
        fix: rule
            .fix()
            .filter(|_| verbatim)
            .map(|safety| Fix { safety, edits }),
    }
}
