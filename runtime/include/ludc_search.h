/* ludc_search.h - tree search over any reasoner: ludeme games and rule sheets, 1 to 16 roles, in
 * turn or all at once, with lots.
 *
 *     ludc_search_options options;
 *     ludc_search_parse("uct:c=1,memory=64M", &options, NULL);
 *     ludc_search *s = ludc_search_new(r, &options, 1, NULL);
 *     ludc_search_begin(s, state);
 *     ludc_search_run(s, 100000, 0);
 *     ludc_move best;
 *     ludc_search_best(s, 0, &best);
 *     ludc_search_free(s);
 *
 * All of it needs the reasoner only, no compiler.  Values are payoffs in [0, 1], one a role, never
 * negated: in games of n roles each role maximises its own (max^n; C. Luckhardt, K. Irani, AAAI 1986).
 * What the rules hide from a role is searched as if it lay open.
 *
 * A search is one thread's at a time; with threads > 1 it starts helpers inside ludc_search_run and
 * joins them there.  One seed and one number of iterations give one result, by every engine, but for several
 * threads in one tree.  Nothing
 * is printed, nothing exits; memory is taken in ludc_search_new, _begin and _set_.. only. */
#ifndef LUDC_SEARCH_H
#define LUDC_SEARCH_H

#include "ludc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what to search by ----------------------------------------------------- */

/* random: a random move.  flat: playouts of every move alike.  uct: L. Kocsis, C. Szepesvari, ECML
 * 2006, by UCB1 (P. Auer, N. Cesa-Bianchi, P. Fischer, Machine Learning 47, 2002).  ucb1tuned: the
 * same with the bound of that paper's section 4.  puct: C. Rosin, AMAI 61, 2011, in the form of D.
 * Silver et al., Nature 529, 2016; priors are an evaluator's, or all alike.  mmcts: C. Xiao, J. Mei,
 * M. Mueller, AAAI 2018; Y. Liang, C. Jiang, H. Zhang, 2022.  grave: T. Cazenave, IJCAI 2015, with ref = 0
 * RAVE: S. Gelly, D. Silver, ICML 2007.
 *
 * alphabeta: iterative deepening (D. Knuth, R. Moore, 1975; with lots B. Ballard, 1983; of more roles max^n); an
 * iteration is a position that was looked at, a node a row of its table, a move's visits the positions below it.
 * A move that is no better than the best has a bound as its value.  At the horizon a position is the mean of
 * `playouts` random playouts, whose words follow from its key and the seed.  One thread.  It cannot be saved, and has
 * no children.  Where several roles choose at once ludc_search_begin or _run says LUDC_UNSUPPORTED. */
typedef enum {
    LUDC_AGENT_RANDOM,
    LUDC_AGENT_FLAT,
    LUDC_AGENT_UCT,
    LUDC_AGENT_UCB1TUNED,
    LUDC_AGENT_PUCT,
    LUDC_AGENT_MMCTS,
    LUDC_AGENT_GRAVE,
    LUDC_AGENT_ALPHABETA,
    LUDC_AGENTS
} ludc_search_agent;

/* What a child that was never visited counts as, without a bonus (S. Gelly, Y. Wang, 2006). */
typedef enum { LUDC_FPU_INFINITE, LUDC_FPU_PARENT, LUDC_FPU_WIN, LUDC_FPU_DRAW, LUDC_FPU_LOSS } ludc_fpu;
/* The move that is made in the end: most visits, highest value, highest lower confidence bound, or
 * drawn by visits (G. Chaslot et al., 2008). */
typedef enum { LUDC_FINAL_ROBUST, LUDC_FINAL_MAX, LUDC_FINAL_SECURE, LUDC_FINAL_SAMPLED } ludc_final;
/* Where several roles choose at once: decoupled UCT, Exp3, regret matching (M. Lanctot, V. Lisy, M.
 * Winands, 2014; S. Hart, A. Mas-Colell, 2000). */
typedef enum { LUDC_JOINT_DUCT, LUDC_JOINT_EXP3, LUDC_JOINT_RM } ludc_joint_rule;

/* Lots.  An open loop: a node stands for the moves that led there, whatever was drawn (D. Perez Liebana et al., GECCO
 * 2015).  Chance nodes: a move that draws lots has a child for each outcome, by its exact chance; outcomes of one key
 * are one; a move with more than LUDC_OUTCOMES has 64 that are drawn once (sparse UCT: R. Bjarnason, A. Fern, P.
 * Tadepalli, ICAPS 2009). */
