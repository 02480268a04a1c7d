/* ways.c - the union over directions of what is found along rays, without branches: a loop
 * over directions that compilers make into vectors, each direction a lane of one. */
#include "backends/c/cgen.h"

enum { MAX_BODY = 64 };

/* The body of UNION, being written as statements without branches. */
typedef struct {
    Body *b;
    Ways ways;
    const Ir *steady[MAX_BODY]; /* what does not depend on the direction, made before the loop */
    const char *text[MAX_BODY];
    int nsteady;
} Lanes;

/* Makes the values that do not depend on the direction. */
static bool prepare(Lanes *l, const Ir *e)
{
    Body *b = l->b;
    if (!ways_vary(&l->ways, e)) {
        if (l->nsteady == MAX_BODY)
            return false;
        l->steady[l->nsteady] = e;
        l->text[l->nsteady++] = c_temp(b, c_type(b->c, e->type), c_expr(b, e));
        return true;
    }
    if (e->op == IR_OP_LETX && !l->ways.varies[e->k]) {
        b->local[e->k] = c_temp(b, c_type(b->c, e->a[0]->type), c_expr(b, e->a[0]));
        return prepare(l, e->a[1]);
    }
    if (e->op == IR_OP_SLIDE)
        return prepare(l, e->a[0]->a[1]) && prepare(l, e->a[1]);
    for (int i = e->op == IR_OP_RAY_SEES ? 1 : 0; i < e->n; i++)
        if (!prepare(l, e->a[i]))
            return false;
    return true;
}

static const char *steady(const Lanes *l, const Ir *e)
{
    for (int i = 0; i < l->nsteady; i++)
        if (l->steady[i] == e)
            return l->text[i];
    return NULL;
}

/* A set as a word, a condition as all bits or none. */
static const char *lane(Lanes *l, const Ir *e)
{
    Body *b = l->b;
    CGen *c = b->c;
    bool set = e->type.kind == IR_MASK;
    const char *text = steady(l, e);
    if (text)
        return set ? text : c_format(c, "(-(uint64_t)(%s != 0))", text);
    switch (e->op) {
    case IR_OP_LOCAL: return b->local[e->k];
    case IR_OP_ANY: return c_format(c, "(-(uint64_t)(%s != 0))", lane(l, e->a[0]));
    case IR_OP_NOT: return c_format(c, "(~%s)", lane(l, e->a[0]));
    case IR_OP_MNOT: {
        uint64_t all = 0;
        c_all(c->game, e->type.space, &all);
        return c_format(c, "(%s & ~%s)", c_set_const(c, &all, 1), lane(l, e->a[0]));
    }
    case IR_OP_AND: case IR_OP_MAND: return c_format(c, "(%s & %s)", lane(l, e->a[0]), lane(l, e->a[1]));
    case IR_OP_OR: case IR_OP_MOR: return c_format(c, "(%s | %s)", lane(l, e->a[0]), lane(l, e->a[1]));
    case IR_OP_MXOR: return c_format(c, "(%s ^ %s)", lane(l, e->a[0]), lane(l, e->a[1]));
    case IR_OP_MDIFF: return c_format(c, "(%s & ~%s)", lane(l, e->a[0]), lane(l, e->a[1]));
    case IR_OP_SELECT: {
        const char *on = c_temp(b, "uint64_t", lane(l, e->a[0]));
        const char *x = lane(l, e->a[1]);
        if (e->a[2]->op == IR_OP_NONE)
            return c_format(c, "(%s & %s)", on, x);
        return c_format(c, "((%s & %s) | (%s & ~%s))", on, x, lane(l, e->a[2]), on);
    }
    case IR_OP_LETX:
        if (l->ways.varies[e->k])
            b->local[e->k] = c_temp(b, "uint64_t", lane(l, e->a[0]));
        return lane(l, e->a[1]);
    default: break;
    }
    IrSteps s;
    ir_steps(c->arena, c->game, (int)e->a[0]->k, &s);
    const char *name = c_need_turns(c, (int)e->a[0]->k, &s), *way = b->local[l->ways.way];
    if (e->op == IR_OP_SLIDE) {
        const Ir *site = e->a[0]->a[1];
        const char *start = c_format(c, shape_sure(b->fn, b->chosen, site) ? "UINT64_C(1) << %s" : "ludc_bit(%s)", steady(l, site));
        return c_temp(b, "uint64_t", c_format(c, "%s_go(%s, %s, %s)", name, way, start, c_bare(c, lane(l, e->a[1]))));
    }
    const char *stop = lane(l, e->a[1]), *goal = lane(l, e->a[2]);
    return c_temp(b, "uint64_t", c_format(c, "%s_see(%s, %s, %s)", name, way, c_bare(c, stop), c_bare(c, goal)));
}

const char *c_ways(Body *b, const Ir *e)
{
    CGen *c = b->c;
    Lanes l = {.b = b};
    if (!ways_of(c->arena, c->game, b->fn, e, &l.ways))
        return NULL;
    size_t nlocal = b->fn->local.n;
    const char **before = arena_copy(c->arena, b->local, nlocal * sizeof *before);
    const char *result = NULL;
    if (prepare(&l, e->a[1])) {
        result = c_name_temp(b);
        b->local[e->k] = c_name_temp(b);
        c_line(b, "uint64_t %s = 0;", result);
        c_open(b, "for (int32_t %s = 0; %s < %d; %s++)", b->local[e->k], b->local[e->k], l.ways.n, b->local[e->k]);
        c_line(b, "%s |= %s;", result, c_bare(c, lane(&l, e->a[1])));
        c_close(b);
    }
    for (size_t i = 0; i < nlocal; i++)
        b->local[i] = before[i];
    return result;
}
