/* domain.c - which words and functions each place of a relation may hold: the
 * least sets, place by place, that are closed under the rules. */
#include <string.h>

#include "frontend/gdl/rel/rel.h"

enum { DEEPEST = 12 };

static RelNode *node_new(Rel *rel)
{
    RelNode *node = ARENA_NEW(rel->arena, RelNode);
    node->set = ARENA_ARRAY(rel->arena, uint64_t, rel->words);
    return node;
}

const RelShape *rel_shape(const RelNode *node, const char *name, uint32_t n)
{
    for (size_t i = 0; i < node->shape.n; i++)
        if (node->shape.at[i].name == name && node->shape.at[i].n == n)
            return &node->shape.at[i];
    return NULL;
}

bool rel_node_empty(const Rel *rel, const RelNode *node)
{
    for (uint32_t w = 0; w < rel->words; w++)
        if (node->set[w])
            return false;
    return !node->shape.n;
}

/* The function's places in the node, added when they are new. */
static RelShape *node_function(Rel *rel, RelNode *node, const char *name, uint32_t n)
{
    RelShape *known = (RelShape *)rel_shape(node, name, n);
    if (known)
        return known;
    RelShape fresh = {.name = name, .n = n, .arg = ARENA_ARRAY(rel->arena, RelNode *, n)};
    for (uint32_t i = 0; i < n; i++)
        fresh.arg[i] = node_new(rel);
    vec_push(rel->arena, &node->shape, fresh);
    return &node->shape.at[node->shape.n - 1];
}

static bool too_deep(Rel *rel, int depth)
{
    if (depth <= DEEPEST || rel->failed)
        return rel->failed;
    session_unsupported(rel->session, (Span){0, 0}, "terms within terms without end");
    return rel->failed = rel->endless = true;
}

/* Adds what `from` holds; was anything new? */
static bool join(Rel *rel, RelNode *to, const RelNode *from, int depth)
{
    bool changed = false;
    if (to == from || too_deep(rel, depth))
        return false;
    for (uint32_t w = 0; w < rel->words; w++) {
        changed = changed || (from->set[w] & ~to->set[w]);
        to->set[w] |= from->set[w];
    }
    size_t n = from->shape.n;
    for (size_t i = 0; i < n; i++) {
        changed = changed || !rel_shape(to, from->shape.at[i].name, from->shape.at[i].n);
        RelShape *shape = node_function(rel, to, from->shape.at[i].name, from->shape.at[i].n);
        for (uint32_t k = 0; k < shape->n && !rel->failed; k++)
            changed = join(rel, shape->arg[k], from->shape.at[i].arg[k], depth + 1) || changed;
    }
    return changed;
}

/* What both hold; functions with a place that nothing fits are left out. */
static RelNode *meet(Rel *rel, const RelNode *a, const RelNode *b)
{
    RelNode *out = node_new(rel);
    for (uint32_t w = 0; w < rel->words; w++)
        out->set[w] = a->set[w] & b->set[w];
    for (size_t i = 0; i < a->shape.n; i++) {
        const RelShape *x = &a->shape.at[i], *y = rel_shape(b, x->name, x->n);
        RelShape both = {.name = x->name, .n = x->n, .arg = ARENA_ARRAY(rel->arena, RelNode *, x->n)};
        bool empty = !y;
        for (uint32_t k = 0; k < x->n && !empty; k++) {
            both.arg[k] = meet(rel, x->arg[k], y->arg[k]);
            empty = rel_node_empty(rel, both.arg[k]);
        }
        if (!empty)
            vec_push(rel->arena, &out->shape, both);
    }
    return out;
}

/* ---- words -------------------------------------------------------------------- */

uint32_t rel_word_of(Rel *rel, uint32_t term)
{
    while (rel->word_of.n <= term)
        vec_push(rel->arena, &rel->word_of, REL_NONE);
    if (rel->word_of.at[term] == REL_NONE) {
        rel->word_of.at[term] = (uint32_t)rel->word.n;
        vec_push(rel->arena, &rel->word, rel->join.ground->term.at[term].name);
    }
    return rel->word_of.at[term];
}

uint32_t rel_word(Rel *rel, const char *name)
{
    return rel_word_of(rel, gdl_term(rel->join.ground, name, 0, NULL, true));
}

static void enter_words(Rel *rel, const GdlExpr *expr)
{
    if (expr->var < 0 && !expr->n)
        rel_word(rel, expr->name);
    for (uint32_t i = 0; i < expr->n; i++)
        enter_words(rel, expr->arg[i]);
}

