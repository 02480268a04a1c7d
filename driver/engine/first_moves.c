/* first_moves.c - see first_moves.h. */
#include "driver/engine/first_moves.h"

#include <inttypes.h>

#include "base/rng.h"
#include "ir/eval/eval.h"
#include "ir/guard/nested_loops.h"

/* Nests that go round less often are played at once. */
static const double few_rounds = 1 << 28;

/* So many steps, or plies, of moves that are no trouble are enough. */
enum { ENOUGH_STEPS = 1 << 18, ENOUGH_PLIES = 4 };

/* Lists that have room for so many moves are made at once; the moves of longer ones are counted first. */
enum { MOST_ROOM = 1 << 16 };

typedef struct {
    IrGame *game;
    Arena *arena;
    IrEval *eval;
    void *state;
    uint64_t rng;
    uint64_t most;  /* steps of a call */
    uint32_t *list; /* room for all moves, or NULL */
} Trial;

/* As ir_eval_moves, of the player in joint games. */
static uint32_t moves(Trial *t, int player, uint32_t *list)
{
    return player ? ir_eval_moves_of(t->eval, t->state, player, list) : ir_eval_moves(t->eval, t->state, list);
}

/* One of the legal moves; false: there is none. */
static bool draw_move(Trial *t, int player, uint32_t *move)
{
    ir_eval_bound(t->eval, t->most);
    const uint32_t n = moves(t, player, t->list);
    if (!n)
        return false;
    uint32_t *list = t->list;
    if (!list) {
        list = ARENA_ARRAY(t->arena, uint32_t, n);
        moves(t, player, list);
    }
    *move = list[rng_below(&t->rng, n)];
    return !ir_eval_error(t->eval);
}

static bool ply(Trial *t)
{
    uint32_t *move = ARENA_ARRAY(t->arena, uint32_t, t->game->players + 1);
    for (int p = 0; p < (t->game->joint ? t->game->players : 1); p++)
        if (!draw_move(t, t->game->joint ? p + 1 : 0, &move[p]))
            return false;
    ir_eval_bound(t->eval, t->most);
    if (t->game->joint)
        ir_eval_apply_joint(t->eval, t->state, move, &t->rng);
    else
        ir_eval_apply_rng(t->eval, t->state, move[0], &t->rng);
    return !ir_eval_error(t->eval);
}

static void play(Trial *t)
{
    t->eval = ir_eval_new(t->arena, t->game);
    t->state = arena_alloc(t->arena, ir_eval_state_size(t->eval) + 8);
    ir_eval_init(t->eval, t->state);
    const uint64_t most = ir_max_moves(t->game);
    if (most <= MOST_ROOM)
        t->list = ARENA_ARRAY(t->arena, uint32_t, most + 1);
    for (int plies = 0; plies < ENOUGH_PLIES && ir_eval_steps(t->eval) < ENOUGH_STEPS && ply(t);)
        plies++;
}

bool compile_first_moves(IrGame *game, uint64_t steps)
{
    if (guard_most_rounds(game) < few_rounds)
        return true;
    Trial t = {.game = game, .arena = arena_beside(game->arena), .rng = 1, .most = steps};
    play(&t);
    const bool spent = ir_eval_spent(t.eval);
    if (spent)
        session_unsupported(game->session, ir_eval_error_at(t.eval), "a move of the game takes more than %" PRIu64 " million steps", steps / 1000000);
    arena_free(t.arena);
    return !spent;
}
