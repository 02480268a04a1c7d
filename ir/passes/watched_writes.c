/* watched_writes.c - the sites that a move writes to, and which values it may leave there. */
#include "ir/passes/watched_writes.h"

#include "ir/analysis/facts.h"
#include "ir/core/tree.h"
#include "ir/fold/fold.h"

/* A name that was given the value of a table for a site of which the value was known. */
typedef struct {
    int local;
    int64_t value;
} Known;

typedef struct {
    const IrGame *game;
    int field;
    const bool *read;
    MoveWrites *m;
    bool cautious; /* of writes under conditions of the header nothing is taken as known */
    bool late;     /* the field has been written to */
    VEC(int) stale; /* names of values that were found since then */
    VEC(int) full;  /* names of values that are not 0, where conditions say so */
    VEC(Known) known;
} Writes;

const Ir *watched_let(const Ir *e, int k)
{
    if ((e->op == IR_OP_LET || e->op == IR_OP_LETX) && e->k == k)
        return e->a[0];
    const Ir *found = NULL;
    for (int i = 0; i < e->n && !found; i++)
        found = watched_let(e->a[i], k);
    return found;
}

/* --- values --- */

static bool add_value(const IrGame *game, int space, int64_t v, bool *value)
{
    if (v >= game->space.at[space].size)
        return false;
    if (v >= 0)
        value[v] = true;
    return true;
}

bool watched_known_values(const IrGame *game, const Ir *e, int space, bool *value)
{
    if (e->op == IR_OP_SELECT)
        return watched_known_values(game, e->a[1], space, value) && watched_known_values(game, e->a[2], space, value);
    if (e->op == IR_OP_INT)
        return add_value(game, space, e->k, value);
    if (e->op != IR_OP_TAB)
        return false;
    const IrTable *t = &game->table.at[e->k];
    bool known = t->elem.kind == IR_INT && !t->rows && e->n == t->ndim;
    for (size_t i = 0; known && i < t->n; i++)
        known = add_value(game, space, t->value[i], value);
    return known;
}

/* What a name of the rule stands for. */
static const Ir *resolved(const Writes *w, const Ir *e)
{
    const IrFn *rule = w->m->before;
    const Ir *value = e->op == IR_OP_LOCAL ? watched_let(rule->header, (int)e->k) : NULL;
    if (!value && e->op == IR_OP_LOCAL)
        value = watched_let(rule->effect, (int)e->k);
    return value ? resolved(w, value) : e;
}

bool watched_names(const Ir *e)
{
    bool names = e->op == IR_OP_LOCAL || ir_gives_local(e);
    for (int i = 0; i < e->n && !names; i++)
        names = watched_names(e->a[i]);
    return names;
}

/* Values of sites in the set, as a set found in the old state; NULL: any. */
static Ir *values_in(const Writes *w, const Ir *set)
{
    IrGame *game = (IrGame *)w->game;
    if (set->op == IR_OP_MAND || set->op == IR_OP_MDIFF) {
        Ir *a = values_in(w, set->a[0]), *b = set->op == IR_OP_MAND ? values_in(w, set->a[1]) : NULL;
        return a && b ? ir_op2(game, IR_OP_MAND, a, b) : a ? a : b;
    }
    if (set->k != w->field || (set->op != IR_OP_WHERE && set->op != IR_OP_WHEREIN) || watched_names(set->a[0]))
        return NULL;
    return set->op == IR_OP_WHEREIN ? ir_copy(game, set->a[0]) : ir_k1(game, IR_OP_BITOF, game->field.at[w->field].elem.space, ir_copy(game, set->a[0]));
}

/* May the value be in the set, whatever the state? */
static bool may_hold(const IrGame *game, const Ir *values, int v)
{
    uint64_t words[64] = {0};
    if (ir_words(game, values->type.space) <= 64 && tree_mask_value(game, values, -1, 0, words))
        return ir_mask_has(words, v);
    if (values->op == IR_OP_MAND)
        return may_hold(game, values->a[0], v) && may_hold(game, values->a[1], v);
    if (values->op != IR_OP_TAB)
        return true;
    const IrTable *t = &game->table.at[values->k];
    const size_t n = (size_t)ir_words(game, t->elem.space);
    for (size_t i = 0; i < t->n; i++)
        if (ir_mask_has(&t->word[i * n], v))
            return true;
    return false;
}

