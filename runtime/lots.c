/* lots.c - the lots of a move: all outcomes with their chances, and playing a given one. */
#include "runtime/lots.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/admit.h"
#include "runtime/random.h"

/* ---- playing as a script says -------------------------------------------------------- */

static bool grow(LudcLots *l, uint32_t room)
{
    uint32_t *given = realloc(l->given, room * sizeof *given);
    l->given = given ? given : l->given;
    uint32_t *bound = realloc(l->bound, room * sizeof *bound);
    l->bound = bound ? bound : l->bound;
    if (!given || !bound)
        return false;
    l->room = room;
    return true;
}

/* The move was looked at already. */
static void play_plain(const ludc_reasoner *r, void *state, ludc_move move)
{
    if (r->joint)
        r->apply_joint(r, state, &move);
    else
        r->apply(r, state, move);
}

bool ludc_lots_play(LudcLots *l, uint32_t n)
{
    const ludc_reasoner *r = l->r;
    for (;;) {
        memcpy(l->after, l->before, r->state_size);
        if (!r->apply_lots) {
            l->n = 0;
            if (r->joint && r->players != 1)
                return false;
            play_plain(r, l->after, l->move);
            return true;
        }
        l->n = r->apply_lots(r, l->after, l->move, l->given, n, l->bound, l->room);
        if (l->n <= l->room)
            break;
        if (!grow(l, 2 * l->n))
            return false;
    }
    for (uint32_t k = n; k < l->n; k++)
        l->given[k] = 0;
    for (uint32_t k = 0; k < l->n; k++)
        l->bound[k] += l->bound[k] == 0; /* a draw from nothing gives 0 */
    return true;
}

bool ludc_lots_begin(LudcLots *l, const ludc_reasoner *r, const void *before, ludc_move move)
{
    enum { ROOM = 8 };
    *l = (LudcLots){.r = r, .before = before, .move = move, .after = malloc(r->state_size)};
    if (l->after && grow(l, ROOM) && ludc_lots_play(l, 0))
        return true;
    ludc_lots_free(l);
    return false;
}

void ludc_lots_free(LudcLots *l)
{
    free(l->given);
    free(l->bound);
    free(l->after);
    *l = (LudcLots){0};
}

bool ludc_lots_next(LudcLots *l, bool *failed)
{
    uint32_t k = l->n;
    while (k > 0 && l->given[k - 1] + 1 >= l->bound[k - 1])
        k--;
    if (k == 0)
        return false;
    l->given[k - 1]++;
    *failed = !ludc_lots_play(l, k);
    return !*failed;
}

bool ludc_lots_draw(LudcLots *l, uint64_t *rng)
{
    for (uint32_t k = 0; k < l->n; k++) {
        l->given[k] = (uint32_t)((ludc_next_word(rng) >> 32) * l->bound[k] >> 32);
        if (l->given[k] != 0 && !ludc_lots_play(l, k + 1))
            return false;
    }
    return true;
}

double ludc_lots_chance(const LudcLots *l)
{
    double chance = 1;
    for (uint32_t k = 0; k < l->n; k++)
        chance /= l->bound[k];
    return chance;
}

/* ---- as a number ------------------------------------------------------------------------ */

/* Mixed radix, the first draw the lowest digit, so that it can be read without knowing what
 * the others could give.  false: more than 64 bits. */
static bool number_of(const LudcLots *l, ludc_outcome *number)
{
    ludc_outcome sum = 0;
    for (uint32_t k = l->n; k-- > 0;) {
        if (sum > (UINT64_MAX - l->given[k]) / l->bound[k])
            return false;
        sum = sum * l->bound[k] + l->given[k];
    }
    *number = sum;
    return true;
}

/* Plays the outcome of that number. */
static ludc_status play_number(LudcLots *l, ludc_outcome number)
{
    for (uint32_t k = 0; k < l->n; k++) {
        l->given[k] = (uint32_t)(number % l->bound[k]);
        number /= l->bound[k];
        if (l->given[k] != 0 && !ludc_lots_play(l, k + 1))
            return LUDC_IO;
    }
    return number == 0 ? LUDC_OK : LUDC_USAGE;
}

/* LUDC_OK: there is a state, and the number is a move's that is played by itself. */
static ludc_status can_play(const ludc_reasoner *r, const void *state, ludc_move move)
{
    return r && state && (!r->joint || r->players == 1) ? ludc_admit(r, state, r->joint, move) : LUDC_USAGE;
}

/* ---- the interface -------------------------------------------------------------------------- */

int ludc_chance(const ludc_reasoner *r) { return r && r->apply_lots; }

size_t ludc_outcomes(const ludc_reasoner *r, const void *state, ludc_move move, size_t limit, ludc_outcome *out,
                     double *chance)
{
    LudcLots l;
    if (can_play(r, state, move) != LUDC_OK || !ludc_lots_begin(&l, r, state, move))
        return 0;
    size_t n = 0;
    bool failed = false;
    do {
        ludc_outcome number;
        failed = n == limit || !number_of(&l, &number);
        if (failed)
            break;
        if (out)
            out[n] = number;
        if (chance)
            chance[n] = ludc_lots_chance(&l);
        n++;
    } while (ludc_lots_next(&l, &failed));
    ludc_lots_free(&l);
    return failed ? 0 : n;
}

