/* ludc.h - the embedding interface of ludc, and its reference.
 *
 * A *reasoner* knows one game: how a game starts, which moves are legal, what a
 * move does, when the game is over and what it is worth.  Get one
 *   - from a description:   ludc_compile_file, ludc_compile_text  (libludc)
 *   - from a shared object: ludc_load  ("ludc build hex.lud -o hex.so")
 *   - linked in:            extern const ludc_reasoner ludc_reasoner_hex;
 *                           ("ludc build hex.lud -o hex.a" writes hex.h too)
 *
 * A *state* is ludc_state_size(r) bytes that belong to you, aligned to 16 (what
 * malloc returns).  Copying a state is memcpy.  No function keeps a pointer to
 * it.  Players are numbered from 1; a *move* is a number that means the same in
 * every state of the game.
 *
 * All functions may be called from any number of threads at once, on different
 * states.  There are no globals.  What returns a status also fills an error,
 * when one is given; nothing is printed, nothing exits.  An argument that is NULL where
 * nothing says that it may be, or a player or view that there is none of, is LUDC_USAGE, or 0 and
 * NULL from what returns a number or a pointer; nothing is done or written then. */
#ifndef LUDC_H
#define LUDC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LUDC_API __attribute__((visibility("default")))
#else
#define LUDC_API
#endif

typedef struct ludc_reasoner ludc_reasoner;
typedef uint32_t ludc_move;

/* ---- versions -------------------------------------------------------------- */

/* Of this header.  Within one major version functions and members are only added (while it is
 * 0, within one minor version). */
#define LUDC_VERSION_MAJOR 0
#define LUDC_VERSION_MINOR 1
#define LUDC_VERSION_PATCH 0
#define LUDC_VERSION_NUMBER (LUDC_VERSION_MAJOR * 1000000 + LUDC_VERSION_MINOR * 1000 + LUDC_VERSION_PATCH)

/* Of the library that runs: "0.1.0", the same as a number as above, and the version of reasoners
 * (abi.h) that it makes and loads. */
LUDC_API const char *ludc_version(void);
LUDC_API unsigned ludc_version_number(void);
LUDC_API unsigned ludc_abi_version(void);

/* ---- errors ------------------------------------------------------------- */

/* The same numbers as the exit codes of the command. */
typedef enum {
    LUDC_OK = 0,
    LUDC_WRONG = 1,       /* the input is wrong */
    LUDC_USAGE = 2,       /* a bad argument of a call */
    LUDC_IO = 3,          /* cannot read or write */
    LUDC_UNSUPPORTED = 4  /* valid, but not supported */
} ludc_status;

/* An edit of a text: what stands from the place to its end becomes `text`.  Columns count bytes from 1. */
typedef struct {
    unsigned line, column, end_line, end_column;
    char text[112];
} ludc_edit;

/* The first mistake; what a ludc_diagnostic below has in lists it has as far as there is room. */
typedef struct {
    ludc_status status;
    char file[256];        /* where, or "" */
    unsigned line, column; /* from 1; 0: no place */
    char message[1024];    /* one line for people */
    unsigned end_line, end_column; /* behind its last byte; 0: no place */
    char name[32];         /* of a warning that counts as an error, or "" */
    char notes[1024];      /* lines: hints, forms; as many as fit */
    char expected[512];    /* lines: what would do in its place; as many as fit */
    char through[512];     /* lines FILE:LINE:COLUMN: NAME: the defines and options that it came through, innermost first */
    unsigned nfix;         /* edits that together mend it, to be applied all at once; 0: none is known, or they do not fit */
    ludc_edit fix[4];
    size_t errors, warnings; /* how many the compilation had to say, this one included */
} ludc_error;

/* ---- all that was said ------------------------------------------------------- */

/* A compilation can say more than one thing: every mistake that was found, warnings, and to each
 * what was expected and through which defines it came.  The list is filled where ludc_options
 * names it, whether the compilation succeeds or not; what was in it before is gone.  A list serves one
 * compilation at a time. */
typedef struct ludc_diagnostics ludc_diagnostics;

typedef struct {
    const char *message; /* "did you mean `sites`?", "in expansion of \"Place\"" */
    const char *file;    /* where that is, or "" */
    unsigned line, column;
    const char *source; /* that line, or "" */
} ludc_note;

/* An edit: in `file`, what stands from line and column to the end becomes `text`. */
typedef struct {
    const char *file;
    unsigned line, column, end_line, end_column;
    const char *text;
} ludc_fix;

/* A define or an option that a place came through, and where it was used. */
typedef struct {
    const char *name;
    const char *file; /* or "" */
    unsigned line, column;
} ludc_use;

/* What `ludc check --json` says of one. */
typedef struct {
    ludc_status status; /* LUDC_WRONG, LUDC_UNSUPPORTED, ..; LUDC_OK: a warning */
    const char *message;
    const char *file;      /* where, or "" */
    unsigned line, column; /* from 1; columns count bytes; 0: no place */
    unsigned length;       /* bytes that the place is long */
    const char *source;    /* that line, or "" */
    size_t nnote; /* those through which it came, too */
    const ludc_note *note;
    unsigned end_line, end_column; /* behind its last byte */
    const char *severity;          /* "error", "unsupported", "warning" */
    const char *name;              /* of a warning (doc/warnings.md), or "" */
    size_t nexpected;
    const char *const *expected; /* what would do in its place */
    size_t nfix;                 /* edits that together mend it */
    const ludc_fix *fix;
    size_t nthrough; /* innermost first */
    const ludc_use *through;
} ludc_diagnostic;

LUDC_API ludc_diagnostics *ludc_diagnostics_new(void); /* the caller frees; NULL: memory is out */
LUDC_API void ludc_diagnostics_free(ludc_diagnostics *list); /* NULL is allowed */
LUDC_API size_t ludc_diagnostics_count(const ludc_diagnostics *list);
/* Sorted by place.  NULL: there are no more.  Lives until the list is filled again or freed. */
LUDC_API const ludc_diagnostic *ludc_diagnostics_at(const ludc_diagnostics *list, size_t index);
/* All as the command prints them, with the lines and marks below the places; "" where there is nothing. */
LUDC_API const char *ludc_diagnostics_text(const ludc_diagnostics *list);

