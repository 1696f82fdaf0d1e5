//! Memory for matches. Each time that the memory of WebAssembly grows, V8 collects garbage, and that takes the longer the more matches a
//! program has already. So it grows by a quarter, not by a page.

use std::hint::black_box;

const PAGE: usize = 64 << 10;

pub(crate) struct Room {
    /// The memory when it was last looked at, in pages.
    pages: usize,
}

impl Room {
    pub(crate) fn new() -> Room {
        Room { pages: pages() }
    }

    /// If the memory has grown since the last call, makes it grow by a quarter.
    pub(crate) fn grow(&mut self) {
        if pages() > self.pages {
            // Memory that is freed is not given back.
            let mut more = Vec::<u8>::new();
            more.try_reserve_exact(pages() / 4 * PAGE).ok();
            drop(black_box(more));
            self.pages = pages();
        }
    }
}

fn pages() -> usize {
    #[cfg(target_arch = "wasm32")]
    return core::arch::wasm32::memory_size::<0>();
    #[cfg(not(target_arch = "wasm32"))]
    0
}
