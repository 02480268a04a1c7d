/* place.c - a feature becomes instances: for each anchor, reflection and rotation its walks are followed, and what is
 * asked of the sites they lead to is decided, or becomes a test. */
#include <string.h>

#include "runtime/features/ground.h"

/* The hash is looked at before the instance, which lies elsewhere in memory. */
typedef struct {
    uint32_t number, hash; /* index + 1; 0: free */
} PlaceSlot;

/* One combination of anchor, reflection and rotation, and what it has come to. */
typedef struct {
    Ground *ground;
    const FeatureBoard *b;
    const Feature *f;
    uint32_t feature;
    size_t most;
    int32_t anchor;
    int mirror;
    double rotation;
    uint32_t pose; /* of both, as Instance has it */
    int32_t at[PARTS];
    LIST(Test) test;                       /* in the order of the elements */
    Reach *reach;
    uint32_t walk[PARTS + MOST_ELEMENTS];  /* numbers of the walks there; REACH_NONE: they are followed each time, to `ends` */
    SiteList ends[PARTS + MOST_ELEMENTS];
    PlaceSlot *table;                      /* of the feature's instances */
    size_t room, first;                    /* of the table, a power of 2; of the feature's instances */
    bool failed;
} Place;

/* ---- instances, each once ------------------------------------------------------------------ */

static uint64_t hash_of(const Ground *g, const Instance *i)
{
    uint64_t hash = i->ntest;
    for (int p = 0; p < PARTS; p++)
        hash = features_mixed(hash, (uint64_t)(uint32_t)i->at[p]);
    for (uint32_t t = 0; t < i->ntest; t++)
        hash = features_mixed(hash, g->tests.at[i->test + t]);
    return hash;
}

static bool same(const Ground *g, const Instance *a, const Instance *b)
{
    return a->ntest == b->ntest && !memcmp(a->at, b->at, sizeof a->at) &&
           (!a->ntest || !memcmp(g->tests.at + a->test, g->tests.at + b->test, a->ntest * sizeof(Test)));
}

/* Where the instance is in the table, or would be. */
static PlaceSlot *slot_of(const Place *p, const Instance *i, uint64_t hash)
{
    size_t at = hash & (p->room - 1);
    for (PlaceSlot *slot = &p->table[at]; slot->number; slot = &p->table[at]) {
        if (slot->hash == (uint32_t)(hash >> 32) && same(p->ground, &p->ground->instance.at[slot->number - 1], i))
            break;
        at = (at + 1) & (p->room - 1);
    }
    return &p->table[at];
}

static bool grow_table(Place *p)
{
    const size_t n = p->ground->instance.n - p->first;
    if (p->table && 2 * (n + 1) <= p->room)
        return true;
    size_t room = p->room ? p->room * 2 : 256;
    PlaceSlot *table = calloc(room, sizeof *table);
    if (!table)
        return false;
    for (size_t i = p->first; i < p->ground->instance.n; i++) {
        const uint64_t hash = hash_of(p->ground, &p->ground->instance.at[i]);
        size_t at = hash & (room - 1);
        while (table[at].number)
            at = (at + 1) & (room - 1);
        table[at] = (PlaceSlot){(uint32_t)i + 1, (uint32_t)(hash >> 32)};
    }
    free(p->table);
    p->table = table;
    p->room = room;
    return true;
}

/* Ascending; there are few. */
static void sort_tests(Test *test, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        const Test one = test[i];
        uint32_t to = i;
        for (; to && test[to - 1] > one; to--)
            test[to] = test[to - 1];
        test[to] = one;
    }
}

static void keep_instance(Place *p)
{
    Ground *g = p->ground;
    Instance new = {.feature = p->feature, .test = (uint32_t)g->tests.n, .ntest = (uint32_t)p->test.n, .pose = p->pose};
    memcpy(new.at, p->at, sizeof new.at);
    for (size_t t = 0; t < p->test.n && !p->failed; t++)
        p->failed = !LIST_PUSH(&g->tests, p->test.at[t]);
    if (p->failed || !grow_table(p) || g->tests.n > p->most || g->instance.n > p->most / 4) {
        p->failed = true;
        return;
    }
    if (new.ntest) /* without any there may be no list yet */
        sort_tests(g->tests.at + new.test, new.ntest);
    const uint64_t hash = hash_of(g, &new);
    PlaceSlot *slot = slot_of(p, &new, hash);
    if (slot->number) {
        g->tests.n = new.test;
        return;
    }
    p->failed = !LIST_PUSH(&g->instance, new);
    *slot = (PlaceSlot){(uint32_t)g->instance.n, (uint32_t)(hash >> 32)};
}

/* ---- tests ------------------------------------------------------------------------------------- */