/* ---- getting a reasoner --------------------------------------------------- */

/* Owns a reasoner that was compiled or loaded. */
typedef struct ludc_game ludc_game;

/* What a game is compiled for.  The less is asked for the less it costs: playouts of a game that
 * need not keep what only views show can be several times as fast. */
typedef enum {
    LUDC_FOR_ALL,   /* everything: all views, names of moves, all offers */
    LUDC_FOR_NAMES, /* play and moves as text; views as far as play needs them anyway; no offers */
    LUDC_FOR_PLAY   /* moves, results and playouts alone; moves read as numbers; no offers */
} ludc_purpose;

/* What is offered beside play (doc/abi.md).  Some of it takes time when a game is compiled. */
enum {
    LUDC_OFFER_PLANES = 1,    /* a state as bits */
    LUDC_OFFER_NODES = 2,     /* the nodes of a rule sheet's network as bits */
    LUDC_OFFER_KEY = 4,       /* keys of positions */
    LUDC_OFFER_ACTIONS = 8,   /* numbers of actions */
    LUDC_OFFER_GEOMETRY = 16, /* sites, coordinates, neighbours */
    LUDC_OFFER_PAYOFFS = 32,  /* bounds of payoffs */
    LUDC_OFFER_NOTHING = 1 << 30
};

/* All zero (and a NULL in place of it): everything, by the engine `auto`.  Members may be added at the
 * end; they are zero where `size` says that the caller's struct ends before. */
typedef struct {
    size_t size;               /* sizeof(ludc_options); 0: as far as `diagnostics` */
    const char *const *option; /* "Board Size/9x9", .. */
    size_t noption;
    const char *ruleset;         /* or NULL */
    const char *const *def_path; /* directories of .def files */
    size_t ndef_path;
    /* The engine that plays.  NULL or "auto": ready in milliseconds, see ludc_engine.  "tcc": libtcc alone;
     * "llvm"; "c": the C compiler LUDC_CC (environment), else cc; "eval": the evaluator, for reference, slow. */
    const char *backend;
    ludc_purpose purpose;
    unsigned offers; /* LUDC_OFFER_..; 0: what follows from the purpose */
    /* How playouts draw their moves (doc/plans.md): NULL or "auto": by the plans that hold; "standard":
     * by none; or names of plans joined by "+".  "fill" plays for payoffs alone.  LUDC_USAGE: there is no
     * such plan, or it does not hold. */
    const char *plan;
    int no_cache; /* 1: compiled games are neither looked for in the cache (LUDC_CACHE, environment) nor kept */
    ludc_diagnostics *diagnostics; /* or NULL: takes all that is said */
    /* What compiling may take: bytes of memory, and millions of steps of work; LUDC_UNSUPPORTED beyond.  0: half of the
     * machine's memory, at most 768 MB; 500. */
    size_t memory_limit;
    uint64_t work_limit;
    /* 1: a move that is not legal is LUDC_USAGE, and nothing done, wherever one is played: ludc_apply and its like look
     * it up first.  0: playing such a move is not defined. */
    int checked;
    /* "ludii", "gdl", "gir"; NULL: by the suffix of the path or name, .lud, .kif or .gdl, .gir; without one by how the text begins. */
    const char *language;
} ludc_options;

/* NULL on failure.  `options` and `error` may be NULL.  The caller frees. */
LUDC_API ludc_game *ludc_compile_file(const char *path, const ludc_options *options, ludc_error *error);
LUDC_API ludc_game *ludc_compile_text(const char *name, const char *text, size_t length,
                                      const ludc_options *options, ludc_error *error);
/* Opens a shared object that `ludc build` wrote.  It is code: load only what
 * you trust. */
LUDC_API ludc_game *ludc_load(const char *path, ludc_error *error);
/* Can this library play the reasoner?  ludc_load asks already; for one that is linked in.
 * LUDC_WRONG: it was built by another version; the error says by which. */
LUDC_API ludc_status ludc_check(const ludc_reasoner *r, ludc_error *error);
/* NULL is allowed.  The reasoner is gone after. */
LUDC_API void ludc_free(ludc_game *game);
/* Belongs to the game. */
LUDC_API const ludc_reasoner *ludc_game_reasoner(const ludc_game *game);

/* Which engine plays now: "llvm", "tcc", "c", "eval", or "object" for what was loaded.  *why, if not
 * NULL, becomes a line on why it is no faster one ("" where it is the fastest); it belongs to the
 * game.  `auto` plays with LLVM's code where the cache has it; else with what libtcc makes in
 * milliseconds, and a thread of its own has LLVM compile the game, whose code takes over between two
 * calls.  Where there is neither, the evaluator plays. */
LUDC_API const char *ludc_engine(const ludc_game *game, const char **why);
/* Waits until no better code is on its way.  LUDC_USAGE: NULL. */
LUDC_API ludc_status ludc_engine_wait(const ludc_game *game);

/* The first fault since this was asked for, or since the game was made: rules that do what they must not (a loop
 * beyond its bound, a state or move from outside that is none of this game's).  The evaluator meets faults, as it looks; the
 * call in which it does gives 0 and leaves the state as it was, and the game can be played on.  LUDC_WRONG:
 * there was one; the error has its place, and it is forgotten.  LUDC_OK: there was none.  LUDC_USAGE: NULL. */
LUDC_API ludc_status ludc_fault(const ludc_game *game, ludc_error *error);

/* ---- facts ---------------------------------------------------------------- */

LUDC_API const char *ludc_name(const ludc_reasoner *r);
LUDC_API unsigned ludc_players(const ludc_reasoner *r); /* 1..16 */
LUDC_API size_t ludc_state_size(const ludc_reasoner *r); /* bytes */
/* Equal hashes: the same states and moves, so saved states can be read. */
LUDC_API uint64_t ludc_game_hash(const ludc_reasoner *r);
/* Moves are below this number. */
LUDC_API uint32_t ludc_move_codes(const ludc_reasoner *r);

/* ---- playing --------------------------------------------------------------- */

