/* fill.c - plan fill: games whose outcome a full board decides.
 *
 * Played for the proof is a copy of the game without its end tests, from the beginning to a
 * full board, always on the lowest empty site.  What is seen then (who puts the stone, that
 * there is no other end, which other moves there are) holds for every choice of sites, as
 * nothing else depends on them (fill_taint.c).  In two more copies the test of one player always
 * holds: they show what the game says when it ends with the move before. */
#include "ir/plan/fill.h"

#include <string.h>

#include "ir/eval/eval.h"
#include "ir/core/tree.h"
#include "ir/plan/plan.h"

enum { COLOURS = 2, MOST_FIELDS = 32 };

/* A number of the state that a view of the end reads, and what it is when a colour has won. */
typedef struct {
    int field;
    int index; /* -1: no array */
    int64_t won[COLOURS];
} Shown;

typedef struct {
    IrGame *game;
    Arena *arena; /* of the proof */
    int rule;
    IrJoin join[COLOURS];
    int ncolour;
    bool found_other; /* a third colour, or other sides of one */
    int sites;
    Shown shown[MOST_FIELDS];
    int nshown;
    bool won[COLOURS]; /* `shown` is known */
    int *share;        /* [sites + 1]: stones of the first colour to come, by empty sites */
    const char *why;
    Span at;
} Fill;

static bool no(Fill *f, Span at, const char *why)
{
    if (!f->why) {
        f->why = why;
        f->at = at;
    }
    return false;
}

/* ---- end tests --------------------------------------------------------------------- */

static int colour_of(const Fill *f, const IrJoin *join)
{
    for (int i = 0; i < f->ncolour; i++)
        if (ir_equal(f->join[i].own, join->own))
            return i;
    return -1;
}

static bool same_test(const IrJoin *a, const IrJoin *b)
{
    return ir_equal(a->side, b->side) && ir_equal(a->near, b->near) && ir_equal(a->last, b->last);
}

static Ir *note_test(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    Fill *f = data;
    IrJoin join;
    (void)fn;
    if (!ir_join_of(game, node, &join))
        return node;
    int colour = colour_of(f, &join);
    if (colour >= 0)
        f->found_other |= !same_test(&f->join[colour], &join);
    else if (f->ncolour < COLOURS)
        f->join[f->ncolour++] = join;
    else
        f->found_other = true;
    return node;
}

/* Finds the one test of either colour. */
static bool find_tests(Fill *f)
{
    Span at = {0, 0};
    for (size_t i = 0; i < f->game->fn.n; i++)
        if (f->game->fn.at[i]->kind == IR_TURN) {
            ir_rewrite(f->game, f->game->fn.at[i], f->game->fn.at[i]->body, note_test, f);
            at = f->game->fn.at[i]->at;
        }
    if (f->ncolour < COLOURS || f->found_other)
        return no(f, at, "the game does not end by one test for each of two players on whether he joins his sides");
    const Ir *last = f->join[0].last;
    if (last->op != IR_OP_GET || last->n || !ir_equal(last, f->join[1].last))
        return no(f, last->at, "the end does not ask for the last stone");
    return true;
}

/* The set of moves, at one site: neither colour has it. */
static bool is_empty_sites(const Fill *f, const Ir *e)
{
    bool of[2] = {false, false};
    const Ir *both = e->op == IR_OP_MNOT ? e->a[0] : e->op == IR_OP_MDIFF && e->a[0]->op == IR_OP_ALL ? e->a[1] : NULL;
    if (!both || both->op != IR_OP_MOR)
        return false;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < COLOURS; j++)
            of[j] |= ir_equal(both->a[i], f->join[j].own);
    return of[0] && of[1];
}

static const Ir *set_of_rule(const Ir *s, int rule)
{
    const Ir *found = s->op == IR_OP_EMITSET && s->k == rule ? s->a[s->n - 1] : NULL;
    for (int i = 0; i < s->n && !found; i++)
        if (s->a[i]->type.kind == IR_VOID)
            found = set_of_rule(s->a[i], rule);
    return found;
}

static bool writes_field(const Ir *s, int64_t field)
{
    if (!s)
        return false;
    if (s->op == IR_OP_PUT && s->k == field)
        return true;
    for (int i = 0; i < s->n; i++)
        if (writes_field(s->a[i], field))
            return true;
    return false;
}

