/* check.c - ludc check: is this a game? */
#include <jansson.h>
#include <stdio.h>

#include "driver/json_text.h"
#include "driver/command.h"
#include "driver/build/gdl.h"
#include "driver/diag_json.h"
#include "driver/lints.h"
#include "driver/mend/mend.h"
#include "ir/offer/offer.h"

/* An exit code that says more about the input wins over one that says less. */
static int worse(int a, int b)
{
    static const int order[] = {EXIT_DONE, EXIT_UNSUPPORTED, EXIT_WRONG, EXIT_USAGE, EXIT_IO, EXIT_BUG};
    for (size_t i = sizeof order / sizeof order[0]; i-- > 0;)
        if (a == order[i] || b == order[i])
            return order[i];
    return EXIT_BUG;
}

/* How many are said: what is said twice at one place counts once. */
static json_int_t number_said(const Job *job, DiagKind kind)
{
    DiagList *list = diags_list(job->session->diags, job->session->sources, 1u << kind);
    const size_t n = diags_list_count(list);
    diags_list_free(list);
    return (json_int_t)n;
}

static void print_json(const Job *job, const char *path, int code)
{
    const Diags *diags = job->session->diags;
    json_t *all = json_pack("{s:o, s:o, s:i, s:I, s:I, s:I}", "file", json_text(path), "game", json_text(job->game ? job->game->name : ""),
                            "exit", code, "errors", number_said(job, DIAG_ERROR), "unsupported",
                            number_said(job, DIAG_UNSUPPORTED), "warnings",
                            number_said(job, DIAG_WARNING));
    json_object_set_new(all, "diagnostics", diag_json(diags, job->session->sources));
    json_print(all, JSON_COMPACT);
}

/* The game is compiled as for play, and some random games are played for the warnings that come from them. */
static int check_game(Job *job)
{
    const Options *o = job->options;
    const uint64_t games = o->has_number ? o->number : LINT_GAMES;
    const bool played = source_language(job->source) == LANG_LUD && games && job->source->length <= LINT_TEXT && lints_wanted(job->session->diags);
    job->compile.offers = played ? IR_OFFER_MARKS : 0;
    job->game = compile_game(job->session, job->source, &job->compile, &job->times);
    if (!job->game)
        mend_text(job->session, job->source, &job->compile.lud);
    if (!job->game)
        return job_refused(job, "the compilation");
    int code = played ? lints_play(job, games) : EXIT_DONE;
    const int said = job_report(job);
    return said ? said : code;
}

static int check_one(const Options *options, const char *game)
{
    Job job;
    int code = job_begin(&job, options, game, KEEP_ALL);
    if (!code)
        code = source_language(job.source) == LANG_GDL ? gdl_check(&job) : check_game(&job);
    if (options->json)
        print_json(&job, game, code);
    job_end(&job);
    return code;
}

int cmd_check(const Options *options)
{
    if (!options->arg.n)
        return usage_error(options, "a GAME is missing");
    int code = EXIT_DONE;
    for (size_t i = 0; i < options->arg.n; i++)
        code = worse(code, check_one(options, options->arg.at[i]));
    return code;
}
