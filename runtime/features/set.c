/* set.c - sets of features: made, counted, weighed, signed with the game they are for. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runtime/features/feature.h"
#include "runtime/game.h"
#include "runtime/reading.h"

ludc_features *features_new(void) { return calloc(1, sizeof(ludc_features)); }

void ludc_features_free(ludc_features *set)
{
    if (!set)
        return;
    LIST_FREE(&set->feature);
    store_free(&set->store);
    free(set);
}

size_t ludc_features_count(const ludc_features *set) { return set ? set->feature.n : 0; }

double ludc_feature_weight(const ludc_features *set, size_t index)
{
    return set && index < set->feature.n ? set->feature.at[index].weight : 0;
}

unsigned ludc_feature_player(const ludc_features *set, size_t index)
{
    return set && index < set->feature.n ? set->feature.at[index].player : 0;
}

ludc_status ludc_feature_set_weight(ludc_features *set, size_t index, double weight)
{
    if (!set || index >= set->feature.n || !(fabs(weight) <= GREATEST_WEIGHT))
        return LUDC_USAGE;
    set->feature.at[index].weight = weight;
    return LUDC_OK;
}

/* ---- copies ----------------------------------------------------------------------------- */

static bool keep_walk(Store *store, Walk *walk)
{
    walk->turn = store_copy(store, walk->turn, walk->n * sizeof *walk->turn);
    return walk->turn;
}

static bool keep_elements(Store *store, Feature *f)
{
    Element *element = store_copy(store, f->element, f->nelement * sizeof *element);
    bool ok = element;
    for (uint32_t i = 0; ok && i < f->nelement; i++)
        ok = keep_walk(store, &element[i].walk);
    f->element = element;
    return ok;
}

bool features_add(ludc_features *set, const Feature *feature)
{
    Feature copy = *feature;
    bool ok = keep_elements(&set->store, &copy);
    for (int p = 0; ok && p < PARTS; p++)
        ok = !copy.has[p] || keep_walk(&set->store, &copy.walk[p]);
    if (ok && copy.nrotation)
        ok = (copy.rotation = store_copy(&set->store, copy.rotation, copy.nrotation * sizeof *copy.rotation));
    if (ok && copy.comment)
        ok = (copy.comment = store_copy(&set->store, copy.comment, strlen(copy.comment) + 1));
    return ok && LIST_PUSH(&set->feature, copy);
}

/* ---- equality ----------------------------------------------------------------------------- */

static bool walks_equal(const Walk *a, const Walk *b)
{
    bool equal = a->n == b->n;
    for (uint32_t i = 0; equal && i < a->n; i++)
        equal = fabs(a->turn[i] - b->turn[i]) < 1e-9;
    return equal;
}

static bool elements_equal(const Element *a, const Element *b)
{
    return a->kind == b->kind && a->negated == b->negated && a->index == b->index && a->site == b->site &&
           walks_equal(&a->walk, &b->walk);
}

bool features_equal(const Feature *a, const Feature *b)
{
    bool equal = a->kind == b->kind && a->absolute == b->absolute && a->one_side == b->one_side &&
                 a->nrotation == b->nrotation && a->nelement == b->nelement;
    for (int p = 0; equal && p < PARTS; p++)
        equal = a->has[p] == b->has[p] &&
                (!a->has[p] || (a->site[p] == b->site[p] && walks_equal(&a->walk[p], &b->walk[p])));
    for (uint32_t i = 0; equal && i < a->nrotation; i++)
        equal = fabs(a->rotation[i] - b->rotation[i]) < 1e-9;
    for (uint32_t i = 0; equal && i < a->nelement; i++)
        equal = elements_equal(&a->element[i], &b->element[i]);
    return equal;
}

/* ---- the game ------------------------------------------------------------------------------- */

/* The same from every engine, where the reasoner has its geometry. */
static uint64_t rules_of(const ludc_reasoner *r)
{
    const ludc_data *rules = ludc_data_named(r, "geometry rules");
    if (!rules || rules->n != 2)
        return ludc_game_hash(r);
    return (uint64_t)(uint32_t)rules->value[0] | (uint64_t)(uint32_t)rules->value[1] << 32;
}

ludc_status ludc_features_sign(ludc_features *set, const ludc_reasoner *r)
{
    if (!set || !r)
        return LUDC_USAGE;
    const char *name = ludc_name(r);
    char *copy = store_copy(&set->store, name, strlen(name) + 1);
    if (!copy)
        return LUDC_IO;
    for (char *p = copy; *p; p++)
        if (*p == '\n' || *p == '\r')
            *p = ' ';
    set->game = copy;
    set->hash = rules_of(r);
    return LUDC_OK;
}

ludc_status ludc_features_check(const ludc_features *set, const ludc_reasoner *r, ludc_error *error)
{
    char message[512];
    if (!set || !r)
        return LUDC_USAGE;
    if (set->game && strcmp(set->game, ludc_name(r)) != 0) {
        snprintf(message, sizeof message, "these features are for `%.120s`, not for `%.120s`", set->game, ludc_name(r));
        ludc_error_set(error, LUDC_WRONG, "", message);
        return LUDC_WRONG;
    }
    if (set->hash && set->hash != rules_of(r)) {
        snprintf(message, sizeof message, "these features are for another version of `%.120s`", ludc_name(r));
        ludc_error_set(error, LUDC_WRONG, "", message);
        return LUDC_WRONG;
    }
    return LUDC_OK;
}
