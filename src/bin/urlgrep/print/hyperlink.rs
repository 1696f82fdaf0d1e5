//! Links on a terminal (OSC 8): paths to their files, URLs to themselves. `--hyperlink-format`, in ripgrep's syntax.

use std::path::{Path, PathBuf, absolute};

use super::Rows;
use super::text::TextBuffer;
use crate::visible::percent_encoded;

/// A format of links to files. Cheap to copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hyperlinks {
    format: &'static str,
}

/// Formats with a name.
#[rustfmt::skip]
const NAMED: [(&str, &str); 13] = [
    #[cfg(not(windows))]
    ("default", "file://{host}{path}"),
    #[cfg(windows)]
    ("default", "file://{path}"),
    ("none", ""),
    ("file", "file://{host}{path}"),
    ("cursor", "cursor://file{path}:{line}:{column}"),
    ("grep+", "grep+://{path}:{line}"),
    ("kitty", "file://{host}{path}#{line}"),
    ("macvim", "mvim://open?url=file://{path}&line={line}&column={column}"),
    ("textmate", "txmt://open?url=file://{path}&line={line}&column={column}"),
    ("vscode", "vscode://file{path}:{line}:{column}"),
    ("vscode-insiders", "vscode-insiders://file{path}:{line}:{column}"),
    ("vscodium", "vscodium://file{path}:{line}:{column}"),
    ("zed", "zed://file{path}:{line}:{column}"),
    ("emacs", "org-protocol://open-source?url=file://{path}&line={line}"),
];

const PLACEHOLDERS: [&str; 5] = ["path", "host", "line", "column", "wslprefix"];

/// Ends a sequence.
const END: &[u8] = b"\x1b\\";

impl Hyperlinks {
    /// The formats that have a name.
    pub(crate) fn names() -> [&'static str; NAMED.len()] {
        NAMED.map(|(name, _)| name)
    }

    /// The links as typed, or an error message. `None` for no links.
    pub(crate) fn parse(typed: &str) -> Result<Option<Hyperlinks>, String> {
        let named = NAMED.iter().find(|(name, _)| *name == typed);
        let format = match named {
            Some((_, format)) => format,
            None if typed.is_empty() => "",
            // The options live as long as the process.
            None => check(typed).map(|()| &*Box::leak(typed.to_string().into_boxed_str()))?,
        };
        Ok((!format.is_empty()).then_some(Hyperlinks { format }))
    }

    /// Begins the link to a place in a file. A line of 0 stands for the file.
    pub(super) fn begin(self, rows: &mut Rows, path: &Path, line: u64, column: u64) {
        rows.text.write(b"\x1b]8;;");
        let mut rest = self.format;
        while let Some((before, behind)) = rest.split_once('{') {
            rows.text.write(before.as_bytes());
            let (name, behind) = behind.split_once('}').unwrap_or((behind, ""));
            match name {
                "path" => rows.text.write(encoded(path).as_bytes()),
                "host" => rows.text.write(host().as_bytes()),
                "line" if line > 0 => rows.write_line(line),
                "line" => rows.text.write(b"1"),
                "column" => rows.text.write_number(column.max(1)),
                _ => {}
            }
            rest = behind;
        }
        rows.text.write(rest.as_bytes());
        rows.text.write(END);
    }
}

/// Writes a path as [`TextBuffer::write_path`] does, with links as one to its file.
pub(super) fn write_path(
    text: &mut TextBuffer,
    links: Option<Hyperlinks>,
    path: &Path,
    null: bool,
    end: u8,
) {
    let linked = links.and_then(|links| Some((links, file_of(path)?)));
    let Some((links, file)) = linked else {
        return text.write_path(path, null, end);
    };
    let mut link = Rows::default();
    links.begin(&mut link, file, 0, 0);
    text.write(&link.text.bytes);
    text.write_path_alone(path, null);
    write_end(text);
    text.write(&[if null { 0 } else { end }]);
}

/// Begins a link to a URL. Only characters that a sequence may contain stay as they are.
pub(super) fn begin_url(rows: &mut Rows, url: &[u8]) {
    rows.text.write(b"\x1b]8;;");
    rows.text
        .write(percent_encoded(url, |b| b.is_ascii_graphic()).as_bytes());
    rows.text.write(END);
}

pub(super) fn end(rows: &mut Rows) {
    write_end(&mut rows.text);
}

