//! `full`: each finding with an excerpt of its line.

use std::ops::Range;
use std::path::Path;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use urlgrep::lint::{Safety, Severity};

use super::PrintFindings;
use super::uri;
use crate::lint::diagnostic::{Diagnostic, Excerpt};
use crate::print::StdoutBuffer;
use crate::visible::{is_unsafe, path_text, visible};

pub(super) struct Full {
    renderer: Renderer,
    /// Whether to print paths as hyperlinks.
    links: bool,
}

impl Full {
    pub(super) fn new(color: bool, links: bool) -> Full {
        let renderer = if color {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        Full {
            renderer: renderer.decor_style(DecorStyle::Ascii),
            links,
        }
    }
}

impl PrintFindings for Full {
    fn file(&mut self, out: &mut StdoutBuffer, path: &Path, found: &[Diagnostic]) {
        let target = (self.links && !found.is_empty())
            .then(|| target(path))
            .flatten();
        let path = &*visible(path_text(path).as_bytes());
        for diagnostic in found {
            let finding = &diagnostic.finding;
            let level = match finding.severity {
                Severity::Error => Level::ERROR,
                Severity::Warning => Level::WARNING,
                _ => Level::NOTE,
            };
            let id = format!("{} {}", finding.rule.code(), finding.rule.name());
            let excerpt = &diagnostic.excerpt;
            let (shown, mark) = shown(excerpt);
            let mark = AnnotationKind::Primary.span(mark);
            let snippet = Snippet::source(&shown)
                .line_start(diagnostic.region.line)
                .annotation(mark);
            let message = replaced(&finding.message);
            let title = level.primary_title(&message).id(id);
            // If the excerpt is cut or defanged, the renderer does not know the column.
            let before = excerpt.text[..excerpt.mark.start].chars().count();
            let mut group = if before + 1 != diagnostic.region.column {
                title
                    .element(
                        Origin::path(path)
                            .line(diagnostic.region.line)
                            .char_column(diagnostic.region.column),
                    )
                    .element(snippet)
            } else {
                title.element(snippet.path(path))
            };
            let help = match finding.fix.as_ref().map(|fix| fix.safety) {
                Some(Safety::Safe) => Some("fixable with --fix"),
                Some(_) => Some("fixable with --unsafe-fixes"),
                None => None,
            };
            group = group.elements(help.map(|help| Level::HELP.message(help)));
            let text = without_empty_origin(&self.renderer.render(&[group]));
            let linked = target.as_deref().and_then(|uri| linked(&text, path, uri));
            out.write(linked.unwrap_or(text).as_bytes());
            out.write(b"\n\n");
        }
    }
}

/// The text of an excerpt, safe to print, and the bytes of it that are marked.
fn shown(excerpt: &Excerpt) -> (String, Range<usize>) {
    let (before, rest) = excerpt.text.split_at(excerpt.mark.start);
    let (marked, after) = rest.split_at(excerpt.mark.len());
    let [before, marked, after] = [before, marked, after].map(replaced);
    let mark = before.len()..before.len() + marked.len();
    (before + &marked + &after, mark)
}

/// The text with a replacement character for each character that is not safe to print, as the renderer writes it for some. It has
/// pictures for those of US-ASCII.
fn replaced(text: &str) -> String {
    let is_replaced = |c: char| !c.is_ascii() && is_unsafe(c);
    text.replace(is_replaced, "\u{fffd}")
}

/// Without the line ` ::: `, which the renderer writes before an excerpt that has no path of its own.
fn without_empty_origin(text: &str) -> String {
    let is_kept = |line: &&str| {
        let plain = line.trim_end().trim_end_matches("\x1b[0m").trim_end();
        !plain.ends_with(":::") || plain.contains(['|', '`'])
    };
    let kept: Vec<_> = text.lines().filter(is_kept).collect();
    kept.join("\n")
}

/// The `file:` URL (RFC 8089) of an existing file.
fn target(path: &Path) -> Option<String> {
    let absolute = std::path::absolute(path).ok().filter(|it| it.exists())?;
    Some(uri::from_path(&absolute))
}

/// Makes the path after the arrow a hyperlink for terminals (OSC 8).
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
    fn only_the_path_becomes_a_link() {
        let text = "error[U103]: of a.md\n \x1b[1m--> \x1b[0ma.md:1:6\n  |\n";
        assert_eq!(
            linked(text, "a.md", "file:///x/a.md").expect("contains the path"),
            "error[U103]: of a.md\n \x1b[1m--> \x1b[0m\x1b]8;;file:///x/a.md\x1b\\a.md\x1b]8;;\x1b\\:1:6\n  |\n"
        );
        assert_eq!(linked(text, "b.md", "file:///x/b.md"), None);
        assert_eq!(target(Path::new("-")), None);
        let here = target(Path::new("Cargo.toml")).expect("the file exists");
        assert!(here.starts_with("file:///") && here.ends_with("/Cargo.toml"));
    }
}