static void find_words(Rel *rel)
{
    const GdlProgram *program = rel->program;
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlRule *rule = &program->rule.at[i];
        for (uint32_t k = 0; k <= rule->nbody; k++) {
            const GdlLiteral *l = k < rule->nbody ? &rule->body[k] : &rule->head;
            for (uint32_t a = 0; a < program->relation.at[l->relation].arity; a++)
                enter_words(rel, l->arg[a]);
        }
    }
    rel->nword = (uint32_t)rel->word.n;
    rel->words = (rel->nword + 63) / 64;
}

static bool add_term(Rel *rel, RelNode *node, uint32_t term)
{
    const GdlGround *g = rel->join.ground;
    const GdlTerm *t = &g->term.at[term];
    if (!t->n) {
        uint32_t word = rel_word_of(rel, term);
        bool known = rel_has(node->set, word);
        rel_set(node->set, word);
        return !known;
    }
    bool changed = !rel_shape(node, t->name, t->n);
    RelShape *shape = node_function(rel, node, t->name, t->n);
    for (uint32_t i = 0; i < t->n; i++)
        changed = add_term(rel, shape->arg[i], g->part.at[t->at + i]) || changed;
    return changed;
}

/* ---- rules ------------------------------------------------------------------------ */

static uint32_t same_facts(uint32_t relation)
{
    return relation == GDL_NEXT || relation == GDL_INIT ? GDL_TRUE : relation == GDL_DOES ? GDL_LEGAL : relation;
}

const RelNode *rel_node(const Rel *rel, uint32_t relation, uint32_t arg)
{
    return rel->node[same_facts(relation)][arg];
}

static bool narrow(Rel *rel, RelNode **value, int var, const RelNode *node)
{
    value[var] = value[var] ? meet(rel, value[var], node) : meet(rel, node, node);
    return !rel_node_empty(rel, value[var]);
}

static bool fit(Rel *rel, const GdlExpr *expr, const RelNode *node, RelNode **value)
{
    if (expr->var >= 0)
        return narrow(rel, value, expr->var, node);
    if (!expr->n)
        return rel_has(node->set, rel_word(rel, expr->name));
    const RelShape *shape = rel_shape(node, expr->name, expr->n);
    for (uint32_t i = 0; shape && i < expr->n; i++)
        if (!fit(rel, expr->arg[i], shape->arg[i], value))
            return false;
    return shape != NULL;
}

static bool node_has(Rel *rel, const RelNode *node, uint32_t term)
{
    const GdlGround *g = rel->join.ground;
    const GdlTerm *t = &g->term.at[term];
    if (!t->n)
        return rel_has(node->set, rel_word_of(rel, term));
    const RelShape *shape = rel_shape(node, t->name, t->n);
    for (uint32_t i = 0; shape && i < t->n; i++)
        if (!node_has(rel, shape->arg[i], g->part.at[t->at + i]))
            return false;
    return shape != NULL;
}

/* What the tuples of a static relation that fit the literal, and the values known
 * so far, say of its variables; NULL: none fits. */
static RelNode **static_values(Rel *rel, const GdlRule *rule, const GdlLiteral *l, RelNode *const *within)
{
    const GdlGround *g = rel->join.ground;
    const GdlStore *store = &rel->join.store[l->relation];
    RelNode **out = ARENA_ARRAY(rel->arena, RelNode *, rule->nvar + 1);
    uint32_t bind[256], n = rel->program->relation.at[l->relation].arity;
    bool any = false;
    limit_work(rel->session->limit, store->member.n * (n + 4));
    for (size_t i = 0; i < store->member.n; i++) {
        const uint32_t *arg = g->atom_arg.at + g->atom.at[store->member.at[i]].at;
        bool fits = true;
        memset(bind, 0, (rule->nvar + 1) * sizeof *bind);
        for (uint32_t k = 0; k < n && fits; k++)
            fits = rel_match(rel, l->arg[k], arg[k], bind);
        for (uint32_t v = 0; within && fits && v < rule->nvar; v++)
            fits = !bind[v] || !within[v] || node_has(rel, within[v], bind[v]);
        any = any || fits;
        for (uint32_t v = 0; fits && v < rule->nvar; v++) {
            if (!bind[v])
                continue;
            out[v] = out[v] ? out[v] : node_new(rel);
            add_term(rel, out[v], bind[v]);
        }
    }
    return any ? out : NULL;
}

