/* covers_tests.c - whether one of many groups of facts holds as a whole is asked of all groups at once.
 *
 *     0 in @t && 1 in @t && 2 in @t || 1 in @t && 2 in @t && 3 in @t || ..   ->   covers(@t, $groups)
 *
 * The terms may stand in any form: `1 in @t && (0 in @t && 2 in @t || 2 in @t && 3 in @t)`.  Facts of a set of several words
 * are brought together in one; groups of more than 64 facts are several tests. */
#include "ir/analysis/shape.h"
#include "ir/core/tree.h"
#include "ir/passes/conditions.h"

#include <string.h>

enum { LEAST_GROUPS = 12, MOST_GROUPS = 512, MOST_OF_TEST = 8 * MOST_GROUPS, WORD = 64 };

/* Groups of members of one set, of which one holds. */
typedef struct {
    const Ir *set; /* NULL: not known yet */
    size_t words, n;
    uint64_t *word; /* n * words, */
    size_t room;    /* of room * words that are its own */
} Groups;

/* ---- groups ---------------------------------------------------------------------------- */

static bool same_set(Conditions *c, Groups *g, const Ir *set)
{
    if (set->op != IR_OP_GET || set->n || conditions_too_dear(c, set->type.space) || (g->set && g->set->k != set->k))
        return false;
    g->set = set;
    g->words = (size_t)ir_words(c->game, set->type.space);
    return true;
}

/* Which set it asks; only it fails that asks two or something else. */
static bool find_set(Conditions *c, Groups *g, Condition l, int *most)
{
    if (--*most < 0)
        return false;
    if (condition_is_sum(l) || condition_is_product(l))
        return find_set(c, g, condition_literal(c, l.e->a[0], l.opposite), most) &&
               find_set(c, g, condition_literal(c, l.e->a[1], l.opposite), most);
    return !l.opposite && l.e->op == IR_OP_HAS && l.e->a[0]->op == IR_OP_INT && same_set(c, g, l.e->a[1]);
}

static void add_groups(Conditions *c, Groups *all, const Groups *more)
{
    const size_t n = all->n + more->n, words = more->words;
    if (n > all->room) {
        const size_t room = 2 * n;
        uint64_t *word = ARENA_ARRAY(c->scratch, uint64_t, room * words);
        if (all->n)
            memcpy(word, all->word, all->n * words * sizeof *word);
        all->word = word;
        all->room = room;
    }
    memcpy(all->word + all->n * words, more->word, more->n * words * sizeof *more->word);
    all->set = more->set;
    all->words = words;
    all->n = n;
}

/* The groups of a condition that find_set has been through; false: too many. */
static bool groups_of(Conditions *c, Condition l, Groups *g)
{
    Groups a = {.words = g->words}, b = a;
    if (l.e->op == IR_OP_HAS) {
        g->word = ARENA_ARRAY(c->scratch, uint64_t, g->words);
        g->n = 1;
        ir_mask_set(g->word, (int)l.e->a[0]->k);
        return true;
    }
    if (!groups_of(c, condition_literal(c, l.e->a[0], l.opposite), &a) || !groups_of(c, condition_literal(c, l.e->a[1], l.opposite), &b))
        return false;
    const bool sum = condition_is_sum(l);
    g->n = sum ? a.n + b.n : a.n * b.n;
    if (g->n > MOST_GROUPS)
        return false;
    if (sum) {
        add_groups(c, &a, &b);
        *g = (Groups){g->set, g->words, a.n, a.word, a.room};
        return true;
    }
    g->word = ARENA_ARRAY(c->scratch, uint64_t, g->n * g->words);
    for (size_t i = 0, k = 0; i < a.n; i++)
        for (size_t j = 0; j < b.n; j++, k++)
            for (size_t w = 0; w < g->words; w++)
                g->word[k * g->words + w] = a.word[i * g->words + w] | b.word[j * g->words + w];
    return true;
}

/* ---- the test ---------------------------------------------------------------------------- */

/* Members of all groups, by word of their set. */
static size_t members_of(Conditions *c, const Groups *g, uint64_t **members)
{
    size_t n = 0;
    *members = ARENA_ARRAY(c->scratch, uint64_t, g->words);
    for (size_t i = 0; i < g->n; i++)
        for (size_t w = 0; w < g->words; w++)
            (*members)[w] |= g->word[i * g->words + w];
    for (size_t w = 0; w < g->words; w++)
        n += (size_t)__builtin_popcountll((*members)[w]);
    return n;
}

