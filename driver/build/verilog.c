/* verilog.c - games as circuits: see verilog.h. */
#include "driver/build/verilog.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "backends/verilog/verilog.h"
#include "driver/build/bits.h"
#include "driver/build/rules.h"
#include "runtime/reading.h"
#include "runtime/texts.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "0"
#endif

/* ---- names ---------------------------------------------------------------------------- */

/* What a player's number is called where the rules say it. */
static const char *const *role_names(const ludc_reasoner *r, Arena *arena)
{
    for (uint32_t i = 0; i < r->nspace; i++) {
        const ludc_space *space = &r->space[i];
        if (strcmp(space->name, "player") != 0 || !space->label || space->size <= r->players)
            continue;
        const char **name = ARENA_ARRAY(arena, const char *, r->players + 1);
        for (uint32_t p = 1; p <= r->players; p++)
            name[p - 1] = arena_strdup(arena, space->label[p]);
        return name;
    }
    return NULL;
}

/* Moves as they read in the first position; what a move is called does not depend on it. */
static const char *const *move_texts(const ludc_reasoner *r, const BitsGame *game, Arena *arena)
{
    const char **text = ARENA_ARRAY(arena, const char *, game->nslot + 1);
    void *state = arena_alloc(arena, r->state_size + 1);
    r->init(r, state);
    for (uint32_t i = 0; i < game->nslot; i++) {
        size_t n = ludc_short_text(r, state, game->slot[i].code, NULL, 0);
        char *to = arena_alloc(arena, n + 1);
        ludc_short_text(r, state, game->slot[i].code, to, n + 1);
        text[i] = to;
    }
    return text;
}

/* Names by the evaluator; what it cannot say stays without one. */
static void name_all(Job *job, VerilogInput *in)
{
    Player player;
    Arena *arena = job->session->arena;
    if (!make_player(&maker_eval, job->session, job->source, job->game, &(MakeOptions){0}, &player))
        return;
    in->role = role_names(player.reasoner, arena);
    in->move = move_texts(player.reasoner, in->game, arena);
    player_release(&player);
}

static const double *payoffs(const BitsGame *game, Arena *arena)
{
    double *payoff = ARENA_ARRAY(arena, double, game->ngoal + 1);
    for (uint32_t i = 0; i < game->ngoal; i++) {
        const BitsGoal *goal = &game->goal[i];
        int32_t value = game->joint ? goal->value : goal->rank2;
        payoff[i] = value < 0 ? -1 : ludc_value_payoff(game->joint, game->nrole, value);
    }
    return payoff;
}

/* ---- the folder ------------------------------------------------------------------------- */

static int save(const VerilogTree *tree, const char *path)
{
    switch (tree_save(tree->file.at, tree->file.n, path, VERILOG_MARK, VERILOG_BEGINS)) {
    case TREE_SAVED: return EXIT_DONE;
    case TREE_FOREIGN: say("ludc: cannot write %s: there is something else that is not a circuit by ludc", path); break;
    case TREE_FAILED: say("ludc: cannot write %s: %s", path, strerror(errno)); break;
    }
    return EXIT_IO;
}

static const char *misfit(const BitsGame *game)
{
    return !game->nstate           ? "there is no state"
           : !game->nslot            ? "there is no move"
           : game->over == BITS_FALSE ? "none of its games ends"
                                     : NULL;
}

/* ---- the engine ------------------------------------------------------------------------- */

/* Devices: inputs of a table, cells. */
static const struct {
    const char *name;
    uint32_t inputs, room, memories; /* room: of HX8K, LFE5UM-85F, 5CSEMA5 (a module holds more than one small table), XC7A35T */
} families[] = {{"ice40", 4, 7680, 32}, {"ecp5", 4, 83640, 0}, {"cyclonev", 6, 32070, 0}, {"xilinx", 6, 20800, 0}};

/* A number, 1 to `most`; 0 for `auto` or nothing; -1 something else. */
static int number_or_auto(const char *text, unsigned least, unsigned most)
{
    char *end;
    if (!text || !strcmp(text, "auto"))
        return 0;
    unsigned long n = strtoul(text, &end, 10);
    return *end || *text < '0' || *text > '9' || n < least || n > most ? -1 : (int)n;
}

