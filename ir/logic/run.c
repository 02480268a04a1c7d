/* run.c - the reference interpreter of networks: 64 games at once. */
#include "ir/logic/bits.h"

struct BitsRun {
    const BitsGame *game;
    uint64_t *value; /* by gate */
    uint64_t *state, *next;
    uint32_t *end; /* by loop: the gate of its first result */
};

BitsRun *bits_run_new(Arena *arena, const BitsGame *game)
{
    BitsRun *run = ARENA_NEW(arena, BitsRun);
    run->game = game;
    run->value = ARENA_ARRAY(arena, uint64_t, game->ngate + 1);
    run->state = ARENA_ARRAY(arena, uint64_t, game->nstate + 1);
    run->next = ARENA_ARRAY(arena, uint64_t, game->nstate + 1);
    run->end = ARENA_ARRAY(arena, uint32_t, game->nloop + 1);
    for (uint32_t i = game->ngate; i-- > 0;)
        if (game->gate[i].kind == BITS_LOOP)
            run->end[game->gate[i].a] = i;
    bits_run_reset(run, ~UINT64_C(0));
    return run;
}

void bits_run_reset(BitsRun *run, uint64_t games)
{
    for (uint32_t i = 0; i < run->game->nstate; i++)
        run->state[i] = (run->state[i] & ~games) | (run->game->init[i] ? games : 0);
}

uint64_t *bits_run_state(BitsRun *run)
{
    return run->state;
}

uint64_t bits_run_edge(const BitsRun *run, BitsEdge edge)
{
    return run->value[edge >> 1] ^ (0 - (uint64_t)(edge & 1));
}

static void settle(BitsRun *run, const BitsLoop *loop, uint32_t end, const uint64_t *does);

/* Gates from .. to - 1, but the loop's own variables. */
static void evaluate(BitsRun *run, uint32_t from, uint32_t to, const uint64_t *does)
{
    const BitsGame *game = run->game;
    for (uint32_t i = from; i < to; i++) {
        const BitsGate *g = &game->gate[i];
        switch (g->kind) {
        case BITS_CONST: run->value[i] = 0; break;
        case BITS_STATE: run->value[i] = run->state[g->a]; break;
        case BITS_DOES: run->value[i] = does ? does[g->a] : 0; break;
        case BITS_AND: run->value[i] = bits_run_edge(run, g->a) & bits_run_edge(run, g->b); break;
        case BITS_XOR: run->value[i] = bits_run_edge(run, g->a) ^ bits_run_edge(run, g->b); break;
        case BITS_MUX: {
            uint64_t c = bits_run_edge(run, g->a);
            run->value[i] = (c & bits_run_edge(run, g->b)) | (~c & bits_run_edge(run, g->c));
            break;
        }
        case BITS_VAR: {
            const BitsLoop *loop = &game->loop[g->a];
            settle(run, loop, run->end[g->a], does);
            i = loop->first_var + loop->nvar - 1;
            break;
        }
        case BITS_LOOP: run->value[i] = run->value[game->loop[g->a].first_var + g->b]; break;
        }
    }
}

static void settle(BitsRun *run, const BitsLoop *loop, uint32_t end, const uint64_t *does)
{
    uint64_t *var = run->value + loop->first_var;
    for (uint32_t v = 0; v < loop->nvar; v++)
        var[v] = bits_run_edge(run, loop->start[v]);
    bool more = true;
    for (uint32_t round = 0; more && round <= loop->bound; round++) {
        more = false;
        evaluate(run, loop->first_var + loop->nvar, end, does);
        for (uint32_t v = 0; v < loop->nvar; v++) {
            uint64_t now = var[v] | bits_run_edge(run, loop->step[v]);
            more = more || now != var[v];
            var[v] = now; /* monotone: a step edge that is a variable may run ahead */
        }
    }
}

void bits_run_eval(BitsRun *run, const uint64_t *does)
{
    evaluate(run, 0, run->game->ngate, does);
}

void bits_run_step(BitsRun *run, uint64_t games)
{
    const BitsGame *game = run->game;
    for (uint32_t i = 0; i < game->nstate; i++)
        run->next[i] = bits_run_edge(run, game->next[i]);
    for (uint32_t i = 0; i < game->nstate; i++)
        run->state[i] = (run->state[i] & ~games) | (run->next[i] & games);
}
