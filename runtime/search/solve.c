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

static SolveWay way_of(const ludc_reasoner *r)
{
    if (r->players > 2)
        return SOLVE_MAXN;
    return r->apply_lots ? SOLVE_LOTS : r->players == 1 ? SOLVE_ALONE : SOLVE_ALPHABETA;
}

/* Two payoffs: there is one question, whose answer is the value. */
static bool by_proof_numbers(const ludc_reasoner *r, const ludc_solve_options *o)
{
    double payoff[103];
    return o->method == LUDC_SOLVE_DFPN || (o->method == LUDC_SOLVE_AUTO && ludc_payoff_values(r, 1, payoff) == 2);
}

static bool take_table(ludc_solver *s)
{
    size_t value = s->way != SOLVE_ALPHABETA ? s->kept * sizeof(Range) : s->dfpn ? solve_dfpn_row() : 0;
    return s->way == SOLVE_ALONE || solve_table_new(&s->table, table_bytes(s), value);
}

static bool take_memory(ludc_solver *s)
{
    s->level = calloc(SOLVE_DEPTH + 2, sizeof *s->level);
    s->merit = calloc((size_t)s->r->codes + 1, sizeof *s->merit);
    if (s->r->apply_lots) {
        s->outcome = malloc(LUDC_OUTCOMES * sizeof *s->outcome);
        s->chance = malloc(LUDC_OUTCOMES * sizeof *s->chance);
    }
    return s->level && s->merit && (!s->r->apply_lots || (s->outcome && s->chance)) && take_table(s);
}

