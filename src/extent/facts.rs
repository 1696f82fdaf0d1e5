//! Facts: what stands in and around a URL, one bit each, such as a quote before it or a line break after it.
//!
//! They are collected in the one pass over the URL. Each rule names the facts without which it has nothing to say, and is not called where
//! one of them is missing. So for most URLs no rule is called.

use std::hint::select_unpredictable;

use crate::text::line::{blanks, is_continued};

/// A set of facts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Facts(u32);

impl Facts {
    pub(super) const NONE: Facts = Facts(0);

    // Directly before the URL.
    /// A quote or emphasis mark, what may delimit a part of a substitution, or the length of a string of ASN.1.
    pub(super) const MARK: Facts = Facts(1);
    /// A bracket that opens, perhaps with a blank, the end of a tag or an entity, or a character outside US-ASCII.
    pub(super) const OPENED: Facts = Facts(1 << 1);
    /// The last byte of `⟨`.
    pub(super) const MANUAL: Facts = Facts(1 << 2);

    // In the run of URL characters.
    /// Nothing: the run ends where the body begins.
    pub(super) const EMPTY: Facts = Facts(1 << 3);
    /// A character outside US-ASCII.
    pub(super) const HIGH: Facts = Facts(1 << 4);
    /// It ends at a bracket, before a second URL, or because it is too long: nothing is joined to it.
    pub(super) const CUT: Facts = Facts(1 << 5);
    pub(super) const TOO_LONG: Facts = Facts(1 << 6);
    /// A `'`.
    pub(super) const APOSTROPHE: Facts = Facts(1 << 7);
    /// An `@` after the plain authority or address.
    pub(super) const SECOND_AT: Facts = Facts(1 << 8);
    /// A `(` that nothing closes.
    pub(super) const UNCLOSED: Facts = Facts(1 << 9);
    /// The scheme itself is broken over two lines.
    pub(super) const BROKEN_SCHEME: Facts = Facts(1 << 10);
    /// A name without a scheme; nothing that belongs to a URL follows it.
    pub(super) const NAME: Facts = Facts(1 << 11);

    // At its last byte.
    /// Closing punctuation.
    pub(super) const TAIL: Facts = Facts(1 << 12);
    /// A hyphen or a dot: a host's name may be broken after it.
    pub(super) const JOINT: Facts = Facts(1 << 13);
    pub(super) const EQUALS: Facts = Facts(1 << 14);
    pub(super) const UNDERSCORE: Facts = Facts(1 << 15);
    /// `%`, or `%` and one digit.
    pub(super) const PERCENT: Facts = Facts(1 << 16);
    /// `*`, or a `<` follows: `**` in the URL may stand for line breaks.
    pub(super) const STARS: Facts = Facts(1 << 17);

    // After it.
    /// A line break, perhaps after blanks or a backslash.
    pub(super) const BREAK: Facts = Facts(1 << 18);
    /// ` at `
    pub(super) const AT: Facts = Facts(1 << 19);
    pub(super) const BACKSLASH: Facts = Facts(1 << 20);
    /// A mark that may stand in a host to disguise it.
    pub(super) const MARKED: Facts = Facts(1 << 21);

    #[inline]
    pub(super) const fn or(self, other: Facts) -> Facts {
        Facts(self.0 | other.0)
    }

    #[inline]
    pub(super) fn add(&mut self, other: Facts) {
        *self = self.or(other);
    }

    /// All others.
    pub(super) const fn not(self) -> Facts {
        Facts(!self.0)
    }

    /// Whether all of `asked` are among them.
    #[inline]
    pub(super) const fn has_all(self, asked: Facts) -> bool {
        self.0 & asked.0 == asked.0
    }

    /// Whether any of `asked` is among them.
    #[inline]
    pub(super) const fn has_any(self, asked: Facts) -> bool {
        self.0 & asked.0 != 0
    }

    /// The facts given by the text before a URL.
    #[inline]
    pub(super) fn before(text: &[u8]) -> Facts {
        match text {
            [.., before, last] => {
                let opened = BEFORE_BLANK[usize::from(*before)];
                let opened = select_unpredictable(*last == b' ', opened, 0);
                Facts(BEFORE[usize::from(*last)] | opened | BEFORE_LENGTH[usize::from(*before)])
            }
            [last] => Facts(BEFORE[usize::from(*last)]),
            [] => Facts::NONE,
        }
    }