/* Pieces that stood at a parameter. */
static bool values_of_site(const Writes *w, const Ir *get, bool *value)
{
    const Ir *header = w->m->before->header;
    Ir *values = NULL;
    for (int i = 0; i < header->n && get->a[0]->op == IR_OP_LOCAL; i++)
        if (header->a[i]->op == IR_OP_PARAM && header->a[i]->k == get->a[0]->k && header->a[i]->n == 1 && header->a[i]->a[0]->type.kind == IR_MASK)
            values = values_in(w, header->a[i]->a[0]);
    if (!values)
        return false;
    for (int v = 0; v < w->game->space.at[w->game->field.at[w->field].elem.space].size; v++)
        value[v] = value[v] || may_hold(w->game, values, v);
    vec_push(w->game->arena, &w->m->more, values);
    return true;
}

/* --- writes --- */

/* Is it found in the header, without the state? */
static bool of_header(const Writes *w, const Ir *e)
{
    const IrFn *rule = w->m->before;
    if (e->op == IR_OP_LOCAL)
        return e->k < rule->nparam || watched_let(rule->header, (int)e->k);
    if (ir_gives_local(e) || tree_reads_state(e))
        return false;
    for (int i = 0; i < e->n; i++)
        if (!of_header(w, e->a[i]))
            return false;
    return true;
}

static WriteSite *site_of(const Writes *w, const Ir *at)
{
    MoveWrites *m = w->m;
    const Ir *value = of_header(w, at) ? at : resolved(w, at);
    if (!of_header(w, value))
        return NULL;
    for (size_t i = 0; i < m->site.n; i++)
        if (ir_equal(m->site.at[i].at, value))
            return &m->site.at[i];
    vec_push(w->game->arena, &m->site, ((WriteSite){.at = value}));
    return &m->site.at[m->site.n - 1];
}

static bool has_name(const int *name, size_t n, const Ir *e)
{
    for (size_t i = 0; i < n && e->op == IR_OP_LOCAL; i++)
        if (name[i] == e->k)
            return true;
    return false;
}

static bool reads_field(const Ir *e, int field)
{
    bool reads = ir_reads_field(e) && e->k == field;
    for (int i = 0; i < e->n && !reads; i++)
        reads = reads_field(e->a[i], field);
    return reads;
}

static const WriteSite *written_site(const Writes *w, const Ir *at)
{
    const Ir *value = resolved(w, at);
    for (size_t i = 0; i < w->m->site.n; i++)
        if (ir_equal(w->m->site.at[i].at, at) || ir_equal(w->m->site.at[i].at, value))
            return &w->m->site.at[i];
    return NULL;
}

/* A value that is found after a write may not be the one of the old state. */
static void note_name(Writes *w, const Ir *let)
{
    const Ir *tab = let->a[0], *get = tab->op == IR_OP_TAB && tab->n == 1 ? tab->a[0] : NULL;
    const IrTable *t = get ? &w->game->table.at[tab->k] : NULL;
    const WriteSite *site = get && get->op == IR_OP_GET && get->k == w->field && get->n == 1 ? written_site(w, get->a[0]) : NULL;
    if (let->op == IR_OP_LET && site && site->known && t->elem.kind == IR_INT && !t->rows && t->ndim == 1 && (size_t)site->known <= t->n)
        vec_push(w->game->arena, &w->known, ((Known){(int)let->k, t->value[site->known - 1]}));
    if (w->late && reads_field(let->a[0], w->field))
        vec_push(w->game->arena, &w->stale, (int)let->k);
}

