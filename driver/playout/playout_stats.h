/* playout_stats.h - many playouts of a game and what they added up to: for `playout` and
 * `bench`. */
#ifndef LUDC_DRIVER_TALLY_H
#define LUDC_DRIVER_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/engine/compile.h"

enum { MAX_PLAYERS = 16, NO_LIMIT = 1 << 30 };

/* One distinct outcome: the payoffs of all players, and how often it came. */
typedef struct {
    double payoff[MAX_PLAYERS];
    uint64_t count;
} Outcome;

/* How often playouts had each length and each outcome. */
typedef struct {
    uint64_t *length; /* [nlength]; the last one possible also counts what is longer */
    size_t nlength;
    Outcome *outcome; /* [noutcome], in the order they first came */
    size_t noutcome;
} Histogram;

/* One game more with these payoffs, [MAX_PLAYERS]; its length is not asked. */
void histogram_add(Histogram *h, const double *payoff);

typedef struct Tally Tally;

/* What one thread does and finds. */
struct Tally {
    const Player *player;
    const ludc_reasoner *r;
    const void *start; /* where playouts begin; NULL: at the start of the game */
    uint64_t rng;
    uint64_t want;   /* playouts; UINT64_MAX: until a clock says so */
    double until;    /* clock_ms; INFINITY: no end */
    double cpu_for;  /* milliseconds of this thread's processor time; INFINITY: no end */
    uint32_t limit;  /* moves a playout */
    /* Plays `state` on; NULL: ludc_playout. */
    uint32_t (*play)(Tally *t, void *state);
    void *data;      /* of `play` */
    bool histogram;  /* fill `seen` */
    uint64_t playouts, moves;
    uint64_t cut;    /* playouts that `limit` ended */
    int turn_view;   /* 1 + the view that is not 0 where the limit of turns or moves ended the game; 0: it is not asked */
    uint32_t turn_least; /* it ends none with fewer moves; 0: nothing is known */
    bool long_games;     /* playouts of so many moves may have come */
    uint64_t by_turns; /* playouts that it ended */
    double squares;  /* sum of squared lengths */
    double score[MAX_PLAYERS]; /* sums of payoffs */
    double cpu_ms;
    double first_at; /* clock_ms when the first playout was over */
    double steady_ms; /* since faster code took over: processor time, */
    uint64_t steady;  /* and playouts; 0 while it has not */
    Histogram seen;
    /* How often each player ended with each rank2, where that is not in `score` yet: a playout
     * of a few moves takes no longer than the divisions that make payoffs of ranks. */
    uint64_t ranks[MAX_PLAYERS][LUDC_RANKS2];
};

/* Plays until one of the three ends is reached. */
void tally_run(Tally *t);
/* The same on n threads; the sums stand in the first after. */
void tally_run_all(Tally *t, size_t n);
void tally_free(Tally *t);

/* realloc of n items; ends the program where memory is out. */
void *stats_room(void *block, size_t n, size_t size);

double tally_mean(const Tally *t);      /* of the lengths */
double tally_deviation(const Tally *t); /* of the lengths, of a sample */

#endif
