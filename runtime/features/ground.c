/* ground.c - the instances of a set on a board, by what moves they speak of. */
#include "runtime/features/ground.h"

#include <stdio.h>
#include <string.h>

#include "runtime/game.h"

/* Tests of all instances of a player. */
enum { MOST_TESTS = 100000000, MOST_INSTANCES = MOST_TESTS / 4 /* place.c */ };

static ludc_status refuse(ludc_error *error, ludc_status status, const char *message)
{
    ludc_error_set(error, status, "", message);
    return status;
}

/* With the place where the element was read. */
static ludc_status refuse_element(ludc_error *error, const Element *e, const char *message)
{
    ludc_error_set(error, LUDC_WRONG, "", message);
    if (error) {
        error->line = e->line;
        error->column = e->column;
    }
    return LUDC_WRONG;
}

/* ---- what the game must have ------------------------------------------------------------- */

static bool needs_region(const Element *e) { return e->kind == EL_REGION; }

static bool needs_piece(const Element *e)
{
    return e->kind == EL_ITEM || e->kind == EL_SIGHT_ORTH || e->kind == EL_SIGHT_DIAG;
}

static ludc_status check_element(const FeatureBoard *b, const Element *e, size_t feature, ludc_error *error)
{
    char message[160];
    if (needs_region(e) && ((uint32_t)e->index >= b->regions || !b->distance[e->index])) {
        snprintf(message, sizeof message, "feature %zu: region %d of the game is not known (it has %u)", feature,
                 (int)e->index, (unsigned)b->regions);
        return refuse_element(error, e, message);
    }
    if (needs_piece(e) && (e->index < 1 || (uint32_t)e->index >= b->pieces)) {
        snprintf(message, sizeof message, "feature %zu: the game has no piece %d (they are 1 to %d)", feature,
                 (int)e->index, (int)b->pieces - 1);
        return refuse_element(error, e, message);
    }
    return LUDC_OK;
}

static ludc_status check_feature(const FeatureBoard *b, const Feature *f, size_t index, ludc_error *error)
{
    ludc_status status = LUDC_OK;
    for (uint32_t i = 0; !status && i < f->nelement; i++)
        status = check_element(b, &f->element[i], index, error);
    return status;
}

/* ---- groups --------------------------------------------------------------------------------- */

static int compare_at(const int32_t a[PARTS], const int32_t b[PARTS])
{
    for (int p = 0; p < PARTS; p++)
        if (a[p] != b[p])
            return a[p] < b[p] ? -1 : 1;
    return 0;
}

/* Ascending by one part, those of one site as they are; to `to`, which has room for them.  Where they were; `count` has sites + 2. */
static Instance *sort_by_part(Ground *g, int part, Instance *to, uint32_t *count)
{
    Instance *from = g->instance.at;
    const uint32_t sites = g->board->sites;
    memset(count, 0, (sites + 2) * sizeof *count);
    for (size_t i = 0; i < g->instance.n; i++)
        count[from[i].at[part] + 2]++;
    for (uint32_t s = 1; s < sites + 2; s++)
        count[s] += count[s - 1];
    for (size_t i = 0; i < g->instance.n; i++)
        to[count[from[i].at[part] + 1]++] = from[i];
    g->instance.at = to;
    g->instance.room = g->instance.n;
    return from;
}

/* By moves, then as they were made, feature by feature: by each part that is spoken of, the last one first. */
static bool sort_instances(Ground *g)
{
    if (!g->instance.n)
        return true;
    bool spoken[PARTS] = {false};
    for (size_t i = 0; i < g->instance.n; i++)
        for (int p = 0; p < PARTS; p++)
            spoken[p] |= g->instance.at[i].at[p] >= 0;
    Instance *other = malloc(g->instance.n * sizeof *other);
    uint32_t *count = malloc((g->board->sites + 2) * sizeof *count);
    const bool ok = other && count;
    for (int p = PARTS; ok && p-- > 0;)
        if (spoken[p])
            other = sort_by_part(g, p, other, count);
    free(other);
    free(count);
    return ok;
}

typedef LIST(Literal) Literals;

/* Does one of the tests say that what literal i stands for is false? */
static bool contradicted(const Literals *all, size_t i)
{
    for (size_t k = 0; k < all->n; k++)
        if (i != k && literal_decides(&all->at[k], &all->at[i]) == !all->at[i].holds)
            return true;
    return false;
}

static bool follows(const Literals *all, size_t i)
{
    for (size_t k = 0; k < all->n; k++)
        if (i != k && literal_decides(&all->at[k], &all->at[i]) == (int)all->at[i].holds)
            return true;
    return false;
}

/* Takes out tests that follow from others; *never: two contradict.  false: memory is out. */
static bool normalise(const FeatureBoard *b, Literals *all, Test *test, uint32_t *n, bool *never)
{
    uint32_t kept = 0;
    bool ok = true;
    all->n = 0;
    for (uint32_t i = 0; ok && i < *n; i++)
        ok = LIST_PUSH(all, test_literal(b, test[i]));
    *never = false;
    for (uint32_t i = 0; ok && !*never && i < *n; i++)
        *never = contradicted(all, i);
    for (uint32_t i = 0; ok && !*never && i < *n; i++)
        if (!follows(all, i))
            test[kept++] = test[i];
    *n = kept;
    return ok;
}

