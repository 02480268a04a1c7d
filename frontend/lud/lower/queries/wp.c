/* wp.c - questions about the position after writes that have not happened yet.
 *
 * What is read of a field that the writes put becomes the value that they put, where
 * they put it: backwards from the last write, in terms of the position before the first
 * (E. W. Dijkstra's weakest preconditions).  Functions that read such fields are made
 * once more, with all that the writes read as further parameters. */
#include "frontend/lud/lower/queries/wp.h"

#include "frontend/lud/lower/effects/effect_each.h"
#include "frontend/lud/lower/moves/rule.h"
#include "ir/core/tree.h"

/* A function made once more for these writes. */
typedef struct {
    int fn, leading, again;
} Again;

typedef struct {
    Lower *l;
    const Ir *writes;
    Foreseen made;
    VEC(int) bound; /* fields that a `with` around has set */
    VEC(Again) again;
    bool asked;  /* within what only asks whether there is a move */
    bool failed;
} Foresee;

/* Between statements: after the first n of the block. */
typedef struct Pos {
    const Ir *block;
    int n;
    const struct Pos *outer;
} Pos;

static Ir *ahead(Foresee *f, const Pos *p, const Ir *node);
static Ir *value_at(Foresee *f, const Pos *p, const Ir *read);

/* Cheap, and the same wherever it is copied to? */
static bool is_simple(const Ir *node)
{
    return node->op == IR_OP_LOCAL || node->op == IR_OP_INT || (node->op == IR_OP_GET && node->n == 0);
}

bool lower_puts_field(const Ir *node, int64_t field)
{
    bool puts = (node->op == IR_OP_PUT && node->k == field) || node->op == IR_OP_DO;
    for (int i = 0; i < node->n && !puts; i++)
        puts = lower_puts_field(node->a[i], field);
    return puts;
}

static bool reads_put(Foresee *f, const Ir *writes, const Ir *node)
{
    if (writes->op == IR_OP_DO || (writes->op == IR_OP_PUT && ir_uses_field(f->l->game, node, (int)writes->k)))
        return true;
    for (int i = 0; i < writes->n; i++)
        if (reads_put(f, writes->a[i], node))
            return true;
    return false;
}

/* ---- one read ------------------------------------------------------------------------------- */

static Ir *gives(Foresee *f, const Ir *read, Ir *value)
{
    IrOp op = read->op == IR_OP_WHEREIN ? IR_OP_HAS : IR_OP_EQ;
    return ir_op2(f->l->game, op, value, lw_copy(f->l, read->a[0]));
}

/* The members of `sites` are in the set if `inside` holds, the others as before. */
static Ir *set_with(Foresee *f, Ir *sites, Ir *inside, Ir *rest)
{
    IrGame *g = f->l->game;
    return ir_op2(g, IR_OP_MOR, ir_op2(g, IR_OP_MDIFF, rest, sites), inside);
}

static Ir *after_put(Foresee *f, const Pos *before, const Ir *put, const Ir *read)
{
    IrGame *g = f->l->game;
    Ir *value = ahead(f, before, put->a[0]);
    if (put->n == 1)
        return value;
    Ir *at = ahead(f, before, put->a[1]);
    if (read->op == IR_OP_GET) {
        if (ir_equal(at, read->a[0]))
            return value;
        Ir *rest = value_at(f, before, read);
        if (at->op == IR_OP_INT && read->a[0]->op == IR_OP_INT)
            return rest;
        return ir_op3(g, IR_OP_SELECT, ir_op2(g, IR_OP_EQ, lw_copy(f->l, read->a[0]), at), value, rest);
    }
    Ir *site = ir_k1(g, IR_OP_BITOF, read->type.space, at);
    Ir *inside = ir_op3(g, IR_OP_SELECT, gives(f, read, value), lw_copy(f->l, site),
                        ir_k0(g, IR_OP_NONE, read->type.space));
    return set_with(f, site, inside, value_at(f, before, read));
}

static Ir *after_if(Foresee *f, const Pos *before, const Ir *s, const Ir *read)
{
    Ir *none = ir_block(f->l->game);
    if (s->n > 2)
        ir_append(f->l->game, &none, s->a[2]);
    const Pos yes = {s->a[1], s->a[1]->n, before}, no = {none, none->n, before};
    Ir *cond = ahead(f, before, s->a[0]), *then = value_at(f, &yes, read), *otherwise = value_at(f, &no, read);
    return ir_equal(then, otherwise) ? then : ir_op3(f->l->game, IR_OP_SELECT, cond, then, otherwise);
}

