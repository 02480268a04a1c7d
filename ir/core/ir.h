/* ir.h - the one intermediate representation: a game as a guarded transition
 * system.  The manual, with the text form, is doc/ir.md.
 *
 * A game is spaces, tables (constants), state fields, and functions.  Bodies are
 * trees of Ir nodes: expressions and structured statements alike, so that a pass
 * is one recursive walk.  There are no pointers, no strings and no lists of moves
 * as values.
 *
 * The functions with a fixed name that everything outside relies on:
 *   gen  moves          all legal moves in the present state
 *   turn turn           what follows a rule's effect; may be absent
 *   view over           1 when the game is over
 *   view mover          who is to move
 *   view rank(%p)       twice the rank of player p (1st = 2, mean ranks are odd), 0: none yet
 * and of a joint game instead of the last two and of `moves` without parameter
 *   gen moves(%p)       the legal moves of player p
 *   view goal(%p)       what the state is worth to player p, 0..100; -1 nothing, -2 not one value
 * Any other view is for people and for `replay`.  A view that no build keeps
 * makes the fields that only it reads dead. */
#ifndef LUDC_IR_H
#define LUDC_IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/out.h"
#include "base/session.h"
#include "base/source.h"
#include "base/vec.h"
#include "ir/core/ops.h"

typedef struct IrGame IrGame;

/* ---- types ------------------------------------------------------------- */

typedef enum {
    IR_VOID,
    IR_INT,  /* lo..hi; `bit` is 0..1; a site is an int with a space, lo -2 or -1 or 0 */
    IR_MASK, /* a set of members of `space` */
    IR_VEC   /* a slice of a table; only as operand of ops that say so */
} IrKind;

typedef struct {
    IrKind kind;
    int space;      /* MASK: its space.  INT: the space it indexes, or -1 */
    int64_t lo, hi; /* INT */
} IrType;

#define IR_NOSPACE (-1)

IrType ir_bit(void);
IrType ir_int(int64_t lo, int64_t hi);
/* A member of `space`, or -1, or -2 ("end of track"). */
IrType ir_site(const IrGame *game, int space);
IrType ir_mask(int space);
bool ir_type_same(IrType a, IrType b);

/* A number that needs 64 bits? */
static inline bool ir_is_wide(IrType type)
{
    return type.kind == IR_INT && (type.lo < INT32_MIN || type.hi > INT32_MAX);
}

/* ---- nodes ------------------------------------------------------------- */

typedef struct Ir {
    IrOp op;
    uint16_t n;  /* operands */
    IrType type; /* IR_VOID for statements; set by the builder, kept by passes */
    int64_t k;   /* constant, or index of local, field, table, function, space */
    Span at;     /* where it was written; {0,0} if made by the compiler */
    struct Ir *a[];
} Ir;

/* Is k a field whose value, or where it has some value, the node reads? */
static inline bool ir_reads_field(const Ir *node)
{
    return ir_ops[node->op].names == IR_NAMES_FIELD && ir_does(node->op, IR_READS);
}

/* Is k a local that gets a value here: let, for, filter, param, set ..? */
static inline bool ir_gives_local(const Ir *node)
{
    return ir_ops[node->op].names == IR_NAMES_LOCAL && ir_does(node->op, IR_BINDS | IR_WRITES);
}

/* The same of a statement for those that follow: let, var, set, param. */
static inline bool ir_defines_local(const Ir *node)
{
    return ir_ops[node->op].statement && ir_gives_local(node) && !ir_does(node->op, IR_LOOPS);
}

/* ---- declarations ------------------------------------------------------ */

/* A finite set 0..size-1: sites, pieces, players, phases. */
typedef struct {
    const char *name;
    int size;
    const char **label; /* names of the members, or NULL */
} IrSpace;

/* Dimensions: an index runs over a space, or over 0..size-1. */
typedef struct {
    int space; /* or IR_NOSPACE */
    int size;
} IrDim;

enum { IR_MAX_DIMS = 4 };

