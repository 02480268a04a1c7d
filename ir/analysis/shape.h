/* shape.h - what back ends find out about a game before they write code for it:
 * relations that are shifts of whole sets, rays, lines of regular boards, how many
 * sets a generator emits, and which fields trials leave alone.  Nothing here writes code. */
#ifndef LUDC_SHAPE_H
#define LUDC_SHAPE_H

#include "ir/core/ir.h"

/* A list of codes on the stack may be this long; where there may be more, the first MAX_ROOM
 * are noted, and one of the others is looked for again.  The same for all back ends, as these
 * numbers decide which random words are drawn. */
enum { MAX_LIST = 65536, MAX_PLANES = 16384, MAX_ROOM = 16384 };

/* --- relation_shifts.c: a relation between sites, its pairs (x, y) grouped by y - x --- */

enum { MAX_SHIFTS = 8 };

typedef struct {
    int words, size;
    int n;
    int delta[MAX_SHIFTS];
    uint64_t *from[MAX_SHIFTS], *to[MAX_SHIFTS]; /* the ends of the pairs of that delta */
} Shifts;

/* Adds the pair (x, y); false when the relation has too many differences. */
bool shifts_add(Arena *arena, Shifts *s, int x, int y);
/* Is `to` all that a set of `size` members can have left after the shift? */
bool shifts_all(const Shifts *s, int delta, const uint64_t *to);

/* --- move_planes.c --- */

/* Does gen moves emit whole sets, and how many words of them and single moves at most?
 * 0: it does not; UINT64_MAX: too many, or not known.  Back ends cut the
 * sets of rules with a `post` down before they emit them. */
uint64_t shape_planes(const IrGame *game);

/* --- draw_runs.c --- */

/* Is the statement made of sets and single moves under conditions?  raw: its rules' tests are put off. */
bool shape_in_a_row(const IrGame *game, const Ir *s, bool raw);

/* Such a statement, blocks within it opened: statements one after another; what `branches`, at the end, is made of runs of its
 * own, so that each knows which condition holds. */
typedef struct {
    const Ir *const *at;
    size_t n;
    const Ir *branches; /* IF, PREFER; or NULL */
} DrawRun;
DrawRun shape_draw_run(Arena *arena, const Ir *tree, bool trials);

/* How gen moves is drawn from where no plan says otherwise: with room for so many planes, or codes. */
typedef struct {
    enum { CHOICE_ROW, CHOICE_PLANES, CHOICE_LIST, CHOICE_LONG_LIST } by;
    uint64_t most;
} Choice;
Choice shape_choice(IrGame *game);
/* Of a CHOOSE in the low form, from all moves that are drawn as planes: so many at most; 0: from a list. */
uint64_t shape_chooses_planes(IrGame *game, const Ir *choose);

/* --- code_size.c --- */

/* Nodes of the tree with those of all that it calls, in place; about `limit` at most.  generators: of those too. */
size_t shape_size(const IrGame *game, const Ir *e, size_t limit, bool generators);
/* The same of the turn; of what a rule does; of all moves that s can draw, each played in place with the turn behind it.  whole: with generators, what
 * must hold after a move, and the statements of s. */
size_t shape_turn_size(const IrGame *game, size_t limit, bool whole);
size_t shape_rule_size(const IrGame *game, const IrFn *rule, size_t limit, bool whole);
size_t shape_drawn_size(const IrGame *game, const Ir *s, size_t turn, size_t limit, bool whole);

/* --- word_map.c: a map between sites that keeps their order within each pair of words --- */

typedef struct {
    int sources, targets; /* words */
    uint64_t *from, *to;  /* of source word s and target word t at [s * targets + t] */
} WordMap;

/* The map of this IMAGE or PREIMAGE; false where it is another one. */
bool word_map_of(Arena *arena, const IrGame *game, const Ir *image, WordMap *map);

/* --- line_masks.c --- */

/* The windows of all groups of rows (one group a site), one after another. */
typedef struct {
    const IrTable *t;
    Arena *arena;
    int length;
    VEC(uint64_t) set;
    VEC(size_t) first; /* of each group, and the end */
} Windows;

/* The rows of a group of this LINE, if it can be asked by windows, else 0. longest: no run
 * is longer. */
int windows_rows(const IrGame *game, const Ir *line, int64_t longest);
Windows windows_of(Arena *arena, const IrTable *t, int length, int rows);
/* The largest group if every group can be filled up to it, else 0. */
size_t windows_fixed(const Windows *w);

/* --- line_pext.c --- */

enum { MAX_AXES = 4, LANE = 16 };

