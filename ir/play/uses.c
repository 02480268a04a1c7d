/* uses.c - generators by use: functions that list their moves, count them, ask whether there is one, or look for the k-th.  Moves are their codes from
 * here on.
 *
 *     gen moves { emit add(in @empty) }  ->  gen list_moves { notes @empty, 12 }
 *                                            fn count_moves() { var %n = 0  set %n = %n + count(@empty)  ret %n }
 *
 * `note` adds a code to the list of whoever called.  What must hold behind a move is asked of a function post_RULE, of sets of moves legal_RULE
 * (trial.c); not within `untested`.  The generators stay as they are for whoever asks what they are made of. */
#include "ir/play/choose.h"

#include "ir/analysis/shape.h"

typedef enum { USE_LIST, USE_COUNT, USE_ANY, USE_PICK } Use;

typedef struct {
    Low low; /* first: low_tree hands it on */
    Trials trials;
    IrCode *code;
    size_t ncode;
    IrType type; /* of a code */
} Uses;

/* A generator whose statements are written for a use. */
typedef struct {
    Uses *all;
    LowWriter w;
    Ir **map; /* what its locals are called; NULL: as there */
    Use use;
    bool raw;  /* `post` is not asked */
    bool room; /* LIST: the first MAX_ROOM alone are noted, the others are counted */
    int n;     /* COUNT: the variable; PICK: how many moves are still before the one that is looked for */
    int mark, discarded; /* COUNT, within `collect`: what was there before it; or a variable, how many were discarded; else -1 */
} Using;

static Ir *number(const Using *u, int64_t k) { return ir_const(u->w.game, k); }
static Ir *two(const Using *u, IrOp op, Ir *a, Ir *b) { return ir_op2(u->w.game, op, a, b); }

static Ir *copy(const Using *u, const Ir *e)
{
    IrGame *game = u->w.game;
    return low_tree(&u->all->low, u->map ? tree_remap(game, e, u->map) : ir_copy(game, e));
}

static void statement(Using *u, const Ir *s);

static Ir *block(Using *u, const Ir *s)
{
    Ir *outer = low_open(&u->w);
    statement(u, s);
    return low_close(&u->w, outer);
}

/* ---- one move, or a set of them ----------------------------------------------------- */

static void return_if(Using *u, Ir *condition, Ir *value)
{
    Ir *outer = low_open(&u->w);
    low_ret(&u->w, value);
    low_if(&u->w, outer, condition);
}

static void count_more(Using *u, Ir *more) { low_set(&u->w, u->n, two(u, IR_OP_ADD, low_get(&u->w, u->n), more)); }
static void count_less(Using *u, Ir *less) { low_set(&u->w, u->n, two(u, IR_OP_SUB, low_get(&u->w, u->n), less)); }

static void note(Using *u, IrOp op, int n, Ir **a) { low_add(&u->w, ir_node(u->w.game, u->w.fn, op, u->room ? MAX_ROOM : 0, n, a)); }

static void one(Using *u, const IrFn *rule, Ir **arg)
{
    const Uses *all = u->all;
    Ir *code = low_code(u->w.game, all->code, all->ncode, rule, arg, rule->nparam);
    switch (u->use) {
    case USE_LIST: note(u, IR_OP_NOTE, 1, &code); break;
    case USE_COUNT: count_more(u, number(u, 1)); break;
    case USE_ANY: low_ret(&u->w, number(u, 1)); break;
    case USE_PICK:
        return_if(u, two(u, IR_OP_EQ, low_get(&u->w, u->n), number(u, 0)), code);
        count_less(u, number(u, 1));
        break;
    }
}

static void one_if_legal(Using *u, const IrFn *rule, Ir **arg)
{
    if (!rule->post || u->raw) {
        one(u, rule, arg);
        return;
    }
    IrGame *game = u->w.game;
    const int post = trial_post(&u->all->trials, ir_fn_index(game, rule), false);
    Ir **same = ARENA_ARRAY(game->arena, Ir *, rule->nparam + 1), *outer = low_open(&u->w);
    for (int i = 0; i < rule->nparam; i++)
        same[i] = ir_copy(game, arg[i]);
    one(u, rule, arg);
    low_if(&u->w, outer, ir_call(game, IR_OP_CALL, post, rule->nparam, same));
}

/* Each member of the set by itself. */
static void each(Using *u, const IrFn *rule, Ir **arg, Ir *set)
{
    IrType type = ir_site(u->w.game, set->type.space);
    type.lo = 0;
    const int member = ir_local_add(u->w.game, u->w.fn, "member", type);
    Ir *outer = low_open(&u->w);
    arg[rule->nparam - 1] = low_get(&u->w, member);
    one_if_legal(u, rule, arg);
    low_for(&u->w, outer, member, set);
}

