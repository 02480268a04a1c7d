/* ahead.c - what is asked of positions behind moves: `keep`, `best` and `longest` become questions about copies of the state, where each
 * move is emitted.
 *
 *     keep fn_calm() {            for %to in m {
 *       emit add(in m)       ->     aside { if try_add(%to) { if fn_calm() { untested { emit add(%to) } } } }
 *     }                           }
 *
 * What stands around emissions is a chain of gates, which a move passes from the inside out.  Generators that are tried within
 * are written in place. */
#include "ir/play/choose.h"

#include "ir/analysis/analyses.h"

typedef enum {
    GATE_KEEP,    /* those after which `value` holds */
    GATE_SEEN,    /* all; `prefer` wants to know whether there was one */
    GATE_MEASURE, /* none; but notes the greatest `value` of the positions behind */
    GATE_EQUAL,   /* those whose position has it */
    GATE_LEAD     /* the same at once: what was emitted is discarded where a greater one is found */
} GateKind;

typedef struct Gate {
    const struct Gate *outer;
    GateKind kind;
    const Ir *value; /* NULL: the function that is written, with one less */
    const IrFn *from; /* whose names it reads, and what they are called */
    Ir **map;
    int seen, best; /* variables: was there one yet? the greatest value */
} Gate;

/* `longest`, and generators that are only asked whether they have a move, each with its function. */
typedef struct {
    const Ir *node;
    int fn;
} Lengths;

typedef struct {
    Low low; /* first: low_tree hands it on */
    IrGame *high;
    Ir *const *body;   /* of functions, as they were */
    const bool *field; /* that `keep` asks for; NULL: it may be any */
    const Apart *apart;
    bool chance; /* there is a draw */
    VEC(Lengths) longest;
    const LowAtari **atari; /* by rule; */
    bool *sought;           /* were they looked for? */
} Ahead;

/* A function that is written, in the place of generators whose statements are gone over. */
typedef struct {
    Ahead *a;
    LowWriter w;
    const IrFn *from; /* the generator, */
    Ir **map;         /* and what its names are called here; NULL: as there */
    const Gate *gate;
    bool raw; /* within `untested` */
    bool any; /* it is only asked whether there is a move */
} Walk;

static void walk(Walk *p, const Ir *s);

/* --- names and trees --- */

static int bind(Walk *p, int64_t local)
{
    const IrLocal of = p->from->local.at[local];
    p->map[local] = low_get(&p->w, ir_local_add(p->w.game, p->w.fn, of.name, of.type));
    return (int)p->map[local]->k;
}

static void bind_all(Walk *p, const Ir *e)
{
    if (ir_gives_local(e) && e->op != IR_OP_SET)
        bind(p, e->k);
    for (int i = 0; i < e->n; i++)
        bind_all(p, e->a[i]);
}

/* With new names for what it binds, as it may be written more than once. */
static Ir *copy(Walk *p, const Ir *tree)
{
    bind_all(p, tree);
    return low_tree(&p->a->low, tree_remap(p->w.game, tree, p->map));
}

static Ir *local(const Walk *p, int k) { return low_get(&p->w, k); }

static Ir *yes(const Walk *p) { return ir_const(p->w.game, 1); }

static int flag(Walk *p, const char *name) { return low_var(&p->w, name, ir_bit(), ir_const(p->w.game, 0)); }

/* The last statement is what s became. */
static void placed(Walk *p, const Ir *s)
{
    if (p->w.block->n)
        p->w.block->a[p->w.block->n - 1]->at = s->at;
}

/* Is there a question about positions behind moves, in what is tried too? */
static bool looks_ahead(const Ahead *a, const Ir *s)
{
    if (s->op == IR_OP_KEEP || s->op == IR_OP_BEST)
        return true;
    if (s->op == IR_OP_TRY && a->body[s->k] && looks_ahead(a, a->body[s->k]))
        return true;
    for (int i = 0; i < s->n; i++)
        if (looks_ahead(a, s->a[i]))
            return true;
    return false;
}

/* --- one move --- */

static bool asks_state(const Gate *g, const IrFn *rule)
{
    return g && ((g->kind == GATE_KEEP ? !rule->exempt : g->kind != GATE_SEEN) || asks_state(g->outer, rule));
}

