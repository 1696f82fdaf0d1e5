//! The linter: runs every enabled rule on every match, converts positions, and removes suppressed findings.

use std::sync::Arc;

use super::document_linter::DocumentLinter;
use super::finding::{Finding, shift};
use super::local::Files;
use super::rule::{Rule, Severity};
use super::setup::Setup;
use super::suppress;
use super::table::rules;
use super::verify;
use crate::document::Kind;
use crate::text::without_mark;
use crate::url::Gateway;

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
///
/// ```
/// use urlgrep::{document::Kind, lint::Linter};
/// assert!(Linter::default().lint(Kind::Text, b"See <http://a.org/>.").is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Linter {
    /// For each rule of the table.
    enabled: Vec<Enabled>,
    /// For each rule of the table.
    severities: Vec<Severity>,
    pub(super) setup: Setup,
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
    ///
    /// ```
    /// use urlgrep::{document::Kind, lint::{Linter, select_rules}};
    /// let linter = Linter::builder().select(select_rules("upkeep")).build();
    /// assert_eq!(linter.lint(Kind::Text, b"See <HTTP://a.org:80/>.").len(), 2);
    /// ```
    pub fn select(mut self, selected: impl IntoIterator<Item = &'static Rule>) -> Self {
        self.linter.enabled.fill(Enabled::No);
        self.extend_select(selected)
    }

    /// Disables these rules.
    ///
    /// ```
    /// use urlgrep::{document::Kind, lint::{Linter, find_rule}};
    /// let linter = Linter::builder().ignore(find_rule("default-port")).build();
    /// assert!(linter.lint(Kind::Text, b"See <http://a.org:80/>.").is_empty());
    /// ```
    pub fn ignore(mut self, ignored: impl IntoIterator<Item = &'static Rule>) -> Self {
        for rule in ignored {
            self.linter.enabled[rule.index()] = Enabled::No;
        }
        self
    }

    /// Ports below 1024 that are allowed for every scheme.
    ///
    /// ```
    /// use urlgrep::{document::Kind, lint::Linter};
    /// let document = b"See <http://a.org:25/>.";
    /// assert_eq!(Linter::default().lint(Kind::Text, document).len(), 1);
    /// assert!(Linter::builder().allowed_ports([25]).build().lint(Kind::Text, document).is_empty());
    /// ```
    pub fn allowed_ports(mut self, ports: impl IntoIterator<Item = u16>) -> Self {
        self.linter.setup.settings.allowed_ports = ports.into_iter().collect();
        self
    }

    /// Hosts that are exempt from rules about hosts: `x.org` is only that host, `*.x.org` its subdomains.
    ///
    /// ```
    /// use urlgrep::{document::Kind, lint::Linter};
    /// let linter = Linter::builder().allowed_hosts(["a.org".to_string()]).build();
    /// assert!(linter.lint(Kind::Text, b"See <http://a.org:25/>.").is_empty());
    /// ```
    pub fn allowed_hosts(mut self, hosts: impl IntoIterator<Item = String>) -> Self {
        self.linter.setup.settings.allowed_hosts = hosts.into_iter().collect();
        self
    }

    /// Gateways whose schemes the rule `dead-scheme` reports. Of several for one scheme, the last one is used.
    ///
    /// ```
    /// use urlgrep::{document::Kind, lint::Linter, url::Gateway};
    /// let gateway = Gateway::new("gopher", "https://gw.example/{host}/{path}").unwrap();
    /// let linter = Linter::builder().gateways([gateway]).build();
    /// let findings = linter.lint(Kind::Text, b"See <gopher://a.org/1/x>.");
    /// assert_eq!(findings[0].rule.name(), "dead-scheme");
    /// ```
    pub fn gateways(mut self, gateways: impl IntoIterator<Item = Gateway>) -> Self {
        self.linter.setup.settings.gateways = gateways.into_iter().collect();
        self
    }

    /// Enables these rules too.
    ///
    /// ```
    /// use urlgrep::{document::Kind, lint::{Linter, find_rule}};
    /// let linter = Linter::builder().extend_select(find_rule("plain-http")).build();
    /// assert_eq!(linter.lint(Kind::Text, b"See <http://a.org:80/>.").len(), 2);
    /// ```
    pub fn extend_select(mut self, selected: impl IntoIterator<Item = &'static Rule>) -> Self {
        for rule in selected {
            self.linter.enabled[rule.index()] = Enabled::Selected;
        }
        self
    }

    /// Changes the severity of a rule's findings.
    ///
    /// ```
    /// use urlgrep::lint::{Linter, Severity, find_rule};
    /// let rule = find_rule("default-port").unwrap();
    /// let linter = Linter::builder().severity(rule, Severity::Error).build();
    /// assert_eq!(linter.severity(rule), Severity::Error);
    /// ```
    pub fn severity(mut self, rule: &'static Rule, severity: Severity) -> Self {
        self.linter.severities[rule.index()] = severity;
        self
    }

    /// Types of documents, by name, where code, strings, comments and messages also get fixes: `source`, `mail`, `text`.
    ///
    /// ```
    /// use urlgrep::document::{Kind, Language};
    /// use urlgrep::lint::Linter;
    /// let (kind, source) = (Kind::Source(Language::C), b"// See <http://a.org:80/>.\n");
    /// assert!(Linter::default().lint(kind, source)[0].fix.is_none());
    /// let linter = Linter::builder().fix_kinds(["source".to_string()]).build();
    /// assert!(linter.lint(kind, source)[0].fix.is_some());
    /// ```
    pub fn fix_kinds(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.linter.setup.settings.fix_kinds = names.into_iter().collect();
        self
    }

    /// Also checks the targets of rewritten links, as [`url::unwrap`](crate::url::unwrap) finds them. Such a finding stands where the link
    /// stands, and has no fix.
    ///
    /// ```
    /// use urlgrep::{document::Kind, lint::Linter};
    /// let linter = Linter::builder().rewritten_links(true).build();
    /// let findings = linter.lint(Kind::Text, b"See <https://www.google.com/url?q=http://a.org:80/>.");
    /// assert_eq!((findings[0].rule.name(), &findings[0].at), ("default-port", &(5..50)));
    /// ```
    pub fn rewritten_links(mut self, checked: bool) -> Self {
        self.linter.setup.settings.rewritten_links = checked;
        self
    }

    /// The files beside the document, for the rules `missing-file` and `missing-anchor`; see [`Files`] for an example.
    pub fn files(mut self, files: Arc<dyn Files>) -> Self {
        self.linter.setup.settings.files = Some(files);
        self
    }

    /// Builds the linter.
    ///
    /// ```
    /// use urlgrep::lint::{Linter, find_rule};
    /// let linter = Linter::builder().ignore(find_rule("default-port")).build();
    /// assert!(!linter.is_enabled(find_rule("default-port").unwrap(), urlgrep::document::Kind::Text));
    /// ```
    pub fn build(self) -> Linter {
        self.linter
    }
}

