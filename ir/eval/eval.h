/* eval.h - the evaluator: runs a game as it stands, in any form, before or after
 * any pass.  Small, slow and checked: it is the reference that every back end is
 * compared with.
 *
 * The game must have passed ir_verify.  One IrEval serves one thread.  A state is
 * a block of ir_eval_state_size bytes, aligned to 8, owned by the caller; copying
 * is memcpy and equal states are equal bytes. */
#ifndef LUDC_IR_EVAL_H
#define LUDC_IR_EVAL_H

#include "ir/core/ir.h"

typedef struct IrEval IrEval;

/* Lives and dies with the arena; the game must outlive it. */
IrEval *ir_eval_new(Arena *arena, const IrGame *game);

size_t ir_eval_state_size(const IrEval *eval);
/* Data `state ranges` of these states (ir/core/state_ranges.h). */
IrData ir_eval_ranges(const IrEval *eval);
void ir_eval_init(const IrEval *eval, void *state);

/* The codes of all legal moves in canonical order, with multiplicity; their
 * number.  out may be NULL to count; ir_max_moves bounds what it needs. */
uint32_t ir_eval_moves(IrEval *eval, const void *state, uint32_t *out);

/* The candidates of game->plan (ir/plan/plan.h) in canonical order, before the tests on what
 * they lead to, and which of them are legal; the arrays may be NULL. */
uint32_t ir_eval_candidates(IrEval *eval, const void *state, uint32_t *out, uint8_t *legal);

/* Plays a legal move: lets of the header on the old state, `do`, `then`, turn.
 * Draws take words from *rng; where rng is NULL, and in speculated successors
 * (post, keep), a draw gives 0. */
void ir_eval_apply(IrEval *eval, void *state, uint32_t code);
void ir_eval_apply_rng(IrEval *eval, void *state, uint32_t code, uint64_t *rng);

/* Plays a random move by the procedure of a game in the low form that has one (doc/lowering.md), and the turn; false: there
 * is no move, and nothing changed. */
bool ir_eval_choose(IrEval *eval, void *state, uint64_t *rng);

/* Draws that are said: the k-th gives given[k] where k < n, else 0; bound[k], k < room, becomes
 * how many values it could give; `draws` counts them. */
typedef struct {
    const uint32_t *given;
    uint32_t n;
    uint32_t *bound;
    uint32_t room, draws;
} IrEvalScript;
void ir_eval_apply_lots(IrEval *eval, void *state, uint32_t code, IrEvalScript *script);

/* Games with the plan `fill` (ir/plan/fill.h): fills the board at random; how many sites were
 * empty.  0, and nothing drawn: the game is over, or they were more than `limit`. */
uint32_t ir_eval_fill(IrEval *eval, void *state, uint64_t *rng, uint32_t limit);

/* Joint games: the legal moves of one player; one legal move of each player is
 * played, code[p - 1] by player p. */
uint32_t ir_eval_moves_of(IrEval *eval, const void *state, int player, uint32_t *out);
void ir_eval_apply_joint(IrEval *eval, void *state, const uint32_t *code, uint64_t *rng);

/* Is the move legal, in joint games of that player?  Only where game->legal is there. */
bool ir_eval_legal(IrEval *eval, const void *state, int player, uint32_t code);

/* The value of view or function `fn` (an index into game->fn); arg is ignored by
 * functions without parameter. */
int64_t ir_eval_view(IrEval *eval, const void *state, int fn, int64_t arg);

/* The same of one that gives a set: its words (ir_words of its space) into `set`; all 0
 * after an error. */
void ir_eval_set_view(IrEval *eval, const void *state, int fn, int64_t arg, uint64_t *set);

/* What a record of the move shows: out[i] is the rule's view column[i], or -1
 * where the rule has none.  false if the code is no move's. */
bool ir_eval_describe(IrEval *eval, const void *state, uint32_t code, size_t n,
                      const char *const *column, int64_t *out);

/* The rule of a code, with its parameters in value[]; NULL if it is no move's. */
const IrFn *ir_eval_decode(const IrEval *eval, uint32_t code, int64_t *value);

/* What was evaluated since the evaluator was made: expressions and statements, a set for each of its words.  The same for
 * the same calls, on any machine. */
uint64_t ir_eval_steps(const IrEval *eval);
/* The evaluation that comes to so many steps more ends with an error, which ir_eval_spent tells from others. */
void ir_eval_bound(IrEval *eval, uint64_t steps);
bool ir_eval_spent(const IrEval *eval);

/* The first checked error (an index or a value out of range, division by zero, a
 * loop beyond its bound) or NULL.  From then on every call gives 0 and changes
 * nothing, until the error is cleared.  The text belongs to the evaluator and lives
 * until the next error after that. */
const char *ir_eval_error(const IrEval *eval);
Span ir_eval_error_at(const IrEval *eval);
void ir_eval_clear_error(IrEval *eval);

#endif
