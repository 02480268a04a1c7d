/* search_bounds.c - what is proved: a lower and an upper bound of each role's payoff at each node
 * (T. Cazenave, A. Saffidine, "Score bounded Monte-Carlo tree search", CG 2010; for n roles ours).
 *
 * Bounds are whole numbers of 1 / unit, where unit is a multiple of what payoffs are counted in, so
 * payoffs are exact.  A child leaves selection when nothing can be learnt from it: its value is
 * known, or the chooser has another move that is surely no worse. */
#include <math.h>

#include "runtime/search/chance.h"
#include "runtime/search/dag.h"
#include "runtime/search/shared.h"

static uint16_t *cell(const ludc_search *s, Place at, uint32_t kept)
{
    return tree_bounds(&s->tree, at.block, kept) + at.slot;
}

void search_bounds_prove(ludc_search *s, const double *payoff)
{
    Place at = s->path[s->depth];
    for (uint32_t k = 0; k < s->tree.kept; k++) {
        double exact = payoff[k] * s->unit;
        uint32_t low = (uint32_t)floor(exact + 1e-6), high = (uint32_t)ceil(exact - 1e-6);
        half_put(cell(s, at, k), bounds_make(low, high));
    }
}

void search_bounds_of(const ludc_search *s, Place at, double *low, double *high)
{
    for (uint32_t p = 1; p <= s->players; p++) {
        bool second = s->constant && p == 2;
        uint32_t word = s->tree.bounds ? half_look(cell(s, at, s->constant ? 0 : p - 1)) : search_open(s);
        double l = (double)bounds_low(word) / s->unit, h = (double)bounds_high(word) / s->unit;
        low[p - 1] = second ? 1 - h : l;
        high[p - 1] = second ? 1 - l : h;
    }
}

bool search_bounds_closed(const ludc_search *s, Place at)
{
    const Tree *t = &s->tree;
    bool known = t->bounds != 0;
    for (uint32_t k = 0; k < t->kept && known; k++)
        known = bounds_low(half_look(cell(s, at, k))) == bounds_high(half_look(cell(s, at, k)));
    if (known || !t->bounds)
        return known;
    uint32_t link = word_get(tree_link(t, at));
    return link && link != TREE_OVER && link != TREE_BUSY && tree_mover(t, link) && !tree_live(t, link);
}

/* ---- a node from its children --------------------------------------------------------- */

/* Takes bounds into those of a node; true: they became closer. */
static bool narrow(uint16_t *word, uint32_t low, uint32_t high)
{
    uint16_t old = half_look(word), now;
    do {
        uint32_t l = bounds_low(old), h = bounds_high(old);
        now = bounds_make(low > l ? low : l, high < h ? high : h);
    } while (now != old && !half_swap(word, &old, now));
    return now != old;
}

/* The chooser's bounds are the best of its moves'; `down`: the column holds what it gives away. */
static bool from_choice(const ludc_search *s, uint32_t block, Place node, uint32_t kept, bool down)
{
    const Tree *t = &s->tree;
    const uint16_t *child = tree_bounds(t, block, kept);
    uint32_t n = tree_count(t, block), first = half_look(child), low = bounds_low(first), high = bounds_high(first);
    for (uint32_t i = 1; i < n; i++) {
        uint32_t now = half_look(&child[i]), l = bounds_low(now), h = bounds_high(now);
        low = (down ? l < low : l > low) ? l : low;
        high = (down ? h < high : h > high) ? h : high;
    }
    return narrow(cell(s, node, kept), low, high);
}

/* The others get anything that a move gives which the chooser may make. */
static bool from_others(const ludc_search *s, uint32_t block, Place node, uint32_t kept, uint32_t chooser)
{
    const Tree *t = &s->tree;
    const uint16_t *child = tree_bounds(t, block, kept), *own = tree_bounds(t, block, chooser);
    uint32_t least = bounds_low(half_look(cell(s, node, chooser))), low = UINT8_MAX, high = 0;
    for (uint32_t i = 0, n = tree_count(t, block); i < n; i++) {
        if (bounds_high(half_look(&own[i])) < least)
            continue;
        uint32_t now = half_look(&child[i]);
        low = bounds_low(now) < low ? bounds_low(now) : low;
        high = bounds_high(now) > high ? bounds_high(now) : high;
    }
    return low <= high && narrow(cell(s, node, kept), low, high);
}

/* A mean over lots, rounded outward: chances are floats. */
static bool from_lots(const ludc_search *s, uint32_t block, Place node)
{
    const Tree *t = &s->tree;
    const float *chance = tree_chances(t, block);
    uint32_t n = tree_count(t, block);
    bool changed = false;
    for (uint32_t k = 0; k < t->kept && !chance_sampled(t, block); k++) {
        const uint16_t *child = tree_bounds(t, block, k);
        double low = 0, high = 0, all = 0;
        bool same = true;
        for (uint32_t i = 0; i < n; i++) {
            low += (double)chance[i] * bounds_low(child[i]);
            high += (double)chance[i] * bounds_high(child[i]);
            all += (double)chance[i];
            same &= child[i] == child[0];
        }
        uint32_t l = (uint32_t)fmax(floor(low / all - 1e-3), 0), h = (uint32_t)fmin(ceil(high / all + 1e-3), s->unit);
        changed |= narrow(cell(s, node, k), same ? bounds_low(child[0]) : l, same ? bounds_high(child[0]) : h);
    }
    return changed;
}

