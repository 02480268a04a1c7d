/* lut.c - see lut.h. */
#include "backends/verilog/lut.h"

#include <string.h>

enum { CUTS = 10, FLOW_ROUNDS = 3, EXACT_ROUNDS = 3 };

typedef struct {
    LutCut cut;
    uint32_t depth;
    float flow;
} Choice;

typedef struct {
    const LaneNet *net;
    uint32_t inputs;
    LutMap *map;
    Choice (*choice)[CUTS]; /* by gate: the best cuts */
    uint8_t *nchoice;
    uint32_t *required, *refs; /* by gate: latest level; how many tables and outputs read it */
    float *flow;               /* by gate: tables it costs, shared among its readers */
    bool area;                 /* the fewest tables count, within the required levels */
} Mapper;

static uint32_t operands(const LaneGate *g, uint32_t gate[3])
{
    gate[0] = g->a >> 1;
    gate[1] = g->b >> 1;
    gate[2] = g->c >> 1;
    return g->kind < LANE_AND ? 0 : g->kind == LANE_MUX ? 3 : 2;
}

/* ---- cuts ------------------------------------------------------------------------------ */

/* The union of two sets of leaves; false: too many. */
static bool join(const LutCut *a, const LutCut *b, uint32_t most, LutCut *to)
{
    uint32_t i = 0, j = 0;
    LutCut c = {0};
    while (i < a->n || j < b->n) {
        if (c.n == most)
            return false;
        uint32_t x = i < a->n ? a->leaf[i] : UINT32_MAX, y = j < b->n ? b->leaf[j] : UINT32_MAX;
        c.leaf[c.n++] = x < y ? x : y;
        i += x <= y;
        j += y <= x;
    }
    *to = c;
    return true;
}

static void weigh(const Mapper *m, Choice *c)
{
    c->depth = 0;
    c->flow = 1;
    for (uint32_t i = 0; i < c->cut.n; i++) {
        uint32_t leaf = c->cut.leaf[i];
        c->depth = m->map->level[leaf] > c->depth ? m->map->level[leaf] : c->depth;
        c->flow += m->flow[leaf];
    }
    c->depth++;
}

static bool better(const Mapper *m, const Choice *a, const Choice *b)
{
    if (!m->area && a->depth != b->depth)
        return a->depth < b->depth;
    if (a->flow < b->flow - 1e-4f || a->flow > b->flow + 1e-4f)
        return a->flow < b->flow;
    return a->depth != b->depth ? a->depth < b->depth : a->cut.n < b->cut.n;
}

static void offer(const Mapper *m, Choice *list, uint8_t *n, uint32_t latest, Choice c)
{
    weigh(m, &c);
    if (c.depth > latest)
        return;
    for (uint32_t i = 0; i < *n; i++)
        if (list[i].cut.n == c.cut.n && !memcmp(list[i].cut.leaf, c.cut.leaf, c.cut.n * sizeof *c.cut.leaf))
            return;
    uint32_t at = *n;
    while (at > 0 && better(m, &c, &list[at - 1]))
        at--;
    if (at == CUTS)
        return;
    *n = (uint8_t)(*n < CUTS ? *n + 1 : CUTS);
    for (uint32_t i = *n; i-- > at + 1;)
        list[i] = list[i - 1];
    list[at] = c;
}

/* The cuts of an operand: its own, and itself as a leaf; the constant has none. */
static uint32_t cuts_of(const Mapper *m, uint32_t gate, LutCut *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->nchoice[gate]; i++)
        out[n++] = m->choice[gate][i].cut;
    out[n++] = gate ? (LutCut){1, {gate}} : (LutCut){0};
    return n;
}

static void find_cuts(Mapper *m, uint32_t gate)
{
    uint32_t in[3], n = operands(&m->net->gate.at[gate], in), latest = m->area ? m->required[gate] : UINT32_MAX;
    LutCut a[CUTS + 1], b[CUTS + 1], c[CUTS + 1] = {{0}}, ab, abc;
    uint32_t na = cuts_of(m, in[0], a), nb = cuts_of(m, in[1], b), nc = n == 3 ? cuts_of(m, in[2], c) : 1;
    Choice list[CUTS];
    uint8_t found = 0;
    if (m->area && m->map->used[gate]) /* what it is now stays possible */
        offer(m, list, &found, latest, (Choice){.cut = m->map->cut[gate]});
    for (uint32_t i = 0; i < na; i++)
        for (uint32_t j = 0; j < nb; j++)
            for (uint32_t k = 0; k < nc && join(&a[i], &b[j], m->inputs, &ab); k++)
                if (join(&ab, &c[k], m->inputs, &abc))
                    offer(m, list, &found, latest, (Choice){.cut = abc});
    if (!found) /* nothing is early enough: what is earliest */
        for (uint32_t i = 0; i < m->nchoice[gate]; i++)
            offer(m, list, &found, UINT32_MAX, m->choice[gate][i]);
    memcpy(m->choice[gate], list, found * sizeof *list);
    m->nchoice[gate] = found;
    m->map->level[gate] = list[0].depth;
    m->flow[gate] = list[0].flow / (float)(m->refs[gate] ? m->refs[gate] : 1);
}

/* ---- covers ----------------------------------------------------------------------------- */