/* Outcomes that lead to the same state count as one: what was found so far. */
typedef struct {
    const ludc_reasoner *r;
    size_t n, room;
    char *state;     /* [room] */
    uint32_t *slot;  /* [4 * room] by hash: place + 1 of a state, 0 free */
    ludc_outcome *out;
    double *chance;
} Found;

static void found_free(Found *f)
{
    free(f->state);
    free(f->slot);
    free(f->out);
    free(f->chance);
}

static uint32_t *slot_of(const Found *f, const void *state)
{
    const size_t slots = 4 * f->room;
    size_t at = (size_t)(ludc_hash(f->r, state) % slots);
    while (f->slot[at] && memcmp(f->state + (f->slot[at] - 1) * (size_t)f->r->state_size, state, f->r->state_size) != 0)
        at = (at + 1) % slots;
    return &f->slot[at];
}

static bool found_grow(Found *f)
{
    const size_t room = f->room ? 2 * f->room : 64;
    char *state = realloc(f->state, room * f->r->state_size);
    f->state = state ? state : f->state;
    ludc_outcome *out = realloc(f->out, room * sizeof *out);
    f->out = out ? out : f->out;
    double *chance = realloc(f->chance, room * sizeof *chance);
    f->chance = chance ? chance : f->chance;
    uint32_t *slot = calloc(4 * room, sizeof *slot);
    if (!state || !out || !chance || !slot) {
        free(slot);
        return false;
    }
    free(f->slot);
    f->slot = slot;
    f->room = room;
    for (size_t i = 0; i < f->n; i++)
        *slot_of(f, f->state + i * f->r->state_size) = (uint32_t)i + 1;
    return true;
}

static bool found_add(Found *f, const void *state, ludc_outcome outcome, double chance)
{
    if (f->n == f->room && !found_grow(f))
        return false;
    uint32_t *slot = slot_of(f, state);
    if (*slot) {
        f->chance[*slot - 1] += chance;
        return true;
    }
    memcpy(f->state + f->n * f->r->state_size, state, f->r->state_size);
    f->out[f->n] = outcome;
    f->chance[f->n] = chance;
    *slot = (uint32_t)++f->n;
    return true;
}

size_t ludc_outcomes_distinct(const ludc_reasoner *r, const void *state, ludc_move move, size_t limit, ludc_outcome *out,
                              double *chance)
{
    LudcLots l;
    if (can_play(r, state, move) != LUDC_OK || !ludc_lots_begin(&l, r, state, move))
        return 0;
    Found found = {.r = r};
    size_t n = 0;
    bool failed = false;
    do {
        ludc_outcome number;
        failed = n++ == limit || !number_of(&l, &number) || !found_add(&found, l.after, number, ludc_lots_chance(&l));
    } while (!failed && ludc_lots_next(&l, &failed));
    for (size_t i = 0; i < found.n && !failed; i++) {
        if (out)
            out[i] = found.out[i];
        if (chance)
            chance[i] = found.chance[i];
    }
    n = failed ? 0 : found.n;
    found_free(&found);
    ludc_lots_free(&l);
    return n;
}

ludc_status ludc_apply_outcome(const ludc_reasoner *r, void *state, ludc_move move, ludc_outcome outcome, void *undo)
{
    LudcLots l;
    const ludc_status playable = can_play(r, state, move);
    if (playable != LUDC_OK)
        return playable;
    if (!ludc_lots_begin(&l, r, state, move))
        return LUDC_IO;
    ludc_status status = play_number(&l, outcome);
    if (status == LUDC_OK) {
        if (undo)
            memcpy(undo, state, r->state_size);
        memcpy(state, l.after, r->state_size);
    }
    ludc_lots_free(&l);
    return status;
}

ludc_status ludc_draw_outcome(const ludc_reasoner *r, const void *state, ludc_move move, uint64_t *rng,
                              ludc_outcome *outcome)
{
    LudcLots l;
    const ludc_status playable = rng && outcome ? can_play(r, state, move) : LUDC_USAGE;
    if (playable != LUDC_OK)
        return playable;
    if (!ludc_lots_begin(&l, r, state, move))
        return LUDC_IO;
    ludc_status status = !ludc_lots_draw(&l, rng) ? LUDC_IO : number_of(&l, outcome) ? LUDC_OK : LUDC_UNSUPPORTED;
    ludc_lots_free(&l);
    return status;
}

size_t ludc_outcome_text(const ludc_reasoner *r, const void *state, ludc_move move, ludc_outcome outcome, char *out,
                         size_t size)
{
    LudcLots l;
    if (can_play(r, state, move) != LUDC_OK || !ludc_lots_begin(&l, r, state, move))
        return 0;
    size_t n = play_number(&l, outcome) == LUDC_OK ? ludc_lots_text(&l, out, size) : 0;
    ludc_lots_free(&l);
    return n;
}

ludc_status ludc_outcome_parse(const ludc_reasoner *r, const void *state, ludc_move move, const char *text,
                               ludc_outcome *outcome)
{
    LudcLots l;
    const ludc_status playable = text && outcome ? can_play(r, state, move) : LUDC_USAGE;
    if (playable != LUDC_OK)
        return playable;
    if (!ludc_lots_begin(&l, r, state, move))
        return LUDC_IO;
    ludc_status status = ludc_lots_parse(&l, text);
    if (status == LUDC_OK && !number_of(&l, outcome))
        status = LUDC_UNSUPPORTED;
    ludc_lots_free(&l);
    return status;
}
