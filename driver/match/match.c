/* match.c - ludc match: agents play each other, and what that says about their strength. */
#include "driver/features/features.h"
#include "driver/match/match.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "driver/folder.h"
#include "driver/interrupts.h"
#include "ir/offer/offer.h"
#include "ir/plan/plan.h"
#include "runtime/include/ludc_search.h"

enum { STANDARD_GAMES = 100, MOST_THREADS = 256 };

/* ---- options ----------------------------------------------------------------------------- */

/* BASE or BASE+INCREMENT, in seconds. */
static bool read_clock(const char *text, ludc_clock *clock)
{
    char *end;
    clock->base = strtod(text, &end);
    if (*end == '+')
        clock->increment = strtod(end + 1, &end);
    return *text && !*end && clock->base > 0 && clock->base < 1e6 && clock->increment >= 0 && clock->increment < 1e6;
}

static int read_options(Match *m)
{
    const Options *o = m->options;
    const char *why = "";
    if (o->has_number + o->has_seconds + (o->clock != NULL) > 1)
        return usage_error(o, "-n, -t and --clock exclude each other");
    if ((o->has_number && !o->number) || (o->has_seconds && !(o->seconds > 0)))
        return usage_error(o, "-n begins at 1, and -t above 0");
    if (o->clock && !read_clock(o->clock, &m->clock))
        return usage_error(o, "--clock is BASE+INC, seconds for the game and for each move, not `%s`", o->clock);
    m->clock.iterations = o->number;
    m->clock.move = o->seconds;
    m->has_sprt = o->sprt != NULL;
    if (m->has_sprt && !match_sprt_parse(o->sprt, &m->sprt, &why))
        return usage_error(o, "--sprt %s: %s", o->sprt, why);
    if (o->has_concurrency && (o->concurrency < 1 || o->concurrency > MOST_THREADS))
        return usage_error(o, "--concurrency is a number from 1 to %d", MOST_THREADS);
    if (o->resume && !o->record_to)
        return usage_error(o, "--resume goes on with the record of --record-to FILE");
    if (o->has_games && (!o->games || o->games > 100000000))
        return usage_error(o, "--games is a number from 1 to 100000000");
    if (o->has_only && !o->only)
        return usage_error(o, "--only takes the number of a game, from 1");
    m->seed = o->has_seed ? o->seed : 1;
    m->first = o->has_only ? o->only : 1;
    m->last = o->has_only ? o->only : o->has_games ? o->games : STANDARD_GAMES;
    return EXIT_DONE;
}

/* Opens every agent once, so that what is wrong with it is said before anything is compiled. */
static int try_agents(Match *m, unsigned *offers)
{
    const Options *o = m->options;
    m->agent = o->agents.at;
    m->agents = (unsigned)o->agents.n;
    if (o->agents.n > MATCH_AGENTS)
        return usage_error(o, "at most %d agents", MATCH_AGENTS);
    for (unsigned a = 0; a < m->agents; a++) {
        const AgentKind *kind = agent_kind(m->agent[a]);
        *offers |= agent_offers_of(m->agent[a]);
        m->together = m->together || (kind && kind->apart);
        m->persons = m->persons || (kind && kind->person);
        const int code = agent_check(o, m->agent[a]);
        if (code)
            return code;
    }
    if (m->persons && o->has_concurrency && o->concurrency > 1)
        return usage_error(o, "a person plays one game at a time: --concurrency 1");
    m->together = m->together && !m->persons;
    return EXIT_DONE;
}

/* ---- the match ------------------------------------------------------------------------------ */

static int report(const Match *m)
{
    Sums s;
    Out out = {0};
    match_sums_make(&s, &m->seating, m->agents, m->game, m->ngame);
    if (m->options->json)
        match_json(m, &s, &out);
    else
        match_text(m, &s, &out);
    int code = write_out(&out, NULL, 0);
    if (!code && m->options->out)
        code = match_page(m, &s);
    out_free(&out);
    match_sums_free(&s);
    return code;
}

static int open_log(Match *m)
{
    if (!m->options->log)
        return EXIT_DONE;
    m->log = fopen(m->options->log, "w");
    if (m->log)
        return EXIT_DONE;
    say("ludc: cannot write %s: %s", m->options->log, strerror(errno));
    return EXIT_IO;
}

