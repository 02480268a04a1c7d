/* abi.h - what a reasoner is: the interface between generated code (or the
 * evaluator) and everything that plays.
 *
 * A reasoner is a constant struct of sizes, names and functions.  States are
 * plain memory of state_size bytes, owned by the caller, aligned to 16; copying
 * one is memcpy, comparing two is memcmp (padding is zero).  No function
 * allocates, prints or keeps anything between calls; all are safe to call from
 * any number of threads on different states.
 *
 * Generated files export one symbol, `ludc_reasoner_NAME` or, in a shared
 * object, `ludc_reasoner`. */
#ifndef LUDC_ABI_H
#define LUDC_ABI_H

#include <stddef.h>
#include <stdint.h>

#define LUDC_ABI_VERSION 5

typedef struct ludc_reasoner ludc_reasoner;

/* A named family of numbers read from a state: "what" over sites, "mover". */
typedef struct {
    const char *name;
    uint32_t size; /* 0: a single number (index ignored); else index 0..size-1 */
    int32_t space; /* index of the space its index runs over, or -1 */
} ludc_view_item;

/* A finite set with printable members: sites, pieces, players. */
typedef struct {
    const char *name;
    uint32_t size;
    const char *const *label; /* may be NULL */
} ludc_space;

/* What planes are for. */
enum {
    LUDC_PLANES_STATE, /* what is on the board: for eyes, networks, features */
    LUDC_PLANES_NODES, /* every node of a propositional network */
    LUDC_PLANES_KEY,   /* what the future depends on */
    LUDC_PLANE_SETS
};

/* No game has more words of planes for its key. */
enum { LUDC_KEY_WORDS = 1024 };

/* A set of bits of a state, over the members of a space. */
typedef struct {
    const char *name; /* "pawn", "count 3"; planes of a set that differ in owner only are a family */
    uint32_t set;     /* LUDC_PLANES_STATE, .. */
    uint32_t owner;   /* the player whose it is; 0: nobody's.  Of a key: its part, 0 board, 1 counters, 2 history */
    int32_t space;    /* index of a space: bit i is its member i */
    uint32_t size;    /* bits */
    uint32_t word;    /* its first word in what `observe` writes; ceil(size / 64) words, bit i in word i / 64 */
    uint32_t next;    /* index of the plane of the next owner in its family, after the last player's the first's;
                         its own, unless each player has exactly one of that name, set and space */
} ludc_plane_item;

/* Named numbers that go with the game: doc/abi.md says which there are and what they mean. */
typedef struct {
    const char *name;
    uint32_t n;
    const int32_t *value;
} ludc_data;

/* Sums over playouts that ended: of their lengths and of the squares of those; how many ended with twice the
 * rank r for player p: ranks[p - 1][r].  Of joint games ranks[p - 1][0] is the sum of the player's goals, those below 0 left out. */
enum { LUDC_RANKS2 = 34 };
typedef struct {
    uint64_t moves, squares;
    uint64_t ranks[16][LUDC_RANKS2];
} ludc_tally;

struct ludc_reasoner {
    uint32_t abi;        /* LUDC_ABI_VERSION; first in every version */
    uint32_t size;       /* bytes of this struct: what lies beyond is not there */
    uint32_t players;    /* 1..16 */
    const char *name;    /* of the game */
    uint64_t hash;       /* of the game's IR: equal means same states and moves */
    uint32_t state_size; /* bytes */
    uint32_t max_moves;  /* capacity that `moves` may need; joint games: `moves_of` */
    uint32_t codes;      /* moves are 0..codes-1 */
    uint32_t nview, ncolumn, nspace;
    uint32_t joint;      /* 1: all players move at the same time (GDL) */
    const ludc_view_item *view_item; /* of `view` */
    const char *const *column;       /* of `describe`: "from", "to", "kind", "what", .. */
    const ludc_space *space;
    void *self; /* the implementation's own (evaluator); generated code: NULL */

