/* verify_stmt.c - the verifier: statements, and where they may stand. */
#include "ir/core/verify_impl.h"

#include <inttypes.h>
#include <string.h>

static bool number(Verify *v, const Ir *node, const char *what)
{
    if (!verify_value(v, node))
        return false;
    return node->type.kind == IR_INT || verify_fail(v, node, "%s is a number", what);
}

static bool allowed(Verify *v, const Ir *node, unsigned right, const char *where)
{
    if (v->rights & right)
        return true;
    return verify_fail(v, node, "`%s` only stands in %s", ir_op_info(node->op)->text, where);
}

/* ---- definitions, writes ----------------------------------------------- */

static void define(Verify *v, const Ir *node)
{
    if (!verify_value(v, node->a[0]) ||
        !verify_bind(v, node, node->op == IR_OP_LET ? LOCAL_FIXED : LOCAL_VARIABLE))
        return;
    const IrLocal *local = &v->fn->local.at[node->k];
    verify_fits(v, node->a[0], local->type, "%", local->name);
}

static void set(Verify *v, const Ir *node)
{
    if (!verify_value(v, node->a[0]))
        return;
    if (!verify_names(v, node))
        return;
    const IrLocal *local = &v->fn->local.at[node->k];
    if (v->local[node->k] != LOCAL_VARIABLE)
        verify_fail(v, node, "%%%s is no `var` here", local->name);
    else
        verify_fits(v, node->a[0], local->type, "%", local->name);
}

static void put(Verify *v, const Ir *node)
{
    if (!allowed(v, node, MAY_WRITE, "do, then, turn and procedures"))
        return;
    if (!verify_names(v, node))
        return;
    for (int i = 0; i < node->n; i++)
        if (!verify_value(v, node->a[i]))
            return;
    const IrField *field = &v->game->field.at[node->k];
    if (verify_index(v, node, (int)node->k, node->n > 1 ? node->a[1] : NULL))
        verify_fits(v, node->a[0], field->elem, "@", field->name);
}

/* ---- control ----------------------------------------------------------- */

static void branch(Verify *v, const Ir *node)
{
    number(v, node->a[0], "a condition");
    for (int i = 1; i < node->n; i++)
        verify_block(v, node->a[i]);
}

static void loop(Verify *v, const Ir *node)
{
    bool range = node->op == IR_OP_RANGE;
    if (range ? !(number(v, node->a[0], "the start") && number(v, node->a[1], "the end"))
              : !(verify_value(v, node->a[0]) && verify_domain(v, node->a[0])))
        return;
    if (!verify_bind(v, node, LOCAL_FIXED))
        return;
    if (v->fn->local.at[node->k].type.kind != IR_INT)
        verify_fail(v, node, "%%%s is no number", v->fn->local.at[node->k].name);
    verify_block(v, node->a[node->n - 1]);
    v->local[node->k] = LOCAL_UNKNOWN;
}

static void while_loop(Verify *v, const Ir *node)
{
    if (node->k < 0)
        verify_fail(v, node, "`while` without a bound");
    else if (number(v, node->a[0], "a condition"))
        verify_block(v, node->a[1]);
}

static void leave(Verify *v, const Ir *node)
{
    if (!allowed(v, node, MAY_RETURN, "functions, procedures and turn"))
        return;
    bool value = v->fn->ret.kind != IR_VOID;
    if (value != (node->n == 1))
        verify_fail(v, node, value ? "a value is returned here" : "no value is returned here");
    else if (value && verify_value(v, node->a[0]))
        verify_fits(v, node->a[0], v->fn->ret, "", "the result");
}

static bool arguments(Verify *v, const Ir *node, int n)
{
    for (int i = 0; i < node->n; i++)
        if (!verify_value(v, node->a[i]))
            return false;
    return verify_names(v, node) && verify_arguments(v, node, v->game->fn.at[node->k], n);
}

bool verify_plays(Verify *v, const Ir *node)
{
    return ir_is_chooser(v->fn) || v->rights & MAY_TRY ||
           verify_fail(v, node, "`%s` only stands in procedures with a value", node->op == IR_OP_DO ? "turn" : ir_op_info(node->op)->text);
}

static void call(Verify *v, const Ir *node)
{
    if (!allowed(v, node, MAY_WRITE, "do, then, turn and procedures") ||
        !arguments(v, node, node->n))
        return;
    const IrFn *fn = v->game->fn.at[node->k];
    if (fn->kind == IR_TURN)
        verify_plays(v, node);
    else if (fn->kind != IR_PROC || ir_is_chooser(fn))
        verify_fail(v, node, "`%s` is no procedure", fn->name);
    else if (node->n != fn->nparam)
        verify_fail(v, node, "`%s` takes %d arguments", fn->name, fn->nparam);
}

