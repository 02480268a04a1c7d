/* effect_each.c - an effect for each of several sites.
 *
 * All sites are found, and all that the effect reads is read, before anything is
 * written.  Where what is written for one site could change what is read for
 * another, the values are put by first, in fields that hold one for each site. */
#include "frontend/lud/lower/effects/effect_each.h"
#include "frontend/lud/lower/state/track_index.h"

/* ---- what clashes -------------------------------------------------------------------------- */

bool lower_clash(Lower *l, const Ir *writer, const Ir *reader)
{
    bool put = writer->op == IR_OP_PUT;
    if (lower_lap_only(l, writer))
        return ir_uses_field(l->game, reader, l->field->lap);
    if (writer->op == IR_OP_DO || (put && ir_uses_field(l->game, reader, (int)writer->k)))
        return true;
    for (int i = 0; i < writer->n; i++)
        if (lower_clash(l, writer->a[i], reader))
            return true;
    return false;
}

/* Does a value that is computed within `body` read what `writer` writes? */
static bool lets_clash(Lower *l, const Ir *writer, const Ir *body)
{
    if (body->op == IR_OP_LET)
        return lower_clash(l, writer, body->a[0]);
    for (int i = 0; i < body->n; i++)
        if (lets_clash(l, writer, body->a[i]))
            return true;
    return false;
}

static bool is_local(const Ir *node, int64_t local)
{
    return node->op == IR_OP_LOCAL && node->k == local;
}

bool lower_only_at(const Ir *node, int64_t field, int64_t s)
{
    bool get = node->op == IR_OP_GET, put = node->op == IR_OP_PUT;
    bool own = ir_op_info(node->op)->names == IR_NAMES_FIELD && ir_does(node->op, IR_READS | IR_WRITES);
    if (own && node->k == field &&
        !(get && node->n == 1 && is_local(node->a[0], s)) && !(put && node->n == 2 && is_local(node->a[1], s)))
        return false;
    for (int i = 0; i < node->n; i++)
        if (!lower_only_at(node->a[i], field, s))
            return false;
    return node->op != IR_OP_CALL && node->op != IR_OP_EXISTS && node->op != IR_OP_DO;
}

bool lower_writes_alike(Lower *l, const Ir *a, const Ir *b)
{
    if (a->op == IR_OP_PUT) {
        const Ir read = {.op = IR_OP_GET, .k = a->k};
        return lower_clash(l, b, &read);
    }
    for (int i = 0; i < a->n; i++)
        if (lower_writes_alike(l, a->a[i], b))
            return true;
    return false;
}

/* Does a value for one site depend on what is written for another one? */
static bool sites_clash(Lower *l, const Ir *writer, const Ir *lets, const Ir *body, int64_t s)
{
    if (writer->op == IR_OP_PUT && lower_only_at(lets, writer->k, s) && lower_only_at(body, writer->k, s))
        return false;
    if (writer->op == IR_OP_PUT)
        return lets_clash(l, writer, lets) || lets_clash(l, writer, body);
    bool clash = writer->op == IR_OP_DO;
    for (int i = 0; i < writer->n; i++)
        clash = clash || sites_clash(l, writer->a[i], lets, body, s);
    return clash;
}

/* A region for each, all of it together, is taken off. */
static void remove_each(Lower *l, const Term *region, Ir *sites, int s, Ir **lets, Ir **writes)
{
    Ir *all = ir_k2(l->game, IR_OP_UNION, s, sites, lower_region(l, region));
    int x = lw_new_local(l, "s", lower_site_type(l));
    Ir *body = ir_block(l->game);
    lw_remove_piece(l, &body, lw_local(l, x));
    Ir *domain = lw_let(l, lets, "sites", all);
    ir_append(l->game, writes, ir_k2(l->game, IR_OP_FOR, x, domain, body));
}

void lower_settle_conditions(Lower *l, Ir *kept, const Ir *body, const Ir *domain, int s, Ir **lets)
{
    for (int i = 0; i < kept->n; i++) {
        Ir *let = kept->a[i], *cond = let->a[0];
        if (let->op != IR_OP_LET || !lower_clash(l, body, cond) || cond->type.kind != IR_INT || cond->type.lo < 0 || cond->type.hi > 1)
            continue;
        for (int k = i; k-- > 0;)
            if (ir_uses_local(cond, (int)kept->a[k]->k))
                cond = ir_k2(l->game, IR_OP_LETX, kept->a[k]->k, lw_copy(l, kept->a[k]->a[0]), cond);
        Ir *where = ir_k2(l->game, IR_OP_FILTER, s, lw_copy(l, domain), cond);
        where = lw_let(l, lets, "where", where);
        let->a[0] = ir_op2(l->game, IR_OP_HAS, lw_local(l, s), lw_copy(l, where));
    }
}

