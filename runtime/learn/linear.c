/* linear.c - the learner whose policy is linear in features.
 *
 * The logit of a move is the sum of the weights of its active features, its chance p the softmax.  The loss of a tuple is the cross-entropy
 * - sum share ln p, whose gradient is the sum over the moves of (p - share) times what is active there. */
#include "runtime/learn/linear.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/game.h"

static Linear *linear_of(ludc_learner *learner) { return (Linear *)learner; }

/* ---- features ---------------------------------------------------------------------- */

bool linear_add(Linear *l, const Feature *feature, unsigned player)
{
    Feature copy = *feature;
    copy.player = player;
    if (!LIST_PUSH(&l->memory, (RmsProp){0, 0, 0}) || !features_add(l->set, &copy))
        return false;
    double *gradient = realloc(l->gradient, l->set->feature.n * sizeof *gradient);
    if (gradient)
        l->gradient = gradient;
    ludc_feature_eval_free(l->eval);
    l->eval = NULL;
    return gradient;
}

static bool add_all(Linear *l, const ludc_features *set)
{
    bool ok = true;
    for (unsigned p = 1; p <= l->players; p++)
        for (size_t i = 0; i < set->feature.n && ok; i++)
            if (!set->feature.at[i].player || set->feature.at[i].player == p)
                ok = linear_add(l, &set->feature.at[i], p);
    return ok;
}

ludc_status linear_ready(Linear *l, ludc_error *error)
{
    ludc_error mine = {0};
    if (!l->eval)
        l->eval = ludc_feature_eval_new(l->r, l->set, NULL, &mine);
    if (!l->eval && error)
        *error = mine;
    return l->eval ? LUDC_OK : mine.status ? mine.status : LUDC_IO;
}

/* ---- chances ------------------------------------------------------------------------- */

bool linear_move(const Linear *l, const ludc_learn_tuple *t, uint32_t i, ludc_feature_move *out)
{
    const bool seen = board_move(eval_board(l->eval), t->state, t->moves[i], &t->last, out);
    out->player = t->mover;
    return seen;
}

/* Room for so many more active features. */
static bool reserve(Linear *l, size_t more)
{
    const size_t n = l->active.n;
    bool ok = true;
    while (ok && l->active.room < n + more) {
        l->active.n = l->active.room; /* it is full, so that it grows */
        ok = LIST_ROOM(&l->active);
    }
    l->active.n = n;
    return ok;
}

/* The active features of a move, behind those of the others, and the sum of their weights. */
static ludc_status add_move(Linear *l, const ludc_feature_move *move, double *logit)
{
    const size_t before = l->active.n, room = l->set->feature.n;
    if (!reserve(l, room))
        return LUDC_IO;
    uint32_t *active = l->active.at + before;
    const size_t n = ludc_feature_eval_active(l->eval, move, active, room);
    l->active.n = before + n;
    *logit = 0;
    for (size_t k = 0; k < n; k++)
        *logit += l->set->feature.at[active[k]].weight;
    return LIST_PUSH(&l->end, (uint32_t)l->active.n) && LIST_PUSH(&l->chance, *logit) ? LUDC_OK : LUDC_IO;
}

ludc_status linear_chances(Linear *l, const ludc_learn_tuple *t)
{
    double best = -INFINITY, sum = 0;
    ludc_status status = ludc_feature_eval_look(l->eval, t->state);
    l->active.n = l->end.n = l->chance.n = 0;
    if (!status)
        eval_expect(l->eval, t->mover, t->n);
    for (uint32_t i = 0; i < t->n && !status; i++) {
        ludc_feature_move move;
        double logit;
        status = linear_move(l, t, i, &move) ? add_move(l, &move, &logit) : LUDC_UNSUPPORTED;
        best = status ? best : fmax(best, logit);
    }
    for (uint32_t i = 0; i < t->n && !status; i++)
        sum += l->chance.at[i] = exp(l->chance.at[i] - best);
    for (uint32_t i = 0; i < t->n && !status; i++)
        l->chance.at[i] /= sum;
    return status;
}