static bool fit_static(Rel *rel, const GdlRule *rule, uint32_t k, RelNode ***cache, RelNode **value)
{
    RelNode **own = cache && cache[k] ? cache[k] : static_values(rel, rule, &rule->body[k], NULL);
    if (!own)
        return false;
    if (cache)
        cache[k] = own;
    for (uint32_t v = 0; v < rule->nvar; v++)
        if (own[v] && !narrow(rel, value, (int)v, own[v]))
            return false;
    return true;
}

static bool is_asked(uint32_t relation) { return relation >= GDL_KEYWORDS; }

/* What a relation is never asked with it need not hold: see demand(). */
static bool fit_head(Rel *rel, const GdlRule *rule, RelNode **value)
{
    uint32_t r = rule->head.relation;
    if (is_asked(r) && !rel->asked[r])
        return false;
    for (uint32_t a = 0; is_asked(r) && a < rel->program->relation.at[r].arity; a++)
        if (!rel->free[r][a] && !fit(rel, rule->head.arg[a], rel->ask[r][a], value))
            return false;
    return true;
}

static bool fit_literal(Rel *rel, const GdlLiteral *l, RelNode **value)
{
    for (uint32_t a = 0; a < rel->program->relation.at[l->relation].arity; a++)
        if (!fit(rel, l->arg[a], rel_node(rel, l->relation, a), value))
            return false;
    return true;
}

static bool is_test(const GdlLiteral *l) { return l->negated || l->relation == GDL_DISTINCT; }

/* What the head, the facts, the moves and what is static say of the variables. */
static bool base_values(Rel *rel, const GdlRule *rule, RelNode ***cache, RelNode **value)
{
    for (uint32_t k = 0; k < rule->nbody; k++) {
        const GdlLiteral *l = &rule->body[k];
        if (is_test(l))
            continue;
        if (rel_is_static(rel, l->relation) ? !fit_static(rel, rule, k, cache, value)
                                            : !is_asked(l->relation) && !fit_literal(rel, l, value))
            return false;
    }
    return fit_head(rel, rule, value);
}

static bool other_values(Rel *rel, const GdlRule *rule, RelNode **value)
{
    for (uint32_t k = 0; k < rule->nbody; k++) {
        const GdlLiteral *l = &rule->body[k];
        if (!is_test(l) && is_asked(l->relation) && !rel_is_static(rel, l->relation) && !fit_literal(rel, l, value))
            return false;
    }
    return true;
}

static bool several_vars(RelNode *const *own, uint32_t n)
{
    uint32_t count = 0;
    for (uint32_t v = 0; own && v < n; v++)
        count += own[v] != NULL;
    return count > 1;
}

/* Static tuples again, with what all others say: values that go together. */
static bool join_values(Rel *rel, const GdlRule *rule, RelNode ***cache, RelNode **value)
{
    enum { MOST_TUPLES = 20000 };
    for (uint32_t k = 0; k < rule->nbody; k++) {
        const GdlLiteral *l = &rule->body[k];
        if (is_test(l) || !rel_is_static(rel, l->relation) || rel->join.store[l->relation].member.n > MOST_TUPLES ||
            (cache && !several_vars(cache[k], rule->nvar)))
            continue;
        RelNode **own = static_values(rel, rule, l, value);
        if (!own)
            return false;
        for (uint32_t v = 0; v < rule->nvar; v++)
            if (own[v] && !narrow(rel, value, (int)v, own[v]))
                return false;
    }
    return true;
}

bool rel_values(Rel *rel, const GdlRule *rule, RelNode ***cache, RelNode **value)
{
    return base_values(rel, rule, cache, value) && other_values(rel, rule, value) && join_values(rel, rule, cache, value);
}

/* Adds what the term of the head may be. */
static bool give(Rel *rel, const GdlExpr *expr, RelNode *node, RelNode **value, int depth)
{
    if (too_deep(rel, depth))
        return false;
    if (expr->var >= 0)
        return join(rel, node, value[expr->var], depth);
    if (!expr->n) {
        uint32_t word = rel_word(rel, expr->name);
        bool known = rel_has(node->set, word);
        rel_set(node->set, word);
        return !known;
    }
    bool changed = !rel_shape(node, expr->name, expr->n);
    RelShape *shape = node_function(rel, node, expr->name, expr->n);
    for (uint32_t i = 0; i < expr->n; i++)
        changed = give(rel, expr->arg[i], shape->arg[i], value, depth + 1) || changed;
    return changed;
}

