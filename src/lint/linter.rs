//! The linter: asks every rule that is on about every match, places what they raise, takes away what comments allow.

use std::ops::Range;

use super::context::{Found, Page};
use super::counted;
use super::finding::{Edit, Finding, Fix};
use super::rule::{Check, Group, Raised, Rule};
use super::suppress;
use super::table::{index, rules};
use crate::container::{self, Container};
use crate::document::{self, Kind, Mask, Role};
use crate::extract::Extractor;
use crate::flaw::Flaw;
use crate::found::Match;
use crate::options::Join;
use crate::profile::Profile;
use crate::scan::Form;
use crate::text::Text;
use crate::url::Bare;

/// What rules can be told.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    pub(super) allowed_ports: Vec<u16>,
    pub(super) allowed_hosts: Vec<String>,
}

/// Whether a rule is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Query {
    No,
    /// By default.
    Yes,
    /// Somebody named it.
    Named,
}

/// Judges documents; made by [`Linter::builder`], or by `default` with the rules that are on by default.
#[derive(Clone, Debug)]
pub struct Linter {
    /// For each rule of the table.
    asked: Vec<Query>,
    settings: Settings,
    extractor: Extractor,
    /// The same, but no URL goes on in the next line.
    unjoined: Extractor,
}

/// Sets which rules a [`Linter`] asks, and what they are told.
///
/// ```
/// use urlgrep::document::Kind;
/// use urlgrep::lint::{Linter, named};
/// let plain_http = named("plain-http").unwrap();
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
    /// These rules and no others.
    pub fn select(mut self, selected: impl IntoIterator<Item = &'static Rule>) -> Self {
        self.linter.asked.fill(Query::No);
        for rule in selected {
            self.linter.asked[index(rule)] = Query::Named;
        }
        self
    }

    /// Not these.
    pub fn ignore(mut self, ignored: impl IntoIterator<Item = &'static Rule>) -> Self {
        for rule in ignored {
            self.linter.asked[index(rule)] = Query::No;
        }
        self
    }

    /// Ports below 1024 that any scheme may have.
    pub fn allowed_ports(mut self, ports: impl IntoIterator<Item = u16>) -> Self {
        self.linter.settings.allowed_ports = ports.into_iter().collect();
        self
    }

    /// Hosts that rules about hosts spare: `x.org` that host, `*.x.org` those under it.
    pub fn allowed_hosts(mut self, hosts: impl IntoIterator<Item = String>) -> Self {
        self.linter.settings.allowed_hosts = hosts.into_iter().collect();
        self
    }

    /// The linter.
    pub fn build(self) -> Linter {
        self.linter
    }
}

impl Linter {
    /// A builder with the rules that are on by default.
    pub fn builder() -> Builder {
        let asked = rules().iter().map(|rule| match rule.is_opt_in() {
            true => Query::No,
            false => Query::Yes,
        });
        Builder {
            linter: Linter {
                asked: asked.collect(),
                settings: Settings::default(),
                extractor: Extractor::builder().all(true).build(),
                unjoined: Extractor::builder().all(true).join(Join::Never).build(),
            },
        }
    }

    /// Whether a rule is asked in documents of this kind.
    pub fn asks(&self, rule: &Rule, kind: Kind) -> bool {
        match self.asked[index(rule)] {
            Query::No => false,
            Query::Yes => kind != Kind::Mdx || rule.name() != "bare-url",
            Query::Named => true,
        }
    }

    /// What the rules raise in a document, in the order of its bytes.
    pub fn lint(&self, kind: Kind, document: &[u8]) -> Vec<Finding> {
        let asked: Vec<&'static Rule> = rules()
            .iter()
            .filter(|rule| self.asks(rule, kind))
            .collect();
        let mut work = Work {
            linter: self,
            kind,
            document,
            mask: kind.mask(document),
            asked: &asked,
            findings: Vec::new(),
        };
        work.texts();
        work.links();
        let mut findings = work.findings;
        suppress::apply(kind, document, &mut findings, |rule| asked.contains(&rule));
        findings.sort_by_key(|finding| (finding.at.start, finding.at.end, index(finding.rule)));
        findings.dedup();
        findings
    }
}

/// A document that is being judged.
struct Work<'w> {
    linter: &'w Linter,
    kind: Kind,
    document: &'w [u8],
    mask: Mask,
    asked: &'w [&'static Rule],
    findings: Vec<Finding>,
}

