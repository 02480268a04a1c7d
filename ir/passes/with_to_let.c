/* with_to_let.c - pass with_to_let: a field that is only assumed becomes a local, and a parameter of the functions that read it.
 *
 *     with(@mover = e : .. @mover .. exists threat(%at) ..)      ->      let(%mover = e : .. %mover .. exists threat_2(%at, %mover) ..)
 *
 * So no copy of the state is made for it.  A function has one such version, for one field; that version may have one
 * for another field, and so on.  Who asks the function without assuming anything is given the version, too, with the
 * field as it is, so that the old function mostly goes.  What plays moves to look at the state behind them, as it copies the
 * state, cannot take the value.  Late, as what is known of fields (`load_forward`, `specialise`) is not known of locals.
 * Needs nothing, breaks nothing. */
#include "ir/analysis/shape.h"
#include "ir/core/tree.h"
#include "ir/passes/pass.h"

/* Of function `from`: what it reads in a field is a last parameter of function `to`. */
typedef struct {
    int from, field, to;
    const char *stem; /* the name of the first of them */
} Version;

typedef enum { UNKNOWN, CANNOT, CAN } Answer;

typedef struct {
    IrGame *game;
    IrFn *fn;
    VEC(Version) version;
    VEC(bool *) reads;    /* by function: which fields; NULL: not asked yet */
    VEC(Answer *) takes;  /* by function: can it be given the value of the field? */
    bool changed;
} Assumed;

static bool fits(IrType value, IrType field)
{
    return field.kind == IR_INT ? value.kind == IR_INT && value.lo >= field.lo && value.hi <= field.hi
                                : value.kind == IR_MASK && field.kind == IR_MASK && value.space == field.space;
}

/* --- which functions can be given the value --- */

static bool reads(Assumed *p, int fn, int field)
{
    while (p->reads.n <= (size_t)fn)
        vec_push(p->game->arena, &p->reads, (bool *)NULL);
    if (!p->reads.at[fn]) {
        p->reads.at[fn] = ARENA_ARRAY(p->game->arena, bool, p->game->field.n + 1);
        ir_note_reads(p->game, p->game->fn.at[fn]->body, p->reads.at[fn]);
    }
    return p->reads.at[fn][field];
}

static bool can_take(Assumed *p, const Ir *e, int field);

static bool function_can_take(Assumed *p, int fn, int field)
{
    while (p->takes.n <= (size_t)fn)
        vec_push(p->game->arena, &p->takes, (Answer *)NULL);
    if (!p->takes.at[fn])
        p->takes.at[fn] = ARENA_ARRAY(p->game->arena, Answer, p->game->field.n + 1);
    Answer answer = p->takes.at[fn][field];
    if (answer == UNKNOWN) {
        answer = can_take(p, p->game->fn.at[fn]->body, field) ? CAN : CANNOT;
        p->takes.at[fn][field] = answer;
    }
    return answer == CAN;
}

/* Is it a call of a function that only computes, or lists, with all its arguments? */
static bool is_plain_call(const IrGame *game, const Ir *e)
{
    const IrFn *fn = game->fn.at[e->k];
    const bool kind = e->op == IR_OP_CALL ? fn->kind == IR_FN : (e->op == IR_OP_EXISTS || e->op == IR_OP_TRY) && fn->kind == IR_GEN;
    return kind && e->n == fn->nparam && fn->hint == IR_HINT_NONE;
}

/* Does what must hold after the rule's move depend on the field?  Guards and domains are not asked again. */
static bool post_uses(const IrGame *game, const IrFn *rule, int field)
{
    const Ir *const tree[] = {rule->effect, rule->then, rule->post};
    bool uses = false;
    if (!rule->post)
        return false;
    for (const Ir *const *let = shape_header_lets(game->arena, rule, tree, 3); *let; let++)
        uses = uses || ir_uses_field(game, *let, field);
    for (int i = 0; i < 3; i++)
        uses = uses || ir_uses_field(game, tree[i], field);
    return uses;
}

/* Does nothing but what is read here, and in plain calls, depend on the field? */
static bool can_take(Assumed *p, const Ir *e, int field)
{
    const IrGame *game = p->game;
    if (ir_does(e->op, IR_AHEAD | IR_TURNS | IR_PLAYS) || e->op == IR_OP_ASIDE)
        return !ir_uses_field(game, e, field);
    if (e->op == IR_OP_EMIT || e->op == IR_OP_EMITSET) {
        if (post_uses(game, game->fn.at[e->k], field))
            return false;
    } else if (ir_does(e->op, IR_CALLS)) {
        if (!is_plain_call(game, e) ? ir_uses_field(game, e, field) : reads(p, (int)e->k, field) && !function_can_take(p, (int)e->k, field))
            return false;
    } else if (ir_reads_field(e) && e->k == field && e->op != IR_OP_GET) {
        return false;
    }
    const int within = e->op == IR_OP_WITH && e->k == field ? 1 : e->n; /* another value holds there */
    for (int i = 0; i < within; i++)
        if (!can_take(p, e->a[i], field))
            return false;
    return true;
}

