/* term_ops.c - operators: graphs from graphs. */
#include "frontend/lud/board/term.h"

typedef struct {
    Graph **at;
    size_t n;
} Parts;

/* The graphs of `a` and `b`, or those of the list. */
static bool parts_of(Maker *maker, const Term *term, bool list, Parts *parts)
{
    const Term *array = list ? term_arg(term, SLOT_graphs) : NULL;
    int64_t vertices = 0;
    parts->n = list ? array->n : 2;
    parts->at = ARENA_ARRAY(maker->arena, Graph *, parts->n);
    for (size_t i = 0; i < parts->n; i++) {
        const Term *part = list ? array->slot[i] : term_arg(term, i ? SLOT_b : SLOT_a);
        parts->at[i] = graph_of_term(maker, part);
        if (!parts->at[i])
            return false;
        vertices += graph_size(parts->at[i], SITE_VERTEX);
    }
    if (!parts->n)
        return session_error(maker->session, term_at(term), "no graphs are given");
    return size_is_fair(maker, term, vertices, 1);
}

static Graph *joined(Maker *maker, const Term *term)
{
    Parts parts;
    bool list = term_is(term, LUD_merge_list) || term_is(term, LUD_union_graph_list);
    if (!parts_of(maker, term, list, &parts))
        return NULL;
    bool connect = flag_arg(term, SLOT_connect, false);
    return term_is(term, LUD_merge) || term_is(term, LUD_merge_list)
               ? graph_merge(maker->arena, parts.at, parts.n, connect)
               : graph_union(maker->arena, parts.at, parts.n, connect);
}

static Graph *intersected(Maker *maker, const Term *term)
{
    Parts parts;
    if (!parts_of(maker, term, term_is(term, LUD_intersect_list), &parts))
        return NULL;
    return graph_intersect(maker->arena, parts.at, parts.n);
}

/* ---- moving ------------------------------------------------------------------------ */

static bool moved(Maker *maker, const Term *term, Graph *graph)
{
    double x, y, z;
    switch ((int)term->id) {
    case LUD_shift:
        if (!float_arg(maker, term, SLOT_dx, 0, &x) || !float_arg(maker, term, SLOT_dy, 0, &y) ||
            !float_arg(maker, term, SLOT_dz, 0, &z))
            return false;
        graph_shift(graph, x, y, z);
        return true;
    case LUD_scale:
        if (!float_arg(maker, term, SLOT_scaleX, 1, &x) ||
            !float_arg(maker, term, SLOT_scaleY, x, &y) ||
            !float_arg(maker, term, SLOT_scaleZ, 1, &z))
            return false;
        graph_scale(graph, x, y, z);
        return true;
    case LUD_rotate:
        if (!float_arg(maker, term, SLOT_degrees, 0, &x))
            return false;
        graph_rotate(graph, x);
        return true;
    default:
        graph_skew(graph, real_value(term_arg(term, SLOT_amount)));
        return true;
    }
}

/* ---- cutting ------------------------------------------------------------------------ */

static Graph *cut(Maker *maker, const Term *term, Graph *graph)
{
    Points polygon = {0};
    if (!poly_value(maker, term_arg(term, SLOT_poly), &polygon))
        return NULL;
    switch ((int)term->id) {
    case LUD_keep:
        return graph_clip(maker->arena, graph, &polygon, true);
    case LUD_clip:
        return graph_clip(maker->arena, graph, &polygon, false);
    case LUD_hole:
        graph_hole(graph, &polygon);
        return graph;
    default:
        graph_remove_in(graph, &polygon);
        return graph;
    }
}

/* ---- refining ------------------------------------------------------------------------ */

static Graph *renumbered(const Term *term, Graph *graph)
{
    static const SlotName slot[3] = {SLOT_type, SLOT_type2, SLOT_type3};
    bool any = false;
    for (int type = 0; type < SITE_TYPES; type++) {
        bool wanted = false;
        for (int i = 0; i < 3; i++)
            wanted |= term_is_enum(term_arg(term, slot[i]), site_type_name[type]);
        if (wanted)
            graph_reorder_type(graph, (SiteType)type);
        any |= wanted;
    }
    if (!any)
        graph_reorder(graph);
    return graph;
}

