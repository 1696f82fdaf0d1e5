//! Changes a URL before it is filtered and printed: `--unwrap`, `--normalize`, `--gateway`.

use std::borrow::Cow;

use urlgrep::url::{self, Gateway};
use urlgrep::{Match, Profile};

use crate::schemes::known_scheme;

/// The changes that the user asks for.
#[derive(Clone, Default, Debug)]
pub(crate) struct Changes {
    pub(crate) unwrap: bool,
    pub(crate) normalize: bool,
    pub(crate) gateways: Vec<Gateway>,
    /// Whether the target of a rewritten link may be a string that is no valid URL.
    pub(crate) all: bool,
}

/// A URL that was changed.
#[derive(Clone, Debug)]
pub(crate) struct Changed {
    /// As it is printed.
    pub(crate) url: Box<[u8]>,
    /// The host of the link that contained it.
    pub(crate) wrapped_by: Option<Box<[u8]>>,
    /// The URL that is shown, if `url` is an address of a gateway.
    pub(crate) gateway_for: Option<Box<[u8]>>,
}

impl Changes {
    pub(crate) fn is_none(&self) -> bool {
        !self.unwrap && !self.normalize && self.gateways.is_empty()
    }

    /// The URL after the changes; `None` if they leave it as it is.
    pub(crate) fn apply(&self, m: &Match<'_, [u8]>) -> Option<Changed> {
        if self.is_none() {
            return None;
        }
        let found = m.assumed().unwrap_or(m.as_bytes());
        let target = self.unwrap.then(|| url::unwrap(found)).flatten();
        let target = target.filter(|target| self.all || is_valid(target));
        let is_wrapped = target.is_some();
        let target = target.map_or(Cow::Borrowed(found), Cow::Owned);
        let changed = if self.normalize {
            Cow::Owned(url::parse(&target).0.normalized())
        } else {
            target
        };
        let mut gateways = self.gateways.iter();
        let address = gateways.find_map(|gateway| gateway.address(&changed));
        // A normalized URL is never only assumed.
        let same = if self.normalize { m.as_bytes() } else { found };
        if address.is_none() && !is_wrapped && *changed == *same {
            return None;
        }
        let wrapper = is_wrapped.then(|| url::parse(found).0.host().map(Box::from));
        let is_shown = address.is_some();
        let changed: Box<[u8]> = changed.into_owned().into();
        Some(Changed {
            url: address.map_or_else(|| changed.clone(), Box::from),
            wrapped_by: wrapper.flatten(),
            gateway_for: is_shown.then_some(changed),
        })
    }
}

/// Whether the default profile accepts this URL.
pub(crate) fn is_valid(url: &[u8]) -> bool {
    let (url, flaws) = url::parse(url);
    let flaws = flaws.iter().collect();
    !Profile::DEFAULT.refuses(url.scheme_info(), flaws)
}

impl Changed {
    /// The URL that filters use.
    pub(crate) fn target(&self) -> &[u8] {
        self.gateway_for.as_deref().unwrap_or(&self.url)
    }
}

/// The gateways of `--gateway`, one for each scheme: the last one.
pub(crate) fn gateways(typed: &[String], any_scheme: bool) -> Result<Vec<Gateway>, String> {
    let mut all: Vec<Gateway> = Vec::new();
    for typed in typed {
        let why = |why| format!("--gateway {typed}: {why}");
        let parts = typed.split_once('=').ok_or_else(|| {
            why("expected a scheme, `=` and a template: gopher=https://gopher.example/{url}".into())
        })?;
        let new = gateway(parts.0, parts.1, any_scheme).map_err(why)?;
        all.retain(|known| known.scheme() != new.scheme());
        all.push(new);
    }
    Ok(all)
}

/// A gateway, or why it is wrong.
pub(crate) fn gateway(scheme: &str, template: &str, any_scheme: bool) -> Result<Gateway, String> {
    known_scheme(scheme, any_scheme)?;
    if template.contains(char::is_whitespace) {
        return Err("a URL has no white space".to_string());
    }
    Gateway::new(scheme, template).map_err(|error| error.to_string())
}
