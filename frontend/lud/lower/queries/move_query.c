/* move_query.c - questions about moves: is there one, where do they start or end?
 *
 * The moves asked about become a gen of their own, whose rules only have guards. */
#include <string.h>

#include "frontend/lud/lower/moves/rule.h"

/* A question that nothing but the moves asked for can change, asked before. */
static const Asked *asked_before(const Lower *l, const Asked *new)
{
    for (size_t i = 0; i < l->memo->asked.n; i++) {
        const Asked *a = &l->memo->asked.at[i];
        if (term_same(a->moves, new->moves) && a->target == new->target && a->from == new->from &&
            a->successors == new->successors && a->threatening == new->threatening &&
            a->nobody_stuck == new->nobody_stuck &&
            a->after_move == new->after_move && a->in_then == new->in_then && a->player == new->player)
            return a;
    }
    return NULL;
}

/* Does the place where moves are asked for have a part in them? */
static bool asks_from_outside(const Lower *l)
{
    const Iterators *it = &l->it;
    return it->from || it->to || it->between || it->site || it->value || it->level || it->pips || it->region ||
           (it->player && it->player->op != IR_OP_INT) || l->seen_as.mover || l->facts->no_repeat ||
           l->look >= 0 || l->mode.site_in_hand || l->last_from;
}

/* A gen of the moves; with `target` (a site) only those that end there, or start
 * there. */
enum { MOST_WITHIN = 4 }; /* behind a move the same is asked otherwise than before it: a few times it may stand within itself */

/* Are these moves being asked about, so often that it would have no end? */
static bool is_endless(const Lower *l, const Term *moves)
{
    unsigned n = 0;
    for (size_t i = 0; i < l->memo->asking.n; i++)
        n += l->memo->asking.at[i] == moves;
    return n >= MOST_WITHIN;
}

static SubFn new_probe(Lower *l, const Term *moves, const char *name, Ir *target, bool from, bool *unset_read)
{
    SubFn sub;
    const IrType none = {.kind = IR_VOID};
    if (l->last_from && (lower_reads(moves, LUD_last_from) || lower_reads(moves, LUD_last_to)))
        lower_unsupported(l, moves, "the last move, in moves asked for after a capture by sowing");
    subfn_begin(&sub, l, IR_GEN, name, none, moves);
    Lower *in = &sub.in;
    Notes notes = {0};
    in->notes = &notes;
    in->target = target ? subfn_param(&sub, "target", lower_site_type(l), target) : NULL;
    in->mode.target_from = from;
    in->mode.probing = true;
    in->mode.applying = in->mode.gathering = in->mode.sowing = false;
    in->outer_then = NULL;
    memset(&in->post, 0, sizeof in->post);
    memset(&in->prior, 0, sizeof in->prior);
    memset(&in->use_dice, 0, sizeof in->use_dice);
    in->last_from = in->last_to = NULL;
    in->own_moves = NULL; /* a question within itself is known (probe) */
    const bool of_piece = in->it.from != NULL;
    if (!of_piece)
        in->piece = NULL;
    if (is_endless(l, moves)) {
        lower_unsupported(l, moves, "a question about moves within itself");
    } else {
        vec_push(l->arena, &l->memo->asking, moves);
        gen_moves(in, moves, &sub.fn->body);
        l->memo->asking.n--;
    }
    in->notes = l->notes;
    if (unset_read)
        *unset_read = notes.unset_read;
    l->notes->unset_read |= notes.unset_read;
    l->notes->piece_read |= of_piece && notes.piece_read;
    subfn_end(&sub);
    return sub;
}

static SubFn probe(Lower *l, const Term *moves, const char *name, Ir *target, bool from)
{
    if (asks_from_outside(l))
        return new_probe(l, moves, name, target, from, NULL);
    const int64_t player = l->it.player ? l->it.player->k : -1;
    Asked new = {.moves = moves, .target = target != NULL, .from = from, .successors = l->successors > 0,
                 .threatening = l->mode.threatening, .after_move = l->mode.after_move, .in_then = l->mode.in_then,
                 .nobody_stuck = l->mode.nobody_stuck, .player = player};
    const Asked *known = asked_before(l, &new);
    if (known) {
        l->notes->unset_read |= known->unset_read;
        return (SubFn){.l = l, .fn = known->fn, .arg = {target}, .narg = target != NULL};
    }
    SubFn sub = new_probe(l, moves, name, target, from, &new.unset_read);
    new.fn = sub.fn;
    vec_push(l->arena, &l->memo->asked, new);
    return sub;
}

Ir *lower_bool_can_move(Lower *l, const Term *t)
{
    Lower in = *l;
    in.successors += l->facts->no_repeat;
    SubFn sub = probe(&in, term_arg(t, SLOT_moves), "can_move", NULL, false);
    sub.l = l;
    if (l->facts->no_repeat) {
        in.fn = sub.fn;
        sub.fn->body = lower_without_repeats(&in, sub.fn->body);
    }
    Ir *can = subfn_call(&sub, IR_OP_EXISTS);
    if (l->field->visited < 0)
        return can;
    if (!l->mode.after_move)
        return lower_unsupported_int(l, t, "(can Move ..) before a move where sites visited are remembered");
    /* the sites of the last move count as visited while this is asked */
    Ir *visited = lw_get(l, l->field->visited);
    Ir *from = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_get(l, l->field->last.from));
    Ir *to = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_get(l, l->field->last.to));
    visited = ir_op2(l->game, IR_OP_MOR, visited, ir_op2(l->game, IR_OP_MOR, from, to));
    return ir_k2(l->game, IR_OP_WITH, l->field->visited, visited, can);
}

/* Where the moves start or end. */
Ir *lower_sites_of_moves(Lower *l, const Term *t, bool from)
{
    int s = lw_new_local(l, "s", lower_site_type(l));
    SubFn sub = probe(l, term_arg(t, SLOT_moves), from ? "starts" : "ends", lw_local(l, s), from);
    Ir *all = ir_k0(l->game, IR_OP_ALL, l->sym->space_site);
    return ir_k2(l->game, IR_OP_FILTER, s, all, subfn_call(&sub, IR_OP_EXISTS));
}
