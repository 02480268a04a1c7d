/* amaf.c - tables of moves in the arena of the tree. */
#include "runtime/search/amaf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 16, KEYS = 0, GAMES = 1, MEANS = 2 };

bool amaf_wanted(const ludc_search_options *o) { return o->agent == LUDC_AGENT_GRAVE || amaf_of_all(o); }

uint64_t amaf_bytes(const ludc_search *s) { return sizeof(Amaf) + trail_bytes(search_game(s)); }

Amaf *amaf_new(const ludc_search *s)
{
    Amaf *a = calloc(1, sizeof *a);
    if (a && trail_init(&a->trail, search_game(s)))
        return a;
    amaf_free(a);
    return NULL;
}

void amaf_free(Amaf *a)
{
    if (!a)
        return;
    trail_free(&a->trail);
    free(a);
}

/* ---- tables ---------------------------------------------------------------------- */

static uint32_t *column(const Tree *t, uint32_t table, uint32_t i) { return tree_column(t, table, i); }

/* The slot of a key, or the free one where it would be. */
static uint32_t slot_of(const Tree *t, uint32_t table, uint32_t key)
{
    const uint32_t *keys = column(t, table, KEYS);
    uint32_t mask = tree_count(t, table) - 2, at = key * UINT32_C(0x9e3779b1);
    for (at = (at ^ at >> 15) & mask; keys[at] && keys[at] != key; at = (at + 1) & mask)
        ;
    return at;
}

static void put(Tree *t, uint32_t table, uint32_t key, uint32_t games, uint32_t mean)
{
    uint32_t at = slot_of(t, table, key);
    column(t, table, KEYS)[at] = key;
    column(t, table, GAMES)[at] = games;
    column(t, table, MEANS)[at] = mean;
    tree_set(t, table, tree_tried(t, table) + 1, tree_live(t, table));
}

static uint32_t make(Tree *t, uint32_t slots) { return tree_alloc(t, slots + 1, TABLE_MOVER, 0, 0); }

/* Twice as large; 0: no room. */
static uint32_t grow(Tree *t, uint32_t table)
{
    uint32_t slots = tree_count(t, table) - 1, larger = make(t, 2 * slots);
    if (!larger)
        return 0;
    for (uint32_t i = 0; i < slots; i++)
        if (column(t, table, KEYS)[i])
            put(t, larger, column(t, table, KEYS)[i], column(t, table, GAMES)[i], column(t, table, MEANS)[i]);
    column(t, larger, GAMES)[2 * slots] = column(t, table, GAMES)[slots];
    return larger;
}

static uint32_t games_of(const Tree *t, uint32_t table) { return column(t, table, GAMES)[tree_count(t, table) - 1]; }

/* Counts a game in which these moves were made; *link names the table, and the larger one if it grows.
 * Where memory is full new moves are left out. */
static void count_game(ludc_search *s, uint32_t *link, const int32_t *value)
{
    Tree *t = &s->tree;
    const Trail *trail = &s->amaf->trail;
    for (uint32_t i = 0; i < trail->n; i++) {
        uint32_t key = trail->key[i], player = trail_player(trail, key), at = slot_of(t, *link, key);
        int32_t v = s->constant && player == 2 ? TREE_ONE - value[0] : value[s->constant ? 0 : player - 1];
        if (!column(t, *link, KEYS)[at]) {
            if (4 * (tree_tried(t, *link) + 1) > 3 * (tree_count(t, *link) - 1)) {
                uint32_t larger = grow(t, *link);
                if (!larger)
                    continue;
                *link = larger;
            }
            put(t, *link, key, 0, 0);
            at = slot_of(t, *link, key);
        }
        uint32_t n = ++column(t, *link, GAMES)[at];
        int32_t *mean = (int32_t *)&column(t, *link, MEANS)[at];
        *mean += (int32_t)lrint((double)(v - *mean) / n);
    }
    ++column(t, *link, GAMES)[tree_count(t, *link) - 1];
}

uint32_t amaf_find(const ludc_search *s, uint32_t table, uint32_t move, uint32_t player, float *mean)
{
    const Tree *t = &s->tree;
    if (!table)
        return 0;
    uint32_t at = slot_of(t, table, trail_key(&s->amaf->trail, move, player));
    if (!column(t, table, KEYS)[at])
        return 0;
    *mean = (float)(int32_t)column(t, table, MEANS)[at] / (float)TREE_ONE;
    return column(t, table, GAMES)[at];
}

/* ---- nodes ----------------------------------------------------------------------------- */

static uint32_t *table_of(const ludc_search *s, Place at) { return tree_cell(&s->tree, at, s->tree.extra); }

uint32_t amaf_history(const ludc_search *s) { return *tree_next(&s->tree, 0); }

uint32_t amaf_reference(const ludc_search *s, Place node)
{
    Amaf *a = s->amaf;
    uint32_t own = *table_of(s, node);
    if (!node.block || (own && games_of(&s->tree, own) > s->o.ref))
        a->reference = own;
    return a->reference;
}

/* The moves that led to a place, of the roles that chose. */
static void add_step(ludc_search *s, uint32_t level)
{
    const Tree *t = &s->tree;
    Trail *trail = &s->amaf->trail;
    Place at = s->path[level];
    uint32_t mover = tree_mover(t, at.block), moves[TREE_ROLES];
    if (mover == DRAW_MOVER)
        return;
    if (mover != EDGE_MOVER) {
        trail_add(trail, trail_key(trail, tree_move(t, at), mover));
        return;
    }
    if (!search_game(s)->joint) { /* where lots were drawn: who chose stands beside the path */
        trail_add(trail, trail_key(trail, tree_move(t, at), s->joint_block[level]));
        return;
    }
    search_step_of(s, at, moves);
    for (uint32_t p = 1; p <= s->players; p++)
        trail_add(trail, trail_key(trail, moves[p - 1], p));
}

/* A node's table counts from half of `ref` games on (ours): before, nobody asks for it. */
static bool due(const ludc_search *s, Place at)
{
    uint32_t link = *tree_link(&s->tree, at);
    return link && link != TREE_OVER && tree_mover(&s->tree, link) != DRAW_MOVER && (!at.block || *tree_visits(&s->tree, at) > s->o.ref / 2);
}

void amaf_learn(ludc_search *s, const int32_t *value)
{
    Tree *t = &s->tree;
    bool nodes = s->o.agent == LUDC_AGENT_GRAVE;
    for (uint32_t i = s->depth + 1; i-- > 0;) {
        Place at = s->path[i];
        if (nodes && !*table_of(s, at) && due(s, at))
            *table_of(s, at) = make(t, FIRST_SLOTS);
        if (nodes && *table_of(s, at))
            count_game(s, table_of(s, at), value);
        if (i)
            add_step(s, i);
    }
    if (amaf_of_all(&s->o) && !*tree_next(t, 0))
        *tree_next(t, 0) = make(t, FIRST_SLOTS);
    if (amaf_of_all(&s->o) && *tree_next(t, 0))
        count_game(s, tree_next(t, 0), value);
    trail_clear(&s->amaf->trail);
}

bool amaf_playout(ludc_search *s, uint64_t *rng)
{
    for (uint32_t left = search_cut(s);;) {
        uint32_t some = left < PLAYOUT_SLICE ? left : PLAYOUT_SLICE;
        if (trail_playout(&s->amaf->trail, search_game(s), s->state, rng, some, s->list) < some || !(left -= some))
            return true;
        if (search_late(s))
            break;
    }
    trail_clear(&s->amaf->trail);
    return false;
}