LUDC_API ludc_status ludc_init(const ludc_reasoner *r, void *state);
LUDC_API unsigned ludc_mover(const ludc_reasoner *r, const void *state); /* 1..players; 0: all */
/* The number of legal moves; 0 exactly when the game is over.  `out`, if not
 * NULL, has room for as many as a call with NULL returns.  The order is fixed;
 * a move may be listed more than once where the rules give it more than once. */
LUDC_API size_t ludc_moves(const ludc_reasoner *r, const void *state, ludc_move *out);
/* Of a checked reasoner a fraction of listing them. */
LUDC_API int ludc_is_legal(const ludc_reasoner *r, const void *state, ludc_move move);
/* Plays a legal move.  `undo`, if not NULL, is state_size bytes that ludc_undo
 * takes to get back; any number of moves can be taken back in turn.  LUDC_USAGE, and
 * nothing done: an argument is NULL that must not be, the number is no move's at all, every
 * player makes a move in each step and there are several (ludc_apply_joint), or the reasoner is checked
 * (ludc_options.checked, `ludc build --checked`) and the move is not legal.  Any other reasoner does what it likes with the
 * state then, and may read and write beyond it. */
LUDC_API ludc_status ludc_apply(const ludc_reasoner *r, void *state, ludc_move move, void *undo);
/* The same where the rules draw lots (dice, random effects): from *rng, which
 * advances; ludc_apply takes the first outcome of each draw.  ludc_apply_outcome
 * plays a given outcome. */
LUDC_API ludc_status ludc_apply_random(const ludc_reasoner *r, void *state, ludc_move move, uint64_t *rng, void *undo);
LUDC_API ludc_status ludc_undo(const ludc_reasoner *r, void *state, const void *undo);
LUDC_API int ludc_over(const ludc_reasoner *r, const void *state);
/* What a finished game is worth to a player, in [0, 1]: rank k of n is
 * 1 - (k - 1) / (n - 1); alone: solved 1, else 0; a goal of GDL is goal / 100.
 * 0.5 while it is not over, 0 where the rules give no value or several. */
LUDC_API double ludc_payoff(const ludc_reasoner *r, const void *state, unsigned player);
LUDC_API ludc_status ludc_payoffs(const ludc_reasoner *r, const void *state, double *out /* [players] */);
/* What a game that was cut short counts as: players whom the rules ranked already keep
 * their rank, all others share the ranks that are left (alone: 0; joint games: 0.5).
 * The same as ludc_payoffs when the game is over. */
LUDC_API ludc_status ludc_payoffs_cut(const ludc_reasoner *r, const void *state, double *out /* [players] */);
/* Plays uniformly random moves until the game is over or `limit` were made;
 * returns how many.  *rng is any number to begin with, and advances. */
LUDC_API uint32_t ludc_playout(const ludc_reasoner *r, void *state, uint64_t *rng, uint32_t limit);

/* ---- joint moves ------------------------------------------------------------ */

/* In some games (all those in GDL) every player makes a move in every step.  Then
 * ludc_moves gives the moves of all players, one player after the other, ludc_apply
 * serves games for one player only, and these two serve every game.  In a game in
 * which players take turns only the mover has moves. */
LUDC_API int ludc_joint(const ludc_reasoner *r);
/* The legal moves of a player; `out` as for ludc_moves. */
LUDC_API size_t ludc_moves_of(const ludc_reasoner *r, const void *state, unsigned player, ludc_move *out);
/* Plays a step: moves[p - 1] is a legal move of player p; `undo` as for ludc_apply.
 * In a game of turns only the mover's counts.  LUDC_USAGE, and nothing done: an
 * argument is NULL that must not be, a number is no move's at all, a game of turns has no mover, or, of a checked
 * reasoner, a move is not legal. */
LUDC_API ludc_status ludc_apply_joint(const ludc_reasoner *r, void *state, const ludc_move *moves, void *undo);

/* ---- many states at once --------------------------------------------------- */

/* States lie `stride` bytes apart, stride >= state_size and a multiple of 16.  The last
 * argument of each function whose name ends in _n is a pool of threads that share the states
 * out, or NULL: this thread does all.  What becomes of a state does not depend on the number
 * of threads.  No call allocates.  A pool serves one call at a time; a call that comes while
 * it serves another is done by its own thread alone.  Between calls that follow one another
 * the threads of a pool look out for work for some tens of microseconds, then they sleep. */
typedef struct ludc_pool ludc_pool;

/* threads: with the one that calls; 0: as many as there are processors.  NULL: memory is out.
 * The caller frees; no pool lives through fork. */
LUDC_API ludc_pool *ludc_pool_new(unsigned threads);
LUDC_API void ludc_pool_free(ludc_pool *pool); /* NULL is allowed; no call may be under way */
LUDC_API unsigned ludc_pool_threads(const ludc_pool *pool); /* NULL: 1; fewer than asked for where the system has no more */

/* In place of a move: this state stays as it is. */
#define LUDC_NO_MOVE 0xffffffffu

/* LUDC_USAGE: an argument is NULL or the stride is not possible; nothing is done then. */
LUDC_API ludc_status ludc_init_n(const ludc_reasoner *r, void *states, size_t stride, size_t n, ludc_pool *pool);
/* moves[i], legal there, is played in state i; in joint games moves[i * players + p - 1] by player p.  LUDC_USAGE
 * too where a number is no move's (ludc_move_codes), or of a checked reasoner not a legal one's: that state stays, the
 * others are played. */
LUDC_API ludc_status ludc_apply_n(const ludc_reasoner *r, void *states, size_t stride, size_t n,
                                  const ludc_move *moves, ludc_pool *pool);
/* The same, and lots are drawn as by ludc_apply_random: state i has random numbers of its own, as
 * for ludc_playout_n, and *rng advances by n words. */
LUDC_API ludc_status ludc_apply_random_n(const ludc_reasoner *r, void *states, size_t stride, size_t n,
                                         const ludc_move *moves, uint64_t *rng, ludc_pool *pool);
/* out[i]: number of legal moves of state i. */
LUDC_API ludc_status ludc_count_n(const ludc_reasoner *r, const void *states, size_t stride, size_t n, uint32_t *out,
                                  ludc_pool *pool);
