//! What a reader sees of a fixed document, with documents of the folder that `URLGREP_DOCUMENTS` names: only links change. Run by `.ci/deep`.

use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use urlgrep::document::Kind;
use urlgrep::lint::{Linter, Safety, fix};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() && !path.is_symlink() {
            files(&path, found)
        } else {
            found.push(path)
        }
    }
}

/// The document as it is displayed, without links and without the URLs in its text.
fn rendered(document: &str) -> String {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    let mut out = String::new();
    let mut text = String::new();
    let end_text = |text: &mut String, out: &mut String| {
        let words = text.split(|c: char| c.is_whitespace() || "<>\"".contains(c));
        let kept = words.filter(|word| !word.contains("://") && !word.contains('@'));
        for word in kept {
            *out += word;
            *out += "\n";
        }
        text.clear();
    };
    for event in Parser::new_ext(document, options) {
        match event {
            Event::Text(part) => text += &part,
            Event::Start(Tag::Link { .. } | Tag::Image { .. })
            | Event::End(TagEnd::Link | TagEnd::Image) => {}
            Event::Html(_) | Event::InlineHtml(_) => end_text(&mut text, &mut out),
            event => {
                end_text(&mut text, &mut out);
                out += &format!("{event:?}\n");
            }
        }
    }
    end_text(&mut text, &mut out);
    out
}

#[test]
#[ignore = "needs a folder of documents"]
fn only_links_change() {
    let folder = std::env::var_os("URLGREP_DOCUMENTS").expect("URLGREP_DOCUMENTS names a folder");
    let mut found = Vec::new();
    files(Path::new(&folder), &mut found);
    let (linter, mut changed) = (Linter::default(), 0);
    for path in found {
        let Ok(document) = fs::read_to_string(&path) else {
            continue;
        };
        if Kind::detect(&path, document.as_bytes()) != Kind::Markdown {
            continue;
        }
        for safety in [Safety::Safe, Safety::Unsafe] {
            let fixed = fix(&linter, Kind::Markdown, document.as_bytes(), safety, |_| {
                true
            });
            if fixed.applied == 0 {
                continue;
            }
            changed += 1;
            let after = String::from_utf8(fixed.document).expect("UTF-8");
            assert_eq!(rendered(&document), rendered(&after), "{}", path.display());
            let again = fix(&linter, Kind::Markdown, after.as_bytes(), safety, |_| true);
            assert_eq!(again.applied, 0, "{}", path.display());
        }
    }
    println!("{changed} fixed documents");
    assert!(changed > 0);
}
