//! Names that look like a host's but are not: objects of a program, packages, newsgroups, products; and the host of an
//! address that was written so that no harvester finds it (tests/spec/schemeless.md).

use super::name::Name;
use super::{edge, label};
use crate::class::{Class, ends_word};
use crate::domain::{self, Trust, ends_in_top_level, is_second_level};
use crate::span::{
    ahead, beginning, behind, contains, ending, ends_with_any, last_line, split_before, split_run,
};
use crate::text::{DELIMITER, is_one_of};

/// Whether the whole name is one of these, and no host's.
pub(super) fn is_lookalike(name: &Name<'_>, has_path: bool) -> bool {
    let (first, top) = (name.first(), name.top_level());
    let is = |known: &[&str]| is_one_of(first, known);
    let is_long = name.len > 2;
    // `bit.ly/x`
    let short = has_path && !is_long && top.len() == 2;
    let generic = top.len() > 2 && name.trust == Some(Trust::Name);
    let of_group = || is_long && is(REVERSED) || !short && is(GROUPS);
    // `index.html.de`, but `a.html.it` is a host. Icons of Amiga are `README.txt.info`.
    let second = name.second_level();
    let is_country = second == b"html" && top.len() == 2 && top != b"it";
    let translated = is_long && (is_country || second == b"txt");
    // Methods of JavaScript: `String.prototype.at`.
    let is_method = is_long && !generic && second == b"prototype";
    let is_known = || {
        is(OBJECTS)
            || is_long && is(PACKAGES)
            || !generic && of_group() && !is_second_level(second)
            || is_one_of(name.bytes(), PRODUCTS)
            || !is_long && !has_path && top.len() == 2 && (is(FILES) || is(ELEMENTS))
    };
    // The cheap question first.
    let (word, bit) = bit(first);
    FIRST_LABELS[word] & bit != 0 && is_known()
        || translated
        || is_method
        || !is_long && is_line_of_test_file(name)
        || is_munged(name.bytes())
        || is_owner_of_identifier(name)
}

/// Whether the name owns a formal public identifier (ISO 9070): `+//IDN python.org//DTD Docutils`.
fn is_owner_of_identifier(name: &Name<'_>) -> bool {
    name.text[name.end..].starts_with(b"//") && name.text[..name.start].ends_with(b"//IDN ")
}

/// Whether the name has a mark that was put into an address to deceive harvesters.
fn is_munged(name: &[u8]) -> bool {
    let begins = |from: usize, mark: &[u8]| {
        let part = name.get(from..from + mark.len());
        part.is_some_and(|part| part.eq_ignore_ascii_case(mark))
    };
    name.iter().enumerate().any(|(i, b)| match b {
        b'-' => begins(i, b"-at-"),
        b'_' => begins(i, b"_at_"),
        b'p' | b'P' => i >= 3 && begins(i - 3, b"nospam"),
        _ => false,
    })
}

/// Whether the name is one of Info's files: `File: notes.info,  Node: Top`, `This is notes.info, produced by makeinfo`, `notes.info-2`,
/// `@setfilename notes.info`, `Info file: notes.info`, `* Notes: (notes.info).`.
pub(super) fn is_info_file(name: &Name<'_>) -> bool {
    let (before, rest) = (&name.text[..name.start], ahead(name.text, name.end, 32));
    let follows = || match rest {
        [b',', b' ', more @ ..] => {
            more.trim_ascii_start().starts_with(b"Node: ") || more.starts_with(b"produced by ")
        }
        [b'-', digit, ..] => digit.is_ascii_digit(),
        [b')', b'.', ..] => before.ends_with(b": ("),
        _ => false,
    };
    let is_called = || ends_with_any(before, &[b"@setfilename ", b"nfo file ", b"nfo file: "]);
    name.top_level() == b"info" && (follows() || is_called())
}

