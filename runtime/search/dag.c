/* dag.c - blocks by the keys of their positions. */
#include "runtime/search/dag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_A_PLACE = 16, LEAST_PLACES = 64 };

/* ---- places -------------------------------------------------------------------------- */

static uint32_t places_for(uint64_t bytes)
{
    uint32_t n = LEAST_PLACES;
    while (n < UINT32_C(1) << 30 && (uint64_t)n * 2 * WORDS_A_PLACE * 4 <= bytes)
        n *= 2;
    return n;
}

uint64_t dag_bytes(const ludc_search *s, const Dag *g)
{
    return sizeof *g + 4 * ((uint64_t)g->mask + 1) + 4 * (uint64_t)(s->room + TREE_BEHIND);
}

Dag *dag_new(const ludc_search *s, uint64_t bytes)
{
    Dag *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->mask = places_for(bytes) - 1;
    g->slot = calloc((size_t)g->mask + 1, sizeof *g->slot);
    g->value = calloc(s->room + TREE_BEHIND, sizeof *g->value);
    if (g->slot && g->value)
        return g;
    dag_free(g);
    return NULL;
}

void dag_free(Dag *g)
{
    if (!g)
        return;
    free(g->slot);
    free(g->value);
    free(g);
}

void dag_clear(Dag *g)
{
    if (g->n > DAG_FIRST)
        memset(g->slot, 0, ((size_t)g->mask + 1) * sizeof *g->slot);
    else
        for (uint32_t i = 0; i < g->n; i++)
            g->slot[g->first[i]] = 0;
    g->n = 0;
}

static uint32_t *key_of(const Tree *t, uint32_t block) { return tree_node(t, block) + 1 + t->kept + (t->kept + 1) / 2; }

/* The place of a key: that of its block, or the free one where it would be. */
static uint32_t *place(const Dag *g, const Tree *t, const uint64_t key[2])
{
    uint32_t at = (uint32_t)(key[0] >> 32 ^ key[0]) & g->mask;
    while (g->slot[at] && memcmp(key_of(t, g->slot[at]), key, 16) != 0)
        at = (at + 1) & g->mask;
    return &g->slot[at];
}

/* Unless there are too few places: then the block is a child of one position only. */
static void enter(Dag *g, const Tree *t, uint32_t block)
{
    uint64_t key[2];
    memcpy(key, key_of(t, block), sizeof key);
    uint32_t *where = place(g, t, key);
    if (*where || g->n >= g->mask - g->mask / 8)
        return;
    *where = block;
    if (g->n < DAG_FIRST)
        g->first[g->n] = (uint32_t)(where - g->slot);
    g->n++;
}

void dag_rebuild(ludc_search *s)
{
    const Tree *t = &s->tree;
    dag_clear(s->dag);
    for (uint32_t b = 0; b < t->used; b += (uint32_t)tree_words(t, t->word[b]))
        if (head_node(t->word[b]))
            enter(s->dag, t, b);
}

/* ---- down ------------------------------------------------------------------------------- */

static void make_key(ludc_search *s)
{
    if (!s->dag->known)
        ludc_key128(s->r, s->state, s->dag->key);
    s->dag->known = true;
}

static uint16_t *bounds_in(const Tree *t, uint32_t block) { return (uint16_t *)(void *)(tree_node(t, block) + 1 + t->kept); }

static void average(uint32_t *games, int32_t *mean, uint32_t kept, uint32_t n, int32_t value)
{
    double all = (double)*games + n;
    mean[kept] += (int32_t)lrint((double)(value - mean[kept]) * n / all);
}

/* Playouts from the position before it had a block, or by another edge, are its own. */
static void pool(Tree *t, Place at, uint32_t block)
{
    uint32_t *node = tree_node(t, block), n = *tree_visits(t, at);
    for (uint32_t k = 0; k < t->kept && n; k++)
        average(node, (int32_t *)node + 1, k, n, *tree_value(t, at, k));
    node[0] += n;
}

void dag_join(ludc_search *s, Place at)
{
    Tree *t = &s->tree;
    s->dag->known = false;
    if (s->r->over(s->r, s->state))
        return;
    make_key(s);
    uint32_t block = *place(s->dag, t, s->dag->key);
    if (!block)
        return;
    pool(t, at, block);
    *tree_link(t, at) = block;
}

void dag_add(ludc_search *s, Place at, uint32_t block)
{
    Tree *t = &s->tree;
    make_key(s);
    memcpy(key_of(t, block), s->dag->key, 16);
    for (uint32_t k = 0; k < t->kept; k++)
        bounds_in(t, block)[k] = (uint16_t)search_open(s);
    pool(t, at, block);
    enter(s->dag, t, block);
    s->dag->known = false;
}

bool dag_step(ludc_search *s, uint32_t block)
{
    uint32_t *mark = tree_mark(&s->tree, block);
    bool first = *mark == 0;
    *mark = 1;
    return first;
}

void dag_leave(ludc_search *s)
{
    Tree *t = &s->tree;
    for (uint32_t i = 0; i <= s->depth; i++) {
        uint32_t link = *tree_link(t, s->path[i]);
        if (link && link != TREE_OVER)
            *tree_mark(t, link) = 0;
    }
    s->dag->known = false;
}

/* ---- what a child counts as ---------------------------------------------------------------- */

static uint32_t position(const Tree *t, Place at)
{
    uint32_t link = *tree_link(t, at);
    return link == TREE_OVER ? 0 : link;
}

int32_t dag_value(const Tree *t, Place at, uint32_t kept)
{
    uint32_t block = position(t, at);
    return block && dag_games(t, block) ? ((const int32_t *)tree_node(t, block))[1 + kept] : *tree_value(t, at, kept);
}

const int32_t *dag_values(ludc_search *s, uint32_t block, uint32_t kept)
{
    for (uint32_t i = 0, n = tree_tried(&s->tree, block); i < n; i++)
        s->dag->value[i] = dag_value(&s->tree, (Place){block, i}, kept);
    return s->dag->value;
}

bool dag_share(ludc_search *s, Place at)
{
    const Tree *t = &s->tree;
    uint32_t block = position(t, at);
    bool changed = false;
    for (uint32_t k = 0; k < t->kept && block && t->bounds; k++) {
        uint16_t *own = tree_bounds(t, at.block, k) + at.slot, *all = &bounds_in(t, block)[k];
        uint32_t low = bounds_low(*own) > bounds_low(*all) ? bounds_low(*own) : bounds_low(*all);
        uint32_t high = bounds_high(*own) < bounds_high(*all) ? bounds_high(*own) : bounds_high(*all);
        changed |= *own != bounds_make(low, high);
        *own = *all = bounds_make(low, high);
    }
    return changed;
}

/* ---- up -------------------------------------------------------------------------------------- */

void dag_count(ludc_search *s, Place at, const int32_t *value)
{
    Tree *t = &s->tree;
    uint32_t block = position(t, at);
    if (!block)
        return;
    uint32_t *node = tree_node(t, block);
    for (uint32_t k = 0; k < t->kept; k++)
        average(node, (int32_t *)node + 1, k, 1, value[k]);
    node[0]++;
}
