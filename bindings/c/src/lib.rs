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

/// All matches were written.
pub const URLGREP_OK: c_int = 0;
/// The arrays are too short: they have the first matches, and the counts say how long they must be.
pub const URLGREP_MORE: c_int = 1;
/// A pointer is null, or an option is unknown.
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
    /// The index of its first segment. Its segments in order spell the URL; in the forms without a scheme and defanged, the text as it
    /// is written. Most have one; a URL that is broken over lines, or has backslashes in it, has several.
    pub first_segment: usize,
    /// The number of its segments.
    pub segments: usize,
    /// How it stands in the text.
    pub form: UrlgrepForm,
}

/// Finds the URLs in the `length` bytes at `text`. They need not be UTF-8.
///
/// `matches` and `segments` are arrays of the caller. `*match_count` and `*segment_count` are their lengths, and become the numbers of
/// matches and segments in the text. An array need not be initialised, and may be null if its length is 0. Returns `URLGREP_OK`,
/// `URLGREP_MORE`, or a negative number; then the counts are as before, and the arrays have nothing of use.
///
/// # Safety
///
/// Each pointer that is not null must point to so many elements. Only one call at a time may use the same arrays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urlgrep_extract(
    options: u32,
    text: *const u8,
    length: usize,
    matches: *mut UrlgrepMatch,
    match_count: *mut usize,
    segments: *mut UrlgrepSpan,
    segment_count: *mut usize,
) -> c_int {
    if match_count.is_null() || segment_count.is_null() || options >= 2 * URLGREP_ANY_SCHEME {
        return URLGREP_INVALID;
    }
    // SAFETY: neither is null, and the caller lends them for this call.
    let (match_room, segment_room) = unsafe { (*match_count, *segment_count) };
    // SAFETY: as the caller promises, the pointers have so many elements.
    let arrays = unsafe {
        (
            array(text, length),
            array_mut(matches, match_room),
            array_mut(segments, segment_room),
        )
    };
    let (Some(text), Some(matches), Some(segments)) = arrays else {
        return URLGREP_INVALID;
    };
    let found = catch_unwind(AssertUnwindSafe(|| fill(options, text, matches, segments)));
    let Ok((matches, segments)) = found else {
        return URLGREP_FAULT;
    };
    // SAFETY: neither is null, as above.
    unsafe { (*match_count, *segment_count) = (matches, segments) };
    if matches > match_room || segments > segment_room {
        URLGREP_MORE
    } else {
        URLGREP_OK
    }
}

/// The elements at a pointer; `None` if it is null although it should have some.
///
/// # Safety
///
/// A pointer that is not null must have `length` elements.
unsafe fn array<'a, T>(pointer: *const T, length: usize) -> Option<&'a [T]> {
    match (pointer.is_null(), length) {
        (true, 0) => Some(&[]),
        (true, _) => None,
        // SAFETY: the caller promises it.
        (false, _) => Some(unsafe { slice::from_raw_parts(pointer, length) }),
    }
}

/// The same for an array that is written. Its elements may be uninitialised, as callers pass them.
///
/// # Safety
///
/// As for [`array`], and nothing else uses the elements.
unsafe fn array_mut<'a, T>(pointer: *mut T, length: usize) -> Option<&'a mut [MaybeUninit<T>]> {
    match (pointer.is_null(), length) {
        (true, 0) => Some(&mut []),
        (true, _) => None,
        // SAFETY: the caller promises it.
        (false, _) => Some(unsafe { slice::from_raw_parts_mut(pointer.cast(), length) }),
    }
}

/// Writes the matches and segments that have room, and returns how many there are.
fn fill(
    options: u32,
    text: &[u8],
    matches: &mut [MaybeUninit<UrlgrepMatch>],
    segments: &mut [MaybeUninit<UrlgrepSpan>],
) -> (usize, usize) {
    let has = |option| options & option != 0;
    let extractor = Extractor::builder()
        .schemeless(has(URLGREP_SCHEMELESS))
        .email(has(URLGREP_EMAIL))
        .refang(has(URLGREP_REFANG))
        .any_scheme(has(URLGREP_ANY_SCHEME))
        .build();
    let (mut match_count, mut segment_count) = (0, 0);
    for found in extractor.extract_bytes(text) {
        let first_segment = segment_count;
        for segment in found.segments() {
            if let Some(place) = segments.get_mut(segment_count) {
                place.write(span(segment));
            }
            segment_count += 1;
        }
        if let Some(place) = matches.get_mut(match_count) {
            place.write(UrlgrepMatch {
                span: span(found.span()),
                outer: span(found.outer_span()),
                first_segment,
                segments: segment_count - first_segment,
                form: form(found.form()),
            });
        }
        match_count += 1;
    }
    (match_count, segment_count)
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
        let (mut match_count, mut segment_count) = (matches.len(), segments.len());
        // SAFETY: the arrays have as many elements as the counts say.
        let status = unsafe {
            urlgrep_extract(
                0,
                text.as_ptr(),
                text.len(),
                matches.as_mut_ptr().cast(),
                &mut match_count,
                segments.as_mut_ptr().cast(),
                &mut segment_count,
            )
        };
        assert_eq!((status, match_count, segment_count), (URLGREP_OK, 1, 2));
        // SAFETY: so many were written.
        let (found, parts) = unsafe {
            (
                matches[0].assume_init(),
                [segments[0].assume_init(), segments[1].assume_init()],
            )
        };
        assert_eq!(found.span, UrlgrepSpan { start: 8, end: 23 });
        assert_eq!(parts.map(|part| part.end), [21, 23]);
    }
}