/// Whether the hyphen before `rest` shows that the country before it is part of a word: of a class (`button.is-active`), a setting
/// (`user.no-mail`) or a language (`help.fr-FR`). Such words outnumber compounds (`x.de-like`), but not where a language puts endings
/// after a hyphen, and `.io` are names of projects.
pub(super) fn is_longer(country: &[u8], rest: &[u8]) -> bool {
    let (word, after) = split_run(beginning(rest, 64), |b| Class::LABEL.has(b) || b == b'_');
    let is_language = word.len() == 2 && word.iter().all(u8::is_ascii_uppercase);
    let is_ending = Class::HIGH.begins(after);
    let is_compound =
        [&b"like"[..], b"style"].contains(&word) || [&b"fi"[..], b"hu", b"io"].contains(&country);
    let begins = word.first().is_some_and(u8::is_ascii_lowercase);
    begins && !is_ending && !is_compound || is_language
}

/// Whether the name begins a function in a stack trace of Go: `github.com/joe/x.(*T).Run(0xc000010000)`, `github.com/joe/x.Run(0x1)`.
pub(super) fn is_function_of_go(name: &Name<'_>) -> bool {
    let rest = ahead(name.text, name.end, 256);
    let (path, call) = split_before(rest, |b| b == b'(' || Class::STOP.has(b));
    call.starts_with(b"(0x") || call.starts_with(b"(*") && path.ends_with(b".")
}

/// Whether the name is that of a setting in milliseconds: `retry.backoff.ms = 100`.
pub(super) fn is_setting(name: &Name<'_>) -> bool {
    let rest = ahead(name.text, name.end, 2).trim_ascii_start();
    name.top_level() == b"ms" && rest.starts_with(b"=")
}

/// Whether the name is that of who minted a tag (RFC 4151): `tag:yaml.org,2002:map`.
pub(super) fn is_of_tag(name: &Name<'_>) -> bool {
    let has_date = matches!(name.text[name.end..], [b',', digit, ..] if digit.is_ascii_digit());
    has_date && name.text[..name.start].ends_with(b"tag:")
}

/// Whether the name is a file of Autotest: `tests/a.at`, `* tests/Makefile.am: Add b.at`.
pub(super) fn is_test_file(name: &Name<'_>) -> bool {
    let is_near = || {
        let before = edge::before(name.text, name.start, 256);
        let has = |word: &&str| contains(before, word.as_bytes());
        ["tests/", "testsuite", "TESTSUITE_AT"].iter().any(has)
    };
    name.len == 2 && name.top_level() == b"at" && is_near()
}

/// Whether the name is such a file and a line's number follows, as Autotest prints it: `input.at:42`.
fn is_line_of_test_file(name: &Name<'_>) -> bool {
    let number = name.text[name.end..].strip_prefix(b":");
    let after = number.map(|rest| rest.split_at(Class::DIGIT.run(beginning(rest, 6))));
    name.top_level() == b"at"
        && after.is_some_and(|(digits, rest)| {
            !digits.is_empty() && !matches!(rest, [b'/' | b'?' | b'#', ..])
        })
}

/// Whether the name is a file in the list that begins an entry of a ChangeLog: `<tab>* a.at, b.fi: New files.`, `<tab>* a.at (x): Do so.`
pub(super) fn is_file_of_entry(name: &Name<'_>) -> bool {
    let goes_on = matches!(
        name.text[name.end..],
        [b',' | b':', b' ' | b'\n' | b'\r', ..] | [b' ', b'(', ..]
    );
    if name.len != 2 || name.top_level().len() != 2 || !goes_on {
        return false;
    }
    let line = last_line(edge::before(name.text, name.start, 256));
    let line = &line[memchr::memrchr(DELIMITER, line).map_or(0, |at| at + 1)..];
    let of_list = |b: &u8| b.is_ascii_alphanumeric() || b"._-/+, ".contains(b);
    let list = line.strip_prefix(b"\t* ");
    list.is_some_and(|list| list.iter().all(of_list))
}

/// The object of a method: `self.id`.
const OBJECTS: &[&str] = &["cls", "self", "super", "this"];

/// Java names packages by the host's name in reverse.
const PACKAGES: &[&str] = &["com", "java", "javax", "org"];