/* A constant.  Element kinds: INT; MASK; ragged rows of INT when `rows` is set
 * (element i of the last dimension is a list: row[off[i] .. off[i+1]-1]). */
typedef struct {
    const char *name;
    IrType elem;
    bool rows;
    int ndim;
    IrDim dim[IR_MAX_DIMS];
    size_t n;       /* product of the dimensions; 1 for a scalar */
    int32_t *value; /* INT: n values; rows: off[n] values */
    uint32_t *off;  /* rows: n + 1 offsets */
    uint64_t *word; /* MASK: n * ir_words(space) words, bit i of word i/64 */
    Span at;        /* where a text declares it */
} IrTable;

/* A number that goes up by one a move at most.  Not in the text form. */
typedef enum {
    IR_NO_COUNTER,
    IR_COUNTER,          /* it is at its end in games that are over alone, as the counter of moves is */
    IR_MOVE_COUNTER,     /* of the moves: the rules end the game before it is at its end */
    IR_OWN_MOVE_COUNTER  /* the same, and the game ends by itself, from any position within half of its range */
} IrCounter;

typedef struct {
    const char *name;
    IrType elem; /* INT or MASK */
    bool array;
    IrDim dim;      /* when array */
    size_t n;       /* 1, or dim.size */
    bool vouched;   /* who lowered the game knows that what is stored lies in range, and where; not in the text form */
    IrCounter counter;
    int64_t *init;  /* INT: n values */
    uint64_t *word; /* MASK: n * words */
    Span at;        /* where a text declares it */
} IrField;

typedef struct {
    const char *name; /* unique within the function */
    IrType type;
    const char *stem; /* the name is stem_number, interned; or NULL */
    unsigned long number;
} IrLocal;

typedef enum {
    IR_FN,   /* pure, returns a value */
    IR_PROC, /* writes state; with a value: plays a move, or returns 0 (lowering makes such) */
    IR_GEN,  /* emits moves */
    IR_RULE,
    IR_TURN,
    IR_VIEW, /* pure, at most one parameter */
    IR_PLANE /* pure, returns a set; one parameter, whose eyes see it: 0 all, else a player */
} IrFnKind;

/* How back ends make a function of kind IR_FN; what it computes is the same. */
typedef enum {
    IR_HINT_NONE,
    IR_HINT_INLINE, /* in place of each call */
    IR_HINT_APART,  /* by itself, of its arguments and of tables alone: it reads no state */
    IR_HINT_RECURSIVE /* by itself: it calls itself, with one less as its first argument (lowering makes such) */
} IrHint;

/* What planes are for; the numbers are those of runtime/abi.h. */
typedef enum {
    IR_PLANES_STATE, /* what is on the board: for eyes, networks, features */
    IR_PLANES_NODES, /* every node of a propositional network */
    IR_PLANES_KEY,   /* what the future depends on: equal in positions with the same future */
    IR_PLANE_SETS
} IrPlaneSet;

/* Of a function of kind IR_PLANE, whose own name is made of these. */
typedef struct {
    const char *name; /* "pawn", "count 3"; planes that differ in owner only are a family */
    IrPlaneSet set;
    int owner; /* the player whose it is; 0: nobody's */
} IrPlane;

/* The one function of kind IR_TURN has no name in the text form; this one cannot
 * clash with a view called "turn". */
#define IR_TURN_NAME "*turn"

/* What a record of the move shows: "from" = expression over the parameters and
 * the old state. */
typedef struct {
    const char *name;
    Ir *value;
} IrMoveView;

