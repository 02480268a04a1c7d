/* eval.h - the ways to find the active features of a move: one interface. */
#ifndef LUDC_FEATURES_EVAL_H
#define LUDC_FEATURES_EVAL_H

#include "runtime/features/ground.h"

/* Memory that an evaluation writes to; large enough for every group. */
typedef struct {
    uint32_t *seen;  /* [features] */
    uint32_t round;  /* a feature was seen in this round if its number is this */
    uint64_t *active; /* instances that may still matter */
    uint64_t *known;  /* propositions that hold */
    size_t words;     /* of each */
} EvalWork;

/* Makes of the instances of a group what is then asked of positions.  What is made lives in the store. */
typedef struct {
    const char *name;
    bool late; /* groups are made when they are first asked */
    bool sweeps; /* what can be is done for all sites at once (sweep.h), groups are the rest */
    void *(*make)(Store *store, const Ground *ground, const Group *group, size_t *words); /* NULL: memory is out;
                                     *words: of EvalWork */
    /* Writes the active features of the group, each once; their number. */
    uint32_t (*run)(const void *made, const uint64_t *bits, EvalWork *work, uint32_t *out);
} Evaluator;

/* What it was made on; was memory out while it worked? */
const FeatureBoard *eval_board(const ludc_feature_eval *eval);
bool eval_failed(const ludc_feature_eval *eval);
/* So many moves of that player will be asked about in the position that was shown last: what takes less time is chosen, and what is
 * found is the same. */
void eval_expect(ludc_feature_eval *eval, unsigned player, size_t moves);
/* The instances that hold of a move, at most `room`; how many of them there are.  They live as long as the evaluator. */
size_t eval_instances(const ludc_feature_eval *eval, const ludc_feature_move *move, const Instance **out, size_t room);

extern const Evaluator features_evaluator_naive, features_evaluator_tree, features_evaluator_spatternet, features_evaluator_jit, features_evaluator_compiled;

#endif
