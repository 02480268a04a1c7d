/* demand.c - relations that are too large to be known whole are worked out only
 * for the arguments with which they are asked: "magic sets" (Bancilhon, Maier,
 * Sagiv, Ullman, PODS 1986).
 *
 * For a relation r and the arguments known wherever it is asked there is a
 * relation `asked~r`, which holds for what could be asked.  It becomes a condition
 * of r's rules, and each condition about r in some rule becomes a rule for it: what
 * stands before that condition could hold.  Being a domain, it leaves no trace in
 * the net. */
#include "frontend/gdl/ground/demand.h"

enum { MOST_VARS = 256 };

typedef struct {
    GdlProgram *program;
    Arena *arena;
    bool *large;     /* by relation: held back */
    uint64_t *known; /* by relation: bits of the arguments that are always known */
    uint32_t *asked; /* by relation: its `asked~` relation */
    bool *bound;     /* by variable, while a rule is walked */
    uint32_t *order; /* literals of the rule in the order in which they are asked */
} Demand;

static uint32_t arity_of(const Demand *d, uint32_t relation)
{
    return d->program->relation.at[relation].arity;
}

static bool is_bound(const Demand *d, const GdlExpr *expr)
{
    if (expr->var >= 0)
        return d->bound[expr->var];
    for (uint32_t i = 0; i < expr->n; i++)
        if (!is_bound(d, expr->arg[i]))
            return false;
    return true;
}

static uint64_t bound_args(const Demand *d, const GdlLiteral *literal)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < arity_of(d, literal->relation) && i < 64; i++)
        if (is_bound(d, literal->arg[i]))
            bits |= UINT64_C(1) << i;
    return bits;
}

static uint32_t count_bits(uint64_t bits)
{
    uint32_t n = 0;
    for (; bits; bits &= bits - 1)
        n++;
    return n;
}

static bool is_test(const GdlLiteral *literal)
{
    return literal->negated || literal->relation == GDL_DISTINCT;
}

/* ---- the order of a rule's conditions ------------------------------------------ */

/* How soon a condition comes: tests as soon as they can, then what is known whole,
 * then what is held back; of equals that with the larger share of known arguments. */
static int rank(const Demand *d, const GdlLiteral *literal)
{
    uint32_t n = arity_of(d, literal->relation), bound = count_bits(bound_args(d, literal));
    if (is_test(literal))
        return bound == n ? 1000 : -1;
    int share = n ? (int)(100 * bound / n) : 100;
    return d->large[literal->relation] ? share : 200 + share;
}

static void bind(Demand *d, const GdlLiteral *literal)
{
    for (uint32_t i = 0; i < arity_of(d, literal->relation) && !is_test(literal); i++)
        gdl_mark_vars(literal->arg[i], d->bound);
}

/* Starts a rule: what its head is asked with is known. */
static void enter_head(Demand *d, const GdlLiteral *head)
{
    for (uint32_t v = 0; v < MOST_VARS; v++)
        d->bound[v] = false;
    for (uint32_t i = 0; i < arity_of(d, head->relation) && i < 64; i++)
        if (d->large[head->relation] && d->known[head->relation] >> i & 1)
            gdl_mark_vars(head->arg[i], d->bound);
}

/* Fills in d->order; at each condition about a relation held back, `each` is told. */
static void walk(Demand *d, const GdlRule *rule, void (*each)(Demand *, const GdlRule *, uint32_t))
{
    bool *done = ARENA_ARRAY(d->arena, bool, rule->nbody + 1);
    enter_head(d, &rule->head);
    for (uint32_t n = 0; n < rule->nbody; n++) {
        int best = -2;
        for (uint32_t i = 0; i < rule->nbody; i++) {
            int r = done[i] ? -2 : rank(d, &rule->body[i]);
            if (r > best) {
                best = r;
                d->order[n] = i;
            }
        }
        done[d->order[n]] = true;
        if (d->large[rule->body[d->order[n]].relation])
            each(d, rule, n);
        bind(d, &rule->body[d->order[n]]);
    }
}

static void narrow(Demand *d, const GdlRule *rule, uint32_t n)
{
    const GdlLiteral *literal = &rule->body[d->order[n]];
    d->known[literal->relation] &= bound_args(d, literal);
}

/* ---- which relations --------------------------------------------------------------- */

/* What the roles and the start depend on is known whole. */
static void spare(Demand *d, uint32_t relation, bool *seen)
{
    const GdlProgram *program = d->program;
    seen[relation] = true;
    d->large[relation] = false;
    for (size_t i = 0; i < program->rule.n; i++)
        for (uint32_t k = 0; program->rule.at[i].head.relation == relation && k < program->rule.at[i].nbody; k++)
            if (!seen[program->rule.at[i].body[k].relation])
                spare(d, program->rule.at[i].body[k].relation, seen);
}

/* What depends on them may become large as well, and hands on what is known. */
static void add_dependents(Demand *d)
{
    const GdlProgram *program = d->program;
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < program->rule.n; i++) {
            const GdlRule *rule = &program->rule.at[i];
            for (uint32_t k = 0; k < rule->nbody && !d->large[rule->head.relation]; k++)
                if (d->large[rule->body[k].relation])
                    d->large[rule->head.relation] = changed = true;
        }
    }
}

