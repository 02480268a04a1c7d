/* eval.c - values and priors that somebody else gives: leaves are listed while a round is collected, asked for together, and
 * get their children with their priors. */
#include "runtime/search/eval.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/search/amaf.h"
#include "runtime/search/features.h"
#include "runtime/search/leaves.h"
#include "runtime/search/prior.h"

/* Moves kept for a leaf on average; where positions have more a round ends early. */
enum { USUAL_MOVES = 64 };

/* ---- memory --------------------------------------------------------------------------- */

static uint64_t move_room(const ludc_search *s) { return (uint64_t)s->o.leaves * USUAL_MOVES + s->room; }
static size_t stride_of(const ludc_search *s) { return ((size_t)s->r->state_size + 63) / 64 * 64; }

uint64_t eval_bytes(const ludc_search *s)
{
    return sizeof(Eval) + move_room(s) * 8 + s->o.leaves * (2 * sizeof(ludc_search_leaf) + 12 * (uint64_t)s->players + 4 + stride_of(s));
}

static Eval *eval_new(const ludc_search *s, const ludc_search_evaluator *by)
{
    Eval *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->by = *by;
    e->stride = stride_of(s);
    e->room = move_room(s) > UINT32_MAX ? 0 : (uint32_t)move_room(s);
    e->leaf = malloc(s->o.leaves * sizeof *e->leaf);
    e->count = malloc((size_t)s->o.leaves * s->players * sizeof *e->count);
    e->value = malloc((size_t)s->o.leaves * s->players * sizeof *e->value);
    e->move = malloc((size_t)e->room * sizeof *e->move);
    e->prior = malloc((size_t)e->room * sizeof *e->prior);
    e->cut = aligned_alloc(64, s->o.leaves * e->stride);
    e->cut_leaf = malloc(s->o.leaves * sizeof *e->cut_leaf);
    e->cut_of = malloc(s->o.leaves * sizeof *e->cut_of);
    if (e->room && e->leaf && e->count && e->value && e->move && e->prior && e->cut && e->cut_leaf && e->cut_of)
        return e;
    eval_free(e);
    return NULL;
}

void eval_free(Eval *e)
{
    if (!e)
        return;
    free(e->leaf);
    free(e->count);
    free(e->value);
    free(e->move);
    free(e->prior);
    free(e->cut);
    free(e->cut_leaf);
    free(e->cut_of);
    free(e);
}

static bool possible(const ludc_search *s)
{
    return s->select && !amaf_wanted(&s->o) && s->o.lanes != LUDC_LANES_ON;
}

ludc_status eval_set_one(ludc_search *s, const ludc_search_evaluator *by)
{
    if (by && (!possible(s) || s->twin))
        return LUDC_UNSUPPORTED;
    eval_free(s->eval);
    s->eval = NULL;
    if (by && !(s->eval = eval_new(s, by)))
        return LUDC_IO;
    leaves_free(s->leaves); /* and their lanes; they are made again where they are wanted */
    s->leaves = NULL;
    return search_keep(s, s->broken);
}

ludc_status ludc_search_set_evaluator(ludc_search *s, const ludc_search_evaluator *by)
{
    if (!s || (by && (by->size < sizeof *by || (!by->evaluate && !by->at_cut))))
        return LUDC_USAGE;
    if (by && (!possible(s) || s->twin)) /* threads that share a tree ask one at a time */
        return LUDC_UNSUPPORTED;
    eval_free(s->eval);
    s->eval = NULL;
    if (by && !(s->eval = eval_new(s, by)))
        return LUDC_IO;
    if (!s->select)
        return LUDC_OK;
    leaves_free(s->leaves); /* and their lanes; they are made again where they are wanted */
    s->leaves = NULL;
    ludc_status status = search_keep(s, s->broken);
    for (uint32_t i = 0; s->helper && i + 1 < s->o.threads && !status; i++)
        status = ludc_search_set_evaluator(s->helper[i], by);
    return status;
}

/* ---- asking ------------------------------------------------------------------------------ */

