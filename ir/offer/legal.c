/* legal.c - is this one move legal?
 *
 * The generators are written anew for each rule, with the parameters of the move that is asked about as parameters of
 * their own; what cannot emit that move goes, and a loop over a parameter becomes a test for membership:
 *
 *     for %from in @mine {                        if %p in @mine {
 *       emit step(0, in slide(.., %from))    ->     let %from = %p
 *     }                                             if %q == 0 && %r in slide(.., %from) { emit step(%q, %r) } }
 *
 * `prefer { a } else { b }` with the move in b asks for all of a: that is a generator by itself then. */
#include "ir/offer/legal.h"

#include "ir/core/tree.h"
#include "ir/fold/fold.h"

enum { MOST_PARAMS = 32 }; /* the verifier's */

/* A generator that was written for a rule, or, with rule -1, a statement that was made one. */
typedef struct {
    const void *of; /* IrFn or Ir */
    int rule;
    int made; /* -1: it emits no move of that rule */
} Made;

typedef struct {
    IrGame *game;
    VEC(Made) made;
    bool failed; /* it cannot be done */
} Legal;

/* One generator for one rule. */
typedef struct {
    Legal *l;
    IrGame *game;
    int rule;
    const IrFn *from; /* the generator as it is */
    IrFn *to;
    Ir **map;   /* its locals in the new one */
    bool *used; /* its locals that what was written reads */
    int first;  /* the local of `to` that is the rule's first parameter */
} Narrow;

static int narrowed(Legal *l, int gen, int rule);
static Ir *narrow(Narrow *n, const Ir *s);

static int made_before(const Legal *l, const void *of, int rule, bool *found)
{
    for (size_t i = 0; i < l->made.n; i++)
        if (l->made.at[i].of == of && l->made.at[i].rule == rule) {
            *found = true;
            return l->made.at[i].made;
        }
    *found = false;
    return -1;
}

static void remember(Legal *l, const void *of, int rule, int made)
{
    Made m = {of, rule, made};
    vec_push(l->game->arena, &l->made, m);
}

/* ---- expressions ------------------------------------------------------------------------ */

static void note_reads(Narrow *n, const Ir *e)
{
    limit_work(n->game->session->limit, 1);
    if (e->op == IR_OP_LOCAL)
        n->used[e->k] = true;
    for (int i = 0; i < e->n; i++)
        note_reads(n, e->a[i]);
}

static Ir *copied(Narrow *n, const Ir *e)
{
    note_reads(n, e);
    return tree_remap(n->game, e, n->map);
}

static Ir *param(const Narrow *n, int i)
{
    return ir_local(n->game, n->to, n->first + i);
}

static Ir *both(IrGame *game, Ir *a, Ir *b)
{
    return a ? ir_op2(game, IR_OP_AND, a, b) : b;
}

/* x in set, member by member where that is less than the set as a whole.  x is a local, 0 or more. */
static Ir *member(Narrow *n, Ir *x, const Ir *set)
{
    IrGame *g = n->game;
    switch (set->op) {
    case IR_OP_MAND:
        return ir_op2(g, IR_OP_AND, member(n, x, set->a[0]), member(n, x, set->a[1]));
    case IR_OP_MOR:
        return ir_op2(g, IR_OP_OR, member(n, x, set->a[0]), member(n, x, set->a[1]));
    case IR_OP_MDIFF:
        return ir_op2(g, IR_OP_AND, member(n, x, set->a[0]), ir_op1(g, IR_OP_NOT, member(n, x, set->a[1])));
    case IR_OP_MNOT:
        return ir_op1(g, IR_OP_NOT, member(n, x, set->a[0]));
    case IR_OP_BITOF:
        return ir_op2(g, IR_OP_EQ, ir_copy(g, x), copied(n, set->a[0]));
    case IR_OP_FILTER: {
        Ir *holds = copied(n, set->a[1]);
        Ir *inside = ir_k2(g, IR_OP_LETX, n->map[set->k]->k, ir_copy(g, x), holds);
        return ir_op2(g, IR_OP_AND, member(n, x, set->a[0]), inside);
    }
    case IR_OP_PREIMAGE: {
        const Ir *map = set->a[1];
        if (map->op != IR_OP_TAB || g->table.at[map->k].rows || map->n + 1 != g->table.at[map->k].ndim)
            break;
        Ir *index[IR_MAX_DIMS];
        for (int i = 0; i < map->n; i++)
            index[i] = copied(n, map->a[i]);
        index[map->n] = ir_copy(g, x);
        Ir *image = ir_tab(g, (int)map->k, map->n + 1, index);
        int local = ir_local_add(g, n->to, "image", image->type);
        Ir *there = ir_local(g, n->to, local);
        Ir *inside = ir_op2(g, IR_OP_AND, ir_op2(g, IR_OP_GE, there, ir_const(g, 0)), member(n, there, set->a[0]));
        return ir_k2(g, IR_OP_LETX, local, image, inside);
    }
    default:
        break;
    }
    return ir_op2(g, IR_OP_HAS, ir_copy(g, x), copied(n, set));
}

