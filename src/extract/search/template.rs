//! Templates of URLs: `http://{host}/x` is no URL yet.

use std::ops::Range;

use crate::class::Class;
use crate::domain::{ends_in_top_level, is_local};
use crate::flaw::Flaws;
use crate::grammar::login::authority_len;
use crate::grammar::{hole, hostname};
use crate::scan::mark_at;
use crate::span::{beginning, contains};
use crate::text::is_one_of;
use crate::text::line::after_marks;
use crate::url::{Components, inner};

/// The longest URL whose host may be only begun.
const BEGUN: usize = b"https://www".len();

/// Whether the host has a hole, or a hole directly after the URL stands for its port or for the rest of its host; or whether the host
/// is only begun: `http://www.`. What angle brackets hold is a URL. In a `plain` authority there is no hole.
#[inline]
pub(super) fn is_template(url: &[u8], is_plain: bool, after: &[u8]) -> bool {
    let may_go_on = hole::may_begin(after);
    (may_go_on || !is_plain || url.len() <= BEGUN) && is_begun_or_has_hole(url, after)
}

fn is_begun_or_has_hole(whole: &[u8], after: &[u8]) -> bool {
    let url = inner(whole);
    // The parser accepts no hole in the host of http, https and ftp.
    let has_name = matches!(url, [b'h' | b'H' | b'f' | b'F', b't' | b'T', ..]);
    let goes_on = || match after {
        [b':', rest @ ..] => {
            hole::begins_port(rest)
                || is_in_hole(url, rest)
                || hole::begins_password(rest) && ends_with_host(url) && !url.contains(&b'.')
        }
        [b'.' | b'-', rest @ ..] => {
            is_in_hole(url, rest) || goes_on_in_host(url, rest) || is_stump(url, rest)
        }
        // `file://%(name)s`
        [b'(', ..] if url.ends_with(b"%") => ends_with_host(url),
        [b'@', b'{', ..] => ends_with_host(url) && !url.contains(&b'.'),
        _ => goes_on_in_host(url, after) || is_stump(url, after) || is_parted(url, after),
    };
    !has_name && has_hole_in_host(url)
        || is_begun(url)
        || is_blank_or_any(url)
        || has_optional_login(url)
        || hole::may_begin(after) && goes_on()
}

/// `http://www`, `ftp://ftp`
fn is_begun(url: &[u8]) -> bool {
    let is_first_label = |last: &[u8; 6]| is_one_of(last, &["://www", "://ftp"]);
    url.len() <= BEGUN && url.last_chunk().is_some_and(is_first_label)
}

/// `http://________`: a form has a line there, and a person writes on it. `s3://.+/x`: a pattern, which takes any name. `ssh://~`: nothing
/// that names a host. The folders `.`, `..` and, in `file:`, `~` stand in its place, and `*` for all hosts.
fn is_blank_or_any(url: &[u8]) -> bool {
    let Some(authority) = authority(url) else {
        return false;
    };
    let scheme = &url[..authority.start - "://".len()];
    let host = &url[authority];
    match host {
        [b'_', ..] => host.len() > 2 && host.iter().all(|&b| b == b'_'),
        [b'.', b'+' | b'*', ..] | [b'!', ..] => true,
        b"." | b".." => false,
        b"~" => !scheme.ends_with(b"file"),
        _ => {
            let is_sign = |b: &u8| b.is_ascii_punctuation() && !b"-_*%[{$".contains(b);
            !host.is_empty() && host.iter().all(is_sign)
        }
    }
}

/// `ssh://[user@]host/path`, `ftp://[user[:pw]@]host/` show what may be left out.
fn has_optional_login(url: &[u8]) -> bool {
    let body = memchr::memchr(b':', url).map_or(url, |colon| &url[colon..]);
    let is_optional = |at| contains(&url[at], b"@]");
    body.starts_with(b"://[") && authority(url).is_some_and(is_optional)
}

/// Whether the URL ends with its host, and `#{` follows.
fn is_in_hole(url: &[u8], after: &[u8]) -> bool {
    after.starts_with(b"#{") && ends_with_host(url)
}

/// Whether the URL ends with its host, and a hole with more of the host or a path follows: `https://a-<region>.b.org`.
fn goes_on_in_host(url: &[u8], after: &[u8]) -> bool {
    hole::begins_name(after) && ends_with_host(url)
}

