/* board.c - measuring a graph into a Board, and asking the Board. */
#include "frontend/lud/board/measure.h"

#include <string.h>

const char *const wind_name[WINDS] = {
    "N",   "NNE", "NE",  "ENE", "E",   "ESE", "SE",  "SSE", "S",   "SSW",
    "SW",  "WSW", "W",   "WNW", "NW",  "NNW", "CW",  "CCW", "In",  "Out",
    "U",   "UN",  "UNE", "UE",  "USE", "US",  "USW", "UW",  "UNW", "D",
    "DN",  "DNE", "DE",  "DSE", "DS",  "DSW", "DW",  "DNW"};

const char *const board_set_name[BOARD_SETS] = {
    "corners", "cornersConvex", "cornersConcave", "outer", "perimeter", "inner", "major",
    "minor",   "top",           "bottom",         "left",  "right",     "centre"};

int wind_find(const char *name)
{
    for (int wind = 0; wind < WINDS; wind++)
        if (!strcmp(wind_name[wind], name))
            return wind;
    return -1;
}

/* ---- filling a layer -------------------------------------------------------- */

static Sites sites_with(Arena *arena, const uint64_t *property, int n, uint64_t bit)
{
    Sites sites = {0, NULL};
    for (int i = 0; i < n; i++)
        sites.n += (property[i] & bit) != 0;
    sites.at = ARENA_ARRAY(arena, int, sites.n);
    for (int i = 0, k = 0; i < n; i++)
        if (property[i] & bit)
            sites.at[k++] = i;
    return sites;
}

/* Sites by number: lists[k] are those numbered k. */
static Sites *sites_by(Arena *arena, const int *number, int n, int *lists)
{
    *lists = 0;
    for (int i = 0; i < n; i++)
        if (number[i] >= *lists)
            *lists = number[i] + 1;
    Sites *list = ARENA_ARRAY(arena, Sites, *lists);
    for (int i = 0; i < n; i++)
        if (number[i] >= 0)
            list[number[i]].n++;
    for (int k = 0; k < *lists; k++) {
        list[k].at = ARENA_ARRAY(arena, int, list[k].n);
        list[k].n = 0;
    }
    for (int i = 0; i < n; i++)
        if (number[i] >= 0)
            list[number[i]].at[list[number[i]].n++] = i;
    return list;
}

static void fill_steps(Arena *arena, SiteType type, const RawSteps *steps, BoardSite *site)
{
    site->nstep = 0;
    site->step = ARENA_ARRAY(arena, Step, steps->n);
    for (size_t i = 0; i < steps->n; i++) {
        const RawStep *raw = &steps->at[i];
        if (raw->to_type != type)
            continue;
        Step *step = &site->step[site->nstep++];
        step->to = raw->to;
        step->relations = (unsigned)(raw->listed & (WAY_BIT(WAY_CLASSES) - 1));
        for (int wind = 0; wind < WINDS; wind++)
            if (raw->ways & WAY_BIT(way_of_wind[wind]))
                step->winds |= UINT64_C(1) << wind;
    }
}

static Sites corners_of(Arena *arena, const Graph *graph, SiteType type, int id)
{
    Sites sites = {0, NULL};
    if (type == SITE_EDGE) {
        const GraphEdge *edge = &graph->edge.at[id];
        sites.n = 2;
        sites.at = ARENA_ARRAY(arena, int, 2);
        sites.at[0] = edge->a;
        sites.at[1] = edge->b;
    } else if (type == SITE_CELL) {
        const Ints *corner = &graph->face.at[id].vertex;
        sites.n = (int)corner->n;
        sites.at = arena_copy(arena, corner->at, corner->n * sizeof(int));
    }
    return sites;
}

static void fill_site(Arena *arena, const Measure *m, SiteType type, int id,
                      const Moves *moves, BoardSite *site)
{
    Point at = graph_point(m->graph, type, id);
    site->x = at.x;
    site->y = at.y;
    site->z = at.z;
    site->label = m->label[type][id];
    site->row = m->row[type][id];
    site->column = m->column[type][id];
    site->layer = m->layer[type][id];
    site->phase = m->phase[type][id];
    site->corners = corners_of(arena, m->graph, type, id);
    fill_steps(arena, type, &moves->of[type][id], site);
}

static void fill_layer(Arena *arena, const Measure *m, SiteType type, const Moves *moves,
                       BoardLayer *layer)
{
    int n = layer->n = graph_size(m->graph, type);
    layer->site = ARENA_ARRAY(arena, BoardSite, n);
    for (int id = 0; id < n; id++) {
        BoardSite *site = &layer->site[id];
        fill_site(arena, m, type, id, moves, site);
        for (int i = 0; i < site->nstep; i++)
            for (int rel = 0; rel < RELATIONS; rel++)
                if (site->step[i].relations & 1u << rel)
                    layer->supported[rel] |= site->step[i].winds;
    }
    for (int set = 0; set < BOARD_SETS; set++)
        layer->set[set] = sites_with(arena, m->property[type], n, PROPERTY_SET(set));
    for (int wind = 0; wind < 16; wind++)
        layer->side[wind] = sites_with(arena, m->property[type], n, PROPERTY_SIDE(wind));
    layer->row = sites_by(arena, m->row[type], n, &layer->nrow);
    layer->column = sites_by(arena, m->column[type], n, &layer->ncolumn);
    layer->layer = sites_by(arena, m->layer[type], n, &layer->nlayer);
    layer->in_phase = sites_by(arena, m->phase[type], n, &layer->nphase);
}

