/* walk.c - patterns: pieces on all sites of a walk of forward steps and
 * turns, in some orientation. */
#include "frontend/lud/lower/geometry/dir.h"
#include "frontend/lud/lower/values/group.h"
#include "frontend/lud/lower/geometry/direction_tables.h"

/* The kinds of piece take turns along the walk: $kind k of `kinds` must stand on
 * the sites $at[k][wind][site]; none where the walk leaves the board. */
typedef struct {
    int kinds, winds;
    int table[8];
    Ir *what[8];
    int from; /* local */
    Ir *start;
} Pattern;

static bool pattern_kinds(Lower *l, const Term *t, Pattern *p)
{
    const Term *what = term_arg(t, SLOT_what), *whats = term_arg(t, SLOT_whats);
    p->kinds = whats ? (int)whats->n : 1;
    if (p->kinds < 1 || p->kinds > 8) {
        lower_unsupported(l, t, "a pattern of so many kinds of pieces");
        return false;
    }
    for (int i = 0; i < p->kinds; i++)
        p->what[i] = whats ? lower_int(l, whats->slot[i])
                     : what ? lower_int(l, what) : lw_what(l, lw_local(l, p->from));
    return true;
}

static void pattern_tables(Lower *l, const Term *walk, Pattern *p)
{
    uint64_t winds = l->sites->layer->supported[REL_ORTHOGONAL];
    int wind[WINDS], sites = lw_dim_site(l).size;
    size_t words = (size_t)ir_words(l->game, l->sym->space_site);
    p->winds = 0;
    for (int w = 0; w < COMPASS; w++)
        if (winds >> w & 1)
            wind[p->winds++] = w;
    int *path = ARENA_ARRAY(l->arena, int, walk->n + 1);
    for (int k = 0; k < p->kinds; k++) {
        uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (size_t)(p->winds * sites + 1));
        for (int i = 0; i < p->winds * l->sites->layer->n; i++) {
            int w = i / l->sites->layer->n, s = i % l->sites->layer->n;
            int n = lower_walk_sites(l, walk, s, wind[w], path);
            for (int j = k; j < n; j += p->kinds)
                ir_mask_set(word + (size_t)(w * sites + s) * words, path[j]);
        }
        p->table[k] = lw_mask_table2(l, "walk", word, lw_dim(p->winds ? p->winds : 1), lw_dim_site(l));
    }
}

static bool pattern(Lower *l, const Term *t, Pattern *p)
{
    const Term *from = term_arg(t, SLOT_from);
    if (!lower_default_type(l, t))
        return false;
    if (l->sites->layer->supported[REL_ORTHOGONAL] >> COMPASS) {
        lower_unsupported(l, t, "a pattern on a board with circular directions");
        return false;
    }
    p->start = from ? lower_int(l, from) : lw_get(l, l->field->last.to);
    p->from = lw_new_local(l, "from", lower_site_type(l));
    if (!pattern_kinds(l, t, p))
        return false;
    pattern_tables(l, term_arg(t, SLOT_walk), p);
    return true;
}

static Ir *part(Lower *l, const Pattern *p, int kind, int wind)
{
    Ir *index[2] = {lw_int(l, wind), lw_local(l, p->from)};
    return ir_tab(l->game, p->table[kind], 2, index);
}

static Ir *stands(Lower *l, const Pattern *p, const int *such, int wind)
{
    Ir *all = ir_op1(l->game, IR_OP_ANY, part(l, p, 0, wind));
    for (int k = 0; k < p->kinds; k++) {
        Ir *missing = ir_op2(l->game, IR_OP_MDIFF, part(l, p, k, wind), lw_local(l, such[k]));
        Ir *none = ir_op1(l->game, IR_OP_NOT, ir_op1(l->game, IR_OP_ANY, missing));
        all = ir_op2(l->game, IR_OP_AND, all, none);
    }
    return all;
}

/* Binds the sites of each kind, and the start where it is on the board. */
static Ir *bound(Lower *l, const Pattern *p, const int *such, Ir *value, Ir *otherwise)
{
    for (int k = p->kinds; k-- > 0;) {
        Ir *sites = ir_k1(l->game, IR_OP_WHERE, l->sites->what, p->what[k]);
        value = ir_k2(l->game, IR_OP_LETX, such[k], sites, value);
    }
    value = ir_k2(l->game, IR_OP_LETX, p->from, lw_copy(l, p->start), value);
    if (p->start->type.lo >= 0)
        return value;
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, p->start), lw_int(l, 0));
    return ir_op3(l->game, IR_OP_SELECT, on, value, otherwise);
}

static void kinds_of_sites(Lower *l, const Pattern *p, int *such)
{
    for (int k = 0; k < p->kinds; k++)
        such[k] = lw_new_local(l, "such", ir_mask(l->sym->space_site));
}

Ir *lower_bool_is_pattern(Lower *l, const Term *t)
{
    Pattern p;
    int such[8];
    if (!pattern(l, t, &p))
        return lw_int(l, 0);
    kinds_of_sites(l, &p, such);
    Ir *found = lw_int(l, 0);
    for (int wind = 0; wind < p.winds; wind++) {
        Ir *here = stands(l, &p, such, wind);
        found = wind ? ir_op2(l->game, IR_OP_OR, found, here) : here;
    }
    if (!term_arg(t, SLOT_what) && !term_arg(t, SLOT_whats)) {
        Ir *piece = ir_op2(l->game, IR_OP_NE, lw_what(l, lw_local(l, p.from)), lw_int(l, 0));
        found = ir_op2(l->game, IR_OP_AND, piece, found);
    }
    return bound(l, &p, such, found, lw_int(l, 0));
}

Ir *lower_region_sites_pattern(Lower *l, const Term *t)
{
    Pattern p;
    int such[8];
    Ir *none = ir_k0(l->game, IR_OP_NONE, l->sym->space_site), *all = none;
    if (!pattern(l, t, &p))
        return none;
    kinds_of_sites(l, &p, such);
    for (int wind = 0; wind < p.winds; wind++) {
        Ir *sites = part(l, &p, 0, wind);
        for (int k = 1; k < p.kinds; k++)
            sites = ir_op2(l->game, IR_OP_MOR, sites, part(l, &p, k, wind));
        Ir *here = ir_op3(l->game, IR_OP_SELECT, stands(l, &p, such, wind), sites, lw_copy(l, none));
        all = wind ? ir_op2(l->game, IR_OP_MOR, all, here) : here;
    }
    return bound(l, &p, such, all, lw_copy(l, none));
}
