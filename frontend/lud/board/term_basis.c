/* term_basis.c - the ludemes of the square, hexagonal and triangular basis. */
#include "frontend/lud/board/term.h"

#include <string.h>

static Diagonals diagonals_arg(const Term *term)
{
    static const struct {
        const char *name;
        Diagonals diagonals;
    } row[] = {{"Implied", DIAGONALS_IMPLIED},         {"Solid", DIAGONALS_SOLID},
               {"SolidNoSplit", DIAGONALS_SOLID_NO_SPLIT},
               {"Alternating", DIAGONALS_ALTERNATING}, {"Concentric", DIAGONALS_CONCENTRIC},
               {"Radiating", DIAGONALS_RADIATING}};
    const Term *arg = term_arg(term, SLOT_diagonals);
    for (size_t i = 0; arg && i < sizeof row / sizeof *row; i++)
        if (term_is_enum(arg, row[i].name))
            return row[i].diagonals;
    return DIAGONALS_NONE;
}

static Graph *no_such_shape(Maker *maker, const Term *shape)
{
    session_error(maker->session, term_at(shape), "this tiling has no boards of shape `%s`",
                  shape->text);
    return NULL;
}

static Graph *square(Maker *maker, const Term *term)
{
    int n;
    const Term *shape = term_arg(term, SLOT_shape);
    Diagonals diagonals = diagonals_arg(term);
    bool pyramidal = flag_arg(term, SLOT_pyramidal, false);
    if (!size_arg(maker, term, SLOT_size, 0, &n) ||
        !size_is_fair(maker, term, n + 1, pyramidal ? (int64_t)n * n / 3 + 1 : n + 2))
        return NULL;
    if (!shape || term_is_enum(shape, "Square"))
        return graph_rectangle(maker->arena, n, n, diagonals, pyramidal, maker->use);
    if (term_is_enum(shape, "Limping"))
        return graph_rectangle(maker->arena, n, n + 1, diagonals, pyramidal, maker->use);
    if (!term_is_enum(shape, "Diamond"))
        return no_such_shape(maker, shape);
    if (!size_is_fair(maker, term, 2 * n, 2 * n))
        return NULL;
    return graph_square_diamond(maker->arena, n, diagonals);
}

static Graph *rectangle(Maker *maker, const Term *term)
{
    int rows, columns;
    if (!size_arg(maker, term, SLOT_a, 0, &rows) ||
        !size_arg(maker, term, SLOT_b, rows, &columns) ||
        !size_is_fair(maker, term, rows + 1, columns + 1))
        return NULL;
    return graph_rectangle(maker->arena, rows, columns, diagonals_arg(term), false,
                           maker->use);
}

/* Sides a, b, a, b .. of a hexagon. */
static Outline two_sides(Maker *maker, int a, int b)
{
    Ints *sides = ARENA_NEW(maker->arena, Ints);
    vec_push(maker->arena, sides, a);
    vec_push(maker->arena, sides, b);
    return (Outline){NULL, sides};
}

static Graph *hex(Maker *maker, const Term *term)
{
    int a, b;
    const Term *shape = term_arg(term, SLOT_shape);
    bool two = term_arg(term, SLOT_b) != NULL;
    if (!size_arg(maker, term, SLOT_a, 0, &a) || !size_arg(maker, term, SLOT_b, a, &b))
        return NULL;
    int64_t size = term_is_enum(shape, "Star") ? 3 * (int64_t)a + 1 : (int64_t)a + b;
    if (!size_is_fair(maker, term, size, size))
        return NULL;
    if (!shape || term_is_enum(shape, "Hexagon"))
        return two ? graph_hex_outline(maker->arena, two_sides(maker, a, b))
                   : graph_hex_hexagon(maker->arena, a);
    if (term_is_enum(shape, "Limping"))
        return graph_hex_outline(maker->arena, two_sides(maker, a, a + 1));
    if (term_is_enum(shape, "Triangle"))
        return graph_hex_triangle(maker->arena, a);
    if (term_is_enum(shape, "Diamond"))
        return graph_hex_diamond(maker->arena, a);
    if (term_is_enum(shape, "Prism"))
        return graph_hex_prism(maker->arena, a, b);
    if (term_is_enum(shape, "Star"))
        return graph_hex_star(maker->arena, a);
    if (term_is_enum(shape, "Square"))
        return graph_hex_rectangle(maker->arena, a, a);
    if (term_is_enum(shape, "Rectangle"))
        return graph_hex_rectangle(maker->arena, a, b);
    return no_such_shape(maker, shape);
}

static Graph *tri(Maker *maker, const Term *term)
{
    int a, b;
    const Term *shape = term_arg(term, SLOT_shape);
    if (!size_arg(maker, term, SLOT_a, 0, &a) || !size_arg(maker, term, SLOT_b, a, &b))
        return NULL;
    int64_t size = term_is_enum(shape, "Star") ? 3 * (int64_t)a + 1 : (int64_t)a + b;
    if (!size_is_fair(maker, term, size, size))
        return NULL;
    if (!shape || term_is_enum(shape, "Triangle"))
        return graph_tri_triangle(maker->arena, a, maker->use);
    if (term_is_enum(shape, "Hexagon"))
        return graph_tri_hexagon(maker->arena, a, maker->use);
    if (term_is_enum(shape, "Diamond"))
        return graph_tri_diamond(maker->arena, a, maker->use);
    if (term_is_enum(shape, "Prism"))
        return graph_tri_prism(maker->arena, a, b, maker->use);
    if (term_is_enum(shape, "Star"))
        return graph_tri_star(maker->arena, a);
    if (term_is_enum(shape, "Limping"))
        return graph_tri_outline(maker->arena, two_sides(maker, a, a + 1));
    if (term_is_enum(shape, "Square"))
        return graph_tri_rectangle(maker->arena, a, a, maker->use);
    if (term_is_enum(shape, "Rectangle"))
        return graph_tri_rectangle(maker->arena, a, b, maker->use);
    return no_such_shape(maker, shape);
}

static Graph *outlined(Maker *maker, const Term *term)
{
    Outline outline;
    if (!outline_arg(maker, term, &outline))
        return NULL;
    Graph *graph = term_is(term, LUD_square_shape)
                       ? graph_square_outline(maker->arena, outline, diagonals_arg(term))
                   : term_is(term, LUD_hex_shape)
                       ? graph_hex_outline(maker->arena, outline)
                       : graph_tri_outline(maker->arena, outline);
    if (graph_size(graph, SITE_VERTEX))
        return graph;
    session_error(maker->session, term_at(term), "there is no site inside this outline");
    return NULL;
}

Graph *graph_of_basis(Maker *maker, const Term *term, bool *mine)
{
    *mine = true;
    switch ((int)term->id) {
    case LUD_square:
        return square(maker, term);
    case LUD_rectangle:
        return rectangle(maker, term);
    case LUD_hex:
        return hex(maker, term);
    case LUD_tri:
        return tri(maker, term);
    case LUD_square_shape:
    case LUD_hex_shape:
    case LUD_tri_shape:
        return outlined(maker, term);
    default:
        *mine = false;
        return NULL;
    }
}