static bool counts(const Gate *g) { return g && (g->kind == GATE_SEEN || counts(g->outer)); }

/* All `prefer` around have seen a move. */
static void note_seen(Walk *p)
{
    for (const Gate *g = p->gate; g; g = g->outer)
        if (g->kind == GATE_SEEN)
            low_set(&p->w, g->seen, yes(p));
}

/* One that is tested, or tests nothing more. */
static void put(Walk *p, Ir *emission, bool tested)
{
    IrGame *game = p->w.game;
    Ir *block = ir_block(game);
    ir_append(game, &block, emission);
    low_add(&p->w, tested ? ir_node(game, p->w.fn, IR_OP_UNTESTED, 0, 1, &block) : emission);
}

static void pass(Walk *p, const Gate *g, const IrFn *rule, Ir *const *arg);

/* A tree of the gate's place. */
static Ir *asked(Walk *p, const Gate *g)
{
    Walk there = *p;
    there.from = g->from;
    there.map = g->map;
    if (g->value)
        return copy(&there, g->value);
    Ir *less = ir_op2(p->w.game, IR_OP_SUB, local(p, 0), yes(p));
    return ir_call(p->w.game, IR_OP_CALL, ir_fn_index(p->w.game, p->w.fn), 1, &less);
}

/* The measure of the position that the turn makes: a name.  Where a gate further out asks for the state before it, on a copy. */
static int measure(Walk *p, const Gate *g, const IrFn *rule)
{
    LowWriter *w = &p->w;
    IrGame *game = w->game;
    if (!asks_state(g->outer, rule)) {
        low_turn(w);
        return low_let(w, "measure", asked(p, g));
    }
    const int m = low_var(w, "measure", w->fn->local.at[g->best].type, ir_const(game, 0));
    Ir *outer = low_open(w);
    low_turn(w);
    low_set(w, m, asked(p, g));
    Ir *block = low_close(w, outer);
    low_add(w, ir_node(game, w->fn, IR_OP_ASIDE, 0, 1, &block));
    return m;
}

/* What is greater than all before leads from here on. */
static void lead(Walk *p, const Gate *g, int m)
{
    LowWriter *w = &p->w;
    IrGame *game = w->game;
    Ir *more = ir_op2(game, IR_OP_GT, local(p, m), local(p, g->best)), *outer = low_open(w);
    low_set(w, g->best, local(p, m));
    low_set(w, g->seen, yes(p));
    if (g->kind == GATE_LEAD)
        low_add(w, ir_node(game, w->fn, IR_OP_DISCARD, 0, 0, NULL));
    low_if(w, outer, ir_op2(game, IR_OP_OR, more, ir_op1(game, IR_OP_NOT, local(p, g->seen))));
}

static void pass_measured(Walk *p, const Gate *g, const IrFn *rule, Ir *const *arg)
{
    const int m = measure(p, g, rule);
    if (g->kind != GATE_EQUAL)
        lead(p, g, m);
    if (g->kind == GATE_MEASURE)
        return;
    Ir *outer = low_open(&p->w);
    pass(p, g->outer, rule, arg);
    low_if(&p->w, outer, ir_op2(p->w.game, IR_OP_EQ, local(p, m), local(p, g->best)));
}

/* The move, played on the state that is here, through the gates from g on. */
static void pass(Walk *p, const Gate *g, const IrFn *rule, Ir *const *arg)
{
    LowWriter *w = &p->w;
    if (!g) {
        put(p, ir_call(w->game, IR_OP_EMIT, ir_fn_index(w->game, rule), rule->nparam, arg), true);
        return;
    }
    switch (g->kind) {
    case GATE_SEEN:
        low_set(w, g->seen, yes(p));
        pass(p, g->outer, rule, arg);
        break;
    case GATE_KEEP:
        if (rule->exempt) {
            pass(p, g->outer, rule, arg);
        } else {
            Ir *holds = asked(p, g), *outer = low_open(w);
            pass(p, g->outer, rule, arg);
            low_if(w, outer, holds);
        }
        break;
    default: pass_measured(p, g, rule, arg); break;
    }
}

