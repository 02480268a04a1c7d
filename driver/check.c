/* check.c - ludc check: is this a game? */
#include <stdio.h>

#include "driver/command.h"

/* An exit code that says more about the input wins over one that says less. */
static int worse(int a, int b)
{
    static const int order[] = {EXIT_DONE, EXIT_UNSUPPORTED, EXIT_WRONG, EXIT_USAGE, EXIT_IO, EXIT_BUG};
    for (size_t i = sizeof order / sizeof order[0]; i-- > 0;)
        if (a == order[i] || b == order[i])
            return order[i];
    return EXIT_BUG;
}

static int check_one(const Options *options, const char *game)
{
    Job job;
    int code = job_begin(&job, options, game, KEEP_ALL);
    if (!code)
        code = job_compile(&job, NULL);
    if (options->json)
        printf("{\"game\":\"%s\",\"exit\":%d,\"errors\":%zu,\"unsupported\":%zu,\"warnings\":%zu}\n",
               job.game ? job.game->name : "", code, diags_count(job.session->diags, DIAG_ERROR),
               diags_count(job.session->diags, DIAG_UNSUPPORTED), diags_count(job.session->diags, DIAG_WARNING));
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
