//! Writes the comment that allows a finding.

use super::finding::{Edit, Finding};
use super::linter::Linter;
use super::paragraph;
use super::rule::Rule;
use crate::class::Class;
use crate::document::{Kind, Mask, Role};
use crate::span::{before, contains, first_line, last_line, run, split_run, starts_with_any};
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
        self.suppressions(kind, document, [finding]).pop().flatten()
    }

    /// [`Linter::suppression`] for each of these findings. The document is read once for all of them.
    ///
    /// ```
    /// use urlgrep::document::Kind;
    /// use urlgrep::lint::Linter;
    /// let (linter, document) = (Linter::default(), b"See <HTTP://a.org:80/>.\n");
    /// let findings = linter.lint(Kind::Markdown, document);
    /// let edits = linter.suppressions(Kind::Markdown, document, &findings);
    /// assert_eq!(edits.iter().flatten().count(), 2);
    /// ```
    pub fn suppressions<'f>(
        &self,
        kind: Kind,
        document: &[u8],
        findings: impl IntoIterator<Item = &'f Finding>,
    ) -> Vec<Option<Edit>> {
        let text = without_mark(document);
        let mark = (document.len() - text.len()) as u64;
        let mut findings = findings.into_iter().peekable();
        if findings.peek().is_none() {
            return Vec::new();
        }
        let unchanged = Unchanged {
            kind,
            document: text,
            mask: kind.mask(text),
            findings: self.unverified(kind, text).len(),
        };
        let edit = |finding: &Finding| {
            let at = finding.at.start.checked_sub(mark)?;
            let mut edit = self.suppression_at(&unchanged, finding.rule, at)?;
            edit.at = edit.at.start + mark..edit.at.end + mark;
            Some(edit)
        };
        findings.map(edit).collect()
    }

    /// The edit that allows the finding of a rule at `found`.
    fn suppression_at(&self, unchanged: &Unchanged<'_>, rule: &Rule, found: u64) -> Option<Edit> {
        let Unchanged {
            kind,
            document,
            ref mask,
            findings,
        } = *unchanged;
        let at = usize::try_from(found).ok()?.min(document.len());
        let line = at - last_line(&document[..at]).len();
        let end = at + first_line(&document[at..]).len();
        let place = Place {
            kind,
            before: &document[..line],
            line: document[line..end].trim_ascii_end(),
            after: document.get(end + 1..).unwrap_or_default(),
        };
        let is_crlf = document[line..end].ends_with(b"\r") || place.before.ends_with(b"\r\n");
        let mut edits = place
            .comments(rule.name())
            .into_iter()
            .map(|comment| match comment {
                Comment::After(text) => insertion(line + place.end_of_text(), text),
                Comment::Above(text) => {
                    let indent = &place.line[..Class::BLANK.run(place.line)];
                    let text = if is_crlf {
                        text.replace('\n', "\r\n")
                    } else {
                        text
                    };
                    insertion(line, format!("{}{text}", String::from_utf8_lossy(indent)))
                }
            });
        // Each possible place is tried: after the edit, the finding must be gone, no new one may appear, and the words must be a comment
        // that changes nothing else.
        edits.find(|edit| {
            let (at, len) = (edit.at.start as usize, edit.with.len());
            let changed = [&document[..at], &edit.with, &document[at..]].concat();
            let new_mask = kind.mask(&changed);
            let words = at + memchr::memmem::find(&edit.with, b"urlgrep").unwrap_or_default();
            // A comment of markup in a script is a part of the script.
            let is_comment =
                new_mask.role(words) == place.role_of_comments() && mask.role(at) != Role::Code;
            if !is_comment || mask.is_aligned(at) || !mask.is_kept_by(&new_mask, at, len) {
                return false;
            }
            let others = self.unverified(kind, &changed);
            let shift = if at as u64 <= found { len as u64 } else { 0 };
            let same = |other: &Finding| other.rule == rule && other.at.start == found + shift;
            others.len() < findings && !others.iter().any(same)
        })
    }
}

/// A document without a byte order mark, before a comment is written.
struct Unchanged<'d> {
    kind: Kind,
    document: &'d [u8],
    mask: Mask,
    /// The number of findings.
    findings: usize,
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

/// A line in a document.
struct Place<'d> {
    kind: Kind,
    before: &'d [u8],
    /// Without blanks at its end.
    line: &'d [u8],
    after: &'d [u8],
}

