//! Names of hosts without a scheme (tests/spec/schemeless.md).
//!
//! `www.` and `ftp.` mark a host. Any other name is taken if its top-level domain is real and no sign shows that it is a
//! file, an object of a program, a newsgroup, or the end of a sentence without a blank after it. These signs were counted
//! in mail, news and documentation, and read.

use std::ops::Range;

use super::edge::{AfterName, after_name, may_begin_name, may_begin_server};
use super::mark::mark_at;
use super::name::Name;
use super::{label, lookalike};
use crate::character;
use crate::class::Class;
use crate::domain::{self, Trust, ends_in_top_level, is_second_level, is_top_level};
use crate::grammar::hostname;
use crate::simd::{Available, Kinds};
use crate::span::{beginning, ending, first_line, last_line, split_before};
use crate::url::{self, Scheme};

/// The name around the dot at `dot`, the first of its run and not before `from`, if a reader would take it for a host's; and
/// where the run ends. No other name begins before that.
pub(super) fn around(
    text: &[u8],
    from: usize,
    dot: usize,
    engine: Available,
) -> (Option<Name<'_>>, usize) {
    plain_around(text, from, dot, engine).unwrap_or_else(|| any_around(text, from, dot))
}

/// The same if vectors tell enough: most names are letters, digits, and hyphens within their labels.
fn plain_around(
    text: &[u8],
    from: usize,
    dot: usize,
    engine: Available,
) -> Option<(Option<Name<'_>>, usize)> {
    let (around, rest) = (engine.around(text, dot), dot + 1);
    let labels = around.after.plain_labels(&text[rest..])?;
    let (end, top) = (rest + labels.len, rest + labels.last);
    // The cheap question first: most dots stand in numbers, names of files and code.
    let trust = domain::trust(&text[top..end]);
    if trust.is_none() && !ends_with_server(&text[from..dot]) {
        return Some((None, end));
    }
    let start = plain_label_before(text, from, dot, &around.before)?;
    let name = Name {
        text,
        start,
        end,
        is_plain: true,
        len: 1 + labels.count(),
        second: labels.second().map_or(start, |second| rest + second),
        top,
        trust,
    };
    // Most others are the domains of addresses and Message-IDs.
    let is_domain = text[..start].ends_with(b"@");
    Some(((!is_domain).then(|| name.taken()).flatten(), end))
}

/// Where the label before `dot` begins, not before `from`, if it is plain and nothing before it can belong to it. `kinds` are those
/// of the bytes before the dot.
fn plain_label_before(text: &[u8], from: usize, dot: usize, kinds: &Kinds) -> Option<usize> {
    let len = kinds.label.leading_ones() as usize;
    let start = dot.checked_sub(len)?;
    let before = start.checked_sub(1).map_or(b' ', |i| text[i]);
    let whole = len < 64 && start >= from && !Class::LABEL_OF_NAME.has(before) && before != b'=';
    let is_label = len > 0 && text[start] != b'-' && text[dot - 1] != b'-';
    let start = label::skip_code(text, start);
    (whole && is_label && start < dot).then_some(start)
}

/// As [`around`], for any name.
fn any_around(text: &[u8], from: usize, dot: usize) -> (Option<Name<'_>>, usize) {
    let start = label::start(text, from, dot);
    let mut end = label::end(text, dot + 1);
    if start == dot || end == dot + 1 || end - start > label::MAX {
        return (None, end);
    }
    let start = label::trim_start(text, start, dot);
    // Another name may begin after a word: `a.orgとb.org`.
    let word = hostname::before_word(&text[start..end]).map(|cut| start + cut);
    let word = word.filter(|&word| text[word..end].contains(&b'.'));
    end = word.unwrap_or(end);
    let name = Name::new(text, start..label::trim_end(text, start, end));
    // A last label may have been nothing but marks.
    let whole = name.labels().all(|label| !label.is_empty());
    (whole.then(|| name.taken()).flatten(), end)
}

