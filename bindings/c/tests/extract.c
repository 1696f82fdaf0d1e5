/* The functions of urlgrep.h, as a C program calls them. Ends with 0 if all is right. */

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "urlgrep.h"

static const char TEXT[] = "See <URL:ftp://ds.in\nternic.net/rfc>, www.a.org and http://b.org/.";

static int extract(uint32_t options, const char *text, UrlgrepMatch *matches, size_t *match_count,
                   UrlgrepSpan *segments, size_t *segment_count)
{
    return urlgrep_extract(options, (const uint8_t *)text, strlen(text), matches, match_count, segments, segment_count);
}

int main(void)
{
    UrlgrepMatch matches[8];
    UrlgrepSpan segments[8];
    size_t match_count = 8, segment_count = 8;
    char url[64] = "";

    assert(extract(0, TEXT, matches, &match_count, segments, &segment_count) == URLGREP_OK);
    assert(match_count == 2 && segment_count == 3);
    assert(matches[0].form == URLGREP_FORM_WRAPPER && matches[1].form == URLGREP_FORM_BARE);
    assert(matches[0].outer.start == 4 && TEXT[matches[0].outer.end - 1] == '>');
    for (size_t i = 0; i < matches[0].segments; i++) {
        UrlgrepSpan segment = segments[matches[0].first_segment + i];
        strncat(url, TEXT + segment.start, segment.end - segment.start);
    }
    assert(strcmp(url, "ftp://ds.internic.net/rfc") == 0);
    assert(strncmp(TEXT + matches[1].span.start, "http://b.org/", 13) == 0);
    assert(matches[1].segments == 1 && segments[matches[1].first_segment].end == matches[1].span.end);

    /* Options. */
    match_count = segment_count = 8;
    assert(extract(URLGREP_SCHEMELESS, TEXT, matches, &match_count, segments, &segment_count) == URLGREP_OK);
    assert(match_count == 3 && matches[1].form == URLGREP_FORM_SCHEMELESS);
    assert(extract(1u << 31, TEXT, matches, &match_count, segments, &segment_count) == URLGREP_INVALID);

    /* Short arrays have the first matches, and nothing behind them is written. */
    match_count = 1, segment_count = 1;
    matches[1].segments = 99, segments[1].end = 99;
    assert(extract(0, TEXT, matches, &match_count, segments, &segment_count) == URLGREP_MORE);
    assert(match_count == 2 && segment_count == 3);
    assert(matches[0].segments == 2 && matches[1].segments == 99 && segments[1].end == 99);

    /* Only the counts. */
    match_count = segment_count = 0;
    assert(extract(0, TEXT, NULL, &match_count, NULL, &segment_count) == URLGREP_MORE);
    assert(match_count == 2 && segment_count == 3);

    /* Null pointers. */
    match_count = segment_count = 0;
    assert(urlgrep_extract(0, NULL, 0, NULL, &match_count, NULL, &segment_count) == URLGREP_OK);
    assert(urlgrep_extract(0, NULL, 1, NULL, &match_count, NULL, &segment_count) == URLGREP_INVALID);
    assert(extract(0, TEXT, NULL, NULL, NULL, &segment_count) == URLGREP_INVALID);
    match_count = 1;
    assert(extract(0, TEXT, NULL, &match_count, NULL, &segment_count) == URLGREP_INVALID);

    /* Segments spell the URL without its backslashes; what is defanged, as it is written. */
    match_count = segment_count = 8;
    assert(extract(URLGREP_REFANG, "https:\\/\\/a.org\\/x hxxp://b[.]org", matches, &match_count, segments, &segment_count) == URLGREP_OK);
    assert(match_count == 2 && matches[0].segments == 4 && matches[1].segments == 1);
    assert(matches[1].form == URLGREP_FORM_REFANGED && segments[4].end - segments[4].start == strlen("hxxp://b[.]org"));

    /* Bytes that are not UTF-8. */
    match_count = segment_count = 8;
    assert(extract(0, "\xff\xfe http://c.org/\xe9", matches, &match_count, segments, &segment_count) == URLGREP_OK);
    assert(match_count == 1 && matches[0].span.start == 3);

    puts("ok");
    return 0;
}
