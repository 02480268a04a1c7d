/* no_moves.c - (no Moves ..): has a player no move?
 *
 * For the next player the generators of play are asked, with the turn passed on.  Where
 * the moves themselves ask so, they are lowered once more: within those the next player
 * always has a move, which is how the reference ends the recursion. */
#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/core/detached.h"

#include <string.h>

#include "frontend/lud/lower/moves/rule.h"

/* ---- away from the place of a question ---------------------------------------------------------- */

Lower lower_detached(const Lower *asking, Notes *notes)
{
    Lower l = *asking;
    const Mode *mode = &asking->mode;
    *notes = (Notes){0};
    l.notes = notes;
    l.mode = (Mode){
        .threatening = mode->threatening,
        .nobody_stuck = mode->nobody_stuck,
        .in_then = mode->in_then,
        .beside_sowing = mode->beside_sowing,
        .whether = mode->whether,
        .in_number = mode->in_number,
        .answer_kept = mode->answer_kept,
        .may_be_over = mode->may_be_over,
        .probing = true,
        .in_play = true,
    };
    l.it = (Iterators){NULL};
    l.seen_as = (Turn){NULL};
    l.piece = NULL;
    l.own_moves = NULL;
    l.last_from = l.last_to = l.target = NULL;
    l.outer_then = NULL;
    memset(&l.post, 0, sizeof l.post);
    memset(&l.prior, 0, sizeof l.prior);
    return l;
}

/* ---- the moves of play, made once more ------------------------------------------------------------ */

/* A gen of all moves of play in which nobody is stuck; 0: not known how. */
static int gen_tried(Lower *l, const Term *t)
{
    Notes notes;
    if (l->memo->tried[l->mode.threatening])
        return l->memo->tried[l->mode.threatening];
    if (l->sym->dice || l->facts->swap_rule || l->use_dice.n) {
        lower_unsupported(l, t, "(no Moves Next) within the moves of a game of dice or with a swap");
        return 0;
    }
    IrFn *gen = ir_fn_add(l->game, IR_GEN, lower_fn_name(l, "tried"), (IrType){.kind = IR_VOID});
    gen->body = ir_block(l->game);
    gen->at = term_at(t);
    Lower away = lower_detached(l, &notes);
    away.fn = gen;
    away.mode.in_then = false;
    away.decision = NULL;
    away.after = NULL;
    away.mode.nobody_stuck = true;
    away.successors = l->facts->no_repeat;
    lower_phase_plays(&away, &gen->body);
    if (l->facts->no_repeat)
        gen->body = lower_without_repeats(&away, gen->body);
    l->memo->tried[l->mode.threatening] = ir_fn_index(l->game, gen);
    return l->memo->tried[l->mode.threatening];
}

/* ---- the question --------------------------------------------------------------------------------- */

/* The active player after that one. */
static Ir *following(Lower *l, int who)
{
    Ir *after = lw_local(l, who);
    int fn = ir_fn_find(l->game, "next_active");
    if (fn >= 0)
        return ir_call(l->game, IR_OP_CALL, fn, 1, &after);
    IrType type = ir_int(0, l->facts->players + 1);
    type.space = l->sym->space_player;
    int p = lw_new_local(l, "p", type), found = lw_new_local(l, "found", ir_site(l->game, l->sym->space_player));
    Ir *active = lw_get(l, l->field->result.active);
    Ir *later = ir_k2(l->game, IR_OP_FILTER, p, active, ir_op2(l->game, IR_OP_GT, lw_local(l, p), after));
    Ir *none = ir_op2(l->game, IR_OP_LT, lw_local(l, found), lw_int(l, 0));
    Ir *first = ir_op2(l->game, IR_OP_MAX, ir_op1(l->game, IR_OP_FIRST, lw_copy(l, active)), lw_int(l, 0));
    Ir *which = ir_op3(l->game, IR_OP_SELECT, none, first, ir_op2(l->game, IR_OP_MAX, lw_local(l, found), lw_int(l, 0)));
    return ir_k2(l->game, IR_OP_LETX, found, ir_op1(l->game, IR_OP_FIRST, later), which);
}

