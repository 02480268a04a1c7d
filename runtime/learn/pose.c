/* pose.c - features that are turned and mirrored as a whole, and put together. */
#include "runtime/learn/pose.h"

#include <math.h>

/* Turns are told apart by their multiples of 1 / FINEST. */
enum { FINEST = 5040 };

double pose_turned(double turn)
{
    long p, q;
    const double rest = features_nearest_fraction(turn - floor(turn), &p, &q);
    return rest >= 1 - 1e-9 ? 0 : rest;
}

double pose_turn(const Walk *walk, uint32_t i, uint32_t pose, uint32_t ring)
{
    const double sign = pose & 1 ? -1 : 1;
    return pose_turned(sign * (walk->turn[i] + (i ? 0 : (double)(pose >> 1) / ring)));
}

static uint64_t hash_walk(uint64_t hash, const Walk *walk, uint32_t pose, uint32_t ring)
{
    for (uint32_t i = 0; i < walk->n; i++)
        hash = features_mixed(hash, (uint64_t)llround(pose_turn(walk, i, pose, ring) * FINEST) % FINEST + 1);
    return hash;
}

uint64_t pose_hash(const Feature *f, uint32_t pose, uint32_t ring)
{
    uint64_t sum = 0;
    for (int p = 0; p < PARTS; p++)
        if (f->has[p])
            sum += f->walk[p].n || p < PART_FROM ? hash_walk(features_mixed(1, (uint64_t)p), &f->walk[p], pose, ring) : (uint64_t)p << 60;
    for (uint32_t i = 0; i < f->nelement; i++) {
        const Element *e = &f->element[i];
        if (e->kind != EL_ANY)
            sum += hash_walk(features_mixed(features_mixed(2, (uint64_t)e->kind << 1 | e->negated), (uint64_t)(uint32_t)e->index), &e->walk, pose,
                             ring);
    }
    return sum;
}

uint64_t pose_least(const Feature *f, uint32_t ring)
{
    uint64_t least = UINT64_MAX;
    for (uint32_t pose = 0; pose < 2 * ring; pose++) {
        const uint64_t now = pose_hash(f, pose, ring);
        least = now < least ? now : least;
    }
    return least;
}

uint32_t pose_in(uint32_t pose, uint32_t frame, uint32_t ring)
{
    const uint32_t k = pose >> 1, add = frame >> 1;
    return ((pose & 1 ? k + ring - add : k + add) % ring) << 1 | ((pose ^ frame) & 1);
}

/* ---- put together -------------------------------------------------------------------- */

static Walk build_walk(Built *b, const Walk *walk, uint32_t pose, uint32_t ring, const Lead *lead)
{
    const uint32_t before = lead ? lead->n : 0;
    double *turn = before + walk->n <= MOST_STEPS ? STORE_ARRAY(&b->store, double, before + walk->n + 1) : NULL;
    for (uint32_t i = 0; turn && i < before; i++)
        turn[i] = lead->turn[i];
    for (uint32_t i = 0; turn && i < walk->n; i++)
        turn[before + i] = pose_turned(pose_turn(walk, i, pose, ring) - (!i && before ? lead->ahead : 0));
    b->failed |= !turn;
    return (Walk){turn ? before + walk->n : 0, turn};
}

static bool walks_equal(const Walk *a, const Walk *b)
{
    bool equal = a->n == b->n;
    for (uint32_t i = 0; i < a->n && equal; i++)
        equal = fabs(a->turn[i] - b->turn[i]) < 1e-7;
    return equal;
}

static void add_element(Built *b, const Element *from, uint32_t pose, uint32_t ring, const Lead *lead)
{
    Element e = *from;
    e.walk = build_walk(b, &from->walk, pose, ring, lead);
    for (uint32_t i = 0; i < b->feature.nelement && !b->failed; i++) {
        const Element *other = &b->element[i];
        if (other->kind == e.kind && other->negated == e.negated && other->index == e.index && walks_equal(&other->walk, &e.walk))
            return;
    }
    b->failed |= b->feature.nelement == MOST_ELEMENTS;
    if (!b->failed)
        b->element[b->feature.nelement++] = e;
}

/* Two cannot both say where the move, or the one before it, went, unless they say the same. */
void pose_built_add(Built *b, const Feature *f, uint32_t pose, uint32_t ring, const Lead *lead)
{
    for (int p = 0; p < PARTS && !b->failed; p++) {
        if (!f->has[p])
            continue;
        const Walk walk = build_walk(b, &f->walk[p], pose, ring, lead);
        b->failed |= b->feature.has[p] && !walks_equal(&b->feature.walk[p], &walk);
        b->feature.has[p] = true;
        b->feature.walk[p] = walk;
    }
    for (uint32_t i = 0; i < f->nelement && !b->failed; i++)
        if (f->element[i].kind != EL_ANY)
            add_element(b, &f->element[i], pose, ring, lead);
}

void pose_built_end(Built *b)
{
    static const double nowhere[1] = {0};
    if (!b->failed && !b->feature.nelement)
        b->element[b->feature.nelement++] = (Element){.kind = EL_ANY, .index = -1, .walk = {0, nowhere}};
    b->feature.element = b->element;
}

void pose_built_close(Built *b) { store_free(&b->store); }
