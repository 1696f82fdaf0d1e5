//! Characters outside US-ASCII: decoding and classifying them.
//!
//! The bytes need not be UTF-8. Mail of the 1990s often declares `us-ascii` but contains windows-1252. So a byte that does not
//! begin a UTF-8 character is decoded as windows-1252.

/// The character that begins at `at`, and its length in bytes.
pub(crate) fn decode(bytes: &[u8], at: usize) -> (char, usize) {
    let rest = &bytes[at..];
    let Some(&first) = rest.first() else {
        return ('\0', 1);
    };
    let (len, bits, least) = match first {
        ..0x80 => return (char::from(first), 1),
        0x80..0xe0 => (2, first & 0x1f, 0x80),
        0xe0..0xf0 => (3, first & 0xf, 0x800),
        0xf0.. => (4, first & 0x7, 0x1_0000),
    };
    let tail = rest.get(1..len).unwrap_or_default();
    let valid = (0xc2..0xf5).contains(&first) && tail.iter().all(|b| b & 0xc0 == 0x80);
    let code = tail
        .iter()
        .fold(u32::from(bits), |code, b| code << 6 | u32::from(b & 0x3f));
    // A sequence that is longer than necessary is no UTF-8.
    match char::from_u32(code).filter(|_| valid && code >= least) {
        Some(c) => (c, len),
        None => (windows_1252(first), 1),
    }
}

/// The character that ends at `end`, if it lies outside US-ASCII.
pub(crate) fn decode_before(bytes: &[u8], end: usize) -> Option<(char, usize)> {
    let last = *bytes[..end].last()?;
    if last.is_ascii() {
        return None;
    }
    let last_four = &bytes[end.saturating_sub(4)..end];
    let first = last_four.iter().rposition(|b| b & 0xc0 != 0x80);
    let utf_8 = first.map(|first| decode(last_four, first));
    let whole = utf_8.filter(|&(_, len)| first.is_some_and(|first| first + len == last_four.len()));
    whole.or(Some((windows_1252(last), 1)))
}

/// The characters of the bytes 0x80 to 0x9f in windows-1252.
const C1: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The byte of a character outside US-ASCII in windows-1252.
pub(crate) fn to_windows_1252(c: char) -> Option<u8> {
    match c {
        '\u{a0}'..='\u{ff}' => u8::try_from(u32::from(c)).ok(),
        _ => Some(0x80 + C1.iter().position(|&known| known == c)? as u8),
    }
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => C1[byte as usize - 0x80],
        _ => byte as char,
    }
}

/// Characters that always end a URL: full-width stops, slashes and quotes, the ellipsis, the lines of boxes, white space and invisible formatting.
/// The caller decides about U+200C and U+200D, because they depend on the letters around them.
pub(crate) fn ends_url(c: char) -> bool {
    matches!(c,
        '。' | '｜' | '，' | '、' | '；' | '：' | '！' | '？' | '．' | '／' | '｡' | '､' | '…' | '＂'
        | '\u{2500}'..='\u{259f}' | '\u{80}'..='\u{9f}')
        || is_unseen(c)
}

/// White space and invisible formatting.
pub(crate) fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
        || c.is_whitespace()
}

/// Invisible formatting, also U+200C and U+200D.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}') || is_unseen(c) && !c.is_whitespace()
}

/// Marks of direction; text in another direction may follow them.
pub(crate) fn is_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Characters that are allowed within a URL but are trimmed at its end: marks that end a sentence or a clause in scripts that put
/// a space after them, em dashes, and marks of lists and notes. En dashes are not among them, because names and ranges use them.
#[rustfmt::skip]
pub(crate) fn ends_sentence(c: char) -> bool {
    matches!(c,
        '،' | '؛' | '؟' | '۔' | '׃' | '।' | '॥' | '։' | '\u{37e}' | '\u{387}' | '·' | '།' | '၊' | '။' | '។' | '៕'
        | '\u{1361}'..='\u{1368}' | '—' | '―' | '†' | '‡' | '•' | '⋅')
}

/// CJK brackets, guillemets and typographic quotes, each with its closing counterpart.
#[rustfmt::skip]
const PAIRS: [(char, char); 24] = [
    ('「', '」'), ('『', '』'), ('【', '】'), ('〈', '〉'), ('《', '》'), ('〔', '〕'),
    ('〖', '〗'), ('〘', '〙'), ('〚', '〛'), ('（', '）'), ('［', '］'), ('｛', '｝'),
    ('＜', '＞'), ('｢', '｣'), ('«', '»'), ('‹', '›'), ('“', '”'), ('„', '“'),
    ('‘', '’'), ('‚', '‘'), ('⟨', '⟩'), ('⟪', '⟫'), ('❨', '❩'), ('〝', '〞'),
];

/// The closing counterpart of an opening bracket or quote.
pub(crate) fn closing(c: char) -> Option<char> {
    let pair = PAIRS.iter().find(|(open, _)| *open == c);
    pair.map(|(_, close)| *close)
}

