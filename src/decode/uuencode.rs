//! uuencode (the POSIX utility), which mail declares as `x-uuencode`.
//!
//! Data stands between the lines `begin MODE NAME` and `end`, of several files if there are several. The first character of a line gives
//! the number of its bytes, and each of the others six bits: its value is 32 less. A backquote stands for a blank, because blanks at the
//! end of a line may be lost. Missing characters count as zeros; the bytes that only they encode become a single NUL, which no URL
//! spans. Lines that are no data, and the text before, between and after the files, are kept as plain text.

use std::ops::Range;

use super::begin_line;
use crate::text::{Rewrite, Unit, lines, without_break};

/// A decoder for input in several pieces. Each piece should end at the end of a line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uuencode {
    /// Whether a file has begun and not ended.
    inside: bool,
    scratch: Vec<u8>,
}

impl Uuencode {
    /// Decodes `range`.
    pub(crate) fn feed(&mut self, text: &[u8], range: Range<usize>, out: &mut Rewrite<'_>) {
        out.reserve(range.len() / 4 * 3);
        for line in lines(text, range) {
            match text[line.clone()].trim_ascii_end() {
                b"end" if self.inside => self.inside = false,
                begin if is_begin(begin) => {
                    begin_line(text, line.start, out);
                    self.inside = true;
                }
                _ if self.inside && self.data(text, line.clone(), out) => {}
                _ => {
                    begin_line(text, line.start, out);
                    out.copy(text, line);
                }
            }
        }
    }

    /// Decodes a line of data. Returns whether it is one.
    fn data(&mut self, text: &[u8], line: Range<usize>, out: &mut Rewrite<'_>) -> bool {
        let end = line.start + without_break(&text[line.clone()]).len();
        let Some((&first, rest)) = text[line.start..end].split_first() else {
            // A blank line between data.
            return true;
        };
        let Some(count) = value(first).map(usize::from) else {
            return false;
        };
        let needed = (4 * count).div_ceil(3);
        let (digits, rest) = rest.split_at(needed.min(rest.len()));
        // After the padding of the last unit some programs write a checksum.
        if rest.trim_ascii_end().len() > needed.next_multiple_of(4) - needed + 1 {
            return false;
        }
        self.scratch.clear();
        for unit in digits.chunks(4) {
            let mut bits = 0;
            for i in 0..4 {
                let Some(value) = value(unit.get(i).copied().unwrap_or(b'`')) else {
                    return false;
                };
                bits = bits << 6 | u32::from(value);
            }
            self.scratch.extend(&bits.to_be_bytes()[1..]);
        }
        // The bytes that have both of their digits; then perhaps one that has only the first.
        let (at, complete) = (line.start + 1, digits.len() * 3 / 4);
        let encoded = at..at + (4 * complete).div_ceil(3);
        out.put_units(&self.scratch[..complete], encoded, Unit::Base64);
        let mut missing = count - complete;
        if missing > 0 && !digits.len().is_multiple_of(4) {
            let last = at + digits.len() - 1;
            out.put(&self.scratch[complete..complete + 1], last..last + 1);
            missing -= 1;
        }
        if missing > 0 {
            out.put(b"\0", end..line.end);
        }
        true
    }
}

/// Whether it is the line before the data: `begin 644 name`.
fn is_begin(line: &[u8]) -> bool {
    let mut words = line.split(|&b| b == b' ');
    let is_mode = |mode: &[u8]| {
        (3..=4).contains(&mode.len()) && mode.iter().all(|b| matches!(b, b'0'..=b'7'))
    };
    words.next() == Some(b"begin") && words.next().is_some_and(is_mode)
}

