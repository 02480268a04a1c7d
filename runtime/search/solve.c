/* solve.c - a solver: made, asked, and its stack of positions. */
#include "runtime/search/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/game.h"

enum { STANDARD_MEMORY = 256 << 20, LEAST_MEMORY = 65536 };

/* ---- making one ------------------------------------------------------------------- */

/* The share of memory that the table takes; states and lists on the stack have the rest. */
static uint64_t table_bytes(const ludc_solver *s) { return s->o.memory - s->o.memory / 8; }

ludc_solver *ludc_solver_new(const ludc_reasoner *r, const ludc_solve_options *options, ludc_error *error)
{
    ludc_solve_options o = options ? *options : (ludc_solve_options){0};
    o.memory = o.memory ? o.memory : STANDARD_MEMORY;
    if (!r || o.memory < LEAST_MEMORY || !(o.seconds >= 0)) {
        ludc_error_set(error, LUDC_USAGE, "", "a solver needs a reasoner and 65536 bytes or more");
        return NULL;
    }
    if (r->apply_random) {
        ludc_error_set(error, LUDC_UNSUPPORTED, "", "the rules draw lots; only games without are solved");
        return NULL;
    }
    ludc_solver *s = calloc(1, sizeof *s);
    bool made = s != NULL;
    if (made) {
        uint32_t part = r->joint ? 100 : r->players > 1 ? 2 * (r->players - 1) : 1;
        s->r = r;
        s->o = o;
        s->players = r->players;
        s->kept = r->players <= 2 ? 1 : r->players;
        s->unit = UINT16_MAX / part * part;
        s->level = calloc(SOLVE_DEPTH + 2, sizeof *s->level);
        s->merit = calloc((size_t)r->codes + 1, sizeof *s->merit);
        made = s->level && s->merit && solved_new(&s->table, table_bytes(s), s->kept);
    }
    if (!made) {
        ludc_solver_free(s);
        ludc_error_set(error, LUDC_IO, "", "there is too little memory for the table");
        return NULL;
    }
    return s;
}

void ludc_solver_free(ludc_solver *s)
{
    if (!s)
        return;
    solved_free(&s->table);
    for (uint32_t i = 0; s->level && i <= SOLVE_DEPTH + 1; i++) {
        free(s->level[i].state);
        free(s->level[i].move);
    }
    free(s->level);
    free(s->merit);
    free(s);
}

/* ---- the stack -------------------------------------------------------------------------- */

static bool make_level(ludc_solver *s, Level *l)
{
    if (!l->state)
        l->state = aligned_alloc(64, ((size_t)s->r->state_size + 63) / 64 * 64);
    return l->state != NULL;
}

static bool room_for(Level *l, uint32_t n)
{
    if (n <= l->room)
        return true;
    ludc_move *more = realloc(l->move, n * sizeof *more);
    if (more) {
        l->move = more;
        l->room = n;
    }
    return more != NULL;
}

/* The moves of the role that chooses; the others have one each. */
static bool open_joint(ludc_solver *s, Level *l)
{
    const ludc_reasoner *r = s->r;
    uint32_t choosers = 0;
    l->chooser = 1;
    for (uint32_t p = 1; p <= s->players; p++)
        if (r->moves_of(r, l->state, p, NULL) > 1) {
            l->chooser = p;
            choosers++;
        }
    if (choosers > 1) {
        s->together = s->stopped = true;
        return false;
    }
    for (uint32_t p = 1; p <= s->players; p++) {
        uint32_t n = r->moves_of(r, l->state, p, NULL);
        if (!room_for(l, n + 1))
            return false;
        r->moves_of(r, l->state, p, l->move);
        l->step[p - 1] = n ? l->move[0] : 0;
    }
    l->n = r->moves_of(r, l->state, l->chooser, l->move);
    return true;
}

bool solve_open(ludc_solver *s, uint32_t depth)
{
    const ludc_reasoner *r = s->r;
    Level *l = &s->level[depth];
    bool opened = true;
    if (r->joint) {
        opened = open_joint(s, l);
    } else {
        uint32_t n = r->moves(r, l->state, NULL);
        opened = room_for(l, n + 1);
        l->n = opened ? r->moves(r, l->state, l->move) : 0;
        l->chooser = r->mover(r, l->state);
    }
    s->stopped |= !opened;
    return opened;
}

bool solve_play(ludc_solver *s, uint32_t depth, uint32_t i)
{
    const ludc_reasoner *r = s->r;
    Level *l = &s->level[depth], *next = l + 1;
    if (!make_level(s, next)) {
        s->stopped = true;
        return false;
    }
    memcpy(next->state, l->state, r->state_size);
    if (!r->joint) {
        r->apply(r, next->state, l->move[i]);
        return true;
    }
    ludc_move step[SOLVE_ROLES];
    memcpy(step, l->step, sizeof step);
    step[l->chooser - 1] = l->move[i];
    r->apply_joint(r, next->state, step);
    return true;
}

void solve_result(ludc_solver *s, const void *state, Interval *out)
{
    double payoff[SOLVE_ROLES];
    ludc_payoffs(s->r, state, payoff);
    for (uint32_t k = 0; k < s->kept; k++) {
        double exact = payoff[k] * s->unit;
        out[k] = (Interval){(uint16_t)floor(exact + 1e-6), (uint16_t)ceil(exact - 1e-6)};
    }
    if (s->players == 2 && s->kept == 1 && fabs(payoff[0] + payoff[1] - 1) > 1e-9)
        s->broken = s->stopped = true;
}

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