/// Whether `c` only closes such a pair: `“` and `‘` close `„` and `‚`, but open too. `〟` is another form of `〞`.
pub(crate) fn closes(c: char) -> bool {
    let closes = c == '〟' || PAIRS.iter().any(|(_, close)| *close == c);
    closes && closing(c).is_none()
}

/// Punctuation outside US-ASCII. It cannot be part of a domain name.
pub(crate) fn is_punctuation(c: char) -> bool {
    matches!(c,
        '¡' | '§' | '«' | '¶' | '·' | '»' | '¿'
        | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{2e00}'..='\u{2e7f}'
        | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}'
        | '⟨'..='⟯' | '\u{fe10}'..='\u{fe19}' | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff40}'
        | '\u{ff5b}'..='\u{ff65}')
}

/// Whether `c` belongs to a script that puts no space between words, or that adds endings to a foreign word without a space.
/// Where such a letter meets US-ASCII letters, a name may begin or end.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{e00}'..='\u{109f}' | '\u{1100}'..='\u{11ff}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{318f}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Whether `c` is written from right to left: a word before a foreign name, such as a conjunction, often has no space after it.
/// No label of a host has such letters and Latin ones (RFC 5893 section 2).
pub(crate) fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{5d0}'..='\u{7bf}' | '\u{8a0}'..='\u{8ff}')
}

/// Whether `c` belongs to a script with spaces whose languages add endings to a foreign name, often after a hyphen: Armenian, those of
/// India, Georgian.
pub(crate) fn takes_endings(c: char) -> bool {
    matches!(c, '\u{531}'..='\u{58a}' | '\u{900}'..='\u{dff}' | '\u{10a0}'..='\u{10ff}')
}

/// Whether `c` may be a letter of the Latin script, or a hyphen that is not seen. A top-level domain is of one script.
pub(crate) fn is_latin(c: char) -> bool {
    let is_sign = matches!(c, '\u{a0}'..='\u{ac}' | '\u{ae}'..='\u{bf}' | '×' | '÷');
    !is_sign && matches!(c, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

/// Whether `c` is a sign of the phonetic alphabet, and no letter that a language writes.
pub(crate) fn is_phonetic(c: char) -> bool {
    let is_letter = || matches!(c, 'ɓ' | 'ɔ' | 'ɖ' | 'ɗ' | 'ə' | 'ɛ' | 'ɣ' | 'ɩ' | 'ɲ' | 'ʋ');
    matches!(c, 'ˈ' | 'ˌ' | 'ː' | 'ˑ') || matches!(c, '\u{250}'..='\u{2af}') && !is_letter()
}

/// A letter, digit or mark of any script, and a few signs of those of India.
pub(crate) fn is_of_word(c: char) -> bool {
    // Many combining marks of scripts of India and their neighbours are not alphanumeric.
    c.is_alphanumeric()
        || matches!(c, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{963}' | '\u{971}'..='\u{df3}' | '\u{e31}'..='\u{e3a}'
            | '\u{e47}'..='\u{e4e}' | '\u{eb1}'..='\u{ece}' | '\u{f71}'..='\u{f84}' | '\u{102b}'..='\u{103e}'
            | '\u{17b4}'..='\u{17d3}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_what_the_standard_library_does() {
        let lead = 0x80..=0xff;
        let edges = [0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
        for first in lead {
            for (second, third, fourth) in edges.into_iter().flat_map(|second| {
                let third = edges.into_iter();
                third.flat_map(move |third| edges.map(|fourth| (second, third, fourth)))
            }) {
                let bytes = [first, second, third, fourth];
                for bytes in (1..=4).map(|len| &bytes[..len]) {
                    let chunk = bytes.utf8_chunks().next().expect("a chunk");
                    let valid = chunk.valid().chars().next().map(|c| (c, c.len_utf8()));
                    let want = valid.unwrap_or((windows_1252(first), 1));
                    assert_eq!(decode(bytes, 0), want, "{bytes:x?}");
                    let utf_8 = (2..=bytes.len()).find_map(|len| {
                        let last = std::str::from_utf8(&bytes[bytes.len() - len..]).ok()?;
                        Some((last.chars().next()?, len))
                    });
                    let last = bytes[bytes.len() - 1];
                    let want = (!last.is_ascii()).then(|| utf_8.unwrap_or((windows_1252(last), 1)));
                    assert_eq!(decode_before(bytes, bytes.len()), want, "{bytes:x?}");
                }
            }
        }
        assert_eq!(decode(b"", 0), ('\0', 1));
    }

    #[test]
    fn decodes_utf_8_and_windows_1252() {
        assert_eq!(decode("é".as_bytes(), 0), ('é', 2));
        assert_eq!(decode(b"\x93x", 0), ('“', 1));
        assert_eq!(decode(b"\xe4t", 0), ('ä', 1));
        assert_eq!(decode("a日".as_bytes(), 1), ('日', 3));
        assert_eq!(decode_before("a日".as_bytes(), 4), Some(('日', 3)));
        assert_eq!(decode_before(b"a\x93", 2), Some(('“', 1)));
        assert_eq!(decode_before(b"a", 1), None);
        for byte in 0x80..=0xff {
            assert_eq!(to_windows_1252(windows_1252(byte)), Some(byte));
        }
    }
}