static bool from_children(const ludc_search *s, uint32_t block, Place node)
{
    uint32_t mover = tree_mover(&s->tree, block);
    if (s->constant)
        return from_choice(s, block, node, 0, mover == 2);
    bool changed = from_choice(s, block, node, mover - 1, false);
    for (uint32_t k = 0; k < s->tree.kept; k++)
        if (k != mover - 1)
            changed |= from_others(s, block, node, k, mover - 1);
    return changed;
}

/* ---- leaving selection --------------------------------------------------------------------- */

/* Is another move surely no worse for the chooser (with more than two values: surely better)? */
static bool dominated(const ludc_search *s, Place child, Place node, uint32_t mover)
{
    if (s->constant && mover == 2)
        return bounds_low(half_look(cell(s, child, 0))) >= bounds_high(half_look(cell(s, node, 0)));
    uint32_t k = s->constant ? 0 : mover - 1;
    uint32_t best = bounds_high(half_look(cell(s, child, k))), least = bounds_low(half_look(cell(s, node, k)));
    return s->tree.kept == 1 ? best <= least : best < least;
}

bool search_bounds_open(const ludc_search *s, Place child, Place node)
{
    return !search_bounds_closed(s, child) && !dominated(s, child, node, tree_mover(&s->tree, child.block));
}

uint32_t search_bounds_best(const ludc_search *s, uint32_t block)
{
    const uint32_t mover = tree_mover(&s->tree, block), n = tree_count(&s->tree, block);
    uint32_t best = 0;
    double most = -1;
    for (uint32_t i = 0; i < n; i++) {
        double low[TREE_ROLES], high[TREE_ROLES];
        search_bounds_of(s, (Place){block, i}, low, high);
        if (low[mover - 1] > most) {
            most = low[mover - 1];
            best = i;
        }
    }
    return best;
}

void search_bounds_finish(ludc_search *s, Place node, uint32_t block)
{
    from_children(s, block, node);
    tree_finish(&s->tree, block);
}

/* Where threads share the tree nothing moves: is there an open child left? */
static void close_block(ludc_search *s, uint32_t block, Place node)
{
    uint32_t i = 0, n = tree_count(&s->tree, block);
    while (i < n && !search_bounds_open(s, (Place){block, i}, node))
        i++;
    if (i == n)
        tree_finish(&s->tree, block);
}

/* Moves the children that are closed behind those that are not, and follows one of them. */
static void close_children(ludc_search *s, uint32_t block, Place node, uint32_t *slot)
{
    Tree *t = &s->tree;
    uint32_t mover = tree_mover(t, block);
    uint32_t tried = tree_tried(t, block), live = tree_live(t, block);
    for (uint32_t i = tried; i-- > 0;) {
        Place child = {block, i};
        if (!search_bounds_closed(s, child) && !dominated(s, child, node, mover))
            continue;
        tried--;
        live--;
        tree_swap(t, block, i, tried);
        tree_swap(t, block, tried, live);
        *slot = *slot == i ? live : *slot == tried ? i : *slot == live ? tried : *slot;
    }
    tree_set(t, block, tried, live);
}

/* What was proved of the children's positions on other ways comes into their slots; true: some became closer, or are known. */
static bool share_children(ludc_search *s, uint32_t block)
{
    bool known = false;
    for (uint32_t i = 0, n = tree_tried(&s->tree, block); i < n; i++) {
        Place child = {block, i};
        if (*tree_link(&s->tree, child) != TREE_OVER)
            known |= dag_share(s, child) | search_bounds_closed(s, child);
    }
    return known;
}

void search_bounds_backup(ludc_search *s)
{
    const Tree *t = &s->tree;
    for (uint32_t i = s->depth; i > 0; i--) {
        uint32_t block = s->path[i].block, mover = tree_mover(t, block);
        Place node = s->path[i - 1];
        bool lots = mover == DRAW_MOVER;
        if (!mover || mover == EDGE_MOVER)
            return; /* several roles choose: nothing is concluded */
        bool changed = lots ? from_lots(s, block, node) : from_children(s, block, node);
        if (s->dag)
            changed |= dag_share(s, node);
        const bool closes = !lots && (changed || search_bounds_closed(s, s->path[i])); /* asked once: others may close it meanwhile */
        if (closes && s->shared) {
            close_block(s, block, node);
        } else if (closes) {
            if (s->dag && share_children(s, block) && from_children(s, block, node)) { /* none leaves before its bounds are known here */
                changed = true;
                dag_share(s, node);
            }
            close_children(s, block, node, &s->path[i].slot);
        }
        if (!changed && !search_bounds_closed(s, node))
            return;
    }
}

bool search_bounds_refresh(ludc_search *s, Place at, uint32_t block)
{
    Tree *t = &s->tree;
    uint32_t mover = tree_mover(t, block), none = 0;
    if (!mover)
        return true;
    if (dag_share(s, at) | share_children(s, block)) { /* a child's bounds may have become closer on this way, too, where the result stopped below it */
        if (from_children(s, block, at))
            dag_share(s, at);
        close_children(s, block, at, &none);
    }
    return tree_live(t, block) > 0;
}
