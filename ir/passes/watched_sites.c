/* watched_sites.c - moves after which what must hold does so because it held before.
 *
 * With check, `post` asks whether the king is attacked.  If he is not now, only a move that changes what the question depends on can
 * make him so.  Functions gather, in the old state, the sites at which a change could matter (watched_walks.c): one for sites that a
 * move vacates, another one for sites that it puts something at.  A move is spared the question where it writes to none of them:
 *
 *     rule slide(%from, %to)   spared !(%from in watched_vacated()) && !(%to in watched_taken())
 *
 * A number or a set that all moves give the same new value has it while the sites are found.  Where an effect keeps the answer, and goes
 * on (do { .. @passed := C .. } post @passed), C is what must hold, after what is done before.
 *
 * Rules keep their `post`; whoever lists moves may ask `spared` of the old state first (spare_trials.c). */
#include "ir/passes/watched_sites.h"

#include "ir/analysis/facts.h"
#include "ir/analysis/shape.h"
#include "ir/core/tree.h"
#include "ir/fold/fold.h"
#include "ir/passes/pass.h"
#include "ir/passes/watched_writes.h"

enum { MOST_MOVERS = 4, FEWEST = 3 /* one in so many of the rules that are tried */ };

/* A field that is no array, and the value that a move gives it, found in the old state. */
typedef struct {
    int field;
    Ir *value;
} Given;

typedef VEC(Given) Givens;

/* Rules that ask the same of the state behind them. */
typedef struct {
    const Ir *post; /* with names of its own: */
    IrFn *names;
    Givens given;
    bool *asked; /* by value: a piece that it looks for; moves of that one change too much */
    VEC(MoveWrites) rule;
} Group;

typedef struct {
    IrPass *pass;
    Watched of;
    int mover; /* field; or -1 */
    VEC(Group) group;
    unsigned *emitted; /* by function: movers for whom it is emitted, as bits; bit 0: any */
} Search;

/* --- which rules are moves, and whose --- */

static void note_moves(Search *s, const Ir *e, int mover)
{
    const IrGame *game = s->of.game;
    if (e->op == IR_OP_EMIT || e->op == IR_OP_EMITSET || (e->op == IR_OP_TRY && game->fn.at[e->k]->kind == IR_RULE))
        s->emitted[e->k] |= 1u << mover;
    if (e->op == IR_OP_TRY && game->fn.at[e->k]->kind == IR_GEN)
        note_moves(s, game->fn.at[e->k]->body, mover);
    const Ir *c = e->op == IR_OP_IF ? e->a[0] : NULL;
    const bool one = c && c->op == IR_OP_EQ && c->a[0]->op == IR_OP_GET && c->a[0]->k == s->mover && c->a[1]->op == IR_OP_INT && c->a[1]->k >= 1 &&
                     c->a[1]->k <= MOST_MOVERS;
    for (int i = 0; i < e->n; i++)
        note_moves(s, e->a[i], one && i == 1 ? (int)c->a[1]->k : mover);
}

/* --- groups --- */

/* Values of the header in place of their names. */
static Ir *without_header(IrGame *game, const IrFn *rule, const Ir *e)
{
    Ir **map = ARENA_ARRAY(game->arena, Ir *, rule->local.n + 1);
    for (int i = 0; rule->header && i < rule->header->n; i++)
        if (rule->header->a[i]->op == IR_OP_LET)
            map[rule->header->a[i]->k] = tree_remap(game, rule->header->a[i]->a[0], map);
    return tree_remap(game, e, map);
}

/* Pieces that the condition looks for, as far as tables and constants say. */
static void note_asked(Group *g, const IrGame *game, int field, const Ir *root, const Ir *e)
{
    const Ir *value = e->op == IR_OP_WHERE && e->k == field ? e->a[0] : NULL;
    if (value && value->op == IR_OP_LOCAL)
        value = watched_let(root, (int)value->k);
    if (value)
        (void)watched_known_values(game, value, game->field.at[field].elem.space, g->asked);
    for (int i = 0; i < e->n; i++)
        note_asked(g, game, field, root, e->a[i]);
}

/* --- what is asked, and when --- */

static int puts_of(const Ir *e, int field)
{
    int n = e->op == IR_OP_PUT && e->k == field;
    for (int i = 0; i < e->n; i++)
        n += puts_of(e->a[i], field);
    return n;
}

