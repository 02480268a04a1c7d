/* atari_groups.c - groups that a single move may shut in: found once for all moves that are tried.
 *
 * A rule that puts a piece on a site x and then looks, among the neighbours of x, for those
 * whose group has none of certain sites beside it any more,
 *
 *     let %c = flood(filter(%s in r[x] & T : !any(grow(flood(bit(%s), T, r), r) & X)), T, r)
 *     for .. in %c { .. }
 *
 * asks the same of the same groups for each site that is tried.  Where the rule has changed
 * only x by then, x was not in T, and T and X say of each site by itself whether it belongs, a
 * group of T as it was with two such sites beside it keeps one of them: where r[x] meets no
 * other group, nothing is found. */
#include "ir/analysis/analyses.h"
#include "ir/core/tree.h"

enum { MOST_ATOMS = 10 };

typedef struct {
    Arena *arena;
    IrGame *game;
    const IrFn *rule;
    Ir **value;       /* of locals that `let` names on the way; NULL: another local */
    const bool *write; /* fields that the rule writes */
    VEC(const Ir *) way, put; /* conditions and writes on the way */
    VEC(const Ir *) atom;
    AtariGroups *atari;
    bool spoilt; /* something was written that is not followed */
} Find;

/* ---- sets that say of each site by itself whether it belongs --------------- */

static const Ir *named(const Find *f, const Ir *e)
{
    while (e->op == IR_OP_LOCAL && f->value[e->k])
        e = f->value[e->k];
    return e;
}

static bool is_atom(const Ir *e)
{
    switch (e->op) {
    case IR_OP_GET: return e->type.kind == IR_MASK && (e->n == 0 || (e->n == 1 && e->a[0]->op == IR_OP_INT));
    case IR_OP_TAB: return e->type.kind == IR_MASK && e->n == 0;
    case IR_OP_WHERE: return e->a[0]->op == IR_OP_INT;
    case IR_OP_WHEREIN: return e->a[0]->op == IR_OP_TAB && e->a[0]->n == 0;
    default: return false;
    }
}

/* The index of what is known of a site by e; -1: there are too many. */
static int atom_of(Find *f, const Ir *e)
{
    size_t i = 0;
    while (i < f->atom.n && !ir_equal(f->atom.at[i], e))
        i++;
    if (i == f->atom.n && i < MOST_ATOMS)
        vec_push(f->arena, &f->atom, e);
    return i < f->atom.n ? (int)i : -1;
}

/* Notes the atoms; false where e is not made of such.  `loose`: what is not, is an atom, too. */
static bool sitewise(Find *f, const Ir *e, bool loose)
{
    e = named(f, e);
    switch (e->op) {
    case IR_OP_NONE:
    case IR_OP_ALL: return true;
    case IR_OP_MAND:
    case IR_OP_MOR:
    case IR_OP_MXOR:
    case IR_OP_MDIFF: return sitewise(f, e->a[0], loose) && sitewise(f, e->a[1], loose);
    case IR_OP_MNOT: return sitewise(f, e->a[0], loose);
    default: return (loose || is_atom(e)) && atom_of(f, e) >= 0;
    }
}

/* Does a site belong of which this is known? */
static bool belongs(Find *f, const Ir *e, unsigned known)
{
    e = named(f, e);
    switch (e->op) {
    case IR_OP_NONE: return false;
    case IR_OP_ALL: return true;
    case IR_OP_MAND: return belongs(f, e->a[0], known) && belongs(f, e->a[1], known);
    case IR_OP_MOR: return belongs(f, e->a[0], known) || belongs(f, e->a[1], known);
    case IR_OP_MXOR: return belongs(f, e->a[0], known) != belongs(f, e->a[1], known);
    case IR_OP_MDIFF: return belongs(f, e->a[0], known) && !belongs(f, e->a[1], known);
    case IR_OP_MNOT: return !belongs(f, e->a[0], known);
    default: return known >> atom_of(f, e) & 1;
    }
}