fn write_end(text: &mut TextBuffer) {
    text.write(b"\x1b]8;;");
    text.write(END);
}

/// The file that a path leads to: of a member of an archive, the archive; of standard input, none.
pub(super) fn file_of(path: &Path) -> Option<&Path> {
    if path.is_file() {
        return Some(path);
    }
    let typed = path.to_str()?;
    let mut archives = typed
        .match_indices('!')
        .map(|(at, _)| Path::new(&typed[..at]));
    archives.find(|path| path.is_file())
}

/// The absolute path, percent-encoded, with a slash first. On Unix it need not be UTF-8.
fn encoded(path: &Path) -> String {
    let path = absolute(path).unwrap_or_else(|_| PathBuf::from(path));
    let mut path = path.into_os_string().into_encoded_bytes();
    if cfg!(windows) {
        let backslashes = path.iter_mut().filter(|b| **b == b'\\');
        backslashes.for_each(|b| *b = b'/');
    }
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"/:-._~".contains(&b);
    let path = percent_encoded(&path, is_plain);
    if path.starts_with('/') {
        path
    } else {
        format!("/{path}")
    }
}

/// The name of this machine, or an empty string.
fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned();
    #[cfg(not(unix))]
    let name = String::new();
    name
}

fn check(typed: &str) -> Result<(), String> {
    let all = PLACEHOLDERS.map(|name| format!("{{{name}}}")).join(" ");
    if !typed.contains('{') {
        return Err(format!(
            "--hyperlink-format {typed}: unknown name; known are {}. A format needs a `{{path}}`",
            Hyperlinks::names().join(", ")
        ));
    }
    if let Some(c) = typed.chars().find(|c| c.is_control()) {
        return Err(format!("--hyperlink-format: a control character: {c:?}"));
    }
    for piece in typed.split('{').skip(1) {
        let name = piece.split_once('}').map(|(name, _)| name);
        let Some(name) = name else {
            return Err(format!("--hyperlink-format: no '}}' after '{{{piece}'"));
        };
        if !PLACEHOLDERS.contains(&name) {
            return Err(format!(
                "--hyperlink-format: unknown placeholder `{{{name}}}`; known are {all}"
            ));
        }
    }
    let scheme = typed.split_once(':').map_or("", |(scheme, _)| scheme);
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
    match (is_scheme, typed.contains("{path}")) {
        (false, _) => {
            Err("--hyperlink-format: a format begins with a scheme: `file://{path}`".to_string())
        }
        (_, false) => Err("--hyperlink-format: a format needs a `{path}`".to_string()),
        _ if typed.contains("{column}") && !typed.contains("{line}") => {
            Err("--hyperlink-format: `{column}` needs a `{line}`".to_string())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_checked() {
        for typed in [
            "default",
            "vscode",
            "x://{path}",
            "file://{host}{path}:{line}:{column}",
        ] {
            assert!(
                Hyperlinks::parse(typed).is_ok_and(|links| links.is_some()),
                "{typed}"
            );
        }
        for typed in ["", "none"] {
            assert_eq!(Hyperlinks::parse(typed), Ok(None));
        }
        for typed in [
            "vscod",
            "{path}",
            "x://{pat}",
            "x://{path",
            "x://{line}",
            "x://{path}{column}",
        ] {
            assert!(Hyperlinks::parse(typed).is_err(), "{typed}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_is_not_utf_8() {
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(std::ffi::OsStr::from_bytes(b"/caf\xe9/\xc3\xa9"));
        assert_eq!(encoded(path), "/caf%E9/%C3%A9");
    }

    #[test]
    fn links_have_no_control_characters() {
        let mut rows = Rows::default();
        let links = Hyperlinks::parse("x://f{path}:{line}")
            .expect("a format")
            .expect("links");
        let (path, url) = if cfg!(windows) {
            ("C:\\a b\\\x1b%", "/C:/a%20b/%1B%25")
        } else {
            ("/a b\\/\x1b%", "/a%20b%5C/%1B%25")
        };
        links.begin(&mut rows, Path::new(path), 0, 0);
        begin_url(&mut rows, "http://a.org/\x07ü".as_bytes());
        let wanted = format!("\x1b]8;;x://f{url}:1\x1b\\\x1b]8;;http://a.org/%07%C3%BC\x1b\\");
        assert_eq!(String::from_utf8_lossy(&rows.text.bytes), wanted);
    }
}