ludc_solver *ludc_solver_new(const ludc_reasoner *r, const ludc_solve_options *options, ludc_error *error)
{
    ludc_solve_options o = options ? *options : (ludc_solve_options){0};
    o.memory = o.memory ? o.memory : STANDARD_MEMORY;
    if (!r || o.memory < LEAST_MEMORY || !(o.seconds >= 0) || o.method > LUDC_SOLVE_DFPN) {
        ludc_error_set(error, LUDC_USAGE, "", "a solver needs a reasoner and 65536 bytes or more");
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
        s->way = way_of(r);
        s->dfpn = s->way == SOLVE_ALPHABETA && by_proof_numbers(r, &o);
        solve_find_counters(s);
        s->unit = UINT16_MAX / part * part;
        s->deadline = INFINITY;
        made = take_memory(s);
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
    solve_table_free(&s->table);
    for (uint32_t i = 0; s->level && i <= SOLVE_DEPTH + 1; i++) {
        free(s->level[i].state);
        free(s->level[i].move);
        free(s->level[i].child);
    }
    free(s->level);
    free(s->merit);
    free(s->lot);
    free(s->outcome);
    free(s->chance);
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

void solve_payoffs(ludc_solver *s, const void *state, double *out)
{
    ludc_payoffs(s->r, state, out);
    if (s->players == 2 && s->kept == 1 && fabs(out[0] + out[1] - 1) > 1e-9)
        s->broken = s->stopped = true;
}

Interval solve_result(ludc_solver *s, const void *state)
{
    double payoff[SOLVE_ROLES];
    solve_payoffs(s, state, payoff);
    double exact = payoff[0] * s->unit;
    return (Interval){(uint16_t)floor(exact + 1e-6), (uint16_t)ceil(exact - 1e-6)};
}

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

bool solve_late(ludc_solver *s)
{
    if (++s->positions % 256 == 0 && clock_now() > s->end)
        s->stopped = s->late = true;
    s->stopped |= s->positions >= s->pause;
    return s->stopped;
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* Positions that a search takes at first, where two take turns. */
enum { FIRST_TURN = 1 << 12 };

/* Rounds in which something is learnt, though the table is too small to keep it. */
enum { MOST_ROUNDS = 1000 };

/* After a round that did not find the value: true, if another one may.  As long as something is learnt the
 * same is asked again; then, if positions came back, those that differ in a counter are told apart, so that
 * in the end a limit of turns ends every line. */
static bool again(ludc_solver *s, uint32_t rounds)
{
    bool more = s->improved && rounds % MOST_ROUNDS != 0;
    return !s->stopped && s->circles && (more || solve_tell_apart(s));
}

static void begin_round(ludc_solver *s)
{
    s->round++;
    s->improved = s->circles = false;
}

/* With s->dfpn: is the value `beta` or more?  Both searches take turns, each time for twice as many positions, as
 * either may be the better by far; each knows what the other found (ours).  The last word is
 * alpha-beta's, where circles leave the answer open. */
static Interval ask(ludc_solver *s, uint32_t beta)
{
    bool proofs = s->o.method == LUDC_SOLVE_DFPN;
    for (uint64_t turn = FIRST_TURN;; turn *= proofs ? 2 : 1, proofs = !proofs) {
        s->pause = s->o.method == LUDC_SOLVE_DFPN ? UINT64_MAX : s->positions + turn;
        Interval v = proofs ? solve_dfpn(s, beta) : solve_alphabeta(s, 0, beta - 1, beta);
        bool paused = s->stopped && s->positions >= s->pause && !s->late && !s->broken && !s->together;
        s->pause = UINT64_MAX;
        if (v.low >= beta || v.high < beta || (s->stopped && !paused) || (!proofs && !paused))
            return v;
        s->stopped = false;
        begin_round(s);
        if (proofs && !paused)
            return solve_alphabeta(s, 0, beta - 1, beta);
    }
}

/* Null windows around the middle of what is left close in on the value; each answer is a bound that
 * was reached, so few are needed. */
static Interval by_windows(ludc_solver *s)
{
    Interval v = {0, (uint16_t)s->unit};
    for (uint32_t rounds = 1; v.low < v.high && !s->stopped; rounds++) {
        uint32_t beta = (v.low + v.high) / 2u + 1;
        begin_round(s);
        Interval found = s->dfpn ? ask(s, beta) : solve_alphabeta(s, 0, beta - 1, beta);
        Interval old = v;
        v.low = found.low > v.low ? found.low : v.low;
        v.high = found.high < v.high ? found.high : v.high;
        if (v.low == old.low && v.high == old.high && !again(s, rounds))
            break;
    }
    return v;
}

static void by_rounds(ludc_solver *s, Range *out)
{
    bool open = true;
    for (uint32_t rounds = 1; open; rounds++) {
        begin_round(s);
        solve_maxn(s, 0, out);
        open = false;
        for (uint32_t k = 0; k < s->kept; k++)
            open |= !solve_closed(out[k]);
        open = open && again(s, rounds);
    }
}

static Range by_means(ludc_solver *s)
{
    begin_round(s);
    Range v = solve_lots(s, 0, -1, 2);
    while (s->stopped && s->circles && !s->broken && !s->together && clock_now() <= s->end &&
           solve_tell_apart(s)) {
        s->stopped = false;
        s->lots = 0;
        begin_round(s);
        v = solve_lots(s, 0, -1, 2);
    }
    return v;
}

static Range range_of(const ludc_solver *s, Interval v)
{
    return (Range){(double)v.low / s->unit, (double)v.high / s->unit};
}

static void find(ludc_solver *s, Range *out)
{
    switch (s->way) {
    case SOLVE_ALPHABETA: out[0] = range_of(s, by_windows(s)); return;
    case SOLVE_LOTS: out[0] = by_means(s); return;
    case SOLVE_ALONE: out[0] = range_of(s, solve_alone(s, NULL, 0, NULL)); return;
    case SOLVE_MAXN: by_rounds(s, out); return;
    }
}

/* Two payoffs that do not add up to 1: both are kept from here on. */
static ludc_status keep_both(ludc_solver *s)
{
    solve_table_free(&s->table);
    s->kept = 2;
    s->way = SOLVE_MAXN;
    s->broken = s->stopped = false;
    s->lots = 0;
    return take_table(s) ? LUDC_OK : LUDC_IO;
}

static ludc_status begin(ludc_solver *s, const void *state)
{
    s->positions = 0;
    s->stopped = s->together = s->late = false;
    s->pause = UINT64_MAX;
    s->lots = 0;
    s->end = s->o.seconds > 0 ? clock_now() + s->o.seconds : INFINITY;
    s->end = fmin(s->end, s->deadline);
    if (!make_level(s, &s->level[0]))
        return LUDC_IO;
    memcpy(s->level[0].state, state, s->r->state_size);
    return LUDC_OK;
}

/* Ranges of the kept roles as what is told of all roles. */
static void tell(const ludc_solver *s, const Range *v, ludc_solved *out)
{
    out->solved = 1;
    for (uint32_t p = 0; p < s->players; p++) {
        bool other = s->players == 2 && s->kept == 1 && p == 1;
        out->low[p] = other ? 1 - v[0].high : v[p].low;
        out->high[p] = other ? 1 - v[0].low : v[p].high;
        out->value[p] = (out->low[p] + out->high[p]) / 2;
        out->solved &= out->high[p] - out->low[p] < 1e-9;
    }
}

ludc_status ludc_solver_value(ludc_solver *s, const void *state, ludc_solved *out)
{
    Range v[SOLVE_ROLES];
    if (!s || !state || !out)
        return LUDC_USAGE;
    ludc_status status = begin(s, state);
    *out = (ludc_solved){0};
    for (uint32_t k = 0; k < s->players; k++)
        v[k] = (Range){0, 1};
    if (!status)
        find(s, v);
    if (!status && s->broken) {
        status = keep_both(s);
        if (!status)
            find(s, v);
    }
    if (s->together)
        return LUDC_UNSUPPORTED;
    tell(s, v, out);
    out->positions = s->positions;
    return status;
}

/* The mean of what is found of the outcomes of a move. */
static ludc_status value_of_lots(ludc_solver *s, const void *state, ludc_move move, unsigned char *next, ludc_solved *out)
{
    const ludc_reasoner *r = s->r;
    size_t n = ludc_outcomes_distinct(r, state, move, LUDC_OUTCOMES, s->outcome, s->chance);
    Lot *lot = malloc((n + 1) * sizeof *lot);
    ludc_status status = lot ? LUDC_OK : LUDC_IO;
    for (size_t i = 0; i < n && lot; i++)
        lot[i] = (Lot){s->outcome[i], s->chance[i], {0, 1}};
    out->solved = n > 0;
    for (uint32_t p = 0; p < s->players && !n; p++)
        out->high[p] = 1;
    for (size_t i = 0; i < n && !status; i++) {
        ludc_solved one;
        memcpy(next, state, r->state_size);
        ludc_apply_outcome(r, next, move, lot[i].outcome, NULL);
        status = ludc_solver_value(s, next, &one);
        out->positions += one.positions;
        for (uint32_t p = 0; p < s->players; p++) {
            out->low[p] += lot[i].chance * one.low[p];
            out->high[p] += lot[i].chance * one.high[p];
        }
        out->solved &= one.solved;
    }
    for (uint32_t p = 0; p < s->players; p++)
        out->value[p] = (out->low[p] + out->high[p]) / 2;
    free(lot);
    return status;
}

ludc_status ludc_solver_step(ludc_solver *s, const void *state, const ludc_move *moves, ludc_solved *out)
{
    if (!s || !state || !moves || !out || s->r->over(s->r, state))
        return LUDC_USAGE;
    unsigned char *next = malloc(s->r->state_size);
    *out = (ludc_solved){0};
    if (!next)
        return LUDC_IO;
    memcpy(next, state, s->r->state_size);
    ludc_status status = ludc_apply_joint(s->r, next, moves, NULL);
    if (!status && s->outcome)
        status = value_of_lots(s, state, moves[s->r->mover(s->r, state) - 1], next, out);
    else if (!status)
        status = ludc_solver_value(s, next, out);
    free(next);
    return status;
}

ludc_status ludc_solver_time(ludc_solver *s, double seconds)
{
    if (!s || !(seconds >= 0))
        return LUDC_USAGE;
    s->deadline = seconds > 0 ? clock_now() + seconds : INFINITY;
    return LUDC_OK;
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

/* A step that keeps the value; false: none was found in time. */
static bool keeps_value(ludc_solver *s, const void *state, const ludc_solved *value, ludc_move *step)
{
    if (begin(s, state) || !solve_open(s, 0))
        return false;
    Level *l = &s->level[0];
    uint32_t n = l->n, chooser = l->chooser;
    ludc_move *moves = malloc((n + 1) * sizeof *moves);
    bool found = false;
    if (!moves)
        return false;
    memcpy(moves, l->move, n * sizeof *moves);
    memcpy(step, l->step, s->players * sizeof *step);
    for (uint32_t i = 0; i < n && !found; i++) {
        ludc_solved child;
        step[chooser - 1] = moves[i];
        found = ludc_solver_step(s, state, step, &child) == LUDC_OK && equal_value(&child, value, s->players);
    }
    free(moves);
    return found;
}

/* Does the step draw lots?  Plays it. */
static bool draws(const ludc_solver *s, void *state, const ludc_move *step)
{
    const ludc_reasoner *r = s->r;
    uint32_t bound;
    if (s->outcome)
        return r->apply_lots(r, state, step[r->mover(r, state) - 1], NULL, 0, &bound, 1) > 0;
    ludc_apply_joint(r, state, step, NULL);
    return false;
}

size_t ludc_solver_line(ludc_solver *s, const void *state, ludc_move *moves, size_t room)
{
    size_t n = 0;
    ludc_solved value;
    if (!s || !state || ludc_solver_value(s, state, &value) || !value.solved)
        return 0;
    if (s->way == SOLVE_ALONE) {
        if (!begin(s, state))
            solve_alone(s, moves, room, &n);
        return n;
    }
    unsigned char *now = malloc(s->r->state_size);
    bool known = now != NULL;
    if (now)
        memcpy(now, state, s->r->state_size);
    while (known && n < room && !s->r->over(s->r, now) && keeps_value(s, now, &value, moves + n * s->players)) {
        known = !draws(s, now, moves + n * s->players);
        n++;
    }
    free(now);
    return n;
}