/* ---- generators -------------------------------------------------------- */

static const char generators[] = "generators";

/* A parameter without a domain is one that every caller binds. */
static void try(Verify *v, const Ir *node)
{
    if (!allowed(v, node, MAY_EMIT, generators) || !arguments(v, node, node->n))
        return;
    const IrFn *fn = v->game->fn.at[node->k];
    if (fn->kind != IR_RULE && fn->kind != IR_GEN)
        verify_fail(v, node, "`%s` is neither a rule nor a gen", fn->name);
    else if (v->rights & MAY_TRY)
        verify_fail(v, node, "`try` in `aside`");
    else if (fn->kind == IR_GEN && node->n != fn->nparam)
        verify_fail(v, node, "gen `%s` takes %d arguments", fn->name, fn->nparam);
    for (int i = 0; fn->kind == IR_RULE && fn->header && i < fn->header->n; i++) {
        const Ir *param = fn->header->a[i];
        if (param->op == IR_OP_PARAM && param->n == 0 && param->k >= node->n)
            verify_fail(v, node, "%%%s of `%s` has no domain and is not bound",
                        fn->local.at[param->k].name, fn->name);
    }
}

static void emit(Verify *v, const Ir *node)
{
    bool in_set = node->op == IR_OP_EMITSET;
    int single = in_set ? node->n - 1 : node->n;
    if (!allowed(v, node, MAY_EMIT, generators))
        return;
    if (single < 0) {
        verify_fail(v, node, "`emit` in no set");
        return;
    }
    if (!arguments(v, node, single))
        return;
    const IrFn *fn = v->game->fn.at[node->k];
    if (fn->kind != IR_RULE)
        verify_fail(v, node, "`%s` is no rule", fn->name);
    else if (node->n != fn->nparam)
        verify_fail(v, node, "rule `%s` has %d parameters", fn->name, fn->nparam);
    else if (in_set && node->a[single]->type.kind != IR_MASK)
        verify_fail(v, node->a[single], "this is no set");
}

/* UNTESTED ASIDE COLLECT */
static void around(Verify *v, const Ir *node)
{
    const unsigned rights = v->rights;
    if (node->op == IR_OP_ASIDE ? !allowed(v, node, MAY_EMIT | MAY_RETURN | MAY_TRY, "generators and functions")
                                : !allowed(v, node, MAY_EMIT | (node->op == IR_OP_UNTESTED ? MAY_EMIT_RAW : 0), generators))
        return;
    if (node->op == IR_OP_ASIDE)
        v->rights = (rights & (MAY_DISCARD | MAY_RETURN)) | MAY_WRITE | MAY_TRY | (rights & (MAY_EMIT | MAY_EMIT_RAW) ? MAY_EMIT_RAW : 0);
    else if (node->op == IR_OP_COLLECT)
        v->rights |= MAY_DISCARD;
    else
        v->rights |= MAY_EMIT;
    verify_block(v, node->a[0]);
    v->rights = rights;
}

static void prefer_or_keep(Verify *v, const Ir *node)
{
    if (!allowed(v, node, MAY_EMIT, generators))
        return;
    if (node->op == IR_OP_KEEP || node->op == IR_OP_BEST)
        number(v, node->a[0], node->op == IR_OP_KEEP ? "a condition" : "what is to be greatest");
    else
        verify_block(v, node->a[0]);
    verify_block(v, node->a[1]);
}

/* ---- playouts ---------------------------------------------------------- */

static void play(Verify *v, const Ir *node)
{
    const IrFn *fn = v->game->fn.at[node->k];
    if (!verify_plays(v, node) || !verify_names(v, node))
        return;
    for (int i = 0; i < node->n; i++)
        if (!verify_value(v, node->a[i]))
            return;
    if (fn->kind != IR_RULE)
        verify_fail(v, node, "`%s` is no rule", fn->name);
    else if (node->n != fn->nparam)
        verify_fail(v, node, "rule `%s` has %d parameters", fn->name, fn->nparam);
    for (int i = 0; fn->kind == IR_RULE && node->n == fn->nparam && i < fn->nparam; i++)
        verify_fits(v, node->a[i], fn->local.at[i].type, "%", fn->local.at[i].name);
}

static void attempt(Verify *v, const Ir *node)
{
    if (!verify_plays(v, node))
        return;
    verify_block(v, node->a[0]);
    if (number(v, node->a[1], "a condition"))
        verify_block(v, node->a[2]);
}