impl Name<'_> {
    fn taken(self) -> Option<Self> {
        if begins_with_server(self.bytes()) && self.len > 2 {
            return self.server();
        }
        // The cheap questions first.
        let fits = self.trust.is_some()
            && may_begin_name(self.text, self.start)
            && !label::is_of_service(self.text, self.start)
            && self.is_in_case()
            && self.are_labels();
        if !fits {
            return None;
        }
        let after = after_name(self.text, self.end);
        let stands = match after {
            AfterName::Path => {
                self.stands_with_path()
                    && !lookalike::is_part_of_url(self.text, self.start)
                    && !lookalike::is_function_of_go(&self)
            }
            AfterName::More => self.stands_alone(),
            AfterName::End => {
                self.stands_alone()
                    && !lookalike::is_part_of_address(self.text, self.start, self.end)
                    && !lookalike::is_info_file(&self)
                    && !lookalike::is_test_file(&self)
                    && !lookalike::is_file_of_entry(&self)
                    && !lookalike::is_of_tag(&self)
                    && !lookalike::is_setting(&self)
            }
            AfterName::Code => is_anonymous_ftp(self.text, self.end),
        };
        (stands && !lookalike::is_lookalike(&self, after == AfterName::Path)).then_some(self)
    }

    /// The last two labels have no `_`, and the name is no pronunciation.
    fn are_labels(&self) -> bool {
        if self.is_plain {
            return true;
        }
        let plain = |label: &[u8]| !label.contains(&b'_');
        self.labels().all(is_label)
            && self.labels().rev().take(2).all(plain)
            && !self.is_pronunciation()
    }

    /// `kaˈba.la`, but `ɢoogle.com`, which looks like another name, is a host: syllables are short.
    fn is_pronunciation(&self) -> bool {
        let name = self.bytes();
        let is_sign = |at: usize| character::is_phonetic(character::decode(name, at).0);
        let mut letters = (0..name.len()).filter(|&at| Class::HIGH.has(name[at]));
        self.top_level().len() == 2 && letters.any(is_sign)
    }

    /// `www.…` or `ftp.…`, up to a real top-level domain: a sentence without a blank after its stop is cut off.
    fn server(mut self) -> Option<Self> {
        while self.len > 2 && !self.ends_as_server() {
            if !self.top_level()[0].is_ascii_uppercase() {
                return None;
            }
            self = Name::new(self.text, self.start..self.top - 1);
        }
        // The login of a URL without its scheme, or a name with marks.
        let login = |rest: &[u8]| matches!(rest, [b'@', next, ..] if Class::ALPHADIGIT.has(*next));
        let goes_on = login(&self.text[self.end..]) || mark_at(self.text, self.end).is_some();
        let cut = after_name(self.text, self.end) == AfterName::Code && goes_on;
        // An address may stand there: `ftp.x.org(192.0.2.1)`.
        let after = self.text.get(self.end..self.end + 2).unwrap_or_default();
        let called = matches!(after, [b'(', next] if !next.is_ascii_digit())
            && meant_scheme(self.text, self.start..self.end).name == "ftp";
        let whole = self.len > 2 && !called && !cut;
        (whole && may_begin_server(self.text, self.start)).then_some(self)
    }

    fn ends_as_server(&self) -> bool {
        let (top, second) = (self.top_level(), self.second_level());
        let new_sentence = is_capitalised(top) && second.iter().all(u8::is_ascii_lowercase);
        self.trust.is_some() && !(new_sentence && self.len > 3 && is_top_level(second))
    }

    /// The top-level domain is in lower case, or all of the name in upper case. Of old, mail also has `news.Stanford.EDU`, and the
    /// countries that had networks then; but `.NET` is a product (`Basic.NET`), and `Data.Text.IO` a module.
    fn is_in_case(&self) -> bool {
        let lower = |bytes: &[u8]| bytes.iter().any(u8::is_ascii_lowercase);
        let upper = |bytes: &[u8]| bytes.iter().any(u8::is_ascii_uppercase);
        let top = self.top_level();
        let old = |known: &&str| known.as_bytes() == top;
        match (upper(top), lower(self.bytes())) {
            (false, _) | (true, false) => true,
            _ if lower(top) || self.len == 2 => false,
            _ if top.len() == 2 => OLD_COUNTRIES.iter().any(old),
            _ => self.trust == Some(Trust::Name) && top != b"NET",
        }
    }

    /// Whether the top-level domain vouches for a name that nothing follows.
    fn stands_alone(&self) -> bool {
        let (labels, second) = (self.len, self.second_level());
        let vouched = match self.trust {
            Some(Trust::Name) => labels > 2 || self.has_own_name(),
            Some(Trust::Long) if labels == 2 => self.is_registered(),
            Some(Trust::Long) => second.iter().any(u8::is_ascii_alphabetic),
            Some(Trust::Second) => labels > 2 && is_second_level(second),
            Some(Trust::Word) | None => false,
        };
        vouched && !self.is_called() && !self.is_element() && !self.names_dot_net()
    }

    /// Whether a sentence of a script without blanks names .NET: `基于.NET`.
    fn names_dot_net(&self) -> bool {
        let name = self.second_level();
        let last = character::decode_before(name, name.len());
        let is_net = self.len == 2 && self.top_level().eq_ignore_ascii_case(b"net");
        is_net && last.is_some_and(|(c, _)| character::is_unspaced(c))
    }

    /// Whether a call or an element of a program follows, or the name goes on: `df.it[1]`, `app.logger.info("x")`, `a.no-wrap`. After a
    /// host a bracket has an address or a note: `mail.example.info(192.0.2.1)`.
    fn is_called(&self) -> bool {
        let country = self.top_level().len() == 2;
        let next = |bytes: &[u8]| {
            self.text
                .get(self.end + 1)
                .is_some_and(|b| bytes.contains(b))
        };
        let is_number = || match self.text[self.end + 1..] {
            [b'[' | b' ', digit, ..] | [digit, ..] => digit.is_ascii_digit(),
            [] => false,
        };
        match self.text.get(self.end) {
            Some(b'(' | b'[') if country && self.len == 2 => true,
            Some(b'(') if is_number() => false,
            Some(b'(') if country => next(b" \"'[-($"),
            Some(b'(') => self.trust != Some(Trust::Name) && !next(b"0123456789"),
            Some(b'-') => {
                let is_registered = is_second_level(self.second_level());
                country
                    && !is_registered
                    && lookalike::is_longer(self.top_level(), &self.text[self.end + 1..])
            }
            _ => false,
        }
    }

    /// Whether the name is what a pointer of a program points to: `list->item.dev`. In `a:login->b.example.org:1023` and
    /// `a.org->b.org` it is a host.
    fn is_element(&self) -> bool {
        let of_name = |b: u8| Class::ALPHADIGIT.has(b) || b"_)]".contains(&b);
        let Some(owner) = self.text[..self.start].strip_suffix(b"->") else {
            return false;
        };
        let near = ending(owner, label::MAX);
        let name = &near[near.len() - Class::NAME.run_back(near)..];
        let is_host = ends_in_top_level(name);
        owner.last().is_some_and(|&b| of_name(b))
            && (self.top_level().len() == 2 || !is_host)
            && self.text.get(self.end) != Some(&b':')
    }

    /// Whether nobody would call an object, a file or a facility so whose method or suffix is `.info`: `logger.info`, `git.info`. A hyphen and
    /// a small letter follow a package: `miscfiles.info-wordlist`.
    fn is_registered(&self) -> bool {
        let name = self.second_level();
        let lower = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit() || *b == b'-';
        let word = [&b"cloud"[..], b"dev", b"info", b"tech"].contains(&self.top_level());
        let goes_on = matches!(self.text[self.end..], [b'-', b'a'..=b'z', ..]);
        word && !goes_on && name.len() >= 8 && name.iter().all(lower)
    }

    /// `x` of `x.org`: no country gives names of one letter but few, in capitals such words are abbreviations, `co.uk` is
    /// nobody's, and numbers have three digits or more.
    fn has_own_name(&self) -> bool {
        let (name, top) = (self.second_level(), self.top_level());
        if name.iter().all(u8::is_ascii_digit) {
            // Exchanges have numbers too: `0694.HK`.
            return name.len() > 2 && !(top.len() == 2 && top[0].is_ascii_uppercase());
        }
        let is_known = |known: &&str| self.bytes() == known.as_bytes();
        let is_own = || name.len() > 1 && !top[0].is_ascii_uppercase() && !is_second_level(name);
        top.len() != 2 || SHORTENERS.iter().any(is_known) || is_own()
    }

    /// Whether a name that a path follows is not a file's or an object's: `a.name/b.name`, `main.rs/lib.rs`.
    fn stands_with_path(&self) -> bool {
        let upper = self.bytes().iter().any(u8::is_ascii_uppercase);
        if self.trust == Some(Trust::Name) {
            let short = self.len == 2 && !self.has_own_name();
            return !(short && upper);
        }
        let path = &self.text[self.end + 1..];
        let ends = |b| Class::STOP.has(b) || b"/?#".contains(&b);
        let segment = split_before(beginning(path, 256), ends).0;
        let begins = segment
            .first()
            .is_some_and(|&b| Class::ALPHADIGIT.has(b) || b"~@_%+".contains(&b));
        let letter = self.second_level().iter().any(u8::is_ascii_alphabetic);
        let file = segment.contains(&b'.') && path.get(segment.len()) != Some(&b'/');
        begins && !upper && letter && (!file || self.trust == Some(Trust::Long))
    }
}

