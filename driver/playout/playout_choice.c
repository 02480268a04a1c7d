/* playout_choice.c - ludc playout --lanes auto: in lanes, or one game at a time?
 *
 * Both rates are predicted from counts, so that one game gets one answer on any machine however busy (ours).  One game at
 * a time: random games are played by the evaluator with the plan that holds, and the steps that it takes for a move are
 * counted.  Lanes: the operations on words that their plan counts for a move.  The figures below were fitted to 29 games and
 * sheets, c and llvm against 512 lanes (doc/lanes.md): they tell what is faster, by a factor, not how fast it is here.
 *
 * Between LLVM and the system's C compiler nothing is weighed: in games of 40 to 40,000 gates the
 * code of both is as fast (0.98 to 1.17 in doc/performance.md), and LLVM, which needs no other
 * program, takes a quarter of the time. */
#include <math.h>
#include <string.h>

#include "driver/engine/llvm_module.h"
#include "driver/playout/playout_lanes.h"
#include "driver/playout/playout_stats.h"

/* Nanoseconds of the compilers for a gate. */
static const double llvm_ns_a_gate = 4.5e4, cc_ns_a_gate = 1.7e5, tcc_ns_a_gate = 3e3;
/* ns = scale * steps ^ power of compiled code; libtcc's takes longer, and the evaluator so much for each step. */
static const double alone_scale = 0.21, alone_power = 0.8, tcc_factor = 2.5, eval_ns_a_step = 30;
/* ns = scale * operations ^ power in 512 lanes: a larger circuit holds more words that are out of reach. */
static const double lanes_scale = 0.127, lanes_power = 1.3, fitted_lanes = 512;

typedef struct {
    double alone, lanes; /* moves a second, predicted; lanes 0: there are none */
    double steps, cost;  /* for a move: of the evaluator; operations on words of lanes */
    double length;       /* moves a game */
    const char *why;     /* lanes are not taken, or NULL */
} Choice;

/* Some games by the evaluator: the steps that a move takes. */
static bool count_steps(Job *alone, Choice *c)
{
    enum { ENOUGH = 1000000, MOST_GAMES = 1000, LONGEST = 2000 };
    Player player = {0};
    if (!make_player(&maker_eval, alone->session, alone->source, alone->game, &(MakeOptions){.stops = true}, &player))
        return false;
    Tally t = {.player = &player, .r = player.reasoner, .rng = 1, .until = INFINITY, .cpu_for = INFINITY, .limit = LONGEST};
    while (t.want < MOST_GAMES && maker_eval_steps(t.r) < ENOUGH) {
        t.want++;
        tally_run(&t);
    }
    c->steps = (double)maker_eval_steps(t.r) / (double)(t.moves ? t.moves : 1);
    c->length = tally_mean(&t);
    tally_free(&t);
    player_release(&player);
    return true;
}

/* Moves a second. */
static double predict_alone(const char *backend, double steps)
{
    if (!strcmp(backend, "eval"))
        return 1e9 / (eval_ns_a_step * steps);
    double ns = alone_scale * pow(steps, alone_power);
    return 1e9 / (!strcmp(backend, "tcc") ? ns * tcc_factor : ns);
}

/* The same, of lanes that need `cost` operations for a move: words of fewer lanes are smaller by as much. */
static double predict_lanes(double cost, double lanes)
{
    const double share = lanes / fitted_lanes;
    return 1e9 / (lanes_scale * cost * pow(cost * share * share, lanes_power - 1));
}

/* Are all games that were asked for over before lanes are compiled? */
static bool soon_done(const Options *o, const Choice *c, const LaneMakeOptions *make, double gates)
{
    double ns = make->by == LANES_BY_TCC                       ? tcc_ns_a_gate
                : make->by == LANES_BY_CC || !llvm_present() ? cc_ns_a_gate
                                                             : llvm_ns_a_gate;
    return o->has_number && !o->has_seconds && (double)o->number * c->length / c->alone < gates * ns * 1e-9;
}

/* Makes lanes where they are taken. */
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
    double gates = 0;
    for (uint32_t q = 0; q < plan->frame.nphase; q++)
        gates += lane_net_size(plan->net[q]);
    c->cost = lane_plan_cost(plan, lanes_width_here());
    c->lanes = predict_lanes(c->cost, lanes_width_here());
    if (c->lanes <= c->alone)
        c->why = "lanes would be slower";
    else if (soon_done(o, c, make, gates))
        c->why = "so few games are played before lanes are compiled";
    else if (!lanes_of_plan(job->session, plan, make, player))
        c->why = "the C compiler failed";
    return !c->why;
}

static void say_choice(Job *job, const Player *alone, const Choice *c)
{
    Out out = {0};
    out_printf(&out, "one game at a time by %s, plan %s: %.0f steps a move, some %.0f million moves/s; ", alone->backend,
               alone->reasoner->plan, c->steps, c->alone / 1e6);
    if (c->lanes > 0)
        out_printf(&out, "%u lanes: %.1f operations a move, some %.0f million; ", lanes_width_here(), c->cost, c->lanes / 1e6);
    if (c->why)
        out_printf(&out, "taken: one at a time (%s)", c->why);
    else
        out_puts(&out, "taken: lanes");
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
    if (!count_steps(alone, &c))
        return job_report(alone);
    c.alone = predict_alone(o->backend, c.steps);
    int code = job_begin(&job, o, o->arg.at[0], KEEP_PLAY);
    if (!code)
        job.compile.passes.remarks = false; /* they were said */
    if (!code)
        code = job_compile(&job, NULL);
    if (!code) {
        bool lanes = try_lanes(&job, &make, &c, &player);
        say_choice(&job, &alone->player, &c);
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
    o.steady = true; /* what is predicted lasts */
    Job alone;
    int code = playout_begin(&alone, &o);
    if (!code)
        code = play_faster(&alone, &o);
    job_end(&alone);
    return code;
}
