//! Asking memory for bytes before they are read.

use super::FAR;

/// A cache line.
const LINE: usize = 64;

/// The cache lines that will be needed, in order. A processor that follows what is read stops where a page of memory ends, and while
/// candidates are read.
#[derive(Clone, Debug)]
pub(super) struct Ahead {
    line: *const u8,
}

impl Ahead {
    /// Those of the fill after the one that begins with `text`; they may lie after the end of `text`. Nearer, memory is too slow; farther, the
    /// bytes leave the nearest cache again.
    #[inline(always)]
    pub(super) fn new(text: &[u8]) -> Ahead {
        Ahead {
            line: text.as_ptr().wrapping_add(FAR),
        }
    }

    /// Asks for the next line.
    #[inline(always)]
    #[allow(unsafe_code, reason = "a processor's own instruction")]
    pub(super) fn prefetch(&mut self) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: every x86-64 processor has it, and nothing is read.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.line.cast()) }
        }
        self.line = self.line.wrapping_add(LINE);
    }
}