/* out[i * players + p - 1]: payoff of player p in state i. */
LUDC_API ludc_status ludc_payoffs_n(const ludc_reasoner *r, const void *states, size_t stride, size_t n, double *out,
                                    ludc_pool *pool);
/* Plays each state until it is over or `limit` moves were made; returns the number of moves
 * made, 0 where an argument is NULL.  State i has random numbers of its own, which begin at
 * word i of *rng (SplitMix64); *rng advances by n words. */
LUDC_API uint64_t ludc_playout_n(const ludc_reasoner *r, void *states, size_t stride, size_t n, uint64_t *rng,
                                 uint32_t limit, ludc_pool *pool);

/* ---- random games by the hundred --------------------------------------------- */

/* Up to 512 random games at once in one thread, a bit of each word a game (a *lane*), for games whose
 * circuit fits (doc/lanes.md).  What a tree search calls: states at its leaves, some games from each.
 * Made for a game that this library compiled to code; needs the module for LLVM or a C compiler
 * (LUDC_CC, else cc).  States are those of the game's reasoner. */
typedef struct ludc_lane_game ludc_lane_game;

/* NULL on failure; LUDC_UNSUPPORTED: the game is not for lanes, or was loaded or is evaluated.  The game
 * must live as long; the caller frees. */
LUDC_API ludc_lane_game *ludc_lanes_new(const ludc_game *game, ludc_error *error);
LUDC_API void ludc_lanes_free(ludc_lane_game *lanes); /* NULL is allowed */
LUDC_API unsigned ludc_lanes_width(const ludc_lane_game *lanes); /* games at once: 64, 256 or 512 */
/* Bytes of memory, aligned to 64, that the following work in.  It belongs to the caller, one for each thread. */
LUDC_API size_t ludc_lanes_memory(const ludc_lane_game *lanes);
/* Plays `games` uniformly random games from each of n states, `stride` bytes apart;
 * payoffs[i * players + p - 1] is the sum of player p's payoffs from state i; a game that is over counts
 * as it is.  Allocates nothing.  Fastest where n * games is many times the width.  LUDC_UNSUPPORTED: a game
 * does not end.  One seed gives one result on one machine. */
LUDC_API ludc_status ludc_lanes_playouts(const ludc_lane_game *lanes, void *memory, const void *states, size_t stride, size_t n,
                                         uint64_t games, uint64_t seed, double *payoffs);
/* Step by step: lane i of w begins at state i * n / w, none of which may be over (LUDC_USAGE); every round makes a
 * random move in each lane, or as many as the game has phases; a game that is over begins again where it
 * began.  ludc_lanes_states gives the states of n lanes from `lane` on: what no move, end or payoff depends
 * on is as in the initial state. */
LUDC_API ludc_status ludc_lanes_begin(const ludc_lane_game *lanes, void *memory, const void *states, size_t stride, size_t n,
                                      uint64_t seed);
LUDC_API ludc_status ludc_lanes_steps(const ludc_lane_game *lanes, void *memory, uint64_t rounds);
LUDC_API ludc_status ludc_lanes_states(const ludc_lane_game *lanes, const void *memory, size_t lane, size_t n, void *states,
                                       size_t stride);

/* ---- states as values ------------------------------------------------------ */

LUDC_API ludc_status ludc_copy(const ludc_reasoner *r, void *to, const void *from);
LUDC_API int ludc_equal(const ludc_reasoner *r, const void *a, const void *b);
LUDC_API uint64_t ludc_hash(const ludc_reasoner *r, const void *state);
/* Serialised: the game's hash, then the state, for machines of one byte order.
 * ludc_save writes ludc_saved_size(r) bytes; ludc_restore refuses what is not of
 * this game, and what ludc_valid refuses: LUDC_WRONG, and the state stays as it is. */
LUDC_API size_t ludc_saved_size(const ludc_reasoner *r);
LUDC_API ludc_status ludc_save(const ludc_reasoner *r, const void *state, void *out);
LUDC_API ludc_status ludc_restore(const ludc_reasoner *r, void *state, const void *saved, size_t size);
/* The same as one word of text (hexadecimal).  Returns the length needed
 * without the final 0, as snprintf does; writes at most `size` bytes. */
LUDC_API size_t ludc_state_text(const ludc_reasoner *r, const void *state, char *out, size_t size);
LUDC_API ludc_status ludc_state_parse(const ludc_reasoner *r, void *state, const char *text);
/* Can these bytes be a state: does every field lie in its range, and is there somebody to move?  What can be is safe to
 * play on, whether games lead there or not.  LUDC_WRONG: they cannot.  Reasoners that were built by earlier
 * versions do not say; then it is LUDC_OK. */
LUDC_API ludc_status ludc_valid(const ludc_reasoner *r, const void *state);

/* ---- keys of positions --------------------------------------------------------- */

/* A key is a hash of what the future of a position depends on: whose move it is, the legal
 * moves and payoffs, now and after any moves.  Positions with different futures have different
 * keys, but for a chance of 2^-64 or 2^-128 a pair; positions that differ only in what no rule
 * asks for (the last move, counters nobody reads) have the same.  Which fields matter is found
 * when the game is compiled (doc/abi.md, "Keys").  Keys do not depend on engine, machine,
 * passes or plan, and those of different games differ.
 *
 * Some of it seldom decides, but parts positions that a search takes for the same: */
enum {
    LUDC_KEY_BOARD = 1,    /* all but these: */
    LUDC_KEY_COUNTERS = 2, /* numbers that only count on, to be compared with a limit of 8 or more (of turns, of moves without capture) */
    LUDC_KEY_HISTORY = 4,  /* earlier positions, where rules forbid or count repetition */
    LUDC_KEY_ALL = 7
};
/* 64 bits of key, everything in it.  0 if an argument is NULL. */
LUDC_API uint64_t ludc_key(const ludc_reasoner *r, const void *state);
/* 128 bits; out[0] is ludc_key. */
LUDC_API void ludc_key128(const ludc_reasoner *r, const void *state, uint64_t out[2]);
/* The same of some parts, a set of the above: two positions with one key of LUDC_KEY_BOARD
 * have the same future as far as no limit of turns and no ban on repetition decides it. */