bool solve_late(ludc_solver *s)
{
    if (++s->positions % 4096 == 0 && clock_now() > s->end)
        s->stopped = true;
    return s->stopped;
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* Null windows around the middle of what is left close in on the value; each answer is a bound that
 * was reached, so few are needed. */
static Interval by_windows(ludc_solver *s)
{
    Interval v = {0, (uint16_t)s->unit};
    while (v.low < v.high && !s->stopped) {
        uint32_t beta = (v.low + v.high) / 2u + 1;
        Interval found = solve_alphabeta(s, 0, beta - 1, beta);
        Interval old = v;
        v.low = found.low > v.low ? found.low : v.low;
        v.high = found.high < v.high ? found.high : v.high;
        if (v.low == old.low && v.high == old.high)
            break; /* unknown: it repeats */
    }
    return v;
}

static void find(ludc_solver *s, Interval *out)
{
    if (s->players == 1)
        out[0] = solve_alone(s, NULL, 0, NULL);
    else if (s->kept == 1)
        out[0] = by_windows(s);
    else
        solve_maxn(s, 0, out);
}

/* Two payoffs that do not add up to 1: both are kept from here on. */
static ludc_status keep_both(ludc_solver *s)
{
    solved_free(&s->table);
    s->kept = 2;
    s->broken = s->stopped = false;
    return solved_new(&s->table, table_bytes(s), s->kept) ? LUDC_OK : LUDC_IO;
}

static ludc_status begin(ludc_solver *s, const void *state)
{
    s->positions = 0;
    s->stopped = s->together = false;
    s->end = s->o.seconds > 0 ? clock_now() + s->o.seconds : INFINITY;
    if (!make_level(s, &s->level[0]))
        return LUDC_IO;
    memcpy(s->level[0].state, state, s->r->state_size);
    return LUDC_OK;
}

ludc_status ludc_solver_value(ludc_solver *s, const void *state, ludc_solved *out)
{
    Interval v[SOLVE_ROLES];
    if (!s || !state || !out)
        return LUDC_USAGE;
    ludc_status status = begin(s, state);
    *out = (ludc_solved){.solved = 1};
    for (uint32_t k = 0; k < s->players; k++)
        v[k] = (Interval){0, (uint16_t)s->unit};
    if (!status)
        find(s, v);
    if (!status && s->broken) {
        status = keep_both(s);
        if (!status)
            find(s, v);
    }
    if (s->together)
        return LUDC_UNSUPPORTED;
    for (uint32_t p = 0; p < s->players; p++) {
        bool other = s->players == 2 && s->kept == 1 && p == 1;
        double low = (double)v[other ? 0 : p].low / s->unit, high = (double)v[other ? 0 : p].high / s->unit;
        out->low[p] = other ? 1 - high : low;
        out->high[p] = other ? 1 - low : high;
        out->value[p] = (out->low[p] + out->high[p]) / 2;
        out->solved &= low >= high;
    }
    out->positions = s->positions;
    return status;
}

ludc_status ludc_solver_chooser(ludc_solver *s, const void *state, unsigned *player)
{
    if (!s || !state || !player)
        return LUDC_USAGE;
    ludc_status status = begin(s, state);
    if (status || !solve_open(s, 0))
        return s->together ? LUDC_UNSUPPORTED : LUDC_IO;
    *player = s->level[0].chooser;
    return LUDC_OK;
}

/* ---- the line ------------------------------------------------------------------------------------ */

static bool equal_value(const ludc_solved *a, const ludc_solved *b, uint32_t players)
{
    for (uint32_t p = 0; p < players; p++)
        if (fabs(a->value[p] - b->value[p]) > 1e-9)
            return false;
    return a->solved && b->solved;
}

/* Plays a step that keeps the value; false: none was found in time. */
static bool keep_value(ludc_solver *s, void *state, const ludc_solved *value, ludc_move *step)
{
    const ludc_reasoner *r = s->r;
    if (begin(s, state) || !solve_open(s, 0))
        return false;
    Level *l = &s->level[0];
    uint32_t n = l->n, chooser = l->chooser;
    ludc_move *moves = malloc((n + 1) * sizeof *moves), others[SOLVE_ROLES];
    unsigned char *next = malloc(r->state_size);
    bool found = false;
    if (moves && next) {
        memcpy(moves, l->move, n * sizeof *moves);
        memcpy(others, l->step, sizeof others);
        for (uint32_t i = 0; i < n && !found; i++) {
            ludc_solved child;
            memcpy(next, state, r->state_size);
            memcpy(step, others, s->players * sizeof *step);
            step[chooser - 1] = moves[i];
            ludc_apply_joint(r, next, step, NULL);
            found = ludc_solver_value(s, next, &child) == LUDC_OK && equal_value(&child, value, s->players);
        }
        if (found)
            memcpy(state, next, r->state_size);
    }
    free(moves);
    free(next);
    return found;
}

size_t ludc_solver_line(ludc_solver *s, const void *state, ludc_move *moves, size_t room)
{
    size_t n = 0;
    ludc_solved value;
    if (!s || !state || ludc_solver_value(s, state, &value) || !value.solved)
        return 0;
    if (s->players == 1) {
        if (!begin(s, state))
            solve_alone(s, moves, room, &n);
        return n;
    }
    unsigned char *now = malloc(s->r->state_size);
    if (now)
        memcpy(now, state, s->r->state_size);
    while (now && n < room && !s->r->over(s->r, now) && keep_value(s, now, &value, moves + n * s->players))
        n++;
    free(now);
    return n;
}