typedef enum { LUDC_CHANCE_OPEN, LUDC_CHANCE_NODES } ludc_chance_rule;

/* What goes up: means of results; beside them minimax values of what an evaluator says of the leaves (at_cut, else
 * evaluate), or of what these pay if the game is cut short there, of which selection takes the share alpha (M. Lanctot, M.
 * Winands, T. Pepels, N. Sturtevant, CIG 2014).  Bounds: `solver`. */
typedef enum { LUDC_BACKUP_MEAN, LUDC_BACKUP_IMPLICIT } ludc_backup;

/* How playouts choose; papers in agents.def and doc/search.md.  Their scores become chances as ludc_policy.h has it. */
typedef enum {
    LUDC_PLAYOUT_UNIFORM, /* by the reasoner's plan */
    LUDC_PLAYOUT_MAST,
    LUDC_PLAYOUT_FAST, /* the reasoner must offer planes */
    LUDC_PLAYOUT_NST,
    LUDC_PLAYOUT_PPA,
    LUDC_PLAYOUT_LGR,
    LUDC_PLAYOUT_DECISIVE,
    LUDC_PLAYOUT_FEATURES, /* of ludc_search_set_features (ludc_features.h) */
    LUDC_PLAYOUTS
} ludc_playout_rule;
/* Playouts in lanes: where leaves * playouts fill a quarter of them; always, or it is LUDC_UNSUPPORTED; never. */
typedef enum { LUDC_LANES_AUTO, LUDC_LANES_ON, LUDC_LANES_OFF } ludc_lanes_use;

/* Filled by ludc_search_parse or ludc_search_defaults; numbers may be changed after. */
typedef struct {
    uint32_t agent;      /* ludc_search_agent */
    double c;            /* how much is explored, in payoffs */
    uint32_t fpu;        /* ludc_fpu */
    uint32_t expand;     /* visits after which a leaf gets children; at least 1 */
    uint32_t cut;        /* a playout ends after so many moves (ludc_payoffs_cut); 0: at the game's end, or after 100,000 */
    uint32_t final;      /* ludc_final */
    uint32_t solver;     /* bounds of T. Cazenave, A. Saffidine, CG 2010 are kept */
    uint32_t joint;      /* ludc_joint_rule */
    double gamma;        /* exp3, rm: the share of actions that are drawn equally */
    uint32_t chance;     /* ludc_chance_rule */
    uint32_t dag;        /* transpositions: A. Saffidine, T. Cazenave, J. Mehat 2012; by ludc_key128 */
    uint32_t parallel;   /* 0: a tree for each thread, joined at the root; 1: one tree for all */
    uint32_t reuse;      /* ludc_search_advance keeps the part of the tree that lies below */
    uint64_t memory;     /* bytes that the tree may take */
    uint32_t stop;       /* when they are taken: 1 grows no more; 0 drops the least visited subtrees */
    uint32_t threads;    /* that search; ludc_search_run starts and joins all but one */
    uint64_t n;          /* iterations, for those who ask; 0: none given */
    double t;            /* seconds likewise */
    uint32_t size, top;  /* mmcts: entries of the memory, and how many are asked */
    double lambda, tau;  /* mmcts: the share of the memory's value; how sharply similarity weighs */
    uint32_t ref;        /* grave: a node with more games selects by its own statistics over moves */
    double bias;         /* grave: how soon a child's own mean counts more than these */
    uint32_t tries;      /* grave: a node of n moves has made all of them after tries * n visits, twice after 2 tries * n ..; 0: never */
    double history;      /* uct: the weight of progressive history; 0: none */
    double progressive;  /* uct: the weight of progressive bias; 0: none */
    uint32_t phi;        /* mmcts: LUDC_SET_STATE or LUDC_SET_NODES; the reasoner must offer it */
    uint32_t depth;      /* alphabeta: moves deep at most; 0: without limit */
    uint32_t leaves;     /* that are collected with virtual loss before they are valued */
    uint32_t playouts;   /* a leaf; their mean counts as one visit */
    uint32_t lanes;      /* ludc_lanes_use */
    uint32_t playout;    /* ludc_playout_rule */
    double epsilon;      /* the share of a playout's moves that are uniform */
    uint32_t backup;     /* ludc_backup; implicit: not with dag, nor where lots are an open loop */
    double alpha;        /* implicit: the share of the minimax value */
    double temp;         /* the others are as exp(score / temp), at 0 of the best score */
    uint32_t first;      /* playout=features: in so many first moves of a playout, the others are uniform; 0: in all */
    uint32_t prior;      /* puct with features: 0 they give priors, 1 priors are alike */
    uint32_t evaluator;  /* puct with features: 0 naive, 1 tree, 2 spatternet, 3 jit, 4 compiled; all find the same */
    double plain;        /* playout=features: the share of playouts that are uniform from beginning to end */
    double mix;          /* puct with features: the share of each prior that is the same for all moves */
    uint32_t transfer;   /* puct with features: 1 they may be another game's */
    double noise;        /* puct, mmcts: priors p of the root's moves become 0.75 p + 0.25 Dirichlet(noise); 0: none */
} ludc_search_options;

