//! Finding a URL in one piece does not allocate, and neither does text without URLs.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use urlgrep::Extractor;

struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is forwarded to the system allocator.
#[allow(unsafe_code, reason = "an allocator that counts")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = COUNT.try_with(|count| count.set(count.get() + 1));
        // SAFETY: as for this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as for this function.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The number of allocations for finding the URLs in `text`, and the number of URLs.
fn allocations(text: &str) -> (usize, usize) {
    allocations_of(&Extractor::default(), text)
}

fn allocations_of(extractor: &Extractor, text: &str) -> (usize, usize) {
    let before = COUNT.with(Cell::get);
    let found = extractor
        .extract(text)
        .filter(|m| !m.span().is_empty())
        .count();
    (COUNT.with(Cell::get) - before, found)
}

#[test]
fn unfolded_urls_do_not_allocate() {
    for text in [
        "See <URL:http://a.org/x>, <http://b.org/y> and <mailto:joe@c.org>.",
        "(http://a.org/x_(y)), 'http://b.org/it's', \"http://c.org/\", *http://d.org/*.",
        "http://a.org/a/long/path/that/goes/up/to/the/end/of/its/line/and/no/further\nNext line here.\n",
        "> http://a.org/\n> mailto:joe@b.org\n> news:comp.lang.c gopher://c.org/11/d\n",
        "No URL: at all, at 12:30, std::vec, a ratio of 1:2.",
        "URL:ftp://a.org/x;type=i http://[::1]:80/ https://日本.jp/道 http://host:port/",
    ] {
        let (allocations, found) = allocations(text);
        assert_eq!(allocations, 0, "{found} URLs in {text}");
    }
    assert_eq!(allocations("See <URL:http://a.org/x\n y>.").1, 1);
    assert!(allocations("See <URL:http://a.org/x\n y>.").0 > 0);
}

/// With options, there is one allocation per line, one more for each kind of sign in a longer text, and one more to refang, plus those of
/// URLs that differ from the text.
#[test]
fn options_allocate_a_few_times_per_text() {
    let added = Extractor::builder().schemeless(true).email(true);
    let (refanged, added) = (added.clone().refang(true).build(), added.build());
    for text in [
        "No URL. Nor is e.g. index.html, a.b.c, x@y, foo@bar, 1.2.3, the end.So we, std::io or self.name.",
        "In article <9402021826.AA10742@a.org>, at joe at b.org: [.] (.) hxxp, http://a.org/x and mailto:joe@c.org",
    ] {
        for (text, signs) in [(text.to_string(), 0), (text.repeat(100), 2)] {
            for (extractor, wanted) in [(&added, 1), (&refanged, 2)] {
                let (allocations, found) = allocations_of(extractor, &text);
                // A line without marks needs no search for them.
                let wanted = if text.len() < 100 { 1 } else { wanted + signs };
                assert_eq!(allocations, wanted, "{found} URLs in {text}");
            }
        }
    }
    assert_eq!(allocations_of(&added, "www.a.org").1, 1);
}
