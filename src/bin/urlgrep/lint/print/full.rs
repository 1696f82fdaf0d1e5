//! `full`: each finding with the line that it stands in, or as much of that as one can read.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use urlgrep::lint::{Safety, Severity};

use super::Print;
use crate::lint::diagnostic::Diagnostic;
use crate::print::Page;

pub(super) struct Full {
    renderer: Renderer,
}

impl Full {
    pub(super) fn new(color: bool) -> Full {
        let renderer = match color {
            true => Renderer::styled(),
            false => Renderer::plain(),
        };
        Full {
            renderer: renderer.decor_style(DecorStyle::Ascii),
        }
    }
}

impl Print for Full {
    fn file(&mut self, page: &mut Page, path: &str, found: &[Diagnostic]) {
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
            page.write(self.renderer.render(&[group]).as_bytes());
            page.write(b"\n\n");
        }
    }
}
