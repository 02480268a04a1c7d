/* term_shape.c - polygons, wedges, spirals, rings, tilings, bricks, knots, and
 * graphs spelled out. */
#include "frontend/lud/board/term.h"

#include <stdlib.h>

static Graph *refused(Maker *maker, const Term *term, const char *text)
{
    session_error(maker->session, term_at(term), "%s", text);
    return NULL;
}

static Graph *regular(Maker *maker, const Term *term)
{
    int sides;
    if (!size_arg(maker, term, SLOT_sides, 0, &sides))
        return NULL;
    if (sides < 3)
        return refused(maker, term, "a polygon has at least 3 sides");
    return graph_regular(maker->arena, sides, term_arg(term, SLOT_star) != NULL, maker->use);
}

static Graph *wedge(Maker *maker, const Term *term)
{
    int rows, columns;
    if (!size_arg(maker, term, SLOT_rows, 0, &rows) ||
        !size_arg(maker, term, SLOT_columns, 3, &columns) ||
        !size_is_fair(maker, term, rows, columns))
        return NULL;
    if (columns < 2)
        return refused(maker, term, "a wedge has at least 2 columns");
    return graph_wedge(maker->arena, rows, columns);
}

static Graph *spiral(Maker *maker, const Term *term)
{
    int turns, sites;
    if (!size_arg(maker, term, SLOT_turns, 0, &turns) ||
        !size_arg(maker, term, SLOT_sites, 0, &sites))
        return NULL;
    if (sites > 1000)
        return refused(maker, term, "a spiral has at most 1000 sites");
    Graph *graph =
        graph_spiral(maker->arena, turns, sites, flag_arg(term, SLOT_clockwise, true));
    return graph ? graph : refused(maker, term, "these sites do not fill so many turns");
}

static Graph *repeat(Maker *maker, const Term *term)
{
    int rows, columns;
    Point step[2];
    const Term *steps = term_arg(term, SLOT_step), *poly = term_arg(term, SLOT_poly);
    const Term *polys = term_arg(term, SLOT_polys);
    size_t n = poly ? 1 : polys->n, corners = 0;
    Points *polygon = ARENA_ARRAY(maker->arena, Points, n);
    if (!size_arg(maker, term, SLOT_rows, 0, &rows) ||
        !size_arg(maker, term, SLOT_columns, 0, &columns))
        return NULL;
    if (steps->n < 2)
        return refused(maker, steps, "`step` needs a step by column and one by row");
    if (!point_value(maker, steps->slot[0], &step[0]) ||
        !point_value(maker, steps->slot[1], &step[1]))
        return NULL;
    for (size_t i = 0; i < n; i++) {
        if (!poly_value(maker, poly ? poly : polys->slot[i], &polygon[i]))
            return NULL;
        corners += polygon[i].n;
    }
    if (!size_is_fair(maker, term, rows, columns) ||
        !size_is_fair(maker, term, (int64_t)rows * columns, (int64_t)corners))
        return NULL;
    return graph_repeat(maker->arena, rows, columns, step[0], step[1], polygon, n);
}

/* ---- rings ------------------------------------------------------------------------ */

static bool condition_arg(Maker *maker, const Term *term, SlotName slot, bool *value)
{
    const Term *arg = term_arg(term, slot);
    if (arg && arg->kind != TERM_BOOL)
        return session_unsupported(maker->session, term_at(arg),
                                   "only True or False is supported here");
    if (arg)
        *value = arg->number != 0;
    return true;
}

static Graph *circles(Maker *maker, const Term *term, const Ints *cells)
{
    bool stagger = false;
    int64_t total = 1;
    if (!condition_arg(maker, term, SLOT_stagger, &stagger))
        return NULL;
    if (!cells->n)
        return refused(maker, term, "a circular board needs at least one ring");
    for (size_t i = 0; i < cells->n; i++)
        total += llabs((long long)cells->at[i]);
    if (!size_is_fair(maker, term, total, 1))
        return NULL;
    if (maker->use != SITE_CELL && cells->n == 1 && cells->at[0] < 3)
        return refused(maker, term, "a ring has at least 3 sites");
    return graph_circles(maker->arena, cells, stagger, maker->use);
}

