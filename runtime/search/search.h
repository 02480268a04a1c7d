/* search.h - a search, and what its parts see of each other. */
#ifndef LUDC_SEARCH_SEARCH_H
#define LUDC_SEARCH_SEARCH_H

#include <math.h>
#include <stdatomic.h>

#include "runtime/abi.h"
#include "runtime/include/ludc_search.h"
#include "runtime/random.h"
#include "runtime/search/kernel.h"
#include "runtime/search/others.h"
#include "runtime/search/tree.h"

/* Deeper leaves get no children. */
enum { MAX_DEPTH = 4096, LOG_STEPS = 2048 };
/* Moves of a playout where `cut` gives no limit; and so many between two looks at the clock. */
enum { PLAYOUT_MOVES = 100000, PLAYOUT_SLICE = 2048 };

/* Whose turn it is, and how much is left to luck. */
typedef enum {
    WAY_TURNS, /* one role chooses: also in rule sheets, where the others have one move */
    WAY_LOTS,  /* the rules draw lots: what is legal below a move is found anew each time */
    WAY_NODES  /* they do, and the outcomes of a move are nodes (chance.h) */
} Way;

/* Where a path ends. */
typedef enum {
    END_POSITION, /* at a position of its own */
    END_DRAWN,    /* behind a move whose lots were drawn, without nodes for them: memory is full */
    END_KNOWN     /* before lots of which all is known */
} End;

/* The children of a node that one role chooses from. */
typedef struct {
    const uint32_t *visits;
    const int32_t *value;  /* of the role that is kept; the chooser's is sign * value + offset */
    const float *prior;    /* NULL: all alike */
    const uint32_t *extra; /* first of the agent's columns, `count` words each */
    uint32_t tried, count;
    uint32_t kept; /* whose column `value` is */
    uint32_t live, block, mover;
    Place parent;
    float sign, offset;
    uint32_t parent_visits;
    float parent_value; /* the chooser's */
} Choice;

/* How a child is selected. */
typedef struct {
    const char *name;
    /* The best of the visited children, of which there is one at least; *score is what it has. */
    uint32_t (*best)(const ludc_search *s, const Choice *c, float *score);
    /* What a child that was never visited has; INFINITY: it comes before all others. */
    float (*fresh)(const ludc_search *s, const Choice *c);
    /* Which of those it was; NULL: any, at random. */
    uint32_t (*which)(const ludc_search *s, const Choice *c);
    uint32_t extra; /* columns of its own */
    bool ucb1;      /* it is search_ucb1 */
} Select;

typedef struct Memory Memory; /* memory.h */
typedef struct Leaves Leaves; /* leaves.h */
typedef struct Dag Dag;   /* dag.h */
typedef struct Eval Eval; /* eval.h */
typedef struct Amaf Amaf;     /* amaf.h */
typedef struct ChanceNodes ChanceNodes; /* chance.h */
typedef struct Playouts Playouts; /* playout.h */
typedef struct Shared Shared; /* shared.h */
typedef struct FeatureSearch FeatureSearch; /* features.h */

