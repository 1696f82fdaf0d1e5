//! Where a bare URL ends before its run does: marks around it, a word that ran into its host, closing punctuation.

use super::Extent;
use super::facts::{Facts, STRING_TAGS};
use super::glued::without_word;
use super::substitution;
use crate::class::Class;
use crate::domain::is_top_level;
use crate::grammar::login::is_in_authority;
use crate::grammar::{escape, hostname, markup, tail};
use crate::scan::word::has_file_suffix;
use crate::span::{
    before, beginning, contains, ending, ending_run, ends_with_any, run, run_back, starts_with_any,
    without_ending,
};
use crate::text::line::{self, Prefix};
use crate::text::pieces::ends_in_set_hyphen;
use crate::text::{DELIMITER, quote};

/// Where the URL ends that runs to `end`, if one of these facts holds.
struct Trim {
    when: Facts,
    end: fn(&Extent<'_>, usize) -> usize,
}

/// In this order.
const TRIMS: [Trim; 7] = [
    Trim {
        // A `<` follows, or it ends in a hyphen.
        when: Facts::STARS.or(Facts::JOINT),
        end: |extent, end| before_variable(extent, markup::without_pod(extent.text(), end)),
    },
    Trim {
        when: Facts::MARK,
        end: at_surrounding_mark,
    },
    Trim {
        when: Facts::APOSTROPHE,
        end: at_string_end,
    },
    Trim {
        when: Facts::HIGH.or(Facts::UNDERSCORE),
        end: after_host,
    },
    Trim {
        when: Facts::HIGH,
        end: after_path,
    },
    Trim {
        // Cards end in `;;`.
        when: Facts::TAIL,
        end: field_of_card,
    },
    Trim {
        when: Facts::TAIL.or(Facts::MARK).or(Facts::HIGH).or(Facts::JOINT),
        end: without_tail,
    },
];

/// What any of them asks for.
const ASKED: Facts = {
    let (mut asked, mut i) = (Facts::NONE, 0);
    while i < TRIMS.len() {
        asked = asked.or(TRIMS[i].when);
        i += 1;
    }
    asked
};

/// Where the URL ends that runs to `stop`, by these facts.
#[inline]
pub(super) fn end(extent: &Extent<'_>, stop: usize, facts: Facts) -> usize {
    if !facts.has_any(ASKED) {
        return stop;
    }
    let trims = TRIMS.iter().filter(|trim| facts.has_any(trim.when));
    trims.fold(stop, |end, trim| (trim.end)(extent, end))
}

/// A variable of PHP or Perl whose arrow ends the run: `http://a.com/x/$user->name`. In a host there is no URL.
fn before_variable(extent: &Extent<'_>, end: usize) -> usize {
    let body = extent.body_to(end).unwrap_or_default();
    let Some(front) = body.strip_suffix(b"-") else {
        return end;
    };
    let path = &front[..front.len() - Class::IDENTIFIER.run_back(front)];
    let is_variable = path.len() < front.len() && extent.text().get(end) == Some(&b'>');
    match path.strip_suffix(b"$") {
        Some(path) if is_variable && !is_in_authority(path) => extent.body + path.len(),
        _ => end,
    }
}

/// Quote and emphasis marks (tests/spec/surrounding-mark.md).
const MARKS: [&[u8]; 5] = [b"**", b"~~", b"'", b"*", b"_"];

/// How many marks are looked at: a URL has few.
const MAX_MARKS: usize = 16;

/// Where the value of a field of an X.509 name ends in `body`, what follows its scheme: `/O=x/OU=http://a.com/CN=y`, and
/// `O=x,OU=http://a.com/,C=y` (RFC 4514).
fn field_of_name(before: &[u8], body: &[u8]) -> Option<usize> {
    #[rustfmt::skip]
    const FIELDS: [&[u8]; 8] = [b"C", b"ST", b"L", b"O", b"OU", b"CN", b"DC", b"emailAddress"];
    // No name is longer.
    const MAX: usize = 16;
    let before = before.strip_suffix(b"=")?;
    let near = ending(before, MAX);
    let len = Class::ALPHA.run_back(near);
    let (front, name) = before.split_at(before.len() - len);
    if !FIELDS.contains(&name) {
        return None;
    }
    let begins = |rest: &[u8]| {
        let is = |field: &&[u8]| {
            rest.strip_prefix(*field)
                .is_some_and(|rest| rest.starts_with(b"="))
        };
        FIELDS.iter().any(is)
    };
    let separator = match front.last() {
        Some(b'/') => b'/',
        last if last.is_none_or(|b| !b.is_ascii_alphanumeric() && !b"_-.?&%+$".contains(b)) => b',',
        _ => return None,
    };
    // The second of two slashes begins a host.
    let separates = |i: usize| separator == b',' || body[i - 1] != b'/';
    memchr::memchr_iter(separator, body).find(|&i| i > 0 && separates(i) && begins(&body[i + 1..]))
}

/// Where the value of a field ends in `body`, if the query around it is none of a URL that was found: `/login?to=http://a.com/x&y=1`.
fn field_of_query(before: &[u8], body: &[u8]) -> Option<usize> {
    const MAX_NAME: usize = 64;
    let name = before.strip_suffix(b"=")?;
    let near = ending(name, MAX_NAME);
    let len = run_back(near, |b| {
        b.is_ascii_alphanumeric() || b"_-.[]%".contains(&b)
    });
    let front = &near[..near.len() - len];
    let begins = ends_with_any(front, &[b"&", b"?", b"&amp;"]);
    // Those of `mailto:` are its own.
    if len == 0 || !begins || contains(near, b"mailto:") {
        return None;
    }
    let end = memchr::memchr2(b'?', b'&', body)?;
    (body[end] == b'&').then_some(end)
}

/// Where the value of a field ends in `body`, if `;` parts the fields, as in records of DMARC and BIMI and in parameters of iCalendar:
/// `; rua=mailto:a@b.org;ri=3600`. In a page's `; url=http://a.com/x;id=1` it is the URL's, and so are `;jsessionid=1` and the
/// parameters of other schemes: `ftp://a.com/x;type=i`.
fn field_of_record(before: &[u8], scheme: &str, body: &[u8]) -> Option<usize> {
    const SCHEMES: [&str; 3] = ["http", "https", "mailto"];
    const MAX_NAME: usize = 32;
    let front = before.strip_suffix(b"=")?;
    let near = ending(front, MAX_NAME);
    let (front, name) = near.split_at(near.len() - Class::LABEL.run_back(near));
    let is_field = !name.is_empty()
        && front.trim_ascii_end().ends_with(b";")
        && !name.eq_ignore_ascii_case(b"url")
        && SCHEMES.contains(&scheme);
    if !is_field {
        return None;
    }
    let end = memchr::memchr2(b'?', b';', body)?;
    let next = beginning(body[end..].strip_prefix(b";")?, MAX_NAME);
    let (name, rest) = Class::LABEL.split(next);
    let is_own = name.is_empty() || name.eq_ignore_ascii_case(b"jsessionid");
    (!is_own && rest.starts_with(b"=")).then_some(end)
}

/// What a mark directly before a URL says about its end. The first answer counts.
const BY_MARK: [fn(&Extent<'_>, usize) -> Option<usize>; 10] = [
    encoded_string,
    at_rule,
    |extent, end| substitution::part_end(extent.text(), extent.outer(), extent.start(), end),
    at_field,
    at_blank_of_query,
    literal_text,
    titled_image,
    quoted_by_dollars,
    before_window,
    at_equal_mark,
];

/// A mark directly before a URL ends it.
pub(super) fn at_surrounding_mark(extent: &Extent<'_>, end: usize) -> usize {
    let mut ends = BY_MARK.iter().filter_map(|rule| rule(extent, end));
    ends.next().unwrap_or(end)
}

/// A string of ASN.1 has its tag and its length before it (X.690, 8.1), as in certificates. The tag after it is a `0` or no ASCII.
fn encoded_string(extent: &Extent<'_>, end: usize) -> Option<usize> {
    let [.., outer, tag, len] = *extent.before() else {
        return None;
    };
    // In UTF-8 the tag would be a part of a character. In charsets of DOS it is a letter: `på http://a.no/`.
    let is_string = STRING_TAGS.contains(&tag) && outer.is_ascii();
    let string_end = extent.start() + usize::from(len);
    let is_before_tag = || matches!(extent.text()[string_end], b'0' | 0x80..);
    let ends = is_string && (extent.body..end).contains(&string_end) && is_before_tag();
    ends.then_some(string_end)
}

/// A rule of equal signs around it; one sign alone is an assignment.
fn at_rule(extent: &Extent<'_>, end: usize) -> Option<usize> {
    let is_rule = extent.before().ends_with(b"==");
    let url = &extent.text()[extent.start()..end];
    is_rule.then(|| end - ending_run(url, b'='))
}

/// The value of a field ends before the next field.
fn at_field(extent: &Extent<'_>, end: usize) -> Option<usize> {
    let (before, scheme) = (extent.before(), extent.scheme.name());
    let body = extent.body_to(end)?;
    let end = field_of_name(before, body)
        .or_else(|| field_of_query(before, body))
        .or_else(|| field_of_record(before, scheme, body))?;
    Some(extent.body + end)
}

/// Where a URL ends in a query whose blanks are `+`, if the query is none of a URL that was found: `GET /x?cmd=wget+http://a.com/y;sh+y`.
fn at_blank_of_query(extent: &Extent<'_>, end: usize) -> Option<usize> {
    const MAX: usize = 256;
    let before = extent.before().strip_suffix(b"+")?;
    let near = ending(before, MAX);
    let word = &near[near.len() - run_back(near, |b| !Class::STOP.has(b))..];
    let body = extent.body_to(end).filter(|_| word.contains(&b'?'))?;
    let query = memchr::memchr(b'?', body).unwrap_or(body.len());
    let mut ends = memchr::memchr3_iter(b';', b'+', b'&', body);
    Some(extent.body + ends.find(|&at| body[at] != b'&' || at < query)?)
}

/// A string of PostgreSQL: `$$http://a.com/$$`.
fn quoted_by_dollars(extent: &Extent<'_>, end: usize) -> Option<usize> {
    if !extent.before().ends_with(b"$$") {
        return None;
    }
    let close = memchr::memmem::find(&extent.text()[extent.start()..end], b"$$")?;
    Some(extent.start() + close)
}

/// Where the URL of phpMyAdmin's markup ends before the name of a window: `[a@http://a.com/@_blank]`.
fn before_window(extent: &Extent<'_>, end: usize) -> Option<usize> {
    let (text, start) = (extent.text(), extent.start());
    if !extent.before().ends_with(b"[a@") || text.get(end) != Some(&b']') {
        return None;
    }
    let url = &text[start..end];
    let at = memchr::memrchr(b'@', url)?;
    let window = &url[at + 1..];
    (matches!(window, [] | [b'_', ..]) && Class::IDENTIFIER.has_all(window)).then_some(start + at)
}

/// The next equal mark that may close: `*http://a.com/*`.
fn at_equal_mark(extent: &Extent<'_>, end: usize) -> Option<usize> {
    let (text, start, before) = (extent.text(), extent.start(), extent.before());
    let url = &text[start..end];
    let emphasis = MARKS.iter().find(|mark| before.ends_with(mark));
    let mark = emphasis.copied().or_else(|| verbatim_mark(before, url))?;
    // A comment of C closes at the first chance.
    let comment = mark == b"*" && before.ends_with(b"/*");
    memchr::memmem::find_iter(url, mark)
        .take(MAX_MARKS)
        .map(|i| start + i)
        .find(|&i| {
            quote::closes(text, mark, i, before.ends_with(b"='"))
                || comment && text[i + 1..].starts_with(b"/")
        })
}

/// `=http://a.com/=` and `~http://a.com/~` are Org's, `#http://a.com/#` is SiSU's; after a name the sign assigns, and in a query it is
/// the URL's.
fn verbatim_mark<'t>(before: &'t [u8], url: &[u8]) -> Option<&'t [u8]> {
    let (front, mark) = before.split_at(before.len().checked_sub(1)?);
    let begins = |before: &u8| *before == DELIMITER || b" \t\n(".contains(before);
    let is_mark = b"=~#".contains(&mark[0]) && front.last().is_none_or(begins);
    (is_mark && !url.contains(&b'?')).then_some(mark)
}

