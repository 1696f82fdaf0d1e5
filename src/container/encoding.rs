//! The transfer encoding that a header names (RFC 2045 section 6), also where the name is misspelt.

use smallvec::SmallVec;

use super::parameter::{lower, token};

/// The transfer encoding of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Encoding {
    /// 7bit, 8bit, binary.
    #[default]
    Identity,
    QuotedPrintable,
    Base64,
    Uuencode,
    Unknown,
}

impl Encoding {
    /// Whether it is undone.
    pub(super) fn is_decoded(self) -> bool {
        !matches!(self, Encoding::Identity | Encoding::Unknown)
    }

    /// The encoding that the field's `value` names; of an empty one, the default.
    pub(super) fn from_field(value: &[u8]) -> Encoding {
        if value.is_empty() {
            return Encoding::Identity;
        }
        let value = value.trim_ascii();
        match &lower(&value[..token(value)])[..] {
            b"base64" => Encoding::Base64,
            b"quoted-printable" => Encoding::QuotedPrintable,
            b"7bit" | b"8bit" | b"binary" | b"none" => Encoding::Identity,
            b"x-uuencode" | b"uuencode" | b"x-uue" | b"uue" => Encoding::Uuencode,
            _ => misspelt_encoding(value),
        }
    }
}

/// The encoding that a misspelt name means: `"base64"`, `base64.`, `(x) base64`, `8bits`, `8 bit`, `quoted printable`. Only letters and
/// digits count, up to a semicolon.
fn misspelt_encoding(value: &[u8]) -> Encoding {
    let mut comments = 0;
    let mut name = SmallVec::<[u8; 32]>::new();
    for &byte in value.iter().take_while(|&&b| b != b';') {
        match byte {
            b'(' => comments += 1,
            b')' => comments -= 1,
            _ if comments == 0 && byte.is_ascii_alphanumeric() => name.push(byte),
            _ => {}
        }
    }
    #[rustfmt::skip]
    let known: [(&[u8], _); 7] = [
        (b"base64", Encoding::Base64), (b"quotedprintable", Encoding::QuotedPrintable),
        (b"xuue", Encoding::Uuencode), (b"uue", Encoding::Uuencode), (b"7bit", Encoding::Identity),
        (b"8bit", Encoding::Identity), (b"binary", Encoding::Identity),
    ];
    let name = lower(&name);
    let meant = known.iter().find(|(known, _)| name.starts_with(known));
    match meant {
        Some((_, encoding)) => *encoding,
        None if name.is_empty() => Encoding::Identity,
        None => Encoding::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_found_in_mail() {
        for (name, want) in [
            ("base64", Encoding::Base64),
            (" BASE64 (x)", Encoding::Base64),
            ("Quoted-Printable;", Encoding::QuotedPrintable),
            ("8bit", Encoding::Identity),
            ("", Encoding::Identity),
            ("x-uuencode", Encoding::Uuencode),
            ("X-UUE", Encoding::Uuencode),
            ("uuencode", Encoding::Uuencode),
            // Others as found in mail.
            ("\"base64\"", Encoding::Base64),
            ("base64.", Encoding::Base64),
            ("(MIME) base64", Encoding::Base64),
            ("(a (b) 8bit) Quoted_Printable", Encoding::QuotedPrintable),
            ("quoted printable", Encoding::QuotedPrintable),
            ("\n quoted-printable", Encoding::QuotedPrintable),
            ("'x-uuencode'", Encoding::Uuencode),
            ("7-bit", Encoding::Identity),
            ("7bits", Encoding::Identity),
            ("8 bit", Encoding::Identity),
            ("8bit+", Encoding::Identity),
            ("8BITMIME", Encoding::Identity),
            ("binary.", Encoding::Identity),
            ("none", Encoding::Identity),
            (" (a comment)", Encoding::Identity),
            ("; charset=x", Encoding::Identity),
            ("text/html; base64", Encoding::Unknown),
            ("6bit", Encoding::Unknown),
            ("plain", Encoding::Unknown),
            ("x-gzip64", Encoding::Unknown),
            ("7vladi.Pimenovit", Encoding::Unknown),
        ] {
            assert_eq!(Encoding::from_field(name.as_bytes()), want, "{name}");
        }
    }
}
