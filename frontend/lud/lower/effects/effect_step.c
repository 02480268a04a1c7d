/* effect_step.c - a step to a neighbour as a consequence. */
#include "frontend/lud/lower/effects/effect.h"

#include "frontend/lud/lower/effects/effect_count.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/core/site_type.h"
#include "frontend/lud/lower/geometry/direction_tables.h"

typedef struct {
    const Term *term, *from, *to;
    Ir *start; /* a site; where `none` may hold, 0 stands for none */
    Ir *holds; /* of the start; NULL: always */
} StepEffect;

static bool known_form(Lower *l, const StepEffect *s)
{
    const Term *stack = term_arg(s->term, SLOT_stack), *apply = s->to ? term_arg(s->to, SLOT_apply) : NULL;
    return s->from && term_arg(s->from, SLOT_site) && !term_arg(s->from, SLOT_region) && !term_arg(s->from, SLOT_level) &&
           !(s->to && (term_arg(s->to, SLOT_level) || term_arg(s->to, SLOT_rotations))) &&
           (!stack || (stack->kind == TERM_BOOL && !stack->number)) &&
           (!apply || (apply->id == LUD_apply && !term_arg(apply, SLOT_if))) && lower_default_type(l, s->from) &&
           !(s->to && !lower_default_type(l, s->to));
}

/* Where it starts, and the condition on that. */
static void find_start(Lower *l, StepEffect *s, Ir **lets)
{
    const Term *cond = term_arg(s->from, SLOT_if);
    s->start = lw_let(l, lets, "from", lower_int(l, term_arg(s->from, SLOT_site)));
    s->holds = NULL;
    if (s->start->type.lo < 0) {
        s->holds = ir_op2(l->game, IR_OP_GE, lw_copy(l, s->start), lw_int(l, 0));
        s->start = lw_let(l, lets, "from", ir_op2(l->game, IR_OP_MAX, lw_copy(l, s->start), lw_int(l, 0)));
    }
    if (l->sym->container.n > 1) { /* from a hand no step leads anywhere */
        Ir *on = ir_op2(l->game, IR_OP_LT, lw_copy(l, s->start), lw_int(l, l->sym->container.at[0].n));
        s->holds = lw_both(l, s->holds, on);
    }
    l->it.from = s->start;
    if (cond)
        s->holds = lw_both(l, s->holds, lower_bool(l, cond));
    s->holds = s->holds ? lw_let(l, lets, "starts", s->holds) : NULL;
}

/* The effect of the (to ..), the step itself, what follows. */
static Ir *one_step(Lower *l, const StepEffect *s, Ir *end, const Ir *holds, Ir **lets)
{
    const Term *apply = s->to ? term_arg(s->to, SLOT_apply) : NULL;
    Ir *done = ir_block(l->game), *values = ir_block(l->game);
    if (apply)
        lower_applied(l, term_arg(apply, SLOT_effect), &values, &done);
    if (l->facts->stacks) { /* the one that was on top when this was decided */
        Ir *top = ir_op2(l->game, IR_OP_SUB, lw_height(l, lw_copy(l, s->start)), lw_int(l, 1));
        top = lw_let(l, &values, "top", ir_op2(l->game, IR_OP_MAX, top, lw_int(l, 0)));
        lw_take_level(l, &done, s->start, top, end);
    } else {
        lw_move_piece(l, &done, s->start, end, NULL);
    }
    lower_hoist(l, lw_copy(l, holds), values, lets);
    if (term_arg(s->term, SLOT_then) || l->after)
        lower_thens(l, term_arg(s->term, SLOT_then), &done);
    return done;
}

void effect_step(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    StepEffect s = {t, term_arg(t, SLOT_from), term_arg(t, SLOT_to), NULL, NULL};
    Lower in = *l;
    Ways ways;
    if (!known_form(&in, &s) || (in.mode.applying && (term_arg(t, SLOT_then) || in.after))) {
        lower_unsupported(l, t, "this form of (step ..) as a consequence");
        return;
    }
    int table = lower_step_ways(&in, term_arg(t, SLOT_dir), REL_ADJACENT, false, &ways);
    find_start(&in, &s, lets);
    for (int way = 0; way < ways.ways; way++) {
        Ir *index[2] = {direction_index(&in, &ways, lw_int(l, way), s.start), lw_copy(l, s.start)};
        Ir *end = lw_let(l, lets, "to", ir_tab(l->game, table, 2, index));
        Ir *holds = ir_op2(l->game, IR_OP_GE, lw_copy(l, end), lw_int(l, 0));
        holds = lw_both(l, s.holds ? lw_copy(l, s.holds) : NULL, holds);
        in.it.to = end;
        if (s.to && term_arg(s.to, SLOT_if))
            holds = lw_both(l, holds, lower_bool(&in, term_arg(s.to, SLOT_if)));
        holds = lw_let(l, lets, "steps", holds);
        Ir *done = one_step(&in, &s, end, holds, lets);
        ir_append(l->game, writes, ir_if(l->game, holds, done, NULL));
    }
}
