//! The files beside a document, for the rules about relative targets. The linter itself reads none: its user implements [`Files`].

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use super::placeholder::is_placeholder;
use crate::document::{Kind, anchors};

/// The files that relative targets lead to. Paths are relative to the folder of the document; they were percent-decoded.
///
/// ```
/// use std::sync::Arc;
/// use urlgrep::{document::Kind, lint::{Files, Linter, find_rule}};
/// #[derive(Debug)]
/// struct Empty;
/// impl Files for Empty {
///     fn exists(&self, _: &str) -> Option<bool> {
///         Some(false)
///     }
///     fn read(&self, _: &str) -> Option<(Kind, Vec<u8>)> {
///         None
///     }
/// }
/// let linter = Linter::builder().files(Arc::new(Empty)).select(find_rule("missing-file")).build();
/// let findings = linter.lint(Kind::Markdown, b"See [it](x.md).");
/// assert_eq!(findings[0].rule.name(), "missing-file");
/// ```
pub trait Files: fmt::Debug + Send + Sync {
    /// Whether there is a file or a folder at `path`. `None` if that cannot be known.
    fn exists(&self, path: &str) -> Option<bool>;

    /// The document at `path`, with its type.
    fn read(&self, path: &str) -> Option<(Kind, Vec<u8>)>;

    /// The fragments of the document at `path`, as [`anchors`] has them. `None` if they are not known. Many documents may have links
    /// to it, so an implementation should keep them.
    fn anchors(&self, path: &str) -> Option<Arc<HashSet<String>>> {
        let (kind, document) = self.read(path)?;
        anchors(kind, &document).map(Arc::new)
    }
}

/// A relative target.
pub(super) struct LocalTarget {
    /// Empty for the document itself.
    pub(super) path: String,
    pub(super) fragment: String,
    /// The fragment as it is written, not percent-decoded.
    pub(super) raw_fragment: String,
}

impl LocalTarget {
    /// `None` for a URL, a path from the root of a site, and a placeholder.
    pub(super) fn parse(target: &[u8]) -> Option<LocalTarget> {
        let text = std::str::from_utf8(target).ok()?;
        let (rest, fragment) = text.split_once('#').unwrap_or((text, ""));
        let path = rest.split('?').next().unwrap_or_default();
        let from_root = path.starts_with('/') || path.starts_with('\\');
        let odd = path.contains([':', '@', '"', '`']) || is_placeholder(path.as_bytes());
        (!from_root && !odd && !text.is_empty()).then(|| LocalTarget {
            path: decoded(path),
            fragment: decoded(fragment),
            raw_fragment: fragment.to_string(),
        })
    }
}

fn decoded(text: &str) -> String {
    String::from_utf8_lossy(&crate::url::decode(text.as_bytes())).into_owned()
}
