/* grow.c - features that are added: two instances that were active for the same move, as one.
 *
 * After an episode tuples are drawn uniformly; for each of their moves the policy's chance is wrong by so much.  A pair of active instances
 * is a candidate; the best one has a high absolute correlation with the error, and a low one with either instance:
 *
 *     |corr(pair, error)| (1 - max corr(pair, instance)^2)
 *
 * (Ludii's CorrelationBasedExpander; the paper's appendix B).  Pairs are told apart by what they would be as a feature, whatever way the
 * board is turned or mirrored: by the least of the hashes of the whole in all poses.  One that stands where the move comes from is said
 * from where it goes to, by the walk between them, when it is paired with one that stands there (bridge.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/learn/bridge.h"
#include "runtime/learn/linear.h"
#include "runtime/learn/pose.h"
#include "runtime/random.h"

enum { MOST_RING = 32, POSES = 2 * MOST_RING };

/* What an instance is: a feature of the set, or one that is said from another anchor. */
typedef struct {
    uint32_t feature; /* of the set */
    uint64_t key;     /* of what is moved */
    Built *moved;     /* or NULL */
    uint64_t *hash;   /* [2 ring] in each pose; NULL: not yet */
} Shape;

/* A pair of instances, and in how many moves it was active. */
typedef struct {
    uint64_t key;
    uint32_t n, stamp;       /* moves; the last of them */
    double error;            /* sum */
    uint32_t shape[2];
    uint32_t pose[2];        /* of the ring of `largest` places */
    bool reactive;
} Pair;

/* An active instance of a move. */
typedef struct {
    uint32_t feature, pose;
    int32_t anchor;
    uint32_t moved; /* the shape that is said from where the move goes to, in pose 0; 0: there is none */
    double key;     /* those with the greatest are taken */
} Active;

typedef struct {
    Linear *l;
    unsigned player;
    uint32_t ring;      /* places of the largest ring: poses are 2 k + mirrored */
    uint8_t turned[POSES][POSES]; /* pose_in: of a pose, by frame */
    LIST(Shape) shape;  /* one for each feature, then those that are moved */
    uint32_t *places;   /* of these, by key; index, 0: none */
    LIST(Pair) pair;
    LIST(Pair) row;     /* those of one active instance with others, before they are counted */
    uint32_t *table;    /* of pairs, by key; index + 1 */
    size_t room;
    uint32_t stamp;     /* of the move */
    double n, sum, squares; /* of the errors of all moves */
    uint32_t *seen;     /* [features] moves in which they were active */
    double *wrong;      /* [features] sums of absolute errors there */
    uint32_t *last;     /* [features] stamp */
    LIST(Active) active;
    const Instance **instance;
    size_t instances;
} Growth;

/* ---- shapes --------------------------------------------------------------------------- */

enum { PLACES = 1 << 16 }; /* of moved shapes; when half are taken no more are made */

static const Feature *feature_of(const Growth *g, const Shape *s) { return s->moved ? &s->moved->feature : &g->l->set->feature.at[s->feature]; }

/* In each pose; NULL: memory is out. */
static const uint64_t *hashes_of(Growth *g, uint32_t shape)
{
    Shape *s = &g->shape.at[shape];
    const Feature *f = feature_of(g, s);
    if (s->hash)
        return s->hash;
    s->hash = malloc(2 * g->ring * sizeof *s->hash);
    for (uint32_t pose = 0; s->hash && pose < 2 * g->ring; pose++)
        s->hash[pose] = pose_hash(f, pose, g->ring);
    return s->hash;
}

