//! Words: whether a word is the rest of a URL that a line break cut, or something else (tests/spec/join.md).

use super::candidate::is_known_with_slashes;
use super::datum::{is_datum, is_number, stands_beside};
use super::scheme_at;
use crate::character;
use crate::class::Class;
use crate::domain::{is_top_level, key};
use crate::span::{beginning, contains, cut, ending, ends_with_any, run, split_before};
use crate::text::line::after_marks;
use crate::text::strip_prefix_ignore_case;

/// What may close after the last word of a URL, and is no part of it.
pub(crate) const CLOSING: &[u8] = b".,;:)]}";

/// Whether a URL that ends in this byte before a line break continues in the next line.
#[inline]
pub(crate) fn goes_on(last: u8) -> bool {
    matches!(last, b'-' | b'/' | b'=' | b'&' | b'?' | b'_' | b'%')
}

/// Whether the URL ends in the `=` after a parameter's name. Base64 ends in one too.
pub(crate) fn lacks_value(url: &[u8]) -> bool {
    let Some(front) = url.strip_suffix(b"=") else {
        return false;
    };
    let before = front.iter().rev().find(|b| b"?&;=".contains(b));
    before.is_some_and(|&b| b != b'=')
}

pub(crate) fn is_sign(byte: &u8) -> bool {
    b"/=&%_?#-".contains(byte) || byte.is_ascii_digit()
}

/// Whether `word` looks like the rest of a URL whose line ends in `last`, and like nothing else.
pub(crate) fn looks_like_rest(last: u8, word: &[u8]) -> bool {
    let goes_on = goes_on(last);
    !word.is_empty()
        && (goes_on || word.iter().any(is_sign) && !stands_beside(word) || has_file_suffix(word))
        && !is_something_else(last, word)
}

/// Whether `url` ends in a file's suffix that `rest` does not make a longer one: `.h` and `tml`. A version may follow: `x.git@1.0`.
pub(crate) fn names_a_file(url: &[u8], rest: &[u8]) -> bool {
    let version = memchr::memrchr(b'@', url).map(|at| &url[..at]);
    let version = version.filter(|name| name.ends_with(b".git") && !url.ends_with(b"-"));
    let url = version.unwrap_or(url);
    let more = &rest[..Class::ALPHADIGIT.run(beginning(rest, 5))];
    has_file_suffix(url) && !has_file_suffix(&[ending(url, 8), more].concat())
}

/// Whether a directory's name may follow the URL: `git clone URL name`.
pub(crate) fn names_a_copy(before: &[u8]) -> bool {
    ends_with_any(before.trim_ascii_end(), &[b" clone", b" checkout", b" co"])
}

/// Whether `word` is a file whose name begins like the last part of `url`, as the next one of a list does; but not after a sign that
/// goes on.
pub(crate) fn repeats_last_part(url: &[u8], word: &[u8]) -> bool {
    let part = url.rsplit(|b| b"/=?&".contains(b)).next();
    let part = part.unwrap_or_default();
    let pairs = part.iter().zip(word);
    let alike = pairs.take_while(|(a, b)| a == b && a.is_ascii_alphanumeric());
    let alike = &word[..alike.count()];
    let suffix = memchr::memrchr(b'.', word).map_or(&b""[..], |dot| &word[dot + 1..]);
    let is_file = matches!(suffix.len(), 1..=4) && suffix.iter().all(u8::is_ascii_alphanumeric);
    alike.len() >= 4
        && alike.iter().any(u8::is_ascii_alphabetic)
        && is_file
        && alike.len() < part.len()
        && !url.last().is_some_and(|&last| goes_on(last))
}

/// Whether the line of a URL begins with an assignment: `name=URL`, `name = word URL`, also where a mark keeps it from being read.
pub(crate) fn assigns(before: &[u8]) -> bool {
    let own = &before[after_marks(before, 0)..];
    is_assignment(own.strip_prefix(b"#").unwrap_or(own))
}

/// Whether only the name of a field stands before a URL: `Homepage: URL`.
pub(crate) fn names_a_field(before: &[u8]) -> bool {
    let name = before.trim_ascii_end().strip_suffix(b":");
    name.is_some_and(|name| !name.is_empty() && Class::LABEL.has_all(name))
}

