//! Which brackets of US-ASCII are open in a URL (tests/spec/brackets.md).

/// Brackets of US-ASCII that are open.
#[derive(Default, Debug)]
pub(crate) struct Brackets {
    pub(crate) round: OpenBrackets,
    pub(crate) square: OpenBrackets,
    pub(crate) curly: OpenBrackets,
}

/// The open brackets of one kind.
#[derive(Default, Debug)]
pub(crate) struct OpenBrackets {
    count: u32,
    /// Where the first of them stands.
    first: usize,
}

impl OpenBrackets {
    /// Where the first of them stands.
    #[inline]
    pub(crate) fn first(&self) -> Option<usize> {
        (self.count > 0).then_some(self.first)
    }
}

impl Brackets {
    /// Those that a run of URL characters opens. It ends before a bracket that it did not open.
    pub(crate) fn of_run(run: &[u8]) -> Brackets {
        let mut brackets = Brackets::default();
        for &byte in run {
            brackets.take(byte, 0);
        }
        brackets
    }

    /// Whether none is open.
    #[inline]
    pub(crate) fn is_closed(&self) -> bool {
        self.round.count + self.square.count + self.curly.count == 0
    }

    /// Counts the bracket at `at`; false for a closing one that was not opened. Other bytes do not matter.
    #[inline]
    pub(crate) fn take(&mut self, byte: u8, at: usize) -> bool {
        let pair = match byte {
            b'(' | b')' => &mut self.round,
            b'[' | b']' => &mut self.square,
            b'{' | b'}' => &mut self.curly,
            _ => return true,
        };
        match (byte, pair.count) {
            (b'(' | b'[' | b'{', count) => {
                if count == 0 {
                    pair.first = at;
                }
                pair.count += 1;
            }
            (_, 0) => return false,
            _ => pair.count -= 1,
        }
        true
    }
}