typedef struct IrFn {
    IrFnKind kind;
    const char *name;
    Span at;
    IrType ret;
    int nparam; /* the first locals */
    VEC(IrLocal) local;
    struct IrNames *names; /* of the locals, for ir_local_add; NULL: none yet, or void */
    Ir *body; /* not for rules */

    /* rules: a move is the rule's index and its parameter values */
    Ir *header;  /* BLOCK of PARAM, WHEN, LET: old state */
    Ir *effect;  /* BLOCK `do`: writes in order */
    Ir *then;    /* BLOCK, or NULL: sees the state after `do` */
    Ir *post;    /* BIT on the successor before `turn`, or NULL */
    Ir *spared;  /* BIT on the old state that is enough for `post`, for who lists moves; or NULL */
    bool exempt; /* not subject to KEEP (passes) */
    bool probe;  /* only asked about by `exists`: no move has it, and it has no codes */
    VEC(IrMoveView) view;

    IrPlane plane; /* kind IR_PLANE */
    IrHint hint;   /* kind IR_FN */
} IrFn;

/* Does it play a move?  Lowering makes such procedures (ir/play/choose.c). */
static inline bool ir_is_chooser(const IrFn *fn) { return fn->kind == IR_PROC && fn->ret.kind != IR_VOID; }

/* Numbers that go with the reasoner and that no rule reads: places of sites, numbers of
 * actions.  Whoever makes and whoever reads them agrees on what they mean (doc/abi.md). */
typedef struct {
    const char *name;
    size_t n;
    const int32_t *value;
} IrData;

struct IrGame {
    Session *session;
    Arena *arena;
    const char *name;
    int players;
    bool joint; /* all players move at the same time; see doc/ir.md, "Joint moves" */
    VEC(IrSpace) space;
    VEC(IrTable) table;
    VEC(IrField) field;
    VEC(IrFn *) fn;
    VEC(IrData) data;
    /* Set by pass flatten: gens contain EMIT and EMITSET only, no TRY of rules. */
    bool flat;
    bool atari, sliced; /* back ends may use these of ir/analysis/facts.h; not in the text form */
    /* How playouts go: bits of IrPlanKind (ir/plan/plan.h); 0: one uniform draw from all legal
     * moves a ply. */
    unsigned plan;
    struct IrFacts *facts; /* what was found out about it (ir/analysis/analyses.h); NULL: nothing that still holds */
    bool checked;      /* moves from outside are to be refused where they are not legal; not in the text form */
    const char *legal; /* the function that says so of one move (ir/offer/legal.h); NULL: only the list of all does */
    /* Of the low form (ir/play/play.h), not in the text form: what lists all moves of gen moves, and counts them, and those of `candidates`; */
    const char *list, *count, *list_candidates, *count_candidates;
    const char *choose, *choose_tested; /* the procedures that play a random move, as the plan says, and whatever it says (NULL: the same); */
    const char *apply;                  /* the one that plays the move of a code, of a joint game those of all players; */
    const char *candidates, *allowed;   /* of plans that try moves: their generator, and the procedure that tries the move of a code */
    const char *plan_rule; /* that of add-to-empty, unless a list of its sites is not worth while; or NULL */
};

/* ---- building (build.c) ------------------------------------------------ */

IrGame *ir_game_new(Session *session, const char *name, int players);
int ir_space_add(IrGame *game, const char *name, int size);
/* Tables come zeroed (rows: empty); fill .value/.word/.off after. */
int ir_table_add(IrGame *game, const char *name, IrType elem, bool rows, int ndim, const IrDim *dim);
int ir_field_add(IrGame *game, const char *name, IrType elem, const IrDim *dim_or_null);
IrFn *ir_fn_add(IrGame *game, IrFnKind kind, const char *name, IrType ret);
/* A plane over `space`, seen by parameter 0, `eyes`; its body is to be filled. */
IrFn *ir_plane_add(IrGame *game, IrPlaneSet set, const char *name, int owner, int space);
const char *ir_plane_set_name(IrPlaneSet set); /* "state", "nodes", "key" */
/* `value` is copied; one of that name is replaced. */
void ir_data_add(IrGame *game, const char *name, size_t n, const int32_t *value);
const IrData *ir_data_find(const IrGame *game, const char *name); /* or NULL */
int ir_fn_index(const IrGame *game, const IrFn *fn);
int ir_local_add(IrGame *game, IrFn *fn, const char *name, IrType type); /* renames clashes: x, x_2, .. */

