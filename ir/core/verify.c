/* verify.c - is a game sound?  Types, names, places, bounds; every function; and
 * what the outside relies on. */
#include "ir/core/tree.h"
#include "ir/core/verify_impl.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_PARAMS = 32 };

bool verify_fail(Verify *v, const Ir *node, const char *format, ...)
{
    Span at = node ? node->at : v->at;
    if (at.hi == 0 && v->fn)
        at = v->fn->at;
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(v->game->arena, format, args);
    va_end(args);
    if (v->fn)
        text = arena_printf(v->game->arena, "in `%s`: %s", v->fn->name, text);
    session_error(v->game->session, at, "%s", text);
    v->failed = true;
    return false;
}

/* ---- declarations ------------------------------------------------------ */

static bool type_exists(const Verify *v, IrType t)
{
    if (t.kind == IR_VOID)
        return true;
    bool space = t.space >= 0 && (size_t)t.space < v->game->space.n;
    if (t.kind == IR_MASK)
        return space;
    return t.kind == IR_INT && (space || t.space == IR_NOSPACE) && t.lo <= t.hi;
}

static bool dim_exists(const Verify *v, IrDim dim)
{
    if (dim.space == IR_NOSPACE)
        return dim.size > 0;
    return dim.space >= 0 && (size_t)dim.space < v->game->space.n &&
           dim.size == v->game->space.at[dim.space].size;
}

/* No member beyond the space's size. */
static bool words_fit(const Verify *v, int space, const uint64_t *word, size_t n)
{
    int size = v->game->space.at[space].size;
    size_t words = (size_t)ir_words(v->game, space);
    for (size_t i = 0; size % 64 && i < n; i++)
        if (word[i * words + words - 1] >> (size % 64))
            return false;
    return true;
}

static void verify_table(Verify *v, int index)
{
    const IrTable *t = &v->game->table.at[index];
    v->at = t->at;
    bool good = type_exists(v, t->elem) && t->elem.kind != IR_VOID;
    for (int i = 0; i < t->ndim; i++)
        good = good && dim_exists(v, t->dim[i]);
    if (!good) {
        verify_fail(v, NULL, "table $%s has no sound type", t->name);
        return;
    }
    if (ir_table_find(v->game, t->name) != index)
        verify_fail(v, NULL, "two tables $%s", t->name);
    if (t->elem.kind == IR_MASK) {
        if (!words_fit(v, t->elem.space, t->word, t->n))
            verify_fail(v, NULL, "a set of $%s has members beyond its space", t->name);
        return;
    }
    size_t n = t->rows ? t->off[t->n] : t->n;
    for (size_t i = 0; i < n; i++) {
        if (t->value[i] < t->elem.lo || t->value[i] > t->elem.hi) {
            verify_fail(v, NULL, "$%s holds %" PRId32 ", outside %" PRId64 "..%" PRId64, t->name,
                        t->value[i], t->elem.lo, t->elem.hi);
            return;
        }
    }
}

static void verify_field(Verify *v, int index)
{
    const IrField *f = &v->game->field.at[index];
    v->at = f->at;
    if (!type_exists(v, f->elem) || f->elem.kind == IR_VOID ||
        (f->array && !dim_exists(v, f->dim))) {
        verify_fail(v, NULL, "field @%s has no sound type", f->name);
        return;
    }
    if (ir_field_find(v->game, f->name) != index)
        verify_fail(v, NULL, "two fields @%s", f->name);
    if (f->elem.kind == IR_MASK) {
        if (!words_fit(v, f->elem.space, f->word, f->n))
            verify_fail(v, NULL, "@%s starts with members beyond its space", f->name);
        return;
    }
    for (size_t i = 0; i < f->n; i++) {
        if (f->init[i] < f->elem.lo || f->init[i] > f->elem.hi) {
            verify_fail(v, NULL, "@%s starts as %" PRId64 ", outside %" PRId64 "..%" PRId64,
                        f->name, f->init[i], f->elem.lo, f->elem.hi);
            return;
        }
    }
}

/* ---- functions --------------------------------------------------------- */

