/* features.c - a set of features as priors of moves, and where playouts stand in a game.
 *
 * Features see the last move; a state need not keep it.  Whatever is scored has its ends noted by its number
 * (policy_remember), so that the ends of a move on the path are known: it was scored when its node got its children. */
#include "runtime/search/features.h"

#include <math.h>
#include <stdlib.h>

#include "runtime/features/policy.h"
#include "runtime/game.h"
#include "runtime/search/eval.h"
#include "runtime/search/leaves.h"

void features_free(FeatureSearch *f)
{
    if (!f)
        return;
    ludc_feature_policy_free(f->policy);
    free(f->leaf);
    free(f->score);
    free(f);
}

void features_renew(ludc_search *s)
{
    if (s->features)
        policy_forget(s->features->policy);
}

/* ---- where the path ends ---------------------------------------------------------------- */

static ludc_feature_move last_of(const ludc_search *s)
{
    const FeatureSearch *f = s->features;
    for (uint32_t i = s->depth; i; i--)
        if (tree_mover(&s->tree, s->path[i].block) != DRAW_MOVER)
            return policy_ends(f->policy, tree_move(&s->tree, s->path[i]));
    return f->root;
}

void features_leaf(ludc_search *s, uint32_t i) { s->features->leaf[i] = last_of(s); }

void features_playout(ludc_search *s)
{
    const ludc_feature_move last = last_of(s);
    ludc_feature_from(s->features->policy, &last);
}

ludc_feature_move features_advance(const ludc_search *s, const ludc_move *moves)
{
    const unsigned mover = ludc_mover(s->r, s->root);
    ludc_feature_move seen = {-1, -1, -1, -1, 0, 0};
    if (s->features && mover)
        ludc_feature_move_of(s->r, s->root, moves[mover - 1], NULL, &seen);
    return seen;
}

void features_root(ludc_search *s, const ludc_feature_move *root)
{
    if (!s->features)
        return;
    if (root)
        s->features->root = *root;
    else
        ludc_feature_start(s->r, &s->features->root);
}

/* ---- priors -------------------------------------------------------------------------------- */

/* Softmax of the logits, but for the sum, which the search divides by. */
static ludc_status give_priors(FeatureSearch *f, const ludc_search_leaf *leaf)
{
    double best = -INFINITY, sum = 0;
    if (ludc_feature_scores(f->policy, f->r, leaf->state, leaf->mover, leaf->moves, leaf->n, f->score))
        return LUDC_IO;
    for (size_t i = 0; i < leaf->n; i++)
        best = fmax(best, f->score[i]);
    for (size_t i = 0; i < leaf->n && f->priors; i++)
        leaf->prior[i] = (float)exp(f->score[i] - best);
    for (size_t i = 0; i < leaf->n && f->priors && f->mix > 0; i++)
        sum += (double)leaf->prior[i];
    for (size_t i = 0; i < leaf->n && f->priors && f->mix > 0; i++)
        leaf->prior[i] = (float)((1 - f->mix) * (double)leaf->prior[i] / sum + f->mix / (double)leaf->n);
    return LUDC_OK;
}

static ludc_status evaluate(void *data, const ludc_search_batch *batch)
{
    FeatureSearch *f = data;
    ludc_status status = LUDC_OK;
    for (size_t i = 0; i < batch->n && !status; i++) {
        if (!batch->leaf[i].prior)
            continue;
        ludc_feature_from(f->policy, &f->leaf[i]);
        status = give_priors(f, &batch->leaf[i]);
    }
    return status;
}

/* Playouts that were cut count as the rules have it. */
static ludc_status at_cut(void *data, const ludc_search_batch *batch)
{
    (void)data;
    for (size_t i = 0; i < batch->n; i++)
        ludc_payoffs_cut(batch->r, batch->leaf[i].state, batch->leaf[i].value);
    return LUDC_OK;
}

/* ---- made ------------------------------------------------------------------------------------- */

static FeatureSearch *features_new(const ludc_search *s, const ludc_features *set, ludc_error *error)
{
    static const char *const evaluator[] = {"naive", "tree", "spatternet", "jit", "compiled"};
    const ludc_feature_options options = {.size = sizeof options, .evaluator = evaluator[s->o.evaluator]};
    FeatureSearch *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->r = s->r;
    f->priors = s->o.prior == 0;
    f->mix = s->o.mix;
    f->policy = ludc_feature_policy_new(s->r, set, &options, error);
    f->leaf = calloc(s->o.leaves, sizeof *f->leaf);
    f->score = malloc(s->room * sizeof *f->score);
    if (f->policy && f->leaf && f->score && policy_remember(f->policy)) {
        ludc_feature_start(s->r, &f->root);
        return f;
    }
    if (f->policy)
        ludc_error_set(error, LUDC_IO, "", "there is too little memory for the features");
    features_free(f);
    return NULL;
}

static ludc_status set_one(ludc_search *s, const ludc_features *set, ludc_error *error)
{
    if (set && !s->o.transfer && ludc_features_check(set, s->r, error))
        return LUDC_WRONG;
    FeatureSearch *f = set ? features_new(s, set, error) : NULL;
    if (set && !f)
        return error && error->status ? error->status : LUDC_IO;
    features_free(s->features);
    s->features = f;
    const ludc_search_evaluator by = {sizeof by, s->way == WAY_LOTS ? NULL : evaluate, at_cut, f};
    return eval_set_one(s, set ? &by : NULL);
}

ludc_status ludc_search_set_features(ludc_search *s, const ludc_features *set, ludc_error *error)
{
    ludc_error mine = {0};
    if (!s)
        return LUDC_USAGE;
    if (s->o.agent != LUDC_AGENT_PUCT || s->twin || s->r->joint || s->o.lanes == LUDC_LANES_ON) {
        ludc_error_set(error, LUDC_UNSUPPORTED, "", "features are for puct in games of turns, with a tree for each thread and without lanes");
        return LUDC_UNSUPPORTED;
    }
    ludc_status status = set_one(s, set, &mine);
    for (uint32_t i = 0; s->helper && i + 1 < s->o.threads && !status; i++)
        status = set_one(s->helper[i], set, &mine);
    if (status && error) {
        if (!mine.status)
            ludc_error_set(&mine, status, "", "there is too little memory for the search");
        *error = mine;
    }
    return status;
}

ludc_status ludc_search_weigh_features(ludc_search *s, const ludc_features *set)
{
    ludc_status status = s && s->features ? policy_weigh(s->features->policy, set) : LUDC_USAGE;
    for (uint32_t i = 0; !status && s->helper && i + 1 < s->o.threads; i++)
        status = policy_weigh(s->helper[i]->features->policy, set);
    return status;
}

ludc_status ludc_search_features_from(ludc_search *s, const ludc_feature_move *last)
{
    if (!s || !s->features)
        return LUDC_USAGE;
    features_root(s, last);
    for (uint32_t i = 0; s->helper && i + 1 < s->o.threads; i++)
        features_root(s->helper[i], last);
    return LUDC_OK;
}
