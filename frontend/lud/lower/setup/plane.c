/* plane.c - the planes of a Ludii game (doc/abi.md, "A state as bits").
 *
 * Every field that the rules read has planes: those whose meaning is known here under names of
 * their own (pieces, owners, whose turn, the last move), all others by their types.  Not so
 * what only lives within one step, and hashes of earlier positions, which say nothing to who
 * looks at a board. */
#include "frontend/lud/lower/setup/plane.h"

#include <string.h>

#include "frontend/lud/lower/state/dice.h"
#include "frontend/lud/lower/state/team.h"
#include "frontend/lud/lower/core/site_type.h"

enum { LEAST_OF_MANY = 3 }; /* players: with fewer, the first rank given ends the game */

/* Is the field there, read and without planes?  It has them now. */
static bool take(Planes *p, int field)
{
    if (field < 0 || p->done[field])
        return false;
    p->done[field] = true;
    return p->read[field].read;
}

static void leave_out(Planes *p, int field)
{
    if (field >= 0)
        p->done[field] = true;
}

static const char *pretty(Lower *l, const char *name)
{
    char *text = arena_strndup(l->arena, name, strlen(name));
    for (char *c = text; *c; c++)
        *c = *c == '_' ? ' ' : *c;
    return text;
}

/* ---- pieces -------------------------------------------------------------------------------- */

static int owner_of(const Lower *l, size_t c)
{
    int owner = l->sym->component.at[c].owner;
    return owner <= l->facts->players ? owner : 0;
}

/* The name of its planes: without the owner's number, unless two would have the same. */
static const char *piece_name(const Lower *l, size_t c)
{
    const Component *piece = &l->sym->component.at[c];
    for (size_t k = 1; k < l->sym->component.n; k++)
        if (k != c && owner_of(l, k) == owner_of(l, c) && strcmp(l->sym->component.at[k].base, piece->base) == 0)
            return piece->name;
    return piece->base;
}

/* A plane for each kind and owner; `tail`: of which type of sites. */
static void pieces(Planes *p, int field, const char *tail)
{
    Lower *l = p->l;
    if (!take(p, field))
        return;
    int space = l->game->field.at[field].dim.space;
    const IrType elem = p->read[field].elem;
    for (int64_t c = elem.lo > 1 ? elem.lo : 1; c <= elem.hi && (size_t)c < l->sym->component.n; c++) {
        const char *name = arena_printf(l->arena, "%s%s", piece_name(l, (size_t)c), tail);
        plane_begin(l, name, owner_of(l, (size_t)c), space);
        plane_end(l, plane_seen_data(l, plane_where(l, field, space, c), DATA_PIECE));
    }
}

static void empty(Planes *p, int field, const char *tail)
{
    Lower *l = p->l;
    if (field >= 0 && p->read[field].read) {
        plane_begin(l, arena_printf(l->arena, "empty%s", tail), 0, l->sym->space_site);
        plane_end(l, plane_seen_empty(l, plane_where(l, field, l->sym->space_site, 0)));
    }
}

/* Owners of sites, where they may differ from those of the pieces. */
static void owners(Planes *p)
{
    Lower *l = p->l;
    if (!take(p, l->field->who))
        return;
    for (int q = 1; q <= l->facts->players + 1; q++) {
        plane_begin(l, q <= l->facts->players ? "who" : "who shared", q <= l->facts->players ? q : 0, l->sym->space_site);
        plane_end(l, plane_seen_data(l, plane_where(l, l->field->who, l->sym->space_site, q), DATA_PIECE));
    }
}

/* ---- arrays ---------------------------------------------------------------------------------- */

/* Hides a site's property, or as `seen` says. */
static Ir *array_seen(Lower *l, Ir *bits, int data, Seen seen)
{
    return data >= 0 ? plane_seen_data(l, bits, (SiteData)data) : plane_seen(l, bits, seen);
}

/* A plane for each value but 0, or for each binary digit.  data: a SiteData, or -1. */
static void array(Planes *p, int field, const char *name, int data, Seen seen)
{
    Lower *l = p->l;
    if (!take(p, field))
        return;
    int space = plane_space(l, l->game->field.at[field].dim), digits;
    const IrType elem = p->read[field].elem;
    if (plane_in_binary(elem, &digits)) {
        for (int i = 0; i < digits; i++) {
            plane_begin(l, arena_printf(l->arena, "%s digit %llu", name, 1ull << i), 0, space);
            plane_end(l, array_seen(l, plane_where_digit(l, field, space, elem, i), data, seen));
        }
        return;
    }
    bool bit = elem.lo >= 0 && elem.hi == 1;
    for (int64_t k = elem.lo; k <= elem.hi; k++) {
        if (k != 0) {
            plane_begin(l, bit ? name : arena_printf(l->arena, "%s %lld", name, (long long)k), 0, space);
            plane_end(l, array_seen(l, plane_where(l, field, space, k), data, seen));
        }
    }
}

