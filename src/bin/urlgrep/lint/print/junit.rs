//! `junit`: a test suite for each file with findings, and a test case for each finding. It fails if the finding makes the run fail; JUnit
//! has no warnings, so the others are output of a test that passes.

use std::path::Path;

use super::PrintFindings;
use crate::lint::diagnostic::Diagnostic;
use crate::print::StdoutBuffer;
use crate::visible::{is_unsafe, path_text};

#[derive(Default)]
pub(super) struct Junit {
    suites: String,
    count: usize,
    failures: usize,
}

impl PrintFindings for Junit {
    fn file(&mut self, _: &mut StdoutBuffer, path: &Path, found: &[Diagnostic]) {
        let path = &*path_text(path);
        if found.is_empty() {
            return;
        }
        let (path, count) = (escaped(path), found.len());
        let failures = found.iter().filter(|diagnostic| diagnostic.fails).count();
        self.count += count;
        self.failures += failures;
        self.suites += &format!(
            "  <testsuite name=\"{path}\" tests=\"{count}\" failures=\"{failures}\" errors=\"0\">\n"
        );
        for diagnostic in found {
            let rule = diagnostic.finding.rule;
            let (line, column) = (diagnostic.region.line, diagnostic.region.column);
            let (code, name) = (rule.code(), rule.name());
            let message = escaped(&diagnostic.finding.message);
            let url = escaped(&diagnostic.shown_url);
            let severity = diagnostic.finding.severity;
            let (place, kind) = (format!("{path}:{line}:{column}: {url}"), severity.name());
            let result = if diagnostic.fails {
                format!("<failure type=\"{kind}\" message=\"{message}\">{place}</failure>")
            } else {
                format!("<system-out>{kind}: {message}\n{place}</system-out>")
            };
            self.suites += &format!(
                "    <testcase classname=\"{path}\" name=\"{code} {name}\" line=\"{line}\">\n      {result}\n    </testcase>\n"
            );
        }
        self.suites += "  </testsuite>\n";
    }

    fn finish(&mut self, out: &mut StdoutBuffer) {
        let (count, failures, suites) = (self.count, self.failures, &self.suites);
        let clean = "  <testsuite name=\"urlgrep\" tests=\"1\" failures=\"0\" errors=\"0\">\n    \
                     <testcase classname=\"urlgrep\" name=\"urlgrep\"/>\n  </testsuite>\n";
        let suites = if count == 0 { clean } else { suites };
        let tests = count.max(1);
        out.write(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let open = format!(
            "<testsuites name=\"urlgrep\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">\n"
        );
        out.write(open.as_bytes());
        out.write(suites.as_bytes());
        out.write(b"</testsuites>\n");
    }
}

/// Escapes text for XML, and what is not safe to print. Characters that XML does not allow are replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\t' => out += "&#9;",
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c if is_unsafe(c) => out += &format!("&#x{:x};", u32::from(c)),
            c => out.push(c),
        }
    }
    out
}
