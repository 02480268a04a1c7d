/* play.c - ludc play: a person at the terminal against agents, or agents alone. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/agent/agents.h"
#include "base/memory.h"
#include "driver/command.h"
#include "driver/features/features.h"
#include "driver/interrupts.h"
#include "driver/play/play_files.h"
#include "driver/play/terminal.h"
#include "ir/offer/offer.h"
#include "runtime/include/ludc_search.h"

enum { MOST_AGENTS = REFEREE_ROLES + 1 };

typedef struct {
    const Options *options;
    Job job;
    AgentHost host;
    HumanConsole console;
    ludc_search_options adviser;
    const char *name[MOST_AGENTS]; /* texts of the agents */
    bool person[MOST_AGENTS];
    unsigned agents;
    PlaySetup setup;
} Table;

/* ---- agents ----------------------------------------------------------------------------------- */

static void add_agent(Table *t, const char *text)
{
    const AgentKind *kind = agent_kind(text);
    t->person[t->agents] = kind && kind->person;
    t->name[t->agents++] = text;
}

static bool any_person(const Table *t)
{
    bool any = false;
    for (unsigned a = 0; a < t->agents; a++)
        any = any || t->person[a];
    return any;
}

/* The agents that were named, else a person and uct; what is wrong with one is said before anything is compiled. */
static int name_agents(Table *t)
{
    const Options *o = t->options;
    if (o->agents.n > REFEREE_ROLES)
        return usage_error(o, "%zu agents are too many: no game has more than %d roles", o->agents.n, REFEREE_ROLES);
    for (size_t a = 0; a < o->agents.n; a++) {
        const int code = agent_check(o, o->agents.at[a]);
        if (code)
            return code;
        add_agent(t, o->agents.at[a]);
    }
    return EXIT_DONE;
}

/* Who gives hints: the first agent that searches, else uct, for as long as the agents think. */
static void choose_adviser(Table *t)
{
    bool found = false;
    for (unsigned a = 0; a < t->agents && !found; a++)
        found = !agent_kind(t->name[a]) && ludc_search_parse(t->name[a], &t->adviser, NULL) == LUDC_OK &&
                t->adviser.agent != LUDC_AGENT_RANDOM;
    if (!found)
        ludc_search_parse("uct", &t->adviser, NULL);
    if (t->options->has_number || t->options->has_seconds) {
        t->adviser.n = t->options->number;
        t->adviser.t = t->options->seconds;
    }
    if (t->adviser.lanes == LUDC_LANES_ON)
        t->adviser.lanes = LUDC_LANES_AUTO;
    t->console.adviser = &t->adviser;
}

/* "2,1": the numbers of the agents, by seat. */
static int read_seats(Table *t, const char *text, unsigned players)
{
    const Options *o = t->options;
    unsigned n = 0;
    for (const char *at = text; *at; n++) {
        char *end;
        unsigned long number = strtoul(at, &end, 10);
        if (end == at || (*end && *end != ',') || (*end == ',' && !end[1]))
            return usage_error(o, "--seats is the number of the agent in each seat, such as 2,1, not `%s`", text);
        if (number < 1 || number > t->agents)
            return usage_error(o, "--seats %s: there is no agent %lu; there are %u", text, number, t->agents);
        if (n < REFEREE_ROLES)
            t->setup.seat[n] = (unsigned char)(number - 1);
        at = end + (*end == ',');
    }
    if (n != players)
        return usage_error(o, "--seats %s has %u seats, and the game has %u roles", text, n, players);
    return EXIT_DONE;
}

/* A person comes first if none is named and there is room; what is left is for the last agent that is none. */
static int seat_agents(Table *t, unsigned players)
{
    const Options *o = t->options;
    unsigned given = t->agents;
    if (given > players && !o->seats)
        return usage_error(o, "%u agents, and the game has %u role%s", given, players, out_plural(players));
    if (!given || (given < players && !any_person(t))) {
        memmove(t->name + 1, t->name, given * sizeof *t->name);
        memmove(t->person + 1, t->person, given * sizeof *t->person);
        t->agents = 0;
        add_agent(t, "human");
        t->agents = given + 1;
    }
    unsigned last = t->agents;
    for (unsigned a = 0; a < t->agents; a++)
        last = t->person[a] ? last : a;
    if (t->agents < players && last == t->agents)
        add_agent(t, "uct");
    for (unsigned p = 0; p < players; p++)
        t->setup.seat[p] = (unsigned char)(p < t->agents ? p : last);
    return o->seats ? read_seats(t, o->seats, players) : EXIT_DONE;
}

/* ---- what the game asks for ----------------------------------------------------------------------- */

static ludc_agent *open_agent(void *data, unsigned agent, ludc_error *error)
{
    Table *t = data;
    return agent_open(t->name[agent], &t->host, error);
}

static bool save_game(void *data, const char *file, const PlayGame *game, ludc_error *error)
{
    const Table *t = data;
    return play_save(t->options, file, game, t->setup.r, t->name, error);
}

