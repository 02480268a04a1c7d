/* actions.h - which moves can ever be legal: abstract interpretation of the rules.
 *
 * A number is followed as the set of values that it can have (`Nums`), a set as two (`Sets`):
 * the members that it can have and those that it must have.  The state between plies is the
 * same of every field: of an array, for each index.  It begins as the game does; then the
 * moves of each mover, what they do and the turn are run on it again and again until nothing
 * new comes (P. Cousot, R. Cousot, "Abstract interpretation", POPL 1977).  Arrays are only
 * ever joined into, single fields follow the flow of a ply.  In the state found so, every
 * parameter of every rule that can be tried is gone through value by value: what comes
 * through the guards that can hold is an action.
 *
 * What is not followed exactly is bounded above: an operation may give any value of its type,
 * a `post`, a `keep` and a `best` stop nothing, an `exists` can be either.  Work is counted,
 * in steps and not in time; when there was too much, all states that types allow take the
 * place of those found, then loops are no more gone through value by value. */
#ifndef LUDC_IR_OFFER_ACTIONS_H
#define LUDC_IR_OFFER_ACTIONS_H

#include "base/scratch.h"
#include "ir/core/ir.h"

/* A set of numbers: those v of lo..hi that have their bit, bit v - base (base is a multiple of 64);
 * all if `bit` is NULL.  lo and hi are in it; lo > hi: none. */
typedef struct {
    int64_t lo, hi, base;
    uint64_t *bit;
} Nums;

/* Sets between `must` and `may`, which is the larger one. */
typedef struct {
    uint64_t *may, *must;
} Sets;

typedef struct {
    Nums num;
    Sets set;
    /* What is known of a field at this index, if the value is one: the state read by the
     * header has it.  fact_field -1: nothing. */
    int fact_field;
    unsigned fact_stamp;
    Nums fact;
} ActSlot;

typedef struct {
    int index; /* of the function */
    const IrFn *fn;
    ActSlot *slot;
    bool writes;       /* may write the state */
    bool returned;     /* something was returned: result, or exit state of what writes */
    Nums num;
    Sets set;
    uint64_t *exit; /* single fields where it was left */
} ActFrame;

typedef struct {
    uint32_t player; /* bit p: player p can make it; bit 0: who is not known */
    int32_t column[4]; /* ACTION_UNSET, ACTION_MANY, or the value */
} ActInfo;

enum { ACTION_FROM, ACTION_TO, ACTION_KIND, ACTION_PIECE, ACTION_COLUMNS };
enum { ACTION_UNSET = INT32_MIN, ACTION_MANY = INT32_MIN + 1 };

/* 64 codes, and 64 of these. */
typedef struct {
    uint64_t bit[64];
    ActInfo *info[64];
} ActPage;

typedef struct {
    size_t at;     /* in words: of `single` if it is one, else of `array` */
    size_t words;  /* of a cell */
    int64_t low;   /* INT with bits: value of bit 0, a multiple of 64 */
    bool bits, single;
} ActField;

typedef struct {
    const IrGame *game;
    Arena *arena;
    Scratch scratch;

    ActField *field;
    size_t nsingle, narray; /* words */
    uint64_t *single, *array; /* the state at hand; arrays are one for all states */
    uint64_t *start;  /* single fields between plies */
    uint64_t **after; /* [mover]: single fields after `do` and `then` */
    uint64_t grown;   /* how often a cell or a local got new values */
    unsigned stamp;   /* changes when an array is written */
    int widen;        /* what grows becomes all of its type: 1 if that is of no space, 2 always */
    int *nvar;        /* of each function: its `var`s */
    int **var;
    bool **wanted;    /* of each rule: locals that say which moves there are and what they show */

    uint64_t work, most_work, split_work;
    int depth;
    bool tired;  /* too much work in finding states */
    bool split;  /* go through parameters value by value */
    bool counts; /* count what is emitted; else play it */
    bool changed; /* single fields got new values */
    bool failed; /* nothing is known: every code is an action */
    int player;  /* whose moves they are; 0: not known */
    int over;    /* the single field that says that the game is over, or -1 */
    int mover;   /* the single field that says who moves, or -1 */
    int what;    /* the array of pieces, or -1 */

    IrCode *code;
    uint64_t codes;
    ActPage **page; /* of 4096 codes each */
    size_t npage;
    uint64_t actions, emitted;
} Act;

/* ---- memory (actions_state.c) ------------------------------------------- */


/* ---- sets of numbers (nums.c) ------------------------------------- */

enum { ACT_SPAN = 4096 }; /* sets with more between lo and hi are ranges */
enum { ACT_COUNT = 64 };  /* fields of no space with more values too */

Nums nums_none(void);
Nums nums_one(int64_t v);
Nums nums_range(int64_t lo, int64_t hi);
Nums nums_type(IrType type);
bool nums_empty(Nums a);
bool nums_single(Nums a);
bool nums_has(Nums a, int64_t v);
int64_t nums_next(Nums a, int64_t v); /* the least above v; INT64_MAX: none */
#define NUMS_EACH(v, a) for (int64_t v = nums_empty(a) ? INT64_MAX : (a).lo; v != INT64_MAX; v = nums_next(a, v))
uint64_t nums_count(Nums a);
bool nums_same(Nums a, Nums b);
Nums nums_join(Act *e, Nums a, Nums b);
Nums nums_meet(Act *e, Nums a, Nums b);
Nums nums_copy(Act *e, Nums a);
Nums nums_clip(Nums a, int64_t lo, int64_t hi);
bool nums_true(Nums a);  /* can it be other than 0? */
bool nums_false(Nums a); /* can it be 0? */
Nums nums_bit(bool can_be_true, bool can_be_false);

