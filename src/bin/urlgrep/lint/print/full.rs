//! `full`: each finding with the line that it stands in, or as much of that as one can read.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use urlgrep::lint::{Safety, Severity};

use super::Print;
use super::uri;
use crate::lint::diagnostic::Diagnostic;
use crate::print::StdoutBuffer;

pub(super) struct Full {
    renderer: Renderer,
    /// Whether paths lead to their files.
    links: bool,
}

impl Full {
    pub(super) fn new(color: bool, links: bool) -> Full {
        let renderer = match color {
            true => Renderer::styled(),
            false => Renderer::plain(),
        };
        Full {
            renderer: renderer.decor_style(DecorStyle::Ascii),
            links,
        }
    }
}

impl Print for Full {
    fn file(&mut self, page: &mut StdoutBuffer, path: &str, found: &[Diagnostic]) {
        let target = (self.links && !found.is_empty())
            .then(|| target(path))
            .flatten();
        for diagnostic in found {
            let finding = &diagnostic.finding;
            let level = match finding.rule.severity() {
                Severity::Error => Level::ERROR,
                Severity::Warning => Level::WARNING,
                _ => Level::NOTE,
            };
            let id = format!("{} {}", finding.rule.code(), finding.rule.name());
            let window = &diagnostic.window;
            let mark = AnnotationKind::Primary.span(window.mark.clone());
            let snippet = Snippet::source(&window.text)
                .line_start(diagnostic.line)
                .annotation(mark);
            let title = level.primary_title(&finding.message).id(id);
            // Where the line was cut, only we know the column.
            let mut group = match window.text.starts_with('…') {
                true => title
                    .element(
                        Origin::path(path)
                            .line(diagnostic.line)
                            .char_column(diagnostic.column_chars),
                    )
                    .element(snippet),
                false => title.element(snippet.path(path)),
            };
            let help = match finding.fix.as_ref().map(|fix| fix.safety) {
                Some(Safety::Safe) => Some("--fix puts it right"),
                Some(_) => Some("--unsafe-fixes puts it right"),
                None => None,
            };
            group = group.elements(help.map(|help| Level::HELP.message(help)));
            let text = self.renderer.render(&[group]);
            match target.as_deref().and_then(|uri| linked(&text, path, uri)) {
                Some(text) => page.write(text.as_bytes()),
                None => page.write(text.as_bytes()),
            }
            page.write(b"\n\n");
        }
    }
}

/// The `file:` URL (RFC 8089) of a path that leads to something.
fn target(path: &str) -> Option<String> {
    let absolute = std::path::absolute(path).ok().filter(|it| it.exists())?;
    absolute.to_str().map(uri::of)
}

/// The text with the path behind its arrow a hyperlink, as terminals understand it (OSC 8).
fn linked(text: &str, path: &str, uri: &str) -> Option<String> {
    let arrow = text.find("-->")?;
    let start = arrow + text[arrow..].find(path)?;
    let (before, after) = (&text[..start], &text[start + path.len()..]);
    Some(format!(
        "{before}\x1b]8;;{uri}\x1b\\{path}\x1b]8;;\x1b\\{after}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_what_leads_to_the_file() {
        let text = "error[U103]: of a.md\n \x1b[1m--> \x1b[0ma.md:1:6\n  |\n";
        assert_eq!(
            linked(text, "a.md", "file:///x/a.md").expect("it has a path"),
            "error[U103]: of a.md\n \x1b[1m--> \x1b[0m\x1b]8;;file:///x/a.md\x1b\\a.md\x1b]8;;\x1b\\:1:6\n  |\n"
        );
        assert_eq!(linked(text, "b.md", "file:///x/b.md"), None);
        assert_eq!(target("-"), None);
        let here = target("Cargo.toml").expect("it is there");
        assert!(here.starts_with("file:///") && here.ends_with("/Cargo.toml"));
    }
}
