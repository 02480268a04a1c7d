/* tree.h - what several passes do with trees: questions, constants, copies. */
#ifndef LUDC_IR_TREE_H
#define LUDC_IR_TREE_H

#include "ir/core/ir.h"

/* ---- questions --------------------------------------------------------- */

bool tree_is_int(const Ir *node, int64_t value);
bool tree_has_op(const Ir *node, IrOp op);
bool tree_does(const Ir *node, unsigned any); /* does an operation of it one of these (ir_does)? */
/* A function that is `recursive` or holds `aside` or `collect`: lowering alone writes such, and passes before it do not know them; NULL:
 * there is none. */
const IrFn *tree_lowered(const IrGame *game);
size_t tree_size(const Ir *node); /* nodes */
/* How often local `local` is read. */
size_t tree_reads(const Ir *node, int local);
/* Does the tree read locals that it binds itself only?  bound: false for all locals. */
bool tree_is_closed(const Ir *e, bool *bound);
/* Does the value depend on the state (fields, calls, emission tests)? */
bool tree_reads_state(const Ir *node);
/* Can evaluating it never fail (no index out of range, no division by 0)? */
bool tree_is_total(const IrGame *game, const Ir *node);
/* Will control never pass the end of this statement? */
bool tree_always_returns(const Ir *node);

/* ---- constants --------------------------------------------------------- */

/* The value of an INT tree without state in which only local `local` (or none:
 * -1) occurs, with the given value.  false if it has none. */
bool tree_int_value(const IrGame *game, const Ir *node, int local,
                    int64_t local_value, int64_t *out);
/* a OP b for arithmetic and comparisons; false if there is no value. */
bool tree_arith(IrOp op, int64_t a, int64_t b, int64_t *out);
/* The same for a MASK tree; `words` has ir_words(space) words. */
bool tree_mask_value(const IrGame *game, const Ir *node, int local,
                     int64_t local_value, uint64_t *words);
/* The one way to write a constant set: none, all, bit[..](c), a table. */
/* The node anew, with the same operands. */
Ir *tree_like(IrGame *game, const Ir *node);
Ir *tree_mask(IrGame *game, int space, const uint64_t *words);
/* A scalar table of type MASK with these words, reused if there is one. */
int tree_mask_table(IrGame *game, int space, const uint64_t *words);
/* A space of 64 members, as many as a word has: one that is there, or a new one. */
int tree_word_space(IrGame *game);
/* A name that no table has: stem, stem_2, .. */
const char *tree_table_name(IrGame *game, const char *stem);
/* The indices of a TAB that are constant select element `*element` of the table
 * together with the others being 0, and `*count` consecutive elements when only
 * trailing indices are left open.  false if an open index precedes a constant
 * one or a constant is out of range. */
bool tree_table_slice(const IrGame *game, const Ir *tab, size_t *element,
                      size_t *count);

/* ---- copies ------------------------------------------------------------ */

/* A deep copy in which local k is read as map[k] (NULL: unchanged).  Where the
 * tree binds a local, map[k] must be a LOCAL or NULL. */
Ir *tree_remap(IrGame *game, const Ir *node, Ir *const *map);
/* A deep copy with one local replaced by an expression. */
Ir *tree_subst(IrGame *game, const IrFn *fn, const Ir *node, int local, Ir *value);
/* A deep copy in which every tree equal to `from` is replaced by a copy of `to`. */
Ir *tree_replace(IrGame *game, const Ir *node, const Ir *from, const Ir *to);
/* A map for tree_remap that renames every local of `from` at index >= first to
 * a new local of `to`; entries below `first` are left NULL. */
Ir **tree_rename_map(IrGame *game, const IrFn *from, IrFn *to, int first);
/* In map, new locals of `to` for those that the tree of `from` binds, but for those that have a value in map; false: it reads locals that have none. */
bool tree_own_names(IrGame *game, const IrFn *from, IrFn *to, const Ir *e, Ir **map);
/* A deep copy of a statement with new names for the locals that it declares, so
 * that original and copy may stand in one function. */
Ir *tree_clone(IrGame *game, IrFn *fn, const Ir *node);
/* The types of the tree's nodes anew, from leaves up, and those of the locals it
 * binds with `let`. */
void tree_retype(IrGame *game, IrFn *fn, Ir *node);
/* A block of all statements of `block` but with nested blocks spliced in. */
Ir *tree_block(IrGame *game, Ir *const *statement, size_t n);

/* Every body of a function, as slots that a pass may replace; the number of them.
 * Views of moves come behind them, and what spares `post`. */
typedef enum { SLOT_BODY, SLOT_HEADER, SLOT_EFFECT, SLOT_THEN, SLOT_POST, SLOT_VIEW, SLOT_SPARED } TreeSlotKind;
typedef struct {
    TreeSlotKind kind;
    Ir **slot;
} TreeSlot;
size_t tree_slots(IrGame *game, IrFn *fn, TreeSlot **slot);

#endif
