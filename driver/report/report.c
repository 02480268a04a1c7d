/* report.c - ludc report: random games of a game, and how fast it plays. */
#include "driver/report/report.h"

#include <math.h>
#include <string.h>

#include "driver/engine/engines.h"
#include "driver/engine/llvm_module.h"
#include "driver/folder.h"
#include "driver/interrupts.h"
#include "ir/offer/offer.h"
#include "ir/plan/plan.h"
#include "runtime/include/ludc.h"

/* ---- the rules' own words --------------------------------------------------------------------- */

void report_words(const Report *report, Span at, Out *out)
{
    enum { MOST = 70 };
    const Place place = source_resolve(report->job->session->sources, at);
    if (!place.source) {
        out_puts(out, "everybody passed");
        return;
    }
    const char *text = place.source->text - place.source->base;
    bool blank = false;
    size_t n = 0;
    for (uint32_t i = place.span.lo; i < place.span.hi; i++) {
        const bool space = strchr(" \t\r\n", text[i]) != NULL;
        if (n >= MOST && ((unsigned char)text[i] & 0xc0) != 0x80) {
            out_puts(out, " ..");
            break;
        }
        if (!space || !blank)
            out_char(out, space ? ' ' : text[i]);
        n += !space || !blank;
        blank = space;
    }
}

void report_place(const Report *report, Span at, Out *out)
{
    const Place place = source_resolve(report->job->session->sources, at);
    if (place.source)
        out_printf(out, "%s:%u", place.source->name, place.line);
}

bool report_own(const Report *report, const Item *item)
{
    const Place place = source_resolve(report->job->session->sources, item->at);
    return place.source == report->job->source;
}

/* ---- speeds ------------------------------------------------------------------------------------- */

/* One measurement, of a compilation of its own; false: this engine does not play the game so. */
static bool measure(Report *report, const Maker *maker, unsigned plan)
{
    const Options *o = report->job->options;
    const double most_ms = 200;
    Job job;
    Player player = {0};
    bool good = job_begin(&job, o, o->arg.at[0], KEEP_PLAY) == EXIT_DONE;
    job.compile.plan = plan;
    job.compile.no_passes = good && !maker->wants_passes && !job.passes.n;
    job.game = good ? compile_game(job.session, job.source, &job.compile, &job.times) : NULL;
    if (job.game)
        job.game->plan &= maker->plans;
    if (job.game && make_player(maker, job.session, job.source, job.game,
                                &(MakeOptions){.cache = !o->no_cache, .functions = FN_PLAYS, .stops = true}, &player)) {
        Tally t = {.player = &player, .r = player.reasoner, .rng = report->seed, .want = UINT64_MAX, .until = INFINITY,
                   .cpu_for = most_ms, .limit = NO_LIMIT};
        tally_run(&t);
        if (plan && !strcmp(t.r->plan, "standard")) /* no plan holds: it is the same again */
            t.playouts = 0;
        if (!strcmp(maker->name, "tcc"))
            report->state_size = t.r->state_size;
        const double seconds = t.cpu_ms / 1e3;
        if (t.playouts && seconds > 0)
            report->speed[report->nspeed++] = (Speed){maker->name, arena_strdup(report->job->session->arena, t.r->plan),
                                                      (double)t.playouts / seconds, (double)t.moves / seconds};
        tally_free(&t);
    }
    player_release(&player);
    job_end(&job);
    return true;
}

static void measure_all(Report *report)
{
    static const char *const engine[] = {"eval", "tcc", "llvm"};
    const Options *o = report->job->options;
    report->state_size = report->r->state_size;
    if (!strcmp(o->arg.at[0], "-")) /* it was read already */
        return;
    for (size_t i = 0; i < sizeof engine / sizeof *engine && !interrupts_came(); i++) {
        const Maker *maker = maker_find(engine[i]);
        if (!maker || (!strcmp(engine[i], "llvm") && (o->sandbox || !llvm_present())))
            continue;
        measure(report, maker, 0);
        if (maker->plans)
            measure(report, maker, IR_PLAN_ALL);
    }
}