LUDC_API void ludc_key_of(const ludc_reasoner *r, const void *state, unsigned parts, uint64_t out[2]);
/* Which parts there are in this game; where there is LUDC_KEY_BOARD alone, it is exact.  0: the
 * game was compiled without keys, and ludc_key is a hash of the whole state, like ludc_hash. */
LUDC_API unsigned ludc_key_parts(const ludc_reasoner *r);
/* out[i]: out[0] of state i; states, statuses and `pool` as for ludc_init_n. */
LUDC_API ludc_status ludc_key_n(const ludc_reasoner *r, const void *states, size_t stride, size_t n, unsigned parts,
                                uint64_t *out, ludc_pool *pool);

/* ---- moves as text ---------------------------------------------------------- */

/* A legal move as people write it: "D4", "B2-B3", "pass"; with "=Queen1" or "#2"
 * behind it where that alone would mean several moves.  Returns the length as
 * snprintf does. */
LUDC_API size_t ludc_move_text(const ludc_reasoner *r, const void *state, ludc_move move, char *out, size_t size);
LUDC_API ludc_status ludc_move_parse(const ludc_reasoner *r, const void *state, const char *text, ludc_move *move);
/* The move of that text among those of one player; in joint games the same text may be
 * another player's move, too.  LUDC_WRONG: it is none of his now. */
LUDC_API ludc_status ludc_move_parse_of(const ludc_reasoner *r, const void *state, unsigned player, const char *text,
                                        ludc_move *move);

/* ---- looking into a state --------------------------------------------------- */

/* Named numbers of a state, such as "what" over sites or "score" over players:
 * which there are depends on the game and on how it was built. */
LUDC_API size_t ludc_views(const ludc_reasoner *r);
LUDC_API const char *ludc_view_name(const ludc_reasoner *r, size_t view, uint32_t *size);
LUDC_API int ludc_view_find(const ludc_reasoner *r, const char *name); /* its number, or -1 */
LUDC_API int32_t ludc_view(const ludc_reasoner *r, const void *state, size_t view, uint32_t index);

/* ---- a state as bits --------------------------------------------------------- */

/* A *plane* is a set of bits over the members of a space: "Pawn" over sites, one bit a
 * site.  Planes lie in sets; which planes a game has follows from its rules, and is the
 * same for every way of compiling and playing it (doc/abi.md; `ludc explain GAME --planes`).
 * Planes of a set that have one name and one space, exactly one for each player, are a
 * *family*. */
typedef enum {
    LUDC_SET_STATE, /* what the rules can read of a state: pieces, counts, last move, whose turn .. */
    LUDC_SET_NODES, /* GDL: every node of the propositional network, where there is one */
    LUDC_SET_KEY    /* what the future depends on: equal bits, the same future */
} ludc_set;

typedef struct {
    const char *name;         /* "Pawn", "count 3" */
    unsigned owner;           /* the player whose it is; 0: nobody's */
    const char *space;        /* what its bits run over: "site", "player", .. */
    const char *const *label; /* names of the `size` members, or NULL; some may be NULL */
    uint32_t size;            /* bits */
    uint32_t word;            /* LUDC_AS_WORDS: bit i is bit i % 64 of word `word` + i / 64; bits beyond are 0 */
    uint32_t bit;             /* other forms: bit i is number `bit` + i of the row */
    uint32_t next;            /* index of the next player's plane in its family, in a ring; its own: no family */
} ludc_plane_info;

/* The number of planes in a set; 0 too where r is NULL. */
LUDC_API size_t ludc_planes(const ludc_reasoner *r, ludc_set set);
/* LUDC_USAGE: there is no such plane.  The texts belong to the reasoner. */
LUDC_API ludc_status ludc_plane_at(const ludc_reasoner *r, ludc_set set, size_t index, ludc_plane_info *out);
/* All planes of a set: in words, each plane beginning a word of its own, and in bits without
 * what fills the last words.  0: the game has none. */
LUDC_API size_t ludc_observe_words(const ludc_reasoner *r, ludc_set set);
LUDC_API size_t ludc_observe_bits(const ludc_reasoner *r, ludc_set set);

/* Writes ludc_observe_words(r, set) words.  `eyes`: 0 sees everything; a player sees what the
 * rules show to that player: states that differ for that player's eyes in nothing give equal
 * words.  LUDC_MOVER: whoever is to move, as below.  LUDC_USAGE: a bad argument;
 * LUDC_UNSUPPORTED: the game has no planes in that set.  */
#define LUDC_MOVER 0xffffffffu
LUDC_API ludc_status ludc_observe(const ludc_reasoner *r, const void *state, ludc_set set, unsigned eyes,
                                  uint64_t *out);

typedef enum {
    LUDC_AS_WORDS, /* uint64_t, as ludc_observe writes them */
    LUDC_AS_BITS,  /* uint64_t, planes without gaps: bit k of a row is bit k % 64 of its word k / 64 */
    LUDC_AS_BYTES, /* uint8_t, 0 or 1, a byte a bit */
    LUDC_AS_FLOATS /* float, 0 or 1, a float a bit */
} ludc_form;

/* All zero: words of LUDC_SET_STATE, everything seen, planes in the order of ludc_plane_at. */
typedef struct {
    ludc_set set;
    ludc_form form;
    /* Who looks: 0 everything; a player; LUDC_MOVER: in each state whoever is to move there (0 in
     * joint games). */
    unsigned eyes;
    /* Mine before yours: whose plane comes first in each family, then that of the player who
     * follows by number, and so on in a ring.  0: none is moved; a player; LUDC_MOVER.  Then
     * ludc_plane_info.owner is to be read as 1: mine, 2: the next player's, .. */
    unsigned first;
    size_t out_stride; /* bytes from row to row, a multiple of 8 (words, bits) or 4 (floats); 0: ludc_observe_row */
} ludc_observe_options;

/* Bytes of one state's row. */
LUDC_API size_t ludc_observe_row(const ludc_reasoner *r, ludc_set set, ludc_form form);
/* Writes n rows, one a state; states lie `stride` bytes apart as for ludc_init_n.  `out` is the caller's,
 * n * ludc_observe_row bytes or n * out_stride, aligned as what it holds; between rows nothing
 * is written.  `options` may be NULL: all zero.  Statuses as ludc_observe; LUDC_IO: memory is out:
 * this call does allocate where a row has more than 512 words and the form is another one. */
