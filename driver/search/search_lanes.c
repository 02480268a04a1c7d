/* search_lanes.c - which playouts a search of the command plays in lanes. */
#include <string.h>

#include "driver/search/search_lanes.h"

/* Steps of all lanes together by their plan's operations, in moves a second, below which one game at a time is expected
 * to be as fast: generated code of a rule sheet makes some million moves a second, that of ludemes up to a hundred.  And
 * gates from which lanes take seconds to compile.  They decide for `auto`; no clock does. */
static const double ns_an_operation = 0.25, least_of_sheets = 40e6, least_of_ludemes = 300e6, most_gates = 60000;

static bool pays(const LanePlan *plan, bool sheet)
{
    double gates = 0;
    for (uint32_t q = 0; q < plan->frame.nphase; q++)
        gates += lane_net_size(plan->net[q]);
    double speed = 1e9 / (lane_plan_cost(plan, lanes_width_here()) * ns_an_operation);
    return gates <= most_gates && speed >= (sheet ? least_of_sheets : least_of_ludemes);
}

/* Why playouts of these options are not for lanes, or NULL. */
static const char *not_plain(const ludc_search_options *o)
{
    if (o->cut)
        return "cut ends playouts before the game's end";
    if (o->agent == LUDC_AGENT_GRAVE || o->history > 0 || o->progressive > 0)
        return "the moves of their playouts count";
    return o->playout ? "their playouts are uniform" : NULL;
}

static LanePlan *plan_of(Job *job, SearchLanes *lanes)
{
    const LaneMakeOptions options = lane_game_options();
    if (!lanes->planned)
        lanes->plan = lanes_plan(job->session, job->game, &options, &lanes->why);
    lanes->planned = true;
    return lanes->plan;
}

/* Makes them, if nobody did before; false: there is no compiler for them. */
static bool made(Job *job, SearchLanes *lanes)
{
    if (!lanes->game)
        lanes->game = lane_game_new(job->session, lanes->plan, job->game, job->player.reasoner);
    return lanes->game != NULL;
}

int search_lanes(Job *job, ludc_search_options *o, SearchLanes *lanes)
{
    bool must = o->lanes == LUDC_LANES_ON;
    const ludc_reasoner *r = job->player.reasoner;
    const char *why = not_plain(o);
    if (!why && !strcmp(job->player.backend, "eval"))
        why = "lanes go with generated code, not with the evaluator";
    bool fills = (uint64_t)o->leaves * o->playouts * 4 >= lanes_width_here();
    if (o->agent == LUDC_AGENT_RANDOM || o->agent == LUDC_AGENT_ALPHABETA || o->lanes == LUDC_LANES_OFF || (!must && (why || !fills))) {
        o->lanes = LUDC_LANES_OFF;
        return EXIT_DONE;
    }
    LanePlan *plan = why ? NULL : plan_of(job, lanes);
    if (!plan && must) {
        why = why ? why : lanes->why;
        session_unsupported(job->session, (Span){0, 0}, "lanes=on for this search: %s", why);
        return job_report(job);
    }
    if (!plan || (!must && !pays(plan, r->joint)) || !made(job, lanes)) {
        o->lanes = LUDC_LANES_OFF;
        if (must)
            return job_report(job);
        diags_forget(job->session->diags, DIAG_ERROR); /* there is no compiler for them */
        return EXIT_DONE;
    }
    o->lanes = LUDC_LANES_ON;
    return EXIT_DONE;
}