/* ludc_search_parse gives epsilon and temp as the playout's paper has them where the text does not; ludc_search_defaults 0. */
LUDC_API void ludc_search_defaults(ludc_search_options *options, ludc_search_agent agent);
/* Reads NAME[:KEY=VALUE,..].  LUDC_USAGE: there is no such name, key or value (the message names the
 * nearest). */
LUDC_API ludc_status ludc_search_parse(const char *spec, ludc_search_options *options, ludc_error *error);
/* The same backwards: all keys that the agent reads, with their values.  As snprintf. */
LUDC_API size_t ludc_search_spec(const ludc_search_options *options, char *out, size_t size);
/* Row i of what there is, for people: 1 an agent, 2 a key, 0 at the end.  `what` is its name, `choices`
 * the values of a key or NULL, `standard` its default (NULL for agents), `help` what it means. */
LUDC_API int ludc_search_explain(size_t i, const char **what, const char **choices, const char **standard,
                                 const char **help);

/* ---- searching ---------------------------------------------------------------- */

typedef struct ludc_search ludc_search;

/* NULL: LUDC_USAGE for options out of their ranges, LUDC_IO for too little memory, LUDC_UNSUPPORTED
 * where the agent cannot play this game.  The reasoner must live as long. */
LUDC_API ludc_search *ludc_search_new(const ludc_reasoner *r, const ludc_search_options *options, uint64_t seed,
                                      ludc_error *error);
LUDC_API void ludc_search_free(ludc_search *search); /* NULL is allowed */
/* From the next ludc_search_begin on it is as one that ludc_search_new made with this seed, with the evaluator, lanes and
 * features that were set: what takes long to make serves for many games.  LUDC_IO: there is too little memory. */
LUDC_API ludc_status ludc_search_reseed(ludc_search *search, uint64_t seed);
/* LUDC_UNSUPPORTED: lanes=on without lanes, playout=features without features, and what the agents say above.
 * Forgets the tree and the seed's progress; what follows is searched from `state`, which is copied. */
LUDC_API ludc_status ludc_search_begin(ludc_search *search, const void *state);
/* Goes on for so many iterations or seconds (of the clock), whichever ends first; 0: without that
 * limit, but not both.  Ends at once when the position is proved or the game is over. */
LUDC_API ludc_status ludc_search_run(ludc_search *search, uint64_t iterations, double seconds);
/* Is asked every few milliseconds while ludc_search_run goes on, inside long playouts too, by the thread that called it: not 0 ends the run at once, and
 * what was found until then stands.  It may look at the search through the functions below.  NULL: nothing is asked. */
typedef int ludc_search_watcher(void *data, const ludc_search *search);
LUDC_API void ludc_search_watch(ludc_search *search, ludc_search_watcher *watcher, void *data);
/* The position moves on: `moves` as for ludc_apply_joint, `state` the one after.  With reuse the tree
 * below is kept, else it is forgotten.  In open loops the tree is always forgotten. */
LUDC_API ludc_status ludc_search_advance(ludc_search *search, const ludc_move *moves, const void *state);

/* ---- many leaves at once -------------------------------------------------------------- */

/* With `leaves` L and `playouts` K a round goes down the tree L times, values all leaves, and goes up from
 * each.  What lies on the way to a leaf that is not valued yet counts as lost for whoever chose it (virtual loss:
 * G. Chaslot, M. Winands, J. van den Herik, CG 2008; of games with lots its visits alone count: A. Liu et al., ICLR
 * 2020); before anything goes up all of this is taken back to the last bit.  A leaf's value is the mean of K
 * playouts and one visit, so that `iterations` are leaves (T. Cazenave, N. Jouandeau, 2007, leaf parallelisation).
 *
 * Who can play from many states at once offers it here; libludc does with its lanes (ludc_search_use_lanes). */