static void pick(Using *u, Ir *set, Ir *first)
{
    const int m = low_let(&u->w, "set", set), n = low_let(&u->w, "count", ir_op1(u->w.game, IR_OP_COUNT, low_get(&u->w, m)));
    Ir *found = two(u, IR_OP_NTH, low_get(&u->w, m), low_get(&u->w, u->n));
    return_if(u, two(u, IR_OP_LT, low_get(&u->w, u->n), low_get(&u->w, n)), two(u, IR_OP_ADD, first, found));
    count_less(u, low_get(&u->w, n));
}

static void several(Using *u, const IrFn *rule, Ir **arg, Ir *set)
{
    const Uses *all = u->all;
    if (rule->post && !u->raw && u->use == USE_ANY) {
        each(u, rule, arg, set);
        return;
    }
    Ir *first = low_code(u->w.game, all->code, all->ncode, rule, arg, rule->nparam - 1);
    if (rule->post && !u->raw) {
        arg[rule->nparam - 1] = set;
        set = ir_call(u->w.game, IR_OP_CALL, trial_legal(&u->all->trials, ir_fn_index(u->w.game, rule)), rule->nparam, arg);
    }
    switch (u->use) {
    case USE_LIST: note(u, IR_OP_NOTES, 2, (Ir *[]){set, first}); break;
    case USE_COUNT: count_more(u, ir_op1(u->w.game, IR_OP_COUNT, set)); break;
    case USE_ANY: return_if(u, low_any(&u->w, set), number(u, 1)); break;
    case USE_PICK: pick(u, set, first); break;
    }
}

/* What is asked more than once gets a name. */
static void emission(Using *u, const Ir *s)
{
    IrGame *game = u->w.game;
    const IrFn *rule = game->fn.at[s->k];
    const int n = s->op == IR_OP_EMITSET ? s->n - 1 : s->n;
    Ir **arg = ARENA_ARRAY(game->arena, Ir *, rule->nparam + 1);
    for (int i = 0; i < n; i++) {
        arg[i] = copy(u, s->a[i]);
        if (rule->post && !u->raw && arg[i]->op != IR_OP_INT && arg[i]->op != IR_OP_LOCAL)
            arg[i] = low_get(&u->w, low_let(&u->w, "with", arg[i]));
    }
    if (s->op == IR_OP_EMITSET)
        several(u, rule, arg, copy(u, s->a[n]));
    else
        one_if_legal(u, rule, arg);
}

/* ---- a function for a use of a generator ------------------------------------------------- */

static IrType result(const Uses *u, Use use, uint64_t most)
{
    switch (use) {
    case USE_LIST: return (IrType){.kind = IR_VOID};
    case USE_COUNT: return ir_int(0, most < INT32_MAX ? (int64_t)most : INT32_MAX);
    case USE_ANY: return ir_bit();
    default: return ir_int(INT32_MIN, u->type.hi); /* PICK: the code, or -1 less so many as are still to be gone past */
    }
}

static void finish(Using *u)
{
    switch (u->use) {
    case USE_LIST: break;
    case USE_COUNT: low_ret(&u->w, low_get(&u->w, u->n)); break;
    case USE_ANY: low_ret(&u->w, number(u, 0)); break;
    case USE_PICK: low_ret(&u->w, two(u, IR_OP_SUB, number(u, -1), low_get(&u->w, u->n))); break;
    }
}

static int variant(Uses *all, int gen, Use use, bool raw, bool room)
{
    static const char *const stem[] = {"list", "count", "any", "pick"};
    Low *l = &all->low;
    IrGame *game = l->game;
    const IrFn *from = game->fn.at[gen];
    const char *name = arena_printf(game->arena, "%s%s%s_%s", raw ? "raw_" : "", room ? "room_" : "", stem[use], from->name);
    const char *key = arena_printf(game->arena, "%s %d", name, gen);
    const int made = low_find(l, key);
    if (made >= 0)
        return made;
    Using u = {.all = all, .use = use, .raw = raw, .room = room, .discarded = -1, .w = low_begin(l, name, result(all, use, ir_max_emitted(game, from->body)), IR_HINT_NONE)};
    u.w.fn->kind = use == USE_LIST ? IR_GEN : IR_FN;
    u.w.fn->at = from->at;
    for (int i = 0; i < from->nparam; i++)
        low_param(&u.w, from->local.at[i].name, from->local.at[i].type);
    const int k = use == USE_PICK ? low_param(&u.w, "k", ir_int(0, INT32_MAX)) : -1;
    u.map = tree_rename_map(game, from, u.w.fn, from->nparam);
    for (int i = 0; i < from->nparam; i++)
        u.map[i] = low_get(&u.w, i);
    if (use == USE_COUNT)
        u.n = low_var(&u.w, "n", u.w.fn->ret, number(&u, 0));
    else if (use == USE_PICK)
        u.n = low_var(&u.w, "left", low_number(), low_get(&u.w, k));
    statement(&u, from->body);
    finish(&u);
    return low_made(l, key, low_end(&u.w));
}