/// The value of a digit, which is also the number of bytes if it begins a line.
fn value(digit: u8) -> Option<u8> {
    matches!(digit, b' '..=b'`').then(|| (digit - b' ') & 63)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::Map;

    fn decoded(text: &[u8]) -> (Vec<u8>, Map) {
        super::super::decoded(text, |text, out| {
            Uuencode::default().feed(text, 0..text.len(), out);
        })
    }

    fn text(encoded: &str) -> String {
        String::from_utf8_lossy(&decoded(encoded.as_bytes()).0).into_owned()
    }

    fn data(lines: &str) -> String {
        text(&format!("begin 644 a\n{lines}\n`\nend\n"))
    }

    /// The encoder of POSIX, with `zero` for zeros.
    fn encode(bytes: &[u8], zero: u8) -> Vec<Vec<u8>> {
        let digit = |value: u8| if value == 0 { zero } else { value + b' ' };
        let line = |bytes: &[u8]| {
            let mut line = vec![digit(bytes.len() as u8)];
            for unit in bytes.chunks(3) {
                let octet = |i: usize| unit.get(i).copied().unwrap_or(0);
                line.push(digit(octet(0) >> 2));
                line.push(digit((octet(0) & 3) << 4 | octet(1) >> 4));
                line.push(digit((octet(1) & 15) << 2 | octet(2) >> 6));
                line.push(digit(octet(2) & 63));
            }
            line
        };
        bytes.chunks(45).map(line).collect()
    }

    #[test]
    fn lines_that_python_wrote() {
        // Of `binascii.b2a_uu`, with blanks and with backquotes for zeros.
        for (lines, want) in [
            ("#0V%T", "Cat"),
            ("-:'1T<#HO+V$N;W)G+P  ", "http://a.org/"),
            ("-:'1T<#HO+V$N;W)G+P``", "http://a.org/"),
            ("3<V5E(&AT=' Z+R]A+F]R9R]P0   ", "see http://a.org/p@"),
            ("3<V5E(&AT='`Z+R]A+F]R9R]P0```", "see http://a.org/p@"),
            // Blanks at the end of the line are lost. For bytes without any digit Python gives as many NULs.
            ("-:'1T<#HO+V$N;W)G+P", "http://a.org/"),
            ("3<V5E(&AT=' Z+R]A+F]R9R]P0", "see http://a.org/p@"),
            ("2:'1T<#HO+V$N;W)G+W@", "http://a.org/x\0\0"),
            ("#", "\0"),
            ("!80", "a"),
            ("\"86(", "ab"),
        ] {
            assert_eq!(data(lines), want, "{lines}");
            assert_eq!(data(&format!("{lines}\r")), want, "{lines}");
        }
        let lines = [
            "M]N:6V;]0\"ZF>@JZ<$ZT&#2C'4_[Y5UKCE\\++5HL44/%B8RA&'[6?Q@JI%Q\\V",
            "MT!ENMSD6N;-%ORI_O5_Q\"EO=WY?JPY@4([A%_A\\#=?E<D+F7-GU@!?DV[?/'",
            "*IGDA^TF8(9ID\\   ",
        ];
        let want = "f6e696d9bf500ba99e82ae9c13ad060d28c753fef9575ae397c2cb568b1450f1626328461fb59fc60aa9171f36d0196eb73916b9b345bf2a7fbd5ff10a5bdddf97eac3981423b845fe1f0375f95c90b997367d6005f936edf3c7a67921fb4998219a64f0";
        let file = format!("begin 644 a\n{}\n \nend\n", lines.join("\n"));
        let hex: String = decoded(file.as_bytes())
            .0
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect();
        assert_eq!(hex, want);
    }

    #[test]
    fn damaged_lines() {
        for (lines, want) in [
            // Cut: `http` and the first four bits of `:`.
            ("-:'1T<#", "http0\0"),
            ("-:'1T<", "http\0"),
            ("#0V%T\n\n#0V%T", "CatCat"),
            // A checksum, and blanks that were added.
            ("#0V%TX", "Cat"),
            ("#0V%T   \n!80  Z  ", "Cata"),
            // No data: another character, or too long.
            (
                "#0V%T\nsee http://a.org/\n#0V%T",
                "Cat\nsee http://a.org/\nCat",
            ),
            ("#0V~T\n#0V%T", "#0V~T\nCat"),
            ("#0V\tT\n#0V%T", "#0V\tT\nCat"),
            ("\tCat\n#0V%T", "\tCat\nCat"),
            ("#0V%T0V%T\n#0V%T", "#0V%T0V%T\nCat"),
            ("#0V%T\n\u{e9}\n#0V%T", "Cat\n\u{e9}\nCat"),
        ] {
            assert_eq!(data(lines), want, "{lines}");
        }
    }

    #[test]
    fn missing_bytes_map_to_the_end_of_the_line() {
        let file = b"begin 644 a\n-:'1T<#\r\n`\nend\n";
        let (bytes, map) = decoded(file);
        assert_eq!(bytes, b"http0\0");
        assert_eq!(map.segments(0..4), [13..19]);
        assert_eq!([map.source_of(4), map.source_of(5)], [18..19, 19..21]);
    }

    #[test]
    fn text_around_the_files() {
        let cat = "begin 644 cat.txt\n#0V%T\n`\nend\n";
        for (file, want) in [
            (
                format!("See http://a.org/:\n\n{cat}"),
                "See http://a.org/:\n\nCat",
            ),
            (
                format!("{cat}http://lists.org/\n"),
                "Cat\nhttp://lists.org/\n",
            ),
            (format!("{cat}\n-- \nx"), "Cat\n\n-- \nx"),
            // One file after another, and a file without an end.
            (format!("{cat}{cat}"), "Cat\nCat"),
            (format!("{}{cat}", &cat[..24]), "Cat\nCat"),
            (cat[..24].to_string() + "The end.\n", "Cat\nThe end.\n"),
            (cat[..23].to_string(), "Cat"),
            (
                "begin 0644 my cat\r\n#0V%T\r\n \r\nend\r\n".to_string(),
                "Cat",
            ),
            // No file begins.
            (
                "begin 6 x\n#0V%T\nend\n".to_string(),
                "begin 6 x\n#0V%T\nend\n",
            ),
            ("begin 999 x\n#0V%T\n".to_string(), "begin 999 x\n#0V%T\n"),
            ("beginning\n".to_string(), "beginning\n"),
            (String::new(), ""),
        ] {
            assert_eq!(text(&file), want, "{file:?}");
        }
    }

    proptest! {
        #[test]
        fn same_as_the_reference(bytes in prop::collection::vec(any::<u8>(), 0..300), text in prop::collection::vec(1u8.., 0..300), zero in prop::sample::select(vec![b' ', b'`']), strip: bool) {
            // A NUL at the end of a line may be lost.
            let bytes = if strip { text } else { bytes };
            let mut file = b"begin 644 x\n".to_vec();
            for line in encode(&bytes, zero) {
                let len = if strip { line.trim_ascii_end().len() } else { line.len() };
                file.extend(&line[..len]);
                file.extend(b"\r\n");
            }
            file.extend([zero, b'\n']);
            file.extend(b"end\n");
            prop_assert_eq!(decoded(&file).0, bytes);
        }

        #[test]
        fn every_byte_maps_to_its_encoding(bytes in prop::collection::vec(any::<u8>(), 1..200)) {
            let lines = encode(&bytes, b'`').join(&b'\n');
            let file = [b"begin 644 x\n", &lines[..]].concat();
            let (decoded, map) = decoded(&file);
            prop_assert_eq!(&decoded, &bytes);
            for (i, &byte) in decoded.iter().enumerate() {
                let source = map.source_of(i);
                let digits: Vec<u8> = file[source.start as usize..source.end as usize]
                    .iter().map(|&b| value(b).expect("a digit")).collect();
                prop_assert_eq!(digits.len(), 2);
                let bits = (digits[0] as u32) << 6 | digits[1] as u32;
                prop_assert_eq!((bits >> [4, 2, 0][i % 45 % 3]) as u8, byte);
            }
        }
    }
}
