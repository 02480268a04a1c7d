/* fill_taint.c - what depends on where stones were put?
 *
 * A value is CLEAN when it does not; SITE when it is the site that was played, or was once,
 * of which it is known that it is no negative number; DIRTY otherwise.  Classes of fields and
 * locals only rise, until nothing changes.  What is written under a DIRTY condition is DIRTY. */
#include "ir/plan/fill.h"

#include <string.h>

#include "ir/core/tree.h"

typedef enum { CLEAN, SITE, DIRTY } Class;

typedef struct {
    const IrGame *game;
    int rule;
    unsigned char *field;  /* classes */
    unsigned char **local; /* of the locals of each function, */
    unsigned char *result; /* and of what it returns */
    const Ir *set;         /* the moves of the rule */
    bool changed;
    const char *why;
    Span at;
} Taint;

/* What is being walked through. */
typedef struct {
    Taint *h;
    size_t fn;
    int depth;
} Walk;

static void refuse(Taint *h, const Ir *s, const char *why)
{
    if (!h->why) {
        h->why = why;
        h->at = s->at;
    }
}

static void rise(Taint *h, unsigned char *class, Class to)
{
    if (*class < to) {
        *class = (unsigned char)to;
        h->changed = true;
    }
}

/* ---- expressions -------------------------------------------------------------------- */

static Class class_of(Walk w, const Ir *e);
static void walk(Walk w, const Ir *s, Class under);

/* Is e a comparison that asks only whether a site is negative? */
static bool asks_sign(const Ir *e)
{
    if (e->op == IR_OP_GE || e->op == IR_OP_LT)
        return tree_is_int(e->a[1], 0);
    return (e->op == IR_OP_EQ || e->op == IR_OP_NE) && tree_is_int(e->a[1], -1);
}

static Class call(Walk w, const Ir *e, Class under)
{
    const IrFn *fn = w.h->game->fn.at[e->k];
    Walk in = {w.h, (size_t)e->k, w.depth + 1};
    if (w.depth > 32)
        return DIRTY;
    for (int i = 0; i < e->n && i < fn->nparam; i++)
        rise(w.h, &w.h->local[e->k][i], class_of(w, e->a[i]));
    walk(in, fn->body, under);
    return w.h->result[e->k];
}

static Class class_of(Walk w, const Ir *e)
{
    Taint *h = w.h;
    if (e->op == IR_OP_LOCAL)
        return h->local[w.fn][e->k];
    if (e->op == IR_OP_CALL)
        return call(w, e, CLEAN);
    if (ir_does(e->op, IR_CALLS | IR_ASSUMES))
        return DIRTY;
    Class class = ir_reads_field(e) ? (Class)h->field[e->k] : CLEAN;
    if (e->op == IR_OP_GET && !e->n)
        return class;
    for (int i = 0; i < e->n; i++) {
        Class part = class_of(w, e->a[i]);
        class = part > class ? part : class;
        if (i == 0 && ir_binds_within(e->op))
            rise(h, &h->local[w.fn][e->k], part);
        if (i == 0 && part == SITE && asks_sign(e))
            return CLEAN;
    }
    return class == CLEAN ? CLEAN : DIRTY;
}

/* ---- statements ----------------------------------------------------------------------- */

static Class worse(Class a, Class b) { return a > b ? a : b; }

/* Under a condition that is not clean nothing is. */
static Class beneath(Class under, Class condition) { return condition == CLEAN ? under : DIRTY; }

static void put(Walk w, const Ir *s, Class under)
{
    Class class = worse(under, class_of(w, s->a[0]));
    if (s->n > 1 && class_of(w, s->a[1]) != CLEAN)
        class = DIRTY;
    rise(w.h, &w.h->field[s->k], class);
}

static void parts(Walk w, const Ir *s, int from, Class under)
{
    for (int i = from; i < s->n; i++)
        walk(w, s->a[i], under);
}

/* Rules but the one, and moves of generators: whatever they are given must be clean. */
static void emission(Walk w, const Ir *s)
{
    if (s->op == IR_OP_EMITSET && s->k == w.h->rule)
        return;
    for (int i = 0; i < s->n; i++)
        if (class_of(w, s->a[i]) != CLEAN)
            refuse(w.h, s, "which other moves there are depends on where stones were put");
}

