/* Prints the URLs of standard input and the bytes where each stands: at most 1 MiB of text. */

#include <stdio.h>
#include <stdlib.h>

#include "urlgrep.h"

static uint8_t text[1 << 20];

int main(void)
{
    size_t length = fread(text, 1, sizeof text, stdin);
    UrlgrepArrays found = {0};

    /* First the numbers, then the matches. */
    if (urlgrep_extract(0, text, length, &found) != URLGREP_OK)
        return 1;
    found.matches = calloc(found.match_count + 1, sizeof *found.matches);
    found.segments = calloc(found.segment_count + 1, sizeof *found.segments);
    found.urls = calloc(found.urls_length + 1, 1);
    if (!found.matches || !found.segments || !found.urls ||
        urlgrep_extract(0, text, length, &found) != URLGREP_OK)
        return 1;

    for (size_t i = 0; i < found.match_count; i++) {
        const UrlgrepMatch *match = found.matches + i;

        for (size_t j = 0; j < match->segments; j++) {
            const UrlgrepSpan *segment = found.segments + match->first_segment + j;
            printf("%zu..%zu ", segment->start, segment->end);
        }
        fwrite(found.urls + match->url.start, 1, match->url.end - match->url.start, stdout);
        putchar('\n');
    }
    free(found.matches);
    free(found.segments);
    free(found.urls);
    return 0;
}
