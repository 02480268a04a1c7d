/* end.c - end rules and results (semantics 03, section 10). */
#include <stdlib.h>
#include <string.h>

#include "frontend/lud/lower/effects/capture.h"
#include "frontend/lud/lower/setup/marks.h"
#include "frontend/lud/lower/state/team.h"

static Ir *call(Lower *l, const char *proc, int n, Ir **args)
{
    return ir_call(l->game, IR_OP_DO, ir_fn_find(l->game, proc), n, args);
}

/* `P3` in a game of two says nothing. */
static void check_player(Lower *l, const Term *role)
{
    const int number = role->text[0] == 'P' && role->text[1] >= '1' && role->text[1] <= '9' ? atoi(role->text + 1) : 0;
    if (number <= l->facts->players)
        return;
    diag_warning(l->session->diags, WARN_absent_player, term_at(role), "there is no player %d: the game has %d", number, l->facts->players);
    diag_note(l->session->diags, (Span){0, 0}, "did you mean `P%d`?", l->facts->players);
    diag_fix(l->session->diags, FIX_INSTEAD, term_at(role), "P%d", l->facts->players);
}

/* What a result does; guarded by its player being active still. */
static void lower_result(Lower *l, const Term *t, Ir **block)
{
    if (term_is(t, LUD_by_score)) {
        lower_by_score(l, t, block);
        return;
    }
    if (!term_is(t, LUD_result)) {
        lower_unsupported(l, t, lud_row(t->id)->signature);
        return;
    }
    const Term *role = term_arg(t, SLOT_role), *result = term_arg(t, SLOT_result);
    bool win = term_is_enum(result, "Win"), loss = term_is_enum(result, "Loss");
    if (!win && !loss && !term_is_enum(result, "Draw")) {
        lower_unsupported(l, result, arena_printf(l->arena, "the result `%s`", result->text));
        return;
    }
    check_player(l, role);
    bool all = role_is_all(role);
    Ir *who = all ? NULL : lower_role(l, role);
    int64_t fixed;
    if (who && lower_is_const(who, &fixed) && fixed < 0) {
        session_error(l->session, term_at(role), "`%s` is nobody here: it is each player in turn within (forEach Player ..)", role->text);
        return;
    }
    Ir *done = ir_block(l->game);
    if (role_is_team(role)) { /* nothing is lost or drawn by a team */
        Ir *members = lower_team(l, lw_copy(l, who));
        ir_append(l->game, &done, call(l, "win_team", 1, &members));
        Ir *active = ir_op2(l->game, IR_OP_HAS, who, lw_get(l, l->field->result.active));
        if (win)
            ir_append(l->game, block, ir_if(l->game, active, done, NULL));
        return;
    }
    if (!win && !loss) {
        ir_append(l->game, &done, call(l, "draw_all", 0, NULL));
    } else if (all) {
        ir_append(l->game, &done, call(l, win ? "win_all" : "loss_all", 0, NULL));
    } else {
        Ir *arg = lw_copy(l, who);
        ir_append(l->game, &done, call(l, win ? "win" : "loss", 1, &arg));
    }
    if (all) {
        for (int i = 0; i < done->n; i++)
            ir_append(l->game, block, done->a[i]);
        return;
    }
    Ir *active = ir_op2(l->game, IR_OP_HAS, who, lw_get(l, l->field->result.active));
    ir_append(l->game, block, ir_if(l->game, active, done, NULL));
}

/* Under its condition, the first of its own rules that gives a result, else its
 * own result. */
static void lower_end_if(Lower *l, const Term *t, Ir **block)
{
    const Term *result = term_arg(t, SLOT_result), *sub = term_arg(t, SLOT_sub), *subs = term_arg(t, SLOT_subs);
    uint32_t n = subs ? subs->n : sub ? 1 : 0;
    if (n == 0 && !result) {
        lower_unsupported(l, t, "an end rule without a result");
        return;
    }
    Ir *cond = lower_bool(l, term_arg(t, SLOT_cond)), *chain = NULL;
    if (result) {
        chain = ir_block(l->game);
        lower_mark_end(l, t, &chain);
        lower_result(l, result, &chain);
    }
    while (n-- > 0) {
        const Term *one = subs ? subs->slot[n] : sub;
        bool plain = term_is(one, LUD_end_if) && !term_arg(one, SLOT_sub) && !term_arg(one, SLOT_subs) &&
                     term_arg(one, SLOT_result);
        if (!plain) {
            lower_unsupported(l, one, "end rules this deep within an end rule");
            return;
        }
        Ir *done = ir_block(l->game), *both = ir_block(l->game);
        Ir *holds = lower_bool(l, term_arg(one, SLOT_cond));
        lower_mark_end(l, one, &done);
        lower_result(l, term_arg(one, SLOT_result), &done);
        ir_append(l->game, &both, ir_if(l->game, holds, done, chain));
        chain = both;
    }
    ir_append(l->game, block, ir_if(l->game, cond, chain, NULL));
}

