/* features_code.c - code for the evaluator `compiled`: a net as IR, the IR by a back end, the reasoner behind a function.
 *
 * Code of a back end that does not optimise is not faster than tables, which a C compiler has optimised once for all nets; so
 * where nobody asks for a back end LLVM is taken, both are timed on the net, and the faster one serves.  What they say is the same. */
#include "driver/features/features_code.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/engine/engines.h"
#include "driver/engine/llvm_module.h"
#include "driver/features/features_ir.h"
#include "runtime/reading.h"

/* Literals times words: what a back end is given at most, so that its code is there in time. */
enum { MOST_WORK = 60000, MOST_WORK_SLOW = 12000, TRIALS = 64 };

/* Code of one net. */
typedef struct Coded {
    struct Coded *next;
    uint64_t hash;
    Session *session;
    Player player; /* reasoner NULL: tables are to serve */
    size_t in, out, in_bytes, out_bytes; /* of its states */
} Coded;

struct FeatureCoder {
    const Options *options;
    const Maker *maker; /* NULL: tables */
    bool asked;         /* for that back end: tables serve only where it cannot */
    SweepMaker sweep;
    pthread_mutex_t lock;
    Coded *first;
};

/* ---- which net ------------------------------------------------------------------------- */

static uint64_t stir(uint64_t h, const void *bytes, size_t n)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < n; i++)
        h = (h ^ at[i]) * 0x100000001b3u;
    return h ^ h >> 29;
}

/* Of all that code depends on; two nets of one process do not share 64 bits by chance. */
static uint64_t hash_of(const SweepNet *n)
{
    const uint32_t head[] = {n->size, n->words, n->ninput, n->nshift, n->nclass, n->nterm, n->nmask};
    uint64_t h = stir(0xcbf29ce484222325u, head, sizeof head);
    h = stir(h, n->shift, n->nshift * sizeof *n->shift);
    h = stir(h, n->term_at, (n->nclass + 1) * sizeof *n->term_at);
    h = stir(h, n->always, n->nclass * sizeof *n->always);
    h = stir(h, n->mask_of, n->nterm * sizeof *n->mask_of);
    h = stir(h, n->literal_at, (n->nterm + 1) * sizeof *n->literal_at);
    h = stir(h, n->literal, n->literal_at[n->nterm] * sizeof *n->literal);
    return stir(h, n->mask, (size_t)n->nmask * n->words * sizeof *n->mask);
}

/* ---- run -------------------------------------------------------------------------------- */

/* A net's code with a state of its own. */
typedef struct {
    const Coded *coded;
    char *state;
} Running;

static void run_code(void *data, const uint64_t *in, uint64_t *out)
{
    const Running *r = data;
    const Coded *c = r->coded;
    memcpy(r->state + c->in, in, c->in_bytes);
    c->player.reasoner->apply(c->player.reasoner, r->state, 0);
    memcpy(out, r->state + c->out, c->out_bytes);
}

static void release_code(void *data)
{
    Running *r = data;
    free(r->state);
    free(r);
}

static bool open_code(const Coded *c, SweepCode *out)
{
    const size_t size = (c->player.reasoner->state_size + (size_t)63) / 64 * 64;
    Running *r = malloc(sizeof *r);
    char *state = aligned_alloc(64, size);
    if (!r || !state) {
        free(r);
        free(state);
        return false;
    }
    *r = (Running){c, state};
    memset(state, 0, size);
    c->player.reasoner->init(c->player.reasoner, state);
    *out = (SweepCode){run_code, r, release_code};
    return true;
}

/* ---- made --------------------------------------------------------------------------------- */

/* Where the fields lie, by data `state ranges`: they differ in how many sets they have. */
static bool find_fields(Coded *c, const SweepNet *net)
{
    enum { COLUMNS = 8 };
    const ludc_data *data = ludc_data_named(c->player.reasoner, "state ranges");
    const size_t word = sizeof(uint64_t) * net->words;
    int found = 0;
    for (uint32_t i = 0; data && i + COLUMNS <= data->n; i += COLUMNS) {
        const int32_t *row = data->value + i;
        if ((size_t)row[1] == net->ninput && (size_t)row[2] == word) {
            c->in = (size_t)row[0];
            found |= 1;
        } else if ((size_t)row[1] == features_ir_sets(net) && (size_t)row[2] == word) {
            c->out = (size_t)row[0];
            found |= 2;
        }
    }
    c->in_bytes = net->ninput * word;
    c->out_bytes = net->nclass * word;
    return found == 3;
}

static size_t work_of(const SweepNet *net) { return (size_t)net->literal_at[net->nterm] * net->words; }

static bool too_much(const FeatureCoder *coder, const SweepNet *net)
{
    const bool slow = !strcmp(coder->maker->name, "c") || !strcmp(coder->maker->name, "llvm");
    return work_of(net) > (slow ? MOST_WORK_SLOW : MOST_WORK) || !net->nclass;
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
    const SweepNet *net;
    uint64_t *shifted;
} Tables;

static void run_tables(void *data, const uint64_t *in, uint64_t *out)
{
    const Tables *t = data;
    sweep_run(t->net, in, t->shifted, out);
}

/* Nanoseconds by code and by tables; false: not measured. */
static bool measure(const Coded *c, const SweepNet *net, double *code, double *tables)
{
    uint64_t *memory = calloc(((size_t)net->ninput + net->nclass) * net->words + 1, sizeof *memory);
    uint64_t *shifted = calloc((size_t)net->nshift * net->words + 1, sizeof *shifted);
    SweepCode running = {0};
    const bool ok = memory && shifted && open_code(c, &running);
    if (ok) {
        Tables t = {net, shifted};
        *code = time_of(running.run, running.data, net, memory);
        *tables = time_of(run_tables, &t, net, memory);
        running.release(running.data);
    }
    free(memory);
    free(shifted);
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
    bool made = ir_verify(game) && make_player(coder->maker, c->session, NULL, game, &make, &c->player) && find_fields(c, net);
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
    const uint64_t hash = hash_of(net);
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
    const bool made = c && c->player.reasoner && open_code(c, out);
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
        abort();
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