    void (*init)(const ludc_reasoner *r, void *state);
    /* All legal moves in canonical order, with multiplicity; their number.
     * out may be NULL to count only. 0 exactly when the game is over.
     * Joint games: the moves of player 1, then of player 2, .. */
    uint32_t (*moves)(const ludc_reasoner *r, const void *state, uint32_t *out);
    /* Plays a legal move; NULL in joint games.  Where the rules draw lots, every
     * draw gives 0, its first outcome: see apply_random. */
    void (*apply)(const ludc_reasoner *r, void *state, uint32_t move);
    /* Joint games only, else NULL: the legal moves of one player (1..players), and
     * a step in which player p plays move[p - 1].  No move is two players'. */
    uint32_t (*moves_of)(const ludc_reasoner *r, const void *state, uint32_t player, uint32_t *out);
    void (*apply_joint)(const ludc_reasoner *r, void *state, const uint32_t *move);
    uint32_t (*over)(const ludc_reasoner *r, const void *state);
    uint32_t (*mover)(const ludc_reasoner *r, const void *state); /* 1..players; joint: 0 */
    /* Twice the rank of player p (first = 2; shared ranks are means); 0: none. */
    uint32_t (*rank2)(const ludc_reasoner *r, const void *state, uint32_t player);
    /* Fills out[ncolumn] for a legal move. */
    void (*describe)(const ludc_reasoner *r, const void *state, uint32_t move,
                     int32_t *out);
    int32_t (*view)(const ludc_reasoner *r, const void *state, uint32_t item,
                    uint32_t index);
    /* Plays uniformly random moves until the game is over or `limit` moves were
     * made; returns their number.  Draws one word of SplitMix64 (base/rng.h,
     * runtime/rng.h) a move: index = (word >> 32) * n >> 32 into the list that
     * `moves` gives, so that every back end plays the same game for a seed.  With
     * `candidates`: index into those; one that is not allowed is taken out and a further
     * word drawn; when none is left, a word draws from `moves`.  In
     * joint games a word is drawn for each player that has more than one move; the
     * playout also ends where a player has none.  Steps are counted. */
    uint32_t (*playout)(const ludc_reasoner *r, void *state, uint64_t *rng,
                        uint32_t limit);
    /* Where the rules draw lots, else NULL: plays a legal move, each draw taking one
     * word of *rng as the choice of a move does.  `playout` plays this way. */
    void (*apply_random)(const ludc_reasoner *r, void *state, uint32_t move, uint64_t *rng);

    /* The playout plan that `playout` follows: "standard", or names joined by "+"
     * (doc/plans.md). */
    const char *plan;
    /* Plans that try moves after choosing them; NULL where there is none.  candidates:
     * moves before the tests on what they lead to, as `moves` lists moves.  allowed:
     * 1 if that candidate is a legal move.  The legal moves are the candidates that are
     * allowed; where none is, those that `moves` gives. */
    uint32_t (*candidates)(const ludc_reasoner *r, const void *state, uint32_t *out);
    uint32_t (*allowed)(const ludc_reasoner *r, const void *state, uint32_t move);

    /* Joint games, else NULL: what the state is worth to player p, 0..100; -1 no value, -2
     * several.  Games of turns have rank2. */
    int32_t (*goal)(const ludc_reasoner *r, const void *state, uint32_t player);

    uint32_t nplane, ndata;
    const ludc_plane_item *plane; /* by set, then in the order of their words */
    const ludc_data *data;
    uint32_t words[LUDC_PLANE_SETS]; /* of all planes of a set */
    uint32_t checked; /* 1: whoever plays moves from outside asks whether they are legal before */
    /* Writes the planes of a set, words[set] of them, as the eyes of a player see them; 0: as
     * they are.  NULL: there are none. */
    void (*observe)(const ludc_reasoner *r, const void *state, uint32_t set, uint32_t eyes, uint64_t *out);
    /* Where the rules draw lots, else NULL: plays a legal move, draw k giving given[k] (below
     * its bound) where k < n, else 0.  bound[k], k < room, becomes the number of values that
     * draw k could give, all equally likely.  Returns the number of draws. */
    uint32_t (*apply_lots)(const ludc_reasoner *r, void *state, uint32_t move, const uint32_t *given, uint32_t n,
                           uint32_t *bound, uint32_t room);
    const int32_t *action_index; /* the numbers of data "action index", which are asked for often; NULL: there is none */
    /* Checked reasoners: 1 if that number below `codes` is a legal move, in joint games of that player, else player is
     * 0.  NULL: only the list of all moves tells. */
    uint32_t (*legal)(const ludc_reasoner *r, const void *state, uint32_t player, uint32_t move);
    /* For games whose random games are so short that calls and copies count, else NULL: `count` playouts, each from
     * `start` as `playout` plays a copy of it; adds to the tally those that ended and returns their number.  It stops
     * in front of the first that does not end within `limit` moves: *rng is then what that one begins with.  `state` is
     * room for a state that is not `start`. */
    uint32_t (*playouts)(const ludc_reasoner *r, const void *start, void *state, uint64_t *rng, uint32_t limit,
                         uint32_t count, ludc_tally *tally);
};

#endif
