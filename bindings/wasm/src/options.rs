//! The options as JavaScript gives them. `js/core.js` has checked their types.

use std::path::Path;
use std::str::FromStr;

use serde::Deserialize;
use urlgrep::Extractor;
use urlgrep::mail::{self, Container, HEAD, Selection, Unread};
use wasm_bindgen::JsValue;

/// The value with this name, or the default.
fn named<T: FromStr + Default>(name: &Option<String>) -> T {
    let value = name.as_deref().and_then(|name| name.parse().ok());
    value.unwrap_or_default()
}

/// Why a file is not read.
#[derive(Debug)]
pub(crate) enum NotRead {
    UnknownType(String),
    Kind(&'static Unread),
}

impl From<NotRead> for JsValue {
    fn from(why: NotRead) -> JsValue {
        match why {
            // `js/core.js` makes a `TypeError` of a string.
            NotRead::UnknownType(name) => {
                format!("unknown type `{name}`: `types` lists them").into()
            }
            NotRead::Kind(Unread { name, instead, .. }) => {
                js_sys::Error::new(&format!("not read ({name}): {instead}")).into()
            }
        }
    }
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct Options {
    profile: Option<String>,
    hyphen: Option<String>,
    join: Option<String>,
    any_scheme: bool,
    all: bool,
    schemeless: bool,
    email: bool,
    refang: bool,
    headers: bool,
    alternative: Option<String>,
    r#as: Option<String>,
    file_name: Option<String>,
    pub(crate) explain: bool,
    pub(crate) limit: Option<usize>,
    /// Whether positions count the UTF-16 code units of a string, not bytes.
    pub(crate) utf16: bool,
}

impl Options {
    pub(crate) fn extractor(&self) -> Extractor {
        Extractor::builder()
            .profile(named(&self.profile))
            // The library does not know `auto`: the hyphens are resolved afterwards.
            .hyphen(named(&self.hyphen))
            .join(named(&self.join))
            .any_scheme(self.any_scheme)
            .all(self.all)
            .schemeless(self.schemeless)
            .email(self.email)
            .refang(self.refang)
            .build()
    }

    /// Whether other URLs of the same text decide open hyphens.
    pub(crate) fn resolves(&self) -> bool {
        self.hyphen.as_deref().is_none_or(|name| name == "auto")
    }

    pub(crate) fn selection(&self) -> Selection {
        let mut selection = Selection::default();
        selection.headers = self.headers;
        selection.code = self.schemeless;
        selection.alternative = named(&self.alternative);
        selection
    }

    /// The type of the file with these bytes.
    pub(crate) fn container(&self, bytes: &[u8]) -> Result<&'static Container, NotRead> {
        let head = &bytes[..bytes.len().min(HEAD)];
        if let Some(name) = self.r#as.as_deref().filter(|name| *name != "auto") {
            return mail::by_name(name, head).ok_or_else(|| NotRead::UnknownType(name.to_string()));
        }
        if let Some(unread) = Unread::by_magic(head) {
            return Err(NotRead::Kind(unread));
        }
        Ok(match &self.file_name {
            Some(name) => mail::detect_file(Path::new(name), head),
            None => mail::detect(head),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_not_read_are_errors() {
        let name = |bytes: &[u8]| match Options::default().container(bytes) {
            Err(NotRead::Kind(unread)) => unread.name,
            _ => "read",
        };
        assert_eq!(name(b"\x1f\x8b\x08\0"), "gzip file");
        assert_eq!(name(b"PK\x03\x04\x14\0\0\0"), "zip archive");
        assert_eq!(name(b"\0\x01\x02 http://a.example/"), "read");
        let text = Options {
            r#as: Some("text".to_string()),
            ..Options::default()
        };
        assert!(text.container(b"%PDF-1.7").is_ok());
    }
}
