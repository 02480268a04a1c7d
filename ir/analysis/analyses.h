/* analyses.h - facts about a game that are found when they are first asked for, and kept with it.
 *
 * analyses.def has a row for each, which declares two functions:
 *
 *   const void *ir_find_NAME(Arena *arena, IrGame *game, int fn);  to be defined in ir/analysis/
 *   const TYPE *ir_fact_NAME(IrGame *game[, int fn]);              for those who ask
 *
 * What is found lies in the game's arena and must not be changed by who asked; NULL is a fact, too.
 * The manager of passes drops the facts after each pass but those that its row in passes.def keeps;
 * a new function or field, and ir_compact, drop all.  A copy of a game begins without facts. */
#ifndef LUDC_IR_ANALYSES_H
#define LUDC_IR_ANALYSES_H

#include "ir/analysis/facts.h"
#include "ir/analysis/shape.h"

typedef enum {
#define ANALYSIS(name, scope, type, doc) IR_AN_##name,
#include "ir/analysis/analyses.def"
#undef ANALYSIS
    IR_ANALYSES
} IrAnalysis;

/* As bits, for passes.def. */
enum {
#define ANALYSIS(name, scope, type, doc) IR_KEEPS_##name = 1 << IR_AN_##name,
#include "ir/analysis/analyses.def"
#undef ANALYSIS
    IR_KEEPS_ALL = (1 << IR_ANALYSES) - 1
};

typedef const void *IrFind(Arena *arena, IrGame *game, int fn);

/* The fact; fn is 0 for one of the game. */
const void *ir_fact(IrGame *game, IrAnalysis which, int fn);
/* The same game, nodes shared, for somebody who asks for facts beside others, on a thread of its own: what is found lies in
 * `arena`. */
IrGame *ir_facts_own(const IrGame *game, Arena *arena);
/* Forgets all facts but those of `keeps`. */
void ir_facts_drop(IrGame *game, unsigned keeps);

#define IR_ASK_GAME(name, type) \
    static inline const type *ir_fact_##name(IrGame *game) { return ir_fact(game, IR_AN_##name, 0); }
#define IR_ASK_RULE(name, type) \
    static inline const type *ir_fact_##name(IrGame *game, int fn) { return ir_fact(game, IR_AN_##name, fn); }
#define ANALYSIS(name, scope, type, doc) IrFind ir_find_##name; IR_ASK_##scope(name, type)
#include "ir/analysis/analyses.def"
#undef ANALYSIS

/* The table, for `ludc explain --passes`. */
typedef struct {
    const char *name, *doc;
    bool of_rule;
    IrFind *find;
} IrAnalysisInfo;
const IrAnalysisInfo *ir_analysis_info(size_t i); /* NULL after the last */

#endif