LUDC_API ludc_status ludc_observe_n(const ludc_reasoner *r, const void *states, size_t stride, size_t n,
                                    const ludc_observe_options *options, void *out, ludc_pool *pool);

/* ---- what a move is ----------------------------------------------------------- */

/* A legal move in numbers, a row of columns.  Games of Ludii's language have
 *   from, to     sites (of the types in fromType and toType, else of the board's own); -1: none
 *   kind         what is decided, as Ludii's records number it: 0 add, 1 pass, 4 forfeit, 6 propose,
 *                7 vote, 18 remove, 19 select, 21 promote, 27 move, 28 move several of a pile, 29 move a
 *                stack, 30 copy, 39 name the next player, 41 swap sides, 43 and 44 set and toggle a
 *                value of a puzzle, 47 turn a piece; -1: nothing is
 *   what         the piece that is placed or promoted to, or the value that is set; 0: none
 *   state, rot, value
 *                what the decision sets of the site beside the piece; -1: it sets none (a move, a copy),
 *                0 where it has none to set
 * and those of these that the game needs
 *   count        how many pieces are placed or moved
 *   levelFrom, levelTo
 *                of stacks, from 0 at the bottom; -1: the top, or all of it
 *   fromType, toType
 *                ludc_site_type of from and to
 *   chosen       of puzzles: the value that is set or toggled; -1: none
 * A game written in IR has the columns that its rules name; rule sheets in GDL have none, their
 * moves are words (ludc_move_text). */
LUDC_API size_t ludc_columns(const ludc_reasoner *r);
LUDC_API const char *ludc_column_name(const ludc_reasoner *r, size_t column); /* NULL: there is none */
LUDC_API int ludc_column(const ludc_reasoner *r, const char *name);            /* its number, or -1 */
/* Fills out[ludc_columns(r)] for a legal move of the state; what a game that was compiled for play alone
 * does not keep is -1.  LUDC_USAGE: an argument is NULL, or the number is no move's. */
LUDC_API ludc_status ludc_describe(const ludc_reasoner *r, const void *state, ludc_move move, int32_t *out);

/* ---- geometry ------------------------------------------------------------------ */

/* The board, as constant tables that go with the reasoner, by whatever engine: no state is asked,
 * nothing is allocated.  Rule sheets in GDL have no board, nor has a game written in IR without one:
 * then there are no site types, and every number below is 0.
 *
 * A board has sites of three types: cells, the vertices at their corners, the edges between
 * those.  A game is played on one of them, its own; some use others beside it.  Sites of a type are
 * numbered from 0, bottom row first as a rule; these are the numbers in columns and views
 * ("what", "who" ..; views of another type are called "what_V", "what_E", "what_C").  Hands and
 * dice have numbers behind the sites of the board's own type: see ludc_container.
 *
 * Lists are written to `out`, at most `room` of them; what is returned is how long the list
 * is.  `out` may be NULL where room is 0. */
typedef enum { LUDC_VERTEX, LUDC_EDGE, LUDC_CELL, LUDC_SITE_TYPES } ludc_site_type;

typedef enum {
    LUDC_RELATION_ALL,        /* any of these */
    LUDC_RELATION_ADJACENT,   /* cells: a common corner; vertices, edges: as orthogonal */
    LUDC_RELATION_ORTHOGONAL, /* cells: a common edge; vertices: joined by an edge; edges: a common end */
    LUDC_RELATION_DIAGONAL,   /* over a corner; of vertices: across a cell */
    LUDC_RELATION_OFF_DIAGONAL, /* cells with a common corner that are neither */
    LUDC_RELATIONS
} ludc_relation;

/* Directions: 0 .. 15 are the winds clockwise from the north (0 N, 4 E, 8 S, 12 W), 16 .. 19 turn
 * about the middle of a round board (CW, CCW, In, Out), those above lead up or down. */
enum { LUDC_DIRECTIONS = 38 };

/* From a site to another one of its type. */
typedef struct {
    int32_t to;
    uint32_t relations;  /* bits 1 << ludc_relation */
    uint64_t directions; /* bits 1 << direction: a wind, and how it turns, if it does */
} ludc_step;

/* The type that the game is played on; -1: there is no board. */
LUDC_API int ludc_board_type(const ludc_reasoner *r);
/* Bits 1 << type: the types that pieces may stand on. */
LUDC_API unsigned ludc_site_types(const ludc_reasoner *r);
LUDC_API size_t ludc_sites(const ludc_reasoner *r, ludc_site_type type);
/* "A1"; of an edge its number; of a site of a hand or of dice "Hand1.2" (`type` does not matter).  Returns
 * the length as snprintf does; 0: there is no such site. */
LUDC_API size_t ludc_site_label(const ludc_reasoner *r, ludc_site_type type, size_t site, char *out, size_t size);
/* x to the right, y upwards, z above the board (0 on flat ones), of the middle of the site.  The unit is
 * that of the graph which the rules describe: as a rule the length of an edge, or the distance of two
 * neighbours.  LUDC_USAGE: there is no such site. */
LUDC_API ludc_status ludc_site_place(const ludc_reasoner *r, ludc_site_type type, size_t site, double out[3]);
/* Vertices: around a cell clockwise, or both ends of an edge; a vertex has none. */
LUDC_API size_t ludc_site_outline(const ludc_reasoner *r, ludc_site_type type, size_t site, int32_t *out, size_t room);
/* Its colour, from 0, in a colouring of the board: neighbours differ as a rule.  -1: there is no such site. */
LUDC_API int ludc_site_phase(const ludc_reasoner *r, ludc_site_type type, size_t site);
/* The steps from a site, clockwise from the north. */
LUDC_API size_t ludc_steps(const ludc_reasoner *r, ludc_site_type type, size_t site, ludc_step *out, size_t room);
/* The sites they lead to: those of a relation, and of these only those in a direction. */
LUDC_API size_t ludc_neighbours(const ludc_reasoner *r, ludc_site_type type, size_t site, ludc_relation relation,
                                int32_t *out, size_t room);
