/* payoffs.c - what players can get: data `payoff P`, for each player the values of a finished game
 * (twice the rank, 0: none; of joint games the goal), ascending; and `payoff ranked`.  More
 * values than can be reached may be there, never fewer. */
#include "ir/offer/offer.h"
#include "ir/offer/ranks.h"

/* A number is a bit: -2..125. */
enum { LEAST = -2, WORDS = 2 };

typedef struct {
    uint64_t word[WORDS];
    bool all; /* any goal */
} Numbers;

static void add(Numbers *n, int64_t value)
{
    int64_t bit = value - LEAST;
    if (bit < 0 || bit >= 64 * WORDS)
        n->all = true;
    else
        n->word[bit / 64] |= UINT64_C(1) << bit % 64;
}

static const char *data_name(const IrGame *game, int player) { return arena_printf(game->arena, "payoff %d", player); }

static void add_data(IrGame *game, int player, const Numbers *n)
{
    int32_t value[64 * WORDS];
    size_t count = 0;
    for (int bit = 0; bit < 64 * WORDS; bit++)
        if (n->word[bit / 64] >> bit % 64 & 1)
            value[count++] = bit + LEAST;
    ir_data_add(game, data_name(game, player), count, value);
}

/* ---- goals ------------------------------------------------------------------------ */

static void add_values(const IrGame *game, const Ir *e, Numbers *n)
{
    const IrTable *t = e->op == IR_OP_TAB ? &game->table.at[e->k] : NULL;
    if (e->op == IR_OP_SELECT) {
        add_values(game, e->a[1], n);
        add_values(game, e->a[2], n);
    } else if (t && !t->rows && t->elem.kind == IR_INT) {
        for (size_t i = 0; i < t->n; i++)
            add(n, t->value[i]);
    } else {
        for (int64_t v = e->type.lo; v <= e->type.hi && !n->all; v++)
            add(n, v);
    }
}

static void add_returned(const IrGame *game, const Ir *s, Numbers *n)
{
    if (s->op == IR_OP_RET && s->n)
        add_values(game, s->a[0], n);
    for (int i = 0; s->op != IR_OP_RET && i < s->n; i++)
        add_returned(game, s->a[i], n);
}

/* Goals that the front end has not told already. */
static void find_goals(IrGame *game)
{
    int fn = ir_fn_find(game, "goal");
    Numbers n = {.all = fn < 0};
    if (fn >= 0)
        add_returned(game, game->fn.at[fn]->body, &n);
    for (int v = LEAST; n.all && v <= 100; v++)
        add(&n, v);
    for (int p = 1; p <= game->players; p++)
        if (!ir_data_find(game, data_name(game, p)))
            add_data(game, p, &n);
}

/* ---- ranks -------------------------------------------------------------------------- */

/* Of the ranks, the one that is worth most or least; none counts as the last. */
static int32_t extreme(uint64_t ranks, int players, bool best)
{
    int32_t found = best ? 2 * players : 2;
    for (int32_t v = 0; v <= 2 * players; v++) {
        int32_t worth = v ? v : 2 * players;
        if (ranks >> v & 1)
            found = (worth < found) == best ? worth : found;
    }
    return found;
}

/* Rows: the ranks as they are, then each player's best to come, then his last. */
static void add_rows(IrGame *game, const RankCourse *course)
{
    int players = game->players;
    int32_t *value = ARENA_ARRAY(game->arena, int32_t, course->row.n * (size_t)players * 3 + 1);
    size_t n = 0;
    for (size_t i = 0; i < course->row.n; i++)
        for (int part = 0; part < 3; part++)
            for (int p = 1; p <= players; p++) {
                const RankRow *row = &course->row.at[i];
                value[n++] = part == 0 ? row->now[p] : extreme(row->bounds.end[p], players, part == 1);
            }
    if (n)
        ir_data_add(game, "payoff ranked", n, value);
}

static void find_ranks(IrGame *game)
{
    RankCourse course;
    Arena *arena = arena_beside(game->arena);
    bool good = ranks_find(game, arena, &course);
    for (int p = 1; p <= game->players; p++) {
        Numbers n = {.all = false};
        for (int v = 0; v <= 2 * game->players; v++)
            if (good && course.all.end[p] ? course.all.end[p] >> v & 1 : v != 1)
                add(&n, v);
        add_data(game, p, &n);
    }
    if (good)
        add_rows(game, &course);
    arena_free(arena);
}

void ir_offer_payoffs(IrGame *game)
{
    if (game->joint)
        find_goals(game);
    else
        find_ranks(game);
}
