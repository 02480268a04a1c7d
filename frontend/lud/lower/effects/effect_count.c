/* effect_count.c - how often an effect happens, and what follows it.
 *
 * An effect is a list of moves: one, none or several.  What follows it, (then ..),
 * follows each of them as soon as that has been applied.  So what follows a list, a
 * choice or a loop follows each of the effects within. */
#include "frontend/lud/lower/effects/effect_count.h"

#include "frontend/lud/lower/effects/capture.h"
#include "frontend/lud/lower/state/memory.h"
#include "frontend/lud/lower/state/traits.h"
#include "frontend/lud/lower/state/vote.h"

static Ir *not_below(Lower *l, const Ir *x, int64_t least)
{
    return x->type.lo >= least ? NULL : ir_op2(l->game, IR_OP_GE, lw_copy(l, x), lw_int(l, least));
}

static Ir *or_always(Lower *l, Ir *cond)
{
    return cond ? cond : lw_int(l, 1);
}

/* ---- one or none ---------------------------------------------------------------------------- */

static Ir *something_there(Lower *l, const Term *at)
{
    Ir *site = lower_int(l, at);
    if (site->type.lo >= 0)
        return ir_op2(l->game, IR_OP_NE, lw_what(l, site), lw_int(l, 0));
    int x = lw_new_local(l, "x", site->type);
    Ir *some = ir_op2(l->game, IR_OP_NE, lw_what(l, lw_local(l, x)), lw_int(l, 0));
    some = ir_op2(l->game, IR_OP_AND, ir_op2(l->game, IR_OP_GE, lw_local(l, x), lw_int(l, 0)), some);
    return ir_k2(l->game, IR_OP_LETX, x, site, some);
}

/* Has every player the piece, which is that of somebody to move? */
static bool each_has_it(Lower *l, const Ir *piece)
{
    const IrTable *table = piece->op == IR_OP_TAB ? &l->game->table.at[piece->k] : NULL;
    const Ir *who = table && piece->n == 1 ? piece->a[0] : NULL;
    if (!who || who->op != IR_OP_GET || (who->k != l->field->mover && who->k != l->field->next))
        return false;
    for (int p = 1; p <= l->facts->players; p++)
        if (table->value[p] < 0)
            return false;
    return true;
}

/* One piece, a known number of them, on one site. */
static Ir *once_added(Lower *l, const Term *t)
{
    const Term *to = term_arg(t, SLOT_to), *site = term_arg(to, SLOT_site), *count = t->id == LUD_add ? term_arg(t, SLOT_count) : NULL;
    Ir *piece[2];
    int64_t number = 1;
    if (l->facts->stacks || !site || (count && (!lower_const_int(l, count, &number) || number < 1)) ||
        lower_pieces(l, term_arg(t, SLOT_piece), piece, 2) != 1)
        return NULL;
    Ir *cond = NULL;
    if (term_arg(to, SLOT_if)) {
        Lower in = *l;
        in.it.to = lower_int(&in, site);
        cond = lower_bool(&in, term_arg(to, SLOT_if));
    }
    return or_always(l, lw_both(l, each_has_it(l, piece[0]) ? NULL : not_below(l, piece[0], 0), cond));
}

static Ir *once_set(Lower *l, const Term *t)
{
    Ir *site = lower_int(l, term_arg(t, SLOT_at)), *value = lower_int(l, term_arg(t, SLOT_value));
    Ir *cond = not_below(l, value, 0);
    if (term_arg(t, SLOT_level))
        cond = lw_both(l, cond, not_below(l, lower_int(l, term_arg(t, SLOT_level)), -1));
    return or_always(l, t->id == LUD_set_state ? lw_both(l, not_below(l, site, 0), cond) : cond);
}

/* The piece there, if there is a site, becomes another, if there is one. */
static Ir *once_promoted(Lower *l, const Term *t)
{
    Ir *piece[2];
    if (term_arg(t, SLOT_player) || lower_pieces(l, term_arg(t, SLOT_piece), piece, 2) != 1)
        return NULL;
    Ir *site = term_arg(t, SLOT_site) ? lower_int(l, term_arg(t, SLOT_site)) : lw_copy(l, l->it.to);
    return or_always(l, lw_both(l, not_below(l, site, 0), not_below(l, piece[0], 1)));
}