static Graph *completed(Maker *maker, const Term *term, Graph *graph)
{
    int64_t n = graph_size(graph, SITE_VERTEX);
    bool each_cell = flag_arg(term, SLOT_eachCell, false);
    if (!each_cell && !size_is_fair(maker, term, n, 2 * n)) /* edges: n * n / 2 */
        return NULL;
    graph_complete(graph, each_cell);
    return graph;
}

static Graph *subdivided(Maker *maker, const Term *term, Graph *graph)
{
    int least;
    if (!dim_arg(maker, term, SLOT_min, 1, &least))
        return NULL;
    /* each corner of a face becomes a face */
    int64_t corners = 0;
    for (size_t f = 0; f < graph->face.n; f++)
        corners += (int64_t)graph->face.at[f].vertex.n;
    if (!size_is_fair(maker, term, corners, 1))
        return NULL;
    graph_subdivide(graph, least, maker->use);
    return graph;
}

static Graph *layered(Maker *maker, const Term *term, Graph *graph)
{
    int layers;
    if (!size_arg(maker, term, SLOT_layers, 0, &layers) ||
        !size_is_fair(maker, term, layers, graph_size(graph, SITE_VERTEX)))
        return NULL;
    return graph_layers(maker->arena, graph, layers);
}

static Graph *split(Maker *maker, const Term *term, Graph *graph)
{
    /* every pair of edges is looked at again after each split */
    if (!size_is_fair(maker, term, 10, graph_size(graph, SITE_EDGE)))
        return NULL;
    graph_split_crossings(graph);
    return graph;
}

static Graph *changed(Maker *maker, const Term *term)
{
    Graph *graph = graph_of_term(maker, term_arg(term, SLOT_graph));
    if (!graph)
        return NULL;
    switch ((int)term->id) {
    case LUD_shift:
    case LUD_scale:
    case LUD_rotate:
    case LUD_skew:
        return moved(maker, term, graph) ? graph : NULL;
    case LUD_keep:
    case LUD_clip:
    case LUD_hole:
    case LUD_remove_graph_in:
        return cut(maker, term, graph);
    case LUD_renumber:
        return renumbered(term, graph);
    case LUD_complete:
        return completed(maker, term, graph);
    case LUD_subdivide:
        return subdivided(maker, term, graph);
    case LUD_layers:
        return layered(maker, term, graph);
    case LUD_split_crossings:
        return split(maker, term, graph);
    case LUD_dual:
        return graph_dual(maker->arena, graph);
    case LUD_make_faces:
        graph_make_faces(graph, true);
        return graph;
    case LUD_trim:
        graph_trim(graph);
        return graph;
    default: /* recoordinate: labels are computed for every board */
        return graph;
    }
}

Graph *graph_of_operator(Maker *maker, const Term *term, bool *mine)
{
    *mine = true;
    switch ((int)term->id) {
    case LUD_merge:
    case LUD_merge_list:
    case LUD_union_graph:
    case LUD_union_graph_list:
        return joined(maker, term);
    case LUD_intersect:
    case LUD_intersect_list:
        return intersected(maker, term);
    case LUD_shift:
    case LUD_scale:
    case LUD_rotate:
    case LUD_skew:
    case LUD_keep:
    case LUD_clip:
    case LUD_hole:
    case LUD_remove_graph_in:
    case LUD_renumber:
    case LUD_recoordinate:
    case LUD_complete:
    case LUD_subdivide:
    case LUD_layers:
    case LUD_split_crossings:
    case LUD_dual:
    case LUD_make_faces:
    case LUD_trim:
        return changed(maker, term);
    default:
        *mine = false;
        return NULL;
    }
}
