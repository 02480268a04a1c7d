/* index.c - what is known of a relation, found by some of its columns. */
#include <string.h>

#include "frontend/gdl/ground/join.h"

static uint32_t mix(uint32_t hash, uint32_t word)
{
    hash = (hash ^ word) * 0x9e3779b1u;
    return hash ^ (hash >> 15);
}

/* false when the atom has not the functions that the index is about. */
static bool hash_atom(const GdlGround *ground, const GdlIndex *index, uint32_t atom, uint32_t *hash)
{
    const uint32_t *arg = ground->atom_arg.at + ground->atom.at[atom].at;
    *hash = 1;
    for (uint32_t i = 0; i < index->nkey; i++) {
        const GdlKey *key = &index->key[i];
        uint32_t value = arg[key->arg];
        const GdlTerm *term = &ground->term.at[value];
        if (key->sub != GDL_WHOLE && (term->name != key->name || term->n != key->n))
            return false;
        if (key->sub == GDL_FUNCTION)
            continue;
        *hash = mix(*hash, key->sub == GDL_WHOLE ? value : ground->part.at[term->at + (uint32_t)key->sub]);
    }
    return true;
}

static void link_entry(GdlIndex *index, uint32_t entry)
{
    size_t k = index->hash.at[entry] & (index->cap - 1);
    bool known = false;
    for (uint32_t e = index->slot[k]; e && !known; e = index->next.at[e - 1]) {
        known = index->hash.at[e - 1] == index->hash.at[entry];
        if (known)
            break;
    }
    index->distinct += !known;
    index->next.at[entry] = index->slot[k];
    index->slot[k] = entry + 1;
}

static void index_add(GdlGround *ground, GdlIndex *index, uint32_t atom)
{
    uint32_t hash;
    if (!hash_atom(ground, index, atom, &hash))
        return;
    ground->index_bytes += 2 * 4 * sizeof(uint32_t);
    vec_push(ground->arena, &index->atom, atom);
    vec_push(ground->arena, &index->hash, hash);
    vec_push(ground->arena, &index->next, 0u);
    if (index->distinct * 2 >= index->cap) {
        index->cap = index->cap ? index->cap * 4 : 16;
        index->slot = ARENA_ARRAY(ground->arena, uint32_t, index->cap);
        index->distinct = 0;
        for (uint32_t e = 0; e < index->atom.n; e++)
            link_entry(index, e);
    } else {
        link_entry(index, (uint32_t)index->atom.n - 1);
    }
}

void gdl_store_add(GdlJoin *join, uint32_t atom)
{
    GdlGround *ground = join->ground;
    GdlStore *store = &join->store[ground->atom.at[atom].relation];
    ground->atom.at[atom].order = (uint32_t)++join->met;
    ground->index_bytes += 2 * sizeof(uint32_t);
    vec_push(ground->arena, &store->member, atom);
    for (size_t i = 0; i < store->index.n; i++)
        index_add(ground, store->index.at[i], atom);
}

static bool same_keys(const GdlIndex *index, const GdlKey *key, uint32_t nkey)
{
    if (index->nkey != nkey)
        return false;
    for (uint32_t i = 0; i < nkey; i++)
        if (index->key[i].arg != key[i].arg || index->key[i].sub != key[i].sub || index->key[i].name != key[i].name)
            return false;
    return true;
}

GdlIndex *gdl_index(GdlJoin *join, uint32_t relation, const GdlKey *key, uint32_t nkey)
{
    GdlStore *store = &join->store[relation];
    for (size_t i = 0; i < store->index.n; i++)
        if (same_keys(store->index.at[i], key, nkey))
            return store->index.at[i];
    Arena *arena = join->ground->arena;
    GdlIndex *index = ARENA_NEW(arena, GdlIndex);
    *index = (GdlIndex){.nkey = nkey, .key = arena_copy(arena, key, nkey * sizeof *key)};
    for (size_t i = 0; i < store->member.n; i++)
        index_add(join->ground, index, store->member.at[i]);
    vec_push(arena, &store->index, index);
    return index;
}

/* The first entry (plus one) of the chain for what the pattern's columns are now. */
uint32_t gdl_index_first(const GdlJoin *join, const GdlIndex *index, const GdlPattern *arg)
{
    uint32_t hash = 1;
    if (!index->cap)
        return 0;
    for (uint32_t i = 0; i < index->nkey; i++) {
        const GdlKey *key = &index->key[i];
        if (key->sub == GDL_FUNCTION)
            continue;
        const GdlPattern *p = key->sub == GDL_WHOLE ? &arg[key->arg] : &arg[key->arg].arg[key->sub];
        uint32_t value = gdl_instance((GdlJoin *)join, p, false);
        if (!value)
            return 0;
        hash = mix(hash, value);
    }
    return index->slot[hash & (index->cap - 1)];
}
