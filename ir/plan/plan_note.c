/* plan_note.c - plans are found, and noted in the game that is played. */
#include "ir/plan/fill.h"
#include "ir/plan/plan.h"

/* Adds what fills a board to the game that is played. */
static void set_fill(IrGame *game, bool remarks)
{
    const char *why = NULL;
    Span at;
    game->plan = ir_fill(game, &why, &at) ? IR_PLAN_FILL : 0;
    if (game->plan && remarks)
        ir_plan_remark(game, (Span){0, 0}, "plan fill: a full board has exactly one player's sides joined, and who has won stays so");
    else if (remarks)
        ir_plan_remark(game, at, "plan fill does not hold: %s", why ? why : "players move at the same time");
}

void ir_plan_set(IrGame *played, const IrGame *game, unsigned asked, bool remarks)
{
    const char *why;
    Span at;
    if (asked & IR_PLAN_FILL) {
        set_fill(played, remarks);
        return;
    }
    played->plan = ir_plan_find(game, remarks) & asked;
    int rule = played->plan & IR_PLAN_ADD ? ir_plan_add(game, &why, &at) : -1;
    bool kept = rule >= 0 && (ir_plan_is_listed(game, rule, &why) || !why);
    played->plan_rule = kept ? game->fn.at[rule]->name : NULL;
}