    /// The facts given by the end of a run.
    #[inline]
    pub(super) fn of_last(run: &[u8]) -> Facts {
        match run {
            [] => Facts::EMPTY,
            [.., b'%', digit] if digit.is_ascii_hexdigit() => Facts::PERCENT,
            [.., b'*', b'/'] => Facts::TAIL,
            [.., b'-', b'-'] => Facts::TAIL,
            [.., last] => Facts(LAST[usize::from(*last)]),
        }
    }

    /// The facts given by the text after a run. A word follows most blanks.
    #[inline]
    pub(super) fn after(rest: &[u8]) -> Facts {
        let [next, second] = match rest {
            [next, second, ..] => [*next, *second],
            [next] => [*next, b' '],
            [] => return Facts::NONE,
        };
        let facts = AFTER[usize::from(next)];
        let is_word = second.is_ascii_alphabetic() & (second != b'a');
        if (facts & BLANK != 0) & !is_word {
            Facts::after_blanks(rest)
        } else {
            Facts(facts & !BLANK)
        }
    }

    #[inline(never)]
    fn after_blanks(rest: &[u8]) -> Facts {
        match rest[blanks(rest)..] {
            [b'\n' | b'\r', ..] => Facts::BREAK,
            [b'<', ..] => Facts::STARS,
            _ if is_continued(rest, 0) => Facts::BREAK,
            _ if rest[0] == b'\\' => Facts::BACKSLASH.or(Facts::MARKED),
            _ if rest[0] == 0xc2 => Facts::MARKED,
            _ if rest.starts_with(b" at ") => Facts::AT,
            _ => Facts::NONE,
        }
    }
}

static BEFORE: [u32; 256] = with_high(
    table(&[
        (b"'*_~=+!#@%,;^$", Facts::MARK),
        (b"([>;'", Facts::OPENED),
        (b"\xa8", Facts::MANUAL),
    ]),
    Facts::OPENED,
);

static BEFORE_BLANK: [u32; 256] = table(&[(b"([", Facts::OPENED)]);

static BEFORE_LENGTH: [u32; 256] = table(&[(&STRING_TAGS, Facts::MARK)]);

/// The tags of ASN.1 that strings with a URL have: that of a name in a certificate, and `IA5String`.
pub(super) const STRING_TAGS: [u8; 2] = [0x86, 0x16];

static LAST: [u32; 256] = with_high(
    table(&[
        (b".,:;!?*'([{)]}%$", Facts::TAIL),
        (b"-.", Facts::JOINT),
        (b"=", Facts::EQUALS),
        (b"_", Facts::UNDERSCORE),
        (b"%", Facts::PERCENT),
        (b"*", Facts::STARS),
    ]),
    Facts::TAIL,
);

/// Something else may follow it.
const BLANK: u32 = 1 << 31;

static AFTER: [u32; 256] = table(&[
    (b" \t\\\xc2", Facts(BLANK)),
    (b"\xc2", Facts::MARKED),
    (b"\r\n", Facts::BREAK),
    (b"<", Facts::STARS),
    (b"\\", Facts::BACKSLASH),
    (b"[(&\\\xad\xd8\xe1\xe2\xe3\xef", Facts::MARKED),
]);

const fn table(rows: &[(&[u8], Facts)]) -> [u32; 256] {
    let (mut table, mut row) = ([0; 256], 0);
    while row < rows.len() {
        let (bytes, facts) = rows[row];
        let mut i = 0;
        while i < bytes.len() {
            table[bytes[i] as usize] |= facts.0;
            i += 1;
        }
        row += 1;
    }
    table
}

/// The table with these facts for each byte outside US-ASCII too.
const fn with_high(mut table: [u32; 256], facts: Facts) -> [u32; 256] {
    let mut byte = 0x80;
    while byte < table.len() {
        table[byte] |= facts.0;
        byte += 1;
    }
    table
}