int verilog_options(const Options *o, EngineOptions *engine)
{
    enum { MOST_CONTEXTS = 256, MOST_DEPTH = 64, MOST_ENGINES = 64 };
    *engine = (EngineOptions){.inputs = families[0].inputs, .room = families[0].room, .memories = families[0].memories, .depth = (uint32_t)o->depth, .phases = true};
    bool known = !o->family;
    for (size_t i = 0; !known && i < sizeof families / sizeof families[0]; i++)
        if (!strcmp(o->family, families[i].name)) {
            engine->inputs = families[i].inputs;
            engine->room = families[i].room;
            engine->memories = families[i].memories;
            known = true;
        }
    if (!known)
        return usage_error(o, "--family is one of ice40, ecp5, cyclonev, xilinx");
    if (o->has_depth && (o->depth < 1 || o->depth > MOST_DEPTH))
        return usage_error(o, "--depth takes a number of tables a stage, 1 to %d", MOST_DEPTH);
    int contexts = number_or_auto(o->contexts, 2, MOST_CONTEXTS), engines = o->engines ? number_or_auto(o->engines, 1, MOST_ENGINES) : 1;
    if (contexts < 0)
        return usage_error(o, "--contexts takes a number, 2 to %d, or `auto`", MOST_CONTEXTS);
    if (engines < 0)
        return usage_error(o, "--engines takes a number, 1 to %d, or `auto`", MOST_ENGINES);
    engine->nstage = (uint32_t)contexts;
    engine->nengine = (uint32_t)engines;
    return EXIT_DONE;
}

/* Bits of a word of the stream; 0: what --word says is none. */
static uint32_t word_bits(const Options *o)
{
    if (!o->stream_word)
        return VERILOG_WORD;
    for (uint32_t bits = VERILOG_WORD; bits <= 4 * VERILOG_WORD; bits *= 2) {
        char name[8];
        snprintf(name, sizeof name, "%u", bits);
        if (!strcmp(o->stream_word, name))
            return bits;
    }
    return 0;
}

typedef struct {
    Job *job;
    const BitsGame *game;
    EngineOptions options;
    const Engine *engine;
} Making;

static void run_engine(void *data)
{
    Making *m = data;
    const char *why = NULL;
    m->engine = engine_make(m->game, &m->options, m->job->session->arena, &why);
    if (!m->engine)
        session_unsupported(m->job->session, (Span){0, 0}, "a circuit in Verilog: %s", why);
}

/* NULL: *code is the exit code, after saying why. */
static const Engine *make_engine(Job *job, const BitsGame *game, int *code)
{
    Making m = {.job = job, .game = game};
    *code = verilog_options(job->options, &m.options);
    if (*code)
        return NULL;
    const Engine *engine = within_limits(job->session, job->source, "making a circuit of this", run_engine, &m) ? m.engine : NULL;
    if (!engine) {
        *code = job_report(job);
    } else if (m.options.nstage && m.options.nstage < engine->stages->nstage) {
        *code = usage_error(job->options, "--contexts: %u is the least with --depth %u", engine->stages->nstage, engine->stages->depth);
        return NULL;
    }
    return engine;
}

int verilog_input(Job *job, VerilogInput *in, Out *rules)
{
    int code;
    uint32_t word = word_bits(job->options);
    if (!word)
        return usage_error(job->options, "--word is one of 32, 64, 128");
    BitsGame *game = bits_network(job, &(BitsOptions){0}, &code);
    if (!game)
        return code;
    const char *why = misfit(game);
    if (why) {
        session_unsupported(job->session, (Span){0, 0}, "a circuit in Verilog: %s", why);
        return job_report(job);
    }
    const Engine *engine = make_engine(job, game, &code);
    if (!engine)
        return code;
    Arena *arena = job->session->arena;
    const char *name = job->options->name;
    *in = (VerilogInput){.game = game, .engine = engine, .ident = name ? name : verilog_ident(arena, game->name), .word = word, .payoff = payoffs(game, arena),
                         .hash = ir_hash(job->game), .producer = "ludc " PACKAGE_VERSION};
    name_all(job, in);
    if (rules_machine(job, game, rules))
        in->rules = rules;
    return job_report(job);
}

int verilog_stage(Job *job)
{
    const char *path = job->options->output;
    if (!path || !strcmp(path, "-"))
        return usage_error(job->options, "--emit=verilog wants -o DIR");
    VerilogInput in;
    Out rules = {0};
    VerilogTree tree = {.arena = job->session->arena};
    int code = bits_compile(job);
    if (!code)
        code = verilog_input(job, &in, &rules);
    if (!code) {
        verilog_tree(&in, &tree);
        code = save(&tree, path);
    }
    verilog_tree_free(&tree);
    out_free(&rules);
    return code;
}
