//! The names of members.

/// The characters 0x80 to 0xff of code page 437, which is the charset of names that are not UTF-8 (APPNOTE.TXT appendix D).
const CODE_PAGE_437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// The flag of names in UTF-8.
const UTF_8: u16 = 1 << 11;

/// The name as UTF-8. Many programs write UTF-8 without the flag.
pub(super) fn decode(name: &[u8], flags: u16) -> Vec<u8> {
    if flags & UTF_8 != 0 || std::str::from_utf8(name).is_ok() {
        return name.to_vec();
    }
    let high = |b: u8| CODE_PAGE_437.chars().nth(usize::from(b).checked_sub(0x80)?);
    let chars = name.iter().map(|&b| high(b).unwrap_or(char::from(b)));
    chars.collect::<String>().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_utf_8_or_of_code_page_437() {
        assert_eq!(CODE_PAGE_437.chars().count(), 128);
        assert_eq!(decode(b"a/b.txt", 0), b"a/b.txt");
        assert_eq!(decode("ü".as_bytes(), 0), "ü".as_bytes());
        assert_eq!(decode(b"\x81\xe1\xff", 0), "üß\u{a0}".as_bytes());
        assert_eq!(decode(b"\x81", UTF_8), b"\x81");
    }
}
