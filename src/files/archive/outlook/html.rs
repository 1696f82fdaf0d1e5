//! HTML in RTF (MS-OXRTFEX): Outlook stores the body of a message in HTML as RTF, and mostly as nothing else.
//!
//! The tags stand in groups that begin with `\*\htmltag`. Between `\htmlrtf` and `\htmlrtf0` stands what other readers of RTF show in
//! their place; it repeats the URLs.

use memchr::memmem;

use crate::decode::Charset;
use crate::span::{beginning, run};

/// The properties of a group, one bit each. Groups begin with the bits of the one around them.
type Group = u8;

const TAG: Group = 1;
const FOR_RTF: Group = 1 << 1;
const NOT_SHOWN: Group = 1 << 2;

/// The HTML that `rtf` was made of; `None` if it was made of something else.
pub(super) fn in_rtf(rtf: &[u8]) -> Option<Vec<u8>> {
    /// It stands in the header, before the fonts (section 2.1.2).
    const NEAR: usize = 1024;
    memmem::find(beginning(rtf, NEAR), b"\\fromhtml1")?;
    let mut reader = Reader {
        rtf,
        groups: Vec::new(),
        group: 0,
        is_starred: false,
        charset: Charset::Ascii,
        octets: Vec::new(),
        fallback: 1,
        skip: 0,
        surrogate: None,
        html: Vec::new(),
    };
    let mut at = 0;
    while let Some(&byte) = rtf.get(at) {
        at = reader.read(byte, at + 1);
    }
    reader.decode_octets();
    Some(reader.html)
}

struct Reader<'r> {
    rtf: &'r [u8],
    /// The groups around the current one.
    groups: Vec<Group>,
    group: Group,
    /// Whether `\*` stands before the next control word: a reader that does not know the word leaves out its group.
    is_starred: bool,
    /// That of `octets`, which are not decoded yet.
    charset: Charset,
    octets: Vec<u8>,
    /// How many bytes after a character of Unicode stand for it, and how many of them are left.
    fallback: usize,
    skip: usize,
    /// The first half of a surrogate pair.
    surrogate: Option<u16>,
    html: Vec<u8>,
}