struct ludc_search {
    const ludc_reasoner *r;
    ludc_search_options o;
    const Select *select;
    KernelFn *kernel;
    Memory *memory; /* of mmcts, else NULL */
    Leaves *leaves; /* rounds of several leaves or playouts; NULL: one leaf, one plain playout */
    Amaf *amaf;     /* of grave and progressive history, else NULL */
    struct Deep *deep; /* of alphabeta, which has no tree here (alphabeta.h), else NULL */
    Dag *dag;       /* of dag=1, else NULL */
    ChanceNodes *chances; /* of chance=nodes, else NULL */
    Eval *eval;     /* values are somebody else's, else NULL */
    FeatureSearch *features; /* of ludc_search_set_features, else NULL */
    uint32_t priors; /* their column, 0: none are kept (prior.h) */
    bool defers;     /* a leaf gets children when it is valued, as its priors come then */
    int32_t *mixed; /* of backup=implicit, what the children of a block count as; else NULL */
    int32_t looked[TREE_ROLES]; /* what its heuristic says of the leaf */
    Way way;
    End ending; /* of the last path */
    uint32_t players;
    bool constant; /* the payoffs of two roles add up to 1: the second's are not kept */
    bool broken;   /* they were seen not to */
    uint32_t unit; /* the payoff 1 in bounds */
    Tree tree;
    Others others; /* of joint games */
    uint64_t seed, rng;
    float log[LOG_STEPS]; /* natural logarithms */
    unsigned char *root, *state; /* states */
    ludc_move *list;             /* [room] */
    size_t room;
    uint64_t *seen; /* a bit for each code of a move, all 0 */
    Place path[MAX_DEPTH];
    uint32_t depth; /* of the last place on the path */
    /* of edges on the path: where their roles chose */
    uint32_t joint_block[MAX_DEPTH];
    uint32_t *joint_slot; /* [MAX_DEPTH * players] in games that may have them */
    double *chance;       /* [room] of the actions of a role, for exp3 and rm */
    float *joint_chance;  /* [MAX_DEPTH * players] of the action that was taken */
    bool over;            /* the root is a finished game */
    bool proved;
    uint64_t iterations, playouts, depth_sum, dropped;
    uint32_t depth_max;
    double seconds;
    ludc_search **helper; /* [threads - 1] trees of their own, or NULL */
    ludc_search **twin;   /* [threads - 1] those that search this tree too, or NULL */
    struct Crew *crew;    /* of helpers or twins: theirs too (crew.h), or NULL */
    Shared *shared;       /* of who searches a tree that others search too, else NULL */
    ludc_search_watcher *watcher;
    void *watched; /* its data */
    bool watched_run; /* somebody may stop the run, this search's or the one it helps */
    double end;       /* of the run, by CLOCK_MONOTONIC; INFINITY: none */
    uint32_t slice;   /* moves of a playout between two looks */
    bool sated;       /* no time for another sweep in this run: the tree grows no more */
    double sweep;     /* seconds a word that the slowest took */
    bool late;        /* the run ended inside a playout, which counts for nothing */
    atomic_bool stop; /* the watcher said so; set for helpers too */
};

/* The game and the rule of selection, as the loop asks for them: in a program that is made of a game
 * and its search (doc/search.md) they are constants, so that their functions are called directly and
 * become part of the loop.  LUDC_GAME is then the reasoner, LUDC_AGENT_OPTIONS the options. */
const Select *search_select_of(const ludc_search_options *o); /* search_select.c; NULL: the agent has no tree */
#ifdef LUDC_GAME
static inline const ludc_reasoner *search_game(const ludc_search *s)
{
    (void)s;
    return &LUDC_GAME;
}
static inline const Select *search_rule(const ludc_search *s)
{
    (void)s;
    return search_select_of(&LUDC_AGENT_OPTIONS);
}
static inline KernelFn *search_kernel(const ludc_search *s)
{
    (void)s;
    return KERNEL_HERE;
}
/* Can a search of this agent have priors? */
static inline bool search_may_prior(void)
{
    return LUDC_AGENT_OPTIONS.agent == LUDC_AGENT_PUCT || LUDC_AGENT_OPTIONS.agent == LUDC_AGENT_MMCTS;
}
/* Such a search has one game and one rule of selection. */
static inline bool search_fits(const ludc_reasoner *r, const ludc_search_options *o)
{
    return r == &LUDC_GAME && search_select_of(o) == search_select_of(&LUDC_AGENT_OPTIONS);
}
#if defined(__GNUC__)
#define SEARCH_WHOLE __attribute__((flatten)) /* what it calls becomes part of it */
#endif
#else
static inline const ludc_reasoner *search_game(const ludc_search *s) { return s->r; }
static inline const Select *search_rule(const ludc_search *s) { return s->select; }
static inline KernelFn *search_kernel(const ludc_search *s) { return s->kernel; }
static inline bool search_may_prior(void) { return true; }
#endif
#ifndef LUDC_GAME
static inline bool search_fits(const ludc_reasoner *r, const ludc_search_options *o)
{
    (void)r;
    (void)o;
    return true;
}
#endif
#ifndef SEARCH_WHOLE
#define SEARCH_WHOLE
#endif
#if defined(__GNUC__)
#define SEARCH_INLINE inline __attribute__((always_inline))
#else
#define SEARCH_INLINE inline
#endif

/* s->priors and s->defers, as the loop asks for them. */
static inline uint32_t search_priors(const ludc_search *s) { return search_may_prior() ? s->priors : 0; }
static inline bool search_defers(const ludc_search *s) { return search_may_prior() && s->defers; }