/* Parameter i in a set: it may be a number that no member has. */
static Ir *param_in(Narrow *n, int i, const Ir *set)
{
    IrGame *g = n->game;
    const IrType t = param(n, i)->type;
    const int size = g->space.at[set->type.space].size;
    Ir *test = NULL;
    if (t.lo < 0)
        test = ir_op2(g, IR_OP_GE, param(n, i), ir_const(g, 0));
    if (t.hi >= size)
        test = both(g, test, ir_op2(g, IR_OP_LT, param(n, i), ir_const(g, size)));
    return both(g, test, member(n, param(n, i), set));
}

/* ---- emissions --------------------------------------------------------------------------- */

static Ir *one(IrGame *game, Ir *s)
{
    return s->op == IR_OP_BLOCK ? s : tree_block(game, &s, 1);
}

static Ir *under(IrGame *game, Ir *test, Ir *s)
{
    return test ? ir_if(game, test, one(game, s), NULL) : s;
}

/* The emission of the move that is asked about, if the operands are its parameters. */
static Ir *emission(Narrow *n, const Ir *s)
{
    IrGame *g = n->game;
    const int nparam = g->fn.at[n->rule]->nparam;
    Ir *arg[MOST_PARAMS], *test = NULL;
    for (int i = 0; i < nparam; i++)
        arg[i] = param(n, i);
    for (int i = 0; i < s->n; i++)
        test = both(g, test, s->op == IR_OP_EMITSET && i == s->n - 1
                                 ? param_in(n, i, s->a[i])
                                 : ir_op2(g, IR_OP_EQ, param(n, i), copied(n, s->a[i])));
    return under(g, test, ir_call(g, s->op == IR_OP_TRY ? IR_OP_TRY : IR_OP_EMIT, n->rule, nparam, arg));
}

static Ir *try_gen(Narrow *n, const Ir *s)
{
    const int nparam = n->game->fn.at[n->rule]->nparam, gen = narrowed(n->l, (int)s->k, n->rule);
    if (gen < 0 || n->l->failed)
        return NULL;
    Ir *arg[MOST_PARAMS];
    for (int i = 0; i < s->n; i++)
        arg[i] = copied(n, s->a[i]);
    for (int i = 0; i < nparam; i++)
        arg[s->n + i] = param(n, i);
    return ir_call(n->game, IR_OP_TRY, gen, s->n + nparam, arg);
}

/* ---- loops -------------------------------------------------------------------------------- */

/* Is the local always the same parameter of what is emitted? */
static bool always_param(const Narrow *n, const Ir *s, int64_t local, int *which)
{
    if (s->op == IR_OP_TRY && n->game->fn.at[s->k]->kind == IR_GEN) {
        bool found;
        return made_before(n->l, n->game->fn.at[s->k], n->rule, &found) < 0 && found;
    }
    if (s->op == IR_OP_TRY || s->op == IR_OP_EMIT || s->op == IR_OP_EMITSET) {
        const int given = s->op == IR_OP_EMITSET ? s->n - 1 : s->n;
        if (s->k != n->rule)
            return true;
        for (int i = 0; i < given; i++)
            if (s->a[i]->op == IR_OP_LOCAL && s->a[i]->k == local && (*which < 0 || *which == i)) {
                *which = i;
                return true;
            }
        return false;
    }
    for (int i = 0; i < s->n; i++)
        if (ir_op_info(s->a[i]->op)->statement && !always_param(n, s->a[i], local, which))
            return false;
    return true;
}