/* (forEach Player|NonMover if: result): each active player in turn. */
static void lower_end_for_each(Lower *l, const Term *t, Ir **block)
{
    const Term *role = term_arg(t, SLOT_role);
    bool non_mover = role && term_is_enum(role, "NonMover");
    if (term_arg(t, SLOT_trackType) || (role && !non_mover && !term_is_enum(role, "Player"))) {
        lower_unsupported(l, t, "(forEach ..) over these in an end rule");
        return;
    }
    Lower in = *l;
    for (int p = 1; p <= l->facts->players; p++) {
        in.it.player = lw_int(l, p);
        Ir *done = ir_block(l->game);
        lower_mark_end(&in, t, &done);
        lower_result(&in, term_arg(t, SLOT_result), &done);
        Ir *cond = ir_op2(l->game, IR_OP_HAS, lw_int(l, p), lw_get(l, l->field->result.active));
        if (non_mover) {
            Ir *other = ir_op2(l->game, IR_OP_NE, lw_get(l, l->field->mover), lw_int(l, p));
            cond = ir_op2(l->game, IR_OP_AND, cond, other);
        }
        cond = ir_op2(l->game, IR_OP_AND, cond, lower_bool(&in, term_arg(t, SLOT_if)));
        ir_append(l->game, block, ir_if(l->game, cond, done, NULL));
    }
}

static void lower_end_rule(Lower *l, const Term *t, Ir **block)
{
    const int before = (*block)->n;
    switch (t->id) {
    case LUD_end_if: lower_end_if(l, t, block); break;
    case LUD_end_for_each: lower_end_for_each(l, t, block); break;
    default: lower_unsupported(l, t, lud_row(t->id)->signature); break;
    }
    lw_place(*block, before, t);
}

Ir *lower_idle_turns(Lower *l)
{
    const Fields *f = l->field;
    Ir *one = lw_get(l, f->passing);
    if (f->idle >= 0)
        one = ir_op2(l->game, IR_OP_AND, one, ir_op2(l->game, IR_OP_EQ, lw_get(l, f->same), lw_int(l, 0)));
    Ir *more = ir_op2(l->game, IR_OP_ADD, lw_get(l, f->idle >= 0 ? f->idle : f->passes), lw_int(l, 1));
    return ir_op3(l->game, IR_OP_SELECT, one, more, lw_int(l, 0));
}

/* Everybody's last turn was one pass: nobody wins.  A history that is too short
 * counts if it is all passes and nothing was placed at the start. */
static void all_pass_draw(Lower *l, Ir **block)
{
    const Fields *f = l->field;
    Ir *round = lw_int(l, l->facts->players);
    if (l->facts->setup_moves == 0)
        round = ir_op2(l->game, IR_OP_MAX, lw_int(l, 1), ir_op2(l->game, IR_OP_MIN, round, lw_get(l, f->nmoves)));
    Ir *all = ir_op2(l->game, IR_OP_GE, lower_idle_turns(l), round);
    Ir *on = ir_op1(l->game, IR_OP_NOT, lw_get(l, f->result.over));
    Ir *done = ir_block(l->game);
    lower_mark_end(l, NULL, &done);
    ir_append(l->game, &done, call(l, "draw_all", 0, NULL));
    ir_append(l->game, block, ir_if(l->game, ir_op2(l->game, IR_OP_AND, all, on), done, NULL));
}

void lower_end_rules(const Lower *outer, const Term *end, const char *proc_name)
{
    Lower scope = *outer, *l = &scope;
    IrFn *proc = l->game->fn.at[ir_fn_find(l->game, proc_name)];
    l->fn = proc;
    l->mode.after_move = true;
    l->mode.may_be_over = l->facts->ends_game; /* the rules of phases come after those of the game */
    if (end) {
        const Term *rule = term_arg(end, SLOT_rule), *rules = term_arg(end, SLOT_rules);
        if (rule)
            lower_end_rule(l, rule, &proc->body);
        for (uint32_t i = 0; rules && i < rules->n; i++) {
            lower_end_rule(l, rules->slot[i], &proc->body);
            l->mode.may_be_over = true;
        }
        if (!l->facts->no_auto_pass_draw)
            all_pass_draw(l, &proc->body);
    }
    l->facts->ends_game |= end != NULL;
}