/* --- it is tried --- */

/* The groups that moves of the rule may shut in; NULL: nothing is known. */
static const LowAtari *atari(Ahead *a, const IrFn *rule)
{
    IrGame *game = a->low.game;
    const int i = ir_fn_index(game, rule);
    if (!game->atari || a->chance || (a->apart->any && apart_plays_told(a->apart, rule)))
        return NULL;
    if (!a->sought[i])
        a->atari[i] = ir_lower_atari(game->arena, a->high, game, i);
    a->sought[i] = true;
    return a->atari[i];
}

/* Is playing what matters worth a function of its own? */
static bool is_lighter(const Ahead *a, const IrFn *rule)
{
    IrGame *game = a->low.game;
    return a->field && !a->chance && !(a->apart->any && apart_plays_told(a->apart, rule)) &&
           ir_slice(game->arena, game, rule, rule->post, a->field).less;
}

static int need_try(Ahead *a, const IrFn *rule, const LowAtari *groups)
{
    IrGame *game = a->low.game;
    const char *key = arena_printf(game->arena, "%s %s", groups ? "beside" : "try", rule->name);
    const int made = low_find(&a->low, key);
    return made >= 0 ? made : low_made(&a->low, key, trial_aside(&a->low, ir_fn_index(game, rule), a->field, groups));
}

/* The move is played; what must hold behind it, or NULL.  pressed: the groups, or -1. */
static Ir *played(Walk *p, const IrFn *rule, Ir *const *arg, int pressed)
{
    IrGame *game = p->w.game;
    const bool asks = rule->post && !p->raw;
    if (pressed < 0 && !asks && (rule->post || !is_lighter(p->a, rule))) {
        low_add(&p->w, ir_call(game, IR_OP_PLAY, ir_fn_index(game, rule), rule->nparam, arg));
        return NULL;
    }
    Ir **all = ARENA_ARRAY(game->arena, Ir *, rule->nparam + 1);
    for (int i = 0; i < rule->nparam; i++)
        all[i] = arg[i];
    all[rule->nparam] = pressed >= 0 ? local(p, pressed) : NULL;
    const int fn = need_try(p->a, rule, pressed >= 0 ? atari(p->a, rule) : NULL);
    return ir_call(game, IR_OP_CALL, fn, rule->nparam + (pressed >= 0), all);
}

static void try_move(Walk *p, const IrFn *rule, Ir *const *arg, int pressed)
{
    LowWriter *w = &p->w;
    Ir *outer = low_open(w), *holds = played(p, rule, arg, pressed), *within = holds ? low_open(w) : NULL;
    pass(p, p->gate, rule, arg);
    if (holds)
        low_if(w, within, holds);
    Ir *block = low_close(w, outer);
    low_add(w, ir_node(w->game, w->fn, IR_OP_ASIDE, 0, 1, &block));
}

/* One after the other. */
static void try_each(Walk *p, const IrFn *rule, Ir **arg, Ir *set)
{
    LowWriter *w = &p->w;
    const int last = rule->nparam - 1;
    const bool groups = !p->any && !(rule->post && p->raw) && atari(p->a, rule);
    int pressed = -1;
    if (groups)
        pressed = low_let(w, "pressed", ir_call(w->game, IR_OP_CALL, atari(p->a, rule)->pressed, 0, NULL));
    IrType member = ir_site(w->game, set->type.space);
    member.lo = 0;
    const int at = ir_local_add(w->game, w->fn, rule->local.at[last].name, member);
    arg[last] = local(p, at);
    Ir *outer = low_open(w);
    try_move(p, rule, arg, pressed);
    low_for(w, outer, at, set);
}

/* --- emissions --- */

/* All at once, as nothing is asked of each. */
static void put_all(Walk *p, const Ir *s)
{
    LowWriter *w = &p->w;
    Ir *moves = copy(p, s);
    if (counts(p->gate) && s->op == IR_OP_EMITSET) {
        moves->a[s->n - 1] = local(p, low_let(w, "all", moves->a[s->n - 1]));
        Ir *outer = low_open(w);
        note_seen(p);
        low_if(w, outer, low_any(w, ir_copy(w->game, moves->a[s->n - 1])));
    } else {
        note_seen(p);
    }
    put(p, moves, p->raw);
}

