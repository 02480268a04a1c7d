/* mode.c - how the tuples of each form are had: computed whole, only for the
 * arguments with which they are asked, or asked one by one.  Those who ask are
 * planned first, as their plans say with what they ask. */
#include "frontend/gdl/rel/rel.h"

enum { MOST_BITS = 1 << 26, SMALL_BITS = 1 << 16, MOST_ROWS = 1 << 20, MOST_KEYS = 1 << 30 };

uint64_t rel_all(uint32_t n) { return n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX; }

static bool derived(const Rel *rel, const RelLiteral *l)
{
    return l->kind == REL_FORM && rel->form.at[l->of].relation != GDL_TRUE && rel->form.at[l->of].relation != GDL_DOES;
}

/* ---- components (Tarjan) ----------------------------------------------------------- */

typedef struct {
    Rel *rel;
    uint32_t *number, *low, count;
    bool *open;
    VEC(uint32_t) stack;
} Components;

static void visit(Components *c, uint32_t f)
{
    Rel *rel = c->rel;
    RelForm *form = &rel->form.at[f];
    c->number[f] = c->low[f] = ++c->count;
    c->open[f] = true;
    size_t bottom = c->stack.n;
    vec_push(rel->arena, &c->stack, f);
    for (size_t i = 0; i < form->rule.n; i++) {
        const RelRule *rule = &rel->rule.at[form->rule.at[i]];
        for (uint32_t k = 0; k < rule->n; k++) {
            uint32_t to = rule->body[k].of;
            if (!derived(rel, &rule->body[k]))
                continue;
            if (!c->number[to])
                visit(c, to);
            if (c->open[to] && c->low[to] < c->low[f])
                c->low[f] = c->low[to];
        }
    }
    if (c->low[f] != c->number[f])
        return;
    for (size_t i = bottom; i < c->stack.n; i++) {
        c->open[c->stack.at[i]] = false;
        rel->form.at[c->stack.at[i]].component = rel->ncomponent;
        rel->form.at[c->stack.at[i]].alone = c->stack.n - bottom == 1;
    }
    c->stack.n = bottom;
    rel->ncomponent++;
}

static void find_recursion(Rel *rel)
{
    for (size_t i = 0; i < rel->rule.n; i++) {
        RelRule *rule = &rel->rule.at[i];
        RelForm *head = &rel->form.at[rule->head];
        for (uint32_t k = 0; k < rule->n; k++) {
            if (!derived(rel, &rule->body[k]) || rel->form.at[rule->body[k].of].component != head->component)
                continue;
            rule->recursive = head->recursive = true;
            if (head->relation == GDL_LEGAL && !rel->failed)
                rel->failed = !session_unsupported(rel->session, rule->at, "legal moves that depend on themselves");
            if (rule->body[k].negated && !rel->failed)
                rel->failed = !session_unsupported(rel->session, rule->at, "a relation that depends on its own negation");
        }
    }
}

static void components(Rel *rel)
{
    size_t n = rel->form.n;
    Components c = {.rel = rel, .number = ARENA_ARRAY(rel->arena, uint32_t, n + 1),
                    .low = ARENA_ARRAY(rel->arena, uint32_t, n + 1), .open = ARENA_ARRAY(rel->arena, bool, n + 1)};
    for (uint32_t f = 0; f < n; f++)
        if (!c.number[f])
            visit(&c, f);
    find_recursion(rel);
}

/* ---- modes ------------------------------------------------------------------------------ */

/* Arguments that every recursive literal hands on as they are. */
static uint64_t handed_on(const Rel *rel, const RelForm *form)
{
    uint64_t same = rel_all(form->n);
    for (size_t i = 0; i < form->rule.n; i++) {
        const RelRule *rule = &rel->rule.at[form->rule.at[i]];
        for (uint32_t k = 0; k < rule->n && rule->recursive; k++) {
            const RelLiteral *l = &rule->body[k];
            if (!derived(rel, l) || rel->form.at[l->of].component != form->component)
                continue;
            for (uint32_t a = 0; a < form->n; a++)
                if (l->arg[a].var != rule->arg[a].var || (l->arg[a].var < 0 && l->arg[a].member != rule->arg[a].member))
                    same &= ~(UINT64_C(1) << a);
        }
    }
    return same;
}

/* Combinations of these arguments. */
static double combinations(const Rel *rel, const RelForm *form, uint64_t which)
{
    double n = 1;
    for (uint32_t i = 0; i < form->n; i++)
        n *= which >> i & 1 ? rel_size(rel, form->class[i]) : 1;
    return n;
}

