//! Which bytes stand around a colon that may end the name of a scheme. The filter asks for each colon.

/// The bytes that may stand around a colon. For the third, second and first byte before it and for the byte after it, each
/// byte has one bit for each group of names that may have it there: a colon passes where all four share a bit.
pub(crate) struct Ends {
    groups: [[u64; 256]; 4],
}

/// A slash after the colon is a group of its own.
const SLASH: u64 = 1 << 63;
/// So are the words that white space may follow.
const LABELS: u64 = 3 << GROUPS;
/// And all those that a line break may follow.
const BEFORE_BREAK: u32 = 62;
const GROUPS: u32 = 60;

impl Ends {
    /// The ends of `names`, of two letters or more, in lower case; `labels` are the words that white space may follow, and `broken`
    /// those that a line break may follow.
    pub(crate) const fn new(names: &[&str], labels: &[&str], broken: &[&str]) -> Ends {
        assert!(labels.len() <= LABELS.count_ones() as usize);
        let mut ends = Ends {
            groups: [[SLASH; 256]; 4],
        };
        let mut i = 0;
        while i < labels.len() {
            ends.add(labels[i].as_bytes(), GROUPS + i as u32);
            i += 1;
        }
        i = 0;
        while i < broken.len() {
            ends.add(broken[i].as_bytes(), BEFORE_BREAK);
            i += 1;
        }
        i = 0;
        while i < names.len() {
            let (third, last) = match names[i].as_bytes() {
                [.., third, _, last] => (*third, *last),
                [_, last] => (0, *last),
                // When the table is compiled.
                _ => panic!("a scheme of one letter"),
            };
            // Names of a group mostly end alike. The factors are the best of a million for mail and HTML: of the words that pass there,
            // six of seven or more end as a name does.
            let hash = last as u32 * 15_387 + third as u32 * 24_475;
            let group = (hash >> 8) % GROUPS;
            ends.add(names[i].as_bytes(), group);
            i += 1;
        }
        i = 0;
        while i < 256 {
            // A backslash may stand before the slash.
            let slash = if matches!(i as u8, b'/' | b'\\') {
                SLASH
            } else {
                0
            };
            let names = match i as u8 {
                b'\n' | b'\r' => 1 << BEFORE_BREAK,
                ..=b' ' => 0,
                _ => !SLASH,
            };
            ends.groups[3][i] = slash | names | LABELS;
            i += 1;
        }
        ends
    }

    const fn add(&mut self, name: &[u8], group: u32) {
        let mut place = 0;
        while place < 3 {
            let (first, last) = match name.len() + place {
                // Anything may stand before the whole of it.
                ..3 => (0, 255),
                end => (name[end - 3], name[end - 3]),
            };
            let mut byte = first;
            loop {
                self.groups[place][byte as usize] |= 1 << group;
                self.groups[place][byte.to_ascii_uppercase() as usize] |= 1 << group;
                if byte == last {
                    break;
                }
                byte += 1;
            }
            place += 1;
        }
    }

    /// Whether `word` ends like one of the names; other words may too.
    #[inline]
    pub(crate) fn may_end(&self, word: &[u8]) -> bool {
        let (third, before, last) = match *word {
            [.., third, before, last] => (third, before, last),
            [before, last] => (0, before, last),
            _ => return false,
        };
        self.groups([third, before, last, b':', b'a']) != 0
    }

    /// The groups that may stand around a colon: three bytes before it, the colon, and the byte after it.
    #[inline(always)]
    pub(crate) fn groups(&self, around: [u8; 5]) -> u64 {
        let [third, before, last, _, after] = around.map(usize::from);
        self.groups[0][third]
            & self.groups[1][before]
            & self.groups[2][last]
            & self.groups[3][after]
    }
}