static bool is_stale(const Writes *w, const Ir *e)
{
    if (e->op != IR_OP_LOCAL)
        return w->late && reads_field(e, w->field);
    if (has_name(w->stale.at, w->stale.n, e))
        return true;
    const Ir *value = watched_let(w->m->before->effect, (int)e->k);
    return value && value->op == IR_OP_LOCAL && is_stale(w, value);
}

static bool put_values(Writes *w, const Ir *s, bool *found, bool *before)
{
    const int space = w->game->field.at[w->field].elem.space;
    const Ir *value = resolved(w, s->a[0]);
    for (size_t i = 0; i < w->known.n; i++)
        if (s->a[0]->op == IR_OP_LOCAL && w->known.at[i].local == s->a[0]->k)
            return add_value(w->game, space, w->known.at[i].value, found);
    *before = value->op == IR_OP_GET && value->k == w->field && value->n == 1;
    return *before ? !is_stale(w, s->a[0]) && values_of_site(w, value, found) : watched_known_values(w->game, value, space, found);
}

static bool put(Writes *w, const Ir *s)
{
    const IrGame *game = w->game;
    const int n = game->space.at[game->field.at[w->field].elem.space].size;
    const IrField *f = &game->field.at[s->k];
    if (!w->read[s->k] || !f->array || f->dim.space != game->field.at[w->field].dim.space)
        return true;
    WriteSite *site = s->n > 1 ? site_of(w, s->a[1]) : NULL;
    if (!site)
        return false;
    if (s->k != w->field) {
        site->taken = site->taken || !site->vacated;
        return true;
    }
    bool *found = ARENA_ARRAY(game->arena, bool, n + 1), before = false, other = false;
    if (!put_values(w, s, found, &before))
        return false;
    int values = 0, last = 0;
    w->late = true;
    found[0] = found[0] && !has_name(w->full.at, w->full.n, s->a[0]);
    for (int v = 0; v < n; v++) {
        other = other || (v && found[v]);
        w->m->taken[v] = w->m->taken[v] || (v && found[v] && !before);
        w->m->asked[v] = w->m->asked[v] || (v && found[v]);
        values += found[v];
        last = found[v] ? v : last;
    }
    for (size_t i = 0; i < w->m->site.n; i++) /* two expressions may be one site */
        w->m->site.at[i].known = 0;
    site->vacated = found[0];
    site->taken = other;
    site->known = values == 1 ? last + 1 : 0;
    return true;
}

static bool statement(Writes *w, const Ir *s);

/* Where the condition holds, a site has the value that it is compared with, or a value is not 0. */
static void learn(Writes *w, const Ir *c)
{
    const bool number = c->n == 2 && c->a[0]->op == IR_OP_LOCAL && c->a[1]->op == IR_OP_INT;
    if (number && ((c->op == IR_OP_GT && c->a[1]->k >= 0) || (c->op == IR_OP_GE && c->a[1]->k >= 1) || (c->op == IR_OP_NE && c->a[1]->k == 0)))
        vec_push(w->game->arena, &w->full, (int)c->a[0]->k);
    const bool told = c->op == IR_OP_EQ && c->a[0]->op == IR_OP_GET && c->a[0]->k == w->field && c->a[0]->n == 1 && c->a[1]->op == IR_OP_INT;
    WriteSite *site = told ? site_of(w, c->a[0]->a[0]) : NULL;
    const bool written = site && (site->vacated || site->taken);
    if (site)
        *site = (WriteSite){.at = site->at, .vacated = written && c->a[1]->k == 0, .taken = written && c->a[1]->k != 0, .known = (int)c->a[1]->k + 1};
}

typedef struct {
    MoveWrites m;
    bool *taken, *asked;
    WriteSite *site;
} Before;

static Before remember(const Writes *w)
{
    Arena *arena = w->game->arena;
    const MoveWrites *m = w->m;
    const size_t n = (size_t)w->game->space.at[w->game->field.at[w->field].elem.space].size * sizeof *m->taken;
    return (Before){*m, arena_copy(arena, m->taken, n), arena_copy(arena, m->asked, n), m->site.n ? arena_copy(arena, m->site.at, m->site.n * sizeof *m->site.at) : NULL};
}