double linear_gradient(const Linear *l, const ludc_learn_tuple *t, double weight, double *gradient, double *error)
{
    double loss = 0, sum = 0, all = 0;
    for (uint32_t i = 0; i < t->n; i++)
        all += (double)t->share[i];
    for (uint32_t i = 0; i < t->n; i++) {
        const double share = (double)t->share[i] / all, wrong = l->chance.at[i] - share;
        if (share > 0)
            loss -= share * log(fmax(l->chance.at[i], 1e-300));
        sum += fabs(wrong);
        for (uint32_t k = i ? l->end.at[i - 1] : 0; gradient && k < l->end.at[i]; k++)
            gradient[l->active.at[k]] += weight * wrong;
    }
    if (error)
        *error = sum;
    return loss;
}

/* ---- steps ------------------------------------------------------------------------------ */

static void descend(Linear *l, unsigned player)
{
    for (size_t i = 0; i < l->set->feature.n; i++) {
        Feature *f = &l->set->feature.at[i];
        if (f->player != player)
            continue;
        const double weight = rmsprop_step(&l->memory.at[i], &l->o, f->weight, l->gradient[i]);
        f->weight = fmax(-GREATEST_WEIGHT, fmin(weight, GREATEST_WEIGHT));
    }
}

static ludc_status step(ludc_learner *learner, unsigned player, const ludc_learn_tuple *const *batch, const double *weight, size_t n,
                        double *loss, double *priority)
{
    Linear *l = linear_of(learner);
    ludc_status status = linear_ready(l, NULL);
    memset(l->gradient, 0, l->set->feature.n * sizeof *l->gradient);
    *loss = 0;
    for (size_t k = 0; k < n && !status; k++) {
        status = linear_chances(l, batch[k]);
        if (!status)
            *loss += weight[k] * linear_gradient(l, batch[k], weight[k], l->gradient, &priority[k]);
    }
    if (!status)
        descend(l, player);
    return status;
}

static ludc_status look(ludc_learner *learner, const ludc_learn_tuple *t, double *loss)
{
    Linear *l = linear_of(learner);
    ludc_status status = linear_ready(l, NULL);
    if (!status)
        status = linear_chances(l, t);
    if (!status)
        *loss = linear_gradient(l, t, 0, NULL, NULL);
    return status;
}

static ludc_status guide(ludc_learner *learner, ludc_search *search, ludc_error *error)
{
    return ludc_search_set_features(search, linear_of(learner)->set, error);
}

static ludc_status tell(ludc_learner *learner, ludc_search *search)
{
    return ludc_search_weigh_features(search, linear_of(learner)->set);
}

static uint64_t parts(const ludc_learner *learner, unsigned player)
{
    const Linear *l = (const Linear *)learner;
    uint64_t n = 0;
    for (size_t i = 0; i < l->set->feature.n; i++)
        n += l->set->feature.at[i].player == player;
    return n;
}

/* ---- as bytes: what is remembered of each weight, then the set as text ------------------------ */

static size_t saved_size(const ludc_learner *learner)
{
    const Linear *l = (const Linear *)learner;
    return l->memory.n * sizeof *l->memory.at + ludc_features_text(l->set, NULL, 0) + 1 + sizeof(uint64_t);
}

static void save(const ludc_learner *learner, void *out)
{
    const Linear *l = (const Linear *)learner;
    const uint64_t n = l->memory.n;
    char *at = out;
    memcpy(at, &n, sizeof n);
    memcpy(at + sizeof n, l->memory.at, n * sizeof *l->memory.at);
    at += sizeof n + n * sizeof *l->memory.at;
    ludc_features_text(l->set, at, saved_size(learner) - (size_t)(at - (char *)out));
}