static void cover(Mapper *m)
{
    const LaneNet *net = m->net;
    LutMap *map = m->map;
    memset(map->used, 0, net->gate.n);
    memset(m->refs, 0, net->gate.n * sizeof *m->refs);
    for (size_t i = 0; i < net->out.n; i++) {
        map->used[net->out.at[i].edge >> 1] = true;
        m->refs[net->out.at[i].edge >> 1]++;
    }
    map->ntable = map->depth = 0;
    for (uint32_t g = (uint32_t)net->gate.n; g-- > 1;) {
        if (!map->used[g] || lut_is_input(net, g))
            continue;
        map->cut[g] = m->choice[g][0].cut;
        map->ntable++;
        map->depth = map->level[g] > map->depth ? map->level[g] : map->depth;
        for (uint32_t i = 0; i < map->cut[g].n; i++) {
            map->used[map->cut[g].leaf[i]] = true;
            m->refs[map->cut[g].leaf[i]]++;
        }
    }
}

/* The latest level of each gate that keeps the depth; of gates in no table any. */
static void require(Mapper *m)
{
    const LaneNet *net = m->net;
    for (uint32_t g = 0; g < net->gate.n; g++)
        m->required[g] = UINT32_MAX;
    for (size_t i = 0; i < net->out.n; i++)
        m->required[net->out.at[i].edge >> 1] = m->map->depth;
    for (uint32_t g = (uint32_t)net->gate.n; g-- > 1;) {
        if (!m->map->used[g] || lut_is_input(net, g))
            continue;
        for (uint32_t i = 0; i < m->map->cut[g].n; i++) {
            uint32_t *r = &m->required[m->map->cut[g].leaf[i]];
            *r = m->required[g] - 1 < *r ? m->required[g] - 1 : *r;
        }
    }
}

static void round_of_cuts(Mapper *m)
{
    for (uint32_t g = 1; g < m->net->gate.n; g++)
        if (!lut_is_input(m->net, g))
            find_cuts(m, g);
    cover(m);
    require(m);
}

/* ---- exact area --------------------------------------------------------------------------- */

/* The tables that go when nobody needs the gate's cut any more, and those that come with a cut. */
static uint32_t drop(Mapper *m, const LutCut *cut)
{
    uint32_t n = 1;
    for (uint32_t i = 0; i < cut->n; i++)
        if (--m->refs[cut->leaf[i]] == 0 && !lut_is_input(m->net, cut->leaf[i]))
            n += drop(m, &m->map->cut[cut->leaf[i]]);
    return n;
}

static uint32_t take(Mapper *m, const LutCut *cut)
{
    uint32_t n = 1;
    for (uint32_t i = 0; i < cut->n; i++)
        if (m->refs[cut->leaf[i]]++ == 0 && !lut_is_input(m->net, cut->leaf[i]))
            n += take(m, &m->map->cut[cut->leaf[i]]);
    return n;
}

static uint32_t depth_of(const Mapper *m, const LutCut *cut)
{
    uint32_t depth = 0;
    for (uint32_t i = 0; i < cut->n; i++)
        depth = m->map->level[cut->leaf[i]] > depth ? m->map->level[cut->leaf[i]] : depth;
    return depth + 1;
}

/* Takes the cut of a gate that costs fewest tables now. */
static void choose_exactly(Mapper *m, uint32_t gate)
{
    LutCut *now = &m->map->cut[gate], best = *now;
    uint32_t least = drop(m, now);
    bool late = depth_of(m, now) > m->required[gate];
    for (uint32_t i = 0; i < m->nchoice[gate]; i++) {
        const LutCut *c = &m->choice[gate][i].cut;
        if (depth_of(m, c) > m->required[gate])
            continue;
        uint32_t cost = take(m, c);
        drop(m, c);
        if (cost < least || late) {
            least = cost;
            best = *c;
            late = false;
        }
    }
    *now = best;
    take(m, now);
    m->map->level[gate] = depth_of(m, now);
}

static void exact_round(Mapper *m)
{
    LutMap *map = m->map;
    for (uint32_t g = 1; g < m->net->gate.n; g++) {
        if (lut_is_input(m->net, g))
            continue;
        if (m->refs[g])
            choose_exactly(m, g);
        else {
            map->cut[g] = m->choice[g][0].cut;
            map->level[g] = depth_of(m, &map->cut[g]);
        }
    }
    map->ntable = map->depth = 0;
    for (uint32_t g = 0; g < m->net->gate.n; g++) {
        map->used[g] = m->refs[g] > 0;
        if (!m->refs[g] || lut_is_input(m->net, g))
            continue;
        map->ntable++;
        map->depth = map->level[g] > map->depth ? map->level[g] : map->depth;
    }
    require(m);
}

LutMap *lut_map(const LaneNet *net, uint32_t inputs, Arena *arena)
{
    size_t n = net->gate.n;
    Arena *scratch = arena_beside(arena);
    LutMap *map = ARENA_NEW(arena, LutMap);
    *map = (LutMap){.net = net, .used = ARENA_ARRAY(arena, bool, n), .cut = ARENA_ARRAY(arena, LutCut, n),
                    .level = ARENA_ARRAY(arena, uint32_t, n)};
    Mapper m = {.net = net, .inputs = inputs, .map = map, .choice = arena_alloc(scratch, n * sizeof *m.choice),
                .nchoice = ARENA_ARRAY(scratch, uint8_t, n), .required = ARENA_ARRAY(scratch, uint32_t, n),
                .refs = ARENA_ARRAY(scratch, uint32_t, n), .flow = ARENA_ARRAY(scratch, float, n)};
    for (uint32_t g = 1; g < n; g++) { /* the first guess of who reads what */
        uint32_t in[3], k = operands(&net->gate.at[g], in);
        while (k-- > 0)
            m.refs[in[k]]++;
    }
    round_of_cuts(&m);
    m.area = true;
    for (int i = 0; i < FLOW_ROUNDS; i++)
        round_of_cuts(&m);
    for (int i = 0; i < EXACT_ROUNDS; i++)
        exact_round(&m);
    arena_free(scratch);
    return map;
}
