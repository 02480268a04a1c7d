/* trail.c - playouts move by move, and which moves came up. */
#include "runtime/search/trail.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/random.h"
#include "runtime/search/tree.h"

enum { MOST = 1 << 16 }; /* more different moves are not kept of one game */

static uint64_t keys_of(const ludc_reasoner *r) { return (uint64_t)r->codes * r->players + 1; }

static uint32_t room_of(const ludc_reasoner *r) { return keys_of(r) < MOST ? (uint32_t)keys_of(r) : MOST; }

bool trail_possible(const ludc_reasoner *r) { return keys_of(r) < UINT32_MAX; }

uint64_t trail_bytes(const ludc_reasoner *r) { return 4 * (uint64_t)room_of(r) + keys_of(r) / 8 + 8; }

bool trail_init(Trail *t, const ludc_reasoner *r)
{
    *t = (Trail){.room = room_of(r), .keys = (uint32_t)keys_of(r), .players = r->players};
    t->key = malloc(t->room * sizeof *t->key);
    t->seen = calloc(t->keys / 64 + 1, sizeof *t->seen);
    return t->key && t->seen;
}

void trail_free(Trail *t)
{
    free(t->key);
    free(t->seen);
    *t = (Trail){0};
}

void trail_clear(Trail *t)
{
    for (uint32_t i = 0; i < t->n; i++)
        t->seen[t->key[i] >> 6] = 0;
    t->n = 0;
}

void trail_add(Trail *t, uint32_t key)
{
    uint64_t bit = UINT64_C(1) << (key & 63);
    if ((t->seen[key >> 6] & bit) || t->n == t->room)
        return;
    t->seen[key >> 6] |= bit;
    t->key[t->n++] = key;
}

/* ---- playing --------------------------------------------------------------------- */

static uint32_t below(uint64_t *rng, uint32_t n) { return (uint32_t)(((ludc_next_word(rng) >> 32) * n) >> 32); }

/* A legal move; where candidates are proved late, one that fails is taken out. */
static bool draw(const ludc_reasoner *r, const void *state, uint64_t *rng, uint32_t *list, uint32_t *move)
{
    bool late = r->candidates && r->allowed;
    if (late && r->over(r, state))
        return false;
    uint32_t n = late ? r->candidates(r, state, list) : 0;
    for (uint32_t i; n; memmove(list + i, list + i + 1, (--n - i) * sizeof *list)) {
        i = below(rng, n);
        *move = list[i];
        if (r->allowed(r, state, *move))
            return true;
    }
    n = r->moves(r, state, list);
    if (n)
        *move = list[below(rng, n)];
    return n != 0;
}

static bool step(Trail *t, const ludc_reasoner *r, void *state, uint64_t *rng, uint32_t *list)
{
    uint32_t move;
    if (!draw(r, state, rng, list, &move))
        return false;
    trail_add(t, trail_key(t, move, r->mover(r, state)));
    if (r->apply_random)
        r->apply_random(r, state, move, rng);
    else
        r->apply(r, state, move);
    return true;
}

/* A step of a rule sheet; a role that has one move only does not choose it. */
static bool step_joint(Trail *t, const ludc_reasoner *r, void *state, uint64_t *rng, uint32_t *list)
{
    uint32_t moves[TREE_ROLES], n[TREE_ROLES];
    if (r->over(r, state))
        return false;
    for (uint32_t p = 0; p < r->players; p++) {
        n[p] = r->moves_of(r, state, p + 1, list);
        if (!n[p])
            return false;
        moves[p] = list[n[p] > 1 ? below(rng, n[p]) : 0];
    }
    for (uint32_t p = 0; p < r->players; p++)
        if (n[p] > 1)
            trail_add(t, trail_key(t, moves[p], p + 1));
    r->apply_joint(r, state, moves);
    return true;
}

uint32_t trail_playout(Trail *t, const ludc_reasoner *r, void *state, uint64_t *rng, uint32_t limit, uint32_t *list)
{
    uint32_t made = 0;
    while (made < limit && (r->joint ? step_joint : step)(t, r, state, rng, list))
        made++;
    return made;
}
