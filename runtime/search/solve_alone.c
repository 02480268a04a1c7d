/* solve_alone.c - one role without lots: all positions breadth first, so that the best end is found
 * where it is nearest, whatever circles there are.
 *
 * Of a position its key stays, and the move that led there.  Its state is kept until its moves have been
 * played, as what differs from the first state.  States take half of the memory at most: from the first one on that has
 * no room there, positions wait as numbers alone, and their states are made again by the moves that lead there. */
#include <stdlib.h>
#include <string.h>

#include "runtime/search/solve.h"

typedef struct {
    uint64_t key[2];
    uint32_t from; /* the position before */
    ludc_move move;
} Found;

/* States that wait, first in, first out, in pieces of memory. */
typedef struct Piece {
    struct Piece *next;
    size_t used, read, room;
    unsigned char byte[];
} Piece;

typedef struct {
    ludc_solver *s;
    Found *at; /* [room] */
    uint32_t n, room;
    uint32_t *slot; /* [slots] numbers of positions plus 1, by key; slots is a power of 2 */
    uint64_t slots;
    Piece *first, *last;
    uint64_t bytes; /* of all this */
    uint64_t waiting; /* of these, bytes of states that wait */
    uint32_t bare;    /* the first position that waits without its state; UINT32_MAX: none */
    uint32_t parent;  /* whose state is in `before`; UINT32_MAX: nobody's */
    unsigned char *begin, *before; /* the first state; that of `parent` */
    size_t most; /* bytes of a state that waits */
    Interval best;
    uint32_t end; /* where that is; UINT32_MAX: none yet */
} Walk;

enum { PIECE = 65536, FIRST_ROOM = 1024 };

/* ---- memory ---------------------------------------------------------------------------- */

static void walk_free(Walk *w)
{
    for (Piece *p = w->first, *next; p; p = next) {
        next = p->next;
        free(p);
    }
    free(w->at);
    free(w->slot);
    free(w->begin);
    free(w->before);
}

/* May so much more be taken? */
static bool may_take(const Walk *w, uint64_t bytes) { return w->bytes + bytes <= w->s->o.memory; }

static uint64_t slot_of(const Walk *w, const uint64_t key[2])
{
    uint64_t i = key[0] & (w->slots - 1);
    while (w->slot[i] && (w->at[w->slot[i] - 1].key[0] != key[0] || w->at[w->slot[i] - 1].key[1] != key[1]))
        i = (i + 1) & (w->slots - 1);
    return i;
}

static bool grow_slots(Walk *w)
{
    uint64_t slots = w->slots ? 2 * w->slots : 4 * FIRST_ROOM;
    if (!may_take(w, slots * sizeof *w->slot))
        return false;
    free(w->slot);
    w->bytes += (slots - w->slots) * sizeof *w->slot;
    w->slots = slots;
    w->slot = calloc(slots, sizeof *w->slot);
    for (uint32_t i = 0; w->slot && i < w->n; i++)
        w->slot[slot_of(w, w->at[i].key)] = i + 1;
    return w->slot != NULL;
}

static bool grow_positions(Walk *w)
{
    uint32_t room = w->room ? w->room + w->room / 4 : FIRST_ROOM;
    if (room >= UINT32_MAX - 1 - room / 4 || !may_take(w, (room - w->room) * sizeof *w->at))
        return false;
    Found *more = realloc(w->at, room * sizeof *more);
    if (!more)
        return false;
    w->bytes += (room - w->room) * sizeof *more;
    w->at = more;
    w->room = room;
    return true;
}

/* ---- states that wait --------------------------------------------------------------------- */

static bool room_to_wait(Walk *w)
{
    if (w->last && w->last->room - w->last->used >= w->most)
        return true;
    size_t room = w->most > PIECE ? w->most : PIECE;
    bool fits = w->waiting + sizeof(Piece) + room <= w->s->o.memory / 2 && may_take(w, sizeof(Piece) + room);
    Piece *p = fits ? malloc(sizeof *p + room) : NULL;
    if (!p)
        return false;
    *p = (Piece){.room = room};
    w->bytes += sizeof *p + room;
    w->waiting += sizeof *p + room;
    *(w->last ? &w->last->next : &w->first) = p;
    w->last = p;
    return true;
}

/* The number, then for each eight bytes which of them differ, and these. */
static void wait(Walk *w, const unsigned char *state, uint32_t number)
{
    if (w->bare != UINT32_MAX)
        return;
    if (!room_to_wait(w)) {
        w->bare = number;
        return;
    }
    unsigned char *out = w->last->byte + w->last->used, *const start = out;
    size_t size = w->s->r->state_size;
    memcpy(out, &number, sizeof number);
    out += sizeof number;
    for (size_t i = 0; i < size; i += 64) { /* a byte says which of eight words differ at all */
        unsigned char *words = out++;
        *words = 0;
        for (size_t k = i; k < size && k < i + 64; k += 8) {
            size_t n = size - k < 8 ? size - k : 8;
            if (!memcmp(state + k, w->begin + k, n))
                continue;
            *words |= (unsigned char)(1u << ((k - i) / 8));
            unsigned char *bytes = out++;
            *bytes = 0;
            for (size_t b = 0; b < n; b++)
                if (state[k + b] != w->begin[k + b]) {
                    *bytes |= (unsigned char)(1u << b);
                    *out++ = state[k + b];
                }
        }
    }
    w->last->used += (size_t)(out - start);
}