/* Takes the set of a saved learner, and of each feature what is remembered. */
static ludc_status take_set(Linear *l, ludc_features *set, const char *memory)
{
    Linear fresh = {.players = l->players, .set = features_new()};
    bool ok = fresh.set && ludc_features_sign(fresh.set, l->r) == LUDC_OK;
    for (size_t i = 0; i < set->feature.n && ok; i++)
        ok = linear_add(&fresh, &set->feature.at[i], set->feature.at[i].player);
    if (!ok) {
        ludc_features_free(fresh.set);
        LIST_FREE(&fresh.memory);
        free(fresh.gradient);
        return LUDC_IO;
    }
    if (fresh.memory.n)
        memcpy(fresh.memory.at, memory, fresh.memory.n * sizeof *fresh.memory.at);
    ludc_features_free(l->set);
    ludc_feature_eval_free(l->eval);
    LIST_FREE(&l->memory);
    free(l->gradient);
    l->set = fresh.set;
    l->eval = NULL;
    l->gradient = fresh.gradient;
    l->memory = fresh.memory;
    return LUDC_OK;
}

static ludc_status restore(ludc_learner *learner, const void *saved, size_t size)
{
    Linear *l = linear_of(learner);
    uint64_t n;
    const char *at = saved;
    if (size < sizeof n + 1 || at[size - 1])
        return LUDC_WRONG;
    memcpy(&n, at, sizeof n);
    if (n > (size - sizeof n - 1) / sizeof(RmsProp))
        return LUDC_WRONG;
    const size_t head = sizeof n + n * sizeof(RmsProp);
    ludc_features *set = ludc_features_read("saved", at + head, size - head - 1, NULL);
    ludc_status status = !set || set->feature.n != n || ludc_features_check(set, l->r, NULL) ? LUDC_WRONG : LUDC_OK;
    for (size_t i = 0; i < n && !status; i++)
        status = set->feature.at[i].player < 1 || set->feature.at[i].player > l->players ? LUDC_WRONG : LUDC_OK;
    if (!status)
        status = take_set(l, set, at + sizeof n);
    ludc_features_free(set);
    return status;
}

/* ---- made ---------------------------------------------------------------------------------------- */

static void free_linear(ludc_learner *learner)
{
    Linear *l = linear_of(learner);
    ludc_features_free(l->set);
    ludc_feature_eval_free(l->eval);
    LIST_FREE(&l->memory);
    LIST_FREE(&l->active);
    LIST_FREE(&l->end);
    LIST_FREE(&l->chance);
    free(l->gradient);
    free(l);
}

ludc_learner *ludc_learner_features(const ludc_reasoner *r, const ludc_features *set, const ludc_learn_options *options,
                                    ludc_error *error)
{
    Linear *l = r && set && options ? calloc(1, sizeof *l) : NULL;
    if (!l) {
        ludc_error_set(error, r && set && options ? LUDC_IO : LUDC_USAGE, "", "there is nothing to learn, or too little memory for it");
        return NULL;
    }
    l->learner = (ludc_learner){sizeof l->learner, guide, tell, step, look, linear_grow, parts, saved_size, save, restore, free_linear};
    l->r = r;
    l->o = *options;
    l->players = ludc_players(r);
    l->set = features_new();
    if (!l->set || ludc_features_sign(l->set, r) || !add_all(l, set))
        ludc_error_set(error, LUDC_IO, "", "there is too little memory for the features");
    else if (!l->set->feature.n)
        ludc_error_set(error, LUDC_WRONG, "", "the set has no feature for these players");
    else if (!linear_ready(l, error))
        return &l->learner;
    free_linear(&l->learner);
    return NULL;
}

ludc_features *ludc_learner_set(const ludc_learner *learner)
{
    const Linear *l = (const Linear *)learner;
    if (!learner || learner->free != free_linear)
        return NULL;
    ludc_features *out = features_new();
    bool ok = out && ludc_features_sign(out, l->r) == LUDC_OK;
    for (unsigned p = 1; p <= l->players; p++)
        for (size_t i = 0; i < l->set->feature.n && ok; i++)
            if (l->set->feature.at[i].player == p)
                ok = features_add(out, &l->set->feature.at[i]);
    if (ok)
        return out;
    ludc_features_free(out);
    return NULL;
}

void ludc_learner_free(ludc_learner *learner)
{
    if (learner)
        learner->free(learner);
}