/* The leaf at the end of the path has its visits with this one, and is given children. */
static bool opens(const ludc_search *s)
{
    return s->defers && (!s->depth || *tree_visits(&s->tree, s->path[s->depth]) + 1 >= s->o.expand);
}

bool eval_room(const ludc_search *s) { return s->eval->room - s->eval->moved >= s->room; }

void eval_add(ludc_search *s, uint32_t i)
{
    Eval *e = s->eval;
    ludc_search_leaf *leaf = &e->leaf[i];
    if (!i)
        e->moved = 0;
    *leaf = (ludc_search_leaf){.state = leaf_state(s->leaves, i), .value = s->leaves->payoff + (size_t)i * s->players};
    if (!opens(s))
        return;
    if (s->features)
        features_leaf(s, i);
    leaf->mover = s->r->joint ? 0 : s->r->mover(s->r, s->state);
    leaf->moves = e->move + e->moved;
    leaf->count = e->count + (size_t)i * s->players;
    leaf->prior = e->prior + e->moved;
    leaf->n = search_list(s, e->count + (size_t)i * s->players);
    memcpy(e->move + e->moved, s->list, leaf->n * sizeof *e->move);
    for (size_t k = 0; k < leaf->n; k++)
        leaf->prior[k] = 1;
    e->moved += (uint32_t)leaf->n;
}

/* Values of n states, within [0, 1], and adding up to 1 where payoffs do. */
static ludc_status settle(const ludc_search *s, double *value, size_t n)
{
    for (size_t i = 0; i < n * s->players; i++) {
        if (isnan(value[i]))
            return LUDC_WRONG;
        value[i] = fmin(fmax(value[i], 0), 1);
    }
    for (size_t i = 0; i < n && s->constant; i++) {
        value[2 * i] = (value[2 * i] + 1 - value[2 * i + 1]) / 2;
        value[2 * i + 1] = 1 - value[2 * i];
    }
    return LUDC_OK;
}

static ludc_status ask(const ludc_search *s, ludc_search_evaluate *function, const ludc_search_leaf *leaf, const void *states,
                       double *value, uint32_t n)
{
    Eval *e = s->eval;
    const ludc_search_batch batch = {.r = s->r, .states = states, .stride = e->stride, .n = n, .leaf = leaf, .values = value};
    for (size_t i = 0; i < (size_t)n * s->players; i++)
        value[i] = 0.5;
    e->fault = function(e->by.data, &batch);
    if (!e->fault)
        e->fault = settle(s, value, n);
    return e->fault;
}

ludc_status eval_leaves(ludc_search *s)
{
    return ask(s, s->eval->by.evaluate, s->eval->leaf, s->leaves->state, s->leaves->payoff, s->leaves->open);
}

static ludc_status at_cut(const ludc_search *s, const void *states, double *value, uint32_t n)
{
    Eval *e = s->eval;
    for (uint32_t i = 0; i < n; i++)
        e->cut_leaf[i] = (ludc_search_leaf){.state = (const char *)states + i * e->stride, .value = value + (size_t)i * s->players};
    return ask(s, e->by.at_cut, e->cut_leaf, states, value, n);
}

ludc_status eval_at_cut(ludc_search *s, uint32_t n) { return n ? at_cut(s, s->eval->cut, s->eval->value, n) : LUDC_OK; }

void eval_one(const ludc_search *s, double *payoff) { at_cut(s, s->state, payoff, 1); }

/* ---- children ------------------------------------------------------------------------------- */

void eval_open(ludc_search *s, uint32_t i)
{
    Place at = s->path[s->depth];
    const ludc_search_leaf *leaf = &s->eval->leaf[i];
    if (!leaf->prior || *tree_link(&s->tree, at) || !search_expand(s, at))
        return;
    uint32_t block = *tree_link(&s->tree, at), mover = tree_mover(&s->tree, block), first = 0;
    for (uint32_t p = 1; p < mover; p++) /* the moves of the one who chooses */
        first += leaf->count[p - 1];
    prior_set(s, block, leaf->prior + first);
    if (!at.block)
        prior_noise(s);
}