static void step(const Walk *w, unsigned char *state, ludc_move move)
{
    const ludc_reasoner *r = w->s->r;
    if (r->joint)
        r->apply_joint(r, state, &move);
    else
        r->apply(r, state, move);
}

/* The state of a position, by the moves that lead there; those of its parent are made once for all its children, which follow
 * each other. */
static bool make_again(Walk *w, uint32_t number, unsigned char *state)
{
    size_t size = w->s->r->state_size, n = 0, i;
    uint32_t parent = w->at[number].from;
    memcpy(state, w->begin, size);
    if (!number)
        return true;
    if (parent != w->parent) {
        for (uint32_t at = parent; at; at = w->at[at].from)
            n++;
        ludc_move *line = malloc((n + 1) * sizeof *line);
        if (!line)
            return false;
        i = n;
        for (uint32_t at = parent; at; at = w->at[at].from)
            line[--i] = w->at[at].move;
        memcpy(w->before, w->begin, size);
        for (i = 0; i < n; i++)
            step(w, w->before, line[i]);
        free(line);
        w->parent = parent;
    }
    memcpy(state, w->before, size);
    step(w, state, w->at[number].move);
    return true;
}

/* The next position that waits as a number; false: there is none, or memory is out. */
static bool next_bare(Walk *w, unsigned char *state, uint32_t *number)
{
    while (w->bare < w->n) {
        *number = w->bare;
        if (!make_again(w, *number, state))
            return false;
        w->bare++;
        if (!w->s->r->over(w->s->r, state))
            return true;
    }
    return false;
}

/* The next one that waits with its state, into `state`; false: there is none. */
static bool next_waiting(Walk *w, unsigned char *state, uint32_t *number)
{
    while (w->first && w->first->read == w->first->used) {
        Piece *gone = w->first;
        w->first = gone->next;
        w->last = w->first ? w->last : NULL;
        w->bytes -= sizeof *gone + gone->room;
        w->waiting -= sizeof *gone + gone->room;
        free(gone);
    }
    if (!w->first)
        return false;
    const unsigned char *in = w->first->byte + w->first->read, *const start = in;
    size_t size = w->s->r->state_size;
    memcpy(number, in, sizeof *number);
    in += sizeof *number;
    memcpy(state, w->begin, size);
    for (size_t i = 0; i < size; i += 64)
        for (unsigned words = *in++, k = 0; words; words >>= 1, k++) {
            if (!(words & 1))
                continue;
            for (unsigned bytes = *in++, b = 0; bytes; bytes >>= 1, b++)
                if (bytes & 1)
                    state[i + 8 * k + b] = *in++;
        }
    w->first->read += (size_t)(in - start);
    return true;
}

/* ---- positions ---------------------------------------------------------------------------- */

/* Enters a state if it is new; false: memory is out. */
static bool enter(Walk *w, const unsigned char *state, uint32_t from, ludc_move move)
{
    ludc_solver *s = w->s;
    Found f = {.from = from, .move = move};
    ludc_key128(s->r, state, f.key);
    if (4 * (uint64_t)w->n >= 3 * w->slots && !grow_slots(w))
        return false;
    uint64_t slot = slot_of(w, f.key);
    if (w->slot[slot])
        return true;
    if (w->n == w->room && !grow_positions(w))
        return false;
    w->at[w->n] = f;
    w->slot[slot] = w->n + 1;
    uint32_t number = w->n++;
    if (!s->r->over(s->r, state)) {
        wait(w, state, number);
        return true;
    }
    Interval v = solve_result(s, state);
    if (w->end == UINT32_MAX || v.low > w->best.low) {
        w->best = v;
        w->end = number;
    }
    return true;
}

static size_t line_to(const Walk *w, ludc_move *line, size_t room)
{
    size_t n = 0, i;
    for (uint32_t at = w->end; at; at = w->at[at].from)
        n++;
    i = n;
    for (uint32_t at = w->end; at; at = w->at[at].from)
        if (--i < room)
            line[i] = w->at[at].move;
    return n < room ? n : room;
}

/* Goes through the positions; true: all of them, or the greatest payoff was found. */
static bool explore(Walk *w)
{
    ludc_solver *s = w->s;
    uint32_t number = 0;
    while (w->end == UINT32_MAX || w->best.low < s->unit) {
        if (!next_waiting(w, s->level[0].state, &number) && !next_bare(w, s->level[0].state, &number))
            return w->end != UINT32_MAX && w->bare >= w->n;
        if (solve_late(s) || !solve_open(s, 0))
            return false;
        for (uint32_t i = 0; i < s->level[0].n; i++)
            if (!solve_play(s, 0, i) || !enter(w, s->level[1].state, number, s->level[0].move[i]))
                return false;
    }
    return true;
}

Interval solve_alone(ludc_solver *s, ludc_move *line, size_t room, size_t *steps)
{
    size_t size = s->r->state_size;
    Walk w = {.s = s, .begin = malloc(size), .before = malloc(size), .most = size + size / 8 + size / 64 + 8, .bare = UINT32_MAX,
              .parent = UINT32_MAX, .end = UINT32_MAX};
    bool all = false;
    if (w.begin && w.before) {
        memcpy(w.begin, s->level[0].state, size);
        all = grow_slots(&w) && enter(&w, w.begin, 0, 0) && explore(&w);
    }
    if (!all)
        w.best = (Interval){w.best.low, (uint16_t)s->unit};
    else if (line)
        *steps = line_to(&w, line, room);
    s->positions = s->positions > w.n ? s->positions : w.n; /* those that wait were found, too */
    walk_free(&w);
    return w.best;
}