static bool plain_removal(const Term *t)
{
    return term_is(t, LUD_remove) && !term_arg(t, SLOT_at) && !term_arg(t, SLOT_level) && !term_arg(t, SLOT_count) &&
           !term_arg(t, SLOT_then);
}

/* ---- the loop ------------------------------------------------------------------------------- */

/* What one site needs: its values, and the writes that use them. */
typedef struct {
    Ir *sites; /* of which the conditions on the site are part */
    Ir *values, *body;
} Each;

static void keep_lets(Lower *l, Each *e, const Term *effect)
{
    Ir *kept = ir_block(l->game); /* what the conditions alone needed is gone */
    Ir *values = e->values;
    for (int i = values->n; i-- > 0;) {
        if (values->a[i]->op == IR_OP_RANGE) /* puts by what is asked of each level of that site */
            continue;
        if (values->a[i]->op != IR_OP_LET) {
            lower_unsupported(l, effect, "an effect that reads what it writes, for several sites of several sites");
            values->a[i] = ir_block(l->game);
            continue;
        }
        bool used = ir_uses_local(e->body, (int)values->a[i]->k);
        for (int j = i + 1; j < values->n && !used; j++)
            used = ir_uses_local(values->a[j], (int)values->a[i]->k);
        if (!used)
            values->a[i] = ir_block(l->game);
    }
    for (int i = 0; i < values->n; i++)
        if (values->a[i]->op == IR_OP_LET || values->a[i]->op == IR_OP_RANGE)
            ir_append(l->game, &kept, values->a[i]);
    e->values = kept;
}

/* `gathering`: no value stands among the writes. */
static Each each_site(Lower *l, const Term *effect, Ir *sites, int s, bool gathering)
{
    Each e = {sites, ir_block(l->game), ir_block(l->game)};
    Lower in = *l;
    in.mode.applying = false;
    in.mode.gathering = gathering;
    lower_effect(&in, effect, &e.values, &e.body);
    while (e.body->n == 1 && e.body->a[0]->op == IR_OP_IF && e.body->a[0]->n == 2) {
        Ir *cond = lw_copy(l, e.body->a[0]->a[0]);
        for (int i = e.values->n; i-- > 0;) {
            const Ir *let = e.values->a[i];
            if (let->op == IR_OP_LET && ir_uses_local(cond, (int)let->k))
                cond = ir_k2(l->game, IR_OP_LETX, let->k, lw_copy(l, let->a[0]), cond);
        }
        e.sites = ir_k2(l->game, IR_OP_FILTER, s, e.sites, cond);
        Ir *inner = e.body->a[0]->a[1], *rest = ir_block(l->game);
        int first = 0;
        while (first < inner->n && inner->a[first]->op == IR_OP_LET)
            ir_append(l->game, &e.values, inner->a[first++]);
        for (int i = first; i < inner->n; i++)
            ir_append(l->game, &rest, inner->a[i]);
        e.body = rest;
    }
    keep_lets(l, &e, effect);
    return e;
}

int lower_scratch(Lower *l, const Term *effect, int i, IrType type)
{
    IrDim dim = lw_dim_site(l);
    bool unrolled = (l->it.player && l->it.player->op == IR_OP_INT) || (l->it.value && l->it.value->op == IR_OP_INT);
    for (size_t k = 0; k < l->sym->scratch.n && !unrolled; k++) {
        const Scratch *known = &l->sym->scratch.at[k];
        if (known->effect == effect && known->index == i) {
            IrType *elem = &l->game->field.at[known->field].elem;
            elem->lo = elem->lo < type.lo ? elem->lo : type.lo;
            elem->hi = elem->hi > type.hi ? elem->hi : type.hi;
            return known->field;
        }
    }
    const char *name = arena_printf(l->arena, "put_by_%zu", l->sym->scratch.n + 1);
    Scratch new = {.effect = effect, .index = i, .field = ir_field_add(l->game, name, lw_field_type(type), &dim)};
    vec_push(l->arena, &l->sym->scratch, new);
    return new.field;
}

