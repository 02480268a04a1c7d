/* playout_choice.c - ludc playout --lanes auto: in lanes, or one game at a time?
 *
 * One game at a time is measured, with the plan that holds.  What lanes would reach is
 * predicted from the gates of their plan; unless that is far below, or the games are played
 * before lanes are compiled, they are made and measured, too.  A remark says the figures.
 *
 * Between LLVM and the system's C compiler nothing is measured: in games of 40 to 40,000 gates the
 * code of both is as fast (0.98 to 1.17 in doc/performance.md), and LLVM, which needs no other
 * program, takes a quarter of the time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/engine/llvm_module.h"
#include "driver/playout/playout_lanes.h"
#include "driver/playout/playout_stats.h"

/* Of processor time, each; nanoseconds an operation on a word, and of the compilers for one: they
 * only decide whether to measure at all, so what another machine takes does not matter. */
enum { MEASURE_MS = 50, FAR = 4 };
static const double ns_an_operation = 0.25, llvm_ns_a_gate = 4.5e4, cc_ns_a_gate = 1.7e5, tcc_ns_a_gate = 3e3;

typedef struct {
    double alone, lanes; /* moves a second; lanes 0: not measured */
    double expected;     /* of lanes, by their gates */
    double length;       /* moves a game */
    const char *why;     /* lanes are not measured, or NULL */
} Choice;

static void measure_alone(const Player *player, Choice *c)
{
    Tally t = {.player = player, .r = player->reasoner, .rng = 1, .want = UINT64_MAX, .until = INFINITY,
               .cpu_for = MEASURE_MS, .limit = NO_LIMIT};
    tally_run(&t);
    c->alone = (double)t.moves / (t.cpu_ms > 0 ? t.cpu_ms : 1e-3) * 1e3;
    c->length = tally_mean(&t);
    tally_free(&t);
}

static double measure_lanes(const ludc_lanes *l)
{
    void *memory = aligned_alloc(64, l->code.memory);
    if (!memory)
        abort();
    lanes_begin(l, memory, 1);
    double began = thread_ms(), ms = 0;
    bool ends = true;
    for (uint64_t games = 4; ends && ms < MEASURE_MS; games *= 2) {
        for (uint32_t i = 0; i < l->code.lanes; i++)
            lanes_quota(l, memory, i, games);
        ends = lanes_play(l, memory, 0) != 0;
        ms = thread_ms() - began;
    }
    ludc_lanes_count count;
    lanes_count(l, memory, &count);
    free(memory);
    return ends ? (double)count.moves / (ms > 0 ? ms : 1e-3) * 1e3 : 0;
}

/* Are all games that were asked for over before lanes are compiled? */
static bool soon_done(const Options *o, const Choice *c, const LaneMakeOptions *make, double gates)
{
    double ns = make->by == LANES_BY_TCC                       ? tcc_ns_a_gate
                : make->by == LANES_BY_CC || !llvm_present() ? cc_ns_a_gate
                                                             : llvm_ns_a_gate;
    return o->has_number && !o->has_seconds && (double)o->number * c->length / c->alone < gates * ns * 1e-9;
}

/* Makes and measures lanes where that is worth it. */
static bool try_lanes(Job *job, LaneMakeOptions *make, Choice *c, LanePlayer *player)
{
    const Options *o = job->options;
    if (o->has_record || o->trace || o->has_max_moves || o->policy || o->histogram) {
        c->why = "lanes do not go with these options";
        return false;
    }
    *make = lanes_options(job);
    LanePlan *plan = lanes_plan(job->session, job->game, make, &c->why);
    if (!plan)
        return false;
    double cost = lane_plan_cost(plan, lanes_width_here()), gates = 0;
    for (uint32_t q = 0; q < plan->frame.nphase; q++)
        gates += lane_net_size(plan->net[q]);
    c->expected = 1e9 / (cost * ns_an_operation);
    if (c->expected * FAR < c->alone)
        c->why = "lanes would be far slower by their gates";
    else if (soon_done(o, c, make, gates))
        c->why = "so few games are played before lanes are compiled";
    else if (!lanes_of_plan(job->session, plan, make, player))
        c->why = "the C compiler failed";
    else
        c->lanes = measure_lanes(player->lanes);
    return c->lanes > c->alone;
}

static void say_choice(Job *job, const Player *alone, const Choice *c, const LanePlayer *player)
{
    Out out = {0};
    out_printf(&out, "one game at a time by %s, plan %s: %.1f million moves/s; ", alone->backend,
               alone->reasoner->plan, c->alone / 1e6);
    if (c->lanes > 0)
        out_printf(&out, "%u lanes by %s: %.1f (%.1f by their gates); taken: %s", player->lanes->code.lanes,
                   player->code.compiler, c->lanes / 1e6, c->expected / 1e6, c->lanes > c->alone ? "lanes" : "one at a time");
    else
        out_printf(&out, "taken: one at a time (%s)", c->why ? c->why : "games in lanes do not end");
    diag(job->session->diags, DIAG_REMARK, (Span){0, 0}, "lanes: %s", out.text);
    out_free(&out);
    job_report(job);
}

/* The same game compiled for lanes: without plan. */
static int play_faster(Job *alone, const Options *o)
{
    Job job;
    Choice c = {0};
    LaneMakeOptions make = {0};
    LanePlayer player = {0};
    measure_alone(&alone->player, &c);
    int code = job_begin(&job, o, o->arg.at[0], KEEP_PLAY);
    if (!code)
        job.compile.passes.remarks = false; /* they were said */
    if (!code)
        code = job_compile(&job, NULL);
    if (!code) {
        bool lanes = try_lanes(&job, &make, &c, &player);
        say_choice(&job, &alone->player, &c, &player);
        if (!lanes)
            lanes_release(&player);
        code = lanes ? play_in_lanes(&job, &make, &player) : playout_play(alone);
    }
    job_end(&job);
    return code;
}

int playout_choice(const Options *options)
{
    Options o = *options;
    if (!o.backend || !strcmp(o.backend, "lanes"))
        o.backend = "c";
    o.steady = true; /* what is measured lasts */
    Job alone;
    int code = playout_begin(&alone, &o);
    if (!code)
        code = play_faster(&alone, &o);
    job_end(&alone);
    return code;
}