/// Others do so too, and hosts are called so: `net.imglib2.io`, but `net.wisc.edu`. Newsgroups of Japan begin so too: `fj.rec.tv`, but `fj.cn`.
const REVERSED: &[&str] = &["edu", "fj", "gov", "io", "net"];

/// Hierarchies of Usenet: `comp.ai`.
#[rustfmt::skip]
const GROUPS: &[&str] = &[
    "alt", "bit", "clari", "comp", "gnu", "humanities", "misc", "rec", "sci", "soc", "talk",
];

#[rustfmt::skip]
const PRODUCTS: &[&str] = &[
    "ado.net", "asp.net", "command.com", "config.lt", "coverage.info", "java.io", "java.management", "java.net",
    "java.se", "javax.net", "jdk.management", "jdk.net", "ms.net", "std.io", "vb.net", "vs.net",
];

/// Files whose suffix is a language: `README.fr`. That of a `makefile` is a compiler's, and `conftest.no` is Autoconf's.
#[rustfmt::skip]
const FILES: &[&str] = &[
    "changelog", "conftest", "howtoplay", "install", "language", "license", "makefile", "messages", "readme",
    "title", "todo", "tutor", "tutorial",
];

/// Elements of HTML, with a class: `li.no`.
const ELEMENTS: &[&str] = &["div", "li", "ol", "span", "td", "th", "tr", "ul"];

/// A bit for the key of each first label of all of these.
static FIRST_LABELS: [u64; domain::SLOT_COUNT / 64] = {
    let lists = [
        OBJECTS, PACKAGES, REVERSED, GROUPS, PRODUCTS, FILES, ELEMENTS,
    ];
    let (mut bits, mut list) = ([0; domain::SLOT_COUNT / 64], 0);
    while list < lists.len() {
        let mut i = 0;
        while i < lists[list].len() {
            let name = lists[list][i].as_bytes();
            let mut len = 0;
            while len < name.len() && name[len] != b'.' {
                len += 1;
            }
            let (word, bit) = bit(name.split_at(len).0);
            bits[word] |= bit;
            i += 1;
        }
        list += 1;
    }
    bits
};

/// The bit of a label: a word of the bits, and the bit in it.
const fn bit(label: &[u8]) -> (usize, u64) {
    let slot = domain::slot(domain::key(label));
    (slot / 64, 1 << (slot % 64))
}

/// How far back the words before a name are looked at.
const LOOK_BACK: usize = 96;

/// The ways to write `@`.
const AT: &[&str] = &[
    "@", "&#64;", "(at)", "-at-", "[at]", "{at}", "<at>", "(a)", "[a]", r"\_at\_",
];

/// Whether the name `start..end` belongs to an address whose `@` is written another way: `joe at x.org`, `joe (at) x.org`,
/// `joe @ x.org`. Before ` at ` an address has a login, and a sentence one of a few words.
pub(super) fn is_part_of_address(text: &[u8], start: usize, end: usize) -> bool {
    // The cheap question first.
    let near = behind(text, start, LOOK_BACK).trim_ascii_end();
    let may_be = match *near {
        [.., b'@'] | [.., b'4', b';'] | [.., b'-', b'>'] | [.., b'\\', b'_'] => true,
        [.., before, b')' | b']'] => b"aAtT".contains(&before),
        [.., before, b'-' | b'}' | b'>'] => b"tT".contains(&before),
        [.., before, b't' | b'T'] => b"aA".contains(&before),
        _ => false,
    };
    (may_be && is_after_at(text, start)) || has_domain_after(&text[end..])
}

/// Whether an `@` that is written another way stands before `start`, or a login and ` at `.
fn is_after_at(text: &[u8], start: usize) -> bool {
    let near = edge::before(text, start, LOOK_BACK);
    let mut before = near.trim_ascii_end();
    // In MHonArc's pages a comment stands between.
    if before.ends_with(b"-->") {
        let comment = memchr::memmem::rfind(before, b"<!--");
        before = before[..comment.unwrap_or(0)].trim_ascii_end();
    }
    let ends = |mark: &&str| {
        let end = ending(before, mark.len());
        end.eq_ignore_ascii_case(mark.as_bytes())
    };
    let login = || word_before_at(near).is_some_and(is_login);
    AT.iter().any(ends) || login()
}