/* ---- numbers -------------------------------------------------------------------- */

static inline uint32_t search_below(ludc_search *s, uint32_t n)
{
    return (uint32_t)(((ludc_next_word(&s->rng) >> 32) * n) >> 32);
}

/* Bits that a number greater than 0 has. */
static inline uint32_t bit_length(uint32_t n)
{
#if defined(__GNUC__)
    return 32 - (uint32_t)__builtin_clz(n);
#else
    uint32_t length = 0;
    for (; n; n >>= 1)
        length++;
    return length;
#endif
}

/* The natural logarithm to 1/1024, by table: the same on every machine. */
static inline float search_log(const ludc_search *s, uint32_t n)
{
    uint32_t shift = n < LOG_STEPS ? 0 : bit_length(n / LOG_STEPS);
    return s->log[n >> shift] + (float)shift * 0.69314718f;
}

/* UCB1's best of the visited children; *score is without the choice's offset. */
static inline uint32_t search_ucb1(const ludc_search *s, const Choice *c, float *score)
{
    float weight = (float)(s->o.c * s->o.c);
    return search_kernel(s)(c->visits, c->value, c->tried, c->sign, weight * search_log(s, c->parent_visits), score);
}

static inline int32_t value_of(double payoff) { return (int32_t)(payoff * TREE_ONE + 0.5); }
/* Payoffs as the tree keeps them; notes where two roles' do not add up to 1. */
static inline void search_keep_payoffs(ludc_search *s, const double *payoff, int32_t *value)
{
    if (s->constant && fabs(payoff[0] + payoff[1] - 1) > 1e-5)
        s->broken = true;
    for (uint32_t k = 0; k < s->tree.kept; k++)
        value[k] = value_of(payoff[k]);
}
static inline void search_count_iteration(ludc_search *s, uint32_t depth)
{
    s->iterations++;
    s->depth_sum += depth;
    s->depth_max = depth > s->depth_max ? depth : s->depth_max;
}
static inline double payoff_of(int32_t value) { return (double)value / TREE_ONE; }
/* dag.h: what a slot counts as where positions have several links. */
int32_t dag_value(const Tree *t, Place at, uint32_t kept);
/* The value of role p (from 1) at a place. */
static inline double search_value_at(const ludc_search *s, Place at, uint32_t p)
{
    uint32_t kept = s->constant ? 0 : p - 1;
    double first = payoff_of(s->dag ? dag_value(&s->tree, at, kept) : *tree_value(&s->tree, at, kept));
    return s->constant && p == 2 ? 1 - first : first;
}
/* An open bound of a slot: anything between 0 and 1. */
static inline uint32_t search_open(const ludc_search *s) { return bounds_make(0, s->unit); }

/* ---- the parts ------------------------------------------------------------------------ */

/* search_step.c: one iteration. */
void search_iterate(ludc_search *s);
/* Its parts: from the root to a leaf, whose state is then s->state; is the game over there, as far as the
 * tree knows or has to; and all that becomes of the leaf's value. */
void search_descend(ludc_search *s);
bool search_over(ludc_search *s);
/* Payoffs of s->state; of a finished game without asking for each role whether it is. */
void search_payoffs(const ludc_search *s, double *payoff);
void search_count(ludc_search *s, const double *payoff, bool over);
/* Gives the node at `at`, whose state is s->state, its children; false: there is no room, or the game
 * is over there. */
bool search_expand(ludc_search *s, Place at);
/* The legal moves of s->state in s->list, each once: of a joint game those of role 1, then of role 2 .., count[p - 1] of
 * role p.  How many in all; 0: a role has none. */
uint32_t search_list(ludc_search *s, uint32_t *count);
/* Counts the result of s->path; value[k] of each kept role. */
void search_backup(ludc_search *s, const int32_t *value);

/* search.c: lists and states; false: memory is out. */
bool search_take_lists(ludc_search *s);
void search_free_lists(ludc_search *s);
/* Memory is full: room for as much again, unless growth is to stop. */
void search_make_room(ludc_search *s);
/* Payoffs that do not add up to 1 were seen: all roles are kept from here on, and what was found
 * before is forgotten, as the second role's values were not. */