static Graph *target(Maker *maker, const Term *term, int rings)
{
    int steps;
    Ints cells = {0};
    if (!term_arg(term, SLOT_steps)) {
        if (maker->use != SITE_CELL)
            return refused(maker, term, "a target is played on its cells only");
        return graph_target(maker->arena, rings);
    }
    if (!dim_arg(maker, term, SLOT_steps, 0, &steps) ||
        !size_is_fair(maker, term, rings, steps))
        return NULL;
    for (int ring = 0; ring < rings; ring++)
        vec_push(maker->arena, &cells, steps);
    return graph_circles(maker->arena, &cells, false, maker->use);
}

static Graph *rings_of(Maker *maker, const Term *term, int sides)
{
    int rings;
    RingJoins joins = {true, true, false};
    if (!size_arg(maker, term, SLOT_rings, 0, &rings) ||
        !size_is_fair(maker, term, rings, 2 * sides) ||
        !condition_arg(maker, term, SLOT_midpoints, &joins.midpoints) ||
        !condition_arg(maker, term, SLOT_joinMidpoints, &joins.join_midpoints) ||
        !condition_arg(maker, term, SLOT_joinCorners, &joins.join_corners))
        return NULL;
    if (sides < 3)
        return refused(maker, term, "a ring has at least 3 sides");
    return graph_rings(maker->arena, sides, rings, joins, maker->use);
}

static Graph *concentric(Maker *maker, const Term *term)
{
    const Term *shape = term_arg(term, SLOT_shape), *sides = term_arg(term, SLOT_sides);
    const Term *list = term_arg(term, SLOT_cells);
    int n = term_is_enum(shape, "Triangle") ? 3 : term_is_enum(shape, "Square") ? 4 : 6;
    if (list) {
        Ints cells = {0};
        if (!dims_value(maker, list, &cells))
            return NULL;
        return circles(maker, term, &cells);
    }
    if (!term_arg(term, SLOT_rings))
        return refused(maker, term, "a concentric board needs `rings:`");
    if (term_is_enum(shape, "Target")) {
        if (!size_arg(maker, term, SLOT_rings, 0, &n) || !size_is_fair(maker, term, n, 8))
            return NULL;
        return target(maker, term, n);
    }
    if (sides && !size_arg(maker, term, SLOT_sides, 0, &n))
        return NULL;
    return rings_of(maker, term, n);
}

/* ---- bricks and knots ---------------------------------------------------------------- */

static Graph *brick(Maker *maker, const Term *term)
{
    int a, b;
    const Term *shape = term_arg(term, SLOT_shape);
    bool trim = flag_arg(term, SLOT_trim, false), two = term_arg(term, SLOT_b) != NULL;
    if (!size_arg(maker, term, SLOT_a, 0, &a) || !size_arg(maker, term, SLOT_b, a, &b) ||
        !size_is_fair(maker, term, 2 * a + b, 2 * a + b))
        return NULL;
    if (term_is_enum(shape, "Diamond"))
        return graph_brick_diamond(maker->arena, a, 0, trim);
    if (term_is_enum(shape, "Prism"))
        return graph_brick_diamond(maker->arena, a, b, trim);
    if (term_is_enum(shape, "Spiral"))
        return graph_brick_spiral(maker->arena, a);
    if (term_is_enum(shape, "Limping"))
        return graph_brick_rectangle(maker->arena, a, a + 1, trim);
    return graph_brick_rectangle(maker->arena, a, two ? b : a, trim);
}

static Graph *quadhex(Maker *maker, const Term *term)
{
    int layers;
    bool thirds = flag_arg(term, SLOT_thirds, false);
    if (!size_arg(maker, term, SLOT_layers, 0, &layers) ||
        !size_is_fair(maker, term, 3 * layers, 3 * layers))
        return NULL;
    if (thirds && layers < 2)
        return refused(maker, term, "a board in thirds has at least 2 layers");
    return graph_quadhex(maker->arena, layers, thirds);
}

static Graph *celtic(Maker *maker, const Term *term)
{
    int rows, columns;
    if (!size_arg(maker, term, SLOT_rows, 0, &rows) ||
        !size_arg(maker, term, SLOT_columns, rows, &columns) ||
        !size_is_fair(maker, term, 2 * rows, 2 * columns))
        return NULL;
    return graph_celtic(maker->arena, rows, columns);
}

