/* draw.h - a set of candidates from which one is drawn at random and, when it is
 * rejected, taken out.  Words are uniform in [0, 2^64). */
#ifndef LUDC_RUNTIME_DRAW_H
#define LUDC_RUNTIME_DRAW_H

#include <stdbool.h>
#include <stdint.h>

/* Those still in stand in slots 0 .. n-1, in the order of the caller's list. */
typedef struct {
    uint32_t n, room;
    uint32_t *at;   /* [n] the candidate's place in the caller's list */
    double *score;  /* [n] once weighed */
    double *weight; /* [n] exp((score - the best) / temperature), as of the last weighing */
    double total;   /* of the weights */
    double weighed; /* the total when they were last weighed */
    double temperature; /* 0: scores only, no weights */
    bool scored;
} LudcDraw;

/* false: memory is out. */
bool ludc_draw_room(LudcDraw *d, uint32_t room);
void ludc_draw_free(LudcDraw *d);
/* All of 0 .. n-1 are in, without scores; n <= room. */
void ludc_draw_begin(LudcDraw *d, uint32_t n);
/* Scores of all: they stand in d->score.  temperature > 0: for ludc_draw_weighted. */
void ludc_draw_weigh(LudcDraw *d, double temperature);

/* A slot; the set is not empty. */
uint32_t ludc_draw_uniform(const LudcDraw *d, uint64_t word);
uint32_t ludc_draw_best(const LudcDraw *d, uint64_t word); /* uniform among the best */
uint32_t ludc_draw_weighted(const LudcDraw *d, uint64_t word);
/* Takes a slot out; the chances of the others are renormalised. */
void ludc_draw_remove(LudcDraw *d, uint32_t slot);

/* A word as a number in [0, 1), a multiple of 2^-53. */
double ludc_draw_unit(uint64_t word);

#endif