/* Are sites that the last parameter runs over surely not in the set? */
static bool apart_from_domain(Find *f, const Ir *set)
{
    const Ir *domain = NULL;
    for (int i = 0; f->rule->header && i < f->rule->header->n; i++) {
        const Ir *s = f->rule->header->a[i];
        if (s->op == IR_OP_PARAM && s->k == f->rule->nparam - 1 && s->n == 1 && s->a[0]->type.kind == IR_MASK)
            domain = s->a[0];
    }
    f->atom.n = 0;
    if (!domain || domain->type.space != set->type.space || !sitewise(f, set, false) || !sitewise(f, domain, true))
        return false;
    for (unsigned known = 0; known < 1u << f->atom.n; known++)
        if (belongs(f, set, known) && belongs(f, domain, known))
            return false;
    return true;
}

/* ---- what was written before ------------------------------------------------ */

static bool is_last(const Find *f, const Ir *e)
{
    return e->op == IR_OP_LOCAL && e->k == f->rule->nparam - 1;
}

/* Does the write change nothing but what is known of the last parameter's site? */
static bool one_site(const Find *f, const Ir *put)
{
    const Ir *v = put->a[0];
    if (put->n > 1 && v->type.kind != IR_MASK)
        return is_last(f, put->a[1]);
    return (v->op == IR_OP_MOR || v->op == IR_OP_MDIFF) && v->a[0]->op == IR_OP_GET && v->a[0]->k == put->k &&
           v->a[0]->n + 1 == put->n && (put->n == 1 || ir_equal(v->a[0]->a[0], put->a[1])) &&
           v->a[1]->op == IR_OP_BITOF && is_last(f, v->a[1]->a[0]);
}

static bool only_one_site(const Find *f)
{
    for (size_t i = 0; i < f->put.n; i++)
        for (size_t j = 0; j < f->atom.n; j++)
            if (ir_uses_field(f->game, f->atom.at[j], (int)f->put.at[i]->k) && !one_site(f, f->put.at[i]))
                return false;
    return true;
}

static void note_writes(Find *f, const Ir *e)
{
    if (e->op == IR_OP_PUT)
        vec_push(f->arena, &f->put, e);
    f->spoilt = f->spoilt || e->op == IR_OP_DO || e->op == IR_OP_RET;
    for (int i = 0; i < e->n; i++)
        note_writes(f, e->a[i]);
}

/* ---- the search ------------------------------------------------------------ */

/* The set without names; true copies: it is read where no name is. */
static Ir *spelled(Find *f, const Ir *e)
{
    e = named(f, e);
    Ir *copy = ir_copy(f->game, e);
    for (int i = 0; i < e->n; i++)
        copy->a[i] = spelled(f, e->a[i]);
    return copy;
}

/* Do the conditions on the way say the same before the rule was played? */
static bool way_stands(const Find *f, const Ir *e)
{
    if (e->op == IR_OP_LOCAL || e->op == IR_OP_CALL || e->op == IR_OP_EXISTS || ir_gives_local(e))
        return false;
    if (ir_reads_field(e) && f->write[e->k])
        return false;
    for (int i = 0; i < e->n; i++)
        if (!way_stands(f, e->a[i]))
            return false;
    return true;
}

/* r[x] & T, x the last parameter. */
static bool neighbours_in(const Find *f, const Ir *set, const Ir *near, const Ir *within)
{
    for (int i = 0; set->op == IR_OP_MAND && i < 2; i++) {
        const Ir *row = set->a[i];
        if (row->op == IR_OP_TAB && row->k == near->k && row->n == 1 && is_last(f, row->a[0]) &&
            ir_equal(set->a[1 - i], within))
            return true;
    }
    return false;
}

/* What is a set without members where the filter within it has none; NULL: something else. */
static const Ir *filter_of(const Ir *e)
{
    while (e->op == IR_OP_FLOOD)
        e = e->a[0];
    return e->op == IR_OP_FILTER && e->a[1]->op == IR_OP_NOT && e->a[1]->a[0]->op == IR_OP_ANY ? e : NULL;
}

static bool is_asked_alike(Find *f, const Ir *filter, const Ir **within, const Ir **target, const Ir **near)
{
    bool beside;
    const Ir *part = ir_meets(f->game, filter->a[1]->a[0]->a[0], &beside, target);
    if (!part || !beside || part->a[0]->op != IR_OP_BITOF || part->a[0]->a[0]->op != IR_OP_LOCAL ||
        part->a[0]->a[0]->k != filter->k)
        return false;
    *within = part->a[1];
    *near = part->a[2];
    if (!ir_is_symmetric(f->game, *near) || !neighbours_in(f, filter->a[0], *near, *within) ||
        !apart_from_domain(f, *within))
        return false;
    f->atom.n = 0;
    return sitewise(f, *within, false) && sitewise(f, *target, false) && only_one_site(f);
}