/* What an active instance is when it is said from `to`; false: memory is out. */
static bool move_shape(Growth *g, Active *a, const Bridge *bridge)
{
    uint64_t key = features_mixed(features_mixed(4, a->feature), a->pose);
    for (uint32_t i = 0; i < bridge->n; i++)
        key = features_mixed(key, (uint64_t)llround(bridge->turn[i] * 5040) + 1);
    size_t at = key % PLACES;
    while (g->places[at] && g->shape.at[g->places[at]].key != key)
        at = (at + 1) % PLACES;
    a->moved = g->places[at];
    if (a->moved || g->shape.n - g->l->set->feature.n > PLACES / 2)
        return true;
    const Lead lead = {bridge->n, bridge->turn, bridge->ahead};
    Built *built = calloc(1, sizeof *built);
    if (!built || !LIST_PUSH(&g->shape, (Shape){.feature = a->feature, .key = key, .moved = built})) {
        free(built);
        return false;
    }
    pose_built_add(built, &g->l->set->feature.at[a->feature], a->pose, g->ring, &lead);
    pose_built_end(built);
    a->moved = g->places[at] = (uint32_t)g->shape.n - 1;
    return true;
}

/* Region proximity is said of the anchor itself. */
static bool may_move(const Feature *f)
{
    bool may = f->has[PART_FROM] && !f->has[PART_TO];
    for (uint32_t i = 0; i < f->nelement; i++)
        may &= f->element[i].kind != EL_REGION;
    return may;
}

/* The least hash of a pair in all frames, for which both have their hashes; *best: the first frame that has it. */
static uint64_t key_of(const Growth *g, const Pair *pair, uint32_t *best)
{
    const uint64_t *x = g->shape.at[pair->shape[0]].hash, *y = g->shape.at[pair->shape[1]].hash;
    const uint8_t *in_x = g->turned[pair->pose[0]], *in_y = g->turned[pair->pose[1]];
    uint64_t key = UINT64_MAX;
    for (uint32_t frame = 0; frame < 2 * g->ring; frame++) {
        const uint64_t now = features_mixed(3, x[in_x[frame]] + y[in_y[frame]]);
        *best = now < key ? frame : *best;
        key = now < key ? now : key;
    }
    return key;
}

/* ---- pairs ------------------------------------------------------------------------------ */

static Pair *slot_of(Growth *g, uint64_t key, uint32_t **slot)
{
    size_t at = key & (g->room - 1);
    while (g->table[at] && g->pair.at[g->table[at] - 1].key != key)
        at = (at + 1) & (g->room - 1);
    *slot = &g->table[at];
    return g->table[at] ? &g->pair.at[g->table[at] - 1] : NULL;
}

static bool widen(Growth *g)
{
    if (g->table && 2 * (g->pair.n + 1) <= g->room)
        return true;
    const size_t room = g->room ? g->room * 2 : 4096;
    uint32_t *table = calloc(room, sizeof *table), *slot;
    if (!table)
        return false;
    free(g->table);
    g->table = table;
    g->room = room;
    for (size_t i = 0; i < g->pair.n; i++) {
        slot_of(g, g->pair.at[i].key, &slot);
        *slot = (uint32_t)i + 1;
    }
    return true;
}

static bool is_reactive(const Feature *f) { return f->has[PART_LAST_FROM] || f->has[PART_LAST_TO]; }

/* A pair that is new in the poses of the frame that its key is of. */
static bool add_new(Growth *g, Pair *fresh, uint32_t *slot)
{
    for (int i = 0; i < 2; i++)
        fresh->reactive |= is_reactive(feature_of(g, &g->shape.at[fresh->shape[i]]));
    *slot = (uint32_t)g->pair.n + 1;
    return LIST_PUSH(&g->pair, *fresh);
}

static bool count_pair(Growth *g, Pair *fresh, double error)
{
    uint32_t *slot;
    if (!widen(g))
        return false;
    Pair *pair = slot_of(g, fresh->key, &slot);
    if (!pair && !add_new(g, fresh, slot))
        return false;
    pair = pair ? pair : &g->pair.at[g->pair.n - 1];
    if (pair->stamp != g->stamp) { /* several times in a move is once */
        pair->stamp = g->stamp;
        pair->n++;
        pair->error += error;
    }
    return true;
}

/* Two active instances, one of which may have to be moved to the other's anchor; false: they make no pair. */
static bool pair_of(const Growth *g, const Active *a, const Active *b, Pair *out)
{
    *out = (Pair){.shape = {a->feature, b->feature}, .pose = {a->pose, b->pose}};
    if (a->anchor == b->anchor)
        return true;
    const Active *from = may_move(&g->l->set->feature.at[a->feature]) ? a : b, *to = from == a ? b : a;
    *out = (Pair){.shape = {to->feature, from->moved}, .pose = {to->pose, 0}};
    return from->moved && !g->shape.at[from->moved].moved->failed;
}