static uint64_t gathered(uint64_t word, uint64_t from)
{
    uint64_t all = 0;
    for (int to = 0; from; from &= from - 1, to++)
        all |= (word >> __builtin_ctzll(from) & 1) << to;
    return all;
}

/* The facts of the groups in one word, numbered in their order. */
static Ir *in_one_word(Conditions *c, const Groups *g, const uint64_t *members)
{
    IrGame *game = c->game;
    const int space = tree_word_space(game);
    Ir *all = NULL;
    int below = 0;
    for (size_t w = 0; w < g->words; w++) {
        if (!members[w])
            continue;
        Ir *word = ir_op3(game, IR_OP_WINDOW, ir_get(game, (int)g->set->k, NULL), ir_const(game, (int64_t)w * WORD), tree_mask(game, space, &members[w]));
        word = ir_op2(game, IR_OP_GATHER, word, tree_mask(game, space, &members[w]));
        word = below ? ir_op2(game, IR_OP_SHIFT, word, ir_const(game, below)) : word;
        all = all ? ir_op2(game, IR_OP_MOR, all, word) : word;
        below += __builtin_popcountll(members[w]);
    }
    return all;
}

static uint64_t group_in_one_word(const Groups *g, size_t i, const uint64_t *members)
{
    uint64_t all = 0;
    int below = 0;
    for (size_t w = 0; w < g->words; w++) {
        if (members[w])
            all |= gathered(g->word[i * g->words + w], members[w]) << below;
        below += __builtin_popcountll(members[w]);
    }
    return all;
}

/* covers(set, groups), as many as are compared at once; the groups fit one word. */
static Ir *covers(Conditions *c, const Groups *g)
{
    IrGame *game = c->game;
    uint64_t *members;
    members_of(c, g, &members);
    const bool own = g->words == 1;
    const size_t n = (g->n + COVER_WORDS - 1) / COVER_WORDS * COVER_WORDS;
    const IrDim dim = {IR_NOSPACE, (int)n};
    const int table = ir_table_add(game, tree_table_name(game, "groups"), ir_mask(own ? g->set->type.space : tree_word_space(game)), false, 1, &dim);
    for (size_t i = 0; i < n; i++) {
        const size_t group = i < g->n ? i : g->n - 1;
        game->table.at[table].word[i] = own ? g->word[group] : group_in_one_word(g, group, members);
    }
    Ir *set = own ? ir_get(game, (int)g->set->k, NULL) : in_one_word(c, g, members);
    return ir_op2(game, IR_OP_COVERS, set, ir_tab(game, table, 0, NULL));
}

/* ---- parts: groups whose members fit one word ------------------------------------------------- */

typedef VEC(Groups) Parts;

static bool meet(const Groups *a, const Groups *b)
{
    for (size_t w = 0; w < a->words; w++)
        if (a->word[w] & b->word[w])
            return true;
    return false;
}

static Groups one_group(const Groups *g, size_t i) { return (Groups){g->set, g->words, 1, g->word + i * g->words, 0}; }

/* All groups that are tied to group `first` by common members, those that are taken already left out. */
static Groups tied(Conditions *c, const Groups *g, size_t first, bool *taken)
{
    Groups all = {.words = g->words};
    Groups seen = {g->set, g->words, 1, ARENA_ARRAY(c->scratch, uint64_t, g->words), 1};
    memcpy(seen.word, g->word + first * g->words, g->words * sizeof *seen.word);
    for (bool grew = true; grew;) {
        grew = false;
        for (size_t i = first; i < g->n; i++) {
            const Groups one = one_group(g, i);
            if (taken[i] || !meet(&seen, &one))
                continue;
            taken[i] = grew = true;
            for (size_t w = 0; w < g->words; w++)
                seen.word[w] |= one.word[w];
            add_groups(c, &all, &one);
        }
    }
    return all;
}

/* To the last part, or to a new one, so that members stay as many as a word has. */
static void add_part(Conditions *c, Parts *parts, const Groups *more)
{
    uint64_t *members;
    Groups *last = parts->n ? &parts->at[parts->n - 1] : NULL;
    Groups both = last ? *last : (Groups){.words = more->words};
    add_groups(c, &both, more);
    if (last && members_of(c, &both, &members) <= WORD)
        *last = both;
    else if (more->n == 1 || members_of(c, more, &members) <= WORD)
        vec_push(c->scratch, parts, *more);
    else
        for (size_t i = 0; i < more->n; i++) {
            const Groups one = one_group(more, i);
            add_part(c, parts, &one);
        }
}

