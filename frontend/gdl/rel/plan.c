/* plan.c - in which order a body is matched: variable by variable, each one
 * from the literal that leaves it the fewest values, with all others that know it
 * as filters (a worst-case optimal join: Ngo, Porat, Re, Rudra, PODS 2012); tests
 * as soon as their variables are bound. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/gdl/rel/rel.h"

/* ---- how many values ------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static size_t distinct_rows(Rel *rel, const uint32_t *row, size_t nrow, uint32_t n, uint64_t columns)
{
    Arena *arena = arena_beside(rel->arena);
    uint64_t *key = ARENA_ARRAY(arena, uint64_t, nrow + 1);
    for (size_t i = 0; i < nrow; i++)
        for (uint32_t k = 0; k < n; k++)
            if (columns >> k & 1)
                key[i] = (key[i] ^ (row[i * n + k] + 1)) * 0x9e3779b97f4a7c15u, key[i] ^= key[i] >> 29;
    qsort(key, nrow, sizeof *key, by_number);
    size_t count = nrow > 0;
    for (size_t i = 1; i < nrow; i++)
        count += key[i] != key[i - 1];
    arena_free(arena);
    (void)rel;
    return count;
}

static double fanout(Rel *rel, const uint32_t *row, size_t nrow, uint32_t n, uint64_t known, uint32_t target)
{
    for (size_t i = 0; i < rel->fanout.n; i++) {
        const RelFanout *f = &rel->fanout.at[i];
        if (f->row == row && f->known == known && f->target == target)
            return f->value;
    }
    size_t groups = distinct_rows(rel, row, nrow, n, known);
    size_t members = distinct_rows(rel, row, nrow, n, known | UINT64_C(1) << target);
    double value = groups ? (double)members / (double)groups : 0;
    vec_push(rel->arena, &rel->fanout, ((RelFanout){row, known, target, value}));
    return value;
}

static double estimate(Rel *rel, const RelLiteral *l, uint64_t known, uint32_t target)
{
    if (l->kind == REL_TABLE) {
        const RelTable *t = &rel->table.at[l->of];
        return fanout(rel, t->row.at, t->row.n / t->n, t->n, known, target);
    }
    const RelForm *form = &rel->form.at[l->of];
    double size = rel_size(rel, form->class[target]);
    if (form->relation == GDL_TRUE) /* the start tells what states look like; what it lacks is rare */
        return form->ninit ? fanout(rel, form->init.at, form->ninit, form->n, known, target) : 0.7;
    return size < 2 ? 1.5 : 2.5 + size * 0.6; /* better late, with more known */
}

/* ---- steps --------------------------------------------------------------------------- */

typedef struct {
    Rel *rel;
    RelRule *rule;
    bool bound[REL_MOST_VARS + 56], *done;
} Plan;

uint64_t rel_known(const RelLiteral *literal, const bool *bound)
{
    uint64_t known = 0;
    for (uint32_t i = 0; i < literal->n && i < 64; i++)
        if (literal->arg[i].var < 0 || bound[literal->arg[i].var])
            known |= UINT64_C(1) << i;
    return known;
}

static bool all_known(const RelLiteral *l, const bool *bound)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (l->arg[i].var >= 0 && !bound[l->arg[i].var])
            return false;
    return true;
}

static bool is_choice(const Plan *p, const RelLiteral *l)
{
    return l->kind == REL_FORM && p->rel->form.at[l->of].relation == GDL_DOES;
}

/* Legal moves are a list, without levels. */
static bool is_listed(const Plan *p, const RelLiteral *l)
{
    return l->kind == REL_FORM && p->rel->form.at[l->of].relation == GDL_LEGAL;
}

static bool is_derived(const Plan *p, const RelLiteral *l)
{
    return l->kind == REL_FORM && p->rel->form.at[l->of].relation != GDL_TRUE && !is_choice(p, l);
}

/* What the form is asked with, for whoever decides how it is had. */
static void note_use(Plan *p, const RelLiteral *l, uint64_t known)
{
    RelForm *form = l->kind == REL_FORM ? &p->rel->form.at[l->of] : NULL;
    if (form && is_derived(p, l) && form->component != p->rel->form.at[p->rule->head].component) {
        form->uses &= known;
        form->asked = true;
    } else if (form) {
        form->asked = true;
    }
}

static void push(Plan *p, RelStep step)
{
    vec_push(p->rel->arena, &p->rule->step, step);
}

/* All variables of the literal at once. */
static void take_all(Plan *p, uint32_t literal, RelStepKind kind)
{
    const RelLiteral *l = &p->rule->body[literal];
    p->done[literal] = true;
    note_use(p, l, 0);
    push(p, (RelStep){.kind = kind, .literal = literal});
    for (uint32_t k = 0; k < l->n; k++)
        if (l->arg[k].var >= 0)
            p->bound[l->arg[k].var] = true;
}

static void add_choices(Plan *p)
{
    for (uint32_t i = 0; i < p->rule->n; i++) {
        const RelLiteral *l = &p->rule->body[i];
        if (p->done[i] || l->negated || !is_choice(p, l))
            continue;
        take_all(p, i, REL_TAKE);
    }
}