impl Linter {
    /// A builder with the rules that are enabled by default.
    ///
    /// ```
    /// use urlgrep::lint::{Linter, find_rule};
    /// let linter = Linter::builder().select(find_rule("default-port")).build();
    /// assert!(linter.is_enabled(find_rule("default-port").unwrap(), urlgrep::document::Kind::Text));
    /// ```
    pub fn builder() -> Builder {
        let enabled = rules().iter().map(|rule| {
            if rule.is_opt_in() {
                Enabled::No
            } else {
                Enabled::Yes
            }
        });
        Builder {
            linter: Linter {
                enabled: enabled.collect(),
                severities: rules().iter().map(Rule::severity).collect(),
                setup: Setup::default(),
            },
        }
    }

    /// The gateways of the rule `dead-scheme`; see [`Builder::gateways`].
    ///
    /// ```
    /// assert!(urlgrep::lint::Linter::default().gateways().is_empty());
    /// ```
    pub fn gateways(&self) -> &[Gateway] {
        &self.setup.settings.gateways
    }

    /// Whether a rule is enabled for documents of this type.
    ///
    /// ```
    /// use urlgrep::{document::Kind, lint::{Linter, find_rule}};
    /// assert!(!Linter::default().is_enabled(find_rule("plain-http").unwrap(), Kind::Text));
    /// ```
    pub fn is_enabled(&self, rule: &Rule, kind: Kind) -> bool {
        match self.enabled[rule.index()] {
            Enabled::No => false,
            Enabled::Yes => kind != Kind::Mdx || rule.name() != "bare-url",
            Enabled::Selected => true,
        }
    }

