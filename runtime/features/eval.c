/* eval.c - a set of features on the board of a game: made, shown a position, asked about moves. */
#include "runtime/features/eval.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runtime/game.h"
#include "runtime/features/sweep.h"
#include "runtime/kind.h"

static const Evaluator *const evaluators[] = {&features_evaluator_naive, &features_evaluator_tree, &features_evaluator_spatternet, &features_evaluator_jit,
                                             &features_evaluator_compiled};
enum { EVALUATORS = sizeof evaluators / sizeof *evaluators, MOST_PLAYERS = 16 };

/* Weights are counted in these, so that sums are exact. */
static const double unit = 0x1p-40;

/* What a player's features have become. */
typedef struct {
    Ground ground;
    void **made;       /* [groups] by the evaluator; NULL: not yet */
    uint32_t *aspatial; /* features that hold of passes, of swaps, of all moves */
    size_t naspatial;
    Sweep *sweep;     /* or NULL */
    uint16_t kinds;   /* of groups that are asked, as Ground.kinds: those that are not swept */
    double sweep_cost, move_cost; /* of a position, of the groups of a move, as many terms of the net as take as long */
    bool few;         /* so few moves are asked for that groups are asked in place of the sweep */
} Side;

struct ludc_feature_eval {
    FeatureBoard board;
    Store store; /* what evaluators made */
    const Evaluator *evaluator;
    size_t features;
    int64_t *weight;   /* [features] */
    uint8_t *aspatial; /* [features] FeatureKind */
    Side side[MOST_PLAYERS];
    uint64_t *bits; /* of the position */
    EvalWork work;
    uint32_t *found; /* [features + 1] */
    uint64_t *marked; /* [features / 64 + 1] none but while they are put in order */
    bool failed;     /* memory was out */
};

size_t ludc_feature_evaluators(void) { return EVALUATORS; }

const char *ludc_feature_evaluator(size_t index) { return index < EVALUATORS ? evaluators[index]->name : NULL; }

static const Evaluator *find_evaluator(const char *name)
{
    for (size_t i = 0; name && i < EVALUATORS; i++)
        if (!strcmp(evaluators[i]->name, name))
            return evaluators[i];
    return name ? NULL : &features_evaluator_compiled;
}

/* ---- making one ------------------------------------------------------------------------------- */

/* Room for a group that was made just now. */
static bool widen(EvalWork *work, size_t words)
{
    if (words <= work->words)
        return true;
    uint64_t *active = realloc(work->active, words * sizeof *active);
    if (active)
        work->active = active;
    uint64_t *known = active ? realloc(work->known, words * sizeof *known) : NULL;
    if (!known)
        return false;
    work->known = known;
    work->words = words;
    return true;
}

static bool make_group(ludc_feature_eval *e, Side *side, uint32_t group)
{
    size_t words = 0;
    side->made[group] = e->evaluator->make(&e->store, &side->ground, &side->ground.group.at[group], &words);
    return side->made[group] && widen(&e->work, words);
}

/* Of each sort of group a move asks the instances of one, which lie in more memory than a cache has: each takes as long as four terms
 * of a net (measured). */
static double move_cost(const Ground *g)
{
    enum { TERMS = 4 };
    double instances[1 << PARTS] = {0}, groups[1 << PARTS] = {0}, sum = 0;
    for (uint32_t i = 0; i < g->group.n; i++) {
        unsigned kind = 0;
        for (int p = 0; p < PARTS; p++)
            kind |= g->group.at[i].at[p] >= 0 ? 1u << p : 0;
        instances[kind] += g->group.at[i].n;
        groups[kind]++;
    }
    for (unsigned kind = 0; kind < 1u << PARTS; kind++)
        sum += groups[kind] > 0 ? TERMS * instances[kind] / groups[kind] : 0;
    return sum;
}

static bool make_side(ludc_feature_eval *e, Side *side, const SweepMaker *maker)
{
    side->made = STORE_ARRAY(&e->store, void *, side->ground.group.n);
    side->aspatial = STORE_ARRAY(&e->store, uint32_t, e->features);
    side->kinds = side->ground.kinds;
    bool ok = side->made && side->aspatial;
    if (ok && e->evaluator->sweeps) {
        uint16_t swept = 0;
        ok = sweep_make(&side->sweep, &e->store, &side->ground, e->weight, maker, &swept);
        side->kinds &= (uint16_t)~swept;
        if (side->sweep) {
            sweep_look(side->sweep, e->bits);
            side->sweep_cost = sweep_cost(side->sweep);
            side->move_cost = move_cost(&side->ground);
        }
    }
    for (uint32_t i = 0; ok && !e->evaluator->late && i < side->ground.group.n; i++)
        ok = make_group(e, side, i);
    return ok;
}

