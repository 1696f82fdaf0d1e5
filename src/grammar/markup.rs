//! Markup in plain text, such as `&lt;`: it delimits a URL.

/// `&lt; &gt; &quot; &apos; &nbsp; &shy;` and their numeric forms: the markup around a URL, encoded.
pub(crate) fn is_entity(bytes: &[u8]) -> bool {
    let Some(end) = bytes.iter().take(11).position(|&b| b == b';') else {
        return false;
    };
    let name = std::str::from_utf8(&bytes[1..end]).unwrap_or_default();
    let is = |known: &&str| known.eq_ignore_ascii_case(name);
    let number = match name.strip_prefix('#') {
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => number.parse(),
        },
        None => return ["lt", "gt", "quot", "apos", "nbsp", "shy"].iter().any(is),
    };
    matches!(number, Ok(60 | 62 | 34 | 39 | 160 | 173))
}