/* Stones are put by the rule alone, on empty sites; the turn does not touch what is last. */
static bool is_adding(Fill *f)
{
    IrGame *game = f->game;
    const Ir *set = set_of_rule(game->fn.at[ir_fn_find(game, "moves")]->body, f->rule);
    if (!set || !is_empty_sites(f, set))
        return no(f, game->fn.at[f->rule]->at, "there are sites that are neither empty nor one player's");
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        bool stones = false;
        for (int j = 0; j < COLOURS && (int)i != f->rule; j++)
            stones |= writes_field(fn->body, f->join[j].own->k) || writes_field(fn->effect, f->join[j].own->k) ||
                      writes_field(fn->then, f->join[j].own->k);
        if (stones || writes_field(fn->body, f->join[0].last->k))
            return no(f, fn->at, "more than one rule puts stones, or the turn says which was the last");
    }
    return true;
}

/* ---- copies to play ------------------------------------------------------------------ */

/* 0: none has won; else the colour that has, and one. */
typedef struct {
    const Fill *fill;
    int won;
} Verdict;

static Ir *decide(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    const Verdict *v = data;
    IrJoin join;
    (void)fn;
    return ir_join_of(game, node, &join) ? ir_const(game, colour_of(v->fill, &join) == v->won - 1) : node;
}

static void ask(IrGame *game, const char *name, Ir *value)
{
    IrFn *fn = ir_fn_add(game, IR_FN, name, value->type);
    fn->body = ir_block(game);
    ir_append(game, &fn->body, ir_node(game, fn, IR_OP_RET, 0, 1, &value));
}

/* The game with its tests decided, and with questions: stones of either colour, the last site,
 * the numbers shown at the end. */
static IrGame *decided(const Fill *f, int won)
{
    IrGame *copy = ir_game_copy(f->game, f->arena);
    Verdict verdict = {f, won};
    for (size_t i = 0; i < copy->fn.n; i++)
        if (copy->fn.at[i]->kind == IR_TURN)
            ir_rewrite_fn(copy, copy->fn.at[i], decide, &verdict);
    for (int i = 0; i < COLOURS; i++)
        ask(copy, i ? "*stones 1" : "*stones 0", ir_op1(copy, IR_OP_COUNT, ir_copy(copy, f->join[i].own)));
    ask(copy, "*last", ir_copy(copy, f->join[0].last));
    for (int i = 0; i < f->nshown; i++) {
        Ir *index = f->shown[i].index < 0 ? NULL : ir_const(copy, f->shown[i].index);
        ask(copy, arena_printf(f->arena, "*shown %d", i), ir_get(copy, f->shown[i].field, index));
    }
    return copy;
}

typedef struct {
    IrEval *eval[1 + COLOURS];
    int stones[COLOURS], last, shown, over; /* functions, alike in all copies */
    size_t size;                            /* of a state */
    uint64_t most;                          /* moves */
} Played;

static Played play_copies(const Fill *f)
{
    Played p;
    IrGame *copy = NULL;
    for (int i = 0; i <= COLOURS; i++) {
        copy = decided(f, i);
        p.eval[i] = ir_eval_new(f->arena, copy);
    }
    p.stones[0] = ir_fn_find(copy, "*stones 0");
    p.stones[1] = ir_fn_find(copy, "*stones 1");
    p.last = ir_fn_find(copy, "*last");
    p.shown = p.last + 1;
    p.over = ir_fn_find(copy, "over");
    p.size = ir_eval_state_size(p.eval[0]);
    p.most = ir_max_moves(copy);
    return p;
}

/* ---- the game without end --------------------------------------------------------------- */

/* The colour has just joined: the game must be over, and say the same as the other times. */
static bool ends(Fill *f, const Played *p, int colour, const void *before, uint32_t move)
{
    void *state = arena_copy(f->arena, before, p->size);
    IrEval *eval = p->eval[1 + colour];
    ir_eval_apply(eval, state, move);
    bool same = ir_eval_view(eval, state, p->over, 0) != 0;
    for (int i = 0; i < f->nshown; i++) {
        int64_t value = ir_eval_view(eval, state, p->shown + i, 0);
        same &= !f->won[colour] || f->shown[i].won[colour] == value;
        f->shown[i].won[colour] = value;
    }
    f->won[colour] = true;
    return (same && !ir_eval_error(eval)) || no(f, f->join[colour].own->at, "games of one winner can end in several ways");
}

/* Plays the stone; the colour it has, or -1. */
static int put_stone(const Played *p, void *state, uint32_t move, int64_t site)
{
    int64_t before[COLOURS], more[COLOURS];
    for (int i = 0; i < COLOURS; i++)
        before[i] = ir_eval_view(p->eval[0], state, p->stones[i], 0);
    ir_eval_apply(p->eval[0], state, move);
    for (int i = 0; i < COLOURS; i++)
        more[i] = ir_eval_view(p->eval[0], state, p->stones[i], 0) - before[i];
    bool one = more[0] + more[1] == 1 && more[0] * more[1] == 0;
    return one && ir_eval_view(p->eval[0], state, p->last, 0) == site ? more[1] != 0 : -1;
}