/* Whoever calls these from outside gives them players, or members from 0 on. */
static bool called_as_declared(Verify *v, const IrFn *fn)
{
    bool of_players = fn->kind == IR_VIEW ? !strcmp(fn->name, "rank") || !strcmp(fn->name, "goal")
                                          : fn->kind == IR_GEN && v->game->joint && !strcmp(fn->name, "moves");
    if (fn->nparam != 1 || (fn->kind != IR_VIEW && fn->kind != IR_PLANE && !of_players))
        return true;
    IrType t = fn->local.at[0].type;
    int64_t from = of_players ? 1 : 0, to = of_players || fn->kind == IR_PLANE ? v->game->players : from;
    if (!of_players && fn->kind == IR_VIEW && t.space >= 0)
        to = v->game->space.at[t.space].size - 1;
    return t.kind != IR_INT || (t.lo <= from && t.hi >= to) ||
           verify_fail(v, NULL, "%%%s is given %" PRId64 "..%" PRId64 " from outside, and takes %" PRId64 "..%" PRId64,
                       fn->local.at[0].name, from, to, t.lo, t.hi);
}

static bool signature(Verify *v, const IrFn *fn)
{
    bool value = fn->kind == IR_FN || fn->kind == IR_VIEW || fn->kind == IR_PLANE || ir_is_chooser(fn);
    for (size_t i = 0; i < fn->local.n; i++)
        if (!type_exists(v, fn->local.at[i].type) || fn->local.at[i].type.kind == IR_VOID)
            return verify_fail(v, NULL, "%%%s has no sound type", fn->local.at[i].name);
    if (fn->nparam < 0 || (size_t)fn->nparam > fn->local.n || fn->nparam > MOST_PARAMS)
        return verify_fail(v, NULL, "%d parameters", fn->nparam);
    if (!type_exists(v, fn->ret) || value != (fn->ret.kind != IR_VOID))
        return verify_fail(v, NULL, value ? "it returns no value" : "it cannot return a value");
    if (fn->kind == IR_VIEW && (fn->nparam > 1 || fn->ret.kind != IR_INT))
        return verify_fail(v, NULL, "a view is a number and has at most one parameter");
    if (!called_as_declared(v, fn))
        return false;
    if (fn->kind == IR_PLANE && (fn->nparam != 1 || fn->ret.kind != IR_MASK))
        return verify_fail(v, NULL, "a plane is a set and has one parameter, whose eyes see it");
    if (fn->kind == IR_TURN && fn->nparam)
        return verify_fail(v, NULL, "the turn has no parameters");
    for (int i = 0; i < fn->nparam; i++)
        if ((fn->kind == IR_RULE || fn->kind == IR_VIEW || fn->kind == IR_PLANE) &&
            fn->local.at[i].type.kind != IR_INT)
            return verify_fail(v, NULL, "parameter %%%s is no number", fn->local.at[i].name);
    if (fn->kind == IR_RULE ? !fn->header || !fn->effect : !fn->body)
        return verify_fail(v, NULL, "it has no body");
    return true;
}

/* Does it read more than locals and tables? */
static bool reads_state(const IrGame *game, const Ir *node)
{
    if (node->op == IR_OP_CALL ? game->fn.at[node->k]->hint != IR_HINT_APART : ir_reads_state(node->op))
        return true;
    for (int i = 0; i < node->n; i++)
        if (reads_state(game, node->a[i]))
            return true;
    return false;
}

static unsigned rights_of(IrFnKind kind)
{
    switch (kind) {
    case IR_FN: case IR_VIEW: case IR_PLANE:
        return MAY_RETURN;
    case IR_GEN:
        return MAY_EMIT;
    default: /* PROC, TURN */
        return MAY_WRITE | MAY_DRAW | MAY_RETURN;
    }
}

static void verify_header(Verify *v)
{
    v->rights = MAY_GUARD;
    for (int i = 0; i < v->fn->header->n; i++) {
        const Ir *node = v->fn->header->a[i];
        if (node->op == IR_OP_PARAM || node->op == IR_OP_WHEN || node->op == IR_OP_LET)
            verify_statement(v, node);
        else
            verify_fail(v, node, "`%s` in a header", ir_op_info(node->op)->text);
    }
    if (v->params != v->fn->nparam)
        verify_fail(v, NULL, "the header does not name every parameter");
}