/// Whether `text` begins with such a name and its colon.
pub(crate) fn is_field(text: &[u8]) -> bool {
    let name = Class::LABEL.run(text);
    name > 0 && text.get(name) == Some(&b':')
}

/// Whether `text` begins with `name=`.
pub(crate) fn is_assignment(text: &[u8]) -> bool {
    let of_name = |b: u8| b.is_ascii_alphanumeric() || b"_.-".contains(&b);
    let name = run(text, of_name);
    name > 0 && text[name..].trim_ascii_start().starts_with(b"=")
}

/// A URL, an address, a host's name, a list mark, an entity, an option, the version of a package, an identifier, or the end of Perl's
/// documentation or of a here-document: no rest of a URL that ends in `last`. After a hyphen a name with a dot is its rest: `sender-⏎validate.in`.
pub(crate) fn is_something_else(last: u8, word: &[u8]) -> bool {
    let mark = matches!(word[0], b'(' | b'[' | b'{' | b'*' | b'+' | b'\'')
        || word[0] == b'&' && word.last() == Some(&b';')
        || word.starts_with(b".[")
        || word == b"=cut"
        || !b"=&?_-".contains(&last) && ends_here_document(word);
    // `--name=value`, `name==1.2`
    let option = word.starts_with(b"--") && word.get(2).is_some_and(u8::is_ascii_alphabetic);
    let bytes = Bytes::new(word);
    let version = || {
        let mut signs = memchr::memchr_iter(b'=', word);
        signs.any(|i| matches!(word[i + 1..], [b'=', b'0'..=b'9', ..]))
    };
    mark || word.starts_with(b"#[")
        || option
        || !word[0].is_ascii() && begins_foreign(word)
        || is_reference_with(word, bytes) && (last != b'-' || !is_host(word, bytes))
        || bytes.has(Bytes::EQUALS) && version()
        || bytes.has(Bytes::ROUND) && is_call(last, word)
        || bytes.has(Bytes::COLON) && is_property(word)
        || Class::ALPHADIGIT.has(last) && bytes.has(Bytes::COLON) && has_labelled_url(word)
        || bytes.has(Bytes::DOT) && is_queue_id(word)
        || !goes_on(last) && is_uuid(word)
        || Class::ALPHADIGIT.has(last) && is_datum(word)
}

/// A label and a URL: `Video:https://a.org/x`. Behind a `=` it may be the value of a parameter whose name was broken.
fn has_labelled_url(word: &[u8]) -> bool {
    let label = run(word, |b| Class::ALPHADIGIT.has(b) || b"_.-".contains(&b));
    label > 0 && word.get(label) == Some(&b':') && begins_url(&word[label + 1..])
}

/// Whether a known scheme with slashes, or `www.`, begins `text`, perhaps after `URL:`.
pub(crate) fn begins_url(text: &[u8]) -> bool {
    let text = strip_prefix_ignore_case(text, b"url:").unwrap_or(text);
    is_known_with_slashes(text, 0) || strip_prefix_ignore_case(text, b"www.").is_some()
}

/// `__END__`, `_EOF_`, `_ACEOF`, `END_HELP`, `DOC_END`, `EOF1`
fn ends_here_document(word: &[u8]) -> bool {
    const NAMES: [&[u8]; 4] = [b"END", b"EOD", b"EOF", b"EOT"];
    let of_name = |b: &u8| b.is_ascii_alphabetic() || *b == b'_';
    let is_upper = |&b: &u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
    let is_end = |part: &[u8]| {
        let digits = Class::DIGIT.run_back(part);
        NAMES.contains(&&part[..part.len() - digits])
    };
    let is_underlined = || {
        word[0] == b'_'
            && (word.ends_with(b"_") || word.ends_with(b"EOF"))
            && word.iter().all(of_name)
    };
    let has_end = || {
        let mut parts = word.split(|&b| b == b'_');
        parts.next().is_some_and(is_end) || parts.next_back().is_some_and(is_end)
    };
    is_underlined() || word[0].is_ascii_uppercase() && word.iter().all(is_upper) && has_end()
}

/// Whether the word begins with a letter of a script without blanks, or with a mark: `＠:games:2.13`.
fn begins_foreign(word: &[u8]) -> bool {
    let (c, _) = character::decode(word, 0);
    character::is_unspaced(c) || character::is_punctuation(c)
}

/// The bytes of a word that show what it is, one bit each. Most words have none, and no branch depends on a single byte.
#[derive(Clone, Copy)]
struct Bytes(u8);

