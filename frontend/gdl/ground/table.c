/* table.c - terms and atoms that exist once. */
#include <string.h>

#include "frontend/gdl/ground/ground.h"

static uint32_t mix(uint32_t hash, uint32_t word)
{
    hash = (hash ^ word) * 0x9e3779b1u;
    return hash ^ (hash >> 15);
}

static uint32_t hash_name(const char *name)
{
    uint32_t hash = 2166136261u;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash;
}

/* Room for one more; the hashes of what is there lie `stride` bytes apart. */
static void reserve(Arena *arena, GdlSet *set, const uint32_t *hash, size_t stride)
{
    if (set->n * 2 < set->cap)
        return;
    GdlSet wide = {.cap = set->cap ? set->cap * 4 : 1024, .n = set->n};
    wide.slot = ARENA_ARRAY(arena, uint32_t, wide.cap);
    for (size_t i = 0; i < set->cap; i++) {
        if (!set->slot[i])
            continue;
        uint32_t h;
        memcpy(&h, (const char *)hash + (set->slot[i] - 1) * stride, sizeof h);
        size_t k = h & (wide.cap - 1);
        while (wide.slot[k])
            k = (k + 1) & (wide.cap - 1);
        wide.slot[k] = set->slot[i];
    }
    *set = wide;
}

uint32_t gdl_term(GdlGround *ground, const char *name, uint32_t n, const uint32_t *arg, bool enter)
{
    uint32_t hash = mix(hash_name(name), n);
    for (uint32_t i = 0; i < n; i++)
        hash = mix(hash, arg[i]);
    if (!ground->term.n)
        vec_push(ground->arena, &ground->term, (GdlTerm){.name = ""});
    reserve(ground->arena, &ground->terms, &ground->term.at[0].hash, sizeof(GdlTerm));
    size_t k = hash & (ground->terms.cap - 1);
    for (; ground->terms.slot[k]; k = (k + 1) & (ground->terms.cap - 1)) {
        uint32_t id = ground->terms.slot[k] - 1;
        const GdlTerm *t = &ground->term.at[id];
        if (t->hash == hash && t->name == name && t->n == n &&
            (!n || !memcmp(ground->part.at + t->at, arg, n * sizeof *arg)))
            return id;
    }
    if (!enter)
        return 0;
    GdlTerm fresh = {.name = name, .n = n, .at = (uint32_t)ground->part.n, .hash = hash};
    for (uint32_t i = 0; i < n; i++)
        vec_push(ground->arena, &ground->part, arg[i]);
    vec_push(ground->arena, &ground->term, fresh);
    ground->terms.slot[k] = (uint32_t)ground->term.n;
    ground->terms.n++;
    return (uint32_t)ground->term.n - 1;
}

uint32_t gdl_atom_of(GdlGround *ground, uint32_t relation, const uint32_t *arg, bool enter)
{
    uint32_t n = ground->program->relation.at[relation].arity, hash = mix(77, relation);
    for (uint32_t i = 0; i < n; i++)
        hash = mix(hash, arg[i]);
    reserve(ground->arena, &ground->atoms, ground->atom.n ? &ground->atom.at[0].hash : NULL, sizeof(GdlAtom));
    size_t k = hash & (ground->atoms.cap - 1);
    for (; ground->atoms.slot[k]; k = (k + 1) & (ground->atoms.cap - 1)) {
        const GdlAtom *a = &ground->atom.at[ground->atoms.slot[k] - 1];
        if (a->hash == hash && a->relation == relation &&
            (!n || !memcmp(ground->atom_arg.at + a->at, arg, n * sizeof *arg)))
            return ground->atoms.slot[k];
    }
    if (!enter)
        return 0;
    GdlAtom fresh = {.relation = relation, .at = (uint32_t)ground->atom_arg.n, .hash = hash};
    for (uint32_t i = 0; i < n; i++)
        vec_push(ground->arena, &ground->atom_arg, arg[i]);
    vec_push(ground->arena, &ground->atom, fresh);
    ground->atoms.n++;
    return ground->atoms.slot[k] = (uint32_t)ground->atom.n;
}

void gdl_print_term(const GdlGround *ground, uint32_t term, Out *out)
{
    const GdlTerm *t = &ground->term.at[term];
    out_printf(out, "%s%s", t->n ? "(" : "", t->name);
    for (uint32_t i = 0; i < t->n; i++) {
        out_char(out, ' ');
        gdl_print_term(ground, ground->part.at[t->at + i], out);
    }
    if (t->n)
        out_char(out, ')');
}

void gdl_print_atom(const GdlGround *ground, uint32_t atom, Out *out)
{
    const GdlAtom *a = &ground->atom.at[atom];
    const GdlRelation *r = &ground->program->relation.at[a->relation];
    out_printf(out, "%s%s", r->arity ? "(" : "", r->name);
    for (uint32_t i = 0; i < r->arity; i++) {
        out_char(out, ' ');
        gdl_print_term(ground, ground->atom_arg.at[a->at + i], out);
    }
    if (r->arity)
        out_char(out, ')');
}

size_t gdl_ground_bytes(const GdlGround *ground)
{
    size_t words = ground->part.cap + ground->atom_arg.cap + ground->clause.cap;
    return ground->index_bytes + 2 * (words * sizeof(uint32_t) + ground->term.cap * sizeof(GdlTerm) + ground->atom.cap * sizeof(GdlAtom)) +
           2 * (ground->terms.cap + ground->atoms.cap) * sizeof(uint32_t);
}

void gdl_ground_free(GdlGround *ground)
{
    if (ground)
        arena_free(ground->arena);
}