static void add_tests(Plan *p)
{
    for (int derived = 0; derived < 2; derived++)
        for (uint32_t i = 0; i < p->rule->n; i++) {
            const RelLiteral *l = &p->rule->body[i];
            if (p->done[i] || is_derived(p, l) != derived || !all_known(l, p->bound))
                continue;
            p->done[i] = true;
            note_use(p, l, rel_all(l->n));
            push(p, (RelStep){.kind = REL_TEST, .literal = i});
        }
}

/* The literal's only place of the variable, all others known; else its size. */
static uint32_t only_place(const RelLiteral *l, uint32_t var, const bool *bound)
{
    uint32_t place = l->n;
    for (uint32_t i = 0; i < l->n; i++) {
        if (l->arg[i].var < 0 || bound[l->arg[i].var])
            continue;
        if (l->arg[i].var != (int)var || place != l->n)
            return l->n;
        place = i;
    }
    return place;
}

static bool can_filter(const Plan *p, const RelLiteral *l, uint32_t var)
{
    if (is_derived(p, l) || is_choice(p, l) || only_place(l, var, p->bound) == l->n)
        return false;
    return l->kind != REL_DIFFER || (l->n == 2 && !l->negated);
}

static void bind(Plan *p, uint32_t var, uint32_t literal)
{
    RelStep step = {.kind = REL_BIND, .var = var, .n = 1, .use = {literal}};
    const RelLiteral *gen = &p->rule->body[literal];
    note_use(p, gen, rel_known(gen, p->bound));
    p->done[literal] = only_place(gen, var, p->bound) < gen->n;
    for (uint32_t i = 0; i < p->rule->n && step.n < 16; i++)
        if (!p->done[i] && i != literal && can_filter(p, &p->rule->body[i], var)) {
            note_use(p, &p->rule->body[i], 0);
            p->done[i] = true;
            step.use[step.n++] = i;
        }
    p->bound[var] = true;
    push(p, step);
}

static bool add_best(Plan *p)
{
    enum { MANY = 12 }; /* legal moves */
    double best = INFINITY;
    uint32_t var = 0, literal = 0;
    for (uint32_t i = 0; i < p->rule->n; i++) {
        const RelLiteral *l = &p->rule->body[i];
        if (p->done[i] || l->negated || l->kind == REL_DIFFER || is_choice(p, l))
            continue;
        uint64_t known = rel_known(l, p->bound);
        if (is_listed(p, l) && best > MANY) {
            best = MANY;
            literal = i;
        }
        for (uint32_t k = 0; k < l->n && !is_listed(p, l); k++) {
            if (known >> k & 1)
                continue;
            double n = estimate(p->rel, l, known, k);
            if (n < best) {
                best = n;
                var = (uint32_t)l->arg[k].var;
                literal = i;
            }
        }
    }
    if (isinf(best))
        return false;
    if (is_listed(p, &p->rule->body[literal]))
        take_all(p, literal, REL_LIST);
    else
        bind(p, var, literal);
    return true;
}

void rel_plan_rule(Rel *rel, RelRule *rule, uint64_t given)
{
    Plan p = {.rel = rel, .rule = rule, .done = ARENA_ARRAY(rel->arena, bool, rule->n + 1)};
    rule->step.n = 0;
    for (uint32_t i = 0; i < rel->form.at[rule->head].n; i++)
        if (given >> i & 1 && rule->arg[i].var >= 0)
            p.bound[rule->arg[i].var] = true;
    add_tests(&p);
    add_choices(&p);
    add_tests(&p);
    while (add_best(&p))
        add_tests(&p);
}

/* ---- levels -------------------------------------------------------------------------- */

/* Arguments in `first` change slowest. */
static RelLevel level_of(uint32_t n, uint64_t known, uint64_t first, uint32_t target)
{
    RelLevel level = {.known = known, .target = target, .field = -1, .rows = 1};
    for (int later = 0; later < 2; later++)
        for (uint32_t i = 0; i < n; i++)
            if (known >> i & 1 && (first >> i & 1) == !later)
                level.order[level.norder++] = i;
    return level;
}

RelLevel *rel_form_level(Rel *rel, RelForm *form, uint64_t known, uint32_t target)
{
    for (size_t i = 0; i < form->level.n; i++)
        if (form->level.at[i].known == known && form->level.at[i].target == target)
            return &form->level.at[i];
    uint64_t key = form->mode == REL_KEYED ? form->key : 0;
    RelLevel level = level_of(form->n, known, key, target);
    if (form->single) /* rows are told apart by what is no key */
        level = level_of(form->n, known & ~key, 0, target), level.known = known;
    for (uint32_t i = 0; i < level.norder; i++)
        level.rows *= rel_size(rel, form->class[level.order[i]]);
    vec_push(rel->arena, &form->level, level);
    return &form->level.at[form->level.n - 1];
}

RelLevel *rel_table_level(Rel *rel, RelTable *table, uint64_t known, uint32_t target)
{
    for (size_t i = 0; i < table->level.n; i++)
        if (table->level.at[i].known == known && table->level.at[i].target == target)
            return &table->level.at[i];
    RelLevel level = level_of(table->n, known, 0, target);
    for (uint32_t i = 0; i < level.norder; i++)
        level.rows *= rel_size(rel, table->class[level.order[i]]);
    vec_push(rel->arena, &table->level, level);
    return &table->level.at[table->level.n - 1];
}