/* Its key, and the poses of that frame. */
static bool find_key(Growth *g, Pair *pair)
{
    uint32_t frame = 0;
    if (!hashes_of(g, pair->shape[0]) || !hashes_of(g, pair->shape[1]))
        return false;
    pair->key = key_of(g, pair, &frame);
    for (int i = 0; i < 2; i++)
        pair->pose[i] = g->turned[pair->pose[i]][frame];
    return true;
}

/* Active instance i with all before it.  The table is larger than caches: a slot is asked for while the keys of others are found. */
static bool count_row(Growth *g, size_t i, double error)
{
    bool ok = widen(g);
    g->row.n = 0;
    for (size_t k = 0; k < i && ok; k++) {
        Pair pair;
        if (!pair_of(g, &g->active.at[i], &g->active.at[k], &pair))
            continue;
        ok = find_key(g, &pair) && LIST_PUSH(&g->row, pair);
        __builtin_prefetch(&g->table[pair.key & (g->room - 1)]);
    }
    for (size_t k = 0; k < g->row.n && ok; k++)
        ok = count_pair(g, &g->row.at[k], error);
    return ok;
}

/* ---- the instances of a move --------------------------------------------------------------- */

/* Can it be turned and mirrored as a whole?  *anchor: where it stands. */
static bool may_pair(const Growth *g, const Feature *f, const Instance *i, int32_t *anchor)
{
    const FeatureBoard *b = eval_board(g->l->eval);
    const Part part = f->has[PART_TO] && !f->walk[PART_TO].n ? PART_TO : PART_FROM;
    if (f->absolute || f->nrotation || f->one_side || !f->has[part] || f->walk[part].n)
        return false;
    *anchor = i->at[part];
    return g->ring % ring_size(b, *anchor) == 0;
}

static int by_key(const void *a, const void *b)
{
    const Active *x = a, *y = b;
    if (x->key > y->key || x->key < y->key)
        return x->key > y->key ? -1 : 1;
    return x->feature != y->feature ? (x->feature > y->feature) - (x->feature < y->feature) : (x->pose > y->pose) - (x->pose < y->pose);
}

/* So many of them at most, drawn without replacement with chances in proportion to exp of the mean absolute error where the feature was
 * active, divided by how many instances of it there are (P. Efraimidis, P. Spirakis, 2006). */
static void draw_active(Growth *g, uint64_t *rng)
{
    uint32_t times = 0;
    const size_t n = g->active.n;
    for (size_t i = 0; i < n && n > g->l->o.instances; i++) {
        Active *a = &g->active.at[i];
        if (!i || g->active.at[i - 1].feature != a->feature)
            for (times = 0; i + times < n && g->active.at[i + times].feature == a->feature; times++)
                ;
        const double mean = g->seen[a->feature] ? g->wrong[a->feature] / g->seen[a->feature] : 0;
        const double unit = ((double)(ludc_next_word(rng) >> 11) + 0.5) * 0x1p-53;
        a->key = log(unit) * times / exp(mean);
    }
    if (n <= g->l->o.instances)
        return;
    qsort(g->active.at, n, sizeof *g->active.at, by_key);
    g->active.n = g->l->o.instances;
}

static int by_feature(const void *a, const void *b)
{
    const Instance *x = *(const Instance *const *)a, *y = *(const Instance *const *)b;
    return x->feature != y->feature ? (x->feature > y->feature) - (x->feature < y->feature) : (x->pose > y->pose) - (x->pose < y->pose);
}