static void call(Using *u, const Ir *s)
{
    IrGame *game = u->w.game;
    LowWriter *w = &u->w;
    const int fn = variant(u->all, (int)s->k, u->use, u->raw, u->room);
    Ir **arg = ARENA_ARRAY(game->arena, Ir *, s->n + 1), *found;
    for (int i = 0; i < s->n; i++)
        arg[i] = copy(u, s->a[i]);
    switch (u->use) {
    case USE_LIST: low_add(w, ir_call(game, IR_OP_TRY, fn, s->n, arg)); break;
    case USE_COUNT: count_more(u, ir_call(game, IR_OP_CALL, fn, s->n, arg)); break;
    case USE_ANY: return_if(u, ir_call(game, IR_OP_CALL, fn, s->n, arg), number(u, 1)); break;
    case USE_PICK:
        arg[s->n] = low_get(w, u->n);
        found = low_get(w, low_let(w, "found", ir_call(game, IR_OP_CALL, fn, s->n + 1, arg)));
        return_if(u, two(u, IR_OP_GE, found, number(u, 0)), ir_copy(game, found));
        low_set(w, u->n, two(u, IR_OP_SUB, number(u, -1), ir_copy(game, found)));
        break;
    }
}

/* ---- statements ---------------------------------------------------------------------------- */

/* How many moves there are so far, or were gone past. */
static Ir *so_far(const Using *u) { return u->use == USE_LIST ? ir_k0(u->w.game, IR_OP_LISTED, 0) : low_get(&u->w, u->n); }

static void prefer(Using *u, const Ir *s)
{
    const int before = u->use == USE_ANY ? -1 : low_let(&u->w, "before", so_far(u));
    low_add(&u->w, block(u, s->a[0]));
    Ir *other = block(u, s->a[1]);
    low_add(&u->w, before < 0 ? other : ir_if(u->w.game, two(u, IR_OP_EQ, so_far(u), low_get(&u->w, before)), other, NULL));
}

/* How many there are, in a variable; *discarded: another one, how many of the first ones are none of them. */
static int count_collected(Using *u, const Ir *s, int *discarded)
{
    Using counting = *u;
    counting.use = USE_COUNT;
    counting.n = low_var(&u->w, "n", low_number(), number(u, 0));
    counting.discarded = *discarded = low_var(&u->w, "discarded", low_number(), number(u, 0));
    low_add(&u->w, block(&counting, s));
    return counting.n;
}

static void collect(Using *u, const Ir *s)
{
    Using inner = *u;
    int n, discarded;
    switch (u->use) {
    case USE_ANY:
        n = count_collected(u, s, &discarded);
        return_if(u, two(u, IR_OP_GT, low_get(&u->w, n), low_get(&u->w, discarded)), number(u, 1));
        return;
    case USE_PICK: /* all are passed, those that are discarded, too */
        count_collected(u, s, &discarded);
        count_more(u, low_get(&u->w, discarded));
        break;
    case USE_LIST: inner.room = false; break;
    case USE_COUNT:
        inner.mark = low_let(&u->w, "mark", so_far(u));
        inner.discarded = -1;
        break;
    }
    Ir *own = block(&inner, s);
    low_add(&u->w, u->use == USE_LIST ? ir_node(u->w.game, u->w.fn, IR_OP_COLLECT, u->room ? MAX_ROOM : 0, 1, &own) : own);
}

static void discard(Using *u, const Ir *s)
{
    if (u->use == USE_LIST)
        low_add(&u->w, ir_copy(u->w.game, s));
    else if (u->use == USE_COUNT && u->discarded >= 0)
        low_set(&u->w, u->discarded, low_get(&u->w, u->n));
    else if (u->use == USE_COUNT)
        low_set(&u->w, u->n, low_get(&u->w, u->mark));
}

/* A statement around others, or without emissions. */
static void other(Using *u, const Ir *s)
{
    IrGame *game = u->w.game;
    Ir *around = tree_like(game, s);
    for (int i = 0; i < s->n; i++)
        around->a[i] = ir_op_info(s->a[i]->op)->statement ? block(u, s->a[i]) : copy(u, s->a[i]);
    if (u->map && ir_op_info(s->op)->names == IR_NAMES_LOCAL)
        around->k = u->map[s->k]->k;
    low_add(&u->w, around);
}

