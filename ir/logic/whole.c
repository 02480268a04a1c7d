/* whole.c - the state as the game has it, beside the bits that a network keeps of it. */
#include "ir/logic/make.h"

static uint32_t kept_of(const BitsGame *game, uint32_t bit)
{
    return game->whole->kept[bit];
}

uint32_t *bits_whole_source(const BitsGame *game, Arena *arena)
{
    const BitsWhole *w = game->whole;
    uint32_t *source = ARENA_ARRAY(arena, uint32_t, game->nstate + 1);
    for (uint32_t i = w->nbit; i-- > 0;)
        if (w->derived[i] == BITS_NO_EDGE && kept_of(game, i) != BITS_NO_EDGE)
            source[kept_of(game, i) >> 1] = i;
    return source;
}

void bits_whole_fill(const BitsGame *game, const uint64_t *kept, uint64_t *whole)
{
    const BitsWhole *w = game->whole;
    bool derives = false;
    for (uint32_t i = 0; i < w->nbit; i++) {
        uint32_t at = kept_of(game, i);
        derives = derives || w->derived[i] != BITS_NO_EDGE;
        if (at == BITS_NO_EDGE)
            whole[i] = w->init[i] ? ~UINT64_C(0) : 0;
        else
            whole[i] = kept[at >> 1] ^ (0 - (uint64_t)(at & 1));
    }
    if (!derives)
        return;
    Arena *scratch = arena_new();
    BitsRun *run = bits_run_new(scratch, w->raw);
    for (uint32_t i = 0; i < w->nbit; i++)
        bits_run_state(run)[i] = whole[i];
    bits_run_eval(run, NULL);
    for (uint32_t i = 0; i < w->nbit; i++)
        if (w->derived[i] != BITS_NO_EDGE)
            whole[i] = bits_run_edge(run, w->derived[i]);
    arena_free(scratch);
}

/* The gates of the network before anything is left out, and what follows from what. */
const BitsWhole *make_whole(Make *m, Arena *arena, const BitsGame *raw, const BitsEdge *derived)
{
    BitsWhole *w = ARENA_NEW(arena, BitsWhole);
    BitsGame *copy = ARENA_NEW(arena, BitsGame);
    *copy = (BitsGame){.arena = arena, .nstate = raw->nstate, .ngate = raw->ngate, .nloop = raw->nloop};
    copy->gate = arena_copy(arena, raw->gate, raw->ngate * sizeof *raw->gate);
    copy->loop = arena_copy(arena, raw->loop, (raw->nloop + 1) * sizeof *raw->loop * (raw->nloop > 0));
    for (uint32_t i = 0; i < raw->nloop; i++) {
        copy->loop[i].start = arena_copy(arena, raw->loop[i].start, raw->loop[i].nvar * sizeof(BitsEdge));
        copy->loop[i].step = arena_copy(arena, raw->loop[i].step, raw->loop[i].nvar * sizeof(BitsEdge));
    }
    bool *init = arena_copy(arena, m->init.at, m->nstate * sizeof *init + 1);
    copy->init = init;
    uint32_t *kept = ARENA_ARRAY(arena, uint32_t, m->nstate + 1);
    for (uint32_t i = 0; i < m->nstate; i++)
        kept[i] = 2 * i;
    *w = (BitsWhole){.nbit = m->nstate,
                     .origin = arena_copy(arena, m->origin.at, m->origin.n * sizeof *m->origin.at),
                     .init = init,
                     .raw = copy,
                     .derived = arena_copy(arena, derived, m->nstate * sizeof *derived),
                     .kept = kept};
    return w;
}
