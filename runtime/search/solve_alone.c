/* solve_alone.c - one role: all positions breadth first, so that the best end is found where it is
 * nearest, whatever circles there are. */
#include <stdlib.h>
#include <string.h>

#include "runtime/search/solve.h"

typedef struct {
    uint32_t from; /* the position before */
    ludc_move move;
} Way;

/* Positions in the order in which they were found, and an index by key. */
typedef struct {
    unsigned char *state; /* [room][size] */
    Way *way;             /* [room] */
    uint64_t (*key)[2];   /* [slots]; 0, 0: free */
    uint64_t slots;
    uint32_t n, room;
    size_t size;
} Found;

static void found_free(Found *f)
{
    free(f->state);
    free(f->way);
    free(f->key);
}

/* As many positions as the memory holds. */
static bool found_new(Found *f, const ludc_solver *s)
{
    f->size = ((size_t)s->r->state_size + 15) / 16 * 16;
    uint64_t each = f->size + sizeof *f->way + 2 * sizeof *f->key, room = s->o.memory / each;
    f->room = room > UINT32_MAX - 1 ? UINT32_MAX - 1 : (uint32_t)room;
    f->slots = 2 * (uint64_t)f->room + 1;
    f->state = malloc(f->room * f->size);
    f->way = malloc(f->room * sizeof *f->way);
    f->key = calloc(f->slots, sizeof *f->key);
    return f->room && f->state && f->way && f->key;
}

/* Enters a key; false: it was there. */
static bool enter(Found *f, const uint64_t key[2])
{
    uint64_t i = key[0] % f->slots;
    for (; f->key[i][0] || f->key[i][1]; i = i + 1 == f->slots ? 0 : i + 1)
        if (f->key[i][0] == key[0] && f->key[i][1] == key[1])
            return false;
    f->key[i][0] = key[0];
    f->key[i][1] = key[1] | (key[0] == 0 && key[1] == 0);
    return true;
}

static bool push(Found *f, const ludc_solver *s, const void *state, uint32_t from, ludc_move move)
{
    uint64_t key[2];
    ludc_key128(s->r, state, key);
    if (f->n == f->room)
        return false;
    if (enter(f, key)) {
        memcpy(f->state + f->n * f->size, state, s->r->state_size);
        f->way[f->n++] = (Way){from, move};
    }
    return true;
}

static size_t line_to(const Found *f, uint32_t end, ludc_move *line, size_t room)
{
    size_t n = 0, i;
    for (uint32_t at = end; at; at = f->way[at].from)
        n++;
    i = n;
    for (uint32_t at = end; at; at = f->way[at].from)
        if (--i < room)
            line[i] = f->way[at].move;
    return n < room ? n : room;
}

/* Goes through the positions; true: all of them, or the greatest payoff was found. */
static bool explore(ludc_solver *s, Found *f, Interval *best, uint32_t *end)
{
    for (uint32_t at = 0; at < f->n; at++) {
        Level *l = &s->level[0];
        memcpy(l->state, f->state + at * f->size, s->r->state_size);
        if (solve_late(s))
            return false;
        if (s->r->over(s->r, l->state)) {
            Interval v = solve_result(s, l->state);
            if (*end == UINT32_MAX || v.low > best->low) {
                *best = v;
                *end = at;
            }
            if (v.low == s->unit)
                return true;
            continue;
        }
        if (!solve_open(s, 0))
            return false;
        for (uint32_t i = 0; i < l->n; i++)
            if (!solve_play(s, 0, i) || !push(f, s, s->level[1].state, at, l->move[i]))
                return false;
    }
    return *end != UINT32_MAX;
}

Interval solve_alone(ludc_solver *s, ludc_move *line, size_t room, size_t *steps)
{
    Found f = {0};
    Interval best = {0, (uint16_t)s->unit};
    uint32_t end = UINT32_MAX;
    bool all = found_new(&f, s) && push(&f, s, s->level[0].state, 0, 0) && explore(s, &f, &best, &end);
    if (!all)
        best.high = (uint16_t)s->unit;
    else if (line)
        *steps = line_to(&f, end, line, room);
    found_free(&f);
    return best;
}