static Ir *once_player_value(Lower *l, const Term *t)
{
    Ir *who = lower_int(l, term_arg(t, SLOT_player));
    Ir *low = not_below(l, who, 0);
    Ir *high = who->type.hi <= l->facts->players ? NULL : ir_op2(l->game, IR_OP_LE, who, lw_int(l, l->facts->players));
    return or_always(l, lw_both(l, low, high));
}

static Ir *choice(Lower *l, const Term *t, Ir *yes, Ir *no)
{
    if (yes->op == IR_OP_INT && no->op == IR_OP_INT && yes->k == no->k)
        return yes;
    return ir_op3(l->game, IR_OP_SELECT, lower_bool(l, term_arg(t, SLOT_cond)), yes, no);
}

Ir *lower_happens_once(Lower *l, const Term *t)
{
    switch (t->id) {
    case LUD_remove:
    case LUD_move_remove:
        return term_arg(t, SLOT_site) && !term_arg(t, SLOT_at) ? something_there(l, term_arg(t, SLOT_site)) : NULL;
    case LUD_remember_value: return lower_memory_once(t) ? lw_int(l, 1) : lower_remembers(l, t);
    case LUD_forget_value_all: return lower_forgets(l, t);
    case LUD_flip:
        return lower_all_turn(l) && !l->mode.applying && term_arg(t, SLOT_site) ? something_there(l, term_arg(t, SLOT_site))
                                                                        : NULL;
    case LUD_add:
    case LUD_claim: return once_added(l, t);
    case LUD_promote: return once_promoted(l, t);
    case LUD_set_state:
    case LUD_set_value_site: return once_set(l, t);
    case LUD_set_value_player: return once_player_value(l, t);
    case LUD_pass:
    case LUD_move_again:
    case LUD_swap_players:
    case LUD_set_hidden:
    case LUD_set_next_player:
    case LUD_set_count:
    case LUD_set_team:
    case LUD_set_counter: return lw_int(l, 1);
    case LUD_if_moves: {
        Ir *yes = lower_happens_once(l, term_arg(t, SLOT_yes));
        Ir *no = term_arg(t, SLOT_no) ? lower_happens_once(l, term_arg(t, SLOT_no)) : lw_int(l, 0);
        return yes && no ? choice(l, t, yes, no) : NULL;
    }
    default: return lower_one_score(t) || lower_memory_once(t) || lower_votes_once(t) ? lw_int(l, 1) : NULL;
    }
}

/* ---- at least one ----------------------------------------------------------------------------- */

/* A piece from one site to one other. */
static Ir *some_from_to(Lower *l, const Term *t)
{
    const Term *from = term_arg(t, SLOT_from), *to = term_arg(t, SLOT_to);
    const Term *start = term_arg(from, SLOT_site), *end = term_arg(to, SLOT_site);
    if (l->facts->stacks || !start || !end || term_arg(from, SLOT_level) || term_arg(from, SLOT_if) || term_arg(to, SLOT_if) ||
        term_arg(t, SLOT_count) || term_arg(t, SLOT_copy))
        return NULL;
    return lw_both(l, something_there(l, start), not_below(l, lower_int(l, end), 0));
}

static Ir *any_of(Lower *l, const Term *const *list, uint32_t n)
{
    Ir *any = lw_int(l, 0);
    bool some_unknown = false;
    for (uint32_t i = 0; i < n; i++) {
        Ir *one = lower_happens(l, list[i]);
        int64_t known = 0;
        if (one && lower_is_const(one, &known) && known)
            return one;
        some_unknown |= !one;
        any = one ? ir_op2(l->game, IR_OP_OR, any, one) : any;
    }
    return some_unknown ? NULL : any;
}

Ir *lower_happens(Lower *l, const Term *t)
{
    switch (t->id) {
    case LUD_and_moves:
    case LUD_priority:
    case LUD_or_moves: {
        const Term *two[2] = {term_arg(t, SLOT_a), term_arg(t, SLOT_b)};
        return any_of(l, two, 2);
    }
    case LUD_and_moves_list:
    case LUD_priority_list:
    case LUD_or_moves_list: {
        const Term *list = term_arg(t, SLOT_list);
        return any_of(l, (const Term *const *)list->slot, list->n);
    }
    case LUD_if_moves: {
        Ir *yes = lower_happens(l, term_arg(t, SLOT_yes));
        Ir *no = term_arg(t, SLOT_no) ? lower_happens(l, term_arg(t, SLOT_no)) : lw_int(l, 0);
        return yes && no ? choice(l, t, yes, no) : NULL;
    }
    case LUD_move:
    case LUD_from_to: return some_from_to(l, t);
    case LUD_surround: return lower_captures(l, t);
    default: return lower_happens_once(l, t);
    }
}

