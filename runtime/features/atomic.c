/* atomic.c - Atomic-M-N: all features of one element at one walk, without those that are equal on every board. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runtime/features/board.h"
#include "runtime/game.h"
#include "runtime/reading.h"

/* The set as it grows. */
typedef struct {
    const FeatureBoard *b;
    ludc_features *set;
    bool uses_from, items;
    uint32_t *rings; /* [nring] sizes there are, ascending */
    uint32_t nring;
    Feature base;      /* to or from at the anchor */
    uint32_t straight, turned; /* longest walks */
    double turn[MOST_STEPS];
    bool failed;
} Atomic;

/* ---- what the game has ---------------------------------------------------------------------- */

/* Can a move have a from that is not its to?  Where the actions are not known it is taken to be so. */
static bool uses_from(const ludc_reasoner *r)
{
    const ludc_data *from = ludc_data_named(r, "action from"), *to = ludc_data_named(r, "action to");
    bool known = false;
    for (size_t a = 0; to && a < to->n; a++) {
        known |= to->value[a] >= 0;
        const int32_t begins = ludc_data_at(from, a, -1);
        if (begins >= 0 && begins != to->value[a])
            return true;
    }
    return !known;
}

/* Are there tests of pieces that those of owners do not make?  Not with one kind for each player (two players). */
static bool uses_items(const FeatureBoard *b)
{
    unsigned most = 0;
    for (unsigned owner = 0; owner <= b->players + 1; owner++) {
        unsigned n = 0;
        for (uint32_t k = 1; k < b->pieces; k++)
            n += b->owner[k] == owner;
        most = n > most ? n : most;
    }
    return most > 1;
}

static bool find_rings(Atomic *a)
{
    a->rings = calloc(a->b->largest + 1, sizeof *a->rings);
    for (uint32_t size = 1; a->rings && size <= a->b->largest; size++) {
        bool found = false;
        for (uint32_t s = 0; s < a->b->sites && !found; s++)
            found = ring_size(a->b, (int32_t)s) == size;
        if (found)
            a->rings[a->nring++] = size;
    }
    return a->rings;
}

/* ---- features --------------------------------------------------------------------------------- */

/* A mirrored or rotated walk is the same feature: the first turn is free, of the others the first that is neither
 * straight nor back goes to the right.  With `to` at the anchor nothing else depends on the direction. */
static bool is_first_of_its_class(const double *turn, uint32_t n)
{
    if (n && turn[0] != 0)
        return false;
    for (uint32_t i = 1; i < n; i++)
        if (turn[i] != 0 && turn[i] != 0.5)
            return turn[i] < 0.5;
    return true;
}

static void add(Atomic *a, const Feature *feature)
{
    if (!a->failed && a->set->feature.n < MOST_FEATURES)
        a->failed = !features_add(a->set, feature);
}

static void add_element(Atomic *a, ElementKind kind, int32_t index, const Walk *walk)
{
    for (int negated = 0; negated < 2; negated++) {
        const Element element = {.kind = kind, .negated = negated, .index = index, .walk = *walk};
        Feature feature = a->base;
        feature.element = &element;
        feature.nelement = 1;
        add(a, &feature);
    }
}

static void add_last(Atomic *a, Part part, const Walk *walk)
{
    const Element any = {.kind = EL_ANY, .index = -1};
    Feature feature = a->base;
    feature.has[part] = true;
    feature.walk[part] = *walk;
    feature.element = &any;
    feature.nelement = 1;
    add(a, &feature);
}

static void add_numbered(Atomic *a, const Walk *walk)
{
    for (uint32_t k = 1; a->items && k < a->b->pieces; k++)
        add_element(a, EL_ITEM, (int32_t)k, walk);
    for (uint32_t i = 0; a->nring > 1 && i < a->nring; i++)
        add_element(a, EL_RING, (int32_t)a->rings[i], walk);
    for (uint32_t i = 0; walk->n && i < a->b->regions; i++)
        if (a->b->distance[i])
            add_element(a, EL_REGION, (int32_t)i, walk);
}

static void add_walk(Atomic *a, uint32_t n)
{
    const Walk walk = {n, a->turn};
    if (!is_first_of_its_class(a->turn, n))
        return;
    add_element(a, EL_EMPTY, -1, &walk);
    add_element(a, EL_FRIEND, -1, &walk);
    if (a->b->players > 1)
        add_element(a, EL_ENEMY, -1, &walk);
    if (n)
        add_element(a, EL_OFF, -1, &walk);
    add_numbered(a, &walk);
    add_last(a, PART_LAST_TO, &walk);
    if (a->uses_from)
        add_last(a, PART_LAST_FROM, &walk);
}

/* Walks of n steps whose first `at` turns stand. */
static void add_walks(Atomic *a, uint32_t at, uint32_t n)
{
    if (at == n) {
        add_walk(a, n);
        return;
    }
    const uint32_t choices = n > a->turned && at ? 1 : a->b->largest;
    for (uint32_t k = 0; k < choices; k++) {
        a->turn[at] = (double)k / a->b->largest;
        if (at && a->turn[at] == 0.5)
            continue; /* back to where it came from */
        add_walks(a, at + 1, n);
    }
}

static void add_base(Atomic *a, Part part)
{
    const Element any = {.kind = EL_ANY, .index = -1};
    a->base = (Feature){.has = {[PART_FROM] = part == PART_FROM, [PART_TO] = part == PART_TO}};
    a->base.element = &any;
    a->base.nelement = 1;
    add(a, &a->base);
    for (uint32_t n = 0; n <= a->straight; n++)
        add_walks(a, 0, n);
}

static void add_aspatial(Atomic *a)
{
    static const FeatureKind kinds[] = {FEATURE_INTERCEPT, FEATURE_PASS, FEATURE_SWAP};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        add(a, &(Feature){.kind = kinds[i]});
}

static ludc_status fill(Atomic *a, ludc_error *error)
{
    a->uses_from = uses_from(a->b->r);
    a->items = uses_items(a->b);
    bool ok = a->set && find_rings(a);
    if (ok) {
        add_aspatial(a);
        add_base(a, PART_TO);
        if (a->uses_from)
            add_base(a, PART_FROM);
    }
    free(a->rings);
    if (ok && !a->failed)
        return a->set->feature.n < MOST_FEATURES ? LUDC_OK : LUDC_UNSUPPORTED;
    ludc_error_set(error, LUDC_IO, "", "out of memory");
    return LUDC_IO;
}

ludc_features *ludc_features_atomic(const ludc_reasoner *r, unsigned m, unsigned n, ludc_error *error)
{
    FeatureBoard board;
    if (!r || m > MOST_STEPS || n > MOST_STEPS) {
        ludc_error_set(error, LUDC_USAGE, "", "walks have at most 64 steps");
        return NULL;
    }
    if (board_open(&board, r, error))
        return NULL;
    Atomic a = {.b = &board, .set = features_new(), .straight = n > m ? n : m, .turned = m};
    ludc_status status = fill(&a, error);
    if (status == LUDC_UNSUPPORTED)
        ludc_error_set(error, status, "", "so long walks make too many features");
    board_close(&board);
    if (!status)
        return a.set;
    ludc_features_free(a.set);
    return NULL;
}
