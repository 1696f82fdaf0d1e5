//! Lints one document: finds the matches of its texts, asks every rule about them, and collects the findings.

use std::ops::Range;

use super::context::{CheckedMatch, TextContext};
use super::declared_length;
use super::finding::Finding;
use super::locate::{finding_of_match, finding_of_text};
use super::rule::{Check, Group, LinkCheck, Rule};
use super::setup::Setup;
use crate::container::{self, Container};
use crate::document::{Kind, Link, Mask, Role};
use crate::flaw::Flaw;
use crate::matched::Match;
use crate::profile::Profile;
use crate::scan::Form;
use crate::span::beginning;
use crate::text::Text;
use crate::url;

/// A document to lint.
pub(super) struct DocumentLinter<'w> {
    setup: &'w Setup,
    kind: Kind,
    document: &'w [u8],
    pub(super) mask: Mask,
}

impl<'w> DocumentLinter<'w> {
    pub(super) fn new(setup: &'w Setup, kind: Kind, document: &'w [u8]) -> DocumentLinter<'w> {
        DocumentLinter {
            setup,
            kind,
            document,
            mask: kind.mask(document),
        }
    }

    /// The findings of these rules, text by text.
    pub(super) fn findings(&self, rules: &[&'static Rule]) -> Vec<Finding> {
        let mut findings = Vec::new();
        self.each_text(|text, length_field| {
            findings.extend(self.lint_text(rules, text, length_field));
        });
        findings.extend(self.lint_links(rules));
        findings
    }

    /// The findings of these rules in the targets of rewritten links.
    pub(super) fn findings_in_targets(&self, rules: &[&'static Rule]) -> Vec<Finding> {
        // A target is a URL alone, and no text delimits it.
        let rules = rules.iter().copied();
        let rules: Vec<_> = rules
            .filter(|rule| rule.group() != Group::Delimiters)
            .collect();
        let mut findings = Vec::new();
        self.each_text(|text, _| {
            let matches = self.setup.extractor.extract_text(text);
            for m in matches.filter(Match::is_accepted) {
                let Some(target) = url::unwrap(m.as_bytes()) else {
                    continue;
                };
                let at = text.map.source_range(m.span());
                let found = DocumentLinter::new(self.setup, Kind::Text, &target).findings(&rules);
                findings.extend(found.into_iter().map(|finding| Finding {
                    at: at.clone(),
                    message: finding.message + "; this is in the target of a rewritten link",
                    fix: None,
                    ..finding
                }));
            }
        });
        findings
    }

    /// Calls `take` with every text of the document, and with a description of the field that declares its length.
    pub(super) fn each_text(&self, mut take: impl FnMut(&Text<'_>, Option<&str>)) {
        let head = beginning(self.document, container::HEAD);
        let container = match self.kind {
            Kind::Mail => container::detect(head),
            kind => container::of_notation(kind.notation()),
        };
        let mut start = 0;
        for chunk in chunks(self.document, container) {
            for text in container.texts(chunk, start) {
                let field = declared_length::field_of(container, chunk, &text);
                take(&text, field);
            }
            start += chunk.len() as u64;
        }
    }

    fn lint_text(
        &self,
        rules: &[&'static Rule],
        text: &Text<'_>,
        length_field: Option<&str>,
    ) -> Vec<Finding> {
        let matches = self.matches(text);
        let spans: Vec<Range<usize>> = matches.iter().map(Match::span).collect();
        let whole = |m: &&Match<'_, [u8]>| m.is_accepted() && !m.is_joined();
        let mut urls: Vec<&[u8]> = Vec::new();
        // Only bare URLs may be cut.
        if matches.iter().any(|m| m.form() == Form::Bare) {
            urls.extend(matches.iter().filter(whole).map(|m| m.as_bytes()));
            urls.sort_unstable();
            urls.dedup();
        }
        let context = TextContext {
            kind: self.kind,
            mask: &self.mask,
            text,
            file: self.document,
            settings: &self.setup.settings,
            spans: &spans,
            urls: &urls,
        };
        let mut findings = Vec::new();
        for m in &matches {
            let checked = CheckedMatch::new(&context, m);
            if checked.role == Role::Outside || is_unlikely_url(&checked) {
                continue;
            }
            // Names without a scheme are found only for rules about links.
            let is_name = m.form().is_by_option();
            let judges = |rule: &&&'static Rule| {
                applies(rule, checked.role) && (!is_name || rule.name() == "bare-url")
            };
            for rule in rules.iter().filter(judges) {
                if let Check::Match(check) = rule.check
                    && let Some(violation) = check(&checked)
                    && !rule.spares(&checked)
                {
                    findings.push(finding_of_match(&checked, rule, violation));
                }
            }
        }
        for rule in rules {
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
        findings.extend(check_links_of_part(rules, &context));
        for finding in &mut findings {
            let layout = self.mask.is_aligned(finding.at.start as usize);
            let layout = layout.then_some("the layout of its table or title");
            if let Some(what) = length_field.or(layout) {
                declared_length::remove_fix(finding, what);
            }
        }
        findings
    }

    /// The matches of a text. A match that was joined over several lines is split if one of the lines is code.
    pub(super) fn matches<'t>(&self, text: &'t Text<'_>) -> Vec<Match<'t, [u8]>> {
        let role = |at: usize| self.mask.role(text.map.source_of(at).start as usize);
        let code = |at: Range<usize>| matches!(role(at.start), Role::Code | Role::Outside);
        let is_joined =
            |m: &Match<'_, [u8]>| m.flaws().contains(Flaw::BrokenBareUrl) && m.segments().any(code);
        let extractor = match self.kind {
            Kind::Markdown | Kind::Mdx | Kind::Notebook => &self.setup.with_names,
            _ => &self.setup.extractor,
        };
        let matches = extractor.extract_text(text);
        let (joined, mut matches): (Vec<_>, Vec<_>) = matches.partition(is_joined);
        if joined.is_empty() {
            return matches;
        }
        let mut joined = joined.iter().map(Match::span).peekable();
        for m in self.setup.unjoined.extract_text(text) {
            let start = m.span().start;
            while joined.next_if(|span| span.end <= start).is_some() {}
            if joined.peek().is_some_and(|span| span.contains(&start)) {
                matches.push(m);
            }
        }
        matches.sort_by_key(|m| m.span().start);
        matches
    }

    fn lint_links(&self, rules: &[&'static Rule]) -> Vec<Finding> {
        let text = Text::plain(self.document, 0);
        let context = TextContext {
            kind: self.kind,
            mask: &self.mask,
            text: &text,
            file: self.document,
            settings: &self.setup.settings,
            spans: &[],
            urls: &[],
        };
        let mut findings = Vec::new();
        for rule in rules {
            if let Check::Document(check) = rule.check {
                let mut violations = Vec::new();
                check(&context, &mut violations);
                findings.extend(violations.into_iter().map(|violation| {
                    let written = || self.document[violation.at.clone()].to_vec();
                    let url = violation.url.unwrap_or_else(written);
                    let at = violation.at.start as u64..violation.at.end as u64;
                    Finding::new(rule, at, violation.message, url)
                }));
            }
        }
        findings.extend(check_links(rules, &context));
        findings
    }
}

/// The findings about the links of a text, in its mask.
fn check_links(rules: &[&'static Rule], context: &TextContext<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for rule in rules {
        let mut find = |link: &Link, check: LinkCheck, at: Range<usize>| {
            findings.extend(check(context, link).map(|message| {
                let at = context.range_in_file(at);
                Finding::new(rule, at, message, link.target.clone())
            }));
        };
        match rule.check {
            Check::Link(check) => {
                let links = context.mask.links().iter();
                links.for_each(|link| find(link, check, link.label.clone()));
            }
            Check::Target(check) => {
                let links = context.mask.targets_of_links();
                links.for_each(|link| find(link, check, link.place_of_target()));
            }
            _ => {}
        }
    }
    findings
}

/// The findings about the links of a part of mail that is HTML. Its text is decoded, so it has a mask of its own.
fn check_links_of_part(rules: &[&'static Rule], context: &TextContext<'_>) -> Vec<Finding> {
    if context.kind != Kind::Mail || context.text.notation != Kind::Html.name() {
        return Vec::new();
    }
    let mut markup = context.text.bytes.to_vec();
    // `&lt;` begins no tag.
    for &at in context.text.map.escaped_markup_before(markup.len()) {
        markup[at] = b' ';
    }
    let mask = Kind::Html.mask(&markup);
    let context = TextContext {
        kind: Kind::Html,
        mask: &mask,
        file: &markup,
        ..*context
    };
    check_links(rules, &context)
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
                let cut = container.cut(head);
                cut.unwrap_or_else(|| container.forced_cut(head))
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
    let opaque = checked.url.scheme_info().shape.is_none() && checked.url.host().is_none();
    let tag = checked.m.form() == Form::Angle && checked.m.is_joined() && opaque;
    hidden || tag || is_word(checked) || is_socket(checked)
}

/// `http://unix:/run/docker.sock:/info`: programs write the path of a socket in place of a host.
fn is_socket(checked: &CheckedMatch<'_>) -> bool {
    let url = &checked.url;
    let path = url.path().unwrap_or_default();
    let named = url.port().is_some_and(|port| port.starts_with(b"SOCKET"));
    url.host() == Some(b"unix") && (named || url.port() == Some(b"") && path.len() > 1)
}

/// Whether only a scheme stands there, and the text goes on: `the http://-style`, `http://,or`.
fn is_word(checked: &CheckedMatch<'_>) -> bool {
    let host = checked.url.host().unwrap_or_default();
    let bare = !matches!(checked.m.form(), Form::Wrapper | Form::Angle);
    match host {
        [b'-', rest @ ..] => bare && !rest.is_empty() && !rest.contains(&b'.'),
        [b',' | b';' | b'!', ..] => bare,
        _ => false,
    }
}

/// Whether a rule applies to text with this role. URLs in code are not links, but must be valid.
fn applies(rule: &Rule, role: Role) -> bool {
    let code = matches!(role, Role::Code | Role::Comment);
    !code || matches!(rule.group(), Group::Syntax | Group::Security)
}
