/* bounds.c - what a game must keep to for the code that back ends write. */
#include "backends/backend.h"
#include "ir/analysis/analyses.h"
#include "ir/analysis/shape.h"
#include "ir/core/tree.h"

/* A trial is on the stack, and so are those that it is made within; in memory the code has no other place.  NESTED: as deep as functions
 * that make trials are called within each other. */
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
    uint64_t ahead = 0, bytes = ir_fact_state_layout(game)->size;
    for (size_t i = 0; i < game->fn.n; i++) {
        const Ir *tree[] = {game->fn.at[i]->header, game->fn.at[i]->body, game->fn.at[i]->effect, game->fn.at[i]->then, game->fn.at[i]->post};
        for (size_t k = 0; k < sizeof tree / sizeof *tree; k++) {
            uint64_t n = tree[k] ? trials_ahead(tree[k]) : 0;
            ahead = n > ahead ? n : ahead;
        }
    }
    if ((NESTED + ahead) * bytes > MOST_STACK)
        return session_unsupported(game->session, state_place(game),
                                   "back end %s: a position of %llu bytes, of which moves that are tried within each other would keep up to %llu on the stack", backend,
                                   (unsigned long long)bytes, (unsigned long long)(NESTED + ahead));
    return true;
}