/* The rule as it is when `post` is asked, and *post. */
static const IrFn *asked_after(IrGame *game, const IrFn *rule, const Ir **post)
{
    const Ir *kept = rule->post, *effect = rule->effect;
    *post = kept;
    if (kept->op != IR_OP_GET || kept->n || puts_of(effect, (int)kept->k) != 1 || (rule->then && puts_of(rule->then, (int)kept->k)))
        return rule;
    for (int i = 0; i < effect->n; i++)
        if (effect->a[i]->op == IR_OP_PUT && effect->a[i]->k == kept->k) {
            IrFn *before = arena_copy(game->arena, rule, sizeof *before);
            before->effect = tree_block(game, effect->a, (size_t)i);
            before->then = NULL;
            *post = effect->a[i]->a[0];
            return before;
        }
    return rule;
}

/* Does it read no field that the rule writes, but for `own`? */
static bool of_old_state(const IrGame *game, const Ir *e, const bool *written, int own)
{
    bool *read = ARENA_ARRAY(game->arena, bool, game->field.n + 1);
    ir_note_reads(game, e, read);
    for (size_t i = 0; i < game->field.n; i++)
        if (read[i] && written[i] && (int)i != own)
            return false;
    return !watched_names(e);
}

static void note_written(const IrGame *game, const IrFn *rule, bool *field)
{
    ir_note_writes(game->arena, game, rule->effect, field);
    if (rule->then)
        ir_note_writes(game->arena, game, rule->then, field);
}

static Givens givens_of(IrGame *game, const IrFn *rule, const Ir *post)
{
    Givens given = {0};
    bool *read = ARENA_ARRAY(game->arena, bool, game->field.n + 1), *written = ARENA_ARRAY(game->arena, bool, game->field.n + 1);
    ir_note_reads(game, post, read);
    note_written(game, rule, written);
    for (int i = 0; i < rule->effect->n; i++) {
        const Ir *s = rule->effect->a[i];
        if (s->op == IR_OP_PUT && s->n == 1 && read[s->k] && puts_of(rule->effect, (int)s->k) == 1 && !(rule->then && puts_of(rule->then, (int)s->k)) &&
            of_old_state(game, s->a[0], written, (int)s->k))
            vec_push(game->arena, &given, ((Given){(int)s->k, s->a[0]}));
    }
    return given;
}

/* Those that are in both. */
static void keep_shared(Givens *all, const Givens *more)
{
    size_t n = 0;
    for (size_t i = 0; i < all->n; i++)
        for (size_t j = 0; j < more->n; j++)
            if (all->at[i].field == more->at[j].field && ir_equal(all->at[i].value, more->at[j].value)) {
                all->at[n++] = all->at[i];
                break;
            }
    all->n = n;
}

static Group *group_of(Search *s, const IrFn *rule, const Ir *asked)
{
    IrGame *game = s->of.game;
    IrFn *names = ARENA_NEW(game->arena, IrFn);
    Ir **map = ARENA_ARRAY(game->arena, Ir *, rule->local.n + 1);
    Ir *post = without_header(game, rule, asked);
    if (!tree_own_names(game, rule, names, post, map))
        return NULL;
    post = tree_remap(game, post, map);
    for (size_t i = 0; i < s->group.n; i++)
        if (ir_equal(s->group.at[i].post, post))
            return &s->group.at[i];
    Group g = {.post = post, .names = names, .asked = ARENA_ARRAY(game->arena, bool, game->space.at[s->of.values].size)};
    note_asked(&g, game, s->of.field, post, post);
    vec_push(game->arena, &s->group, g);
    return &s->group.at[s->group.n - 1];
}

/* --- the functions --- */

static Ir *values_for(Search *s, const Group *g, unsigned movers)
{
    IrGame *game = s->of.game;
    const int n = game->space.at[s->of.values].size;
    uint64_t *words = ARENA_ARRAY(game->arena, uint64_t, ir_words(game, s->of.values) + 1);
    for (size_t i = 0; i < g->rule.n; i++)
        for (int v = 0; v < n; v++)
            if (s->emitted[ir_fn_index(game, g->rule.at[i].rule)] & movers && g->rule.at[i].taken[v])
                ir_mask_set(words, v);
    return tree_mask(game, s->of.values, words);
}

/* What the moves of the player to move put at sites. */
static Ir *taken_values(Search *s, const Group *g)
{
    IrGame *game = s->of.game;
    Ir *taken = values_for(s, g, ~0u);
    for (int p = MOST_MOVERS; p > 0 && s->mover >= 0; p--) {
        Ir *his = values_for(s, g, 1u << p | 1u), *is = ir_op2(game, IR_OP_EQ, ir_get(game, s->mover, NULL), ir_const(game, p));
        taken = game->players >= p ? ir_op3(game, IR_OP_SELECT, is, his, taken) : taken;
    }
    for (size_t i = 0; i < g->rule.n; i++)
        for (size_t j = 0; j < g->rule.at[i].more.n; j++)
            taken = ir_op2(game, IR_OP_MOR, taken, ir_copy(game, g->rule.at[i].more.at[j]));
    return fold_tree(game, g->names, taken);
}

