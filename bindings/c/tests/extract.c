/* The functions of urlgrep.h, as a C program calls them. Ends with 0 if all is right. */

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "urlgrep.h"

static const char TEXT[] = "See <URL:ftp://ds.in\nternic.net/rfc>, www.a.org and http://b.org/.";

static int extract(uint32_t options, const char *text, UrlgrepArrays *arrays)
{
    return urlgrep_extract(options, (const uint8_t *)text, strlen(text), arrays);
}

/* Whether the bytes at `start` are this text. */
static int is(const void *start, size_t length, const char *text)
{
    return length == strlen(text) && memcmp(start, text, length) == 0;
}

static int is_url(UrlgrepArrays found, size_t i, const char *url)
{
    UrlgrepSpan at = found.matches[i].url;
    return is(found.urls + at.start, at.end - at.start, url);
}

int main(void)
{
    UrlgrepMatch matches[8];
    UrlgrepSpan segments[8];
    uint8_t urls[256];
    const UrlgrepArrays room = {matches, 8, segments, 8, urls, sizeof urls};
    UrlgrepArrays found = room;
    char url[64] = "";

    assert(extract(0, TEXT, &found) == URLGREP_OK);
    assert(found.match_count == 2 && found.segment_count == 3 && found.urls_length == 38);
    assert(matches[0].form == URLGREP_FORM_WRAPPER && matches[1].form == URLGREP_FORM_BARE);
    assert(matches[0].outer.start == 4 && TEXT[matches[0].outer.end - 1] == '>');
    for (size_t i = 0; i < matches[0].segments; i++) {
        UrlgrepSpan segment = segments[matches[0].first_segment + i];
        strncat(url, TEXT + segment.start, segment.end - segment.start);
    }
    assert(strcmp(url, "ftp://ds.internic.net/rfc") == 0 && is_url(found, 0, url));
    assert(strncmp(TEXT + matches[1].span.start, "http://b.org/", 13) == 0 && is_url(found, 1, "http://b.org/"));
    assert(matches[1].segments == 1 && segments[matches[1].first_segment].end == matches[1].span.end);

    /* Options. */
    found = room;
    assert(extract(URLGREP_SCHEMELESS, TEXT, &found) == URLGREP_OK);
    assert(found.match_count == 3 && matches[1].form == URLGREP_FORM_SCHEMELESS && is_url(found, 1, "http://www.a.org"));
    found = room;
    assert(extract(1u << 31, TEXT, &found) == URLGREP_INVALID);

    /* Short arrays have the first elements, and nothing behind them is written. */
    found = (UrlgrepArrays){matches, 1, segments, 1, urls, 4};
    matches[1].segments = 99, segments[1].end = 99, urls[4] = '!';
    assert(extract(0, TEXT, &found) == URLGREP_MORE);
    assert(found.match_count == 2 && found.segment_count == 3 && found.urls_length == 38);
    assert(matches[0].segments == 2 && matches[1].segments == 99 && segments[1].end == 99 && is(urls, 5, "ftp:!"));
    found = (UrlgrepArrays){matches, 8, segments, 8, urls, 37};
    assert(extract(0, TEXT, &found) == URLGREP_MORE);

    /* Only the counts, and only the URLs. */
    found = (UrlgrepArrays){0};
    assert(extract(0, TEXT, &found) == URLGREP_OK);
    assert(found.match_count == 2 && found.segment_count == 3 && found.urls_length == 38);
    found = (UrlgrepArrays){.matches = matches, .match_count = 2, .urls = urls, .urls_length = 38};
    assert(extract(0, TEXT, &found) == URLGREP_OK && is_url(found, 1, "http://b.org/"));

    /* Null pointers. */
    found = (UrlgrepArrays){0};
    assert(urlgrep_extract(0, NULL, 0, &found) == URLGREP_OK && found.match_count == 0);
    assert(urlgrep_extract(0, NULL, 1, &found) == URLGREP_INVALID);
    assert(extract(0, TEXT, NULL) == URLGREP_INVALID);

    /* Segments spell the URL without its backslashes; they have what is written, and `urls` what is meant. */
    found = room;
    assert(extract(URLGREP_REFANG, "https:\\/\\/a.org\\/x hxxp://b[.]org mailto:joe at c.org", &found) == URLGREP_OK);
    assert(found.match_count == 3 && matches[0].segments == 4 && matches[1].segments == 1);
    assert(is_url(found, 0, "https://a.org/x"));
    assert(matches[1].form == URLGREP_FORM_REFANGED && segments[4].end - segments[4].start == strlen("hxxp://b[.]org"));
    assert(is_url(found, 1, "http://b.org"));
    assert(matches[2].form == URLGREP_FORM_BARE && is_url(found, 2, "mailto:joe@c.org"));

    /* A wrapper may leave the scheme out. */
    found = room;
    assert(extract(0, "<URL:www.d.org/x>", &found) == URLGREP_OK && is_url(found, 0, "http://www.d.org/x"));

    /* Bytes that are not UTF-8. */
    found = room;
    assert(extract(0, "\xff\xfe http://c.org/\xe9", &found) == URLGREP_OK);
    assert(found.match_count == 1 && matches[0].span.start == 3);

    puts("ok");
    return 0;
}
