/* sweep_code.c - a reasoner as code of a net. */
#include "runtime/features/sweep_code.h"

#include <string.h>

#include "runtime/reading.h"

typedef struct {
    const ludc_reasoner *r;
    char *state;
    size_t in, out, in_bytes, out_bytes; /* fields of the state */
} Running;

static uint64_t stir(uint64_t h, const void *bytes, size_t n)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < n; i++)
        h = (h ^ at[i]) * 0x100000001b3u;
    return h ^ h >> 29;
}

uint64_t sweep_hash(const SweepNet *n)
{
    const uint32_t head[] = {n->size, n->words, n->ninput, n->nshift, n->nclass, n->nterm, n->nmask};
    uint64_t h = stir(0xcbf29ce484222325u, head, sizeof head);
    h = stir(h, n->shift, n->nshift * sizeof *n->shift);
    h = stir(h, n->term_at, (n->nclass + (size_t)1) * sizeof *n->term_at);
    h = stir(h, n->always, n->nclass * sizeof *n->always);
    h = stir(h, n->mask_of, n->nterm * sizeof *n->mask_of);
    h = stir(h, n->literal_at, (n->nterm + (size_t)1) * sizeof *n->literal_at);
    h = stir(h, n->literal, n->literal_at[n->nterm] * sizeof *n->literal);
    return stir(h, n->mask, (size_t)n->nmask * n->words * sizeof *n->mask);
}

static void run_code(void *data, const uint64_t *in, uint64_t *out)
{
    const Running *c = data;
    memcpy(c->state + c->in, in, c->in_bytes);
    c->r->apply(c->r, c->state, 0);
    memcpy(out, c->state + c->out, c->out_bytes);
}

static void release_code(void *data)
{
    Running *c = data;
    free(c->state);
    free(c);
}

/* By data `state ranges` (doc/abi.md): the fields differ in how many sets they have. */
static bool find_fields(Running *c, const SweepNet *net)
{
    enum { COLUMNS = 8 };
    const ludc_data *data = ludc_data_named(c->r, "state ranges");
    const size_t set = sizeof(uint64_t) * net->words;
    unsigned found = 0;
    for (uint32_t i = 0; data && i + COLUMNS <= data->n; i += COLUMNS) {
        const int32_t *row = data->value + i;
        const size_t n = (size_t)row[1], end = (size_t)row[0] + n * set;
        if ((size_t)row[2] != set || end > c->r->state_size)
            continue;
        if (n == net->ninput) {
            c->in = (size_t)row[0];
            found |= 1;
        } else if (n == sweep_code_sets(net)) {
            c->out = (size_t)row[0];
            found |= 2;
        }
    }
    c->in_bytes = net->ninput * set;
    c->out_bytes = net->nclass * set;
    return found == 3;
}

bool sweep_code_open(const ludc_reasoner *r, const SweepNet *net, SweepCode *out)
{
    const size_t size = (r->state_size + (size_t)63) / 64 * 64;
    Running *c = malloc(sizeof *c);
    char *state = aligned_alloc(64, size);
    if (c)
        *c = (Running){.r = r, .state = state};
    if (!c || !state || !find_fields(c, net)) {
        free(c);
        free(state);
        return false;
    }
    memset(state, 0, size);
    r->init(r, state);
    *out = (SweepCode){run_code, c, release_code};
    return true;
}

bool sweep_code_find(void *data, const SweepNet *net, SweepCode *out)
{
    const uint64_t hash = sweep_hash(net);
    for (const SweepCoded *c = data; c->r; c++)
        if (c->hash == hash)
            return sweep_code_open(c->r, net, out);
    return false;
}
