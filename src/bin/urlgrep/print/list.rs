//! `-l` and `--files-without-match`: paths.

use std::path::Path;

use super::hyperlink::{self, Hyperlinks};
use super::{JsonObject, Print, StdoutBuffer};

/// The paths that are printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed {
    /// Whether files with URLs are listed, or those without.
    pub(crate) with: bool,
    /// Whether NUL ends each path.
    pub(crate) null: bool,
    /// Whether each path is a JSON object.
    pub(crate) json: bool,
    pub(crate) links: Option<Hyperlinks>,
}

pub(super) struct List(pub(super) Listed);

impl Print for List {
    fn end(&mut self, stdout: &mut StdoutBuffer, path: &Path, count: u64) {
        let Listed {
            with,
            null,
            json,
            links,
        } = self.0;
        if (count > 0) != with {
            return;
        }
        if json {
            let mut object = JsonObject::default();
            object.text("path", path.as_os_str().as_encoded_bytes());
            stdout.write_json(&object);
        } else {
            hyperlink::write_path(stdout, links, path, null, b'\n');
        }
    }
}
