/* others.c - the moves of the roles that do not choose, each step once. */
#include "runtime/search/others.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/include/ludc.h"

enum { MOST = 4096, LEAST = 8, PROBES = 8 };

size_t others_bytes(const Others *o) { return (size_t)o->room * o->players * sizeof *o->move; }

bool others_init(Others *o, uint32_t players, uint64_t bytes)
{
    *o = (Others){.players = players, .room = MOST};
    while (o->room > LEAST && others_bytes(o) > bytes)
        o->room /= 2;
    o->move = malloc(others_bytes(o));
    if (o->move)
        others_clear(o);
    return o->move != NULL;
}

void others_free(Others *o)
{
    free(o->move);
    *o = (Others){0};
}

void others_clear(Others *o)
{
    if (o->move)
        memset(o->move, 0xff, others_bytes(o));
}

uint32_t others_number(Others *o, const uint32_t *moves, uint32_t mover)
{
    uint32_t step[TREE_ROLES], hash = 0;
    size_t size = o->players * sizeof *step;
    memcpy(step, moves, size);
    step[mover - 1] = 0; /* a step of others is one step, whatever is chosen beside it */
    for (uint32_t p = 0; p < o->players; p++)
        hash = (hash ^ step[p]) * UINT32_C(0x9e3779b1);
    hash ^= hash >> 15;
    for (uint32_t i = 0; i < PROBES; i++) {
        uint32_t at = (hash + i) & (o->room - 1), *place = o->move + (size_t)at * o->players;
        if (place[0] == LUDC_NO_MOVE)
            memcpy(place, step, size);
        if (!memcmp(place, step, size))
            return at;
    }
    return OTHERS_TAIL;
}

void others_of(const Others *o, const Tree *t, uint32_t block, uint32_t *moves)
{
    uint32_t number = tree_others(t, block);
    for (uint32_t p = 0; p < o->players; p++)
        moves[p] = number == OTHERS_TAIL ? tree_tail(t, block, p) : o->move[(size_t)number * o->players + p];
}