/* Fills g->active with those that can be paired, by feature. */
static bool find_active(Growth *g, const ludc_feature_move *move)
{
    const FeatureBoard *b = eval_board(g->l->eval);
    size_t n = eval_instances(g->l->eval, move, g->instance, g->instances);
    if (n > g->instances) {
        free(g->instance);
        g->instance = malloc(n * sizeof(const Instance *));
        g->instances = g->instance ? n : 0;
        n = eval_instances(g->l->eval, move, g->instance, g->instances);
    }
    if (n > g->instances)
        return false;
    qsort(g->instance, n, sizeof *g->instance, by_feature);
    g->active.n = 0;
    for (size_t i = 0; i < n; i++) {
        const Instance *one = g->instance[i];
        Active a = {.feature = one->feature};
        if (!may_pair(g, &g->l->set->feature.at[one->feature], one, &a.anchor))
            continue;
        const uint32_t stretch = g->ring / ring_size(b, a.anchor);
        a.pose = (one->pose >> 1) * stretch << 1 | (one->pose & 1);
        if (!LIST_PUSH(&g->active, a))
            return false;
    }
    return true;
}

/* Those that stand where the move comes from, said from where it goes to. */
static bool move_shapes(Growth *g, const ludc_feature_move *move)
{
    Bridge bridge;
    bool ok = true;
    if (move->from < 0 || move->to < 0 || !bridge_find(eval_board(g->l->eval), move->to, move->from, &bridge))
        return true;
    for (size_t i = 0; i < g->active.n && ok; i++) {
        Active *a = &g->active.at[i];
        if (a->anchor == move->from && may_move(&g->l->set->feature.at[a->feature]))
            ok = move_shape(g, a, &bridge);
    }
    return ok;
}

static bool count_move(Growth *g, const ludc_feature_move *move, double error, uint64_t *rng)
{
    if (!find_active(g, move))
        return false;
    g->stamp++;
    g->n++;
    g->sum += error;
    g->squares += error * error;
    for (size_t i = 0; i < g->active.n; i++) {
        const uint32_t f = g->active.at[i].feature;
        if (g->last[f] == g->stamp)
            continue;
        g->last[f] = g->stamp;
        g->seen[f]++;
        g->wrong[f] += fabs(error);
    }
    draw_active(g, rng);
    bool ok = move_shapes(g, move);
    for (size_t i = 0; i < g->active.n && ok; i++)
        ok = count_row(g, i, error);
    return ok;
}

static ludc_status count_tuple(Growth *g, const ludc_learn_tuple *t, uint64_t *rng)
{
    ludc_status status = linear_chances(g->l, t);
    for (uint32_t i = 0; i < t->n && !status; i++) {
        ludc_feature_move move;
        if (!linear_move(g->l, t, i, &move))
            return LUDC_UNSUPPORTED;
        if (!count_move(g, &move, g->l->chance.at[i] - (double)t->share[i], rng))
            status = LUDC_IO;
    }
    return status;
}

/* ---- scores ------------------------------------------------------------------------------------ */

/* Of a thing that was active in n of all moves with something of the given sums; 0 where one of them does not vary. */
static double correlation(double all, double n, double part, double sum, double squares)
{
    const double spread = n * (all - n) * (all * squares - sum * sum);
    return spread > 0 ? (all * part - n * sum) / sqrt(spread) : 0;
}

/* The lower bound of its absolute value by R. Fisher's z. */
static double lowered(double r, double all, double critical)
{
    const double z = atanh(fmin(fabs(r), 1 - 1e-12)) - (all > 3 ? critical / sqrt(all - 3) : 0);
    return tanh(fmax(z, 0));
}

static double score_of(const Growth *g, const Pair *pair)
{
    double overlap = 0;
    if (pair->n < g->l->o.seen)
        return 0;
    for (int i = 0; i < 2; i++) {
        const double n = g->seen[g->shape.at[pair->shape[i]].feature], r = correlation(g->n, pair->n, pair->n, n, n);
        overlap = fmax(overlap, r * r);
    }
    return lowered(correlation(g->n, pair->n, pair->error, g->sum, g->squares), g->n, g->l->o.critical) * (1 - overlap);
}

/* ---- the new feature -------------------------------------------------------------------------------- */

