/* near.c - edit distance with transpositions (optimal string alignment), case
 * differences counting half. */
#include "frontend/lud/text/near.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { NEAR_MAX = 48 }; /* longer words are not compared */

static unsigned change(char a, char b)
{
    if (a == b)
        return 0;
    return tolower((unsigned char)a) == tolower((unsigned char)b) ? 1 : 2;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Twice the number of edits; `limit` and more is not exact. */
static unsigned distance(const char *a, size_t na, const char *b, size_t nb)
{
    unsigned row[3][NEAR_MAX + 1];
    unsigned *before = row[0], *last = row[1], *now = row[2];
    for (size_t j = 0; j <= nb; j++)
        last[j] = (unsigned)(2 * j);
    for (size_t i = 1; i <= na; i++) {
        now[0] = (unsigned)(2 * i);
        for (size_t j = 1; j <= nb; j++) {
            unsigned d = last[j - 1] + change(a[i - 1], b[j - 1]);
            d = least(d, least(last[j], now[j - 1]) + 2);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d = least(d, before[j - 2] + 2);
            now[j] = d;
        }
        unsigned *free_row = before;
        before = last;
        last = now;
        now = free_row;
    }
    return last[nb];
}

Near near_new(const char *word)
{
    size_t n = strlen(word);
    unsigned edits = n <= 2 ? 1 : n <= 4 ? 2 : n <= 8 ? 3 : 4;
    return (Near){word, NULL, n < 2 ? 2 : n == 2 ? 3 : 2 * edits - 1};
}

void near_offer(Near *near, const char *candidate)
{
    size_t na = strlen(near->word), nb = strlen(candidate);
    if (na > NEAR_MAX || nb > NEAR_MAX || na == 0 || nb == 0)
        return;
    if ((na > nb ? na - nb : nb - na) * 2 >= near->distance)
        return;
    unsigned d = distance(near->word, na, candidate, nb);
    bool closer = d < near->distance ||
                  (d == near->distance && near->best && na == nb &&
                   strlen(near->best) != na);
    if (d > 0 && closer) {
        near->distance = d;
        near->best = candidate;
    }
}
