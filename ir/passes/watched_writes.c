/* watched_writes.c - the sites that a move writes to, and which values it may leave there. */
#include "ir/passes/watched_writes.h"

#include "ir/core/tree.h"
#include "ir/fold/fold.h"

typedef struct {
    const IrGame *game;
    int field;
    const bool *read;
    MoveWrites *m;
    bool cautious; /* of writes under conditions of the header nothing is taken as known */
} Writes;

const Ir *writes_let(const Ir *e, int k)
{
    if ((e->op == IR_OP_LET || e->op == IR_OP_LETX) && e->k == k)
        return e->a[0];
    const Ir *found = NULL;
    for (int i = 0; i < e->n && !found; i++)
        found = writes_let(e->a[i], k);
    return found;
}

void writes_fields(const IrFn *rule, bool *field)
{
    const Ir *part[] = {rule->effect, rule->then};
    for (int i = 0; i < 2 && part[i]; i++)
        for (int j = 0; j < part[i]->n; j++) {
            const IrFn inner = {.effect = part[i]->a[j]};
            writes_fields(&inner, field);
        }
    if (part[0] && part[0]->op == IR_OP_PUT)
        field[part[0]->k] = true;
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

bool writes_values(const IrGame *game, const Ir *e, bool *value)
{
    const int space = e->type.space;
    if (e->op == IR_OP_SELECT)
        return writes_values(game, e->a[1], value) && writes_values(game, e->a[2], value);
    if (e->op == IR_OP_INT) {
        value[e->k] = true;
        return true;
    }
    if (e->op != IR_OP_TAB || space < 0)
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
    const IrFn *rule = w->m->rule;
    const Ir *value = e->op == IR_OP_LOCAL ? writes_let(rule->header, (int)e->k) : NULL;
    if (!value && e->op == IR_OP_LOCAL)
        value = writes_let(rule->effect, (int)e->k);
    return value ? resolved(w, value) : e;
}

static bool has_names(const Ir *e)
{
    bool names = e->op == IR_OP_LOCAL || ir_gives_local(e);
    for (int i = 0; i < e->n && !names; i++)
        names = has_names(e->a[i]);
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
    if (set->k != w->field || (set->op != IR_OP_WHERE && set->op != IR_OP_WHEREIN) || has_names(set->a[0]))
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
    const Ir *header = w->m->rule->header;
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
    const IrFn *rule = w->m->rule;
    if (e->op == IR_OP_LOCAL)
        return e->k < rule->nparam || writes_let(rule->header, (int)e->k);
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

static bool put(const Writes *w, const Ir *s, bool sure)
{
    const IrGame *game = w->game;
    const int space = game->field.at[w->field].elem.space, n = game->space.at[space].size;
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
    const Ir *value = resolved(w, s->a[0]);
    bool *found = ARENA_ARRAY(game->arena, bool, n + 1), other = false;
    const bool before = value->op == IR_OP_GET && value->k == w->field && value->n == 1;
    if (value->op == IR_OP_INT && value->k >= n)
        return false;
    if (!(before ? values_of_site(w, value, found) : writes_values(game, value, found)))
        return false;
    for (int v = 1; v < n; v++) {
        other = other || found[v];
        w->m->taken[v] = w->m->taken[v] || (found[v] && !before);
        w->m->asked[v] = w->m->asked[v] || found[v];
    }
    site->vacated = found[0] || (!sure && site->vacated);
    site->taken = other || (!sure && site->taken);
    return true;
}

static bool statement(const Writes *w, const Ir *s, bool sure);

/* What is not understood makes the condition one under which nothing is known. */
static bool guarded(const Writes *w, const Ir *s, int branch)
{
    IrGame *game = (IrGame *)w->game;
    MoveWrites *m = w->m, before = *m;
    const size_t n = (size_t)game->space.at[game->field.at[w->field].elem.space].size * sizeof *m->taken;
    bool *taken = arena_copy(game->arena, m->taken, n), *asked = arena_copy(game->arena, m->asked, n);
    WriteSite *sites = m->site.n ? arena_copy(game->arena, m->site.at, m->site.n * sizeof *sites) : NULL;
    if (s->n <= branch || (statement(w, s->a[branch], false) && !(w->cautious && m->site.n > before.site.n && of_header(w, s->a[0]))))
        return true;
    if (!of_header(w, s->a[0]))
        return false;
    m->site.n = before.site.n;
    m->more.n = before.more.n;
    m->never.n = before.never.n;
    m->taken = taken;
    m->asked = asked;
    for (size_t i = 0; i < m->site.n; i++)
        m->site.at[i] = sites[i];
    const Ir *c = branch == 1 ? s->a[0] : ir_op1(game, IR_OP_NOT, ir_copy(game, s->a[0]));
    vec_push(game->arena, &m->never, c);
    return true;
}

static bool statement(const Writes *w, const Ir *s, bool sure)
{
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < s->n; i++)
            if (!statement(w, s->a[i], sure))
                return false;
        return true;
    case IR_OP_LET:
    case IR_OP_VAR:
    case IR_OP_SET: return true;
    case IR_OP_PUT: return put(w, s, sure);
    case IR_OP_IF: return guarded(w, s, 1) && guarded(w, s, 2);
    case IR_OP_FOR:
    case IR_OP_RANGE: {
        bool *written = ARENA_ARRAY(w->game->arena, bool, w->game->field.n + 1);
        const IrFn inner = {.effect = s->a[s->n - 1]};
        writes_fields(&inner, written);
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

bool writes_of(const IrGame *game, int field, const bool *read, MoveWrites *m)
{
    const int n = game->space.at[game->field.at[field].elem.space].size;
    const IrFn *rule = m->rule;
    for (int cautious = 0; cautious < 2; cautious++) {
        *m = (MoveWrites){.rule = m->rule, .taken = ARENA_ARRAY(game->arena, bool, n + 1), .asked = ARENA_ARRAY(game->arena, bool, n + 1)};
        const Writes w = {game, field, read, m, cautious};
        if (!statement(&w, rule->effect, true) || (rule->then && !statement(&w, rule->then, true)))
            return false;
        if (vacates_one(m))
            return true;
    }
    return false;
}
