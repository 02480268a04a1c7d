/* lower.h - from a net to IR: what the lower_*.c files share.
 *
 * The game made is a joint one, in its state the facts as one set, @true, and what
 * follows from them: @over and the legal moves of each role.  A move writes only
 * what was chosen, @does; the turn makes the next facts of it. */
#ifndef LUDC_GDL_LOWER_H
#define LUDC_GDL_LOWER_H

#include "frontend/gdl/net/net.h"
#include "ir/core/ir.h"

/* A set of moves of one role, as bits. */
typedef uint64_t Choice;

/* What nodes say about a single role's move alone (lower/does.c). */
typedef struct {
    uint32_t role; /* NOBODY: a constant, or about facts or several roles */
    Choice *holds; /* for which of the role's moves the node holds */
} GdlDoes;

#define GDL_NOBODY UINT32_MAX

typedef struct {
    uint32_t first, n; /* inputs of GdlNet */
    int words;
    int space;    /* of its moves */
    int does;     /* field */
    int legal;    /* field: a set of moves */
    int hit;      /* table: for each move the columns that hold */
    int hit_space;
    VEC(const Choice *) column; /* of `hit` */
    uint32_t *slot; /* the columns by what they hold or do not hold: number plus one, 0: free */
    size_t nslot;   /* a power of two */
    GdlEdge shared; /* what most of its legal moves ask, or GDL_FALSE */
    bool *is_open; /* by move: it is lost once and for all (lower/open.c); NULL: none is */
    int open;      /* field: those that are not lost */
    int *takes;    /* tables by role: what its move takes from `open` */
} GdlRole;

/* Where a condition is kept between parts; field -1: nowhere. */
typedef struct {
    int field, member;
} GdlWire;

/* A wire that is never forgotten, and the gate it is. */
typedef struct {
    GdlWire wire;
    uint32_t node;
} GdlKept;

/* Facts as players see them, where the state keeps columns: those in `part[k]` for every k hold together. */
typedef struct {
    int space; /* theirs; -1: they are those of the state */
    uint32_t n, nparts;
    int *part;   /* tables */
    bool *fixed; /* one that holds always or never */
} GdlSeen;

/* A condition or a turn of more than GDL_WHOLE gates is cut into functions of about
 * GDL_PART: compilers are slower than linear in straight-line code.  A set holds at
 * most GDL_MOST_BITS. */
enum { GDL_WHOLE = 1500, GDL_PART = 200, GDL_MOST_BITS = 1 << 20 };

typedef struct {
    Session *session;
    const GdlNet *net;
    Arena *arena; /* scratch */
    IrGame *game;
    unsigned offers; /* of IrOffer */
    GdlRole *role;
    int space_player, space_fact, space_goal;
    int facts, over; /* fields */
    GdlDoes *does;   /* by node */
    GdlWire *wire;   /* by node */
    VEC(GdlKept) lasting; /* wires that stay from state to state */
    int wires_local; /* of the function being written: has them, not a field; or -1 */
    bool *tabled;    /* by base: its next value comes from the tables */
    GdlSeen seen;
} GdlLower;

/* Statements in order; they become a block at the end. */
typedef VEC(Ir *) GdlCode;

static inline void gdl_say(GdlLower *l, GdlCode *code, Ir *statement)
{
    vec_push(l->arena, code, statement);
}

static inline Ir *gdl_block(const GdlLower *l, const GdlCode *code)
{
    return ir_node(l->game, NULL, IR_OP_BLOCK, 0, (int)code->n, code->at);
}

/* The set with member first + i where bit[i]. */
Ir *gdl_pack(GdlLower *l, int space, int first, Ir **bit, int n);

/* ---- lower/shown.c ------------------------------------------------------ */

/* The view of the facts that the net shows in place of its own; tells l->seen. */
void gdl_lower_shown(GdlLower *l);
/* Those that hold, in a function. */
Ir *gdl_shown_facts(GdlLower *l, IrFn *fn);
/* A fact that holds in every state of the game, or in none. */
bool gdl_is_fixed(const GdlBase *base);

/* ---- lower/does.c ------------------------------------------------------- */

/* Finds the nodes that depend on one role's move alone. */
void gdl_lower_does(GdlLower *l);
/* The condition that the role's choice lies in `holds`: a column of its table. */
Ir *gdl_lower_choice(GdlLower *l, uint32_t role, const Choice *holds);
/* Makes the tables `hit` of the columns asked for. */
void gdl_lower_columns(GdlLower *l);