/* The bits of a number, as far as the rules tell its values apart. */
static Ir *bits_of(Planes *p, int field, Ir *value, int *space)
{
    Lower *l = p->l;
    IrType type = p->read[field].elem;
    if (p->read[field].most < type.hi) {
        type.hi = p->read[field].most;
        value = ir_op2(l->game, IR_OP_MIN, value, lw_int(l, type.hi));
    }
    return plane_of_number(l, value, type, space);
}

/* Are there two values that the rules tell apart? */
static bool differs(const Planes *p, int field)
{
    return p->read[field].elem.lo < p->read[field].elem.hi && p->read[field].elem.lo < p->read[field].most;
}

/* A family: a plane of numbers for each player. */
static void of_players(Planes *p, int field, const char *name, Seen seen)
{
    Lower *l = p->l;
    if (!take(p, field) || !differs(p, field))
        return;
    for (int q = 1; q <= l->facts->players; q++) {
        int space;
        plane_begin(l, name, q, l->sym->space_site);
        Ir *bits = bits_of(p, field, lw_at(l, field, lw_int(l, q)), &space);
        l->fn->ret = ir_mask(space);
        plane_end(l, plane_seen(l, bits, seen));
    }
}

/* ---- single numbers and sets --------------------------------------------------------------- */

/* A family of one bit: is it that player? */
static void player(Planes *p, int field, const char *name)
{
    Lower *l = p->l;
    if (!take(p, field))
        return;
    for (int q = 1; q <= l->facts->players; q++) {
        Ir *operand[] = {lw_int(l, 0), ir_op2(l->game, IR_OP_EQ, lw_get(l, field), lw_int(l, q))};
        plane_begin(l, name, q, plane_one(l));
        plane_end(l, ir_node(l->game, l->fn, IR_OP_PACK, plane_one(l), 2, operand));
    }
}

static void player_set(Planes *p, int field, const char *name, Seen seen)
{
    Lower *l = p->l;
    if (!take(p, field))
        return;
    for (int q = 1; q <= l->facts->players; q++) {
        plane_begin(l, name, q, plane_one(l));
        Ir *operand[] = {lw_int(l, 0), ir_op2(l->game, IR_OP_HAS, lw_int(l, q), lw_get(l, field))};
        plane_end(l, plane_seen(l, ir_node(l->game, l->fn, IR_OP_PACK, plane_one(l), 2, operand), seen));
    }
}

static void set(Planes *p, int field, const char *name, Seen seen)
{
    Lower *l = p->l;
    if (take(p, field)) {
        plane_begin(l, name, 0, l->game->field.at[field].elem.space);
        plane_end(l, plane_seen(l, lw_get(l, field), seen));
    }
}

/* A member of a space: that one's bit, none where it is not a member. */
static void member(Planes *p, int field, const char *name, Seen seen)
{
    Lower *l = p->l;
    if (take(p, field)) {
        int space = l->game->field.at[field].elem.space;
        plane_begin(l, name, 0, space);
        plane_end(l, plane_seen(l, ir_k1(l->game, IR_OP_BITOF, space, lw_get(l, field)), seen));
    }
}

static void number(Planes *p, int field, const char *name, Seen seen)
{
    Lower *l = p->l;
    if (take(p, field) && differs(p, field)) {
        int space;
        plane_begin(l, name, 0, l->sym->space_site);
        Ir *bits = bits_of(p, field, lw_get(l, field), &space);
        l->fn->ret = ir_mask(space);
        plane_end(l, plane_seen(l, bits, seen));
    }
}

/* By the field's type alone. */
static void by_type(Planes *p, int field, const char *name, Seen seen)
{
    const Lower *l = p->l;
    if (field < 0)
        return;
    const IrField *f = &l->game->field.at[field];
    bool of_player = f->array && f->dim.space == l->sym->space_player;
    if (f->elem.kind == IR_MASK) {
        if (f->array)
            leave_out(p, field);
        else if (f->elem.space == l->sym->space_player)
            player_set(p, field, name, seen);
        else
            set(p, field, name, seen);
    } else if (of_player) {
        of_players(p, field, name, seen);
    } else if (f->array) {
        array(p, field, name, -1, seen);
    } else if (f->elem.space != IR_NOSPACE) {
        member(p, field, name, seen);
    } else {
        number(p, field, name, seen);
    }
}

/* ---- all of them ------------------------------------------------------------------------------- */

