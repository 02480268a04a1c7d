/* memory.c - the memory of M-MCTS. */
#include "runtime/search/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TOP = 256 };

typedef struct {
    uint32_t serial; /* of the entry; 0: empty */
    uint32_t visits;
    uint64_t used; /* when it was last asked or updated */
    int32_t value[TREE_ROLES];
} Entry;

struct Memory {
    uint32_t size, top, words, bits, set;
    uint32_t serial;
    uint64_t clock;
    Entry *entry;  /* [size] */
    uint64_t *phi; /* [size][words] */
    uint64_t *leaf; /* [words] of the leaf at hand */
    bool found;     /* the memory had a value for it: */
    int32_t value[TREE_ROLES];
};

static uint64_t phi_words(const ludc_search *s) { return s->r->words[s->o.phi]; }

uint64_t memory_bytes(const ludc_search *s)
{
    return sizeof(Memory) + s->o.size * (sizeof(Entry) + 8 * phi_words(s)) + 8 * phi_words(s);
}

Memory *memory_new(const ludc_search *s)
{
    Memory *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->size = s->o.size;
    m->top = s->o.top < m->size ? s->o.top : m->size;
    m->set = s->o.phi;
    m->words = (uint32_t)phi_words(s);
    for (uint32_t i = 0; i < s->r->nplane; i++)
        m->bits += s->r->plane[i].set == m->set ? s->r->plane[i].size : 0;
    m->entry = calloc(m->size, sizeof *m->entry);
    m->phi = calloc((size_t)m->size * m->words + 1, sizeof *m->phi);
    m->leaf = calloc(m->words + 1, sizeof *m->leaf);
    if (m->entry && m->phi && m->leaf)
        return m;
    memory_free(m);
    return NULL;
}

void memory_free(Memory *m)
{
    if (!m)
        return;
    free(m->entry);
    free(m->phi);
    free(m->leaf);
    free(m);
}

void memory_clear(Memory *m)
{
    m->serial = 0;
    m->clock = 0;
    memset(m->entry, 0, m->size * sizeof *m->entry);
}

/* ---- as bytes --------------------------------------------------------------------- */

static size_t phi_bytes(const Memory *m) { return (size_t)m->size * m->words * sizeof *m->phi; }

size_t memory_saved_size(const Memory *m)
{
    return sizeof m->serial + sizeof m->clock + m->size * sizeof *m->entry + phi_bytes(m);
}

void memory_save(const Memory *m, unsigned char *out)
{
    memcpy(out, &m->serial, sizeof m->serial);
    memcpy(out += sizeof m->serial, &m->clock, sizeof m->clock);
    memcpy(out += sizeof m->clock, m->entry, m->size * sizeof *m->entry);
    memcpy(out + m->size * sizeof *m->entry, m->phi, phi_bytes(m));
}

void memory_restore(Memory *m, const unsigned char *saved)
{
    memcpy(&m->serial, saved, sizeof m->serial);
    memcpy(&m->clock, saved += sizeof m->serial, sizeof m->clock);
    memcpy(m->entry, saved += sizeof m->clock, m->size * sizeof *m->entry);
    memcpy(m->phi, saved + m->size * sizeof *m->entry, phi_bytes(m));
}

/* ---- asking ---------------------------------------------------------------------- */

static uint32_t differing(const uint64_t *a, const uint64_t *b, uint32_t words)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < words; i++) {
        uint64_t x = a[i] ^ b[i];
#if defined(__GNUC__)
        n += (uint32_t)__builtin_popcountll(x);
#else
        for (; x; x &= x - 1)
            n++;
#endif
    }
    return n;
}

typedef struct {
    uint32_t entry, distance;
} Similar;

/* The most similar entries, nearest first; of equals the one with the lower place. */
static uint32_t nearest(const Memory *m, Similar *best)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->size; i++) {
        if (!m->entry[i].serial)
            continue;
        uint32_t d = differing(m->leaf, m->phi + (size_t)i * m->words, m->words), at = n;
        if (n == m->top && d >= best[n - 1].distance)
            continue;
        n += n < m->top;
        for (at = n - 1; at > 0 && best[at - 1].distance > d; at--)
            best[at] = best[at - 1];
        best[at] = (Similar){i, d};
    }
    return n;
}