static Ir *loop(Narrow *n, const Ir *s)
{
    IrGame *g = n->game;
    const bool range = s->op == IR_OP_RANGE;
    Ir *body = narrow(n, s->a[range ? 2 : 1]);
    if (!body)
        return NULL;
    const int64_t local = n->map[s->k]->k;
    int which = -1;
    const bool row = !range && s->a[0]->type.kind != IR_MASK;
    if (!always_param(n, s->a[range ? 2 : 1], s->k, &which))
        which = -1;
    if (row && which >= 0)
        body = under(g, ir_op2(g, IR_OP_EQ, ir_local(g, n->to, (int)local), param(n, which)), body);
    if (which < 0 || row) {
        Ir *first = copied(n, s->a[0]);
        return range ? ir_node(g, n->to, IR_OP_RANGE, local, 3, (Ir *[]){first, copied(n, s->a[1]), one(g, body)})
                     : ir_k2(g, IR_OP_FOR, local, first, one(g, body));
    }
    Ir *test = range ? ir_op2(g, IR_OP_AND, ir_op2(g, IR_OP_GE, param(n, which), copied(n, s->a[0])),
                              ir_op2(g, IR_OP_LT, param(n, which), copied(n, s->a[1])))
                     : param_in(n, which, s->a[0]);
    Ir *let = ir_k1(g, IR_OP_LET, local, param(n, which));
    return under(g, test, tree_block(g, (Ir *[]){let, body}, 2));
}

/* ---- first .. or .. ------------------------------------------------------------------------ */

static void mark_bound(const Ir *s, bool *bound)
{
    if (ir_gives_local(s) && s->op != IR_OP_SET)
        bound[s->k] = true;
    for (int i = 0; i < s->n; i++)
        mark_bound(s->a[i], bound);
}

/* Locals that are read and not bound; one that is set is bound here, or narrow() has refused. */
static void mark_free(const Ir *s, const bool *bound, bool *free)
{
    if (s->op == IR_OP_LOCAL && !bound[s->k])
        free[s->k] = true;
    for (int i = 0; i < s->n; i++)
        mark_free(s->a[i], bound, free);
}

/* A statement of generator `from` as a generator whose parameters are the locals in `free`. */
static int lifted(Legal *l, const IrFn *from, const Ir *s, const bool *free)
{
    IrGame *g = l->game;
    bool found;
    int made = made_before(l, s, -1, &found);
    if (found)
        return made;
    IrFn *fn = ir_fn_add(g, IR_GEN, ir_fn_fresh_name(g, "*any"), (IrType){.kind = IR_VOID, .space = IR_NOSPACE});
    Ir **map = ARENA_ARRAY(g->arena, Ir *, from->local.n + 1);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < from->local.n; i++)
            if (free[i] == (pass == 0))
                map[i] = ir_local(g, fn, ir_local_add(g, fn, from->local.at[i].name, from->local.at[i].type));
    for (size_t i = 0; i < from->local.n; i++)
        fn->nparam += free[i];
    fn->body = one(g, tree_remap(g, s, map));
    made = ir_fn_index(g, fn);
    remember(l, s, -1, made);
    l->failed = l->failed || fn->nparam > MOST_PARAMS;
    return made;
}

/* !exists of the statement */
static Ir *emits_nothing(Narrow *n, const Ir *s)
{
    IrGame *g = n->game;
    bool *bound = ARENA_ARRAY(g->arena, bool, n->from->local.n + 1), *free = ARENA_ARRAY(g->arena, bool, n->from->local.n + 1);
    mark_bound(s, bound);
    mark_free(s, bound, free);
    const int gen = lifted(n->l, n->from, s, free);
    if (n->l->failed)
        return NULL;
    Ir *arg[MOST_PARAMS];
    int narg = 0;
    for (size_t i = 0; i < n->from->local.n; i++)
        if (free[i]) {
            n->used[i] = true;
            arg[narg++] = ir_copy(g, n->map[i]);
        }
    return ir_op1(g, IR_OP_NOT, ir_call(g, IR_OP_EXISTS, gen, narg, arg));
}