/// Whether the name at `start` is the rest of a URL whose `@` an archive replaced with ` at `.
pub(super) fn is_part_of_url(text: &[u8], start: usize) -> bool {
    let may_be = behind(text, start, LOOK_BACK).trim_ascii_end();
    if !matches!(may_be, [.., b'a' | b'A', b't' | b'T']) {
        return false;
    }
    let near = edge::before(text, start, LOOK_BACK);
    let word = word_before_at(near).unwrap_or_default();
    memchr::memmem::find(word, b"://").is_some_and(|at| !word[at + 3..].contains(&b'/'))
}

/// `joe.doe at x.org`, whose login looks like a name: the domain follows it.
fn has_domain_after(rest: &[u8]) -> bool {
    let Some(rest) = rest.strip_prefix(b" at ") else {
        return false;
    };
    let name = &rest[..label::end(beginning(rest, label::MAX), 0)];
    ends_in_top_level(name)
}

/// The word before the word `at` that `before` ends with, blanks between.
fn word_before_at(before: &[u8]) -> Option<&[u8]> {
    let words = before.trim_ascii_end();
    let (rest, at) = words.split_last_chunk::<2>()?;
    let apart = Class::WHITE.ends(rest);
    if !apart || !at.eq_ignore_ascii_case(b"at") {
        return None;
    }
    let rest = rest.trim_ascii_end();
    let word = rest.iter().rposition(|&b| ends_word(b));
    Some(&rest[word.map_or(0, |i| i + 1)..])
}

/// Whether the word before ` at ` is a login and none of a sentence.
fn is_login(word: &[u8]) -> bool {
    let letter = |b: &u8| Class::ALPHADIGIT.has(*b);
    let Some(last) = word.last() else {
        return false;
    };
    let bare = &word[word.iter().position(letter).unwrap_or(0)..];
    let lower = || bare.iter().map(u8::to_ascii_lowercase);
    let order = |known: &&str| known.bytes().cmp(lower());
    // Some archives cut a login: `joe... at x.org`.
    word[0] == b'<' && !word.contains(&b'>')
        || word.ends_with(b"...")
        || letter(last) && BEFORE_AT.binary_search_by(order).is_err()
}

/// The words that stand before ` at x.org` in sentences, sorted.
#[rustfmt::skip]
const BEFORE_AT: &[&str] = &[
    "a", "account", "accounts", "am", "and", "anyone", "archive", "archived", "archives", "are", "available", "back",
    "be", "been", "book", "browse", "check", "code", "data", "directory", "distributed", "docs", "documentation", "download",
    "e-mail", "email", "everyone", "faq", "file", "files", "folks", "forum", "found", "ftp", "gateway", "go", "guys",
    "here", "homepage", "host", "hosted", "i'm", "installed", "is", "it", "it's", "job", "kept", "library", "list",
    "listed", "lists", "live", "lives", "located", "login", "look", "looked", "looking", "mailbox", "me", "mirror", "mirrored",
    "more", "not", "now", "of", "on-line", "one", "online", "or", "out", "page", "pages", "paper", "people", "point", "points", "posted",
    "product", "profiles", "published", "register", "registered", "release", "releases", "remailer", "repository", "resources",
    "running", "runs", "seen", "server", "shop", "site", "sites", "so", "software", "someone", "somewhere", "source",
    "start", "still", "stored", "stuff", "system", "team", "that", "them", "there", "these", "they", "this", "those",
    "tools", "up", "us", "version", "visit", "was", "web", "webpage", "website", "were", "work", "worked", "working",
    "works", "you",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_at_are_sorted() {
        assert!(BEFORE_AT.is_sorted());
        assert!(!is_login(b"Available") && is_login(b"joe"));
    }
}