typedef struct {
    size_t size;    /* sizeof(ludc_search_lanes) */
    unsigned width; /* games at once */
    size_t memory;  /* bytes, aligned to 64, for each thread of the search */
    /* As ludc_lanes_playouts, whose first argument is `data` here: sums of payoffs of `games` uniformly random games from
     * each of n states.  Several threads may call it at once, each with memory of its own. */
    ludc_status (*playouts)(const void *data, void *memory, const void *states, size_t stride, size_t n, uint64_t games,
                            uint64_t seed, double *payoffs);
    const void *data; /* lives as long as the search */
} ludc_search_lanes;

/* Right after ludc_search_new: forgets what was searched.  NULL: no lanes.  The memory is part of what the option
 * `memory` gives.  Ignored with lanes=off and where lanes=auto has too few playouts a round.  LUDC_UNSUPPORTED: lanes=on
 * with playouts that lanes cannot play (cut, playout).  With lanes=on and none set ludc_search_begin says LUDC_UNSUPPORTED. */
LUDC_API ludc_status ludc_search_set_lanes(ludc_search *search, const ludc_search_lanes *lanes);
/* The same with lanes that ludc_lanes_new made of the game (libludc alone has this function); they live as long as the
 * search. */
LUDC_API ludc_status ludc_search_use_lanes(ludc_search *search, const ludc_lane_game *lanes);

/* ---- values and priors that somebody else gives ---------------------------------------- */

/* One of the states that are asked for. */
typedef struct {
    const void *state;
    double *value; /* [players] payoffs that are expected; before: 0.5 each */
    /* Where priors are asked for (else NULL and 0): n legal moves, each once; of a joint game those of role 1, then of role 2 ..,
     * count[p - 1] of role p; and the priors beside them; before: 1 each.  They need not add up to anything. */
    unsigned mover; /* of a game of turns; 0: a joint game */
    const ludc_move *moves;
    const uint32_t *count;
    size_t n;
    float *prior;
} ludc_search_leaf;

typedef struct {
    const ludc_reasoner *r;
    const void *states; /* all of them, `stride` bytes apart, as ludc_observe_n has it; leaf[i].state is state i */
    size_t stride, n;
    const ludc_search_leaf *leaf; /* [n] */
    double *values;               /* [n * players]: leaf[i].value is values + i * players */
} ludc_search_batch;

/* Fills values and priors: whatever a network, a table or a program says.  Values are taken into [0, 1]; of two roles whose
 * payoffs add up to 1 each gets half of what is left between them; a value that is no number is LUDC_WRONG.  Priors are divided by
 * their sum, a role each; those that are negative or no number are 0, and if nothing is left they are alike.  Not LUDC_OK:
 * nothing of the round counts, and ludc_search_run ends with that status.  Must depend on nothing but the batch, if one
 * seed and one count are to give one result. */
typedef ludc_status ludc_search_evaluate(void *data, const ludc_search_batch *batch);

/* evaluate: leaves are worth what it says, and there are no playouts.  A round goes down the tree `leaves` times, with virtual
 * loss, then asks once; a round is shorter where most ways lead to leaves that wait already.  puct, and mmcts, which then has
 *
 *     (1 - lambda) V + lambda V_M + c p sqrt(N) / (n + 1)
 *
 * ask for priors p: a leaf is asked for them, and gets children, in the visit that makes `expand` of them (as a rule the
 * first); before it wants a value alone.  The root is the first leaf, and gets them at once.  Where several roles choose at
 * once each has priors of its own over its actions.  Other agents, and open loops of games with lots, want values alone.
 *
 * at_cut: values of positions in which playouts were ended by `cut`, in place of ludc_payoffs_cut; priors are not asked.  With
 * both, `evaluate` gives the priors and playouts the values.  One of them may be NULL.
 *
 * With several threads each asks for its own leaves, and both functions are called from several at once. */
typedef struct {
    size_t size; /* sizeof(ludc_search_evaluator) */
    ludc_search_evaluate *evaluate;
    ludc_search_evaluate *at_cut;
    void *data;
} ludc_search_evaluator;

/* Right after ludc_search_new: forgets what was searched.  NULL: none.  LUDC_UNSUPPORTED: agents without a tree; grave,
 * history and progressive, whose statistics are of whole games; lanes=on. */
LUDC_API ludc_status ludc_search_set_evaluator(ludc_search *search, const ludc_search_evaluator *evaluator);

/* ---- what was found -------------------------------------------------------------- */

