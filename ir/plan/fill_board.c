/* fill_board.c - boards on which exactly one player joins his sides.
 *
 * The sides become sites of their own: each next to all sites of its side and to the sides
 * beside it.  With two sides of each player a last one is next to all four.  If that graph is
 * a sphere of triangles then the board is a disc of triangles, its edge the sides in turn.
 *
 * Of such a disc: two players cannot both join their sides, as their ways would cross
 * (with three sides their groups and a site outside, each next to all three sides, would be
 * K3,3 drawn in the plane).  And one does.  Three sides: where nobody joins them, give every
 * site the number of the first side that its group does not touch; by Sperner's lemma some
 * triangle has all three numbers, but two of its sites are of one colour, hence of one
 * group.  Two sides each: put a stone of either player in place of his second side; of the
 * board with these two, his first side with the other's stone, the other's first side with
 * his stone, and the two stones are three sides, and who joins them joins his own.
 *
 * A graph in which the neighbours of every site form one cycle, each next to exactly those
 * beside it, is a closed surface of triangles; it is a sphere if it is connected and has
 * 3n - 6 edges (Euler). */
#include "ir/plan/fill.h"

#include <string.h>

typedef struct {
    Arena *arena;
    size_t n;
    bool *edge; /* [n * n] */
} Graph;

static bool has(const Graph *g, size_t x, size_t y) { return g->edge[x * g->n + y]; }

static void join(Graph *g, size_t x, size_t y) { g->edge[x * g->n + y] = g->edge[y * g->n + x] = true; }

/* The neighbours of x, into `near`; their number. */
static size_t neighbours(const Graph *g, size_t x, size_t *near)
{
    size_t n = 0;
    for (size_t y = 0; y < g->n; y++)
        if (has(g, x, y))
            near[n++] = y;
    return n;
}

/* Do the neighbours of x form one cycle, each next to exactly those beside it? */
static bool is_wheel(const Graph *g, size_t x, size_t *near)
{
    size_t n = neighbours(g, x, near), length = 0;
    if (n < 3 || has(g, x, x))
        return false;
    for (size_t i = 0; i < n; i++) {
        size_t beside = 0;
        for (size_t j = 0; j < n; j++)
            beside += has(g, near[i], near[j]);
        if (beside != 2)
            return false;
    }
    size_t from = near[0], at = near[0];
    do {
        size_t next = 0;
        while (next < n && (!has(g, at, near[next]) || near[next] == from))
            next++;
        from = at;
        at = near[next < n ? next : 0];
        length++;
    } while (at != near[0] && length <= n);
    return length == n;
}

static size_t reached(const Graph *g)
{
    size_t *queue = ARENA_ARRAY(g->arena, size_t, g->n), n = 1;
    bool *seen = ARENA_ARRAY(g->arena, bool, g->n);
    seen[0] = true;
    for (size_t i = 0; i < n; i++)
        for (size_t y = 0; y < g->n; y++)
            if (has(g, queue[i], y) && !seen[y]) {
                seen[y] = true;
                queue[n++] = y;
            }
    return n;
}

static bool is_sphere(const Graph *g)
{
    size_t ends = 0, *near = ARENA_ARRAY(g->arena, size_t, g->n);
    for (size_t x = 0; x < g->n; x++) {
        if (!is_wheel(g, x, near))
            return false;
        ends += neighbours(g, x, near);
    }
    return ends == 2 * (3 * g->n - 6) && reached(g) == g->n;
}

/* The board and `extra` sites more. */
static Graph graph_of(const IrGame *game, const Ir *near, size_t extra, Arena *arena)
{
    const IrTable *t = &game->table.at[near->k];
    size_t words = (size_t)ir_words(game, t->elem.space);
    Graph g = {.arena = arena, .n = t->n + extra};
    g.edge = ARENA_ARRAY(arena, bool, g.n * g.n);
    for (size_t x = 0; x < t->n; x++)
        for (size_t y = 0; y < t->n; y++)
            if (ir_mask_has(&t->word[x * words], (int)y))
                join(&g, x, y);
    return g;
}

static void add_side(Graph *g, size_t side, const uint64_t *member, size_t size)
{
    for (size_t x = 0; x < size; x++)
        if (ir_mask_has(member, (int)x))
            join(g, side, x);
}

/* Two sides each, in turn. */
static bool four_sides(const IrGame *game, const IrJoin *one, const IrJoin *two, Arena *arena)
{
    Graph g = graph_of(game, one->near, 5, arena);
    size_t size = g.n - 5;
    for (size_t i = 0; i < 4; i++) {
        add_side(&g, size + i, ir_join_side(game, i % 2 ? two : one, (int)i / 2), size);
        join(&g, size + i, size + (i + 1) % 4);
        join(&g, size + i, size + 4);
    }
    return is_sphere(&g);
}

static bool same_sides(const IrGame *game, const IrJoin *one, const IrJoin *two, size_t words)
{
    for (int i = 0; i < one->sides; i++) {
        int j = 0;
        while (j < two->sides &&
               memcmp(ir_join_side(game, one, i), ir_join_side(game, two, j), words * sizeof(uint64_t)) != 0)
            j++;
        if (j == two->sides)
            return false;
    }
    return true;
}

static bool three_sides(const IrGame *game, const IrJoin *one, Arena *arena)
{
    Graph g = graph_of(game, one->near, 3, arena);
    size_t size = g.n - 3;
    for (size_t i = 0; i < 3; i++) {
        add_side(&g, size + i, ir_join_side(game, one, (int)i), size);
        join(&g, size + i, size + (i + 1) % 3);
    }
    return is_sphere(&g);
}

bool ir_fill_board(const IrGame *game, const IrJoin *one, const IrJoin *two)
{
    enum { MOST_SITES = 4096 };
    int space = game->table.at[one->near->k].elem.space;
    if (one->near->k != two->near->k || one->sides != two->sides || game->space.at[space].size > MOST_SITES ||
        game->table.at[one->side->k].elem.space != space || game->table.at[two->side->k].elem.space != space)
        return false;
    Arena *arena = arena_beside(game->arena);
    bool sound = one->sides == 2 ? four_sides(game, one, two, arena)
                 : one->sides == 3
                     ? same_sides(game, one, two, (size_t)ir_words(game, space)) && three_sides(game, one, arena)
                     : false;
    arena_free(arena);
    return sound;
}
