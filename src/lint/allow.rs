//! Writes the comment that allows a finding.

use super::finding::{Edit, Finding};
use super::linter::Linter;
use super::rule::Rule;
use crate::document::{Kind, Role};
use crate::span::{first_line, last_line, split_run};
use crate::text::without_mark;

impl Linter {
    /// The edit that writes a comment which allows `finding`: on its line, or on the line before. `None` if there is no place for a
    /// comment there.
    ///
    /// ```
    /// use urlgrep::document::Kind;
    /// use urlgrep::lint::Linter;
    /// let (linter, document) = (Linter::default(), b"See <HTTP://a.org/>.\n");
    /// let finding = &linter.lint(Kind::Markdown, document)[0];
    /// let edit = linter.suppression(Kind::Markdown, document, finding).unwrap();
    /// assert_eq!(edit.with, b" <!-- urlgrep: allow uppercase-scheme -->");
    /// ```
    pub fn suppression(&self, kind: Kind, document: &[u8], finding: &Finding) -> Option<Edit> {
        let text = without_mark(document);
        let mark = (document.len() - text.len()) as u64;
        let at = finding.at.start.checked_sub(mark)?;
        let mut edit = self.suppression_at(kind, text, finding.rule, at)?;
        edit.at = edit.at.start + mark..edit.at.end + mark;
        Some(edit)
    }

    /// The edit that allows the finding of a rule at `found`, in a document without a byte order mark.
    fn suppression_at(&self, kind: Kind, document: &[u8], rule: &Rule, found: u64) -> Option<Edit> {
        let at = usize::try_from(found).ok()?.min(document.len());
        let line = at - last_line(&document[..at]).len();
        let end = at + first_line(&document[at..]).len();
        let end = line + document[line..end].trim_ascii_end().len();
        let mask = kind.mask(document);
        // Code would display the comment, and a tag may go on in the next line.
        let is_text = |at: usize| !matches!(mask.role(at), Role::Code | Role::Comment);
        let before = self.lint(kind, document).len();
        let previous = last_line(&document[..line.saturating_sub(1)]);
        let edits = comments(kind, rule.name(), previous, &document[line..end]).into_iter();
        let mut edits = edits.map(|comment| match comment {
            Comment::After(text) => insertion(end, text),
            Comment::Above(text) => {
                let indent = split_run(&document[line..end], |b| matches!(b, b' ' | b'\t')).0;
                insertion(line, format!("{}{text}", String::from_utf8_lossy(indent)))
            }
        });
        // Each possible place is tried: after the edit, the finding must be gone, and no new one may appear.
        edits.find(|edit| {
            let at = edit.at.start as usize;
            if !is_text(at) {
                return false;
            }
            let changed = [&document[..at], &edit.with, &document[at..]].concat();
            let others = self.lint(kind, &changed);
            let shift = if at as u64 <= found {
                edit.with.len() as u64
            } else {
                0
            };
            let same = |other: &Finding| other.rule == rule && other.at.start == found + shift;
            others.len() < before && !others.iter().any(same)
        })
    }
}

fn insertion(at: usize, text: String) -> Edit {
    Edit {
        at: at as u64..at as u64,
        with: text.into_bytes(),
    }
}

/// Where a comment is written.
enum Comment {
    /// At the end of the line.
    After(String),
    /// Before the line.
    Above(String),
}

/// The comments that a line of a document of this type may have, the best one first. It follows the line `previous`.
fn comments(kind: Kind, rule: &str, previous: &[u8], line: &[u8]) -> Vec<Comment> {
    let words = format!("urlgrep: allow {rule}");
    let after = |open: &str, close: &str| Comment::After(format!(" {open}{words}{close}"));
    let above = |open: &str, close: &str| Comment::Above(format!("{open}{words}{close}\n"));
    match kind {
        Kind::Text | Kind::Mail => vec![after("(", ")")],
        Kind::Markdown | Kind::Mdx => match (in_definition(previous, line), kind) {
            (InDefinition::No, Kind::Mdx) => vec![after("{/* ", " */}")],
            (InDefinition::No, _) => vec![after("<!-- ", " -->")],
            (InDefinition::Whole, Kind::Mdx) => vec![above("{/* ", " */}\n")],
            (InDefinition::Whole, _) => vec![above("<!-- ", " -->")],
            (InDefinition::Part, _) => Vec::new(),
        },
        Kind::Html => vec![after("<!-- ", " -->")],
        Kind::Rst => vec![above(".. ", "\n")],
        Kind::Asciidoc => vec![above("// ", "")],
        Kind::Man => vec![above(".\\\" ", "")],
        Kind::Org => vec![above("# ", "")],
        Kind::Tex => vec![after("% ", ""), above("% ", "")],
        Kind::Texinfo => vec![above("@c ", "")],
        // The finding stands in a comment, which goes on.
        Kind::Source(_) => vec![after("(", ")")],
        // A comment is a part of a string.
        Kind::Notebook => Vec::new(),
        Kind::Data(_) => match kind.name() {
            "yaml" | "toml" => vec![after("# ", ""), above("# ", "")],
            "ini" | "po" => vec![above("# ", "")],
            _ => Vec::new(),
        },
    }
}

