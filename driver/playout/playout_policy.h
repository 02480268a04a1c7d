/* playout_policy.h - playouts that are printed or follow a policy, for a Tally. */
#ifndef LUDC_DRIVER_PLAYOUT_POLICY_H
#define LUDC_DRIVER_PLAYOUT_POLICY_H

#include "base/out.h"
#include "driver/engine/site_list.h"
#include "driver/command.h"
#include "driver/playout/playout_stats.h"
#include "runtime/include/ludc_features.h"
#include "runtime/include/ludc_policy.h"

/* A policy as the command line names it. */
typedef struct {
    ludc_policy policy;
    const char *name; /* as given; "uniform" */
    void *handle;     /* of a shared object with scores */
    ludc_features *features; /* whose weights are the scores, or NULL */
    ludc_feature_options options;
    ludc_feature_move last; /* before the first move */
} PolicyChoice;

/* --policy and --scores; 0, or the exit code after saying what is wrong.  policy_end is
 * due in any case. */
int policy_begin(PolicyChoice *choice, Job *job);
void policy_end(PolicyChoice *choice);
/* A chooser for a thread; *features: what it needs, to be freed after it, or NULL.  NULL: memory is out. */
ludc_chooser *policy_chooser(const PolicyChoice *choice, const ludc_reasoner *r, ludc_feature_policy **features);
/* true: the scores are those of a set of features, so the board must be offered. */
bool policy_wants_board(const Options *options);
/* true: the scores look into states, so views must be kept. */
bool policy_wants_views(const Options *options);

/* The scores that are built in, by name; NULL: there is none of that name.  *views:
 * whether it looks at the pieces. */
ludc_score_fn *score_find(const char *name, bool *views);
/* Their names, separated by ", ". */
void score_names(Out *out);

/* What Tally.data is when Tally.play is one of those below. */
typedef struct {
    ludc_chooser *chooser;
    ludc_feature_policy *features; /* of the chooser, or NULL */
    Out *trace; /* where moves are printed; NULL: nowhere */
    int code; /* EXIT_DONE, or what went wrong when it was printed */
    Listed listed; /* a uniform choice follows the list of sites of the plan, as playouts do */
} Play;

/* Plays on by the policy of the chooser. */
uint32_t play_by_policy(Tally *t, void *state);
/* Uniformly, as playouts do, by the calls of ludc.h, which look every move up. */
uint32_t play_checked(Tally *t, void *state);
/* As play_by_policy, every move printed. */
uint32_t play_traced(Tally *t, void *state);

#endif