    /// Whether fixes are offered everywhere in documents of this type; see [`Builder::fix_kinds`].
    ///
    /// ```
    /// use urlgrep::{document::Kind, lint::Linter};
    /// assert!(!Linter::default().fixes_everywhere(Kind::Mail));
    /// ```
    pub fn fixes_everywhere(&self, kind: Kind) -> bool {
        self.setup.settings.fixes_everywhere(kind)
    }

    /// The severity of the findings of a rule.
    ///
    /// ```
    /// use urlgrep::lint::{Linter, Severity, find_rule};
    /// assert_eq!(Linter::default().severity(find_rule("default-port").unwrap()), Severity::Note);
    /// ```
    pub fn severity(&self, rule: &Rule) -> Severity {
        self.severities[rule.index()]
    }

    /// The findings in a document, in the order of their positions. It is read as UTF-8, or as a charset of one byte a character that
    /// contains ASCII; UTF-16 must be decoded before.
    ///
    /// ```
    /// use urlgrep::{document::Kind, lint::Linter};
    /// let findings = Linter::default().lint(Kind::Text, b"See <http://a.org:80/>.");
    /// assert_eq!(findings[0].rule.name(), "default-port");
    /// ```
    pub fn lint(&self, kind: Kind, document: &[u8]) -> Vec<Finding> {
        let text = without_mark(document);
        let mut findings = self.unverified(kind, text);
        verify::remove_wrong_fixes(&self.setup, kind, text, &mut findings);
        shift(&mut findings, document.len() - text.len());
        findings
    }

    /// The findings in the targets of rewritten links, as with [`Builder::rewritten_links`], but no comment suppresses them.
    ///
    /// ```
    /// use urlgrep::{document::Kind, lint::Linter};
    /// let document = b"See <https://www.google.com/url?q=http://a.org:80/>.";
    /// let findings = Linter::default().lint_rewritten_links(Kind::Text, document);
    /// assert_eq!(findings[0].rule.name(), "default-port");
    /// ```
    pub fn lint_rewritten_links(&self, kind: Kind, document: &[u8]) -> Vec<Finding> {
        let text = without_mark(document);
        let linter = DocumentLinter::new(&self.setup, kind, text);
        let mut findings = linter.findings_in_targets(&self.enabled(Kind::Text));
        self.set_severities(&mut findings);
        shift(&mut findings, document.len() - text.len());
        findings
    }

    fn set_severities(&self, findings: &mut [Finding]) {
        for finding in findings {
            finding.severity = self.severity(finding.rule);
        }
    }

    fn enabled(&self, kind: Kind) -> Vec<&'static Rule> {
        let enabled = rules().iter().filter(|rule| self.is_enabled(rule, kind));
        enabled.collect()
    }

    /// The findings in a document without a byte order mark. Some of their fixes may be wrong.
    pub(super) fn unverified(&self, kind: Kind, document: &[u8]) -> Vec<Finding> {
        let enabled = self.enabled(kind);
        let linter = DocumentLinter::new(&self.setup, kind, document);
        let mut findings = linter.findings(&enabled);
        if self.setup.settings.rewritten_links {
            findings.extend(linter.findings_in_targets(&self.enabled(Kind::Text)));
        }
        suppress::apply(kind, document, &mut findings, |rule| {
            enabled.contains(&rule)
        });
        self.set_severities(&mut findings);
        let place = |finding: &Finding| (finding.at.start, finding.at.end, finding.rule.index());
        findings.sort_by_cached_key(place);
        findings.dedup();
        findings
    }
}
