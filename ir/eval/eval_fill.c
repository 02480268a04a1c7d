/* eval_fill.c - the evaluator: a full board instead of a playout (ir/plan/fill.h).
 *
 * The share of the first player is a part of the empty sites: of each word of the set, those
 * that a random word has too; then members are taken out or put in, each draw uniform, until
 * there are as many as there must be.  All parts of that size are equally likely. */
#include "ir/eval/eval_impl.h"
#include "ir/plan/fill.h"

#include <string.h>

#include "base/rng.h"

static size_t count_members(const uint64_t *set, int words)
{
    size_t n = 0;
    for (int at = -1; (at = eval_next_member(set, words, at)) >= 0;)
        n++;
    return n;
}

/* Moves the k-th member of `from` to `to`. */
static void move_member(uint64_t *from, uint64_t *to, int words, uint32_t k)
{
    int at = -1;
    do
        at = eval_next_member(from, words, at);
    while (k--);
    from[at / 64] ^= UINT64_C(1) << at % 64;
    to[at / 64] ^= UINT64_C(1) << at % 64;
}

static void draw_part(const uint64_t *set, int words, size_t want, uint64_t *part, uint64_t *rest, uint64_t *rng)
{
    for (int i = 0; i < words; i++) {
        part[i] = set[i] & rng_next(rng);
        rest[i] = set[i] & ~part[i];
    }
    size_t n = count_members(part, words), others = count_members(rest, words);
    for (; n > want; n--, others++)
        move_member(part, rest, words, rng_below(rng, (uint32_t)n));
    for (; n < want; n++, others--)
        move_member(rest, part, words, rng_below(rng, (uint32_t)others));
}

uint32_t ir_eval_fill(IrEval *e, void *state, uint64_t *rng, uint32_t limit)
{
    int left = ir_fn_find(e->game, IR_FILL_LEFT), share = ir_fn_find(e->game, IR_FILL_SHARE);
    int fill = ir_fn_find(e->game, IR_FILL);
    if (e->error || fill < 0 || (e->over >= 0 && ir_eval_view(e, state, e->over, 0)))
        return 0;
    size_t want = (size_t)ir_eval_view(e, state, share, 0);
    int space = e->game->fn.at[left]->ret.space, words = ir_words(e->game, space);
    eval_enter(e, state, NULL, NULL);
    uint64_t *set = eval_new_set(e, space), *part = eval_new_set(e, space), *rest = eval_new_set(e, space);
    EvalFrame frame = eval_frame(e, left);
    frame.result.set = set;
    e->running = frame.fn;
    eval_exec(e, &frame, frame.fn->body);
    size_t n = count_members(set, words);
    if (e->error || !n || n > limit)
        return 0;
    draw_part(set, words, want, part, rest, rng);
    frame = eval_frame(e, fill);
    memcpy(frame.slot[0].set, part, (size_t)words * sizeof *part);
    e->running = frame.fn;
    e->writable = state;
    eval_exec(e, &frame, frame.fn->body);
    return e->error ? 0 : (uint32_t)n;
}