static void emission(Walk *p, const Ir *s)
{
    LowWriter *w = &p->w;
    const IrFn *rule = w->game->fn.at[s->k];
    const bool set = s->op == IR_OP_EMITSET, seen = counts(p->gate) && rule->post && !p->raw;
    if (!asks_state(p->gate, rule) && !seen) {
        put_all(p, s);
        return;
    }
    Ir **arg = ARENA_ARRAY(w->game->arena, Ir *, s->n + 1);
    for (int i = 0; i < s->n - set; i++) {
        Ir *value = copy(p, s->a[i]);
        arg[i] = value->op == IR_OP_INT || value->op == IR_OP_LOCAL ? value : local(p, low_let(w, rule->local.at[i].name, value));
    }
    if (set)
        try_each(p, rule, arg, copy(p, s->a[s->n - 1]));
    else
        try_move(p, rule, arg, -1);
    placed(p, s);
}

/* --- gates --- */

static void within(Walk *p, const Gate *gate, const Ir *s)
{
    p->gate = gate;
    walk(p, s);
    p->gate = gate->outer;
}

static Ir *inside(Walk *p, const Ir *s)
{
    Ir *outer = low_open(&p->w);
    walk(p, s);
    return low_close(&p->w, outer);
}

/* What gates around it would still let through does not matter. */
static void prefer(Walk *p, const Ir *s)
{
    LowWriter *w = &p->w;
    if (!p->gate) {
        Ir *part[] = {inside(p, s->a[0]), inside(p, s->a[1])};
        low_add(w, ir_node(w->game, w->fn, IR_OP_PREFER, 0, 2, part));
        return;
    }
    const Gate gate = {.outer = p->gate, .kind = GATE_SEEN, .seen = flag(p, "seen")};
    within(p, &gate, s->a[0]);
    Ir *outer = low_open(w);
    walk(p, s->a[1]);
    low_if(w, outer, ir_op1(w->game, IR_OP_NOT, local(p, gate.seen)));
}

static void keep(Walk *p, const Ir *s)
{
    const Gate gate = {.outer = p->gate, .kind = GATE_KEEP, .value = s->a[0], .from = p->from, .map = p->map};
    if (p->raw)
        walk(p, s->a[1]);
    else
        within(p, &gate, s->a[1]);
}

/* May emissions be discarded again?  Not where a gate further out remembers them. */
static bool may_discard(const Walk *p, const Ir *s)
{
    bool kept = false;
    for (const Gate *g = p->gate; g; g = g->outer) {
        if (g->kind != GATE_KEEP && (g->kind != GATE_SEEN || kept))
            return false;
        kept = kept || g->kind == GATE_KEEP;
    }
    return ir_max_emitted(p->w.game, s) <= MAX_LIST;
}

static void best(Walk *p, const Ir *s)
{
    LowWriter *w = &p->w;
    if (p->any && !p->gate) {
        walk(p, s->a[1]);
        return;
    }
    Gate gate = {.outer = p->gate, .kind = may_discard(p, s) ? GATE_LEAD : GATE_MEASURE, .value = s->a[0], .from = p->from, .map = p->map};
    Ir *outer = low_open(w);
    gate.best = low_var(w, "best", s->a[0]->type, ir_const(w->game, 0));
    gate.seen = flag(p, "some");
    within(p, &gate, s->a[1]);
    if (gate.kind == GATE_MEASURE) {
        gate.kind = GATE_EQUAL;
        within(p, &gate, s->a[1]);
        low_add(w, low_close(w, outer));
        return;
    }
    Ir *block = low_close(w, outer);
    low_add(w, ir_node(w->game, w->fn, IR_OP_COLLECT, 0, 1, &block));
}

/* --- statements --- */

/* A generator in place of its call. */
static void enter(Walk *p, const Ir *call)
{
    IrGame *game = p->w.game;
    Walk inner = *p;
    inner.from = game->fn.at[call->k];
    inner.map = ARENA_ARRAY(game->arena, Ir *, inner.from->local.n + 1);
    for (int i = 0; i < call->n; i++) {
        Ir *value = copy(p, call->a[i]);
        if (value->op == IR_OP_INT || value->op == IR_OP_LOCAL)
            inner.map[i] = value;
        else
            inner.map[i] = local(p, low_let(&p->w, inner.from->local.at[i].name, value));
    }
    inner.w = p->w;
    walk(&inner, p->a->body[call->k]);
    p->w = inner.w;
}

