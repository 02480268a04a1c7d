/* texts.c - the texts of many moves of one position. */
#include "runtime/texts.h"

#include <stdbool.h>
#include <stdlib.h>

#include "runtime/abi.h"

enum { MOST = 512 };

/* FNV-1a (G. Fowler, L. Noll, K. Vo). */
static uint64_t hash_of(const ludc_reasoner *r, const void *state, ludc_move move)
{
    char text[MOST];
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    ludc_short_text(r, state, move, text, sizeof text);
    for (const char *c = text; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    return hash;
}

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int by_number(const void *a, const void *b)
{
    ludc_move x = *(const ludc_move *)a, y = *(const ludc_move *)b;
    return (x > y) - (x < y);
}

void ludc_texts_init(LudcTexts *t, const ludc_reasoner *r, const void *state)
{
    *t = (LudcTexts){.r = r, .state = state};
    if (r->joint)
        return;
    const size_t n = ludc_moves(r, state, NULL);
    ludc_move *list = malloc((n + 1) * sizeof *list);
    t->hash = list ? malloc((n + 1) * sizeof *t->hash) : NULL;
    if (t->hash) {
        ludc_moves(r, state, list);
        qsort(list, n, sizeof *list, by_number);
        for (size_t i = 0; i < n; i++)
            if (!i || list[i] != list[i - 1]) /* a move that is listed twice has one text */
                t->hash[t->n++] = hash_of(r, state, list[i]);
        qsort(t->hash, t->n, sizeof *t->hash, by_size);
    }
    free(list);
}

void ludc_texts_free(LudcTexts *t)
{
    free(t->hash);
    *t = (LudcTexts){0};
}

size_t ludc_texts_of(const LudcTexts *t, ludc_move move, char *out, size_t size)
{
    const uint64_t hash = t->hash ? hash_of(t->r, t->state, move) : 0;
    const uint64_t *found = t->hash ? bsearch(&hash, t->hash, t->n, sizeof hash, by_size) : NULL;
    bool alone = found && (found == t->hash || found[-1] != hash) && (found + 1 == t->hash + t->n || found[1] != hash);
    return alone ? ludc_short_text(t->r, t->state, move, out, size) : ludc_move_text(t->r, t->state, move, out, size);
}