static Parts parts_of(Conditions *c, const Groups *g)
{
    Parts parts = {0};
    bool *taken = ARENA_ARRAY(c->scratch, bool, g->n + 1);
    for (size_t i = 0; i < g->n; i++)
        if (!taken[i]) {
            const Groups all = tied(c, g, i, taken);
            add_part(c, &parts, &all);
        }
    return parts;
}

/* Instructions where four words are compared at once. */
static size_t cost_of(const Parts *parts)
{
    size_t cost = 0;
    for (size_t i = 0; i < parts->n; i++)
        cost += parts->at[i].n + (parts->at[i].words > 1 ? 4 * parts->at[i].words : 0) + 4;
    return cost;
}

/* ---- terms ---------------------------------------------------------------------------------- */

typedef struct {
    Conditions *c;
    Groups groups;
    size_t saved; /* instructions of their terms */
    VEC(Ir *) rest, opposite; /* the other terms */
} Terms;

static Ir *tests_within(Conditions *c, Ir *e);

static void take_terms(Terms *t, Ir *e, bool opposite)
{
    Conditions *c = t->c;
    const Condition own = {e, opposite};
    int most = MOST_GROUPS * 16;
    Groups g = {.set = t->groups.set, .words = t->groups.words};
    if (e->op == IR_OP_NOT) {
        take_terms(t, e->a[0], !opposite);
    } else if (condition_is_sum(own)) {
        take_terms(t, e->a[0], opposite);
        take_terms(t, e->a[1], opposite);
    } else if (condition_is_product(own) && find_set(c, &g, own, &most) && groups_of(c, own, &g) &&
               t->groups.n + g.n <= MOST_OF_TEST) {
        add_groups(c, &t->groups, &g);
        t->saved += 1 + conditions_cost(c, e);
    } else if (opposite) {
        vec_push(c->scratch, &t->opposite, e);
    } else {
        vec_push(c->scratch, &t->rest, e);
    }
}

/* The condition, or its opposite, as one test and what else it asks; NULL: that is no gain. */
static Ir *as_test(Conditions *c, Ir *e, bool opposite)
{
    Terms t = {.c = c};
    conditions_count(c);
    take_terms(&t, e, opposite);
    const Parts parts = t.groups.n >= LEAST_GROUPS ? parts_of(c, &t.groups) : (Parts){0};
    if (!parts.n || cost_of(&parts) >= t.saved)
        return NULL;
    Ir *test = covers(c, &parts.at[0]);
    for (size_t i = 1; i < parts.n; i++)
        test = ir_op2(c->game, IR_OP_OR, test, covers(c, &parts.at[i]));
    c->changed = true;
    ir_pass_remark(c->pass, e->at, "%zu groups of facts are one test", t.groups.n);
    for (size_t i = 0; i < t.rest.n; i++)
        test = ir_op2(c->game, IR_OP_OR, test, tests_within(c, t.rest.at[i]));
    for (size_t i = 0; i < t.opposite.n; i++)
        test = ir_op2(c->game, IR_OP_OR, test, ir_op1(c->game, IR_OP_NOT, tests_within(c, t.opposite.at[i])));
    return test;
}

/* `sum`: it is, or its opposite is, a part of an `or` that is no test. */
static Ir *operands(Conditions *c, Ir *e, bool sum, bool opposite)
{
    if (!e->n)
        return e;
    Ir *fresh = tree_like(c->game, e);
    for (int i = 0; i < e->n; i++) {
        const bool other = e->op == IR_OP_NOT ? !opposite : opposite;
        const bool part = sum && (e->a[i]->op == IR_OP_NOT || condition_is_sum((Condition){e->a[i], other}));
        fresh->a[i] = part ? operands(c, e->a[i], true, other) : tests_within(c, e->a[i]);
    }
    return fresh->op == IR_OP_NOT && fresh->a[0]->op == IR_OP_NOT ? fresh->a[0]->a[0] : fresh;
}

static Ir *tests_within(Conditions *c, Ir *e)
{
    const bool opposite = e->op == IR_OP_AND, sum = e->op == IR_OP_OR || opposite;
    Ir *test = sum ? as_test(c, e, opposite) : NULL;
    if (!test)
        return operands(c, e, sum, opposite);
    return opposite ? ir_op1(c->game, IR_OP_NOT, test) : test;
}

bool ir_pass_covers_tests(IrPass *pass)
{
    Conditions c = {.pass = pass, .game = pass->game, .scratch = arena_beside(pass->game->arena), .rewrite = tests_within};
    for (size_t i = 0; i < pass->game->fn.n; i++)
        if (conditions_begin(&c, pass->game->fn.at[i]))
            conditions_rewrite(&c, pass->game->fn.at[i]);
    arena_free(c.scratch);
    return c.changed;
}
