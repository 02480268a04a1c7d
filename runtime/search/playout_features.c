/* playout_features.c - playouts by the weights of features, softmax with epsilon; in their first moves only where `first` says so. */
#include "runtime/search/features.h"
#include "runtime/search/playout.h"

static int score(void *data, const ludc_reasoner *r, const void *state, unsigned player, const ludc_move *moves, size_t n,
                 double *out)
{
    const Playouts *p = data;
    return p->features ? ludc_feature_scores(p->features->policy, r, state, player, moves, n, out) : LUDC_UNSUPPORTED;
}

static void played(Playouts *p, const void *before, uint32_t role, uint32_t move)
{
    if (p->features)
        ludc_feature_played(p->features->policy, p->r, before, role, move);
}

const PlayoutRule playout_features = {.name = "features", .score = score, .played = played};
