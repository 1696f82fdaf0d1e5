//! The messages that are searched: `--since`, `--until`, `--from`, `--to`, `--subject`.

use regex_automata::meta::Regex;
use urlgrep::mail;

use crate::address::with_at_signs;
use crate::args;
use crate::dates::{Period, now};
use crate::filter::regexps;

/// The conditions that a message must meet. Without one, text that is no mail is searched too.
#[derive(Debug)]
pub(crate) struct MessageFilter {
    period: Period,
    /// Each condition: names of fields, and patterns. One pattern must match one field.
    fields: Vec<(&'static [&'static str], Regex)>,
}

impl MessageFilter {
    /// The filter that the arguments mean, or why they are wrong.
    pub(crate) fn from_args(typed: &args::Mail) -> Result<MessageFilter, String> {
        let mut fields = Vec::new();
        for (flag, names, patterns) in [
            ("--from", &["From"][..], &typed.from),
            ("--to", &["To", "Cc", "Bcc"], &typed.to),
            ("--subject", &["Subject"], &typed.subject),
        ] {
            if let Some(regex) = regexps(flag, patterns, true)? {
                fields.push((names, regex));
            }
        }
        let period = Period::parse(typed.since.as_deref(), typed.until.as_deref(), now())?;
        Ok(MessageFilter { period, fields })
    }

    /// Whether it selects everything.
    pub(crate) fn is_empty(&self) -> bool {
        self.period.is_all() && self.fields.is_empty()
    }

    /// Whether the dates of messages matter.
    pub(crate) fn needs_dates(&self) -> bool {
        !self.period.is_all()
    }

    /// Whether the header of a message, written at `date`, meets the conditions.
    pub(crate) fn selects(&self, head: &[u8], date: Option<i64>) -> bool {
        let matches = |(names, regex): &(&[&str], Regex)| {
            names
                .iter()
                .filter_map(|name| mail::field(head, name))
                .any(|value| {
                    // An archive writes `joe at x.org`; `--from joe@x.org` finds it.
                    let restored = || with_at_signs(&value).filter(|_| *names != ["Subject"]);
                    regex.is_match(&*value)
                        || restored().is_some_and(|value| regex.is_match(&value))
                })
        };
        self.period.has(date) && self.fields.iter().all(matches)
    }
}