static void walk(Walk w, const Ir *s, Class under)
{
    Taint *h = w.h;
    if (!s)
        return;
    switch (s->op) {
    case IR_OP_BLOCK:
    case IR_OP_PREFER:
        parts(w, s, 0, under);
        break;
    case IR_OP_LET:
    case IR_OP_VAR:
    case IR_OP_SET:
        rise(h, &h->local[w.fn][s->k], worse(under, class_of(w, s->a[0])));
        break;
    case IR_OP_PUT:
        put(w, s, under);
        break;
    case IR_OP_IF:
    case IR_OP_WHILE:
        parts(w, s, 1, beneath(under, class_of(w, s->a[0])));
        break;
    case IR_OP_FOR:
    case IR_OP_RANGE: {
        Class domain = class_of(w, s->a[0]);
        domain = s->op == IR_OP_RANGE ? worse(domain, class_of(w, s->a[1])) : domain;
        rise(h, &h->local[w.fn][s->k], domain == CLEAN ? CLEAN : DIRTY);
        walk(w, s->a[s->n - 1], beneath(under, domain));
        break;
    }
    case IR_OP_DO:
        (void)call(w, s, under);
        break;
    case IR_OP_RET:
        if (under != CLEAN)
            refuse(h, s, "a function ends where that depends on where stones were put");
        if (s->n)
            rise(h, &h->result[w.fn], class_of(w, s->a[0]));
        break;
    case IR_OP_EMIT:
    case IR_OP_EMITSET:
        if (under != CLEAN)
            refuse(h, s, "which moves there are depends on where stones were put");
        emission(w, s);
        break;
    case IR_OP_TRY:
    case IR_OP_KEEP:
    case IR_OP_BEST:
    case IR_OP_PLAY:
    case IR_OP_ATTEMPT:
    case IR_OP_CHOOSE:
    case IR_OP_UNTESTED:
    case IR_OP_ASIDE:
    case IR_OP_COLLECT:
    case IR_OP_DISCARD:
    case IR_OP_NOTE:
    case IR_OP_NOTES:
    case IR_OP_PARAM:
    case IR_OP_WHEN:
#define CASES_NUMBERS
#define CASES_SETS
#define CASES_EITHER
#include "ir/core/cases.def"
    case IR_OPS:
        refuse(h, s, "its moves are found in a way that is not looked through");
    }
}

static void walk_rule(Walk w, const IrFn *rule)
{
    for (int i = 0; i < rule->nparam; i++)
        rise(w.h, &w.h->local[w.fn][i], (int)w.fn == w.h->rule ? SITE : DIRTY);
    for (int i = 0; rule->header && i < rule->header->n; i++)
        if (rule->header->a[i]->op == IR_OP_LET)
            walk(w, rule->header->a[i], CLEAN);
    walk(w, rule->effect, CLEAN);
    walk(w, rule->then, CLEAN);
    if (rule->post)
        refuse(w.h, rule->post, "there are conditions on what moves lead to");
}

/* Views of people and unused functions do not count. */
static void walk_game(Taint *h)
{
    const IrGame *game = h->game;
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        Walk w = {h, i, 0};
        bool shown = fn->kind == IR_VIEW && (!strcmp(fn->name, "over") || !strcmp(fn->name, "mover") ||
                                             !strcmp(fn->name, "rank"));
        if (fn->kind == IR_RULE)
            walk_rule(w, fn);
        else if (fn->kind == IR_TURN || fn->kind == IR_GEN || shown)
            walk(w, fn->body, CLEAN);
        if (shown && h->result[i] != CLEAN)
            refuse(h, fn->body, "what is seen at the end depends on where stones were put");
    }
}

bool ir_fill_hangs(const IrGame *game, int rule, const char **why, Span *at)
{
    Arena *arena = arena_beside(game->arena);
    Taint h = {.game = game, .rule = rule, .changed = true};
    h.field = ARENA_ARRAY(arena, unsigned char, game->field.n + 1);
    h.result = ARENA_ARRAY(arena, unsigned char, game->fn.n + 1);
    h.local = ARENA_ARRAY(arena, unsigned char *, game->fn.n + 1);
    for (size_t i = 0; i < game->fn.n; i++)
        h.local[i] = ARENA_ARRAY(arena, unsigned char, game->fn.at[i]->local.n + 1);
    while (h.changed && !h.why) {
        h.changed = false;
        walk_game(&h);
    }
    arena_free(arena);
    if (h.why) {
        *why = h.why;
        *at = h.at;
    }
    return !h.why;
}