impl Work<'_> {
    fn texts(&mut self) {
        let name = match self.kind {
            Kind::Html => Some("html"),
            Kind::Man => {
                self.text(&document::roff(self.document), None);
                return;
            }
            Kind::Text | Kind::Mail => None,
            _ => {
                self.text(&Text::plain(self.document, 0), None);
                return;
            }
        };
        let head = &self.document[..self.document.len().min(container::HEAD)];
        let named = name.and_then(|name| container::by_name(name, head));
        let container = named.unwrap_or_else(|| container::detect(head));
        if self.kind == Kind::Text && container.name() != "text" {
            self.text(&Text::plain(self.document, 0), None);
            return;
        }
        let mut start = 0;
        for chunk in chunks(self.document, container) {
            for text in container.texts(chunk, start) {
                let count = counted::count_of(container, chunk, &text);
                self.text(&text, count);
            }
            start += chunk.len() as u64;
        }
    }

    /// `count` is what says how long the text is.
    fn text(&mut self, text: &Text<'_>, count: Option<&str>) {
        let matches = self.matches(text);
        let spans: Vec<Range<usize>> = matches.iter().map(Match::span).collect();
        let page = Page {
            kind: self.kind,
            mask: &self.mask,
            text,
            file: self.document,
            settings: &self.linter.settings,
            spans: &spans,
        };
        let mut findings = Vec::new();
        for m in &matches {
            let found = Found::of(&page, m);
            if found.role == Role::Outside || is_no_url(&found) {
                continue;
            }
            let asked = self.asked.iter().filter(|rule| counts(rule, found.role));
            for rule in asked {
                if let Check::Match(check) = rule.check
                    && let Some(raised) = check(&found)
                {
                    findings.push(finding_of_match(&found, rule, raised));
                }
            }
        }
        for rule in self.asked {
            if let Check::Text(check) = rule.check {
                let mut raised = Vec::new();
                check(&page, &mut raised);
                let counted = raised.into_iter().filter(|raised| {
                    let role = page.role(raised.at.start);
                    role != Role::Outside && counts(rule, role)
                });
                findings.extend(counted.map(|raised| finding_of_text(&page, rule, raised)));
            }
        }
        if let Some(count) = count {
            findings
                .iter_mut()
                .for_each(|finding| counted::keep(finding, count));
        }
        self.findings.append(&mut findings);
    }

    /// The matches of a text. What was joined out of lines of which one is code is taken apart.
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

    fn links(&mut self) {
        let text = Text::plain(self.document, 0);
        let page = Page {
            kind: self.kind,
            mask: &self.mask,
            text: &text,
            file: self.document,
            settings: &self.linter.settings,
            spans: &[],
        };
        let mut findings = Vec::new();
        for rule in self.asked {
            let Check::Link(check) = rule.check else {
                continue;
            };
            for link in self.mask.links() {
                findings.extend(check(&page, link).map(|message| Finding {
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

/// Pieces of a document that are judged by themselves, so that what is known of a big one at a time is bounded.
fn chunks<'d>(document: &'d [u8], container: &'static Container) -> impl Iterator<Item = &'d [u8]> {
    const SIZE: usize = 16 << 20;
    let mut rest = document;
    // There is always one: a message of nothing is one.
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

/// Whether it is taken for a URL so that none is lost, but hardly is one.
fn is_no_url(found: &Found<'_>) -> bool {
    // An XML namespace and the like.
    let hidden =
        !found.m.is_accepted() && !Profile::DEFAULT.refuses(found.url.scheme_info(), found.flaws);
    // `<gs:Circle`, and attributes in the next line.
    let opaque =
        matches!(found.url.scheme_info().bare, Bare::Slashes) && found.url.host().is_none();
    let tag = found.m.form() == Form::Angle && found.m.is_joined() && opaque;
    hidden || tag
}

/// Whether a rule counts at a place: code is not there to be followed, but to be right.
fn counts(rule: &Rule, role: Role) -> bool {
    let code = matches!(role, Role::Code | Role::Comment);
    !code || matches!(rule.group(), Group::Syntax | Group::Security)
}

fn finding_of_match(found: &Found<'_>, rule: &'static Rule, raised: Raised) -> Finding {
    let (m, text) = (found.m, found.page.text);
    // Where the scheme is not written, places in the URL are none in the text.
    let (at, edits) = match m.assumed() {
        None => (raised.at, raised.edits),
        Some(_) => (0..m.as_bytes().len(), Vec::new()),
    };
    let to_text = |at: Range<usize>| {
        let last = m.map().source_of(at.end.max(at.start + 1) - 1).end as usize;
        m.map().source_of(at.start).start as usize..last
    };
    let to_file = |at: Range<usize>| {
        let last = text.map.source_of(at.end.max(at.start + 1) - 1).end;
        text.map.source_of(at.start).start..last
    };
    let len = m.as_bytes().len();
    let edits: Option<Vec<Edit>> = edits
        .into_iter()
        .map(|(at, with)| {
            // What is put in stands before a byte, or behind the last.
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
    let lies = text.map.is_verbatim(m.span());
    Finding {
        rule,
        at: to_file(to_text(at)),
        message: raised.message,
        url: m.as_bytes().to_vec(),
        fix: edits.filter(|_| lies).and_then(|edits| {
            Some(Fix {
                safety: rule.fix()?,
                edits,
            })
        }),
    }
}

fn finding_of_text(page: &Page<'_>, rule: &'static Rule, raised: Raised) -> Finding {
    let map = &page.text.map;
    // What stands there goes on to the next blank or bracket.
    let rest = &page.text.bytes[raised.at.end..];
    let ends = |b: &u8| b.is_ascii_whitespace() || b"<>()[]{}\"'`".contains(b);
    let len = rest.iter().position(ends).unwrap_or(rest.len());
    let bytes = &page.text.bytes[raised.at.start..raised.at.end + len];
    let edits = raised.edits.into_iter().map(|(at, with)| Edit {
        at: map.source_of(at.start).start..map.source_of(at.end - 1).end,
        with,
    });
    let edits: Vec<Edit> = edits.collect();
    let lies = map.is_verbatim(raised.at.clone()) && !edits.is_empty();
    Finding {
        rule,
        at: map.source_of(raised.at.start).start..map.source_of(raised.at.end - 1).end,
        message: raised.message,
        url: bytes.to_vec(),
        fix: rule
            .fix()
            .filter(|_| lies)
            .map(|safety| Fix { safety, edits }),
    }
}
