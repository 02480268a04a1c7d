/* by_code.c - procedures that are given a move by its code: one plays it, others try it. */
#include "ir/play/choose.h"

typedef struct {
    LowWriter w;
    IrCode *code;
    int move; /* the parameter */
    const Chooser *c;    /* moves are tried as they are when drawn from the statement; NULL: they are played, */
    const Ir *statement;
} ByCode;

IrType low_code_type(IrGame *game, IrCode **code, size_t *n)
{
    uint64_t total;
    if (!ir_codes(game, code, n, &total))
        *n = 0;
    return ir_int(0, *n && total ? (int64_t)total - 1 : 0);
}

Ir *low_code(IrGame *game, const IrCode *code, size_t ncode, const IrFn *rule, Ir *const *arg, int n)
{
    int64_t constant = (int64_t)ir_code_of(code, ncode, ir_fn_index(game, rule)).base, weight = 1;
    Ir *sum = NULL;
    for (int i = rule->nparam; i-- > 0;) {
        const IrType type = rule->local.at[i].type;
        const Ir *value = i < n ? arg[i] : NULL;
        constant += weight * ((value && value->op == IR_OP_INT ? value->k : 0) - ir_code_low(type));
        if (value && value->op != IR_OP_INT) {
            Ir *part = ir_copy(game, value);
            part = weight > 1 ? ir_op2(game, IR_OP_MUL, part, ir_const(game, weight)) : part;
            sum = sum ? ir_op2(game, IR_OP_ADD, part, sum) : part;
        }
        weight *= (int64_t)ir_code_size(type);
    }
    return !sum ? ir_const(game, constant) : constant ? ir_op2(game, IR_OP_ADD, sum, ir_const(game, constant)) : sum;
}

static Ir **arguments(ByCode *b, const IrCode *code)
{
    LowWriter *w = &b->w;
    IrGame *game = w->game;
    const IrFn *rule = game->fn.at[code->fn];
    Ir **arg = ARENA_ARRAY(game->arena, Ir *, rule->nparam + 1), *own = low_get(w, b->move);
    if (code->base && rule->nparam) {
        const int from_0 = ir_local_add(game, w->fn, "code", ir_int(0, (int64_t)code->size - 1));
        low_add(w, ir_k1(game, IR_OP_LET, from_0, ir_op2(game, IR_OP_SUB, own, ir_const(game, (int64_t)code->base))));
        own = low_get(w, from_0);
    }
    for (int i = 0; i < rule->nparam; i++)
        arg[i] = ir_code_value(game, rule, i, own);
    return arg;
}

static void one_rule(ByCode *b, const IrCode *code)
{
    LowWriter *w = &b->w;
    const IrFn *rule = w->game->fn.at[code->fn];
    if (b->statement && !ir_can_emit(w->game, b->statement, code->fn)) {
        low_ret(w, ir_const(w->game, 0));
        return;
    }
    const int trial = b->statement ? choose_trial(b->c, b->statement, code->fn) : -1;
    Ir **arg = arguments(b, code);
    if (trial >= 0)
        low_ret(w, ir_call(w->game, IR_OP_CALL, trial, rule->nparam, arg));
    else
        low_add(w, ir_call(w->game, IR_OP_PLAY, code->fn, rule->nparam, arg));
}

/* Rules number i to n - 1, by halves. */
static void dispatch(ByCode *b, size_t i, size_t n)
{
    LowWriter *w = &b->w;
    if (n - i == 1) {
        one_rule(b, &b->code[i]);
        return;
    }
    const size_t middle = i + (n - i) / 2;
    Ir *outer = low_open(w);
    dispatch(b, i, middle);
    Ir *lower = low_close(w, outer);
    outer = low_open(w);
    dispatch(b, middle, n);
    low_if_else(w, outer, ir_op2(w->game, IR_OP_LT, low_get(w, b->move), ir_const(w->game, (int64_t)b->code[middle].base)), lower);
}

static int procedure(Low *l, const char *name, const Chooser *c, const Ir *statement)
{
    ByCode b = {.w = low_begin(l, name, ir_bit(), IR_HINT_NONE), .c = c, .statement = statement};
    size_t n;
    const IrType type = low_code_type(l->game, &b.code, &n);
    const int moves = l->game->joint ? l->game->players : 1; /* of each player one */
    b.w.fn->kind = IR_PROC;
    for (int i = 0; i < moves; i++)
        low_param(&b.w, "move", type);
    for (b.move = 0; n && b.move < moves; b.move++)
        dispatch(&b, 0, n);
    if (!statement)
        low_turn(&b.w);
    low_ret(&b.w, ir_const(l->game, 1));
    return low_end(&b.w);
}

int choose_apply(Low *l)
{
    const int fn = procedure(l, "apply_move", NULL, NULL);
    l->game->apply = l->game->fn.at[fn]->name;
    return fn;
}

int choose_try_code(const Chooser *c, const Ir *statement)
{
    Trials *t = c->trials;
    for (size_t i = 0; i < t->by_code.n; i++)
        if (t->by_code.at[i].statement == statement)
            return t->by_code.at[i].fn;
    const int fn = procedure(t->low, "try_move", c, statement);
    vec_push(t->low->game->arena, &t->by_code, ((TrialByCode){statement, fn}));
    return fn;
}
