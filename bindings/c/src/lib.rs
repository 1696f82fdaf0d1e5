//! `urlgrep` for C and languages that can call C: where the URLs of a text are. All memory belongs to the caller, and no panic leaves a function.
//!
//! `urlgrep.h` is made of this file by cbindgen.

use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

use urlgrep::{Extractor, Form};

/// Also finds URLs without a scheme: `www.example.org/x`.
pub const URLGREP_SCHEMELESS: u32 = 1;
/// Also finds addresses: `joe@example.org`.
pub const URLGREP_EMAIL: u32 = 2;
/// Also finds defanged URLs: `hxxps://evil[.]example`.
pub const URLGREP_REFANG: u32 = 4;
/// Also finds URLs of unknown schemes.
pub const URLGREP_ANY_SCHEME: u32 = 8;

/// No array is too short.
pub const URLGREP_OK: c_int = 0;
/// An array is too short: it has the first elements, and the counts say how long each must be. Ranges of a match may lie beyond it.
pub const URLGREP_MORE: c_int = 1;
/// `arrays` or the text is null, or an option is unknown.
pub const URLGREP_INVALID: c_int = -1;
/// A fault in the library. Please report it.
pub const URLGREP_FAULT: c_int = -2;

/// How a URL stands in the text.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrlgrepForm {
    /// In `<URL:…>`.
    Wrapper = 0,
    /// In `<…>`.
    Angle = 1,
    /// After `URL:`.
    Prefix = 2,
    /// In quotes or an attribute.
    Quoted = 3,
    /// As it is.
    Bare = 4,
    /// Without a scheme.
    Schemeless = 5,
    /// An address.
    Email = 6,
    /// Defanged.
    Refanged = 7,
}

/// A range of bytes of the text: `end` is the first byte after it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UrlgrepSpan {
    pub start: usize,
    pub end: usize,
}

/// A URL in the text.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UrlgrepMatch {
    /// The URL, with the line breaks in it.
    pub span: UrlgrepSpan,
    /// The URL with its wrapper.
    pub outer: UrlgrepSpan,
    /// The index of its first segment. Its segments in order spell the URL as it is written, without line breaks. Most have one; a URL that is
    /// broken over lines, or has backslashes in it, has several.
    pub first_segment: usize,
    /// The number of its segments.
    pub segments: usize,
    /// The bytes of the URL in `urls`. They differ from its segments where it is written without a scheme, with ` at ` for its `@`, with
    /// escapes (`\u0026` for `&`), or with marks that hide its host, whatever its form.
    pub url: UrlgrepSpan,
    /// How it stands in the text.
    pub form: UrlgrepForm,
}

/// The arrays of a caller. Each may be null: then its elements are only counted. They need not be initialised.
#[repr(C)]
#[derive(Debug)]
pub struct UrlgrepArrays {
    /// The URLs of the text, in order.
    pub matches: *mut UrlgrepMatch,
    /// The length of `matches`, then the number of matches in the text.
    pub match_count: usize,
    /// Where the URLs stand, piece by piece.
    pub segments: *mut UrlgrepSpan,
    /// The length of `segments`, then the number of segments in the text.
    pub segment_count: usize,
    /// The bytes of all URLs, one after the other.
    pub urls: *mut u8,
    /// The length of `urls`, then the number of its bytes.
    pub urls_length: usize,
}

/// Finds the URLs in the `length` bytes at `text`. They need not be UTF-8.
///
/// Returns `URLGREP_OK`, `URLGREP_MORE`, or a negative number; then the counts are as before, and the arrays have nothing of use.
///
/// # Safety
///
/// Each pointer that is not null must point to so many elements. Only one call at a time may use the same arrays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlgrep_extract(
    options: u32,
    text: *const u8,
    length: usize,
    arrays: *mut UrlgrepArrays,
) -> c_int {
    // SAFETY: as the caller promises, a pointer that is not null points to an element, which the caller lends for this call.
    let arrays = unsafe { arrays.as_mut() };
    let (Some(arrays), false) = (arrays, options >= 2 * URLGREP_ANY_SCHEME) else {
        return URLGREP_INVALID;
    };
    let text = match (text.is_null(), length) {
        (true, 0) => &[][..],
        (true, _) => return URLGREP_INVALID,
        // SAFETY: the caller promises it.
        (false, _) => unsafe { slice::from_raw_parts(text, length) },
    };
    // SAFETY: as the caller promises, the pointers have so many elements.
    let (mut matches, mut segments, mut urls) = unsafe {
        (
            Array::new(arrays.matches, arrays.match_count),
            Array::new(arrays.segments, arrays.segment_count),
            Array::new(arrays.urls, arrays.urls_length),
        )
    };
    let filled = catch_unwind(AssertUnwindSafe(|| {
        fill(options, text, &mut matches, &mut segments, &mut urls);
    }));
    if filled.is_err() {
        return URLGREP_FAULT;
    }
    let is_short = matches.is_short() || segments.is_short() || urls.is_short();
    (arrays.match_count, arrays.segment_count) = (matches.count, segments.count);
    arrays.urls_length = urls.count;
    if is_short { URLGREP_MORE } else { URLGREP_OK }
}

