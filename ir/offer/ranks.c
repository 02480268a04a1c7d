/* ranks.c - which ranks players can come to have: what is kept, and the course of the game. */
#include "ir/offer/ranks.h"

#include <string.h>

/* ---- what is kept ----------------------------------------------------------------- */

/* The field that a view reads: a scalar, or with its parameter as index. */
static int field_of_view(const IrGame *game, const char *name)
{
    int fn = ir_fn_find(game, name);
    const Ir *e = fn >= 0 && game->fn.at[fn]->kind == IR_VIEW ? game->fn.at[fn]->body : NULL;
    while (e && (e->op == IR_OP_BLOCK || e->op == IR_OP_RET) && e->n == 1)
        e = e->a[0];
    if (!e || e->op != IR_OP_GET || game->field.at[e->k].elem.kind != IR_INT)
        return -1;
    bool array = game->field.at[e->k].array;
    return !array || (e->n == 1 && e->a[0]->op == IR_OP_LOCAL && e->a[0]->k == 0) ? (int)e->k : -1;
}

static bool is_small(const IrGame *game, int64_t k)
{
    enum { VALUES = 40, MEMBERS = 20 };
    const IrField *field = &game->field.at[k];
    if (field->array)
        return false;
    return field->elem.kind == IR_MASK ? game->space.at[field->elem.space].size <= MEMBERS
                                       : field->elem.hi - field->elem.lo < VALUES;
}

/* Keeps the small fields that the tree reads, through calls of functions too. */
static void keep_reads(Ranks *m, const Ir *e, unsigned depth)
{
    enum { DEEPEST = 8 };
    if (e->op == IR_OP_GET && is_small(m->game, e->k))
        m->slot[e->k] = 0;
    if (e->op == IR_OP_CALL && depth < DEEPEST)
        keep_reads(m, m->game->fn.at[e->k]->body, depth + 1);
    for (int i = 0; i < e->n; i++)
        keep_reads(m, e->a[i], depth);
}

/* Keeps what is asked for the values of kept fields, and given to procedures that write them. */
static void keep_needs(Ranks *m, const Ir *s)
{
    if ((s->op == IR_OP_PUT && m->slot[s->k] >= 0) || (s->op == IR_OP_DO && m->writes[s->k]))
        for (int i = 0; i < s->n; i++)
            keep_reads(m, s->a[i], 0);
    for (int i = 0; i < s->n; i++)
        if (s->a[i]->type.kind == IR_VOID)
            keep_needs(m, s->a[i]);
}

static bool writes_kept(const Ranks *m, const Ir *s, bool calls)
{
    if ((s->op == IR_OP_PUT && m->slot[s->k] >= 0) || (calls && s->op == IR_OP_DO && m->writes[s->k]))
        return true;
    for (int i = 0; i < s->n; i++)
        if (s->a[i]->type.kind == IR_VOID && writes_kept(m, s->a[i], calls))
            return true;
    return false;
}

static void each_body(Ranks *m, const IrFn *fn, void (*visit)(Ranks *, const Ir *))
{
    const Ir *const body[] = {fn->body, fn->effect, fn->then};
    for (size_t i = 0; i < 3; i++)
        if (body[i])
            visit(m, body[i]);
}

static void find_writers(Ranks *m)
{
    bool any;
    do {
        any = false;
        for (size_t i = 0; i < m->game->fn.n; i++) {
            const IrFn *fn = m->game->fn.at[i];
            const Ir *const body[] = {fn->body, fn->effect, fn->then};
            for (size_t k = 0; k < 3 && !m->writes[i]; k++)
                any = (m->writes[i] = body[k] && writes_kept(m, body[k], true)) || any;
        }
    } while (any);
}

static size_t count_kept(const Ranks *m)
{
    size_t n = 0;
    for (size_t i = 0; i < m->game->field.n; i++)
        n += m->slot[i] >= 0;
    return n;
}

static void find_kept(Ranks *m)
{
    const IrGame *game = m->game;
    for (size_t i = 0; i < game->fn.n; i++) { /* what stands beside the writing of a rank */
        const IrFn *fn = game->fn.at[i];
        if (fn->kind == IR_PROC && writes_kept(m, fn->body, false))
            keep_reads(m, fn->body, 0);
    }
    size_t before;
    do {
        before = count_kept(m);
        find_writers(m);
        for (size_t i = 0; i < game->fn.n; i++)
            if (m->writes[i])
                each_body(m, game->fn.at[i], keep_needs);
    } while (count_kept(m) > before);
}