static bool load_game(void *data, const char *file, PlaySteps *steps, uint64_t *seed, ludc_error *error)
{
    const Table *t = data;
    return play_load(file, t->setup.r, steps, seed, error);
}

static int stopped(void *data)
{
    (void)data;
    return interrupts_came() || ferror(stdout);
}

/* ---- the game ------------------------------------------------------------------------------------------ */

static int complain(const char *what, const char *which, const ludc_error *error)
{
    say("ludc: %s%s%s%s", what, which, *what ? ": " : "", error->message);
    return (int)error->status;
}

/* What --load and --moves say. */
static int first_steps(Table *t, PlaySteps *steps)
{
    const Options *o = t->options;
    ludc_error error = {0};
    void *state = calloc(1, ludc_state_size(t->setup.r));
    if (!state)
        memory_out();
    int code = EXIT_DONE;
    if (o->load && (!play_load(o->load, t->setup.r, steps, &t->setup.seed, &error) ||
                    play_steps_make(steps, steps->n, t->setup.r, state, &error)))
        code = complain("--load ", o->load, &error);
    ludc_init(t->setup.r, state);
    for (size_t i = 0; i < steps->n && !code; i++)
        ludc_step_play(t->setup.r, state, steps->step[i], NULL, NULL);
    for (size_t i = 0; i < o->moves.n && !code; i++)
        if (ludc_step_play(t->setup.r, state, o->moves.at[i], NULL, &error))
            code = complain("--moves ", o->moves.at[i], &error);
        else if (!play_steps_add(steps, o->moves.at[i]))
            memory_out();
    free(state);
    return code;
}

static int sit_down(Table *t)
{
    PlaySteps steps = {0};
    ludc_error error = {0};
    const Options *o = t->options;
    PlaySetup *s = &t->setup;
    s->seed = o->has_seed ? o->seed : 1;
    int code = first_steps(t, &steps);
    if (code) {
        play_steps_free(&steps);
        return code;
    }
    Terminal *terminal = terminal_open(stdout);
    t->console.ask = terminal_ask;
    t->console.write = terminal_write;
    t->console.data = terminal;
    t->console.colour = terminal_colour(stdout);
    t->console.seed = s->seed;
    s->console = &t->console;
    s->agents = t->agents;
    s->name = t->name;
    s->person = t->person;
    s->clock = (ludc_clock){.iterations = o->number, .move = o->seconds};
    s->open = open_agent;
    s->save = save_game;
    s->load = load_game;
    s->stopped = stopped;
    s->data = t;
    ludc_status status = play_game(s, &steps, &error);
    terminal_close(terminal);
    if (interrupts_came()) {
        fflush(stdout);
        _exit(interrupts_code(interrupts_came())); /* at once: better code may be on its way still */
    }
    if (ferror(stdout)) {
        say("ludc: cannot write to standard output");
        return EXIT_IO;
    }
    return status ? complain("", "", &error) : EXIT_DONE;
}

static int play(Table *t)
{
    const Options *o = t->options;
    int code = job_begin(&t->job, o, o->arg.at[0], KEEP_NAMES);
    t->job.compile.offers = IR_OFFER_GEOMETRY | IR_OFFER_PLANES; /* the board, and what is hidden */
    for (size_t a = 0; a < o->agents.n; a++)
        agent_wants(&t->job, o->agents.at[a]);
    if (!code)
        code = job_play(&t->job);
    if (code)
        return code;
    t->setup.r = t->job.player.reasoner;
    t->setup.rules = t->job.source->name;
    t->host = (AgentHost){.rules = t->setup.rules, .console = &t->console, .maker = features_maker(&t->job)};
    for (size_t a = 0; a < o->agents.n && !code; a++)
        code = agent_fits(&t->job, o->agents.at[a]);
    if (code)
        return code;
    code = seat_agents(t, ludc_players(t->setup.r));
    if (code)
        return code;
    choose_adviser(t);
    code = sit_down(t);
    return code ? code : job_fault(&t->job);
}

int cmd_play(const Options *o)
{
    if (o->arg.n != 1)
        return usage_error(o, "one GAME, please");
    if (o->backend && !strcmp(o->backend, "lanes"))
        return usage_error(o, "nobody plays in lanes");
    if (o->has_number && o->has_seconds)
        return usage_error(o, "-n and -t exclude each other");
    if ((o->has_number && !o->number) || (o->has_seconds && !(o->seconds > 0)))
        return usage_error(o, "-n begins at 1, and -t above 0");
    if (!strcmp(o->arg.at[0], "-"))
        return usage_error(o, "moves are typed at standard input: the rules must be in a file");
    signal(SIGPIPE, SIG_IGN); /* of agents that are processes, and of who reads */
    Table *t = calloc(1, sizeof *t);
    if (!t)
        memory_out();
    t->options = o;
    int code = name_agents(t);
    if (!code) {
        code = play(t);
        job_end(&t->job);
    }
    free(t);
    return code;
}
