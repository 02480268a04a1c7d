/* features_code.c - code for the evaluator `compiled`: a net as IR, the IR by a back end, the reasoner behind a function.
 *
 * Code of a back end that does not optimise is not faster than tables, which a C compiler has optimised once for all nets; so
 * where nobody asks for a back end LLVM is taken, both are timed on the net, and the faster one serves.  What they say is the same. */
#include "driver/features/features_code.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "driver/engine/engines.h"
#include "driver/engine/llvm_module.h"
#include "driver/features/features_ir.h"
#include "runtime/features/sweep_code.h"

/* Literals times words: what a back end is given at most, so that its code is there in time.  Of those that do not optimise the code of
 * larger nets is slower than tables, and so it is where sets are moved as structs, of more than two words. */
enum { MOST_WORK = 12000, MOST_WORK_PLAIN = 3000, MOST_WORDS_PLAIN = 2, TRIALS = 64 };

/* Code of one net. */
typedef struct Coded {
    struct Coded *next;
    uint64_t hash;
    Session *session;
    Player player; /* reasoner NULL: tables are to serve */
} Coded;

struct FeatureCoder {
    const Options *options;
    const Maker *maker; /* NULL: tables */
    bool asked;         /* for that back end: tables serve only where it cannot */
    SweepMaker sweep;
    pthread_mutex_t lock;
    Coded *first;
};

/* ---- made --------------------------------------------------------------------------------- */

static size_t work_of(const SweepNet *net) { return (size_t)net->literal_at[net->nterm] * net->words; }

static bool too_much(const FeatureCoder *coder, const SweepNet *net)
{
    const bool optimises = !strcmp(coder->maker->name, "c") || !strcmp(coder->maker->name, "llvm");
    if (!optimises && net->words > MOST_WORDS_PLAIN)
        return true;
    return work_of(net) > (optimises ? MOST_WORK : MOST_WORK_PLAIN) || !net->nclass;
}

static double time_of(void (*run)(void *, const uint64_t *, uint64_t *), void *data, const SweepNet *net, uint64_t *memory)
{
    double best = 1e9;
    for (int k = 0; k < 3; k++) {
        const double from = thread_ms();
        for (int i = 0; i < TRIALS; i++)
            run(data, memory, memory + (size_t)net->ninput * net->words);
        const double took = (thread_ms() - from) / TRIALS;
        best = took < best ? took : best;
    }
    return best * 1e6;
}

typedef struct {
    const SweepTables *tables;
    uint64_t *literal;
} Tables;

static void run_tables(void *data, const uint64_t *in, uint64_t *out)
{
    const Tables *t = data;
    sweep_run(t->tables, in, t->literal, out);
}

/* Nanoseconds by code and by tables; false: not measured. */
static bool measure(const Coded *c, const SweepNet *net, double *code, double *tables)
{
    uint64_t *memory = calloc(((size_t)net->ninput + net->nclass) * net->words + 1, sizeof *memory);
    Store store = {0};
    Tables t = {sweep_tables(&store, net), calloc((size_t)2 * net->nshift * net->words + 1, sizeof *t.literal)};
    SweepCode running = {0};
    const bool ok = memory && t.tables && t.literal && sweep_code_open(c->player.reasoner, net, &running);
    if (ok) {
        *code = time_of(running.run, running.data, net, memory);
        *tables = time_of(run_tables, &t, net, memory);
        running.release(running.data);
    }
    free(memory);
    free(t.literal);
    store_free(&store);
    return ok;
}

static void remark(const FeatureCoder *coder, const SweepNet *net, const char *by, double ms, double code, double tables)
{
    if (!coder->options->remarks)
        return;
    say("ludc: features: %u classes of %u terms on %u shifted sets of %u words: by %s", (unsigned)net->nclass, (unsigned)net->nterm,
        (unsigned)net->nshift, (unsigned)net->words, by);
    if (code >= 0)
        say("ludc: features: made in %.0f ms; all sites take %.0f ns by code, %.0f ns by tables", ms, code, tables);
}

static bool code_net(FeatureCoder *coder, const SweepNet *net, Coded *c)
{
    double code = -1, tables = -1;
    const double began = clock_ms();
    const MakeOptions make = {.cache = !coder->options->no_cache, .functions = FN_INIT | FN_APPLY};
    c->session = session_new();
    limit_set(c->session->limit, compile_bytes(), COMPILE_STEPS);
    IrGame *game = features_ir(c->session, net);
    bool made = ir_verify(game) && make_player(coder->maker, c->session, NULL, game, &make, &c->player);
    const double ms = clock_ms() - began;
    if (made && (!coder->asked || coder->options->remarks))
        made = measure(c, net, &code, &tables) && (coder->asked || code <= tables);
    remark(coder, net, made ? coder->maker->name : "tables", ms, code, tables);
    return made;
}

static void forget_code(Coded *c)
{
    player_release(&c->player);
    if (c->session)
        session_free(c->session);
    c->session = NULL;
}

/* An entry without a player where tables serve; NULL: memory is out. */
static Coded *coded_of(FeatureCoder *coder, const SweepNet *net)
{
    const uint64_t hash = sweep_hash(net);
    for (Coded *c = coder->first; c; c = c->next)
        if (c->hash == hash)
            return c;
    Coded *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    *c = (Coded){.next = coder->first, .hash = hash};
    coder->first = c;
    if (too_much(coder, net))
        remark(coder, net, "tables, as the code would be too large", 0, -1, -1);
    else if (!code_net(coder, net, c))
        forget_code(c);
    return c;
}

static bool make_code(void *data, const SweepNet *net, SweepCode *out)
{
    FeatureCoder *coder = data;
    pthread_mutex_lock(&coder->lock);
    const Coded *c = coder->maker ? coded_of(coder, net) : NULL;
    const bool made = c && c->player.reasoner && sweep_code_open(c->player.reasoner, net, out);
    pthread_mutex_unlock(&coder->lock);
    return made;
}

/* ---- the coder --------------------------------------------------------------------------------- */

FeatureCoder *coder_new(const Options *o)
{
    const char *name = o->backend;
    const bool asked = name && strcmp(name, "auto") != 0 && strcmp(name, "lanes") != 0;
    const char *best = llvm_present() && !o->sandbox ? "llvm" : NULL; /* tcc and eval are slower than tables, c takes its time */
    const Maker *maker = asked ? maker_find(name) : best ? maker_find(best) : NULL;
    FeatureCoder *coder = calloc(1, sizeof *coder);
    if (!coder)
        memory_out();
    *coder = (FeatureCoder){.options = o, .maker = maker, .asked = asked, .sweep = {make_code, coder}};
    pthread_mutex_init(&coder->lock, NULL);
    return coder;
}

void coder_free(FeatureCoder *coder)
{
    if (!coder)
        return;
    for (Coded *c = coder->first, *next; c; c = next) {
        next = c->next;
        forget_code(c);
        free(c);
    }
    pthread_mutex_destroy(&coder->lock);
    free(coder);
}

const SweepMaker *coder_maker(const FeatureCoder *coder) { return coder ? &coder->sweep : NULL; }