static bool asks_of_other(const Term *t, const void *data)
{
    (void)data;
    return term_is(t, LUD_no_moves) && !term_is_enum(term_arg(t, SLOT_role), "Next");
}

/* Does the game ask about somebody else than the next player?  Then it matters that the
 * question about that one is kept as an answer about him. */
static bool asks_of_others(const Lower *l)
{
    return term_any(l->root, asks_of_other, NULL);
}

static bool is_no_moves_next(const Term *t)
{
    return term_is(t, LUD_no_moves) && term_is_enum(term_arg(t, SLOT_role), "Next");
}

Ir *lower_choice_of_effects(Lower *l, const Term *cond, Ir **lets, Ir **writes)
{
    const bool plain = is_no_moves_next(cond);
    if (!l->mode.in_play || l->mode.nobody_stuck || (!plain && !(term_is(cond, LUD_not) && is_no_moves_next(term_arg(cond, SLOT_a)))) ||
        !asks_of_others(l))
        return lw_let(l, lets, "cond", lower_bool(l, cond));
    Lower in = *l;
    in.mode.answer_kept = true;
    Ir *holds = lw_let(l, lets, "cond", lower_bool(&in, cond));
    Ir *next = lw_let(l, lets, "next", lw_get(l, l->field->next)), *stale = lw_get(l, l->field->stale);
    Ir *his = ir_k1(l->game, IR_OP_BITOF, l->sym->space_player, lw_copy(l, next));
    Ir *with = ir_op2(l->game, IR_OP_MOR, stale, his);
    Ir *without = ir_op2(l->game, IR_OP_MDIFF, lw_copy(l, stale), lw_copy(l, his));
    lw_set_field(l, writes, l->field->stale,
              ir_op3(l->game, IR_OP_SELECT, lw_copy(l, holds), plain ? with : without, plain ? without : with));
    return holds;
}

/* Where the mover is out by an end rule before, nobody's moves are looked at, and what
 * was so at the next player's last turn still holds: not stuck, if nothing else is kept. */
static Ir *while_playing(Lower *l, Ir *stuck)
{
    Ir *playing = ir_op2(l->game, IR_OP_HAS, lw_get(l, l->field->mover), lw_get(l, l->field->result.active));
    if (!asks_of_others(l))
        return ir_op2(l->game, IR_OP_AND, playing, stuck);
    Ir *before = ir_op2(l->game, IR_OP_HAS, lw_get(l, l->field->next), lw_get(l, l->field->stale));
    return ir_op3(l->game, IR_OP_SELECT, playing, stuck, before);
}

/* For the next player: the generators of play with the turn passed on.  For the
 * others: whether their last turn was a forced pass. */
Ir *lower_bool_no_moves(Lower *l, const Term *t)
{
    const Fields *f = l->field;
    const Term *role = term_arg(t, SLOT_role);
    if (!term_is_enum(role, "Next"))
        return ir_op2(l->game, IR_OP_HAS, lower_role(l, role), lw_get(l, f->stale));
    if (l->mode.nobody_stuck)
        return lw_int(l, 0);
    if (l->seen_as.mover) {
        lower_unsupported(l, t, "(no Moves Next) in the moves of somebody else");
        return lw_int(l, 0);
    }
    if (l->mode.in_play && !l->mode.answer_kept && asks_of_others(l))
        lower_unsupported(l, t, "(no Moves Next) here, where others are asked about as well");
    int options = l->mode.in_play || l->memo->tried[0] ? gen_tried(l, t) : ir_fn_find(l->game, "options");
    int n = lw_new_local(l, "who", ir_int(0, l->facts->players + 1));
    Ir *stuck = ir_op1(l->game, IR_OP_NOT, ir_call(l->game, IR_OP_EXISTS, options, 0, NULL));
    stuck = ir_k2(l->game, IR_OP_WITH, f->next, following(l, n), stuck);
    stuck = ir_k2(l->game, IR_OP_WITH, f->mover, lw_local(l, n), stuck);
    stuck = ir_k2(l->game, IR_OP_WITH, f->prev, lw_get(l, f->mover), stuck);
    stuck = ir_k2(l->game, IR_OP_LETX, n, lw_get(l, f->next), stuck);
    return l->mode.may_be_over ? while_playing(l, stuck) : stuck;
}