/* Is the local read by such only, right behind its `let`? */
static bool read_right_behind(const Find *f, const Ir *block, int at)
{
    int local = (int)block->a[at]->k;
    size_t reads = 0;
    for (int i = at + 1; i < block->n && ir_atari_idle(block->a[i], local); i++)
        reads++;
    size_t all = tree_reads(f->rule->effect, local) + (f->rule->then ? tree_reads(f->rule->then, local) : 0) +
                 (f->rule->post ? tree_reads(f->rule->post, local) : 0);
    return reads && reads == all;
}

bool ir_atari_idle(const Ir *s, int local)
{
    const Ir *set = s->op == IR_OP_FOR || s->op == IR_OP_PUT ? s->a[0] : NULL;
    if (s->op == IR_OP_PUT && (set->op == IR_OP_MDIFF || set->op == IR_OP_MOR) && set->a[0]->op == IR_OP_GET &&
        set->a[0]->k == s->k && set->a[0]->n + 1 == s->n && (s->n == 1 || ir_equal(set->a[0]->a[0], s->a[1])))
        set = set->a[1];
    return set && set->op == IR_OP_LOCAL && set->k == local;
}

static bool search(Find *f, const Ir *block, int at)
{
    const Ir *let = block->a[at], *filter = filter_of(let->a[0]), *within, *target, *near;
    if (!filter || f->spoilt || f->atari->n == CALM_MOST || !read_right_behind(f, block, at) ||
        !is_asked_alike(f, filter, &within, &target, &near) ||
        (f->atari->n && f->atari->at[0].within->type.space != within->type.space))
        return false;
    for (size_t i = 0; i < f->way.n; i++)
        if (!way_stands(f, f->way.at[i]))
            return false;
    AtariCase *c = &f->atari->at[f->atari->n++];
    c->let = let;
    c->way = ARENA_ARRAY(f->arena, const Ir *, f->way.n + 1);
    for (c->nway = 0; (size_t)c->nway < f->way.n; c->nway++)
        c->way[c->nway] = f->way.at[c->nway];
    c->within = spelled(f, within);
    c->target = spelled(f, target);
    c->near = near;
    return true;
}

/* The first such search on each way; true if there was one. */
static bool in_statement(Find *f, const Ir *s)
{
    bool found = false;
    size_t puts = f->put.n;
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < s->n && !found; i++)
            if (s->a[i]->op == IR_OP_LET) {
                f->value[s->a[i]->k] = s->a[i]->a[0];
                found = search(f, s, i);
            } else {
                found = in_statement(f, s->a[i]);
            }
        break;
    case IR_OP_IF:
        for (int i = 1; i < s->n; i++) {
            vec_push(f->arena, &f->way, i == 1 ? s->a[0] : ir_op1(f->game, IR_OP_NOT, s->a[0]));
            f->put.n = puts;
            found = in_statement(f, s->a[i]) || found;
            f->way.n--;
        }
        f->put.n = puts;
        note_writes(f, s);
        break;
    default: note_writes(f, s);
    }
    return found;
}

const void *ir_find_atari_groups(Arena *arena, IrGame *game, int fn)
{
    const IrFn *rule = game->fn.at[fn];
    Find f = {.arena = arena, .game = game, .rule = rule};
    if (!game->atari || rule->nparam == 0 || !rule->effect)
        return NULL;
    f.value = ARENA_ARRAY(arena, Ir *, rule->local.n + 1);
    f.write = ir_fact_rule_writes(game, fn);
    f.atari = ARENA_ARRAY(arena, AtariGroups, 1);
    for (int i = 0; rule->header && i < rule->header->n; i++)
        if (rule->header->a[i]->op == IR_OP_LET)
            f.value[rule->header->a[i]->k] = rule->header->a[i]->a[0];
    if (!in_statement(&f, rule->effect) && rule->then)
        in_statement(&f, rule->then);
    return f.atari->n ? f.atari : NULL;
}