/// How a line of Markdown stands to a definition of the target of links, `[x]: http://a.org/`. A comment after the target would end it.
enum InDefinition {
    No,
    Whole,
    /// It stands in a quotation or in code, or its target is on a line of its own: no comment may be there.
    Part,
}

fn in_definition(previous: &[u8], line: &[u8]) -> InDefinition {
    let previous = previous.trim_ascii();
    let (indent, text) = split_run(line, |b| matches!(b, b' ' | b'\t'));
    let (marks, quoted) = split_run(text, |b| matches!(b, b'>' | b' '));
    let has_label = is_definition(previous) && previous.ends_with(b"]:");
    if has_label || !marks.is_empty() && is_definition(quoted) {
        return InDefinition::Part;
    }
    let begins_block = previous.is_empty() || is_definition(previous);
    match is_definition(text) && begins_block {
        false => InDefinition::No,
        true if indent.len() > 3 || indent.contains(&b'\t') => InDefinition::Part,
        true => InDefinition::Whole,
    }
}

fn is_definition(text: &[u8]) -> bool {
    let label = text.starts_with(b"[") && !text.starts_with(b"[^");
    label && memchr::memmem::find(text, b"]:").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Language;

    #[test]
    fn comments_allow_findings() {
        let linter = Linter::default();
        let documents = [
            (
                Kind::Text,
                "See <HTTP://a.org/>.\n",
                "See <HTTP://a.org/>. (urlgrep: allow uppercase-scheme)\n",
            ),
            (
                Kind::Markdown,
                "x\n\nSee <HTTP://a.org/> and\nmore.\n",
                "x\n\nSee <HTTP://a.org/> and <!-- urlgrep: allow uppercase-scheme -->\nmore.\n",
            ),
            (
                Kind::Markdown,
                "See [x].\n\n[x]: HTTP://a.org/\n",
                "See [x].\n\n<!-- urlgrep: allow uppercase-scheme -->\n[x]: HTTP://a.org/\n",
            ),
            // A line of a paragraph, which defines nothing.
            (
                Kind::Markdown,
                "text\n[x]: HTTP://a.org/\nmore [x]\n",
                "text\n[x]: HTTP://a.org/ <!-- urlgrep: allow uppercase-scheme -->\nmore [x]\n",
            ),
            (
                Kind::Mdx,
                "See [x].\n\n[x]: HTTP://a.org/\n",
                "See [x].\n\n{/* urlgrep: allow uppercase-scheme */}\n\n[x]: HTTP://a.org/\n",
            ),
            (
                Kind::Rst,
                "See HTTP://a.org/.\n",
                ".. urlgrep: allow uppercase-scheme\n\nSee HTTP://a.org/.\n",
            ),
            (
                Kind::Man,
                ".TH X 1\nSee HTTP://a.org/.\n",
                ".TH X 1\n.\\\" urlgrep: allow uppercase-scheme\nSee HTTP://a.org/.\n",
            ),
            (
                Kind::Tex,
                "See HTTP://a.org/.",
                "See HTTP://a.org/. % urlgrep: allow uppercase-scheme",
            ),
            (
                Kind::Source(Language::C),
                "// See HTTP://a.org/.\n",
                "// See HTTP://a.org/. (urlgrep: allow uppercase-scheme)\n",
            ),
        ];
        for (kind, document, want) in documents {
            let findings = linter.lint(kind, document.as_bytes());
            let edit = linter.suppression(kind, document.as_bytes(), &findings[0]);
            let edit = edit.expect(document);
            let (before, after) = document.split_at(edit.at.start as usize);
            let comment = String::from_utf8_lossy(&edit.with);
            assert_eq!(format!("{before}{comment}{after}"), want);
        }
    }

    #[test]
    fn some_places_have_no_comment() {
        let linter = Linter::default();
        for document in [
            // Code.
            "```\nhttp://a..org/\n```\n",
            "\n    [x]: http://a..org/\n",
            // A comment would end the definition, or the quotation.
            "See [x].\n\n> [x]: HTTP://a.org/\n",
            "See [x].\n\n[x]:\n  HTTP://a.org/\n",
        ] {
            let findings = linter.lint(Kind::Markdown, document.as_bytes());
            let edits = findings
                .iter()
                .map(|found| linter.suppression(Kind::Markdown, document.as_bytes(), found));
            assert_eq!(edits.collect::<Vec<_>>(), [None], "{document}");
        }
    }
}