static void condition(Verify *v, const Ir *node, const char *what)
{
    v->rights = MAY_READ;
    if (node && verify_value(v, node) && node->type.kind != IR_INT)
        verify_fail(v, node, "%s is a number", what);
}

static void verify_rule(Verify *v)
{
    const IrFn *fn = v->fn;
    verify_header(v);
    v->rights = MAY_WRITE | MAY_DRAW;
    verify_block(v, fn->effect);
    if (fn->then)
        verify_block(v, fn->then);
    condition(v, fn->post, "`post`");
    condition(v, fn->spared, "what spares `post`");
    for (size_t i = 0; i < fn->view.n; i++)
        condition(v, fn->view.at[i].value, "a view of a move");
}

static void verify_fn(Verify *v, int index)
{
    const IrFn *fn = v->game->fn.at[index];
    v->fn = fn;
    v->params = 0;
    v->local = ARENA_ARRAY(v->game->arena, unsigned char, fn->local.n + 1);
    if (ir_fn_find(v->game, fn->name) != index)
        verify_fail(v, NULL, "there are two of this name");
    if (!signature(v, fn))
        return;
    if (fn->kind == IR_RULE) {
        verify_rule(v);
        return;
    }
    for (int i = 0; i < fn->nparam; i++)
        v->local[i] = LOCAL_FIXED;
    v->rights = rights_of(fn->kind);
    verify_block(v, fn->body);
    if (fn->hint == IR_HINT_APART && !v->failed && reads_state(v->game, fn->body))
        verify_fail(v, NULL, "it is `apart` and reads the state");
    if (fn->ret.kind != IR_VOID && !verify_returns(fn->body))
        verify_fail(v, NULL, "it can end without returning a value");
}

/* ---- what everything outside relies on --------------------------------- */

static void required(Verify *v, const char *name, IrFnKind kind, int nparam)
{
    int fn = ir_fn_find(v->game, name);
    const char *word = kind == IR_GEN ? "gen" : kind == IR_TURN ? "turn" : "view";
    if (fn < 0)
        verify_fail(v, NULL, "the game has no %s `%s`", word, name);
    else if (v->game->fn.at[fn]->kind != kind || v->game->fn.at[fn]->nparam != nparam)
        verify_fail(v, NULL, "`%s` must be a %s with %d parameter%s", name, word, nparam,
                    nparam == 1 ? "" : "s");
}

/* Probes are no moves. */
static void verify_probes(Verify *v)
{
    bool *played = ARENA_ARRAY(v->game->arena, bool, v->game->fn.n + 1);
    ir_mark_moves(v->game, played);
    for (size_t i = 0; i < v->game->fn.n; i++) {
        v->fn = v->game->fn.at[i];
        if (played[i] && v->fn->probe)
            verify_fail(v, NULL, "`moves` tries this rule, and it is a probe");
    }
    v->fn = NULL;
}

bool ir_verify(IrGame *game)
{
    Verify v = {.game = game};
    for (size_t i = 0; i < game->space.n; i++) {
        const IrSpace *space = &game->space.at[i];
        if (space->size < 1)
            verify_fail(&v, NULL, "space %s is empty", space->name);
        if (ir_space_find(game, space->name) != (int)i)
            verify_fail(&v, NULL, "two spaces %s", space->name);
    }
    for (size_t i = 0; i < game->table.n; i++)
        verify_table(&v, (int)i);
    for (size_t i = 0; i < game->field.n; i++)
        verify_field(&v, (int)i);
    v.at = (Span){0, 0};
    bool declared = !v.failed;
    for (size_t i = 0; declared && i < game->fn.n; i++)
        verify_fn(&v, (int)i);
    v.fn = NULL;
    required(&v, "moves", IR_GEN, game->joint ? 1 : 0);
    required(&v, "over", IR_VIEW, 0);
    if (game->joint) {
        required(&v, "goal", IR_VIEW, 1);
    } else {
        required(&v, "mover", IR_VIEW, 0);
        required(&v, "rank", IR_VIEW, 1);
    }
    if (ir_fn_find(game, IR_TURN_NAME) >= 0)
        required(&v, IR_TURN_NAME, IR_TURN, 0);
    if (!v.failed)
        verify_calls(&v);
    if (!v.failed)
        verify_probes(&v);
    return !v.failed;
}