static Ir *prefer(Narrow *n, const Ir *s)
{
    IrGame *g = n->game;
    Ir *first = narrow(n, s->a[0]), *second = narrow(n, s->a[1]);
    Ir *nothing = second ? emits_nothing(n, s->a[0]) : NULL;
    if (n->l->failed || !nothing)
        return first;
    second = under(g, nothing, second);
    return first ? tree_block(g, (Ir *[]){first, second}, 2) : second;
}

/* ---- statements ----------------------------------------------------------------------------- */

/* From the last statement to the first, as what is read behind a `let` says whether it stays. */
static Ir *block(Narrow *n, const Ir *s)
{
    Ir **kept = ARENA_ARRAY(n->game->arena, Ir *, s->n + 1);
    int at = s->n;
    bool emits = false;
    for (int i = s->n - 1; i >= 0 && !n->l->failed; i--) {
        const Ir *here = s->a[i];
        const bool names = here->op == IR_OP_LET || here->op == IR_OP_VAR;
        Ir *new = names ? (n->used[here->k] ? copied(n, here) : NULL) : narrow(n, here);
        emits = emits || (new && !names);
        if (new)
            kept[--at] = new;
    }
    return emits ? tree_block(n->game, kept + at, (size_t)(s->n - at)) : NULL;
}

static Ir *branches(Narrow *n, const Ir *s)
{
    IrGame *g = n->game;
    Ir *yes = narrow(n, s->a[1]), *no = s->n > 2 ? narrow(n, s->a[2]) : NULL;
    if (!yes && !no)
        return NULL;
    return ir_if(g, copied(n, s->a[0]), yes ? one(g, yes) : ir_block(g), no ? one(g, no) : NULL);
}

/* The statement without what cannot emit the move; NULL: nothing is left. */
static Ir *narrow(Narrow *n, const Ir *s)
{
    IrGame *g = n->game;
    Ir *body;
    limit_work(g->session->limit, 1);
    if (n->l->failed)
        return NULL;
    switch (s->op) {
    case IR_OP_BLOCK:
        return block(n, s);
    case IR_OP_IF:
        return branches(n, s);
    case IR_OP_FOR: case IR_OP_RANGE:
        return loop(n, s);
    case IR_OP_PREFER:
        return prefer(n, s);
    case IR_OP_KEEP:
        body = narrow(n, s->a[1]);
        return body ? ir_k2(g, IR_OP_KEEP, s->k, copied(n, s->a[0]), one(g, body)) : NULL;
    case IR_OP_TRY:
        if (g->fn.at[s->k]->kind == IR_GEN)
            return try_gen(n, s);
        return s->k == n->rule ? emission(n, s) : NULL;
    case IR_OP_EMIT: case IR_OP_EMITSET:
        return s->k == n->rule ? emission(n, s) : NULL;
    default: /* BEST asks about all moves; what sets a local may depend on any round of a loop */
        n->l->failed = true;
        return NULL;
    }
}

/* ---- generators ------------------------------------------------------------------------------- */

