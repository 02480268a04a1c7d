/* order.c - in which order the pieces of a kind came to their sites.
 *
 * The reference lists the sites of each kind of piece: new ones come last, and the last
 * one takes the place of one that goes; or, where a game has sites of several types,
 * those behind it move up.  (where "Name" ..) finds the first of the list. */
#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/state/order.h"

#include <string.h>

#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/values/where.h"

void order_start(Lower *l, int64_t site)
{
    if (l->sites->type != l->board->use) /* only the board's own are found */
        return;
    if (!l->sym->placed)
        l->sym->placed = ARENA_ARRAY(l->arena, int, lw_dim_site(l).size);
    l->sym->placed[site] = ++l->sym->placings;
}

/* ---- which kinds ------------------------------------------------------------------------------ */

bool order_known(const Lower *l, int piece)
{
    for (size_t i = 0; i < l->sym->orders.n; i++)
        if (l->sym->orders.at[i].piece == piece)
            return true;
    return false;
}

static void follow(Lower *l, int piece)
{
    int n = 0, sites = lw_dim_site(l).size;
    IrDim dim = lw_dim_site(l);
    if (order_known(l, piece))
        return;
    Order new = {.piece = piece};
    const char *name = l->sym->component.at[piece].name;
    new.rank = ir_field_add(l->game, arena_printf(l->arena, "rank_%s", name), ir_int(0, sites), &dim);
    const int64_t *what = l->game->field.at[l->sites->what].init;
    for (int last = 0, next = -1; l->sym->placed; last = l->sym->placed[next], next = -1) {
        for (int s = 0; s < sites; s++)
            if (what[s] == piece && l->sym->placed[s] > last && (next < 0 || l->sym->placed[s] < l->sym->placed[next]))
                next = s;
        if (next < 0)
            break;
        l->game->field.at[new.rank].init[next] = ++n;
    }
    new.number = ir_field_add(l->game, arena_printf(l->arena, "ranks_%s", name), ir_int(0, sites), NULL);
    l->game->field.at[new.number].init[0] = n;
    vec_push(l->arena, &l->sym->orders, new);
}

/* Compared with no site, it does not matter which one is found. */
static bool only_whether(const Term *t, uint32_t slot)
{
    if (!term_is(t, LUD_eq_int) && !term_is(t, LUD_ne_int))
        return false;
    for (uint32_t i = 0; i < t->n; i++)
        if (i != slot && t->slot[i] && t->slot[i]->kind == TERM_INT && t->slot[i]->number == -1)
            return true;
    return false;
}

static void find_kinds(Lower *l, const Term *t)
{
    if (!t || (t->kind != TERM_LUDEME && t->kind != TERM_ARRAY))
        return;
    if (term_is(t, LUD_where_name)) {
        const Term *player = term_arg(t, SLOT_player), *name = term_arg(t, SLOT_piece);
        int fixed = player->kind == TERM_ENUM ? role_fixed(l, player->text) : -1;
        for (int p = 0; p <= l->facts->players + 1; p++) {
            int64_t piece = -1;
            if ((fixed < 0 || fixed == p) &&
                lower_is_const(lower_piece_of_player(l, name->text, lw_int(l, p)), &piece) && piece > 0 &&
                !lower_single(l, (int)piece, term_arg(t, SLOT_state) != NULL))
                follow(l, (int)piece);
        }
    }
    for (uint32_t i = 0; i < t->n; i++)
        if (t->slot[i] && !(term_is(t->slot[i], LUD_where_name) && only_whether(t, i)))
            find_kinds(l, t->slot[i]);
}

/* Is it that type of site? */
static bool names_type(const Term *t, const void *type)
{
    return term_is_enum(t, type);
}

/* Are the lists of the reference those for sites of several types?  Hands have cells. */
static bool several_types(const Lower *l)
{
    const char *const name[] = {"Cell", "Vertex", "Edge"};
    const SiteType use = l->board->use;
    bool other = l->sym->container.n > 1 && use != SITE_CELL;
    for (int i = 0; i < 3; i++) {
        const bool own = i == (use == SITE_CELL ? 0 : use == SITE_VERTEX ? 1 : 2);
        other |= !own && term_any(term_arg(l->root, SLOT_rules), names_type, name[i]);
    }
    return other || use == SITE_EDGE;
}

void lower_order_state(Lower *l)
{
    if (l->facts->stacks || l->field->who >= 0)
        return;
    find_kinds(l, l->root);
    l->facts->moves_up = l->sym->orders.n > 0 && several_types(l);
}

/* ---- pieces that come and go ------------------------------------------------------------------- */

static Ir *rank_at(Lower *l, const Order *o, const Ir *site)
{
    return lw_at(l, o->rank, lw_copy(l, site));
}

