/* vote.c - proposals and votes.
 *
 * What is proposed stays so until as many votes are cast as there are players; what
 * more than half of them are for is decided, until the next move. */
#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/state/vote.h"

#include <string.h>

/* ---- what there is to decide -------------------------------------------------------- */

static int proposal(const Lower *l, const Term *text)
{
    for (size_t i = 0; i < l->sym->proposal.n; i++)
        if (strcmp(l->sym->proposal.at[i], text->text) == 0)
            return (int)i;
    return -1;
}

static void add_proposal(Lower *l, const Term *text)
{
    if (proposal(l, text) < 0)
        vec_push(l->arena, &l->sym->proposal, text->text);
}

/* The texts of a ludeme that proposes or votes; NULL: another ludeme. */
const Term *lower_vote_texts(const Term *t)
{
    SlotName one, many;
    switch (t->id) {
    case LUD_move_propose: case LUD_move_vote: one = SLOT_message; many = SLOT_messages; break;
    case LUD_propose: one = SLOT_proposition; many = SLOT_propositions; break;
    case LUD_vote: one = SLOT_vote; many = SLOT_votes; break;
    case LUD_is_proposed: case LUD_is_decided: return term_arg(t, SLOT_string);
    default: return NULL;
    }
    return term_arg(t, many) ? term_arg(t, many) : term_arg(t, one);
}

static TermWay find_proposals(const Term *t, void *data)
{
    Lower *l = data;
    const Term *list = t->kind == TERM_LUDEME ? lower_vote_texts(t) : NULL;
    if (list && list->kind == TERM_STRING)
        add_proposal(l, list);
    for (uint32_t i = 0; list && list->kind == TERM_ARRAY && i < list->n; i++)
        add_proposal(l, list->slot[i]);
    return TERM_INTO;
}

void lower_vote_state(Lower *l)
{
    Fields *f = l->field;
    term_walk(l->root, find_proposals, l);
    f->proposed = f->votes = f->decided = -1;
    if (l->sym->proposal.n == 0)
        return;
    const int n = (int)l->sym->proposal.n;
    IrDim dim = {ir_space_add(l->game, "proposal", n), n};
    IrSpace *space = &l->game->space.at[dim.space];
    space->label = ARENA_ARRAY(l->arena, const char *, n);
    memcpy(space->label, l->sym->proposal.at, (size_t)n * sizeof *space->label);
    f->proposed = ir_field_add(l->game, "proposed", ir_mask(dim.space), NULL);
    f->votes = ir_field_add(l->game, "votes", ir_int(0, l->facts->players), &dim);
    f->decided = ir_field_add(l->game, "decided", ir_int(-1, n - 1), NULL);
    l->game->field.at[f->decided].init[0] = -1;
}

/* ---- questions -------------------------------------------------------------------------- */

Ir *lower_bool_is_proposed(Lower *l, const Term *t)
{
    return ir_op2(l->game, IR_OP_HAS, lw_int(l, proposal(l, lower_vote_texts(t))), lw_get(l, l->field->proposed));
}

Ir *lower_bool_is_decided(Lower *l, const Term *t)
{
    Ir *text = lw_int(l, proposal(l, lower_vote_texts(t)));
    return ir_op2(l->game, IR_OP_EQ, lw_get(l, l->field->decided), text);
}

/* ---- effects ---------------------------------------------------------------------------- */

static void propose(Lower *l, const Term *text, Ir **block)
{
    const int field = l->field->proposed, space = l->game->field.at[field].elem.space;
    Ir *one = ir_k1(l->game, IR_OP_BITOF, space, lw_int(l, proposal(l, text)));
    lw_set_field(l, block, field, ir_op2(l->game, IR_OP_MOR, lw_get(l, field), one));
}

/* All have voted: they are counted and forgotten. */
static Ir *count_votes(Lower *l)
{
    const Fields *f = l->field;
    Ir *counted = ir_block(l->game);
    for (int i = 0; i < (int)l->sym->proposal.n; i++) {
        Ir *most = ir_block(l->game);
        lw_set_field(l, &most, f->decided, lw_int(l, i));
        Ir *enough = ir_op2(l->game, IR_OP_GT, lw_at(l, f->votes, lw_int(l, i)), lw_int(l, l->facts->players / 2));
        ir_append(l->game, &counted, ir_if(l->game, enough, most, NULL));
    }
    lw_set_field(l, &counted, f->proposed, ir_k0(l->game, IR_OP_NONE, l->game->field.at[f->proposed].elem.space));
    for (int i = 0; i < (int)l->sym->proposal.n; i++)
        ir_append(l->game, &counted, ir_put(l->game, f->votes, lw_int(l, i), lw_int(l, 0)));
    return counted;
}

static void vote(Lower *l, const Term *text, Ir **block)
{
    const int field = l->field->votes, text_number = proposal(l, text);
    Ir *more = ir_op2(l->game, IR_OP_ADD, lw_at(l, field, lw_int(l, text_number)), lw_int(l, 1));
    ir_append(l->game, block, ir_put(l->game, field, lw_int(l, text_number), more));
    Ir *cast = lw_int(l, 0);
    for (int i = 0; i < (int)l->sym->proposal.n; i++)
        cast = ir_op2(l->game, IR_OP_ADD, cast, lw_at(l, field, lw_int(l, i)));
    Ir *all = ir_op2(l->game, IR_OP_EQ, cast, lw_int(l, l->facts->players));
    ir_append(l->game, block, ir_if(l->game, all, count_votes(l), NULL));
}

void lower_speak(Lower *l, const Term *t, const Term *text, Ir **block)
{
    if (t->id == LUD_propose || t->id == LUD_move_propose)
        propose(l, text, block);
    else
        vote(l, text, block);
}

bool lower_votes_once(const Term *t)
{
    const Term *list = t->id == LUD_propose || t->id == LUD_vote ? lower_vote_texts(t) : NULL;
    return list && (list->kind == TERM_STRING || list->n == 1);
}

void effect_vote(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    (void)lets;
    const Term *list = lower_vote_texts(t);
    for (uint32_t i = 0; i < (list->kind == TERM_ARRAY ? list->n : 1); i++)
        lower_speak(l, t, list->kind == TERM_ARRAY ? list->slot[i] : list, writes);
}

void lower_vote_opens(Lower *l, Ir **block)
{
    if (l->field->decided >= 0)
        lw_set_field(l, block, l->field->decided, lw_int(l, -1));
}
