//! The options as JavaScript gives them. `js/core.js` has checked their types.

use std::path::Path;

use serde::Deserialize;
use urlgrep::mail::{self, AlternativePart, Container, HEAD, Selection};
use urlgrep::{Extractor, Hyphen, Join, Profile};

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
        let profile = self.profile.as_deref();
        let profile = Profile::ALL.into_iter().find(|p| Some(p.name()) == profile);
        Extractor::builder()
            .profile(profile.unwrap_or(Profile::DEFAULT))
            .hyphen(match self.hyphen.as_deref() {
                Some("drop") => Hyphen::Drop,
                Some("both") => Hyphen::Both,
                _ => Hyphen::Keep,
            })
            .join(match self.join.as_deref() {
                Some("never") => Join::Never,
                Some("plausible") => Join::Plausible,
                _ => Join::Sure,
            })
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
        selection.alternative = match self.alternative.as_deref() {
            Some("text") => AlternativePart::Text,
            Some("html") => AlternativePart::Html,
            _ => AlternativePart::All,
        };
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
