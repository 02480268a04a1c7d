/* actions.c - the numbers of actions: from the game's beginning to all states, from these to
 * all moves. */
#include "ir/offer/actions.h"

#include <string.h>

#include "ir/offer/offer.h"

/* Steps of the analysis; a million take about 50 ms. */
enum { MOST_PLAYED = 3000000, MOST_SPLIT = 6000000, MOST_COUNTED = 12000000 };
/* More actions, or codes, than this are not listed. */
enum { MOST_ACTIONS = 1 << 20 };

/* ---- setting up ---------------------------------------------------------- */

/* The single number field that a view shows, or -1. */
static int shown_field(const IrGame *game, const char *view)
{
    const int field = ir_view_field(game, view);
    return field >= 0 && game->field.at[field].elem.kind == IR_INT ? field : -1;
}

static void find_vars(const Ir *node, bool *var)
{
    if (!node)
        return;
    if (node->op == IR_OP_VAR)
        var[node->k] = true;
    for (int i = 0; i < node->n; i++)
        find_vars(node->a[i], var);
}

static void list_vars(Act *e)
{
    e->nvar = ARENA_ARRAY(e->arena, int, e->game->fn.n + 1);
    e->var = ARENA_ARRAY(e->arena, int *, e->game->fn.n + 1);
    for (size_t i = 0; i < e->game->fn.n; i++) {
        const IrFn *fn = e->game->fn.at[i];
        bool *var = ARENA_ARRAY(e->arena, bool, fn->local.n + 1);
        const Ir *body[] = {fn->body, fn->header, fn->effect, fn->then, fn->post};
        for (size_t b = 0; b < sizeof body / sizeof *body; b++)
            find_vars(body[b], var);
        e->var[i] = ARENA_ARRAY(e->arena, int, fn->local.n + 1);
        for (size_t k = 0; k < fn->local.n; k++)
            if (var[k])
                e->var[i][e->nvar[i]++] = (int)k;
    }
}

static void mark_locals(const Ir *node, bool *wanted)
{
    if (node->op == IR_OP_LOCAL)
        wanted[node->k] = true;
    for (int i = 0; i < node->n; i++)
        mark_locals(node->a[i], wanted);
}

/* From the end of each header to its beginning. */
static void list_wanted(Act *e)
{
    e->wanted = ARENA_ARRAY(e->arena, bool *, e->game->fn.n + 1);
    for (size_t i = 0; i < e->game->fn.n; i++) {
        const IrFn *fn = e->game->fn.at[i];
        bool *wanted = e->wanted[i] = ARENA_ARRAY(e->arena, bool, fn->local.n + 1);
        for (size_t v = 0; v < fn->view.n; v++)
            if (actions_column(fn->view.at[v].name) >= 0)
                mark_locals(fn->view.at[v].value, wanted);
        for (int h = fn->header ? fn->header->n - 1 : -1; h >= 0; h--) {
            const Ir *node = fn->header->a[h];
            if (node->op != IR_OP_LET || wanted[node->k])
                mark_locals(node, wanted);
        }
    }
}

static bool set_up(Act *e, const IrGame *game)
{
    e->game = game;
    e->mover = game->joint ? -1 : shown_field(game, "mover");
    e->over = shown_field(game, "over");
    e->what = ir_field_find(game, "what");
    e->code = ARENA_ARRAY(e->arena, IrCode, game->fn.n + 1);
    e->codes = ir_codes_by_fn(game, e->code);
    if (e->codes > UINT32_MAX || ir_fn_find(game, "moves") < 0 || game->players > 30)
        return false;
    actions_lay_out(e);
    list_vars(e);
    list_wanted(e);
    size_t single = e->nsingle + 1;
    e->single = ARENA_ARRAY(e->arena, uint64_t, single);
    e->start = ARENA_ARRAY(e->arena, uint64_t, single);
    e->array = ARENA_ARRAY(e->arena, uint64_t, e->narray + 1);
    e->after = ARENA_ARRAY(e->arena, uint64_t *, game->players + 2);
    for (int p = 0; p <= game->players; p++) {
        e->after[p] = ARENA_ARRAY(e->arena, uint64_t, single);
        actions_nowhere(e, e->after[p]);
    }
    e->npage = (size_t)(e->codes / 4096 + 1);
    e->page = ARENA_ARRAY(e->arena, ActPage *, e->npage);
    return true;
}