/* Where fields have the values that are given.  Of sites that are vacated: all, where `post` does not hold now.  -1: it is always all of them. */
static int write_function(Search *s, const Group *g, WatchKind kind, const Givens *given)
{
    IrGame *game = s->of.game;
    IrFn *fn = ir_fn_add(game, IR_FN, ir_fn_fresh_name(game, kind == WATCH_VACATED ? "watched_vacated" : "watched_taken"), ir_mask(s->of.space));
    Ir **map = tree_rename_map(game, g->names, fn, 0), *block = ir_block(game);
    const int taken = ir_local_add(game, fn, "taken", ir_mask(s->of.values));
    ir_append(game, &block, ir_k1(game, IR_OP_LET, taken, taken_values(s, g)));
    Watch w = {.of = &s->of, .fn = fn, .kind = kind, .taken = ir_local(game, fn, taken), .assumed = ARENA_ARRAY(game->arena, bool, game->field.n + 1)};
    for (size_t i = 0; i < given->n; i++)
        w.assumed[given->at[i].field] = true;
    Ir *post = tree_remap(game, g->post, map), *sites = watched_flip(&w, post, false, true);
    if (sites->op == IR_OP_ALL)
        return -1;
    if (kind == WATCH_VACATED)
        sites = watched_choose(&w, watched_copy(&w, post), sites, watched_all(&w));
    for (size_t i = given->n; i-- > 0;)
        sites = ir_k2(game, IR_OP_WITH, given->at[i].field, ir_copy(game, given->at[i].value), sites);
    ir_append(game, &block, ir_node(game, fn, IR_OP_RET, 0, 1, &sites));
    fn->body = block;
    return ir_fn_index(game, fn);
}

static size_t alls_of(const Ir *e)
{
    size_t n = e->op == IR_OP_ALL;
    for (int i = 0; i < e->n; i++)
        n += alls_of(e->a[i]);
    return n;
}

/* The functions, in place of those that have been written; in how many places they give up, or -1. */
static long write_functions(Search *s, const Group *g, const Givens *given, size_t first, int *fn)
{
    IrGame *game = s->of.game;
    long alls = 0;
    game->fn.n = first;
    s->of.walk.n = 0;
    fn[WATCH_VACATED] = write_function(s, g, WATCH_VACATED, given);
    fn[WATCH_TAKEN] = fn[WATCH_VACATED] < 0 ? -1 : write_function(s, g, WATCH_TAKEN, given);
    if (fn[WATCH_TAKEN] < 0)
        return -1;
    for (size_t i = first; i < game->fn.n; i++)
        alls += (long)alls_of(game->fn.at[i]->body);
    return alls;
}

/* With those of the given values that help: each takes time. */
static bool choose_functions(Search *s, const Group *g, int *fn)
{
    const size_t first = s->of.game->fn.n;
    Givens given = {0};
    for (size_t i = 0; i < g->given.n; i++)
        vec_push(s->of.game->arena, &given, g->given.at[i]);
    const long best = write_functions(s, g, &given, first, fn);
    for (size_t i = given.n; best >= 0 && i-- > 0;) {
        const Given left = given.at[i];
        given.at[i] = given.at[--given.n];
        const long alls = write_functions(s, g, &given, first, fn);
        if (alls < 0 || alls > best) {
            given.at[given.n++] = given.at[i];
            given.at[i] = left;
        }
    }
    if (g->given.n)
        (void)write_functions(s, g, &given, first, fn);
    if (best < 0)
        s->of.game->fn.n = first;
    return best >= 0;
}

/* --- rules --- */

static Ir *and_not(IrGame *game, Ir *all, Ir *c)
{
    Ir *is_not = fold_node(game, ir_op1(game, IR_OP_NOT, c));
    return all ? ir_op2(game, IR_OP_AND, all, is_not) : is_not;
}

/* Is the site there, whatever the move? */
static bool sure_site(const IrFn *rule, const Ir *at)
{
    return at->op == IR_OP_LOCAL && at->k < rule->nparam && rule->local.at[at->k].type.lo >= 0;
}