/// Where AsciiDoc's literal text ends in the URL, if it began before it: `` `+http://a.com/+` ``, `link:++http://a.com/++[]`.
/// Elsewhere a `+` is that of a patch: `+http://a.com/c++`.
fn literal_text(extent: &Extent<'_>, end: usize) -> Option<usize> {
    let before = extent.before();
    let opened = ending_run(before, b'+');
    let front = before[..before.len() - opened].last();
    let is_literal = opened > 0 && front.is_some_and(|b| b"`(:".contains(b));
    let url = &extent.text()[extent.start()..end];
    let text = without_ending(url, b".,:;!?)[]");
    let closes = is_literal && ending_run(text, b'+') >= opened;
    closes.then(|| extent.start() + text.len() - opened)
}

/// Where the URL of Textile's image ends before a title: `!http://a.com/x.png(title)!`, perhaps with a link after it.
fn titled_image(extent: &Extent<'_>, end: usize) -> Option<usize> {
    let front = extent.before().strip_suffix(b"!")?;
    if front.last().is_some_and(u8::is_ascii_alphabetic) {
        return None;
    }
    let url = &extent.text()[extent.start()..end];
    let close = memchr::memmem::find(url, b")!")?;
    let open = memchr::memrchr(b'(', &url[..close])?;
    let after = &url[close + 2..];
    let is_end = after.starts_with(b":") || after.iter().all(|b| b".,;:!?".contains(b));
    (is_end && has_file_suffix(&url[..open])).then_some(extent.start() + open)
}