typedef struct {
    const IrTable *t;
    int rays, reach;      /* rays of a site; sites looked at on each */
    int naxis;
    int delta[MAX_AXES];  /* of each axis, positive */
    uint64_t above[MAX_AXES], below[MAX_AXES]; /* its sites among the 64 above and below */
} Near;

/* Are the rays of this LINE regular enough? */
bool near_of(const IrTable *t, const Ir *line, Near *near);
/* The bits that are sites of the rays of a site: among the 64 below it, and above. */
void near_valid(const Near *near, size_t site, uint64_t side[2]);

/* --- monotone_rays.c --- */

/* The rays of one table, in groups (one group a slice, mostly a site). */
typedef struct {
    const IrTable *t;
    int size;      /* rows of a group */
    int up, down;  /* room for ascending, descending rows of a group; rays of one site take what is left */
} Rays;

/* Fills up and down; false where a ray is neither. */
bool rays_measure(Rays *r);
/* Once they are measured, of a row: 1 ascending, -1 descending, 0 empty. */
int rays_order(const Rays *r, size_t row);

/* --- group_reps.c --- */

/* The lowest members of the groups of a set: filter(s in all : first(flood(bit(s), all, near)) == s),
 * $near symmetric, as its flood; NULL: something else.  One flood a group finds them. */
const Ir *shape_firsts(const IrGame *game, const Ir *e);

/* --- direction_unions.c --- */

/* A UNION over directions whose body is set algebra of one word, for each the same: sets,
 * SLIDE from one site and SEES along the rays of the direction, ANY and logic of these.
 * What does not depend on the direction can be evaluated before. */
typedef struct {
    const IrGame *game;
    Arena *arena;
    int way;      /* the local that numbers directions */
    int n;        /* directions */
    bool *varies; /* by local: does it depend on the direction? */
    bool rays;    /* something goes along rays */
} Ways;

bool ways_of(Arena *arena, const IrGame *game, const IrFn *fn, const Ir *e, Ways *ways);
bool ways_vary(const Ways *ways, const Ir *e);

/* --- state_layout.c --- */
typedef struct {
    size_t at;      /* bytes from the start of the state */
    size_t width;   /* bytes of an element: 1, 2, 4, 8; of a set all its words */
    bool is_signed; /* numbers */
} ShapeField;

typedef struct {
    int *order;        /* fields as they lie */
    ShapeField *field; /* by field */
    size_t bytes;      /* of all fields */
    size_t size;       /* of the state */
} ShapeState;

/* state_layout of analyses.def */
/* All data of the reasoner: the game's, and last what the fields of its states can be; *n: their number. */
const IrData *shape_data(Arena *arena, IrGame *game, size_t *n);
/* Bytes in which a number of the type is kept: the smallest that hold its range. */
size_t shape_width(IrType type);

/* --- table_range.c --- */

/* The range of a table's numbers; *n: their number. */
IrType shape_table_range(const IrTable *t, size_t *n);

/* --- turn_only_fields.c --- */

/* Large fields that only the turn writes: the first ones of the state, and not copied
 * where a move is only tried. */
typedef struct {
    const IrGame *game;
    bool any;
    bool *field; /* which they are */
} Apart;

/* turn_only_fields of analyses.def */
/* Does the function read fields apart? */
bool apart_reads(const Apart *a, int fn);
/* May `e` be evaluated on a copy without them, if they are read in the state before?
 * false where there are none. */
bool apart_allows(const Apart *a, const Ir *e);
/* May the rule be played on such a copy, and its post be asked there? */
bool apart_lets_play(const Apart *a, const IrFn *rule);
/* Else: may it, if it is told which state has them? */
bool apart_plays_told(const Apart *a, const IrFn *rule);

/* Is the turn played in the statement itself? */
bool apart_turns(const IrGame *game, const Ir *s);

/* --- post_precheck.c --- */

/* Of a `post` known || late what is asked of the old state first; NULL: nothing. */
const Ir *shape_known(const IrFn *rule);
/* The set of values of the last parameter that this vouches for; NULL. */
const Ir *shape_vouched(const IrFn *rule);
/* Is it worth asking for one move alone?  What is found for all moves at once may take longer
 * than `late` does. */
bool shape_known_pays(Arena *arena, const IrFn *rule);
/* What is asked for one move: the `post`, or, where asking the old state takes longer, its second part. */
Ir *shape_asked(Arena *arena, const IrFn *rule);

/* --- header_names.c --- */

/* The LETs of the rule's header whose names the n trees (NULLs allowed) read, and those that these read, in their order;
 * NULL behind the last. */