impl Bytes {
    const COLON: u8 = 1;
    const AT: u8 = 1 << 1;
    const EQUALS: u8 = 1 << 2;
    const ROUND: u8 = 1 << 3;
    const DOT: u8 = 1 << 4;
    /// Any that no host's name has.
    const NO_NAME: u8 = 1 << 5;

    fn new(word: &[u8]) -> Bytes {
        static TABLE: [u8; 256] = {
            let (mut table, mut byte) = ([0; 256], 0);
            while byte < table.len() {
                table[byte] = match byte as u8 {
                    b':' => Bytes::COLON | Bytes::NO_NAME,
                    b'@' => Bytes::AT | Bytes::NO_NAME,
                    b'=' => Bytes::EQUALS | Bytes::NO_NAME,
                    b'(' => Bytes::ROUND | Bytes::NO_NAME,
                    b'.' => Bytes::DOT,
                    byte if Class::LABEL.has(byte) => 0,
                    _ => Bytes::NO_NAME,
                };
                byte += 1;
            }
            table
        };
        Bytes(word.iter().fold(0, |has, &b| has | TABLE[usize::from(b)]))
    }

    fn has(self, byte: u8) -> bool {
        self.0 & byte != 0
    }
}

/// `self.check(x)`, `-module(x).`; after a letter or digit also `check(x)`.
fn is_call(last: u8, word: &[u8]) -> bool {
    let of_name = |b: u8| b.is_ascii_alphanumeric() || b"_.".contains(&b);
    let dash = usize::from(word[0] == b'-');
    let len = run(&word[dash..], of_name);
    let (name, rest) = word[dash..].split_at(len);
    let whole = last.is_ascii_alphanumeric() && name.len() > 2 && !name.ends_with(b"_");
    let is_name = dash > 0 || name.contains(&b'.') || whole;
    is_name && name.first().is_some_and(u8::is_ascii_alphabetic) && rest.starts_with(b"(")
}

/// `41si5422799iwn.27`: Google's name of a message that it refused, after the address of a page that says why.
fn is_queue_id(word: &[u8]) -> bool {
    let (id, number) = word.split_at(memchr::memrchr(b'.', word).unwrap_or(word.len()));
    let ends_id = |i: usize| {
        let after = &id[i + 2..];
        let len = Class::DIGIT.run(after);
        len >= 5 && matches!(after.len() - len, 2..=4)
    };
    let is_number = number.len() > 1 && Class::DIGIT.run(&number[1..]) == number.len() - 1;
    is_number && memchr::memmem::find_iter(id, b"si").any(ends_id)
}

/// `1b4e28ba-2fa1-11d2-883f-0016d3cca427`: the repository of a revision that git took from Subversion, after the address of its branch.
fn is_uuid(word: &[u8]) -> bool {
    let fits = |(i, b): (usize, &u8)| match i {
        8 | 13 | 18 | 23 => *b == b'-',
        _ => b.is_ascii_hexdigit(),
    };
    word.len() == 36 && word.iter().enumerate().all(fits)
}

/// Whether `word` is a digest, and no rest of one that `url` ends in: `/payload⏎` and 32 digits, not `/commit/220e61c1⏎` and 32 more.
pub(crate) fn is_digest_beside(url: &[u8], word: &[u8]) -> bool {
    let is_digest = |len| matches!(len, 32 | 40 | 64);
    let begun = Class::HEX.run_back(url);
    let ends_in_letter = Class::ALPHADIGIT.ends(url);
    ends_in_letter
        && is_digest(word.len())
        && Class::HEX.has_all(word)
        && !is_digest(begun + word.len())
}

/// `DURATION:PT15M`, `DTSTART;TZID=…:1`, `name:option=value`: a line of a calendar or a configuration.
fn is_property(word: &[u8]) -> bool {
    let of_name = |b: u8| b.is_ascii_alphabetic() || b == b'-';
    let len = run(word, of_name);
    let (name, rest) = word.split_at(len);
    let upper = || name.iter().all(|b| !b.is_ascii_lowercase());
    let has_value = match rest {
        [b':', rest @ ..] => upper() || is_assignment(rest),
        [b';', rest @ ..] => upper() && is_assignment(rest),
        _ => false,
    };
    len >= 3 && name[0] != b'-' && has_value
}