/* Do the rounds of the loop neither read nor write what others write? */
static bool rounds_apart(const Ir *body, const Ir *node, int64_t s)
{
    if (node->op == IR_OP_PUT && (node->n != 2 || !lower_only_at(body, node->k, s)))
        return false;
    for (int i = 0; i < node->n; i++)
        if (!rounds_apart(body, node->a[i], s))
            return false;
    return node->op != IR_OP_DO && node->op != IR_OP_FOR && node->op != IR_OP_RANGE && node->op != IR_OP_WHILE;
}

static Ir *after_loop(Foresee *f, const Pos *before, const Ir *loop, const Ir *read)
{
    IrGame *g = f->l->game;
    int s = (int)loop->k;
    if (loop->a[0]->type.kind != IR_MASK || !rounds_apart(loop->a[1], loop->a[1], s)) {
        f->failed = true;
        return lw_copy(f->l, read);
    }
    Ir *sites = ahead(f, before, loop->a[0]), *rest = value_at(f, before, read);
    if (read->op == IR_OP_GET) {
        const Ir *body = tree_subst(g, f->l->fn, loop->a[1], s, read->a[0]);
        Pos in = {body, body->n, before};
        Ir *inside = ir_op2(g, IR_OP_HAS, lw_copy(f->l, read->a[0]), sites);
        return ir_op3(g, IR_OP_SELECT, inside, value_at(f, &in, read), rest);
    }
    int t = lw_new_local(f->l, "s", f->l->fn->local.at[s].type);
    const Ir *body = tree_subst(g, f->l->fn, loop->a[1], s, lw_local(f->l, t));
    Pos in = {body, body->n, before};
    Ir *value = value_at(f, &in, lw_at(f->l, (int)read->k, lw_local(f->l, t)));
    Ir *inside = ir_k2(g, IR_OP_FILTER, t, lw_copy(f->l, sites), gives(f, read, value));
    return set_with(f, sites, inside, rest);
}

/* What the read, whose operands are of the position before, gives there. */
static Ir *value_at(Foresee *f, const Pos *p, const Ir *read)
{
    while (p->n == 0 && p->outer)
        p = p->outer;
    if (p->n == 0 || f->failed)
        return lw_copy(f->l, read);
    const Ir *s = p->block->a[p->n - 1];
    const Pos before = {p->block, p->n - 1, p->outer};
    if (s->op == IR_OP_LET || !lower_puts_field(s, read->k))
        return value_at(f, &before, read);
    switch (s->op) {
    case IR_OP_PUT: return after_put(f, &before, s, read);
    case IR_OP_IF: return after_if(f, &before, s, read);
    case IR_OP_FOR: return after_loop(f, &before, s, read);
    case IR_OP_BLOCK: {
        const Pos in = {s, s->n, &before};
        return value_at(f, &in, read);
    }
    default: f->failed = true; return lw_copy(f->l, read);
    }
}

static Ir *read_ahead(Foresee *f, const Pos *p, Ir *read)
{
    for (size_t i = 0; i < f->bound.n; i++)
        if (f->bound.at[i] == read->k)
            return read;
    if (!lower_puts_field(f->writes, read->k))
        return read;
    if (read->n == 0 || is_simple(read->a[0]))
        return value_at(f, p, read);
    int x = lw_new_local(f->l, "x", read->a[0]->type);
    Ir *operand = read->a[0];
    read->a[0] = lw_local(f->l, x);
    return ir_k2(f->l->game, IR_OP_LETX, x, operand, value_at(f, p, read));
}

/* ---- functions ------------------------------------------------------------------------------ */

static bool names_local(const Ir *node)
{
    return node->op == IR_OP_LOCAL || ir_gives_local(node);
}

/* Locals from `first` on make room for more parameters. */
static void shift_locals(Ir *node, int first, int by)
{
    if (node && names_local(node) && node->k >= first)
        node->k += by;
    for (int i = 0; node && i < node->n; i++)
        shift_locals(node->a[i], first, by);
}

typedef VEC(int) Locals;

static void free_locals(Foresee *f, const Ir *node, const Ir *whole, Locals *found);

static bool binds_local(const Ir *node, int64_t local)
{
    bool binds = ir_gives_local(node) && node->k == local;
    for (int i = 0; i < node->n && !binds; i++)
        binds = binds_local(node->a[i], local);
    return binds;
}