void memory_look(ludc_search *s)
{
    Memory *m = s->memory;
    Similar best[MAX_TOP];
    double total = 0, sum[TREE_ROLES] = {0};
    search_game(s)->observe(search_game(s), s->state, m->set, 0, m->leaf);
    uint32_t n = nearest(m, best);
    m->found = n > 0;
    m->clock++;
    for (uint32_t i = 0; i < n; i++) {
        /* sim(i) - sim(the nearest): the factor is the same for all */
        double nearer = -2.0 * (best[i].distance - best[0].distance) / (m->bits ? m->bits : 1);
        double weight = exp(nearer / s->o.tau);
        Entry *e = &m->entry[best[i].entry];
        e->used = m->clock;
        total += weight;
        for (uint32_t k = 0; k < s->tree.kept; k++)
            sum[k] += weight * e->value[k];
    }
    for (uint32_t k = 0; k < s->tree.kept && n; k++)
        m->value[k] = (int32_t)lrint(sum[k] / total);
}

/* ---- learning ------------------------------------------------------------------------ */

static uint32_t *columns(const ludc_search *s, Place at, uint32_t i)
{
    return tree_cell(&s->tree, at, s->tree.extra + i);
}

static void average(uint32_t *count, uint32_t *mean, int32_t value)
{
    int32_t now = (int32_t)*mean;
    *mean = (uint32_t)(now + (int32_t)lrint((double)(value - now) / *count));
}

/* The entry of a node, or NULL. */
static Entry *entry_of(const ludc_search *s, Place at)
{
    uint32_t kept = s->tree.kept, serial = *columns(s, at, 2 + kept);
    Entry *e = &s->memory->entry[*columns(s, at, 1 + kept)];
    return serial && e->serial == serial ? e : NULL;
}

static void enter(ludc_search *s, Place leaf)
{
    Memory *m = s->memory;
    uint32_t i = 0;
    for (uint32_t k = 1; k < m->size && m->entry[i].serial; k++)
        if (!m->entry[k].serial || m->entry[k].used < m->entry[i].used)
            i = k;
    m->entry[i] = (Entry){.serial = ++m->serial, .used = ++m->clock};
    memcpy(m->phi + (size_t)i * m->words, m->leaf, m->words * sizeof *m->leaf);
    *columns(s, leaf, 1 + s->tree.kept) = i;
    *columns(s, leaf, 2 + s->tree.kept) = m->serial;
}

/* An action of a joint step has the mean over the steps that contain it, its own role's. */
static void learn_actions(ludc_search *s, uint32_t level)
{
    const Memory *m = s->memory;
    for (uint32_t p = 1; p <= s->players; p++) {
        Place at = {s->joint_block[level], s->joint_slot[(size_t)level * s->players + p - 1]};
        int32_t v = s->constant && p == 2 ? TREE_ONE - m->value[0] : m->value[s->constant ? 0 : p - 1];
        ++*columns(s, at, 0);
        average(columns(s, at, 0), columns(s, at, 1), v);
    }
}

void memory_learn(ludc_search *s)
{
    Memory *m = s->memory;
    Place leaf = s->path[s->depth];
    if (s->depth && !entry_of(s, leaf))
        enter(s, leaf);
    for (uint32_t i = s->depth + 1; i-- > 0;) {
        Place at = s->path[i];
        if (m->found)
            ++*columns(s, at, 0);
        for (uint32_t k = 0; k < s->tree.kept && m->found; k++)
            average(columns(s, at, 0), columns(s, at, 1 + k), m->value[k]);
        if (m->found && i && s->way == WAY_TURNS && tree_mover(&s->tree, at.block) == EDGE_MOVER)
            learn_actions(s, i);
        Entry *e = entry_of(s, at);
        if (!e)
            continue;
        e->visits = *tree_visits(&s->tree, at);
        e->used = ++m->clock;
        for (uint32_t k = 0; k < s->tree.kept; k++)
            e->value[k] = *tree_value(&s->tree, at, k);
    }
}