/* Where `post` does not hold now, all sites are watched for being vacated: asked for one that is there, or for all. */
static void spare(Search *s, const MoveWrites *m, const int *fn)
{
    IrGame *game = s->of.game;
    Ir *spared = NULL;
    bool sure = false;
    for (size_t i = 0; i < m->never.n; i++)
        spared = and_not(game, spared, ir_copy(game, m->never.at[i]));
    for (size_t i = 0; i < m->site.n; i++) {
        const WriteSite *site = &m->site.at[i];
        sure = sure || (site->vacated && sure_site(m->rule, site->at));
        for (int k = 0; k < WATCH_KINDS; k++)
            if (k == WATCH_VACATED ? site->vacated : site->taken)
                spared = and_not(game, spared, ir_op2(game, IR_OP_HAS, ir_copy(game, site->at), ir_call(game, IR_OP_CALL, fn[k], 0, NULL)));
    }
    Ir *others = ir_op1(game, IR_OP_MNOT, ir_call(game, IR_OP_CALL, fn[WATCH_VACATED], 0, NULL)), *holds = ir_op1(game, IR_OP_ANY, others);
    if (!sure)
        spared = spared ? ir_op2(game, IR_OP_AND, spared, holds) : holds;
    m->rule->spared = without_header(game, m->rule, spared);
    ir_pass_remark(s->pass, m->rule->at, "watched_sites: what must hold after `%s` is often known before", m->rule->name);
}

static bool moves_asked(const Group *g, const MoveWrites *m, int n)
{
    for (int v = 0; v < n; v++)
        if (m->asked[v] && g->asked[v])
            return true;
    return false;
}

static void note_rule(Search *s, IrFn *rule)
{
    IrGame *game = s->of.game;
    const Ir *post;
    MoveWrites m = {.rule = rule, .before = asked_after(game, rule, &post)};
    Group *g = tree_does(post, IR_AHEAD | IR_DRAWS) ? NULL : group_of(s, m.before, post);
    if (!g)
        return;
    bool *read = ARENA_ARRAY(game->arena, bool, game->field.n + 1);
    ir_note_reads(game, g->post, read);
    if (!read[s->of.field] || !watched_writes(game, s->of.field, read, &m) || moves_asked(g, &m, game->space.at[s->of.values].size))
        return;
    const Givens given = givens_of(game, m.before, post);
    if (g->rule.n)
        keep_shared(&g->given, &given);
    else
        g->given = given;
    vec_push(game->arena, &g->rule, m);
}

/* One question is enough for most moves; what is asked of few would be found in vain for the others. */
static const Group *largest(const Search *s)
{
    const Group *g = NULL;
    for (size_t i = 0; i < s->group.n; i++)
        if (s->group.at[i].rule.n && (!g || s->group.at[i].rule.n > g->rule.n))
            g = &s->group.at[i];
    return g;
}

static bool watch_field(Search *s, int field)
{
    IrGame *game = s->of.game;
    const IrField *f = &game->field.at[field];
    if (!f->array || f->elem.kind != IR_INT || f->elem.space < 0 || f->dim.space < 0 || f->elem.lo < 0)
        return false;
    bool changed = false;
    s->of.field = field;
    s->of.space = f->dim.space;
    s->of.values = f->elem.space;
    s->group.n = 0;
    size_t tried = 0;
    for (size_t i = 0; i < game->fn.n; i++)
        if (game->fn.at[i]->post && game->fn.at[i]->effect && !game->fn.at[i]->spared && s->emitted[i] && !shape_known(game->fn.at[i])) {
            note_rule(s, game->fn.at[i]);
            tried++;
        }
    const Group *g = largest(s);
    if (g && FEWEST * g->rule.n >= tried) {
        s->of.written = ARENA_ARRAY(game->arena, bool, game->field.n + 1);
        for (size_t j = 0; j < g->rule.n; j++)
            note_written(game, g->rule.at[j].before, s->of.written);
        int fn[WATCH_KINDS];
        const bool known = choose_functions(s, g, fn);
        for (size_t j = 0; known && j < g->rule.n; j++)
            spare(s, &g->rule.at[j], fn);
        changed = true;
    }
    return changed;
}

bool ir_pass_watched_sites(IrPass *pass)
{
    IrGame *game = pass->game;
    const int moves = ir_fn_find(game, "moves");
    bool changed = false;
    if (game->joint || moves < 0 || game->fn.at[moves]->nparam)
        return false;
    Search s = {.pass = pass, .of = {.game = game}, .mover = ir_view_field(game, "mover")};
    s.emitted = ARENA_ARRAY(game->arena, unsigned, game->fn.n + 1);
    note_moves(&s, game->fn.at[moves]->body, 0);
    const size_t nfield = game->field.n;
    for (size_t i = 0; i < nfield && !changed; i++)
        changed = watch_field(&s, (int)i);
    return changed;
}
