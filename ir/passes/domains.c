/* domains.c - the numbers that an expression of a function can be, as small sets. */
#include "ir/passes/domains.h"

#include <string.h>

#include "ir/core/tree.h"

bool domain_has(const Domain *d, int i)
{
    return d->bit[i / 64] >> i % 64 & 1;
}

void domain_add(Domain *d, int64_t i)
{
    d->bit[i / 64] |= UINT64_C(1) << i % 64;
}

void domain_drop(Domain *d, int i)
{
    d->bit[i / 64] &= ~(UINT64_C(1) << i % 64);
}

int domain_next(const Domain *d, int i)
{
    for (int word = i / 64; i < DOMAIN_VALUES; i = ++word * 64) {
        const uint64_t rest = d->bit[word] >> i % 64;
        if (rest)
            return i + __builtin_ctzll(rest);
    }
    return DOMAIN_VALUES;
}

static Domain of_range(int64_t lo, int64_t hi)
{
    Domain d = {.known = hi >= lo && hi - lo < DOMAIN_VALUES, .lo = lo};
    for (int64_t i = 0; d.known && i <= hi - lo; i++)
        domain_add(&d, i);
    return d;
}

const Domain *domain_of_local(const Domains *all, const Ir *e)
{
    const bool once = e->op == IR_OP_LOCAL && (size_t)e->k < all->nlocal && all->bound[e->k] == 1;
    return once && all->domain[e->k].known ? &all->domain[e->k] : NULL;
}

Domain domain_of(const Domains *all, const Ir *e)
{
    const Domain *local = domain_of_local(all, e);
    if (local)
        return *local;
    if ((e->op == IR_OP_ADD || e->op == IR_OP_SUB) && e->a[1]->op == IR_OP_INT && (local = domain_of_local(all, e->a[0]))) {
        Domain d = *local;
        d.lo += e->op == IR_OP_ADD ? e->a[1]->k : -e->a[1]->k;
        return d;
    }
    return e->type.kind == IR_INT ? of_range(e->type.lo, e->type.hi) : (Domain){.known = false};
}

/* The members that the set can have at most, from the constants that it is made of. */
static bool at_most(IrGame *game, const Ir *set, Domain *d)
{
    int words = ir_words(game, set->type.space);
    Domain other;
    if (words > DOMAIN_VALUES / 64)
        return false;
    memset(d, 0, sizeof *d);
    if (tree_mask_value(game, set, -1, 0, d->bit))
        return d->known = true;
    if (set->op == IR_OP_MDIFF || set->op == IR_OP_FILTER)
        return at_most(game, set->a[0], d);
    if (set->op != IR_OP_MAND)
        return false;
    bool first = at_most(game, set->a[0], d), second = at_most(game, set->a[1], &other);
    if (!first)
        *d = other;
    for (int w = 0; first && second && w < words; w++)
        d->bit[w] &= other.bit[w];
    return first || second;
}

/* Which names stand for members of sets, and how often each gets a value. */
static void gather(Domains *all, IrGame *game, const Ir *node)
{
    if ((ir_gives_local(node) || node->op == IR_OP_SET) && (size_t)node->k < all->nlocal) {
        bool members = (node->op == IR_OP_PARAM && node->n == 1) || node->op == IR_OP_FOR;
        all->bound[node->k]++;
        if (!members || node->a[0]->type.kind != IR_MASK || !at_most(game, node->a[0], &all->domain[node->k]))
            all->domain[node->k].known = false;
    }
    for (int i = 0; i < node->n; i++)
        gather(all, game, node->a[i]);
}

Domains domains_of(Arena *arena, IrGame *game, IrFn *fn)
{
    TreeSlot *slot;
    const size_t n = tree_slots(game, fn, &slot);
    Domains all = {.game = game, .fn = fn, .nlocal = fn->local.n};
    all.domain = ARENA_ARRAY(arena, Domain, all.nlocal + 1);
    all.bound = ARENA_ARRAY(arena, int, all.nlocal + 1);
    for (size_t i = 0; i < n; i++)
        if (*slot[i].slot)
            gather(&all, game, *slot[i].slot);
    return all;
}

void domains_let(Domains *all, int local, Domain d)
{
    if (d.known && all->bound[local] == 1)
        all->domain[local] = d;
}
