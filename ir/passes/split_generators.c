/* split_generators.c - pass split: a generator too long for compilers becomes several.
 *
 *     gen moves {                          gen moves_part(%once : mask[site]) {
 *       let %once = where(@what, 0)          emit a(in %once & $x)
 *       emit a(in %once & $x)       ->       ..
 *       ..                                 }
 *     }                                    gen moves {
 *                                            let %once = where(@what, 0)
 *                                            try moves_part(%once)
 *                                            ..
 *                                          }
 *
 * What compilers do in a function grows faster than its length.  Runs of statements of one
 * block that set no name for what follows them become a generator; the names that they read
 * are its parameters.  After once; needs nothing, breaks nothing. */
#include "ir/passes/pass.h"
#include "ir/core/tree.h"

enum {
    LONG = 4000,     /* nodes of a generator that is taken apart */
    PART = 1000,     /* nodes of a part, about */
    LEAST_PART = 300,
    MAX_PARAMS = 24
};

typedef struct {
    IrGame *game;
    IrFn *fn;
} Split;

/* What a run of statements does with the names of the generator. */
typedef struct {
    bool *mine;  /* by local: the run declares it */
    bool *taken; /* or reads it from before */
    VEC(int) param;
    bool sets;   /* a name from before is set */
} Names;

static void note_name(Split *s, Names *n, int local)
{
    if (n->mine[local] || n->taken[local])
        return;
    n->taken[local] = true;
    vec_push(s->game->arena, &n->param, local);
}

static void note_names(Split *s, Names *n, const Ir *e)
{
    bool binds = ir_gives_local(e) && e->op != IR_OP_SET;
    if (e->op == IR_OP_LOCAL)
        note_name(s, n, (int)e->k);
    if (e->op == IR_OP_SET && !n->mine[e->k])
        n->sets = true;
    for (int i = 0; i < e->n; i++) {
        if (binds && i == 1) /* not in what it runs over */
            n->mine[e->k] = true;
        note_names(s, n, e->a[i]);
    }
    if (binds)
        n->mine[e->k] = true;
}

static Names names_of(Split *s, Ir *const *list, int n)
{
    Names names = {.mine = ARENA_ARRAY(s->game->arena, bool, s->fn->local.n + 1),
                   .taken = ARENA_ARRAY(s->game->arena, bool, s->fn->local.n + 1)};
    for (int i = 0; i < n; i++)
        note_names(s, &names, list[i]);
    return names;
}

/* ---- a part ------------------------------------------------------------ */

/* The run as a generator of its own; the statement that calls it. */
static Ir *part(Split *s, Ir *const *list, int n, const Names *names)
{
    IrGame *g = s->game;
    const char *name = ir_fn_fresh_name(g, arena_printf(g->arena, "%s_part", s->fn->name));
    IrFn *fn = ir_fn_add(g, IR_GEN, name, (IrType){.kind = IR_VOID});
    Ir **map = ARENA_ARRAY(g->arena, Ir *, s->fn->local.n + 1), *arg[MAX_PARAMS];
    fn->at = s->fn->at;
    for (size_t i = 0; i < names->param.n; i++) {
        const IrLocal *old = &s->fn->local.at[names->param.at[i]];
        map[names->param.at[i]] = ir_local(g, fn, ir_local_add(g, fn, old->name, old->type));
        arg[i] = ir_local(g, s->fn, names->param.at[i]);
    }
    fn->nparam = (int)names->param.n;
    for (size_t i = 0; i < s->fn->local.n; i++)
        if (names->mine[i])
            map[i] = ir_local(g, fn, ir_local_add(g, fn, s->fn->local.at[i].name, s->fn->local.at[i].type));
    Ir **body = ARENA_ARRAY(g->arena, Ir *, n);
    for (int i = 0; i < n; i++)
        body[i] = tree_remap(g, list[i], map);
    fn->body = tree_block(g, body, (size_t)n);
    return ir_call(g, IR_OP_TRY, ir_fn_index(g, fn), fn->nparam, arg);
}

static bool names_more(const Ir *s)
{
    return s->op == IR_OP_LET || s->op == IR_OP_VAR || s->op == IR_OP_SET;
}

/* ---- blocks ------------------------------------------------------------ */

static Ir *in_block(Split *s, Ir *block);

/* What stands inside a condition; elsewhere parts would be written in place again. */
static Ir *inside(Split *s, Ir *e)
{
    if (tree_size(e) < 2 * PART || (e->op != IR_OP_IF && e->op != IR_OP_PREFER))
        return e;
    Ir *fresh = tree_like(s->game, e);
    for (int i = 0; i < e->n; i++)
        if (ir_op_info(e->a[i]->op)->statement)
            fresh->a[i] = e->a[i]->op == IR_OP_BLOCK ? in_block(s, e->a[i]) : inside(s, e->a[i]);
    return fresh;
}

/* As many statements from the first on as make a part; *size: of their nodes. */
static int run_length(Ir *const *list, int n, size_t *size)
{
    int i = 0;
    *size = 0;
    while (i < n && *size < PART && !names_more(list[i]))
        *size += tree_size(list[i++]);
    return i;
}

static Ir *in_block(Split *s, Ir *block)
{
    Ir **list = ARENA_ARRAY(s->game->arena, Ir *, block->n + 1), **out = ARENA_ARRAY(s->game->arena, Ir *, block->n + 1);
    size_t n = 0, size;
    for (int i = 0; i < block->n; i++)
        list[i] = inside(s, block->a[i]);
    for (int i = 0; i < block->n;) {
        int run = run_length(list + i, block->n - i, &size);
        Names names = names_of(s, list + i, run);
        if (size >= LEAST_PART && !names.sets && names.param.n <= MAX_PARAMS) {
            out[n++] = part(s, list + i, run, &names);
            i += run;
        } else {
            out[n++] = list[i++];
        }
    }
    return tree_block(s->game, out, n);
}

bool ir_pass_split_generators(IrPass *pass)
{
    size_t n = pass->game->fn.n;
    bool changed = false;
    for (size_t i = 0; i < n; i++) {
        IrFn *fn = pass->game->fn.at[i];
        size_t size = fn->kind == IR_GEN ? tree_size(fn->body) : 0, before = pass->game->fn.n;
        if (size < LONG)
            continue;
        Split s = {.game = pass->game, .fn = fn};
        fn->body = in_block(&s, fn->body);
        ir_pass_remark(pass, fn->at, "generator %s has %zu nodes, %zu parts are taken out", fn->name, size,
                       pass->game->fn.n - before);
        changed = true;
    }
    return changed;
}
