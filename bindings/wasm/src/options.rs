//! The options as JavaScript gives them. `js/core.js` has checked their types.

use std::path::Path;
use std::str::FromStr;

use serde::Deserialize;
use urlgrep::Extractor;
use urlgrep::mail::{self, Container, HEAD, Selection};

/// The value with this name, or the default.
fn named<T: FromStr + Default>(name: &Option<String>) -> T {
    let value = name.as_deref().and_then(|name| name.parse().ok());
    value.unwrap_or_default()
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
    pub(crate) fn container(&self, bytes: &[u8]) -> Result<&'static Container, String> {
        let head = &bytes[..bytes.len().min(HEAD)];
        match (self.r#as.as_deref(), &self.file_name) {
            (None | Some("auto"), None) => Ok(mail::detect(head)),
            (None | Some("auto"), Some(name)) => Ok(mail::detect_file(Path::new(name), head)),
            (Some(name), _) => {
                mail::by_name(name, head).ok_or_else(|| format!("unknown type `{name}`"))
            }
        }
    }
}