static void put_back(const Writes *w, const Before *b)
{
    MoveWrites *m = w->m;
    m->site.n = b->m.site.n;
    m->more.n = b->m.more.n;
    m->never.n = b->m.never.n;
    m->taken = b->taken;
    m->asked = b->asked;
    for (size_t i = 0; i < m->site.n; i++)
        m->site.at[i] = b->site[i];
}

/* What is not understood makes the condition one under which nothing is known. */
static bool guarded(Writes *w, const Ir *s, int branch)
{
    MoveWrites *m = w->m;
    const Before before = remember(w);
    if (s->n <= branch)
        return true;
    const size_t full = w->full.n;
    if (branch == 1)
        learn(w, s->a[0]);
    const bool understood = statement(w, s->a[branch]);
    w->full.n = full;
    if (understood && !(w->cautious && m->site.n > before.m.site.n && of_header(w, s->a[0])))
        return true;
    if (!of_header(w, s->a[0]))
        return false;
    put_back(w, &before);
    vec_push(w->game->arena, &m->never, branch == 1 ? s->a[0] : ir_op1((IrGame *)w->game, IR_OP_NOT, ir_copy((IrGame *)w->game, s->a[0])));
    return true;
}

/* Each branch begins with what is known before; afterwards a site may be left as either of them does. */
static bool either(Writes *w, const Ir *s)
{
    MoveWrites *m = w->m;
    const Before start = remember(w);
    const size_t n = m->site.n;
    if (!guarded(w, s, 1))
        return false;
    const size_t found = m->site.n;
    WriteSite *after = found ? arena_copy(w->game->arena, m->site.at, found * sizeof *after) : NULL;
    for (size_t i = 0; i < found; i++)
        m->site.at[i] = i < n ? start.site[i] : (WriteSite){.at = m->site.at[i].at};
    if (!guarded(w, s, 2))
        return false;
    for (size_t i = 0; i < found; i++) {
        m->site.at[i].vacated |= after[i].vacated;
        m->site.at[i].taken |= after[i].taken;
        m->site.at[i].known = m->site.at[i].known == after[i].known ? after[i].known : 0;
    }
    return true;
}

static bool statement(Writes *w, const Ir *s)
{
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < s->n; i++)
            if (!statement(w, s->a[i]))
                return false;
        return true;
    case IR_OP_LET:
    case IR_OP_VAR:
    case IR_OP_SET: note_name(w, s); return true;
    case IR_OP_PUT: return put(w, s);
    case IR_OP_IF: return either(w, s);
    case IR_OP_FOR:
    case IR_OP_RANGE: {
        bool *written = ARENA_ARRAY(w->game->arena, bool, w->game->field.n + 1);
        ir_note_writes(w->game->arena, w->game, s->a[s->n - 1], written);
        for (size_t i = 0; i < w->game->field.n; i++)
            if (written[i] && w->read[i] && w->game->field.at[i].array)
                return false;
        return !tree_does(s, IR_CALLS);
    }
    default: return false;
    }
}

static bool vacates_one(const MoveWrites *m)
{
    size_t n = 0;
    for (size_t i = 0; i < m->site.n; i++)
        n += m->site.at[i].vacated;
    return n <= 1;
}

bool watched_writes(const IrGame *game, int field, const bool *read, MoveWrites *m)
{
    const int n = game->space.at[game->field.at[field].elem.space].size;
    const IrFn *rule = m->before;
    for (int cautious = 0; cautious < 2; cautious++) {
        *m = (MoveWrites){.rule = m->rule, .before = rule, .taken = ARENA_ARRAY(game->arena, bool, n + 1), .asked = ARENA_ARRAY(game->arena, bool, n + 1)};
        Writes w = {.game = game, .field = field, .read = read, .m = m, .cautious = cautious};
        if (!statement(&w, rule->effect) || (rule->then && !statement(&w, rule->then)))
            return false;
        if (vacates_one(m))
            return true;
    }
    return false;
}
