/* playout.h - playouts that are not uniform: a rule scores moves by what it has learnt or by looking ahead, and a
 * chooser of ludc_policy.h makes chances of the scores. */
#ifndef LUDC_SEARCH_PLAYOUT_H
#define LUDC_SEARCH_PLAYOUT_H

#include "runtime/include/ludc_policy.h"
#include "runtime/search/search.h"

/* Steps of a game that are kept for learning, those in the tree among them; later ones teach nothing. */
enum { PLAYOUT_STEPS = 8192 };

/* What was learnt under a key. */
typedef struct {
    uint32_t tag; /* of the key; 0: empty */
    uint32_t count;
    float value; /* a mean, a weight */
    uint32_t move;
} Taught;

/* A step of the line from the root to the end of a playout. */
typedef struct {
    uint32_t role;    /* who moved; 0: all, or it is not known */
    uint32_t last[2]; /* hashes of the step before it, and of the one before that */
    uint32_t first, n; /* ppa: its legal moves */
} Step;

typedef struct {
    const char *name;
    ludc_score_fn *score; /* data: Playouts */
    void (*learn)(Playouts *p, const double *payoff);
    /* Before a step: what learning needs of the state.  May be NULL. */
    void (*note)(Playouts *p, const void *state, Step *step);
    /* A role plays a move.  May be NULL. */
    void (*played)(Playouts *p, const void *before, uint32_t role, uint32_t move);
    bool ahead;  /* it looks ahead: scratch states are needed */
    bool planes; /* it reads planes */
    uint64_t entries; /* of the table at most; 0: none */
} PlayoutRule;

struct Playouts {
    const ludc_reasoner *r;
    const PlayoutRule *rule;
    ludc_chooser *chooser;
    FeatureSearch *features; /* the search's, for the rule of that name */
    uint32_t players, width; /* moves of a step: of every role, or the mover's */
    bool fixed;              /* nothing is learnt: for tests */
    double temp;
    Taught *table;           /* [mask + 1] */
    uint32_t mask;
    float *theta;            /* fast: [players][bits], and what is added for the bias */
    uint32_t bits, words;
    uint64_t *seen;          /* fast: planes of states, [states + 1][words], the last for a score */
    uint32_t states, noted;
    uint32_t *list;          /* ppa: legal moves of steps */
    float *change;           /* and by how much their weights go up */
    uint32_t listed, list_room;
    uint32_t *move;          /* [PLAYOUT_STEPS][width] */
    Step *step;
    uint32_t n, begun;       /* steps; those in the tree */
    uint32_t last[2];
    unsigned char *scratch[2]; /* states */
    ludc_move *replies;        /* [moves of a state] */
};

/* Of the option; NULL: uniform, as the reasoner plays. */
const PlayoutRule *playout_rule(uint32_t playout);
uint64_t playouts_bytes(const ludc_search *s);
/* NULL: memory is out. */
Playouts *playouts_new(const ludc_reasoner *r, const ludc_search_options *o);
void playouts_free(Playouts *p);
void playouts_clear(Playouts *p);
/* What was learnt, as bytes; false: they are not of such a table, and nothing is changed. */
size_t playouts_saved_size(const Playouts *p);
void playouts_save(const Playouts *p, unsigned char *out);
bool playouts_restore(Playouts *p, const unsigned char *saved, size_t size);
/* The steps from the root to the leaf on the search's path. */
void playout_from_leaf(ludc_search *s);
/* A playout from s->state, which becomes its end, and what it teaches.  Payoffs as search_payoffs.  false: it was given
 * up (search_late), and taught nothing. */
bool playout_by_rule(ludc_search *s, double *payoff);

/* ---- for rules ------------------------------------------------------------------------- */

/* What is known under a key; NULL: nothing.  With `make` there is room for it, be it that of another. */
Taught *playout_find(const Playouts *p, uint64_t key);
Taught *playout_make(Playouts *p, uint64_t key);
/* Keys: a role's move after `n` steps (0, 1 or 2) whose hashes are last[0 .. n-1]; its reply to them. */
uint64_t playout_key(uint32_t role, uint32_t move, const uint32_t *last, unsigned n);
/* The state after a role's move, in p->scratch[which]; lots give their first outcome.  false: other roles choose,
 * too. */
bool playout_ahead(Playouts *p, const void *state, unsigned role, ludc_move move, unsigned which);

extern const PlayoutRule playout_mast, playout_nst, playout_ppa, playout_lgr, playout_fast, playout_decisive, playout_features;

#endif
