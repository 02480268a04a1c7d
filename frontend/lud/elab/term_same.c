/* term_same.c - which parts of a game are written alike.
 *
 * Defines are expanded as text, so the same question stands in a game many times.
 * Every term gets a number, the same for terms that are alike but for their place;
 * beside it how large the term is and which ludemes may be in it. */
#include <string.h>

#include "frontend/lud/elab/term.h"

typedef struct {
    Term **at; /* one term of each number; by hash, NULL: free */
    size_t cap, n;
} Kinds;

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 32);
}

static uint64_t hash_of(const Term *t)
{
    uint64_t bits;
    memcpy(&bits, &t->real, sizeof bits);
    uint64_t hash = mix(mix(mix(mix(t->kind, t->id), (uint64_t)t->number), bits), t->n);
    hash = mix(mix(hash, (uint64_t)(uintptr_t)t->text), (uint64_t)(uintptr_t)t->type);
    for (uint32_t i = 0; i < t->n; i++)
        hash = mix(hash, t->slot[i] ? t->slot[i]->same : 0);
    return hash;
}

static bool alike(const Term *a, const Term *b)
{
    if (a->kind != b->kind || a->id != b->id || a->number != b->number || a->n != b->n || a->text != b->text ||
        a->type != b->type || memcmp(&a->real, &b->real, sizeof a->real) != 0)
        return false;
    for (uint32_t i = 0; i < a->n; i++)
        if ((a->slot[i] ? a->slot[i]->same : 0) != (b->slot[i] ? b->slot[i]->same : 0))
            return false;
    return true;
}

static size_t count_terms(const Term *t)
{
    size_t n = 1;
    for (uint32_t i = 0; i < t->n; i++)
        n += t->slot[i] ? count_terms(t->slot[i]) : 0;
    return n;
}

static void number_term(Kinds *kinds, Term *t)
{
    if (t->same)
        return;
    t->size = 1;
    t->heads = t->kind == TERM_LUDEME ? UINT64_C(1) << (t->id % 64) : 0;
    for (uint32_t i = 0; i < t->n; i++) {
        if (t->slot[i]) {
            number_term(kinds, t->slot[i]);
            t->size += t->slot[i]->size;
            t->heads |= t->slot[i]->heads;
        }
    }
    size_t place = hash_of(t) & (kinds->cap - 1);
    while (kinds->at[place] && !alike(kinds->at[place], t))
        place = (place + 1) & (kinds->cap - 1);
    if (kinds->at[place]) {
        t->same = kinds->at[place]->same;
        return;
    }
    kinds->at[place] = t;
    t->same = (uint32_t)++kinds->n;
}

void term_number_all(Term *root)
{
    Kinds kinds = {.cap = 64};
    Arena *scratch = arena_new();
    size_t n = count_terms(root);
    while (kinds.cap < 2 * n)
        kinds.cap *= 2;
    kinds.at = ARENA_ARRAY(scratch, Term *, kinds.cap);
    number_term(&kinds, root);
    arena_free(scratch);
}
