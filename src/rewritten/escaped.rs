//! Backslashes that another notation put into a URL (tests/spec/backslash.md): `https:\/\/a.org\/x` of JSON or a pattern,
//! `http://a.org/x\_y` of Markdown or LaTeX, and `http://a.org/?x\u0026y` of a script.

use super::{MAX_INNER, Rewritten};
use crate::class::Class;
use crate::grammar::coded::{begins_authority, coded, slash};
use crate::scan::{Candidate, MAX_URL};
use crate::span::{beginning, contains, split_before, whole_characters};
use crate::text::{Edits, Map, Rewrite};

/// The characters that these notations escape with a backslash. Before any other character, a backslash is not an escape of
/// these notations, or not one that a URL needs.
const ESCAPED: &[u8] = b"_%#&~()?=-.@$/";

/// The text of the URL that begins at `start`, whose slashes all have a backslash before them, without these; and its candidate there. A
/// slash that has none ends it, like the end of a pattern.
pub(crate) fn unescaped(text: &[u8], from: usize, start: usize) -> Option<(Rewritten, Candidate)> {
    let begin = start.saturating_sub(2).max(from.min(start));
    let (text, map) = rewrite(text, begin, start)?;
    Some((
        Rewritten { begin, text, map },
        Candidate::bare(start - begin),
    ))
}

/// The text from `begin` to the end of the URL that begins at `start`, without its backslashes; and the map from it to the text.
/// Nothing if its host is a pattern's, or has no dot and the URL is no string in quotes, as in JSON.
fn rewrite(text: &[u8], begin: usize, start: usize) -> Option<(Vec<u8>, Map)> {
    let text = &text[..whole_characters(text, start + MAX_URL)];
    let verbatim = Map::shift(0);
    let mut rewrite = Rewrite::new(&verbatim);
    let (mut edits, mut at) = (Edits::new(text, begin, &mut rewrite), start);
    // The slashes so far, and whether the host after the second one has a dot.
    let (mut slashes, mut is_dotted) = (0, false);
    let before = &text[..start];
    let is_quoted = before
        .strip_suffix(b"URL:")
        .unwrap_or(before)
        .ends_with(b"\"");
    let mut colons = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' if slashes == 2 && text[at + 1..].starts_with(b".") => return None,
            b'[' | b'(' | b'{' | b'*' | b'+' | b'$' if slashes == 2 => return None,
            b'.' if slashes == 2 => {
                is_dotted = true;
                at += 1;
            }
            b'\\' => {
                let is_slash = slash(&text[at..]).is_some();
                let Some(len) = escape_len(text, at) else {
                    break;
                };
                slashes += usize::from(is_slash);
                if slashes > 2 && !is_dotted && !is_quoted {
                    return None;
                }
                match coded(&text[at..]) {
                    Some(coded) => edits.put(coded.meant, at..at + coded.len),
                    None => edits.leave_out(at..at + 1),
                }
                at += len;
            }
            b':' if begins_authority(&text[at + 1..]) => {
                colons += 1;
                if colons > MAX_INNER {
                    break;
                }
                at += 1;
            }
            b'/' => break,
            _ if Class::STOP.has(byte) => break,
            _ => at += 1,
        }
    }
    edits.copy_up_to(at);
    let is_string = is_quoted && text[at..].starts_with(b"\"");
    (is_dotted || is_string).then(|| rewrite.finish())
}

/// The length of the escape at `at`: of a backslash with the character after it, or of the number of a character.
fn escape_len(text: &[u8], at: usize) -> Option<usize> {
    let coded = coded(&text[at..]).map(|coded| coded.len);
    let is_slash = text.get(at + 1) == Some(&b'/');
    coded.or_else(|| (is_slash || is_escape(text, at)).then_some(2))
}

/// Whether a backslash stands at `at`, then a character that it escapes, and then the URL goes on.
pub(crate) fn is_escape(text: &[u8], at: usize) -> bool {
    let Some(&[b'\\', escaped, ref rest @ ..]) = text.get(at..) else {
        return false;
    };
    if escaped == b'(' {
        // In roff it begins the name of a character, and closes nowhere.
        let word = split_before(beginning(rest, 256), |b| b <= b' ').0;
        return contains(word, b"\\)");
    }
    let next = rest.first().copied().unwrap_or(b' ');
    let goes_on = match escaped {
        // In a pattern what is repeated or grouped may stand beside it. AsciiDoc escapes an ellipsis: `v1\...v2`.
        b'.' => {
            let next = rest.strip_prefix(b"..").unwrap_or(rest).first();
            next.is_some_and(|&b| Class::ALPHADIGIT.has(b)) && Class::ALPHADIGIT.ends(&text[..at])
        }
        // A name of a variable, `$1`. At the end of a pattern it is its end. After a drive a folder of Windows follows.
        b'$' => {
            (Class::ALPHADIGIT.has(next) || b"_{".contains(&next)) && !text[..at].ends_with(b":")
        }
        // TeX has the first two before a full stop. `\=` is an optional character of Vim, and a quoted quote of Emacs.
        b'@' | b'/' => Class::ALPHADIGIT.has(next),
        b'=' => {
            // zsh escapes a pasted `?x=&y=~z` as `\?x\=\&y\=\~z`.
            let next = match rest {
                [b'\\', next @ (b'&' | b'~'), ..] => *next,
                _ => next,
            };
            Class::ALPHADIGIT.has(next) || b"%-_&/~".contains(&next)
        }
        _ => !Class::STOP.has(next) || next == b'\\',
    };
    ESCAPED.contains(&escaped) && (goes_on || escaped == b')')
}