/// Countries whose hosts were written in capitals.
#[rustfmt::skip]
const OLD_COUNTRIES: &[&str] = &[
    "AT", "AU", "BE", "CA", "CH", "DE", "DK", "ES", "FI", "FR", "GR", "IE", "IL", "IT", "JP", "KR", "NL", "NO", "NZ", "SE", "TW", "UK", "US", "ZA",
];

/// Hosts of one letter below a country.
const SHORTENERS: &[&str] = &["g.co", "t.co"];

/// Whether it begins with `www.` or `ftp.`.
fn begins_with_server(name: &[u8]) -> bool {
    let first = name.get(..4).unwrap_or_default();
    first.eq_ignore_ascii_case(b"www.") || first.eq_ignore_ascii_case(b"ftp.")
}

/// Whether it may end with the first label of such a name.
fn ends_with_server(text: &[u8]) -> bool {
    let last = ending(text, 3);
    last.eq_ignore_ascii_case(b"www") || last.eq_ignore_ascii_case(b"ftp")
}

/// The scheme that is meant by a name without one.
pub(crate) fn meant_scheme(text: &[u8], name: Range<usize>) -> &'static Scheme {
    match text[name.clone()].get(..4) {
        Some(first) if first.eq_ignore_ascii_case(b"ftp.") => url::FTP,
        _ if is_anonymous_ftp(text, name.end) => url::FTP,
        _ => url::HTTP,
    }
}