static bool asks_kept_only(const Ranks *m, const Ir *e)
{
    if ((e->op == IR_OP_GET && m->slot[e->k] < 0) || e->op == IR_OP_EXISTS || e->op == IR_OP_LONGEST ||
        e->op == IR_OP_WITH || e->op == IR_OP_DRAW || (e->op == IR_OP_CALL && !m->closed[e->k]))
        return false;
    for (int i = 0; i < e->n; i++)
        if (!asks_kept_only(m, e->a[i]))
            return false;
    return true;
}

static void find_closed(Ranks *m)
{
    bool any;
    do {
        any = false;
        for (size_t i = 0; i < m->game->fn.n; i++) {
            const IrFn *fn = m->game->fn.at[i];
            if (!m->closed[i] && fn->kind == IR_FN && asks_kept_only(m, fn->body))
                any = m->closed[i] = true;
        }
    } while (any);
}

static void place(Ranks *m)
{
    m->nslot = 0;
    for (size_t i = 0; i < m->game->field.n; i++)
        if (m->slot[i] >= 0) {
            m->slot[i] = (int)m->nslot;
            m->nslot += m->game->field.at[i].n;
        }
}

/* ---- the course of the game ----------------------------------------------------------- */

static RankCell *first_state(const Ranks *m)
{
    RankCell *env = ARENA_ARRAY(m->lasting, RankCell, m->nslot);
    for (size_t i = 0; i < m->game->field.n; i++) {
        const IrField *field = &m->game->field.at[i];
        for (size_t k = 0; m->slot[i] >= 0 && k < field->n; k++)
            env[(size_t)m->slot[i] + k] = field->elem.kind == IR_MASK ? (RankCell){(int64_t)field->word[k], 0}
                                                                      : (RankCell){field->init[k], field->init[k]};
    }
    return env;
}

/* The states as the function has them. */
static RankSet enter(Ranks *m, const IrFn *fn, const RankSet *in)
{
    RankSet out = {0};
    m->fn = fn;
    for (size_t i = 0; i < in->env.n; i++)
        vec_push(m->arena, &out.env, ranks_env(m, in->env.at[i]));
    return out;
}

static RankSet filter(Ranks *m, const Ir *condition, RankSet in)
{
    RankSet out = {0};
    for (size_t i = 0; i < in.env.n; i++)
        if (ranks_truth(ranks_eval(m, in.env.at[i], condition)) != 0)
            vec_push(m->arena, &out.env, in.env.at[i]);
    return out;
}

static RankSet play_rule(Ranks *m, const IrFn *rule, const RankSet *in)
{
    RankSet now = enter(m, rule, in), returned = {0};
    for (int i = 0; i < rule->header->n; i++) {
        const Ir *s = rule->header->a[i];
        now = s->op == IR_OP_WHEN ? filter(m, s->a[0], now) : s->op == IR_OP_LET ? ranks_run(m, s, now, &returned) : now;
    }
    now = ranks_run(m, rule->effect, now, &returned);
    now = rule->then ? ranks_run(m, rule->then, now, &returned) : now;
    return rule->post ? filter(m, rule->post, now) : now;
}

static void append(Ranks *m, RankSet *set, const RankSet *more)
{
    enum { MOST = 30000 };
    for (size_t i = 0; i < more->env.n && !m->failed; i++)
        vec_push(m->arena, &set->env, more->env.at[i]);
    ranks_unite(m, set, m->nslot);
    m->failed = m->failed || set->env.n > MOST;
}

/* Everything that one move and the turn after it can lead to. */
static RankSet step(Ranks *m, const RankSet *in)
{
    RankSet all = {0};
    const IrFn *turn = NULL;
    bool still = false; /* a rule that writes nothing kept */
    for (size_t i = 0; i < m->game->fn.n && !m->failed; i++) {
        const IrFn *fn = m->game->fn.at[i];
        turn = fn->kind == IR_TURN ? fn : turn;
        if (fn->kind != IR_RULE || fn->probe || (!m->writes[i] && still))
            continue;
        RankSet now = m->writes[i] ? play_rule(m, fn, in) : enter(m, fn, in);
        still = still || !m->writes[i];
        append(m, &all, &now);
    }
    if (!turn)
        return all;
    RankSet returned = {0}, now = enter(m, turn, &all);
    now = ranks_run(m, turn->body, now, &returned);
    append(m, &now, &returned);
    return now;
}