/* Values one by one; those beyond lo..hi are left out. */
typedef struct {
    int64_t lo, hi; /* what can come */
    Nums set;
} NumsBuild;
NumsBuild nums_build(Act *e, int64_t lo, int64_t hi);
void nums_add(NumsBuild *b, int64_t v);
Nums nums_built(NumsBuild *b);

/* Of INT operations with one or two numbers. */
Nums nums_arithmetic(Act *e, const Ir *node, Nums a, Nums b);
Nums nums_compare(const Ir *node, Nums a, Nums b);

/* ---- state (actions_state.c) --------------------------------------------- */

void actions_lay_out(Act *e);
void actions_begin(Act *e, uint64_t *single, uint64_t *array); /* as the game begins */
void actions_top(Act *e, uint64_t *single, uint64_t *array);   /* all states that types allow */
void actions_nowhere(Act *e, uint64_t *single);                /* no state */
uint64_t *actions_cell(Act *e, int field, size_t index);
void actions_read(Act *e, int field, size_t index, Nums *num, Sets *set);
void actions_write(Act *e, int field, size_t index, Nums num, Sets set); /* a single field gets it, an array's cell may */
/* Joins single fields; true if `into` grew. */
bool actions_join(Act *e, uint64_t *into, const uint64_t *from);
uint64_t *actions_save(Act *e); /* a copy of the single fields */

/* ---- sets (actions_set.c) ------------------------------------------------ */

int actions_words(const Act *e, int space);
Sets actions_sets_new(Act *e, int space);  /* the empty set */
Sets actions_sets_type(Act *e, int space); /* any set */
Sets actions_sets_copy(Act *e, int space, Sets a);
void actions_sets_join(Act *e, int space, Sets *into, Sets a); /* into is changed, not replaced */
int actions_sets_next(const uint64_t *set, int words, int after);
int actions_sets_count(const uint64_t *set, int words);

/* The rows or elements that a slice can be: each start stands for len elements. */
typedef struct {
    const IrTable *table;
    size_t n, len;
    size_t *start;
    bool any; /* too many: not listed */
} Slices;

/* ---- evaluating ---------------------------------------------------------- */

bool actions_step(Act *e); /* counts; false: there was too much work */
Nums actions_num(Act *e, ActFrame *f, const Ir *node);
Sets actions_set(Act *e, ActFrame *f, const Ir *node);
Slices actions_slices(Act *e, ActFrame *f, const Ir *node);
const int32_t *actions_row(const IrTable *table, size_t at, size_t *n);
Nums actions_set_number(Act *e, ActFrame *f, const Ir *node); /* numbers made of sets */
void actions_with(Act *e, ActFrame *f, const Ir *node, Nums *num, Sets *set);

/* ---- locals, statements (actions_exec.c) --------------------------------- */

ActFrame actions_frame(Act *e, int fn);
void actions_bind(ActFrame *f, int64_t local, Nums value);
void actions_let(Act *e, ActFrame *into, int64_t local, ActFrame *from, const Ir *value);
/* false: it never comes back. */
bool actions_call(Act *e, ActFrame *f, const Ir *node, Nums *num, Sets *set);
bool actions_exec(Act *e, ActFrame *f, const Ir *node); /* false: nothing comes behind it */

/* The values of `var`s. */
ActSlot *actions_vars(Act *e, const ActFrame *f);
void actions_set_vars(const Act *e, ActFrame *f, const ActSlot *saved);
bool actions_join_vars(Act *e, const ActFrame *f, ActSlot *into); /* what they are now; true if `into` grew */

/* ---- loops (actions_loop.c) ---------------------------------------------- */

/* What a domain can give: of a set, of a row, of a range (two operands). */
Nums actions_domain(Act *e, ActFrame *f, int n, Ir *const *operand);
/* Notes what a local that runs over a domain says about a field. */
void actions_note(Act *e, ActFrame *f, int64_t local, const Ir *domain);
bool actions_loop(Act *e, ActFrame *f, const Ir *node); /* FOR, RANGE, WHILE */

/* ---- conditions (actions_assume.c) --------------------------------------- */

typedef struct ActUndo {
    struct ActUndo *next;
    int local;
    ActSlot old;
} ActUndo;

/* Leaves in the locals of a condition (and, where `fields`, in the single fields that it
 * reads) only values with which it can be as given; what locals were goes on *undo.  false:
 * it cannot. */
bool actions_assume(Act *e, ActFrame *f, const Ir *condition, bool truth, bool fields, ActUndo **undo);
void actions_undo(ActFrame *f, ActUndo *undo);

/* ---- generators (actions_gen.c) ------------------------------------------ */

bool actions_generate(Act *e, ActFrame *f, const Ir *node);

/* ---- results (actions_codes.c) ------------------------------------------- */

void actions_count(Act *e, ActFrame *f);
ActInfo *actions_info(Act *e, uint64_t code, bool make);
/* Is it one of the views of a move that become columns?  -1: no. */
int actions_column(const char *view);

#endif
