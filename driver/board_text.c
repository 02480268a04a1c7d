/* board_text.c - a position in characters, from what the reasoner offers alone. */
#include "driver/board_text.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "driver/text_grid.h"

enum { WIDEST = 200 }; /* characters of a line */

typedef struct {
    const ludc_reasoner *r;
    ludc_site_type type;
    size_t nsite;
    TextMark *at; /* by site */
} Board;

/* The kind of a piece by its plane, or 0: a piece is called as its plane, with its owner's number behind it. */
static size_t kind_named(const ludc_reasoner *r, const char *name, unsigned owner)
{
    size_t stem = strlen(name);
    for (size_t i = 1; i < ludc_pieces(r); i++) {
        const char *piece = ludc_piece_name(r, i);
        bool same = !strncmp(piece, name, stem) && piece[stem + strspn(piece + stem, "0123456789")] == '\0';
        if (same && ludc_piece_owner(r, i) == owner)
            return i;
    }
    return 0;
}

/* X and O where each player has one kind; else the kind's letter, small for players after the first. */
static char mark_of(const ludc_reasoner *r, size_t kind, unsigned owner)
{
    static const char player[] = "#XO3456789ABCDEFG";
    size_t kinds = 0;
    for (size_t i = 1; i < ludc_pieces(r); i++)
        kinds += ludc_piece_owner(r, i) == owner;
    if (kinds <= 1)
        return player[owner < sizeof player - 1 ? owner : 0];
    char letter = ludc_piece_name(r, kind)[0];
    return (char)(owner > 1 ? tolower((unsigned char)letter) : toupper((unsigned char)letter));
}

static void mark_pieces(Board *b, const void *state)
{
    size_t words = ludc_observe_words(b->r, LUDC_SET_STATE);
    uint64_t *bits = calloc(words + 1, sizeof *bits);
    ludc_plane_info plane;
    if (!bits)
        abort();
    ludc_observe(b->r, state, LUDC_SET_STATE, 0, bits);
    for (size_t i = 0; ludc_plane_at(b->r, LUDC_SET_STATE, i, &plane) == LUDC_OK; i++) {
        size_t kind = plane.size >= b->nsite ? kind_named(b->r, plane.name, plane.owner) : 0;
        char mark = kind ? mark_of(b->r, kind, plane.owner) : '.';
        for (size_t s = 0; kind && s < b->nsite; s++)
            if (bits[plane.word + s / 64] >> s % 64 & 1)
                b->at[s].mark = mark;
    }
    free(bits);
}

/* Fills in the places; the least distance of two sites. */
static double measure(Board *b)
{
    double step = INFINITY;
    for (size_t i = 0; i < b->nsite; i++) {
        double at[3] = {0, 0, 0};
        ludc_site_place(b->r, b->type, i, at);
        b->at[i] = (TextMark){at[0], at[1], '.'};
        for (size_t j = 0; j < i; j++) {
            double d = hypot(b->at[j].x - at[0], b->at[j].y - at[1]);
            step = d > 1e-6 ? fmin(step, d) : step;
        }
    }
    return isinf(step) ? 1 : step;
}

void board_text(const ludc_reasoner *r, const void *state, Out *out)
{
    int type = ludc_board_type(r);
    Board b = {.r = r};
    if (type < 0 || !ludc_observe_words(r, LUDC_SET_STATE))
        return;
    b.type = (ludc_site_type)type;
    b.nsite = ludc_sites(r, b.type);
    b.at = calloc(b.nsite + 1, sizeof *b.at);
    if (!b.at)
        abort();
    double step = measure(&b);
    mark_pieces(&b, state);
    text_grid(b.at, (int)b.nsite, step, "  ", false, WIDEST, out);
    free(b.at);
}
