/* alphabeta.h - the agent alphabeta, as ludc_search_.. calls it where ludc_search.deep is set. */
#ifndef LUDC_SEARCH_ALPHABETA_H
#define LUDC_SEARCH_ALPHABETA_H

#include "runtime/search/search.h"

/* What is thought of a value, and what it is proved to lie between. */
typedef struct {
    double v, low, high;
} Guess;

typedef struct {
    ludc_move move;
    uint64_t visits; /* positions below it, of all depths */
    bool tried;
    Guess g[16]; /* a kept role each */
} DeepMove;

typedef struct Deep Deep;

Deep *alphabeta_new(ludc_search *s); /* NULL: too little memory */
void alphabeta_free(Deep *d);        /* NULL is allowed */
/* From s->root; `keep`: what the table has stays. */
ludc_status alphabeta_begin(Deep *d, bool keep);
/* LUDC_UNSUPPORTED: several roles choose at once somewhere. */
ludc_status alphabeta_run(Deep *d, uint64_t iterations, double end);

void alphabeta_figures(const Deep *d, ludc_search_stats *out);
void alphabeta_value(const Deep *d, double *value, double *low, double *high);
/* The role that chooses at the root. */
unsigned alphabeta_chooser(const Deep *d);
size_t alphabeta_moves(const Deep *d, unsigned player, ludc_search_move *out, size_t room);
size_t alphabeta_line(const Deep *d, ludc_move *moves, size_t room);

#endif
