/* features_time.c - how long it takes to say what features hold. */
#include "driver/features/features_time.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "driver/record/trace.h"
#include "runtime/draw.h"
#include "runtime/features/eval.h"

enum { MOST_BYTES = 64 << 20 };

typedef struct {
    FeatureSample *s;
    size_t move_room, most_moves, most_positions;
    ludc_move *move;
    LudcDraw draw;
    ludc_feature_eval *policy; /* NULL: uniformly */
    uint64_t rng;
} Taking;

static bool keep_move(Taking *t, const ludc_feature_move *seen)
{
    FeatureSample *s = t->s;
    if (s->nmove == t->move_room) {
        const size_t room = t->move_room ? 2 * t->move_room : 1024;
        ludc_feature_move *grown = realloc(s->move, room * sizeof *grown);
        if (!grown)
            return false;
        s->move = grown;
        t->move_room = room;
    }
    s->move[s->nmove++] = *seen;
    return true;
}

/* One of the n moves that were kept last. */
static uint32_t draw(Taking *t, const void *state, uint32_t n)
{
    const ludc_feature_move *seen = t->s->move + t->s->nmove - n;
    ludc_draw_begin(&t->draw, n);
    if (!t->policy)
        return ludc_draw_uniform(&t->draw, rng_next(&t->rng));
    ludc_feature_eval_look(t->policy, state);
    for (uint32_t i = 0; i < n; i++)
        t->draw.score[i] = ludc_feature_eval_logit(t->policy, &seen[i]);
    ludc_draw_weigh(&t->draw, 1);
    return ludc_draw_weighted(&t->draw, rng_next(&t->rng));
}

/* Keeps the position with its moves and plays one of them; *more: the game and the sample go on. */
static bool take_position(Taking *t, void *state, ludc_feature_move *last, bool *more)
{
    FeatureSample *s = t->s;
    const size_t n = ludc_moves(s->r, state, t->move);
    *more = n && s->npos < t->most_positions && s->nmove < t->most_moves;
    if (!*more)
        return true;
    memcpy(s->state + s->npos * s->stride, state, ludc_state_size(s->r));
    for (size_t i = 0; i < n; i++) {
        ludc_feature_move seen;
        if (ludc_feature_move_of(s->r, state, t->move[i], last, &seen) != LUDC_OK || !keep_move(t, &seen))
            return false;
    }
    s->move_at[++s->npos] = s->nmove;
    const uint32_t chosen = draw(t, state, (uint32_t)n);
    const ludc_feature_move next = s->move[s->nmove - n + chosen];
    ludc_apply_random(s->r, state, t->move[chosen], &t->rng, NULL);
    *last = next;
    return true;
}

static bool take_games(Taking *t, void *state, uint64_t longest)
{
    FeatureSample *s = t->s;
    bool ok = true;
    for (size_t before = s->npos + 1; ok && s->npos < t->most_positions && s->nmove < t->most_moves && before != s->npos;) {
        ludc_feature_move last;
        bool more = true;
        before = s->npos;
        ludc_init(s->r, state);
        trace_set_up(s->r, state, &t->rng);
        ludc_feature_start(s->r, &last);
        for (uint64_t made = 0; ok && more && (!longest || made < longest); made++)
            ok = take_position(t, state, &last, &more);
    }
    return ok && s->npos;
}

bool feature_sample(FeatureSample *s, const ludc_reasoner *r, ludc_feature_eval *policy, uint64_t seed, size_t moves, size_t positions, uint64_t longest)
{
    *s = (FeatureSample){.r = r, .stride = (ludc_state_size(r) + 63) / 64 * 64};
    const size_t most = MOST_BYTES / s->stride;
    Taking t = {.s = s, .most_moves = moves, .most_positions = positions < most ? positions : most, .policy = policy, .rng = seed};
    s->state = aligned_alloc(64, s->stride * (t.most_positions + 1));
    s->move_at = calloc(t.most_positions + 1, sizeof *s->move_at);
    t.move = calloc(r->max_moves + (size_t)1, sizeof *t.move);
    void *state = aligned_alloc(64, s->stride);
    const bool ok = s->state && s->move_at && t.move && state && ludc_draw_room(&t.draw, r->max_moves) && take_games(&t, state, longest);
    free(state);
    free(t.move);
    ludc_draw_free(&t.draw);
    return ok;
}

void feature_sample_free(FeatureSample *s)
{
    free(s->state);
    free(s->move_at);
    free(s->move);
    *s = (FeatureSample){0};
}

/* What comes out is used, so that none of it is left out. */
static double pass(ludc_feature_eval *eval, const FeatureSample *s)
{
    double sum = 0;
    for (size_t i = 0; i < s->npos; i++) {
        const size_t first = s->move_at[i], end = s->move_at[i + 1];
        ludc_feature_eval_look(eval, s->state + i * s->stride);
        if (first < end)
            eval_expect(eval, s->move[first].player, end - first);
        for (size_t k = first; k < end; k++)
            sum += ludc_feature_eval_logit(eval, &s->move[k]);
    }
    return sum;
}

double feature_time(ludc_feature_eval *eval, const FeatureSample *s, double seconds)
{
    enum { LEAST_PASSES = 3 };
    const double began = thread_ms();
    double best = -1;
    volatile double used = pass(eval, s); /* what is made late is there then */
    for (int n = 0; n < LEAST_PASSES || thread_ms() - began < seconds * 1e3; n++) {
        const double from = thread_ms();
        used += pass(eval, s);
        const double took = thread_ms() - from;
        best = best < 0 || took < best ? took : best;
    }
    (void)used;
    return best * 1e6 / (double)s->nmove;
}
