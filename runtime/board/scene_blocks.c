/* scene_blocks.c - blocks of a puzzle's cells, by heavy lines around them, and those that share a number of the puzzle, by dotted ones. */
#include "runtime/abi.h"
#include "runtime/board/scene.h"

enum { CORNERS = 64 };

/* A side of a cell, by its vertices, a < b. */
typedef struct {
    int32_t a, b, block;
} Border;

static int by_ends(const void *a, const void *b)
{
    const Border *p = a, *q = b;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

/* Puts the cells of a list into block `number`; false: one is in another block already. */
static bool take(const Seats *seats, int32_t *block, const int32_t *site, size_t n, int32_t number)
{
    for (size_t k = 0; site && k < n; k++) {
        if (site[k] < 0 || (size_t)site[k] >= seats->n[LUDC_CELL])
            continue;
        if (block[site[k]])
            return false;
        block[site[k]] = number;
    }
    return true;
}

/* The block of each cell, from 1; 0: it is in none.  false: they lie over each other. */
static bool blocks_of(const Seats *seats, int32_t *block)
{
    bool apart = true;
    for (size_t i = 0; apart && i < look_blocks(seats->p->r); i++) {
        size_t n;
        const int32_t *site = look_block(seats->p->r, i, &n);
        apart = take(seats, block, site, n, (int32_t)i + 1);
    }
    return apart;
}

static bool cages_of(const Seats *seats, int32_t *block)
{
    bool apart = true;
    for (size_t i = 0; apart && i < look_hints(seats->p->r); i++) {
        size_t n;
        int type;
        int32_t value;
        const int32_t *site = look_hint(seats->p->r, i, &n, &type, &value);
        apart = !site || type != LUDC_CELL || n < 2 || take(seats, block, site, n, (int32_t)i + 1);
    }
    return apart;
}

static size_t borders_of(const Seats *seats, const int32_t *block, Border *out)
{
    size_t kept = 0;
    for (size_t cell = 0; cell < seats->n[LUDC_CELL]; cell++) {
        int32_t corner[CORNERS];
        size_t n = ludc_site_outline(seats->p->r, LUDC_CELL, cell, corner, CORNERS);
        n = n < CORNERS ? n : CORNERS;
        for (size_t i = 0; i < n; i++) {
            int32_t a = corner[i], b = corner[(i + 1) % n];
            if (a >= 0 && b >= 0 && (size_t)a < seats->n[LUDC_VERTEX] && (size_t)b < seats->n[LUDC_VERTEX])
                out[kept++] = (Border){a < b ? a : b, a < b ? b : a, block[cell]};
        }
    }
    qsort(out, kept, sizeof *out, by_ends);
    return kept;
}

static void line(Scene *s, const Seats *seats, const Border *b, bool heavy)
{
    const Seat *vertex = seats->seat[LUDC_VERTEX];
    Shape *shape = scene_add(s, SHAPE_LINE, 0, 0, seats->unit * (heavy ? 0.07 : 0.1));
    shape->number = !heavy;
    scene_spot(s, shape, vertex[b->a].x, vertex[b->a].y);
    scene_spot(s, shape, vertex[b->b].x, vertex[b->b].y);
}

static void draw(Scene *s, const Seats *seats, bool heavy)
{
    size_t room = 0;
    for (size_t i = 0; i < seats->n[LUDC_CELL]; i++)
        room += ludc_site_outline(seats->p->r, LUDC_CELL, i, NULL, 0);
    int32_t *block = calloc(seats->n[LUDC_CELL] + 1, sizeof *block);
    Border *border = calloc(room + 1, sizeof *border);
    bool apart = block && border && (heavy ? blocks_of(seats, block) : cages_of(seats, block));
    size_t n = apart ? borders_of(seats, block, border) : 0;
    for (size_t i = 0; i < n; i++) {
        bool twice = i + 1 < n && by_ends(&border[i], &border[i + 1]) == 0;
        if (twice ? border[i].block != border[i + 1].block : border[i].block > 0)
            line(s, seats, &border[i], heavy);
        i += twice;
    }
    free(block);
    free(border);
}

void scene_blocks(Scene *s, const Seats *seats)
{
    if (seats->p->type != LUDC_CELL)
        return;
    if (look_hints(seats->p->r))
        draw(s, seats, false);
    if (look_blocks(seats->p->r))
        draw(s, seats, true);
}