/* ---- lower/frame.c ------------------------------------------------------ */

/* Facts whose next value is decided by the moves and by themselves: marks them in
 * l->tabled, makes the tables.  Their next values, or NULL if there are none. */
Ir *gdl_lower_frame(GdlLower *l);

/* ---- lower/bits.c ------------------------------------------------------- */

/* Writes conditions into a function: what is used more than once becomes a local. */
typedef struct GdlBits GdlBits;

GdlBits *gdl_bits_new(GdlLower *l, IrFn *fn);
/* Announces that `edge` will be asked for; before anything is. */
void gdl_bits_want(GdlBits *bits, GdlEdge edge);
/* How many gates of two inputs what was announced takes. */
size_t gdl_bits_size(const GdlBits *bits);
/* The condition; the locals that it needs go to *block. */
Ir *gdl_bits(GdlBits *bits, GdlCode *code, GdlEdge edge);
/* The same, where `known` is known to hold: an input of the edge's gate. */
Ir *gdl_bits_given(GdlBits *bits, GdlCode *code, GdlEdge edge, GdlEdge known);
/* A condition to be kept: a bit of a field that is a set, or (member < 0) a field. */
typedef struct {
    int field, member;
    GdlEdge edge;
    GdlEdge known; /* holds where this is asked, an input of the gate; or GDL_FALSE */
} GdlRoot;

Ir *gdl_bits_root(GdlBits *bits, GdlCode *code, const GdlRoot *root);
/* Locals made between the two are forgotten: they stand in a block of their own. */
size_t gdl_bits_enter(const GdlBits *bits);
void gdl_bits_leave(GdlBits *bits, size_t mark);

/* ---- lower/parts.c ------------------------------------------------------ */

/* Writes the roots, which are sorted by field, by procedures of limited size; sets
 * are added to.  Conditions that several of them need are kept in fields. */
void gdl_lower_parts(GdlLower *l, const char *name, GdlCode *code, const GdlRoot *root, size_t n);

/* ---- lower/again.c ------------------------------------------------------ */

/* Conditions on facts alone, which last: a part is only made again when a fact below it
 * has changed. */
typedef struct GdlAgain GdlAgain;
GdlAgain *gdl_again_new(GdlLower *l, const char *name, const GdlRoot *root, size_t n);
/* Gates that a step of random play asks for then, of how many. */
double gdl_again_gates(const GdlAgain *again, size_t *all);
/* `changed`: a local of `turn` with the facts that changed. */
void gdl_again_write(GdlAgain *again, GdlCode *code, IrFn *turn, int changed);

/* ---- lower/reading.c ---------------------------------------------------- */

/* Parts of a function that writes no state: conditions that gdl_bits finds in
 * a local of `fn`, which this makes, until they are forgotten. */
void gdl_lower_reading(GdlLower *l, const char *name, IrFn *fn, GdlCode *code, const GdlEdge *edge, size_t n);
void gdl_forget_wires(GdlLower *l);

/* ---- lower/open.c -------------------------------------------------------- */

/* Finds legal moves that never come back; declares what keeps those that are left. */
void gdl_lower_open(GdlLower *l);
bool gdl_is_open(const GdlRole *role, uint32_t i);
/* Takes out what the moves done take; then gives the legal moves of a new state, where the
 * others are known, those that are left; then those of the first state. */
void gdl_open_step(GdlLower *l, GdlCode *code);
void gdl_open_legal(GdlLower *l, GdlCode *code);
void gdl_open_initial(GdlLower *l, const uint8_t *value);

/* ---- lower/legal.c ------------------------------------------------------- */

/* The condition that most of the role's legal moves share, or GDL_FALSE. */
GdlEdge gdl_lower_shared(const GdlLower *l, const GdlRole *role);
/* Sets @over and the legal moves from the facts; *changed: a local that shall have the
 * facts that changed, or -1. */
void gdl_lower_derived(GdlLower *l, IrFn *turn, GdlCode *code, int *changed);

/* ---- lower/plane.c ------------------------------------------------------- */

/* Declares the planes that are asked for: the last thing to be done. */
void gdl_lower_planes(GdlLower *l);

#endif