static ludc_status make_sides(ludc_feature_eval *e, const ludc_features *set, ludc_ties ties, ludc_error *error)
{
    for (unsigned p = 1; p <= e->board.players; p++) {
        Side *side = &e->side[p - 1];
        ludc_status status = ground_make(&side->ground, &e->board, set, p, ties, error);
        if (status)
            return status;
        if (!make_side(e, side, set->maker)) {
            ludc_error_set(error, LUDC_IO, "", "out of memory");
            return LUDC_IO;
        }
        for (size_t i = 0; i < e->features; i++) {
            const Feature *f = &set->feature.at[i];
            if (f->kind != FEATURE_SPATIAL && (!f->player || f->player == p))
                side->aspatial[side->naspatial++] = (uint32_t)i;
        }
    }
    return LUDC_OK;
}

static void take_weights(ludc_feature_eval *e, const ludc_features *set)
{
    for (size_t i = 0; i < e->features; i++)
        e->weight[i] = llround(set->feature.at[i].weight / unit);
}

static bool make_memory(ludc_feature_eval *e, const ludc_features *set)
{
    e->features = set->feature.n;
    e->weight = calloc(e->features + 1, sizeof *e->weight);
    e->aspatial = calloc(e->features + 1, sizeof *e->aspatial);
    e->found = calloc(e->features + 1, sizeof *e->found);
    e->marked = calloc(e->features / 64 + 1, sizeof *e->marked);
    e->work.seen = calloc(e->features + 1, sizeof *e->work.seen);
    e->bits = calloc(atom_words(&e->board) + 1, sizeof *e->bits);
    if (!e->weight || !e->aspatial || !e->found || !e->marked || !e->work.seen || !e->bits || !widen(&e->work, 1))
        return false;
    take_weights(e, set);
    for (size_t i = 0; i < e->features; i++)
        e->aspatial[i] = (uint8_t)set->feature.at[i].kind;
    return true;
}

static ludc_status refuse(ludc_error *error, ludc_status status, const char *message)
{
    ludc_error_set(error, status, "", message);
    return status;
}

static ludc_status begin(ludc_feature_eval *e, const ludc_reasoner *r, const ludc_features *set,
                         const ludc_feature_options *options, ludc_error *error)
{
    e->evaluator = find_evaluator(options->evaluator);
    if (!e->evaluator)
        return refuse(error, LUDC_USAGE, "there is no such evaluator");
    ludc_status status = board_open(&e->board, r, error);
    if (status)
        return status;
    if (e->board.players > MOST_PLAYERS || e->board.view_what < 0)
        return refuse(error, LUDC_UNSUPPORTED, "the game does not show the pieces on its board");
    return make_memory(e, set) ? make_sides(e, set, options->ties, error) : refuse(error, LUDC_IO, "out of memory");
}

ludc_feature_eval *ludc_feature_eval_new(const ludc_reasoner *r, const ludc_features *set,
                                         const ludc_feature_options *options, ludc_error *error)
{
    static const ludc_feature_options usual = {0};
    if (!r || !set) {
        ludc_error_set(error, LUDC_USAGE, "", "there is no game or no set of features");
        return NULL;
    }
    ludc_feature_eval *e = calloc(1, sizeof *e);
    if (!e)
        ludc_error_set(error, LUDC_IO, "", "out of memory");
    if (!e || !begin(e, r, set, options ? options : &usual, error))
        return e;
    ludc_feature_eval_free(e);
    return NULL;
}

void ludc_feature_eval_free(ludc_feature_eval *e)
{
    if (!e)
        return;
    for (unsigned p = 0; p < MOST_PLAYERS; p++) {
        sweep_free(e->side[p].sweep);
        ground_free(&e->side[p].ground);
    }
    store_free(&e->store);
    board_close(&e->board);
    free(e->weight);
    free(e->aspatial);
    free(e->found);
    free(e->marked);
    free(e->work.seen);
    free(e->work.active);
    free(e->work.known);
    free(e->bits);
    free(e);
}