impl Place<'_> {
    /// The role of the words of a comment.
    fn role_of_comments(&self) -> Role {
        match self.kind {
            Kind::Text | Kind::Mail | Kind::Mdx | Kind::Source(_) | Kind::Data(_) => Role::Prose,
            _ => Role::Comment,
        }
    }

    /// Where a comment after the text of the line begins: in the last cell of a table.
    fn end_of_text(&self) -> usize {
        let is_markdown = matches!(self.kind, Kind::Markdown | Kind::Mdx);
        let cells = self.line.strip_suffix(b"|").filter(|_| is_markdown);
        cells.unwrap_or(self.line).trim_ascii_end().len()
    }

    fn previous(&self) -> &[u8] {
        last_line(&self.before[..self.before.len().saturating_sub(1)]).trim_ascii()
    }

    /// The comments that the line may have, the best one first.
    fn comments(&self, rule: &str) -> Vec<Comment> {
        let words = format!("urlgrep: allow {rule}");
        let after = |open: &str, close: &str| Comment::After(format!(" {open}{words}{close}"));
        let above = |open: &str, close: &str| Comment::Above(format!("{open}{words}{close}\n"));
        let previous = self.previous();
        // A line break is escaped.
        let ending = &self.line[..self.end_of_text()];
        if previous.ends_with(b"\\") || ending.ends_with(b"\\") {
            return Vec::new();
        }
        match self.kind {
            Kind::Text | Kind::Mail => vec![after("(", ")")],
            Kind::Markdown | Kind::Mdx => match (in_definition(previous, self.line), self.kind) {
                // The attributes or the closing marks of a heading are at its end.
                (InDefinition::No, _) if ending.ends_with(b"#") || ending.ends_with(b"}") => vec![],
                (InDefinition::No, Kind::Mdx) if self.has_jsx() => vec![],
                (InDefinition::No, Kind::Mdx) => vec![after("{/* ", " */}")],
                (InDefinition::No, _) => vec![after("<!-- ", " -->")],
                (InDefinition::Whole, Kind::Mdx) => vec![above("{/* ", " */}\n")],
                (InDefinition::Whole, _) => vec![above("<!-- ", " -->")],
                (InDefinition::Part, _) => vec![],
            },
            Kind::Html => vec![after("<!-- ", " -->")],
            Kind::Rst if self.begins_paragraph() => vec![above(".. ", "\n")],
            Kind::Org if self.begins_paragraph() => vec![above("# ", "")],
            Kind::Asciidoc if self.is_in_table() || self.begins_item() => vec![],
            Kind::Asciidoc => vec![above("// ", "")],
            Kind::Man => vec![above(".\\\" ", "")],
            Kind::Tex => vec![after("% ", ""), above("% ", "")],
            Kind::Texinfo => vec![above("@c ", "")],
            // The finding stands in a comment, which goes on.
            Kind::Source(_) => vec![after("(", ")")],
            Kind::Data(_) => match self.kind.name() {
                "yaml" if self.is_entry_of_yaml() => vec![after("# ", "")],
                "toml" if !self.is_in_string_of_toml() => vec![after("# ", ""), above("# ", "")],
                "ini" if !self.line.starts_with(b" ") => vec![above("# ", "")],
                // `requirements.txt`
                "text" => vec![above("# ", "")],
                "po" if previous.is_empty() || previous.starts_with(b"#") => vec![above("# ", "")],
                _ => vec![],
            },
            // A comment is a part of a string.
            Kind::Notebook | Kind::Rst | Kind::Org => vec![],
        }
    }

    /// Whether the line begins a paragraph or a definition that is not in a list: no line above belongs to it.
    fn begins_paragraph(&self) -> bool {
        let word = before(self.line, |b| b == b' ');
        let is_text = |b: &u8| b.is_ascii_alphanumeric() || !b.is_ascii() || b"<`\"".contains(b);
        // `1. x`, `a) x`
        let is_number = matches!(self.line[..word], [.., b'.' | b')']) && word < self.line.len();
        let begins = self.line.first().is_some_and(is_text) && !is_number;
        self.previous().is_empty() && (begins || self.line.starts_with(b".. _"))
    }

    /// Whether the line may be an item of AsciiDoc after a blank line, where a comment would end the list.
    fn begins_item(&self) -> bool {
        let text = self.line.trim_ascii_start();
        self.previous().is_empty() && starts_with_any(text, &[b"*", b"-", b"."])
    }

    /// Whether the line may be a part of a table of AsciiDoc.
    fn is_in_table(&self) -> bool {
        let is_edge =
            |line: &&[u8]| matches!(line, [b'|' | b',' | b':' | b'!', b'=', b'=', b'=', ..]);
        let edges = self.before.split(|&b| b == b'\n').filter(is_edge);
        edges.count() % 2 == 1
    }

    /// Whether its paragraph may be code of MDX, or may have tags or expressions.
    fn has_jsx(&self) -> bool {
        let before = paragraph::last(self.before).trim_ascii_start();
        let code = [&b"import"[..], b"export"];
        let is_jsx = |text: &[u8]| {
            memchr::memchr2(b'<', b'{', text).is_some() || starts_with_any(text, &code)
        };
        is_jsx(before) || is_jsx(self.line)
    }

    /// Whether the line is an entry of YAML, or a comment, and no text of several lines encloses it.
    fn is_entry_of_yaml(&self) -> bool {
        let indent = |line: &[u8]| run(line, |b| b == b' ');
        let is_comment = |line: &[u8]| line.trim_ascii().starts_with(b"#");
        let is_entry = |line: &[u8]| {
            let text = line.trim_ascii();
            let count = |quote| memchr::memchr_iter(quote, text).count();
            // `|`, `>-`
            let mut words = text.split(|b| *b == b' ');
            let opens_block =
                words.any(|word| word.len() < 4 && starts_with_any(word, &[b"|", b">"]));
            let is_key = text.ends_with(b":") || contains(text, b": ");
            let is_whole = count(b'"') % 2 == 0 && count(b'\'') % 2 == 0 && !opens_block;
            is_whole && (is_key || text.starts_with(b"- "))
        };
        let mut least = indent(self.line);
        // The lines that it belongs to are the ones with less indentation.
        let mut parents = self.before.rsplit(|b| *b == b'\n').filter(|line| {
            let is_parent =
                !line.trim_ascii().is_empty() && !is_comment(line) && indent(line) < least;
            least = if is_parent { indent(line) } else { least };
            is_parent
        });
        let next = first_line(self.after);
        let goes_on = !next.trim_ascii().is_empty() && indent(next) > indent(self.line);
        let is_whole = is_comment(self.line) || !goes_on && is_entry(self.line);
        is_whole && parents.all(is_entry)
    }

    /// Whether a string of TOML over several lines may be open.
    fn is_in_string_of_toml(&self) -> bool {
        let is_quoted = |mark: &[u8]| {
            let count = |text| memchr::memmem::find_iter(text, mark).count();
            count(self.before) % 2 == 1 || count(self.line) > 0
        };
        is_quoted(b"\"\"\"") || is_quoted(b"'''")
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
    let (indent, text) = Class::BLANK.split(line);
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
    label && contains(text, b"]:")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of documents, their text, and the text with the comment.
    #[rustfmt::skip]
    const ALLOWED: [(&str, &str, &str); 14] = [
        ("x.txt", "See <HTTP://a.org/>.\n", "See <HTTP://a.org/>. (urlgrep: allow uppercase-scheme)\n"),
        ("x.md", "x\n\nSee <HTTP://a.org/> and\nmore.\n", "x\n\nSee <HTTP://a.org/> and <!-- urlgrep: allow uppercase-scheme -->\nmore.\n"),
        ("x.md", "See [x].\n\n[x]: HTTP://a.org/\n", "See [x].\n\n<!-- urlgrep: allow uppercase-scheme -->\n[x]: HTTP://a.org/\n"),
        // A line of a paragraph, which defines nothing.
        ("x.md", "text\n[x]: HTTP://a.org/\nmore [x]\n", "text\n[x]: HTTP://a.org/ <!-- urlgrep: allow uppercase-scheme -->\nmore [x]\n"),
        ("x.md", "| <HTTP://a.org/> | b |\n|---|---|\n| c | d |\n", "| <HTTP://a.org/> | b <!-- urlgrep: allow uppercase-scheme --> |\n|---|---|\n| c | d |\n"),
        ("x.mdx", "See [x].\n\n[x]: HTTP://a.org/\n", "See [x].\n\n{/* urlgrep: allow uppercase-scheme */}\n\n[x]: HTTP://a.org/\n"),
        ("x.mdx", "See [x](HTTP://a.org/)\n", "See [x](HTTP://a.org/) {/* urlgrep: allow uppercase-scheme */}\n"),
        ("x.rst", "See HTTP://a.org/.\n", ".. urlgrep: allow uppercase-scheme\n\nSee HTTP://a.org/.\n"),
        ("x.adoc", "See HTTP://a.org/[x].\n", "// urlgrep: allow uppercase-scheme\nSee HTTP://a.org/[x].\n"),
        ("x.1", ".TH X 1\nSee HTTP://a.org/.\n", ".TH X 1\n.\\\" urlgrep: allow uppercase-scheme\nSee HTTP://a.org/.\n"),
        ("x.tex", "See HTTP://a.org/.", "See HTTP://a.org/. % urlgrep: allow uppercase-scheme"),
        ("x.c", "// See HTTP://a.org/.\n", "// See HTTP://a.org/. (urlgrep: allow uppercase-scheme)\n"),
        ("x.yaml", "a:\n  - name: x\n    url: http://a..org/x\n    run: |\n      y\n", "a:\n  - name: x\n    url: http://a..org/x # urlgrep: allow invalid-host\n    run: |\n      y\n"),
        ("x.toml", "a = \"http://a..org/x\"\n", "a = \"http://a..org/x\" # urlgrep: allow invalid-host\n"),
    ];

    #[test]
    fn comments_allow_findings() {
        let linter = Linter::default();
        for (name, document, want) in ALLOWED {
            let kind = Kind::detect(name.as_ref(), document.as_bytes());
            let findings = linter.lint(kind, document.as_bytes());
            let edit = linter.suppression(kind, document.as_bytes(), &findings[0]);
            let edit = edit.expect(document);
            let (before, after) = document.split_at(edit.at.start as usize);
            let comment = String::from_utf8_lossy(&edit.with);
            assert_eq!(format!("{before}{comment}{after}"), want);
        }
    }

    #[test]
    fn line_breaks_are_those_of_the_document() {
        let (linter, document) = (Linter::default(), b"x\r\n\r\nSee HTTP://a.org/.\r\n");
        let findings = linter.lint(Kind::Rst, document);
        let edit = linter.suppression(Kind::Rst, document, &findings[0]);
        let edit = edit.expect("a comment");
        assert_eq!(edit.with, b".. urlgrep: allow uppercase-scheme\r\n\r\n");
        let last = b"x\r\n\r\nSee HTTP://a.org/.";
        let edit = linter.suppression(Kind::Asciidoc, last, &findings[0]);
        let edit = edit.expect("a comment");
        assert_eq!(edit.with, b"// urlgrep: allow uppercase-scheme\r\n");
    }

    #[test]
    fn several_findings_have_the_comments_of_each() {
        let document = b"\xef\xbb\xbfSee <HTTP://a.org:80/>.\n\n```\nhttp://a..org/\n```\n";
        let linter = Linter::default();
        let findings = linter.lint(Kind::Markdown, document);
        let each = findings
            .iter()
            .map(|found| linter.suppression(Kind::Markdown, document, found));
        let all = linter.suppressions(Kind::Markdown, document, &findings);
        assert_eq!(all, each.collect::<Vec<_>>());
        assert_eq!(all.iter().filter(|edit| edit.is_some()).count(), 2);
        assert_eq!(all.len(), 3);
    }

    #[test]
    fn some_places_have_no_comment() {
        let linter = Linter::default();
        for (name, document) in [
            // Code.
            ("x.md", "```\nhttp://a..org/\n```\n"),
            ("x.md", "\n    [x]: http://a..org/\n"),
            ("x.mdx", "export const u = \"http://a..org/\"\n"),
            ("x.py", "def f():\n    \"\"\"Doc http://a.org:80/x\"\"\"\n"),
            ("x.c", "f(); /* See http://a.org:80/x */ g();\n"),
            // A comment would end the definition, or the quotation.
            ("x.md", "See [x].\n\n> [x]: HTTP://a.org/\n"),
            ("x.md", "See [x].\n\n[x]:\n  HTTP://a.org/\n"),
            // The line break would be no longer escaped.
            ("x.md", "See <http://a.org:80/x>\\\nmore\n"),
            ("x.c", "#define X 1 // http://a.org:80/x \\\n 2\n"),
            // A tag goes on in the next line.
            ("x.html", "<p title=\"http://a..org/ and\n more\">\n"),
            ("x.mdx", "<Foo\n  href=\"http://a..org/\"\n/>\n"),
            ("x.html", "<script>\n// http://a..org/\n</script>\n"),
            // A paragraph, a list, a directive, a table.
            ("x.rst", "One\nSee HTTP://a.org/ x.\n"),
            ("x.rst", "- one\n\n- See HTTP://a.org/\n"),
            ("x.rst", "1. one\n\n2. See HTTP://a.org/\n"),
            ("x.rst", ".. image:: x.png\n   :target: HTTP://a.org/\n"),
            (
                "x.rst",
                "=============  =\nA              B\n\nHTTP://a.org/  x\n=============  =\n",
            ),
            ("x.adoc", "* a\n\n* HTTP://a.org/[x]\n"),
            ("x.adoc", "|===\n|a |HTTP://a.org/[x]\n|===\n"),
            // Text of several lines.
            ("x.yaml", "d: |\n  See: http://a..org/x\n"),
            ("x.yaml", "d: >-\n\n  x\n    - http://a..org/x\n"),
            ("x.yaml", "d: \"See\n  http://a..org/x\n  more\"\n"),
            ("x.yaml", "d: See http://a..org/x\n  more\n"),
            ("x.toml", "d = \"\"\"\nSee http://a..org/x\n\"\"\"\n"),
            ("x.po", "msgid \"x\"\nmsgstr \"http://a..org/x\"\n"),
        ] {
            let kind = Kind::detect(name.as_ref(), b"");
            let findings = linter.lint(kind, document.as_bytes());
            let edits = findings
                .iter()
                .map(|found| linter.suppression(kind, document.as_bytes(), found));
            assert_eq!(edits.collect::<Vec<_>>(), [None], "{name}: {document}");
        }
    }
}
