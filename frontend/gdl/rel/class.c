/* class.c - classes from the places and variables that meet, and rules and
 * tables in terms of their members. */
#include <stdlib.h>
#include <string.h>

#include "frontend/gdl/rel/rel.h"

uint32_t rel_link(Rel *rel, const uint64_t *set)
{
    uint64_t *own = ARENA_ARRAY(rel->arena, uint64_t, rel->words + 1);
    if (set)
        memcpy(own, set, rel->words * sizeof *own);
    uint32_t link = (uint32_t)rel->link.n;
    vec_push(rel->arena, &rel->link, link);
    vec_push(rel->arena, &rel->link_set, own);
    return link;
}

static uint32_t root(Rel *rel, uint32_t a)
{
    while (rel->link.at[a] != a)
        a = rel->link.at[a] = rel->link.at[rel->link.at[a]];
    return a;
}

void rel_unite(Rel *rel, uint32_t a, uint32_t b)
{
    a = root(rel, a);
    b = root(rel, b);
    if (a == b)
        return;
    rel->link.at[b] = a;
    for (uint32_t w = 0; w < rel->words; w++)
        rel->link_set.at[a][w] |= rel->link_set.at[b][w];
}

/* ---- classes -------------------------------------------------------------------- */

typedef struct {
    const char *name;
    uint32_t word;
} Word;

static int by_value(const void *a, const void *b)
{
    const char *x = ((const Word *)a)->name, *y = ((const Word *)b)->name;
    size_t n = strspn(x, "0123456789"), m = strspn(y, "0123456789");
    bool number = n && !x[n], other = m && !y[m];
    if (number != other)
        return number ? -1 : 1;
    return number && n != m ? (n > m) - (n < m) : strcmp(x, y);
}

static uint32_t class_of(Rel *rel, const uint64_t *set)
{
    for (uint32_t i = 0; i < rel->class.n; i++)
        if (!memcmp(rel->class.at[i].set, set, rel->words * sizeof *set))
            return i;
    RelClass class = {.space = -1, .set = arena_copy(rel->arena, set, (rel->words + 1) * sizeof *set)};
    Word *word = ARENA_ARRAY(rel->arena, Word, rel->nword + 1);
    class.index = ARENA_ARRAY(rel->arena, uint32_t, rel->nword + 1);
    for (uint32_t w = 0; w < rel->nword; w++) {
        class.index[w] = REL_NONE;
        if (rel_has(set, w))
            word[class.n++] = (Word){rel->word.at[w], w};
    }
    qsort(word, class.n, sizeof *word, by_value);
    class.word = ARENA_ARRAY(rel->arena, uint32_t, class.n + 1);
    for (uint32_t i = 0; i < class.n; i++) {
        class.word[i] = word[i].word;
        class.index[word[i].word] = i;
    }
    vec_push(rel->arena, &rel->class, class);
    return (uint32_t)rel->class.n - 1;
}

void rel_classes(Rel *rel)
{
    rel->link_class = ARENA_ARRAY(rel->arena, uint32_t, rel->link.n + 1);
    for (uint32_t i = 0; i < rel->link.n; i++)
        rel->link_class[i] = class_of(rel, rel->link_set.at[root(rel, i)]);
    for (size_t f = 0; f < rel->form.n; f++) {
        RelForm *form = &rel->form.at[f];
        form->class = ARENA_ARRAY(rel->arena, uint32_t, form->n + 1);
        for (uint32_t i = 0; i < form->n; i++)
            form->class[i] = rel->link_class[form->place[i]];
    }
}

/* ---- tables ---------------------------------------------------------------------- */

typedef struct {
    Rel *rel;
    const RelDraft *draft;
    RelRule *rule;
    bool dead;
} Finish;

static void collect_vars(const GdlExpr *expr, int *column, uint32_t *n, uint32_t *var)
{
    if (expr->var >= 0 && column[expr->var] < 0) {
        column[expr->var] = (int)*n;
        var[(*n)++] = (uint32_t)expr->var;
    }
    for (uint32_t i = 0; i < expr->n; i++)
        collect_vars(expr->arg[i], column, n, var);
}