size_t ludc_feature_eval_bytes(const ludc_feature_eval *e)
{
    if (!e)
        return 0;
    size_t bytes = sizeof *e + e->store.bytes + e->board.store.bytes + atom_words(&e->board) * 8 + e->features * 17 +
                   e->work.words * 16;
    for (unsigned p = 0; p < e->board.players; p++) {
        const Ground *g = &e->side[p].ground;
        bytes += g->instance.room * sizeof *g->instance.at + g->tests.room * sizeof *g->tests.at +
                 g->group.room * sizeof *g->group.at + g->group.n * sizeof *g->to_group;
    }
    return bytes;
}

const FeatureBoard *eval_board(const ludc_feature_eval *e) { return &e->board; }
bool eval_failed(const ludc_feature_eval *e) { return e->failed; }

ludc_status ludc_feature_eval_weigh(ludc_feature_eval *e, const ludc_features *set)
{
    if (!e || !set || set->feature.n != e->features)
        return LUDC_USAGE;
    take_weights(e, set);
    for (unsigned p = 0; p < e->board.players; p++)
        if (e->side[p].sweep)
            sweep_weigh(e->side[p].sweep, e->weight);
    return LUDC_OK;
}

/* ---- positions ----------------------------------------------------------------------------------- */

static void looked(ludc_feature_eval *e)
{
    for (unsigned p = 0; p < e->board.players; p++) {
        e->side[p].few = false;
        if (e->side[p].sweep)
            sweep_look(e->side[p].sweep, e->bits);
    }
}

void eval_expect(ludc_feature_eval *e, unsigned player, size_t moves)
{
    if (player < 1 || player > e->board.players)
        return;
    Side *side = &e->side[player - 1];
    side->few = side->sweep && (double)moves * side->move_cost < side->sweep_cost;
}

ludc_status ludc_feature_eval_look(ludc_feature_eval *e, const void *state)
{
    if (!e || !state)
        return LUDC_USAGE;
    atoms_look(&e->board, state, e->bits);
    looked(e);
    return LUDC_OK;
}

ludc_status ludc_feature_eval_set(ludc_feature_eval *e, const int32_t *what, const int32_t *who, size_t n)
{
    if (!e || !what || !who || n != e->board.sites)
        return LUDC_USAGE;
    atoms_set(&e->board, what, who, e->bits);
    looked(e);
    return LUDC_OK;
}

/* ---- moves ----------------------------------------------------------------------------------------- */

static void add_group(ludc_feature_eval *e, Side *side, const int32_t at[PARTS], uint32_t *n)
{
    const uint32_t group = ground_find(&side->ground, at);
    if (group == NO_GROUP)
        return;
    if (!side->made[group] && !make_group(e, side, group)) {
        side->made[group] = NULL;
        e->failed = true;
        return;
    }
    *n += e->evaluator->run(side->made[group], e->bits, &e->work, e->found + *n);
}

/* The parts of the move that groups of this sort speak of; false: there are none, or it does not have them. */
static bool parts_of(uint16_t kinds, unsigned kind, const ludc_feature_move *move, int32_t at[PARTS])
{
    const int32_t has[PARTS] = {move->last_from, move->last_to, move->from, move->to};
    bool fits = kinds >> kind & 1;
    for (int p = 0; p < PARTS && fits; p++) {
        at[p] = kind >> p & 1 ? has[p] : -1;
        fits = !(kind >> p & 1) || at[p] >= 0;
    }
    return fits;
}

/* Every sort of group that there is and whose parts the move has: no feature is in two of them. */
static void add_spatial(ludc_feature_eval *e, Side *side, const ludc_feature_move *move, uint32_t *n)
{
    for (unsigned kind = 0; kind < 1u << PARTS; kind++) {
        int32_t at[PARTS];
        if (parts_of(side->few ? side->ground.kinds : side->kinds, kind, move, at))
            add_group(e, side, at, n);
    }
}

static uint32_t find_active(ludc_feature_eval *e, const ludc_feature_move *move)
{
    Side *side = &e->side[move->player - 1];
    uint32_t n = 0;
    if (++e->work.round == 0) {
        memset(e->work.seen, 0, e->features * sizeof *e->work.seen);
        e->work.round = 1;
    }
    for (size_t i = 0; i < side->naspatial; i++) {
        const FeatureKind kind = (FeatureKind)e->aspatial[side->aspatial[i]];
        if (kind == FEATURE_INTERCEPT || (kind == FEATURE_PASS && (move->aspatial & LUDC_MOVE_PASSES)) ||
            (kind == FEATURE_SWAP && (move->aspatial & LUDC_MOVE_SWAPS)))
            e->found[n++] = side->aspatial[i];
    }
    if (side->kinds || side->few)
        add_spatial(e, side, move, &n);
    return n;
}