/* Two tests that follow from each other would both go; no two atoms here are equivalent, so none do. */
static bool gather(Ground *g, Literals *all)
{
    size_t kept = 0;
    bool never;
    for (size_t i = 0; i < g->instance.n; i++) {
        Instance one = g->instance.at[i];
        if (!g->group.n || compare_at(g->group.at[g->group.n - 1].at, one.at)) {
            Group group = {.first = (uint32_t)kept};
            memcpy(group.at, one.at, sizeof group.at);
            if (!LIST_PUSH(&g->group, group))
                return false;
        }
        Group *group = &g->group.at[g->group.n - 1];
        group->distinct++;
        never = false;
        if (one.ntest && !normalise(g->board, all, g->tests.at + one.test, &one.ntest, &never))
            return false;
        if (never)
            continue;
        g->instance.at[kept++] = one;
        group->n++;
    }
    g->instance.n = kept;
    return true;
}

static unsigned kind_of(const int32_t at[PARTS])
{
    unsigned kind = 0;
    for (int p = 0; p < PARTS; p++)
        kind |= at[p] >= 0 ? 1u << p : 0;
    return kind;
}

/* Groups by where the move goes to, each list in the order of the groups. */
static bool index_groups(Ground *g)
{
    const uint32_t sites = g->board->sites;
    g->to_at = calloc(sites + 2, sizeof *g->to_at);
    g->to_group = malloc((g->group.n + 1) * sizeof *g->to_group);
    if (!g->to_at || !g->to_group)
        return false;
    for (size_t i = 0; i < g->group.n; i++) {
        g->to_at[g->group.at[i].at[PART_TO] + 1]++;
        g->kinds |= (uint16_t)(1u << kind_of(g->group.at[i].at));
    }
    for (uint32_t s = 0, sum = 0; s < sites + 2; s++) {
        uint32_t n = g->to_at[s];
        g->to_at[s] = sum;
        sum += n;
    }
    uint32_t *next = malloc((sites + 2) * sizeof *next);
    if (!next)
        return false;
    memcpy(next, g->to_at, (sites + 2) * sizeof *next);
    for (size_t i = 0; i < g->group.n; i++)
        g->to_group[next[g->group.at[i].at[PART_TO] + 1]++] = (uint32_t)i;
    free(next);
    return true;
}

uint32_t ground_find(const Ground *g, const int32_t at[PARTS])
{
    if (at[PART_TO] >= (int32_t)g->board->sites)
        return NO_GROUP;
    uint32_t low = g->to_at[at[PART_TO] + 1], high = g->to_at[at[PART_TO] + 2];
    while (low < high) {
        uint32_t middle = (low + high) / 2, group = g->to_group[middle];
        int order = compare_at(g->group.at[group].at, at);
        if (!order)
            return group;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NO_GROUP;
}

/* ---- all of it --------------------------------------------------------------------------------- */

static ludc_status place_all(Ground *g, Reach *reach, const ludc_features *set, ludc_error *error)
{
    for (size_t i = 0; i < set->feature.n; i++) {
        const Feature *f = &set->feature.at[i];
        if (f->kind != FEATURE_SPATIAL || (f->player && f->player != g->player))
            continue;
        ludc_status status = check_feature(g->board, f, i, error);
        if (status)
            return status;
        size_t before = g->instance.n;
        if (!place_feature(g, reach, f, (uint32_t)i, MOST_TESTS)) {
            if (g->tests.n <= MOST_TESTS && g->instance.n <= MOST_INSTANCES)
                return LUDC_IO;
            return refuse(error, LUDC_UNSUPPORTED, "the features have too many instances on this board");
        }
        g->count[i] = (uint32_t)(g->instance.n - before);
    }
    return LUDC_OK;
}

ludc_status ground_make(Ground *g, const FeatureBoard *board, const ludc_features *set, unsigned player,
                        ludc_ties ties, ludc_error *error)
{
    *g = (Ground){.board = board, .player = player};
    g->count = calloc(set->feature.n + 1, sizeof *g->count);
    Literals all = {0};
    Reach reach;
    reach_open(&reach, board, ties);
    ludc_status status = g->count ? place_all(g, &reach, set, error) : LUDC_IO;
    reach_close(&reach);
    if (!status)
        status = sort_instances(g) && gather(g, &all) && index_groups(g) ? LUDC_OK : LUDC_IO;
    LIST_FREE(&all);
    if (status == LUDC_IO)
        refuse(error, status, "out of memory");
    if (status)
        ground_free(g);
    return status;
}

void ground_free(Ground *g)
{
    LIST_FREE(&g->instance);
    LIST_FREE(&g->tests);
    LIST_FREE(&g->group);
    free(g->to_at);
    free(g->to_group);
    free(g->count);
    *g = (Ground){0};
}
