/* verilog_tool.c - what the tests of circuits ask of the compiler itself.
 *
 *   verilog_tool stats INPUTS DEPTH PHASES FILE
 *       How large the engine is: gates, tables, levels, stages, registers.
 *
 *   verilog_tool model INPUTS DEPTH PHASES ENGINES SEED N FILE                    (DEPTH, ENGINES 0: as the compiler chooses them)
 *       N random games by the model of the engines, in one line of JSON as `make sim` has it.
 *
 *   verilog_tool model|hasty INPUTS DEPTH PHASES ENGINES SEED N FILE RUN
 *       The same in runs of RUN games, each with random numbers of its own; hasty: in each the first RUN games that end are
 *       counted (engine_model_hasty).
 *
 * FILE is IR after the passes.  Exit code 0, 1 different, 2 usage, 3 cannot read, 4 does not fit. */
#include <inttypes.h>
#include <string.h>

#include "backends/verilog/model.h"
#include "ir/logic/sat_sweep.h"
#include "tests/tool.h"

static int stats(const Engine *e)
{
    const LutStages *s = e->stages;
    printf("phases %u, gates %u, balanced %u, tables %u, levels %u, stages %u, registers %u, words %u, random %u, active", e->plan->frame.nphase,
           lane_net_size(e->whole), lane_net_size(e->net), s->map->ntable, s->map->depth, s->nstage, s->nregister,
           e->plan->frame.nword, e->nrandom);
    for (uint32_t q = 0; q < e->plan->frame.nphase; q++)
        printf(" %.3f", e->plan->active[q]);
    uint32_t most[NBANK] = {0}, done = 0;
    for (size_t i = 0; i < e->net->out.n; i++) {
        const LaneOutput *o = &e->net->out.at[i];
        uint32_t l = s->map->level[o->edge >> 1];
        if (o->bank == BANK_FOUND && o->at == 0)
            done = l;
        most[o->bank] = l > most[o->bank] ? l : most[o->bank];
    }
    printf(" depth %u, deepest %u, cells %u, levels: state %u, done %u, found %u, row %u", s->depth, s->deepest, s->ncell, most[BANK_STATE], done, most[BANK_FOUND], most[BANK_TALLY]);
    puts("");
    return 0;
}

/* What games of several runs came to. */
static void add_up(const Engine *e, EngineCount *all, const EngineCount *run)
{
    all->playouts += run->playouts;
    all->moves += run->moves;
    all->clocks += run->clocks;
    for (uint32_t k = 0, i = 0; k < e->ngroup; k++)
        for (uint32_t r = 0; r < e->group[k].nrow; r++, i++)
            all->ends[i] += run->ends[i];
}

static int model(const Engine *e, uint64_t seed, uint64_t games, uint64_t run, bool hasty, Arena *arena)
{
    EngineCount c = {0};
    for (uint64_t i = 0; !i || i * run < games; i++) {
        Arena *scratch = arena_beside(arena);
        uint64_t n = games - i * run < run ? games - i * run : run, own = i ? (seed + i) * UINT64_C(0x9e3779b97f4a7c15) >> 1 : seed;
        EngineCount one = (hasty ? engine_model_hasty : engine_model)(e, own, n, i ? scratch : arena);
        if (i)
            add_up(e, &c, &one);
        else
            c = one;
        arena_free(scratch);
    }
    printf("{\"playouts\":%" PRIu64 ",\"moves\":%" PRIu64 ",\"clocks\":%" PRIu64 ",\"ends\":[", c.playouts, c.moves, c.clocks);
    for (uint32_t k = 0, i = 0; k < e->ngroup; k++) {
        printf("%s[", k ? "," : "");
        for (uint32_t r = 0; r < e->group[k].nrow; r++)
            printf("%s%" PRIu64, r ? "," : "", c.ends[i++]);
        printf("]");
    }
    puts("]}");
    return 0;
}

int main(int argc, char **argv)
{
    bool hasty = argc == 10 && !strcmp(argv[1], "hasty"), modelled = hasty || ((argc == 9 || argc == 10) && !strcmp(argv[1], "model"));
    if (!modelled && (argc != 6 || strcmp(argv[1], "stats") != 0))
        return 2;
    uint64_t games = modelled ? strtoull(argv[7], NULL, 10) : 0, run = argc == 10 ? strtoull(argv[9], NULL, 10) : games;
    if (argc == 10 && !run)
        return 2;
    Session *session = session_new();
    const char *why = NULL;
    BitsGame *bits = bits_of_game(session->arena, tool_read_game(session, argv[modelled ? 8 : 5]), &(BitsOptions){0}, &why);
    bits = bits ? bits_sweep(session, bits) : NULL;
    const EngineOptions options = {.inputs = (uint32_t)atoi(argv[2]), .depth = (uint32_t)atoi(argv[3]), .phases = atoi(argv[4]) != 0,
                                   .nengine = modelled ? (uint32_t)atoi(argv[5]) : 1, .room = 7680, .memories = 32};
    const Engine *e = bits ? engine_make(bits, &options, session->arena, &why) : NULL;
    int code = 4;
    if (!e)
        printf("%s\n", why);
    else if (modelled)
        code = model(e, strtoull(argv[6], NULL, 10), games, run, hasty, session->arena);
    else
        code = stats(e);
    session_free(session);
    return code;
}
