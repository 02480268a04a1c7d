/* ways.c - the union over directions of what is found along rays: each direction is a lane
 * of one vector (ir/analysis/direction_unions.c says when). */
#include "backends/llvm/gen.h"

typedef struct {
    Fun *f;
    Ways ways;
    Value *value; /* by local: what varies, as a vector */
} Lanes;

static Turns turns_of(Lanes *l, const Ir *slice)
{
    Gen *g = l->f->g;
    IrSteps s;
    ir_steps(g->arena, g->game, (int)slice->k, &s);
    return ll_turns(l->f, (int)slice->k, &s, ll_word(g, 0), (unsigned)l->ways.n);
}

static Value lane(Lanes *l, const Ir *e);

/* A set that is the same in all lanes, or a condition. */
static Value steady(Lanes *l, const Ir *e)
{
    Value x = e->type.kind == IR_MASK ? ll_expr(l->f, e) : ll_cond(l->f, e);
    return ll_all_lanes(l->f->g, x, (unsigned)l->ways.n);
}

static Value named(Lanes *l, const Ir *e)
{
    if (l->ways.varies[e->k]) {
        l->value[e->k] = lane(l, e->a[0]);
        return lane(l, e->a[1]);
    }
    Local before = l->f->local[e->k];
    l->f->local[e->k] = (Local){.value = ll_expr(l->f, e->a[0])};
    Value result = lane(l, e->a[1]);
    l->f->local[e->k] = before;
    return result;
}

static Value along(Lanes *l, const Ir *e)
{
    Gen *g = l->f->g;
    Turns t = turns_of(l, e->a[0]);
    if (e->op == IR_OP_RAY_SEES) {
        Value stop = lane(l, e->a[1]);
        return ll_turns_see(&t, stop, lane(l, e->a[2]));
    }
    const Ir *site = e->a[0]->a[1];
    Value start = ll_bit(l->f->g, ll_expr(l->f, site), shape_sure(l->f->fn, l->f->chosen, site), 1);
    return ll_turns_go(&t, ll_all_lanes(g, start, t.lanes), lane(l, e->a[1]));
}

static Value lane(Lanes *l, const Ir *e)
{
    Gen *g = l->f->g;
    if (!ways_vary(&l->ways, e))
        return steady(l, e);
    if (e->op == IR_OP_LOCAL)
        return l->value[e->k];
    if (e->op == IR_OP_LETX)
        return named(l, e);
    if (e->op == IR_OP_SLIDE || e->op == IR_OP_RAY_SEES)
        return along(l, e);
    Value x = lane(l, e->a[0]), y = e->n > 1 ? lane(l, e->a[1]) : NULL;
    switch (e->op) {
    case IR_OP_ANY: return LLVMBuildICmp(g->b, LLVMIntNE, x, LLVMConstNull(LLVMTypeOf(x)), "");
    case IR_OP_NOT: return LLVMBuildNot(g->b, x, "");
    case IR_OP_MNOT: {
        int size = g->game->space.at[e->type.space].size;
        Value all = ll_all_lanes(g, ll_word(g, UINT64_MAX >> (64 - size)), (unsigned)l->ways.n);
        return LLVMBuildAnd(g->b, all, LLVMBuildNot(g->b, x, ""), "");
    }
    case IR_OP_AND: case IR_OP_MAND: return LLVMBuildAnd(g->b, x, y, "");
    case IR_OP_OR: case IR_OP_MOR: return LLVMBuildOr(g->b, x, y, "");
    case IR_OP_MXOR: return LLVMBuildXor(g->b, x, y, "");
    case IR_OP_MDIFF: return LLVMBuildAnd(g->b, x, LLVMBuildNot(g->b, y, ""), "");
    default: return LLVMBuildSelect(g->b, x, y, lane(l, e->a[2]), ""); /* SELECT */
    }
}

Value ll_ways(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    Lanes l = {.f = f};
    if (!ways_of(g->arena, g->game, f->fn, e, &l.ways))
        return NULL;
    l.value = ARENA_ARRAY(g->arena, Value, f->fn->local.n + 1);
    return ll_join_lanes(g, lane(&l, e->a[1]), (unsigned)l.ways.n);
}