/// A string of source code that began before the URL, on its line, ends it at its first `'`: `f('See http://a.com/x',y)`. A `'` that
/// the URL opened is its own: `?q='x','y'`. In SQL the string may have begun in an earlier line: `http://a.com/x','y',NULL`.
fn at_string_end(extent: &Extent<'_>, end: usize) -> usize {
    let (text, begin) = (extent.text(), extent.begin_at());
    let url = &text[extent.start()..end];
    let opened = |&quote: &usize| {
        let after = &url[quote + 1..];
        let is_field = after.starts_with(b",'") || after.starts_with(b",NULL");
        let line = line::start(text, begin);
        is_field || line.is_none_or(|line| memchr::memchr(b'\'', &text[line..begin]).is_some())
    };
    let ends = |&quote: &usize| {
        let (before, after) = (&url[..quote], &url[quote + 1..]);
        match (before.last(), after.first()) {
            (Some(last), Some(b',' | b';' | b')' | b']' | b'}')) => {
                b"/.".contains(last) || Class::ALPHADIGIT.has(*last)
            }
            // In a query it is a blank.
            (Some(_), Some(b'+')) => !before.contains(&b'?'),
            // An attribute ends, and its tag.
            (Some(_), Some(b'/')) => after == b"/" && text.get(end) == Some(&b'>'),
            _ => quote::is_operator(after),
        }
    };
    let closes = |&quote: &usize| {
        may_follow_string(&url[quote + 1..]) && opens_string(line::before(text, begin))
    };
    let quote =
        memchr::memchr(b'\'', url).filter(|quote| ends(quote) && opened(quote) || closes(quote));
    let string_end = |quote| extent.start() + without_ending(&url[..quote], b".").len();
    quote.map_or(end, string_end)
}