LUDC_API size_t ludc_neighbours_in(const ludc_reasoner *r, ludc_site_type type, size_t site, ludc_relation relation,
                                   unsigned direction, int32_t *out, size_t room);
/* Bits 1 << direction: which the steps of that relation have. */
LUDC_API uint64_t ludc_directions(const ludc_reasoner *r, ludc_site_type type, ludc_relation relation);
LUDC_API const char *ludc_direction_name(unsigned direction); /* "N", "NNE", .., "CW", ..; NULL: there is none */
LUDC_API int ludc_direction(const char *name);                /* -1: there is none */
/* The ring of a site: its orthogonal neighbours clockwise from the north, and -1 where the
 * board ends, so that k places of a ring of n are k / n of a full turn.  What spatial features walk on
 * (Soemers, Piette, Stephenson, Browne, 2022). */
LUDC_API size_t ludc_ring(const ludc_reasoner *r, ludc_site_type type, size_t site, int32_t *out, size_t room);

/* Sites of a side of the board, by wind: "N", "NE" ..; ascending. */
LUDC_API size_t ludc_side(const ludc_reasoner *r, ludc_site_type type, unsigned direction, int32_t *out, size_t room);
/* Sets of sites by name, ascending: corners, cornersConvex, cornersConcave, outer, perimeter, inner, major,
 * minor, top, bottom, left, right, centre. */
LUDC_API size_t ludc_site_sets(void);
LUDC_API const char *ludc_site_set_name(size_t set); /* NULL: there is none */
LUDC_API size_t ludc_site_set(const ludc_reasoner *r, ludc_site_type type, size_t set, int32_t *out, size_t room);

/* Where pieces are: the board, container 0, then hands and dice. */
typedef enum { LUDC_BOARD, LUDC_HAND, LUDC_DICE } ludc_container_kind;
typedef struct {
    const char *name; /* "Board", "Hand1", "Dice0" */
    ludc_container_kind kind;
    unsigned owner;       /* a player; 0: nobody; players + 1: all */
    uint32_t first, size; /* sites first .. first + size - 1 */
} ludc_container;
LUDC_API size_t ludc_containers(const ludc_reasoner *r);
LUDC_API ludc_status ludc_container_of(const ludc_reasoner *r, size_t index, ludc_container *out);

/* Kinds of pieces: the values of view "what"; 0 is no piece.  Owners as of containers. */
LUDC_API size_t ludc_pieces(const ludc_reasoner *r);
LUDC_API const char *ludc_piece_name(const ludc_reasoner *r, size_t piece); /* NULL: there is none */
LUDC_API unsigned ludc_piece_owner(const ludc_reasoner *r, size_t piece);

/* The (regions ..) of the equipment, in its order, as they are at the start. */
typedef struct {
    const char *name; /* "Home"; "" where it has none */
    unsigned owner;   /* 0: nobody */
    int known;        /* 0: its sites depend on more than the start position, or no rule reads it and it is not supported */
} ludc_region;
LUDC_API size_t ludc_regions(const ludc_reasoner *r);
LUDC_API ludc_status ludc_region_of(const ludc_reasoner *r, size_t index, ludc_region *out);
LUDC_API size_t ludc_region_sites(const ludc_reasoner *r, size_t index, int32_t *out, size_t room);
/* ---- actions ------------------------------------------------------------------ */

/* The moves that can ever be legal, numbered 0..A-1 without the holes that move numbers
 * have: what a policy of a network ranges over.  The compiler finds them by an analysis of the
 * rules (doc/abi.md; `ludc explain GAME --actions`).  Every legal move of every state has an
 * action, no two moves have the same, and one that two players can make is one action.  Actions
 * come in the order of their moves; they are the same for every way of compiling and playing
 * a game.  Where the rules allow more than could be listed, and in reasoners that were compiled
 * without this, every move number is an action. */
typedef uint32_t ludc_action;

#define LUDC_NO_ACTION 0xffffffffu

/* A; 0 where r is NULL. */
LUDC_API size_t ludc_actions(const ludc_reasoner *r);
/* LUDC_NO_ACTION: that move is never legal.  A few instructions; allocates nothing. */
LUDC_API ludc_action ludc_action_of(const ludc_reasoner *r, ludc_move move);
/* LUDC_NO_MOVE: there is no such action. */
LUDC_API ludc_move ludc_move_of(const ludc_reasoner *r, ludc_action action);

typedef struct {
    unsigned player; /* who can make it; 0: several players, or it is not known who */
    /* As the columns of a move (site, site, number of the kind, piece): -1 where there is none, and
     * where it depends on the state. */
    int32_t from, to, kind, piece;
} ludc_action_info;

/* LUDC_USAGE: there is no such action, or an argument is NULL. */
LUDC_API ludc_status ludc_action_at(const ludc_reasoner *r, ludc_action action, ludc_action_info *out);
/* The action in words, "E2-E4", without a state and different for each: with "=Piece" or "#2" behind
 * it where others read the same.  Returns the length as snprintf does.  Looks through all actions. */
LUDC_API size_t ludc_action_text(const ludc_reasoner *r, ludc_action action, char *out, size_t size);

/* The legal moves of a state as a mask over the actions: (A + 63) / 64 words; action a is bit
 * a % 64 of word a / 64, bits beyond are 0.  `player`: 0 or LUDC_MOVER: whoever is to move (in joint
 * games all players together); else only those of that player, in games of turns none where it
 * is another's turn.  A finished game has none.  LUDC_USAGE: a bad argument; LUDC_IO: memory is out:
 * this allocates where a state has more than 16384 moves. */
LUDC_API ludc_status ludc_legal(const ludc_reasoner *r, const void *state, unsigned player, uint64_t *mask);
/* The same of moves that were listed already, which costs a fraction of listing them. */
LUDC_API ludc_status ludc_legal_of(const ludc_reasoner *r, const ludc_move *moves, size_t n, uint64_t *mask);
/* Bytes of one state's mask in a form: LUDC_AS_WORDS and LUDC_AS_BITS as above, or a byte or a float for
 * each action, 0 or 1. */
