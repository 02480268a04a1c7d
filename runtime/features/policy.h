/* policy.h - what searches know of a policy of features beside ludc_features.h. */
#ifndef LUDC_FEATURES_POLICY_H
#define LUDC_FEATURES_POLICY_H

#include <stdbool.h>

#include "runtime/include/ludc_features.h"

/* Weights as for ludc_feature_eval_weigh. */
ludc_status policy_weigh(ludc_feature_policy *policy, const ludc_features *set);
/* From now on the ends of whatever is scored are noted by the number of the move; false: memory is out. */
bool policy_remember(ludc_feature_policy *policy);
/* As if nothing had been scored yet. */
void policy_forget(ludc_feature_policy *policy);
/* Those of a move, as when it was scored last; none where it never was. */
ludc_feature_move policy_ends(const ludc_feature_policy *policy, ludc_move move);

#endif
