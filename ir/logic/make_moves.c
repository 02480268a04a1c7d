/* make_moves.c - every move that can be legal becomes a slot; what the state is worth. */
#include "ir/logic/make.h"

enum { MOST_SLOTS = 60000 };

/* ---- who is to move --------------------------------------------------------------- */

/* The scalar field that `view mover` shows, or -1. */
static int mover_field(const IrGame *game)
{
    int view = ir_fn_find(game, "mover");
    const Ir *node = view < 0 ? NULL : game->fn.at[view]->body;
    while (node && (node->op == IR_OP_BLOCK || node->op == IR_OP_RET) && node->n == 1)
        node = node->a[0];
    return node && node->op == IR_OP_GET && node->n == 0 ? (int)node->k : -1;
}

static Sym view_value(Make *m, int view, int64_t argument)
{
    SymExec *x = &m->exec;
    SymFrame *f = ARENA_NEW(m->arena, SymFrame);
    *f = sym_frame(x, view);
    f->local[0].value = sym_const(argument);
    x->path = BITS_TRUE;
    uint32_t level = sym_begin(x);
    sym_run(x, f, f->fn->body);
    Sym value = f->result.value;
    sym_end(x, level);
    return value;
}

static BitsEdge moves_now(Make *m, uint32_t role)
{
    int view = ir_fn_find(m->game, "mover");
    if (m->game->joint || view < 0)
        return BITS_TRUE;
    return sym_is(&m->exec, view_value(m, view, 0), role);
}

/* ---- slots ------------------------------------------------------------------------ */

/* Slots of a role by code. */
typedef struct {
    uint32_t *at; /* number of the slot + 1, or 0 */
    size_t n;
} Codes;

/* The moves of one code are one slot: either or, always as often as each other. */
static void add_move(Make *m, Codes *codes, uint32_t role, const SymMove *move, BitsEdge when)
{
    BitsNet *net = m->exec.net;
    size_t h = (move->code * UINT32_C(2654435769)) & (codes->n - 1);
    for (; codes->at[h]; h = (h + 1) & (codes->n - 1)) {
        MakeSlot *slot = &m->slot.at[codes->at[h] - 1];
        if (slot->code != move->code)
            continue;
        if (net_exclude(net, slot->legal, when) && slot->times == 1)
            slot->legal = net_or(net, slot->legal, when);
        else if (slot->legal == when)
            slot->times++;
        else
            sym_fail(&m->exec, "a move that is listed now once, now twice: rule `%s`", m->game->fn.at[move->fn]->name);
        return;
    }
    MakeSlot slot = {role, move->fn, move->code, move->param, when, 1};
    vec_push(m->arena, &m->slot, slot);
    codes->at[h] = (uint32_t)m->slot.n;
    if (m->slot.n > MOST_SLOTS)
        sym_fail(&m->exec, "more than %d moves", MOST_SLOTS);
}

/* The moves of a role, with the mover known. */
static void moves_of(Make *m, uint32_t role, int moves, int mover)
{
    SymExec *x = &m->exec;
    SymMoves found = {0};
    SymSink sink = {.moves = &found};
    BitsEdge turn = moves_now(m, role);
    uint32_t level = sym_begin(x);
    if (mover >= 0)
        sym_write(x, x->field[mover], sym_const(role));
    SymFrame *f = ARENA_NEW(m->arena, SymFrame);
    *f = sym_frame(x, moves);
    f->local[0].value = sym_const(role);
    x->path = net_not(m->over);
    x->sink = &sink;
    sym_run(x, f, f->fn->body);
    x->sink = NULL;
    x->path = BITS_TRUE;
    sym_end(x, level);
    Codes codes = {.n = 16};
    while (codes.n < 2 * found.list.n)
        codes.n *= 2;
    codes.at = ARENA_ARRAY(m->arena, uint32_t, codes.n);
    for (size_t i = 0; i < found.list.n && !x->fail; i++) {
        BitsEdge when = net_and(x->net, turn, found.list.at[i].when);
        if (!net_exclude(x->net, turn, found.list.at[i].when))
            add_move(m, &codes, role, &found.list.at[i], when);
    }
}

static void make_goals(Make *m)
{
    const IrGame *game = m->game;
    int view = ir_fn_find(game, game->joint ? "goal" : "rank");
    for (uint32_t p = 1; view >= 0 && p <= (uint32_t)game->players && !m->exec.fail; p++) {
        size_t n;
        const SymCase *cases = sym_as_cases(&m->exec, view_value(m, view, p), &n);
        for (size_t i = 0; i < n; i++) {
            BitsGoal goal = {.role = p, .rank2 = -1, .value = -1, .holds = n == 1 ? BITS_TRUE : cases[i].when};
            *(game->joint ? &goal.value : &goal.rank2) = (int32_t)cases[i].value;
            vec_push(m->arena, &m->goal, goal);
        }
    }
}

void make_moves(Make *m)
{
    const IrGame *game = m->game;
    int moves = ir_fn_find(game, "moves"), over = ir_fn_find(game, "over"), mover = game->joint ? -1 : mover_field(game);
    m->exec.code = ARENA_ARRAY(m->arena, IrCode, game->fn.n + 1);
    ir_codes_by_fn(game, m->exec.code);
    m->over = over < 0 ? BITS_FALSE : sym_truth(&m->exec, view_value(m, over, 0));
    for (uint32_t p = 1; moves >= 0 && p <= (uint32_t)game->players && !m->exec.fail; p++)
        moves_of(m, p, moves, mover);
    make_goals(m);
}
