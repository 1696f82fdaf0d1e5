//! Man pages: comments, examples, and `.UR`.

use super::lines::lines;
use super::mask::{Mask, Painter, Role};

/// Whether it begins with comments and macros of roff, and the title macro of man or mdoc is among these. Pod::Man defines its
/// own macros before.
pub(super) fn looks(head: &[u8]) -> bool {
    let head = &head[..head.len().min(8192)];
    let mut page = lines(head).map(|line| line.bytes);
    let is_title = |line: &[u8]| line.starts_with(b".TH ") || line.starts_with(b".Dd ");
    match page.find(|line| !line.trim_ascii().is_empty()) {
        Some(first @ [b'.' | b'\'', ..]) => {
            first.starts_with(b".so ") || is_title(first) || page.any(is_title)
        }
        _ => false,
    }
}

pub(super) fn mask(document: &[u8]) -> Mask {
    let mut painter = Painter::on(Role::Prose);
    let mut code = false;
    for line in lines(document) {
        let text = line.bytes;
        if text.starts_with(b".\\\"") || text.starts_with(b"'\\\"") {
            painter.paint(line.at, Role::Comment);
        } else if [&b".nf"[..], b".EX", b".Bd"]
            .iter()
            .any(|m| text.starts_with(m))
        {
            code = true;
        } else if [&b".fi"[..], b".EE", b".Ed"]
            .iter()
            .any(|m| text.starts_with(m))
        {
            code = false;
        } else if code {
            painter.paint(line.at, Role::Code);
        } else if text.starts_with(b".UR ") || text.starts_with(b".Lk ") {
            let word = text[4..].iter().take_while(|b| !b.is_ascii_whitespace());
            let start = line.at.start + 4;
            painter.target(start..start + word.count());
        }
    }
    painter.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles() {
        let page = ".\\\" http://a.org/1\n.TH X 1\n.UR http://a.org/2\n.UE\n.nf\nhttp://a.org/3\n.fi\nhttp://a.org/4\n";
        assert!(looks(page.as_bytes()));
        assert!(!looks(b"hello\n.TH X 1\n"));
        assert!(looks(b".\\\" Pod\n.de Sp\n.if t .sp .5v\n..\n.TH X 1\n"));
        assert!(looks(b"'\\\" t\n.so man1/x.1\n.TH X 1\n") && looks(b".so man1/x.1\n"));
        assert!(!looks(b".gitignore\nhello\n") && !looks(b"'tis\n") && !looks(b"\n"));
        let mask = mask(page.as_bytes());
        let role = |n: &str| mask.role(page.find(n).expect("it is there"));
        assert_eq!(role("http://a.org/1"), Role::Comment);
        assert_eq!(role("http://a.org/2"), Role::Target);
        assert_eq!(role("http://a.org/3"), Role::Code);
        assert_eq!(role("http://a.org/4"), Role::Prose);
    }
}