static int play(Match *m)
{
    int code = m->options->out ? folder_make(m->options->out) : EXIT_DONE;
    if (!code && m->options->record_to)
        code = match_record_open(m);
    m->resumed = m->ngame;
    if (!code)
        code = open_log(m);
    if (!code) {
        interrupts_catch();
        code = match_run(m);
    }
    if (!code)
        code = job_fault(m->job);
    if (m->record && fclose(m->record) && !code) {
        say("ludc: cannot write %s: %s", m->options->record_to, strerror(errno));
        code = EXIT_IO;
    }
    if (m->log)
        fclose(m->log);
    if (!code)
        code = report(m);
    return !code && m->interrupted ? interrupts_code(interrupts_came()) : code;
}

/* Lanes for the playouts of those agents that are searches and want them. */
static int make_lanes(Match *m)
{
    int code = EXIT_DONE;
    for (unsigned a = 0; a < m->agents && !code; a++) {
        ludc_search_options o;
        if (agent_kind(m->agent[a]) || ludc_search_parse(m->agent[a], &o, NULL))
            continue;
        code = search_lanes(m->job, &o, &m->lanes);
        m->in_lanes[a] = !code && o.lanes == LUDC_LANES_ON;
    }
    if (m->lanes.game)
        m->by_lanes = lane_game_searches(m->lanes.game);
    return code;
}

/* Records are written by a reasoner of their own, which keeps every view. */
static int with_recorder(Match *m)
{
    Options o = *m->options;
    Job job;
    Out why = {0};
    if (!o.record_to)
        return play(m);
    o.command = CMD_replay; /* ready soon, as what plays is another */
    int code = job_begin(&job, &o, o.arg.at[0], KEEP_ALL);
    if (!code)
        code = job_play(&job);
    if (!code) {
        Recorder *recorder = recorder_new(job.player.reasoner, &why);
        m->recorder = recorder;
        if (recorder)
            code = play(m);
        else
            code = EXIT_UNSUPPORTED, say("ludc: --record-to: %s", why.text);
        recorder_free(recorder);
    }
    out_free(&why);
    job_end(&job);
    return code;
}

static int play_game(Match *m, unsigned offers)
{
    const Options *o = m->options;
    int code = job_begin(m->job, o, o->arg.at[0], KEEP_NAMES);
    for (unsigned a = 0; a < m->agents; a++)
        agent_wants(m->job, m->agent[a]);
    m->job->compile.offers |= offers | (o->openings ? IR_OFFER_KEY : 0) | (m->persons ? IR_OFFER_GEOMETRY | IR_OFFER_PLANES : 0);
    if (!code)
        code = job_want_plan(m->job, IR_PLAN_ALL);
    if (!code)
        code = job_play(m->job);
    if (code)
        return code;
    m->r = m->job->player.reasoner;
    (void)features_maker(m->job); /* before there are threads */
    for (unsigned a = 0; a < m->agents && !code; a++)
        code = agent_fits(m->job, m->agent[a]);
    if (code)
        return code;
    code = match_seating_make(o, m->r->players, m->agents, &m->seating);
    if (!code && m->has_sprt && (m->agents != 2 || m->r->players != 2))
        code = usage_error(o, "--sprt is for two agents in games of two roles");
    if (!code)
        code = match_openings_make(o, m->r, m->seed, (size_t)((m->last + m->seating.n - 1) / m->seating.n), &m->openings);
    if (!code)
        code = make_lanes(m);
    m->began = clock_ms();
    if (!code)
        code = with_recorder(m);
    ludc_lanes_free(m->lanes.game);
    match_openings_free(&m->openings);
    match_seating_free(&m->seating);
    return code;
}

int cmd_match(const Options *o)
{
    if (o->arg.n != 1)
        return usage_error(o, "one GAME, please");
    if (o->backend && !strcmp(o->backend, "lanes"))
        return usage_error(o, "a match does not play in lanes");
    signal(SIGPIPE, SIG_IGN); /* of agents that are processes */
    Job job = {.options = o};
    Match m = {.options = o, .job = &job};
    unsigned offers = 0;
    int code = read_options(&m);
    if (!code)
        code = try_agents(&m, &offers);
    if (code)
        return code;
    pthread_mutex_init(&m.log_lock, NULL);
    code = play_game(&m, offers);
    pthread_mutex_destroy(&m.log_lock);
    free(m.game);
    job_end(&job);
    return code;
}