static void leaves(Lower *l, Ir **block, const Order *o, const Ir *site)
{
    Ir *gone = ir_block(l->game);
    Ir *rank = lw_let(l, &gone, "rank", rank_at(l, o, site));
    if (l->facts->moves_up) {
        int x = lw_new_local(l, "x", lower_site_type(l));
        Ir *up = ir_block(l->game), *one = ir_block(l->game);
        Ir *less = ir_op2(l->game, IR_OP_SUB, rank_at(l, o, lw_local(l, x)), lw_int(l, 1));
        ir_append(l->game, &up, ir_put(l->game, o->rank, lw_local(l, x), ir_op2(l->game, IR_OP_MAX, less, lw_int(l, 0))));
        Ir *behind = ir_op2(l->game, IR_OP_GT, rank_at(l, o, lw_local(l, x)), lw_copy(l, rank));
        ir_append(l->game, &one, ir_if(l->game, behind, up, NULL));
        ir_append(l->game, &gone, ir_k2(l->game, IR_OP_FOR, x, ir_k0(l->game, IR_OP_ALL, l->sym->space_site), one));
    } else {
        Ir *last = ir_op1(l->game, IR_OP_FIRST, ir_k1(l->game, IR_OP_WHERE, o->rank, lw_get(l, o->number)));
        last = lw_let(l, &gone, "last", ir_op2(l->game, IR_OP_MAX, last, lw_int(l, 0)));
        ir_append(l->game, &gone, ir_put(l->game, o->rank, last, lw_copy(l, rank)));
    }
    ir_append(l->game, &gone, ir_put(l->game, o->rank, lw_copy(l, site), lw_int(l, 0)));
    Ir *fewer = ir_op2(l->game, IR_OP_SUB, lw_get(l, o->number), lw_int(l, 1));
    lw_set_field(l, &gone, o->number, ir_op2(l->game, IR_OP_MAX, fewer, lw_int(l, 0)));
    Ir *there = ir_op2(l->game, IR_OP_GT, rank_at(l, o, site), lw_int(l, 0));
    ir_append(l->game, block, ir_if(l->game, there, gone, NULL));
}

static void comes(Lower *l, Ir **block, const Order *o, const Ir *site)
{
    Ir *more = ir_op2(l->game, IR_OP_ADD, lw_get(l, o->number), lw_int(l, 1));
    lw_set_field(l, block, o->number, ir_op2(l->game, IR_OP_MIN, more, lw_int(l, lw_dim_site(l).size)));
    ir_append(l->game, block, ir_put(l->game, o->rank, lw_copy(l, site), lw_get(l, o->number)));
}

void order_put(Lower *l, Ir **block, const Ir *site, const Ir *piece)
{
    for (size_t i = 0; i < l->sym->orders.n && l->sites->type == l->board->use; i++) {
        const Order *o = &l->sym->orders.at[i];
        int64_t kind = -1;
        leaves(l, block, o, site);
        if (lower_is_const(piece, &kind)) {
            if (kind == o->piece)
                comes(l, block, o, site);
        } else {
            Ir *his = ir_block(l->game);
            comes(l, &his, o, site);
            Ir *same = ir_op2(l->game, IR_OP_EQ, lw_copy(l, piece), lw_int(l, o->piece));
            ir_append(l->game, block, ir_if(l->game, same, his, NULL));
        }
    }
}

void order_unknown(Lower *l)
{
    if (l->sym->orders.n > 0)
        lower_unsupported(l, l->root, "the first of several pieces, where piles of them move");
}

/* ---- the first one ------------------------------------------------------------------------------- */

Ir *order_first(Lower *l, int what, Ir *sites)
{
    const IrType least = ir_int(0, 1000000000);
    int all = lw_new_local(l, "all", sites->type);
    Ir *first = ir_op1(l->game, IR_OP_FIRST, lw_local(l, all));
    for (size_t i = 0; i < l->sym->orders.n; i++) {
        const Order *o = &l->sym->orders.at[i];
        int s = lw_new_local(l, "s", lower_site_type(l)), x = lw_new_local(l, "x", lower_site_type(l));
        int listed = lw_new_local(l, "listed", sites->type), m = lw_new_local(l, "least", least);
        Ir *ranked = ir_op2(l->game, IR_OP_GT, rank_at(l, o, lw_local(l, s)), lw_int(l, 0));
        ranked = ir_k2(l->game, IR_OP_FILTER, s, lw_local(l, all), ranked);
        Ir *lowest = ir_k2(l->game, IR_OP_LEAST, x, lw_local(l, listed), rank_at(l, o, lw_local(l, x)));
        Ir *is = ir_op2(l->game, IR_OP_EQ, rank_at(l, o, lw_local(l, s)), lw_local(l, m));
        Ir *one = ir_op1(l->game, IR_OP_FIRST, ir_k2(l->game, IR_OP_FILTER, s, lw_local(l, listed), is));
        one = ir_k2(l->game, IR_OP_LETX, listed, ranked, ir_k2(l->game, IR_OP_LETX, m, lowest, one));
        Ir *his = ir_op2(l->game, IR_OP_EQ, lw_local(l, what), lw_int(l, o->piece));
        first = ir_op3(l->game, IR_OP_SELECT, his, one, first);
    }
    return ir_k2(l->game, IR_OP_LETX, all, sites, first);
}