/* Generator `gen` for moves of a rule: its own parameters, then those of the move. */
static int narrowed(Legal *l, int gen, int rule)
{
    IrGame *g = l->game;
    const IrFn *from = g->fn.at[gen], *r = g->fn.at[rule];
    bool found;
    int made = made_before(l, from, rule, &found);
    if (found || l->failed || from->nparam + r->nparam > MOST_PARAMS) {
        l->failed = l->failed || !found;
        return made;
    }
    IrFn *to = ARENA_NEW(g->arena, IrFn);
    *to = (IrFn){.kind = IR_GEN, .at = from->at, .ret = {.kind = IR_VOID, .space = IR_NOSPACE}};
    Narrow n = {.l = l, .game = g, .rule = rule, .from = from, .to = to, .first = from->nparam};
    n.map = ARENA_ARRAY(g->arena, Ir *, from->local.n + 1);
    n.used = ARENA_ARRAY(g->arena, bool, from->local.n + 1);
    for (int i = 0; i < from->nparam; i++)
        n.map[i] = ir_local(g, to, ir_local_add(g, to, from->local.at[i].name, from->local.at[i].type));
    for (int i = 0; i < r->nparam; i++)
        ir_local_add(g, to, r->local.at[i].name, r->local.at[i].type);
    for (size_t i = (size_t)from->nparam; i < from->local.n; i++)
        n.map[i] = ir_local(g, to, ir_local_add(g, to, from->local.at[i].name, from->local.at[i].type));
    limit_work(g->session->limit, from->local.n);
    to->nparam = from->nparam + r->nparam;
    Ir *body = narrow(&n, from->body);
    if (body && !l->failed) {
        IrFn *fn = ir_fn_add(g, IR_GEN, ir_fn_fresh_name(g, "*legal"), to->ret);
        const char *name = fn->name;
        *fn = *to;
        fn->name = name;
        fn->body = fold_tree(g, fn, one(g, body));
        made = ir_fn_index(g, fn);
    }
    remember(l, from, rule, made);
    return made;
}

/* if %move < end { ret exists gen(..) } */
static Ir *question(Legal *l, IrFn *fn, int move, const IrCode *code, int moves)
{
    IrGame *g = l->game;
    const IrFn *rule = g->fn.at[code->fn];
    const int gen = moves < 0 ? -1 : narrowed(l, moves, code->fn);
    Ir *arg[MOST_PARAMS + 1], *list[2];
    int n = 0, narg = 0;
    Ir *answer = ir_const(g, 0);
    if (gen >= 0 && !l->failed) {
        int own = ir_local_add(g, fn, "code", ir_int(0, (int64_t)code->size - 1));
        list[n++] = ir_k1(g, IR_OP_LET, own, ir_op2(g, IR_OP_SUB, ir_local(g, fn, move), ir_const(g, (int64_t)code->base)));
        if (g->joint)
            arg[narg++] = ir_local(g, fn, 0);
        for (int i = 0; i < rule->nparam; i++)
            arg[narg++] = ir_code_value(g, rule, i, ir_local(g, fn, own));
        answer = ir_call(g, IR_OP_EXISTS, gen, narg, arg);
    }
    list[n++] = ir_node(g, fn, IR_OP_RET, 0, 1, &answer);
    Ir *below = ir_op2(g, IR_OP_LT, ir_local(g, fn, move), ir_const(g, (int64_t)(code->base + code->size)));
    return ir_if(g, below, tree_block(g, list, (size_t)n), NULL);
}

void ir_legal_add(IrGame *game)
{
    IrCode *code;
    size_t ncode, before = game->fn.n;
    uint64_t total;
    const int moves = ir_fn_find(game, "moves");
    if (!ir_codes(game, &code, &ncode, &total) || !total)
        return;
    bool *played = ARENA_ARRAY(game->arena, bool, before + 1);
    ir_mark_moves(game, played);
    Legal l = {.game = game};
    IrFn *fn = ARENA_NEW(game->arena, IrFn);
    *fn = (IrFn){.kind = IR_FN, .ret = ir_bit()};
    if (game->joint)
        ir_local_add(game, fn, "player", game->fn.at[moves]->local.at[0].type);
    const int move = ir_local_add(game, fn, "move", ir_int(0, (int64_t)total - 1));
    fn->nparam = move + 1;
    fn->body = ir_block(game);
    for (size_t i = 0; i < ncode && !l.failed; i++)
        ir_append(game, &fn->body, question(&l, fn, move, &code[i], played[code[i].fn] ? moves : -1));
    if (l.failed) {
        game->fn.n = before;
        return;
    }
    Ir *no = ir_const(game, 0);
    ir_append(game, &fn->body, ir_node(game, fn, IR_OP_RET, 0, 1, &no));
    IrFn *added = ir_fn_add(game, IR_FN, ir_fn_fresh_name(game, "*legal move"), fn->ret);
    const char *name = added->name;
    *added = *fn;
    added->name = name;
    game->legal = name;
}
