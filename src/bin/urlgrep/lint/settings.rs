//! `--show-settings`: what is checked in a file, and why.

use urlgrep::lint::rules;

use super::file_rules::FileRules;
use super::kind::DocumentKind;
use crate::visible::visible;

/// The settings of the file at `path`, one per line.
pub(super) fn describe(path: &str, document: DocumentKind, file: &FileRules) -> String {
    let FileRules {
        linter,
        config,
        baseline,
        ..
    } = file;
    let mut text = format!("{}\n", visible(path.as_bytes()));
    let mut line = |name: &str, values: Vec<String>| {
        text += &format!(
            "  {name}: {}\n",
            if values.is_empty() {
                "none".to_string()
            } else {
                values.join(", ")
            }
        );
    };
    let enabled = rules()
        .iter()
        .filter(|rule| linter.is_enabled(rule, document.kind));
    let enabled = enabled.map(|rule| {
        let severity = linter.severity(rule);
        format!("{} ({})", rule.name(), severity.name())
    });
    let files = config.files.iter().map(|path| path.display().to_string());
    line("configuration", files.collect());
    line("type", vec![document.kind.name().to_string()]);
    let fixes = match document {
        _ if linter.fixes_everywhere(document.kind) => "everywhere",
        DocumentKind {
            is_named: false, ..
        } => "none, because the type was guessed",
        _ => "in prose and links of documents",
    };
    line("fixes", vec![fixes.to_string()]);
    line("rules", enabled.collect());
    let ports = config.allowed_ports.iter().map(u16::to_string);
    line("allowed-ports", ports.collect());
    line("allowed-hosts", config.allowed_hosts.clone());
    let gateways = linter.gateways().iter();
    let gateways = gateways.map(|gateway| format!("{} {}", gateway.scheme(), gateway.template()));
    line("gateways", gateways.collect());
    line("fail-on", vec![file.least.name().to_string()]);
    let baseline = baseline.iter().map(|baseline| {
        let path = baseline.path.display();
        match &baseline.problem {
            Some(why) => format!("{path} ({why})"),
            None => path.to_string(),
        }
    });
    line("baseline", baseline.collect());
    text
}