static void free_locals(Foresee *f, const Ir *node, const Ir *whole, Locals *found)
{
    bool is_free = node->op == IR_OP_LOCAL && !binds_local(whole, node->k);
    for (size_t i = 0; i < found->n && is_free; i++)
        is_free = found->at[i] != node->k;
    if (is_free)
        vec_push(f->l->arena, found, (int)node->k);
    for (int i = 0; i < node->n; i++)
        free_locals(f, node->a[i], whole, found);
}

/* The map that gives the locals bound in the writes new names in the other function. */
static void rename_bound(Foresee *f, const Ir *node, const IrFn *from, IrFn *to, Ir **map)
{
    if (ir_gives_local(node) && !map[node->k]) {
        const IrLocal *local = &from->local.at[node->k];
        map[node->k] = ir_local(f->l->game, to, ir_local_add(f->l->game, to, local->name, local->type));
    }
    for (int i = 0; i < node->n; i++)
        rename_bound(f, node->a[i], from, to, map);
}

static Ir *shifted(Foresee *f, const Ir *node, int first, int by)
{
    Ir *copy = node ? lw_copy(f->l, node) : NULL;
    shift_locals(copy, first, by);
    return copy;
}

/* Parameters like the writes' free locals, after the leading ones. */
static IrFn *with_parameters(Foresee *f, const IrFn *fn, int leading, const Locals *more)
{
    Lower *l = f->l;
    IrFn *new = ir_fn_add(l->game, fn->kind, lower_fn_name(l, fn->name), fn->ret);
    new->at = fn->at;
    for (int i = 0; i < leading; i++)
        ir_local_add(l->game, new, fn->local.at[i].name, fn->local.at[i].type);
    for (size_t i = 0; i < more->n; i++) {
        const IrLocal *local = &l->fn->local.at[more->at[i]];
        ir_local_add(l->game, new, local->name, local->type);
    }
    for (size_t i = (size_t)leading; i < fn->local.n; i++)
        ir_local_add(l->game, new, fn->local.at[i].name, fn->local.at[i].type);
    new->nparam = fn->nparam + (int)more->n;
    return new;
}

/* The header with the further parameters after the leading ones. */
static Ir *with_params(Foresee *f, const IrFn *new, const Ir *header, int leading, int more)
{
    Lower *l = f->l;
    Ir *all = ir_block(l->game);
    for (int i = 0; i < header->n; i++) {
        if (i == leading)
            for (int k = 0; k < more; k++)
                ir_append(l->game, &all, ir_node(l->game, new, IR_OP_PARAM, leading + k, 0, NULL));
        ir_append(l->game, &all, header->a[i]);
    }
    return all;
}

static bool leads_with_params(const Ir *header, int n)
{
    for (int i = 0; i < n; i++)
        if (i >= header->n || header->a[i]->op != IR_OP_PARAM || header->a[i]->k != i)
            return false;
    return n < header->n;
}

static bool can_be_made_again(const Foresee *f, const Pos *p, const IrFn *fn, int leading)
{
    bool all = p->block == f->writes && p->n == p->block->n && !p->outer;
    if (fn->kind == IR_RULE)
        return all && f->asked && !fn->post && leads_with_params(fn->header, leading);
    return all && (fn->kind == IR_GEN || fn->kind == IR_FN) && fn->nparam == leading;
}

/* The same function, asked after the writes. */
static int make_again(Foresee *f, const IrFn *fn, int leading, const Locals *more)
{
    Lower *l = f->l;
    IrFn *outer = l->fn, *new = with_parameters(f, fn, leading, more);
    const Ir *writes = f->writes;
    int by = (int)more->n;
    Ir **map = ARENA_ARRAY(l->arena, Ir *, outer->local.n + 1);
    for (int i = 0; i < by; i++)
        map[more->at[i]] = ir_local(l->game, new, leading + i);
    rename_bound(f, writes, outer, new, map);
    f->writes = tree_remap(l->game, writes, map);
    const Pos end = {f->writes, f->writes->n, NULL};
    l->fn = new;
    if (fn->kind == IR_RULE) {
        Ir *header = with_params(f, new, shifted(f, fn->header, leading, by), leading, by);
        new->header = ahead(f, &end, header);
        new->effect = ir_block(l->game);
        for (size_t i = 0; i < fn->view.n; i++) {
            IrMoveView view = {fn->view.at[i].name, shifted(f, fn->view.at[i].value, leading, by)};
            vec_push(l->arena, &new->view, view);
        }
    } else {
        new->body = ahead(f, &end, shifted(f, fn->body, leading, by));
    }
    l->fn = outer;
    f->writes = writes;
    return ir_fn_index(l->game, new);
}