typedef struct {
    uint64_t iterations, playouts;
    uint64_t nodes;             /* of all trees, children that were never visited included */
    uint64_t bytes;             /* that they take */
    uint64_t dropped;           /* how often memory was full and subtrees went */
    double seconds;             /* of processor time */
    double depth_mean;          /* moves from the root to the leaf */
    uint32_t depth_max;
    int proved;                 /* the position's value is known for every role */
} ludc_search_stats;

LUDC_API void ludc_search_figures(const ludc_search *search, ludc_search_stats *out);
/* Value of the position for each role, and what it is proved to lie between.  [players] each, NULL
 * is allowed. */
LUDC_API void ludc_search_value(const ludc_search *search, double *value, double *low, double *high);

typedef struct {
    ludc_move move;
    uint64_t visits;
    double share;                       /* of the visits; regret matching: of the average strategy */
    double value[16], low[16], high[16]; /* a role each; where several choose at once value[player - 1] alone */
} ludc_search_move;

/* The moves of a player at the root (0: the one who chooses), best first; fills at most `room` and
 * returns how many there are. */
LUDC_API size_t ludc_search_moves(const ludc_search *search, unsigned player, ludc_search_move *out, size_t room);
/* The final move; LUDC_WRONG: there is none. */
LUDC_API ludc_status ludc_search_best(ludc_search *search, unsigned player, ludc_move *move);
/* The line that the search expects: steps of `players` moves each as for ludc_apply_joint, at most
 * `room` steps; how many. */
LUDC_API size_t ludc_search_line(const ludc_search *search, ludc_move *moves, size_t room);

/* What a node is: the position that a step leads to; with chance=nodes also a step whose lots its children are, and
 * one of these. */
typedef enum { LUDC_NODE_STEP, LUDC_NODE_DRAWS, LUDC_NODE_OUTCOME } ludc_node_kind;

/* A node of the tree below the root; number 0 is the root. */
typedef struct {
    uint64_t node;
    uint32_t kind;       /* ludc_node_kind */
    double chance;       /* of an outcome; else 1 */
    ludc_move moves[16]; /* the step that leads to it; of a game of turns moves[mover - 1]; of an outcome the step that
                          * draws it */
    uint64_t visits;
    double value[16], low[16], high[16];
} ludc_search_node;

/* The visited children of a node in the order of the tree; fills at most `room`, returns how many.
 * Numbers hold until the search goes on. */
LUDC_API size_t ludc_search_children(const ludc_search *search, uint64_t node, ludc_search_node *out, size_t room);

/* Makes of the position above a node the one that the node stands for: plays its step, or leaves it to the children
 * where these are outcomes, or plays that outcome.  Where lots are an open loop each draw gives its first outcome. */
LUDC_API ludc_status ludc_search_node_play(const ludc_search *search, const ludc_search_node *node, void *state);
/* The step of a node as --moves takes it; of an outcome "~" and its text as ludc_outcome_text has it ("~?" of one
 * that was drawn from too many).  `state` is the position above.  As snprintf. */
LUDC_API size_t ludc_search_node_text(const ludc_search *search, const ludc_search_node *node, const void *state, char *out,
                                      size_t size);

/* What `ludc search --json` prints, without the end of the line: doc/search.md has its fields.  `backend`
 * is the caller's name for the engine, `parts` LUDC_SEARCH_PHI, LUDC_SEARCH_TREE, the tree down to `depth`, and
 * LUDC_SEARCH_HIDDEN: the caller knows that the rules hide something from a player, which the search saw; "hidden" says
 * so.  As snprintf; 0: memory is out. */
enum { LUDC_SEARCH_PHI = 1, LUDC_SEARCH_TREE = 2, LUDC_SEARCH_HIDDEN = 4 };
LUDC_API size_t ludc_search_json(const ludc_search *search, const char *backend, unsigned parts, uint32_t depth, char *out,
                                 size_t size);

/* ---- a tree as bytes --------------------------------------------------------------- */

/* For the same game and options on machines of one byte order.  ludc_search_save writes
 * ludc_search_saved_size bytes; after ludc_search_restore the search goes on as the saved one would
 * have, with what its playouts and its memory have learnt.  LUDC_WRONG: the bytes are not of such a search.  With one
 * thread, or several in one tree. */
LUDC_API size_t ludc_search_saved_size(const ludc_search *search);
LUDC_API ludc_status ludc_search_save(const ludc_search *search, void *out);
LUDC_API ludc_status ludc_search_restore(ludc_search *search, const void *saved, size_t size);

#ifdef __cplusplus
}
#endif

#endif