static void measure_all(Measure *m, Arena *arena)
{
    for (int type = 0; type < SITE_TYPES; type++) {
        int n = graph_size(m->graph, (SiteType)type);
        m->property[type] = ARENA_ARRAY(m->arena, uint64_t, n);
        m->phase[type] = ARENA_ARRAY(m->arena, int, n);
        m->row[type] = ARENA_ARRAY(m->arena, int, n);
        m->column[type] = ARENA_ARRAY(m->arena, int, n);
        m->layer[type] = ARENA_ARRAY(m->arena, int, n);
        m->label[type] = ARENA_ARRAY(m->arena, char *, n);
    }
    measure_perimeter(m);
    measure_outer(m);
    measure_extremes(m);
    measure_major(m);
    measure_corners(m);
    measure_sides(m);
    measure_phase(m);
    measure_situation(m, arena);
    measure_centre(m);
}

Board *board_measure(Arena *arena, Graph *graph, SiteType use)
{
    Arena *work = arena_beside(arena);
    Measure m = {.arena = work, .graph = graph};
    Moves moves;
    Board *board = ARENA_NEW(arena, Board);
    measure_all(&m, arena);
    find_steps(work, graph, &moves);
    board->use = use;
    board->numsites = graph_size(graph, SITE_CELL);
    for (int type = 0; type < SITE_TYPES; type++) {
        BoardLayer *layer = &board->layer[type];
        fill_layer(arena, &m, (SiteType)type, &moves, layer);
        if (m.same_label[type] && graph->boardless)
            board_rows_by_place(arena, layer);
        else if (m.same_label[type])
            measure_situation_again(arena, layer);
        for (int i = 0; type == SITE_EDGE && i < layer->n; i++)
            layer->site[i].label = arena_printf(arena, "%d", i); /* no coordinates */
        find_radials(arena, work, graph, (SiteType)type, &moves, layer);
    }
    arena_free(work);
    return board;
}

/* ---- asking ------------------------------------------------------------------ */

Sites board_neighbours(Arena *arena, const BoardLayer *layer, int site, Relation relation)
{
    const BoardSite *from = &layer->site[site];
    Sites sites = {0, ARENA_ARRAY(arena, int, from->nstep)};
    for (int i = 0; i < from->nstep; i++)
        if (from->step[i].relations & 1u << relation)
            sites.at[sites.n++] = from->step[i].to;
    return sites;
}

Sites board_radials_wind(Arena *arena, const BoardLayer *layer, int site, int wind)
{
    const BoardSite *from = &layer->site[site];
    Sites list = {0, ARENA_ARRAY(arena, int, from->nradial)};
    for (int i = 0; i < from->nradial; i++)
        if (from->radial[i].wind == wind)
            list.at[list.n++] = i;
    return list;
}

Sites board_radials_class(Arena *arena, const BoardLayer *layer, int site, Relation relation)
{
    const BoardSite *from = &layer->site[site];
    Sites list = {0, ARENA_ARRAY(arena, int, from->nradial)};
    for (int i = 0; i < from->nradial; i++)
        if (from->radial[i].relations & 1u << relation)
            list.at[list.n++] = i;
    return list;
}

static bool same_sites(const Radial *a, const Radial *b)
{
    return a->n == b->n && !memcmp(a->site, b->site, (size_t)a->n * sizeof *a->site);
}

/* Is `radial` among the opposites of one of the kept radials? */
static bool is_opposite(const BoardSite *from, const Sites *kept, const Radial *radial)
{
    for (int i = 0; i < kept->n; i++) {
        const Radial *other = &from->radial[kept->at[i]];
        for (int k = 0; k < other->nopposite; k++)
            if (same_sites(radial, &from->radial[other->opposite[k]]))
                return true;
    }
    return false;
}

Sites board_radials_distinct(Arena *arena, const BoardLayer *layer, int site,
                             Relation relation)
{
    const BoardSite *from = &layer->site[site];
    Sites list = {0, ARENA_ARRAY(arena, int, from->nradial)};
    for (int i = 0; i < from->nradial; i++)
        if ((from->radial[i].relations & 1u << relation) &&
            !is_opposite(from, &list, &from->radial[i]))
            list.at[list.n++] = i;
    return list;
}

int board_distance(const BoardLayer *layer, Relation relation, int a, int b)
{
    Arena *work = arena_new();
    int *distance = ARENA_ARRAY(work, int, layer->n);
    int *queue = ARENA_ARRAY(work, int, layer->n);
    int head = 0, tail = 0;
    for (int i = 0; i < layer->n; i++)
        distance[i] = -1;
    distance[a] = 0;
    queue[tail++] = a;
    while (head < tail && distance[b] < 0) {
        const BoardSite *from = &layer->site[queue[head++]];
        for (int i = 0; i < from->nstep; i++) {
            int to = from->step[i].to;
            if (!(from->step[i].relations & 1u << relation) || distance[to] >= 0)
                continue;
            distance[to] = distance[queue[head - 1]] + 1;
            queue[tail++] = to;
        }
    }
    int result = distance[b];
    arena_free(work);
    return result;
}

int board_find_label(const BoardLayer *layer, const char *label)
{
    for (int i = 0; i < layer->n; i++)
        if (!strcmp(layer->site[i].label, label))
            return i;
    return -1;
}
