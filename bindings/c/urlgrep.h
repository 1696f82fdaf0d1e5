#ifndef URLGREP_H
#define URLGREP_H

#include <stddef.h>
#include <stdint.h>

// Also finds URLs without a scheme: `www.example.org/x`.
#define URLGREP_SCHEMELESS 1

// Also finds addresses: `joe@example.org`.
#define URLGREP_EMAIL 2

// Also finds defanged URLs: `hxxps://evil[.]example`.
#define URLGREP_REFANG 4

// Also finds URLs of unknown schemes.
#define URLGREP_ANY_SCHEME 8

// No array is too short.
#define URLGREP_OK 0

// An array is too short: it has the first elements, and the counts say how long each must be. Ranges of a match may lie beyond it.
#define URLGREP_MORE 1

// `arrays` or the text is null, or an option is unknown.
#define URLGREP_INVALID -1

// A fault in the library. Please report it.
#define URLGREP_FAULT -2

// How a URL stands in the text.
typedef enum {
  // In `<URL:…>`.
  URLGREP_FORM_WRAPPER = 0,
  // In `<…>`.
  URLGREP_FORM_ANGLE = 1,
  // After `URL:`.
  URLGREP_FORM_PREFIX = 2,
  // In quotes or an attribute.
  URLGREP_FORM_QUOTED = 3,
  // As it is.
  URLGREP_FORM_BARE = 4,
  // Without a scheme.
  URLGREP_FORM_SCHEMELESS = 5,
  // An address.
  URLGREP_FORM_EMAIL = 6,
  // Defanged.
  URLGREP_FORM_REFANGED = 7,
} UrlgrepForm;

// A range of bytes of the text: `end` is the first byte after it.
typedef struct {
  size_t start;
  size_t end;
} UrlgrepSpan;

// A URL in the text.
typedef struct {
  // The URL, with the line breaks in it.
  UrlgrepSpan span;
  // The URL with its wrapper.
  UrlgrepSpan outer;
  // The index of its first segment. Its segments in order spell the URL as it is written, without line breaks. Most have one; a URL that is
  // broken over lines, or has backslashes in it, has several.
  size_t first_segment;
  // The number of its segments.
  size_t segments;
  // The bytes of the URL in `urls`. They differ from its segments where it is written without a scheme, with ` at ` for its `@`, with
  // escapes (`\u0026` for `&`), or with marks that hide its host, whatever its form.
  UrlgrepSpan url;
  // How it stands in the text.
  UrlgrepForm form;
} UrlgrepMatch;

// The arrays of a caller. Each may be null: then its elements are only counted. They need not be initialised.
typedef struct {
  // The URLs of the text, in order.
  UrlgrepMatch *matches;
  // The length of `matches`, then the number of matches in the text.
  size_t match_count;
  // Where the URLs stand, piece by piece.
  UrlgrepSpan *segments;
  // The length of `segments`, then the number of segments in the text.
  size_t segment_count;
  // The bytes of all URLs, one after the other.
  uint8_t *urls;
  // The length of `urls`, then the number of its bytes.
  size_t urls_length;
} UrlgrepArrays;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Finds the URLs in the `length` bytes at `text`. They need not be UTF-8.
//
// Returns `URLGREP_OK`, `URLGREP_MORE`, or a negative number; then the counts are as before, and the arrays have nothing of use.
//
// # Safety
//
// Each pointer that is not null must point to so many elements. Only one call at a time may use the same arrays.
int urlgrep_extract(uint32_t options,
                    const uint8_t *text,
                    size_t length,
                    UrlgrepArrays *arrays);

#ifdef __cplusplus
} // extern "C"
#endif // __cplusplus

#endif /* URLGREP_H */