static void fill_table(Finish *f, const GdlLiteral *l, const uint32_t *var, RelTable *table)
{
    Rel *rel = f->rel;
    const GdlGround *g = rel->join.ground;
    const GdlStore *store = &rel->join.store[l->relation];
    uint32_t bind[256], arity = rel->program->relation.at[l->relation].arity;
    for (size_t i = 0; i < store->member.n; i++) {
        const uint32_t *arg = g->atom_arg.at + g->atom.at[store->member.at[i]].at;
        bool fits = true;
        uint32_t row[REL_MOST_ARGS];
        memset(bind, 0, sizeof bind);
        for (uint32_t k = 0; k < arity && fits; k++)
            fits = rel_match(rel, l->arg[k], arg[k], bind);
        for (uint32_t k = 0; k < table->n && fits; k++) {
            fits = !g->term.at[bind[var[k]]].n;
            row[k] = fits ? rel->class.at[table->class[k]].index[rel_word_of(rel, bind[var[k]])] : REL_NONE;
            fits = row[k] != REL_NONE;
        }
        for (uint32_t k = 0; k < table->n && fits; k++)
            vec_push(rel->arena, &table->row, row[k]);
        table->any = table->any || fits;
    }
}

static void key_expr(const GdlExpr *expr, const int *column, Out *out)
{
    if (expr->var >= 0)
        out_printf(out, " ?%d", column[expr->var]);
    else
        out_printf(out, " (%s/%u", expr->name, expr->n);
    for (uint32_t i = 0; i < expr->n; i++)
        key_expr(expr->arg[i], column, out);
    out_puts(out, ")");
}

static uint32_t table_of(Finish *f, const GdlLiteral *l, const int *column, const uint32_t *var, uint32_t n)
{
    Rel *rel = f->rel;
    RelTable table = {.n = n};
    Out key = {0};
    out_printf(&key, "%u", l->relation);
    for (uint32_t i = 0; i < rel->program->relation.at[l->relation].arity; i++)
        key_expr(l->arg[i], column, &key);
    for (uint32_t i = 0; i < n; i++) {
        table.class[i] = f->rule->class[var[i]];
        out_printf(&key, " %u", table.class[i]);
    }
    table.key = arena_strdup(rel->arena, key.text);
    out_free(&key);
    for (uint32_t i = 0; i < rel->table.n; i++)
        if (!strcmp(rel->table.at[i].key, table.key))
            return i;
    fill_table(f, l, var, &table);
    vec_push(rel->arena, &rel->table, table);
    return (uint32_t)rel->table.n - 1;
}

static void add(Finish *f, RelLiteral literal)
{
    f->rule->body[f->rule->n++] = literal;
}

static void finish_static(Finish *f, const GdlLiteral *l)
{
    int column[256];
    uint32_t var[256], n = 0;
    memset(column, -1, sizeof column);
    for (uint32_t i = 0; i < f->rel->program->relation.at[l->relation].arity; i++)
        collect_vars(l->arg[i], column, &n, var);
    if (n > REL_MOST_ARGS) {
        f->rel->failed = !session_unsupported(f->rel->session, l->at, "a condition on more than %d words", (int)REL_MOST_ARGS);
        return;
    }
    uint32_t table = table_of(f, l, column, var, n);
    if (!n || !f->rel->table.at[table].any) {
        f->dead = f->dead || f->rel->table.at[table].any == l->negated;
        return;
    }
    RelLiteral literal = {.kind = REL_TABLE, .negated = l->negated, .of = table, .n = n};
    literal.arg = ARENA_ARRAY(f->rel->arena, RelArg, n + 1);
    for (uint32_t i = 0; i < n; i++)
        literal.arg[i] = (RelArg){.var = (int)var[i]};
    add(f, literal);
}

/* ---- comparing --------------------------------------------------------------------- */

