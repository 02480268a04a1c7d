/* effect.c - consequences: effects in `then` and in `apply`.
 *
 * An effect is evaluated first and applied after: `lower_effect` puts the values
 * into `lets` and the writes into `writes`, so that (and A B) evaluates both
 * before it applies either. */
#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/effects/effect.h"

#include "frontend/lud/lower/effects/capture.h"
#include "frontend/lud/lower/geometry/dir.h"
#include "frontend/lud/lower/state/hidden.h"
#include "frontend/lud/lower/state/stack_levels.h"
#include "frontend/lud/lower/state/random.h"
#include "frontend/lud/lower/state/memory.h"
#include "frontend/lud/lower/effects/effect_count.h"
#include "frontend/lud/lower/queries/do_next.h"
#include "frontend/lud/lower/geometry/track.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/team.h"
#include "frontend/lud/lower/state/traits.h"
#include "frontend/lud/lower/state/vote.h"
#include "frontend/lud/lower/core/site_type.h"

void effect_name_next(Lower *l, Ir **writes, Ir *player)
{
    lw_set_field(l, writes, l->field->next, player);
    if (l->facts->has_clear)
        lw_set_field(l, writes, l->field->replayed, lw_int(l, 1));
}

void effect_set_next_player(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *player = term_arg(t, SLOT_player);
    if (!player) {
        lower_unsupported(l, t, "(set NextPlayer ..) of a list");
        return;
    }
    Ir *next = lw_let(l, lets, "next", lower_int(l, player));
    effect_name_next(l, writes, next);
}

/* Two players change sides, and the mover is next.  A pass with it is none. */
void effect_swap_players(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Fields *f = l->field;
    const Term *named[2] = {term_arg(t, SLOT_player), term_arg(t, SLOT_player2)};
    Ir *who[2], *at[2];
    for (int i = 0; i < 2; i++) {
        who[i] = lw_let(l, lets, "player", lower_fold_int(l, lower_int(l, named[i])));
        bool real = term_is_enum(named[i], "Mover") || term_is_enum(named[i], "Next");
        if (!real && (who[i]->type.lo < 1 || who[i]->type.hi > l->facts->players)) {
            lower_unsupported(l, t, "(swap Players ..) of somebody who may be nobody");
            return;
        }
        at[i] = ir_op1(l->game, IR_OP_FIRST, ir_k1(l->game, IR_OP_WHERE, f->order, lw_copy(l, who[i])));
        at[i] = ir_op2(l->game, IR_OP_MAX, at[i], lw_int(l, 0));
        at[i] = lw_let(l, lets, "place", at[i]);
    }
    for (int i = 0; i < 2; i++)
        ir_append(l->game, writes, ir_put(l->game, f->order, lw_copy(l, at[i]), lw_copy(l, who[1 - i])));
    lw_set_field(l, writes, f->passing, lw_int(l, 0));
    effect_name_next(l, writes, lw_get(l, f->mover));
}

/* ---- lists -------------------------------------------------------------------------------- */

static bool sowing_has(const Term *t, const void *clause)
{
    return term_is(t, LUD_sow) && term_arg(t, *(const SlotName *)clause);
}

/* Does a (sow ..) in the term have the clause? */
static bool sowing_with(const Term *t, SlotName clause)
{
    return term_any(t, sowing_has, &clause);
}

/* What is captured is asked while seeds are sown, before anything beside is done:
 * where that reads what the other effects write, sowing is done first. */
static void sow_beside(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Ir *own = ir_block(l->game);
    Lower in = *l;
    in.mode.gathering = l->mode.gathering || (*writes)->n > 0;
    lower_effect(&in, t, lets, &own);
    if (!sowing_with(t, SLOT_apply) || !lower_clash(l, *writes, own)) {
        lw_append_all(l, writes, own);
        return;
    }
    if (lower_clash(l, own, *writes) || sowing_with(t, SLOT_then))
        lower_unsupported(l, t, "sowing that reads what is written beside it");
    lw_append_all(l, &own, *writes);
    *writes = own;
}

