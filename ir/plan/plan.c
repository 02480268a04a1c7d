/* plan.c - which playout plans hold, read off the body of gen moves. */
#include "ir/plan/plan.h"

#include <string.h>

/* ---- what is tested ------------------------------------------------------------ */

/* `seen`: functions that were looked into. */
static bool has_node_in(const IrGame *game, const Ir *node, bool (*is)(const Ir *node), bool *seen)
{
    if (!node || is(node))
        return node != NULL;
    if ((node->op == IR_OP_CALL || node->op == IR_OP_DO) && !seen[node->k]) {
        seen[node->k] = true;
        if (has_node_in(game, game->fn.at[node->k]->body, is, seen))
            return true;
    }
    for (int i = 0; i < node->n; i++)
        if (has_node_in(game, node->a[i], is, seen))
            return true;
    return false;
}

/* Does the tree, or what it calls, hold a node that `is` says yes to? */
static bool has_node(const IrGame *game, const Ir *node, bool (*is)(const Ir *node))
{
    Arena *scratch = arena_beside(game->arena);
    bool found = has_node_in(game, node, is, ARENA_ARRAY(scratch, bool, game->fn.n + 1));
    arena_free(scratch);
    return found;
}

static bool is_mix(const Ir *node) { return node->op == IR_OP_HASHMIX; }
static bool is_draw(const Ir *node) { return node->op == IR_OP_DRAW; }

static bool is_emission(const Ir *s)
{
    return ir_does(s->op, IR_EMITS);
}

static bool emits(const IrGame *game, const Ir *s)
{
    if (is_emission(s)) {
        const IrFn *fn = game->fn.at[s->k];
        return fn->kind == IR_RULE || emits(game, fn->body);
    }
    for (int i = 0; i < s->n; i++)
        if (s->a[i]->type.kind == IR_VOID && emits(game, s->a[i]))
            return true;
    return false;
}

bool ir_can_emit(const IrGame *game, const Ir *s, int rule)
{
    if (is_emission(s))
        return s->k == rule ||
               (game->fn.at[s->k]->kind == IR_GEN && ir_can_emit(game, game->fn.at[s->k]->body, rule));
    for (int i = 0; i < s->n; i++)
        if (s->a[i]->type.kind == IR_VOID && ir_can_emit(game, s->a[i], rule))
            return true;
    return false;
}

/* What is asked of successors: kinds of tests (IR_PLAN_..), of all emissions in s.
 * `outer`: what the KEEPs around s ask. */
static unsigned tests(const IrGame *game, const Ir *s, unsigned outer)
{
    if (is_emission(s)) {
        const IrFn *fn = game->fn.at[s->k];
        if (fn->kind == IR_GEN)
            return tests(game, fn->body, outer);
        return (fn->post ? IR_PLAN_FILTER : 0u) | (fn->exempt ? 0u : outer);
    }
    if (s->op == IR_OP_KEEP) /* a hash of the position is compared with earlier ones */
        outer |= has_node(game, s->a[0], is_mix) ? IR_PLAN_NO_REPETITION : IR_PLAN_FILTER;
    unsigned found = 0;
    for (int i = 0; i < s->n; i++)
        if (s->a[i]->type.kind == IR_VOID)
            found |= tests(game, s->a[i], outer);
    return found;
}

bool ir_is_tested(const IrGame *game, const Ir *statement)
{
    return tests(game, statement, 0) != 0;
}

bool ir_plan_tries(const IrGame *game)
{
    int moves = ir_fn_find(game, "moves");
    return (game->plan & (IR_PLAN_FILTER | IR_PLAN_NO_REPETITION)) && !game->joint && moves >= 0 &&
           (game->candidates || ir_is_tested(game, game->fn.at[moves]->body)); /* of the low form: what was asked there is written out */
}

/* ---- can the tests wait? --------------------------------------------------------- */

