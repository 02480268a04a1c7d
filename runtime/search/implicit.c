/* implicit.c - implicit minimax backups. */
#include "runtime/search/implicit.h"

#include <math.h>
#include <string.h>

#include "runtime/search/tree.h"

bool implicit_wanted(const ludc_search_options *o) { return o->backup == LUDC_BACKUP_IMPLICIT; }

uint64_t implicit_bytes(const ludc_search *s) { return (s->room + TREE_BEHIND) * sizeof *s->mixed; }

/* Its columns are the last of the agent's own. */
static int32_t *cell(const ludc_search *s, Place at, uint32_t kept)
{
    const Tree *t = &s->tree;
    return (int32_t *)tree_cell(t, at, t->extra + t->nextra - t->kept + kept);
}

/* The minimax value of a slot. */
static int32_t value_at(const ludc_search *s, Place at, uint32_t kept)
{
    if (s->tree.bounds) {
        const uint32_t word = tree_bounds(&s->tree, at.block, kept)[at.slot];
        if (bounds_low(word) == bounds_high(word))
            return value_of((double)bounds_low(word) / s->unit);
    }
    return *cell(s, at, kept);
}

/* ---- selection ------------------------------------------------------------------------- */

const int32_t *implicit_values(const ludc_search *s, uint32_t block, uint32_t kept)
{
    /* whole numbers of 2^-16: nothing is rounded differently elsewhere */
    const int64_t share = (int64_t)(s->o.alpha * 65536 + 0.5);
    for (uint32_t i = 0, n = tree_tried(&s->tree, block); i < n; i++) {
        const Place at = {block, i};
        const int64_t mean = *tree_value(&s->tree, at, kept);
        s->mixed[i] = (int32_t)(mean + (value_at(s, at, kept) - mean) * share / 65536);
    }
    return s->mixed;
}

/* ---- backup ------------------------------------------------------------------------------ */

void implicit_look(ludc_search *s, const double *said)
{
    double payoff[TREE_ROLES];
    if (!said)
        search_payoffs(s, payoff);
    for (uint32_t k = 0; k < s->tree.kept; k++)
        s->looked[k] = value_of((said ? said : payoff)[k]);
}

/* The mean over what was drawn. */
static void from_lots(const ludc_search *s, uint32_t block, Place node)
{
    const Tree *t = &s->tree;
    const float *chance = tree_chances(t, block);
    for (uint32_t k = 0; k < t->kept; k++) {
        double sum = 0, all = 0;
        for (uint32_t i = 0, n = tree_count(t, block); i < n; i++) {
            const Place at = {block, i};
            if (!*tree_visits(t, at))
                continue;
            sum += (double)chance[i] * payoff_of(value_at(s, at, k));
            all += (double)chance[i];
        }
        *cell(s, node, k) = value_of(sum / all);
    }
}

/* That of the child which is best for the chooser: visited ones stand in front and, when they have left selection,
 * at the end. */
static void from_children(const ludc_search *s, uint32_t block, Place node)
{
    const Tree *t = &s->tree;
    const uint32_t mover = tree_mover(t, block), own = s->constant ? 0 : mover - 1;
    const uint32_t tried = tree_tried(t, block), live = tree_live(t, block), n = tree_count(t, block);
    const bool least = s->constant && mover == 2;
    Place best = {0, 0};
    for (uint32_t i = tried ? 0 : live; i < n; i = i + 1 == tried ? live : i + 1) {
        const Place at = {block, i};
        if (!*tree_visits(t, at))
            continue;
        int32_t now = value_at(s, at, own), top = best.block ? value_at(s, best, own) : 0;
        if (!best.block || (least ? now < top : now > top))
            best = at;
    }
    for (uint32_t k = 0; k < t->kept && best.block; k++)
        *cell(s, node, k) = value_at(s, best, k);
}

static void from_block(const ludc_search *s, uint32_t block, Place node)
{
    const uint32_t mover = tree_mover(&s->tree, block);
    if (mover == DRAW_MOVER)
        from_lots(s, block, node);
    else if (mover && mover != EDGE_MOVER)
        from_children(s, block, node);
    for (uint32_t k = 0; k < s->tree.kept && (!mover || mover == EDGE_MOVER); k++)
        *cell(s, node, k) = *tree_value(&s->tree, node, k);
}

void implicit_backup(ludc_search *s)
{
    const Tree *t = &s->tree;
    const Place leaf = s->path[s->depth];
    const uint32_t link = *tree_link(t, leaf), visits = *tree_visits(t, leaf);
    if (link && link < TREE_WAITS)
        from_block(s, link, leaf);
    for (uint32_t k = 0; k < t->kept && (!link || link >= TREE_WAITS); k++) {
        /* the position's; the mean, where lots were drawn that are no nodes */
        int32_t *value = cell(s, leaf, k);
        *value += (int32_t)lrint((double)(s->looked[k] - *value) / visits);
    }
    for (uint32_t i = s->depth; i > 0; i--)
        from_block(s, s->path[i].block, s->path[i - 1]);
}
