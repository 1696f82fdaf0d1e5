//! Asking memory for bytes before they are read. They come into the second cache: into the first one, it takes a little longer
//! (benches/README.md).

use super::FAR;

/// A cache line.
const LINE: usize = 64;

/// The cache lines that will be needed, in order. A processor that follows what is read stops where a page of memory ends, and while
/// candidates are read.
#[derive(Clone, Debug)]
pub(super) struct Ahead {
    /// The address of the next one.
    line: usize,
}

impl Ahead {
    /// Those of the fill after the one that begins with `text`; they may lie after the end of `text`.
    #[inline(always)]
    pub(super) fn new(text: &[u8]) -> Ahead {
        Ahead {
            line: text.as_ptr().addr().wrapping_add(FAR),
        }
    }

    /// Asks for the next line.
    #[inline(always)]
    #[allow(unsafe_code, reason = "a processor's own instruction")]
    pub(super) fn prefetch(&mut self) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
            use std::ptr::without_provenance;
            // SAFETY: every x86-64 processor has it, and nothing is read.
            unsafe { _mm_prefetch::<_MM_HINT_T1>(without_provenance(self.line)) }
        }
        self.line = self.line.wrapping_add(LINE);
    }
}