const Ir *const *shape_header_lets(Arena *arena, const IrFn *rule, const Ir *const *tree, size_t n);
/* What the rule shows of its moves: the values of its views. */
const Ir *const *shape_shown(Arena *arena, const IrFn *rule);

/* --- ranges --- */

/* A number that is never negative, in `fn`?  chosen: that is a rule whose move was chosen: sites among its parameters are real. */
static inline bool shape_sure(const IrFn *fn, bool chosen, const Ir *e)
{
    return e->type.lo >= 0 || (chosen && e->op == IR_OP_LOCAL && e->k < fn->nparam && e->type.space != IR_NOSPACE);
}

/* --- gate_leaves.c --- */

/* A number that is 0 or 1? */
bool shape_is_bit(const Ir *e);
/* Is the condition made of such locals, and of members of sets that `is_member` says yes to? */
bool shape_is_gates(const Ir *e, bool (*is_member)(const Ir *has));

/* All operands of a tree of one operation, and which of them are negated. */
typedef struct {
    const Ir *e;
    bool negated;
} GateLeaf;
typedef struct {
    bool either; /* `or` */
    VEC(GateLeaf) leaf;
} GateLeaves;
/* negated: of !e. */
GateLeaves shape_gate_leaves(Arena *arena, const Ir *e, bool negated);

/* --- nets.c --- */

/* A bit, or what gates make of bits that can all be read; at most `depth` of them above each other. */
bool shape_is_gate(const IrGame *game, const Ir *e, int depth);
/* Is the body one of many gates? */
bool shape_is_net(const IrGame *game, const Ir *body);

/* --- covers_table.c --- */

enum { COVER_WORDS = 8, COVER_HALVES = 16 }; /* words, and halves of words, that are compared at once */

/* The sets of a table that are compared together: so many a group. */
typedef struct {
    size_t size, distinct; /* what comes behind the first `distinct` ones is the last of them again */
    size_t full;           /* the size, filled up for halves */
    bool vectors, halves;  /* worth comparing so many at once; as halves: all members are below 32 */
} CoverSets;
CoverSets shape_cover_sets(const IrTable *t, size_t size);

/* --- sought_word.c --- */

/* The word that this RANGE looks for among the sets of a field, from `list` on, *found being what is done then; else NULL. */
const Ir *shape_sought(const IrGame *game, const Ir *range, const Ir **list, const Ir **found);

/* --- single_emit_loop.c --- */

/* The one move that a loop over a set emits for each member, of the member alone, by a rule
 * without `post`; NULL: it is another loop. */
const Ir *shape_loop_emit(const IrGame *game, const Ir *loop);

/* --- take_lowest.c --- */

/* Of `while any(%m) { let %x = first(%m)  set %m = %m \\ bit(%x) .. }` the `let`; NULL: another loop. */
const Ir *shape_takes(const Ir *loop);
/* What a function that is a value, without other statements, gives; NULL: it is none. */
const Ir *shape_value(const IrFn *fn);

/* --- windows.c --- */

/* The x of a WINDOW from x + 64 q, or with `behind` x + 64 q + 1, on. */
const Ir *shape_window(const Ir *window, int *q, int *behind);
/* Are all members of its last operand, from the x that indexes it on, in the space of the set, and x as well? */
bool shape_window_inside(const IrGame *game, const Ir *window);

/* --- speculation.c --- */

/* Is it made of single bits that can all be read? */
bool shape_all_bits(const Ir *e);
/* May the value be evaluated where it does not count?  It has no errors, and `limit` nodes at most. */
bool shape_speculates(const Ir *e, int limit);

/* --- straight.c --- */

/* A RANGE of few rounds and one statement. */
bool shape_is_short(const Ir *s);
/* Has the function, which lowering made, no other loops? */
bool shape_is_straight(const IrFn *fn);

/* --- member_reads.c --- */

/* The bit of @f := @f | bit(x), or \\, an index of @f both times the same; NULL: another write.  *op: MOR, MDIFF. */
const Ir *shape_put_member(const Ir *put, IrOp *op);
/* Does the tree ask a set, which is a local, for single members and windows only?  gathers: the target does. */
bool shape_asks_members(const IrGame *game, const Ir *tree, int local, bool gathers);
/* By field: a set of several words, of which what is done for each ply of a playout adds and asks nothing else.
 * listed: the playout keeps sites in a list. */
bool *shape_member_fields(Arena *arena, const IrGame *game, bool gathers, bool listed);

/* --- joint_sets.c --- */

/* In the body of gen moves(%player) of a joint game: the emission of the set that the moves
 * of the player are; NULL where they are something else. */
const Ir *shape_player_set(const Ir *moves, int player);

#endif
