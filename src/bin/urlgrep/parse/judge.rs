//! The profiles of `urlgrep parse`: three judge by flaws, `whatwg` by the `url` crate.

use urlgrep::url::Url;
use urlgrep::{Flaw, FlawAt, Flaws, Profile};

use crate::args::ProfileName;

/// The verdict of a profile on a URL.
pub(super) struct Verdict {
    pub(super) valid: bool,
    /// The URL as a browser reads it, or why it does not: profile `whatwg` only.
    pub(super) browser: Option<Result<String, String>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Judge {
    Flaws(Profile),
    Whatwg,
}

/// Why a profile refuses a URL: names of flaws, or what the `url` crate says. Empty if it accepts the URL.
pub(super) struct Reasons {
    pub(super) profile: &'static str,
    pub(super) why: Vec<String>,
}

impl Judge {
    /// The reasons of all profiles.
    pub(super) fn all(url: &Url<'_, [u8]>, flaws: &[FlawAt]) -> Vec<Reasons> {
        let reasons = |judge: Judge| {
            let refused = flaws.iter().filter(|flaw| judge.refuses(url, flaw));
            let mut why: Vec<String> = Vec::new();
            for flaw in refused.map(|flaw| flaw.flaw.name()) {
                if !why.iter().any(|known| known == flaw) {
                    why.push(flaw.to_string());
                }
            }
            why.extend(judge.judge(url, &[]).browser.and_then(Result::err));
            Reasons {
                profile: judge.name(),
                why,
            }
        };
        let judges = Profile::ALL.iter().copied().map(Judge::Flaws);
        judges.chain([Judge::Whatwg]).map(reasons).collect()
    }

    pub(super) fn new(name: Option<ProfileName>) -> Judge {
        match name {
            None | Some(ProfileName::Rfc3986) => Judge::Flaws(Profile::RFC3986),
            Some(ProfileName::Default) => Judge::Flaws(Profile::DEFAULT),
            Some(ProfileName::Rfc1738) => Judge::Flaws(Profile::RFC1738),
            Some(ProfileName::Whatwg) => Judge::Whatwg,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Judge::Flaws(profile) => profile.name(),
            Judge::Whatwg => "whatwg",
        }
    }

    pub(super) fn judge(self, url: &Url<'_, [u8]>, flaws: &[FlawAt]) -> Verdict {
        match self {
            Judge::Flaws(_) => Verdict {
                valid: flaws.iter().all(|flaw| !self.refuses(url, flaw)),
                browser: None,
            },
            Judge::Whatwg => {
                let read = ::url::Url::try_from(url);
                let read = read.map(String::from).map_err(|error| error.to_string());
                Verdict {
                    valid: read.is_ok(),
                    browser: Some(read),
                }
            }
        }
    }

    fn refuses(self, url: &Url<'_, [u8]>, flaw: &FlawAt) -> bool {
        match self {
            Judge::Flaws(profile) => {
                let flaws: Flaws = [flaw].into_iter().collect();
                profile.refuses(url.scheme_info(), flaws)
            }
            Judge::Whatwg => false,
        }
    }

    /// `error` if the profile refuses a URL for it.
    pub(super) fn severity(self, url: &Url<'_, [u8]>, flaw: &FlawAt) -> &'static str {
        if self.refuses(url, flaw) {
            "error"
        } else if NOTES.contains(&flaw.flaw) && !flaw.invalid {
            "note"
        } else {
            "warning"
        }
    }
}

/// The flaws that later standards made usual.
#[rustfmt::skip]
const NOTES: [Flaw; 10] = [
    Flaw::UppercaseScheme, Flaw::UnsafeCharacter, Flaw::NationalCharacter, Flaw::ReservedCharacter,
    Flaw::InvalidHost, Flaw::EmptyPort, Flaw::HostNotAllowed, Flaw::SeveralAddresses, Flaw::HeaderFields,
    Flaw::Fragment,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_utf_8_are_encoded_for_browsers() {
        let (url, _) = urlgrep::url::parse(b"http://a.org/caf\xe9");
        let read = Judge::Whatwg.judge(&url, &[]).browser;
        assert_eq!(read, Some(Ok("http://a.org/caf%E9".to_string())));
    }
}
