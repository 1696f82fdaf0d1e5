//! Vectorscan (or Hyperscan), a C library that is loaded at run time, so that it is optional.

use std::ffi::{CString, c_char, c_int, c_uint, c_ulonglong, c_void};
use std::ptr;

use libloading::{Library, Symbol};

const NAMES: [&str; 3] = ["libhs.so.5", "libhs.so", "libhs.dylib"];

// From its header hs_compile.h.
const CASELESS: c_uint = 1;
const SOM_LEFTMOST: c_uint = 256;
const MODE_BLOCK: c_uint = 1;

type Event = unsafe extern "C" fn(c_uint, c_ulonglong, c_ulonglong, c_uint, *mut c_void) -> c_int;
type Compile = unsafe extern "C" fn(
    *const c_char,
    c_uint,
    c_uint,
    *const c_void,
    *mut *mut c_void,
    *mut *mut c_void,
) -> c_int;
type AllocScratch = unsafe extern "C" fn(*const c_void, *mut *mut c_void) -> c_int;
type Scan = unsafe extern "C" fn(
    *const c_void,
    *const c_char,
    c_uint,
    c_uint,
    *mut c_void,
    Event,
    *mut c_void,
) -> c_int;

/// A compiled pattern. It lives as long as the program.
pub struct Vectorscan {
    library: Library,
    database: *mut c_void,
    scratch: *mut c_void,
}

/// The matches found in a buffer. The library reports every end of a match; matches with the same start are one URL.
struct Starts {
    last: Option<u64>,
    count: usize,
}

unsafe extern "C" fn event(
    _: c_uint,
    from: c_ulonglong,
    _: c_ulonglong,
    _: c_uint,
    starts: *mut c_void,
) -> c_int {
    // SAFETY: `count` below passes a pointer to its `Starts`.
    let starts = unsafe { &mut *starts.cast::<Starts>() };
    starts.count += usize::from(starts.last != Some(from));
    starts.last = Some(from);
    0
}

impl Vectorscan {
    /// `None` if the library is not installed.
    pub fn new(pattern: &str) -> Option<Vectorscan> {
        let pattern = CString::new(pattern).ok()?;
        let (mut database, mut error, mut scratch) =
            (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        // SAFETY: the functions are declared and called as in its header.
        unsafe {
            let library = NAMES.iter().find_map(|name| Library::new(name).ok())?;
            let compile: Symbol<'_, Compile> = library.get(b"hs_compile").ok()?;
            let alloc: Symbol<'_, AllocScratch> = library.get(b"hs_alloc_scratch").ok()?;
            let flags = CASELESS | SOM_LEFTMOST;
            let none = ptr::null();
            let compiled = compile(
                pattern.as_ptr(),
                flags,
                MODE_BLOCK,
                none,
                &mut database,
                &mut error,
            );
            if compiled != 0 || alloc(database, &mut scratch) != 0 {
                return None;
            }
            Some(Vectorscan {
                library,
                database,
                scratch,
            })
        }
    }

    /// The number of matches of the pattern in `bytes`, at most 4 GiB.
    pub fn count(&self, bytes: &[u8]) -> usize {
        let mut starts = Starts {
            last: None,
            count: 0,
        };
        let len = c_uint::try_from(bytes.len()).expect("less than 4 GiB");
        // SAFETY: as above. Database and scratch were made together, and no other thread uses them.
        let done = unsafe {
            let scan: Symbol<'_, Scan> = self.library.get(b"hs_scan").expect("as the others");
            let to = ptr::from_mut(&mut starts).cast();
            scan(
                self.database,
                bytes.as_ptr().cast(),
                len,
                0,
                self.scratch,
                event,
                to,
            )
        };
        assert_eq!(done, 0, "hs_scan");
        starts.count
    }
}