/* Does the expression read only locals that it binds itself? */
static bool closed(const Ir *e, int64_t *bound, int n)
{
    enum { DEEPEST = 32 };
    if (e->op == IR_OP_LOCAL) {
        for (int i = 0; i < n; i++)
            if (bound[i] == e->k)
                return true;
        return false;
    }
    bool binds = ir_binds_within(e->op);
    if (binds && n == DEEPEST)
        return false;
    for (int i = 0; i < e->n; i++) {
        if (binds && i == e->n - 1)
            bound[n++] = e->k;
        if (!closed(e->a[i], bound, n))
            return false;
    }
    return true;
}

/* Walks the emissions of a statement with the KEEPs around them. */
typedef struct {
    const IrGame *game;
    const Ir *keep[IR_MOST_KEEPS];
    size_t nkeep;
    const char *why; /* the tests cannot wait; NULL: they can */
    Span at;
    int rule; /* whose KEEPs are looked for, or -1 */
    bool found;
    const Ir *of_rule[IR_MOST_KEEPS];
    size_t nof_rule;
    signed char *draws; /* by rule: 1 it draws lots, -1 it does not, 0 not looked at yet */
} Wait;

static void wont_wait(Wait *w, const Ir *s, const char *why)
{
    if (!w->why) {
        w->why = why;
        w->at = s->at;
    }
}

static bool draws_lots(Wait *w, int64_t rule)
{
    const IrFn *fn = w->game->fn.at[rule];
    if (!w->draws[rule])
        w->draws[rule] = has_node(w->game, fn->effect, is_draw) || has_node(w->game, fn->then, is_draw) ? 1 : -1;
    return w->draws[rule] > 0;
}

static void note_rule(Wait *w, const Ir *s)
{
    const IrFn *fn = w->game->fn.at[s->k];
    bool tested = fn->post || (w->nkeep && !fn->exempt);
    if (tested && draws_lots(w, s->k))
        wont_wait(w, s, "the move draws lots");
    if (s->k != w->rule)
        return;
    size_t n = fn->exempt ? 0 : w->nkeep;
    bool same = !w->found || n == w->nof_rule;
    for (size_t i = 0; same && w->found && i < n; i++)
        same = ir_equal(w->keep[i]->a[0], w->of_rule[i]->a[0]);
    if (!same)
        wont_wait(w, s, "the rule stands under different conditions");
    memcpy(w->of_rule, w->keep, n * sizeof *w->keep);
    w->nof_rule = n;
    w->found = true;
}

static void wait(Wait *w, const Ir *s)
{
    int64_t bound[33];
    size_t before = w->nkeep;
    if (is_emission(s)) {
        const IrFn *fn = w->game->fn.at[s->k];
        if (fn->kind == IR_RULE)
            note_rule(w, s);
        else
            wait(w, fn->body);
        return;
    }
    if (s->op == IR_OP_KEEP && (w->nkeep == IR_MOST_KEEPS || !closed(s->a[0], bound, 0)))
        wont_wait(w, s, "the condition depends on how the move was found");
    else if (s->op == IR_OP_KEEP)
        w->keep[w->nkeep++] = s;
    if (s->op == IR_OP_PREFER && tests(w->game, s->a[0], 0))
        wont_wait(w, s, "other moves depend on whether one of these is legal");
    if (s->op == IR_OP_BEST && tests(w->game, s->a[1], 0))
        wont_wait(w, s, "the best of the legal moves are asked for");
    for (int i = 0; i < s->n; i++)
        if (s->a[i]->type.kind == IR_VOID)
            wait(w, s->a[i]);
    w->nkeep = before;
}

/* Why the tests in s cannot wait until a move is drawn; NULL: they can. */
static const char *cannot_wait(const IrGame *game, const Ir *s, Span *at)
{
    Arena *scratch = arena_beside(game->arena);
    signed char *draws = ARENA_ARRAY(scratch, signed char, game->fn.n + 1);
    const char *why = NULL;
    for (int i = 0; i < (int)game->fn.n && !why; i++) {
        if (game->fn.at[i]->kind != IR_RULE || !ir_can_emit(game, s, i))
            continue;
        Wait w = {.game = game, .rule = i, .draws = draws};
        wait(&w, s);
        if (w.why)
            *at = w.at.hi ? w.at : game->fn.at[i]->at;
        why = w.why;
    }
    arena_free(scratch);
    return why;
}