/* States that were met and not gone on from. */
typedef VEC(char *) States;

static void meet(Fill *f, States *states, const void *state, size_t size)
{
    for (size_t i = 0; i < states->n; i++)
        if (!memcmp(states->at[i], state, size))
            return;
    vec_push(f->arena, states, (char *)arena_copy(f->arena, state, size));
}

/* All moves of a state: one of the rule's, and every other. */
static bool go_on(Fill *f, const Played *p, const char *from, States *states, uint32_t *list)
{
    uint32_t n = ir_eval_moves(p->eval[0], from, list), of_rule = 0;
    for (uint32_t i = 0; i < n; i++) {
        int64_t value[64] = {0};
        const IrFn *rule = ir_eval_decode(p->eval[0], list[i], value);
        char *state = arena_copy(f->arena, from, p->size);
        bool ours = rule && !strcmp(rule->name, f->game->fn.at[f->rule]->name);
        if (ours && of_rule++)
            continue;
        if (ours) {
            int colour = put_stone(p, state, list[i], value[0]);
            if (colour < 0)
                return no(f, rule->at, "a move puts something else than one stone");
            if (!ends(f, p, colour, from, list[i]))
                return false;
        } else {
            ir_eval_apply(p->eval[0], state, list[i]);
        }
        meet(f, states, state, p->size);
    }
    return of_rule > 0 || no(f, f->game->fn.at[f->rule]->at, "there may be no move before the board is full");
}

/* How many stones of the first colour stand when so many sites are empty: always as many. */
static bool note_stones(Fill *f, int64_t left, int64_t stones)
{
    if (f->share[left] >= 0 && f->share[left] != stones)
        return no(f, f->game->fn.at[f->rule]->at, "how many stones are whose depends on the moves");
    f->share[left] = (int)stones;
    return true;
}

static bool play_on(Fill *f)
{
    Played p = play_copies(f);
    States states = {0};
    uint32_t *list = ARENA_ARRAY(f->arena, uint32_t, p.most + 1);
    char *first = arena_alloc(f->arena, p.size);
    ir_eval_init(p.eval[0], first);
    meet(f, &states, first, p.size);
    for (size_t i = 0; i < states.n; i++) {
        const char *state = states.at[i];
        int64_t stones = ir_eval_view(p.eval[0], state, p.stones[0], 0);
        int64_t left = f->sites - stones - ir_eval_view(p.eval[0], state, p.stones[1], 0);
        if (states.n > 4 * (size_t)f->sites + 64 || ir_eval_error(p.eval[0]))
            return no(f, f->game->fn.at[f->rule]->at, "the game without its end goes too many ways");
        if (left < 0 || !note_stones(f, left, stones))
            return no(f, f->game->fn.at[f->rule]->at, "the sides are not what the players put stones on");
        if (!left)
            continue;
        if (ir_eval_view(p.eval[0], state, p.over, 0))
            return no(f, f->game->fn.at[f->rule]->at, "the game can end before the board is full and nobody has joined");
        if (!go_on(f, &p, state, &states, list))
            return false;
    }
    if (f->share[0] < 0 || !f->won[0] || !f->won[1])
        return no(f, f->game->fn.at[f->rule]->at, "the board never fills");
    for (int i = f->sites; i >= 0; i--)
        f->share[i] = f->share[i] < 0 ? 0 : f->share[0] - f->share[i];
    return true;
}

/* ---- what is seen at the end ---------------------------------------------------------------- */

/* The numbers that the views of the end read. */
static bool find_shown(Fill *f)
{
    static const char *const view[] = {"over", "mover", "rank"};
    IrGame *game = f->game;
    for (size_t i = 0; i < game->field.n; i++) {
        const IrField *field = &game->field.at[i];
        bool read = false;
        for (int v = 0; v < 3; v++) {
            int fn = ir_fn_find(game, view[v]);
            read |= fn >= 0 && ir_uses_field(game, game->fn.at[fn]->body, (int)i);
        }
        if (!read)
            continue;
        if (field->elem.kind != IR_INT || f->nshown + (int)field->n > MOST_FIELDS)
            return no(f, (Span){0, 0}, "what is seen at the end is not a few numbers");
        for (int j = 0; j < (int)field->n; j++)
            f->shown[f->nshown++] = (Shown){.field = (int)i, .index = field->array ? j : -1};
    }
    return ir_fn_find(game, "over") >= 0 || no(f, (Span){0, 0}, "the game never ends");
}

/* ---- the functions ---------------------------------------------------------------------------- */

static Ir *left_of(const Fill *f)
{
    IrGame *game = f->game;
    return ir_op1(game, IR_OP_MNOT, ir_op2(game, IR_OP_MOR, ir_copy(game, f->join[0].own), ir_copy(game, f->join[1].own)));
}

