/* flood.c - see flood.h. */
#include "backends/lanes/flood.h"

#include <string.h>

#include "base/flow.h"

typedef struct {
    const BitsGame *game;
    LaneFloods *floods;
    uint32_t *depth; /* by gate: the highest level of a flood that it depends on */
    bool *has;       /* by gate: its value at the move can be had from the state after it */
    bool *needed;
} Search;

/* Does it hold of the operands of a gate: of each, or, with `any`, of one? */
static bool of_operands(const BitsGate *g, const bool *property, bool any)
{
    bool third = g->kind == BITS_MUX ? property[g->c >> 1] : !any;
    return any ? property[g->a >> 1] || property[g->b >> 1] || third : property[g->a >> 1] && property[g->b >> 1] && third;
}

static uint32_t deeper(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* Which gates depend on floods, and the levels of these. */
static void find_late(Search *s)
{
    const BitsGame *game = s->game;
    LaneFloods *f = s->floods;
    uint32_t *depth = s->depth;
    for (uint32_t i = 0; i < game->ngate; i++) {
        const BitsGate *g = &game->gate[i];
        if (bits_has_operands(g)) {
            f->late[i] = of_operands(g, f->late, true);
            depth[i] = deeper(depth[g->a >> 1], depth[g->b >> 1]);
            depth[i] = g->kind == BITS_MUX ? deeper(depth[i], depth[g->c >> 1]) : depth[i];
        }
        f->late[i] |= g->kind == BITS_VAR || g->kind == BITS_LOOP;
        if (g->kind != BITS_LOOP)
            continue;
        const BitsLoop *l = &game->loop[g->a];
        for (uint32_t v = 0; v < l->nvar; v++)
            depth[i] = deeper(depth[i], deeper(depth[l->start[v] >> 1], depth[l->step[v] >> 1]));
        depth[i]++;
    }
}

/* What the state after a move says of the moment before. */
static void find_had(Search *s)
{
    const BitsGame *game = s->game;
    LaneFloods *f = s->floods;
    memset(f->bit, 0xff, game->ngate * sizeof *f->bit);
    for (uint32_t b = 0; b < game->nstate; b++)
        if (!f->late[game->next[b] >> 1])
            f->bit[game->next[b] >> 1] = 2 * b | (game->next[b] & 1);
    for (uint32_t i = 0; i < game->ngate; i++) {
        const BitsGate *g = &game->gate[i];
        if (g->kind == BITS_STATE && f->late[game->next[g->a] >> 1])
            f->bit[i] = 2 * g->a; /* it gets its value last */
        s->has[i] = g->kind == BITS_CONST || f->bit[i] != BITS_NO_EDGE || (bits_has_operands(g) && !f->late[i] && of_operands(g, s->has, false));
    }
}

static void need_operands(bool *needed, const BitsGate *g)
{
    needed[g->a >> 1] = needed[g->b >> 1] = true;
    if (g->kind == BITS_MUX)
        needed[g->c >> 1] = true;
}

static void need_flood(Search *s, uint32_t gate)
{
    uint32_t loop = s->game->gate[gate].a;
    const BitsLoop *l = &s->game->loop[loop];
    LaneFloods *f = s->floods;
    if (!f->level[loop]) {
        f->var[loop] = f->nvar;
        f->nvar += l->nvar;
        f->level[loop] = s->depth[gate];
        f->nlevel = f->level[loop] > f->nlevel ? f->level[loop] : f->nlevel;
    }
    for (uint32_t v = 0; v < l->nvar; v++) {
        s->needed[l->step[v] >> 1] = true;
        if (!lane_flood_starts_at_once(f, l, loop, v))
            s->needed[l->start[v] >> 1] = true;
    }
}

/* From the late bits down: the floods that they need, and the gates that they and these depend on. */
static void find_needed(Search *s)
{
    const BitsGame *game = s->game;
    LaneFloods *f = s->floods;
    for (uint32_t b = 0; b < game->nstate; b++)
        s->needed[game->next[b] >> 1] |= f->late[game->next[b] >> 1];
    for (uint32_t i = game->ngate; i-- > 0;) {
        const BitsGate *g = &game->gate[i];
        if (s->needed[i] && g->kind == BITS_LOOP)
            need_flood(s, i);
        else if (s->needed[i] && f->late[i] && bits_has_operands(g))
            need_operands(s->needed, g);
    }
}

/* What is to be kept: the fewest gates that stand between what is lost by a move and what is needed after it. */
static void find_kept(Search *s, Arena *arena)
{
    const BitsGame *game = s->game;
    LaneFloods *f = s->floods;
    Arena *scratch = arena_beside(arena);
    Flow *flow = flow_new(scratch);
    uint32_t *node = ARENA_ARRAY(scratch, uint32_t, game->ngate); /* in; out is the one behind */
    bool *lost = ARENA_ARRAY(scratch, bool, game->ngate);
    for (uint32_t i = game->ngate; i-- > 0;) {
        const BitsGate *g = &game->gate[i];
        lost[i] = (lost[i] || s->needed[i]) && !f->late[i] && !s->has[i];
        if (lost[i] && bits_has_operands(g))
            need_operands(lost, g);
    }
    for (uint32_t i = 0; i < game->ngate; i++) {
        const BitsGate *g = &game->gate[i];
        if (!lost[i])
            continue;
        node[i] = flow_node(flow);
        flow_pipe(flow, node[i], flow_node(flow), 1);
        const BitsEdge operand[] = {g->a, g->b, g->c};
        for (int k = 0; k < 3 && bits_has_operands(g); k++)
            if ((k < 2 || g->kind == BITS_MUX) && lost[operand[k] >> 1])
                flow_pipe(flow, node[operand[k] >> 1] + 1, node[i], FLOW_MUCH);
        if (!bits_has_operands(g))
            flow_pipe(flow, FLOW_SOURCE, node[i], FLOW_MUCH);
        if (s->needed[i])
            flow_pipe(flow, node[i] + 1, FLOW_SINK, FLOW_MUCH);
    }
    bool *side = ARENA_ARRAY(scratch, bool, flow->first.n);
    flow_cut(flow, side);
    f->kept = ARENA_ARRAY(arena, uint32_t, game->ngate);
    for (uint32_t i = 0; i < game->ngate; i++)
        if (lost[i] && side[node[i]] && !side[node[i] + 1])
            f->kept[f->nkept++] = i;
    arena_free(scratch);
}

static const char *asked_early(const BitsGame *game, const LaneFloods *f)
{
    bool early = f->late[game->over >> 1];
    for (uint32_t i = 0; i < game->nslot; i++)
        early |= f->late[game->slot[i].legal >> 1];
    for (uint32_t i = 0; i < game->ngoal; i++)
        early |= f->late[game->goal[i].holds >> 1];
    return early ? "what is legal depends on floods of the position" : NULL;
}

bool lane_flood_starts_at_once(const LaneFloods *f, const BitsLoop *l, uint32_t loop, uint32_t v)
{
    return f->level[loop] == 1 && !f->late[l->start[v] >> 1];
}

LaneFloods *lane_floods(const BitsGame *game, Arena *arena, const char **why)
{
    *why = NULL;
    if (!game->nloop)
        return NULL;
    LaneFloods *f = ARENA_NEW(arena, LaneFloods);
    f->level = ARENA_ARRAY(arena, uint32_t, game->nloop);
    f->var = ARENA_ARRAY(arena, uint32_t, game->nloop);
    f->late = ARENA_ARRAY(arena, bool, game->ngate);
    f->bit = ARENA_ARRAY(arena, BitsEdge, game->ngate);
    Search s = {game, f, ARENA_ARRAY(arena, uint32_t, game->ngate), ARENA_ARRAY(arena, bool, game->ngate), ARENA_ARRAY(arena, bool, game->ngate)};
    find_late(&s);
    if ((*why = asked_early(game, f)))
        return NULL;
    find_had(&s);
    find_needed(&s);
    find_kept(&s, arena);
    return f;
}
