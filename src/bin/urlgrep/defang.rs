//! `--defang`: URLs are printed so that no program makes them a link.

use std::borrow::Cow;
use std::sync::LazyLock;

use urlgrep::{Extractor, Match, url};

use crate::visible::lossy;

/// Whether URLs are defanged.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Defang(pub(crate) bool);

impl Defang {
    /// A URL as it is printed.
    pub(crate) fn url(self, url: &[u8]) -> Cow<'_, [u8]> {
        if self.0 {
            url::defang(url).into()
        } else {
            url.into()
        }
    }

    /// A host as it is printed.
    pub(crate) fn host(self, host: &[u8]) -> Cow<'_, [u8]> {
        if !self.0 {
            return host.into();
        }
        let labels: Vec<_> = host.split(|&b| b == b'.').collect();
        labels.join(&b"[.]"[..]).into()
    }

    /// A text as it is printed, with its URLs, names and addresses.
    pub(crate) fn text(self, text: &str) -> Cow<'_, str> {
        static URLS: LazyLock<Extractor> =
            LazyLock::new(|| Extractor::builder().schemeless(true).email(true).build());
        let defang = |m: &Match<'_>| {
            let written = m.written().unwrap_or(m.as_str());
            Some(lossy(&url::defang(written.as_bytes())).into_owned())
        };
        if self.0 {
            URLS.replace_all(text, defang)
        } else {
            text.into()
        }
    }
}
