//! Changes a URL before it is filtered and printed: `--unwrap`, `--normalize`.

use std::borrow::Cow;

use urlgrep::Match;
use urlgrep::url;

/// The changes that the user asks for.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Changes {
    pub(crate) unwrap: bool,
    pub(crate) normalize: bool,
}

/// A URL that was changed.
#[derive(Clone, Debug)]
pub(crate) struct Changed {
    pub(crate) url: Box<[u8]>,
    /// The host of the link that contained it.
    pub(crate) wrapped_by: Option<Box<[u8]>>,
}

impl Changes {
    pub(crate) fn is_none(self) -> bool {
        !self.unwrap && !self.normalize
    }

    /// The URL after the changes; `None` if they leave it as it is.
    pub(crate) fn apply(self, m: &Match<'_, [u8]>) -> Option<Changed> {
        if self.is_none() {
            return None;
        }
        let found = m.assumed().unwrap_or(m.as_bytes());
        let target = self.unwrap.then(|| url::unwrap(found)).flatten();
        let is_wrapped = target.is_some();
        let target = target.map_or(Cow::Borrowed(found), Cow::Owned);
        let changed = match self.normalize {
            true => Cow::Owned(url::parse(&target).0.normalized()),
            false => target,
        };
        let wrapper = is_wrapped.then(|| url::parse(found).0.host().map(Box::from));
        (*changed != *m.as_bytes()).then(|| Changed {
            url: changed.into_owned().into(),
            wrapped_by: wrapper.flatten(),
        })
    }
}

/// A host as `--defang` shows it.
pub(crate) fn defanged_host(host: &[u8]) -> Vec<u8> {
    let labels: Vec<_> = host.split(|&b| b == b'.').collect();
    labels.join(&b"[.]"[..])
}