static void note_end(Ranks *m, const RankCell *env, RankBounds *bounds)
{
    int players = m->game->players;
    for (int p = 1; p <= players; p++) {
        RankCell c = env[m->slot[m->rank] + p];
        for (int64_t v = c.lo; v <= c.hi; v++)
            if (v == 0 || (v >= 2 && v <= 2 * players))
                bounds->end[p] |= UINT64_C(1) << v;
        if (c.lo == c.hi && (c.lo == 1 || c.lo < 0 || c.lo > 2 * players))
            m->failed = true; /* no rank at all: what that counts as nobody knows */
    }
}

/* All states from these on in which the game goes on, themselves too; *bounds: how it can end. */
static RankSet course(Ranks *m, const RankSet *from, RankBounds *bounds)
{
    RankSet seen = {0};
    size_t known = 0, over = (size_t)m->slot[m->over];
    RankSet next = *from;
    while (!m->failed) {
        for (size_t i = 0; i < next.env.n; i++) {
            RankCell *env = next.env.at[i];
            if (ranks_truth(env[over]) != 0)
                note_end(m, env, bounds);
            if (ranks_truth(env[over]) != 1)
                vec_push(m->lasting, &seen.env, (RankCell *)arena_copy(m->lasting, env, m->nslot * sizeof *env));
        }
        arena_free(m->arena);
        m->arena = arena_beside(m->game->arena);
        ranks_unite(m, &seen, m->nslot);
        if (seen.env.n == known)
            return seen;
        RankSet fresh = {.env = {seen.env.at + known, seen.env.n - known, seen.env.n - known}};
        known = seen.env.n;
        next = step(m, &fresh);
    }
    return seen;
}

/* ---- ranks that are fixed before the end ---------------------------------------------------- */

static bool same_ranks(const Ranks *m, const RankCell *a, const RankCell *b)
{
    size_t first = (size_t)m->slot[m->rank], n = (size_t)m->game->players + 1;
    return memcmp(a + first, b + first, n * sizeof *a) == 0;
}

static void add_rows(Ranks *m, const RankSet *seen, Arena *arena, RankCourse *out)
{
    enum { MOST_ROWS = 200 };
    int players = m->game->players;
    for (size_t i = 0; i < seen->env.n && !m->failed; i++) {
        const RankCell *ranks = seen->env.at[i] + m->slot[m->rank];
        RankSet alike = {0};
        RankRow row = {.now = {0}};
        bool any = false;
        for (int p = 1; p <= players; p++) {
            any = any || ranks[p].hi;
            m->failed = m->failed || ranks[p].lo != ranks[p].hi;
            row.now[p] = (int32_t)ranks[p].lo;
        }
        for (size_t k = 0; k < i && any; k++)
            any = !same_ranks(m, seen->env.at[k], seen->env.at[i]);
        for (size_t k = i; k < seen->env.n && any; k++)
            if (same_ranks(m, seen->env.at[k], seen->env.at[i]))
                vec_push(m->lasting, &alike.env, seen->env.at[k]);
        if (!any)
            continue;
        course(m, &alike, &row.bounds);
        m->failed = m->failed || out->row.n >= MOST_ROWS;
        vec_push(arena, &out->row, row);
    }
    if (m->failed) /* then only the whole game's are told */
        out->row.n = 0;
}

bool ranks_find(IrGame *game, Arena *arena, RankCourse *out)
{
    Ranks m = {.game = game, .arena = arena_beside(game->arena), .lasting = arena_beside(game->arena)};
    m.slot = ARENA_ARRAY(m.lasting, int, game->field.n + 1);
    m.writes = ARENA_ARRAY(m.lasting, bool, game->fn.n + 1);
    m.closed = ARENA_ARRAY(m.lasting, bool, game->fn.n + 1);
    memset(m.slot, -1, game->field.n * sizeof *m.slot);
    m.rank = field_of_view(game, "rank");
    m.over = field_of_view(game, "over");
    memset(out, 0, sizeof *out);
    bool good = !game->joint && game->players <= RANKS_MOST_PLAYERS && m.rank >= 0 && m.over >= 0 &&
                game->field.at[m.rank].n > (size_t)game->players && !game->field.at[m.over].array;
    if (good) {
        m.slot[m.rank] = m.slot[m.over] = 0;
        find_kept(&m);
        find_closed(&m);
        place(&m);
        RankSet start = {0};
        vec_push(m.lasting, &start.env, first_state(&m));
        RankSet seen = course(&m, &start, &out->all);
        good = !m.failed;
        if (good && game->players > 2)
            add_rows(&m, &seen, arena, out);
    }
    arena_free(m.arena);
    arena_free(m.lasting);
    return good;
}