static bool same_sort(AtomKind a, AtomKind b)
{
    bool who = a == ATOM_OWNER || a == ATOM_FOE;
    return who ? b == ATOM_OWNER || b == ATOM_FOE : a == b;
}

/* Demands an atom, once; false where that contradicts another demand of the same sort (what contradicts one of another
 * sort is an instance that never holds, and counts as one, as in Ludii). */
static bool demand(Place *p, AtomKind kind, uint32_t index, int32_t site, bool wanted)
{
    const Atom atom = atom_of(p->b, kind, index, site);
    const Test test = atom << 1 | wanted;
    for (size_t i = 0; i < p->test.n; i++) {
        uint32_t other;
        int32_t where;
        if (p->test.at[i] == test)
            return true;
        if (same_sort(atom_kind(p->b, p->test.at[i] >> 1, &other, &where), kind) &&
            atom_follows(p->b, p->test.at[i], atom) == !wanted)
            return false;
    }
    p->failed |= !LIST_PUSH(&p->test, test);
    return !p->failed;
}

/* Of what the position decides. */
static bool demand_element(Place *p, const Element *e, int32_t site)
{
    const uint32_t index = (uint32_t)e->index;
    switch (e->kind) {
    case EL_EMPTY: return demand(p, ATOM_EMPTY, 0, site, !e->negated);
    case EL_FRIEND: return demand(p, ATOM_OWNER, p->ground->player, site, !e->negated);
    case EL_ENEMY: return demand(p, ATOM_FOE, p->ground->player, site, !e->negated);
    case EL_OWNER: return index <= p->b->players ? demand(p, ATOM_OWNER, index, site, !e->negated) : e->negated;
    case EL_ITEM: return demand(p, ATOM_ITEM, index, site, !e->negated);
    default: return false;
    }
}

/* Of what the board decides: does it hold?  Off the board negated tests of pieces do. */
static bool board_decides(const Place *p, const Element *e, int32_t site)
{
    const int32_t *distance = e->kind == EL_REGION ? p->b->distance[e->index] : NULL;
    switch (e->kind) {
    case EL_ANY: return true;
    case EL_OFF: return (site == OFF_BOARD) != e->negated;
    case EL_POS: return (site == e->index) != e->negated;
    case EL_RING: return site != OFF_BOARD && (ring_size(p->b, site) == (uint32_t)e->index) != e->negated;
    case EL_REGION: return site != OFF_BOARD && (distance[p->anchor] > distance[site]) != e->negated;
    default: return e->negated;
    }
}

static bool on_board(ElementKind kind)
{
    return kind == EL_ANY || kind == EL_OFF || kind == EL_POS || kind == EL_RING || kind == EL_REGION;
}

/* ---- where walks lead ------------------------------------------------------------------------------ */

/* Sites; they stay until the same walk is asked for again. */
typedef struct {
    size_t n;
    const int32_t *site;
} Ends;

static Ends ends_of(Place *p, uint32_t which, const Walk *walk)
{
    if (p->walk[which] != REACH_NONE) {
        const ReachEnds *known = reach_ends(p->reach, p->walk[which], walk, p->anchor, p->pose);
        p->failed |= !known;
        return known ? (Ends){known->n, known->site} : (Ends){0, NULL};
    }
    SiteList *ends = &p->ends[which];
    p->failed |= !walk_ends(p->b, walk, p->anchor, p->rotation, p->mirror, p->reach->ties, ends);
    return (Ends){ends->n, ends->at};
}

/* Rotations of its own are no places of rings. */
static void number_walks(Place *p)
{
    const Feature *f = p->f;
    const bool known = !f->nrotation && !f->absolute;
    for (int part = 0; part < PARTS; part++)
        p->walk[part] = known && f->has[part] ? reach_walk(p->reach, &f->walk[part]) : REACH_NONE;
    for (uint32_t i = 0; i < f->nelement; i++)
        p->walk[PARTS + i] = known ? reach_walk(p->reach, &f->element[i].walk) : REACH_NONE;
}

/* ---- from part to part, from element to element ---------------------------------------------------- */

static void place_elements(Place *p, uint32_t index);

/* The elements that follow, if this one can be. */
static void go_on(Place *p, uint32_t index, bool possible, size_t tests)
{
    if (possible && !p->failed)
        place_elements(p, index + 1);
    p->test.n = tests;
}

/* A line of empty sites up to one with that kind of piece (negated: with another), an instance for each length.  Lines
 * go on by compass direction (ours: Ludii also demands the sites of earlier lines to be empty). */