static bool has_value(const GdlExpr *expr, RelNode *const *value)
{
    if (expr->var >= 0)
        return value[expr->var] != NULL;
    for (uint32_t i = 0; i < expr->n; i++)
        if (!has_value(expr->arg[i], value))
            return false;
    return true;
}

/* Notes what a literal asks its relation with; an argument of which nothing is
 * known yet is free. */
static bool demand(Rel *rel, const GdlLiteral *l, RelNode **value)
{
    uint32_t r = l->relation;
    bool changed = !rel->asked[r];
    rel->asked[r] = true;
    for (uint32_t a = 0; a < rel->program->relation.at[r].arity && !rel->failed; a++) {
        if (has_value(l->arg[a], value)) {
            changed = give(rel, l->arg[a], rel->ask[r][a], value, 0) || changed;
            continue;
        }
        changed = changed || !rel->free[r][a];
        rel->free[r][a] = true;
    }
    return changed;
}

/* Literal after literal, each asked with what those before say; false: the rule
 * cannot fire yet. */
static bool ask_body(Rel *rel, const GdlRule *rule, RelNode **value, bool *changed)
{
    for (int negated = 0; negated < 2; negated++)
        for (uint32_t k = 0; k < rule->nbody; k++) {
            const GdlLiteral *l = &rule->body[k];
            if (l->negated != negated || !is_asked(l->relation) || rel_is_static(rel, l->relation))
                continue;
            *changed = demand(rel, l, value) || *changed;
            if (!negated && !fit_literal(rel, l, value))
                return false;
        }
    return true;
}

static bool apply(Rel *rel, uint32_t i)
{
    const GdlRule *rule = &rel->program->rule.at[i];
    RelNode *value[256] = {0};
    bool changed = false;
    if (!base_values(rel, rule, rel->cache[i], value) || !join_values(rel, rule, rel->cache[i], value))
        return false;
    if (!ask_body(rel, rule, value, &changed) || !join_values(rel, rule, rel->cache[i], value))
        return changed;
    for (uint32_t a = 0; a < rel->program->relation.at[rule->head.relation].arity; a++)
        changed = give(rel, rule->head.arg[a], (RelNode *)rel_node(rel, rule->head.relation, a), value, 0) || changed;
    return changed;
}

static RelNode ***new_nodes(Rel *rel)
{
    const GdlProgram *program = rel->program;
    RelNode ***node = ARENA_ARRAY(rel->arena, RelNode **, program->relation.n);
    for (size_t r = 0; r < program->relation.n; r++) {
        node[r] = ARENA_ARRAY(rel->arena, RelNode *, program->relation.at[r].arity + 1);
        for (uint32_t a = 0; a < program->relation.at[r].arity; a++)
            node[r][a] = node_new(rel);
    }
    return node;
}

static void prepare(Rel *rel)
{
    const GdlProgram *program = rel->program;
    find_words(rel);
    rel->node = new_nodes(rel);
    rel->ask = new_nodes(rel);
    rel->asked = ARENA_ARRAY(rel->arena, bool, program->relation.n);
    rel->free = ARENA_ARRAY(rel->arena, bool *, program->relation.n);
    for (size_t r = 0; r < program->relation.n; r++)
        rel->free[r] = ARENA_ARRAY(rel->arena, bool, program->relation.at[r].arity + 1);
    rel->cache = ARENA_ARRAY(rel->arena, RelNode ***, program->rule.n + 1);
    for (size_t i = 0; i < program->rule.n; i++)
        rel->cache[i] = ARENA_ARRAY(rel->arena, RelNode **, program->rule.at[i].nbody + 1);
}

void rel_domains(Rel *rel)
{
    const GdlProgram *program = rel->program;
    const GdlGround *g = rel->join.ground;
    const GdlStore *init = &rel->join.store[GDL_INIT];
    prepare(rel);
    for (size_t i = 0; i < init->member.n; i++)
        add_term(rel, rel->node[GDL_TRUE][0], g->atom_arg.at[g->atom.at[init->member.at[i]].at]);
    bool changed = true;
    while (changed && !rel->failed) {
        changed = false;
        for (uint32_t i = 0; i < program->rule.n && !rel->failed; i++) {
            uint32_t head = program->rule.at[i].head.relation;
            if (program->relation.at[head].needed && !rel_is_static(rel, head))
                changed = apply(rel, i) || changed;
        }
    }
}