LUDC_API size_t ludc_legal_row(const ludc_reasoner *r, ludc_form form);
/* n masks, one a state, ludc_legal_row bytes apart; `out` is the caller's, aligned as what it holds.
 * States lie `stride` bytes apart as for ludc_init_n. */
LUDC_API ludc_status ludc_legal_n(const ludc_reasoner *r, const void *states, size_t stride, size_t n,
                                  unsigned player, ludc_form form, void *out, ludc_pool *pool);

/* ---- lots ------------------------------------------------------------------- */

/* Where the rules draw lots (dice, random effects), a move has several outcomes.  A draw
 * gives one of so many values, all equally likely; an *outcome* is what each draw of the move
 * gave, in order, as one number that means something for that move in that state only.  A
 * move that draws nothing has the one outcome 0.  What a move draws is drawn when it is
 * played: the dice that the next player will use are thrown by the move before.
 *
 * These functions serve games of turns
 * and joint games of one player (which draw no lots); in other games they return 0 or LUDC_USAGE,
 * and so they do when an argument is NULL that must not be, or when a checked reasoner finds that the move is not
 * legal.  `move` is legal in `state`. */
typedef uint64_t ludc_outcome;
enum { LUDC_OUTCOMES = 4096 }; /* a limit for most purposes */

/* Can any move draw lots? */
LUDC_API int ludc_chance(const ludc_reasoner *r);
/* All outcomes of a move, in a fixed order, with their exact chances (up to the rounding of
 * a product of 1 / n), which sum to 1.  `out` and `chance`, where not NULL, have room for `limit`.
 * Returns their number; 0: there are more than `limit`, or they are no numbers of 64 bits.
 * Outcomes may lead to equal states (4+2 and 2+4): they are not merged. */
LUDC_API size_t ludc_outcomes(const ludc_reasoner *r, const void *state, ludc_move move, size_t limit, ludc_outcome *out,
                              double *chance);
/* The same, merged: outcomes that lead to equal states (ludc_equal) are one, the first of them, with
 * the sum of their chances.  `limit` is for the outcomes before they are merged. */
LUDC_API size_t ludc_outcomes_distinct(const ludc_reasoner *r, const void *state, ludc_move move, size_t limit,
                                       ludc_outcome *out, double *chance);
/* Plays a move with a given outcome; `undo` as for ludc_apply.  LUDC_USAGE, and nothing done:
 * it is no outcome of that move. */
LUDC_API ludc_status ludc_apply_outcome(const ludc_reasoner *r, void *state, ludc_move move, ludc_outcome outcome,
                                        void *undo);
/* Draws an outcome, by the words that ludc_apply_random takes: with the same *rng that comes
 * to the state that ludc_apply_outcome makes of *outcome.  LUDC_UNSUPPORTED: it is no number of
 * 64 bits. */
LUDC_API ludc_status ludc_draw_outcome(const ludc_reasoner *r, const void *state, ludc_move move, uint64_t *rng,
                                       ludc_outcome *outcome);
/* An outcome as text: draws as numbers from 1, separated by commas, a throw of dice by the numbers
 * on their faces: "3", "4+2", "4+2,1".  Empty where nothing is drawn.  Returns the length as
 * snprintf does. */
LUDC_API size_t ludc_outcome_text(const ludc_reasoner *r, const void *state, ludc_move move, ludc_outcome outcome,
                                  char *out, size_t size);
/* LUDC_WRONG: it is not the text of an outcome of that move. */
LUDC_API ludc_status ludc_outcome_parse(const ludc_reasoner *r, const void *state, ludc_move move, const char *text,
                                        ludc_outcome *outcome);
/* ---- steps as text ------------------------------------------------------------ */

/* A step is what ludc_apply_joint plays: in a joint game a move of each player, written in the order of
 * the players with a space between ("noop (mark 1 2)"), in a game of turns the mover's move
 * as ludc_move_text has it.  A move of a joint game that is not one word, or whose word is
 * another legal move's of that player too, is written as its number, "#17".  moves[p - 1] is a
 * legal move of player p.  Returns the length as snprintf does; 0: an argument is NULL, or the
 * game is over. */
LUDC_API size_t ludc_step_text(const ludc_reasoner *r, const void *state, const ludc_move *moves, char *out, size_t size);
/* Fills moves[players]; in a game of turns the mover's, and 0 for the others.  LUDC_WRONG:
 * that is no legal step; the error says which player's move is not legal, and what is. */
LUDC_API ludc_status ludc_step_parse(const ludc_reasoner *r, const void *state, const char *text, ludc_move *moves,
                                     ludc_error *error);
/* Plays a step that is given as text, perhaps with the outcome of its lots behind "~" as ludc_outcome_text
 * has it: "B2-B3~4+2".  Without it each draw gives its first value.  What is wrong
 * is in the error; then nothing is played. */
LUDC_API ludc_status ludc_step_play(const ludc_reasoner *r, void *state, const char *text, void *undo, ludc_error *error);

/* ---- what players can get --------------------------------------------------------- */

/* The payoffs with which a finished game can leave a player (1..players): ascending, each once; returns how
 * many.  `out` may be NULL; 103 is always room enough.  More may be listed than can be reached,
 * never fewer.  0: nobody knows, as the game was compiled without. */
LUDC_API size_t ludc_payoff_values(const ludc_reasoner *r, unsigned player, double *out);
/* low[p - 1], high[p - 1]: the least and the greatest payoff of player p in a finished game; 0 and 1
 * where nobody knows.  A game that is cut short may count as anything (ludc_payoffs_cut).
 * LUDC_USAGE: a null argument. */
LUDC_API ludc_status ludc_payoff_bounds(const ludc_reasoner *r, double *low /* [players] */,
                                        double *high /* [players] */);
/* The same of all games that go on from this state: what is excluded cannot come any more.  It
 * costs no more than reading the players' ranks: when the game is over both are the payoff; where
 * players have left with a rank, what is left for the others; else the bounds of the game. */
LUDC_API ludc_status ludc_payoff_bounds_in(const ludc_reasoner *r, const void *state, double *low /* [players] */,
                                           double *high /* [players] */);

#ifdef __cplusplus
}
#endif

#endif
