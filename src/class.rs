//! Character classes as bits of one table: those of RFC 1738 section 5, and a few more for finding URLs in text.
//!
//! A byte belongs to a class if its row of [`TABLE`] has the bit of the class. Bytes from 0x80 up are in no class of the RFC.

/// The byte that a notation writes where a URL ends only in this notation. It ends every URL and wrapper. It is not white
/// space, so they cannot continue after it.
pub(crate) const DELIMITER: u8 = 0x1f;

/// Whether a word ends at `byte`: at white space, or where a notation ends every URL.
#[inline]
pub(crate) const fn ends_word(byte: u8) -> bool {
    Class::WHITE.has(byte) || byte == DELIMITER
}

/// A set of bytes: one or more bits of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Class(u16);

impl Class {
    pub(crate) const ALPHA: Class = Class(1);
    pub(crate) const DIGIT: Class = Class(1 << 1);
    /// `safe | extra`: the characters of `unreserved` that are neither letters nor digits.
    pub(crate) const MARK: Class = Class(1 << 2);
    pub(crate) const RESERVED: Class = Class(1 << 3);
    pub(crate) const NATIONAL: Class = Class(1 << 4);
    pub(crate) const HEX: Class = Class(1 << 5);
    /// `+ - .`: the characters of a scheme name that are neither letters nor digits.
    const SCHEME_MARK: Class = Class(1 << 6);
    /// Blank, tab, line feed, vertical tab, form feed, carriage return.
    pub(crate) const WHITE: Class = Class(1 << 7);
    /// Characters that always end a bare URL: controls, `< > " \ ` | ^`, and white space.
    pub(crate) const STOP: Class = Class(1 << 8);
    /// 0x80 and above: bytes of a character outside US-ASCII.
    pub(crate) const HIGH: Class = Class(1 << 9);
    /// `( [ {` and `) ] }`.
    pub(crate) const BRACKET: Class = Class(1 << 10);
    /// Blank and tab.
    pub(crate) const BLANK: Class = Class(1 << 15);

    /// Bytes that end a URL, or that may end it depending on their context.
    pub(crate) const NOTABLE: Class = Self::STOP
        .or(Self::HIGH)
        .or(Self::BRACKET)
        .or(Class(1 << 11));

    /// Characters of a domain label.
    pub(crate) const LABEL: Class = Self::ALPHADIGIT.or(Class(1 << 12));
    /// Characters of a host's name as people write them: labels, dots, `_`, and any outside US-ASCII.
    pub(crate) const NAME: Class = Self::LABEL.or(Self::HIGH).or(Class(1 << 13));
    /// Characters of the labels of such a name.
    pub(crate) const LABEL_OF_NAME: Class = Self::LABEL.or(Self::HIGH).or(Class(1 << 14));

    /// Characters of the local part of an address.
    pub(crate) const LOCAL: Class = Self::NAME.or(Self::SCHEME);
    /// Characters of US-ASCII in the local part of an address.
    pub(crate) const PLAIN_LOCAL: Class = Self::SCHEME.or(Class(1 << 13));
    pub(crate) const ALPHADIGIT: Class = Self::ALPHA.or(Self::DIGIT);
    /// Letters, digits, and characters outside US-ASCII.
    pub(crate) const WORD: Class = Self::ALPHADIGIT.or(Self::HIGH);
    /// Letters, digits, and `_`.
    pub(crate) const IDENTIFIER: Class = Self::ALPHADIGIT.or(Class(1 << 14));
    pub(crate) const UNRESERVED: Class = Self::ALPHADIGIT.or(Self::MARK);
    pub(crate) const SCHEME: Class = Self::ALPHADIGIT.or(Self::SCHEME_MARK);

    pub(crate) const fn or(self, other: Class) -> Class {
        Class(self.0 | other.0)
    }

    /// The number of bytes at the start of `bytes` that belong to the class.
    #[inline]
    pub(crate) fn run(self, bytes: &[u8]) -> usize {
        let end = bytes.iter().position(|&b| !self.has(b));
        end.unwrap_or(bytes.len())
    }

    /// The number of bytes before the first that belongs to the class.
    #[inline]
    pub(crate) fn before(self, bytes: &[u8]) -> usize {
        let end = bytes.iter().position(|&b| self.has(b));
        end.unwrap_or(bytes.len())
    }

    /// The number of bytes at the end of `bytes` that belong to the class.
    pub(crate) fn run_back(self, bytes: &[u8]) -> usize {
        bytes.iter().rev().take_while(|&&b| self.has(b)).count()
    }

    /// The bytes at the beginning that belong to the class, and the rest.
    #[inline]
    pub(crate) fn split(self, bytes: &[u8]) -> (&[u8], &[u8]) {
        bytes.split_at(self.run(bytes))
    }

    /// Whether all of `bytes` belong to the class.
    #[inline]
    pub(crate) fn has_all(self, bytes: &[u8]) -> bool {
        self.run(bytes) == bytes.len()
    }

    /// Whether the first byte belongs to the class.
    #[inline]
    pub(crate) fn begins(self, bytes: &[u8]) -> bool {
        bytes.first().is_some_and(|&b| self.has(b))
    }

    /// Whether the last byte belongs to the class.
    #[inline]
    pub(crate) fn ends(self, bytes: &[u8]) -> bool {
        bytes.last().is_some_and(|&b| self.has(b))
    }

    #[inline]
    pub(crate) const fn has(self, byte: u8) -> bool {
        TABLE[byte as usize] & self.0 != 0
    }
}

const fn put(table: &mut [u16; 256], bytes: &[u8], class: Class) {
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] |= class.0;
        i += 1;
    }
}

static TABLE: [u16; 256] = {
    let mut t = [0; 256];
    put(&mut t, b"abcdefghijklmnopqrstuvwxyz", Class::ALPHA);
    put(&mut t, b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", Class::ALPHA);
    put(&mut t, b"0123456789", Class::DIGIT);
    put(&mut t, b"0123456789abcdefABCDEF", Class::HEX);
    put(&mut t, b"$-_.+!*'(),", Class::MARK);
    put(&mut t, b";/?:@=&", Class::RESERVED);
    put(&mut t, b"{}|\\^~[]`", Class::NATIONAL);
    put(&mut t, b"+-.", Class::SCHEME_MARK);
    put(&mut t, b" \t\n\x0b\x0c\r", Class::WHITE);
    put(&mut t, b" <>\"\\`|^\x7f", Class::STOP);
    put(&mut t, b"()[]{}", Class::BRACKET);
    put(&mut t, b"&'@:", Class(1 << 11));
    put(&mut t, b"-", Class(1 << 12));
    put(&mut t, b"._", Class(1 << 13));
    put(&mut t, b"_", Class(1 << 14));
    put(&mut t, b" \t", Class::BLANK);
    let mut b = 0;
    while b < 0x20 {
        t[b] |= Class::STOP.0;
        b += 1;
    }
    let mut b = 0x80;
    while b < 0x100 {
        t[b] |= Class::HIGH.0;
        b += 1;
    }
    t
};