/* Is there one of the player that is equal but for its pose? */
static bool is_known(const Growth *g, const Feature *f)
{
    const uint64_t hash = pose_least(f, g->ring);
    bool known = false;
    for (size_t i = 0; i < g->l->set->feature.n && !known; i++) {
        const Feature *other = &g->l->set->feature.at[i];
        known = other->kind == FEATURE_SPATIAL && other->player == g->player && !other->absolute &&
                pose_least(other, g->ring) == hash;
    }
    return known;
}

/* Adds what the pair is together; false: it is known, or cannot be. */
static bool add_pair(Growth *g, const Pair *pair, ludc_status *status)
{
    Built b = {.feature = {.kind = FEATURE_SPATIAL}};
    for (int i = 0; i < 2; i++)
        pose_built_add(&b, feature_of(g, &g->shape.at[pair->shape[i]]), pair->pose[i], g->ring, NULL);
    pose_built_end(&b);
    const bool good = !b.failed && g->l->set->feature.n < MOST_FEATURES && !is_known(g, &b.feature);
    if (good && !linear_add(g->l, &b.feature, g->player))
        *status = LUDC_IO;
    pose_built_close(&b);
    return good && !*status;
}

/* The best pair of its sort that is something new; it is tried so many times. */
static uint32_t add_best(Growth *g, bool reactive, ludc_status *status)
{
    enum { TRIES = 100 };
    for (int tries = 0; tries < TRIES && !*status; tries++) {
        Pair *best = NULL;
        double most = 0;
        for (size_t i = 0; i < g->pair.n; i++) {
            Pair *pair = &g->pair.at[i];
            const double score = pair->reactive == reactive ? score_of(g, pair) : 0;
            if (score > most) {
                most = score;
                best = pair;
            }
        }
        if (!best)
            return 0;
        if (add_pair(g, best, status))
            return 1;
        best->n = 0; /* not again */
    }
    return 0;
}

/* ---- all of it ------------------------------------------------------------------------------------------ */

static bool growth_open(Growth *g, Linear *l, unsigned player)
{
    const size_t features = l->set->feature.n;
    *g = (Growth){.l = l, .player = player, .ring = eval_board(l->eval)->largest};
    if (!g->ring || g->ring > MOST_RING)
        return false;
    for (uint32_t pose = 0; pose < 2 * g->ring; pose++)
        for (uint32_t frame = 0; frame < 2 * g->ring; frame++)
            g->turned[pose][frame] = (uint8_t)pose_in(pose, frame, g->ring);
    g->places = calloc(PLACES, sizeof *g->places);
    g->seen = calloc(features + 1, sizeof *g->seen);
    g->wrong = calloc(features + 1, sizeof *g->wrong);
    g->last = calloc(features + 1, sizeof *g->last);
    bool ok = g->places && g->seen && g->wrong && g->last;
    for (uint32_t i = 0; i < features && ok; i++)
        ok = LIST_PUSH(&g->shape, (Shape){.feature = i});
    return ok;
}

static void growth_close(Growth *g)
{
    for (size_t i = 0; i < g->shape.n; i++) {
        if (g->shape.at[i].moved)
            pose_built_close(g->shape.at[i].moved);
        free(g->shape.at[i].moved);
        free(g->shape.at[i].hash);
    }
    LIST_FREE(&g->shape);
    free(g->places);
    free(g->seen);
    free(g->wrong);
    free(g->last);
    free(g->table);
    free(g->instance);
    LIST_FREE(&g->pair);
    LIST_FREE(&g->row);
    LIST_FREE(&g->active);
}

ludc_status linear_grow(ludc_learner *learner, unsigned player, const ludc_learn_tuple *const *batch, size_t n, uint64_t *rng,
                        uint32_t *added)
{
    Linear *l = (Linear *)learner;
    Growth g;
    *added = 0;
    ludc_status status = linear_ready(l, NULL);
    if (status)
        return status;
    if (!growth_open(&g, l, player))
        status = g.ring && g.ring <= MOST_RING ? LUDC_IO : LUDC_OK;
    else
        for (size_t i = 0; i < n && !status; i++)
            status = count_tuple(&g, batch[i], rng);
    for (int reactive = 0; reactive < 2 && !status && g.last; reactive++)
        *added += add_best(&g, reactive, &status);
    growth_close(&g);
    return status;
}