/* ---- the command ------------------------------------------------------------------------------------ */

static int make(Job *job, Player *player)
{
    const char *name = job->options->backend;
    const Maker *maker = name ? maker_find(name) : maker_find("tcc");
    if (name && !maker)
        return usage_error(job->options, "the back end `%s` is not built in", name);
    maker = maker ? maker : &maker_eval;
    job->compile.offers = IR_OFFER_GEOMETRY | IR_OFFER_PLANES | IR_OFFER_MARKS;
    int code = job_compile(job, NULL);
    if (code)
        return code;
    job->game->plan = 0;
    const MakeOptions options = {.cache = !job->options->no_cache, .stops = true};
    return make_player(maker, job->session, job->source, job->game, &options, player) ? EXIT_DONE : job_refused(job, maker->name);
}

static SurveyPlan plan_of(const Options *o)
{
    return (SurveyPlan){.seed = o->has_seed ? o->seed : 1,
                        .games = o->has_number ? o->number : o->has_seconds ? UINT64_MAX : REPORT_GAMES,
                        .cpu_ms = INFINITY,
                        .until = o->has_seconds ? clock_ms() + o->seconds * 1e3 : INFINITY,
                        .limit = o->has_max_moves && o->max_moves < NO_LIMIT ? (uint32_t)o->max_moves : NO_LIMIT};
}

static int write_report(const Report *report)
{
    const Options *o = report->job->options;
    Out out = {0};
    (o->json ? report_json : report_text)(report, &out);
    int code = write_out(&out, NULL, 0);
    out_free(&out);
    if (!code && o->out)
        code = report_page(report, o->out);
    return code;
}

static int run(Job *job, Player *player)
{
    const Options *o = job->options;
    const SurveyPlan plan = plan_of(o);
    Report report = {.job = job, .r = player->reasoner, .seed = plan.seed};
    int code = o->out ? folder_make(o->out) : EXIT_DONE;
    if (code)
        return code;
    interrupts_catch();
    code = survey_run(job, player, &plan, &report.s);
    if (!code && !report.s.games && !interrupts_came())
        code = usage_error(o, "no game was over in that time");
    if (!code) {
        measure_all(&report);
        code = write_report(&report);
    } else if (code == EXIT_WRONG) {
        code = job_report(job);
    }
    survey_free(&report.s);
    return !code && interrupts_came() ? interrupts_code(interrupts_came()) : code;
}

int cmd_report(const Options *options)
{
    if (options->arg.n != 1)
        return usage_error(options, "one GAME, please");
    if (options->has_number && !options->number)
        return usage_error(options, "--number must be above 0");
    Job job;
    Player player = {0};
    int code = job_begin(&job, options, options->arg.at[0], KEEP_ALL);
    if (!code)
        code = make(&job, &player);
    if (!code)
        code = run(&job, &player);
    player_release(&player);
    job_end(&job);
    return code;
}

int report_short(const Options *options, const char *game)
{
    const SurveyPlan plan = {.seed = 1, .games = REPORT_GAMES, .cpu_ms = 2000, .until = INFINITY, .limit = NO_LIMIT};
    Job job;
    Player player = {0};
    Out out = {0};
    int code = job_begin(&job, options, game, KEEP_ALL);
    if (!code)
        code = make(&job, &player);
    Report report = {.job = &job, .r = player.reasoner, .seed = plan.seed};
    if (!code)
        code = survey_run(&job, &player, &plan, &report.s);
    if (!code && report.s.games)
        report_summary(&report, &out);
    out_char(&out, '\n');
    if (!code)
        code = write_out(&out, NULL, 0);
    survey_free(&report.s);
    out_free(&out);
    player_release(&player);
    job_end(&job);
    return code;
}