static void choose(Verify *v, const Ir *node)
{
    if (!verify_plays(v, node))
        return;
    const unsigned rights = v->rights;
    v->rights = MAY_EMIT;
    verify_block(v, node->a[0]);
    v->rights = rights;
    if (!verify_bind(v, node, LOCAL_FIXED))
        return;
    if (v->fn->local.at[node->k].type.kind != IR_INT)
        verify_fail(v, node, "%%%s is no number", v->fn->local.at[node->k].name);
    verify_block(v, node->a[node->n - 1]);
    v->local[node->k] = LOCAL_UNKNOWN;
    if (node->n > 2)
        verify_block(v, node->a[1]);
}

/* NOTE NOTES */
static void note(Verify *v, const Ir *node)
{
    if (!allowed(v, node, MAY_EMIT | MAY_EMIT_RAW, generators))
        return;
    if (node->op == IR_OP_NOTES && (!verify_value(v, node->a[0]) || node->a[0]->type.kind != IR_MASK)) {
        verify_fail(v, node->a[0], "this is no set");
        return;
    }
    number(v, node->a[node->n - 1], "a code");
}

/* ---- headers ----------------------------------------------------------- */

static void param(Verify *v, const Ir *node)
{
    if (!allowed(v, node, MAY_GUARD, "the header of a rule"))
        return;
    if (node->k != v->params || v->params >= v->fn->nparam) {
        verify_fail(v, node, "the header names its parameters once, in their order");
        return;
    }
    v->params++;
    bool good = true;
    if (node->n == 1)
        good = verify_value(v, node->a[0]) && verify_domain(v, node->a[0]);
    else if (node->n == 2)
        good = number(v, node->a[0], "the start") && number(v, node->a[1], "the end");
    else if (node->n > 2)
        verify_fail(v, node, "`param` with %d operands", node->n);
    if (good)
        v->local[node->k] = LOCAL_FIXED;
}

/* ---- all --------------------------------------------------------------- */

void verify_block(Verify *v, const Ir *node)
{
    size_t n = v->fn->local.n;
    unsigned char *before = arena_copy(v->game->arena, v->local, n ? n : 1);
    if (node->op != IR_OP_BLOCK)
        verify_statement(v, node);
    for (int i = 0; node->op == IR_OP_BLOCK && i < node->n; i++)
        verify_statement(v, node->a[i]);
    memcpy(v->local, before, n);
}

void verify_statement(Verify *v, const Ir *node)
{
    const IrOpInfo *info = ir_op_info(node->op);
    if (!verify_count(v, node))
        return;
    switch (node->op) {
    case IR_OP_BLOCK:
        verify_block(v, node);
        break;
    case IR_OP_LET: case IR_OP_VAR:
        define(v, node);
        break;
    case IR_OP_SET:
        set(v, node);
        break;
    case IR_OP_PUT:
        put(v, node);
        break;
    case IR_OP_IF:
        branch(v, node);
        break;
    case IR_OP_FOR: case IR_OP_RANGE:
        loop(v, node);
        break;
    case IR_OP_WHILE:
        while_loop(v, node);
        break;
    case IR_OP_RET:
        leave(v, node);
        break;
    case IR_OP_DO:
        call(v, node);
        break;
    case IR_OP_PARAM:
        param(v, node);
        break;
    case IR_OP_WHEN:
        if (allowed(v, node, MAY_GUARD, "the header of a rule"))
            number(v, node->a[0], "a guard");
        break;
    case IR_OP_TRY:
        try(v, node);
        break;
    case IR_OP_EMIT: case IR_OP_EMITSET:
        emit(v, node);
        break;
    case IR_OP_PREFER: case IR_OP_KEEP: case IR_OP_BEST:
        prefer_or_keep(v, node);
        break;
    case IR_OP_PLAY:
        play(v, node);
        break;
    case IR_OP_ATTEMPT:
        attempt(v, node);
        break;
    case IR_OP_UNTESTED: case IR_OP_ASIDE: case IR_OP_COLLECT:
        around(v, node);
        break;
    case IR_OP_DISCARD:
        allowed(v, node, MAY_DISCARD, "collect");
        break;
    case IR_OP_CHOOSE:
        choose(v, node);
        break;
    case IR_OP_NOTE: case IR_OP_NOTES:
        note(v, node);
        break;
#define CASES_NUMBERS
#define CASES_SETS
#define CASES_EITHER
#include "ir/core/cases.def"
    case IR_OPS:
        verify_fail(v, node, "the value `%s` where a statement is expected", info->text);
    }
}

bool verify_returns(const Ir *node)
{
    switch (node->op) {
    case IR_OP_RET:
        return true;
    case IR_OP_BLOCK:
        for (int i = 0; i < node->n; i++)
            if (verify_returns(node->a[i]))
                return true;
        return false;
    case IR_OP_IF:
        return node->n == 3 && verify_returns(node->a[1]) && verify_returns(node->a[2]);
    default:
        return false;
    }
}