/* ---- a ply --------------------------------------------------------------- */

/* The state between plies, with player p to move; false if that cannot be. */
static bool to_move(Act *e, int p)
{
    Nums mover = nums_none();
    Sets none = {NULL, NULL};
    memcpy(e->single, e->start, e->nsingle * sizeof *e->single);
    e->player = p;
    if (e->over >= 0)
        actions_write(e, e->over, 0, nums_one(0), none);
    if (e->mover < 0)
        return true;
    actions_read(e, e->mover, 0, &mover, &none);
    if (!nums_has(mover, p))
        return false;
    actions_write(e, e->mover, 0, nums_one(p), none);
    return true;
}

static void generate(Act *e)
{
    int moves = ir_fn_find(e->game, "moves");
    ScratchMark mark = scratch_mark(&e->scratch);
    ActFrame frame = actions_frame(e, moves);
    if (frame.fn->nparam == 1)
        actions_bind(&frame, 0, nums_one(e->player));
    actions_exec(e, &frame, frame.fn->body);
    scratch_release(&e->scratch, mark);
}

/* The turn after the moves of e->player. */
static void run_turn(Act *e)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    int turn = ir_fn_find(e->game, IR_TURN_NAME);
    memcpy(e->single, e->after[e->player], e->nsingle * sizeof *e->single);
    if (turn >= 0) {
        ActFrame frame = actions_frame(e, turn);
        bool falls = actions_exec(e, &frame, frame.fn->body);
        if (frame.returned && falls)
            actions_join(e, e->single, frame.exit);
        else if (frame.returned)
            memcpy(e->single, frame.exit, e->nsingle * sizeof *e->single);
        else if (!falls)
            actions_nowhere(e, e->single);
    }
    if (actions_join(e, e->start, e->single))
        e->changed = true;
    scratch_release(&e->scratch, mark);
}

/* Was there a move of this player? */
static bool moved(Act *e, int p)
{
    if (e->mover < 0)
        return true;
    ScratchMark mark = scratch_mark(&e->scratch);
    Nums mover = nums_none();
    Sets none = {NULL, NULL};
    uint64_t *before = e->single;
    e->single = e->after[p];
    actions_read(e, e->mover, 0, &mover, &none);
    e->single = before;
    scratch_release(&e->scratch, mark);
    return !nums_empty(mover);
}

/* Moves and turns until there is nothing new. */
static void find_states(Act *e)
{
    enum { SOME = 12, MANY = 1000 };
    e->most_work = MOST_PLAYED;
    actions_begin(e, e->start, e->array);
    for (int round = 0; !e->tired; round++) {
        uint64_t grown = e->grown;
        e->changed = false;
        for (int p = e->mover < 0 ? 0 : 1; p <= (e->mover < 0 ? 0 : e->game->players); p++) {
            if (to_move(e, p))
                generate(e);
            if (moved(e, p)) {
                e->player = p;
                run_turn(e);
            }
        }
        if (!e->changed && e->grown == grown)
            return;
        e->widen = round > MANY ? 2 : round > SOME;
    }
}

/* ---- all moves ----------------------------------------------------------- */

static void count_moves(Act *e)
{
    bool known = e->mover >= 0 || e->game->joint;
    e->work = 0;
    e->most_work = MOST_COUNTED;
    e->split_work = MOST_SPLIT;
    e->tired = false;
    e->widen = 0;
    e->counts = e->split = true;
    for (int p = known ? 1 : 0; p <= (known ? e->game->players : 0) && !e->failed; p++)
        if (to_move(e, p))
            generate(e);
    if (e->actions > MOST_ACTIONS)
        e->failed = true;
}

