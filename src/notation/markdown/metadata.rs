//! The metadata that a document of Markdown begins with: between fences (Hugo, Jekyll, Pandoc), or as a paragraph (MultiMarkdown, Pelican).

/// The length of the metadata that a document begins with. The parser would take it anywhere, and look for its end from each fence to
/// the end of the document.
pub(crate) fn front_matter(document: &str) -> usize {
    // A byte order mark may stand before it.
    let text = document.trim_start_matches('\u{feff}');
    let rest = after_blanks_and_comments(text);
    let len = fenced(rest, rest.len() == text.len()).or_else(|| paragraph(rest));
    len.map_or(0, |len| document.len() - rest.len() + len)
}

/// The text after the blank lines and the comments that it begins with.
fn after_blanks_and_comments(text: &str) -> &str {
    let mut rest = text;
    loop {
        let line = rest.split_inclusive('\n').next().unwrap_or_default();
        if !line.is_empty() && line.trim().is_empty() {
            rest = &rest[line.len()..];
        } else if rest.starts_with("<!--")
            && let Some(end) = rest.find("-->")
        {
            rest = &rest[end + "-->".len()..];
        } else {
            return rest;
        }
    }
}

/// The length of the metadata between lines of `---` or `+++`. Whether such a line is a thematic break is decided by the lines after it,
/// unless it is the first line and text follows directly.
fn fenced(text: &str, is_first: bool) -> Option<usize> {
    const LANGUAGES: [&str; 4] = ["yaml", "yml", "toml", "json"];
    let mut lines = text.split_inclusive('\n');
    let first = lines.next()?;
    let (fence, language) = first.trim_end().split_at_checked(3)?;
    let is_named = fence == "---" && LANGUAGES.contains(&language.trim_start());
    if !matches!(fence, "---" | "+++") || !language.is_empty() && !is_named {
        return None;
    }
    let closes =
        |line: &str| line.trim_end() == fence || fence == "---" && line.trim_end() == "...";
    let (mut len, mut inside) = (first.len(), Vec::new());
    let closed = lines.any(|line| {
        len += line.len();
        let closes = closes(line);
        inside.push(line.trim_end());
        closes
    });
    inside.pop().filter(|_| closed)?;
    let directly = is_first && inside.first().is_some_and(|line| !line.is_empty());
    (is_named || directly || are_keys(&inside, fence)).then_some(len)
}

/// Whether these lines are keys with their values and comments, not a part of a text that stands between two thematic breaks.
fn are_keys(lines: &[&str], fence: &str) -> bool {
    let mark = if fence == "---" { ':' } else { '=' };
    let lines = lines.iter().skip_while(|line| line.is_empty());
    let mut lines = lines.skip_while(|line| line.starts_with('#'));
    let is_table = |line: &str| mark == '=' && line.starts_with('[') && line.ends_with(']');
    let begins = lines
        .next()
        .is_some_and(|line| key(line, mark).is_some() || is_table(line));
    let mut is_after_blank = false;
    begins
        && lines.all(|line| {
            let after_blank = std::mem::replace(&mut is_after_blank, line.is_empty());
            // A list after a blank line is one of the text.
            let is_item = line.starts_with('-') && !after_blank;
            line.is_empty()
                || line.starts_with([' ', '\t', '#', ']', '}'])
                || is_item
                || is_table(line)
                || key(line, mark).is_some()
        })
}

/// The length of the metadata that is the first paragraph: `Title: …`, and lines of other keys.
fn paragraph(text: &str) -> Option<usize> {
    let lines = text.split_inclusive('\n');
    let mut lines = lines.take_while(|line| !line.trim().is_empty());
    let first = lines.next()?;
    let is_title = key(first, ':').is_some_and(|name| name.eq_ignore_ascii_case("title"));
    let is_one = |line: &str| line.starts_with([' ', '\t']) || key(line, ':').is_some();
    let mut len = first.len();
    let all = lines.all(|line| {
        len += line.len();
        is_one(line)
    });
    (is_title && all).then_some(len)
}

/// The key that a line begins with: a word before the mark. A blank follows the colon, so `https://…` is no key.
fn key(line: &str, mark: char) -> Option<&str> {
    let (name, value) = line.split_once(mark)?;
    let name = name.trim_end();
    let in_name = |c: char| c.is_alphanumeric() || "_-.\"'".contains(c);
    let is_name = name.starts_with(|c: char| in_name(c) && c != '-') && name.chars().all(in_name);
    let ends = mark != ':' || value.is_empty() || value.starts_with(char::is_whitespace);
    (is_name && ends).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The metadata of a document is everything before its last line.
    fn is_metadata(document: &str) -> bool {
        let found = front_matter(document);
        assert!(
            found == 0 || document[found..].trim() == "body",
            "{document:?} {found}"
        );
        found > 0
    }

    #[test]
    fn metadata_between_fences() {
        for document in [
            "---\ntitle: x\n---\nbody",
            "---\n\ntitle: x\nurl: http://a.org/x\n---\nbody",
            "---\r\n\r\ntitle: x\r\n---\r\nbody",
            "---\n# comment\n\ntitle: x\n---\nbody",
            "---\n\n# comment\ntitle: >\n  folded\n\n  text\ntags:\n- x\n- y\n...\nbody",
            "\n---\ntitle: x\n---\nbody",
            "<!-- a\n\nb -->\n\n---\ntitle: x\n---\nbody",
            "\u{feff}---\n\n\"title\": x\n---\nbody",
            "--- yaml\ntitle: x\n---\nbody",
            "---yaml\n\ntitle: x\n---\nbody",
            "---json\n{\"title\": \"x\"}\n---\nbody",
            "+++\n\ntitle = \"x\"\ntags = [\n  \"y\"\n]\n+++\nbody",
            "+++\n\ntitle = \"x\"\n\n[params]\n  url = \"http://a.org/\"\n+++\nbody",
        ] {
            assert!(is_metadata(document), "{document:?}");
        }
    }

    #[test]
    fn text_between_thematic_breaks() {
        for document in [
            "---\n\nSee http://a.org/x.\n\n---\nbody",
            "---\n\nhttp://a.org/x\n\n---\nbody",
            "---\n\n# Heading\n\n---\nbody",
            "---\n\n# Heading\n\nAuthor: x\n\n---\nbody",
            "---\n\nContents:\n\n- [x](#x)\n\n---\nbody",
            "---\n\nNote: this\nis a text.\n\n---\nbody",
            "---\n\n---\nbody",
            "---\n---\nbody",
            "---\n\ntitle: x\nbody",
            "\n---\nSee this.\n---\nbody",
            "+++\n\nSee http://a.org/?x=y.\n\n+++\nbody",
            "--- see\n\ntitle: x\n---\nbody",
            "",
        ] {
            assert!(!is_metadata(document), "{document:?}");
        }
    }

    #[test]
    fn metadata_in_a_paragraph() {
        for document in [
            "Title: My post\nDate: 2010-12-03\nCover: http://a.org/c.png\n\nbody",
            "title: x\nsummary: long\n    and longer\n\nbody",
        ] {
            assert!(is_metadata(document), "{document:?}");
        }
        for document in [
            "Website: http://a.org/\nTitle: x\n\nbody",
            "Title: x\nSee http://a.org/\n\nbody",
            "Title: x\nhttp://a.org/\n\nbody",
            "Title http://a.org/\n\nbody",
            "The title: x\n\nbody",
        ] {
            assert!(!is_metadata(document), "{document:?}");
        }
    }
}