void effect_list(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *pair[2] = {NULL, NULL}, *const *list = pair;
    uint32_t n = 2;
    if (t->id == LUD_and_moves || t->id == LUD_or_moves) {
        pair[0] = term_arg(t, SLOT_a);
        pair[1] = term_arg(t, SLOT_b);
    } else {
        list = (const Term *const *)term_arg(t, SLOT_list)->slot;
        n = term_arg(t, SLOT_list)->n;
    }
    bool remembers = false, sows = false;
    for (uint32_t i = 0; i < n; i++) /* what is forgotten was there before all this */
        if (lower_memory_forgets(list[i]))
            lower_effect(l, list[i], lets, writes);
    for (uint32_t i = 0; i < n; i++) {
        if (lower_memory_forgets(list[i]))
            continue;
        if (remembers && lower_reads(list[i], LUD_forget_value_all))
            lower_unsupported(l, list[i], "forgetting beside what is remembered at the same time");
        if (sows && list[i]->id != LUD_for_each_site &&
            (lower_reads(list[i], LUD_for_each_site) || lower_reads(list[i], LUD_for_each_value)) && lower_reads(list[i], LUD_state))
            lower_unsupported(l, list[i], "states as they were before what is sown at the same time");
        remembers |= lower_reads(list[i], LUD_remember_value);
        if (lower_reads(list[i], LUD_sow)) {
            sows = true;
            sow_beside(l, list[i], lets, writes);
        } else {
            Lower in = *l;
            in.mode.beside_sowing = sows;
            lower_effect(&in, list[i], lets, writes);
        }
    }
}

/* Effects of a (seq ..) are moves to those after them: the last move is another one then. */
static bool asks_last_move(const Term *t) { return lower_reads_fact(t, LUD_FACT_LAST_MOVE); }

/* Each effect sees what those before it have done. */
void effect_seq(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    (void)lets;
    const Term *list = term_arg(t, SLOT_moves);
    if ((*writes)->n > 0 || l->mode.gathering || l->mode.applying || l->after || lower_reads(t, LUD_then) || asks_last_move(t) ||
        lower_reads(t, LUD_remember_value) || lower_reads(t, LUD_for_each_group)) {
        lower_unsupported(l, t, "(seq ..) beside others, or of effects that something follows or that ask about the last move");
        return;
    }
    for (uint32_t i = 0; i < list->n; i++) {
        Ir *values = ir_block(l->game), *done = ir_block(l->game);
        lower_effect(l, list->slot[i], &values, &done);
        lw_append_all(l, writes, values);
        lw_append_all(l, writes, done);
    }
}

void effect_move_again(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    (void)t;
    (void)lets;
    effect_name_next(l, writes, lw_get(l, l->field->mover));
}

void effect_if_moves(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    effect_if(l, term_arg(t, SLOT_cond), term_arg(t, SLOT_yes), term_arg(t, SLOT_no), lets, writes);
}

/* Words for people; a pass, which was decided on before. */
void effect_nothing(Lower *l, const Term *t, Ir **lets, Ir **writes) { (void)l, (void)t, (void)lets, (void)writes; }

void effect_and_then(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    LowerEffect *lowered = t->kind == TERM_LUDEME ? l->dispatch->effect[t->id] : NULL;
    if (!lowered) {
        lower_refuse_effect(l, t);
        return;
    }
    if (lud_fact(t->id, LUD_FACT_WHOLE) || lud_refused_as_effect(t->id)) {
        lowered(l, t, lets, writes);
        return;
    }
    const Term *then = t->id != LUD_apply && lower_spreads(t) ? term_arg(t, SLOT_then) : NULL;
    const After after = {.then = then, .outer = l->after};
    Lower in = *l;
    random_drawn(&in, t, lets);
    in.after = then ? &after : l->after;
    const int before = (*writes)->n;
    lowered(&in, t, lets, writes);
    lw_place(*writes, before, t);
    random_put_back(&in, l, writes);
    lower_own_then(l, t, lets, writes);
}

void effect_set_team(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *roles = term_arg(t, SLOT_roles);
    int64_t team;
    if (!lower_team_given(l, t, SLOT_team, &team))
        return;
    for (uint32_t r = 0; r < roles->n; r++) {
        Ir *player = lw_let(l, lets, "player", lower_role(l, roles->slot[r]));
        Ir *done = ir_block(l->game);
        ir_append(l->game, &done, ir_put(l->game, l->field->team, lw_copy(l, player), lw_int(l, team)));
        Ir *real = ir_op2(l->game, IR_OP_HAS, player, lower_real_players(l));
        ir_append(l->game, writes, ir_if(l->game, real, done, NULL));
    }
}