ludc_status search_keep_all(ludc_search *s);
/* threads.c: what follows is looked at by who asked; the threads rest so long. */
void search_quiet(const ludc_search *s);
/* search_late.c: does the watcher want the run to end? */
bool search_stopped(ludc_search *s);
/* Has the run to end, by the watcher or by the clock?  Then s->late. */
bool search_late(ludc_search *s);
double search_clock(void); /* CLOCK_MONOTONIC */
double search_used(void);  /* processor time of this thread */
/* Moves after which a playout ends. */
static inline uint32_t search_cut(const ludc_search *s) { return s->o.cut ? s->o.cut : PLAYOUT_MOVES; }
/* A playout from `state` as the reasoner plays, `cut` moves long at most; false: it was given up (search_late). */
static inline bool search_play(ludc_search *s, void *state, uint64_t *rng)
{
    const ludc_reasoner *r = search_game(s);
    for (uint32_t left = search_cut(s);;) {
        uint32_t some = left < s->slice ? left : s->slice;
        if (r->playout(r, state, rng, some) < some || !(left -= some))
            return true;
        if (search_late(s))
            return false;
    }
}
/* search.c: an empty tree in place of the one there is, which keeps the values of all roles, or of one where there are two. */
ludc_status search_keep(ludc_search *s, bool all);
/* search.c: playouts in lanes from now on, NULL: not; what was searched is forgotten. */
ludc_status search_take_lanes(ludc_search *s, const ludc_search_lanes *lanes);

/* search_joint.c: several roles choose at once.  The edge that is taken, or 0: no room. */
uint32_t search_joint_choose(ludc_search *s, uint32_t block, Place parent);
void search_joint_backup(ludc_search *s, uint32_t depth, const int32_t *value);
uint32_t search_joint_extra(ludc_joint_rule rule); /* columns */
/* The share of action `slot` of role p in what it plays in the end. */
double search_joint_share(const ludc_search *s, uint32_t block, uint32_t p, uint32_t slot);

/* search_edges.c: the first slot of role p's actions in a block of a joint game; of players + 1: their number. */
uint32_t search_joint_first(const ludc_search *s, uint32_t block, uint32_t p);
/* The step that a slot or an edge of a joint game stands for. */
void search_step_of(const ludc_search *s, Place at, uint32_t *moves);
/* The edge of these moves (in a game of turns: of moves[0]); 0: there is none. */
uint32_t search_edge_find(const ludc_search *s, uint32_t block, const uint32_t *moves);
uint32_t search_edge_make(ludc_search *s, uint32_t block, const uint32_t *moves);
/* The link to the first edge that may be it; is it that; it shall be that. */
uint32_t *search_edge_bucket(const ludc_search *s, uint32_t block, const uint32_t *moves);
bool search_edge_is(const ludc_search *s, uint32_t edge, const uint32_t *moves);
void search_edge_name(ludc_search *s, uint32_t edge, const uint32_t *moves);

/* search_lots.c: the edge that is taken where the rules draw lots, 0: no room or over. */
uint32_t search_lots_choose(ludc_search *s, uint32_t block, Place parent);

/* search_bounds.c */
void search_bounds_prove(ludc_search *s, const double *payoff);
/* Carries bounds from the end of the path to the root as far as they change. */
void search_bounds_backup(ludc_search *s);
/* In graphs, before selection in the block that `at` leads to: what was proved of its children by other
 * paths comes in; false: nothing is left to choose. */
bool search_bounds_refresh(ludc_search *s, Place at, uint32_t block);
void search_bounds_of(const ludc_search *s, Place at, double *low, double *high); /* [players] */
bool search_bounds_closed(const ludc_search *s, Place at);
/* Is there anything to learn from the child of a node that has one chooser? */
bool search_bounds_open(const ludc_search *s, Place child, Place node);
/* Of a block whose children are all closed the one that is surely best for its chooser. */
uint32_t search_bounds_best(const ludc_search *s, uint32_t block);
/* Where threads share the tree: of the children of `node`, which are `block`, none is open. */
void search_bounds_finish(ludc_search *s, Place node, uint32_t block);

/* What a child never visited counts as by the option fpu; the same explored by UCB1 as if it had been visited once. */
float search_urgency(const ludc_search *s, const Choice *c);
float search_ucb1_fresh(const ludc_search *s, const Choice *c);
#endif