static double tuples(const Rel *rel, const RelForm *form) { return combinations(rel, form, rel_all(form->n)); }

static bool is_root(const RelForm *form)
{
    return form->relation == GDL_TRUE || form->relation == GDL_LEGAL || form->relation == GDL_GOAL ||
           form->relation == GDL_TERMINAL;
}

static void choose_mode(Rel *rel, RelForm *form)
{
    form->mode = form->relation == GDL_TRUE ? REL_STATE : REL_WHOLE;
    if (is_root(form) || !form->n || !form->alone)
        return;
    uint64_t all = rel_all(form->n);
    form->key = form->uses & all & (form->recursive ? handed_on(rel, form) : all);
    if (form->recursive && form->key == all)
        form->key &= ~(UINT64_C(1) << (form->n - 1));
    if (form->key == all)
        form->mode = REL_ASKED;
    else if (form->key)
        form->mode = REL_KEYED;
}

static void plan_form(Rel *rel, RelForm *form)
{
    if (form->relation == GDL_DOES || (!is_root(form) && !form->asked && form->alone))
        return;
    form->planned = true;
    choose_mode(rel, form);
    uint64_t given = form->mode == REL_KEYED || form->mode == REL_ASKED ? form->key : 0;
    for (size_t i = 0; i < form->rule.n; i++)
        rel_plan_rule(rel, &rel->rule.at[form->rule.at[i]], given);
}

static void need(Rel *rel, RelForm *form, uint32_t whole)
{
    for (size_t i = 0; i < form->needs.n; i++)
        if (form->needs.at[i] == whole)
            return;
    vec_push(rel->arena, &form->needs, whole);
}

/* A form that is asked one by one, and asks nothing that would have to be kept, is
 * a function. */
static void find_pure(Rel *rel, RelForm *form)
{
    bool pure = form->mode == REL_ASKED;
    for (size_t i = 0; i < form->rule.n && pure; i++) {
        const RelRule *rule = &rel->rule.at[form->rule.at[i]];
        for (uint32_t k = 0; k < rule->n; k++) {
            const RelForm *of = rule->body[k].kind == REL_FORM ? &rel->form.at[rule->body[k].of] : NULL;
            pure = pure && (!of || (of->mode != REL_KEYED && of->mode != REL_ASKED));
            if (of && of->mode == REL_WHOLE)
                need(rel, form, rule->body[k].of);
            for (size_t j = 0; of && of->mode == REL_PURE && j < of->needs.n; j++)
                need(rel, form, of->needs.at[j]);
        }
    }
    if (pure)
        form->mode = REL_PURE;
    else if (form->mode == REL_ASKED && tuples(rel, form) <= SMALL_BITS)
        form->mode = REL_KEYED;
    bool kept = form->mode == REL_STATE || form->mode == REL_WHOLE || form->mode == REL_KEYED;
    if (form->mode == REL_KEYED && tuples(rel, form) > MOST_BITS) {
        form->single = true;
        form->anew = combinations(rel, form, form->key) > MOST_KEYS;
        kept = combinations(rel, form, ~form->key) > MOST_BITS;
    }
    if (kept && form->planned && form->relation != GDL_LEGAL && tuples(rel, form) > MOST_BITS && !rel->failed)
        rel->failed = !session_unsupported(rel->session, rel->program->relation.at[form->relation].at,
                                           "the relation `%s`, which is too large",
                                           rel->program->relation.at[form->relation].name);
}

static void bind_args(const RelArg *arg, uint32_t n, uint64_t which, bool *bound)
{
    for (uint32_t i = 0; i < n; i++)
        if (which >> i & 1 && arg[i].var >= 0)
            bound[arg[i].var] = true;
}

static void step_levels(Rel *rel, const RelRule *rule, const RelStep *step, const bool *bound)
{
    const RelLiteral *asked = &rule->body[step->literal];
    if (step->kind == REL_TEST && asked->kind == REL_TABLE)
        rel_table_level(rel, &rel->table.at[asked->of], rel_all(asked->n - 1), asked->n - 1);
    for (uint32_t u = 0; step->kind == REL_BIND && u < step->n; u++) {
        const RelLiteral *l = &rule->body[step->use[u]];
        uint32_t place = 0;
        while (l->arg[place].var != (int)step->var)
            place++;
        if (l->kind == REL_TABLE)
            rel_table_level(rel, &rel->table.at[l->of], rel_known(l, bound), place);
        else if (l->kind == REL_FORM)
            rel_form_level(rel, &rel->form.at[l->of], rel_known(l, bound), place);
    }
}

