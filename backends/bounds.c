/* bounds.c - what a game must keep to for the code that back ends write. */
#include "backends/backend.h"
#include "ir/analysis/analyses.h"
#include "ir/analysis/shape.h"

/* Code has no memory of its own but the stack: a playout is played on a copy of the position there, a move is tried on another one, and others
 * within it. */
enum { MOST_STACK = 6 << 20 };

typedef struct {
    const IrGame *game;
    uint64_t *of; /* by function: copies that it takes at once, with all that it calls, and one more; 0: not known yet, or it calls itself */
} Copies;

static uint64_t copies_of_fn(const Copies *c, int64_t fn);

/* Each move that is tried takes one within the one around it; a search for the longest sequence of moves takes two a move. */
static uint64_t copies_of(const Copies *c, const Ir *e)
{
    const bool calls = ir_does(e->op, IR_CALLS) || e->op == IR_OP_EMIT || e->op == IR_OP_EMITSET || e->op == IR_OP_TRY;
    uint64_t most = calls ? copies_of_fn(c, e->k) : 0;
    for (int i = 0; i < e->n; i++) {
        uint64_t n = copies_of(c, e->a[i]);
        most = n > most ? n : most;
    }
    const bool tries = e->op == IR_OP_WITH || e->op == IR_OP_KEEP || e->op == IR_OP_BEST;
    return most + (e->op == IR_OP_LONGEST ? 2 * (uint64_t)e->a[2]->k : tries ? 1 : 0);
}

static uint64_t copies_of_fn(const Copies *c, int64_t at)
{
    const IrFn *fn = c->game->fn.at[at];
    const Ir *tree[] = {fn->header, fn->body, fn->effect, fn->then, fn->post};
    uint64_t most = 0;
    if (c->of[at])
        return c->of[at] - 1;
    c->of[at] = 1;
    for (size_t k = 0; k < sizeof tree / sizeof *tree; k++) {
        uint64_t n = tree[k] ? copies_of(c, tree[k]) : 0;
        most = n > most ? n : most;
    }
    most += fn->post ? 1 : 0;
    c->of[at] = most + 1;
    return most;
}

static uint64_t copies_at_once(const IrGame *game)
{
    Arena *arena = arena_beside(game->arena);
    const Copies c = {game, ARENA_ARRAY(arena, uint64_t, game->fn.n + 1)};
    uint64_t most = 0;
    for (size_t i = 0; i < game->fn.n; i++) {
        uint64_t n = copies_of_fn(&c, (int64_t)i);
        most = n > most ? n : most;
    }
    arena_free(arena);
    return 1 + most;
}

/* The place of the rules' moves. */
static Span moves_place(const IrGame *game)
{
    for (size_t i = 0; i < game->fn.n; i++)
        if (game->fn.at[i]->kind == IR_RULE && game->fn.at[i]->at.hi)
            return game->fn.at[i]->at;
    return (Span){0, 0};
}

/* The place of the largest field. */
static Span state_place(IrGame *game)
{
    const ShapeState *lies = ir_fact_state_layout(game);
    Span at = moves_place(game);
    size_t most = 0;
    for (size_t i = 0; i < game->field.n; i++) {
        const size_t bytes = lies->field[i].width * game->field.at[i].n;
        if (bytes > most && game->field.at[i].at.hi)
            at = game->field.at[i].at;
        most = bytes > most ? bytes : most;
    }
    return at;
}

bool backend_lists(IrGame *game, const char *backend)
{
    return ir_max_moves(game) <= UINT32_MAX ||
           session_unsupported(game->session, moves_place(game), "back end %s: no bound on the number of moves is known", backend);
}

bool backend_bounds(IrGame *game, const char *backend)
{
    if (!backend_lists(game, backend))
        return false;
    const uint64_t copies = copies_at_once(game), bytes = ir_fact_state_layout(game)->size;
    if (copies * bytes > MOST_STACK)
        return session_unsupported(game->session, state_place(game),
                                   "back end %s: a position of %llu bytes, of which moves that are tried within each other would keep up to %llu on the stack", backend,
                                   (unsigned long long)bytes, (unsigned long long)copies);
    return true;
}