static void statement(Using *u, const Ir *s)
{
    Using raw = *u;
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < s->n; i++)
            statement(u, s->a[i]);
        break;
    case IR_OP_EMIT:
    case IR_OP_EMITSET: emission(u, s); break;
    case IR_OP_TRY: call(u, s); break;
    case IR_OP_PREFER: prefer(u, s); break;
    case IR_OP_COLLECT: collect(u, s->a[0]); break;
    case IR_OP_DISCARD: discard(u, s); break;
    case IR_OP_UNTESTED:
        raw.raw = true;
        low_add(&u->w, block(&raw, s->a[0]));
        break;
    default: other(u, s); break;
    }
}

/* ---- whoever asks ---------------------------------------------------------------------------- */

/* Where there are more moves than there is room for: the k-th is looked for, or all legal ones are drawn from. */
static Ir *without_room(Uses *all, const Ir *e, const Ir *whole)
{
    IrGame *game = all->low.game;
    LowWriter w = {.game = game, .fn = all->low.fn, .block = ir_block(game)};
    if (!whole) {
        low_ret(&w, ir_call(game, IR_OP_CALL, ir_fn_find(game, game->choose_tested), 0, NULL));
        return w.block;
    }
    Ir **arg = ARENA_ARRAY(game->arena, Ir *, whole->n + 1);
    for (int i = 0; i < whole->n; i++)
        arg[i] = ir_copy(game, whole->a[i]);
    arg[whole->n] = low_get(&w, low_let(&w, "k", ir_op1(game, IR_OP_DRAW, ir_k0(game, IR_OP_LISTED, 0))));
    const int pick = variant(all, (int)whole->k, USE_PICK, false, false);
    Ir *move = low_get(&w, low_let(&w, "move", ir_call(game, IR_OP_CALL, pick, whole->n + 1, arg)));
    low_add(&w, tree_subst(game, w.fn, e->a[1], (int)e->k, move));
    return w.block;
}

static Ir *choose(Uses *all, Ir *e)
{
    IrGame *game = all->low.game;
    const Ir *moves = e->a[0];
    const Ir *whole = moves->n == 1 && moves->a[0]->op == IR_OP_TRY && moves->a[0]->k == ir_fn_find(game, "moves") ? moves->a[0] : NULL;
    const bool planes = whole && !game->joint && shape_choice(game).by == CHOICE_PLANES, fits = planes || ir_max_emitted(game, moves) <= MAX_LIST;
    Using u = {.all = all, .use = USE_LIST, .room = !fits, .w = {.game = game, .fn = all->low.fn, .block = ir_block(game)}};
    statement(&u, moves);
    Ir *part[3] = {u.w.block}, *done = low_tree(&all->low, e->a[1]);
    if (!fits)
        part[1] = without_room(all, e, whole);
    part[fits ? 1 : 2] = done;
    return ir_node(game, u.w.fn, IR_OP_CHOOSE, e->k, fits ? 2 : 3, part);
}

static Ir *expand(Low *l, Ir *e)
{
    Uses *all = (Uses *)l;
    int fn;
    switch (e->op) {
    case IR_OP_EXISTS: fn = variant(all, (int)e->k, USE_ANY, false, false); break;
    case IR_OP_PASSING: fn = trial_legal(&all->trials, (int)e->k); break;
    case IR_OP_CHOOSE: return choose(all, e);
    default: return NULL;
    }
    LowArgs args = {.n = 0};
    for (int i = 0; i < e->n; i++)
        low_arg(l, &args, e->a[i]);
    return low_call(l, e, fn, &args);
}

static const char *name_of(const Uses *all, int fn) { return all->low.game->fn.at[fn]->name; }

bool ir_play_uses(IrGame *game)
{
    const int moves = ir_fn_find(game, "moves");
    Uses all = {.low = {.game = game, .expand = expand}};
    if (moves < 0)
        return false;
    all.type = low_code_type(game, &all.code, &all.ncode);
    all.trials.low = &all.low;
    const size_t own = game->fn.n;
    all.low.fn = game->fn.at[moves];
    game->list = name_of(&all, variant(&all, moves, USE_LIST, false, false));
    game->count = name_of(&all, variant(&all, moves, USE_COUNT, false, false));
    if (game->candidates) {
        const int candidates = ir_fn_find(game, game->candidates);
        game->list_candidates = name_of(&all, variant(&all, candidates, USE_LIST, false, false));
        game->count_candidates = name_of(&all, variant(&all, candidates, USE_COUNT, false, false));
    }
    for (size_t i = 0; i < game->fn.n; i++) /* with those that are made on the way */
        if (i >= own || game->fn.at[i]->kind != IR_GEN)
            low_fn(&all.low, i);
    return true;
}
