//! What every document is linted with: the settings of rules, and the extractors.

use std::sync::Arc;

use super::host;
use super::local::Files;
use crate::document::Kind;
use crate::extract::Extractor;
use crate::options::Join;
use crate::url::Gateway;

/// The settings, and the extractors, which are made once.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub(super) settings: Settings,
    pub(super) extractor: Extractor,
    /// The same, but without joining URLs over lines.
    pub(super) unjoined: Extractor,
    /// The same as the first one, and e-mail addresses and names without a scheme.
    pub(super) with_names: Extractor,
}

impl Default for Setup {
    fn default() -> Setup {
        let all = || Extractor::builder().all(true);
        Setup {
            settings: Settings::default(),
            extractor: all().build(),
            unjoined: all().join(Join::Never).build(),
            with_names: all().email(true).schemeless(true).build(),
        }
    }
}

/// The settings of rules.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    pub(super) allowed_ports: Vec<u16>,
    pub(super) allowed_hosts: Vec<String>,
    /// The last one of a scheme counts.
    pub(super) gateways: Vec<Gateway>,
    /// Types of documents that are changed everywhere, by name.
    pub(super) fix_kinds: Vec<String>,
    /// Whether the targets of rewritten links are checked, too.
    pub(super) rewritten_links: bool,
    /// The files beside the document, if they may be looked for.
    pub(super) files: Option<Arc<dyn Files>>,
}

impl Settings {
    pub(super) fn allows_host(&self, host: &[u8]) -> bool {
        let mut allowed = self.allowed_hosts.iter();
        allowed.any(|pattern| host::matches_pattern(host, pattern))
    }

    pub(super) fn fixes_everywhere(&self, kind: Kind) -> bool {
        self.fix_kinds.iter().any(|name| name == kind.name())
    }
}
