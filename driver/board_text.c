/* board_text.c - a position in characters, from what the reasoner offers alone. */
#include "driver/board_text.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { ACROSS = 4, DOWN = 2, WIDEST = 200 }; /* characters between neighbours; of a line */

typedef struct {
    const ludc_reasoner *r;
    ludc_site_type type;
    size_t nsite;
    double *x, *y, left, top, step;
    int width, height;
    char *mark; /* by site */
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
    memset(b->mark, '.', b->nsite);
    ludc_observe(b->r, state, LUDC_SET_STATE, 0, bits);
    for (size_t i = 0; ludc_plane_at(b->r, LUDC_SET_STATE, i, &plane) == LUDC_OK; i++) {
        size_t kind = plane.size >= b->nsite ? kind_named(b->r, plane.name, plane.owner) : 0;
        char mark = kind ? mark_of(b->r, kind, plane.owner) : '.';
        for (size_t s = 0; kind && s < b->nsite; s++)
            if (bits[plane.word + s / 64] >> s % 64 & 1)
                b->mark[s] = mark;
    }
    free(bits);
}

/* The least distance of neighbours is so many characters. */
static void measure(Board *b)
{
    double right = -INFINITY, bottom = INFINITY;
    b->left = INFINITY;
    b->top = -INFINITY;
    b->step = INFINITY;
    for (size_t i = 0; i < b->nsite; i++) {
        double at[3] = {0, 0, 0};
        ludc_site_place(b->r, b->type, i, at);
        b->x[i] = at[0];
        b->y[i] = at[1];
        b->left = fmin(b->left, at[0]);
        right = fmax(right, at[0]);
        b->top = fmax(b->top, at[1]);
        bottom = fmin(bottom, at[1]);
        for (size_t j = 0; j < i; j++) {
            double d = hypot(b->x[j] - at[0], b->y[j] - at[1]);
            b->step = d > 1e-6 ? fmin(b->step, d) : b->step;
        }
    }
    b->step = isinf(b->step) ? 1 : b->step;
    b->width = (int)lround((right - b->left) / b->step * ACROSS) + 1;
    b->height = (int)lround((b->top - bottom) / b->step * DOWN) + 1;
}

static void put_lines(const Board *b, Out *out)
{
    char *grid = malloc((size_t)b->width * (size_t)b->height);
    if (!grid)
        abort();
    memset(grid, ' ', (size_t)b->width * (size_t)b->height);
    for (size_t i = 0; i < b->nsite; i++) {
        long x = lround((b->x[i] - b->left) / b->step * ACROSS), y = lround((b->top - b->y[i]) / b->step * DOWN);
        grid[y * b->width + x] = b->mark[i];
    }
    for (int y = 0; y < b->height; y++) {
        int n = b->width;
        while (n && grid[y * b->width + n - 1] == ' ')
            n--;
        if (n)
            out_printf(out, "  %.*s\n", n, grid + y * b->width);
    }
    free(grid);
}

void board_text(const ludc_reasoner *r, const void *state, Out *out)
{
    int type = ludc_board_type(r);
    Board b = {.r = r};
    if (type < 0 || !ludc_observe_words(r, LUDC_SET_STATE))
        return;
    b.type = (ludc_site_type)type;
    b.nsite = ludc_sites(r, b.type);
    b.x = calloc(2 * b.nsite + 1, sizeof *b.x);
    b.mark = malloc(b.nsite + 1);
    if (!b.x || !b.mark)
        abort();
    b.y = b.x + b.nsite;
    measure(&b);
    if (b.nsite && b.width <= WIDEST && b.height <= WIDEST) {
        mark_pieces(&b, state);
        put_lines(&b, out);
    }
    free(b.x);
    free(b.mark);
}