/// Whether a path of a file server follows the name that ends at `end`: `host.edu:/pub/x`, if the line says so. Without that it is one
/// of `scp` or `rsync`.
fn is_anonymous_ftp(text: &[u8], end: usize) -> bool {
    const NEAR: usize = 256;
    if !text[end..].starts_with(b":/") || text[end..].starts_with(b"://") {
        return false;
    }
    let start = end.saturating_sub(NEAR);
    let near = &text[start..text.len().min(end + NEAR)];
    let before = last_line(&near[..end - start]);
    first_line(&near[end - start - before.len()..])
        .to_ascii_lowercase()
        .windows(13)
        .any(|words| words == b"anonymous ftp")
}

/// Letters, digits, and hyphens between them.
fn is_label(label: &[u8]) -> bool {
    let hyphen = |b: Option<&u8>| b == Some(&b'-');
    let marked = hyphen(label.first()) || hyphen(label.last()) || label.first() == Some(&b'_');
    label.len() < 64 && !marked
}

fn is_capitalised(label: &[u8]) -> bool {
    label[0].is_ascii_uppercase() && !label[1..].iter().any(u8::is_ascii_uppercase)
}

#[cfg(test)]
mod tests {
    use super::super::texts_of_five;
    use super::*;
    use crate::simd::Engine;

    /// What vectors tell only makes it faster.
    #[test]
    fn plain_labels_change_no_answer() {
        let pieces = [
            "a", "www", "com", "-", ".", "_", "9", "B", "E<gt>", "日", "é", "@", " ", "/", "=",
        ];
        let engine = Available::new(Engine::best());
        let answer = |(name, end): (Option<Name<'_>>, usize)| (name.map(|n| n.start..n.end), end);
        let (mut plain, mut names) = (0, 0);
        for end in texts_of_five(&pieces) {
            let text = format!("x.{end}");
            let text = text.as_bytes();
            for (dot, _) in text.iter().enumerate().filter(|(_, b)| **b == b'.') {
                let Some(found) = plain_around(text, 0, dot, engine).map(answer) else {
                    continue;
                };
                plain += 1;
                names += usize::from(found.0.is_some());
                let shown = String::from_utf8_lossy(text);
                assert_eq!(found, answer(any_around(text, 0, dot)), "{shown:?} {dot}");
            }
        }
        let has_vectors = Engine::best() != Engine::Portable;
        assert!(
            plain > 10_000 && (names > 100) == has_vectors,
            "{plain} {names}"
        );
    }
}
