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
        static URLS: LazyLock<Extractor> = LazyLock::new(|| {
            let builder = Extractor::builder().any_scheme(true);
            builder.schemeless(true).email(true).build()
        });
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

    /// A From or To field as it is printed: each `@` belongs to an address, even if it looks like a Message-ID.
    pub(crate) fn addresses(self, field: &str) -> Cow<'_, str> {
        let shown = self.text(field);
        if !self.0 || !shown.contains('@') {
            return shown;
        }
        let mut parts = shown.split('@');
        let mut out = parts.next().unwrap_or_default().to_string();
        for part in parts {
            if out.ends_with('[') && part.starts_with(']') {
                out.push('@');
                out += part;
                continue;
            }
            let of_name = |c: char| c.is_alphanumeric() || c == '-' || c == '.';
            let domain = part.find(|c| !of_name(c)).unwrap_or(part.len());
            let (domain, rest) = part.split_at(domain);
            out += "[@]";
            out += &domain.replace('.', "[.]");
            out += rest;
        }
        out.into()
    }

    /// An identifier of a message as it is printed. That of a record of WARC is the URL of a page.
    pub(crate) fn id(self, id: &[u8]) -> Cow<'_, [u8]> {
        if memchr::memmem::find(id, b"://").is_some() {
            self.url(id)
        } else {
            id.into()
        }
    }
}