static void try(Walk *p, const Ir *s)
{
    const Ir *body = p->a->body[s->k];
    if (body && (p->gate || ((p->raw || p->any) && looks_ahead(p->a, body))))
        enter(p, s);
    else
        put(p, copy(p, s), p->raw);
}

static void untested(Walk *p, const Ir *s)
{
    const bool raw = p->raw;
    p->raw = true;
    walk(p, s->a[0]);
    p->raw = raw;
}

static void loop(Walk *p, const Ir *s)
{
    LowWriter *w = &p->w;
    Ir *a[3] = {NULL};
    for (int i = 0; i + 1 < s->n; i++)
        a[i] = copy(p, s->a[i]);
    const int64_t k = s->op == IR_OP_WHILE ? s->k : bind(p, s->k);
    a[s->n - 1] = inside(p, s->a[s->n - 1]);
    low_add(w, ir_node(w->game, w->fn, s->op, k, s->n, a));
}

static void branch(Walk *p, const Ir *s)
{
    Ir *test = copy(p, s->a[0]), *then = inside(p, s->a[1]), *outer = low_open(&p->w);
    if (s->n > 2)
        walk(p, s->a[2]);
    low_if_else(&p->w, outer, test, then);
}

static void walk(Walk *p, const Ir *s)
{
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < s->n; i++)
            walk(p, s->a[i]);
        return;
    case IR_OP_IF: branch(p, s); break;
    case IR_OP_FOR:
    case IR_OP_RANGE:
    case IR_OP_WHILE: loop(p, s); break;
    case IR_OP_TRY: try(p, s); return;
    case IR_OP_PREFER: prefer(p, s); return;
    case IR_OP_KEEP: keep(p, s); return;
    case IR_OP_BEST: best(p, s); return;
    case IR_OP_UNTESTED: untested(p, s); return;
    case IR_OP_EMIT:
    case IR_OP_EMITSET: emission(p, s); return;
    default: low_add(&p->w, copy(p, s)); break;
    }
    placed(p, s);
}

/* --- functions --- */

/* Begins to go over the body of a generator without parameters, or with the same ones. */
static Walk into(Ahead *a, LowWriter w, int gen)
{
    IrGame *game = a->low.game;
    const IrFn *from = game->fn.at[gen];
    return (Walk){.a = a, .w = w, .from = from, .map = ARENA_ARRAY(game->arena, Ir *, from->local.n + 1)};
}

/* The function of a `longest`: how far a line of moves can go from here, with so many left. */
static int need_longest(Ahead *a, const Ir *e)
{
    IrGame *game = a->low.game;
    for (size_t i = 0; i < a->longest.n; i++)
        if (ir_equal(a->longest.at[i].node, e))
            return a->longest.at[i].fn;
    const char *name = arena_printf(game->arena, "longest_%s", game->fn.at[e->k]->name);
    Walk p = into(a, low_begin(&a->low, name, e->type, IR_HINT_RECURSIVE), (int)e->k);
    const int fn = ir_fn_index(game, p.w.fn), left = low_param(&p.w, "left", ir_int(0, e->a[2]->k));
    vec_push(game->arena, &a->longest, ((Lengths){e, fn}));
    Ir *outer = low_open(&p.w), *none = ir_op2(game, IR_OP_EQ, local(&p, left), ir_const(game, 0));
    low_ret(&p.w, ir_copy(game, e->a[0]));
    low_if(&p.w, outer, ir_op2(game, IR_OP_OR, none, ir_op1(game, IR_OP_NOT, ir_copy(game, e->a[1]))));
    Gate gate = {.kind = GATE_MEASURE};
    gate.best = low_var(&p.w, "best", e->type, ir_const(game, 0));
    gate.seen = flag(&p, "some");
    within(&p, &gate, a->body[e->k]);
    outer = low_open(&p.w);
    low_ret(&p.w, local(&p, gate.best));
    low_if(&p.w, outer, local(&p, gate.seen));
    low_ret(&p.w, ir_copy(game, e->a[0]));
    return low_end(&p.w);
}