impl Reader<'_> {
    /// Reads what begins with `byte`, which stands before `at`. Returns where it ends.
    fn read(&mut self, byte: u8, at: usize) -> usize {
        match byte {
            b'{' => {
                self.skip = 0;
                self.groups.push(self.group);
            }
            b'}' => {
                self.skip = 0;
                self.group = self.groups.pop().unwrap_or_default();
            }
            b'\\' => return self.control(at),
            // Line breaks of RTF mean nothing.
            b'\r' | b'\n' => {}
            _ => self.text(byte),
        }
        at
    }

    /// Reads a control symbol or word after its backslash.
    fn control(&mut self, at: usize) -> usize {
        let Some(&symbol) = self.rtf.get(at) else {
            return at;
        };
        if symbol.is_ascii_alphabetic() {
            return self.control_word(at);
        }
        match symbol {
            b'\'' => {
                let digits = self.rtf.get(at + 1..at + 3);
                let digits = digits.and_then(|digits| str::from_utf8(digits).ok());
                if let Some(octet) = digits.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
                    self.text(octet);
                    return at + 3;
                }
            }
            b'*' => self.is_starred = true,
            b'\\' | b'{' | b'}' => self.text(symbol),
            b'~' => self.character('\u{a0}'),
            b'_' => self.character('\u{ad}'),
            b'\r' | b'\n' => self.text(b'\n'),
            _ => {}
        }
        at + 1
    }

    fn control_word(&mut self, start: usize) -> usize {
        let count = |at: usize, is: fn(&u8) -> bool| run(&self.rtf[at..], |b| is(&b));
        let end = start + count(start, u8::is_ascii_alphabetic);
        let sign = usize::from(self.rtf.get(end) == Some(&b'-'));
        let digits = count(end + sign, u8::is_ascii_digit);
        let after = end + if digits > 0 { sign + digits } else { 0 };
        let number = str::from_utf8(&self.rtf[end..after]).unwrap_or_default();
        let number = number.parse::<i32>().ok();
        // One blank belongs to the word.
        let after = after + usize::from(self.rtf.get(after) == Some(&b' '));
        match (&self.rtf[start..end], number) {
            (b"bin", Some(len)) => after + usize::try_from(len).unwrap_or_default(),
            (word, _) => {
                self.word(word, number);
                after
            }
        }
    }

    fn word(&mut self, word: &[u8], number: Option<i32>) {
        match (std::mem::take(&mut self.is_starred), word) {
            (true, b"htmltag") => self.group |= TAG,
            (true, _) | (_, b"fonttbl" | b"colortbl" | b"stylesheet" | b"info" | b"pntext") => {
                self.group |= NOT_SHOWN;
            }
            (_, b"htmlrtf") if number == Some(0) => self.group &= !FOR_RTF,
            (_, b"htmlrtf") => self.group |= FOR_RTF,
            (_, b"ansicpg") => {
                self.decode_octets();
                let name = format!("cp{}", number.unwrap_or_default());
                self.charset = Charset::from_name(name.as_bytes());
            }
            (_, b"uc") => self.fallback = number.unwrap_or(1).try_into().unwrap_or_default(),
            // Written as a number of 16 bits with a sign.
            (_, b"u") => self.unit(number.unwrap_or_default() as u16),
            (_, b"par" | b"line") => self.text(b'\n'),
            (_, b"tab") => self.text(b'\t'),
            (_, b"lquote") => self.character('‘'),
            (_, b"rquote") => self.character('’'),
            (_, b"ldblquote") => self.character('“'),
            (_, b"rdblquote") => self.character('”'),
            (_, b"bullet") => self.character('•'),
            (_, b"endash") => self.character('–'),
            (_, b"emdash") => self.character('—'),
            _ => {}
        }
    }

    /// A byte of text, in the charset.
    fn text(&mut self, octet: u8) {
        if self.skip > 0 {
            self.skip -= 1;
        } else if self.is_html() {
            self.octets.push(octet);
        }
    }

    /// A unit of UTF-16.
    fn unit(&mut self, unit: u16) {
        let units = [self.surrogate.take(), Some(unit)];
        match char::decode_utf16(units.into_iter().flatten()).last() {
            Some(Ok(c)) => self.character(c),
            _ => self.surrogate = Some(unit),
        }
        self.skip = self.fallback;
    }

    fn character(&mut self, c: char) {
        if self.is_html() {
            self.decode_octets();
            let mut buffer = [0; 4];
            self.html
                .extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
        }
    }

    fn is_html(&self) -> bool {
        self.group & NOT_SHOWN == 0 && (self.group & TAG != 0 || self.group & FOR_RTF == 0)
    }

    fn decode_octets(&mut self) {
        match self.charset {
            Charset::Legacy(encoding) if !self.octets.is_ascii() => {
                let (text, _) = encoding.decode_without_bom_handling(&self.octets);
                self.html.extend_from_slice(text.as_bytes());
                self.octets.clear();
            }
            _ => self.html.append(&mut self.octets),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(body: &str) -> String {
        let rtf = format!("{{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{body}}}");
        let html = in_rtf(rtf.as_bytes()).expect("HTML");
        String::from_utf8(html).expect("UTF-8")
    }

    #[test]
    fn text_in_tags_and_between_them() {
        for (body, want) in [
            (
                "{\\fonttbl\r\n{\\f0\\fswiss Arial;}}{\\colortbl\\red0;}\r\n\\uc1\\pard\\f0 \r\n{\\*\\htmltag64 <p>}\\htmlrtf \\b \\htmlrtf0 x\\htmlrtf \\par\r\n\\htmlrtf0 {\\*\\htmltag72 </p>}",
                "<p>x</p>",
            ),
            (
                "{\\*\\htmltag84 <a href=\"http://a.org/?x&amp;y\">}\\htmlrtf {\\field{\\*\\fldinst{HYPERLINK \"http://a.org/?x&y\"}}{\\fldrslt\\ul \\htmlrtf0 text\\htmlrtf }\\htmlrtf0 }\\htmlrtf0 {\\*\\htmltag92 </a>}.",
                "<a href=\"http://a.org/?x&amp;y\">text</a>.",
            ),
            (
                "{\\*\\mhtmltag84 <a>}{\\pntext\\tab}{\\*\\pn x}{\\b y}",
                "y",
            ),
            (
                "a\\'e9\\{\\}\\\\\\'zz\\tab b\\par c\\~\\emdash",
                "aé{}\\zz\tb\nc\u{a0}—",
            ),
            (
                "\\u26356 ?\\u-28961\\'3f\\u-10179 ?\\u-8704 ?.\\uc0\\u233x",
                "更軟😀.éx",
            ),
            ("\\u233{x}\\bin3 {{{y", "éxy"),
            ("}}}}x\\ansicpg932 \\'83\\'5c.", "xソ."),
        ] {
            assert_eq!(html(body), want, "{body}");
        }
    }

    #[test]
    fn other_rtf_and_damage() {
        assert_eq!(in_rtf(b"{\\rtf1\\ansi x}"), None);
        assert_eq!(in_rtf(b"{\\rtf1\\ansi\\fromtext x}"), None);
        let rtf = b"{\\rtf1\\fromhtml1 {\\*\\htmltag64 <p>}\\'e9\\u233 ?\\bin9 x\\htmlrtf y";
        for len in 0..rtf.len() {
            in_rtf(&rtf[..len]);
        }
    }
}