/// Tags that may stand within a word.
const INLINE: [&[u8]; 11] = [
    b"b", b"code", b"em", b"font", b"i", b"kbd", b"span", b"strong", b"tt", b"u", b"var",
];

/// Whether the URL ends with the first label of its host, and an escape, a tag or a pattern stands for more of it:
/// `http://www.\\x{6708}.a.org`, `http://www.<b>a</b>.org`, `http://cdn\\d+.a.org`, `http://cdn{{ n }}.a.org`. Other letters after the
/// backslash are those of a line break, or of a name.
fn is_stump(url: &[u8], after: &[u8]) -> bool {
    let goes_on = match after {
        [b'\\', b'x' | b'u', next, ..] => *next == b'{' || next.is_ascii_hexdigit(),
        [b'\\', b'd', next, ..] => !next.is_ascii_alphanumeric(),
        [b'\\', next, ..] => b"$*{&".contains(next),
        [b'<', tag @ ..] => {
            let name = &tag[..Class::ALPHA.run(tag)];
            is_one_of(name, &INLINE)
        }
        // `http://host[:port]/path`
        [b'[', b':' | b'#', b, ..] => b.is_ascii_alphabetic(),
        [b'[', b'^', ..] | [b'(', b'?' | b'[' | b'\\', ..] | [b'*', b'.', ..] => true,
        _ => false,
    };
    let is_whole = || has_port(url) || url.ends_with(b"localhost");
    let goes_on = goes_on || hole::begins_in_name(after) && !is_whole();
    goes_on && ends_with_host(url) && !url.contains(&b'.')
}

/// Whether the URL ends within its host, and a comment, an empty tag or a dot with a blank parts this from the rest:
/// `http://ev<!-- x -->il.com`, `http://www.ev<b></b>il.com`, `http://evil[.] com`.
fn is_parted(url: &[u8], after: &[u8]) -> bool {
    let near = beginning(after, 256);
    let rest = match near {
        [b'<', b'!', b'-', b'-', ..] => {
            memchr::memmem::find(near, b"-->").map(|close| &near[close + 3..])
        }
        [b'<', tag @ ..] if Class::ALPHA.begins(tag) => {
            let name = &tag[..Class::ALPHA.run(tag)];
            let close = memchr::memchr(b'>', tag).map(|close| &tag[close + 1..]);
            let close = close.and_then(|rest| rest.strip_prefix(b"</")?.strip_prefix(name));
            close.and_then(|rest| rest.strip_prefix(b">"))
        }
        [b'<', ..] => None,
        _ => {
            let mark = mark_at(near, 0).filter(|(_, meant)| *meant == b".");
            let rest = mark.map_or(&b""[..], |(len, _)| &near[len..]);
            let white = Class::WHITE.run(rest);
            let next = white + after_marks(&rest[white..], 0);
            (white > 0).then(|| &rest[next..])
        }
    };
    let is_whole = || {
        let host = authority(url).map_or(&[][..], |authority| &url[authority]);
        ends_in_top_level(host) || is_local(host) || hostname::is_ipv4(host)
    };
    rest.is_some_and(|rest| Class::ALPHADIGIT.begins(rest))
        && ends_with_host(url)
        && !has_port(url)
        && !is_whole()
}

fn has_port(url: &[u8]) -> bool {
    authority(url).is_some_and(|authority| url[authority].contains(&b':'))
}

fn ends_with_host(url: &[u8]) -> bool {
    authority(url).is_some_and(|authority| authority.end == url.len())
}

#[inline(never)]
fn has_hole_in_host(url: &[u8]) -> bool {
    // A login may have holes.
    let has_hole = |part: &[u8]| hole::has_hole(part) || hole::has_directive(part);
    let authority = authority(url).map_or(&[][..], |authority| &url[authority]);
    hole::has_variable(authority)
        || has_hole(authority) && {
            let url = Components::parse_authority(url, &mut Flaws::default());
            let mut parts = [url.host(), url.port()].into_iter().flatten();
            parts.any(has_hole)
        }
}

/// The text between `://` and the path.
fn authority(url: &[u8]) -> Option<Range<usize>> {
    let colon = memchr::memchr(b':', url)?;
    let rest = url[colon..].strip_prefix(b"://")?;
    let start = colon + 3;
    Some(start..start + authority_len(rest))
}
