/* atom.c - the atomic propositions about a position. */
#include "runtime/features/atom.h"

#include <string.h>

static uint32_t plane_of(const FeatureBoard *b, AtomKind kind, uint32_t index)
{
    switch (kind) {
    case ATOM_EMPTY: return 0;
    case ATOM_OWNER: return index;
    case ATOM_FOE: return b->players + index;
    case ATOM_ITEM: break;
    }
    return 2 * b->players + index;
}

Atom atom_of(const FeatureBoard *b, AtomKind kind, uint32_t index, int32_t site)
{
    return plane_of(b, kind, index) * b->sites + (uint32_t)site;
}

AtomKind atom_kind(const FeatureBoard *b, Atom atom, uint32_t *index, int32_t *site)
{
    uint32_t plane = atom / b->sites;
    *site = (int32_t)(atom % b->sites);
    AtomKind kind = !plane ? ATOM_EMPTY : plane <= b->players ? ATOM_OWNER : plane <= 2 * b->players ? ATOM_FOE : ATOM_ITEM;
    *index = plane - plane_of(b, kind, 0);
    return kind;
}

/* Of one site, x true. */
static int follows_true(AtomKind x, uint32_t xi, AtomKind y, uint32_t yi)
{
    if (x == ATOM_EMPTY || y == ATOM_EMPTY)
        return 0;
    if (x == ATOM_OWNER)
        return y == ATOM_OWNER ? 0 : y == ATOM_FOE ? xi != yi : -1;
    if (x == ATOM_FOE)
        return y == ATOM_OWNER && xi == yi ? 0 : -1;
    return y == ATOM_ITEM ? 0 : -1;
}

Literal test_literal(const FeatureBoard *b, Test test)
{
    Literal l = {.atom = test >> 1, .holds = test & 1};
    l.kind = atom_kind(b, l.atom, &l.index, &l.site);
    return l;
}

int literal_decides(const Literal *x, const Literal *y)
{
    if (x->atom == y->atom)
        return x->holds;
    if (x->site != y->site)
        return -1;
    if (x->holds)
        return follows_true(x->kind, x->index, y->kind, y->index);
    return x->kind == ATOM_FOE && y->kind == ATOM_OWNER && x->index != y->index ? 0 : -1;
}

int atom_follows(const FeatureBoard *b, Test test, Atom atom)
{
    const Literal x = test_literal(b, test), y = test_literal(b, atom << 1);
    return literal_decides(&x, &y);
}

static void set_bit(uint64_t *bits, Atom atom) { bits[atom >> 6] |= UINT64_C(1) << (atom & 63); }

static inline void set_site(const FeatureBoard *b, uint64_t *bits, int32_t site, int32_t what, int32_t who)
{
    if (what <= 0) {
        set_bit(bits, atom_of(b, ATOM_EMPTY, 0, site));
        return;
    }
    if ((uint32_t)what < b->pieces)
        set_bit(bits, atom_of(b, ATOM_ITEM, (uint32_t)what, site));
    if (who <= 0)
        return;
    if ((unsigned)who <= b->players)
        set_bit(bits, atom_of(b, ATOM_OWNER, (uint32_t)who, site));
    for (unsigned p = 1; p <= b->players; p++)
        if (p != (unsigned)who)
            set_bit(bits, atom_of(b, ATOM_FOE, p, site));
}

void atoms_set(const FeatureBoard *b, const int32_t *what, const int32_t *who, uint64_t *bits)
{
    memset(bits, 0, atom_words(b) * sizeof *bits);
    for (uint32_t s = 0; s < b->sites; s++)
        set_site(b, bits, (int32_t)s, what[s], who[s]);
}

/* Where every kind of piece is its owner's only one there is no view of owners apart. */
void atoms_look(const FeatureBoard *b, const void *state, uint64_t *bits)
{
    const ludc_reasoner *r = b->r;
    memset(bits, 0, atom_words(b) * sizeof *bits);
    for (uint32_t s = 0; s < b->sites; s++) {
        int32_t what = r->view(r, state, (uint32_t)b->view_what, s), who = 0;
        if (what > 0)
            who = b->view_who >= 0 ? r->view(r, state, (uint32_t)b->view_who, s)
                  : (uint32_t)what < b->pieces ? (int32_t)b->owner[what] : what;
        set_site(b, bits, (int32_t)s, what, who);
    }
}
