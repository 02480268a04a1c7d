/* fpga_speeds.c - the same game one at a time and in lanes, for the table of ludc fpga. */
#include <math.h>

#include "driver/engine/engines.h"
#include "driver/fpga/fpga.h"
#include "driver/playout/playout_lanes.h"
#include "driver/playout/playout_stats.h"

static const double seconds = 0.3;

/* Moves a second of processor time, one game at a time. */
static double scalar_speed(Job *job, const char **backend)
{
    const Maker *maker = maker_find(NULL);
    Player player = {0};
    if (!make_player(maker, job->session, job->source, job->game, &(MakeOptions){.functions = FN_PLAYS}, &player))
        return 0;
    Tally t = {.player = &player, .r = player.reasoner, .rng = 1, .want = UINT64_MAX, .until = clock_ms() + seconds * 1e3, .cpu_for = INFINITY,
               .limit = NO_LIMIT};
    tally_run(&t);
    double rate = t.cpu_ms > 0 ? (double)t.moves / t.cpu_ms * 1e3 : 0;
    *backend = maker->name;
    tally_free(&t);
    player_release(&player);
    return rate;
}

FpgaSpeeds fpga_speeds(Job *job)
{
    FpgaSpeeds s = {.backend = "none"};
    s.lanes = lanes_speed(job, seconds, &s.nlane);
    s.scalar = scalar_speed(job, &s.backend);
    return s;
}
