/* plane_seen.c - what players see of a state, where the rules hide something (lower/state/hidden.c).
 *
 * A site that is hidden altogether looks empty.  Where only the kind of a piece is hidden, one
 * sees that there is a piece and whose; where its owner is hidden too, that there is one.  A
 * property that is hidden looks like 0.  The last move is not seen where one of its ends is
 * hidden.  What is hidden from whom is itself seen by nobody: where pieces hide as they come,
 * it tells where they are. */
#include "frontend/lud/lower/state/hidden.h"
#include "frontend/lud/lower/setup/plane.h"

/* In the order of hidden.c: everything, what, who, state, value, rotation, count. */
enum { ALL, WHAT, WHO, STATE, VALUE, ROTATION, COUNT };
static const unsigned hides[] = {[DATA_PIECE] = 1u << ALL | 1u << WHAT | 1u << WHO,
                                 [DATA_STATE] = 1u << ALL | 1u << STATE,
                                 [DATA_VALUE] = 1u << ALL | 1u << VALUE,
                                 [DATA_ROTATION] = 1u << ALL | 1u << ROTATION,
                                 [DATA_COUNT] = 1u << ALL | 1u << COUNT};

static Ir *none(Lower *l)
{
    return ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
}

/* Sites that one of the data is hidden at from %eyes; NULL: none are, whatever the state. */
static Ir *unseen(Lower *l, unsigned data)
{
    Ir *sites = NULL;
    for (int p = 1; l->sym->hidden && p <= l->facts->players; p++) {
        Ir *his = NULL;
        for (int d = 0; d < HIDDEN_DATA; d++) {
            int field = data >> d & 1 ? lower_hidden_field(l, d, p) : -1;
            if (field >= 0)
                his = his ? ir_op2(l->game, IR_OP_MOR, his, lw_get(l, field)) : lw_get(l, field);
        }
        if (his) {
            Ir *he = ir_op2(l->game, IR_OP_EQ, plane_eyes(l), lw_int(l, p));
            sites = ir_op3(l->game, IR_OP_SELECT, he, his, sites ? sites : none(l));
        }
    }
    return sites;
}

static Ir *without(Lower *l, Ir *bits, unsigned data)
{
    Ir *sites = unseen(l, data);
    return sites ? ir_op2(l->game, IR_OP_MDIFF, bits, sites) : bits;
}

Ir *plane_seen_data(Lower *l, Ir *bits, SiteData data)
{
    return without(l, bits, hides[data]);
}

Ir *plane_seen_empty(Lower *l, Ir *bits)
{
    Ir *sites = unseen(l, 1u << ALL);
    return sites ? ir_op2(l->game, IR_OP_MOR, bits, sites) : bits;
}

/* Nothing of it, for the eyes of a player, unless he sees both ends of the last move.  Nobody
 * sees what the start rules did last: it tells what lies where by chance. */
static Ir *seen_with_move(Lower *l, Ir *bits)
{
    const int end[] = {l->field->last.from, l->field->last.to};
    Ir *player = ir_op2(l->game, IR_OP_GT, plane_eyes(l), lw_int(l, 0));
    Ir *before = ir_op2(l->game, IR_OP_EQ, lw_get(l, l->field->prev), lw_int(l, 0));
    Ir *hidden = ir_op2(l->game, IR_OP_AND, player, before), *nothing = ir_k0(l->game, IR_OP_NONE, bits->type.space);
    for (int i = 0; i < 2; i++) {
        Ir *sites = unseen(l, hides[DATA_PIECE] & ~(1u << WHAT));
        if (sites) {
            Ir *in = ir_op2(l->game, IR_OP_HAS, lw_get(l, end[i]), sites);
            hidden = ir_op2(l->game, IR_OP_OR, hidden, in);
        }
    }
    return ir_op3(l->game, IR_OP_SELECT, hidden, nothing, bits);
}

Ir *plane_seen(Lower *l, Ir *bits, Seen seen)
{
    if (!l->sym->hidden || seen == SEEN_BY_ALL)
        return bits;
    if (seen == SEEN_AT_SITES)
        return without(l, bits, 1u << ALL);
    if (seen == SEEN_WITH_MOVE)
        return seen_with_move(l, bits);
    Ir *all = ir_op2(l->game, IR_OP_EQ, plane_eyes(l), lw_int(l, 0));
    return ir_op3(l->game, IR_OP_SELECT, all, bits, ir_k0(l->game, IR_OP_NONE, bits->type.space));
}

/* ---- planes of their own ------------------------------------------------------------------- */

/* Sites whose piece that owner has; 0: neutral and shared ones. */
static Ir *owned(Lower *l, int owner)
{
    Ir *sites = none(l);
    for (size_t c = 1; c < l->sym->component.n; c++) {
        int his = l->sym->component.at[c].owner;
        if ((his <= l->facts->players ? his : 0) == owner)
            sites = ir_op2(l->game, IR_OP_MOR, sites, ir_k1(l->game, IR_OP_WHERE, l->sites->what, lw_int(l, (int64_t)c)));
    }
    return sites;
}

void plane_masked(Lower *l)
{
    bool some = l->sym->hidden && (lower_hidden_field(l, WHAT, 1) >= 0 || lower_hidden_field(l, WHO, 1) >= 0);
    for (int owner = 0; some && owner <= l->facts->players; owner++) {
        plane_begin(l, "masked", owner, l->sym->space_site);
        Ir *what = unseen(l, 1u << WHAT), *who = unseen(l, 1u << WHO);
        Ir *his = what ? ir_op2(l->game, IR_OP_MAND, owned(l, owner), what) : none(l);
        if (who)
            his = ir_op2(l->game, IR_OP_MDIFF, his, lw_copy(l, who));
        if (who && owner == 0) {
            Ir *there = ir_op1(l->game, IR_OP_MNOT, ir_k1(l->game, IR_OP_WHERE, l->sites->what, lw_int(l, 0)));
            his = ir_op2(l->game, IR_OP_MOR, his, ir_op2(l->game, IR_OP_MAND, there, who));
        }
        plane_end(l, without(l, his, 1u << ALL));
    }
}

void plane_hidden(Planes *p)
{
    Lower *l = p->l;
    for (int d = 0; l->sym->hidden && d < HIDDEN_DATA; d++) {
        for (int q = 1; q <= l->facts->players; q++) {
            int field = lower_hidden_field(l, d, q);
            if (field < 0 || p->done[field])
                continue;
            p->done[field] = true;
            if (p->read[field].read) {
                const char *name = lower_hidden_name(d);
                plane_begin(l, name ? arena_printf(l->arena, "hidden %s", name) : "hidden", q, l->sym->space_site);
                plane_end(l, plane_seen(l, lw_get(l, field), SEEN_BY_NOBODY));
            }
        }
    }
}
