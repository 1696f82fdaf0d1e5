//! Markup in plain text, such as `&lt;` and the `E<gt>` of Perl's documentation: it delimits a URL.

/// `&lt; &gt; &quot; &apos; &nbsp; &shy;` and their numeric forms: the markup around a URL, encoded.
pub(crate) fn is_entity(bytes: &[u8]) -> bool {
    // Most ampersands part the fields of a query.
    if !matches!(bytes, [_, next, ..] if b"#lgqans".contains(&next.to_ascii_lowercase())) {
        return false;
    }
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

/// Where a URL or name that ends at `end` ends without the `E` of Perl's documentation: `E<lt>http://a.org/E<gt>` (perlpod).
pub(crate) fn without_pod(text: &[u8], end: usize) -> usize {
    let escape = text[..end].ends_with(b"E") && text[end..].starts_with(b"<gt>");
    end - usize::from(escape)
}