static bool choose(Demand *d)
{
    const GdlProgram *program = d->program;
    bool *seen = ARENA_ARRAY(d->arena, bool, program->relation.n), changed = true, any = false;
    for (uint32_t r = 0; r < program->relation.n; r++)
        d->large[r] = d->large[r] && r >= GDL_KEYWORDS;
    add_dependents(d);
    for (uint32_t r = 0; r < program->relation.n; r++)
        d->large[r] = d->large[r] && r >= GDL_KEYWORDS && !program->relation.at[r].domain && arity_of(d, r) <= 64;
    spare(d, GDL_ROLE, seen);
    spare(d, GDL_INIT, seen);
    while (changed) { /* fewer known arguments, fewer relations */
        changed = any = false;
        for (uint32_t r = 0; r < program->relation.n; r++)
            d->known[r] = UINT64_MAX;
        for (uint64_t before = 0, after = 1; before != after;) {
            before = after;
            for (size_t i = 0; i < program->rule.n; i++)
                walk(d, &program->rule.at[i], narrow);
            after = 0;
            for (uint32_t r = 0; r < program->relation.n; r++)
                after += d->large[r] ? d->known[r] % 0xfffffffbu : 0;
        }
        for (uint32_t r = 0; r < program->relation.n; r++) {
            bool useless = d->large[r] && (!d->known[r] || d->known[r] == UINT64_MAX);
            changed = changed || useless;
            d->large[r] = d->large[r] && !useless;
            any = any || d->large[r];
        }
    }
    return any;
}

/* ---- the new program ------------------------------------------------------------------ */

static GdlLiteral asking(Demand *d, const GdlLiteral *literal)
{
    GdlLiteral ask = {.at = literal->at, .relation = d->asked[literal->relation]};
    ask.arg = ARENA_ARRAY(d->arena, GdlExpr *, arity_of(d, ask.relation) + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < arity_of(d, literal->relation); i++)
        if (d->known[literal->relation] >> i & 1)
            ask.arg[n++] = literal->arg[i];
    return ask;
}

/* Asking for this condition: when the head is asked for and all before could hold. */
static void add_asking(Demand *d, const GdlRule *rule, uint32_t n)
{
    GdlRule ask = *rule;
    ask.head = asking(d, &rule->body[d->order[n]]);
    ask.body = ARENA_ARRAY(d->arena, GdlLiteral, n + 2);
    ask.nbody = 0;
    if (d->large[rule->head.relation])
        ask.body[ask.nbody++] = asking(d, &rule->head);
    for (uint32_t i = 0; i < n; i++)
        if (!rule->body[d->order[i]].negated || rule->body[d->order[i]].relation == GDL_DISTINCT)
            ask.body[ask.nbody++] = rule->body[d->order[i]];
    vec_push(d->arena, &d->program->rule, ask);
}

static void guard(Demand *d, GdlRule *rule)
{
    GdlLiteral *body = ARENA_ARRAY(d->arena, GdlLiteral, rule->nbody + 1);
    body[0] = asking(d, &rule->head);
    for (uint32_t i = 0; i < rule->nbody; i++)
        body[i + 1] = rule->body[i];
    rule->body = body;
    rule->nbody++;
}

static void add_relations(Demand *d)
{
    size_t n = d->program->relation.n;
    for (size_t r = 0; r < n; r++) {
        if (!d->large[r])
            continue;
        const GdlRelation *of = &d->program->relation.at[r];
        GdlRelation asked = {.name = arena_printf(d->arena, "asked~%s", of->name), .arity = count_bits(d->known[r] & (of->arity < 64 ? (UINT64_C(1) << of->arity) - 1 : UINT64_MAX)), .at = of->at,
                             .nrule = 1, .used = true, .needed = true, .domain = true, .dependence = GDL_STATE,
                             .stratum = d->program->nstratum++};
        d->asked[r] = (uint32_t)d->program->relation.n;
        vec_push(d->arena, &d->program->relation, asked);
    }
}

const GdlProgram *gdl_demand(const GdlProgram *program, const bool *large, Arena *arena)
{
    size_t n = program->relation.n, nrule = program->rule.n;
    Demand d = {.arena = arena, .program = arena_copy(arena, program, sizeof *program)};
    GdlProgram *copy = d.program;
    uint32_t longest = 0;
    copy->rule.at = arena_copy(arena, program->rule.at, nrule * sizeof *program->rule.at);
    copy->rule.cap = nrule;
    copy->relation.at = arena_copy(arena, program->relation.at, n * sizeof *program->relation.at);
    copy->relation.cap = n;
    for (size_t i = 0; i < nrule; i++)
        longest = copy->rule.at[i].nbody > longest ? copy->rule.at[i].nbody : longest;
    d.large = arena_copy(arena, large, n * sizeof *large);
    d.known = ARENA_ARRAY(arena, uint64_t, n);
    d.asked = ARENA_ARRAY(arena, uint32_t, n);
    d.bound = ARENA_ARRAY(arena, bool, MOST_VARS);
    d.order = ARENA_ARRAY(arena, uint32_t, longest + 1);
    if (!choose(&d))
        return NULL;
    add_relations(&d);
    for (size_t i = 0; i < nrule; i++) {
        GdlRule rule = copy->rule.at[i];
        walk(&d, &rule, add_asking);
        if (d.large[rule.head.relation])
            guard(&d, &copy->rule.at[i]);
    }
    gdl_wake(copy);
    return copy;
}