/* What only lives within one step, and what is a hash. */
static void leave_out_the_rest(Planes *p)
{
    Lower *l = p->l;
    const Fields *f = l->field;
    const int within[] = {f->passing, f->swapped, f->result.kloss, f->history, f->recorded, f->stored, f->waits, f->result.won, f->result.lost};
    const int results[] = {f->result.rank, f->result.winner, f->result.endtype, f->result.nwin, f->result.nlose, f->result.active};
    for (size_t i = 0; i < sizeof within / sizeof *within; i++)
        leave_out(p, within[i] > 0 ? within[i] : -1);
    for (size_t i = 0; l->facts->players < LEAST_OF_MANY && i < sizeof results / sizeof *results; i++)
        leave_out(p, results[i]);
    leave_out(p, f->result.winner);
    leave_out(p, f->result.endtype);
    for (size_t i = 0; i < l->sym->scratch.n; i++)
        leave_out(p, l->sym->scratch.at[i].field);
    for (size_t i = 0; i < l->game->field.n; i++)
        if (strncmp(l->game->field.at[i].name, "put_by_", 7) == 0)
            leave_out(p, (int)i);
}

static void board(Planes *p)
{
    static const SiteData data_of[TRAITS] = {
        [TRAIT_STATE] = DATA_STATE, [TRAIT_ROTATION] = DATA_ROTATION, [TRAIT_VALUE] = DATA_VALUE};
    static const char *const tail[SITE_TYPES] = {" vertex", " edge", " cell"};
    static const char *const trait[TRAITS] = {
        [TRAIT_STATE] = "state", [TRAIT_ROTATION] = "rotation", [TRAIT_VALUE] = "value"};
    Lower *l = p->l;
    const Fields *f = l->field;
    empty(p, l->sites->what, "");
    pieces(p, l->sites->what, "");
    plane_masked(l);
    owners(p);
    array(p, l->sites->count, "count", DATA_COUNT, SEEN_BY_ALL);
    array(p, f->height, "height", -1, SEEN_AT_SITES);
    pieces(p, f->pile, " level");
    for (int i = 0; i < TRAITS; i++)
        array(p, l->sites->trait[i], trait[i], (int)data_of[i], SEEN_BY_ALL);
    for (int t = 0; t < SITE_TYPES; t++) {
        const TypeSites *sites = &l->sym->sites_of[t];
        if (!(l->facts->occupied_types >> t & 1))
            continue;
        empty(p, sites->what, tail[t]);
        pieces(p, sites->what, tail[t]);
        array(p, sites->count, arena_printf(l->arena, "count%s", tail[t]), -1, SEEN_BY_NOBODY);
        for (int i = 0; i < TRAITS; i++)
            array(p, sites->trait[i], arena_printf(l->arena, "%s%s", trait[i], tail[t]), -1, SEEN_BY_NOBODY);
    }
    by_type(p, f->covered, "covered", SEEN_AT_SITES);
}

static void turns(Planes *p)
{
    const Fields *f = p->l->field;
    player(p, f->mover, "mover");
    player(p, f->next, "next");
    player(p, f->prev, "previous");
    number(p, f->result.over, "over", SEEN_BY_ALL);
    by_type(p, p->l->sym->phase.n > 1 ? f->phase : -1, "phase", SEEN_BY_ALL);
    member(p, f->last.from, "last from", SEEN_WITH_MOVE);
    member(p, f->last.to, "last to", SEEN_WITH_MOVE);
    by_type(p, p->l->facts->has_score ? f->score : -1, "score", SEEN_BY_ALL);
    by_type(p, p->l->facts->has_pvalue ? f->pvalue : -1, "value of player", SEEN_BY_ALL);
    by_type(p, p->l->facts->has_swap ? f->order : -1, "order", SEEN_BY_ALL);
    by_type(p, f->result.active, "active", SEEN_BY_ALL);
    by_type(p, f->result.rank, "rank", SEEN_BY_ALL);
    by_type(p, f->counter, "counter", SEEN_BY_ALL);
    by_type(p, f->turn, "turn", SEEN_BY_ALL);
    by_type(p, f->same, "moves in turn", SEEN_BY_ALL);
    by_type(p, f->passes, "passes", SEEN_BY_ALL);
    by_type(p, f->nmoves, "moves made", SEEN_BY_NOBODY); /* so many tries of what was not allowed */
    if (p->l->sym->dice) {
        by_type(p, p->l->sym->dice->die, "die", SEEN_BY_ALL);
        by_type(p, p->l->sym->dice->equal, "equal dice", SEEN_BY_ALL);
        by_type(p, p->l->sym->dice->starting, "before the first throw", SEEN_BY_ALL);
    }
}

void lower_planes(Lower *l)
{
    Planes p = {.l = l,
                .read = ir_offer_reads(l->game, l->arena),
                .done = ARENA_ARRAY(l->arena, bool, l->game->field.n + 1)};
    leave_out_the_rest(&p);
    board(&p);
    turns(&p);
    plane_hidden(&p);
    for (size_t i = 0; i < l->game->field.n; i++)
        by_type(&p, (int)i, pretty(l, l->game->field.at[i].name), SEEN_BY_NOBODY);
}