size_t ir_keeps_of(const IrGame *game, const Ir *statement, int rule, const Ir **keep)
{
    Arena *scratch = arena_beside(game->arena);
    Wait w = {.game = game, .rule = rule, .draws = ARENA_ARRAY(scratch, signed char, game->fn.n + 1)};
    wait(&w, statement);
    arena_free(scratch);
    memcpy(keep, w.of_rule, w.nof_rule * sizeof *keep);
    return w.nof_rule;
}

/* ---- how a statement is drawn from -------------------------------------------------- */

/* LETs, then the only part that emits. */
static bool is_tail_block(const IrGame *game, const Ir *s)
{
    for (int i = 0; i + 1 < s->n; i++)
        if (emits(game, s->a[i]))
            return false;
    return s->n > 0;
}

/* Can the conditions never hold both: c and !c, e == 1 and e == 2? */
static bool exclude(const Ir *a, const Ir *b)
{
    if ((a->op == IR_OP_NOT && ir_equal(a->a[0], b)) || (b->op == IR_OP_NOT && ir_equal(b->a[0], a)))
        return true;
    return a->op == IR_OP_EQ && b->op == IR_OP_EQ && a->a[1]->op == IR_OP_INT && b->a[1]->op == IR_OP_INT &&
           a->a[1]->k != b->a[1]->k && ir_equal(a->a[0], b->a[0]);
}

/* Parts under conditions of which one holds at most: phases. */
static bool are_rivals(const IrGame *game, const Ir *s)
{
    for (int i = 0; i < s->n; i++) {
        if (!emits(game, s->a[i]))
            continue;
        if (s->a[i]->op != IR_OP_IF || s->a[i]->n != 2)
            return false;
        for (int j = 0; j < i; j++)
            if (emits(game, s->a[j]) && !exclude(s->a[j]->a[0], s->a[i]->a[0]))
                return false;
    }
    return s->n > 0;
}

static bool has_steps(const IrGame *game, const Ir *s)
{
    return s->op == IR_OP_IF || s->op == IR_OP_PREFER ||
           (s->op == IR_OP_BLOCK && (is_tail_block(game, s) || are_rivals(game, s))) ||
           (s->op == IR_OP_TRY && game->fn.at[s->k]->kind == IR_GEN);
}

IrDraw ir_draw(const IrGame *game, const Ir *statement)
{
    Span at;
    unsigned kinds = tests(game, statement, 0);
    if (!emits(game, statement))
        return IR_DRAW_NOTHING;
    if (!kinds)
        return IR_DRAW_PLAIN;
    if (has_steps(game, statement))
        return IR_DRAW_STEPS;
    return (kinds & game->plan) && !cannot_wait(game, statement, &at) ? IR_DRAW_TRIALS : IR_DRAW_LIST;
}

/* ---- finding -------------------------------------------------------------------------- */

void ir_plan_remark(const IrGame *game, Span at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_v(game->session->diags, DIAG_REMARK, at, format, args);
    va_end(args);
}

static void say_trials(const IrGame *game, const Ir *s)
{
    for (int i = 0; i < (int)game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        const Ir *keep[IR_MOST_KEEPS];
        if (fn->kind != IR_RULE || !ir_can_emit(game, s, i))
            continue;
        if (fn->post)
            ir_plan_remark(game, fn->post->at.hi ? fn->post->at : fn->at,
                   "plan filter: `%s` is drawn, then tried: what must hold after it is not asked of the others",
                   fn->name);
        size_t n = ir_keeps_of(game, s, i, keep);
        for (size_t j = 0; j < n; j++)
            if (has_node(game, keep[j]->a[0], is_mix))
                ir_plan_remark(game, fn->at, "plan no-repetition: `%s` is drawn, then the position it leads to is looked up",
                       fn->name);
            else
                ir_plan_remark(game, fn->at, "plan filter: `%s` is drawn, then the condition around it is tried", fn->name);
    }
}