/// A URL, an address, a host's name or a label: a word that refers to something by itself.
pub(crate) fn is_reference(word: &[u8]) -> bool {
    is_reference_with(word, Bytes::new(word))
}

fn is_reference_with(word: &[u8], bytes: Bytes) -> bool {
    let slashes = || memchr::memchr_iter(b':', word).any(|i| word[i + 1..].starts_with(b"//"));
    let scheme = || {
        slashes() && (!bytes.has(Bytes::EQUALS) || has_scheme(word))
            || scheme_at(word, 0).is_some_and(|at| at.scheme.is_known())
    };
    word.starts_with(b"www.")
        || bytes.has(Bytes::AT)
        || bytes.has(Bytes::COLON) && (word.ends_with(b":") || scheme())
        || bytes.has(Bytes::NO_NAME) && is_defanged(word)
        || is_host(word, bytes)
}

/// Whether `word` begins with a scheme and `://`, also with one that does not exist: `hxxp://`. The end of one was broken: `?url=htt⏎ps://`.
fn has_scheme(word: &[u8]) -> bool {
    let (name, rest) = Class::SCHEME.split(word);
    let ends_one = [&b"http"[..], b"https", b"ftp"]
        .iter()
        .any(|scheme| scheme.ends_with(name));
    rest.starts_with(b"://") && !ends_one
}

/// `evil[.]example`, `hxxp[:]//evil.example`
fn is_defanged(word: &[u8]) -> bool {
    memchr::memchr_iter(b'[', word).any(|i| matches!(word[i + 1..], [b'.' | b':', ..]))
}

fn is_host(word: &[u8], bytes: Bytes) -> bool {
    let is_name = bytes.has(Bytes::DOT) && !bytes.has(Bytes::NO_NAME);
    let ends = |dot: usize| is_top_level(&word[dot + 1..]) && !has_file_suffix(word);
    is_name && memchr::memrchr(b'.', word).is_some_and(ends)
}

/// Whether the letters and digits of `word`, three or more, stand one after the other in `url`.
pub(crate) fn repeats(url: &[u8], word: &[u8]) -> bool {
    let plain = |bytes: &[u8]| -> Vec<u8> {
        let kept = bytes.iter().filter(|b| b.is_ascii_alphanumeric());
        kept.map(u8::to_ascii_lowercase).collect()
    };
    let word = plain(word);
    let last = url.rsplit(|&b| b == b'/').next().map(plain);
    let goes_on = |last: Vec<u8>| last.len() > 2 && word.starts_with(&last);
    word.len() > 2 && (contains(&plain(url), &word) || last.is_some_and(goes_on))
}

/// Whether `word` is one of a sentence: of a script without blanks, or the ending of a language. No name begins so. After a quote any word
/// outside US-ASCII is an ending: `'http://'-мен`.
pub(crate) fn is_of_sentence(word: &[u8]) -> bool {
    let ending = word.strip_prefix(b"'");
    let word = ending.map_or(word, |ending| ending.strip_prefix(b"-").unwrap_or(ending));
    let (c, _) = character::decode(word, 0);
    let begins = || character::is_unspaced(c) || character::takes_endings(c) || ending.is_some();
    !c.is_ascii() && begins() && !word.iter().any(|b| b"./:@?#".contains(b))
}

/// Whether `word` is the suffix of a page's name, and no word that may begin a line.
pub(crate) fn is_file_suffix(word: &[u8]) -> bool {
    static SUFFIXES: [u64; 23] = keys([
        "asp", "aspx", "bz2", "cgi", "gif", "gz", "htm", "html", "jar", "jpeg", "jpg", "jsp",
        "pdf", "php", "php3", "png", "rpm", "shtml", "tgz", "txt", "xhtml", "xml", "zip",
    ]);
    is_one_of(&SUFFIXES, word) && !word.iter().any(u8::is_ascii_uppercase)
}

/// Whether `word` begins with the rest of the suffix that `url` ends in: `page.h` and `tml`.
pub(crate) fn completes_suffix(url: &[u8], word: &[u8]) -> bool {
    let near = ending(url, 5);
    let len = Class::ALPHADIGIT.run(word);
    let completes = |dot: usize| {
        let begun = &near[dot + 1..];
        !begun.is_empty()
            && !is_file_suffix(begun)
            && is_file_suffix(&[begun, &word[..len]].concat())
    };
    len < 5 && memchr::memrchr(b'.', near).is_some_and(completes)
}

