/* vote_moves.c - proposals and votes that are chosen. */
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/vote.h"

/* A move for each text. */
void gen_vote(Lower *l, const Term *t, Ir **block)
{
    const Term *list = lower_vote_texts(t);
    const bool proposes = t->id == LUD_propose || t->id == LUD_move_propose;
    const bool decides = t->id == LUD_move_propose || t->id == LUD_move_vote;
    for (uint32_t i = 0; i < (list->kind == TERM_ARRAY ? list->n : 1); i++) {
        Rule r;
        Lower *in = rule_begin(&r, l, t, proposes ? "propose" : "vote", 1, 0);
        lower_speak(in, t, list->kind == TERM_ARRAY ? list->slot[i] : list, &r.rule->effect);
        r.kind = !decides ? KIND_NONE : proposes ? KIND_PROPOSE : KIND_VOTE;
        l->notes->does_more = true;
        rule_end(&r, term_arg(t, SLOT_then), block);
    }
}