/* ---- what is offered ----------------------------------------------------- */

static void add_columns(IrGame *game, Act *e, const uint32_t *code)
{
    static const char *const name[ACTION_COLUMNS] = {"action from", "action to", "action kind", "action piece"};
    size_t n = (size_t)e->actions;
    int32_t *value = ARENA_ARRAY(e->arena, int32_t, n + 1);
    for (size_t i = 0; i < n; i++) {
        uint32_t player = actions_info(e, code[i], false)->player;
        value[i] = player & (player - 1) || player == 1 ? 0 : __builtin_ctz(player);
    }
    ir_data_add(game, "action player", n, value);
    for (int c = 0; c < ACTION_COLUMNS; c++) {
        for (size_t i = 0; i < n; i++) {
            int32_t v = actions_info(e, code[i], false)->column[c];
            value[i] = v == ACTION_UNSET || v == ACTION_MANY ? -1 : v;
        }
        ir_data_add(game, name[c], n, value);
    }
}

/* Where to look for a code: so that a code is one or two steps away.  {A, shift, then for each
 * stretch of 1 << shift codes how many come before it}, see doc/abi.md.  A code is a stretch of
 * its own where the codes are few and most of them are no actions. */
static void add_index(IrGame *game, Act *e, const uint32_t *code)
{
    enum { FEW = 1 << 14 };
    size_t n = (size_t)e->actions;
    int shift = e->codes <= FEW && 2 * (uint64_t)n < e->codes ? 0 : 6;
    while (shift && (e->codes >> shift) > 8 * (uint64_t)n + 4096)
        shift++;
    size_t stretches = (size_t)(e->codes >> shift) + 1, at = 0, head = 2;
    size_t bits = shift == 6 ? 2 * stretches : 0;
    int32_t *index = ARENA_ARRAY(e->arena, int32_t, head + stretches + 1 + bits);
    index[0] = (int32_t)n;
    index[1] = shift;
    for (size_t s = 0; s <= stretches; s++) {
        while (at < n && code[at] >> shift < s)
            at++;
        index[head + s] = (int32_t)at;
    }
    for (size_t i = 0; bits && i < n; i++) {
        int32_t *word = index + head + stretches + 1 + 2 * (code[i] / 64) + code[i] % 64 / 32;
        *word = (int32_t)((uint32_t)*word | UINT32_C(1) << (code[i] % 32));
    }
    ir_data_add(game, IR_ACTION_INDEX, head + stretches + 1 + bits, index);
}

static void add_actions(IrGame *game, Act *e)
{
    size_t n = 0;
    uint32_t *code = ARENA_ARRAY(e->arena, uint32_t, e->actions + 1);
    for (size_t p = 0; p < e->npage; p++)
        for (int w = 0; e->page[p] && w < 64; w++)
            for (uint64_t rest = e->page[p]->bit[w]; rest; rest &= rest - 1)
                code[n++] = (uint32_t)(p * 4096 + (size_t)w * 64 + (size_t)__builtin_ctzll(rest));
    add_index(game, e, code);
    ir_data_add(game, "action codes", n, (const int32_t *)code);
    add_columns(game, e, code);
}

void ir_offer_actions(IrGame *game)
{
    enum { CHUNK = 256 * 1024 };
    Act e = {.arena = arena_beside(game->arena)};
    e.scratch = scratch_in(e.arena, CHUNK);
    if (set_up(&e, game)) {
        if (!game->joint)
            find_states(&e);
        if (game->joint || e.tired || e.failed)
            actions_top(&e, e.start, e.array);
        e.failed = false;
        count_moves(&e);
        if (!e.failed)
            add_actions(game, &e);
    }
    arena_free(e.arena);
}