/// Whether a string in single quotes began in `line` and is open at its end. A `'` after a letter or digit is an apostrophe, and so is one
/// before them in the string, and that of `'99` and `'em`. Text with ``quotes'' of TeX has no strings.
fn opens_string(line: &[u8]) -> bool {
    const SHORT: [&[u8]; 6] = [b"em ", b"n' ", b"til ", b"tis ", b"twas ", b"cause "];
    if contains(line, b"``") {
        return false;
    }
    let mut is_open = false;
    for i in memchr::memchr_iter(b'\'', line) {
        let (before, after) = (line[..i].last(), line.get(i + 1));
        let is_word =
            after.is_some_and(u8::is_ascii_digit) || starts_with_any(&line[i + 1..], &SHORT);
        is_open = if is_open {
            before == Some(&b'\\') || after.is_none_or(|&b| Class::WORD.has(b))
        } else {
            !is_word && before.is_none_or(|&b| !Class::WORD.has(b) && !b"\\)]}\"".contains(&b))
        };
    }
    is_open
}

/// Whether what follows the `'` of a URL may follow a string: `'http://a.com/'#13#10`, and not `/St_James'%20Park`, `/o'.neil`.
fn may_follow_string(after: &[u8]) -> bool {
    match after {
        [b'%', ..] => escape::octet(after).is_none(),
        [b'.' | b'-', next, ..] => !Class::WORD.has(*next),
        [b'&', b'#', ..] | [] => false,
        [first, ..] => *first != b'\'' && *first != b'_' && !Class::WORD.has(*first),
    }
}

