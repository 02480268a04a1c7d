/* longest.c - (max Moves ..), (max Captures ..): the moves that lead furthest.
 *
 * How far a line of moves goes is measured by a field that each move makes larger,
 * the number of moves; a line ends where the next move is somebody else's.  Lines
 * go on with *all* moves of play: what (max ..) would leave out of them is shorter
 * anyway, so nothing needs to be asked again on the way, and nothing calls itself.
 * Likewise there is a move among the longest ones if there is one at all. */
#include "frontend/lud/lower/moves/rule.h"

/* ---- generators without (max ..) ------------------------------------------- */

static bool has_best(const IrGame *game, const Ir *node)
{
    if (node->op == IR_OP_BEST)
        return true;
    if (node->op == IR_OP_TRY) {
        const IrFn *fn = game->fn.at[node->k];
        return fn->kind == IR_GEN && has_best(game, fn->body);
    }
    for (int i = 0; i < node->n; i++)
        if (has_best(game, node->a[i]))
            return true;
    return false;
}

typedef struct {
    Lower *l;
    int *all; /* by generator: the one without (max ..), or -1 */
    size_t n;
} Strip;

static int without(Strip *s, int fn);

static Ir *strip(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    (void)game;
    (void)fn;
    if (node->op == IR_OP_BEST)
        return node->a[1];
    if (node->op == IR_OP_TRY)
        node->k = without(data, (int)node->k);
    return node;
}

/* The generator without (max ..): itself, if it has none. */
static int without(Strip *s, int index)
{
    IrGame *game = s->l->game;
    const IrFn *fn = game->fn.at[index];
    if (fn->kind != IR_GEN || !has_best(game, fn->body))
        return index;
    if (s->all[index] >= 0)
        return s->all[index];
    IrFn *copy = ir_fn_add(game, IR_GEN, arena_printf(s->l->arena, "%s_all", fn->name), fn->ret);
    copy->at = fn->at;
    copy->nparam = fn->nparam;
    for (size_t i = 0; i < fn->local.n; i++)
        vec_push(game->arena, &copy->local, fn->local.at[i]);
    s->all[index] = ir_fn_index(game, copy);
    copy->body = ir_rewrite(game, copy, ir_copy(game, fn->body), strip, s);
    return s->all[index];
}

static Ir *ask_all(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    (void)fn;
    if (node->op == IR_OP_EXISTS)
        node->k = without(data, (int)node->k);
    else if (node->op == IR_OP_LONGEST)
        node->k = without(data, ir_fn_find(game, "moves"));
    return node;
}

void lower_longest_end(Lower *l)
{
    Strip s = {.l = l, .n = l->game->fn.n};
    if (!l->memo->longest)
        return;
    s.all = ARENA_ARRAY(l->arena, int, s.n);
    for (size_t i = 0; i < s.n; i++)
        s.all[i] = -1;
    ir_rewrite_game(l->game, ask_all, &s);
}

/* ---- the ludemes ------------------------------------------------------------- */

/* How far a line of moves that begins here leads. */
static Ir *length(Lower *l)
{
    const Fields *f = l->field;
    Ir *again = ir_op2(l->game, IR_OP_EQ, lw_get(l, f->prev), lw_get(l, f->mover));
    Ir *on = ir_op1(l->game, IR_OP_NOT, lw_get(l, f->result.over));
    /* no line is longer than twice around the board */
    Ir *a[3] = {lw_get(l, f->nmoves), ir_op2(l->game, IR_OP_AND, again, on),
                lw_int(l, 2 * (int64_t)lw_dim_site(l).size)};
    int moves = ir_fn_find(l->game, "options"); /* until lower_longest_end */
    return ir_node(l->game, l->fn, IR_OP_LONGEST, moves, 3, a);
}

/* What a move takes is counted as it is played; captures that wait for the end of a turn are not removals yet. */
static Ir *captures(Lower *l, const Term *t)
{
    if (term_arg(t, SLOT_then) || l->facts->has_clear || l->prior.n)
        lower_unsupported(l, t, "this form of (max Captures ..)");
    return lw_get(l, l->field->last.taken);
}

void gen_longest(Lower *l, const Term *t, Ir **block)
{
    if (l->sym->dice)
        lower_unsupported(l, t, "(max Moves ..) in a game of dice");
    const bool moves = t->id == LUD_max_moves;
    const Term *value = term_arg(t, SLOT_withValue);
    if (value && !(value->kind == TERM_BOOL && value->number == 0))
        lower_unsupported(l, value, "(max .. withValue:..)");
    if (l->outer_then)
        lower_unsupported(l, t, "(max ..) with consequences around it");
    if (l->target)
        lower_unsupported(l, t, "(max ..) where it is asked for the sites of moves");
    Ir *inside = ir_block(l->game);
    gen_moves(l, term_arg(t, SLOT_moves), &inside);
    l->memo->longest = true;
    ir_append(l->game, block, ir_k2(l->game, IR_OP_BEST, 0, moves ? length(l) : captures(l, t), inside));
}