/* Levels that the plans read. */
static void find_levels(Rel *rel)
{
    for (size_t i = 0; i < rel->rule.n; i++) {
        const RelRule *rule = &rel->rule.at[i];
        bool bound[REL_MOST_VARS + 56] = {0};
        const RelForm *head = &rel->form.at[rule->head];
        bool all = head->mode == REL_ASKED || head->mode == REL_PURE;
        bind_args(rule->arg, head->n, all ? rel_all(head->n) : head->mode == REL_KEYED ? head->key : 0, bound);
        for (size_t s = 0; s < rule->step.n; s++) {
            const RelStep *step = &rule->step.at[s];
            step_levels(rel, rule, step, bound);
            if (step->kind == REL_TAKE || step->kind == REL_LIST)
                bind_args(rule->body[step->literal].arg, rule->body[step->literal].n, UINT64_MAX, bound);
            else if (step->kind == REL_BIND)
                bound[step->var] = true;
        }
    }
}

/* A form that is kept has a level that tells all. */
static void full_levels(Rel *rel)
{
    for (size_t f = 0; f < rel->form.n; f++) {
        RelForm *form = &rel->form.at[f];
        bool whole = false;
        for (size_t i = 0; i < form->level.n; i++)
            whole = whole || (form->level.at[i].known | UINT64_C(1) << form->level.at[i].target) == rel_all(form->n);
        if (!form->n || whole || !form->planned || form->relation == GDL_LEGAL || form->mode == REL_PURE ||
            form->mode == REL_ASKED)
            continue;
        uint32_t target = form->n - 1;
        while (form->mode == REL_KEYED && target && form->key >> target & 1)
            target--;
        if (form->mode == REL_KEYED && form->key >> target & 1)
            target = form->n - 1;
        rel_form_level(rel, form, rel_all(form->n) & ~(UINT64_C(1) << target), target);
    }
}

/* What has very many rows for all keys is kept for one. */
static void spare_rows(const Rel *rel, RelForm *form)
{
    bool many = false;
    for (size_t i = 0; i < form->level.n; i++)
        many = many || form->level.at[i].rows > MOST_ROWS;
    if (many && form->mode == REL_KEYED && !form->single)
        rel_keep_one(rel, form);
}

static void check_rows(Rel *rel, const RelLevel *level, size_t n)
{
    for (size_t i = 0; i < n && !rel->failed; i++)
        if (level[i].rows > MOST_ROWS)
            rel->failed = !session_unsupported(rel->session, (Span){0, 0}, "a relation with an index of %zu rows", level[i].rows);
}

void rel_modes(Rel *rel)
{
    components(rel);
    for (size_t f = 0; f < rel->form.n; f++)
        if (rel->form.at[f].relation == GDL_DOES)
            rel->form.at[f].mode = REL_CHOICE;
    for (uint32_t c = rel->ncomponent; c-- > 0 && !rel->failed;) /* first the facts, whom nobody asks to be made */
        for (size_t f = 0; f < rel->form.n; f++)
            if (rel->form.at[f].component == c && rel->form.at[f].relation == GDL_TRUE)
                plan_form(rel, &rel->form.at[f]);
    for (uint32_t c = rel->ncomponent; c-- > 0 && !rel->failed;)
        for (size_t f = 0; f < rel->form.n; f++)
            if (rel->form.at[f].component == c && rel->form.at[f].relation != GDL_TRUE)
                plan_form(rel, &rel->form.at[f]);
    for (uint32_t c = 0; c < rel->ncomponent && !rel->failed; c++)
        for (size_t f = 0; f < rel->form.n; f++)
            if (rel->form.at[f].component == c)
                find_pure(rel, &rel->form.at[f]);
    if (rel->failed)
        return;
    find_levels(rel);
    full_levels(rel);
    for (size_t f = 0; f < rel->form.n; f++) {
        spare_rows(rel, &rel->form.at[f]);
        check_rows(rel, rel->form.at[f].level.at, rel->form.at[f].level.n);
    }
    for (size_t t = 0; t < rel->table.n; t++)
        check_rows(rel, rel->table.at[t].level.at, rel->table.at[t].level.n);
}
