/* grow.c - features that are added: two instances that were active for the same move, as one.
 *
 * After an episode tuples are drawn uniformly; for each of their moves the policy's chance is wrong by so much.  A pair of active instances
 * is a candidate; the best one has a high absolute correlation with the error, and a low one with either instance:
 *
 *     |corr(pair, error)| (1 - max corr(pair, instance)^2)
 *
 * (Ludii's CorrelationBasedExpander; the paper's appendix B).  Pairs are told apart by what they would be as a feature, whatever way the
 * board is turned or mirrored: by the least of the hashes of the whole in all poses.  Instances with different anchors are not paired (ours). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/learn/linear.h"
#include "runtime/random.h"

enum { FINEST = 5040, MOST_RING = 32 };

/* A pair of instances, and in how many moves it was active. */
typedef struct {
    uint64_t key;
    uint32_t n, stamp;       /* moves; the last of them */
    double error;            /* sum */
    uint32_t feature[2];
    uint32_t pose[2];        /* of the ring of `largest` places */
    bool reactive;
} Pair;

/* An active instance of a move. */
typedef struct {
    uint32_t feature, pose;
    int32_t anchor;
    double key; /* those with the greatest are taken */
} Active;

typedef struct {
    Linear *l;
    unsigned player;
    uint32_t ring;      /* places of the largest ring: poses are 2 k + mirrored */
    uint64_t *hash;     /* [features][2 ring] of what a feature is in that pose; NULL row: not yet */
    bool *hashed;
    LIST(Pair) pair;
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

/* ---- poses ---------------------------------------------------------------------------- */

static uint64_t mixed(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* A turn in [0, 1); what is a fraction becomes the nearest number to it. */
static double turned(double turn)
{
    long p, q;
    double rest = turn - floor(turn);
    rest = nearest_fraction(rest, &p, &q);
    return rest >= 1 - 1e-9 ? 0 : rest;
}

/* Turn i of a walk in a pose. */
static double posed(const Walk *walk, uint32_t i, uint32_t pose, uint32_t ring)
{
    const double sign = pose & 1 ? -1 : 1;
    return turned(sign * (walk->turn[i] + (i ? 0 : (double)(pose >> 1) / ring)));
}

static uint64_t hash_walk(uint64_t hash, const Walk *walk, uint32_t pose, uint32_t ring)
{
    for (uint32_t i = 0; i < walk->n; i++)
        hash = mixed(hash, (uint64_t)llround(posed(walk, i, pose, ring) * FINEST) % FINEST + 1);
    return hash;
}

/* The sum of the hashes of all that a feature asks for beside its anchor. */
static uint64_t hash_posed(const Feature *f, uint32_t pose, uint32_t ring)
{
    uint64_t sum = 0;
    for (int p = 0; p < PARTS; p++)
        if (f->has[p])
            sum += f->walk[p].n || p < PART_FROM ? hash_walk(mixed(1, (uint64_t)p), &f->walk[p], pose, ring) : (uint64_t)p << 60;
    for (uint32_t i = 0; i < f->nelement; i++) {
        const Element *e = &f->element[i];
        if (e->kind != EL_ANY)
            sum += hash_walk(mixed(mixed(2, (uint64_t)e->kind << 1 | e->negated), (uint64_t)(uint32_t)e->index), &e->walk, pose, ring);
    }
    return sum;
}

/* The pose of the whole in which one of its parts had `pose`: the mirror and turn of the frame come last. */
static uint32_t pose_in(uint32_t pose, uint32_t frame, uint32_t ring)
{
    const uint32_t k = pose >> 1, add = frame >> 1;
    return ((pose & 1 ? k + ring - add : k + add) % ring) << 1 | ((pose ^ frame) & 1);
}

static const uint64_t *hashes_of(Growth *g, uint32_t feature)
{
    uint64_t *row = g->hash + (size_t)feature * 2 * g->ring;
    for (uint32_t pose = 0; !g->hashed[feature] && pose < 2 * g->ring; pose++)
        row[pose] = hash_posed(&g->l->set->feature.at[feature], pose, g->ring);
    g->hashed[feature] = true;
    return row;
}

/* The least hash of a pair in all frames. */
static uint64_t key_of(Growth *g, const Active *a, const Active *b, uint32_t *best)
{
    const uint64_t *x = hashes_of(g, a->feature), *y = hashes_of(g, b->feature);
    uint64_t key = UINT64_MAX;
    for (uint32_t frame = 0; frame < 2 * g->ring; frame++) {
        const uint64_t now = mixed(3, x[pose_in(a->pose, frame, g->ring)] + y[pose_in(b->pose, frame, g->ring)]);
        if (now < key) {
            key = now;
            *best = frame;
        }
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

static bool count_pair(Growth *g, const Active *a, const Active *b, double error)
{
    uint32_t frame = 0, *slot;
    if (!widen(g))
        return false;
    const uint64_t key = key_of(g, a, b, &frame);
    Pair *pair = slot_of(g, key, &slot);
    if (!pair) {
        const Feature *x = &g->l->set->feature.at[a->feature], *y = &g->l->set->feature.at[b->feature];
        const Pair fresh = {.key = key, .feature = {a->feature, b->feature}, .reactive = is_reactive(x) || is_reactive(y),
                            .pose = {pose_in(a->pose, frame, g->ring), pose_in(b->pose, frame, g->ring)}};
        if (!LIST_PUSH(&g->pair, fresh))
            return false;
        *slot = (uint32_t)g->pair.n;
        pair = &g->pair.at[g->pair.n - 1];
    }
    if (pair->stamp != g->stamp) { /* several times in a move is once */
        pair->stamp = g->stamp;
        pair->n++;
        pair->error += error;
    }
    return true;
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
    bool ok = true;
    for (size_t i = 0; i < g->active.n; i++)
        for (size_t k = 0; k < i && ok; k++)
            if (g->active.at[i].anchor == g->active.at[k].anchor)
                ok = count_pair(g, &g->active.at[i], &g->active.at[k], error);
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
        const double n = g->seen[pair->feature[i]], r = correlation(g->n, pair->n, pair->n, n, n);
        overlap = fmax(overlap, r * r);
    }
    return lowered(correlation(g->n, pair->n, pair->error, g->sum, g->squares), g->n, g->l->o.critical) * (1 - overlap);
}

/* ---- the new feature -------------------------------------------------------------------------------- */

/* A feature that is put together. */
typedef struct {
    Store store;
    Feature feature;
    Element element[MOST_ELEMENTS];
    bool failed;
} Built;

static Walk build_walk(Built *b, const Walk *walk, uint32_t pose, uint32_t ring)
{
    double *turn = STORE_ARRAY(&b->store, double, walk->n + 1);
    for (uint32_t i = 0; turn && i < walk->n; i++)
        turn[i] = posed(walk, i, pose, ring);
    b->failed |= !turn;
    return (Walk){turn ? walk->n : 0, turn};
}

static bool walks_equal(const Walk *a, const Walk *b)
{
    bool equal = a->n == b->n;
    for (uint32_t i = 0; i < a->n && equal; i++)
        equal = fabs(a->turn[i] - b->turn[i]) < 1e-7;
    return equal;
}

static void add_element(Built *b, const Element *from, uint32_t pose, uint32_t ring)
{
    Element e = *from;
    e.walk = build_walk(b, &from->walk, pose, ring);
    for (uint32_t i = 0; i < b->feature.nelement && !b->failed; i++) {
        const Element *other = &b->element[i];
        if (other->kind == e.kind && other->negated == e.negated && other->index == e.index && walks_equal(&other->walk, &e.walk))
            return;
    }
    b->failed |= b->feature.nelement == MOST_ELEMENTS;
    if (!b->failed)
        b->element[b->feature.nelement++] = e;
}

/* Two of a pair cannot both say where the move before it went, unless they say the same. */
static void add_feature(Built *b, const Feature *f, uint32_t pose, uint32_t ring)
{
    for (int p = 0; p < PARTS && !b->failed; p++) {
        if (!f->has[p])
            continue;
        const Walk walk = build_walk(b, &f->walk[p], pose, ring);
        b->failed |= b->feature.has[p] && !walks_equal(&b->feature.walk[p], &walk);
        b->feature.has[p] = true;
        b->feature.walk[p] = walk;
    }
    for (uint32_t i = 0; i < f->nelement && !b->failed; i++)
        if (f->element[i].kind != EL_ANY)
            add_element(b, &f->element[i], pose, ring);
}

static uint64_t least_hash(const Feature *f, uint32_t ring)
{
    uint64_t least = UINT64_MAX;
    for (uint32_t pose = 0; pose < 2 * ring; pose++) {
        const uint64_t now = hash_posed(f, pose, ring);
        least = now < least ? now : least;
    }
    return least;
}

/* Is there one of the player that is equal but for its pose? */
static bool is_known(const Growth *g, const Feature *f)
{
    const uint64_t hash = least_hash(f, g->ring);
    bool known = false;
    for (size_t i = 0; i < g->l->set->feature.n && !known; i++) {
        const Feature *other = &g->l->set->feature.at[i];
        known = other->kind == FEATURE_SPATIAL && other->player == g->player && !other->absolute &&
                least_hash(other, g->ring) == hash;
    }
    return known;
}

/* Adds what the pair is together; false: it is known, or cannot be. */
static bool add_pair(Growth *g, const Pair *pair, ludc_status *status)
{
    static const double nowhere[1] = {0};
    const Element any = {.kind = EL_ANY, .index = -1, .walk = {0, nowhere}};
    Built b = {.feature = {.kind = FEATURE_SPATIAL}};
    for (int i = 0; i < 2; i++)
        add_feature(&b, &g->l->set->feature.at[pair->feature[i]], pair->pose[i], g->ring);
    if (!b.failed && !b.feature.nelement)
        b.element[b.feature.nelement++] = any;
    b.feature.element = b.element;
    const bool good = !b.failed && g->l->set->feature.n < MOST_FEATURES && !is_known(g, &b.feature);
    if (good && !linear_add(g->l, &b.feature, g->player))
        *status = LUDC_IO;
    store_free(&b.store);
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
    g->hash = malloc((features * 2 * g->ring + 1) * sizeof *g->hash);
    g->hashed = calloc(features + 1, sizeof *g->hashed);
    g->seen = calloc(features + 1, sizeof *g->seen);
    g->wrong = calloc(features + 1, sizeof *g->wrong);
    g->last = calloc(features + 1, sizeof *g->last);
    return g->hash && g->hashed && g->seen && g->wrong && g->last;
}

static void growth_close(Growth *g)
{
    free(g->hash);
    free(g->hashed);
    free(g->seen);
    free(g->wrong);
    free(g->last);
    free(g->table);
    free(g->instance);
    LIST_FREE(&g->pair);
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