static Ir *own_put(const Fill *f, int colour, Ir *more)
{
    const Ir *own = f->join[colour].own;
    Ir *index = own->n ? ir_copy(f->game, own->a[0]) : NULL;
    return ir_put(f->game, (int)own->k, index, ir_op2(f->game, IR_OP_MOR, ir_copy(f->game, own), more));
}

static Ir *side_of(const Fill *f, int i)
{
    const Ir *side = f->join[0].side;
    Ir *index[IR_MAX_DIMS];
    for (int j = 0; j < side->n; j++)
        index[j] = ir_copy(f->game, side->a[j]);
    index[side->n] = ir_const(f->game, i);
    return ir_tab(f->game, (int)side->k, side->n + 1, index);
}

/* Has the first colour a group that meets all its sides?  What is connected with the first
 * side, of that with the next, .. reaches the last. */
static Ir *joined(const Fill *f)
{
    IrGame *game = f->game;
    Ir *part = ir_copy(game, f->join[0].own);
    for (int i = 0; i + 1 < f->join[0].sides; i++)
        part = ir_op3(game, IR_OP_FLOOD, side_of(f, i), part, ir_copy(game, f->join[0].near));
    return ir_op1(game, IR_OP_ANY, ir_op2(game, IR_OP_MAND, part, side_of(f, f->join[0].sides - 1)));
}

static Ir *won_by(const Fill *f, int colour)
{
    Ir *block = ir_block(f->game);
    for (int i = 0; i < f->nshown; i++) {
        const Shown *s = &f->shown[i];
        Ir *index = s->index < 0 ? NULL : ir_const(f->game, s->index);
        ir_append(f->game, &block, ir_put(f->game, s->field, index, ir_const(f->game, s->won[colour])));
    }
    return block;
}

static int share_table(const Fill *f)
{
    IrDim dim = {IR_NOSPACE, f->sites + 1};
    int table = ir_table_add(f->game, tree_table_name(f->game, IR_FILL_SHARE), ir_int(0, f->sites), false, 1, &dim);
    for (int i = 0; i <= f->sites; i++)
        f->game->table.at[table].value[i] = f->share[i];
    return table;
}

static void add_functions(const Fill *f)
{
    IrGame *game = f->game;
    int space = f->join[0].own->type.space;
    ask(game, IR_FILL_LEFT, left_of(f));
    Ir *left = ir_op1(game, IR_OP_COUNT, left_of(f));
    ask(game, IR_FILL_SHARE, ir_tab(game, share_table(f), 1, &left));
    IrFn *fill = ir_fn_add(game, IR_PROC, IR_FILL, (IrType){.kind = IR_VOID, .space = IR_NOSPACE});
    int mine = ir_local_add(game, fill, "mine", ir_mask(space)), rest = ir_local_add(game, fill, "rest", ir_mask(space));
    fill->nparam = 1;
    fill->body = ir_block(game);
    Ir *others = ir_op2(game, IR_OP_MDIFF, left_of(f), ir_local(game, fill, mine));
    ir_append(game, &fill->body, ir_k1(game, IR_OP_LET, rest, others));
    ir_append(game, &fill->body, own_put(f, 0, ir_local(game, fill, mine)));
    ir_append(game, &fill->body, own_put(f, 1, ir_local(game, fill, rest)));
    ir_append(game, &fill->body, ir_if(game, joined(f), won_by(f, 0), won_by(f, 1)));
}

static bool proved(Fill *f)
{
    IrGame *game = f->game;
    f->rule = ir_plan_add(game, &f->why, &f->at);
    if (f->rule < 0)
        return no(f, (Span){0, 0}, "no rule adds to empty sites");
    f->why = NULL;
    if (ir_draws(game))
        return no(f, (Span){0, 0}, "the rules draw lots");
    if (!find_tests(f) || !is_adding(f) || !find_shown(f))
        return false;
    if (!ir_fill_board(game, &f->join[0], &f->join[1]))
        return no(f, f->join[0].own->at, "a full board need not have exactly one player's sides joined");
    f->sites = game->space.at[f->join[0].own->type.space].size;
    f->share = ARENA_ARRAY(f->arena, int, f->sites + 1);
    for (int i = 0; i <= f->sites; i++)
        f->share[i] = -1;
    return ir_fill_hangs(decided(f, 0), f->rule, &f->why, &f->at) && play_on(f);
}

bool ir_fill(IrGame *game, const char **why, Span *at)
{
    Fill f = {.game = game, .arena = arena_beside(game->arena)};
    bool sound = !game->joint && ir_fn_find(game, "moves") >= 0 && proved(&f);
    if (sound)
        add_functions(&f);
    *why = f.why;
    *at = f.at;
    arena_free(f.arena);
    return sound;
}