/* Positions differ by nothing that was put by. */
void lower_clear_scratch(Lower *l, Ir **block, int field, int s)
{
    Ir *none = lw_nothing(l, l->game->field.at[field].elem);
    ir_append(l->game, block, ir_put(l->game, field, lw_local(l, s), none));
}

/* Reads all values that the writes could change, then writes. */
static void put_by(Lower *l, const Term *effect, const Each *e, Ir *domain, int s, Ir **lets, Ir **writes)
{
    Ir *first = ir_block(l->game), *later = ir_block(l->game), *puts = ir_block(l->game);
    for (int i = 0; i < e->values->n; i++) {
        Ir *let = e->values->a[i];
        ir_append(l->game, &first, lw_copy(l, let));
        if (let->op != IR_OP_LET)
            continue;
        if (!lower_clash(l, e->body, let->a[0])) {
            ir_append(l->game, &later, let);
            continue;
        }
        int field = lower_scratch(l, effect, i, let->a[0]->type);
        ir_append(l->game, &puts, ir_put(l->game, field, lw_local(l, s), lw_local(l, (int)let->k)));
        ir_append(l->game, &later, ir_k1(l->game, IR_OP_LET, let->k, lw_at(l, field, lw_local(l, s))));
        lower_clear_scratch(l, &later, field, s);
    }
    lw_append_all(l, &first, puts);
    lw_append_all(l, &later, e->body);
    ir_append(l->game, lets, ir_k2(l->game, IR_OP_FOR, s, lw_copy(l, domain), first));
    ir_append(l->game, writes, ir_k2(l->game, IR_OP_FOR, s, domain, later));
}

/* Is something put by that stands apart from what is done? */
static bool asks_first(const Each *e)
{
    for (int i = 0; i < e->values->n; i++)
        if (e->values->a[i]->op != IR_OP_LET)
            return true;
    return false;
}

void effect_each(Lower *l, const Term *effect, Ir *sites, int s, Ir **lets, Ir **writes)
{
    while (term_is(effect, LUD_if_moves) && !term_arg(effect, SLOT_no) && !term_arg(effect, SLOT_then)) {
        sites = ir_k2(l->game, IR_OP_FILTER, s, sites, lower_bool(l, term_arg(effect, SLOT_cond)));
        effect = term_arg(effect, SLOT_yes);
    }
    if (plain_removal(effect) && term_arg(effect, SLOT_region)) {
        remove_each(l, term_arg(effect, SLOT_region), sites, s, lets, writes);
        return;
    }
    const Term *inner = term_is(effect, LUD_for_each_site) ? term_arg(effect, SLOT_moves) : NULL;
    if (inner && !term_arg(effect, SLOT_noMoveYet) && !term_arg(effect, SLOT_then) && plain_removal(inner) &&
        (term_is(term_arg(inner, SLOT_site), LUD_site) || term_is(term_arg(inner, SLOT_site), LUD_to))) {
        remove_each(l, term_arg(effect, SLOT_region), sites, s, lets, writes); /* all sites of the inner loops */
        return;
    }
    Each e = each_site(l, effect, sites, s, l->mode.gathering);
    Ir *own = ir_block(l->game);
    Ir *domain = lw_let(l, &own, "sites", e.sites);
    lower_settle_conditions(l, e.values, e.body, domain, s, &own);
    const bool beside = l->mode.beside_sowing && (lets_clash(l, *writes, e.values) || lets_clash(l, *writes, e.body));
    if (!beside && !asks_first(&e) && !sites_clash(l, e.body, e.values, e.body, s)) {
        lw_append_all(l, lets, own);
        lw_append_all(l, &e.values, e.body);
        ir_append(l->game, writes, ir_k2(l->game, IR_OP_FOR, s, domain, e.values));
        return;
    }
    if (l->mode.applying) {
        lower_unsupported(l, effect, "an effect that reads what it writes, for several sites of an (apply ..)");
        return;
    }
    e = each_site(l, effect, lw_copy(l, sites), s, true);
    domain = lw_let(l, lets, "sites", e.sites);
    lower_settle_conditions(l, e.values, e.body, domain, s, lets);
    put_by(l, effect, &e, domain, s, lets, writes);
}