int ir_space_find(const IrGame *game, const char *name); /* -1 */
int ir_table_find(const IrGame *game, const char *name);
int ir_field_find(const IrGame *game, const char *name);
int ir_fn_find(const IrGame *game, const char *name);
/* The stem, or with the least number from 2 on, `stem_2`, that no function has; one pass over their names. */
const char *ir_fn_fresh_name(IrGame *game, const char *stem);
/* The scalar field that a view reads, kept between constants or not; -1: it reads no such field. */
int ir_view_field(const IrGame *game, const char *view);

int ir_words(const IrGame *game, int space); /* 64-bit words of a mask */
uint64_t ir_mix_factor(int word);            /* odd; of MIX, for each word of a set of more than one */
void ir_mask_set(uint64_t *words, int member);
bool ir_mask_has(const uint64_t *words, int member);

/* Nodes.  `fn` is needed where a local's type is.  ir_node computes the type. */
Ir *ir_node(IrGame *game, const IrFn *fn, IrOp op, int64_t k, int n, Ir *const *a);
Ir *ir_const(IrGame *game, int64_t value);
Ir *ir_local(IrGame *game, const IrFn *fn, int local);
Ir *ir_get(IrGame *game, int field, Ir *index_or_null);
Ir *ir_tab(IrGame *game, int table, int n, Ir *const *index);
Ir *ir_op1(IrGame *game, IrOp op, Ir *a);
Ir *ir_op2(IrGame *game, IrOp op, Ir *a, Ir *b);
Ir *ir_op3(IrGame *game, IrOp op, Ir *a, Ir *b, Ir *c);
Ir *ir_k0(IrGame *game, IrOp op, int64_t k);                /* NONE, ALL */
Ir *ir_k1(IrGame *game, IrOp op, int64_t k, Ir *a);         /* BITOF, WHERE, LET, .. */
Ir *ir_k2(IrGame *game, IrOp op, int64_t k, Ir *a, Ir *b);  /* FILTER, WITH, FOR, .. */
Ir *ir_put(IrGame *game, int field, Ir *index_or_null, Ir *value);
Ir *ir_block(IrGame *game);
void ir_append(IrGame *game, Ir **block, Ir *statement); /* *block is replaced: nodes have fixed size */
Ir *ir_if(IrGame *game, Ir *condition, Ir *then_block, Ir *else_or_null);
Ir *ir_call(IrGame *game, IrOp op, int fn, int n, Ir *const *args); /* CALL DO EXISTS TRY EMIT EMITSET */

/* The type of the node from its operands; IR_VOID for statements. */
IrType ir_infer(const IrGame *game, const IrFn *fn, const Ir *node);

/* ---- walking and rewriting (walk.c) ------------------------------------ */

Ir *ir_copy(IrGame *game, const Ir *node); /* deep */
bool ir_equal(const Ir *a, const Ir *b);   /* structurally, spans ignored */
/* Calls visit on every node, operands first, and replaces each by the result. */
typedef Ir *IrVisit(IrGame *game, IrFn *fn, Ir *node, void *data);
Ir *ir_rewrite(IrGame *game, IrFn *fn, Ir *node, IrVisit *visit, void *data);
/* All bodies of one function, or of all functions. */
void ir_rewrite_fn(IrGame *game, IrFn *fn, IrVisit *visit, void *data);
void ir_rewrite_game(IrGame *game, IrVisit *visit, void *data);
/* Calls visit on every node of the tree whose k is an index, before its operands, until one
 * says true; was there such a one?  `op` is the node's row in ops.def. */
