/* move_planes.c - how many planes a generator can make: words of sets, and single
 * moves.  See ludc_plane in runtime/support.h. */
#include "ir/analysis/shape.h"

enum { TOO_MANY = 1 << 20 };

static uint64_t times(uint64_t a, uint64_t b)
{
    return a && b > TOO_MANY / a ? TOO_MANY : a * b;
}

/* How often the body of a loop runs at most. */
static uint64_t turns(const IrGame *game, const Ir *loop)
{
    const Ir *over = loop->a[0];
    if (loop->op == IR_OP_WHILE)
        return (uint64_t)loop->k;
    if (loop->op == IR_OP_RANGE) {
        int64_t n = loop->a[1]->type.hi - over->type.lo;
        return n < 0 ? 0 : (uint64_t)n;
    }
    if (over->type.kind == IR_MASK)
        return (uint64_t)game->space.at[over->type.space].size;
    if (over->op != IR_OP_TAB)
        return TOO_MANY;
    const IrTable *t = &game->table.at[over->k];
    uint64_t n = 1;
    if (!t->rows) {
        for (int i = over->n; i < t->ndim; i++)
            n = times(n, (uint64_t)t->dim[i].size);
        return n;
    }
    n = 0;
    for (size_t i = 0; i < t->n; i++) {
        uint64_t length = t->off[i + 1] - t->off[i];
        n = length > n ? length : n;
    }
    return n;
}

typedef struct {
    uint64_t n;    /* planes */
    bool sets;     /* some emission is of a set */
} Planes;

/* Adds the planes of s. */
static void planes(const IrGame *game, const Ir *s, uint64_t factor, Planes *p)
{
    const IrFn *rule = ir_does(s->op, IR_EMITS)
                           ? game->fn.at[s->k] : NULL;
    switch (s->op) {
    case IR_OP_FOR:
    case IR_OP_RANGE:
    case IR_OP_WHILE:
        planes(game, s->a[s->n - 1], times(factor, turns(game, s)), p);
        break;
    case IR_OP_EMIT: p->n += factor; break;
    case IR_OP_EMITSET:
        p->sets = true;
        p->n += times(factor, (uint64_t)ir_words(game, s->a[s->n - 1]->type.space));
        break;
    case IR_OP_TRY:
        if (rule->kind == IR_GEN)
            planes(game, rule->body, factor, p);
        else
            p->n = TOO_MANY;
        break;
    case IR_OP_KEEP:
    case IR_OP_BEST:
    case IR_OP_ASIDE:
    case IR_OP_COLLECT: p->n = TOO_MANY; break;
    case IR_OP_BLOCK:
    case IR_OP_IF:
    case IR_OP_PREFER:
        for (int i = s->op == IR_OP_IF; i < s->n && p->n < TOO_MANY; i++)
            planes(game, s->a[i], factor, p);
        break;
    default: break;
    }
}

uint64_t shape_planes(const IrGame *game)
{
    Planes p = {0};
    planes(game, game->fn.at[ir_fn_find(game, "moves")]->body, 1, &p);
    return !p.sets ? 0 : p.n < TOO_MANY ? p.n : UINT64_MAX;
}