static Graph *celtic_outline(Maker *maker, const Term *term)
{
    Outline outline;
    if (!outline_arg(maker, term, &outline))
        return NULL;
    return graph_celtic_outline(maker->arena, outline);
}

/* ---- spelled out ------------------------------------------------------------------ */

static bool pairs_value(Maker *maker, const Term *list, size_t vertices, Ints *pairs)
{
    for (uint32_t i = 0; list && i < list->n; i++) {
        const Term *pair = list->slot[i];
        if (pair->n != 2)
            return session_error(maker->session, term_at(pair), "an edge is {a b}");
        for (int k = 0; k < 2; k++) {
            int64_t id = pair->slot[k]->number;
            if (id < 0 || id >= (int64_t)vertices)
                return session_error(maker->session, term_at(pair->slot[k]),
                                     "there is no vertex %lld", (long long)id);
            vec_push(maker->arena, pairs, (int)id);
        }
    }
    return true;
}

static Graph *spelled(Maker *maker, const Term *term)
{
    const Term *list = term_arg(term, SLOT_vertices);
    Points point = {0};
    Ints pairs = {0};
    for (uint32_t i = 0; i < list->n; i++) {
        Point at;
        if (!point_value(maker, list->slot[i], &at))
            return NULL;
        vec_push(maker->arena, &point, at);
    }
    if (!size_is_fair(maker, term, (int64_t)point.n, 1) ||
        !pairs_value(maker, term_arg(term, SLOT_edges), point.n, &pairs))
        return NULL;
    return graph_from_lists(maker->arena, &point, &pairs);
}

/* ---- tilings ----------------------------------------------------------------------- */

static Tiling tiling_arg(const Term *term)
{
    static const char *const name[TILINGS] = {
        [TILING_488] = "T488",     [TILING_3636] = "T3636",   [TILING_3464] = "T3464",
        [TILING_33344] = "T33344", [TILING_33434] = "T33434", [TILING_33336] = "T33336",
        [TILING_4612] = "T4612",   [TILING_31212] = "T31212", [TILING_333333_33434] =
                                                                  "T333333_33434"};
    int kind = 0;
    while (kind + 1 < TILINGS && !term_is_enum(term_arg(term, SLOT_tiling), name[kind]))
        kind++;
    return (Tiling)kind;
}

static Graph *tiled(Maker *maker, const Term *term)
{
    int a, b;
    if (!size_arg(maker, term, SLOT_a, 0, &a) || !size_arg(maker, term, SLOT_b, a, &b) ||
        !size_is_fair(maker, term, 5 * a, 5 * b))
        return NULL;
    return graph_tiling(maker->arena, tiling_arg(term), a, term_arg(term, SLOT_b) ? b : 0);
}

static Graph *tiled_outline(Maker *maker, const Term *term)
{
    Outline outline;
    Points polygon = {0};
    Tiling kind = tiling_arg(term);
    int fixed = graph_tiling_fixed(kind);
    if (!outline_arg(maker, term, &outline))
        return NULL;
    if (!fixed)
        return graph_tiling_outline(maker->arena, kind, outline);
    if (kind != TILING_33434 || !outline.polygon)
        return graph_tiling(maker->arena, kind, fixed, 0);
    if (!poly_value(maker, term_arg(term, SLOT_poly), &polygon))
        return NULL;
    return graph_clip(maker->arena, graph_tiling(maker->arena, kind, 5, 0), &polygon, true);
}

Graph *graph_of_shape(Maker *maker, const Term *term, bool *mine)
{
    *mine = true;
    switch ((int)term->id) {
    case LUD_regular:
        return regular(maker, term);
    case LUD_wedge:
        return wedge(maker, term);
    case LUD_spiral:
        return spiral(maker, term);
    case LUD_repeat:
        return repeat(maker, term);
    case LUD_concentric:
        return concentric(maker, term);
    case LUD_graph_of:
        return spelled(maker, term);
    case LUD_brick:
        return brick(maker, term);
    case LUD_quadhex:
        return quadhex(maker, term);
    case LUD_celtic:
        return celtic(maker, term);
    case LUD_celtic_shape:
        return celtic_outline(maker, term);
    case LUD_tiling:
        return tiled(maker, term);
    case LUD_tiling_shape:
        return tiled_outline(maker, term);
    default:
        *mine = false;
        return NULL;
    }
}
