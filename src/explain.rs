//! Explains a match in words: the rules that decided where it starts and ends.

use crate::haystack::Haystack;
use crate::matched::Match;
use crate::scan::Form;
use crate::span::ahead;
use crate::text::DELIMITER;

const JOINED: &str = "joined: line breaks with their quote prefixes, blanks or marks were left out";

/// The rules that made the match of this text, a line each: where it starts and ends, what was joined, its flaws, other readings.
/// The lines are for people; their wording may change.
///
/// ```
/// let text = "(see http://a.example/x.)";
/// let m = urlgrep::extract(text).next().unwrap();
/// let why = urlgrep::explain_match(&m, text);
/// assert_eq!(why, ["starts: at a known scheme", "ends: before `.`: closing punctuation"]);
/// ```
#[must_use]
pub fn explain_match<T: Haystack + ?Sized>(m: &Match<'_, T>, text: &T) -> Vec<String> {
    let mut lines = explain_place(m, text);
    lines.extend(explain_reading(m));
    lines
}

/// The first lines of [`explain_match`]: where the match of this text starts and ends. Resolving its hyphen does not change them.
///
/// ```
/// let text = "<URL:http://bat-\nman.example/>";
/// let m = urlgrep::extract(text).next().unwrap();
/// let why = urlgrep::explain_place(&m, text);
/// assert_eq!(why, ["starts: after `<URL:` (RFC 1738, appendix)", "ends: at the closing `>`"]);
/// ```
#[must_use]
pub fn explain_place<T: Haystack + ?Sized>(m: &Match<'_, T>, text: &T) -> Vec<String> {
    let mut lines = Vec::new();
    if !m.is_accepted() {
        lines.push("refused: only the option `all` includes it".to_string());
    }
    lines.push(format!("starts: {}", start(m)));
    lines.push(format!("ends: {}", end(m, text.bytes())));
    lines
}

/// The other lines of [`explain_match`]: what was joined, flaws, other readings. They need no text.
///
/// ```
/// let m = urlgrep::extract("<URL:http://bat-\nman.example/>").next().unwrap();
/// let why = urlgrep::explain_reading(&m);
/// assert_eq!(why.last().unwrap(), "other reading (hyphen): http://batman.example/");
/// ```
#[must_use]
pub fn explain_reading<T: Haystack + ?Sized>(m: &Match<'_, T>) -> Vec<String> {
    let mut lines = Vec::new();
    if m.is_joined() {
        lines.push(JOINED.to_string());
    }
    for flaw in m.flaws().iter() {
        lines.push(format!(
            "flaw: {flaw}: {} ({})",
            flaw.message(),
            flaw.section()
        ));
    }
    for other in m.alternatives() {
        let url = String::from_utf8_lossy(other.url().bytes());
        lines.push(format!("other reading ({}): {url}", other.why().name()));
    }
    lines
}

fn start<T: Haystack + ?Sized>(m: &Match<'_, T>) -> String {
    if let Some(attribute) = m.attribute() {
        return format!("in the attribute `{attribute}`");
    }
    match m.form() {
        Form::Wrapper => "after `<URL:` (RFC 1738, appendix)",
        Form::Angle => "after `<`",
        Form::Prefix => "after `URL:`",
        Form::Quoted => "after a quotation mark",
        Form::Bare => "at a known scheme",
        Form::Schemeless => "at a host name whose top-level domain exists (option `schemeless`)",
        Form::Email => "at a mail address (option `email`)",
        Form::Refanged => "at a defanged URL (option `refang`)",
    }
    .to_string()
}

fn end<T: Haystack + ?Sized>(m: &Match<'_, T>, text: &[u8]) -> String {
    let (end, outer) = (m.span().end, m.outer_span().end);
    if outer > text.len() {
        return "with the text".to_string();
    }
    if outer > end {
        let closing = String::from_utf8_lossy(&text[outer - 1..outer]).into_owned();
        return format!("at the closing `{closing}`");
    }
    let Some(&next) = text.get(end) else {
        return "with the text".to_string();
    };
    let shown = String::from_utf8_lossy(ahead(text, end, 4)).into_owned();
    let shown = shown.chars().next().unwrap_or_default();
    let why = match next {
        b'\n' | b'\r' => return "with the line".to_string(),
        DELIMITER => return "where its notation ends it".to_string(),
        b if b.is_ascii_whitespace() => return "before white space".to_string(),
        b'.' | b',' | b':' | b';' | b'!' | b'?' => "closing punctuation",
        b')' | b']' | b'}' => "a bracket that the URL did not open",
        b'(' | b'[' | b'{' => "an opening bracket at its end",
        b'\'' | b'*' | b'_' | b'~' | b'=' => "a mark like the one before the URL",
        b'<' | b'>' | b'"' | b'\\' | b'`' | b'|' | b'^' => "a character that no URL contains",
        0x80.. => "a character that ends URLs",
        _ => "the rest is not part of a URL that the profile accepts",
    };
    format!("before `{shown}`: {why}")
}

#[cfg(test)]
mod tests {
    use super::explain_match;
    use crate::Extractor;

    #[test]
    fn what_was_left_out_need_not_be_a_line_break() {
        let text = "see http://evil[.]example/x";
        let m = crate::extract(text).next().expect("a match");
        assert!(m.is_joined());
        assert_eq!(explain_match(&m, text)[2], super::JOINED);
    }

    #[test]
    fn another_text_is_no_panic() {
        let urls = Extractor::default();
        let m = urls.extract_bytes(b"see <URL:http://a.org/> and").next();
        let m = m.expect("a match");
        for text in [&b""[..], b"short", b"see <URL:http://a.org/"] {
            assert_eq!(explain_match(&m, text)[1], "ends: with the text");
        }
    }
}