/* ---- what follows ------------------------------------------------------------------------------ */

bool lower_spreads(const Term *t)
{
    switch (t->id) {
    case LUD_and_moves: case LUD_or_moves: case LUD_and_moves_list: case LUD_or_moves_list:
    case LUD_apply: case LUD_if_moves: case LUD_for_each_site: case LUD_for_each_value: case LUD_for_each_value_range:
    case LUD_for_each_player: case LUD_for_each_group: case LUD_for_each_piece:
    case LUD_priority: case LUD_priority_list: return true;
    default: return false;
    }
}

/* The loops' sites are not known any more when something follows. */
static bool follow(Lower *l, const Term *then, Ir **block)
{
    Lower in = *l;
    Notes notes = {0};
    in.notes = &notes;
    in.it = in.prior_it ? *in.prior_it
                        : (Iterators){.player = l->it.player && l->it.player->op == IR_OP_INT ? l->it.player : NULL};
    lower_then(&in, then, block);
    lower_note_rest(l, &notes);
    return notes.unset_read;
}

void lower_thens(Lower *l, const Term *then, Ir **block)
{
    if (then)
        follow(l, then, block);
    for (const After *a = l->after; a; a = a->outer)
        follow(l, a->then, block);
}

/* Within (apply ..) it follows at once: the move itself has not happened yet. */
static void follow_at_once(Lower *l, const Term *then, Ir **block)
{
    if (follow(l, then, block))
        lower_unsupported(l, then, "(from), (to) or (site) in what follows an effect at a place of a move");
}

/* A note is a move for each player who is told; 0: not known. */
static int times_told(const Lower *l, const Term *note)
{
    const Term *to = term_arg(note, SLOT_to);
    const bool one = to && to->kind == TERM_ENUM && (term_is_enum(to, "Mover") || term_is_enum(to, "Next"));
    return !to || term_is_enum(to, "All") ? l->facts->players : one ? 1 : 0;
}

void lower_own_then(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *then = t->id == LUD_note || lower_spreads(t) ? NULL : term_arg(t, SLOT_then); /* a note has none */
    bool from_to = t->id == LUD_from_to || t->id == LUD_move || t->id == LUD_step || t->id == LUD_move_step;
    if (t->id == LUD_add && !term_arg(term_arg(t, SLOT_to), SLOT_site))
        return;
    if (t->id == LUD_sow || from_to || t->id == LUD_do) { /* these see to it themselves */
        if (l->after && !from_to)
            lower_unsupported(l, t, "this among effects that something follows");
        return;
    }
    if ((!then && !l->after) || lower_spreads(t))
        return;
    const int told = t->id == LUD_note ? times_told(l, t) : 0;
    if (told > 0 && !l->mode.applying) {
        for (int i = 0; i < told; i++)
            lower_thens(l, NULL, writes);
        return;
    }
    if (then && l->mode.sowing && (lower_reads(then, LUD_last_from) || lower_reads(then, LUD_last_to)))
        lower_unsupported(l, then, "the last move, in what follows a capture by sowing");
    Ir *cond = lower_happens_once(l, t), *after = ir_block(l->game);
    if (!cond) {
        lower_unsupported(l, then ? then : t, "what follows an effect that may happen several times or not at all");
        diag_note(l->session->diags, (Span){0, 0}, "`(then ..)` of the move itself happens once; `(if (..) ..)` there can ask for what the effect did");
        return;
    }
    int64_t known = 0;
    bool always = lower_is_const(cond, &known) && known;
    cond = lw_let(l, lets, "happens", cond);
    if (!l->mode.applying) {
        lower_thens(l, then, &after);
    } else {
        if (then)
            follow_at_once(l, then, &after);
        for (const After *a = l->after; a; a = a->outer)
            follow_at_once(l, a->then, &after);
    }
    if (always)
        lw_append_all(l, writes, after);
    else
        ir_append(l->game, writes, ir_if(l->game, cond, after, NULL));
}
