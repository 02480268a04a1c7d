/* ugi.c - ludc ugi: an agent behind the Universal Game Interface, on standard input and output. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/agent/agents.h"
#include "driver/command.h"
#include "driver/agent/lines.h"
#include "driver/ugi/ugi_check.h"
#include "ir/offer/offer.h"
#include "runtime/agent/gtp.h"
#include "runtime/agent/ugi.h"
#include "runtime/include/ludc_search.h"

/* A line of more is not read to its end. */
enum { LINE = 1 << 20 };
/* --check: seconds that an answer may take. */
static const double patience = 10;

static void write_line(void *data, const char *line)
{
    (void)data;
    fputs(line, stdout);
    putchar('\n');
    fflush(stdout);
}

static ludc_agent *make_agent(void *data, const char *spec, ludc_error *error)
{
    (void)data;
    return agent_open(spec, NULL, error);
}

static bool take_line(void *data, const char *line, size_t length, bool cut)
{
    if (!cut)
        return ludc_ugi_line(data, line, length);
    write_line(NULL, "info string a line of more than 1 MB was not read");
    return true;
}

static bool take_gtp(void *data, const char *line, size_t length, bool cut)
{
    if (!cut)
        return ludc_gtp_line(data, line, length);
    write_line(NULL, "? a line of more than 1 MB was not read\n");
    return true;
}

/* Feeds lines until there are no more; true: nobody said that these are all. */
static bool listen(LineFn *take, void *machine)
{
    char part[1 << 16];
    Lines lines = {.limit = LINE};
    bool more = true;
    while (more) {
        ssize_t n = read(STDIN_FILENO, part, sizeof part);
        if (n > 0)
            more = lines_feed(&lines, part, (size_t)n, take, machine);
        else if (n == 0 || errno != EINTR)
            break;
    }
    if (more)
        lines_end(&lines, take, machine);
    lines_free(&lines);
    return more;
}

/* A machine was not made. */
static int refuse(const Options *o, const ludc_error *error)
{
    if (error->status == LUDC_USAGE)
        return usage_error(o, "%s; `ludc explain agents` lists what there is", error->message);
    say("ludc: %s", error->message);
    return (int)error->status;
}

static int serve(const Options *o, Job *job)
{
    int code = job_begin(job, o, o->arg.at[0], KEEP_NAMES);
    /* in a session another agent may be asked for: then with either phi */
    if (o->agent)
        agent_wants(job, o->agent);
    if (job->compile.offers & (IR_OFFER_PLANES | IR_OFFER_NODES))
        job->compile.offers |= IR_OFFER_PLANES | IR_OFFER_NODES;
    job->compile.offers |= o->gtp ? IR_OFFER_ACTIONS | IR_OFFER_GEOMETRY | IR_OFFER_PLANES : 0;
    if (!code)
        code = job_play(job);
    if (!code && o->agent)
        code = agent_fits(job, o->agent);
    if (code)
        return code;
    const LudcUgiSetup setup = {.r = job->player.reasoner, .rules = job->source->name, .spec = o->agent ? o->agent : "uct",
                                .seed = o->has_seed ? o->seed : 1, .make = make_agent, .write = write_line};
    ludc_error error = {0};
    if (o->gtp) {
        LudcGtp *gtp = ludc_gtp_new(&setup, &error);
        if (!gtp)
            return refuse(o, &error);
        listen(take_gtp, gtp);
        ludc_gtp_free(gtp);
        return job_fault(job);
    }
    LudcUgi *ugi = ludc_ugi_new(&setup, &error);
    if (!ugi)
        return refuse(o, &error);
    if (listen(take_line, ugi))
        ludc_ugi_finish(ugi);
    ludc_ugi_free(ugi);
    return job_fault(job);
}

/* --check: with a game or without. */
static int check(const Options *o, Job *job)
{
    int code = o->arg.n ? job_begin(job, o, o->arg.at[0], KEEP_NAMES) : EXIT_DONE;
    if (!code && o->arg.n)
        code = job_play(job);
    if (code)
        return code;
    Out out = {0};
    code = ugi_check(o->check, o->arg.n ? job->player.reasoner : NULL, o->has_seconds ? o->seconds : patience, &out);
    int written = write_out(&out, NULL, 0);
    out_free(&out);
    return written ? written : code;
}

int cmd_ugi(const Options *o)
{
    if (o->arg.n != 1 && !(o->check && !o->arg.n))
        return usage_error(o, "one GAME, please");
    if (o->has_seconds && (!o->check || !(o->seconds > 0)))
        return usage_error(o, "-t takes seconds, for --check");
    const AgentKind *kind = o->agent ? agent_kind(o->agent) : NULL;
    if (kind && kind->person)
        return usage_error(o, "an engine is no person: --agent takes a search or a program");
    signal(SIGPIPE, SIG_IGN);
    Job job = {.options = o};
    int code = o->check ? check(o, &job) : serve(o, &job);
    if (job.session)
        job_end(&job);
    return code;
}