/// A host that runs into a word of a script without blanks (tests/spec/scripts.md): `http://www.example.com的首页`. The URL ends
/// before a character of such a script that stands right after a top-level domain, unless both are one.
fn after_host(extent: &Extent<'_>, end: usize) -> usize {
    let text = extent.text();
    let Some(host) = extent.first_host(end) else {
        return end;
    };
    let name = &text[host.min(end)..end];
    let ends = |b: u8| matches!(b, b'/' | b'?' | b'#' | b':');
    let name_len = before(name, ends);
    if let Some(digits) = name[name_len..].strip_prefix(b":") {
        // `http://a.org:8080的`, `_see http://a.org:80_`
        let port = Class::DIGIT.run(digits);
        let after = &digits[port..];
        let is_mark = || !after.is_empty() && after.iter().all(|&b| b == b'_');
        if port > 0 && (Class::HIGH.begins(after) || is_mark()) {
            return host + name_len + 1 + port;
        }
    }
    let name = &name[..name_len];
    if let Some(whole) = hostname::before_glued_word(name) {
        return host + whole;
    }
    let Some(dot) = memchr::memrchr(b'.', name).filter(|&dot| dot > 0) else {
        return end;
    };
    let marks = ending_run(name, b'_');
    let top = &name[dot + 1..name_len - marks];
    if marks > 0 && host + name_len == end && is_top_level(top) {
        // `_see http://a.org_`
        return end - marks;
    }
    // Its rest may stand in the next line: `amazon‐⏎aws.com`.
    let word = Some(name).filter(|name| !ends_in_set_hyphen(name));
    word.and_then(hostname::before_word)
        .map_or(end, |cut| host + cut)
}

/// A path that runs into a word of a script without blanks: `http://a.org/indexにある`.
fn after_path(extent: &Extent<'_>, end: usize) -> usize {
    let start = extent.start();
    let url = &extent.text()[start..end];
    start + without_word(extent, url, extent.body.min(end) - start, end)
}

/// Where the URL of a card in a code of two dimensions ends: `MECARD:N:Joe;URL:http://a.com/x;EMAIL:joe@b.org;;`.
fn field_of_card(extent: &Extent<'_>, end: usize) -> usize {
    let (text, start) = (extent.text(), extent.start());
    let field = text[..start].strip_suffix(b"URL:");
    let is_field = field.is_some_and(|front| matches!(front, [.., b';' | b':']));
    let is_card = || contains(line::before(text, start), b"MECARD:");
    if !(is_field && is_card()) {
        return end;
    }
    start + before(&text[start..end], |b| b == b';')
}

/// Where the URL ends without what closes a comment around it, and without closing punctuation.
fn without_tail(extent: &Extent<'_>, mut end: usize) -> usize {
    let text = extent.text();
    if text[..end].ends_with(b"*/") && !text[..end].ends_with(b"/*/") && is_in_comment(extent, end)
    {
        end -= 2;
    }
    // TeX's bracket, `$<$http://a.com/x$>$`, or a line break of NSIS, `http://a.com/x$\r$\n`.
    let is_sign =
        || text[end..].starts_with(b">$") || matches!(text[end..], [b'\\', b'n' | b'r', ..]);
    if text[..end].ends_with(b"$") && is_sign() {
        end -= 1;
    }
    // A comment of markup ends.
    if text[..end].ends_with(b"--") && text.get(end) == Some(&b'>') {
        end -= 2;
    }
    // `file:///C:\dir`
    if let [.., b'/', drive, b':'] = text[extent.body..end]
        && drive.is_ascii_alphabetic()
        && text.get(end) == Some(&b'\\')
    {
        return end;
    }
    let cut = tail::without(text, extent.start(), extent.body, end);
    let is_glob = |b: u8| extent.scheme.has_globs && b == b'*';
    cut + run(&text[cut..end], is_glob)
}

/// Whether the URL that ends at `end` stands in a comment of C that began on its line, or ends one whose lines begin with a `*`.
fn is_in_comment(extent: &Extent<'_>, end: usize) -> bool {
    let (text, start) = (extent.text(), extent.start());
    let line = line::before(text, start);
    let opened = memchr::memmem::rfind(line, b"/*").is_some_and(|open| {
        let closed = contains(&line[open..], b"*/");
        let of_glob = |b: &u8| b.is_ascii_alphanumeric() || b"*/:._-".contains(b);
        !closed && !line[..open].last().is_some_and(of_glob)
    });
    let starred = matches!(extent.prefix(), Prefix::Literal(prefix) if prefix.ends_with(b"*"));
    opened || starred && line::ends(text, end)
}
