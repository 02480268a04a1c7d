/* bounds.c - what a game must keep to for the code that back ends write. */
#include "backends/backend.h"
#include "ir/analysis/analyses.h"
#include "ir/analysis/shape.h"
#include "ir/core/tree.h"

/* Code has no memory of its own but the stack: a move is tried on a copy of the position there, and others within it.  NESTED: of so many
 * functions that try moves each is called by another one, at most. */
enum { NESTED = 16, MOST_STACK = 4 << 20 };

/* Trials of the searches for the longest sequence of moves, each within the one before: two a move. */
static uint64_t trials_ahead(const Ir *e)
{
    uint64_t most = e->op == IR_OP_LONGEST ? 2 * (uint64_t)e->a[2]->k : 0;
    for (int i = 0; i < e->n; i++) {
        uint64_t n = trials_ahead(e->a[i]);
        most = n > most ? n : most;
    }
    return most;
}

/* Copies of the position that last at once, at most. */
static uint64_t copies_at_once(const IrGame *game)
{
    uint64_t ahead = 0;
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        const Ir *tree[] = {fn->header, fn->body, fn->effect, fn->then, fn->post};
        for (size_t k = 0; k < sizeof tree / sizeof *tree; k++) {
            uint64_t n = tree[k] ? trials_ahead(tree[k]) : 0;
            ahead = n > ahead ? n : ahead;
        }
    }
    return NESTED + ahead;
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

bool backend_bounds(IrGame *game, const char *backend)
{
    if (ir_max_moves(game) > UINT32_MAX)
        return session_unsupported(game->session, moves_place(game), "back end %s: no bound on the number of moves is known", backend);
    const uint64_t copies = copies_at_once(game), bytes = ir_fact_state_layout(game)->size;
    if (copies * bytes > MOST_STACK)
        return session_unsupported(game->session, state_place(game),
                                   "back end %s: a position of %llu bytes, of which moves that are tried within each other would keep up to %llu on the stack", backend,
                                   (unsigned long long)bytes, (unsigned long long)copies);
    return true;
}
