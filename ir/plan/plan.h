/* plan.h - playout plans: how a playout gets its next move without a list of all legal
 * ones (doc/plans.md; Soemers et al., "Optimised Playout Implementations for the Ludii
 * General Game System", 2021).  Found by looking at gen moves; nothing here changes the
 * game. */
#ifndef LUDC_IR_PLAN_H
#define LUDC_IR_PLAN_H

#include "ir/core/ir.h"
#include "ir/core/plan_names.h"

/* The rule whose moves are a set that each of them takes its own site out of, and nothing
 * else; -1: none, and why.  On a game after the passes. */
int ir_plan_add(const IrGame *game, const char **why, Span *at);
enum { IR_FEW_SITES = 64 }; /* the k-th bit of a word is found faster than an entry of a list */
/* Is a list of the sites of that rule worth keeping?  false: the set is; `why`, where it is large. */
bool ir_plan_is_listed(const IrGame *game, int rule, const char **why);
/* The rule of add-to-empty whose sites are kept in a list, or -1. */
int ir_plan_listed(const IrGame *game);
/* The rule of add-to-empty of whose sites only their number is kept from ply to ply: one less after each
 * of its moves; or -1. */
int ir_plan_counted(const IrGame *game);
/* One of these two, or -1. */
int ir_plan_kept(const IrGame *game, bool *counted);
/* Does the plan say how playouts choose? */
bool ir_plan_chooses(const IrGame *game);
/* Finds the plans of `game`, which the passes made, and notes those of `asked` in `played`:
 * the same game or the one the passes began with. */
void ir_plan_set(IrGame *played, const IrGame *game, unsigned asked, bool remarks);
/* Says something about plans, for --remarks. */
void ir_plan_remark(const IrGame *game, Span at, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Which plans hold somewhere in the game; with `remarks` it is said where, and why not. */
unsigned ir_plan_find(const IrGame *game, bool remarks);

/* How the next move is found among those that a statement of gen moves emits. */
typedef enum {
    IR_DRAW_NOTHING, /* it emits nothing */
    IR_DRAW_STEPS,   /* by one of its parts: IF and PREFER, a BLOCK of LETs before a last part or
                      * before parts under conditions that exclude each other, a TRY of a generator */
    IR_DRAW_PLAIN,   /* a uniform draw: nothing is tested */
    IR_DRAW_TRIALS,  /* draw a candidate and try it, as long as one is left */
    IR_DRAW_LIST     /* candidates must be tested before one is drawn */
} IrDraw;

/* As game->plan has it. */
IrDraw ir_draw(const IrGame *game, const Ir *statement);
/* Does game->plan try moves after drawing them? */
bool ir_plan_tries(const IrGame *game);
/* Has the statement emissions that are subject to tests on their successors? */
bool ir_is_tested(const IrGame *game, const Ir *statement);
/* In a statement drawn from by trials: the KEEPs around emissions of the rule, outer
 * first, at most IR_MOST_KEEPS; their number. */
enum { IR_MOST_KEEPS = 8 };
size_t ir_keeps_of(const IrGame *game, const Ir *statement, int rule, const Ir **keep);
/* Can the statement emit a move of the rule? */
bool ir_can_emit(const IrGame *game, const Ir *statement, int rule);

#endif