/// `page.html`, `page.html#top`
pub(crate) fn names_a_page(word: &[u8]) -> bool {
    has_file_suffix(cut(word, b'#').0)
}

/// `doc/`, `doc/html/page_1`, `doc/html/a/b`, `doc?id=1`, `page.html`: a path and no word of a sentence, as `and/or` and `TCP/IP/UDP` are.
pub(crate) fn is_path(word: &[u8]) -> bool {
    let (first, _) = split_before(word, |b| b"/?:".contains(&b));
    // Another host's name, or the time of a log.
    let is_other =
        is_host(first, Bytes::new(first)) || word[0].is_ascii_digit() && word.contains(&b':');
    if !word[0].is_ascii_alphanumeric() || is_other {
        return false;
    }
    let query = memchr::memchr(b'?', word).filter(|&at| word[at..].contains(&b'='));
    // Words with a slash between them have letters alone.
    let is_word = |b: &u8| b.is_ascii_alphabetic() || *b == b'/';
    let names_a_folder = match memchr::memchr_iter(b'/', word).count() {
        0 => false,
        1 | 2 if word.ends_with(b"/") => true,
        1 => false,
        2 => !word.iter().all(is_word),
        _ => true,
    };
    names_a_folder || query.is_some() || names_a_page(word)
}

/// `~joe/x`, `rfc/rfc1738`, `FAQ/best_guess`: a path of two parts, one of which shows that they are no words of a
/// sentence, as in `and/or`.
pub(crate) fn is_short_path(word: &[u8]) -> bool {
    let (first, Some(second)) = cut(word, b'/') else {
        return false;
    };
    let is_name = |part: &[u8]| part.iter().any(|&b| b.is_ascii_digit() || b == b'_');
    let is_begun =
        matches!(first, [b'~', _, ..]) || first.first().is_some_and(u8::is_ascii_alphanumeric);
    let is_other = is_host(first, Bytes::new(first)) || word.iter().any(|b| b"():$".contains(b));
    is_begun
        && !second.is_empty()
        && !is_other
        && (first[0] == b'~' || is_name(first) || is_name(second))
}

/// Whether `word`, alone in its line of a comment, is a path: no `and/or`, no date and no `NAME=yes`.
pub(crate) fn is_path_alone(word: &[u8]) -> bool {
    let signs = word.iter().filter(|b| is_sign(b)).count();
    signs > 1 && !is_number(word) && !is_assignment(word)
}

/// `.html` and such.
pub(crate) fn has_file_suffix(word: &[u8]) -> bool {
    static SUFFIXES: [u64; 66] = keys([
        "asc", "asp", "aspx", "bz2", "c", "cfg", "cfm", "cgi", "conf", "cpp", "css", "csv", "deb",
        "diff", "doc", "dtd", "exe", "gif", "git", "gz", "h", "htm", "html", "img", "ini", "iso",
        "jar", "java", "jpeg", "jpg", "js", "json", "jsp", "jspa", "log", "md", "mp3", "msi",
        "patch", "pdf", "php", "php3", "pl", "png", "ppt", "ps", "py", "rpm", "rst", "shtml",
        "sig", "svg", "tar", "tex", "tgz", "toml", "txt", "xhtml", "xls", "xml", "xpi", "xsd",
        "xz", "yaml", "z", "zip",
    ]);
    memchr::memrchr(b'.', word).is_some_and(|dot| is_one_of(&SUFFIXES, &word[dot + 1..]))
}

/// Whether the suffix is one of these, in any case.
fn is_one_of(suffixes: &[u64], suffix: &[u8]) -> bool {
    suffix.len() <= 8 && suffixes.contains(&key(suffix))
}

const fn keys<const N: usize>(suffixes: [&str; N]) -> [u64; N] {
    let (mut keys, mut i) = ([0; N], 0);
    while i < N {
        keys[i] = key(suffixes[i].as_bytes());
        i += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_end_in_a_file_suffix() {
        assert!(
            has_file_suffix(b"preseed.cfg")
                && has_file_suffix(b"x.HTML")
                && has_file_suffix(b"a.tar.gz")
                && has_file_suffix(b"a.z")
        );
        assert!(!has_file_suffix(b"a.org") && !has_file_suffix(b"html"));
    }
}