static Ir *longest(Ahead *a, const Ir *e)
{
    Ir *most = ir_const(a->low.game, e->a[2]->k);
    Ir *call = ir_call(a->low.game, IR_OP_CALL, need_longest(a, e), 1, &most);
    call->at = e->at;
    return call;
}

/* The generator, for those who only ask whether it has a move. */
static int need_any(Ahead *a, int gen)
{
    IrGame *game = a->low.game;
    const IrFn *from = game->fn.at[gen];
    const char *key = arena_printf(game->arena, "any_%s", from->name);
    const int made = low_find(&a->low, key);
    if (made >= 0)
        return made;
    Walk p = into(a, low_begin(&a->low, key, (IrType){.kind = IR_VOID}, IR_HINT_NONE), gen);
    const int fn = low_made(&a->low, key, ir_fn_index(game, p.w.fn));
    p.any = true;
    p.w.fn->kind = IR_GEN;
    p.w.fn->at = from->at;
    for (int i = 0; i < from->nparam; i++)
        p.map[i] = local(&p, low_param(&p.w, from->local.at[i].name, from->local.at[i].type));
    walk(&p, a->body[gen]);
    low_end(&p.w);
    return fn;
}

static Ir *exists(Ahead *a, Ir *e)
{
    const Ir *body = a->body[e->k];
    if (!body || !looks_ahead(a, body))
        return NULL;
    for (int i = 0; i < e->n; i++)
        e->a[i] = low_tree(&a->low, e->a[i]);
    e->k = need_any(a, (int)e->k);
    return e;
}

/* A statement of a generator, in its place. */
static Ir *in_place(Ahead *a, const Ir *s)
{
    const IrFn *fn = a->low.fn;
    LowWriter w = {.game = a->low.game, .fn = a->low.game->fn.at[ir_fn_index(a->low.game, fn)], .block = ir_block(a->low.game)};
    Walk p = into(a, w, ir_fn_index(a->low.game, fn));
    walk(&p, s);
    return p.w.block;
}

static Ir *low_ahead(Low *l, Ir *e)
{
    Ahead *a = (Ahead *)l;
    switch (e->op) {
    case IR_OP_LONGEST: return longest(a, e);
    case IR_OP_EXISTS: return exists(a, e);
    case IR_OP_KEEP:
    case IR_OP_BEST: return in_place(a, e);
    case IR_OP_UNTESTED: return looks_ahead(a, e) ? in_place(a, e) : NULL;
    default: return NULL;
    }
}

/* --- the game --- */

/* Bodies as they are, before what stands in them is replaced. */
static Ir *const *bodies(IrGame *game, bool *found)
{
    Ir **body = ARENA_ARRAY(game->arena, Ir *, game->fn.n + 1);
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        TreeSlot *slot;
        const size_t n = tree_slots(game, game->fn.at[i], &slot);
        for (size_t j = 0; j < n; j++)
            if (*slot[j].slot)
                *found = *found || tree_has_op(*slot[j].slot, IR_OP_KEEP) || tree_has_op(*slot[j].slot, IR_OP_BEST) ||
                         tree_has_op(*slot[j].slot, IR_OP_LONGEST);
        body[i] = fn->kind == IR_GEN && fn->body ? ir_copy(game, fn->body) : NULL;
    }
    return body;
}

bool ir_play_ahead(IrGame *game, IrGame *high)
{
    bool found = false;
    Ahead a = {.low = {.game = game, .expand = low_ahead}, .high = high, .body = bodies(game, &found)};
    const size_t n = game->fn.n;
    if (!found)
        return false;
    a.field = ir_fact_kept_fields(game);
    a.apart = ir_fact_turn_only_fields(game);
    a.chance = !game->joint && ir_draws(game);
    a.atari = ARENA_ARRAY(game->arena, const LowAtari *, n + 1);
    a.sought = ARENA_ARRAY(game->arena, bool, n + 1);
    low_all(&a.low, n);
    return true;
}
