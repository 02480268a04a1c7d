/* policy.c - a set of features as scores of moves. */
#include "runtime/features/policy.h"

#include <string.h>

#include "runtime/features/board.h"
#include "runtime/features/eval.h"

/* Where a move comes from and goes to, one more than the sites; 0: not known. */
typedef struct {
    int32_t from, to;
} Ends;

struct ludc_feature_policy {
    const ludc_reasoner *r;
    ludc_feature_eval *eval;
    ludc_feature_move start, last; /* what was played before a game begins; and before now */
    Ends *ends;                    /* [codes] of what was scored; NULL: nobody asks */
};

ludc_feature_policy *ludc_feature_policy_new(const ludc_reasoner *r, const ludc_features *set,
                                             const ludc_feature_options *options, ludc_error *error)
{
    ludc_feature_eval *eval = ludc_feature_eval_new(r, set, options, error);
    ludc_feature_policy *p = eval ? calloc(1, sizeof *p) : NULL;
    if (!p) {
        ludc_feature_eval_free(eval);
        return NULL;
    }
    p->r = r;
    p->eval = eval;
    ludc_feature_start(r, &p->start);
    p->last = p->start;
    return p;
}

void ludc_feature_policy_free(ludc_feature_policy *p)
{
    if (!p)
        return;
    ludc_feature_eval_free(p->eval);
    free(p->ends);
    free(p);
}

ludc_status policy_weigh(ludc_feature_policy *p, const ludc_features *set) { return ludc_feature_eval_weigh(p->eval, set); }

bool policy_remember(ludc_feature_policy *p)
{
    if (!p->ends)
        p->ends = calloc((size_t)p->r->codes + 1, sizeof *p->ends);
    return p->ends;
}

void policy_forget(ludc_feature_policy *p)
{
    if (p->ends)
        memset(p->ends, 0, ((size_t)p->r->codes + 1) * sizeof *p->ends);
}

ludc_feature_move policy_ends(const ludc_feature_policy *p, ludc_move move)
{
    const Ends e = p->ends && move < p->r->codes ? p->ends[move] : (Ends){0, 0};
    return (ludc_feature_move){-1, -1, e.from - 1, e.to - 1, 0, 0};
}

ludc_status ludc_feature_from(ludc_feature_policy *p, const ludc_feature_move *last)
{
    if (!p)
        return LUDC_USAGE;
    if (last)
        p->start = *last;
    else
        ludc_feature_start(p->r, &p->start);
    p->last = p->start;
    return LUDC_OK;
}

int ludc_feature_scores(void *policy, const ludc_reasoner *r, const void *state, unsigned player, const ludc_move *moves,
                        size_t n, double *out)
{
    ludc_feature_policy *p = policy;
    if (!p || !r || !state || (n && (!moves || !out)) || ludc_feature_eval_look(p->eval, state))
        return LUDC_USAGE;
    const FeatureBoard *b = eval_board(p->eval);
    eval_expect(p->eval, player, n);
    for (size_t i = 0; i < n; i++) {
        ludc_feature_move seen;
        if (!board_move(b, state, moves[i], &p->last, &seen))
            return LUDC_UNSUPPORTED;
        seen.player = player;
        if (p->ends)
            p->ends[moves[i]] = (Ends){seen.from + 1, seen.to + 1};
        out[i] = ludc_feature_eval_logit(p->eval, &seen);
    }
    return eval_failed(p->eval) ? LUDC_IO : 0;
}

void ludc_feature_begin(void *policy, const ludc_reasoner *r, const void *state)
{
    ludc_feature_policy *p = policy;
    (void)r;
    (void)state;
    if (p)
        p->last = p->start;
}

void ludc_feature_played(void *policy, const ludc_reasoner *r, const void *before, unsigned player, ludc_move move)
{
    ludc_feature_policy *p = policy;
    ludc_feature_move seen;
    (void)player;
    if (p && r && before && board_move(eval_board(p->eval), before, move, &p->last, &seen))
        p->last = seen;
}