/* Adds the pairs that decide; true: the terms differ anyhow. */
static bool differ(Finish *f, const GdlExpr *a, const GdlExpr *b, RelArg *pair, uint32_t *n)
{
    if (a->var >= 0 && b->var >= 0) {
        if (a->var == b->var)
            return false;
        pair[(*n)++] = (RelArg){.var = a->var};
        pair[(*n)++] = (RelArg){.var = b->var};
        return false;
    }
    if (a->var >= 0 || b->var >= 0) {
        const GdlExpr *var = a->var >= 0 ? a : b, *other = a->var >= 0 ? b : a;
        if (other->n)
            return true;
        uint32_t member = f->rel->class.at[f->rule->class[var->var]].index[rel_word(f->rel, other->name)];
        if (member == REL_NONE)
            return true;
        pair[(*n)++] = (RelArg){.var = var->var};
        pair[(*n)++] = (RelArg){.var = -1, .member = member};
        return false;
    }
    if (a->name != b->name || a->n != b->n)
        return true;
    for (uint32_t i = 0; i < a->n; i++)
        if (differ(f, a->arg[i], b->arg[i], pair, n))
            return true;
    return false;
}

static void finish_distinct(Finish *f, const GdlLiteral *l)
{
    RelArg pair[512];
    uint32_t n = 0;
    bool sure = differ(f, l->arg[0], l->arg[1], pair, &n);
    if (sure || !n) {
        f->dead = f->dead || sure == l->negated;
        return;
    }
    add(f, (RelLiteral){.kind = REL_DIFFER, .negated = l->negated, .n = n,
                        .arg = arena_copy(f->rel->arena, pair, n * sizeof *pair)});
}

/* ---- forms --------------------------------------------------------------------------- */

/* false: a word that the place never holds. */
static bool arguments(Finish *f, uint32_t form, const GdlLiteral *l, RelArg *arg)
{
    const GdlExpr *leaf[REL_MOST_ARGS];
    uint32_t n = 0;
    rel_leaves(l->arg, f->rel->program->relation.at[l->relation].arity, leaf, &n);
    for (uint32_t i = 0; i < n; i++) {
        arg[i] = (RelArg){.var = leaf[i]->var};
        if (leaf[i]->var >= 0)
            continue;
        const RelClass *class = &f->rel->class.at[f->rel->form.at[form].class[i]];
        arg[i].member = class->index[rel_word(f->rel, leaf[i]->name)];
        if (arg[i].member == REL_NONE)
            return false;
    }
    return true;
}

static void finish_form(Finish *f, uint32_t form, const GdlLiteral *l)
{
    RelLiteral literal = {.kind = REL_FORM, .negated = l->negated, .of = form};
    bool possible = form != REL_NONE;
    if (possible) {
        literal.n = f->rel->form.at[form].n;
        literal.arg = ARENA_ARRAY(f->rel->arena, RelArg, literal.n + 1);
        possible = arguments(f, form, l, literal.arg);
    }
    if (possible)
        add(f, literal);
    else
        f->dead = f->dead || !l->negated;
}

void rel_finish_rule(Rel *rel, const RelDraft *draft)
{
    const GdlRule *from = draft->rule;
    RelRule rule = {.at = from->at, .nvar = from->nvar, .head = draft->form[from->nbody]};
    Finish f = {.rel = rel, .draft = draft, .rule = &rule};
    rule.body = ARENA_ARRAY(rel->arena, RelLiteral, from->nbody + 1);
    for (uint32_t v = 0; v < from->nvar; v++)
        rule.class[v] = rel->link_class[draft->link + v];
    rule.arg = ARENA_ARRAY(rel->arena, RelArg, rel->form.at[rule.head].n + 1);
    f.dead = !arguments(&f, rule.head, &from->head, rule.arg);
    for (uint32_t k = 0; k < from->nbody && !f.dead && !rel->failed; k++) {
        const GdlLiteral *l = &from->body[k];
        if (l->relation == GDL_DISTINCT)
            finish_distinct(&f, l);
        else if (rel_is_static(rel, l->relation))
            finish_static(&f, l);
        else
            finish_form(&f, draft->form[k], l);
    }
    if (f.dead)
        return;
    vec_push(rel->arena, &rel->form.at[rule.head].rule, (uint32_t)rel->rule.n);
    vec_push(rel->arena, &rel->rule, rule);
}