static bool is_made(const Foresee *f, const Ir *call)
{
    for (size_t i = 0; i < f->made.n && call->op != IR_OP_CALL; i++)
        if (f->made.rule[i] == call->k)
            return true;
    return false;
}

static Ir *call_ahead(Foresee *f, const Pos *p, Ir *call)
{
    Lower *l = f->l;
    const Ir asks = {.op = call->op, .k = call->k};
    const IrFn *fn = l->game->fn.at[call->k];
    if (is_made(f, call) || !reads_put(f, f->writes, &asks))
        return call;
    if (f->bound.n > 0 || !can_be_made_again(f, p, fn, call->n)) {
        f->failed = true;
        return call;
    }
    Locals more = {0};
    free_locals(f, f->writes, f->writes, &more);
    int again = -1;
    for (size_t i = 0; i < f->again.n; i++) {
        const Again *known = &f->again.at[i];
        again = known->fn == call->k && known->leading == call->n ? known->again : again;
    }
    if (again < 0) {
        again = make_again(f, fn, call->n, &more);
        Again new = {(int)call->k, call->n, again};
        vec_push(l->arena, &f->again, new);
    }
    int n = call->n + (int)more.n;
    Ir **arg = ARENA_ARRAY(l->arena, Ir *, n + 1);
    for (int i = 0; i < n; i++)
        arg[i] = i < call->n ? call->a[i] : lw_local(l, more.at[i - call->n]);
    return ir_call(l->game, call->op, again, n, arg);
}

/* ---- any expression ------------------------------------------------------------------------- */

/* The value of a local that the writes give it, or NULL. */
static Ir *let_ahead(Foresee *f, const Pos *p, const Ir *local)
{
    for (; p; p = p->outer) {
        for (int i = p->n; i-- > 0;) {
            const Ir *s = p->block->a[i];
            if (s->op == IR_OP_LET && s->k == local->k) {
                const Pos before = {p->block, i, p->outer};
                return ahead(f, &before, s->a[0]);
            }
        }
    }
    return NULL;
}

/* The field has another value within: what the writes do must not be read from there. */
static Ir *with_ahead(Foresee *f, const Pos *p, const Ir *with)
{
    IrGame *g = f->l->game;
    int field = (int)with->k;
    Ir *value = ahead(f, p, with->a[0]);
    if (ir_uses_field(g, f->writes, field))
        f->failed = true;
    bool put = lower_puts_field(f->writes, field);
    if (put)
        vec_push(f->l->arena, &f->bound, field);
    Ir *body = ahead(f, p, with->a[1]);
    f->bound.n -= put;
    return ir_k2(g, IR_OP_WITH, field, value, body);
}

static Ir *ahead(Foresee *f, const Pos *p, const Ir *node)
{
    IrGame *g = f->l->game;
    if (node->op == IR_OP_WITH)
        return with_ahead(f, p, node);
    if (node->op == IR_OP_LOCAL) {
        Ir *value = let_ahead(f, p, node);
        return value ? value : lw_copy(f->l, node);
    }
    bool retype = false;
    Ir *fresh = arena_copy(g->arena, node, sizeof(Ir) + node->n * sizeof(Ir *));
    for (int i = 0; i < node->n && !f->failed; i++) {
        fresh->a[i] = ahead(f, p, node->a[i]);
        retype |= !ir_type_same(fresh->a[i]->type, node->a[i]->type);
    }
    if (retype)
        fresh->type = ir_infer(g, f->l->fn, fresh);
    switch (node->op) {
    case IR_OP_GET: case IR_OP_WHERE: case IR_OP_WHEREIN: return read_ahead(f, p, fresh);
    case IR_OP_CALL: case IR_OP_TRY: return call_ahead(f, p, fresh);
    case IR_OP_EXISTS: {
        bool asked = f->asked;
        f->asked = true;
        fresh = call_ahead(f, p, fresh);
        f->asked = asked;
        return fresh;
    }
    case IR_OP_KEEP: fresh->a[0] = lw_copy(f->l, node->a[0]); return fresh; /* after all that the moves do */
    case IR_OP_BEST: case IR_OP_LONGEST:
        f->failed = f->failed || reads_put(f, f->writes, node);
        return fresh;
    default: return fresh;
    }
}

Ir *lower_foresee(Lower *l, const Ir *writes, const Ir *node, Foreseen made)
{
    Foresee f = {.l = l, .writes = writes, .made = made, .asked = lower_only_asked(l)};
    const Pos end = {writes, writes->n, NULL};
    Ir *foreseen = ahead(&f, &end, node);
    return f.failed ? NULL : foreseen;
}
