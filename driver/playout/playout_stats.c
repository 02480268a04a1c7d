/* playout_stats.c - many playouts, counted. */
#include "driver/playout/playout_stats.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "driver/interrupts.h"
#include "ir/offer/records.h"
#include "runtime/include/ludc.h"
#include "runtime/reading.h"

enum { LONGEST = 1 << 20, MAX_THREADS = 1024, MANY = 1 << 20, FEW = 1 << 8 };

_Static_assert((int)IR_MOST_RANK2 < (int)LUDC_RANKS2, "ludc_tally counts every rank of games that are played many at once");

void *stats_room(void *block, size_t n, size_t size)
{
    void *more = realloc(block, (n ? n : 1) * size);
    if (!more)
        memory_out();
    return more;
}

/* ---- histograms --------------------------------------------------------------- */

static void add_length(Histogram *h, uint32_t length, uint64_t times)
{
    size_t at = length < LONGEST ? length : LONGEST;
    if (at >= h->nlength) {
        size_t n = at + 1 + at / 2;
        h->length = stats_room(h->length, n, sizeof *h->length);
        memset(h->length + h->nlength, 0, (n - h->nlength) * sizeof *h->length);
        h->nlength = n;
    }
    h->length[at] += times;
}

static void add_outcome(Histogram *h, const double *payoff, uint64_t times)
{
    size_t i = 0;
    while (i < h->noutcome && memcmp(h->outcome[i].payoff, payoff, sizeof h->outcome[i].payoff) != 0)
        i++;
    if (i == h->noutcome) {
        if (!(h->noutcome & (h->noutcome - 1))) /* full at each power of two */
            h->outcome = stats_room(h->outcome, h->noutcome ? 2 * h->noutcome : 1, sizeof *h->outcome);
        memcpy(h->outcome[i].payoff, payoff, sizeof h->outcome[i].payoff);
        h->outcome[i].count = 0;
        h->noutcome++;
    }
    h->outcome[i].count += times;
}

void histogram_add(Histogram *h, const double *payoff) { add_outcome(h, payoff, 1); }

static void add_histogram(Histogram *to, const Histogram *from)
{
    for (size_t i = 0; i < from->nlength; i++)
        if (from->length[i])
            add_length(to, (uint32_t)i, from->length[i]);
    for (size_t i = 0; i < from->noutcome; i++)
        add_outcome(to, from->outcome[i].payoff, from->outcome[i].count);
}

/* ---- playing ------------------------------------------------------------------ */

static void count_rank(Tally *t, const void *state, unsigned player)
{
    uint32_t rank2 = t->r->rank2(t->r, state, player + 1);
    if (rank2 < LUDC_RANKS2)
        t->ranks[player][rank2]++;
    else
        t->score[player] += ludc_rank_payoff(rank2 / 2.0, t->r->players);
}

static void add_ranks(Tally *t)
{
    for (unsigned p = 0; p < t->r->players; p++)
        for (unsigned i = 0; i < LUDC_RANKS2; i++)
            t->score[p] += (double)t->ranks[p][i] * ludc_rank_payoff(i / 2.0, t->r->players);
    memset(t->ranks, 0, sizeof t->ranks);
}

static void count(Tally *t, const void *state, uint32_t moves)
{
    t->playouts++;
    t->moves += moves;
    t->squares += (double)moves * moves;
    const ludc_reasoner *r = t->r;
    if (t->turn_view && moves >= t->turn_least)
        t->by_turns += r->view(r, state, (uint32_t)t->turn_view - 1, 0) != 0;
    if (!t->histogram && !r->joint && r->over(r, state)) {
        for (unsigned p = 0; p < r->players; p++)
            count_rank(t, state, p);
        return;
    }
    double payoff[MAX_PLAYERS] = {0};
    if (moves >= t->limit && !ludc_over(r, state)) {
        t->cut++;
        ludc_payoffs_cut(r, state, payoff);
    } else {
        ludc_payoffs(r, state, payoff);
    }
    for (unsigned p = 0; p < r->players; p++)
        t->score[p] += payoff[p];
    if (t->histogram) {
        add_length(&t->seen, moves, 1);
        add_outcome(&t->seen, payoff, 1);
    }
}

/* Counts what `playouts` gave. */
static void add_tally(Tally *t, const ludc_tally *seen, uint32_t ended)
{
    t->playouts += ended;
    t->moves += seen->moves;
    t->squares += (double)seen->squares;
    for (unsigned p = 0; p < t->r->players; p++)
        if (t->r->joint)
            t->score[p] += (double)seen->ranks[p][0] / 100.0;
        else
            for (unsigned i = 0; i < LUDC_RANKS2; i++)
                t->ranks[p][i] += seen->ranks[p][i];
}

/* Nothing asks for more of a playout than `playouts` tells. */
static bool plays_many(const Tally *t)
{
    return t->r->playouts && !t->play && !t->histogram && (!t->turn_view || (t->turn_least && !t->long_games));
}

