/* trial_slice.c - lets back ends play a part of a move where it is only tried (ir/analysis/effect_slice.c). */
#include "ir/analysis/analyses.h"
#include "ir/passes/pass.h"

/* What is asked after each move: the rule's own `post`, and conditions around generators. */
static void remark(const IrPass *pass, const IrFn *rule, const bool *kept)
{
    const Slice part = ir_slice(pass->game->arena, pass->game, rule, rule->post, kept);
    const size_t all = (rule->effect ? ir_cost(rule->effect) : 0) + (rule->then ? ir_cost(rule->then) : 0);
    const size_t left = (part.effect ? ir_cost(part.effect) : 0) + (part.then ? ir_cost(part.then) : 0);
    if (part.less)
        ir_pass_remark(pass, rule->at, "trial_slice: a move of rule %s that is only tried makes %zu of %zu operations that may take long",
                       rule->name, left, all);
}

/* The fields that conditions around generators ask; NULL: none, or whole positions. */
static const bool *asked_around(IrGame *game)
{
    const bool *kept = ir_fact_kept_fields(game);
    for (size_t i = 0; kept && i < game->field.n; i++)
        if (kept[i])
            return kept;
    return NULL;
}

bool ir_pass_trial_slice(IrPass *pass)
{
    IrGame *game = pass->game;
    const bool changed = !game->sliced;
    game->sliced = true;
    if (!pass->options->remarks)
        return changed;
    const bool *kept = asked_around(game);
    for (size_t i = 0; i < game->fn.n; i++)
        if (game->fn.at[i]->kind == IR_RULE && (game->fn.at[i]->post || kept))
            remark(pass, game->fn.at[i], kept);
    return changed;
}