/// An array of the caller. Its elements may be uninitialised, as callers pass them.
struct Array<'a, T> {
    /// `None` if elements are only counted.
    room: Option<&'a mut [MaybeUninit<T>]>,
    /// The number of elements, also of those that have no room.
    count: usize,
}

impl<T: Copy> Array<'_, T> {
    /// # Safety
    ///
    /// A pointer that is not null must have `length` elements, which nothing else uses.
    unsafe fn new(pointer: *mut T, length: usize) -> Self {
        // SAFETY: the caller promises it.
        let room = (!pointer.is_null())
            .then(|| unsafe { slice::from_raw_parts_mut(pointer.cast(), length) });
        Array { room, count: 0 }
    }

    fn add(&mut self, elements: &[T]) {
        let room = self
            .room
            .as_mut()
            .and_then(|room| room.get_mut(self.count..));
        for (place, element) in room.into_iter().flatten().zip(elements) {
            place.write(*element);
        }
        self.count += elements.len();
    }

    fn is_short(&self) -> bool {
        self.room
            .as_ref()
            .is_some_and(|room| room.len() < self.count)
    }
}

/// Adds all matches, their segments and their URLs.
fn fill(
    options: u32,
    text: &[u8],
    matches: &mut Array<'_, UrlgrepMatch>,
    segments: &mut Array<'_, UrlgrepSpan>,
    urls: &mut Array<'_, u8>,
) {
    let has = |option| options & option != 0;
    let extractor = Extractor::builder()
        .schemeless(has(URLGREP_SCHEMELESS))
        .email(has(URLGREP_EMAIL))
        .refang(has(URLGREP_REFANG))
        .any_scheme(has(URLGREP_ANY_SCHEME))
        .build();
    for found in extractor.extract_bytes(text) {
        let (first_segment, first_byte) = (segments.count, urls.count);
        found.segments().for_each(|at| segments.add(&[span(at)]));
        urls.add(found.assumed().unwrap_or(found.as_bytes()));
        matches.add(&[UrlgrepMatch {
            span: span(found.span()),
            outer: span(found.outer_span()),
            first_segment,
            segments: segments.count - first_segment,
            url: span(first_byte..urls.count),
            form: form(found.form()),
        }]);
    }
}

fn span(range: std::ops::Range<usize>) -> UrlgrepSpan {
    UrlgrepSpan {
        start: range.start,
        end: range.end,
    }
}

fn form(form: Form) -> UrlgrepForm {
    match form {
        Form::Wrapper => UrlgrepForm::Wrapper,
        Form::Angle => UrlgrepForm::Angle,
        Form::Prefix => UrlgrepForm::Prefix,
        Form::Quoted => UrlgrepForm::Quoted,
        Form::Schemeless => UrlgrepForm::Schemeless,
        Form::Email => UrlgrepForm::Email,
        Form::Refanged => UrlgrepForm::Refanged,
        _ => UrlgrepForm::Bare,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Callers pass arrays as they are allocated. Miri sees what is read of them (`.ci/miri`).
    #[test]
    fn arrays_need_not_be_initialised() {
        let text = b"at <URL:ftp://a.org/x\ny>";
        let mut matches = [const { MaybeUninit::<UrlgrepMatch>::uninit() }; 2];
        let mut segments = [const { MaybeUninit::<UrlgrepSpan>::uninit() }; 3];
        let mut urls = [const { MaybeUninit::<u8>::uninit() }; 20];
        let mut arrays = UrlgrepArrays {
            matches: matches.as_mut_ptr().cast(),
            match_count: matches.len(),
            segments: segments.as_mut_ptr().cast(),
            segment_count: segments.len(),
            urls: urls.as_mut_ptr().cast(),
            urls_length: urls.len(),
        };
        // SAFETY: the arrays have as many elements as the counts say.
        let status = unsafe { urlgrep_extract(0, text.as_ptr(), text.len(), &mut arrays) };
        let counts = (arrays.match_count, arrays.segment_count, arrays.urls_length);
        assert_eq!((status, counts), (URLGREP_OK, (1, 2, 14)));
        // SAFETY: so many were written.
        let (found, parts, last) = unsafe {
            (
                matches[0].assume_init(),
                [segments[0].assume_init(), segments[1].assume_init()],
                urls[13].assume_init(),
            )
        };
        assert_eq!((found.url, last), (UrlgrepSpan { start: 0, end: 14 }, b'y'));
        assert_eq!(found.span, UrlgrepSpan { start: 8, end: 23 });
        assert_eq!(parts.map(|part| part.end), [21, 23]);
    }
}