/* Adds the plans that hold in s. */
static unsigned find(const IrGame *game, const Ir *s, bool remarks)
{
    unsigned kinds = tests(game, s, 0), found = 0;
    Span at;
    if (!kinds)
        return 0;
    if (!has_steps(game, s)) {
        const char *why = cannot_wait(game, s, &at);
        if (why && remarks)
            ir_plan_remark(game, at, "plan %s does not hold: %s", ir_plan_name(kinds), why);
        else if (remarks)
            say_trials(game, s);
        return why ? 0 : kinds;
    }
    if (s->op == IR_OP_TRY)
        return find(game, game->fn.at[s->k]->body, remarks);
    for (int i = 0; i < s->n; i++)
        if (s->a[i]->type.kind == IR_VOID)
            found |= find(game, s->a[i], remarks);
    return found;
}

static unsigned find_add(const IrGame *game, bool remarks)
{
    const char *why;
    Span at;
    int rule = ir_plan_add(game, &why, &at);
    if (rule < 0) {
        if (why && remarks)
            ir_plan_remark(game, at, "plan add-to-empty does not hold: %s", why);
        return 0;
    }
    const IrFn *fn = game->fn.at[rule];
    int size = game->space.at[fn->local.at[0].type.space].size;
    if (remarks && ir_plan_is_listed(game, rule, &why))
        ir_plan_remark(game, fn->at, "plan add-to-empty: a list of the sites of `%s` is kept; each move takes its own out", fn->name);
    else if (remarks && why)
        ir_plan_remark(game, fn->at, "plan add-to-empty: `%s` is the k-th of its set, %s", fn->name, why);
    else if (remarks)
        ir_plan_remark(game, fn->at, "plan add-to-empty: `%s` is the k-th of a word of %d sites, which is faster than a list",
               fn->name, size);
    return IR_PLAN_ADD;
}

unsigned ir_plan_find(const IrGame *game, bool remarks)
{
    int moves = ir_fn_find(game, "moves");
    if (moves < 0)
        return 0;
    if (game->joint) /* who made the game proved it, and keeps the sets in its turn */
        return game->plan & IR_PLAN_ADD;
    return find(game, game->fn.at[moves]->body, remarks) | find_add(game, remarks);
}

/* Has the rule of add-to-empty many sites, or few? */
static int rule_of_add(const IrGame *game, bool many)
{
    int rule = game->plan & IR_PLAN_ADD && game->plan_rule ? ir_fn_find(game, game->plan_rule) : -1;
    const IrFn *fn = rule < 0 ? NULL : game->fn.at[rule];
    bool sites = fn && fn->kind == IR_RULE && fn->nparam == 1 && fn->local.at[0].type.space >= 0;
    return sites && (game->space.at[fn->local.at[0].type.space].size > IR_FEW_SITES) == many ? rule : -1;
}

int ir_plan_listed(const IrGame *game) { return rule_of_add(game, true); }

/* Are there moves of other rules to choose from?  Between them the number is seldom still known. */
static bool others_choose(const IrGame *game, int rule)
{
    const int moves = ir_fn_find(game, "moves");
    for (int i = 0; moves >= 0 && i < (int)game->fn.n; i++)
        if (i != rule && game->fn.at[i]->kind == IR_RULE && game->fn.at[i]->nparam && ir_can_emit(game, game->fn.at[moves]->body, i))
            return true;
    return false;
}

int ir_plan_counted(const IrGame *game)
{
    const int rule = rule_of_add(game, false);
    return rule >= 0 && others_choose(game, rule) ? -1 : rule;
}

int ir_plan_kept(const IrGame *game, bool *counted)
{
    const int rule = ir_plan_counted(game);
    *counted = rule >= 0;
    return *counted ? rule : ir_plan_listed(game);
}

bool ir_plan_chooses(const IrGame *game)
{
    bool counted;
    return ir_plan_tries(game) || ir_plan_kept(game, &counted) >= 0;
}