typedef bool IrRefVisit(const Ir *node, const IrOpInfo *op, void *data);
bool ir_visit_refs(const Ir *node, IrRefVisit *visit, void *data);
/* Does the tree read local `local`? any local in [0, n)? a field? */
bool ir_uses_local(const Ir *node, int local);
bool ir_draws(const IrGame *game); /* is there chance in the rules? */
bool ir_uses_field(const IrGame *game, const Ir *node, int field); /* through calls too */
/* Marks each field that the tree reads, through calls too; `field` has one for each. */
void ir_note_reads(const IrGame *game, const Ir *node, bool *field);
IrGame *ir_game_copy(const IrGame *game, Arena *arena);
/* The same, but for tables that are in `lasting`, which lives as long as `arena`: they are shared. */
IrGame *ir_game_move(const IrGame *game, Arena *arena, const Arena *lasting);

/* Fields and functions that are not marked go, tables that nothing left reads and locals that
 * nothing names; the others get new numbers.  true if any went.  Nothing that stays may name
 * what goes. */
bool ir_compact(IrGame *game, const bool *field, const bool *fn);

/* ---- text form (print.c, read.y), verifier ----------------------------- */

/* Of the text form; a text of another one is refused. */
enum { IR_TEXT_VERSION = 2 };

void ir_print(const IrGame *game, Out *out);
/* The same with comments that say where the rules, or the turn engine, say it. */
void ir_print_with_places(const IrGame *game, Out *out);
/* The same for telling games apart, not for reading: a digest instead of what a table holds. */
void ir_print_brief(const IrGame *game, Out *out);
uint64_t ir_table_digest(const IrGame *game, const IrTable *table);
/* The hash of a reasoner: equal games have the same. */
uint64_t ir_hash(const IrGame *game);
void ir_print_node(const IrGame *game, const IrFn *fn, const Ir *node, Out *out);
/* Reads a .gir text; NULL with diagnostics.  Constants given override `const`
 * items of the text (templates such as turn.gir use this). */
typedef struct {
    const char *name;
    int64_t value;
} IrConst;
IrGame *ir_read(Session *session, const Source *source);
/* Adds the items of a text to a game that exists; fields, tables, spaces and
 * functions it names may be there already. */
bool ir_read_into(IrGame *game, const Source *source, const IrConst *constant, size_t nconstant);
/* Checks types, bounds of names, purity, places; files errors; true if sound. */
bool ir_verify(IrGame *game);

/* ---- moves ------------------------------------------------------------- */

/* A move's code: rules but probes are numbered in order of declaration; rule r's codes are
 * [base, base + product of parameter sizes), parameters in mixed radix, the last
 * running fastest, each counted from the low end of its type. */
typedef struct {
    int fn; /* index of the rule */
    uint64_t base, size;
} IrCode;
/* Codes of all rules, in the arena; *total is their number.  false (diagnostic)
 * when they do not fit 32 bits. */
bool ir_codes(IrGame *game, IrCode **code, size_t *n, uint64_t *total);
/* The same by function; size 0: it is no rule, or one that is only a probe.  Returns the total. */
uint64_t ir_codes_by_fn(const IrGame *game, IrCode *code);
/* The codes of function `fn` among those of ir_codes; none of a rule without moves. */
IrCode ir_code_of(const IrCode *code, size_t n, int fn);
/* Marks the rules that gen `moves` can emit. */
void ir_mark_moves(const IrGame *game, bool *fn);
/* The values of a rule's parameter that codes count: a site is never negative. */
int64_t ir_code_low(IrType param);
/* The value of parameter i of the rule in `code`, which counts from the rule's first. */
Ir *ir_code_value(IrGame *game, const IrFn *rule, int i, Ir *code);
uint64_t ir_code_size(IrType param);
/* No state of the game has more moves than this (a bound, not the maximum). */
uint64_t ir_max_moves(const IrGame *game);
/* The same of a statement of a generator. */
uint64_t ir_max_emitted(const IrGame *game, const Ir *statement);
/* How many values an expression that is looped over, a set or a row, can give: by its type, and by the table. */
uint64_t ir_max_values(const IrGame *game, const Ir *set);
/* Elements of the longest row; where all rows are alike, the size of the last dimension. */
int64_t ir_longest_row(const IrTable *table);

#endif