/* Was one of them so long that the limit of turns may have ended it? */
static bool long_among(const Tally *t, const ludc_tally *seen, bool all_ended)
{
    return t->turn_view && (!all_ended || seen->squares >= (uint64_t)t->turn_least * t->turn_least);
}

static void play_one(Tally *t, const void *start, void *state, size_t size)
{
    memcpy(state, start, size);
    count(t, state, t->play ? t->play(t, state) : t->r->playout(t->r, state, &t->rng, t->limit));
}

/* How many playouts of n were played: where one is long, none, and those that come are looked at one by one. */
static uint64_t play_many(Tally *t, const void *start, void *state, size_t size, uint64_t n)
{
    uint64_t played = 0;
    while (played < n) {
        const uint64_t most = t->turn_view ? FEW : MANY, rng = t->rng;
        const uint32_t many = n - played < most ? (uint32_t)(n - played) : (uint32_t)most;
        ludc_tally seen = {0};
        const uint32_t ended = t->r->playouts(t->r, start, state, &t->rng, t->limit, many, &seen);
        if (long_among(t, &seen, ended == many)) {
            t->long_games = true;
            t->rng = rng;
            break;
        }
        add_tally(t, &seen, ended);
        if (ended < many)
            play_one(t, start, state, size);
        played += ended + (ended < many);
    }
    return played;
}

static void play_some(Tally *t, const void *start, void *state, size_t size, uint64_t n)
{
    for (uint64_t i = plays_many(t) ? play_many(t, start, state, size, n) : 0; i < n; i++)
        play_one(t, start, state, size);
}

/* Faster code may have taken over: from then on it is called at once, and counted apart. */
static void look_for_swap(Tally *t, double *swapped_at, uint64_t *before)
{
    const Swap *swap = *swapped_at < 0 && t->player->swapped ? t->player->swapped(t->player->owned) : NULL;
    if (swap) {
        t->r = swap->reasoner;
        *swapped_at = thread_ms();
        *before = t->playouts;
    }
}

void tally_run(Tally *t)
{
    const ludc_reasoner *r = t->r;
    size_t size = ludc_state_size(r);
    void *start = calloc(1, size), *state = calloc(1, size);
    if (!start || !state)
        memory_out();
    double began = thread_ms(), swapped_at = -1;
    ludc_init(r, start);
    if (t->start)
        memcpy(start, t->start, size);
    uint64_t batch = 1, before = 0; /* playouts between two looks at the clock; until the swap */
    while (t->playouts < t->want) {
        double look = clock_ms();
        if (interrupts_came() || look >= t->until || thread_ms() - began >= t->cpu_for)
            break;
        play_some(t, start, state, size, batch < t->want - t->playouts ? batch : t->want - t->playouts);
        double now = clock_ms();
        if (t->first_at <= 0)
            t->first_at = now;
        look_for_swap(t, &swapped_at, &before);
        if (now - look < 5 && batch < UINT64_C(1) << 40)
            batch *= 2;
    }
    t->cpu_ms = thread_ms() - began;
    add_ranks(t);
    if (swapped_at >= 0) {
        t->steady_ms = thread_ms() - swapped_at;
        t->steady = t->playouts - before;
    }
    free(start);
    free(state);
}

static void *run(void *data)
{
    tally_run(data);
    return NULL;
}

static void add(Tally *to, const Tally *from)
{
    to->playouts += from->playouts;
    to->moves += from->moves;
    to->cut += from->cut;
    to->by_turns += from->by_turns;
    to->squares += from->squares;
    to->cpu_ms += from->cpu_ms;
    to->steady_ms += from->steady_ms;
    to->steady += from->steady;
    for (unsigned p = 0; p < MAX_PLAYERS; p++)
        to->score[p] += from->score[p];
    add_histogram(&to->seen, &from->seen);
}

void tally_run_all(Tally *t, size_t n)
{
    pthread_t thread[MAX_THREADS];
    bool started[MAX_THREADS] = {false};
    for (size_t i = 1; i < n; i++)
        started[i] = i < MAX_THREADS && pthread_create(&thread[i], NULL, run, &t[i]) == 0;
    tally_run(&t[0]);
    for (size_t i = 1; i < n; i++) {
        if (started[i])
            pthread_join(thread[i], NULL);
        else
            tally_run(&t[i]); /* no thread to be had: one after the other */
        add(&t[0], &t[i]);
    }
}

void tally_free(Tally *t)
{
    free(t->seen.length);
    free(t->seen.outcome);
    t->seen = (Histogram){0};
}

double tally_mean(const Tally *t) { return t->playouts ? (double)t->moves / (double)t->playouts : 0; }

double tally_deviation(const Tally *t)
{
    double n = (double)t->playouts, mean = tally_mean(t);
    double variance = t->playouts > 1 ? (t->squares - n * mean * mean) / (n - 1) : 0;
    return variance > 0 ? sqrt(variance) : 0;
}