/* --- it is given --- */

static void give(Assumed *p, IrFn *fn, Ir **at, int field, int local);

static Ir *call_with(IrGame *game, const Ir *call, int to, Ir *last)
{
    Ir **arg = ARENA_ARRAY(game->arena, Ir *, call->n + 1);
    for (int i = 0; i < call->n; i++)
        arg[i] = call->a[i];
    arg[call->n] = last;
    Ir *made = ir_call(game, call->op, to, call->n + 1, arg);
    made->at = call->at;
    return made;
}

static const Version *version_of(const Assumed *p, int fn)
{
    for (size_t i = 0; i < p->version.n; i++)
        if (p->version.at[i].from == fn)
            return &p->version.at[i];
    return NULL;
}

static Version new_version(Assumed *p, int from, int field)
{
    IrGame *game = p->game;
    const IrFn *old = game->fn.at[from];
    const char *stem = old->name;
    for (size_t i = 0; i < p->version.n; i++)
        if (p->version.at[i].to == from)
            stem = p->version.at[i].stem;
    IrFn *fn = ir_fn_add(game, old->kind, ir_fn_fresh_name(game, stem), old->ret);
    fn->at = old->at;
    for (int i = 0; i < old->nparam; i++)
        ir_local_add(game, fn, old->local.at[i].name, old->local.at[i].type);
    const int param = ir_local_add(game, fn, game->field.at[field].name, game->field.at[field].elem);
    fn->nparam = old->nparam + 1;
    fn->body = tree_remap(game, old->body, tree_rename_map(game, old, fn, old->nparam));
    const Version made = {from, field, ir_fn_index(game, fn), stem};
    vec_push(game->arena, &p->version, made);
    give(p, fn, &fn->body, field, param);
    return made;
}

/* A call of a function that reads the field, as one that is given it. */
static Ir *give_call(Assumed *p, IrFn *fn, Ir *call, int field, int local)
{
    IrGame *game = p->game;
    for (;;) {
        const Version *known = version_of(p, (int)call->k);
        const Version v = known ? *known : new_version(p, (int)call->k, field);
        if (v.field == field)
            return call_with(game, call, v.to, ir_local(game, fn, local));
        call = call_with(game, call, v.to, ir_get(game, v.field, NULL));
    }
}

/* Every reading of the field, which is scalar, as one of the local. */
static void give(Assumed *p, IrFn *fn, Ir **at, int field, int local)
{
    Ir *node = *at;
    const int within = node->op == IR_OP_WITH && node->k == field ? 1 : node->n;
    for (int i = 0; i < within; i++)
        give(p, fn, &node->a[i], field, local);
    if (node->op == IR_OP_GET && node->k == field)
        *at = ir_local(p->game, fn, local);
    else if ((node->op == IR_OP_CALL || node->op == IR_OP_EXISTS || node->op == IR_OP_TRY) && is_plain_call(p->game, node) &&
             reads(p, (int)node->k, field))
        *at = give_call(p, fn, node, field, local);
}

static void replace(Assumed *p, Ir **at)
{
    Ir *node = *at;
    for (int i = 0; i < node->n; i++)
        replace(p, &node->a[i]);
    if (node->op != IR_OP_WITH)
        return;
    const IrField *field = &p->game->field.at[node->k];
    if (!fits(node->a[0]->type, field->elem) || !can_take(p, node->a[1], (int)node->k))
        return;
    const int local = ir_local_add(p->game, p->fn, field->name, node->a[0]->type);
    give(p, p->fn, &node->a[1], (int)node->k, local);
    tree_retype(p->game, p->fn, node->a[1]);
    p->changed = true;
    *at = node->a[1];
    if (!ir_uses_local(node->a[1], local))
        return;
    *at = ir_k2(p->game, IR_OP_LETX, local, node->a[0], node->a[1]);
    (*at)->at = node->at;
}

/* Questions that assume nothing, as ones of the versions. */
static Ir *ask_version(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    (void)fn;
    const Assumed *p = data;
    const Version *v;
    while ((node->op == IR_OP_CALL || node->op == IR_OP_EXISTS) && is_plain_call(game, node) && (v = version_of(p, (int)node->k)) != NULL)
        node = call_with(game, node, v->to, ir_get(game, v->field, NULL));
    return node;
}

bool ir_pass_with_to_let(IrPass *pass)
{
    Assumed p = {.game = pass->game};
    for (size_t i = 0; i < pass->game->fn.n; i++) {
        TreeSlot *slot;
        p.fn = pass->game->fn.at[i];
        const size_t n = tree_slots(pass->game, p.fn, &slot);
        for (size_t k = 0; k < n; k++)
            replace(&p, slot[k].slot);
    }
    if (p.version.n)
        ir_rewrite_game(pass->game, ask_version, &p);
    return p.changed;
}
