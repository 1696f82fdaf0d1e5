/* Prints the URLs of standard input and the bytes where each stands: at most 1 MiB of text. */

#include <stdio.h>
#include <stdlib.h>

#include "urlgrep.h"

static uint8_t text[1 << 20];

int main(void)
{
    size_t length = fread(text, 1, sizeof text, stdin);
    size_t match_count = 0, segment_count = 0;

    /* First the numbers, then the matches. */
    if (urlgrep_extract(0, text, length, NULL, &match_count, NULL, &segment_count) < 0)
        return 1;
    UrlgrepMatch *matches = calloc(match_count + 1, sizeof *matches);
    UrlgrepSpan *segments = calloc(segment_count + 1, sizeof *segments);
    if (!matches || !segments ||
        urlgrep_extract(0, text, length, matches, &match_count, segments, &segment_count) != URLGREP_OK)
        return 1;

    for (size_t i = 0; i < match_count; i++) {
        const UrlgrepSpan *segment = segments + matches[i].first_segment;
        const UrlgrepSpan *end = segment + matches[i].segments;

        for (const UrlgrepSpan *at = segment; at < end; at++)
            printf("%zu..%zu ", at->start, at->end);
        for (; segment < end; segment++)
            fwrite(text + segment->start, 1, segment->end - segment->start, stdout);
        putchar('\n');
    }
    free(matches);
    free(segments);
    return 0;
}