/* Those of a group that hold. */
static size_t add_instances(const ludc_feature_eval *e, const Ground *g, uint32_t group, const Instance **out, size_t room, size_t n)
{
    const Group *all = &g->group.at[group];
    for (uint32_t i = all->first; i < all->first + all->n; i++) {
        const Instance *one = &g->instance.at[i];
        uint32_t t = 0;
        while (t < one->ntest && test_holds(e->bits, g->tests.at[one->test + t]))
            t++;
        if (t < one->ntest)
            continue;
        if (n < room)
            out[n] = one;
        n++;
    }
    return n;
}

size_t eval_instances(const ludc_feature_eval *e, const ludc_feature_move *move, const Instance **out, size_t room)
{
    const Ground *g = &e->side[move->player - 1].ground;
    size_t n = 0;
    for (unsigned kind = 0; kind < 1u << PARTS; kind++) {
        int32_t at[PARTS];
        const uint32_t group = parts_of(g->kinds, kind, move, at) ? ground_find(g, at) : NO_GROUP;
        if (group != NO_GROUP)
            n = add_instances(e, g, group, out, room, n);
    }
    return n;
}

/* The n that were found, ascending; each is there once. */
static void put_in_order(ludc_feature_eval *e, uint32_t n)
{
    uint32_t *to = e->found;
    for (uint32_t i = 0; i < n; i++)
        e->marked[e->found[i] / 64] |= UINT64_C(1) << e->found[i] % 64;
    for (size_t w = 0; w <= e->features / 64; w++) {
        for (uint64_t rest = e->marked[w]; rest; rest &= rest - 1)
            *to++ = (uint32_t)w * 64 + (uint32_t)__builtin_ctzll(rest);
        e->marked[w] = 0;
    }
}

static bool is_move(const ludc_feature_eval *e, const ludc_feature_move *move)
{
    return e && move && move->player >= 1 && move->player <= e->board.players;
}

size_t ludc_feature_eval_active(ludc_feature_eval *e, const ludc_feature_move *move, uint32_t *out, size_t room)
{
    if (!is_move(e, move))
        return 0;
    const Side *side = &e->side[move->player - 1];
    uint32_t n = find_active(e, move);
    if (side->sweep && !side->few)
        n += sweep_active(side->sweep, move, e->found + n);
    put_in_order(e, n);
    for (uint32_t i = 0; out && i < n && i < room; i++)
        out[i] = e->found[i];
    return n;
}

double ludc_feature_eval_logit(ludc_feature_eval *e, const ludc_feature_move *move)
{
    if (!is_move(e, move))
        return 0;
    const Side *side = &e->side[move->player - 1];
    int64_t sum = side->sweep && !side->few ? sweep_logit(side->sweep, move) : 0;
    const uint32_t n = side->kinds || side->naspatial || side->few ? find_active(e, move) : 0;
    for (uint32_t i = 0; i < n; i++)
        sum += e->weight[e->found[i]];
    return (double)sum * unit;
}

/* ---- instances ----------------------------------------------------------------------------------------- */

static const Ground *ground_of(const ludc_feature_eval *e, unsigned player)
{
    return e && player >= 1 && player <= e->board.players ? &e->side[player - 1].ground : NULL;
}

size_t ludc_feature_instances(const ludc_feature_eval *e, unsigned player, size_t index)
{
    const Ground *g = ground_of(e, player);
    return g && index < e->features ? g->count[index] : 0;
}

size_t ludc_feature_keys(const ludc_feature_eval *e, unsigned player)
{
    const Ground *g = ground_of(e, player);
    return g ? g->group.n : 0;
}

ludc_status ludc_feature_key_at(const ludc_feature_eval *e, unsigned player, size_t index, ludc_feature_key *out)
{
    const Ground *g = ground_of(e, player);
    if (!g || !out || index >= g->group.n)
        return LUDC_USAGE;
    const Group *group = &g->group.at[index];
    *out = (ludc_feature_key){group->at[PART_LAST_FROM], group->at[PART_LAST_TO], group->at[PART_FROM], group->at[PART_TO],
                              group->distinct};
    return LUDC_OK;
}