static void place_sight(Place *p, const Element *e, int32_t site, unsigned direction, uint32_t index)
{
    const size_t tests = p->test.n;
    const ludc_relation relation = e->kind == EL_SIGHT_ORTH ? LUDC_RELATION_ORTHOGONAL : LUDC_RELATION_DIAGONAL;
    bool possible = true;
    for (uint32_t steps = 0; possible && !p->failed && steps < p->b->sites; steps++) {
        int32_t next;
        if (!ludc_neighbours_in(p->b->r, p->b->type, (size_t)site, relation, direction, &next, 1))
            break;
        site = next;
        const size_t before = p->test.n;
        bool seen = demand(p, ATOM_ITEM, (uint32_t)e->index, site, !e->negated) &&
                    (!e->negated || demand(p, ATOM_EMPTY, 0, site, false));
        go_on(p, index, seen, before);
        possible = demand(p, ATOM_EMPTY, 0, site, true);
    }
    p->test.n = tests;
}

static void place_element(Place *p, const Element *e, int32_t site, uint32_t index)
{
    enum { WINDS = 16 };
    const size_t tests = p->test.n;
    const bool sight = e->kind == EL_SIGHT_ORTH || e->kind == EL_SIGHT_DIAG;
    if (sight && site == OFF_BOARD)
        return;
    for (unsigned d = 0; sight && d < WINDS; d++)
        place_sight(p, e, site, d, index);
    if (sight)
        return;
    if (on_board(e->kind) || site == OFF_BOARD)
        go_on(p, index, board_decides(p, e, site), tests);
    else
        go_on(p, index, demand_element(p, e, site), tests);
}

static void place_elements(Place *p, uint32_t index)
{
    if (index == p->f->nelement) {
        keep_instance(p);
        return;
    }
    const Element *e = &p->f->element[index];
    if (p->f->absolute && !e->walk.turn) {
        if (e->site < (int32_t)p->b->sites)
            place_element(p, e, e->site, index);
        return;
    }
    const Ends ends = ends_of(p, PARTS + index, &e->walk);
    for (size_t i = 0; i < ends.n && !p->failed; i++)
        place_element(p, e, ends.site[i], index);
}

static void place_parts(Place *p, int part)
{
    if (part == PARTS) {
        place_elements(p, 0);
        return;
    }
    p->at[part] = -1;
    if (!p->f->has[part]) {
        place_parts(p, part + 1);
        return;
    }
    const Ends ends = ends_of(p, (uint32_t)part, &p->f->walk[part]);
    for (size_t i = 0; i < ends.n && !p->failed; i++) {
        p->at[part] = ends.site[i];
        if (ends.site[i] != OFF_BOARD)
            place_parts(p, part + 1);
    }
}

/* ---- anchors, reflections, rotations --------------------------------------------------------------- */

static void place_at(Place *p, int32_t anchor)
{
    const uint32_t size = ring_size(p->b, anchor), n = p->f->nrotation ? p->f->nrotation : size;
    p->anchor = anchor;
    for (int side = 0; side < (p->f->one_side ? 1 : 2); side++)
        for (uint32_t k = 0; k < n && !p->failed; k++) {
            p->mirror = side ? -1 : 1;
            p->pose = 2 * k + (uint32_t)side;
            p->rotation = p->f->nrotation ? p->f->rotation[k] : (double)k / size;
            p->test.n = 0;
            place_parts(p, 0);
        }
}

/* Absolute features have one anchor, which only region proximity would ask for: the site that the move goes to. */
static void place_absolute(Place *p)
{
    const Feature *f = p->f;
    p->mirror = 1;
    p->anchor = f->has[PART_TO] ? f->site[PART_TO] : f->site[PART_FROM];
    for (int part = 0; part < PARTS; part++) {
        p->at[part] = f->has[part] ? f->site[part] : -1;
        if (f->has[part] && f->site[part] >= (int32_t)p->b->sites)
            return;
    }
    if (ring_size(p->b, p->anchor))
        place_elements(p, 0);
}

bool place_feature(Ground *ground, Reach *reach, const Feature *feature, uint32_t index, size_t most)
{
    Place *p = calloc(1, sizeof *p);
    if (!p)
        return false;
    *p = (Place){.ground = ground, .b = ground->board, .reach = reach, .f = feature, .feature = index, .most = most,
                 .first = ground->instance.n};
    number_walks(p);
    if (feature->absolute)
        place_absolute(p);
    for (uint32_t s = 0; !feature->absolute && s < ground->board->sites && !p->failed; s++)
        if (ring_size(ground->board, (int32_t)s))
            place_at(p, (int32_t)s);
    bool ok = !p->failed;
    for (size_t i = 0; i < PARTS + MOST_ELEMENTS; i++)
        LIST_FREE(&p->ends[i]);
    LIST_FREE(&p->test);
    free(p->table);
    free(p);
    return ok;
}
